use std::sync::Arc;

use serde_json::json;
use tagbridge_api::Timestamp;
use tagbridge_project::Source;
use tagbridge_texts::Language;

use super::*;

const L5X: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" TargetName="LINE3_PLC" TargetType="Controller">
<Controller Use="Target" Name="LINE3_PLC" ProcessorType="1756-L83E" MajorRev="35" MinorRev="11">
<DataTypes><DataType Name="Valve_T" Family="NoFamily" Class="User"><Members>
<Member Name="Open" DataType="BOOL" Dimension="0" ExternalAccess="Read/Write">
<Description><![CDATA[Open command]]></Description></Member>
<Member Name="Status" DataType="DINT" Dimension="0" ExternalAccess="Read/Write"/>
<Member Name="Steps" DataType="INT" Dimension="3" ExternalAccess="Read/Write"/>
</Members></DataType></DataTypes>
<Tags><Tag Name="Valve" TagType="Base" DataType="Valve_T" Dimensions="2" ExternalAccess="Read/Write">
<Comments><Comment Operand="[1].STATUS.7"><![CDATA[May feed]]></Comment></Comments></Tag></Tags>
</Controller></RSLogix5000Content>"#;

fn symbols() -> Symbols {
    let source = Source::of_bytes("line.L5X", L5X.as_bytes().to_vec()).expect("a source");
    Symbols::new(Arc::new(tagbridge_project::read(&source).expect("a project")))
}

fn tag(value: Value, type_name: &str) -> TagValue {
    let timestamp = Timestamp::from_millis(1000).expect("a time");
    let type_name = type_name.into();
    TagValue { value, type_name, quality: Quality::Good, reason: None, timestamp }
}

fn valves() -> TagValue {
    let valve = |status: i64| json!({"Open": true, "Status": status, "Steps": [1, 2, 3]});
    tag(json!([valve(0), valve(128)]), "Valve_T[2]")
}

fn labels(parts: &[Part]) -> Vec<&str> {
    parts.iter().map(|it| it.label.as_str()).collect()
}

#[test]
fn a_structure_unfolds_by_the_projects_types_with_its_comments() {
    let (symbols, valves) = (symbols(), valves());
    let of = |name: &str, value: &TagValue| parts(Some(&symbols), name, value).0;
    assert_eq!(kind(Some(&symbols), "Valve", &valves), (Array, 2));
    let elements = of("Valve", &valves);
    assert_eq!(labels(&elements), ["[0]", "[1]"]);
    let second = elements[1].of(&valves);
    let members = of("Valve[1]", &second);
    assert_eq!(labels(&members), ["Open", "Status", "Steps"]);
    assert_eq!(members[0].note.comment.in_language(Language::English), "Open command");
    assert_eq!(
        (members[2].type_name.as_str(), members[2].of(&second).value),
        ("INT[3]", json!([1, 2, 3]))
    );
    let status = members[1].of(&second);
    let bits = of("Valve[1].Status", &status);
    assert_eq!((bits.len(), bits[7].name.as_str()), (32, "Valve[1].Status.7"));
    assert_eq!(bits[7].note.comment.in_language(Language::English), "May feed");
    assert_eq!((bits[7].of(&status).value, bits[6].of(&status).value), (json!(true), json!(false)));
}

#[test]
fn without_a_project_the_value_tells() {
    let cube = tag(json!([[[1, 2], [3, 4]]]), "INT[1,2,2]");
    let (elements, more) = parts(None, "Cube", &cube);
    assert_eq!(labels(&elements), ["[0,0,0]", "[0,0,1]", "[0,1,0]", "[0,1,1]"]);
    assert_eq!((more, elements[2].of(&cube).value.clone()), (0, json!(3)));
    assert_eq!(kind(None, "Cube", &cube), (Array, 4));
    let motor = tag(json!({"Speed": 1.5, "Name": "M1", "On": true}), "Motor");
    let (members, _) = parts(None, "Motor", &motor);
    let types: Vec<&str> = members.iter().map(|it| it.type_name.as_str()).collect();
    assert_eq!(types.len(), 3);
    assert!(types.contains(&"REAL") && types.contains(&"BOOL") && types.contains(&"STRING"));
    assert_eq!(kind(None, "X", &tag(json!(1.5), "REAL")), (Leaf, 0));
    let long = tag(Value::from(vec![0; ELEMENTS + 5]), "DINT[10005]");
    let (elements, more) = parts(None, "Long", &long);
    assert_eq!((elements.len(), more), (ELEMENTS, 5));
}

#[test]
fn a_name_leads_into_a_tag() {
    let symbols = symbols();
    let tags: GroupedTags = [("Valve".to_owned(), valves())].into_iter().collect();
    let bit = TagPath::to("Valve[1].Status.7", &tags, Some(&symbols)).expect("it is there");
    assert_eq!(bit.value(&tags).expect("a value").value, json!(true));
    for symbols in [Some(&symbols), None] {
        let way = TagPath::to("Valve[1].Status", &tags, symbols).expect("it is there");
        assert_eq!(way.value(&tags).expect("a value").value, json!(128));
        let whole = TagPath::to("Valve", &tags, symbols).expect("it is there");
        assert_eq!(whole.value(&tags).expect("a value").as_ref(), &tags["Valve"]);
        assert_eq!(TagPath::to("Valve[7].Status", &tags, symbols), None);
        assert_eq!(TagPath::to("Valv", &tags, symbols), None);
    }
}

#[test]
fn what_was_not_read_has_no_parts_that_were() {
    let symbols = symbols();
    let bad = TagValue {
        quality: Quality::Bad,
        reason: Some(tagbridge_api::hmi::Reason::NotConnected),
        ..tag(Value::Null, "Valve_T[2]")
    };
    assert_eq!(kind(Some(&symbols), "Valve", &bad), (Array, 2));
    let (elements, _) = parts(Some(&symbols), "Valve", &bad);
    let first = elements[0].of(&bad);
    assert_eq!((first.value, first.quality, first.reason), (Value::Null, Quality::Bad, bad.reason));
}

#[test]
fn a_bit_of_a_large_or_a_negative_integer() {
    for (value, bit, on) in [
        (json!("18446744073709551615"), 63, true),
        (json!(-1), 31, true),
        (json!(-2), 0, false),
        (json!("-9223372036854775808"), 63, true),
    ] {
        assert_eq!(Step::Bit(bit).of(&value), Some(json!(on)), "{value}");
    }
    assert_eq!(Step::Bit(0).of(&json!("NaN")), None);
}

#[test]
fn a_part_has_its_type_of_the_project_or_else_of_its_value() {
    let symbols = symbols();
    let tags: GroupedTags = [("Valve".to_owned(), valves())].into_iter().collect();
    let check = |name: &str, symbols: Option<&Symbols>, type_name: &str| {
        let way = TagPath::to(name, &tags, symbols).expect("it is there");
        let value = way.value(&tags).expect("it is there");
        let symbol = symbols.and_then(|it| it.find_without_hint(name).ok());
        assert_eq!(*way.type_name(&value, symbol.as_ref()), *type_name, "{name}");
    };
    check("Valve", None, "Valve_T[2]");
    for (name, type_name) in
        [("Valve[1].Open", "BOOL"), ("Valve[1].Status", "DINT"), ("Valve[1].Status.7", "BOOL")]
    {
        check(name, Some(&symbols), type_name);
    }
    check("Valve[1].Open", None, "BOOL");
    check("Valve[1].Status", None, "");
}
