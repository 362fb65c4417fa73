//! A failing phase does not affect the others.

use std::{cell::Cell, time::Duration};

use tagbridge_analysis::{Analysis, Failure, Options, PhaseId, Progress, analyse};
use tagbridge_logic::Index;
use tagbridge_project::Project;
use tagbridge_texts::Language;

use crate::project::controller;

fn line() -> Project {
    let rungs = ["XIC(Start)OTE(Motor);", "XIC(Jog)OTE(Motor);"];
    controller(&["Start:BOOL", "Jog:BOOL", "Motor:BOOL"], &[("R", &rungs)])
}

fn with(before: &dyn Fn(&Progress<'_>)) -> Analysis {
    // A clock that advances by a second at each read.
    let seconds = Cell::new(0);
    let elapsed = || {
        seconds.set(seconds.get() + 1);
        Duration::from_secs(seconds.get())
    };
    let limit = Duration::from_secs(10_000);
    let project = line();
    let options = Options { before, elapsed: &elapsed, limit, ..Options::default() };
    analyse(&project, &Index::build(&project), &options)
}

fn failed(analysis: &Analysis) -> Vec<(PhaseId, Failure)> {
    analysis.failed_phases.iter().map(|it| (it.phase, it.why)).collect()
}

#[test]
fn a_phase_that_panics_is_named_and_the_others_stand() {
    let whole = with(&|_| {});
    assert_eq!(failed(&whole), []);
    assert_eq!(whole.chapters.len(), 15);
    let without = with(&|it| assert_ne!(it.phase, PhaseId::Naming, "on purpose"));
    assert_eq!(failed(&without), [(PhaseId::Naming, Failure::Panicked)]);
    let others = whole.chapters.iter().filter(|it| it.phase != PhaseId::Naming);
    assert!(others.eq(without.chapters.iter()));
    assert!(without.findings().any(|it| it.rule.id == "TB-W02"));
}

#[test]
fn a_phase_that_hangs_ends_at_its_limit() {
    let without = with(&|it| {
        if it.phase == PhaseId::Writes {
            loop {
                it.budget.check();
            }
        }
    });
    assert_eq!(failed(&without), [(PhaseId::Writes, Failure::TooLong)]);
    assert_eq!(without.chapters.len(), 14);
}

#[test]
fn a_phase_that_finds_more_than_its_memory_holds_ends() {
    let project = line();
    let options = Options { memory: 100, ..Options::default() };
    let analysis = analyse(&project, &Index::build(&project), &options);
    assert!(failed(&analysis).contains(&(PhaseId::Writes, Failure::TooMuch)));
    assert!(analysis.chapters.iter().any(|it| it.phase == PhaseId::Inventory));
}

#[test]
fn without_an_inventory_there_is_nothing() {
    let nothing = with(&|it| assert_ne!(it.phase, PhaseId::Inventory, "on purpose"));
    assert!(nothing.is_failed());
    assert_eq!(nothing.failed_phases.len(), 15);
    assert_eq!(nothing.failed_phases[0].why, Failure::Panicked);
    assert!(nothing.failed_phases[1..].iter().all(|it| it.why == Failure::NotStarted));
}

#[test]
fn phases_are_counted_as_they_begin() {
    let said = Cell::new((0, 0));
    let _analysis = with(&|it| {
        assert_eq!(it.number, said.get().0 + 1);
        said.set((it.number, it.of));
    });
    assert_eq!(said.get(), (15, 15));
}

#[test]
fn findings_of_a_rule_and_their_places_have_a_most() {
    let names: Vec<String> = (0..300).map(|it| format!("Left{it}:BOOL")).collect();
    let mut tags: Vec<&str> = names.iter().map(String::as_str).collect();
    tags.push("Motor:BOOL");
    let rungs = vec!["AFI()OTE(Motor);"; 40];
    let project = controller(&tags, &[("R", &rungs)]);
    let analysis = analyse(&project, &Index::build(&project), &Options::default());
    let of = |rule: &str| analysis.findings().filter(|it| it.rule.id == rule).collect::<Vec<_>>();
    let unused = of("TB-X01");
    assert_eq!(unused.len(), 200);
    assert_eq!(unused.iter().map(|it| it.count).sum::<usize>(), 300);
    let twice = of("TB-W02");
    assert_eq!((twice[0].citations.len(), twice[0].citations_total), (25, 40));
    let results = analysis.results(&project, Language::English);
    let counted = results.summary.counts.note;
    assert!(counted >= 300, "{counted}");
}

#[test]
fn ids_stay_when_other_code_changes() {
    let ids = |rungs: &[&str]| -> Vec<String> {
        let project =
            controller(&["Start:BOOL", "Jog:BOOL", "Motor:BOOL", "Lamp:BOOL"], &[("R", rungs)]);
        let analysis = analyse(&project, &Index::build(&project), &Options::default());
        let of = analysis.findings().filter(|it| it.rule.id == "TB-W02");
        of.map(|it| it.id.clone()).collect()
    };
    let before = ids(&["XIC(Start)OTE(Motor);", "XIC(Jog)OTE(Motor);"]);
    let after = ids(&["XIC(Jog)OTE(Lamp);", "XIC(Start) OTE(Motor) ;", "XIC(Jog)OTE(Motor);"]);
    assert_eq!(before.len(), 1);
    assert_eq!(before, after);
}
