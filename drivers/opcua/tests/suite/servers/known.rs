//! The address spaces of the servers, and the expected values.

use std::sync::Arc;

use tagbridge_driver::Value;

use super::process::Kind;

/// Tags and their values.
pub(crate) fn known(kind: Kind) -> Vec<(String, Value)> {
    let mut known = Vec::new();
    for (name, value) in scalars(kind) {
        known.push((format!("PLC_PRG.{name}"), value.clone()));
        if name != "XmlElement" {
            known.push((format!("PLC_PRG.{name}s"), Value::Array(vec![value; 3])));
        }
    }
    known.extend([
        ("PLC_PRG.a name with spaces".to_owned(), Value::Int(7)),
        ("PLC_PRG.numbers".to_owned(), ints(100..200)),
        ("PLC_PRG.numbers[3]".to_owned(), Value::Int(103)),
        ("PLC_PRG.matrix".to_owned(), Value::Array(vec![ints(1..4), ints(4..7)])),
        ("PLC_PRG.state".to_owned(), Value::Int(2)),
        ("PLC_PRG.motor".to_owned(), motor("M1", 12.5, 1, 1.5, 1..4, None)),
        (
            "PLC_PRG.motors".to_owned(),
            Value::Array(vec![
                motor("M1", 12.5, 1, 1.5, 1..4, None),
                motor("M2", 0.5, 0, 2.5, 0..0, Some("hot")),
            ]),
        ),
        ("PLC_PRG.motors[1].Hint".to_owned(), Value::Text("hot".to_owned())),
        ("ns=2;s=|var|PLC x64.Application.PLC_PRG.Int16".to_owned(), Value::Int(-32768)),
        ("ns=2;i=4711".to_owned(), Value::Uint(4711)),
    ]);
    known.extend((0..1000).map(|it| (format!("GVL.Tag{it}"), Value::Int(it * 3))));
    known
}

/// Well-formed names that the servers do not have, and invalid names.
pub(crate) fn unreadable() -> Vec<String> {
    [
        "GVL.Nope",
        "PLC_PRG.numbers[100]",
        "PLC_PRG.motor.Sped",
        "PLC_PRG.Int16.x",
        "ns=2;s=nope",
        "ns=77;s=nope",
        "nsu=urn:nobody;s=x",
        "ns=x;s=y",
        "i=",
        "",
    ]
    .map(str::to_owned)
    .to_vec()
}

fn scalars(kind: Kind) -> Vec<(&'static str, Value)> {
    let text = |it: &str| Value::Text(it.to_owned());
    let mut scalars = vec![
        ("Boolean", Value::Bool(true)),
        ("SByte", Value::Int(-128)),
        ("Byte", Value::Uint(255)),
        ("Int16", Value::Int(-32768)),
        ("UInt16", Value::Uint(65535)),
        ("Int32", Value::Int(i32::MIN.into())),
        ("UInt32", Value::Uint(u32::MAX.into())),
        ("Int64", Value::Int(i64::MIN)),
        ("UInt64", Value::Uint(u64::MAX)),
        ("Float", Value::Real(0.5)),
        ("Double", Value::LReal(0.1)),
        ("String", text("Grüße | an alle")),
        ("DateTime", Value::Timestamp("2026-11-21T06:47:29Z".parse().expect("a time"))),
        ("Guid", text("72962b91-fa75-4ae6-8d28-b404dc7daf63")),
        ("ByteString", text("AP8=")),
        ("XmlElement", text("<a/>")),
        ("NodeId", text("ns=2;s=a b")),
        ("QualifiedName", text("2:name")),
        ("LocalizedText", text("text")),
    ];
    // node-opcua does not support values of this type.
    if kind == Kind::Asyncua {
        scalars.push(("StatusCode", Value::Uint(0x800A_0000)));
    }
    scalars
}

fn ints(range: std::ops::Range<i64>) -> Value {
    Value::Array(range.map(Value::Int).collect())
}

fn motor(
    name: &str,
    speed: f32,
    state: i64,
    position: f64,
    steps: std::ops::Range<i64>,
    hint: Option<&str>,
) -> Value {
    let member = |name: &str, value| -> (Arc<str>, Value) { (name.into(), value) };
    let axis = Value::Struct(vec![
        member("Position", Value::LReal(position)),
        member("Steps", ints(steps)),
    ]);
    let mut members = vec![
        member("Name", Value::Text(name.to_owned())),
        member("Speed", Value::Real(speed)),
        member("State", Value::Int(state)),
        member("Axis", axis),
    ];
    members.extend(hint.map(|it| member("Hint", Value::Text(it.to_owned()))));
    Value::Struct(members)
}
