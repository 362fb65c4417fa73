//! From one project file to live values under its names, for each platform: a virtual controller,
//! preflight, the service and a session; then the controller runs a changed program.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;
use tagbridge_tests::{Outcome, Process, Site, Tagbridge, free_port};

/// A project, and the expected results.
struct Case {
    file: &'static str,
    scheme: &'static str,
    /// Data that is missing in the file: data blocks with their numbers.
    numbers: &'static [(&'static str, u16)],
    /// Tags by the project's names, with its types.
    tags: &'static [(&'static str, &'static str)],
    /// A name in another spelling, and its type.
    likewise: (&'static str, &'static str),
    /// A name that is not quite one, and the one that was meant.
    misspelt: (&'static str, &'static str),
    /// The replacement in the next version of the controller's program.
    change: (&'static str, &'static str),
    /// The reported difference, and the tags that cannot be read because of it.
    difference: (&'static str, &'static str),
    lost: &'static [&'static str],
}

const LOGIX: Case = Case {
    file: "filler.L5X",
    scheme: "logix",
    numbers: &[],
    tags: &[
        ("Motor", "Motor_UDT"),
        ("Motor.Speed", "REAL"),
        ("Level", "REAL"),
        ("Counts", "DINT[4]"),
        ("Program:Main.Step", "INT"),
    ],
    likewise: ("main.step", "INT"),
    misspelt: ("Motor.Spede", "Motor.Speed"),
    change: (
        r#"Name="Level" TagType="Base" DataType="REAL""#,
        r#"Name="Level" TagType="Base" DataType="DINT""#,
    ),
    difference: ("Level", "the controller has DINT, but the project has REAL"),
    lost: &["Level"],
};

const S7: Case = Case {
    file: "mixer.scl",
    scheme: "s7",
    numbers: &[("Recipe", 20), ("Totals", 21)],
    tags: &[
        (r#""Recipe"."Target""#, "Real"),
        (r#""Recipe"."Inlet""#, "Valve"),
        (r#""Recipe"."Steps""#, "Int[1..3]"),
        (r#""Totals"."Batches""#, "DInt"),
    ],
    likewise: ("recipe.inlet.position", "Real"),
    misspelt: ("Totals.Batchs", r#""Totals"."Batches""#),
    change: ("Inlet : \"Valve\";", "Outlet : \"Valve\"; Inlet : \"Valve\";"),
    difference: ("\"Recipe\" (DB20)", "is longer than in the project (16 bytes)"),
    // The checksum of the program is another one: nothing is sure to lie where it did.
    lost: &[
        r#""Recipe"."Target""#,
        r#""Recipe"."Inlet""#,
        r#""Recipe"."Steps""#,
        r#""Totals"."Batches""#,
    ],
};

const CODESYS: Case = Case {
    file: "packer.xml",
    scheme: "opc.tcp",
    numbers: &[],
    tags: &[
        ("PLC_PRG.Speed", "REAL"),
        ("PLC_PRG.Boxes", "UDINT"),
        ("PLC_PRG.Axis1", "Axis"),
        ("PLC_PRG.Lanes", "INT[4]"),
    ],
    likewise: ("Application.plc_prg.axis1.position", "REAL"),
    misspelt: ("PLC_PRG.Sped", "PLC_PRG.Speed"),
    change: (r#"name="Speed" type="T_REAL""#, r#"name="Speed" type="T_INT""#),
    difference: ("PLC_PRG.Speed", "the controller has Int16, but the project has REAL"),
    lost: &["PLC_PRG.Speed"],
};

#[test]
fn a_logix_project_becomes_live_values_and_its_change_is_seen() {
    check(&LOGIX);
}

#[test]
fn a_siemens_project_becomes_live_values_and_its_change_is_seen() {
    check(&S7);
}

#[test]
fn a_codesys_project_becomes_live_values_and_its_change_is_seen() {
    check(&CODESYS);
}

fn check(case: &Case) {
    let file = case.file();
    let port = free_port();
    let simulator = case.simulate(&file, port);
    let endpoint = case.endpoint(port);
    let names: Vec<&str> = case.tags.iter().map(|(name, _)| *name).collect();

    // It matches, and all that the session will read can be read.
    let found = case.preflight(&endpoint, &names).json(0);
    assert_eq!(found["verdict"], "matches", "{found:#}");
    assert_eq!(found["readable"], names.len(), "{found:#}");
    assert_eq!(found["forecast"]["tags"], names.len(), "{found:#}");
    // The saving by the list is reported for the only protocol that can do without it.
    let by_list = &found["forecast"]["requests_by_list"];
    assert_eq!(by_list.is_number(), endpoint.starts_with("logix://"), "{found:#}");

    let site = Site::of(&file, &case.session());
    let service = site.service();
    let bridge = site.bridge(&endpoint, &names);
    let consumer = site.consumer();
    let types: BTreeMap<&str, &str> = case.tags.iter().copied().chain([case.likewise]).collect();
    let live = consumer.wait_for("good values", |it| {
        no_foreign_type(it, &types);
        names.iter().all(|name| is_good(it, name))
    });
    for (name, kind) in case.tags {
        assert_eq!(live["tags"][*name]["type"], *kind, "{name}: {live:#}");
    }

    // Names that others ask for are found, or answered; the suggestion is for a person.
    let (likewise, (misspelt, meant)) = (case.likewise.0, case.misspelt);
    consumer.request(&[likewise, misspelt]);
    let answered = consumer
        .wait_for("answers", |it| is_good(it, likewise) && it["tags"][misspelt].is_object());
    assert_eq!(answered["tags"][likewise]["type"], case.likewise.1);
    assert_eq!(answered["tags"][misspelt]["reason"], "not_in_project", "{answered:#}");
    let read = case.call(&["read", &endpoint, "--project", &file, misspelt, likewise]);
    assert_eq!(read.code(), 1, "{}", read.stderr());
    assert!(read.stdout().contains(&format!("did you mean {meant}?")), "{}", read.stdout());

    // The controller gets another program.
    assert!(simulator.terminate().success());
    let folder = tempfile::tempdir().expect("a folder");
    let changed = case.changed(folder.path());
    let simulator = case.simulate(&changed, port);
    let found = case.preflight(&endpoint, &names).json(1);
    assert_eq!(found["verdict"], "differs", "{found:#}");
    let differences = found["differences"].as_array().expect("a list");
    let (subject, text) = case.difference;
    assert!(
        differences.iter().any(|it| it["subject"] == subject && it["text"] == text),
        "{found:#}"
    );
    let told = bridge.wait_for_line(|line| {
        source(line).is_some_and(|it| it["differences"].as_array().is_some_and(|it| !it.is_empty()))
    });
    let told = source(&told).expect("a source");
    assert!(told["differences"][0].as_str().is_some_and(|it| it.contains(text)), "{told:#}");
    let after = consumer.wait_for("the loss", |it| {
        no_foreign_type(it, &types);
        case.lost.iter().all(|name| it["tags"][*name]["reason"] == "type_mismatch")
            && names.iter().all(|name| case.lost.contains(name) || is_good(it, name))
    });
    assert_eq!(after["tags"][case.lost[0]]["value"], Value::Null);

    // The former program again: all is as before, without anybody doing anything.
    assert!(simulator.terminate().success());
    let simulator = case.simulate(&file, port);
    consumer.wait_for("values again", |it| {
        no_foreign_type(it, &types);
        names.iter().all(|name| is_good(it, name))
    });
    bridge.wait_for_line(|line| source(line).is_some_and(|it| it["differing"] == 0));

    // A bridge that begins without the service goes by its copy of the project.
    assert!(bridge.terminate().success());
    service.kill_dead();
    let report = Tagbridge::new(["doctor", "--config", &site.config_file(), "--json"])
        .env("TAGBRIDGE_KEY", site.secret())
        .output()
        .json(3);
    let is_copy = |it: &Value| it["detail"].to_string().contains("from this computer's copy");
    let told = report["findings"].as_array().expect("findings").iter().find(|it| is_copy(it));
    assert_eq!(told.unwrap_or_else(|| panic!("no copy in {report}"))["verdict"], "doubtful");
    let bridge = site.bridge(&endpoint, &names);
    bridge.wait_for_line(|line| {
        source(line).is_some_and(|it| it["problem"].is_null() && it["version_id"].is_string())
            && session(line)["tags"]["good"] == names.len()
    });
    let _service = site.service();
    let live = consumer.wait_for("values again", |it| names.iter().all(|name| is_good(it, name)));
    assert_eq!(live["tags"][names[0]]["type"], case.tags[0].1);
    assert!(bridge.terminate().success());
    assert!(simulator.terminate().success());
}

#[test]
fn what_a_siemens_project_does_not_tell_is_listed_and_completed() {
    let (file, port) = (S7.file(), free_port());
    let _simulator = S7.simulate(&file, port);
    let endpoint = S7.endpoint(port);
    let without = ["preflight", &endpoint, "--project", &file];
    let found = Tagbridge::new([&without[..], &["--json"]].concat()).output().json(1);
    assert_eq!((&found["verdict"], &found["readable"]), (&"cannot_tell".into(), &0.into()));
    let proposals = found["proposals"].to_string();
    for says in ["Recipe", "Totals", "opc.tcp://127.0.0.1:4840"] {
        assert!(proposals.contains(says), "{proposals}");
    }
    let shown = Tagbridge::new(without).output();
    assert_eq!(shown.code(), 1, "{}", shown.stderr());
    for says in ["enter them", "--number \"Recipe=N\""] {
        assert!(shown.stdout().contains(says), "{}", shown.stdout());
    }

    let shown = S7.call(&without);
    assert_eq!(shown.code(), 1, "what is optimised stays unreadable");
    for says in [
        "matches: ",
        "✓ blocks",
        "detected by checksums",
        "4 of 5 tags can be read",
        "forecast: 4 tags, ",
    ] {
        assert!(shown.stdout().contains(says), "{}", shown.stdout());
    }
}

#[test]
fn what_is_wrong_with_a_project_is_said_before_anything_is_dialled() {
    let port = free_port();
    let logix = LOGIX.endpoint(port);
    for (line, code, says) in [
        (vec!["preflight", &logix, "--project", "nowhere.L5X"], 2, "cannot read the project"),
        (vec!["preflight", &logix, "--project", &S7.file()], 2, "not read over logix://"),
        (vec!["read", &logix, "--project", &CODESYS.file(), "A"], 2, "not read over logix://"),
        (vec!["preflight", &logix], 2, "--project"),
        (
            vec!["preflight", &logix, "--project", &LOGIX.file(), "--number", "Recipe"],
            2,
            "Recipe=20",
        ),
        (vec!["preflight", &logix, "--project", &LOGIX.file()], 3, "cannot connect to"),
    ] {
        let output = Tagbridge::new(&line).output();
        assert_eq!(output.code(), code, "{line:?}: {}", output.stderr());
        assert!(output.stderr().contains(says), "{line:?}: {}", output.stderr());
    }
}

impl Case {
    fn file(&self) -> String {
        plain(&Path::new(env!("CARGO_MANIFEST_DIR")).join("projects").join(self.file))
    }

    /// The project's next version, in a file of the same name.
    fn changed(&self, folder: &Path) -> String {
        let text = fs::read_to_string(self.file()).expect("it is text");
        let (before, after) = self.change;
        assert_eq!(text.matches(before).count(), 1, "{before}");
        let path = folder.join(self.file);
        fs::write(&path, text.replace(before, after)).expect("it is written");
        plain(&path)
    }

    fn simulate(&self, file: &str, port: u16) -> Process {
        let numbers = self.numbers();
        simulate(file, port, &numbers.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn endpoint(&self, port: u16) -> String {
        endpoint(self.scheme, port)
    }

    fn preflight(&self, endpoint: &str, tags: &[&str]) -> Outcome {
        let file = self.file();
        self.call(&[&["preflight", endpoint, "--project", &file, "--json"], tags].concat())
    }

    /// A command, with the data that is missing in the file.
    fn call(&self, line: &[&str]) -> Outcome {
        let line = line.iter().map(|it| (*it).to_owned());
        Tagbridge::new(line.chain(self.numbers())).output()
    }

    fn numbers(&self) -> Vec<String> {
        let pairs = self.numbers.iter();
        pairs
            .flat_map(|(name, number)| ["--number".to_owned(), format!("{name}={number}")])
            .collect()
    }

    /// The same for a session.
    fn session(&self) -> String {
        let pairs: Vec<_> =
            self.numbers.iter().map(|(name, it)| format!("{name} = {it}")).collect();
        format!("block_numbers = {{ {} }}", pairs.join(", "))
    }
}

fn simulate(file: &str, port: u16, numbers: &[&str]) -> Process {
    let listen = format!("127.0.0.1:{port}");
    let line = [&["simulate", file, "--listen", &listen, "--json"], numbers];
    let simulator = Tagbridge::new(line.concat()).start();
    simulator.next_line();
    simulator
}

fn endpoint(scheme: &str, port: u16) -> String {
    match scheme {
        "logix" => format!("logix://127.0.0.1:{port}/1,0"),
        "s7" => format!("s7://127.0.0.1:{port}?rack=0&slot=1"),
        _ => format!("{scheme}://127.0.0.1:{port}"),
    }
}

fn is_good(values: &Value, tag: &str) -> bool {
    values["tags"][tag]["quality"] == "good"
}

/// Each value has the project's type.
fn no_foreign_type(values: &Value, types: &BTreeMap<&str, &str>) {
    for (name, kind) in types {
        let tag = &values["tags"][*name];
        assert!(tag["value"].is_null() || tag["type"] == *kind, "{name}: {tag}");
    }
}

/// The one session of a printed state.
fn session(line: &str) -> Value {
    let state: Value = serde_json::from_str(line).expect("a state is JSON");
    state["sessions"][0].clone()
}

/// The project that its tag names come from.
fn source(line: &str) -> Option<Value> {
    Some(session(line)["source"].clone()).filter(Value::is_object)
}

fn plain(path: &Path) -> String {
    path.to_str().expect("a plain path").to_owned()
}
