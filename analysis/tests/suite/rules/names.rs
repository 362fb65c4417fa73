//! Names that are undeclared, declared twice, or reserved.

use super::check;
use crate::project::{controller, l5x, of_text};

#[test]
fn what_is_declared_nowhere_is_told_with_its_places() {
    let of = |rungs: &[&str]| controller(&["Start:BOOL", "Motor:BOOL"], &[("R", rungs)]);
    let typed = of(&["XIC(Strat)OTE(Motor);", "XIC(Strat)OTL(Motor);"]);
    check(&typed, "X06", 1, "P/R:0 + P/R:1: Strat is not declared");
    check(&of(&["XIC(Start)OTE(Motor);"]), "X06", 0, "");
    check(&of(&["JSR(Pumps,0);"]), "X06", 1, "P/R:0: The called routine Pumps");
    let many: Vec<String> = (0..9).map(|it| format!("XIC(In_{it})OTE(Motor);")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    check(&of(&many), "X06", 1, "P/R:0 + P/R:1");
}

#[test]
fn a_tag_of_a_program_hides_that_of_the_controller() {
    let text = l5x(&["Start:BOOL"], &[("R", &["XIC(Start)NOP();"])]);
    let hiding = text.replace(
        "<Routines>",
        "<Tags><Tag Name=\"start\" TagType=\"Base\" DataType=\"BOOL\"/></Tags><Routines>",
    );
    let hiding = of_text("a.L5X", &hiding);
    check(&hiding, "X07", 1, "Program:P.start + Start: Program:P.start hides Start");
    check(&of_text("a.L5X", &text), "X07", 0, "");
    let words = controller(&["Exit:DINT", "Real:DINT"], &[("R", &["NOP();"])]);
    check(&words, "X07", 1, "Exit: Exit is a keyword of the language.");
}

#[test]
fn a_variable_has_a_name_of_its_own_and_a_local_of_a_part_is_declared() {
    let of = |variables: &str, code: &str| {
        let text = format!(
            "FUNCTION_BLOCK \"F\"\nVAR_INPUT a : Int; END_VAR\nVAR {variables} END_VAR\nBEGIN\n{code}\n\
             END_FUNCTION_BLOCK\n"
        );
        of_text("a.scl", &text)
    };
    check(&of("b : Int; B : Int;", "#b := #a;"), "X07", 1, "F: The name B is declared more");
    check(&of("b : Int;", "#b := #wrong;"), "X06", 1, "F line 1: wrong is not declared");
    check(&of("b : Int;", "#b := \"Elsewhere\".x;"), "X06", 0, "");
}

#[test]
fn a_variable_of_a_program_is_declared_once() {
    let of = |other: &str| {
        let variable =
            |name: &str| format!("<variable name=\"{name}\"><type><INT/></type></variable>");
        let text = format!(
            "<project xmlns=\"http://www.plcopen.org/xml/tc6_0200\"><types><dataTypes/><pous><pou name=\"P\" \
             pouType=\"program\"><interface><localVars>{}{}</localVars></interface><body><ST><xhtml \
             xmlns=\"http://www.w3.org/1999/xhtml\">a := a + 1;</xhtml></ST></body></pou></pous></types></project>",
            variable("a"),
            variable(other)
        );
        of_text("a.xml", &text)
    };
    check(&of("A"), "X07", 1, "P.a: The name P.a is declared more");
    check(&of("b"), "X07", 0, "");
    let text = "ORGANIZATION_BLOCK \"Main\"\nVAR_TEMP\na : Int;\nA : Int;\nEND_VAR\nBEGIN\n#a := 1;\n\
                END_ORGANIZATION_BLOCK\n";
    check(&of_text("a.scl", text), "X07", 1, "Main: The name A is declared more");
}

#[test]
fn constants_of_the_system_are_declared_by_it() {
    let text = "ORGANIZATION_BLOCK \"Main\"\nVERSION : 0.1\nVAR_TEMP\n r : Word;\nEND_VAR\nBEGIN\n\
                #r := \"Local~Common\";\n#r := \"OB_Main\";\n#r := \"Elsewhere\";\n\
                END_ORGANIZATION_BLOCK\n";
    check(&of_text("Main.scl", text), "X06", 1, "Main line 3: Elsewhere is not declared");
}
