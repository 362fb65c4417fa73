//! State machines.

use tagbridge_project::Project;

use super::check;
use crate::project::of_text;

fn of(cases: &str) -> Project {
    let text = format!(
        "FUNCTION_BLOCK \"F\"\nVAR_INPUT go, stop : Bool; END_VAR\nVAR s : Int; END_VAR\nBEGIN\nCASE #s OF\n\
         {cases}\nEND_CASE;\nEND_FUNCTION_BLOCK\n"
    );
    of_text("a.scl", &text)
}

#[test]
fn a_state_is_entered_and_left() {
    let whole =
        "0: IF #go THEN #s := 10; END_IF;\n10: #s := 20;\n20: IF #stop THEN #s := 0; END_IF;";
    check(&of(whole), "Q01", 0, "");
    check(&of(whole), "Q02", 0, "");
    let stuck = of(&whole.replace("#s := 0;", "#s := 30;"));
    check(&stuck, "Q01", 1, "F line 4: Nothing leaves the state 30 of F#s.");
    let lost = of(&format!("{whole}\n40: #s := 0;"));
    check(&lost, "Q02", 1, "F line 5: Nothing enters the state 40 of F#s.");
    // A command that somebody else gives has no state.
    let command = of("1: #s := 0;\n2: #s := 0;\n3: #s := 0;");
    check(&command, "Q01", 0, "");
    check(&command, "Q02", 0, "");
}
