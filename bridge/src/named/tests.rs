use std::{collections::HashMap, time::Instant};

use tagbridge_driver::{Answer, Reading, Reason, TagValue, Value};
use tagbridge_project::Source;

use super::*;

/// Answers by a table; what is not in it is an unknown tag.
#[derive(Clone, Default)]
struct Table(HashMap<String, TagValue>);

impl Table {
    fn of(values: &[(&str, &str, Value)]) -> Self {
        let values = values.iter().map(|(name, type_name, value)| {
            let value = TagValue {
                value: value.clone(),
                type_name: Arc::from(*type_name),
                source_time: None,
            };
            ((*name).to_owned(), value)
        });
        Self(values.collect())
    }

    fn scan(&self, asked: &TagSet) -> Scan {
        let answers = asked.names().iter().map(|name| {
            let reading = match self.0.get(name) {
                Some(value) => Reading::Good(value.clone()),
                None => Reading::Bad(Reason::UnknownTag.into()),
            };
            Answer { reading, arrived: Instant::now() }
        });
        Scan { answers: answers.collect(), round_trips: 1, learning: 0, mode: RunMode::Run }
    }
}

fn names(file: &str, text: &str, scheme: &str, supplement: Supplement) -> Names {
    let source = Source::of_bytes(file, text.as_bytes().to_vec()).expect("it is a source");
    let project = tagbridge_project::read(&source).expect("the text is a project");
    Names::new(Arc::new(Symbols::new(Arc::new(project))), scheme, supplement)
        .expect("the platform fits")
}

/// Every reading as text, and the differences.
fn read(names: &Names, table: &Table, asked: &[&str]) -> (Vec<String>, Vec<String>) {
    let tags = TagSet::new(asked.iter().copied());
    let translation = Translation::new(&tags, names);
    let (scan, fit) = translation.answer(table.scan(&translation.asked));
    let text = |answer: &Answer| match &answer.reading {
        Reading::Good(it) => format!("{:?} {}", it.value, it.type_name),
        Reading::Uncertain(it, cause) => format!("{:?} {} but {cause}", it.value, it.type_name),
        Reading::Bad(cause) => cause.to_string(),
    };
    (scan.answers.iter().map(text).collect(), fit.differences)
}

const LINE: &str = r#"
TYPE "Motor"
STRUCT
  Speed : Real;   // as measured
  Running : Bool;
END_STRUCT;
END_TYPE

DATA_BLOCK "Line"
{ S7_Optimized_Access := 'FALSE' }
STRUCT
  Main : "Motor";
  Counts : Array[0..2] of Int;
END_STRUCT;
BEGIN
END_DATA_BLOCK

DATA_BLOCK "Fast"
{ S7_Optimized_Access := 'TRUE' }
STRUCT
  Level : Real;
END_STRUCT;
BEGIN
END_DATA_BLOCK
"#;

#[test]
fn structures_are_put_together_by_the_projects_types() {
    let supplement =
        Supplement { block_numbers: [("Line".to_owned(), 20)].into(), ..Supplement::default() };
    let names = names("line.scl", LINE, "s7", supplement);
    let table = Table::of(&[
        ("DB20.DBD0:REAL", "REAL", Value::Real(1.5)),
        ("DB20.DBX4.0", "BOOL", Value::Bool(true)),
        ("DB20.DBW6:INT[3]", "INT[3]", Value::Array(vec![Value::Int(1); 3])),
        ("DB99.DBW0", "WORD", Value::Uint(7)),
    ]);
    let (readings, differences) = read(
        &names,
        &table,
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
    let table = Table::of(&[("DB20.DBD0:REAL", "REAL", Value::Real(1.5))]);
    let (readings, _) = read(&names, &table, &["Line.Main", "Line.Counts"]);
    assert_eq!(
        readings,
        [
            r#"Struct([("Speed", Real(1.5))]) Motor but unknown tag: without its member Running: unknown tag"#,
            "unknown tag",
        ]
    );
}

const CONTROLLER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" TargetName="Line" TargetType="Controller">
<Controller Use="Target" Name="Line" ProcessorType="1756-L83E">
<Tags>
<Tag Name="Speed" TagType="Base" DataType="REAL" ExternalAccess="Read/Write"/>
<Tag Name="Count" TagType="Base" DataType="DINT" Dimensions="10" ExternalAccess="Read/Write"/>
<Tag Name="Secret" TagType="Base" DataType="DINT" ExternalAccess="None"/>
</Tags>
</Controller>
</RSLogix5000Content>"#;

#[test]
fn a_value_of_another_type_than_the_projects_is_never_handed_on() {
    let names = names("line.L5X", CONTROLLER, "logix", Supplement::default());
    let table = Table::of(&[
        ("Speed", "DINT", Value::Int(1)),
        ("Count", "DINT[10]", Value::Array(vec![Value::Int(0); 10])),
        ("Newer", "BOOL", Value::Bool(true)),
    ]);
    let (readings, differences) =
        read(&names, &table, &["SPEED", "Count", "Secret", "Newer", "Cuont"]);
    assert_eq!(readings[0], "type mismatch: the controller has DINT, the project says REAL");
    assert!(readings[1].ends_with("DINT[10]"), "{}", readings[1]);
    assert!(readings[2].starts_with("access denied"), "{}", readings[2]);
    assert_eq!(readings[3], "Bool(true) BOOL", "the controller has what the project lacks");
    assert_eq!(
        readings[4],
        "not in the project: the project has no tag `Cuont`; did you mean Count?"
    );
    assert_eq!(differences, ["Speed: the controller has DINT, the project says REAL"]);
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
