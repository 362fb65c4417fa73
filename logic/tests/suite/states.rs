//! State machines: charts, and numbers that hold a state.

use tagbridge_logic::{
    Index, Logic, Part, RoutineId,
    query::{Found, States},
};
use tagbridge_project::{Language, Project};

use crate::{golden::project, samples, text_lowering};

/// `from -> to if condition`, then the dead and the unreachable ones.
fn said(logic: &Logic<'_>, machine: &States) -> Vec<String> {
    let transitions = machine.transitions.iter().map(|it| {
        let conditions: Vec<String> =
            it.conditions.iter().map(|id| logic.expression(*id)).collect();
        format!("{} -> {} if {}", it.from.join("+"), it.to.join("+"), conditions.join(" AND "))
    });
    let dead = machine.states.iter().filter(|it| it.is_dead).map(|it| format!("dead {}", it.name));
    let unreachable = machine.states.iter().filter(|it| it.is_unreachable);
    let unreachable = unreachable.map(|it| format!("unreachable {}", it.name));
    transitions.chain(dead).chain(unreachable).collect()
}

fn of_place(project: &Project, name: &str) -> Vec<String> {
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    let Found::One(place) = logic.find(name) else { panic!("{name}: {:?}", logic.find(name)) };
    let answer = logic.states(place);
    answer.rows.iter().flat_map(|machine| said(&logic, machine)).collect()
}

#[test]
fn a_number_holds_a_state_in_text_and_in_ladder() {
    let text = "FUNCTION_BLOCK \"F\"\nVAR_INPUT go, stop : Bool; END_VAR\nVAR s : Int; END_VAR\nBEGIN\n\
         CASE #s OF\n0: IF #go THEN #s := 10; END_IF;\n10: #s := #s + 10;\n20: IF #stop THEN #s := 99; \
         END_IF;\n50: #s := 0;\nEND_CASE;\nEND_FUNCTION_BLOCK\n";
    assert_eq!(
        of_place(&text_lowering::project("a.scl", text), "F#s"),
        [
            "0 -> 10 if F#go",
            "10 -> 20 if ",
            "20 -> 99 if F#stop",
            "50 -> 0 if ",
            "dead 99",
            "unreachable 50"
        ]
    );
    let rungs =
        ["EQU(Step,1)XIC(Go)MOV(2,Step);", "EQU(Step,2)ADD(Step,1,Step);", "EQU(Step,3)CLR(Step);"]
            .map(|it| format!("<Rung Type=\"N\"><Text><![CDATA[{it}]]></Text></Rung>"));
    let l5x = format!(
        "<RSLogix5000Content><Controller Name=\"C\"><Tags><Tag Name=\"Step\" DataType=\"DINT\"/><Tag \
         Name=\"Go\" DataType=\"BOOL\"/></Tags><Programs><Program Name=\"P\" MainRoutineName=\"R\">\
         <Routines><Routine Name=\"R\" Type=\"RLL\"><RLLContent>{}</RLLContent></Routine></Routines>\
         </Program></Programs></Controller></RSLogix5000Content>",
        rungs.concat()
    );
    assert_eq!(
        of_place(&text_lowering::project("a.L5X", &l5x), "Step"),
        ["1 -> 2 if Go", "2 -> 3 if ", "3 -> 0 if ", "dead 0", "unreachable 1"]
    );
}

#[test]
fn a_step_that_nothing_enters_is_unreachable() {
    let step = |id: u32, name: &str, first: bool| {
        format!("<Step ID=\"{id}\" Operand=\"{name}\" InitialStep=\"{first}\"/>")
    };
    let steps = [step(0, "A", true), step(1, "B", false), step(2, "C", false)].concat();
    let l5x = format!(
        "<RSLogix5000Content><Controller Name=\"C\"><Tags><Tag Name=\"Go\" DataType=\"BOOL\"/></Tags>\
         <Programs><Program Name=\"P\" MainRoutineName=\"R\"><Routines><Routine Name=\"R\" Type=\"SFC\">\
         <SFCContent>{steps}<Transition ID=\"3\" Operand=\"T\"><Condition><STContent><Line>\
         <![CDATA[Go;]]></Line></STContent></Condition></Transition><DirectedLink FromID=\"0\" \
         ToID=\"3\"/><DirectedLink FromID=\"3\" ToID=\"1\"/></SFCContent></Routine></Routines></Program>\
         </Programs></Controller></RSLogix5000Content>"
    );
    let project = text_lowering::project("a.L5X", &l5x);
    assert_eq!(of_place(&project, "B.X"), ["A -> B if Go", "dead B", "unreachable C"]);
}

/// Every chart of the samples: its steps are those of the file, and each transition that is
/// understood leads from steps to steps.
#[test]
fn the_charts_of_the_samples_are_state_machines() {
    let Some(samples) = samples::root() else { return };
    let mut found = Vec::new();
    for file in [
        "siemens/czarnak_simaticml_v21",
        "codesys/MichielVanwelsenaere__HomeAutomation.CoDeSys3/HomeAutomation.export",
        "codesys/boschrexroth__ctrlx-automation-sdk/hello_plc_application.export",
        "codesys/MichielVanwelsenaere__HomeAutomation.CoDeSys3/HomeAutomation.xml",
    ] {
        let project = project(&samples, file);
        let index = Index::build(&project);
        let logic = Logic::new(&project, &index);
        for at in 0..project.routines.len() {
            if project.routines[at].language != Language::Sfc {
                continue;
            }
            let answer = logic.sequence(RoutineId::at(at));
            let machine = answer.rows.first().expect("a chart has steps");
            let names: Vec<&String> = machine.states.iter().map(|it| &it.name).collect();
            for transition in &machine.transitions {
                assert!(!transition.from.is_empty() && !transition.to.is_empty(), "{transition:?}");
                let mut all = transition.from.iter().chain(&transition.to);
                assert!(all.all(|it| names.contains(&it)), "{transition:?}");
                assert_eq!(transition.citation.part, Part::Transition);
            }
            let unreachable = machine.states.iter().filter(|it| it.is_unreachable).count();
            found.push((
                machine.subject.clone(),
                names.len(),
                machine.transitions.len(),
                unreachable,
            ));
        }
    }
    assert!(found.len() >= 7, "{found:?}");
    let steps: usize = found.iter().map(|it| it.1).sum();
    let transitions: usize = found.iter().map(|it| it.2).sum();
    assert!(steps >= 14 && transitions >= 8, "{found:?}");
    assert!(found.iter().all(|it| it.3 == 0), "{found:?}");
}
