//! Executed and unexecuted code.

use tagbridge_analysis::Confidence;

use crate::project::{analysed, controller, found, l5x, of_text};

#[test]
fn a_routine_is_called() {
    let tags = ["Start:BOOL", "Motor:BOOL"];
    let own: &[&str] = &["XIC(Start)OTE(Motor);"];
    let uncalled = controller(&tags, &[("Main", &["NOP();"]), ("Pumps", own)]);
    assert_eq!(found(&uncalled, "R01"), ["P/Pumps: No task and no executed code calls P/Pumps."]);
    let called = controller(&tags, &[("Main", &["JSR(Pumps,0);"]), ("Pumps", own)]);
    assert_eq!(found(&called, "R01"), <[&str; 0]>::default());
}

#[test]
fn an_equipment_phase_is_executed_in_its_states() {
    let tags = ["Start:BOOL", "Motor:BOOL"];
    let (running, holding): (&[&str], &[&str]) =
        (&["XIC(Start)OTE(Motor);"], &["XIO(Start)OTE(Motor);"]);
    let routines = [("Faults", &["NOP();"][..]), ("Running", running), ("Holding", holding)];
    let text = l5x(&tags, &routines)
        .replace("MainRoutineName", "Type=\"EquipmentPhase\" FaultRoutineName");
    let phase = of_text("line.L5X", &text);
    assert_eq!(found(&phase, "R01"), <[&str; 0]>::default());
    // No scan executes both.
    let analysis = analysed(&phase);
    let twice = analysis.findings().find(|it| it.rule.id == "TB-W02").expect("two coils");
    assert_eq!(twice.confidence, Confidence::Review);
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
    assert_eq!(found(&of_text("a.scl", text), "R03").len(), 1);
}

#[test]
fn a_condition_that_contradicts_itself_is_told_unless_what_it_reads_changes_in_between() {
    let of = |code: &str| {
        let text = format!(
            "FUNCTION_BLOCK \"F\"\nVAR n : Int; END_VAR\nBEGIN\n{code}\nEND_FUNCTION_BLOCK\n"
        );
        found(&of_text("a.scl", &text), "R03")
    };
    let both = "IF #n > 5 AND #n < 3 THEN\n#n := #n + 1;\nELSE\n#n := #n - 1;\nEND_IF;";
    let told = of(both);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("F line 2: "), "{told:?}");
    assert_eq!(of("IF #n > 5 THEN\nIF #n < 3 THEN\n#n := 1;\nEND_IF;\nEND_IF;").len(), 1);
    let changed = "IF #n > 5 THEN\n#n := 0;\nIF #n < 3 THEN\n#n := 1;\nEND_IF;\nEND_IF;";
    assert_eq!(of(changed), <[&str; 0]>::default());
    let again = "IF #n > 5 THEN\nWHILE TRUE DO\nIF #n < 3 THEN\n#n := 1;\nEND_IF;\n#n := 0;\nEND_WHILE;\nEND_IF;";
    assert_eq!(of(again), <[&str; 0]>::default());
    let rung = |rung: &str| found(&controller(&["A:BOOL", "B:BOOL"], &[("R", &[rung])]), "R03");
    assert_eq!(rung("XIC(A)OTU(A)XIO(A)OTE(B);"), <[&str; 0]>::default());
    assert_eq!(rung("XIC(A)XIO(A)OTL(A);").len(), 1);
}
