//! `tagbridge history`: the history of a tag, and the time from which it is reduced.

use std::fs;

use serde_json::{Value, json};
use tagbridge_tests::{Outcome, Site, Tagbridge, patiently};

fn history(site: &Site, key: &str, more: &[&str]) -> Outcome {
    let service = format!("http://127.0.0.1:{}/api/v1", site.port());
    let own = ["history", site.project(), "Speed", "--service", &service, "--key-file", key];
    Tagbridge::new(own.iter().chain(more)).output()
}

#[test]
fn what_was_cut_back_is_told_with_its_time_in_both_languages() {
    let site = Site::new();
    let folder = tempfile::tempdir().expect("a folder");
    let key = folder.path().join("key");
    fs::write(&key, site.secret()).expect("it is written");
    let key = key.to_str().expect("a plain path");
    let service = site.service();
    let nothing = history(&site, key, &[]);
    assert_eq!(nothing.code(), 1, "{}", nothing.stderr());
    assert!(nothing.stdout().contains("has no history of Speed"), "{}", nothing.stdout());

    // Months old, one value a second.
    let consumer = site.consumer();
    for first in (1..=2400_u32).step_by(40) {
        let snapshots: Vec<Value> = (first..first + 40)
            .map(|it| {
                let at = format!("2026-01-01T{:02}:{:02}:{:02}Z", it / 3600, it / 60 % 60, it % 60);
                let speed =
                    json!({"value": it, "type": "DINT", "quality": "good", "timestamp": at});
                json!({"sequence": it, "timestamp": at, "duration_ms": 1.0, "complete": true,
                       "controller": {}, "tags": {"Speed": speed}})
            })
            .collect();
        consumer.push(&json!({
            "device_id": "test", "stream_id": "0d6f9f4c-27c5-4d3e-9a52-6b6a3d2f9c11",
            "sent_at": tagbridge_api::Timestamp::now(), "interval_ms": 1000, "snapshots": snapshots,
        }));
    }
    let whole = history(&site, key, &["--limit", "3"]);
    assert_eq!(whole.code(), 0, "{}", whole.stderr());
    assert!(whole.stdout().contains("2400") && !whole.stdout().contains("missing"));
    assert_eq!(history(&site, key, &["--json"]).json(0)["cut_at"], Value::Null);

    // It is looked after when the service starts.
    drop(service);
    let _service = site.service();
    let cut = patiently("what is too old is cut back", || {
        let told = history(&site, key, &["--json", "--limit", "600"]).json(0);
        told["cut_at"].is_string().then_some(told)
    });
    let at = cut["cut_at"].as_str().expect("a time");
    for (language, said) in [("en", "are incomplete"), ("de", "sind unvollständig")] {
        let told = history(&site, key, &["--language", language]).stdout();
        let line = told.lines().last().expect("there is one").to_owned();
        assert!(line.contains(said) && line.contains(at), "{told}");
    }
    let oldest = cut["history"][599]["timestamp"].as_str().expect("a time");
    let older = history(&site, key, &["--json", "--before", oldest]).json(0);
    let first = &older["history"][0]["timestamp"];
    assert!(first.as_str().expect("a time") < oldest, "{first} before {oldest}");
}
