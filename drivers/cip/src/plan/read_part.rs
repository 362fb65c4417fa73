//! The part of a read that a tag uses: all of it, some elements, or a bit.

use std::borrow::Cow;

use tagbridge_driver::{Cause, Reason, Value};

use crate::codec::read_tag::TagType;
use crate::messages::Why;

/// The part of one read that one tag uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadPart {
    /// Index of the read in the plan.
    pub(crate) read: usize,
    pub(crate) part: Part,
    /// The array of the element or slice, in lower case without its last index.
    pub(crate) array: Option<String>,
}

/// The part of the values of a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// One element.
    Element(usize),
    /// Several elements, as an array.
    Run { first: usize, count: usize },
    /// A bit of an element that is an integer.
    Bit { element: usize, bit: u8 },
    /// A bit of the DWORDs of a BOOL array, counted over all of them.
    Packed(usize),
    /// Several of such bits, as an array.
    PackedRun { first: usize, count: usize },
}

/// A tag's value and the name of its type, from its parts.
pub(crate) fn assembled(
    pieces: impl IntoIterator<Item = Result<(Value, Cow<'static, str>), Cause>>,
) -> Result<(Value, Cow<'static, str>), Cause> {
    let mut pieces = pieces.into_iter();
    let (mut value, name) = pieces.next().ok_or_else(missing)??;
    for piece in pieces {
        match (&mut value, piece?) {
            (Value::Array(values), (Value::Array(more), same)) if same == name => {
                values.extend(more);
            }
            (_, (_, other)) => {
                let why = Why::SliceChanges { from: &name, to: &other };
                return Err(Cause::new(Reason::DecodeError, &why));
            }
        }
    }
    match &value {
        Value::Array(values) => {
            let name = format!("{name}[{}]", values.len());
            Ok((value, name.into()))
        }
        _ => Ok((value, name)),
    }
}

impl Part {
    /// The same part, `elements` elements later.
    pub(super) fn behind(self, elements: usize) -> Self {
        match self {
            Self::Element(i) => Self::Element(i + elements),
            Self::Run { first, count } => Self::Run { first: first + elements, count },
            Self::Bit { element, bit } => Self::Bit { element: element + elements, bit },
            Self::Packed(bit) => Self::Packed(bit + 32 * elements),
            Self::PackedRun { first, count } => {
                Self::PackedRun { first: first + 32 * elements, count }
            }
        }
    }

    /// The value and the name of its type; in arrays, of the elements' type.
    pub(crate) fn of(
        self,
        kind: TagType,
        values: &[Value],
    ) -> Result<(Value, Cow<'static, str>), Cause> {
        match self {
            Self::Element(i) => Ok((values.get(i).ok_or_else(missing)?.clone(), kind.name())),
            Self::Run { first, count } => {
                let run = values.get(first..first + count).ok_or_else(missing)?;
                Ok((Value::Array(run.to_vec()), kind.name()))
            }
            Self::Bit { element, bit } => {
                let value = bit_of(kind, values.get(element).ok_or_else(missing)?, bit)?;
                Ok((Value::Bool(value), "BOOL".into()))
            }
            Self::Packed(bit) => Ok((Value::Bool(packed(kind, values, bit)?), "BOOL".into())),
            Self::PackedRun { first, count } => {
                let bits = (first..first + count)
                    .map(|bit| packed(kind, values, bit).map(Value::Bool))
                    .collect::<Result<_, _>>()?;
                Ok((Value::Array(bits), "BOOL".into()))
            }
        }
    }
}

fn bit_of(kind: TagType, value: &Value, bit: u8) -> Result<bool, Cause> {
    let width = match kind {
        TagType::Elementary(kind) => kind.bits(),
        TagType::Structure { .. } | TagType::Unknown(_) => None,
    };
    let Some(width) = width else {
        return Err(Cause::new(Reason::TypeMismatch, &Why::NoBitsOf { kind }));
    };
    if bit >= width {
        return Err(Cause::new(Reason::OutOfRange, &Why::BitOf { bit, kind, width }));
    }
    match *value {
        Value::Int(it) => Ok(it >> bit & 1 == 1),
        Value::Uint(it) => Ok(it >> bit & 1 == 1),
        _ => Err(missing()),
    }
}

/// Indices after the end of an array of other elements were tried as those of a BOOL array.
fn packed(kind: TagType, values: &[Value], bit: usize) -> Result<bool, Cause> {
    if kind != TagType::DWORD {
        return Err(Cause::new(Reason::OutOfRange, &Why::BeyondArray));
    }
    match values.get(bit / 32) {
        Some(&Value::Uint(it)) => Ok(it >> (bit % 32) & 1 == 1),
        _ => Err(missing()),
    }
}

fn missing() -> Cause {
    Cause::new(Reason::DecodeError, &Why::ElementMissing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Elementary;

    const DWORD: TagType = TagType::DWORD;
    const DINT: TagType = TagType::Elementary(Elementary::Dint);

    fn check(part: Part, kind: TagType, values: &[Value], expected: Result<(Value, &str), Reason>) {
        match (part.of(kind, values), expected) {
            (Ok((value, name)), Ok(expected)) => assert_eq!((value, &*name), expected, "{part:?}"),
            (Err(cause), Err(reason)) => assert_eq!(cause.reason, reason, "{part:?}"),
            (got, expected) => panic!("{part:?}: {got:?} instead of {expected:?}"),
        }
    }

    #[test]
    fn elements_arrays_and_bits() {
        let values = [Value::Int(-1), Value::Int(4)];
        check(Part::Element(1), DINT, &values, Ok((Value::Int(4), "DINT")));
        check(Part::Element(2), DINT, &values, Err(Reason::DecodeError));
        let run = Part::Run { first: 0, count: 2 };
        check(run, DINT, &values, Ok((Value::Array(values.to_vec()), "DINT")));
        for (element, bit, expected) in [
            (0, 31, Ok((Value::Bool(true), "BOOL"))),
            (0, 32, Err(Reason::OutOfRange)),
            (1, 1, Ok((Value::Bool(false), "BOOL"))),
            (1, 2, Ok((Value::Bool(true), "BOOL"))),
        ] {
            check(Part::Bit { element, bit }, DINT, &values, expected);
        }
        let real = TagType::Elementary(Elementary::Real);
        check(
            Part::Bit { element: 0, bit: 0 },
            real,
            &[Value::Real(1.0)],
            Err(Reason::TypeMismatch),
        );
    }

    #[test]
    fn bools_of_a_packed_array() {
        let values = [Value::Uint(1 << 31), Value::Uint(2)];
        check(Part::Packed(31), DWORD, &values, Ok((Value::Bool(true), "BOOL")));
        check(Part::Packed(32), DWORD, &values, Ok((Value::Bool(false), "BOOL")));
        check(Part::Packed(33), DWORD, &values, Ok((Value::Bool(true), "BOOL")));
        check(Part::Packed(0), DINT, &[Value::Int(1)], Err(Reason::OutOfRange));
        let expected = Value::Array([true, false, true].map(Value::Bool).to_vec());
        let run = Part::PackedRun { first: 31, count: 3 };
        check(run, DWORD, &values, Ok((expected, "BOOL")));
    }

    #[test]
    fn pieces_become_one_slice() {
        let piece = |values: &[i64], name: &'static str| {
            let values = values.iter().copied().map(Value::Int).collect();
            Ok((Value::Array(values), Cow::Borrowed(name)))
        };
        let whole = Value::Array([1, 2, 3].map(Value::Int).to_vec());
        let slice = assembled([piece(&[1, 2], "DINT"), piece(&[3], "DINT")]);
        assert_eq!(slice, Ok((whole, "DINT[3]".into())));
        assert_eq!(
            assembled([Ok((Value::Int(1), "INT".into()))]),
            Ok((Value::Int(1), "INT".into()))
        );
        let unknown = || Cause::from(Reason::UnknownTag);
        assert_eq!(assembled([piece(&[1], "DINT"), Err(unknown())]), Err(unknown()));
        let changed = assembled([piece(&[1], "DINT"), piece(&[2], "INT")]);
        assert_eq!(changed.unwrap_err().reason, Reason::DecodeError);
    }
}
