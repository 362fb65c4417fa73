//! A stop that a trigger keeps: its first cause, its export, the same answers on another computer, and the
//! recording as a virtual controller.

use std::{
    collections::{HashMap, HashSet},
    fs,
    path::Path,
};

use serde_json::Value;
use tagbridge_tests::{Outcome, Site, Tagbridge, patiently};

const PLANT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" SoftwareRevision="33.00" TargetName="Plant" TargetType="Controller" ContainsContext="false">
<Controller Use="Target" Name="Plant" ProcessorType="1756-L83E" MajorRev="33" MinorRev="11">
<Tags>
<Tag Name="Guard_Closed" TagType="Base" DataType="BOOL" ExternalAccess="Read/Write"/>
<Tag Name="Air_OK" TagType="Base" DataType="BOOL" ExternalAccess="Read/Write"/>
<Tag Name="Safety_OK" TagType="Base" DataType="BOOL" ExternalAccess="Read/Write"/>
<Tag Name="Line_Running" TagType="Base" DataType="BOOL" ExternalAccess="Read/Write"/>
</Tags>
<Programs><Program Name="Main" MainRoutineName="Run"><Tags/><Routines>
<Routine Name="Run" Type="RLL"><RLLContent>
<Rung Number="0" Type="N"><Text><![CDATA[XIC(Guard_Closed)OTE(Safety_OK);]]></Text></Rung>
<Rung Number="1" Type="N"><Text><![CDATA[XIC(Safety_OK)XIC(Air_OK)OTE(Line_Running);]]></Text></Rung>
</RLLContent></Routine></Routines></Program></Programs>
<Tasks><Task Name="T" Type="CONTINUOUS"><ScheduledPrograms><ScheduledProgram Name="Main"/></ScheduledPrograms></Task></Tasks>
</Controller></RSLogix5000Content>
"#;

const TAGS: [&str; 4] = ["Guard_Closed", "Air_OK", "Safety_OK", "Line_Running"];
const SESSION: &str = "[[session.trigger]]\nname = \"stop\"\ntag = \"Line_Running\"\nwhen = \"falls\"\n\
    before = \"5s\"\nafter = \"2s\"\n";

fn run(line: &[&str], data: &Path) -> Outcome {
    let data = data.to_str().expect("a path");
    Tagbridge::new([line, &["--data", data]].concat()).output()
}

/// The values of the tags from a time on.
type State = HashMap<String, bool>;

/// The states of the plant in a table, with their times.
fn states(csv: &str) -> Vec<(String, State)> {
    let mut states: Vec<(String, State)> = Vec::new();
    for row in csv.lines().skip(1).map(|it| it.split(',').collect::<Vec<_>>()) {
        let (time, tag, value) = (row[0].to_owned(), row[2].to_owned(), row[3] == "true");
        let last = states.last().cloned();
        if let Some((_, state)) = states.last_mut().filter(|it| it.0 == time) {
            state.insert(tag, value);
        } else {
            let mut state = last.map(|it| it.1).unwrap_or_default();
            state.insert(tag, value);
            states.push((time, state));
        }
    }
    states
}

/// The time at which the line stopped last, and the inputs that were off then, with the times since
/// when they were off.
fn stop(states: &[(String, State)]) -> (String, Vec<(String, &'static str)>) {
    let is_stop =
        |pair: &[(String, State)]| pair[0].1["Line_Running"] && !pair[1].1["Line_Running"];
    let at = states.windows(2).rposition(is_stop).expect("it stopped") + 1;
    let off = ["Guard_Closed", "Air_OK"].into_iter().filter_map(|input| {
        let on = states[..=at].iter().rposition(|it| it.1[input])?;
        Some((states.get(on + 1).filter(|_| on < at)?.0.clone(), input))
    });
    let mut off: Vec<_> = off.collect();
    off.sort();
    (states[at].0.clone(), off)
}

#[test]
fn a_recorded_stop_has_the_same_cause_on_another_computer_and_can_be_lived_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let file = path("plant.L5X");
    fs::write(&file, PLANT).expect("it is written");
    let file = file.to_str().expect("a path");
    let (_controller, endpoint) = Tagbridge::simulate(&[file, "--logic"]);
    let site = Site::of(file, SESSION).every("100ms");
    let _service = site.service();
    let bridge = site.bridge(&endpoint, &TAGS);
    let here = site.data();
    let first = |verb: &str, list: &str| {
        let outcome = run(&[verb, "list", "--json"], &here);
        if outcome.code() == 0 { outcome.json(0)[list][0].clone() } else { Value::Null }
    };
    let number = patiently("an incident that is recorded to its end", || {
        let (incident, recording) =
            (first("incident", "incidents"), first("recording", "recordings"));
        let is_whole = incident["until"].as_str()? < recording["until"].as_str()?;
        is_whole.then(|| incident["number"].to_string())
    });
    drop(bridge);

    let (saved, there) = (path("stop.tbrec"), path("other"));
    let saved = saved.to_str().expect("a path");
    assert_eq!(run(&["incident", "export", &number, saved], &here).code(), 0);
    fs::create_dir(&there).expect("a folder");
    assert_eq!(run(&["incident", "import", saved], &there).code(), 0);
    let csv = |data: &Path, from: &str| {
        let out = path(&format!("{from}.csv"));
        let line =
            ["recording", "export", out.to_str().expect("a path"), "--csv", "--incident", &number];
        let outcome = run(&line, data);
        assert_eq!(outcome.code(), 0, "{}", outcome.stderr());
        fs::read_to_string(out).expect("it is written")
    };
    let table = csv(&here, "here");
    assert_eq!(table, csv(&there, "there"));

    let asked = ["cause", "Line_Running", "--last", "off", "--incident", &number, "--json"];
    let found = run(&asked, &here).json(0);
    assert_eq!(found, run(&asked, &there).json(0));
    let states = states(&table);
    let (at, off) = stop(&states);
    assert_eq!(found["after"], *at, "{table}");
    let explanations = found["explanations"].as_array().expect("a list").iter();
    let causes = explanations.flat_map(|it| it["causes"].as_array().expect("a list"));
    let named: HashSet<&str> = causes.map(|it| it.as_str().expect("a name")).collect();
    let is_off = |name: &&str| off.iter().any(|it| it.1 == *name);
    assert!(named.contains(off[0].1) && named.iter().all(is_off), "{off:?}: {found}");

    let (_again, endpoint) = Tagbridge::simulate(&["--recording", saved]);
    patiently("the stop once more", || {
        let line = [&["read", &endpoint, "--project", file, "--json"][..], &TAGS].concat();
        let seen = Tagbridge::new(line).output().json(0);
        let value = |tag: &str| seen["tags"][tag]["value"].as_bool().expect("a bit");
        let now: State = TAGS.iter().map(|it| ((*it).to_owned(), value(it))).collect();
        assert!(states.iter().any(|it| it.1 == now), "{now:?}: {table}");
        (!now["Line_Running"]).then_some(())
    });
}
