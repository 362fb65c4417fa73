//! A stop that a trigger keeps: its first cause, its export, the same answers on another computer, and the
//! recording as a virtual controller.

use std::{fs, path::Path, thread::sleep, time::Duration};

use serde_json::Value;
use tagbridge_tests::{Outcome, Site, Tagbridge};

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

/// The changes of the inputs before the last fall of the output, from the CSV alone: time and tag.
fn falls(csv: &str) -> (String, Vec<(String, String)>) {
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|it| it.split(',').collect()).collect();
    let is = |row: &[&str], tag: &str, value: &str| row[2] == tag && row[3] == value;
    let stop = rows.iter().rfind(|it| is(it, "Line_Running", "0")).expect("it fell")[0].to_owned();
    let inputs = rows.iter().filter(|it| *it[0] <= *stop);
    let inputs = inputs.filter(|it| ["Guard_Closed", "Air_OK"].contains(&it[2]) && it[3] == "0");
    let inputs = inputs.map(|it| (it[0].to_owned(), it[2].to_owned())).collect();
    (stop, inputs)
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
    let incidents = |data: &Path| run(&["incident", "list", "--json"], data);
    let number = loop {
        sleep(Duration::from_millis(500));
        let list = incidents(&here);
        let first =
            if list.code() == 0 { list.json(0)["incidents"][0].clone() } else { Value::Null };
        if first["until"].is_string() {
            break first["number"].as_u64().expect("a number").to_string();
        }
    };
    drop(bridge);

    let (stop, there) = (path("stop.tbrec"), path("other"));
    let stop = stop.to_str().expect("a path");
    run(&["incident", "export", &number, stop], &here);
    fs::create_dir(&there).expect("a folder");
    assert_eq!(run(&["incident", "import", stop], &there).code(), 0);
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
    let found = run(&asked, &here);
    let document = found.json(found.code());
    assert_eq!(document, run(&asked, &there).json(found.code()));
    let (at, inputs) = falls(&table);
    let last = &inputs.last().expect("an input went off").0;
    let together: Vec<&str> =
        inputs.iter().filter(|it| it.0 == *last).map(|it| it.1.as_str()).collect();
    assert_eq!(document["after"], *at);
    let named: Vec<&str> = document["explanations"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|it| it["causes"].as_array().into_iter().flatten())
        .filter_map(Value::as_str)
        .collect();
    assert!(together.iter().all(|it| named.contains(it)), "{together:?}: {document}");
    assert_eq!(named.len(), together.len(), "{table}: {document}");

    let (_again, endpoint) = Tagbridge::simulate(&["--recording", stop]);
    for _ in 0..10 {
        let line = [&["read", &endpoint, "--project", file, "--json"][..], &TAGS].concat();
        let seen = Tagbridge::new(line).output().json(0);
        let is = |tag: &str| seen["tags"][tag]["value"] == 1 || seen["tags"][tag]["value"] == true;
        assert_eq!(is("Line_Running"), is("Safety_OK") && is("Air_OK"), "{seen}");
        sleep(Duration::from_millis(200));
    }
}
