//! The main task of the product, end to end: a controller from another project, the bridge, the
//! service, and a consumer that reads the values.

use std::{
    sync::atomic::{AtomicBool, AtomicI32, Ordering},
    thread,
};

use serde_json::Value;
use tagbridge_tests::{Cpppo, Site, Tagbridge};

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn values_follow_the_controller_and_requested_tags_are_answered() {
    let mut controller = Cpppo::serve(&["Speed=REAL", "Count=DINT[1000]", "Name=SSTRING"]);
    controller.write("Speed=(REAL)12.5");
    controller.write("Name=(SSTRING)\"Lager\"");
    controller.write("Count[7]=(DINT)-70000");
    let site = Site::new();
    let _service = site.service();
    let bridge = site.bridge(&controller.endpoint(), &["Speed", "Name"]);
    let consumer = site.consumer();

    let first = consumer.wait_for("a live value", |it| it["tags"]["Speed"]["value"] == 12.5);
    assert_eq!(first["live"], true);
    assert_eq!(first["tags"]["Speed"]["type"], "REAL");
    assert_eq!(first["tags"]["Speed"]["quality"], "good");
    assert_eq!(first["tags"]["Name"]["value"], "Lager");
    assert_eq!(first["controller"]["ipAddress"], "127.0.0.1");

    // A change shows at the latest in the second scan after it.
    controller.write("Speed=(REAL)99.25");
    let next = next_sequence(&site);
    consumer.wait_for("the new speed", |it| it["tags"]["Speed"]["value"] == 99.25);
    let change = &consumer.history("Speed")[0];
    assert_eq!(change["value"], 99.25);
    assert!(sequence(change) <= next + 1, "{change}, and {next} was next");

    // Names that are asked for are answered, with a value or a reason.
    let asked = consumer.request(&["Count[7]", "Nope", "Count[7]"]);
    assert_eq!(asked["requested"], serde_json::json!(["Count[7]", "Nope"]));
    bridge.wait_for_line(|it| it.contains("\"requested\":2"));
    let next = next_sequence(&site);
    let answered = consumer.wait_for("both answers", |it| {
        it["tags"]["Count[7]"].is_object() && it["tags"]["Nope"].is_object()
    });
    assert_eq!(answered["tags"]["Count[7]"]["value"], -70000);
    assert_eq!(answered["tags"]["Nope"]["quality"], "bad");
    assert_eq!(answered["tags"]["Nope"]["reason"], "unknown_tag");
    // What the bridge knows of is in the next scan, and one may have been under way.
    assert!(sequence(&consumer.history("Nope")[0]) <= next + 1);

    // Most recent first.
    let history = consumer.history("Speed");
    assert!(history.len() >= 2, "{history:?}");
    assert!(history.is_sorted_by(|newer, older| sequence(newer) > sequence(older)));

    // A session that ends as intended is no longer live immediately.
    assert!(bridge.terminate().success());
    let ended = consumer.values().expect("values");
    assert_eq!(ended["live"], false);
    assert_eq!(ended["tags"], serde_json::json!({}));
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn every_sequence_is_there_once_after_both_were_killed() {
    let mut controller = Cpppo::serve(&["Count=DINT[10]"]);
    let endpoint = controller.endpoint();
    let site = Site::new();
    let mut service = site.service();
    let mut bridge = site.bridge(&endpoint, &["Count[0]"]);
    let consumer = site.consumer();
    let counted = AtomicI32::new(0);
    let done = AtomicBool::new(false);

    // A tag that is another one in almost each scan: its history is the ledger.
    let (seen, history, values) = thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let next = counted.fetch_add(1, Ordering::Relaxed) + 1;
                controller.write(&format!("Count[0]=(DINT){next}"));
            }
        });
        let finished = Finished(&done);
        // What the consumer was shown, the sequence that it had reached, and the count.
        let mut seen = vec![(0, 0)];
        let mut see_more = || {
            let (reached, counted) = *seen.last().expect("there is a first");
            let more = consumer.wait_for("more snapshots, and a higher count", |it| {
                it["sequence"].as_u64() >= Some(reached + 5) && count(it) > Some(counted)
            });
            seen.push((sequence(&more), count(&more).expect("it was awaited")));
        };
        see_more();
        for round in 0..4 {
            if round % 2 == 0 {
                bridge.kill_dead();
                bridge = site.bridge(&endpoint, &["Count[0]"]);
            } else {
                service.kill_dead();
                service = site.service();
            }
            see_more();
        }
        drop(finished);
        (seen, consumer.history("Count[0]"), consumer.values().expect("values"))
    });

    assert!(values["gaps"].is_null(), "{values}");
    // If the counter did not change between two scans, the history omits the second.
    let sequences: Vec<u64> = history.iter().rev().map(sequence).collect();
    assert_eq!(sequences.first(), Some(&1));
    assert!(sequences.is_sorted_by(|older, newer| older < newer), "{sequences:?}");
    assert_eq!(outbox(&site)["lost"], 0);
    // What was counted up never went down: no old value came back as a new one.
    let counts: Vec<i64> = history.iter().filter_map(|it| it["value"].as_i64()).collect();
    assert!(counts.is_sorted_by(|newer, older| newer >= older), "{counts:?}");
    // What was shown before a kill is there after it, in a snapshot of then.
    for &(reached, counted) in &seen[1..] {
        let is_it = |it: &Value| it["value"] == counted && sequence(it) <= reached;
        assert!(history.iter().any(is_it), "no {counted} up to {reached} in {history:?}");
    }
}

/// The count in live values.
fn count(values: &Value) -> Option<i64> {
    values["tags"]["Count[0]"]["value"].as_i64()
}

/// The site's outbox, as another process sees it on disk.
fn outbox(site: &Site) -> Value {
    let line = ["outbox", "--json", "--config", &site.config_file()];
    Tagbridge::new(line).output().json(0)["outboxes"][0].clone()
}

fn next_sequence(site: &Site) -> u64 {
    outbox(site)["next_sequence"].as_u64().expect("a sequence")
}

/// Ends the counting even when an assertion fails, so that the test can end too.
struct Finished<'a>(&'a AtomicBool);

impl Drop for Finished<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn sequence(of: &Value) -> u64 {
    of["sequence"].as_u64().unwrap_or_else(|| panic!("no sequence in {of}"))
}
