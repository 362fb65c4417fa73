//! State machines.

use tagbridge_project::Project;

use super::check;
use crate::project::{l5x, of_text};

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
    check(&stuck, "Q01", 1, "F line 4: No transition leaves the state 30 of F#s.");
    let lost = of(&format!("{whole}\n40: #s := 0;"));
    check(&lost, "Q02", 1, "F line 5: No transition enters the state 40 of F#s.");
    // A command from outside is not a state.
    let command = of("1: #s := 0;\n2: #s := 0;\n3: #s := 0;");
    check(&command, "Q01", 0, "");
    check(&command, "Q02", 0, "");
}

#[test]
fn constants_that_number_states_have_a_number_each() {
    let of = |done: u32| {
        let constant = |name: &str, number: u32| {
            format!(
                "<Tag Name=\"{name}\" TagType=\"Base\" DataType=\"DINT\" Constant=\"true\"><Data \
                 Format=\"Decorated\"><DataValue DataType=\"DINT\" Radix=\"Decimal\" \
                 Value=\"{number}\"/></Data></Tag>"
            )
        };
        let tags = [
            constant("STATE_IDLE", 0),
            constant("STATE_FILL", 10),
            constant("STATE_DRAIN", 20),
            constant("STATE_DONE", done),
            // An intentional second name of one of them.
            constant("STATE_FIRST", 0),
        ];
        let text = l5x(&["Go:BOOL"], &[("R", &["NOP();"])]);
        of_text("a.L5X", &text.replace("<Tags>", &format!("<Tags>{}", tags.concat())))
    };
    check(
        &of(20),
        "Q04",
        1,
        "STATE_DRAIN + STATE_DONE: state gives the number 20 to several names",
    );
    check(&of(30), "Q04", 0, "");
}
