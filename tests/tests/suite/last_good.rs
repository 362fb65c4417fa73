//! After a controller dropped out: users see the last values with their age; programs get no
//! values.

use std::{thread, time::Duration};

use serde_json::{Value, json};
use tagbridge_tests::{Foreign, Site, Tagbridge};

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn the_last_good_value_is_for_people_alone() {
    let controller = Foreign::cpppo();
    let endpoint = format!("logix://127.0.0.1:{}/", controller.port);
    let site = Site::new();
    let _service = site.service();
    let bridge = site.bridge(&endpoint, &["Speed"]);
    let consumer = site.consumer();
    consumer.wait_for("a live value", |it| it["tags"]["Speed"]["value"] == 12.5);

    let complaints = tempfile::NamedTempFile::new().expect("a file");
    let stderr = complaints.reopen().expect("it can be written").into();
    let piped = std::process::Stdio::piped();
    let watch = Tagbridge::new(["watch", &endpoint, "Speed", "--interval", "200ms"]);
    let watch = watch.start_into(piped, stderr);
    watch.wait_for_line(|it| it.contains("Speed=12.5"));
    thread::sleep(Duration::from_millis(1200));
    controller.kill();

    // Later responses of the service do not contain 12.5.
    let is_gone = |it: &Value| it["tags"]["Speed"]["reason"] == "not_connected";
    let gone = consumer.wait_for("the loss", is_gone);
    assert_eq!(gone["tags"]["Speed"]["value"], Value::Null);
    assert_eq!(gone["tags"]["Speed"]["quality"], "bad");
    let sent = consumer.history("Speed");
    let lost = sent.iter().position(|it| it["reason"] == "not_connected").expect("it is in there");
    assert!(sent[..=lost].iter().all(|it| it["value"] == json!(null)), "{sent:?}");

    let told = || std::fs::read_to_string(complaints.path()).expect("it can be read");
    let seen =
        tagbridge_tests::patiently("what it was", || told().contains("Speed was 12.5 ").then(told));
    assert!(seen.contains("s ago"), "{seen}");
    assert!(bridge.terminate().success());
}
