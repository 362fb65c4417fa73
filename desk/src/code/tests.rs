use std::{collections::BTreeMap, path::Path};

use serde_json::{Value, json};
use tagbridge_api::hmi::{Quality as ApiQuality, TagValue};
use tagbridge_bridge::LiveView;
use tagbridge_logic::{
    Effect, How, Index, Logic, NameId, PlaceId,
    expr::{Evaluation, Scalar, Truth, Values},
};
use tagbridge_project::Source;

use super::*;
use crate::{
    testing::scan,
    view::{LadderPiece, LadderRow, Power, WhyLink, WhyState},
};

const RUNGS: [&str; 12] = [
    "XIC(A)XIO(B)OTE(Out);",
    "[XIC(A),XIC(B) ]XIC(C)OTE(Out);",
    "XIC(A)[XIC(B)XIO(C),XIO(D) ,EQU(N,2) ]OTE(Out);",
    "GRT(N,M)XIC(A)OTE(Out);",
    "LES(N,3)XIO(A)OTE(Out);",
    "GEQ(N,M)LEQ(N,4)OTE(Out);",
    "NEQ(N,M)[XIC(A),XIO(A) ]OTE(Out);",
    "LIM(1,N,3)OTE(Out);",
    "LIM(3,N,1)XIC(D)OTE(Out);",
    "XIC(W.1)XIO(W.0)OTE(Out);",
    "[[XIC(A),XIC(B) ]XIC(C),XIC(D)[XIO(A),XIO(B) ] ]OTE(Out);",
    "XIC(A)MOV(N,M2)XIC(B)OTE(Out);",
];

fn book() -> ParsedProject {
    book_of(&RUNGS)
}

fn book_of(rungs: &[&str]) -> ParsedProject {
    let tag = |name: &str, kind: &str| {
        format!(
            r#"<Tag Name="{name}" TagType="Base" DataType="{kind}" ExternalAccess="Read/Write"/>"#
        )
    };
    let bits = ["A", "B", "C", "D", "Out"].map(|it| tag(it, "BOOL")).join("");
    let words = ["N", "M", "M2", "W"].map(|it| tag(it, "DINT")).join("") + &tag("T", "TIMER");
    let rung = |(at, text): (usize, &&str)| {
        format!(r#"<Rung Number="{at}" Type="N"><Text><![CDATA[{text}]]></Text></Rung>"#)
    };
    let rungs: String = rungs.iter().enumerate().map(rung).collect();
    let file = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" TargetName="L" TargetType="Controller">
<Controller Use="Target" Name="L" ProcessorType="1756-L83E" MajorRev="35" MinorRev="11">
<Tags>{bits}{words}</Tags><Programs><Program Name="Main" MainRoutineName="Ladder"><Routines>
<Routine Name="Ladder" Type="RLL"><RLLContent>{rungs}</RLLContent></Routine>
<Routine Name="Text" Type="ST"><STContent>
<Line Number="0"><![CDATA[IF A AND N > 2 THEN]]></Line>
<Line Number="1"><![CDATA[  Out := B;]]></Line>
<Line Number="2"><![CDATA[END_IF;]]></Line>
</STContent></Routine></Routines></Program></Programs></Controller></RSLogix5000Content>"#
    );
    let source = Source::of_bytes("line.L5X", file.into_bytes()).expect("a source");
    ParsedProject::of(tagbridge_project::read(&source).expect("a project"))
}

fn open(routine: u32) -> OpenRoutine {
    let (project, language) = ("p".into(), texts::Language::English);
    OpenRoutine { project, routine, from: 0, count: 60, live: true, version: None, language }
}

/// A view with these values; other tags were not read.
fn view(values: &BTreeMap<&str, Value>) -> LiveView {
    let view = scan(1, &[]);
    let tag = |(name, value): (&&str, &Value)| {
        let type_name = if value.is_boolean() { "BOOL" } else { "DINT" }.into();
        let tag = TagValue {
            value: value.clone(),
            type_name,
            quality: ApiQuality::Good,
            reason: None,
            timestamp: view.timestamp,
        };
        ((*name).to_owned(), tag)
    };
    LiveView { tags: values.iter().map(tag).collect(), ..view }
}

fn routine(book: &ParsedProject, at: u32, values: &BTreeMap<&str, Value>) -> DrawnRoutine {
    let view = view(values);
    let shown = DisplayedValues {
        view: Some(&view),
        symbols: &book.symbols,
        is_one_scan: true,
        unread: None,
    };
    drawn(book, &open(at), shown).expect("there is such a routine")
}

struct Known<'a> {
    index: &'a Index,
    values: &'a BTreeMap<&'a str, Value>,
}

impl Values for Known<'_> {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        let name = self.index.places.text(place, &self.index.names);
        if let Some((word, bit)) = name.split_once('.') {
            let word = self.values.get(word)?.as_i64()?;
            return Some(Scalar::Bool(word >> bit.parse::<u32>().ok()? & 1 == 1));
        }
        let value = self.values.get(name.as_str())?;
        value.as_bool().map(Scalar::Bool).or_else(|| value.as_i64().map(Scalar::Int))
    }

    fn text(&self, name: NameId) -> &str {
        self.index.names.text(name)
    }
}

/// The result of the logic for the coil of a rung.
fn by_logic(logic: Logic<'_>, rung: usize, values: &BTreeMap<&str, Value>) -> Power {
    let (unit, _) = logic
        .index
        .units()
        .find(|(_, it)| it.routine.index() == 0 && it.rung == u32::try_from(rung).ok())
        .expect("a unit");
    let value = logic.index.statements_of(unit).find_map(|(_, it)| match it.effect {
        Effect::Assign { value, how: How::Follow, .. } => Some(value),
        _ => None,
    });
    let known = Known { index: logic.index, values };
    match Evaluation::new(&logic.index.exprs, &known).truth(value.expect("a coil")) {
        Truth::True => Power::On,
        Truth::False => Power::Off,
        Truth::Unknown => Power::Unknown,
    }
}

fn coil(rung: &DrawnRung) -> Power {
    match rung.series[0].last() {
        Some(LadderPiece::Coil { before, .. }) => *before,
        other => panic!("no coil: {other:?}"),
    }
}

#[test]
fn current_flows_as_the_logic_says() {
    let book = book();
    let mut seed: u64 = 20_261_123;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % below
    };
    let mut looks = 0;
    for _ in 0..200 {
        let mut values = BTreeMap::new();
        for name in ["A", "B", "C", "D"] {
            if next(5) > 0 {
                values.insert(name, json!(next(2) == 1));
            }
        }
        for name in ["N", "M", "W"] {
            if next(5) > 0 {
                values.insert(name, json!(next(6)));
            }
        }
        let drawn = routine(&book, 0, &values);
        for (at, rung) in drawn.rungs.iter().enumerate() {
            let (flow, logic) = (coil(rung), by_logic(book.logic(), at, &values));
            // A drawing cannot show a result that depends on both legs of a branch together.
            let is_finer = flow == Power::Unknown && logic != Power::Unknown;
            assert!(
                flow == logic || (is_finer && at == 6),
                "{}: {flow:?}, {logic:?} by {values:?}",
                RUNGS[at]
            );
            looks += 1;
        }
    }
    assert_eq!(looks, 200 * RUNGS.len());
}

#[test]
fn without_values_nothing_flows_and_what_nobody_reads_is_told() {
    let book = book();
    let shown = DisplayedValues {
        view: None,
        symbols: &book.symbols,
        is_one_scan: true,
        unread: Some("paused"),
    };
    let plain = drawn(&book, &open(0), shown).expect("there is such a routine");
    assert_eq!((plain.live, plain.unread.as_deref()), (None, Some("paused")));
    assert!(plain.rungs.iter().all(|it| coil(it) == Power::Plain));
    assert_eq!((plain.path.as_str(), plain.language.as_str(), plain.of), ("Main/Ladder", "LD", 12));
    let values = BTreeMap::from([("A", json!(true))]);
    let drawn = routine(&book, 0, &values);
    let live = drawn.live.expect("values");
    assert!(live.missing.contains(&"B".to_owned()) && !live.missing.contains(&"A".to_owned()));
    assert_eq!(live.of, live.read + u32::try_from(live.missing.len()).expect("few"));
    let LadderPiece::Contact { operands, before, after, .. } = &drawn.rungs[0].series[0][0] else {
        panic!("no contact")
    };
    assert_eq!(
        (operands[0].tag.as_deref(), operands[0].value.as_deref()),
        (Some("A"), Some("true"))
    );
    assert_eq!((*before, *after, coil(&drawn.rungs[0])), (Power::On, Power::On, Power::Unknown));
}

#[test]
fn a_value_comes_with_its_type() {
    let book = book();
    let drawn = routine(&book, 0, &BTreeMap::from([("A", json!(true)), ("W", json!(2))]));
    let first = |rung: usize| match &drawn.rungs[rung].series[0][0] {
        LadderPiece::Contact { operands, .. } => operands[0].clone(),
        other => panic!("no contact: {other:?}"),
    };
    for (name, tag) in [0, 9].map(first).iter().zip(["A", "W.1"]) {
        assert_eq!((name.tag.as_deref(), name.value.as_deref()), (Some(tag), Some("true")));
        assert_eq!(name.type_name, "BOOL", "{tag}");
    }
    let LadderPiece::Contact { operands, .. } = &drawn.rungs[0].series[0][1] else {
        panic!("no contact")
    };
    assert_eq!((&operands[0].value, operands[0].type_name.as_str()), (&None, ""), "not read");
}

#[test]
fn a_timer_shows_its_members_instead_of_its_structure() {
    let timer = json!({"PRE": 1500, "ACC": 20, "EN": true, "TT": true, "DN": false});
    let rows = |values: &BTreeMap<&str, Value>| {
        let drawn = routine(&book_of(&["XIC(A)TON(T,?,?);"]), 0, values);
        let Some(LadderPiece::Block { rows, .. }) = drawn.rungs[0].series[0].last() else {
            panic!("no block")
        };
        let name = |row: &LadderRow| row.name.clone().expect("a name");
        rows.iter().map(name).map(|it| (it.text, it.value)).collect::<Vec<_>>()
    };
    let text = |it: &str| Some(it.to_owned());
    assert_eq!(
        rows(&BTreeMap::from([("T", timer)])),
        [
            ("T".to_owned(), None),
            ("T.PRE".to_owned(), text("1500")),
            ("T.ACC".to_owned(), text("20"))
        ]
    );
    let unread = rows(&BTreeMap::new());
    assert_eq!(unread.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), ["T", "?", "?"]);
}

#[test]
fn integers_beyond_2_53_are_not_compared_by_what_a_double_keeps_of_them() {
    let [n, m] = ["9007199254740993", "9007199254740992"].map(|it| json!(it));
    let values = BTreeMap::from([("A", json!(true)), ("N", n), ("M", m)]);
    let drawn = routine(&book(), 0, &values);
    // They differ, but are equal as doubles.
    assert_eq!(coil(&drawn.rungs[6]), Power::Unknown);
}

#[test]
fn a_text_has_its_names_with_their_values() {
    let book = book();
    let drawn = routine(&book, 1, &BTreeMap::from([("A", json!(true)), ("N", json!(7))]));
    let texts: Vec<&str> = drawn.lines[0].pieces.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts.concat(), "IF A AND N > 2 THEN");
    let named: Vec<_> =
        drawn.lines.iter().flat_map(|it| &it.pieces).filter(|it| it.tag.is_some()).collect();
    let named: Vec<(&str, Option<&str>)> =
        named.iter().map(|it| (it.text.as_str(), it.value.as_deref())).collect();
    assert_eq!(named, [("A", Some("true")), ("N", Some("7")), ("Out", None), ("B", None)]);
}

#[test]
fn the_tree_has_programs_types_and_tags() {
    let book = book();
    let outline = outline(&book, texts::Language::English);
    assert_eq!((outline.tags, outline.programs.len()), (10, 1));
    let routines: Vec<(&str, &str, u32)> = outline.programs[0]
        .routines
        .iter()
        .map(|it| (it.path.as_str(), it.language.as_str(), it.parts))
        .collect();
    assert_eq!(routines, [("Main/Ladder", "LD", 12), ("Main/Text", "ST", 3)]);
    let of =
        FindNames { project: "p".into(), search: "ou".into(), language: texts::Language::English };
    let found = find(&book.symbols, &of);
    assert_eq!((found.of, found.tags[0].name.as_str()), (1, "Out"));
}

/// `level name = value end`, line by line.
fn reasons(values: &[(&str, Value)]) -> String {
    let book = book_of(&[
        "XIC(A)XIC(D)OTE(Out);",
        "XIC(B)OTE(A);",
        "XIC(T.DN)OTE(D);",
        "XIC(C)TON(T,?,?);",
    ]);
    let view = view(&values.iter().cloned().collect());
    let shown = DisplayedValues {
        view: Some(&view),
        symbols: &book.symbols,
        is_one_scan: true,
        unread: None,
    };
    let why = why(&book, "Out", shown).expect("the code names it");
    assert_eq!((why.is, why.rungs[0].rung), (WhyState::Off, Some(0)));
    let line = |it: &WhyLink| {
        let value = it.value.as_deref().unwrap_or("-");
        let rung = it.rungs.first().and_then(|it| it.rung);
        format!("{} {} = {value} {rung:?} {:?} {:?}\n", it.level, it.name, it.end, it.timer)
    };
    why.links.iter().map(line).collect()
}

#[test]
fn a_reason_is_followed_to_the_input_that_nothing_writes() {
    let timer = json!({"DN": false, "TT": false, "EN": false, "ACC": 1200, "PRE": 5000});
    let by_contact = [
        ("A", json!(false)),
        ("B", json!(false)),
        ("C", json!(true)),
        ("D", json!(true)),
        ("Out", json!(false)),
        ("T", timer.clone()),
    ];
    assert_eq!(
        reasons(&by_contact),
        "1 A = false Some(1) None None\n2 B = false None Some(Outside) None\n"
    );
    let by_timer = [
        ("A", json!(true)),
        ("B", json!(true)),
        ("C", json!(false)),
        ("D", json!(false)),
        ("Out", json!(false)),
        ("T", timer),
    ];
    assert_eq!(
        reasons(&by_timer),
        "1 D = false Some(2) None None\n2 T.DN = false Some(3) None Some([1200.0, 5000.0])\n\
         3 C = false None Some(Outside) None\n"
    );
    // Unread values are not guessed.
    let unread = [("Out", json!(false)), ("A", json!(true))];
    assert!(reasons(&unread).contains("Some(Unread)"), "{}", reasons(&unread));
}

/// The chain of a tag of one of the example projects.
pub(super) fn chain(project: &str, tag: &str, values: &[(&str, Value)]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects").join(project);
    let source = Source::open(&path).expect("a source");
    let book = ParsedProject::of(tagbridge_project::read(&source).expect("a project"));
    let view = view(&values.iter().cloned().collect());
    let shown = DisplayedValues {
        view: Some(&view),
        symbols: &book.symbols,
        is_one_scan: true,
        unread: None,
    };
    let why = why(&book, tag, shown).expect("a block writes it");
    let line = |it: &WhyLink| {
        let value = it.value.as_deref().unwrap_or("-");
        let rung = it.rungs.first().map(|it| (it.path.as_str(), it.rung));
        format!("{} {} = {value} {rung:?} {:?}\n", it.level, it.name, it.end)
    };
    let links: String = why.links.iter().map(line).collect();
    format!("{:?} {} others, missing {:?}\n{links}", why.is, why.others, why.missing)
}

#[test]
fn a_reason_is_followed_into_the_block_that_writes_a_tag() {
    let logix = [
        ("Local:2:O.Data", json!(0)),
        ("Program:Conveying.Run_Conveyor2", json!(true)),
        ("OL_Conveyor2", json!(true)),
        ("Conveyors", json!([{}, {"Overload": true}])),
        ("Conveyor2_Ctl", json!({"Cmd": true, "Trip": true, "Out": false})),
    ];
    let file = "allen-bradley/Bottling.L5X";
    let call = r#"1 MotorCtrl (Conveyor2_Ctl) = - Some(("Conveying/Drives", Some(4))) Some(Block)"#;
    let chained = chain(file, "M_Conveyor2", &logix);
    let expected = [
        "Off 0 others, missing []",
        call,
        // A local of the instruction that cannot be read, so that its input follows.
        r#"2 Conveyor2_Ctl.Start_Delay.DN = – Some(("MotorCtrl/Logic", Some(2))) None"#,
        r#"3 Program:Conveying.Run_Conveyor2 = true Some(("Conveying/Drives", Some(1))) None"#,
    ];
    assert!(chained.starts_with(&expected.join("\n")), "{chained}");
    let trip = r#"
3 Conveyors[1].Overload = true Some(("MotorCtrl/Logic", Some(1))) None
4 OL_Conveyor2 = true Some(("Simulation/Main", Some(2))) None"#;
    assert!(chained.contains(trip), "{chained}");
    let chained = chain(file, "Conveyor2_Ctl.Cmd", &logix);
    let argument =
        r#"2 Program:Conveying.Run_Conveyor2 = true Some(("Conveying/Drives", Some(1))) None"#;
    let expected = ["On 0 others, missing []", call, argument].join("\n");
    assert!(chained.starts_with(&expected), "{chained}");
    let siemens = [
        ("\"Feed_Pump\"", json!(false)),
        ("\"BatchSequence_DB\".Inlet", json!(true)),
        ("\"Plant_OK\"", json!(true)),
        ("\"Feed_Trip\"", json!(false)),
        ("\"Feed_Pump_DB\".Fault", json!(true)),
    ];
    let chained = chain("siemens/Mixing", "\"Feed_Pump\"", &siemens);
    let expected = r#"1 PumpControl ("Feed_Pump_DB") = - Some(("Main", Some(13))) Some(Block)
2 "Feed_Pump_DB".Fault = true Some(("PumpControl", Some(1))) None"#;
    assert!(chained.contains(expected), "{chained}");
    let codesys = [
        ("GVL_IO.Conveyor_In", json!(false)),
        ("PLC_PRG.Infeed_Drive", json!({"Contactor": false, "Start": false})),
    ];
    let chained = chain("codesys/Packing.xml", "GVL_IO.Conveyor_In", &codesys);
    let expected = r#"
1 PLC_PRG.Infeed_Drive.Contactor = false None None
2 FB_Drive (PLC_PRG.Infeed_Drive) = - Some(("PLC_PRG", None)) Some(Block)
3 PLC_PRG.Infeed_Drive.Delay.Q = – Some(("FB_Drive", None)) None
4 PRG_Conveyors.Run_In = "#;
    assert!(chained.contains(expected), "{chained}");
}
