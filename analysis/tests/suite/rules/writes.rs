//! The writers of places.

use tagbridge_project::Project;

use super::check;
use crate::project::{controller, found, l5x, of_text};

const TAGS: [&str; 4] = ["Start:BOOL", "Jog:BOOL", "Motor:BOOL", "Mode:DINT"];

fn of(rungs: &[&str], rule: &str) -> Vec<String> {
    found(&controller(&TAGS, &[("R", rungs)]), rule)
}

#[test]
fn two_coils_of_one_output_fight() {
    assert_eq!(
        of(&["XIC(Start)OTE(Motor);", "XIC(Jog)OTE(Motor);"], "W02"),
        ["P/R:0 + P/R:1: Motor is driven by 2 coils: the last executed one determines its value."]
    );
    for one in [
        &["[XIC(Start),XIC(Jog)]OTE(Motor);"][..],
        &["XIC(Start)OTL(Motor);", "XIC(Jog)OTU(Motor);"],
        &["XIC(Start)OTE(Mode.0);", "XIC(Jog)OTE(Mode.1);"],
    ] {
        assert_eq!(of(one, "W02"), <[&str; 0]>::default(), "{one:?}");
    }
}

#[test]
fn a_latch_has_its_opposite() {
    assert_eq!(
        of(&["XIC(Start)OTL(Motor);"], "W03"),
        ["P/R:0: Motor is set, but the code never resets it."]
    );
    assert_eq!(
        of(&["XIC(Start)OTU(Motor);"], "W03"),
        ["P/R:0: Motor is reset, but the code never sets it."]
    );
    for both in [
        &["XIC(Start)OTL(Motor);", "XIC(Jog)OTU(Motor);"][..],
        &["XIC(Start)OTL(Mode.0);", "XIC(Jog)CLR(Mode);"],
        &["XIC(Start)OTL(Motor);", "XIC(Jog)Strange(Motor);"],
    ] {
        assert_eq!(of(both, "W03"), <[&str; 0]>::default(), "{both:?}");
    }
}

/// Two programs that execute these rungs, in separate tasks or in one.
fn two(first: &str, second: &str, tasks: usize) -> Project {
    let text = l5x(&TAGS, &[("R", &[first])]);
    let rung = format!("<Rung Number=\"0\" Type=\"N\"><Text><![CDATA[{second}]]></Text></Rung>");
    let program = format!(
        "<Program Name=\"Q\" MainRoutineName=\"R\"><Routines><Routine Name=\"R\" Type=\"RLL\">\
         <RLLContent>{rung}</RLLContent></Routine></Routines></Program></Programs>"
    );
    let text = text.replace("</Programs>", &program);
    let own = "<Task Name=\"Fast\" Type=\"PERIODIC\" Rate=\"10\"><ScheduledPrograms><ScheduledProgram \
               Name=\"Q\"/></ScheduledPrograms></Task></Tasks>";
    let text = if tasks == 2 {
        text.replace("</Tasks>", own)
    } else {
        text.replace("</ScheduledPrograms>", "<ScheduledProgram Name=\"Q\"/></ScheduledPrograms>")
    };
    of_text("a.L5X", &text)
}

#[test]
fn one_task_and_one_program_write_a_tag() {
    let (on, off) = ("XIC(Start)MOV(1,Mode);", "XIC(Jog)MOV(0,Mode);");
    check(&two(on, off, 2), "W01", 1, "P/R:0 + Q/R:0: These tasks write Mode: Main, Fast.");
    check(&two(on, off, 1), "W01", 0, "");
    check(&two(on, off, 1), "W04", 1, "P/R:0 + Q/R:0: These programs write Mode: P, Q.");
    check(&two(on, "XIC(Jog)OTE(Motor);", 1), "W04", 0, "");
}

#[test]
fn constants_and_inputs_are_not_written() {
    let text = l5x(&TAGS, &[("R", &["XIC(Start)MOV(1,Mode);"])]);
    let constant = text.replace("Name=\"Mode\"", "Name=\"Mode\" Constant=\"true\"");
    check(&of_text("a.L5X", &constant), "W05", 1, "P/R:0: Mode is a constant");
    check(&of_text("a.L5X", &text), "W05", 0, "");
    let input = "FUNCTION_BLOCK \"F\"\nVAR_INPUT a : Int; END_VAR\nVAR b : Int; END_VAR\nBEGIN\n#b := #a;\n#a := \
                 5;\nEND_FUNCTION_BLOCK\n";
    check(&of_text("a.scl", input), "W05", 1, "F line 2: F writes its own input a.");
}

#[test]
fn coils_of_codesys_are_coils() {
    let coil = |id: u32, contact: &str| {
        format!(
            "<leftPowerRail localId=\"{id}1\"><position x=\"0\" y=\"{id}00\"/><connectionPointOut \
             formalParameter=\"none\"/></leftPowerRail><contact localId=\"{id}2\" \
             negated=\"false\"><position x=\"50\" y=\"{id}00\"/><connectionPointIn><connection \
             refLocalId=\"{id}1\"/></connectionPointIn><connectionPointOut/><variable>{contact}</variable>\
             </contact><coil localId=\"{id}3\" negated=\"false\" storage=\"none\"><position x=\"100\" \
             y=\"{id}00\"/><connectionPointIn><connection refLocalId=\"{id}2\"/></connectionPointIn>\
             <connectionPointOut/><variable>Motor</variable></coil>"
        )
    };
    let of = |coils: &[String]| {
        let variable =
            |name: &str| format!("<variable name=\"{name}\"><type><BOOL/></type></variable>");
        let text = format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?><project xmlns=\"http://www.plcopen.org/xml/tc6_0200\">\
             <fileHeader companyName=\"\" productName=\"CODESYS\" productVersion=\"1\" \
             creationDateTime=\"2020-01-01T00:00:00\"/><contentHeader name=\"a\"/><types><dataTypes/><pous>\
             <pou name=\"Main\" pouType=\"program\"><interface><localVars>{}</localVars></interface><body>\
             <LD>{}</LD></body></pou></pous></types><instances><configurations/></instances></project>",
            ["Motor", "Start", "Jog"].map(variable).concat(),
            coils.concat()
        );
        of_text("a.xml", &text)
    };
    check(&of(&[coil(1, "Start"), coil(2, "Jog")]), "W02", 1, "Main:1 + Main:2: ");
    check(&of(&[coil(1, "Start")]), "W02", 0, "");
}
