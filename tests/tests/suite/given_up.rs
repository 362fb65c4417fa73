//! Snapshots that waited for too long are dropped, and the loss is reported.

use serde_json::json;
use tagbridge_tests::{Site, Tagbridge, patiently};

/// More than the 30 days that snapshots may wait by default, in ms of a running bridge.
const LONG: i64 = 31 * 24 * 3600 * 1000;

#[test]
fn the_oldest_that_are_given_up_are_told_as_a_gap() {
    let (_controller, endpoint) = Tagbridge::simulate(&["--vendor", "siemens", "--still"]);
    let site = Site::new().every("50ms");
    let outbox = || {
        let line = ["outbox", "--json", "--config", &site.config_file()];
        Tagbridge::new(line).output().json(0)["outboxes"].get(0).cloned().unwrap_or_default()
    };

    // The service is away, and stays away for a month.
    let bridge = site.bridge(&endpoint, &["DB1.DBD0"]);
    patiently("six that wait", || (outbox()["depth"].as_u64() >= Some(6)).then_some(()));
    bridge.kill_dead();
    let file = rusqlite::Connection::open(site.data().join("line-4.outbox")).expect("an outbox");
    (1..=4).for_each(|sequence| age(&file, sequence));
    file.close().expect("it is closed");

    let bridge = site.run(&endpoint, &["DB1.DBD0"], &[]);
    bridge.wait_for_line(|it| it.contains("4 lost permanently: they were too old"));
    assert!(bridge.terminate().success());
    let stored = outbox();
    let loss = &stored["losses"][0];
    let named = [&stored["lost"], &loss["from"], &loss["to"], &loss["cause"]];
    assert_eq!(named, [&json!(4), &json!(1), &json!(4), &json!("age")], "{stored}");
    assert!(loss["since"].is_string() && loss["until"].is_string(), "{loss}");

    // It is back: the hole has a name, before and after all that is left has come.
    let _service = site.service();
    let bridge = site.bridge(&endpoint, &["DB1.DBD0"]);
    let gap = json!([{ "from": 1, "to": 4 }]);
    let values = site.consumer().wait_for("all that was left", |it| {
        it["live"] == true && it["sequence"].as_u64() >= Some(8) && it["gaps"] == gap
    });
    assert_eq!(values["tags"]["DB1.DBD0"]["quality"], "good", "{values}");
    let history = site.consumer().history("DB1.DBD0");
    assert!(history.iter().all(|it| it["sequence"].as_u64() > Some(4)), "{history:?}");
    assert!(bridge.terminate().success());
}

/// Sets the age of an entry to [`LONG`], with its checksum.
fn age(outbox: &rusqlite::Connection, sequence: i64) {
    let entry = "SELECT appended_ms, json_bytes, running_ms, body FROM entry WHERE sequence = ?1";
    let (appended, bytes, running, mut body) = outbox
        .query_row(entry, [sequence], |row| {
            let number = |column| row.get::<_, i64>(column);
            Ok((number(0)?, number(1)?, number(2)?, row.get::<_, Vec<u8>>(3)?))
        })
        .expect("an entry");
    let mut sum = crc32fast::Hasher::new();
    for number in [sequence, appended, bytes, running - LONG] {
        sum.update(&number.to_le_bytes());
    }
    sum.update(&body[5..]);
    body[1..5].copy_from_slice(&sum.finalize().to_le_bytes());
    let aged = "UPDATE entry SET running_ms = ?2, body = ?3 WHERE sequence = ?1";
    outbox.execute(aged, rusqlite::params![sequence, running - LONG, body]).expect("it is changed");
}
