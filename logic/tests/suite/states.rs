//! State machines: charts, and numbers that contain a state.

use tagbridge_logic::{
    Index, Logic, Part, RoutineId,
    query::{Found, States},
};
use tagbridge_project::{Language, Project};

use crate::{effects, golden::project, samples, text_lowering};

/// `from -> to if condition`, then the dead and the unreachable ones.
fn said(logic: &Logic<'_>, machine: &States) -> Vec<String> {
    let transitions = machine.transitions.iter().map(|it| {
        let condition = match &it.conditions[..] {
            [] => String::new(),
            all => logic.conjunction(all),
        };
        format!("{} -> {} if {condition}", it.from.join("+"), it.to.join("+"))
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

const STEPS: [&str; 3] =
    ["EQU(Step,1)XIC(Go)MOV(2,Step);", "EQU(Step,2)MOV(3,Step);", "EQU(Step,50)CLR(Step);"];

fn steps(more: &[&str]) -> Vec<String> {
    let tags = [("Step", "DINT"), ("HMI_Step", "DINT"), ("Go", "BOOL"), ("Abort", "BOOL")];
    let rungs = [&STEPS[..], more].concat();
    let calc: &[&str] = &["XIC(Go)RET(HMI_Step);"];
    of_place(&effects::logix(&tags, &[("R", "RLL", &rungs), ("Calc", "RLL", calc)]), "Step")
}

#[test]
fn what_is_asked_of_the_state_beside_its_number_is_said() {
    let said = ["1 -> 2 if Go", "2 -> 3 if ", "50 -> 0 if "];
    for (rung, transition) in [
        (
            "GEQ(Step,10)LES(Step,50)XIC(Abort)MOV(99,Step);",
            Some("-> 99 if Step >= 10 AND Step < 50 AND Abort"),
        ),
        ("NEQ(Step,99)XIC(Abort)MOV(99,Step);", Some("-> 99 if Step <> 99 AND Abort")),
        ("EQU(Step,3)NEQ(Step,99)XIC(Abort)MOV(99,Step);", Some("3 -> 99 if Abort")),
        ("EQU(Step,3)LES(Step,3)XIC(Abort)MOV(99,Step);", None),
    ] {
        let all = steps(&[rung]);
        assert_eq!(all[..3], said);
        let fourth = all[3..].iter().find(|it| it.contains("->")).map(|it| it.trim());
        assert_eq!(fourth, transition, "{rung}");
    }
}

#[test]
fn what_is_given_from_elsewhere_may_be_any_state() {
    assert_eq!(steps(&[])[3..], ["dead 0", "dead 3", "unreachable 1", "unreachable 50"]);
    for rung in [
        "XIC(Abort)MOV(HMI_Step,Step);",
        "COP(HMI_Step,Step,1);",
        "JSR(Calc,0,Step);",
        "XIC(Abort)OTL(Step.3);",
    ] {
        assert!(steps(&[rung])[3..].is_empty(), "{rung}");
    }
    // An unlimited step leaves the states that the code names.
    assert_eq!(steps(&["GEQ(Step,10)ADD(Step,1,Step);"])[3..], ["50 -> 51 if "]);
    let text = |section: &str| {
        format!(
            "FUNCTION_BLOCK \"F\"\n{section} s : Int := 1; END_VAR\nBEGIN\nCASE #s OF\n1: #s := 2;\n\
             2: #s := 3;\n50: #s := 1;\nEND_CASE;\nEND_FUNCTION_BLOCK\n"
        )
    };
    let of = |section| of_place(&text_lowering::project("a.scl", &text(section)), "F#s");
    assert_eq!(of("VAR")[3..], ["dead 3", "unreachable 50"]);
    assert!(of("VAR_IN_OUT")[3..].is_empty());
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

/// All charts of the samples: their steps are those of the file, and each known transition leads
/// from steps to steps.
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

#[test]
fn branches_of_a_condition_stay_together_and_one_store_may_leave_many_states() {
    let rungs = [
        "EQU(Step,1)[XIC(A) ,XIC(B) ][XIC(D) ,XIC(E) ]MOV(2,Step);",
        "EQU(Step,2)XIC(A)MOV(3,Step);",
        "GEQ(Step,3)XIC(B)ADD(Step,1,Step);",
        "EQU(Step,5)OTE(Q);",
        "EQU(Step,6)MOV(1,Step);",
    ]
    .map(|it| format!("<Rung Type=\"N\"><Text><![CDATA[{it}]]></Text></Rung>"));
    let bits = ["A", "B", "D", "E", "Q"]
        .map(|it| format!("<Tag Name=\"{it}\" TagType=\"Base\" DataType=\"BOOL\"/>"));
    let l5x = format!(
        "<RSLogix5000Content><Controller Name=\"C\"><Tags><Tag Name=\"Step\" TagType=\"Base\" \
         DataType=\"DINT\"/>{}</Tags><Programs><Program Name=\"P\" MainRoutineName=\"R\">\
         <Routines><Routine Name=\"R\" Type=\"RLL\"><RLLContent>{}</RLLContent></Routine></Routines>\
         </Program></Programs></Controller></RSLogix5000Content>",
        bits.concat(),
        rungs.concat()
    );
    assert_eq!(
        of_place(&text_lowering::project("a.L5X", &l5x), "Step"),
        [
            "1 -> 2 if (A OR B) AND (D OR E)",
            "2 -> 3 if A",
            "3 -> 4 if B",
            "4 -> 5 if B",
            "5 -> 6 if B",
            "6 -> 7 if B",
            "6 -> 1 if "
        ]
    );
}

/// Each line leaves the block under a condition that contains all conditions before it, twice. So the text of the
/// last condition would have more parts than a walk can visit.
#[test]
fn conditions_that_share_their_parts_are_walked_once() {
    let lines: Vec<String> = (0..80)
        .map(|it| format!("IF #s = {it} THEN IF #a THEN RETURN; END_IF; #s := {}; END_IF;", it + 1))
        .collect();
    let lines = lines.join("\n");
    let text = format!(
        "FUNCTION_BLOCK \"F\"\nVAR_INPUT a : Bool; END_VAR\nVAR s : Int; END_VAR\nBEGIN\n{lines}\nEND_FUNCTION_BLOCK\n"
    );
    let project = text_lowering::project("a.scl", &text);
    // 80 transitions, and the last state, which nothing leaves.
    assert_eq!(of_place(&project, "F#s").len(), 81);
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    assert!(logic.dead_code().rows.is_empty());
    for (_, unit) in index.units() {
        for at in unit.statements.clone() {
            let statement = index.statement(tagbridge_logic::StatementId(at));
            assert!(logic.expression(statement.guard).len() < 1_000_000);
        }
    }
}
