//! Timers and counters.

use tagbridge_project::Project;

use super::check;
use crate::project::{controller, of_text};

fn of(rungs: &[&str]) -> Project {
    let tags = ["Start:BOOL", "Jog:BOOL", "Motor:BOOL", "Delay:TIMER", "Parts:COUNTER"];
    controller(&tags, &[("R", rungs)])
}

fn scl(calls: &str) -> Project {
    let text = format!(
        "FUNCTION_BLOCK \"F\"\nVAR_INPUT a, b : Bool; END_VAR\nVAR_OUTPUT o : Bool; END_VAR\nVAR t : \
         TON_TIME; c : CTU_INT; END_VAR\nBEGIN\n{calls}\nEND_FUNCTION_BLOCK\n"
    );
    of_text("a.scl", &text)
}

#[test]
fn a_timer_is_driven_once() {
    let used = "XIC(Delay.DN)OTE(Motor);";
    let twice = of(&["XIC(Start)TON(Delay,?,?);", "XIC(Jog)TON(Delay,?,?);", used]);
    check(&twice, "T01", 1, "P/R:0 + P/R:1: Delay is driven in 2 places");
    check(&of(&["XIC(Start)TON(Delay,?,?);", used]), "T01", 0, "");
    // A counter with an up and a down instruction is one counter.
    let both = of(&["XIC(Start)CTU(Parts,?,?);", "XIC(Jog)CTD(Parts,?,?);", "RES(Parts);"]);
    check(&both, "T01", 0, "");
    let twice = scl("#t(IN := #a, PT := T#5s);\n#t(IN := #b, PT := T#5s, Q => #o);");
    check(&twice, "T01", 1, "F line 1 + F line 2: F#t is driven in 2 places");
}

#[test]
fn a_preset_is_not_0() {
    check(&scl("#t(IN := #a, PT := T#0s, Q => #o);"), "T02", 1, "F line 1: The preset of F#t is 0");
    check(&scl("#t(IN := #a, PT := T#5s, Q => #o);"), "T02", 0, "");
}

#[test]
fn a_counter_is_reset() {
    let rung = "XIC(Start)CTU(Parts,?,?);";
    let used = "XIC(Parts.DN)OTE(Motor);";
    check(&of(&[rung, used]), "T03", 1, "P/R:0: Parts keeps its value");
    for reset in ["XIC(Jog)RES(Parts);", "XIC(Jog)CLR(Parts.ACC);"] {
        check(&of(&[rung, used, reset]), "T03", 0, "");
    }
    // A number of objects inside needs no reset.
    let down = "XIC(Jog)CTD(Parts,?,?);";
    check(&of(&[rung, down, used]), "T03", 0, "");
    check(&of(&[down, used]), "T03", 1, "P/R:0: Parts keeps its value");
    let again = of(&[rung, "XIC(Jog)CTU(Parts,?,?);", used]);
    check(&again, "T03", 1, "P/R:0 + P/R:1: Parts keeps its value");
    check(&again, "T01", 1, "P/R:0 + P/R:1: Parts is driven in 2 places");
    let counted = "#c(CU := #a, PV := 5, Q => #o);";
    check(&scl(counted), "T03", 1, "F line 1: F#c keeps its value");
    check(&scl("#c(CU := #a, R := #b, PV := 5, Q => #o);"), "T03", 0, "");
}

#[test]
fn what_a_timer_tells_is_used() {
    let rung = "XIC(Start)TON(Delay,?,?);";
    check(&of(&[rung]), "T04", 1, "P/R:0: The code runs Delay but uses none");
    for used in ["XIC(Delay.DN)OTE(Motor);", "GRT(Delay.ACC,5)OTE(Motor);"] {
        check(&of(&[rung, used]), "T04", 0, "");
    }
    check(&scl("#t(IN := #a, PT := T#5s);"), "T04", 1, "F line 1: The code runs F#t");
    check(&scl("#t(IN := #a, PT := T#5s);\n#o := #t.Q;"), "T04", 0, "");
    check(&scl("#t(IN := #a, PT := T#5s, Q => #o);"), "T04", 0, "");
}
