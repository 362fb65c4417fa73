//! Foreign servers, and the result for each: the right value, or the right reason.
//! `docs/evidence/foreign-servers.md` has the table; with `TAGBRIDGE_BLESS` set it is written.

use std::{env, fs, path::Path};

use serde_json::{Value, json};
use tagbridge_tests::{Foreign, Tagbridge};

/// The requested names for a kind of server; `None` if such a server cannot have the tag.
struct Names {
    scheme: &'static str,
    speed: String,
    /// `None`: the server does not support an index.
    item: Option<String>,
    array: String,
    /// `None`: its texts have a form that no controller has.
    text: Option<String>,
    bit: String,
    wrong: String,
    structures: Vec<(String, Value)>,
}

impl Names {
    fn logix() -> Self {
        Self {
            scheme: "logix",
            speed: "Speed".into(),
            item: Some("Count[3]".into()),
            array: "Count[0..9]".into(),
            text: Some("Name".into()),
            bit: "Status.3".into(),
            wrong: "Sped".into(),
            structures: Vec::new(),
        }
    }

    fn s7() -> Self {
        Self {
            scheme: "s7",
            speed: "DB1.DBD0:REAL".into(),
            item: Some("DB1.DBD16:DINT".into()),
            array: "DB1.DBD4:DINT[10]".into(),
            text: Some("DB1.DBB60:STRING[20]".into()),
            bit: "DB1.DBX103.3".into(),
            wrong: "DB7.DBD0:REAL".into(),
            structures: Vec::new(),
        }
    }

    /// Structures by their names in the plant.
    fn opcua(namespace: u16, structures: &[&str]) -> Self {
        let name = |name: &str| format!("ns={namespace};s=Plant.{name}");
        let points = || json!([{"X": 1.0, "Y": 2.0, "Z": 3.0}, {"X": 4.0, "Y": 5.0, "Z": 6.0}]);
        let value = |name: &&str| match *name {
            "Point" => points()[0].clone(),
            "Points" => points(),
            "Line" => json!({
                "Name": "L1", "From": {"X": 0.5, "Y": 0.0, "Z": -1.0}, "Points": points(),
            }),
            "Options" => json!([{"Level": 7}, {"Level": 8, "Limit": 99.5}]),
            "Choices" => json!([{"Number": 42}, {"Text": "on"}]),
            _ => json!(6.0),
        };
        Self {
            scheme: "opc.tcp",
            speed: name("Speed"),
            item: Some(name("Count[3]")),
            array: name("Count"),
            text: Some(name("Name")),
            bit: name("Status.3"),
            wrong: name("Sped"),
            structures: structures.iter().map(|it| (name(it), value(it))).collect(),
        }
    }
}

/// All kinds of structures, each as a whole and by a member.
const ALL: &[&str] = &["Point", "Points", "Line", "Options", "Choices", "Line.Points[1].Z"];

/// Asks a server for everything and holds its row against the table.
fn check(name: &str, server: &Foreign, names: &Names, route: &str) {
    let host = format!("127.0.0.1:{}", server.port);
    let endpoint = format!("{}://{host}{route}", names.scheme);
    let mut row = vec![name.to_owned()];

    let found = Tagbridge::new(["discover", "--host", &host, "--json"]).output();
    row.push(match found.code() {
        0 => {
            let found = found.json(0);
            let found = &found["controllers"][0];
            let at = found["endpoint"].as_str().expect("an endpoint");
            assert_eq!(at, format!("{}://{host}", names.scheme), "{found}");
            said(&found["product"])
        }
        _ => reason(&found.stderr()),
    });

    let asked = [&names.speed, &names.array, &names.bit, &names.wrong];
    let asked = asked.into_iter().chain(&names.item).chain(&names.text);
    let structures = names.structures.iter().map(|it| &it.0);
    let asked: Vec<&str> = asked.chain(structures).map(String::as_str).collect();
    let read = Tagbridge::new(["read", &endpoint].into_iter().chain(asked).chain(["--json"]));
    // One is wrong.
    let read = read.output().json(1);
    row.push(said(&read["controller"]["type"]));

    let listed = Tagbridge::new(["browse", &endpoint, "--json"]).output();
    row.push(match listed.code() {
        0 => {
            let listed = listed.json(0);
            let tags = listed["tags"].as_array().expect("tags");
            assert!(tags.iter().any(|it| it["name"] == *names.speed), "no {}", names.speed);
            format!("{} tags", tags.len())
        }
        _ => reason(&listed.stderr()),
    });

    let good = |name: &str, value: &Value| {
        let tag = &read["tags"][name];
        assert_eq!((&tag["quality"], &tag["value"]), (&json!("good"), value), "{name}: {tag}");
        format!("`{}`", tag["type"].as_str().expect("a type"))
    };
    row.push(good(&names.speed, &json!(12.5)));
    let wrong = &read["tags"][&names.wrong];
    assert_eq!(wrong["quality"], "bad", "{wrong}");
    row.push(format!("{}: {}", said(&wrong["reason"]), said(&wrong["why"])));
    if let Some(item) = &names.item {
        good(item, &json!(30));
    }
    let array = &read["tags"][&names.array]["value"];
    assert_eq!((array.as_array().map(Vec::len), &array[3]), (Some(10), &json!(30)), "{array}");
    row.push(good(&names.array, array));
    // The table knows what is read of it, and why the rest is not.
    let told = |name: &str, value: &Value| match &read["tags"][name] {
        tag if tag["quality"] == "bad" => {
            format!("{}: {}", said(&tag["reason"]), said(&tag["why"]))
        }
        _ => good(name, value),
    };
    let text = names.text.as_ref().map(|it| told(it, &json!("Lager")));
    row.push(text.unwrap_or_else(|| "it has none".into()));
    row.push(good(&names.bit, &json!(true)));
    let structures = names.structures.iter().map(|(name, value)| {
        // The same alone and together with the others.
        let alone = Tagbridge::new(["read", &endpoint, name, "--json"]).output();
        let alone = &alone.json(alone.code())["tags"][name];
        for key in ["value", "reason"] {
            assert_eq!(alone[key], read["tags"][name][key], "{name} alone");
        }
        told(name, value)
    });
    row.push(match structures.collect::<Vec<_>>().join(" ") {
        none if none.is_empty() => "it has none".into(),
        types => types,
    });

    let read = || {
        let line = ["read", &endpoint, &names.speed, "--timeout", "500ms", "--json"];
        let outcome = Tagbridge::new(line).output();
        assert_eq!(outcome.code(), 3, "{}", outcome.stderr());
        reason(&outcome.stderr())
    };
    server.stall();
    row.push(read());
    server.kill();
    row.push(read());
    hold(&format!("| {} |", row.join(" | ")).replace(&host, "HOST"));
}

/// Text as a table cell.
fn said(text: &Value) -> String {
    text.as_str().expect("a text").replace('|', "\\|")
}

/// The reason, as shown to a user.
fn reason(report: &str) -> String {
    let report: Value = serde_json::from_str(report).expect("one JSON document");
    let message = report["message"].as_str().expect("a message");
    let why = message.split_once(": ").map_or(message, |it| it.1);
    format!("_{why}_")
}

/// Checks that the table has this row; with `TAGBRIDGE_BLESS` writes it.
fn hold(row: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/evidence/foreign-servers.md");
    let table = fs::read_to_string(&path).expect("the page is there");
    if table.lines().any(|it| it == row) {
        return;
    }
    let begins = row.split_inclusive(" | ").next().expect("a row has a name");
    let old = table.lines().find(|it| it.starts_with(begins)).unwrap_or_default();
    assert!(env::var_os("TAGBRIDGE_BLESS").is_some(), "found\n{row}\nand the table has\n{old}");
    let table = match old {
        "" => format!("{table}{row}\n"),
        old => table.replace(old, row),
    };
    fs::write(&path, table).expect("the page can be written");
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn cpppo() {
    check("cpppo 5.2 (PyPI)", &Foreign::cpppo(), &Names::logix(), "/");
}

/// Its templates have their own order, so the definitions of its structures are not known.
#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn cm_ethernetip() {
    let point = ("Point".to_owned(), json!({"X": 1.0, "Y": 2.0, "Z": 3.0}));
    let names = Names { structures: vec![point], ..Names::logix() };
    check("cm-ethernetip 0.1 (PyPI)", &Foreign::cm_ethernetip(), &names, "");
}

/// `ab_server` reads and writes the first element, whichever is meant, and its texts are its own.
fn plain() -> Names {
    Names { item: None, text: None, ..Names::logix() }
}

#[test]
fn ab_server() {
    let Some(server) = Foreign::ab_server() else { return skip("ab_server") };
    check("libplctag's ab_server, ControlLogix (crate plctag-sys)", &server, &plain(), "");
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn snap7_in_python() {
    check("python-snap7 3.3 (PyPI)", &Foreign::snap7("python"), &Names::s7(), "");
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn snap7_in_c() {
    check("snap7, the C library (PyPI python-snap7 2.0)", &Foreign::snap7("c"), &Names::s7(), "");
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn snap7_in_node() {
    check("node-snap7 1.0 (npm)", &Foreign::snap7("node"), &Names::s7(), "");
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn asyncua() {
    check("asyncua 2.1 (PyPI)", &Foreign::asyncua(), &Names::opcua(2, ALL), "");
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn python_opcua() {
    // It knows neither optional members nor unions.
    let names = Names::opcua(2, &["Point", "Points", "Line", "Line.Points[1].Z"]);
    check("python-opcua 0.98 (PyPI opcua)", &Foreign::python_opcua(), &names, "");
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn node_opcua() {
    check("node-opcua 2.186 (npm)", &Foreign::node_opcua(), &Names::opcua(1, ALL), "");
}

#[test]
fn open62541() {
    let Some(server) = Foreign::open62541() else { return skip("open62541") };
    check("open62541 1.5 (crate open62541-sys)", &server, &Names::opcua(1, ALL), "");
}

/// Servers that `cargo xtask setup` did not build cannot be tested.
fn skip(server: &str) {
    tagbridge_needs::skip(server);
}
