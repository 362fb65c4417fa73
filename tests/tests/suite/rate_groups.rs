//! Tags that are read at separate rates, end to end: a slow virtual controller, the bridge, the
//! service, and a consumer that requests a tag in a group for some time.

use serde_json::{Value, json};
use tagbridge_tests::{Site, Tagbridge};

/// Each answer comes 100 ms late: 2,000 tags take longer than their interval, one does not.
fn group(line: &str, name: &str) -> Option<Value> {
    let status: Value = serde_json::from_str(line).ok()?;
    let groups = status["sessions"][0]["groups"].as_array()?;
    groups.iter().find(|it| it["name"] == name).cloned()
}

#[test]
fn a_late_group_delays_no_other_and_a_requested_tag_joins_for_its_lease() {
    let (_controller, endpoint) = Tagbridge::simulate(&[
        "--vendor",
        "allen-bradley",
        "--tags",
        "2000",
        "--fault",
        "delay=100ms",
    ]);
    let late: Vec<String> = (10..1990).map(|it| format!("Tag{it}")).collect();
    let site = Site::of_session(&format!(
        "groups = {{ fast = {{ interval = \"300ms\", tags = [\"Tag0\"] }}, \
         late = {{ interval = \"100ms\", tags = {late:?} }} }}"
    ));
    let _service = site.service();
    let bridge = site.bridge(&endpoint, &["Tag1"]);
    let consumer = site.consumer();
    let count = |line: &str, name: &str, what: &str| {
        group(line, name).and_then(|it| it["scan"][what].as_u64()).unwrap_or(0)
    };
    let line = bridge.wait_for_line(|it| count(it, "late", "count") >= 5);
    // One after the other they would take part in turns.
    let (fast, all) = (count(&line, "fast", "count"), count(&line, "late", "count"));
    assert!(fast >= 2 * all, "{fast} scans of one tag, {all} of 1,980");
    assert!(count(&line, "late", "missed") >= 2 * all, "{line}");
    let values = consumer.wait_for("values of all groups", |it| {
        ["Tag0", "Tag1", "Tag10", "Tag1989"]
            .iter()
            .all(|name| it["tags"][name]["quality"] == "good")
    });
    assert_eq!(values["live"], true);

    let asked = json!({ "tags": ["Tag5"], "group": "fast", "lease_s": 4 });
    assert_eq!(consumer.request_with(&asked)["requested"], json!(["Tag5"]));
    bridge.wait_for_line(|it| group(it, "fast").is_some_and(|it| it["tags"] == 2));
    consumer.wait_for("the requested tag", |it| it["tags"]["Tag5"]["quality"] == "good");
    bridge.wait_for_line(|it| group(it, "fast").is_some_and(|it| it["tags"] == 1));
    consumer.wait_for("the end of the lease", |it| it["tags"]["Tag5"].is_null());

    let data = site.data();
    let shown = Tagbridge::new(["sessions", "--data", data.to_str().unwrap()]).output();
    let text = shown.stdout();
    for words in ["normal", "fast", "late", "one tag every 300 ms", "1980 tags every 100 ms"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}
