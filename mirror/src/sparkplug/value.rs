//! A tag's value in Sparkplug: its type from the controller's own name of it if the value fits,
//! otherwise from the value.

use serde_json::Value as Json;
use tagbridge_api::hmi::TagValue;

use super::payload::MetricValue;

/// Sparkplug 3.0, §6.4.16.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DataType {
    Int8 = 1,
    Int16 = 2,
    Int32 = 3,
    Int64 = 4,
    UInt8 = 5,
    UInt16 = 6,
    UInt32 = 7,
    UInt64 = 8,
    Float = 9,
    Double = 10,
    Boolean = 11,
    Text = 12,
    Int8Array = 22,
    Int16Array = 23,
    Int32Array = 24,
    Int64Array = 25,
    UInt8Array = 26,
    UInt16Array = 27,
    UInt32Array = 28,
    UInt64Array = 29,
    FloatArray = 30,
    DoubleArray = 31,
    BooleanArray = 32,
    TextArray = 33,
}

impl DataType {
    /// Its number.
    pub(crate) fn code(self) -> u32 {
        self as u32
    }

    /// The type with a name of IEC 61131-3 or OPC UA, case-insensitive; for an array the type of
    /// its elements.
    fn named(name: &str) -> Option<Self> {
        let name = name.split('[').next().unwrap_or_default().trim().to_ascii_uppercase();
        Some(match name.as_str() {
            "BOOL" | "BOOLEAN" | "BIT" => Self::Boolean,
            "SINT" | "SBYTE" | "INT8" => Self::Int8,
            "INT" | "INT16" => Self::Int16,
            "DINT" | "INT32" => Self::Int32,
            "LINT" | "INT64" => Self::Int64,
            "USINT" | "BYTE" | "UINT8" => Self::UInt8,
            "UINT" | "WORD" | "UINT16" => Self::UInt16,
            "UDINT" | "DWORD" | "UINT32" => Self::UInt32,
            "ULINT" | "LWORD" | "UINT64" => Self::UInt64,
            "REAL" | "FLOAT" => Self::Float,
            "LREAL" | "DOUBLE" => Self::Double,
            _ => return None,
        })
    }

    fn array_of(self) -> Option<Self> {
        Some(match self {
            Self::Int8 => Self::Int8Array,
            Self::Int16 => Self::Int16Array,
            Self::Int32 => Self::Int32Array,
            Self::Int64 => Self::Int64Array,
            Self::UInt8 => Self::UInt8Array,
            Self::UInt16 => Self::UInt16Array,
            Self::UInt32 => Self::UInt32Array,
            Self::UInt64 => Self::UInt64Array,
            Self::Float => Self::FloatArray,
            Self::Double => Self::DoubleArray,
            Self::Boolean => Self::BooleanArray,
            Self::Text => Self::TextArray,
            _ => return None,
        })
    }

    /// The type of a value without a type name.
    fn of(value: &Json) -> Option<Self> {
        match value {
            Json::Bool(_) => Some(Self::Boolean),
            Json::Number(it) if it.is_i64() => Some(Self::Int64),
            Json::Number(it) if it.is_u64() => Some(Self::UInt64),
            Json::Number(_) => Some(Self::Double),
            Json::String(_) => Some(Self::Text),
            _ => None,
        }
    }
}

/// Type and value of a tag; `None`: it has no value now, and its type is not known.
pub(crate) fn typed(tag: &TagValue) -> Option<(DataType, MetricValue)> {
    if tag.value.is_null() {
        return None;
    }
    let named = DataType::named(&tag.type_name);
    let found = match &tag.value {
        Json::Array(items) => array(named, items),
        plain => [named, DataType::of(plain)]
            .into_iter()
            .flatten()
            .find_map(|kind| Some((kind, scalar(kind, plain)?))),
    };
    // Structures, and what else has no type of Sparkplug's, as their JSON.
    Some(found.unwrap_or_else(|| (DataType::Text, MetricValue::Text(tag.value.to_string()))))
}

/// The value as this type; `None`: it does not fit.
pub(crate) fn scalar(kind: DataType, value: &Json) -> Option<MetricValue> {
    Some(match kind {
        DataType::Int8 => {
            MetricValue::Int(i8::try_from(signed(value)?).ok()?.cast_unsigned().into())
        }
        DataType::Int16 => {
            MetricValue::Int(i16::try_from(signed(value)?).ok()?.cast_unsigned().into())
        }
        DataType::Int32 => MetricValue::Int(i32::try_from(signed(value)?).ok()?.cast_unsigned()),
        DataType::Int64 => MetricValue::Long(signed(value)?.cast_unsigned()),
        DataType::UInt8 => MetricValue::Int(u8::try_from(unsigned(value)?).ok()?.into()),
        DataType::UInt16 => MetricValue::Int(u16::try_from(unsigned(value)?).ok()?.into()),
        DataType::UInt32 => MetricValue::Int(u32::try_from(unsigned(value)?).ok()?),
        DataType::UInt64 => MetricValue::Long(unsigned(value)?),
        DataType::Float => MetricValue::Float(single(real(value)?)),
        DataType::Double => MetricValue::Double(real(value)?),
        DataType::Boolean => MetricValue::Boolean(value.as_bool()?),
        DataType::Text => MetricValue::Text(value.as_str()?.to_owned()),
        _ => return None,
    })
}

/// Single precision is restored: JSON contains its shortest decimal form.
#[expect(clippy::cast_possible_truncation, reason = "it was single precision")]
fn single(value: f64) -> f32 {
    value as f32
}

/// Beyond ±(2^53−1) integers are text.
fn signed(value: &Json) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

fn unsigned(value: &Json) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

fn real(value: &Json) -> Option<f64> {
    match value {
        Json::Number(it) => it.as_f64(),
        Json::String(it) => match it.as_str() {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

/// Sparkplug 3.0, §6.4.16: little-endian, one after the other; bits behind their count, from the highest
/// of each byte; texts with a zero behind each.
fn array(named: Option<DataType>, items: &[Json]) -> Option<(DataType, MetricValue)> {
    let kind = named.or_else(|| DataType::of(items.first()?))?;
    let all = kind.array_of()?;
    let mut bytes = Vec::new();
    if kind == DataType::Boolean {
        bytes.extend(u32::try_from(items.len()).ok()?.to_le_bytes());
        for bits in items.chunks(8) {
            let bits = bits.iter().enumerate().try_fold(0_u8, |byte, (place, it)| {
                Some(byte | (u8::from(it.as_bool()?) << (7 - place)))
            });
            bytes.push(bits?);
        }
        return Some((all, MetricValue::Bytes(bytes)));
    }
    for item in items {
        match (kind, scalar(kind, item)?) {
            (DataType::Int8 | DataType::UInt8, MetricValue::Int(it)) => {
                bytes.extend(it.to_le_bytes().first());
            }
            (DataType::Int16 | DataType::UInt16, MetricValue::Int(it)) => {
                bytes.extend(it.to_le_bytes().iter().take(2));
            }
            (_, MetricValue::Int(it)) => bytes.extend(it.to_le_bytes()),
            (_, MetricValue::Long(it)) => bytes.extend(it.to_le_bytes()),
            (_, MetricValue::Float(it)) => bytes.extend(it.to_le_bytes()),
            (_, MetricValue::Double(it)) => bytes.extend(it.to_le_bytes()),
            (_, MetricValue::Text(it)) if !it.contains('\0') => {
                bytes.extend(it.as_bytes());
                bytes.push(0);
            }
            _ => return None,
        }
    }
    Some((all, MetricValue::Bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::update::fixture::good;

    fn check(type_name: &str, value: Json, kind: DataType, expected: MetricValue) {
        let found = typed(&good(type_name, value, 1));
        assert_eq!(found, Some((kind, expected)), "{type_name}");
    }

    #[test]
    fn a_type_is_known_by_its_name() {
        check("BOOL", json!(true), DataType::Boolean, MetricValue::Boolean(true));
        check("SINT", json!(-1), DataType::Int8, MetricValue::Int(255));
        check("INT", json!(-2), DataType::Int16, MetricValue::Int(65_534));
        check("DINT", json!(-3), DataType::Int32, MetricValue::Int(u32::MAX - 2));
        check("LINT", json!(-4), DataType::Int64, MetricValue::Long(u64::MAX - 3));
        let least = json!("-9223372036854775808");
        check("LINT", least, DataType::Int64, MetricValue::Long(1 << 63));
        check("Byte", json!(255), DataType::UInt8, MetricValue::Int(255));
        check("WORD", json!(65_535), DataType::UInt16, MetricValue::Int(65_535));
        check("UInt32", json!(7), DataType::UInt32, MetricValue::Int(7));
        let most = json!("18446744073709551615");
        check("ULINT", most, DataType::UInt64, MetricValue::Long(u64::MAX));
        check("REAL", json!(0.1), DataType::Float, MetricValue::Float(0.1));
        check("REAL", json!("-Infinity"), DataType::Float, MetricValue::Float(f32::NEG_INFINITY));
        check("LREAL", json!(0.1), DataType::Double, MetricValue::Double(0.1));
        check("STRING", json!("ä"), DataType::Text, MetricValue::Text("ä".into()));
        check("TIME", json!("PT1S"), DataType::Text, MetricValue::Text("PT1S".into()));
    }

    #[test]
    fn what_does_not_fit_its_name_goes_by_itself() {
        check("BYTE", json!(256), DataType::Int64, MetricValue::Long(256));
        check("Mode", json!(3), DataType::Int64, MetricValue::Long(3));
        check("", json!(2.5), DataType::Double, MetricValue::Double(2.5));
        check("INT", json!("x"), DataType::Text, MetricValue::Text("x".into()));
        let recipe = json!({"Name": "Lager", "Steps": [1, 2]});
        check("Recipe", recipe.clone(), DataType::Text, MetricValue::Text(recipe.to_string()));
        let grid = json!([[1, 2], [3, 4]]);
        check("INT[2,2]", grid, DataType::Text, MetricValue::Text("[[1,2],[3,4]]".into()));
        assert_eq!(typed(&TagValue { value: Json::Null, ..good("", Json::Null, 1) }), None);
    }

    #[test]
    fn arrays_are_bytes() {
        let bytes = |it: &[u8]| MetricValue::Bytes(it.to_vec());
        check("INT[2]", json!([1, -2]), DataType::Int16Array, bytes(&[1, 0, 254, 255]));
        check("SINT[2]", json!([1, -2]), DataType::Int8Array, bytes(&[1, 254]));
        check("REAL[1]", json!([0.5]), DataType::FloatArray, bytes(&0.5_f32.to_le_bytes()));
        check("DINT[0]", json!([]), DataType::Int32Array, bytes(&[]));
        check("", json!(["a", "bc"]), DataType::TextArray, bytes(b"a\0bc\0"));
        let bits = [true, false, true, true, false, false, false, false, true];
        check("BOOL[9]", json!(bits), DataType::BooleanArray, bytes(&[9, 0, 0, 0, 0xB0, 0x80]));
        let text = json!(["a\0b"]);
        check("", text.clone(), DataType::Text, MetricValue::Text(text.to_string()));
    }
}
