//! Code for twenty tasks as a model writes it, in three vendors: right code is served and does its task,
//! and code with one mistake is not served.

use tagbridge_api::generate::{ChangeAction, ProposedChange};
use tagbridge_logic::{Index, Logic};
use tagbridge_texts::Language;

use crate::{ready::Ready, typed::wrong_formula};

/// A task: the tags that it declares, what is changed in ladder and in text (`old => new`, or lines
/// that are added), and what must come of it.
struct Task {
    tags: &'static [(&'static str, &'static str)],
    ladder: &'static str,
    text: &'static str,
    formula: &'static str,
}

const fn task(
    tags: &'static [(&'static str, &'static str)],
    ladder: &'static str,
    text: &'static str,
    formula: &'static str,
) -> Task {
    Task { tags, ladder, text, formula }
}

const TASKS: [Task; 20] = [
    task(&[], "XIC(Pump_1)OTE(Lamp_Run);", "Lamp_Run := Pump_1;", "Lamp_Run = Pump_1"),
    task(
        &[("Lamp_Test", "BOOL")],
        "[XIC(Pump_1) ,XIC(Lamp_Test) ]OTE(Lamp_Run);",
        "Lamp_Run := Pump_1 OR Lamp_Test;",
        "",
    ),
    task(
        &[("Both_Run", "BOOL")],
        "XIC(Pump_1)XIC(Pump_2)OTE(Both_Run);",
        "Both_Run := Pump_1 AND Pump_2;",
        "",
    ),
    task(
        &[("One_Runs", "BOOL")],
        "[XIC(Pump_1)XIO(Pump_2) ,XIO(Pump_1)XIC(Pump_2) ]OTE(One_Runs);",
        "One_Runs := (Pump_1 AND NOT Pump_2) OR (NOT Pump_1 AND Pump_2);",
        "",
    ),
    task(
        &[("Level_Low", "BOOL")],
        "LES(Level,10.0)OTE(Level_Low);",
        "Level_Low := Level < 10.0;",
        "",
    ),
    task(
        &[("In_Window", "BOOL")],
        "GEQ(Level,20.0)LEQ(Level,60.0)OTE(In_Window);",
        "In_Window := Level >= 20.0 AND Level <= 60.0;",
        "",
    ),
    task(
        &[("Permit_Lost", "BOOL")],
        "XIC(Start_PB)XIO(Permit)OTE(Permit_Lost);",
        "Permit_Lost := Start_PB AND NOT Permit;",
        "Permit_Lost = Start_PB AND NOT Permit",
    ),
    task(
        &[],
        "XIO(Level_High)OTE(Pump_2) => XIO(Level_High)XIC(EStop_OK)OTE(Pump_2)",
        "Permit AND NOT Level_High => Permit AND NOT Level_High AND EStop_OK",
        "Pump_2 = Permit AND NOT Level_High AND EStop_OK",
    ),
    task(&[], "GRT(Level,80.0) => GRT(Level,85.0)", "Level > 80.0 => Level > 85.0", ""),
    task(
        &[],
        "[XIC(Start_PB) , => [XIC(Start_PB) ,XIC(Start_HMI) ,",
        "(Start_PB OR => (Start_PB OR Start_HMI OR",
        "Pump_1 = (Start_PB OR Start_HMI OR Pump_1) AND NOT Stop_PB AND EStop_OK",
    ),
    task(
        &[],
        "XIO(Level_High)OTE(Pump_2) => XIO(Level_High)XIO(Pump_1)OTE(Pump_2)",
        "Permit AND NOT Level_High => Permit AND NOT Level_High AND NOT Pump_1",
        "Pump_2 = Permit AND NOT Level_High AND NOT Pump_1",
    ),
    task(
        &[("Feed_Fault", "BOOL")],
        "[XIC(Pump_1)XIO(Pump_3_Fb) ,XIC(Feed_Fault) ]XIO(Reset_PB)OTE(Feed_Fault);",
        "Feed_Fault := ((Pump_1 AND NOT Pump_3_Fb) OR Feed_Fault) AND NOT Reset_PB;",
        "",
    ),
    task(
        &[("Horn_Delay", "TON"), ("Horn_Late", "BOOL")],
        "XIC(Tank_Full)TON(Horn_Delay,?,?);\nXIC(Horn_Delay.DN)OTE(Horn_Late);",
        "Horn_Delay(IN := Tank_Full, PT := T#2s);\nHorn_Late := Horn_Delay.Q;",
        "",
    ),
    task(
        &[],
        "GRT(Setpoint,50.0)MOV(50.0,Speed);",
        "IF Setpoint > 50.0 THEN\n\tSpeed := 50.0;\nEND_IF;",
        "",
    ),
    task(
        &[("Start_Count", "DINT"), ("Pump_1_Before", "BOOL")],
        "XIC(Pump_1)XIO(Pump_1_Before)ADD(Start_Count,1,Start_Count);\nXIC(Pump_1)OTE(Pump_1_Before);",
        "IF Pump_1 AND NOT Pump_1_Before THEN\n\tStart_Count := Start_Count + 1;\nEND_IF;\n\
         Pump_1_Before := Pump_1;",
        "",
    ),
    task(
        &[("Batch_Count", "DINT")],
        "XIC(Reset_PB)MOV(0,Batch_Count);",
        "IF Reset_PB THEN\n\tBatch_Count := 0;\nEND_IF;",
        "",
    ),
    task(
        &[("Level_Percent", "REAL")],
        "DIV(Level,2.0,Level_Percent);",
        "Level_Percent := Level / 2.0;",
        "",
    ),
    task(
        &[("Mean_Value", "REAL")],
        "CPT(Mean_Value,(Level+Setpoint)/2.0);",
        "Mean_Value := (Level + Setpoint) / 2.0;",
        "",
    ),
    task(
        &[("Deviation", "REAL"), ("Deviation_Alarm", "BOOL")],
        "SUB(Setpoint,Speed,Deviation)GRT(Deviation,5.0)OTE(Deviation_Alarm);",
        "Deviation := Setpoint - Speed;\nDeviation_Alarm := Deviation > 5.0;",
        "",
    ),
    task(
        &[("Fill_Step", "DINT")],
        "EQU(Fill_Step,0)XIC(Start_PB)MOV(10,Fill_Step);\nEQU(Fill_Step,10)XIC(Tank_Full)MOV(0,Fill_Step);",
        "IF (Fill_Step = 0) AND Start_PB THEN\n\tFill_Step := 10;\n\
         ELSIF (Fill_Step = 10) AND Tank_Full THEN\n\tFill_Step := 0;\nEND_IF;",
        "",
    ),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Ladder,
    Scl,
    Text,
}

fn plant(form: Form) -> Ready {
    match form {
        Form::Ladder => Ready::of_texts(&[("p.L5X", include_str!("../plants/pumps/pumps.L5X"))]),
        Form::Scl => Ready::of_texts(&[("p.scl", include_str!("../plants/pumps/scl/Pumps.scl"))]),
        Form::Text => Ready::of_texts(&[("t.export", include_str!("../plants/pumps/text.export"))]),
    }
}

/// The names of the plant and of a task, as SCL writes them.
fn in_scl(text: &str) -> String {
    const OTHERS: &str = " IF THEN ELSIF END_IF AND OR NOT IN PT T Q ";
    let mut out = String::new();
    let mut before = ' ';
    for word in text.split_inclusive(|it: char| !(it.is_alphanumeric() || it == '_')) {
        let name = word.trim_end_matches(|it: char| !(it.is_alphanumeric() || it == '_'));
        let is_name = name.starts_with(char::is_alphabetic)
            && !OTHERS.contains(&format!(" {name} "))
            && !matches!(before, '.' | '#');
        if is_name {
            out.push('#');
        }
        out.push_str(word);
        before = word.chars().next_back().unwrap_or(' ');
    }
    out
}

/// What a model writes for a task: the whole new code, and what it declares.
fn written(form: Form, task: &Task, old: &str) -> (Vec<ProposedChange>, String) {
    let (target, code_type) = match form {
        Form::Ladder => ("Main/Pumps", "RLL"),
        Form::Scl => ("Pumps", "SCL"),
        Form::Text => ("Pumps", "ST"),
    };
    let asked = match form {
        Form::Ladder => task.ladder.to_owned(),
        Form::Scl => in_scl(task.text),
        Form::Text => task.text.to_owned(),
    };
    let (new, own) = match asked.split_once(" => ") {
        Some((from, to)) => {
            assert!(old.contains(from), "{from}: {old}");
            (old.replacen(from, to, 1), to.to_owned())
        }
        None => (format!("{}\n{asked}", old.trim_end()), asked),
    };
    let place = if form == Form::Ladder { "Main" } else { "Pumps" };
    let mut changes: Vec<ProposedChange> = Vec::new();
    for (name, kind) in task.tags {
        let kind = match (form, *kind) {
            (Form::Ladder, "TON") => "TIMER",
            (Form::Scl, "TON") => "TON_TIME",
            (_, kind) => kind,
        };
        let content = format!("{name} : {kind}");
        changes.push(change(ChangeAction::Create, &format!("{place}.{name}"), "Tag", content));
    }
    changes.push(change(ChangeAction::Update, target, code_type, new));
    (changes, own)
}

fn change(action: ChangeAction, target: &str, code_type: &str, content: String) -> ProposedChange {
    let (target, code_type) = (target.to_owned(), code_type.to_owned());
    ProposedChange { action, target, code_type, content: Some(content), new_name: None }
}

/// The code of the plant.
fn code(ready: &Ready) -> String {
    use tagbridge_project::Body;
    let mut routines = ready.logic().project.routines.iter();
    let routine = routines.find(|it| it.name == "Pumps").expect("a routine");
    match &routine.body {
        Body::Text(text) => text.clone(),
        Body::Rungs(rungs) => {
            rungs.iter().map(|it| it.text.trim().to_owned()).collect::<Vec<_>>().join("\n")
        }
        _ => panic!("no code"),
    }
}

#[test]
fn right_code_for_twenty_tasks_is_served() {
    for form in [Form::Ladder, Form::Scl, Form::Text] {
        let ready = plant(form);
        let old = code(&ready);
        for task in &TASKS {
            let (changes, own) = written(form, task, &old);
            let planned = ready
                .drafted(&changes, Language::English)
                .unwrap_or_else(|errors| panic!("{form:?}: {own}: {errors:?}"));
            let Some((output, formula)) = task.formula.split_once(" = ") else { continue };
            let index = Index::build(&planned.project);
            let logic = Logic::new(&planned.project, &index);
            assert_eq!(wrong_formula(logic, output, formula), None, "{form:?}: {own}");
        }
    }
}

/// One mistake in what a model writes; nothing where the task has no place for it.
fn mistaken(
    kind: &str,
    form: Form,
    task: &Task,
    (changes, own): &(Vec<ProposedChange>, String),
) -> Option<Vec<ProposedChange>> {
    let mut changes = changes.clone();
    let code = changes.last_mut()?.content.as_mut()?;
    let wrong = |own: &str| match kind {
        "a misspelt name" => {
            // The longest name of what is written.
            let words = own.split(|it: char| !(it.is_alphanumeric() || it == '_'));
            let name = words.max_by_key(|it| it.len())?;
            Some(own.replace(name, &format!("{}x{}", &name[..3], &name[3..])))
        }
        "a name that is not declared" => {
            let names =
                ["Pump_1", "Permit", "Level", "Setpoint", "Start_PB", "Reset_PB", "Tank_Full"];
            let name = names.into_iter().find(|it| own.contains(it))?;
            Some(own.replacen(name, "Nowhere_To_Be_Seen", 1))
        }
        "a wrong type" => {
            let from = if own.contains("Pump_1") { "Pump_1" } else { "Start_PB" };
            (own.contains(from) && !own.contains("MOV")).then(|| own.replacen(from, "Level", 1))
        }
        "an open bracket" => match form {
            Form::Ladder => own.rfind(')').map(|at| format!("{}{}", &own[..at], &own[at + 1..])),
            _ => own.find(":= ").map(|at| format!("{}({}", &own[..at + 3], &own[at + 3..])),
        },
        "a missing operand" => match form {
            Form::Ladder => {
                let at = own.rfind(',').filter(|_| !own.contains('['))?;
                let end = at + own[at..].find(')')?;
                Some(format!("{}{}", &own[..at], &own[end..]))
            }
            _ => own.find(" AND ").map(|at| format!("{} AND{}", &own[..at], &own[at..])),
        },
        "a wrong instruction" => match form {
            Form::Ladder => own.contains("OTE(").then(|| own.replacen("OTE(", "OTX(", 1)),
            _ => own.contains("PT :=").then(|| own.replacen("PT :=", "PX :=", 1)),
        },
        _ => None,
    };
    if kind == "no declaration" {
        (!task.tags.is_empty()).then_some(())?;
        return Some(vec![changes.pop()?]);
    }
    let new = wrong(own)?;
    *code = code.replacen(own, &new, 1);
    Some(changes)
}

#[test]
fn code_with_one_mistake_is_not_served() {
    const KINDS: [&str; 7] = [
        "a misspelt name",
        "a name that is not declared",
        "a wrong type",
        "an open bracket",
        "a missing operand",
        "a wrong instruction",
        "no declaration",
    ];
    let mut count = [0; KINDS.len()];
    let mut served = Vec::new();
    for form in [Form::Ladder, Form::Scl, Form::Text] {
        let ready = plant(form);
        let old = code(&ready);
        for task in &TASKS {
            let right = written(form, task, &old);
            for (at, kind) in KINDS.into_iter().enumerate() {
                let Some(changes) = mistaken(kind, form, task, &right) else { continue };
                count[at] += 1;
                if ready.drafted(&changes, Language::English).is_ok() {
                    served.push(format!("{form:?}: {kind}: {:?}", changes.last()));
                }
            }
        }
    }
    eprintln!("{:?}", KINDS.iter().zip(count).collect::<Vec<_>>());
    assert!(served.is_empty(), "{}", served.join("\n"));
    assert!(count.iter().all(|it| *it >= 5), "{count:?}");
}
