//! The meaning of a name that a program, the controller or several routines have; the necessary
//! order; and the code that the controller executes automatically.

use tagbridge_propose::{Planned, Proposed, Wish};

use crate::ready::Ready;

/// A controller with a program of the same name, equal routine names in two programs, a tag with
/// the name of a program, subroutines with parameters, and an equipment phase.
fn twins() -> Ready {
    Ready::of_texts(&[("Twins.L5X", include_str!("../plants/twins.L5X"))])
}

#[track_caller]
fn planned(wish: &Wish<'_>) -> Planned {
    match twins().wished(wish) {
        Proposed::Ready(planned) => *planned,
        other => panic!("{}: {other:?}", wish.prompt),
    }
}

/// The targets of the steps of its plan.
#[track_caller]
fn targets(wish: &Wish<'_>) -> Vec<String> {
    planned(wish).plan.steps.iter().map(|it| it.target.clone()).collect()
}

#[track_caller]
fn is_done(prompt: &str, target: &str) {
    assert_eq!(targets(&Wish { prompt, ..Wish::default() }), [target], "{prompt}");
}

/// Checks that the place is asked for, and that each answer is understood.
#[track_caller]
fn is_asked(prompt: &str, answers: &[(&str, &str)]) {
    let Proposed::Asks(questions) = twins().asked(prompt) else { panic!("{prompt}") };
    let [question] = questions.as_slice() else { panic!("{prompt}: {questions:?}") };
    assert_eq!(question.id, "place", "{prompt}");
    let options: Vec<&str> = answers.iter().map(|it| it.0).collect();
    assert_eq!(question.options, options, "{prompt}");
    for (answer, target) in answers {
        let answers = [("place".to_owned(), (*answer).to_owned())];
        let wish = Wish { prompt, answers: &answers, ..Wish::default() };
        assert_eq!(targets(&wish), [*target], "{prompt}: {answer}");
    }
}

#[track_caller]
fn is_refused(prompt: &str, why: &str) {
    match twins().asked(prompt) {
        Proposed::Refused { code, .. } => assert_eq!(code, format!("propose-no-{why}"), "{prompt}"),
        other => panic!("{prompt}: {other:?}"),
    }
}

#[test]
fn a_routine_is_that_of_the_program_that_is_named() {
    let both = [("Line", "Line/Spare"), ("Pack", "Pack/Spare")];
    is_asked("delete routine Spare", &both);
    is_done("delete routine Spare from Pack", "Pack/Spare");
    is_done("delete routine Spare from Line", "Line/Spare");
    is_done("delete routine Pack/Spare", "Pack/Spare");
    is_refused("delete routine Spare from Mix", "no-unit");
    let paths = [("Line/Spare", "Line/Spare"), ("Pack/Spare", "Pack/Spare")];
    is_asked("comment routine Spare with 'kept'", &paths);
    is_done("comment routine Pack/Spare with 'kept'", "Pack/Spare");
    let (prompt, program) = ("comment routine Spare with 'kept'", Some("Pack"));
    assert_eq!(targets(&Wish { prompt, program, ..Wish::default() }), ["Pack/Spare"]);
}

#[test]
fn a_program_with_the_controllers_name_is_told_from_it() {
    is_done("change the value of Count in Program:Line to 9", "Program:Line.Count");
    is_done("change the value of Program:Line.Count to 9", "Program:Line.Count");
    is_done("change the value of Count in controller to 9", "Count");
    is_done("delete tag Loose from Program:Line", "Program:Line.Loose");
    let places = [("Controller", "Count"), ("Program:Line", "Program:Line.Count")];
    is_asked("change the value of Count to 9", &places);
    is_asked("change the value of Count in Line to 9", &places);
    is_asked(
        "add a tag Total of type DINT to Line",
        &[("Controller", "Total"), ("Program:Line", "Program:Line.Total")],
    );
    is_asked(
        "comment tag Count with 'parts'",
        &[("Controller.Count", "Count"), ("Program:Line.Count", "Program:Line.Count")],
    );
    // The caller means a program.
    let (prompt, program) = ("change the value of Count to 9", Some("Line"));
    assert_eq!(targets(&Wish { prompt, program, ..Wish::default() }), ["Program:Line.Count"]);
}

#[test]
fn code_of_such_a_program_sees_its_own_tags() {
    is_done("add a closed contact Own to rung 0 of Line/Spare", "Line/Spare");
    let prompt = "add an alarm Full when Count > 6 in Line/Spare";
    let wish = Wish { prompt, ..Wish::default() };
    assert_eq!(targets(&wish), ["Program:Line.Full", "Line/Spare"]);
}

#[test]
fn a_member_is_no_tag_of_a_program_that_is_called_like_its_tag() {
    is_refused("change the value of Pack.Speed to 9", "no-tag");
    is_done("change the value of Program:Pack.Speed to 9", "Program:Pack.Speed");
}

#[test]
fn parameters_and_labels_stay_first() {
    for (prompt, rung) in [
        ("add an open contact Gate to rung 0 of Line/Given", "SBR(Own)XIC(Gate)XIC(Run)OTE(Lamp);"),
        (
            "add a closed contact Lamp to rung 1 of Line/Taken",
            "LBL(Again)XIO(Lamp)XIC(Run)OTE(Gate);",
        ),
    ] {
        let planned = planned(&Wish { prompt, ..Wish::default() });
        let content = planned.changes[0].content.as_deref().unwrap_or_default();
        assert!(content.lines().any(|it| it == rung), "{prompt}: {content}");
        assert!(planned.plan.assumptions.iter().any(|it| it.contains("placed after")), "{prompt}");
    }
    is_refused("add an open contact Gate to rung 0 of Line/Taken", "no-output");
}

#[test]
fn what_an_equipment_phase_executes_is_used() {
    for routine in ["Running", "Before", "Faults"] {
        is_refused(&format!("delete routine {routine} from Mix"), "in-use");
    }
    is_done("delete routine Unused from Mix", "Mix/Unused");
}
