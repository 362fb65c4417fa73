//! A download to an S7 controller in which members change places but block lengths stay the same.
//! Values with an address from the project are missing from then on, and never wrong.

use std::{collections::BTreeMap, fs, net::Ipv4Addr, path::Path, sync::Arc};

use serde_json::Value as Json;
use tagbridge_driver::Value;
use tagbridge_project::Source;
use tagbridge_simulator::s7::VirtualS7;
use tagbridge_tests::{Process, Site};
use tokio::runtime::Runtime;

const TARGET: &str = r#""Recipe"."Target""#;
/// An address that does not depend on a project.
const ABSOLUTE: &str = "DB21.DBW0:INT";

/// The program of a project's text: with 12.5 in the target, and -99 where another program has it.
fn program(text: &str, target: &str, other: &str) -> VirtualS7 {
    let numbers = BTreeMap::from([("Recipe".to_owned(), 20), ("Totals".to_owned(), 21)]);
    let source = Source::of_bytes("mixer.scl", text.as_bytes().to_vec()).expect("a source");
    let project = tagbridge_project::read(&source).expect("a project");
    VirtualS7::from_project(&Arc::new(project), &numbers, 1)
        .still_after(0)
        .set(target, &Value::Real(12.5))
        .and_then(|it| it.set(other, &Value::Real(-99.0)))
        .expect("the block holds them")
}

fn wait_for_differences(bridge: &Process, wanted: u64) {
    bridge.wait_for_line(|line| {
        let state: Json = serde_json::from_str(line).expect("a state is JSON");
        state["sessions"][0]["source"]["differing"] == wanted
    });
}

fn is_good(values: &Json, tag: &str) -> bool {
    values["tags"][tag]["quality"] == "good"
}

#[test]
fn members_that_change_places_give_no_wrong_value() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/mixer.scl");
    let text = fs::read_to_string(&file).expect("it is text");
    let (first, second) = ("Target : Real;", "Inlet : \"Valve\";");
    let swapped = text
        .replace(first, "Place : Real;")
        .replace(second, first)
        .replace("Place : Real;", second);
    assert_ne!(swapped, text);
    let old = || program(&text, "DB20.DBD0:REAL", "DB20.DBD6:REAL");
    let new = || program(&swapped, "DB20.DBD6:REAL", "DB20.DBD0:REAL");

    let runtime = Runtime::new().expect("a runtime");
    let loopback = (Ipv4Addr::LOCALHOST, 0).into();
    let controller = runtime.block_on(old().listen(loopback)).expect("a free port");
    let numbers = "block_numbers = { Recipe = 20, Totals = 21 }";
    let site = Site::of(file.to_str().expect("a plain path"), numbers).every("1s");
    let _service = site.service();
    let bridge = site.bridge(&controller.endpoint(), &[TARGET, ABSOLUTE]);
    let consumer = site.consumer();
    for _ in 0..2 {
        consumer.wait_for("good values", |it| is_good(it, TARGET) && is_good(it, ABSOLUTE));
        wait_for_differences(&bridge, 0);
        controller.download(new());
        let after = consumer.wait_for("the loss of what is laid out", |it| {
            it["tags"][TARGET]["reason"] == "type_mismatch" && is_good(it, ABSOLUTE)
        });
        assert!(after["tags"][TARGET]["value"].is_null(), "{after}");
        wait_for_differences(&bridge, 1);
        controller.download(old());
    }
    consumer.wait_for("values again", |it| is_good(it, TARGET));
    let history = consumer.history(TARGET);
    let values = history.iter().map(|it| &it["value"]).filter(|it| !it.is_null());
    assert!(values.clone().count() >= 3, "{history:#?}");
    assert!(values.clone().all(|it| *it == 12.5), "{history:#?}");
    assert!(bridge.terminate().success());
}
