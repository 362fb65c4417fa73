//! Values that are written into a server with its own functions, and the expected values.

use jiff::{SignedDuration, civil};
use serde_json::{Value as Json, json};
use tagbridge_driver::Value;

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn nanos(nanos: i64) -> Value {
    Value::Duration(SignedDuration::from_nanos(nanos))
}

/// Tags of DB1, the value that snap7 writes, and the expected value.
pub(crate) fn every_type() -> Vec<(&'static str, &'static str, u32, Json, Value)> {
    let at = civil::date(2026, 11, 21).at(6, 47, 29, 0);
    let ms = |ms| civil::time(6, 47, 29, ms * 1_000_000);
    vec![
        ("DB1.DBX0.3", "bool", 0, json!([3, true]), Value::Bool(true)),
        ("DB1.DBX0.5", "bool", 0, json!([5, true]), Value::Bool(true)),
        ("DB1.DBX0.4", "bool", 0, json!([4, false]), Value::Bool(false)),
        ("DB1.DBB1", "byte", 1, json!([0xA5]), Value::Uint(0xA5)),
        ("DB1.DBW2", "word", 2, json!([0xFFFE]), Value::Uint(0xFFFE)),
        ("DB1.DBD4", "dword", 4, json!([0xFFFF_FFFE_u32]), Value::Uint(0xFFFF_FFFE)),
        ("DB1.DBB8:LWORD", "lword", 8, json!([u64::MAX - 1]), Value::Uint(u64::MAX - 1)),
        ("DB1.DBB16:SINT", "sint", 16, json!([-128]), Value::Int(-128)),
        ("DB1.DBB17:USINT", "usint", 17, json!([255]), Value::Uint(255)),
        ("DB1.DBW18:INT", "int", 18, json!([-32768]), Value::Int(-32768)),
        ("DB1,INT18", "int", 18, json!([-32768]), Value::Int(-32768)),
        ("DB1.DBW20:UINT", "uint", 20, json!([65535]), Value::Uint(65535)),
        ("DB1.DBD22:DINT", "dint", 22, json!([i32::MIN]), Value::Int(i32::MIN.into())),
        ("DB1.DBD26:UDINT", "udint", 26, json!([u32::MAX]), Value::Uint(u32::MAX.into())),
        ("DB1.DBB30:LINT", "lint", 30, json!([i64::MIN]), Value::Int(i64::MIN)),
        ("DB1.DBB38:ULINT", "ulint", 38, json!([u64::MAX]), Value::Uint(u64::MAX)),
        ("DB1.DBD46:REAL", "real", 46, json!([12.5]), Value::Real(12.5)),
        ("%DB1:46:REAL", "real", 46, json!([12.5]), Value::Real(12.5)),
        ("DB1.DBB50:LREAL", "lreal", 50, json!([-0.1]), Value::LReal(-0.1)),
        ("DB1.DBB58:CHAR", "char", 58, json!(["X"]), text("X")),
        ("DB1.DBW60:WCHAR", "wchar", 60, json!(["€"]), text("€")),
        ("DB1.DBB62:STRING[20]", "string", 62, json!(["Level 7 ok", 20]), text("Level 7 ok")),
        ("DB1,S62.20", "string", 62, json!(["Level 7 ok", 20]), text("Level 7 ok")),
        ("DB1.DBB84:WSTRING[10]", "wstring", 84, json!(["10 € µ", 10]), text("10 € µ")),
        // There is no setter for it: three digits and the base 100 ms.
        ("DB1.DBW108:S5TIME", "word", 108, json!([0x1127]), nanos(12_700_000_000)),
        ("DB1.DBD110:TIME", "time", 110, json!(["-1:2:3:4.567"]), nanos(-93_784_567_000_000)),
        ("DB1.DBB114:LTIME", "ltime", 114, json!([0.001_5]), nanos(1_500_000)),
        ("DB1.DBW122:DATE", "date", 122, json!(["2026-11-21"]), Value::Date(at.date())),
        ("DB1.DBD124:TOD", "tod", 124, json!([24449.987]), Value::TimeOfDay(ms(987))),
        ("DB1.DBB128:LTOD", "ltod", 128, json!([24449.5]), Value::TimeOfDay(ms(500))),
        (
            "DB1.DBB136:DT",
            "dt",
            136,
            json!(["2026-11-21T06:47:29.987"]),
            Value::DateTime(at.date().to_datetime(ms(987))),
        ),
        ("DB1.DBB144:LDT", "ldt", 144, json!(["2026-11-21T06:47:29"]), Value::DateTime(at)),
        (
            "DB1.DBB152:DTL",
            "dtl",
            152,
            json!(["2026-11-21T06:47:29.000005"]),
            Value::DateTime(civil::date(2026, 11, 21).at(6, 47, 29, 5_000)),
        ),
        (
            "DB1.DBW2[2]",
            "word",
            2,
            json!([0xFFFE]),
            Value::Array([0xFFFE, 0xFFFF].map(Value::Uint).to_vec()),
        ),
        (
            "DB1.DBX0.3[3]",
            "bool",
            0,
            json!([3, true]),
            Value::Array([true, false, true].map(Value::Bool).to_vec()),
        ),
    ]
}

/// Tags of the other areas.
pub(crate) fn every_area() -> Vec<(&'static str, &'static str, u32, &'static str, Json, Value)> {
    vec![
        ("MW4", "MK", 4, "word", json!([0x1234]), Value::Uint(0x1234)),
        ("M6.7", "MK", 6, "bool", json!([7, true]), Value::Bool(true)),
        ("MD8:REAL", "MK", 8, "real", json!([0.1]), Value::Real(0.1)),
        ("IW4", "PE", 4, "word", json!([7]), Value::Uint(7)),
        ("EW4", "PE", 4, "word", json!([7]), Value::Uint(7)),
        ("QB0", "PA", 0, "byte", json!([9]), Value::Uint(9)),
        ("AB0", "PA", 0, "byte", json!([9]), Value::Uint(9)),
        ("T0", "TM", 0, "word", json!([0x2045]), nanos(45_000_000_000)),
        ("C0", "CT", 0, "word", json!([0x0123]), Value::Uint(123)),
        ("Z0", "CT", 0, "word", json!([0x0123]), Value::Uint(123)),
    ]
}
