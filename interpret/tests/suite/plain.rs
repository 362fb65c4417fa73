//! Questions of plant personnel, with names that are common words, or without names.

use std::sync::Arc;

use tagbridge_api::turn::Outcome;
use tagbridge_interpret::{Before, Facts, Given, answer, query::Query, understand};
use tagbridge_project::Source;

fn facts() -> Facts {
    facts_of(&[
        "XIC(Start)OTE(Run);",
        "XIC(Run)TON(Delay,?,?);",
        "XIC(Delay.DN)TON(Hold,?,?)OTE(Out);",
        "XIC(Out)OTL(Pump_Fault);",
    ])
}

/// A program with these rungs.
fn facts_of(rungs: &[&str]) -> Facts {
    let tags = [
        ("Run", "BOOL"),
        ("Out", "BOOL"),
        ("Start", "BOOL"),
        ("Delay", "TIMER"),
        ("Hold", "TIMER"),
        ("Pump_Fault", "BOOL"),
        ("Fill_Seq", "DINT"),
        ("Wash_Seq", "DINT"),
        ("Step", "DINT"),
    ]
    .map(|(name, kind)| format!("<Tag Name=\"{name}\" DataType=\"{kind}\"/>"));
    let mut number = 0..;
    let rungs: Vec<String> = rungs
        .iter()
        .map(|it| {
            let number = number.next().expect("a number");
            format!("<Rung Number=\"{number}\" Type=\"N\"><Text><![CDATA[{it}]]></Text></Rung>")
        })
        .collect();
    let text = format!(
        "<RSLogix5000Content><Controller Name=\"C\"><Tags>{}</Tags><Programs><Program Name=\"P\" \
         MainRoutineName=\"R\"><Routines><Routine Name=\"R\" Type=\"RLL\"><RLLContent>{}</RLLContent>\
         </Routine></Routines></Program></Programs></Controller></RSLogix5000Content>",
        tags.concat(),
        rungs.concat()
    );
    let source = Source::of_bytes("line.L5X".to_owned(), text.into()).expect("a source");
    Facts::new(Arc::new(tagbridge_project::read(&source).expect("a project")))
}

fn asked(facts: &Facts, question: &str) -> (&'static str, Option<String>) {
    let asked = understand(facts, question, &Before::default());
    (asked.queries.first().map_or("", Query::kind), asked.name().map(str::to_owned))
}

fn told(facts: &Facts, question: &str) -> Outcome {
    answer(facts, &understand(facts, question, &Before::default()), &Given::default())
}

#[test]
fn a_common_word_is_a_name_where_it_is_spelled_as_one() {
    let facts = facts();
    for (question, kind, name) in [
        ("Was schaltet Run ein?", "condition", "Run"),
        ("what writes Out", "references", "Out"),
        ("Wo wird Start gelesen?", "references", "Start"),
        // In any spelling, if no other word is a name.
        ("where is run used", "references", "Run"),
        ("why is out off", "why_now", "Out"),
    ] {
        assert_eq!(asked(&facts, question), (kind, Some(name.to_owned())), "{question}");
    }
    // After a pronoun, it is not a name.
    assert_eq!(asked(&facts, "what starts Run").1.as_deref(), Some("Run"));
    assert_eq!(asked(&facts, "what does it start").1, None);
}

#[test]
fn a_kind_is_asked_back() {
    let facts = facts();
    for (question, expected) in [
        ("which rungs use the timer", &["Delay", "Hold"][..]),
        ("why is the output off", &["Run", "Out"]),
    ] {
        let Outcome::NeedsInput { questions } = told(&facts, question) else {
            panic!("{question}")
        };
        assert_eq!(questions[0].options, expected, "{question}");
    }
}

#[test]
fn a_question_about_a_step_needs_no_name_where_one_sequence_has_it() {
    let machine = |tag: &str, states: [u32; 3]| {
        let [first, second, third] = states;
        [
            format!("EQU({tag},{first})XIC(Start)MOV({second},{tag});"),
            format!("EQU({tag},{second})XIC(Run)MOV({third},{tag});"),
            format!("EQU({tag},{third})XIC(Out)MOV({first},{tag});"),
        ]
    };
    let (step, mode) = (machine("Fill_Seq", [10, 20, 30]), machine("Wash_Seq", [1, 2, 3]));
    let rungs: Vec<&str> = step.iter().map(String::as_str).collect();
    let facts = facts_of(&rungs);
    let asked = |facts: &Facts, question| {
        let asked = understand(facts, question, &Before::default());
        asked.queries.first().cloned()
    };
    let sequence = |name: &str, state: Option<&str>| {
        Some(Query::Sequence { name: name.to_owned(), state: state.map(str::to_owned) })
    };
    for question in ["what is step 20 waiting for", "Anlage hängt in Schritt 20, worauf wartet der"]
    {
        assert_eq!(asked(&facts, question), sequence("Fill_Seq", Some("20")), "{question}");
    }
    let rungs: Vec<&str> = step.iter().chain(&mode).map(String::as_str).collect();
    let facts = facts_of(&rungs);
    assert_eq!(asked(&facts, "what comes after step 30"), sequence("Fill_Seq", Some("30")));
    let Outcome::NeedsInput { questions } = told(&facts, "list all steps of the sequence") else {
        panic!()
    };
    assert_eq!(questions[0].options, ["Fill_Seq", "Wash_Seq"]);
}

#[test]
fn alarms_stand_in_one_line_each() {
    let Outcome::Answer { answer, citations, .. } = told(&facts(), "alarms?") else { panic!() };
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines.len(), 2, "{answer}");
    assert!(lines[1].contains("Pump_Fault – turned on in P/R rung 3"), "{answer}");
    assert_eq!(citations.len(), 2);
    let facts = facts_of(&["XIC(Start)OTL(Pump_Fault);"; 5]);
    let Outcome::Answer { answer, .. } = told(&facts, "alarms?") else { panic!() };
    assert!(
        answer.contains("P/R rung 1, P/R rung 2 and in 2 more"),
        "what is left out is counted: {answer}"
    );
}

#[test]
fn what_resets_under_its_own_condition_holds_nothing_on() {
    let facts = facts_of(&["XIC(Start)OTL(Out);", "XIC(Out)XIC(Run)OTU(Out);"]);
    let Outcome::Answer { answer, .. } = told(&facts, "What resets Out?") else { panic!() };
    assert!(answer.contains("rung 1") && !answer.contains("holds itself"), "{answer}");
}

#[test]
fn what_leaves_a_routine_before_a_coil_is_told() {
    let facts = facts_of(&["XIO(Start)RET();", "XIC(Run)OTE(Out);"]);
    for question in ["What turns Out on?", "What turns Out off?"] {
        let Outcome::Answer { answer, .. } = told(&facts, question) else { panic!("{question}") };
        assert!(answer.contains("only executed while Start is on"), "{question} {answer}");
    }
}

/// Requests that would change the program, in people's words: `{}` is a name.
const CHANGES: [&str; 25] = [
    "Set {} to 1.",
    "Please set {} to false.",
    "Change {} to 5.",
    "Change the preset of {} to 3 seconds.",
    "Rename {} to Motor_1.",
    "Delete {}.",
    "Remove {} from rung 2.",
    "Add a contact for {} to rung 1.",
    "Insert a rung that turns {} off.",
    "Replace {} by Start in rung 1.",
    "Create an alarm for {}.",
    "Make {} a DINT.",
    "Write a rung that latches {}.",
    "Increase the preset of {} by 2 s.",
    "Please add a comment to {}.",
    "Setze {} auf 1.",
    "Bitte {} auf 5 ändern.",
    "Ändere {} auf falsch.",
    "Benenne {} in Motor_1 um.",
    "Lösche {}.",
    "Entferne {} aus Strompfad 2.",
    "Füge einen Kontakt für {} hinzu.",
    "Ersetze {} durch Start.",
    "Erstelle eine Störmeldung für {}.",
    "Erhöhe die Vorgabe von {} um 2 s.",
];

#[test]
fn fifty_changes_are_refused_with_the_endpoint_that_takes_them() {
    let facts = facts();
    let asked =
        CHANGES.iter().flat_map(|it| ["Delay", "Pump_Fault"].map(|name| it.replace("{}", name)));
    let (mut count, mut wrong) = (0, Vec::new());
    for question in asked {
        count += 1;
        match told(&facts, &question) {
            Outcome::Unresolved { reason } if reason.contains("/generate") => {}
            other => wrong.push(format!("{question}: {other:?}")),
        }
    }
    assert_eq!(count, 50);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_may_write_a_tag_is_told_apart_from_what_does() {
    let facts = facts_of(&["XIC(Start)VENDOR_INSTR(Run);", "XIC(Run)OTE(Out);"]);
    let told = |question: &str| {
        let asked = understand(&facts, question, &Before::default());
        let Outcome::Answer { answer, .. } = answer(&facts, &asked, &Given::default()) else {
            panic!("{question}")
        };
        answer
    };
    let may = told("what writes Run");
    assert!(may.contains("No code that is understood writes Run."), "{may}");
    assert!(may.contains("1 place may write Run") && !may.contains("comes from outside"), "{may}");
    assert!(told("what writes Start").contains("comes from outside"));
    let read = told("where is Run used");
    assert!(read.contains("not certain"), "{read}");
}

#[test]
fn what_nothing_executes_is_said_to_be_so() {
    let text = "<RSLogix5000Content><Controller Use=\"Target\" Name=\"C\"><Tags><Tag Name=\"Speed\" \
                DataType=\"DINT\"/><Tag Name=\"Lamp\" DataType=\"BOOL\"/></Tags><Programs><Program \
                Name=\"P\" MainRoutineName=\"R\"><Routines><Routine Name=\"R\" Type=\"RLL\"><RLLContent>\
                <Rung Number=\"0\" Type=\"N\"><Text><![CDATA[XIC(Lamp)NOP();]]></Text></Rung></RLLContent>\
                </Routine><Routine Name=\"Old\" Type=\"RLL\"><RLLContent><Rung Number=\"0\" Type=\"N\">\
                <Text><![CDATA[OTE(Lamp);]]></Text></Rung><Rung Number=\"1\" Type=\"N\"><Text>\
                <![CDATA[MOV(3,Speed)JSR(Older,0);]]></Text></Rung></RLLContent></Routine><Routine \
                Name=\"Older\" Type=\"RLL\"><RLLContent/></Routine></Routines></Program></Programs><Tasks>\
                <Task Name=\"T\" Type=\"CONTINUOUS\"><ScheduledPrograms><ScheduledProgram Name=\"P\"/>\
                </ScheduledPrograms></Task></Tasks></Controller></RSLogix5000Content>";
    let source = Source::of_bytes("line.L5X".to_owned(), text.into()).expect("a source");
    let facts = Facts::new(Arc::new(tagbridge_project::read(&source).expect("a project")));
    for (question, said) in [
        ("Why is Lamp off?", "Lamp is on; nothing executes this code."),
        ("What turns Lamp on?", "Lamp is on; nothing executes this code."),
        ("Explain P/Old rung 1", "Speed becomes 3; nothing executes this code."),
        ("Warum ist Lamp aus?", "Lamp ist ein; nichts führt diesen Code aus."),
    ] {
        let Outcome::Answer { answer, .. } = told(&facts, question) else { panic!("{question}") };
        assert!(answer.contains(said), "{question}: {answer}");
        assert!(!answer.contains("in every scan"), "{question}: {answer}");
    }
}
