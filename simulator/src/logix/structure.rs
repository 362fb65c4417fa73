//! The memory layout of structures.
//!
//! Members are aligned to their size and a structure to 4 bytes (8 if it has 64-bit members). Eight
//! BOOLs share a hidden SINT member (Rockwell 1756-PM020, "Structures").

use std::hash::{DefaultHasher, Hash, Hasher};

use super::types::{Atomic, Element, TagType};

/// The definition of a structure: a UDT or a predefined one.
#[derive(Debug, Clone)]
pub(super) struct Structure {
    /// Its name: `STRING`.
    pub(super) name: String,
    /// The instance of the template object that describes it; 12 bits.
    pub(super) template: u16,
    /// The structure handle, which a reply contains in place of a type code.
    pub(super) handle: u16,
    /// Size of one value in bytes, with padding.
    pub(super) size: u32,
    /// In the order of the definition, with the hidden members.
    pub(super) members: Vec<Member>,
    /// 4, or 8 if it has 64-bit members.
    pub(super) alignment: u32,
}

/// A member of a structure.
#[derive(Debug, Clone)]
pub(super) struct Member {
    /// Its name, also if it is hidden.
    pub(super) name: String,
    /// Its type; at most one dimension.
    pub(super) shape: TagType,
    /// Its offset in bytes; for a BOOL, the offset of the byte that contains it.
    pub(super) offset: u32,
    /// The bit of the byte, for a BOOL.
    pub(super) bit: Option<u8>,
    /// Whether the member only contains BOOLs.
    pub(super) hidden: bool,
}

impl Structure {
    /// Lays out `members` in order. They may refer to `structures`.
    pub(super) fn lay_out(
        name: &str,
        template: u16,
        members: &[(String, TagType)],
        structures: &[Self],
    ) -> Self {
        let mut layout =
            Layout { structures, members: Vec::new(), end: 0, alignment: 4, open_host: None };
        for (member, member_type) in members {
            layout.push(member, *member_type);
        }
        let size = layout.end.next_multiple_of(layout.alignment);
        Self {
            name: name.to_owned(),
            template,
            handle: handle(name, &layout.members),
            size,
            alignment: layout.alignment,
            members: layout.members,
        }
    }

    /// The predefined `STRING`: 82 characters, 88 bytes (1756-PM020, "String structures").
    pub(super) fn string() -> Self {
        let scalar = |atomic, length| TagType {
            element: Element::Atomic(atomic),
            dimensions: [length, 0, 0],
        };
        let members = [
            ("LEN".to_owned(), scalar(Atomic::Dint, 0)),
            ("DATA".to_owned(), scalar(Atomic::Sint, 82)),
        ];
        Self { handle: 0x0FCE, ..Self::lay_out("STRING", 0xFCE, &members, &[]) }
    }

    /// The visible member with this name, in any case.
    pub(super) fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| !member.hidden && member.name.eq_ignore_ascii_case(name))
    }

    /// Maximum number of characters, if it is a string: only a LEN and a DATA of SINTs.
    pub(super) fn text_capacity(&self) -> Option<u32> {
        let [length, data] = &*self.members else {
            return None;
        };
        let dint = Element::Atomic(Atomic::Dint);
        let sint = Element::Atomic(Atomic::Sint);
        let is_text = length.name == "LEN"
            && length.shape.element == dint
            && length.shape.rank() == 0
            && data.name == "DATA"
            && data.shape.element == sint
            && data.shape.rank() == 1;
        is_text.then(|| data.shape.count())
    }
}

struct Layout<'a> {
    structures: &'a [Structure],
    members: Vec<Member>,
    end: u32,
    alignment: u32,
    /// Offset of the SINT for the next BOOL, and the number of BOOLs in it.
    open_host: Option<(u32, u8)>,
}

impl Layout<'_> {
    fn push(&mut self, name: &str, member_type: TagType) {
        if member_type.element == Element::Atomic(Atomic::Bool) {
            return self.push_bool(name, member_type);
        }
        self.open_host = None;
        let (size, alignment) = match member_type.element {
            Element::Atomic(atomic) => (atomic.size(), atomic.size()),
            Element::Structure(id) => {
                let structure = &self.structures[id.0];
                (structure.size, structure.alignment)
            }
        };
        // Arrays start at a multiple of 4 bytes, independent of their elements.
        let start = if member_type.rank() > 0 { alignment.max(4) } else { alignment };
        self.alignment = self.alignment.max(alignment);
        let offset = self.end.next_multiple_of(start);
        self.end = offset + size * member_type.count();
        self.members.push(Member {
            name: name.to_owned(),
            shape: member_type,
            offset,
            bit: None,
            hidden: false,
        });
    }

    fn push_bool(&mut self, name: &str, member_type: TagType) {
        let (offset, bit) = match self.open_host {
            Some((offset, bit)) if bit < 8 => (offset, bit),
            _ => {
                let offset = self.end;
                self.end += 1;
                self.members.push(Member {
                    name: format!("ZZZZZZZZZZHost{}", self.members.len()),
                    shape: TagType { element: Element::Atomic(Atomic::Sint), dimensions: [0; 3] },
                    offset,
                    bit: None,
                    hidden: true,
                });
                (offset, 0)
            }
        };
        self.open_host = Some((offset, bit + 1));
        self.members.push(Member {
            name: name.to_owned(),
            shape: member_type,
            offset,
            bit: Some(bit),
            hidden: false,
        });
    }
}

/// A controller derives the handle from the definition, so that a different definition with the
/// same name has a different handle. Here, any function will do that does not return the handle of
/// `STRING`.
fn handle(name: &str, members: &[Member]) -> u16 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    for member in members {
        (&member.name, member.shape.element, member.shape.dimensions).hash(&mut hasher);
    }
    match hasher.finish().to_le_bytes() {
        [0xCE, 0x0F, ..] => 0x0FCF,
        [low, high, ..] => u16::from_le_bytes([low, high]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logix::Model;

    fn check(members: &[(&str, &str)], size: u32, places: &[(&str, u32, Option<u8>)]) {
        let mut model = Model::new();
        model.add_structure("Probe", members).unwrap();
        let structure = model.structures().last().unwrap();
        for (name, offset, bit) in places {
            let member = structure.member(name).unwrap();
            assert_eq!((member.offset, member.bit), (*offset, *bit), "{name}");
        }
        assert_eq!(structure.size, size, "{members:?}");
    }

    #[test]
    fn lies_as_in_a_controller() {
        check(
            &[("A", "SINT"), ("B", "DINT"), ("C", "INT")],
            12,
            &[("A", 0, None), ("B", 4, None), ("C", 8, None)],
        );
        check(&[("A", "SINT"), ("L", "LINT")], 16, &[("L", 8, None)]);
        check(
            &[("A", "SINT"), ("B", "SINT[3]"), ("C", "BOOL[32]")],
            12,
            &[("B", 4, None), ("C", 8, None)],
        );
        check(&[("T", "STRING"), ("X", "BOOL")], 92, &[("T", 0, None), ("X", 88, Some(0))]);
    }

    #[test]
    fn packs_bools_in_a_row() {
        let names: Vec<_> = (0..9).map(|bit| format!("B{bit}")).collect();
        let mut members: Vec<_> = names.iter().map(|name| (name.as_str(), "BOOL")).collect();
        members.push(("N", "INT"));
        members.push(("After", "BOOL"));
        check(
            &members,
            8,
            &[
                ("B0", 0, Some(0)),
                ("B7", 0, Some(7)),
                ("B8", 1, Some(0)),
                ("N", 2, None),
                ("After", 4, Some(0)),
            ],
        );
    }

    #[test]
    fn string_is_88_bytes() {
        let string = Structure::string();
        assert_eq!((string.size, string.handle), (88, 0x0FCE));
        assert_eq!(string.text_capacity(), Some(82));
    }
}
