//! Converts the protocol's values to Tagbridge's.

use std::sync::Arc;

use base64::{Engine, prelude::BASE64_STANDARD};
use jiff::Timestamp;
use opcua::types::{
    Array, ByteStringBody, Context, DateTime, ExtensionObject, NodeId, UAString, Variant,
};
use tagbridge_driver::{Cause, Value, near};
use tagbridge_texts::Coded;

use super::{Kind, Types, decode};
use crate::{
    fault::{TagFault, bit, in_a_row},
    name::{PathStep, steps_text},
};

/// Why a value cannot be decoded.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum DecodeProblem {
    /// There is no value.
    Null,
    /// It is a structure whose encoding is not known yet.
    Encoding(NodeId),
    /// It has a member whose data type is not known yet.
    DataType(NodeId),
    /// It is or contains a structure whose definition the server does not return.
    Untold(NodeId),
    /// It is a structure whose encoding now belongs to another type: another program was loaded.
    Changed(NodeId),
    /// Its bytes do not match its type.
    Wrong(Malformed),
}

/// Why bytes do not match their type.
#[derive(Debug, Clone, PartialEq, Coded)]
#[coded(prefix = "opcua-malformed")]
pub(crate) enum Malformed {
    Endless,
    EndlessStructure,
    UnionMember {
        number: u32,
    },
    Dimensions {
        told: usize,
        expected: usize,
    },
    Matrix,
    ArrayEnds,
    Array {
        count: usize,
    },
    /// The library's message.
    Library {
        text: String,
    },
}

impl From<&opcua::types::Error> for DecodeProblem {
    fn from(error: &opcua::types::Error) -> Self {
        Self::Wrong(Malformed::Library { text: error.to_string() })
    }
}

/// The nesting depth of a value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Depth(u8);

impl Depth {
    const MAX: u8 = 64;

    pub(super) fn deeper(self) -> Result<Self, DecodeProblem> {
        match self.0 {
            Self::MAX => Err(DecodeProblem::Wrong(Malformed::Endless)),
            depth => Ok(Self(depth + 1)),
        }
    }
}

/// Converts a value. Bytes become Base64, as in the protocol's own JSON (Part 6 §5.4.2).
pub(crate) fn value(
    variant: Variant,
    types: &Types,
    context: &Context<'_>,
) -> Result<Value, DecodeProblem> {
    value_within(variant, types, context, Depth(0))
}

pub(super) fn value_within(
    variant: Variant,
    types: &Types,
    context: &Context<'_>,
    depth: Depth,
) -> Result<Value, DecodeProblem> {
    Ok(match variant {
        Variant::Empty => return Err(DecodeProblem::Null),
        Variant::Boolean(it) => Value::Bool(it),
        Variant::SByte(it) => Value::Int(it.into()),
        Variant::Int16(it) => Value::Int(it.into()),
        Variant::Int32(it) => Value::Int(it.into()),
        Variant::Int64(it) => Value::Int(it),
        Variant::Byte(it) => Value::Uint(it.into()),
        Variant::UInt16(it) => Value::Uint(it.into()),
        Variant::UInt32(it) => Value::Uint(it.into()),
        Variant::UInt64(it) => Value::Uint(it),
        Variant::Float(it) => Value::Real(it),
        Variant::Double(it) => Value::LReal(it),
        Variant::String(it) => Value::Text(text(&it)),
        Variant::DateTime(it) => Value::Timestamp(timestamp(&it)),
        Variant::Guid(it) => Value::Text(it.to_string()),
        Variant::StatusCode(it) => Value::Uint(it.bits().into()),
        Variant::ByteString(it) => Value::Text(BASE64_STANDARD.encode(it.as_ref())),
        Variant::XmlElement(it) => Value::Text(it.to_string()),
        Variant::QualifiedName(it) => Value::Text(it.to_string()),
        Variant::LocalizedText(it) => Value::Text(text(&it.text)),
        Variant::NodeId(it) => Value::Text(it.to_string()),
        Variant::ExpandedNodeId(it) => Value::Text(it.to_string()),
        Variant::ExtensionObject(it) => structure(it, types, context, depth)?,
        Variant::Variant(it) => value_within(*it, types, context, depth.deeper()?)?,
        Variant::DataValue(it) => {
            let inner = it.value.unwrap_or_default();
            value_within(inner, types, context, depth.deeper()?)?
        }
        Variant::DiagnosticInfo(it) => {
            Value::Text(it.additional_info.as_ref().map(text).unwrap_or_default())
        }
        Variant::Array(it) => array(*it, types, context, depth.deeper()?)?,
    })
}

/// Converts a point in time. The protocol's calendar ranges from 1601 to 9999 (Part 6 §5.2.2.5);
/// earlier and later times become its first or last value. Our calendar ends one day earlier, and
/// its end means the end of time.
pub(crate) fn timestamp(time: &DateTime) -> Timestamp {
    /// From 1601 to 1970, in steps of 100 ns.
    const EPOCH: i128 = 116_444_736_000_000_000;
    let nanoseconds = (i128::from(time.ticks().max(0)) - EPOCH) * 100;
    Timestamp::from_nanosecond(nanoseconds).unwrap_or(Timestamp::MAX)
}

/// Converts a flat list of values to nested arrays, the outermost dimension first.
pub(super) fn nested(values: Vec<Value>, dimensions: &[usize]) -> Value {
    let Some((_, inner)) = dimensions.split_first().filter(|(_, inner)| !inner.is_empty()) else {
        return Value::Array(values);
    };
    let size: usize = inner.iter().product();
    if size == 0 {
        return Value::Array(Vec::new());
    }
    let mut rows = Vec::with_capacity(values.len() / size);
    let mut values = values.into_iter();
    loop {
        let row: Vec<Value> = values.by_ref().take(size).collect();
        if row.is_empty() {
            return Value::Array(rows);
        }
        rows.push(nested(row, inner));
    }
}

/// The value after the steps.
pub(crate) fn select(value: &Value, steps: &[PathStep]) -> Result<Value, Cause> {
    let Some((step, rest)) = steps.split_first() else { return Ok(value.clone()) };
    let beyond = |size: usize| {
        let step = steps_text(std::slice::from_ref(step));
        Err(TagFault::Beyond { step, size }.into())
    };
    let inner = match (step, value) {
        (PathStep::Member(name), Value::Struct(members)) => {
            match members.iter().find(|(it, _)| **it == **name) {
                Some((_, value)) => value,
                None => return Err(no_member(name, members).into()),
            }
        }
        (PathStep::Element(at), Value::Array(values)) => {
            let (Some(first), len) = (at.first(), values.len()) else { return beyond(0) };
            let place = usize::try_from(*first).unwrap_or(usize::MAX);
            let Some(element) = values.get(place) else { return beyond(len) };
            match &at[1..] {
                [] => element,
                deeper => {
                    let deeper = select(element, &[PathStep::Element(deeper.to_vec())])?;
                    return select(&deeper, rest);
                }
            }
        }
        (PathStep::Run(from, to), Value::Array(values)) => {
            let place = |it: u32| usize::try_from(it).unwrap_or(usize::MAX);
            let (from, to, len) = (place(*from), place(*to), values.len());
            if to >= len {
                return beyond(len);
            }
            return select(&Value::Array(values[from..=to].to_vec()), rest);
        }
        (PathStep::Member(name), value) => {
            // The number of bits of its type was checked before.
            let is_set = match (bit(name), value) {
                (Some(bit @ 0..64), Value::Int(it)) => it >> bit & 1 == 1,
                (Some(bit @ 0..64), Value::Uint(it)) => it >> bit & 1 == 1,
                _ => return Err(TagFault::NoStructure { name: name.clone() }.into()),
            };
            return select(&Value::Bool(is_set), rest);
        }
        (PathStep::Element(_) | PathStep::Run(..), _) => return Err(TagFault::NoArray.into()),
    };
    select(inner, rest)
}

fn no_member(name: &str, members: &[(Arc<str>, Value)]) -> TagFault {
    let names = members.iter().map(|(it, _)| (&**it, it.to_string()));
    let (near, name) = (near(name, names, 3), name.to_owned());
    if near.is_empty() {
        TagFault::NoMember { name }
    } else {
        TagFault::NearMembers { name, near: in_a_row(&near) }
    }
}

fn array(
    array: Array,
    types: &Types,
    context: &Context<'_>,
    depth: Depth,
) -> Result<Value, DecodeProblem> {
    let Array { values, dimensions, .. } = array;
    let count = values.len();
    let values: Vec<Value> = values
        .into_iter()
        .map(|it| match value_within(it, types, context, depth) {
            // An element of an array has no quality of its own.
            Err(DecodeProblem::Null) => Ok(Value::Text(String::new())),
            other => other,
        })
        .collect::<Result<_, _>>()?;
    let sizes: Option<Vec<usize>> = dimensions
        .map(|it| it.into_iter().map(|it| usize::try_from(it).unwrap_or(usize::MAX)).collect());
    Ok(match sizes {
        Some(sizes)
            if sizes.iter().try_fold(1_usize, |all, it| all.checked_mul(*it)) == Some(count) =>
        {
            nested(values, &sizes)
        }
        _ => Value::Array(values),
    })
}

fn structure(
    object: ExtensionObject,
    types: &Types,
    context: &Context<'_>,
    depth: Depth,
) -> Result<Value, DecodeProblem> {
    let Some(body) = object.body else { return Err(DecodeProblem::Null) };
    // Types that the library knows are also decoded by their definition.
    let known;
    let raw = body.as_dyn_any_ref().downcast_ref::<ByteStringBody>();
    let (encoding, bytes) = if let Some(raw) = raw {
        (raw.encoding_id().clone(), raw.raw_body().as_ref())
    } else {
        let mut bytes = Vec::with_capacity(body.byte_len_dyn(context));
        body.encode_binary(&mut bytes, context).map_err(|error| DecodeProblem::from(&error))?;
        known = bytes;
        (body.binary_type_id().node_id, known.as_slice())
    };
    match types.encoded(&encoding) {
        Some(Kind::Structure(it)) => match decode::structure(bytes, &it, types, context, depth) {
            Ok((_, false)) | Err(DecodeProblem::Wrong(_)) if !types.is_confirmed(&encoding) => {
                Err(DecodeProblem::Changed(encoding))
            }
            decoded => decoded.map(|(value, _)| value),
        },
        Some(_) => Err(DecodeProblem::Untold(encoding)),
        None => Err(DecodeProblem::Encoding(encoding)),
    }
}

fn text(text: &UAString) -> String {
    text.value().clone().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use opcua::types::{Guid, LocalizedText, StatusCode, VariantScalarTypeId};
    use tagbridge_driver::Reason;

    use super::*;
    use crate::types::{Builtin, Field, Layout, Structure};

    fn check(variant: impl Into<Variant>, expected: Value) {
        let variant = variant.into();
        let owned = opcua::types::ContextOwned::default();
        let converted = value(variant.clone(), &Types::default(), &owned.context());
        assert_eq!(converted, Ok(expected), "{variant:?}");
    }

    fn int32s(values: Vec<i32>, dimensions: Option<Vec<u32>>) -> Variant {
        let values: Vec<Variant> = values.into_iter().map(Variant::from).collect();
        Variant::Array(Box::new(Array {
            value_type: VariantScalarTypeId::Int32,
            values,
            dimensions,
        }))
    }

    fn ints(values: &[i64]) -> Value {
        Value::Array(values.iter().map(|it| Value::Int(*it)).collect())
    }

    #[test]
    fn bytes_that_disagree_with_their_type_have_it_learnt_again() {
        let object = || ExtensionObject::from_message(opcua::types::Range { low: 1.5, high: 2.5 });
        let encoding = NodeId::new(0, 886); // Range_Encoding_DefaultBinary
        let range = NodeId::new(0, 884);
        let owned = opcua::types::ContextOwned::default();
        let mut types = Types::default();
        let define = |types: &mut Types, names: &[&str]| {
            let field = |name: &&str| Field {
                name: (*name).into(),
                data_type: NodeId::new(0, Builtin::Double as u32),
                dimensions: 0,
                is_optional: false,
                is_open: false,
            };
            let fields = names.iter().map(field).collect();
            let structure = Structure { layout: Layout::Plain, fields };
            types.keep_encoding(encoding.clone(), range.clone());
            types.keep(range.clone(), Kind::Structure(Arc::new(structure)));
        };
        let read = |types: &Types| value(Variant::from(object()), types, &owned.context());
        let members = |members: &[(&str, f64)]| {
            let member = |(name, it): &(&str, f64)| ((*name).into(), Value::LReal(*it));
            Ok(Value::Struct(members.iter().map(member).collect()))
        };
        // Of another program: one member fewer, and one more.
        for names in [&["low"][..], &["low", "middle", "high"]] {
            define(&mut types, names);
            assert_eq!(read(&types), Err(DecodeProblem::Changed(encoding.clone())), "{names:?}");
        }
        assert_eq!(types.forget_structures().as_slice(), std::slice::from_ref(&range));
        assert_eq!(read(&types), Err(DecodeProblem::Encoding(encoding.clone())));
        define(&mut types, &["low", "high"]);
        assert_eq!(read(&types), members(&[("low", 1.5), ("high", 2.5)]));
        // A server that sends more than it declares: the declared members are first.
        define(&mut types, &["low"]);
        types.confirm(encoding.clone());
        assert_eq!(read(&types), members(&[("low", 1.5)]));
        define(&mut types, &["low", "middle", "high"]);
        assert!(matches!(read(&types), Err(DecodeProblem::Wrong(_))));
    }

    #[test]
    fn every_kind_of_value_has_a_form() {
        check(true, Value::Bool(true));
        check(-1_i8, Value::Int(-1));
        check(200_u8, Value::Uint(200));
        check(i64::MIN, Value::Int(i64::MIN));
        check(u64::MAX, Value::Uint(u64::MAX));
        check(0.1_f32, Value::Real(0.1));
        check(0.1_f64, Value::LReal(0.1));
        check("ä", Value::Text("ä".into()));
        check(Variant::String(UAString::null()), Value::Text(String::new()));
        check(opcua::types::ByteString::from(vec![0_u8, 255]), Value::Text("AP8=".into()));
        check(StatusCode::BadTimeout, Value::Uint(0x800A_0000));
        check(LocalizedText::new("en", "on"), Value::Text("on".into()));
        check(NodeId::new(2, "a"), Value::Text("ns=2;s=a".into()));
        check(Guid::null(), Value::Text("00000000-0000-0000-0000-000000000000".into()));
        check(Variant::Variant(Box::new(Variant::from(7_i32))), Value::Int(7));
        let time = DateTime::ymd_hms(2026, 11, 21, 6, 47, 29);
        check(time, Value::Timestamp("2026-11-21T06:47:29Z".parse().unwrap()));
        check(DateTime::endtimes(), Value::Timestamp(Timestamp::MAX));
        let first = Value::Timestamp("1601-01-01T00:00:00Z".parse().expect("a time"));
        check(DateTime::from(i64::MIN), first.clone());
        check(DateTime::from(-1), first);
    }

    #[test]
    fn arrays_keep_their_dimensions() {
        check(int32s(vec![1, 2, 3], None), ints(&[1, 2, 3]));
        check(
            int32s(vec![1, 2, 3, 4, 5, 6], Some(vec![2, 3])),
            Value::Array(vec![ints(&[1, 2, 3]), ints(&[4, 5, 6])]),
        );
        // Dimensions that do not match the received values.
        check(int32s(vec![1, 2, 3], Some(vec![2, 2])), ints(&[1, 2, 3]));
        check(int32s(vec![], Some(vec![0, 3])), Value::Array(vec![]));
    }

    #[test]
    fn steps_lead_into_a_value() {
        let member = |name: &str| PathStep::Member(name.to_owned());
        let value = || {
            let inner = Value::Struct(vec![("Speed".into(), ints(&[7, 8, 9]))]);
            Value::Array(vec![Value::Bool(true), inner])
        };
        for (steps, expected) in [
            (vec![], Ok(value())),
            (vec![PathStep::Element(vec![0])], Ok(Value::Bool(true))),
            (
                vec![PathStep::Element(vec![1]), member("Speed"), PathStep::Element(vec![2])],
                Ok(Value::Int(9)),
            ),
            (
                vec![PathStep::Element(vec![1]), member("Speed"), PathStep::Run(0, 1)],
                Ok(ints(&[7, 8])),
            ),
            (vec![PathStep::Element(vec![2])], Err(Reason::OutOfRange)),
            (vec![PathStep::Run(1, 2)], Err(Reason::OutOfRange)),
            (vec![member("Speed")], Err(Reason::TypeMismatch)),
            (
                vec![
                    PathStep::Element(vec![1]),
                    member("Speed"),
                    PathStep::Element(vec![2]),
                    member("3"),
                ],
                Ok(Value::Bool(true)),
            ),
            (vec![PathStep::Element(vec![1]), member("Sped")], Err(Reason::UnknownTag)),
            (vec![PathStep::Element(vec![0, 1])], Err(Reason::TypeMismatch)),
        ] {
            let found = select(&value(), &steps).map_err(|cause| cause.reason);
            assert_eq!(found, expected, "{}", steps_text(&steps));
        }
    }

    #[test]
    fn values_within_values_come_to_an_end() {
        let mut variant = Variant::from(1_i32);
        for _ in 0..70 {
            variant = Variant::Variant(Box::new(variant));
        }
        let owned = opcua::types::ContextOwned::default();
        let converted = value(variant, &Types::default(), &owned.context());
        assert!(matches!(converted, Err(DecodeProblem::Wrong(_))), "{converted:?}");
    }
}
