//! A CODESYS project with a variable of each type.

use std::sync::Arc;

use jiff::Timestamp;
use tagbridge_driver::Value;
use tagbridge_simulator::opcua::{Declaration, Model, ProgramUnit};

/// Ids that contain spaces, dots and bars.
pub(crate) const DEVICE: &str = "CODESYS Control Win V3 x64";

/// Each variable with its type and its value, with nested structures and arrays.
pub(crate) fn variables() -> Vec<(&'static str, &'static str, Value)> {
    let text = |it: &str| Value::Text(it.to_owned());
    let reals = |it: [f32; 3]| Value::Array(it.map(Value::Real).to_vec());
    let motor = |on, speed, label: &str| {
        structure([
            ("On", Value::Bool(on)),
            ("Speed", Value::Real(speed)),
            ("State", Value::Int(2)),
            ("Label", text(label)),
            ("Warm", reals([speed, 0.0, -speed])),
        ])
    };
    let line = |name: &str| {
        structure([
            ("Name", text(name)),
            ("Motors", Value::Array(vec![motor(true, 1.5, "a"), motor(false, -2.5, "bb")])),
        ])
    };
    vec![
        ("Bool", "BOOL", Value::Bool(true)),
        ("Sint", "SINT", Value::Int(-128)),
        ("Int", "INT", Value::Int(-32_768)),
        ("Dint", "DINT", Value::Int(i32::MIN.into())),
        ("Lint", "LINT", Value::Int(i64::MIN)),
        ("Usint", "USINT", Value::Uint(255)),
        ("Uint", "UINT", Value::Uint(65_535)),
        ("Udint", "UDINT", Value::Uint(u32::MAX.into())),
        ("Ulint", "ULINT", Value::Uint(u64::MAX)),
        ("Byte", "BYTE", Value::Uint(0xA5)),
        ("Word", "WORD", Value::Uint(0xA5A5)),
        ("Dword", "DWORD", Value::Uint(0xA5A5_A5A5)),
        ("Lword", "LWORD", Value::Uint(0xA5A5_A5A5_A5A5_A5A5)),
        ("Real", "REAL", Value::Real(0.1)),
        ("Lreal", "LREAL", Value::LReal(0.1)),
        ("String", "STRING(80)", text("Füllstand 10 €")),
        ("Wstring", "WSTRING", text("水位")),
        ("Empty", "STRING", text("")),
        ("Time", "TIME", Value::LReal(-93_784_567.0)),
        ("Ltime", "LTIME", Value::LReal(1.5)),
        (
            "DateTime",
            "DATE_AND_TIME",
            Value::Timestamp(Timestamp::constant(1_763_716_049, 987_000_000)),
        ),
        ("Utc", "UtcTime", Value::Timestamp(Timestamp::constant(-1, 1_000_000))),
        ("Guid", "Guid", text("72962b91-fa75-4ae6-8d28-b404dc7daf63")),
        ("Bytes", "ByteString", text("AP8=")),
        ("Xml", "XmlElement", text("<a>1</a>")),
        ("NodeId", "NodeId", text("ns=4;s=|var|x")),
        ("Expanded", "ExpandedNodeId", text("svr=0;ns=4;i=7")),
        ("Status", "StatusCode", Value::Uint(0x8034_0000)),
        ("Qualified", "QualifiedName", text("name")),
        ("Localized", "LocalizedText", text("Käse")),
        ("State", "State", Value::Int(2)),
        ("Level|1 of 2", "INT", Value::Int(7)),
        ("Reals", "ARRAY[1..3] OF REAL", reals([0.5, -0.5, 1e30])),
        ("Texts", "ARRAY[0..1] OF STRING", Value::Array(vec![text("one"), text("")])),
        ("States", "ARRAY[0..1] OF State", Value::Array(vec![Value::Int(0), Value::Int(5)])),
        ("Grid", "ARRAY[0..1, -1..1] OF INT", grid()),
        (
            "Long",
            "ARRAY[0..2999] OF DINT",
            Value::Array((0..3000).map(|it| Value::Int(it * 7 - 9)).collect()),
        ),
        ("Motor", "Motor", motor(true, 12.5, "main")),
        ("Plate", "Plate", structure([("Grid", grid()), ("On", Value::Bool(true))])),
        ("Lines", "ARRAY[1..2] OF Line", Value::Array(vec![line("first"), line("second")])),
    ]
}

/// The project: the variables in `PLC_PRG`, and `scalars` additional ones in `GVL`.
pub(crate) fn model(scalars: u32) -> Model {
    let declared = |it: (&str, &str)| Declaration::new(it.0, it.1);
    let more = (0..scalars).map(|it| Declaration::new(format!("Tag{it}"), "DINT"));
    let variables = variables().into_iter();
    Model::new(DEVICE)
        .enumeration("State", [("Idle", 0), ("Busy", 1), ("Faulted", 2)])
        .enumeration("Sparse", [("Some", 10), ("More", 20)])
        .structure(
            "Motor",
            [
                ("On", "BOOL"),
                ("Speed", "REAL"),
                ("State", "State"),
                ("Label", "STRING(20)"),
                ("Warm", "ARRAY[0..2] OF REAL"),
            ]
            .map(declared),
        )
        .structure("Line", [("Name", "STRING"), ("Motors", "ARRAY[0..1] OF Motor")].map(declared))
        .structure("Plate", [("Grid", "ARRAY[0..1, -1..1] OF INT"), ("On", "BOOL")].map(declared))
        .unit(ProgramUnit::program(
            "PLC_PRG",
            variables.map(|(name, type_text, value)| {
                Declaration::new(name, type_text).initial(value).comment("As declared")
            }),
        ))
        .unit(ProgramUnit::global_vars("GVL", more))
}

fn grid() -> Value {
    let row = |from: i64| Value::Array((from..from + 3).map(Value::Int).collect());
    Value::Array(vec![row(1), row(4)])
}

fn structure<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Struct(members.map(|(name, value)| (Arc::from(name), value)).to_vec())
}
