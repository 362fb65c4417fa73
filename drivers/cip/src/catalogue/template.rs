//! A structure's definition.

use std::sync::Arc;

use tagbridge_driver::Cause;

use super::Kind;
use crate::codec::{Elementary, read_tag::TagType, types::logix_string};

/// A structure's definition: a UDT, an Add-On Instruction's, or one of the controller's own.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Template {
    /// Its name: `STRING`.
    pub(crate) name: Arc<str>,
    /// The handle that a response contains instead of a type code.
    pub(crate) handle: u16,
    /// Size of one value in bytes, with padding.
    pub(crate) size: u32,
    /// The members, in the order of the definition.
    pub(crate) members: Vec<Member>,
}

/// A member of a structure.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Member {
    /// The name in the controller's spelling; empty if it has none.
    pub(crate) name: Arc<str>,
    /// Its offset in bytes; for a BOOL, the offset of its byte.
    pub(crate) offset: u32,
    /// The type of one element.
    pub(crate) kind: Kind,
    /// Number of elements; 0 for a scalar. BOOL arrays count DWORDs.
    pub(crate) elements: u32,
    /// The bit of a BOOL in its byte, 0 to 7.
    pub(crate) bit: Option<u8>,
    /// Whether it is only for the controller, as the hosts of BOOLs are.
    pub(crate) hidden: bool,
}

/// A structure as a project declares it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outline {
    /// Its members in order, at invented offsets.
    pub(crate) template: Arc<Template>,
    /// Why the controller's own definition is missing.
    pub(crate) lack: Cause,
}

impl Template {
    /// Logix's built-in string, which is the same in every controller.
    pub(crate) fn logix_string() -> Self {
        let member = |name: &str, offset, kind, elements| Member {
            name: name.into(),
            offset,
            kind: Kind::Atomic(kind),
            elements,
            bit: None,
            hidden: false,
        };
        let capacity = u32::try_from(logix_string::CAPACITY).unwrap_or(u32::MAX);
        let data = member("DATA", 4, Elementary::Sint, capacity);
        Self {
            name: TagType::LOGIX_STRING.name().into(),
            handle: logix_string::HANDLE,
            size: u32::try_from(logix_string::SIZE).unwrap_or(u32::MAX),
            members: vec![member("LEN", 0, Elementary::Dint, 0), data],
        }
    }

    /// The visible members.
    pub(crate) fn visible(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|it| !it.hidden)
    }

    /// The visible member of this name, case-insensitive.
    pub(crate) fn member(&self, name: &str) -> Option<&Member> {
        self.visible().find(|it| it.name.eq_ignore_ascii_case(name))
    }

    /// Maximum number of characters, if it is a string: a DINT `LEN`, then SINTs `DATA`, and no
    /// other members (1756-PM020, "String structures").
    pub(crate) fn text_capacity(&self) -> Option<u32> {
        let mut members = self.visible();
        let (length, data) = (members.next()?, members.next()?);
        let is_text = members.next().is_none()
            && (&*length.name, length.offset, length.elements) == ("LEN", 0, 0)
            && length.kind == Kind::Atomic(Elementary::Dint)
            && (&*data.name, data.offset) == ("DATA", 4)
            && data.kind == Kind::Atomic(Elementary::Sint)
            && data.elements > 0;
        is_text.then_some(data.elements)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn member(name: &str, offset: u32, kind: Kind, elements: u32) -> Member {
        Member { name: name.into(), offset, kind, elements, bit: None, hidden: false }
    }

    pub(crate) fn atomic(name: &str, offset: u32, kind: Elementary, elements: u32) -> Member {
        member(name, offset, Kind::Atomic(kind), elements)
    }

    pub(crate) fn bit(name: &str, offset: u32, bit: u8) -> Member {
        Member { bit: Some(bit), ..atomic(name, offset, Elementary::Bool, 0) }
    }

    pub(crate) fn template(name: &str, size: u32, members: Vec<Member>) -> Arc<Template> {
        Arc::new(Template { name: name.into(), handle: 0x1234, size, members })
    }

    pub(crate) fn string(capacity: u32) -> Arc<Template> {
        let members = vec![
            atomic("LEN", 0, Elementary::Dint, 0),
            atomic("DATA", 4, Elementary::Sint, capacity),
        ];
        template("STRING", (4 + capacity).next_multiple_of(4), members)
    }

    /// `Motor`: a hidden host of `On` and `Fault`, then `Speed`, `Temps[2]`, `Bits` of 32 and
    /// `Label` of 20 characters; 44 bytes.
    pub(crate) fn motor() -> Arc<Template> {
        let host = atomic("ZZZZZZZZZZMotor0", 0, Elementary::Sint, 0);
        let members = vec![
            Member { hidden: true, ..host },
            bit("On", 0, 0),
            bit("Fault", 0, 1),
            atomic("Speed", 4, Elementary::Real, 0),
            atomic("Temps", 8, Elementary::Int, 2),
            atomic("Bits", 12, Elementary::Dword, 1),
            member("Label", 16, Kind::Structure(string(20)), 0),
        ];
        template("Motor", 40, members)
    }

    #[test]
    fn strings_are_known_by_their_members() {
        assert_eq!(string(82).text_capacity(), Some(82));
        assert_eq!(string(1).text_capacity(), Some(1));
        assert_eq!(motor().text_capacity(), None);
        for (at, change) in [
            (0, atomic("LEN", 0, Elementary::Int, 0)),
            (0, atomic("LENGTH", 0, Elementary::Dint, 0)),
            (1, atomic("DATA", 4, Elementary::Int, 82)),
            (1, atomic("DATA", 4, Elementary::Sint, 0)),
        ] {
            let mut other = Template::clone(&string(82));
            other.members[at] = change;
            assert_eq!(other.text_capacity(), None, "{other:?}");
        }
        let mut more = Template::clone(&string(82));
        more.members.push(atomic("MORE", 88, Elementary::Sint, 0));
        assert_eq!(more.text_capacity(), None);
    }

    #[test]
    fn members_are_found_in_any_case_unless_hidden() {
        let motor = motor();
        assert_eq!(motor.member("SPEED").map(|it| it.offset), Some(4));
        assert_eq!(motor.member("ZZZZZZZZZZMotor0"), None);
    }
}
