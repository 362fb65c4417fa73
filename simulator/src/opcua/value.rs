//! Converts values between the driver contract and OPC UA.
//!
//! A time span is a number of milliseconds, as in OPC UA; bytes are Base64, and ids and names have
//! the text form of the protocol.

use std::sync::Arc;

use jiff::Timestamp;
use opcua::types::{
    Array, ByteString, DateTime, ExpandedNodeId, ExtensionObject, Guid, LocalizedText, NodeId,
    QualifiedName, StatusCode, UAString, Variant, VariantScalarTypeId as Wire, XmlElement,
};
use tagbridge_driver::Value;

use super::{
    encoded::Encoded,
    types::{Arrayed, Scalar, Shape, Structured},
};

/// OPC UA counts in 100 ns from 1601-01-01 (Part 6 §5.2.2.5): this many to 1970-01-01.
const TICKS_TO_1970: i64 = 116_444_736_000_000_000;

/// The default value of a variable of this type.
pub(super) fn zero(shape: &Shape) -> Value {
    match shape {
        Shape::Scalar(it) => match it.wire {
            Wire::Boolean => Value::Bool(false),
            Wire::SByte | Wire::Int16 | Wire::Int32 | Wire::Int64 => Value::Int(0),
            Wire::Byte | Wire::UInt16 | Wire::UInt32 | Wire::UInt64 | Wire::StatusCode => {
                Value::Uint(0)
            }
            Wire::Float => Value::Real(0.0),
            Wire::Double => Value::LReal(0.0),
            Wire::DateTime => Value::Timestamp(Timestamp::UNIX_EPOCH),
            Wire::Guid => Value::Text(Guid::null().to_string()),
            Wire::NodeId => Value::Text(NodeId::null().to_string()),
            Wire::ExpandedNodeId => Value::Text(ExpandedNodeId::null().to_string()),
            _ => Value::Text(String::new()),
        },
        Shape::Enumeration(it) => {
            Value::Int(it.values.first().map_or(0, |(_, value)| i64::from(*value)))
        }
        Shape::Structure(it) => {
            let members = it.members.iter();
            Value::Struct(members.map(|it| (Arc::clone(&it.name), zero(&it.shape))).collect())
        }
        Shape::Array(it) => nested(&it.dimensions(), &zero(&it.element)),
    }
}

fn nested(dimensions: &[u32], element: &Value) -> Value {
    match dimensions {
        [] => element.clone(),
        [size, inner @ ..] => Value::Array(vec![nested(inner, element); *size as usize]),
    }
}

/// Whether a variable of this type can hold the value.
pub(super) fn fits(shape: &Shape, value: &Value) -> bool {
    match (shape, value) {
        (Shape::Scalar(it), value) => scalar(*it, value).is_some(),
        (Shape::Enumeration(_), Value::Int(it)) => i32::try_from(*it).is_ok(),
        (Shape::Structure(it), Value::Struct(members)) => {
            it.members.len() == members.len()
                && it.members.iter().zip(members).all(|(member, (name, value))| {
                    member.name == *name && fits(&member.shape, value)
                })
        }
        (Shape::Array(it), value) => fits_array(it, &it.dimensions(), value),
        _ => false,
    }
}

fn fits_array(array: &Arrayed, dimensions: &[u32], value: &Value) -> bool {
    match (dimensions, value) {
        ([], value) => fits(&array.element, value),
        ([size, inner @ ..], Value::Array(values)) => {
            values.len() == *size as usize && values.iter().all(|it| fits_array(array, inner, it))
        }
        _ => false,
    }
}

/// Returns the value in OPC UA format; `None` if it does not fit the type. `namespace` is that of
/// the structure types.
pub(super) fn to_variant(shape: &Shape, value: &Value, namespace: u16) -> Option<Variant> {
    match (shape, value) {
        (Shape::Scalar(it), value) => scalar(*it, value),
        (Shape::Enumeration(_), Value::Int(it)) => Some(Variant::Int32(i32::try_from(*it).ok()?)),
        (Shape::Structure(it), Value::Struct(members)) => {
            Some(Variant::ExtensionObject(structure(it, members, namespace)?))
        }
        (Shape::Array(it), value) => {
            let mut values = Vec::new();
            flatten(it, &it.dimensions(), value, namespace, &mut values)?;
            let wire = wire(&it.element);
            let array = match it.dimensions() {
                one if one.len() == 1 => Array::new(wire, values),
                many => Array::new_multi(wire, values, many),
            };
            Some(Variant::Array(Box::new(array.ok()?)))
        }
        _ => None,
    }
}

/// The OPC UA type of an element. Enumerations are Int32, structures are extension objects.
fn wire(shape: &Shape) -> Wire {
    match shape {
        Shape::Scalar(it) => it.wire,
        Shape::Enumeration(_) => Wire::Int32,
        Shape::Structure(_) | Shape::Array(_) => Wire::ExtensionObject,
    }
}

fn flatten(
    array: &Arrayed,
    dimensions: &[u32],
    value: &Value,
    namespace: u16,
    into: &mut Vec<Variant>,
) -> Option<()> {
    match (dimensions, value) {
        ([], value) => into.push(to_variant(&array.element, value, namespace)?),
        ([_, inner @ ..], Value::Array(values)) => {
            for it in values {
                flatten(array, inner, it, namespace, into)?;
            }
        }
        _ => return None,
    }
    Some(())
}

fn structure(
    structured: &Structured,
    members: &[(Arc<str>, Value)],
    namespace: u16,
) -> Option<ExtensionObject> {
    let fields = structured
        .members
        .iter()
        .zip(members)
        .map(|(member, (_, value))| to_variant(&member.shape, value, namespace))
        .collect::<Option<_>>()?;
    Some(ExtensionObject::new(Encoded::new(&structured.name, namespace, fields)))
}

fn scalar(scalar: Scalar, value: &Value) -> Option<Variant> {
    Some(match (scalar.wire, value) {
        (Wire::Boolean, Value::Bool(it)) => Variant::Boolean(*it),
        (Wire::SByte, Value::Int(it)) => Variant::SByte(i8::try_from(*it).ok()?),
        (Wire::Int16, Value::Int(it)) => Variant::Int16(i16::try_from(*it).ok()?),
        (Wire::Int32, Value::Int(it)) => Variant::Int32(i32::try_from(*it).ok()?),
        (Wire::Int64, Value::Int(it)) => Variant::Int64(*it),
        (Wire::Byte, Value::Uint(it)) => Variant::Byte(u8::try_from(*it).ok()?),
        (Wire::UInt16, Value::Uint(it)) => Variant::UInt16(u16::try_from(*it).ok()?),
        (Wire::UInt32, Value::Uint(it)) => Variant::UInt32(u32::try_from(*it).ok()?),
        (Wire::UInt64, Value::Uint(it)) => Variant::UInt64(*it),
        (Wire::Float, Value::Real(it)) => Variant::Float(*it),
        (Wire::Double, Value::LReal(it)) => Variant::Double(*it),
        (Wire::String, Value::Text(it)) => Variant::String(UAString::from(it.as_str())),
        (Wire::DateTime, Value::Timestamp(it)) => Variant::DateTime(Box::new(date_time(*it)?)),
        (Wire::Guid, Value::Text(it)) => Variant::Guid(Box::new(it.parse::<Guid>().ok()?)),
        (Wire::ByteString, Value::Text(it)) => Variant::ByteString(ByteString::from_base64(it)?),
        (Wire::XmlElement, Value::Text(it)) => Variant::XmlElement(XmlElement::from(it.as_str())),
        (Wire::NodeId, Value::Text(it)) => Variant::NodeId(Box::new(it.parse::<NodeId>().ok()?)),
        (Wire::ExpandedNodeId, Value::Text(it)) => {
            Variant::ExpandedNodeId(Box::new(it.parse::<ExpandedNodeId>().ok()?))
        }
        (Wire::StatusCode, Value::Uint(it)) => {
            Variant::StatusCode(StatusCode::from(u32::try_from(*it).ok()?))
        }
        (Wire::QualifiedName, Value::Text(it)) => {
            Variant::QualifiedName(Box::new(QualifiedName::new(0, it.as_str())))
        }
        (Wire::LocalizedText, Value::Text(it)) => {
            Variant::LocalizedText(Box::new(LocalizedText::from(it.as_str())))
        }
        _ => return None,
    })
}

fn date_time(time: Timestamp) -> Option<DateTime> {
    let ticks = i64::try_from(time.as_nanosecond() / 100).ok()?.checked_add(TICKS_TO_1970)?;
    (ticks >= 0).then(|| DateTime::from(ticks))
}
