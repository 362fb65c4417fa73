//! A tag with a deadband, from the request to the history: changes within it are not sent and the
//! value stays good; larger changes are sent immediately.

use serde_json::{Value as Json, json};
use tagbridge_driver::Value;
use tagbridge_simulator::s7::VirtualS7;
use tagbridge_tests::Site;
use tokio::runtime::Runtime;

const LEVEL: &str = "DB1.DBD0:REAL";
/// The number of the reading. It has no deadband, and is read in the same scan.
const STEP: &str = "DB1.DBW4:INT";
const WIDTH: f32 = 1.0;

#[test]
fn what_a_requested_tag_does_within_its_deadband_is_no_history() {
    let runtime = Runtime::new().expect("a runtime");
    let controller = VirtualS7::new().block(1, 8);
    let loopback = "127.0.0.1:0".parse().expect("an address");
    let controller = runtime.block_on(controller.listen(loopback)).expect("a port is free");
    let site = Site::of_session(&format!("deadband = {{ {LEVEL:?} = {WIDTH} }}")).every("100ms");
    let _service = site.service();
    let consumer = site.consumer();
    let endpoint = format!("s7://{}?rack=0&slot=1", controller.addr());
    let bridge = site.bridge(&endpoint, &[STEP]);
    consumer.wait_for("the tag that is read anyway", |it| it["tags"][STEP]["quality"] == "good");
    assert_eq!(consumer.request(&[LEVEL])["requested"], json!([LEVEL]));
    consumer.wait_for("the one that is asked for", |it| it["tags"][LEVEL]["quality"] == "good");

    let levels = [0.875, -1.0, 1.0, 1.5, 2.5, 0.5, 2.25, 2.625, 3.5, -7.0, -6.5, -6.5];
    let (mut ledger, mut told) = (0.0_f32, vec![0.0_f32]);
    for (step, level) in (1..).zip(levels) {
        if (level - ledger).abs() > WIDTH {
            ledger = level;
            told.push(level);
        }
        controller.set(LEVEL, &Value::Real(level)).expect("the block is there");
        controller.set(STEP, &Value::Int(step)).expect("the block is there");
        let shown = consumer.wait_for("the scan", |it| it["tags"][STEP]["value"] == step);
        let tag = &shown["tags"][LEVEL];
        assert_eq!((&tag["value"], &tag["quality"]), (&json!(ledger), &json!("good")), "{level}");
    }
    assert!(bridge.terminate().success());
    let values = |tag: &str| -> Vec<Json> {
        let mut values: Vec<Json> =
            consumer.history(tag).into_iter().rev().map(|mut it| it["value"].take()).collect();
        // A complete snapshot repeats the last value.
        values.dedup();
        values
    };
    assert_eq!(values(LEVEL), told.iter().map(|it| json!(it)).collect::<Vec<_>>());
    let steps: Vec<Json> = (0..=levels.len()).map(|it| json!(it)).collect();
    assert_eq!(values(STEP), steps, "every scan was read");
}
