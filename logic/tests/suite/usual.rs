//! Cyclic code, compared with code for starts and faults and with code that is never executed; and
//! the order of writers.

use tagbridge_logic::{
    Index, Logic, PlaceId,
    expr::{Scalar, Truth},
    why::{Answer, Remark, Sample, Snapshot, why},
};
use tagbridge_project::{Project, Source, read};

use crate::{effects::base_tag, text_lowering::project as scl};

/// A Logix project with BOOL tags: one routine for each scan, and one for faults.
fn logix(tags: &[&str], rungs: &[&str], on_fault: &[&str]) -> Project {
    let routine = |name: &str, rungs: &[&str]| {
        let rung = |(at, text): (usize, &&str)| {
            format!("<Rung Number=\"{at}\" Type=\"N\"><Text><![CDATA[{text}]]></Text></Rung>")
        };
        let rungs: String = rungs.iter().enumerate().map(rung).collect();
        format!("<Routine Name=\"{name}\" Type=\"RLL\"><RLLContent>{rungs}</RLLContent></Routine>")
    };
    let tags: String = tags.iter().map(|name| base_tag(&(*name, "BOOL"))).collect();
    let text = format!(
        "<?xml version=\"1.0\"?><RSLogix5000Content SchemaRevision=\"1.0\" SoftwareRevision=\"33.00\" \
         TargetName=\"C\" TargetType=\"Controller\"><Controller Use=\"Target\" Name=\"C\">\
         <Tags>{tags}</Tags><Programs><Program Name=\"Main\" MainRoutineName=\"M\" \
         FaultRoutineName=\"F\"><Tags/><Routines>{}{}</Routines></Program></Programs><Tasks>\
         <Task Name=\"T\" Type=\"CONTINUOUS\"><ScheduledPrograms><ScheduledProgram Name=\"Main\"/>\
         </ScheduledPrograms></Task></Tasks></Controller></RSLogix5000Content>",
        routine("M", rungs),
        routine("F", on_fault)
    );
    read(&Source::of_bytes("C.L5X", text.into_bytes()).expect("a source")).expect("a project")
}

fn place(index: &Index, name: &str) -> PlaceId {
    let mut ids = index.places.ids();
    ids.find(|id| index.places.text(*id, &index.names).replace('"', "").eq_ignore_ascii_case(name))
        .unwrap_or_else(|| panic!("no {name}"))
}

fn values(index: &Index, on: &[&str], off: &[&str]) -> Snapshot {
    let mut snapshot = Snapshot::new(1);
    for (names, value) in [(on, true), (off, false)] {
        for name in names {
            let spelled = index.places.text(place(index, name), &index.names);
            snapshot.insert(&spelled, Sample::Good(Scalar::Bool(value)));
        }
    }
    snapshot
}

/// Why a bit does not have the opposite value, with the given bits on or off.
fn ask(project: &Project, name: &str, on: &[&str], off: &[&str]) -> Answer {
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    let wanted = off.contains(&name);
    why(logic, place(&index, name), wanted, &values(&index, on, off), &[])
}

/// The sets of conditions that would change it, by name, in any order.
fn sets(answer: &Answer) -> Vec<Vec<String>> {
    let mut sets: Vec<Vec<String>> = answer
        .blocking
        .iter()
        .map(|set| set.iter().map(|it| it.name.replace('"', "")).collect())
        .collect();
    for set in &mut sets {
        set.sort();
    }
    sets.sort();
    sets
}

#[test]
fn what_a_fault_does_is_no_part_of_each_scan() {
    let tags = ["Start", "Run", "Faulted"];
    let project = logix(&tags, &["XIC(Start)OTE(Run);"], &["OTU(Run);", "OTL(Faulted);"]);
    let answer = ask(&project, "Run", &[], &["Run", "Start", "Faulted"]);
    assert_eq!(sets(&answer), [["Start"]]);
    assert!(!answer.remarks.contains(&Remark::Impossible), "{:?}", answer.remarks);
    assert_eq!(answer.others.len(), 1, "the fault's rung may write it");
    let answer = ask(&project, "Faulted", &[], &["Faulted", "Run", "Start"]);
    assert_ne!(answer.by_logic, Truth::True, "there was no fault");
    assert_eq!((answer.writers.len(), answer.others.len()), (0, 1));
}

#[test]
fn a_writer_finds_what_the_one_before_has_left() {
    let tags = ["Start", "Ok", "Run", "Set", "Reset", "Lamp"];
    let rungs = ["XIC(Start)OTE(Run);", "XIC(Run)XIC(Ok)OTE(Run);"];
    let project = logix(&tags, &rungs, &[]);
    let answer = ask(&project, "Run", &[], &["Run", "Start", "Ok"]);
    assert_eq!(sets(&answer), [["Ok", "Start"]]);

    let latch = ["XIC(Set)OTL(Lamp);", "XIC(Lamp)XIC(Reset)OTU(Lamp);"];
    let project = logix(&tags, &latch, &[]);
    let answer = ask(&project, "Lamp", &["Set", "Reset"], &["Lamp"]);
    assert_eq!(answer.by_logic, Truth::False, "the second rung resets it in the same scan");
    let disagrees = |it: &Remark| matches!(it, Remark::Disagrees(_));
    assert!(!answer.remarks.iter().any(disagrees), "{:?}", answer.remarks);
}

/// A data block with bits, and blocks; an organization block with the name of the startup block is
/// for the start.
fn siemens(blocks: &str) -> Project {
    let text = format!(
        "DATA_BLOCK \"D\"\nVAR\nA : Bool;\nB : Bool;\nL : Bool;\nReset : Bool;\nEND_VAR\nBEGIN\n\
         END_DATA_BLOCK\n{blocks}"
    );
    let mut project = scl("a.scl", &text);
    for task in &mut project.tasks {
        let kind = if task.name == "Startup" { "Startup" } else { "ProgramCycle" };
        kind.clone_into(&mut task.kind);
    }
    project
}

fn block(kind: &str, name: &str, body: &str) -> String {
    let returns = if kind == "FUNCTION" { " : Void" } else { "" };
    format!("{kind} \"{name}\"{returns}\nBEGIN\n{body}\nEND_{kind}\n")
}

#[test]
fn a_call_reads_what_was_before_what_it_executes() {
    let sub = "IF \"D\".A THEN \"D\".L := FALSE; END_IF;\nIF \"D\".B THEN \"D\".L := TRUE; END_IF;";
    let main = "IF \"D\".L THEN \"Sub\"(); END_IF;";
    let all = [block("FUNCTION", "Sub", sub), block("ORGANIZATION_BLOCK", "Main", main)];
    let project = siemens(&all.concat());
    let answer = ask(&project, "D.L", &["D.L", "D.A", "D.B"], &[]);
    assert_eq!(answer.by_logic, Truth::True, "the call goes on though its condition is gone");
}

#[test]
fn what_a_start_does_is_no_part_of_each_scan() {
    let reset = block("FUNCTION", "Clear", "\"D\".L := FALSE;");
    let main = "\"D\".L := \"D\".A;\nIF \"D\".Reset THEN \"Clear\"(); END_IF;";
    let all = [
        reset,
        block("ORGANIZATION_BLOCK", "Main", main),
        block("ORGANIZATION_BLOCK", "Startup", "\"Clear\"();\n\"D\".B := FALSE;"),
    ];
    let project = siemens(&all.concat());
    let answer = ask(&project, "D.L", &["D.Reset"], &["D.L", "D.A"]);
    assert_eq!(sets(&answer), [["D.A", "D.Reset"]], "{answer:?}");
    let answer = ask(&project, "D.B", &["D.B"], &[]);
    assert_ne!(answer.by_logic, Truth::False, "the start alone resets it");
}

#[test]
fn what_nothing_calls_writes_nothing() {
    let all = [
        block("FUNCTION", "Dead", "\"D\".L := \"D\".A;"),
        block("ORGANIZATION_BLOCK", "Main", "\"D\".Reset := \"D\".B;"),
    ];
    let project = siemens(&all.concat());
    let answer = ask(&project, "D.L", &[], &["D.L", "D.A"]);
    assert!(answer.writers.is_empty(), "{answer:?}");
    assert!(answer.remarks.contains(&Remark::NotExecuted(1)), "{:?}", answer.remarks);

    // A callee outside the file may call it.
    let main = "\"D\".Reset := \"D\".B;\n\"Elsewhere\"();";
    let all = [
        block("FUNCTION", "Dead", "\"D\".L := \"D\".A;"),
        block("ORGANIZATION_BLOCK", "Main", main),
    ];
    let project = siemens(&all.concat());
    let answer = ask(&project, "D.L", &[], &["D.L", "D.A"]);
    assert_eq!(answer.writers.len(), 1, "{answer:?}");
}

#[test]
fn what_an_instruction_lets_through_is_not_guessed() {
    let tags = ["Start", "Run", "Done"];
    let rungs = ["XIC(Start)VENDOR_CMP(Start)OTE(Run);", "SQI(Run,Run,Run,Run,5,0)OTE(Done);"];
    let project = logix(&tags, &rungs, &[]);
    for (name, on) in [("Run", &["Start"][..]), ("Done", &[])] {
        let answer = ask(&project, name, on, &[name]);
        assert_eq!(answer.by_logic, Truth::Unknown, "{name}: {answer:?}");
    }
}

#[test]
fn texts_and_times_are_held_against_what_they_say() {
    let body = "\"D\".A := #s = 'Auto';\n\"D\".B := #s = #cAuto;\n\"D\".L := #long >= #short;";
    let text = format!(
        "DATA_BLOCK \"D\"\nVAR\nA : Bool;\nB : Bool;\nL : Bool;\nEND_VAR\nBEGIN\nEND_DATA_BLOCK\n\
         FUNCTION_BLOCK \"F\"\nVAR\ns : String;\nlong : Time;\nshort : Time;\nEND_VAR\n\
         VAR CONSTANT\ncAuto : String := 'Auto';\nEND_VAR\nBEGIN\n{body}\nEND_FUNCTION_BLOCK\n\
         DATA_BLOCK \"I\"\n\"F\"\nBEGIN\nEND_DATA_BLOCK\n\
         ORGANIZATION_BLOCK \"Main\"\nBEGIN\n\"I\"();\nEND_ORGANIZATION_BLOCK\n"
    );
    let project = scl("a.scl", &text);
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let mut snapshot = Snapshot::new(1);
    for id in index.places.ids() {
        let name = index.places.text(id, &index.names);
        let text = if name.ends_with('s') {
            "Auto"
        } else if name.ends_with("long") {
            "PT10S"
        } else if name.ends_with("short") {
            "PT9S"
        } else {
            continue;
        };
        snapshot.insert(&name, Sample::Good(Scalar::Text(text.into())));
    }
    let by_logic = |name| why(logic, place(&index, name), true, &snapshot, &[]).by_logic;
    assert_eq!(by_logic("D.A"), Truth::True);
    assert_eq!(by_logic("D.B"), Truth::True);
    assert_ne!(by_logic("D.L"), Truth::False, "ten seconds are longer than nine");
}
