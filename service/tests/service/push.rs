//! `POST hmi/values`: the stored snapshots, and the live view.

use serde_json::{Value, json};
use tagbridge_api::hmi::{Quality, Reason, live::Gap};

use crate::harness::{House, OTHER_STREAM, complete, delta};

#[tokio::test]
async fn the_golden_push_is_stored_and_shown() {
    let house = House::new();
    let mut push: Value =
        serde_json::from_str(include_str!("../../../api/golden/push.json")).unwrap();
    push["ended"] = json!(false);
    let receipt = house.write_as(&house.path("hmi/values"), &push, "k").await.ok();
    assert_eq!(
        receipt,
        json!({
            "project_id": house.project, "stream_id": push["stream_id"], "stored_through": 1,
            "newest": 1, "idempotency_key": "k",
            "rejected": [], "requests_revision": 0, "skew_ms": -200,
        })
    );
    let values = house.read(&house.path("hmi/values")).await.ok();
    let snapshot = &push["snapshots"][0];
    assert_eq!(
        values,
        json!({
            "project_id": house.project, "live": true, "device_id": "laptop-7",
            "timestamp": snapshot["timestamp"], "controller": snapshot["controller"],
            "sequence": 1, "tags": snapshot["tags"], "stream_id": push["stream_id"],
            "last_push_at": "2026-01-01T00:00:00.000Z", "late": false,
        })
    );
}

#[tokio::test]
async fn what_comes_again_is_stored_once_under_whichever_key_and_however_late() {
    let mut house = House::new();
    let first = [complete(1, &[("Speed", 1)]), delta(2, &[("Speed", 2)])];
    assert_eq!(house.push(&first).await, 2);
    assert_eq!(house.push(&first).await, 2);
    // Twice in one push, with different contents: the first one counts.
    let twice = [delta(3, &[("Speed", 3)]), delta(3, &[("Speed", 4)]), delta(2, &[("Speed", 9)])];
    assert_eq!(house.push(&twice).await, 3);
    house.advance_ms(400 * 86_400_000);
    house.restart();
    assert_eq!(house.push(&first).await, 3);
    assert_eq!(house.history("Speed").await, [3, 2, 1]);
    assert_eq!(house.values().await.tags["Speed"].value, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_snapshots_pushed_at_once_under_many_keys_are_stored_once() {
    let house = House::new();
    let snapshots: Vec<_> = (1..=20).map(|it| complete(it, &[("Speed", 1)])).collect();
    let pushes = (0..12).map(|it| house.push(&snapshots[it % 4 * 5..]));
    futures::future::join_all(pushes).await;
    assert_eq!(house.push(&[]).await, 20);
    assert_eq!(house.history("Speed").await, (1..=20).rev().collect::<Vec<_>>());
}

#[tokio::test]
async fn a_sequence_counts_within_its_stream_and_project() {
    let mut house = House::new();
    house.push(&[complete(1, &[("Speed", 1)])]).await;
    let snapshots = [complete(1, &[("Speed", 2)])];
    house.push_with(json!({ "stream_id": OTHER_STREAM, "snapshots": snapshots })).await.ok();
    assert_eq!(house.history("Speed").await, [1, 1]);
    house.project = house
        .service
        .create_project(tagbridge_service::NewProject {
            name: "Other".into(),
            vendor: tagbridge_api::project::Vendor::Siemens,
        })
        .unwrap()
        .project_id;
    assert!(!house.values().await.live);
    house.push(&[complete(1, &[("Speed", 3)])]).await;
    assert_eq!(house.history("Speed").await, [1]);
}

#[tokio::test]
async fn a_hole_is_reported_until_it_is_filled() {
    let house = House::new();
    assert_eq!(house.push(&[]).await, 0);
    assert_eq!(house.push(&[complete(3, &[])]).await, 0);
    assert_eq!(house.push(&[complete(9, &[])]).await, 0);
    let gaps = async || house.values().await.gaps;
    assert_eq!(gaps().await, [Gap { from: 1, to: 2 }, Gap { from: 4, to: 8 }]);
    assert_eq!(house.push(&[complete(1, &[]), complete(2, &[])]).await, 3);
    assert_eq!(gaps().await, [Gap { from: 4, to: 8 }]);
    assert_eq!(house.push(&(4..9).map(|it| delta(it, &[])).collect::<Vec<_>>()).await, 9);
    assert_eq!(gaps().await, []);
}

#[tokio::test]
async fn a_delta_changes_what_it_carries_and_a_complete_one_replaces_the_list() {
    let house = House::new();
    house.push(&[complete(1, &[("b", 1), ("a", 2)]), delta(2, &[("a", 3), ("c", 4)])]).await;
    assert_eq!(shown(&house).await, ["b=1", "a=3", "c=4"]);
    house.push(&[delta(3, &[])]).await;
    assert_eq!(shown(&house).await, ["b=1", "a=3", "c=4"]);
    assert_eq!(house.values().await.sequence, Some(3));
    house.push(&[complete(4, &[("c", 4), ("a", 5)]), delta(5, &[("a", 6)])]).await;
    assert_eq!(shown(&house).await, ["c=4", "a=6"]);
}

#[tokio::test]
async fn after_a_hole_what_may_have_changed_is_uncertain() {
    let house = House::new();
    let mut first = complete(1, &[("a", 1), ("b", 1), ("bad", 0)]);
    first["tags"]["bad"]["value"] = json!(null);
    first["tags"]["bad"]["quality"] = json!("bad");
    first["tags"]["bad"]["reason"] = json!("unknown_tag");
    house.push(&[first]).await;
    house.push(&[delta(3, &[("a", 3)])]).await;
    assert_eq!(shown(&house).await, ["a=3", "b=1?", "bad!"]);
    let tags = house.values().await.tags;
    assert_eq!((tags["b"].quality, tags["b"].reason), (Quality::Uncertain, Some(Reason::Stale)));
    assert_eq!(tags["bad"].reason, Some(Reason::UnknownTag));

    // A second gap above; the first one is filled: only values that were pushed since then are
    // certain.
    house.push(&[delta(5, &[("c", 5)])]).await;
    house.push(&[delta(2, &[("b", 2)])]).await;
    assert_eq!(shown(&house).await, ["a=3?", "b=2?", "bad!", "c=5"]);
    house.push(&[delta(4, &[])]).await;
    assert_eq!(shown(&house).await, ["a=3", "b=2", "bad!", "c=5"]);

    // Only a complete snapshot ends the uncertainty while the gap remains.
    house.push(&[delta(7, &[])]).await;
    assert_eq!(shown(&house).await, ["a=3?", "b=2?", "bad!", "c=5?"]);
    house.push(&[complete(8, &[("a", 8)])]).await;
    assert_eq!(shown(&house).await, ["a=8"]);
}

#[tokio::test]
async fn a_backlog_never_overwrites_what_is_newer() {
    let house = House::new();
    house.push(&[complete(1, &[("a", 1)])]).await;
    // The newest snapshot can arrive with the oldest ones of the backlog, in any order.
    house.push(&[complete(900, &[("a", 900)]), delta(2, &[("a", 2)])]).await;
    assert_eq!(shown(&house).await, ["a=900"]);
    let values = house.values().await;
    assert_eq!((values.sequence, values.late), (Some(900), true));
    assert_eq!(values.gaps, [Gap { from: 3, to: 899 }]);
    for first in [3, 500] {
        let last = if first == 3 { 500 } else { 900 };
        let backlog: Vec<_> =
            (first..last).map(|it| complete(it, &[("a", 0), ("old", 1)])).collect();
        house.push(&backlog).await;
        assert_eq!(shown(&house).await, ["a=900"]);
    }
    let values = house.values().await;
    assert_eq!((values.sequence, values.late, values.gaps), (Some(900), false, vec![]));
}

#[tokio::test]
async fn the_sequence_decides_what_is_newer_whatever_the_bridges_clock_says() {
    let house = House::new();
    let at = |mut snapshot: Value, time: &str| {
        snapshot["timestamp"] = json!(time);
        snapshot
    };
    house.push(&[at(complete(1, &[("a", 1)]), "9999-12-30T21:59:59.999Z")]).await;
    assert_eq!(house.values().await.tags["a"].value, 1);
    house.push(&[at(delta(2, &[("a", 2)]), "-009999-01-03T00:00:00Z")]).await;
    assert_eq!(house.values().await.timestamp.unwrap().to_string(), "-009999-01-03T00:00:00.000Z");
    house.push(&[at(delta(3, &[]), "2026-01-01T00:00:00Z")]).await;
    assert_eq!(shown(&house).await, ["a=2"]);
    let values = house.values().await;
    assert_eq!(values.timestamp.unwrap().to_string(), "2026-01-01T00:00:00.000Z");
    assert!(values.live);
}

#[tokio::test]
async fn a_bad_snapshot_stores_none_of_its_push() {
    let house = House::new();
    let mut bad = delta(2, &[("a", 2)]);
    bad["tags"]["a"]["quality"] = json!("bad");
    let refused = house.push_with(json!({ "snapshots": [complete(1, &[("a", 1)]), bad] })).await;
    let message = refused.refused(400, "bad_request");
    assert!(message.starts_with("snapshots[1].tags.a.value"), "{message}");
    assert!(house.history("a").await.is_empty());
    assert_eq!(house.push(&[]).await, 0);
}

#[tokio::test]
async fn a_push_of_many_tags_is_stored_whole() {
    let house = House::new();
    let names: Vec<String> = (0..500).map(|it| format!("Program:Main.Tag{it}")).collect();
    let tags: Vec<_> = names.iter().map(|it| (it.as_str(), 1)).collect();
    let snapshots: Vec<_> = (1..=60).map(|it| complete(it, &tags)).collect();
    assert_eq!(house.push(&snapshots).await, 60);
    assert_eq!(
        house.values().await.tags.keys().collect::<Vec<_>>(),
        names.iter().collect::<Vec<_>>()
    );
    assert_eq!(house.history(&names[499]).await.len(), 60);
}

/// Each tag as `name=value`, with `?` if it is uncertain, `!` if it is bad.
async fn shown(house: &House) -> Vec<String> {
    let tags = house.values().await.tags;
    let shown = tags.iter().map(|(name, it)| match it.quality {
        Quality::Good => format!("{name}={}", it.value),
        Quality::Uncertain => format!("{name}={}?", it.value),
        Quality::Bad => format!("{name}!"),
    });
    shown.collect()
}

#[tokio::test]
async fn a_disk_that_is_nearly_full_takes_nothing_more_and_is_still_read() {
    let house = House::with(|options| options.free_bytes = u64::MAX);
    let answer = house.push_with(json!({ "snapshots": [complete(1, &[("level", 5)])] })).await;
    assert_eq!(answer.headers["retry-after"], "30");
    answer.refused(503, "service_unavailable");
    house.push_with(json!({})).await.ok();
    assert_eq!(house.history("level").await, Vec::<u64>::new());
}

#[tokio::test]
async fn a_disk_that_is_nearly_full_begins_no_other_work_either() {
    let house = House::with(|options| options.free_bytes = u64::MAX);
    for (path, body) in [
        ("interpret", json!({ "prompt": "What turns Level on?" })),
        ("generate", json!({ "prompt": "add a tag Count of type DINT to Main" })),
        ("conversations", json!({})),
        ("analyses", json!({})),
        ("exports/plc", json!({})),
        ("exports/pdf", json!({})),
    ] {
        let answer = house.write(&house.path(path), &body).await;
        assert_eq!(answer.headers["retry-after"], "30", "{path}");
        let message = answer.refused(503, "service_unavailable");
        assert!(message.contains("MiB are free"), "{path}: {message}");
    }
}

#[tokio::test]
async fn a_snapshot_in_parts_is_stored_and_shown_when_all_are_there() {
    let house = House::new();
    let push = async |part: u32, parts: u32, tag: &str| {
        let mut snapshot = complete(1, &[(tag, 7)]);
        (snapshot["part"], snapshot["parts"]) = (json!(part), json!(parts));
        house.push_with(json!({ "snapshots": [snapshot] })).await
    };
    let told = |receipt: Value| (receipt["stored_through"].clone(), receipt["awaited"].clone());
    for (part, tag) in [(1, "A"), (3, "C")] {
        assert_eq!(told(push(part, 3, tag).await.ok()), (json!(0), json!([1])));
        assert!(house.values().await.tags.is_empty(), "nothing of it is shown");
    }
    assert_eq!(told(push(2, 3, "B").await.ok()), (json!(1), Value::Null));
    let tags = house.values().await.tags;
    assert_eq!(tags.keys().collect::<Vec<_>>(), ["A", "B", "C"]);
    assert_eq!(house.history("C").await, [1]);
    for (part, parts) in [(0, 2), (3, 2), (1, 17)] {
        push(part, parts, "A").await.refused(400, "bad_request");
    }
}
