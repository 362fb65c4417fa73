//! Whether a value's type in the controller is the project's.

use std::sync::Arc;

use tagbridge_driver::{Cause, Reading, Reason, TagInfo};
use tagbridge_project::{Dimension, Symbol, Symbols};
use tagbridge_texts::{Coded, Message};

/// The type of a tag according to the project.
#[derive(Debug)]
pub(crate) struct ExpectedType {
    name: String,
    type_name: Arc<str>,
    base: String,
    dimensions: Vec<u32>,
    reported: ReportedType,
}

/// A type that is not the project's.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "naming-type-differs")]
pub struct TypeDiffers {
    /// In the controller.
    pub controller: String,
    /// In the project.
    pub project: String,
}

/// A tag that is not as the project has it.
#[derive(Debug, Coded)]
#[coded(prefix = "naming-tag-differs")]
pub(crate) struct TagDifference<'a> {
    tag: &'a str,
    what: Message,
}

/// The controller's report about a value's type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReportedType {
    /// The project's own name (Logix).
    Name,
    /// The name of a type that the value travels as: an enumeration as an integer (OPC UA).
    Carrier,
    /// No report: the value was combined from parts, or has the requested type (S7).
    Nothing,
}

impl ExpectedType {
    pub(crate) fn of<'p>(
        symbols: &'p Symbols,
        symbol: &Symbol<'p>,
        reported: ReportedType,
    ) -> Self {
        let base = symbol.type_name().to_owned();
        let counts: Vec<u32> = symbols.bounds(symbol).iter().map(|it| it.count()).collect();
        let type_name = format!("{base}{}", shown(symbol.dimensions())).into();
        Self { name: symbol.name(), type_name, base, dimensions: counts, reported }
    }

    /// How the controller's own description of a tag differs, if it does.
    pub(crate) fn difference_to(&self, info: &TagInfo) -> Option<TypeDiffers> {
        let is_told =
            !info.type_name.is_empty() && !info.dimensions.contains(&0) && !self.base.is_empty();
        let agrees = same_size(&self.dimensions, &info.dimensions)
            && same_type(&self.base, &info.type_name, self.reported);
        (is_told && !agrees).then(|| {
            let sizes: Vec<Dimension> =
                info.dimensions.iter().copied().map(Dimension::of).collect();
            self.difference(&format!("{}{}", info.type_name, shown(&sizes)))
        })
    }

    /// The project's name: `Motor_UDT`, `DINT[10]`.
    pub(crate) fn type_name(&self) -> &Arc<str> {
        &self.type_name
    }

    /// Removes a value whose type in the controller differs from the project's; the error describes
    /// the difference.
    pub(crate) fn check(&self, reading: &mut Reading) -> Result<(), Message> {
        let value = match reading {
            Reading::Good(value) | Reading::Uncertain(value, _) => value,
            // The driver has seen for itself that it is not what the project declares.
            Reading::Bad(cause) if cause.reason == Reason::TypeMismatch => {
                return Err(self.differs(cause.in_particular()));
            }
            Reading::Bad(_) => return Ok(()),
        };
        let Some(detail) = self.mismatch(&value.type_name) else {
            if self.is_told() {
                value.type_name = Arc::clone(&self.type_name);
            }
            return Ok(());
        };
        *reading = Reading::Bad(Cause::new(Reason::TypeMismatch, &detail));
        Err(self.differs(detail.message()))
    }

    /// As a difference between controller and project.
    pub(crate) fn differs(&self, what: Message) -> Message {
        TagDifference { tag: &self.name, what }.message()
    }

    /// Returns the difference between this type and the controller's type, if there is one.
    pub(crate) fn mismatch(&self, controllers: &str) -> Option<TypeDiffers> {
        (!self.agrees_with(controllers)).then(|| self.difference(controllers))
    }

    /// Whether the project defines the type completely: the target of an alias may be missing in
    /// its file, or the constant with the size of an array.
    fn is_told(&self) -> bool {
        !self.base.is_empty() && !self.dimensions.contains(&0)
    }

    fn difference(&self, controllers: &str) -> TypeDiffers {
        TypeDiffers { controller: controllers.to_owned(), project: self.type_name.to_string() }
    }

    fn agrees_with(&self, controllers: &str) -> bool {
        if self.reported == ReportedType::Nothing || self.base.is_empty() {
            return true;
        }
        let (base, dimensions) = split(controllers);
        same_size(&self.dimensions, &dimensions) && same_type(&self.base, base, self.reported)
    }
}

/// Whether two arrays have the same number of elements, and the same dimensions if both have
/// several. If the project does not contain the size, any array is equal.
fn same_size(project: &[u32], controller: &[u32]) -> bool {
    if project.contains(&0) {
        return !controller.is_empty();
    }
    if project.len() > 1 && project.len() == controller.len() {
        return project == controller;
    }
    let count = |it: &[u32]| it.iter().map(|it| u64::from(*it)).product::<u64>();
    count(project) == count(controller)
}

/// Whether a controller's type and dimensions can be the project's.
pub(crate) fn fits(project: (&str, &[u32]), controller: (&str, &[u32])) -> bool {
    same_size(project.1, controller.1) && same_type(project.0, controller.0, ReportedType::Name)
}

/// `DINT[2,3]` → `DINT` and its dimensions.
fn split(type_name: &str) -> (&str, Vec<u32>) {
    match type_name.strip_suffix(']').and_then(|it| it.rsplit_once('[')) {
        Some((base, inside)) => {
            (base, inside.split(',').filter_map(|it| it.trim().parse().ok()).collect())
        }
        None => (type_name, Vec::new()),
    }
}

/// Whether both names can be of one type.
fn same_type(project: &str, controller: &str, reported: ReportedType) -> bool {
    if project.eq_ignore_ascii_case(controller) {
        return true;
    }
    match (kind(project), kind(controller)) {
        (Some(a), Some(b)) => a == b,
        // An enumeration, a subrange, a time: what it travels as is the server's own affair.
        _ => reported == ReportedType::Carrier,
    }
}

/// The kinds of elementary types, which all platforms have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bit,
    Bits8,
    Bits16,
    Bits32,
    Bits64,
    Signed8,
    Signed16,
    Signed32,
    Signed64,
    Real,
    LongReal,
    Text,
}

/// The kind of a type by its name in IEC 61131-3, Logix or OPC UA. `None`: another type, or one
/// with several forms (times and dates).
fn kind(name: &str) -> Option<Kind> {
    Some(match name.to_ascii_uppercase().as_str() {
        "BOOL" | "BOOLEAN" | "BIT" => Kind::Bit,
        "BYTE" | "USINT" => Kind::Bits8,
        "WORD" | "UINT" | "UINT16" => Kind::Bits16,
        "DWORD" | "UDINT" | "UINT32" => Kind::Bits32,
        "LWORD" | "ULINT" | "UINT64" => Kind::Bits64,
        "SINT" | "SBYTE" => Kind::Signed8,
        "INT" | "INT16" => Kind::Signed16,
        "DINT" | "INT32" => Kind::Signed32,
        "LINT" | "INT64" => Kind::Signed64,
        "REAL" | "FLOAT" => Kind::Real,
        "LREAL" | "DOUBLE" => Kind::LongReal,
        "STRING" | "WSTRING" => Kind::Text,
        _ => return None,
    })
}

/// Formats dimensions: `[10]`, or `[0..4, 1..8]` if an array does not begin at 0.
fn shown(dimensions: &[Dimension]) -> String {
    if dimensions.is_empty() {
        return String::new();
    }
    let one = |it: &Dimension| match it.low {
        0 => it.count().to_string(),
        low => format!("{low}..{}", it.high),
    };
    format!("[{}]", dimensions.iter().map(one).collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_all_platforms_are_compared_by_what_they_are() {
        use ReportedType::{Carrier, Name};
        for (project, controller, reported, same) in [
            ("DINT", "DINT", Name, true),
            ("REAL", "DINT", Name, false),
            ("DINT", "UDINT", Name, false),
            ("Motor_UDT", "motor_udt", Name, true),
            ("Motor_UDT", "Pump_UDT", Name, false),
            ("Motor_UDT", "DINT", Name, false),
            ("DINT", "Motor_UDT", Name, false),
            ("Int", "Int16", Carrier, true),
            ("REAL", "Float", Carrier, true),
            ("REAL", "Double", Carrier, false),
            ("E_STATE", "Int16", Carrier, true),
            ("TIME", "UInt32", Carrier, true),
        ] {
            assert_eq!(same_type(project, controller, reported), same, "{project} {controller}");
        }
    }

    #[test]
    fn rows_and_columns_are_not_to_be_mixed_up() {
        for (project, controller, same) in [
            (&[2, 3][..], &[2, 3][..], true),
            (&[2, 3], &[3, 2], false),
            (&[2, 3], &[6], true),
            (&[6], &[5], false),
            (&[0], &[5], true),
            (&[0], &[], false),
        ] {
            assert_eq!(same_size(project, controller), same, "{project:?} {controller:?}");
        }
    }

    #[test]
    fn an_array_has_the_dimensions_of_its_name() {
        assert_eq!(split("DINT[2,3]"), ("DINT", vec![2, 3]));
        assert_eq!(split("STRING[5]"), ("STRING", vec![5]));
        assert_eq!(split("Motor"), ("Motor", vec![]));
    }
}
