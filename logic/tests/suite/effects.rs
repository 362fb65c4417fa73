//! The code that turns places on, the code without an effect, and the sentences about them.

use tagbridge_logic::{
    Index, Logic, PlaceId,
    explain::Language,
    expr::{Expr, ExprId, Scalar},
    query::{Dead, Found, Turned},
    why::{Remark, Sample, Snapshot, why},
};
use tagbridge_project::Project;

use crate::text_lowering;

/// A base tag with this name and type.
pub(crate) fn base_tag((name, kind): &(&str, &str)) -> String {
    format!("<Tag Name=\"{name}\" TagType=\"Base\" DataType=\"{kind}\"/>")
}

/// A Logix project with one program; its first routine is the main routine. A routine has a name, a
/// language, and rungs (`RLL`) or lines (`ST`).
pub(crate) fn logix(tags: &[(&str, &str)], routines: &[(&str, &str, &[&str])]) -> Project {
    let tags: String = tags.iter().map(base_tag).collect();
    let of = |(name, kind, code): &(&str, &str, &[&str])| {
        let (content, line) = if *kind == "ST" { ("ST", "Line") } else { ("RLL", "Rung") };
        let lines: String = code
            .iter()
            .map(|it| match line {
                "Line" => format!("<Line><![CDATA[{it}]]></Line>"),
                _ => format!("<Rung Type=\"N\"><Text><![CDATA[{it}]]></Text></Rung>"),
            })
            .collect();
        format!(
            "<Routine Name=\"{name}\" Type=\"{kind}\"><{content}Content>{lines}</{content}Content>\
             </Routine>"
        )
    };
    let main = routines[0].0;
    let routines: String = routines.iter().map(of).collect();
    let text = format!(
        "<RSLogix5000Content><Controller Name=\"C\"><Tags>{tags}</Tags><Programs><Program Name=\"P\" \
         MainRoutineName=\"{main}\"><Routines>{routines}</Routines></Program></Programs><Tasks><Task \
         Name=\"T\" Type=\"CONTINUOUS\"><ScheduledPrograms><ScheduledProgram Name=\"P\"/>\
         </ScheduledPrograms></Task></Tasks></Controller></RSLogix5000Content>"
    );
    text_lowering::project("a.L5X", &text)
}

fn place(logic: &Logic<'_>, name: &str) -> PlaceId {
    match logic.find(name) {
        Found::One(place) => place,
        other => panic!("{name}: {other:?}"),
    }
}

/// The code that turns a place on or off.
fn turned(project: &Project, name: &str, wanted: Turned) -> Vec<String> {
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    let answer = logic.turned(place(&logic, name), wanted);
    answer.rows.into_iter().map(|row| row.citation.quote).collect()
}

/// The sentences about all statements of a rung or a text.
fn said(project: &Project, unit: usize, language: Language, off: bool) -> Vec<String> {
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    let (unit, _) = index.units().nth(unit).expect("a unit");
    let rows = logic.explain(unit).rows;
    let say = |row| {
        if off { logic.sentence_off(row, language) } else { logic.sentence(row, language) }
    };
    rows.iter().map(say).collect()
}

/// The code without an effect, and the reasons.
fn dead(project: &Project) -> Vec<(Dead, String)> {
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    let rows = logic.dead_code().rows.into_iter();
    rows.map(|row| (row.why, row.citation.quote)).collect()
}

const CONSTANTS: &str = "FUNCTION_BLOCK \"F\"\nVAR_INPUT Start : Bool; END_VAR\nVAR CONSTANT cEnable : Bool \
     := TRUE; cOff : Bool := FALSE; cOne : Bool := 1; cTwo : Real := 2; END_VAR\nVAR Pump, x, y : \
     Bool; r : Real; END_VAR\nBEGIN\n#Pump := #Start AND #cEnable;\n#x := #cOff;\n#y := #cOne AND #Start;\n#r := \
     #cTwo;\nEND_FUNCTION_BLOCK\n";

#[test]
fn constants_of_any_type_have_their_value() {
    let project = text_lowering::project("a.scl", CONSTANTS);
    let said = text_lowering::statements(&project);
    assert_eq!(
        said,
        [
            "TRUE -> F#Pump Store F#Start",
            "TRUE -> F#x Store FALSE",
            "TRUE -> F#y Store F#Start",
            "TRUE -> F#r Store 2.0",
        ]
    );
    assert!(turned(&project, "F#x", Turned::On).is_empty());
    assert_eq!(turned(&project, "F#x", Turned::Off).len(), 1);
}

#[test]
fn a_constant_whose_value_is_not_told_may_be_either() {
    let text = CONSTANTS.replace(":= TRUE", ":= NOT cOff").replace(":= FALSE", ":= NOT cEnable");
    let project = text_lowering::project("a.scl", &text);
    for wanted in [Turned::On, Turned::Off] {
        assert_eq!(turned(&project, "F#x", wanted).len(), 1, "{wanted:?}");
    }
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let mut now = Snapshot::new(1);
    now.insert("F#Start", Sample::Good(Scalar::Bool(false)));
    now.insert("F#Pump", Sample::Good(Scalar::Bool(false)));
    let answer = why(logic, place(&logic, "F#Pump"), true, &now, &[]);
    assert!(!answer.remarks.contains(&Remark::Impossible), "{answer:?}");
}

#[test]
fn a_return_before_a_coil_is_said() {
    let rungs: &[&str] =
        &["XIO(Enable)RET();", "XIC(Auto)OTE(Run);", "TND();", "XIC(Auto)OTE(Jog);"];
    let tags = [("Enable", "BOOL"), ("Auto", "BOOL"), ("Run", "BOOL"), ("Jog", "BOOL")];
    let project = logix(&tags, &[("R", "RLL", rungs)]);
    for (unit, language, off, text) in [
        (
            1,
            Language::English,
            false,
            "Run is on while Auto is on; only executed while Enable is on (otherwise it keeps its \
             value).",
        ),
        (
            1,
            Language::German,
            false,
            "Run ist ein, solange Auto ein ist; nur ausgeführt, solange Enable ein ist (sonst bleibt \
             der Wert).",
        ),
        (
            1,
            Language::English,
            true,
            "Run is off while Auto is off; only executed while Enable is on (otherwise it keeps its \
             value).",
        ),
    ] {
        assert_eq!(said(&project, unit, language, off), [text]);
    }
}

#[test]
fn what_a_subroutine_gives_back_is_turned_on_by_its_call() {
    let tags =
        [("In", "DINT"), ("Ok", "BOOL"), ("Bad", "BOOL"), ("Result", "BOOL"), ("Got", "DINT")];
    let call: &[&str] = &["JSR(Calc,1,In,Ok);"];
    let bare: &[&str] = &["SBR(Got);", "XIC(Bad)RET();", "RET(Result);"];
    let branch: &[&str] = &["SBR(Got);", "[XIC(Bad)RET(0) ,XIO(Bad)RET(Result) ];"];
    let text: &[&str] = &["SBR(Got);", "IF Bad THEN RET(0); END_IF;", "RET(Result);"];
    let called = |project: &Project| {
        let code = turned(project, "Ok", Turned::On);
        code.iter().filter(|it| it.starts_with("JSR")).count()
    };
    for kind in ["RLL", "ST"] {
        for (of, code) in [("RLL", bare), ("RLL", branch), ("ST", text)] {
            let project = logix(&tags, &[("Main", kind, call), ("Calc", of, code)]);
            assert_eq!(called(&project), 1, "{code:?}");
            assert_eq!(turned(&project, "Got", Turned::On).len(), 1, "{code:?}");
            let index = Index::build(&project);
            let logic = Logic::new(&project, &index);
            let formal = place(&logic, "Result");
            assert_eq!(index.bound_to(formal).len(), 1, "{code:?}");
        }
        let missing = logix(&tags, &[("Main", kind, call)]);
        assert_eq!(called(&missing), 1);
    }
}

#[test]
fn integers_are_joined_bit_by_bit_in_structured_text() {
    let tags = [
        ("Status", "DINT"),
        ("Mask", "DINT"),
        ("Word", "DINT"),
        ("a", "BOOL"),
        ("b", "BOOL"),
        ("Alarm", "BOOL"),
        ("T", "TIMER"),
    ];
    for (code, expected) in [
        ("Alarm := (Status AND Mask) <> 0;", "TRUE -> Alarm Store Status AND Mask <> 0"),
        ("Word := NOT Status OR Mask;", "TRUE -> Word Store NOT(Status) OR Mask"),
        ("Word := T.ACC XOR T.PRE;", "TRUE -> Word Store T.ACC XOR T.PRE"),
    ] {
        let project = logix(&tags, &[("R", "ST", &[code])]);
        assert_eq!(text_lowering::statements(&project), [expected]);
        let index = Index::build(&project);
        let arithmetic = (0..u32::try_from(index.exprs.len()).expect("few"))
            .map(|id| index.exprs.get(ExprId(id)))
            .filter(|it| matches!(it, Expr::Arith(..)));
        assert!(arithmetic.count() > 0, "{code}");
    }
    for (code, expected) in [
        ("Alarm := a AND NOT b;", "TRUE -> Alarm Store a AND NOT b"),
        ("Alarm := Status.3 AND T.DN;", "TRUE -> Alarm Store Status.3 AND T.DN"),
        (
            "IF Local:1:I.Go AND Local:1:I.On THEN Alarm := a; END_IF;",
            "Local:1:I.Go AND Local:1:I.On -> Alarm Store a",
        ),
        (
            "Alarm := (Local:1:I.Go AND Local:1:I.On) = a;",
            "TRUE -> Alarm Store AND(Local:1:I.Go, Local:1:I.On) = a",
        ),
    ] {
        let project = logix(&tags, &[("R", "ST", &[code])]);
        assert_eq!(text_lowering::statements(&project), [expected]);
    }
}

#[test]
fn a_call_in_between_may_change_a_bit() {
    let tags = [("Ready", "BOOL"), ("Run", "BOOL"), ("Other", "BOOL")];
    let main: &[&str] = &["IF NOT Ready THEN JSR(Init); IF Ready THEN Run := 1; END_IF; END_IF;"];
    let never = |routines: &[(&str, &str, &[&str])]| {
        let rows = dead(&logix(&tags, routines));
        rows.into_iter().any(|(why, _)| matches!(why, Dead::NeverTrue | Dead::NeverOn))
    };
    let sets: &[&str] = &["OTL(Ready);"];
    let calls: &[&str] = &["JSR(Deep);"];
    let other: &[&str] = &["OTL(Other);"];
    assert!(!never(&[("Main", "ST", main), ("Init", "RLL", sets)]));
    assert!(!never(&[("Main", "ST", main), ("Init", "RLL", calls), ("Deep", "RLL", sets)]));
    assert!(!never(&[("Main", "ST", main)]), "what is not in the file may do anything");
    assert!(never(&[("Main", "ST", main), ("Init", "RLL", other)]));
}
