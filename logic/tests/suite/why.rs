//! Why a place is on or off, and the explanation of a rung, in a small program.

use tagbridge_logic::{
    Index, Logic, PlaceId,
    explain::Language,
    expr::{Scalar, Truth},
    why::{Absence, Answer, ConditionSource as From, Remark, Sample, Snapshot, Wanted, why},
};
use tagbridge_project::{Project, Source, read};
use tagbridge_texts::Message;

const RUNGS: [&str; 13] = [
    "[XIC(Auto)XIO(E_Stop) ,XIC(Jog) ]OTE(Run);",
    "XIC(Run)TON(T1,5000,0);",
    "XIC(T1.DN)GRT(Level,50)OTE(Pump);",
    "XIC(Set_Lamp)OTL(Lamp);",
    "XIC(Reset_Lamp)OTU(Lamp);",
    "XIC(Auto)XIO(Auto)OTE(Never);",
    "[XIC(Start) ,XIC(Motor) ]XIO(Stop)OTE(Motor);",
    "XIC(Other_Reset)OTU(Lamp);",
    "XIC(Auto)ONS(Memory)OTE(Pulse);",
    "MOV(3,Step);",
    "EQU(State,4)XIC(Auto)XIO(Jog)MOV(0,State);",
    "EQU(State,0)XIC(Start)MOV(4,State);",
    "XIC(Stop)MOV(9,State);",
];

fn project() -> Project {
    let tags = [
        "Auto",
        "E_Stop",
        "Jog",
        "Run",
        "Pump",
        "Set_Lamp",
        "Reset_Lamp",
        "Lamp",
        "Never",
        "Start",
        "Stop",
        "Motor",
        "Other_Reset",
        "Memory",
        "Pulse",
    ];
    let tag = |name: &str, kind: &str| {
        format!("<Tag Name=\"{name}\" TagType=\"Base\" DataType=\"{kind}\" Radix=\"Decimal\"/>")
    };
    let mut all: String = tags.iter().map(|name| tag(name, "BOOL")).collect();
    all += &[tag("Level", "DINT"), tag("T1", "TIMER"), tag("Step", "DINT"), tag("State", "DINT")]
        .concat();
    let rung = |(at, text): (usize, &&str)| {
        let comment = if at == 0 { "<Comment><![CDATA[The belt]]></Comment>" } else { "" };
        format!("<Rung Number=\"{at}\" Type=\"N\">{comment}<Text><![CDATA[{text}]]></Text></Rung>")
    };
    let rungs = RUNGS.iter().enumerate().map(rung).collect::<Vec<_>>().concat();
    let text = format!(
        "<?xml version=\"1.0\"?><RSLogix5000Content SchemaRevision=\"1.0\" SoftwareRevision=\"33.00\" \
         TargetName=\"C\" TargetType=\"Controller\"><Controller Use=\"Target\" Name=\"C\">\
         <Tags>{all}</Tags><Programs><Program Name=\"Main\" MainRoutineName=\"R\"><Tags/><Routines>\
         <Routine Name=\"R\" Type=\"RLL\"><RLLContent>{rungs}</RLLContent></Routine></Routines>\
         </Program></Programs><Tasks><Task Name=\"T\" Type=\"CONTINUOUS\"><ScheduledPrograms>\
         <ScheduledProgram Name=\"Main\"/></ScheduledPrograms></Task></Tasks></Controller>\
         </RSLogix5000Content>"
    );
    read(&Source::of_bytes("C.L5X", text.into_bytes()).expect("a source")).expect("a project")
}

fn place(index: &Index, name: &str) -> PlaceId {
    index
        .places
        .ids()
        .find(|id| index.places.text(*id, &index.names) == name)
        .unwrap_or_else(|| panic!("no {name}"))
}

fn snapshot(sequence: u64, values: &[(&str, Scalar)]) -> Snapshot {
    let mut snapshot = Snapshot::new(sequence);
    for (name, value) in values {
        snapshot.insert(name, Sample::Good(value.clone()));
    }
    snapshot
}

fn bits(on: &[&str], off: &[&str]) -> Snapshot {
    let on = on.iter().map(|name| (*name, Scalar::Bool(true)));
    let off = off.iter().map(|name| (*name, Scalar::Bool(false)));
    snapshot(1, &on.chain(off).collect::<Vec<_>>())
}

fn ask(name: &str, wanted: bool, now: &Snapshot, history: &[Snapshot]) -> Answer {
    let project = project();
    let index = Index::build(&project);
    why(Logic::new(&project, &index), place(&index, name), wanted, now, history)
}

/// The names in sets, sorted.
fn names(sets: &[Vec<tagbridge_logic::why::Condition>]) -> Vec<Vec<String>> {
    sets.iter().map(|set| set.iter().map(|it| it.name.clone()).collect()).collect()
}

#[test]
fn what_has_to_change_and_what_holds_it() {
    let now = bits(&["E_Stop"], &["Auto", "Jog", "Run"]);
    let answer = ask("Run", true, &now, &[]);
    assert_eq!((answer.verdict, answer.by_logic), (Truth::False, Truth::False));
    assert_eq!(names(&answer.blocking), [vec!["Jog"], vec!["Auto", "E_Stop"]]);
    assert_eq!(names(&answer.cores), [vec!["Auto", "Jog"], vec!["E_Stop", "Jog"]]);
    let needs: Vec<_> = answer.blocking[1].iter().map(|it| it.need.clone()).collect();
    assert_eq!(needs, [Some(Wanted::On), Some(Wanted::Off)]);
    assert!(answer.minimal && answer.complete);
    assert_eq!(answer.blocking[0][0].source, From::Outside);
}

#[test]
fn an_unknown_value_is_named_and_one_that_decides_nothing_is_not() {
    let answer = ask("Run", true, &bits(&["Auto"], &["Jog"]), &[]);
    assert_eq!(answer.verdict, Truth::Unknown);
    let missing: Vec<_> = answer.missing.iter().map(|it| (it.name.as_str(), &it.lack)).collect();
    assert_eq!(missing, [("E_Stop", &Absence::NotRead)]);

    let decided = ask("Run", true, &bits(&["Jog"], &[]), &[]);
    assert_eq!((decided.verdict, decided.missing), (Truth::True, Vec::new()));

    let mut stale = bits(&["Auto"], &["Jog"]);
    stale.insert("E_Stop", Sample::Bad(Message::verbatim("stale")));
    let answer = ask("Run", true, &stale, &[]);
    assert_eq!(answer.missing[0].lack, Absence::Bad(Message::verbatim("stale")));
}

#[test]
fn a_compare_tells_how_far_and_a_timer_how_long() {
    let now = snapshot(
        1,
        &[
            ("T1.DN", Scalar::Bool(false)),
            ("T1.ACC", Scalar::Int(3_200)),
            ("T1.PRE", Scalar::Int(5_000)),
            ("Run", Scalar::Bool(true)),
            ("Level", Scalar::Int(43)),
            ("Pump", Scalar::Bool(false)),
        ],
    );
    let answer = ask("Pump", true, &now, &[]);
    let [set] = &answer.blocking[..] else { panic!("{answer:#?}") };
    let Some(Wanted::Within(intervals, distance)) = &set[1].need else { panic!("{set:#?}") };
    assert_eq!(
        (intervals[0].low, intervals[0].low_included, *distance),
        (Some(50.0), false, Some(7.0))
    );
    assert_eq!(
        set[0].source,
        From::Timer {
            instance: "T1".into(),
            elapsed_ms: Some(3_200.0),
            preset_ms: Some(5_000.0),
            running: Truth::True,
        }
    );
}

#[test]
fn a_latch_is_explained_by_what_was_recorded() {
    let at = |sequence, lamp, set, reset| {
        let bit = Scalar::Bool;
        let values = [
            ("Lamp", bit(lamp)),
            ("Set_Lamp", bit(set)),
            ("Reset_Lamp", bit(reset)),
            ("Other_Reset", bit(false)),
        ];
        snapshot(sequence, &values)
    };
    let now = at(9, false, false, false);
    let history = [at(1, true, false, true), at(2, false, false, true), now.clone()];
    let answer = ask("Lamp", true, &now, &history);
    assert_eq!(answer.remarks, [Remark::Kept, Remark::LastBy(1)]);
    assert_eq!(names(&answer.blocking), [vec!["Set_Lamp"]]);

    let short = [at(1, true, false, false), at(2, false, false, true), now.clone()];
    let answer = ask("Lamp", true, &now, &short);
    assert_eq!(answer.remarks, [Remark::Kept, Remark::LastByOneOf(vec![1])]);

    let unknown = ask("Lamp", true, &now, &[]);
    assert_eq!(unknown.remarks, [Remark::Kept, Remark::LastByOneOf(vec![1, 2])]);
}

#[test]
fn what_cannot_be_and_what_should_not_be_is_said() {
    let never = ask("Never", true, &bits(&["Auto"], &["Never"]), &[]);
    assert!(never.remarks.contains(&Remark::Impossible) && never.blocking.is_empty());

    let odd = ask("Run", true, &bits(&["Jog"], &["Run"]), &[]);
    assert_eq!((odd.verdict, odd.by_logic), (Truth::False, Truth::True));
    assert!(odd.remarks.iter().any(|it| matches!(it, Remark::Disagrees(_))));

    let sealed = ask("Motor", true, &bits(&[], &["Motor", "Start", "Stop"]), &[]);
    assert_eq!(names(&sealed.blocking), [vec!["Start"]], "not by itself");

    let input = ask("Auto", true, &bits(&[], &["Auto"]), &[]);
    assert_eq!(input.remarks, [Remark::NeverWritten]);

    let pulse = ask("Pulse", true, &bits(&["Auto"], &["Pulse"]), &[]);
    assert_eq!(pulse.verdict, Truth::False);
    assert!(matches!(pulse.blocking[0][0].source, From::Edge(Some(_))), "{pulse:#?}");

    let number = ask("Step", true, &snapshot(1, &[("Step", Scalar::Int(3))]), &[]);
    assert_eq!(number.remarks, [Remark::Number]);
}

#[test]
fn a_state_is_held_by_the_conditions_of_its_transitions() {
    let held = |state: i64, on: &[&str]| {
        let mut now = bits(on, &[]);
        for name in ["Auto", "Jog", "Start", "Stop"].iter().filter(|it| !on.contains(it)) {
            now.insert(name, Sample::Good(Scalar::Bool(false)));
        }
        now.insert("State", Sample::Good(Scalar::Int(state)));
        names(&ask("State", true, &now, &[]).cores)
    };
    assert_eq!(held(4, &["Jog"]), [vec!["Auto", "Stop"], vec!["Jog", "Stop"]]);
    assert_eq!(held(4, &["Auto", "Jog"]), [vec!["Jog", "Stop"]]);
    assert_eq!(held(0, &["Auto"]), [vec!["Start", "Stop"]]);
    // No transition begins in this state, and this one is set again and again.
    assert_eq!(held(7, &[]), [vec!["Stop"]]);
    assert_eq!(held(9, &["Stop"]), Vec::<Vec<String>>::new());
    assert_eq!(held(4, &["Auto"]), Vec::<Vec<String>>::new(), "it changes");
}

#[test]
fn a_rung_is_said_in_words() {
    let project = project();
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let said = |rung: u32, language| {
        let unit = index.units().find(|(_, unit)| unit.rung == Some(rung)).expect("a rung").0;
        let explained = logic.explain(unit);
        let sentences: Vec<String> =
            explained.rows.iter().map(|row| logic.sentence(row, language)).collect();
        (sentences.join(" "), explained.comments)
    };
    for (rung, language, text) in [
        (0, Language::English, "Run is on while Auto is on and E_Stop is off, or while Jog is on."),
        (
            0,
            Language::German,
            "Run ist ein, solange Auto ein ist und E_Stop aus ist, oder solange Jog ein ist.",
        ),
        (1, Language::English, "Timer T1 (TON) runs while Run is on."),
        (2, Language::English, "Pump is on while T1.DN is on and Level is greater than 50."),
        (3, Language::English, "Lamp is set, and stays on, when Set_Lamp is on."),
        (4, Language::German, "Lamp wird zurückgesetzt und bleibt aus, wenn Reset_Lamp ein ist."),
        (6, Language::English, "Motor is on while (Start or Motor) is on and Stop is off."),
        (9, Language::English, "Step becomes 3, in every scan."),
    ] {
        assert_eq!(said(rung, language).0, text);
    }
    assert_eq!(said(0, Language::English).1, ["The belt"]);
    let turned_off = |rung: u32, language| {
        let unit = index.units().find(|(_, unit)| unit.rung == Some(rung)).expect("a rung").0;
        let rows = logic.explain(unit).rows;
        logic.sentence_off(rows.first().expect("a row"), language)
    };
    for (rung, language, text) in [
        (0, Language::English, "Run is off while (Auto is off, or E_Stop is on) and Jog is off."),
        (5, Language::English, "Never is off while Auto is off, or while Auto is on."),
        (4, Language::German, "Lamp wird zurückgesetzt und bleibt aus, wenn Reset_Lamp ein ist."),
    ] {
        assert_eq!(turned_off(rung, language), text);
    }
}

/// A program with a main routine of these rungs, and another routine, `Sub`, with one rung.
fn with_sub(main: &str, sub: &str, tasks: bool) -> Project {
    let routine = |name: &str, rung: &str| {
        format!(
            "<Routine Name=\"{name}\" Type=\"RLL\"><RLLContent><Rung Number=\"0\" Type=\"N\"><Text>\
             <![CDATA[{rung}]]></Text></Rung></RLLContent></Routine>"
        )
    };
    let tasks = if tasks {
        "<Tasks><Task Name=\"T\" Type=\"CONTINUOUS\"><ScheduledPrograms><ScheduledProgram \
         Name=\"Main\"/></ScheduledPrograms></Task></Tasks>"
    } else {
        ""
    };
    let tags = ["Go", "Lamp"].map(|name| format!("<Tag Name=\"{name}\" DataType=\"BOOL\"/>"));
    let text = format!(
        "<RSLogix5000Content><Controller Use=\"Target\" Name=\"C\"><Tags>{}<Tag Name=\"Step\" \
         DataType=\"DINT\"/></Tags><Programs><Program Name=\"Main\" MainRoutineName=\"R\"><Routines>\
         {}{}</Routines></Program></Programs>{tasks}</Controller></RSLogix5000Content>",
        tags.concat(),
        routine("R", main),
        routine("Sub", sub)
    );
    read(&Source::of_bytes("C.L5X", text.into_bytes()).expect("a source")).expect("a project")
}

#[test]
fn a_sentence_says_how_often_its_code_is_executed() {
    const CALLED: &str = "JSR(Sub,0);";
    const SOMETIMES: &str = "XIC(Go)JSR(Sub,0);";
    const NEVER: &str = "XIC(Go)OTE(Lamp);";
    for (main, sub, tasks, english, german) in [
        (
            CALLED,
            "MOV(3,Step);",
            true,
            "Step becomes 3, in every scan.",
            "Step erhält 3, in jedem Zyklus.",
        ),
        (
            SOMETIMES,
            "MOV(3,Step);",
            true,
            "Step becomes 3, whenever this code is executed.",
            "Step erhält 3, sooft dieser Code ausgeführt wird.",
        ),
        (
            NEVER,
            "MOV(3,Step);",
            true,
            "Step becomes 3; nothing executes this code.",
            "Step erhält 3; nichts führt diesen Code aus.",
        ),
        (
            NEVER,
            "OTE(Lamp);",
            true,
            "Lamp is on; nothing executes this code.",
            "Lamp ist ein; nichts führt diesen Code aus.",
        ),
        (
            NEVER,
            "XIC(Go)OTL(Lamp);",
            true,
            "Lamp is set, and stays on, when Go is on; nothing executes this code.",
            "Lamp wird gesetzt und bleibt ein, wenn Go ein ist; nichts führt diesen Code aus.",
        ),
        // A file without tasks does not show what is executed.
        (
            NEVER,
            "MOV(3,Step);",
            false,
            "Step becomes 3, whenever this code is executed.",
            "Step erhält 3, sooft dieser Code ausgeführt wird.",
        ),
    ] {
        let project = with_sub(main, sub, tasks);
        let index = Index::build(&project);
        let logic = Logic::new(&project, &index);
        let unit = index.units().last().expect("the rung of Sub").0;
        let rows = logic.explain(unit).rows;
        let row = rows.first().expect("a row");
        assert_eq!(logic.sentence(row, Language::English), english);
        assert_eq!(logic.sentence(row, Language::German), german);
        assert_eq!(logic.is_idle(unit), tasks && main == NEVER);
        let off = logic.sentence_off(row, Language::English);
        assert_eq!(off.contains("nothing executes"), tasks && main == NEVER, "{off}");
    }
}
