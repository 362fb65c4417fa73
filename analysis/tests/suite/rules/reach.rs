//! What is executed.

use crate::project::{controller, found};

#[test]
fn a_routine_is_called() {
    let tags = ["Start:BOOL", "Motor:BOOL"];
    let own: &[&str] = &["XIC(Start)OTE(Motor);"];
    let uncalled = controller(&tags, &[("Main", &["NOP();"]), ("Pumps", own)]);
    assert_eq!(
        found(&uncalled, "R01"),
        ["P/Pumps: No task executes P/Pumps, and nothing that is executed calls it."]
    );
    let called = controller(&tags, &[("Main", &["JSR(Pumps,0);"]), ("Pumps", own)]);
    assert_eq!(found(&called, "R01"), <[&str; 0]>::default());
}

#[test]
fn code_behind_a_condition_that_never_holds_has_no_effect() {
    let tags = ["Start:BOOL", "Motor:BOOL", "N:DINT"];
    let of = |rung: &str| found(&controller(&tags, &[("Main", &[rung])]), "R03");
    assert_eq!(of("XIC(Start)XIO(Start)MOV(1,N);").len(), 1);
    assert_eq!(of("EQU(1,2)MOV(1,N);").len(), 1);
    assert_eq!(of("XIC(Start)XIO(Motor)MOV(1,N);"), <[&str; 0]>::default());
    let text = "FUNCTION_BLOCK \"F\"\nVAR_INPUT a : Bool; END_VAR\nVAR s : Int; END_VAR\nBEGIN\nIF FALSE THEN\n#s \
                := 1;\nEND_IF;\nEND_FUNCTION_BLOCK\n";
    assert_eq!(found(&crate::project::of_text("a.scl", text), "R03").len(), 1);
}
