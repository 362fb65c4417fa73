//! `PackML`.

use tagbridge_analysis::IndustryKind;

use super::check;
use crate::project::{analysed, l5x, of_text};

/// A project with `PackTags`, and these rungs.
fn packed(rungs: &[&str]) -> tagbridge_project::Project {
    let member = |name: &str| {
        format!("<Member Name=\"{name}\" DataType=\"DINT\" Dimension=\"0\" Radix=\"Decimal\"/>")
    };
    let status = ["UnitModeCurrent", "StateCurrent", "MachSpeed", "CurMachSpeed"].map(member);
    let command = ["UnitMode", "CntrlCmd", "CmdChangeRequest"].map(member);
    let kind = |name: &str, members: String| {
        format!(
            "<DataType Name=\"{name}\" Family=\"NoFamily\" Class=\"User\"><Members>{members}</Members></DataType>"
        )
    };
    let types =
        [kind("PackTagsStatus", status.concat()), kind("PackTagsCommand", command.concat())];
    let text =
        l5x(&["Status:PackTagsStatus", "Command:PackTagsCommand", "Go:BOOL"], &[("R", rungs)]);
    let with = format!("<Controller Name=\"C\"><DataTypes>{}</DataTypes>", types.concat());
    of_text("a.L5X", &text.replace("<Controller Name=\"C\">", &with))
}

#[test]
fn what_packtags_lack_is_told() {
    let project = packed(&["NOP();"]);
    let industry = analysed(&project).industry;
    assert_eq!(industry.value, IndustryKind::Packaging);
    assert!(industry.confidence >= 0.6 && !industry.evidence[0].citations.is_empty());
    check(
        &project,
        "P01",
        1,
        "PackTagsCommand: PackTagsCommand lacks these PackTags commands: UnitModeChangeRequest.",
    );
    check(&project, "P02", 0, "");
}

#[test]
fn states_and_modes_have_the_numbers_of_the_standard() {
    let project =
        packed(&["XIC(Go)MOV(18,Status.StateCurrent);", "MOV(32,Status.UnitModeCurrent);"]);
    check(&project, "P05", 1, "P/R:0: Status.StateCurrent is set to 18");
    check(&project, "P04", 1, "P/R:1: Status.UnitModeCurrent is set to 32");
    let fine = packed(&["XIC(Go)MOV(17,Status.StateCurrent);", "MOV(3,Status.UnitModeCurrent);"]);
    check(&fine, "P05", 0, "");
    check(&fine, "P04", 0, "");
}

#[test]
fn transitions_are_those_of_the_state_model() {
    let go = |from: i32, to: i32| {
        format!("EQU(Status.StateCurrent,{from})XIC(Go)MOV({to},Status.StateCurrent);")
    };
    let fine = [go(2, 15), go(15, 4), go(4, 3), go(3, 6), go(6, 7), go(7, 2), go(6, 8), go(8, 9)];
    let fine: Vec<&str> = fine.iter().map(String::as_str).collect();
    check(&packed(&fine), "P06", 0, "");
    check(&packed(&fine), "P08", 0, "");
    let mut wrong = fine.clone();
    let (leap, holding) = (go(4, 6), go(6, 10));
    wrong.extend([leap.as_str(), holding.as_str()]);
    check(&packed(&wrong), "P06", 1, "P/R:8: Status.StateCurrent goes from Idle to Execute");
    check(&packed(&wrong), "P08", 1, "P/R:9: Status.StateCurrent never leaves Holding");
}

#[test]
fn commands_are_handled() {
    let rung = |number: i32| format!("EQU(Command.CntrlCmd,{number})OTE(Go);");
    let some = [rung(1), rung(2)];
    let some: Vec<&str> = some.iter().map(String::as_str).collect();
    check(&packed(&some), "P07", 1, "P/R:0 + P/R:1: The code does not use these commands");
    let all = [1, 2, 3, 8, 9].map(rung);
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    check(&packed(&all), "P07", 0, "");
}
