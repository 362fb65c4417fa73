//! A Siemens project's tags over the controller's own OPC UA server, by the project's names: also those
//! in blocks with optimised access, which have no address. The server is asyncua with the nodes that
//! an S7-1500 has.

use std::{io::Write as _, path::Path, process::Command};

use serde_json::Value;
use tagbridge_tests::{Process, Tagbridge, python};

/// A loopback address whose port 4840 no other program uses.
const HOST: &str = "127.48.40.1";

const CONTENT: &str = r#"{"blocks": {
    "Recipe": {"Target:Float": 12.5, "Inlet": {"Position:Float": 0.5, "Open": true},
               "Steps:Int16:1": [7, 8, 9]},
    "Totals": {"Batches:Int32": -3},
    "Fast": {"Level:Float": 2.5}}}"#;

const BOUNDS: &str = r#"{"elements": "ELEMENTS", "blocks": {"Bounds": {
    "FromZero:Int16:0": [1, 2, 3, 4], "FromOne:Int16:1": [11, 12, 13, 14],
    "Below:Int16:-2": [21, 22, 23, 24], "Grid:Int16:1,-1": [[31, 32, 33], [41, 42, 43]],
    "Stations:Valve:1": [{"Position:Float": 1.0, "Open:Boolean": false},
                         {"Position:Float": 2.0, "Open:Boolean": true}]}}}"#;

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn a_project_is_read_by_its_names_where_addresses_do_not_reach() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/mixer.scl");
    let file = file.to_str().expect("a plain path");
    let numbers = ["--number", "Recipe=20", "--number", "Totals=21"];
    let listen = format!("{HOST}:0");
    let line = [&["simulate", file, "--listen", &listen, "--json"][..], &numbers].concat();
    let simulator = Tagbridge::new(line).start();
    let told: Value = serde_json::from_str(&simulator.next_line()).expect("JSON");
    let endpoint = told["endpoint"].as_str().expect("an endpoint");

    // By addresses all but the optimised block is read; its server is proposed, and whether it answers.
    let preflight = |endpoint: &str, more: &[&str]| {
        let line =
            [&["preflight", endpoint, "--project", file, "--timeout", "30s", "--json"], more];
        let output = Tagbridge::new(line.concat()).output();
        output.json(output.code())
    };
    let proposed = |found: &Value| {
        let proposals = found["proposals"].as_array().expect("a list");
        proposals.iter().find(|it| it["kind"] == "opc_ua").expect("it is proposed").clone()
    };
    let found = preflight(endpoint, &numbers);
    assert_eq!((&found["readable"], &found["tags"]), (&4.into(), &5.into()), "{found:#}");
    assert_eq!(proposed(&found)["answers"], false, "{found:#}");
    let _server = server(HOST, CONTENT);
    let found = preflight(endpoint, &numbers);
    let by_name = proposed(&found);
    assert_eq!(by_name["answers"], true, "{found:#}");
    let by_name = by_name["endpoint"].as_str().expect("an endpoint");

    // By names all of it is.
    let found = preflight(by_name, &[]);
    assert_eq!((&found["readable"], &found["tags"]), (&5.into(), &5.into()), "{found:#}");
    assert_eq!(found["unreadable"], serde_json::json!([]), "{found:#}");
    let names = ["Recipe.Target", "Recipe.Inlet", "Recipe.Steps", "Recipe.Steps[2]", "Fast.Level"];
    let line = [&["read", by_name, "--project", file, "--timeout", "30s", "--json"], &names[..]];
    let read = Tagbridge::new(line.concat()).output().json(0);
    for (name, kind, value) in [
        ("Recipe.Target", "Real", serde_json::json!(12.5)),
        ("Recipe.Inlet", "Valve", serde_json::json!({ "Position": 0.5, "Open": true })),
        ("Recipe.Steps", "Int[1..3]", serde_json::json!([7, 8, 9])),
        ("Recipe.Steps[2]", "Int", serde_json::json!(8)),
        ("Fast.Level", "Real", serde_json::json!(2.5)),
    ] {
        let tag = &read["tags"][name];
        assert_eq!((&tag["value"], &tag["type"]), (&value, &kind.into()), "{name}: {tag}");
    }
}

/// For any names of a server's element nodes, and without such nodes: an element of the program is
/// read from the right place.
#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn elements_are_those_of_the_program_wherever_its_arrays_begin() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/bounds.scl");
    let file = file.to_str().expect("a plain path");
    let valve = |at: f32| serde_json::json!({ "Position": at, "Open": at > 1.0 });
    let mut wanted = vec![
        ("FromZero".to_owned(), serde_json::json!([1, 2, 3, 4])),
        ("Grid".to_owned(), serde_json::json!([[31, 32, 33], [41, 42, 43]])),
        ("Stations".to_owned(), serde_json::json!([valve(1.0), valve(2.0)])),
        ("Stations[2]".to_owned(), valve(2.0)),
        ("Stations[1].Position".to_owned(), 1.0.into()),
    ];
    for (name, low, first) in [("FromZero", 0, 1), ("FromOne", 1, 11), ("Below", -2, 21)] {
        wanted.extend((0..4).map(|at| (format!("{name}[{}]", low + at), (first + at).into())));
    }
    for row in 0..2 {
        let element =
            |at: i32| (format!("Grid[{},{}]", row + 1, at - 1), (31 + 10 * row + at).into());
        wanted.extend((0..3).map(element));
    }
    for (host, elements) in
        [("127.48.40.2", "program"), ("127.48.40.3", "zero"), ("127.48.40.4", "none")]
    {
        let content = BOUNDS.replace("ELEMENTS", elements);
        let _server = server(host, &content);
        let endpoint = format!("opc.tcp://{host}:4840");
        let line = ["read", &endpoint, "--project", file, "--timeout", "30s", "--json"];
        let names = wanted.iter().map(|it| format!("Bounds.{}", it.0));
        let line = line.map(str::to_owned).into_iter().chain(names);
        let read = Tagbridge::new(line).output();
        let read = read.json(read.code());
        for (name, value) in &wanted {
            // The numbering of structures' elements there is not known for a real controller.
            if elements == "zero" && name.starts_with("Stations") {
                continue;
            }
            let tag = &read["tags"][&format!("Bounds.{name}")];
            assert_eq!(
                (&tag["value"], &tag["quality"]),
                (value, &"good".into()),
                "{elements}: {name}: {tag}"
            );
        }
    }
}

fn server(host: &str, content: &str) -> Process {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/siemens_server.py");
    let mut server = Process::start(Command::new(python()).arg(script).args([host, "4840"]));
    let stdin = server.stdin();
    writeln!(stdin, "{}", content.replace('\n', " ")).expect("it listens");
    stdin.flush().expect("it listens");
    assert!(server.next_line().contains("namespace"));
    server
}
