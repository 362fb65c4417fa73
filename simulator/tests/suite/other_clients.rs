//! Clients of other vendors read the virtual controller; their values equal those in its memory.

use std::{process::Command, time::Duration};

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value as Json, json};
use tagbridge_cip::Logix;
use tagbridge_driver::{Connection, Driver, LinkOptions, Listing, Reading, TagInfo, TagSet, Value};
use tagbridge_simulator::logix::{Model, RunningController, VirtualLogix};

use crate::support::{ask, python, workspace};

/// Runs a script of `tests/python` against the controller and returns what it prints.
async fn run(script: &str, controller: &RunningController, options: &[&str], input: Json) -> Json {
    let mut command = Command::new(python());
    command
        .arg(workspace().join("tests/python").join(script))
        .arg("127.0.0.1")
        .arg(controller.addr().port().to_string())
        .args(options);
    ask(command, input).await
}

/// Whether JSON from Python equals the value in the controller. Both clients return arrays of
/// several dimensions as one list.
fn agrees(value: &Value, json: &Json) -> bool {
    match (value, json) {
        (Value::Bool(value), json) => json.as_bool() == Some(*value),
        (Value::Int(value), json) => json.as_i64() == Some(*value),
        (Value::Uint(value), json) => json.as_u64() == Some(*value),
        #[expect(clippy::cast_possible_truncation, reason = "back to what it was before Python")]
        (Value::Real(value), json) => {
            json.as_f64().is_some_and(|it| (it as f32).to_bits() == value.to_bits())
        }
        (Value::LReal(value), json) => {
            json.as_f64().is_some_and(|it| (it - value).abs() <= value.abs() * 1e-15)
        }
        (Value::Text(value), json) => json.as_str() == Some(value),
        // pylogix returns the number without its sign.
        (Value::Timestamp(value), json) => {
            let number = json.as_i64();
            number == Some(value.as_microsecond())
                || number.map(i128::from) == Some(value.as_nanosecond())
        }
        (Value::Duration(value), json) => {
            let number = json.as_i64().map(i128::from);
            number == Some(value.as_micros()) || number == Some(value.as_nanos())
        }
        (Value::Array(_), Json::Array(list)) => {
            let elements = flat(value);
            elements.len() == list.len() && elements.iter().zip(list).all(|(a, b)| agrees(a, b))
        }
        (Value::Struct(members), Json::Object(object)) => {
            members.len() == object.len()
                && members
                    .iter()
                    .all(|(name, value)| object.get(&**name).is_some_and(|it| agrees(value, it)))
        }
        _ => false,
    }
}

fn flat(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(elements) => elements.iter().flat_map(flat).collect(),
        scalar => vec![scalar],
    }
}

/// A type and its dimensions in text form.
fn declared(type_name: &str, dimensions: &[u64]) -> String {
    let sizes: Vec<String> = dimensions.iter().map(u64::to_string).collect();
    match (type_name, dimensions) {
        // Both clients show BOOL arrays as DWORDs.
        ("DWORD", [dwords]) => format!("BOOL[{}]", dwords * 32),
        (_, []) => type_name.to_owned(),
        _ => format!("{type_name}[{}]", sizes.join(",")),
    }
}

/// Our driver reads each whole tag, before and after it reads the list, and lists the same tags as
/// the controller.
async fn check_ours(controller: &RunningController, size: u16) -> Vec<TagInfo> {
    let endpoint = format!("{}?size={size}", controller.endpoint()).parse().expect("an endpoint");
    let request_timeout = Duration::from_secs(10);
    let options = LinkOptions { request_timeout, ..LinkOptions::default() };
    let driver = Logix::new(&endpoint, options).expect("a Logix endpoint");
    let mut connection = driver.connect().await.expect("a connection");
    let all = controller.tag_names();
    let set = TagSet::new(&all);
    for _ in 0..2 {
        check_values(controller, &mut connection, &set).await;
    }
    let mut tags = Vec::new();
    let mut sink = |listing| match listing {
        Listing::Tags(more) => tags.extend(more),
        Listing::Restarted => panic!("the project stands still"),
    };
    connection.browse(&mut sink).await.expect("a list");
    tags.retain(|it| !it.is_system);
    let names: Vec<&str> = tags.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, all);
    check_values(controller, &mut connection, &set).await;
    connection.close().await;
    tags
}

async fn check_values(
    controller: &RunningController,
    connection: &mut Box<dyn Connection>,
    tags: &TagSet,
) {
    let scan = connection.read(tags).await.expect("a scan");
    for (name, answer) in tags.names().iter().zip(&scan.answers) {
        match &answer.reading {
            Reading::Good(it) => assert_eq!(it.value, controller.value_of(name).expect(name)),
            other => panic!("{name}: {other:?}"),
        }
    }
}

fn check_declared(ours: &[TagInfo], theirs: &Json) {
    for tag in ours {
        let their = &theirs[&tag.name];
        let dimensions = their["dimensions"].as_array().expect("dimensions");
        let dimensions: Vec<u64> = dimensions.iter().filter_map(Json::as_u64).collect();
        let expected = declared(their["type"].as_str().expect("a type"), &dimensions);
        let dimensions: Vec<u64> = tag.dimensions.iter().map(|&it| it.into()).collect();
        assert_eq!(declared(&tag.type_name, &dimensions), expected, "{}", tag.name);
    }
}

/// pycomm3 uploads the tag list and the templates, then reads every tag whole. Returns its list.
async fn check_pycomm3(controller: &RunningController, options: &[&str]) -> Json {
    let found = run("pycomm3_read.py", controller, options, json!([])).await;
    assert_eq!(found["info"]["keyswitch"], "REMOTE RUN");
    let listed: Vec<&String> = found["tags"].as_object().expect("tags").keys().collect();
    assert_eq!(listed, controller.tag_names().iter().collect::<Vec<_>>());
    let values = found["values"].as_object().expect("values");
    assert_eq!(values.len(), listed.len());
    for (request, answer) in values {
        let name = request.split('{').next().expect("a name");
        let value = controller.value_of(name).expect(name);
        let value = match value {
            // pycomm3 returns an array of one element as that element.
            Value::Array(mut one) if one.len() == 1 => one.remove(0),
            other => other,
        };
        assert!(agrees(&value, &answer["value"]), "{name}: {value:?}, but pycomm3: {answer}");
    }
    found["tags"].clone()
}

/// The names that pylogix can read, and their numbers of elements. It decodes no structures, so
/// their members are read instead.
fn pylogix_requests(controller: &RunningController) -> Vec<(String, usize)> {
    let mut requests = Vec::new();
    for name in controller.tag_names() {
        let value = controller.value_of(&name).expect("a listed tag");
        add_requests(name, &value, &mut requests);
    }
    requests
}

fn add_requests(name: String, value: &Value, requests: &mut Vec<(String, usize)>) {
    match value {
        Value::Struct(members) => {
            for (member, value) in members {
                add_requests(format!("{name}.{member}"), value, requests);
            }
        }
        Value::Array(elements) => {
            let scalars = flat(value);
            if matches!(scalars[0], Value::Struct(_)) {
                for (at, element) in elements.iter().enumerate() {
                    add_requests(format!("{name}[{at}]"), element, requests);
                }
            } else {
                let first = vec!["0"; rank(value)].join(",");
                requests.push((format!("{name}[{first}]"), scalars.len()));
            }
        }
        _ => requests.push((name, 1)),
    }
}

fn rank(value: &Value) -> usize {
    match value {
        Value::Array(elements) => 1 + rank(&elements[0]),
        _ => 0,
    }
}

async fn check_pylogix(controller: &RunningController, options: &[&str]) {
    let requests = pylogix_requests(controller);
    let found = run("pylogix_read.py", controller, options, json!(requests)).await;
    let listed: Vec<&str> = found["list"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|tag| tag["type"] != "")
        .map(|tag| tag["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(listed, controller.tag_names());
    let one_by_one = requests.iter().zip(found["values"].as_array().expect("values"));
    let scalars = requests.iter().filter(|(_, count)| *count == 1);
    let together = scalars.zip(found["together"].as_array().expect("values"));
    for ((name, count), answer) in one_by_one.chain(together) {
        let whole = if *count == 1 { name } else { name.rsplit_once('[').expect("an index").0 };
        let value = controller.value_of(whole).expect(whole);
        assert!(agrees(&value, &answer["value"]), "{name}: {value:?}, but pylogix: {answer}");
    }
}

async fn check(controller: VirtualLogix) {
    let controller = controller.listen(([127, 0, 0, 1], 0).into()).await.expect("it listens");
    let before = controller.memory_hash();
    let theirs = check_pycomm3(&controller, &[]).await;
    check_pycomm3(&controller, &["--small"]).await;
    check_pylogix(&controller, &[]).await;
    check_pylogix(&controller, &["--size", "504"]).await;
    for size in [504, 4002] {
        check_declared(&check_ours(&controller, size).await, &theirs);
    }
    let counters = controller.counters();
    assert_eq!((counters.writes, counters.malformed, counters.unknown_connection), (0, 0, 0));
    assert_eq!((counters.connections_opened, counters.connections_closed), (6, 6));
    assert_eq!(controller.memory_hash(), before);
    controller.stop().await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn they_read_the_bottling_line() {
    check(VirtualLogix::bottling(1).expect("the line").still_after(1500)).await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn they_read_2000_counters() {
    check(VirtualLogix::counting(2000, 1).expect("the model").still_after(7)).await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn they_read_every_type() {
    let mut controller = VirtualLogix::builder(every_type());
    for (name, value) in [
        ("Bool", Value::Bool(true)),
        ("Sint", Value::Int(-128)),
        ("Int", Value::Int(-32768)),
        ("Dint", Value::Int(i64::from(i32::MIN))),
        ("Lint", Value::Int(i64::MIN)),
        ("Usint", Value::Uint(255)),
        ("Uint", Value::Uint(65535)),
        ("Udint", Value::Uint(u64::from(u32::MAX))),
        ("Ulint", Value::Uint(u64::MAX)),
        ("Real", Value::Real(0.1)),
        ("Lreal", Value::LReal(-0.1)),
        ("Text", Value::Text("x".repeat(82))),
        ("Texts[11]", Value::Text("the last one".into())),
        ("Flags[0]", Value::Bool(true)),
        ("Flags[95]", Value::Bool(true)),
        ("Cube[2,3,4]", Value::Int(234)),
        ("Cube[0,1,0]", Value::Int(10)),
        ("Long[4999]", Value::Int(-1)),
        ("Long[600]", Value::Int(600)),
        ("Outer.Inner.B", Value::Bool(true)),
        ("Outers[29].Inners[2].L", Value::Int(i64::MAX)),
        ("Outers[29].Inners[2].C", Value::Bool(true)),
        ("Outers[7].Numbers[4]", Value::Int(7)),
        ("Outers[8].Bits[33]", Value::Bool(true)),
        ("Outers[8].Ratio", Value::LReal(1.0 / 3.0)),
        ("Program:Main.Step", Value::Int(77)),
        ("Program:Main.Outer.Label", Value::Text("in a program".into())),
        ("Local:1:I", Value::Int(42)),
    ] {
        controller = controller.set(name, &value).expect(name);
    }
    check(controller).await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn they_read_a_whole_plant() {
    check(plant()).await;
}

/// Only pylogix: pycomm3 does not know all of them.
#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn pylogix_reads_dates_and_times() {
    let mut model = Model::new();
    let now = Timestamp::constant(1_700_000_000, 123_456_000);
    let hour = Value::Duration(SignedDuration::from_hours(1));
    let tags = [
        ("Born", "DT", Value::Timestamp(now)),
        ("Precise", "LDT", Value::Timestamp(now)),
        ("Short", "TIME32", Value::Duration(SignedDuration::from_millis(1500))),
        ("Long", "TIME", hour.clone()),
        ("Fine", "LTIME", hour),
    ];
    for (name, type_text, _) in &tags {
        model.add(name, type_text).expect(name);
    }
    let mut controller = VirtualLogix::builder(model);
    for (name, _, value) in &tags {
        controller = controller.set(name, value).expect(name);
    }
    let controller = controller.listen(([127, 0, 0, 1], 0).into()).await.expect("it listens");
    check_pylogix(&controller, &[]).await;
    for tag in check_ours(&controller, 4002).await {
        let (_, type_text, _) = tags.iter().find(|it| it.0 == tag.name).expect("a tag");
        assert_eq!(&*tag.type_name, *type_text);
    }
}

/// Only pycomm3: pylogix returns strings with a capacity other than 82 as bytes.
#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn pycomm3_reads_strings_of_any_length() {
    let mut model = Model::new();
    for capacity in [1, 3, 20, 500] {
        let (name, data) = (format!("STRING_{capacity}"), format!("SINT[{capacity}]"));
        model.add_structure(&name, &[("LEN", "DINT"), ("DATA", &data)]).expect("a string");
        model.add(&format!("Text_{capacity}"), &name).expect("a tag");
        model.add(&format!("Texts_{capacity}"), &format!("{name}[9]")).expect("a tag");
    }
    let controller = VirtualLogix::builder(model)
        .set("Text_1", &Value::Text("x".into()))
        .and_then(|it| it.set("Texts_20[8]", &Value::Text("twenty characters ok".into())))
        .and_then(|it| it.set("Texts_500[8]", &Value::Text("y".repeat(500))))
        .expect("the tags")
        .listen(([127, 0, 0, 1], 0).into())
        .await
        .expect("it listens");
    check_pycomm3(&controller, &[]).await;
    check_pycomm3(&controller, &["--small"]).await;
}

/// cpppo sends one request at a time, by name.
#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn cpppo_reads_the_bottling_line() {
    let controller = VirtualLogix::bottling(1)
        .expect("the line")
        .still_after(1500)
        .listen(([127, 0, 0, 1], 0).into())
        .await
        .expect("it listens");
    let scalars = ["Line_Speed", "Line_State", "Recipe_Number", "Shift_Number", "Valve_Position"];
    let mut names: Vec<String> = scalars.map(String::from).to_vec();
    names.extend(["Lane_Count[0-7]", "Oven_Temperature[0-5]", "Nope"].map(String::from));
    for options in [&[][..], &["--connected"]] {
        let found = run("cpppo_read.py", &controller, options, json!(names)).await;
        let values = found.as_array().expect("a list");
        assert_eq!(values.len(), names.len());
        for (name, answer) in names.iter().zip(values) {
            let Ok(value) = controller.value_of(name.split('[').next().expect("a name")) else {
                assert_eq!(answer, &Json::Null, "{name}");
                continue;
            };
            let elements = Value::Array(flat(&value).into_iter().cloned().collect());
            assert!(agrees(&elements, answer), "{name}: {value:?}, but cpppo: {answer}");
        }
    }
    let counters = controller.counters();
    assert_eq!((counters.writes, counters.malformed), (0, 0));
}

fn every_type() -> Model {
    const INNER: &[(&str, &str)] =
        &[("A", "BOOL"), ("B", "BOOL"), ("N", "SINT"), ("C", "BOOL"), ("L", "LINT")];
    const OUTER: &[(&str, &str)] = &[
        ("Flag", "BOOL"),
        ("Inner", "Inner"),
        ("Inners", "Inner[3]"),
        ("Label", "STRING"),
        ("Bits", "BOOL[64]"),
        ("Numbers", "INT[5]"),
        ("Ratio", "LREAL"),
    ];
    let mut model = Model::new();
    for (name, members) in [("Inner", INNER), ("Outer", OUTER)] {
        model.add_structure(name, members).expect(name);
    }
    for (name, type_text) in [
        ("Bool", "BOOL"),
        ("Sint", "SINT"),
        ("Int", "INT"),
        ("Dint", "DINT"),
        ("Lint", "LINT"),
        ("Usint", "USINT"),
        ("Uint", "UINT"),
        ("Udint", "UDINT"),
        ("Ulint", "ULINT"),
        ("Real", "REAL"),
        ("Lreal", "LREAL"),
        ("Text", "STRING"),
        ("Texts", "STRING[12]"),
        ("Flags", "BOOL[96]"),
        ("Cube", "DINT[3,4,5]"),
        ("Long", "DINT[5000]"),
        ("Outer", "Outer"),
        ("Outers", "Outer[30]"),
        ("Program:Main.Step", "DINT"),
        ("Program:Main.Outer", "Outer"),
        ("Program:Other.Texts", "STRING[3]"),
        ("Local:1:I", "DINT"),
    ] {
        model.add(name, type_text).expect(name);
    }
    model
}

/// A project of realistic size: 31 nested structures, five programs, modules, and the entries that
/// engineering tools add to the tag list.
fn plant() -> VirtualLogix {
    let mut model = Model::new();
    let mut values = Vec::new();
    model
        .add_structure("Valve", &[("Open", "BOOL"), ("Closed", "BOOL"), ("Position", "REAL")])
        .expect("a structure");
    for kind in 0..30 {
        let inner = if kind < 3 { "Valve".to_owned() } else { format!("Unit{}", kind - 3) };
        let array = format!("INT[{}]", kind + 1);
        let members = [
            ("Ready", "BOOL"),
            ("Alarms", "BOOL[32]"),
            ("Inner", &*inner),
            ("Manual", "BOOL"),
            ("Auto", "BOOL"),
            ("Name", "STRING"),
            ("Counts", &*array),
            ("Total", "LINT"),
        ];
        model.add_structure(&format!("Unit{kind}"), &members).expect("a structure");
    }
    let scalars = ["DINT", "REAL", "BOOL", "INT", "SINT", "LINT", "LREAL", "UDINT"];
    for (tag, type_text) in (0..2000).zip(scalars.iter().cycle()) {
        let name = format!("Plant_Section{}_Signal{tag:04}", tag % 17);
        model.add(&name, type_text).expect("a tag");
        if matches!(*type_text, "DINT" | "INT" | "LINT") {
            values.push((name, Value::Int(tag)));
        }
    }
    model.add_system("Task:MainTask").expect("a task");
    for slot in 1..=4 {
        model.add_system(&format!("Map:Local{slot}")).expect("a map");
        model.add_system(&format!("Cxn:Standard:{slot}")).expect("a connection");
        model.add(&format!("Local:{slot}:I"), "DINT[4]").expect("a module");
        model.add(&format!("Local:{slot}:O"), "Valve").expect("a module");
    }
    for kind in 0..30 {
        model.add(&format!("Unit_{kind}"), &format!("Unit{kind}")).expect("a tag");
        values.push((format!("Unit_{kind}.Auto"), Value::Bool(kind % 2 == 0)));
        values.push((format!("Unit_{kind}.Name"), Value::Text(format!("Unit number {kind}"))));
        values.push((format!("Unit_{kind}.Counts[{kind}]"), Value::Int(kind)));
        let inside = if kind < 3 { "Open" } else { "Ready" };
        values.push((format!("Unit_{kind}.Inner.{inside}"), Value::Bool(true)));
    }
    for program in ["Main", "Filling", "Packing", "Cleaning", "Utilities"] {
        let scope = format!("Program:{program}");
        model.add_system(&format!("{scope}.Routine:Main")).expect("a routine");
        for (name, type_text) in
            [("Step", "DINT"), ("Recipe", "STRING"), ("Cube", "REAL[2,3,4]"), ("Units", "Unit5[2]")]
        {
            model.add(&format!("{scope}.{name}"), type_text).expect("a tag");
        }
        values.push((format!("{scope}.Cube[1,2,3]"), Value::Real(1.25)));
        values.push((format!("{scope}.Recipe"), Value::Text(format!("Recipe of {program}"))));
    }
    let mut controller = VirtualLogix::builder(model);
    for (name, value) in &values {
        controller = controller.set(name, value).expect(name);
    }
    controller
}
