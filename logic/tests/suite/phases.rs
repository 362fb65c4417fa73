//! Equipment phases: the code that the controller always executes, and the code of one state.

use tagbridge_logic::{
    Index, Logic, UnitId,
    query::Dead,
    why::{Remark, Snapshot, why},
};
use tagbridge_project::{Project, Source, read};

use crate::effects::base_tag;

/// A phase with a pre-state routine, two states, a fault routine, and a routine without a caller.
fn phase(attributes: &str) -> Project {
    let routine = |(name, rung): (&str, &str)| {
        format!(
            "<Routine Name=\"{name}\" Type=\"RLL\"><RLLContent><Rung Number=\"0\" Type=\"N\"><Text>\
             <![CDATA[{rung}]]></Text></Rung></RLLContent></Routine>"
        )
    };
    let routines = [
        ("Before", "XIC(Start)OTE(Ready);"),
        ("Running", "XIC(Ready)OTE(Mixer);"),
        ("Holding", "XIC(Start)OTE(Mixer);"),
        ("Faults", "XIC(Start)OTE(Alarm);"),
        ("Spare", "XIC(Start)OTE(Lamp);"),
    ]
    .map(routine);
    let tags: String = ["Start", "Ready", "Mixer", "Alarm", "Lamp"]
        .iter()
        .map(|name| base_tag(&(*name, "BOOL")))
        .collect();
    let text = format!(
        "<RSLogix5000Content SoftwareRevision=\"33.00\" TargetName=\"C\" TargetType=\"Controller\">\
         <Controller Use=\"Target\" Name=\"C\"><Tags>{tags}</Tags><Programs><Program Name=\"Mix\" \
         Type=\"EquipmentPhase\" {attributes}><Tags/><Routines>{}</Routines></Program></Programs>\
         <Tasks><Task Name=\"T\" Type=\"CONTINUOUS\"><ScheduledPrograms><ScheduledProgram \
         Name=\"Mix\"/></ScheduledPrograms></Task></Tasks></Controller></RSLogix5000Content>",
        routines.concat()
    );
    read(&Source::of_bytes("C.L5X", text.into_bytes()).expect("a source")).expect("a project")
}

fn paths(logic: Logic<'_>, units: &[UnitId]) -> Vec<String> {
    units.iter().map(|unit| logic.path(logic.index.unit(*unit).routine)).collect()
}

const WHOLE: &str = "PreStateRoutineName=\"Before\" FaultRoutineName=\"Faults\"";

#[test]
fn states_and_what_comes_before_them_are_executed_without_a_call() {
    for (attributes, dead) in [
        (WHOLE, &["Mix/Spare"][..]),
        ("FaultRoutineName=\"Faults\"", &["Mix/Before", "Mix/Spare"][..]),
        ("", &["Mix/Before", "Mix/Faults", "Mix/Spare"][..]),
    ] {
        let project = phase(attributes);
        let index = Index::build(&project);
        let rows = Logic::new(&project, &index).dead_code().rows;
        let found: Vec<&str> = rows
            .iter()
            .filter(|it| it.why == Dead::NotExecuted)
            .map(|it| it.citation.path.as_str())
            .collect();
        assert_eq!(found, dead, "{attributes}");
    }
}

#[test]
fn which_state_a_phase_is_in_is_not_told() {
    let project = phase(WHOLE);
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    assert_eq!(paths(logic, &logic.executed()), ["Mix/Before"]);
    let mixer = index.places.ids().find(|id| index.places.text(*id, &index.names) == "Mixer");
    let answer = why(logic, mixer.expect("a tag"), true, &Snapshot::new(1), &[]);
    assert_eq!(answer.writers.len(), 2);
    assert!(answer.remarks.contains(&Remark::SeveralRoutines), "{:?}", answer.remarks);
}
