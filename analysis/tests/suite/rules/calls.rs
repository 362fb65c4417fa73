//! Calls and jumps.

use super::check;
use crate::project::{controller, l5x, of_text};

#[test]
fn a_program_that_is_not_executed_is_told_once() {
    let text = l5x(&["Start:BOOL"], &[("R", &["XIC(Start)NOP();"])]);
    let idle = text.replace("<ScheduledProgram Name=\"P\"/>", "");
    let other = "<Program Name=\"Q\" MainRoutineName=\"R\"><Routines/></Program></Programs>";
    let idle = of_text("a.L5X", &idle.replace("</Programs>", other));
    check(&idle, "R02", 1, "P: The program P is not in a task.");
    check(&idle, "R01", 0, "");
    let inhibited = text.replace("<Task Name", "<Task InhibitTask=\"true\" Name");
    check(&of_text("a.L5X", &inhibited), "R02", 1, "Main: The task Main is inhibited.");
    check(&of_text("a.L5X", &text), "R02", 0, "");
}

#[test]
fn a_jump_has_one_label() {
    let of = |rungs: &[&str]| controller(&["Go:BOOL"], &[("R", rungs)]);
    check(&of(&["XIC(Go)JMP(Out);", "NOP();"]), "R04", 1, "P/R:0: The target of a jump, Out");
    check(&of(&["XIC(Go)JMP(Out);", "LBL(Out)NOP();"]), "R04", 0, "");
    let two = of(&["XIC(Go)JMP(Out);", "LBL(Out)NOP();", "LBL(Out)NOP();"]);
    check(&two, "R04", 1, "P/R:1 + P/R:2: The label Out");
}

#[test]
fn a_circle_of_calls_is_recursion() {
    let of = |last: &'static str| {
        let routines: [(&str, &[&str]); 3] =
            [("R", &["JSR(A,0);"]), ("A", &["JSR(B,0);"]), ("B", &[])];
        let mut routines = routines.to_vec();
        let rungs = [last];
        routines[2].1 = &rungs;
        controller(&["Go:BOOL"], &routines)
    };
    check(&of("JSR(A,0);"), "R05", 1, "P/A:0 + P/B:0: P/A calls itself: P/B, P/A.");
    check(&of("XIC(Go)NOP();"), "R05", 0, "");
}

#[test]
fn an_instance_is_called_once() {
    let of = |calls: &str| {
        let text = format!(
            "FUNCTION_BLOCK \"Pump\"\nVAR_INPUT go : Bool; END_VAR\nVAR x : Bool; END_VAR\nBEGIN\n#x := \
             #go;\nEND_FUNCTION_BLOCK\nFUNCTION_BLOCK \"F\"\nVAR_INPUT a, b : Bool; END_VAR\nVAR p, q : \
             \"Pump\"; END_VAR\nBEGIN\n{calls}\nEND_FUNCTION_BLOCK\n"
        );
        of_text("a.scl", &text)
    };
    let twice = of("#p(go := #a);\n#p(go := #b);");
    check(&twice, "W06", 1, "F line 1 + F line 2: F#p is an instance of Pump");
    check(&of("#p(go := #a);\n#q(go := #b);"), "W06", 0, "");
}

#[test]
fn an_instance_that_nothing_calls_is_told_once() {
    let of = |code: &str| {
        let text = format!(
            "FUNCTION_BLOCK \"Pump\"\nVAR_INPUT go : Bool; END_VAR\nVAR_OUTPUT x : Bool; END_VAR\nBEGIN\n#x := \
             #go;\nEND_FUNCTION_BLOCK\nFUNCTION_BLOCK \"F\"\nVAR p : \"Pump\"; b : Bool; END_VAR\nBEGIN\n{code}\n\
             END_FUNCTION_BLOCK\nORGANIZATION_BLOCK \"Main\"\nBEGIN\n;\nEND_ORGANIZATION_BLOCK\n"
        );
        of_text("a.scl", &text)
    };
    for idle in ["#b := NOT #b;", "#b := #p.x;"] {
        check(&of(idle), "W06", 1, "F: p is an instance of Pump, but is never called.");
        check(&of(idle), "X01", 0, "");
    }
    check(&of("#p(go := #b);\n#b := #p.x;"), "W06", 0, "");
}
