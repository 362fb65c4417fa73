//! Elementary types, and which values a variable of each accepts.

use tagbridge_logic::kinds::Kind;
use tagbridge_project::Vendor;

/// An elementary type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Elementary {
    /// Its name, as the standard writes it.
    pub(crate) name: &'static str,
    pub(crate) class: Class,
    /// How many bits a value has; of texts of one character.
    pub(crate) bits: u16,
}

/// The class of an elementary type's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// On or off.
    Bit,
    /// `BYTE` and its like.
    Bits,
    /// Whole numbers with a sign.
    Signed,
    /// Whole numbers without a sign.
    Unsigned,
    /// Numbers with a fraction.
    Real,
    /// Durations.
    Time,
    /// Dates and times of day.
    Date,
    /// One character.
    Char,
    /// Texts.
    Text,
}

macro_rules! table {
    ($($name:literal $class:ident $bits:literal),* $(,)?) => {
        &[$(Elementary { name: $name, class: Class::$class, bits: $bits }),*]
    };
}

/// The elementary types of the three platforms (IEC 61131-3 table 10; TIA Portal, "Data types").
#[rustfmt::skip]
static ELEMENTARY: &[Elementary] = table![
    "BOOL" Bit 1, "BIT" Bit 1,
    "BYTE" Bits 8, "WORD" Bits 16, "DWORD" Bits 32, "LWORD" Bits 64,
    "SINT" Signed 8, "INT" Signed 16, "DINT" Signed 32, "LINT" Signed 64,
    "USINT" Unsigned 8, "UINT" Unsigned 16, "UDINT" Unsigned 32, "ULINT" Unsigned 64,
    "REAL" Real 32, "LREAL" Real 64,
    "TIME" Time 32, "LTIME" Time 64, "S5TIME" Time 16,
    "DATE" Date 16, "LDATE" Date 64, "TOD" Date 32, "TIME_OF_DAY" Date 32, "LTOD" Date 64,
    "LTIME_OF_DAY" Date 64, "DT" Date 64, "DATE_AND_TIME" Date 64, "LDT" Date 64,
    "LDATE_AND_TIME" Date 64,
    "CHAR" Char 8, "WCHAR" Char 16, "STRING" Text 8, "WSTRING" Text 16,
];

/// The elementary type of a name.
pub(crate) fn elementary(name: &str) -> Option<Elementary> {
    ELEMENTARY.iter().find(|it| it.name.eq_ignore_ascii_case(name)).copied()
}

impl Elementary {
    /// Whether it holds whole numbers.
    pub(crate) fn is_whole(self) -> bool {
        matches!(self.class, Class::Signed | Class::Unsigned | Class::Bits)
    }

    /// Whether it holds numbers.
    pub(crate) fn is_number(self) -> bool {
        self.is_whole() || self.class == Class::Real
    }

    /// The lowest and the highest whole number that it holds.
    pub(crate) fn range(self) -> Option<(i128, i128)> {
        let width = u32::from(self.bits);
        match self.class {
            Class::Signed => Some((-(1_i128 << (width - 1)), (1_i128 << (width - 1)) - 1)),
            Class::Unsigned | Class::Bits => Some((0, (1_i128 << width) - 1)),
            Class::Bit => Some((0, 1)),
            _ => None,
        }
    }
}

/// The known part of a value's type.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Type<'a> {
    /// The file does not say.
    Unknown,
    /// An elementary type.
    Elementary(Elementary),
    /// A whole number without a type, with its value where it is known.
    Whole(Option<i128>),
    /// A number with a fraction without a type.
    Fraction,
    /// A text literal with this number of characters, without a type.
    Literal(usize),
    /// An enumeration, by its name.
    Enumeration(&'a str),
    /// A declared structure, function block or array.
    Declared(Kind<'a>),
}

impl Type<'_> {
    /// Its name, as messages show it.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Unknown => "?".to_owned(),
            Self::Elementary(it) => it.name.to_owned(),
            Self::Whole(Some(value)) => value.to_string(),
            Self::Whole(None) => "INT".to_owned(),
            Self::Fraction => "REAL".to_owned(),
            Self::Literal(_) => "STRING".to_owned(),
            Self::Enumeration(name) => (*name).to_owned(),
            Self::Declared(kind) if kind.dimensions.is_empty() => kind.name.to_owned(),
            Self::Declared(kind) => {
                let bounds: Vec<String> =
                    kind.dimensions.iter().map(|it| format!("{}..{}", it.low, it.high)).collect();
                format!("ARRAY[{}] OF {}", bounds.join(","), kind.name)
            }
        }
    }

    /// The elementary type, where it is one.
    pub(crate) fn elementary(&self) -> Option<Elementary> {
        match self {
            Self::Elementary(it) => Some(*it),
            _ => None,
        }
    }

    /// Whether it may be a condition.
    pub(crate) fn may_be_bit(&self) -> bool {
        match self {
            Self::Unknown => true,
            Self::Elementary(it) => it.class == Class::Bit,
            Self::Whole(value) => value.is_none_or(|it| it == 0 || it == 1),
            _ => false,
        }
    }

    /// Whether it may be a whole number.
    pub(crate) fn may_be_whole(&self) -> bool {
        match self {
            Self::Unknown | Self::Whole(_) | Self::Enumeration(_) => true,
            Self::Elementary(it) => it.is_whole(),
            _ => false,
        }
    }

    /// Whether it may be a number.
    pub(crate) fn may_be_number(&self) -> bool {
        match self {
            Self::Unknown | Self::Whole(_) | Self::Fraction | Self::Enumeration(_) => true,
            Self::Elementary(it) => it.is_number(),
            _ => false,
        }
    }
}

/// Whether a value may be assigned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Assignability {
    /// It may be assigned.
    Yes,
    /// It may be assigned, and may lose a part of its value.
    Loses,
    /// The constant is too large.
    TooLarge,
    /// It may not be assigned.
    No,
}

/// Whether a variable of the type `to` accepts a value of the type `from` without a conversion.
///
/// Siemens: TIA Portal help, "Implicit conversion", without the IEC check. CODESYS: help, "Type
/// conversion operators" and the messages C0032, C0195 and C0196. Logix: 1756-PM007, "Assignments".
#[expect(clippy::match_same_arms, reason = "the first cases come before all others")]
pub(crate) fn fit(vendor: Vendor, to: &Type<'_>, from: &Type<'_>) -> Assignability {
    match (to, from) {
        (Type::Unknown, _) | (_, Type::Unknown) => Assignability::Yes,
        (Type::Elementary(to), Type::Elementary(from)) => between(vendor, *to, *from),
        (Type::Elementary(to), Type::Whole(value)) => whole(vendor, *to, *value),
        (Type::Elementary(to), Type::Fraction) => allowed(to.class == Class::Real),
        (Type::Elementary(to), Type::Literal(length)) => {
            allowed(to.class == Class::Text || (to.class == Class::Char && *length <= 1))
        }
        (Type::Elementary(to), Type::Enumeration(_)) => allowed(to.is_number()),
        (Type::Elementary(to), Type::Declared(from)) => {
            allowed(is_text(from, vendor) && to.class == Class::Text || is_open(from))
        }
        (Type::Enumeration(_), Type::Whole(_)) => Assignability::Yes,
        (Type::Enumeration(_), Type::Elementary(from)) => allowed(from.is_whole()),
        (Type::Enumeration(a), Type::Enumeration(b)) => {
            allowed(last(a).eq_ignore_ascii_case(last(b)))
        }
        (Type::Enumeration(_), Type::Declared(from)) => allowed(is_open(from)),
        (Type::Enumeration(_), _) => Assignability::No,
        (Type::Declared(to), Type::Declared(from)) => structures(vendor, to, from),
        (Type::Declared(to), Type::Literal(_)) => allowed(is_text(to, vendor) || is_open(to)),
        (Type::Declared(to), Type::Elementary(from)) => allowed(
            is_open(to) || is_text(to, vendor) && matches!(from.class, Class::Text | Class::Char),
        ),
        (Type::Declared(to), _) => allowed(is_open(to)),
        (Type::Whole(_) | Type::Fraction | Type::Literal(_), _) => Assignability::Yes,
    }
}

fn allowed(is_allowed: bool) -> Assignability {
    if is_allowed { Assignability::Yes } else { Assignability::No }
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Whether a type is a string type with its own length: `STRING_20` (Logix).
fn is_text(kind: &Kind<'_>, vendor: Vendor) -> bool {
    vendor == Vendor::AllenBradley && kind.dimensions.is_empty()
}

/// Whether a type accepts values of types that its name does not say: pointers, references, interfaces, `ANY`.
fn is_open(kind: &Kind<'_>) -> bool {
    let upper = kind.name.to_ascii_uppercase();
    kind.name.is_empty()
        || ["POINTER", "REFERENCE", "REF_TO", "ANY", "VARIANT", "__"]
            .iter()
            .any(|it| upper.starts_with(it))
        || ["DTL", "DT", "DATE_AND_TIME", "REMOTE", "VOID", "UXINT", "XINT", "XWORD", "__UXINT"]
            .contains(&&*upper)
}

fn structures(vendor: Vendor, to: &Kind<'_>, from: &Kind<'_>) -> Assignability {
    if is_open(to) || is_open(from) {
        return Assignability::Yes;
    }
    let extent =
        |kind: &Kind<'_>| -> Vec<u32> { kind.dimensions.iter().map(|it| it.count()).collect() };
    // Of `ARRAY[*]` the call decides the bounds.
    let is_any = |kind: &Kind<'_>| kind.dimensions.iter().any(|it| it.count() <= 1);
    // The array that is passed to an add-on instruction may be longer than the parameter.
    let fits = |(to, from): (&u32, &u32)| to == from || to < from && vendor == Vendor::AllenBradley;
    let (room, given) = (extent(to), extent(from));
    let is_enough = room.len() == given.len() && room.iter().zip(&given).all(fits);
    let bounds = is_enough || is_any(to) || is_any(from);
    let both_arrays = to.dimensions.is_empty() == from.dimensions.is_empty();
    let unnamed =
        |kind: &Kind<'_>| kind.name.eq_ignore_ascii_case("Struct") || !kind.members.is_empty();
    let elementary = |kind: &Kind<'_>| elementary(kind.name).is_some();
    let names = last(to.name).eq_ignore_ascii_case(last(from.name));
    if names || unnamed(to) || unnamed(from) {
        return allowed(both_arrays && bounds);
    }
    // Two structures of other names may be a block and what it inherits from.
    allowed(both_arrays && !elementary(to) && !elementary(from))
}

fn whole(vendor: Vendor, to: Elementary, value: Option<i128>) -> Assignability {
    let Some(value) = value else { return allowed(to.is_number() || to.class == Class::Bit) };
    match to.class {
        Class::Real => Assignability::Yes,
        Class::Time => allowed(vendor == Vendor::AllenBradley || value == 0),
        Class::Date => allowed(value == 0),
        Class::Char | Class::Text => Assignability::No,
        Class::Bit => allowed(value == 0 || value == 1),
        Class::Signed | Class::Unsigned | Class::Bits => {
            // Hexadecimal numbers fill all bits of a number with a sign, and negative ones those of
            // a number without.
            let least = -(1_i128 << (to.bits - 1));
            let most = (1_i128 << to.bits) - 1;
            if (least..=most).contains(&value) {
                Assignability::Yes
            } else {
                Assignability::TooLarge
            }
        }
    }
}

#[expect(clippy::match_same_arms, reason = "one line for each rule of the platform")]
fn between(vendor: Vendor, to: Elementary, from: Elementary) -> Assignability {
    use Class::{Bit, Bits, Char, Date, Real, Signed, Text, Time, Unsigned};
    let wider = |fit: Assignability| if to.bits >= from.bits { Assignability::Yes } else { fit };
    match vendor {
        Vendor::AllenBradley => match (to.class, from.class) {
            (Bit, Bit) | (Text, Text) | (Time, Time) | (Date, Date) => Assignability::Yes,
            (Bit, _) | (_, Bit) => Assignability::No,
            _ if to.is_number() && from.is_number() => Assignability::Yes,
            (Time, _) => allowed(from.is_whole()),
            (_, Time) => allowed(to.is_whole()),
            _ => Assignability::No,
        },
        Vendor::Siemens => match (to.class, from.class) {
            (Bits | Bit, Bit) | (Text, Text) | (Real, Signed | Unsigned) => Assignability::Yes,
            (Bit, _) | (_, Bit) => Assignability::No,
            (Real, Real) => wider(Assignability::No),
            (Real, Bits) => allowed(to.bits == from.bits),
            (Bits, Real) => allowed(to.bits >= from.bits),
            (Signed | Unsigned | Bits, Signed | Unsigned | Bits) => wider(Assignability::No),
            (Time, Time) => wider(Assignability::No),
            (Time, Signed | Unsigned | Bits) | (Signed | Unsigned | Bits, Time) => {
                wider(Assignability::No)
            }
            (Date, Date) => Assignability::Yes,
            (Date, Signed | Unsigned | Bits) | (Signed | Unsigned | Bits, Date) => {
                wider(Assignability::No)
            }
            (Char, Char) => wider(Assignability::No),
            (Text, Char) | (Char, Text) => Assignability::Yes,
            (Char, Bits | Signed | Unsigned) | (Bits | Signed | Unsigned, Char) => {
                wider(Assignability::No)
            }
            _ => Assignability::No,
        },
        Vendor::Codesys => match (to.class, from.class) {
            (Bit, Bit) | (Text, Text) => Assignability::Yes,
            // A bit becomes 0 or 1.
            (Bits, Bit) => Assignability::Loses,
            (Bit, _) | (_, Bit) => Assignability::No,
            (Real, Real) => wider(Assignability::Loses),
            (Real, Signed | Unsigned | Bits) => Assignability::Yes,
            (Signed | Unsigned | Bits, Signed | Unsigned | Bits) => wider(Assignability::No),
            (Time, Time) => Assignability::Yes,
            (Time | Date, Signed | Unsigned | Bits) | (Signed | Unsigned | Bits, Time | Date) => {
                Assignability::Loses
            }
            (Date, Date) => Assignability::Yes,
            (Text | Char, Char) => Assignability::Yes,
            _ => Assignability::No,
        },
    }
}
