use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tagbridge_driver::{Answer, Reading, TagSet, Value, fake::Plant};
use tagbridge_project::{Source, Symbols};

use crate::{
    Names, Supplement,
    fixture::{CONTROLLER, LINE, names},
    translation::Translation,
};

/// Every reading as text, and the differences.
fn read(names: &Names, plant: &Plant, asked: &[&str]) -> (Vec<String>, Vec<String>) {
    let tags = TagSet::new(asked.iter().copied());
    let translation = Translation::new(&tags, Arc::new(names.clone()));
    let (scan, fit) = translation.answer(plant.scan(&translation.asked), None);
    let text = |answer: &Answer| match &answer.reading {
        Reading::Good(it) => format!("{:?} {}", it.value, it.type_name),
        Reading::Uncertain(it, cause) => format!("{:?} {} but {cause}", it.value, it.type_name),
        Reading::Bad(cause) => cause.to_string(),
    };
    let differences = fit.differences.iter().map(ToString::to_string).collect();
    (scan.answers.iter().map(text).collect(), differences)
}

#[test]
fn structures_are_put_together_by_the_projects_types() {
    let supplement =
        Supplement { block_numbers: [("Line".to_owned(), 20)].into(), ..Supplement::default() };
    let names = names("line.scl", LINE, "s7", supplement);
    let plant = Plant::new("Line")
        .with("DB20.DBD0:REAL", "REAL", Value::Real(1.5))
        .with("DB20.DBX4.0", "BOOL", Value::Bool(true))
        .with("DB20.DBW6:INT[3]", "INT[3]", Value::Array(vec![Value::Int(1); 3]))
        .with("DB99.DBW0", "WORD", Value::Uint(7));
    let (readings, differences) = read(
        &names,
        &plant,
        &[
            r#""Line"."Main""#,
            "line.main.speed",
            "Line.Counts",
            "Fast.Level",
            "Line.Main.Sped",
            "DB99.DBW0",
        ],
    );
    assert_eq!(
        readings,
        [
            r#"Struct([("Speed", Real(1.5)), ("Running", Bool(true))]) Motor"#,
            "Real(1.5) Real",
            "Array([Int(1), Int(1), Int(1)]) Int[3]",
            "no address: the data block \"Fast\" has optimised access: read it through the \
             controller's OPC UA server",
            "not in the project: `\"Line\".\"Main\"` has no member `Sped`; did you mean \
             \"Line\".\"Main\".\"Speed\"?",
            "Uint(7) WORD",
        ]
    );
    assert!(differences.is_empty(), "{differences:?}");
}

#[test]
fn a_structure_that_lacks_a_member_is_uncertain_and_an_array_that_lacks_an_element_is_bad() {
    let supplement =
        Supplement { block_numbers: [("Line".to_owned(), 20)].into(), ..Supplement::default() };
    let names = names("line.scl", LINE, "s7", supplement);
    let plant = Plant::new("Line").with("DB20.DBD0:REAL", "REAL", Value::Real(1.5));
    let (readings, _) = read(&names, &plant, &["Line.Main", "Line.Counts"]);
    assert_eq!(
        readings,
        [
            r#"Struct([("Speed", Real(1.5))]) Motor but unknown tag: without its member Running: unknown tag"#,
            "unknown tag",
        ]
    );
}

#[test]
fn a_value_of_another_type_than_the_projects_is_never_handed_on() {
    let names = names("line.L5X", CONTROLLER, "logix", Supplement::default());
    let plant = Plant::new("Line")
        .with("Speed", "DINT", Value::Int(1))
        .with("Count", "DINT[10]", Value::Array(vec![Value::Int(0); 10]))
        .with("Newer", "BOOL", Value::Bool(true));
    let (readings, differences) =
        read(&names, &plant, &["SPEED", "Count", "Secret", "Newer", "Cuont"]);
    assert_eq!(readings[0], "type mismatch: the controller has DINT, but the project has REAL");
    assert!(readings[1].ends_with("DINT[10]"), "{}", readings[1]);
    assert!(readings[2].starts_with("access denied"), "{}", readings[2]);
    assert_eq!(readings[3], "Bool(true) BOOL", "the controller has what the project lacks");
    assert_eq!(
        readings[4],
        "not in the project: the project has no tag `Cuont`; did you mean Count?"
    );
    assert_eq!(differences, ["Speed: the controller has DINT, but the project has REAL"]);
}

#[test]
fn a_platform_is_read_over_its_own_protocols() {
    let source = Source::of_bytes("line.scl", LINE.as_bytes().to_vec()).expect("it is a source");
    let project = tagbridge_project::read(&source).expect("the text is a project");
    let symbols = Arc::new(Symbols::new(Arc::new(project)));
    for (scheme, fits) in [("s7", true), ("opc.tcp", true), ("logix", false)] {
        let names = Names::new(Arc::clone(&symbols), scheme, Supplement::default());
        assert_eq!(names.is_ok(), fits, "{scheme}");
    }
}

fn numbered(numbers: &[(&str, u16)]) -> Supplement {
    let numbers = numbers.iter().map(|(name, number)| ((*name).to_owned(), *number));
    Supplement { block_numbers: numbers.collect(), ..Supplement::default() }
}

#[test]
fn a_number_that_two_blocks_have_is_none() {
    let other = LINE.replace("\"Line\"", "\"Other\"").replace("\"Fast\"", "\"Faster\"");
    let text = LINE.to_owned() + other.split_once("END_TYPE").expect("there is a type").1;
    let names = names("line.scl", &text, "s7", numbered(&[("Line", 20), ("Other", 20)]));
    let plant = Plant::new("Line").with("DB20.DBD0:REAL", "REAL", Value::Real(1.5));
    let (readings, _) = read(&names, &plant, &["Line.Main.Speed", "DB20.DBD0:REAL"]);
    assert_eq!(
        readings,
        [
            "no address: the data blocks \"Line\", \"Other\" have the same number: enter \
             their numbers in the session's block numbers",
            "Real(1.5) REAL",
        ]
    );
}

#[test]
fn an_address_is_asked_where_it_says_whatever_the_file_calls_the_block() {
    let text = LINE.replace("\"Line\"", "\"DB20\"");
    let names = names("line.scl", &text, "s7", numbered(&[("DB20", 30)]));
    let plant = Plant::new("Line").with("DB30.DBD0:REAL", "REAL", Value::Real(3.0)).with(
        "%DB20.DBD0",
        "DWORD",
        Value::Uint(2),
    );
    let (readings, _) = read(&names, &plant, &["DB20.Main.Speed", "%DB20.DBD0", "DB77.DBD0:REAL"]);
    assert_eq!(readings, ["Real(3.0) Real", "Uint(2) DWORD", "unknown tag"]);
}

#[test]
fn a_member_of_another_type_than_the_projects_is_never_handed_on() {
    let names = names("line.scl", LINE, "opc.tcp", Supplement::default());
    let node = |name: &str| format!("nsu=http://www.siemens.com/simatic-s7-opcua;s={name}");
    let plant = Plant::new("Line")
        .with(&node(r#""Line"."Main"."Speed""#), "Int32", Value::Int(1))
        .with(&node(r#""Line"."Main"."Running""#), "Boolean", Value::Bool(true));
    let (readings, differences) = read(&names, &plant, &["Line.Main"]);
    assert_eq!(
        readings,
        [
            r#"Struct([("Running", Bool(true))]) Motor but type mismatch: without its member Speed: type mismatch: the controller has Int32, but the project has Real"#
        ]
    );
    assert_eq!(
        differences,
        [r#""Line"."Main": the controller has Int32, but the project has Real"#]
    );
}

#[test]
fn thousands_of_unknown_names_are_soon_answered() {
    let tag = |at| format!(r#"<Tag Name="Device{at}_Value" TagType="Base" DataType="REAL"/>"#);
    let tags: Vec<String> = (0..2_000).map(tag).collect();
    let text = CONTROLLER.replace("<Tags>", &format!("<Tags>{}", tags.concat()));
    let names = Arc::new(names("line.L5X", &text, "logix", Supplement::default()));
    let asked = TagSet::new((0..3_000).map(|at| format!("Devise{at}_Valve")));
    let began = Instant::now();
    let translation = Translation::new(&asked, names);
    assert_eq!(translation.asked.len(), 3_000);
    // Looking for the nearest of each name takes minutes.
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

#[test]
fn what_the_project_does_not_tell_of_a_type_is_no_mismatch() {
    let lost = r#"<Tags><Tag Name="Lost" TagType="Alias" AliasFor="Gone.Speed"/>"#;
    let text = CONTROLLER.replace("<Tags>", lost);
    let names = names("line.L5X", &text, "logix", Supplement::default());
    let plant = Plant::new("Line")
        .with("Lost", "DINT[2]", Value::Array(vec![Value::Int(1); 2]))
        .with("Speed", "REAL", Value::Real(1.5));
    let (readings, differences) = read(&names, &plant, &["Lost", "Speed"]);
    assert_eq!(readings, ["Array([Int(1), Int(1)]) DINT[2]", "Real(1.5) REAL"]);
    assert!(differences.is_empty(), "{differences:?}");
}

/// A row with its own name, and an array whose size is in a library.
const ROWS: &str = r#"<project xmlns="http://www.plcopen.org/xml/tc6_0200"><types><dataTypes>
<dataType name="T_Row"><baseType><array><dimension lower="0" upper="2"/><baseType><INT/></baseType>
</array></baseType></dataType></dataTypes><pous/></types><instances><configurations>
<configuration name="C"><resource name="App"><globalVars name="GVL">
<variable name="row"><type><derived name="T_Row"/></type></variable>
<variable name="open"><type><array><dimension lower="0" upper="Lib.MAX"/><baseType><INT/></baseType>
</array></type></variable></globalVars></resource></configuration></configurations></instances>
</project>"#;

#[test]
fn an_array_that_has_a_type_of_its_own_is_as_large_as_that_says() {
    let supplement = Supplement { prefix: Some("D".to_owned()), ..Supplement::default() };
    let names = names("plant.xml", ROWS, "opc.tcp", supplement);
    let node = |name: &str| format!("nsu=CODESYSSPV3/3S/IecVarAccess;s=|var|D.App.GVL.{name}");
    let values = |count| Value::Array(vec![Value::Int(1); count]);
    let plant = Plant::new("Plant").with(&node("row"), "Int16[3]", values(3)).with(
        &node("open"),
        "Int16[2]",
        values(2),
    );
    let (readings, differences) = read(&names, &plant, &["GVL.row", "GVL.open"]);
    assert_eq!(
        readings,
        ["Array([Int(1), Int(1), Int(1)]) T_Row", "Array([Int(1), Int(1)]) Int16[2]"]
    );
    assert!(differences.is_empty(), "{differences:?}");
    let plant = Plant::new("Plant").with(&node("row"), "Int16[4]", values(4)).with(
        &node("open"),
        "Float[2]",
        values(2),
    );
    let (readings, _) = read(&names, &plant, &["GVL.row", "GVL.open"]);
    assert_eq!(
        readings[0],
        "type mismatch: the controller has Int16[4], but the project has T_Row"
    );
    assert!(readings[1].starts_with("type mismatch"), "{}", readings[1]);
}
