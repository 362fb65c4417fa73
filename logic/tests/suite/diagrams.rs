//! The effects of function block diagrams, and their order.

use std::fmt::Write;

use tagbridge_logic::{
    Index, Logic,
    query::{Direction, Found, Turned},
};
use tagbridge_project::Project;

use crate::{
    golden::check,
    text_lowering::{project, statements},
};

fn diagram(sheets: &str) -> Project {
    let tags = ["Start", "Stop", "Run", "Lamp", "Word"].map(|name| {
        let kind = if name == "Word" { "DINT" } else { "BOOL" };
        format!("<Tag Name=\"{name}\" DataType=\"{kind}\"/>")
    });
    let tags = tags.concat();
    let backing =
        "<Tag Name=\"T1\" DataType=\"FBD_TIMER\"/><Tag Name=\"A1\" DataType=\"FBD_MATH\"/>";
    project(
        "a.L5X",
        &format!(
            "<RSLogix5000Content><Controller Name=\"C\"><Tags>{tags}{backing}</Tags><Programs>\
             <Program Name=\"P\" MainRoutineName=\"R\"><Routines><Routine Name=\"R\" Type=\"FBD\">\
             <FBDContent>{sheets}</FBDContent></Routine></Routines></Program></Programs></Controller>\
             </RSLogix5000Content>"
        ),
    )
}

/// The seal-in circuit on two sheets: the connector is on the first sheet, its source on the
/// second.
const SEALED: &str = "<Sheet Number=\"1\"><ICon ID=\"1\" Name=\"on\"/>\
     <ORef ID=\"2\" Operand=\"Run\"/><Wire FromID=\"1\" ToID=\"2\"/></Sheet>\
     <Sheet Number=\"2\"><IRef ID=\"3\" Operand=\"Start\"/><IRef ID=\"4\" Operand=\"Stop\"/>\
     <IRef ID=\"5\" Operand=\"Run\"/><OCon ID=\"6\" Name=\"ON\"/>\
     <Function Type=\"BAND__F\" ID=\"7\"/><Function Type=\"BNOT__F\" ID=\"8\"/>\
     <Function Type=\"BOR__F\" ID=\"9\"/>\
     <Wire FromID=\"3\" ToID=\"9\" ToParam=\"In1\"/><Wire FromID=\"5\" ToID=\"9\" ToParam=\"In2\"/>\
     <Wire FromID=\"4\" ToID=\"8\" ToParam=\"In\"/>\
     <Wire FromID=\"9\" FromParam=\"Out\" ToID=\"7\" ToParam=\"In1\"/>\
     <Wire FromID=\"8\" FromParam=\"Out\" ToID=\"7\" ToParam=\"In2\"/>\
     <Wire FromID=\"7\" FromParam=\"Out\" ToID=\"6\"/></Sheet>";

#[test]
fn sheets_are_one_network_and_blocks_follow_the_data() {
    assert_eq!(statements(&diagram(SEALED)), ["TRUE -> Run Follow (Start OR Run) AND NOT Stop"]);
    // The comparison comes first in the file, and waits for the sum.
    let timed = "<Sheet Number=\"1\"><IRef ID=\"0\" Operand=\"Word\"/>\
         <Function Type=\"GRT__F\" ID=\"1\"/><Block Type=\"ADD\" ID=\"2\" Operand=\"A1\"/>\
         <IRef ID=\"3\" Operand=\"5\"/><ORef ID=\"4\" Operand=\"Lamp\"/>\
         <Block Type=\"TONR\" ID=\"5\" Operand=\"T1\"/><IRef ID=\"6\" Operand=\"Start\"/>\
         <ORef ID=\"7\" Operand=\"Run\"/>\
         <Wire FromID=\"2\" FromParam=\"Dest\" ToID=\"1\" ToParam=\"SourceA\"/>\
         <Wire FromID=\"3\" ToID=\"1\" ToParam=\"SourceB\"/>\
         <Wire FromID=\"0\" ToID=\"2\" ToParam=\"SourceA\"/>\
         <FeedbackWire FromID=\"2\" FromParam=\"Dest\" ToID=\"2\" ToParam=\"SourceB\"/>\
         <Wire FromID=\"1\" FromParam=\"Dest\" ToID=\"4\"/>\
         <Wire FromID=\"6\" ToID=\"5\" ToParam=\"TimerEnable\"/>\
         <Wire FromID=\"6\" ToID=\"5\" ToParam=\"EnableIn\"/>\
         <Wire FromID=\"5\" FromParam=\"DN\" ToID=\"7\"/></Sheet>";
    assert_eq!(
        statements(&diagram(timed)),
        [
            "TRUE -> run A1",
            "Start -> run T1",
            "TRUE -> Lamp Follow Word + A1.Dest > 5",
            "TRUE -> Run Follow T1.DN",
        ]
    );
}

#[test]
fn questions_go_through_sheets() {
    let project = diagram(SEALED);
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let Found::One(run) = logic.find("Run") else { panic!("a tag") };
    let on = logic.turned(run, Turned::On);
    assert!(on.rows[0].sealed_in && on.rows.len() == 1, "{on:?}");
    assert_eq!(on.rows[0].citation.quote, "Run := on;");
    let slice = logic.slice(run, Direction::Back, 8);
    let names: Vec<&str> = slice.rows[0].nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["Run", "Start", "Stop"]);
    assert!(index.opaque().is_empty(), "{:?}", index.opaque());
}

#[test]
fn what_a_subroutine_is_given_is_bound_through_diagrams() {
    let routine = |name: &str, sheet: &str| {
        format!(
            "<Routine Name=\"{name}\" Type=\"FBD\"><FBDContent><Sheet Number=\"1\">{sheet}</Sheet>\
             </FBDContent></Routine>"
        )
    };
    let main = "<IRef ID=\"0\" Operand=\"Start\"/><JSR ID=\"1\" Routine=\"Sub\" In=\"p\" Ret=\"q\"/>\
        <ORef ID=\"2\" Operand=\"Run\"/><Wire FromID=\"0\" ToID=\"1\" ToParam=\"p\"/>\
        <Wire FromID=\"1\" FromParam=\"q\" ToID=\"2\"/>";
    let sub = "<SBR ID=\"0\" Ret=\"Given\"/><Function Type=\"BNOT__F\" ID=\"1\"/>\
        <RET ID=\"2\" In=\"Back\"/><Wire FromID=\"0\" FromParam=\"Given\" ToID=\"1\" ToParam=\"In\"/>\
        <Wire FromID=\"1\" FromParam=\"Out\" ToID=\"2\" ToParam=\"Back\"/>";
    let tags = ["Start", "Run", "Given", "Back"];
    let tags = tags.map(|name| format!("<Tag Name=\"{name}\" DataType=\"BOOL\"/>")).concat();
    let project = project(
        "a.L5X",
        &format!(
            "<RSLogix5000Content><Controller Name=\"C\"><Tags>{tags}</Tags><Programs><Program \
             Name=\"P\" MainRoutineName=\"R\"><Routines>{}{}</Routines></Program></Programs>\
             </Controller></RSLogix5000Content>",
            routine("R", main),
            routine("Sub", sub)
        ),
    );
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let Found::One(run) = logic.find("Run") else { panic!("a tag") };
    let slice = logic.slice(run, Direction::Back, 8);
    let names: Vec<&str> = slice.rows[0].nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["Run", "Back", "Given", "Start"]);
}

#[test]
fn what_nobody_chose_or_wired_is_said() {
    let sheet = "<Sheet Number=\"1\"><IRef ID=\"0\" Operand=\"\"/><ORef ID=\"1\" Operand=\"Lamp\"/>\
         <Block Type=\"NOSUCH\" ID=\"2\" Operand=\"Word\"/>\
         <Wire FromID=\"0\" ToID=\"1\"/><Wire FromID=\"99\" ToID=\"2\" ToParam=\"In\"/></Sheet>";
    let project = diagram(sheet);
    assert_eq!(statements(&project), ["TRUE -> run Word", "TRUE -> Lamp Follow ?nothing wired"]);
    let index = Index::build(&project);
    let reasons: Vec<String> =
        index.opaque().iter().map(|opaque| format!("{:?}", opaque.reason)).collect();
    assert!(reasons[0].starts_with("NotChosen"), "{reasons:?}");
    assert!(reasons[1].starts_with("UnknownInstruction"), "{reasons:?}");
}

#[test]
fn long_chains_and_loops_end() {
    let mut sheet = String::from("<Sheet Number=\"1\"><ORef ID=\"0\" Operand=\"Lamp\"/>");
    for id in 1..20_000 {
        write!(sheet, "<Function Type=\"BNOT__F\" ID=\"{id}\"/>").expect("text");
    }
    for id in 1..19_999 {
        let to = id + 1;
        let wire = format!("FromID=\"{id}\" FromParam=\"Out\" ToID=\"{to}\" ToParam=\"In\"");
        write!(sheet, "<Wire {wire}/>").expect("text");
    }
    // A loop without a marked wire.
    sheet += "<Wire FromID=\"19999\" FromParam=\"Out\" ToID=\"1\" ToParam=\"In\"/>\
              <Wire FromID=\"19999\" FromParam=\"Out\" ToID=\"0\"/></Sheet>";
    assert_eq!(statements(&diagram(&sheet)).len(), 1);
}

#[test]
fn diagrams_are_as_in_the_golden_files() {
    check(&["FBD"], "", 16);
}

#[test]
fn programs_of_faults_and_power_are_executed_though_no_task_has_them() {
    let program = |name: &str| {
        format!(
            "<Program Name=\"{name}\" MainRoutineName=\"R\"><Routines><Routine Name=\"R\" \
             Type=\"RLL\"><RLLContent><Rung Number=\"0\"><Text><![CDATA[OTE({name}_on);]]></Text>\
             </Rung></RLLContent></Routine></Routines></Program>"
        )
    };
    let text = format!(
        "<RSLogix5000Content><Controller Name=\"C\" MajorFaultProgram=\"Faults\" \
         PowerLossProgram=\"Power\"><Programs>{}{}{}{}</Programs><Tasks><Task Name=\"T\" \
         Type=\"CONTINUOUS\"><ScheduledPrograms><ScheduledProgram Name=\"Main\"/>\
         </ScheduledPrograms></Task></Tasks></Controller></RSLogix5000Content>",
        program("Main"),
        program("Faults"),
        program("Power"),
        program("Left"),
    );
    let project = project("a.L5X", &text);
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let dead: Vec<String> =
        logic.dead_code().rows.into_iter().map(|row| row.citation.path).collect();
    assert_eq!(dead, ["Left/R"]);
}

#[test]
fn what_a_subroutine_is_given_and_gives_back_is_followed() {
    let text = "<RSLogix5000Content><Controller Name=\"C\"><Programs><Program Name=\"P\" \
         MainRoutineName=\"M\"><Tags><Tag Name=\"a\" DataType=\"DINT\"/><Tag Name=\"b\" \
         DataType=\"DINT\"/><Tag Name=\"in\" DataType=\"DINT\"/><Tag Name=\"out\" DataType=\"DINT\"/>\
         </Tags><Routines><Routine Name=\"M\" Type=\"ST\"><STContent><Line><![CDATA[JSR(S, 1, a, \
         b);]]></Line></STContent></Routine><Routine Name=\"S\" Type=\"ST\"><STContent><Line>\
         <![CDATA[SBR(in); out := in + 1; RET(out);]]></Line></STContent></Routine></Routines>\
         </Program></Programs></Controller></RSLogix5000Content>";
    let project = project("a.L5X", text);
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let Found::One(b) = logic.find("b") else { panic!("a tag") };
    let slice = logic.slice(b, Direction::Back, 8);
    let names: Vec<&str> = slice.rows[0].nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["Program:P.b", "Program:P.out", "Program:P.in", "Program:P.a"]);
}
