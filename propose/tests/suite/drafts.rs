//! Given code: valid drafts become plans, invalid ones have errors with their locations.

use tagbridge_api::generate::{ChangeAction, ProposedChange};
use tagbridge_propose::Planned;
use tagbridge_texts::Language;

use crate::ready::Ready;

fn logix() -> Ready {
    Ready::of_texts(&[("p.L5X", include_str!("../plants/pumps/pumps.L5X"))])
}

fn lad() -> Ready {
    Ready::of_texts(&[
        ("Pumps.xml", include_str!("../plants/pumps/lad/Pumps.xml")),
        ("Tags.xml", include_str!("../plants/pumps/lad/Tags.xml")),
    ])
}

fn scl() -> Ready {
    Ready::of_texts(&[("p.scl", include_str!("../plants/pumps/scl/Pumps.scl"))])
}

fn ladder() -> Ready {
    Ready::of_texts(&[("p.export", include_str!("../plants/pumps/ladder.export"))])
}

fn text() -> Ready {
    Ready::of_texts(&[("t.export", include_str!("../plants/pumps/text.export"))])
}

fn change(action: ChangeAction, target: &str, code_type: &str, content: &str) -> ProposedChange {
    ProposedChange {
        action,
        target: target.to_owned(),
        code_type: code_type.to_owned(),
        content: (!content.is_empty()).then(|| content.to_owned()),
        new_name: None,
    }
}

#[track_caller]
fn planned(ready: &Ready, changes: &[ProposedChange]) -> Box<Planned> {
    ready.drafted(changes, Language::English).unwrap_or_else(|errors| panic!("{errors:?}"))
}

#[track_caller]
fn errors(ready: &Ready, changes: &[ProposedChange], wanted: &[&str]) {
    let errors = ready.drafted(changes, Language::English).expect_err("errors");
    for it in wanted {
        assert!(errors.iter().any(|error| error.contains(it)), "{it}: {errors:?}");
    }
}

fn says(planned: &Planned, part: &str) -> bool {
    planned.files.iter().any(|it| String::from_utf8_lossy(&it.bytes).contains(part))
}

use ChangeAction::{Create, Delete, Update};

const RUNGS: &str = "[XIC(Start_PB) ,XIC(Pump_1) ]XIO(Stop_PB)XIC(EStop_OK)OTE(Pump_1);
GRT(Level,80.0)OTE(Level_High);
XIC(Permit)XIO(Level_High)OTE(Pump_2);
[XIC(Tank_Full) ,XIC(Level_High) ]OTE(Alarm_Horn);
XIC(Pump_1)TON(Delay_Start,?,?);
XIC(Delay_Start.DN)OTE(Valve_Open);
GRT(Level,5.0)OTE(Level_OK);
XIC(Permit)TON(Timers[2],?,?);
MOV(Setpoint,Speed);";

#[test]
fn rungs_are_the_whole_routine_and_keep_their_bytes_where_they_are_the_same() {
    let new =
        format!("{RUNGS}\n// Lamp of the first pump.\nXIC(Pump_1)XIO(Lamp_Test)OTE(Lamp_Run);");
    let changes = [
        change(Update, "Main/Pumps", "RLL", &new),
        change(Create, "Main.Lamp_Test", "Tag", "Lamp_Test : BOOL; // by hand"),
    ];
    let planned = planned(&logix(), &changes);
    assert!(says(&planned, "XIC(Pump_1)XIO(Lamp_Test)OTE(Lamp_Run);"));
    assert!(says(&planned, "Lamp of the first pump."));
    assert_eq!(planned.plan.steps.len(), 2);
    assert_eq!(planned.changes[1].content.as_deref(), Some(new.as_str()));
    // Errors outside the list of changes are reported with their locations.
    let undeclared = [change(Update, "Main/Pumps", "RLL", &new)];
    errors(&logix(), &undeclared, &["Main/Pumps:9 (1:", "Lamp_Test"]);
    let broken = new.replace("OTE(Lamp_Run)", "OTE(Lamp_Run");
    errors(&logix(), &[change(Update, "Main/Pumps", "RLL", &broken)], &["Main/Pumps:9"]);
}

#[test]
fn a_routine_and_a_type_are_new() {
    let kind = "<DataType Name=\"Motor\" Family=\"NoFamily\" Class=\"User\"><Members><Member \
                Name=\"Run\" DataType=\"DINT\" Dimension=\"0\" Radix=\"Decimal\" Hidden=\"false\" \
                ExternalAccess=\"Read/Write\"/></Members></DataType>";
    let changes = [
        change(Create, "Main/Lamps", "RLL", "XIC(Pump_1)OTE(Lamp_Run);"),
        change(Create, "Main/Values", "ST", "Speed := Setpoint * 2.0;"),
    ];
    let planned = planned(&logix(), &changes);
    assert!(says(&planned, "<Routine Name=\"Lamps\" Type=\"RLL\">"));
    assert!(planned.project.routines.iter().any(|it| it.name == "Values"));
    // This file has no list of types.
    errors(&logix(), &[change(Create, "Motor", "UDT", kind)], &["DataTypes"]);
    errors(&logix(), &[change(Create, "Main/Pumps", "RLL", RUNGS)], &["Main/Pumps"]);
    let unknown = [change(Create, "Main/Lamps", "RLL", "XIC(Pump_1)OTX(Lamp_Run);")];
    errors(&logix(), &unknown, &["OTX"]);
}

#[test]
fn sources_of_siemens_are_whole_blocks_or_their_statements() {
    let body = "\t#Pump_1 := #Start_PB AND NOT #Stop_PB AND #EStop_OK;\n\t#Lamp_Run := #Pump_1;";
    let planned_body = planned(&scl(), &[change(Update, "Pumps", "SCL", body)]);
    assert!(says(&planned_body, "#Lamp_Run := #Pump_1;") && !says(&planned_body, "Alarm_Horn :="));
    let block = "FUNCTION \"Half\" : Real\nVERSION : 0.1\n   VAR_INPUT\n      x : Real;\n   END_VAR\n\
                 BEGIN\n\t#Half := #x / 2.0;\nEND_FUNCTION\n";
    let planned = planned(&scl(), &[change(Create, "Half", "SCL", block)]);
    assert!(planned.files.iter().any(|it| it.path.ends_with("Half.scl")));
    let wrong = [change(Update, "Pumps", "SCL", "\t#Pump_1 := #Start_PB AND #Nobody;")];
    errors(&scl(), &wrong, &["Pumps (1:", "Nobody"]);
    errors(&scl(), &[change(Update, "Pumps", "SCL", "\t#Pump_1 := #Level;")], &["Pumps (1:"]);
}

#[test]
fn drawings_are_changed_by_scripts_of_rungs() {
    let script = "UPDATE_RUNG 3\nPump_2 := Permit AND NOT Level_High AND EStop_OK;\n\
                  INSERT_RUNG_AFTER 1\nLamp_Run := Pump_1 OR Pump_2;\nDELETE_RUNG 4";
    let ld = planned(&ladder(), &[change(Update, "Pumps", "LD", script)]);
    assert!(says(&ld, "Lamp_Run") && ld.changes[0].content.as_deref() == Some(script));
    let of_siemens = planned(&lad(), &[change(Update, "Pumps", "LAD", script)]);
    assert!(says(&of_siemens, "<Component Name=\"Lamp_Run\" />"));
    for (ready, kind) in [(ladder(), "LD"), (lad(), "LAD")] {
        let wrong = [change(Update, "Pumps", kind, "UPDATE_RUNG 99\nPump_2 := Permit;")];
        errors(&ready, &wrong, &["99"]);
        errors(&ready, &[change(Update, "Pumps", kind, "Pump_2 := Permit;")], &["UPDATE_RUNG"]);
        let gone = [change(Update, "Pumps", kind, "UPDATE_RUNG 3\nPump_2 := Nobody;")];
        errors(&ready, &gone, &["Nobody"]);
    }
    assert!(says(&planned(&lad(), &[change(Delete, "Pumps:4", "LAD", "")]), "Level_OK"));
}

#[test]
fn statements_and_declarations_of_codesys() {
    let planned =
        planned(&text(), &[change(Update, "Pumps", "ST", "Pump_1 := Start_PB AND EStop_OK;")]);
    assert!(says(&planned, "Pump_1 := Start_PB AND EStop_OK;"));
    errors(&text(), &[change(Update, "Pumps", "ST", "Pump_1 := Start_PB AND Nix;")], &["Nix"]);
    errors(&text(), &[change(Update, "Nobody", "ST", "a := b;")], &["Nobody"]);
    errors(&text(), &[], &["no change"]);
}

#[test]
fn a_draft_that_weakens_a_protection_is_not_served() {
    let seal = "[XIC(Start_PB) ,XIC(Pump_1) ]XIO(Stop_PB)XIC(EStop_OK)OTE(Pump_1);";
    let with = |text: &str| change(Update, "Main/Pumps", "RLL", &RUNGS.replace(seal, text));
    for weaker in [
        // Removed, bypassed, inverted, latched, written a second time, or the bit itself is written.
        "[XIC(Start_PB) ,XIC(Pump_1) ]XIO(Stop_PB)OTE(Pump_1);",
        "[XIC(Start_PB) ,XIC(Pump_1) ]XIO(Stop_PB)[XIC(EStop_OK) ,XIC(Permit) ]OTE(Pump_1);",
        "[XIC(Start_PB) ,XIC(Pump_1) ]XIO(Stop_PB)XIO(EStop_OK)OTE(Pump_1);",
        "[XIC(Start_PB) ,XIC(Pump_1) ]XIO(Stop_PB)XIC(EStop_OK)OTE(Pump_1);\nXIC(Permit)OTL(Pump_1);",
        "[XIC(Start_PB) ,XIC(Pump_1) ]XIO(Stop_PB)XIC(EStop_OK)OTE(Pump_1);\nXIC(Permit)OTE(Pump_1);",
        "[XIC(Start_PB) ,XIC(Pump_1) ]XIO(Stop_PB)XIC(EStop_OK)OTE(Pump_1);\nXIC(Permit)OTE(EStop_OK);",
        "",
    ] {
        errors(&logix(), &[with(weaker)], &["safety"]);
    }
    let stronger = seal.replace("OTE", "XIC(Permit)OTE");
    assert!(says(&planned(&logix(), &[with(&stronger)]), &stronger));
    // In another routine, behind another name.
    let aside = change(Create, "Main/Aside", "RLL", "XIC(Permit)OTE(Pump_1);");
    errors(&logix(), &[aside], &["safety"]);
    let renamed = ProposedChange {
        new_name: Some("Permit_2".to_owned()),
        ..change(ChangeAction::Rename, "EStop_OK", "Tag", "")
    };
    let bare = with("[XIC(Start_PB) ,XIC(Pump_1) ]XIO(Stop_PB)OTE(Pump_1);");
    errors(&logix(), &[renamed, bare], &["safety"]);
    // In drawings and texts.
    for (ready, kind) in [(ladder(), "LD"), (lad(), "LAD")] {
        let script = "UPDATE_RUNG 1\nPump_1 := (Start_PB OR Pump_1) AND NOT Stop_PB;";
        errors(&ready, &[change(Update, "Pumps", kind, script)], &["safety"]);
    }
    let bare = "Pump_1 := Start_PB;";
    errors(&text(), &[change(Update, "Pumps", "ST", bare)], &["safety"]);
}
