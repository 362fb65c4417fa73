//! A snapshot that is too large for a push, end to end: a virtual controller with large arrays, the
//! bridge, the service, and a consumer that compares each element with the controller.

use serde_json::{Value as Json, json};
use tagbridge_api::limits::BODY_BYTES_MAX;
use tagbridge_driver::Value;
use tagbridge_simulator::logix::{Model, VirtualLogix};
use tagbridge_tests::{Site, free_port};
use tokio::runtime::Runtime;

const TAGS: i64 = 50;
const ELEMENTS: i64 = 9000;

fn name(tag: i64) -> String {
    format!("Recipe{tag}")
}

/// Another one for each element of each tag, eleven characters long.
fn element(tag: i64, index: i64) -> i64 {
    -1_000_000_000 - tag * ELEMENTS - index
}

fn controller() -> VirtualLogix {
    let mut model = Model::new();
    for tag in 0..TAGS {
        model.add(&name(tag), &format!("DINT[{ELEMENTS}]")).expect("there is room");
    }
    (0..TAGS).fold(VirtualLogix::builder(model), |controller, tag| {
        let values = (0..ELEMENTS).map(|index| Value::Int(element(tag, index))).collect();
        controller.set(&name(tag), &Value::Array(values)).expect("it is such an array")
    })
}

#[test]
fn a_snapshot_above_the_limit_of_a_push_arrives_whole() {
    let runtime = Runtime::new().expect("a runtime");
    let address = ([127, 0, 0, 1], free_port()).into();
    let listening = runtime.block_on(controller().listen(address)).expect("its port is free");
    let site = Site::new();
    let _service = site.service();
    let names: Vec<String> = (0..TAGS).map(name).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let endpoint = format!("logix://{}/1,0", listening.addr());
    let _bridge = site.bridge(&endpoint, &names);

    let consumer = site.consumer();
    let whole = |shown: &Json| {
        let tags = shown["tags"].as_object();
        tags.is_some_and(|tags| {
            tags.len() == names.len() && tags.values().all(|it| it["quality"] == "good")
        })
    };
    let shown = consumer.wait_for("all tags", whole);
    let bytes = shown["tags"].to_string().len();
    assert!(bytes > BODY_BYTES_MAX, "{bytes} bytes would go in one push");
    for tag in 0..TAGS {
        let expected: Vec<i64> = (0..ELEMENTS).map(|index| element(tag, index)).collect();
        assert_eq!(shown["tags"][name(tag)]["value"], json!(expected), "{}", name(tag));
    }
    assert_eq!((&shown["live"], &shown["gaps"]), (&json!(true), &Json::Null));
    let stored = consumer.history(names[0]);
    assert_eq!(stored.last().map(|it| &it["sequence"]), Some(&json!(1)), "the first one is there");
    runtime.block_on(listening.stop());
}
