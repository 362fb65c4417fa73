//! When a project is live, and which stream it shows.

use serde_json::json;
use tagbridge_api::Timestamp;

use crate::harness::{House, OTHER_STREAM, START_MS, complete, delta};

const OTHER_DEVICE: &str = "laptop-8";

#[tokio::test]
async fn values_are_live_until_they_are_ten_seconds_old() {
    let mut house = House::new();
    let never = house.values().await;
    assert!(!never.live && never.message.unwrap().contains("has streamed this project yet"));

    house.push(&[complete(1, &[("a", 1)])]).await;
    house.advance_ms(10_000);
    assert!(house.values().await.live);
    house.restart();
    assert!(house.values().await.live);
    house.advance_ms(1);
    for _ in 0..2 {
        let values = house.values().await;
        assert!(!values.live && values.tags.is_empty() && values.sequence.is_none());
        assert_eq!(
            values.message.unwrap(),
            "no companion app is streaming this project: device laptop-7 was last heard of at \
             2026-01-01T00:00:00.000Z"
        );
        house.restart();
    }
    // A heartbeat keeps the session live, but not its values.
    house.push(&[]).await;
    let values = house.values().await;
    assert!(!values.live && values.tags.is_empty());
    assert_eq!(values.last_push_at, Some(house.now()));
    assert!(values.message.unwrap().contains("laptop-7 is there"));
    // Stored values are kept: a recent push makes unchanged values live again.
    house.push(&[delta(2, &[("b", 2)])]).await;
    let values = house.values().await;
    assert_eq!((values.live, &values.tags["a"].value), (true, &json!(1)));
}

/// How long values are live, in milliseconds, for a session with this interval whose newest scan
/// had this age when it was pushed.
async fn lives_for(fields: serde_json::Value, age_ms: u64, expected_ms: i64) {
    let mut house = House::new();
    let mut push = json!({ "snapshots": [complete(1, &[("a", 1)])],
        "newest": { "sequence": 1, "age_ms": age_ms } });
    push.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    house.push_with(push.clone()).await.ok();
    house.restart();
    assert_eq!(house.values().await.live, expected_ms >= 0, "{push}");
    if expected_ms >= 0 {
        house.advance_ms(expected_ms);
        assert!(house.values().await.live, "{push}");
        house.advance_ms(1);
        assert!(!house.values().await.live, "{push}");
    }
}

#[tokio::test]
async fn a_value_is_live_until_it_is_three_intervals_old() {
    for (interval, age, expected) in [
        (500, 0, 10_000),
        (500, 9_000, 1_000),
        (500, 10_001, -1),
        (60_000, 0, 180_000),
        (60_000, 179_000, 1_000),
        (3_600_000, 7_200_000, 3_600_000),
    ] {
        lives_for(json!({ "interval_ms": interval }), age, expected).await;
    }
    let refused = House::new().push_with(json!({ "interval_ms": 3_600_001 })).await;
    assert!(refused.refused(400, "bad_request").starts_with("interval_ms: "));
}

#[tokio::test]
async fn time_on_the_way_makes_values_older_and_wrong_clocks_do_not() {
    let sent = |earlier_ms: i64| Timestamp::from_millis(START_MS - earlier_ms).unwrap();
    for (earlier, least, expected) in [
        (0, 0, 10_000),
        (4_000, 0, 6_000),
        (60_000, 0, -1),
        // The bridge's clock is behind or ahead.
        (86_400_000, 86_399_000, 9_000),
        (-86_400_000, -86_400_000, 10_000),
        // The clock was changed after the skew was measured.
        (-86_400_000, 0, -1),
    ] {
        let fields = json!({ "sent_at": sent(earlier), "skew_least_ms": least });
        lives_for(fields, 0, expected).await;
    }
    for untold in ["sent_at", "skew_least_ms", "newest"] {
        lives_for(json!({ untold: null }), 0, -1).await;
    }
}

#[tokio::test]
async fn a_backlog_never_becomes_live_and_a_push_that_was_overtaken_takes_nothing_back() {
    let house = House::new();
    let newest = json!({ "sequence": 9, "age_ms": 100 });
    house
        .push_with(json!({ "snapshots": [complete(1, &[("a", 1)])], "newest": newest }))
        .await
        .ok();
    assert!(!house.values().await.live, "the newest is not here yet");
    house
        .push_with(json!({ "snapshots": [complete(9, &[("a", 9)])], "newest": newest }))
        .await
        .ok();
    assert!(house.values().await.live);
    let late = json!({ "snapshots": [delta(2, &[("a", 2)])],
        "newest": { "sequence": 8, "age_ms": 60_000 } });
    house.push_with(late).await.ok();
    let values = house.values().await;
    assert_eq!((values.live, &values.tags["a"].value), (true, &json!(9)));
}

#[tokio::test]
async fn a_session_that_ends_on_purpose_is_not_live_at_once() {
    let house = House::new();
    let last = [complete(1, &[("a", 1)])];
    house.push_with(json!({ "snapshots": last, "ended": true })).await.ok();
    let values = house.values().await;
    assert!(!values.live && values.tags.is_empty());
    assert!(values.message.unwrap().contains("laptop-7 ended its session at 2026-01-01"));
    assert_eq!(house.history("a").await, [1]);
    // Another device may start without a take-over, and this one may start again.
    push_from(&house, OTHER_DEVICE, OTHER_STREAM, 1).await.ok();
    assert!(house.values().await.live);
}

#[tokio::test]
async fn another_device_is_refused_while_the_project_is_live_unless_it_takes_over() {
    let house = House::new();
    house.push(&[complete(1, &[("a", 1)])]).await;
    house.advance_ms(3_000);
    let refused = push_from(&house, OTHER_DEVICE, OTHER_STREAM, 1).await;
    let for_user = refused.body["userMessage"].as_str().unwrap().to_owned();
    assert!(for_user.contains("laptop-7") && for_user.contains("2026-01-01T00:00:00.000Z"));
    refused.refused(409, "session_conflict");
    assert!(house.history("b").await.is_empty());

    let fields = json!({ "device_id": OTHER_DEVICE, "stream_id": OTHER_STREAM, "take_over": true,
        "snapshots": [complete(1, &[("b", 1)])] });
    house.push_with(fields).await.ok();
    let values = house.values().await;
    assert_eq!(values.device_id.as_deref(), Some(OTHER_DEVICE));
    assert_eq!(values.tags.keys().collect::<Vec<_>>(), ["b"]);
    // Now the first device is refused, until the second one has been silent for long enough.
    house.push_with(json!({})).await.refused(409, "session_conflict");
    house.advance_ms(10_001);
    house.push(&[delta(2, &[])]).await;
    assert_eq!(house.values().await.tags.keys().collect::<Vec<_>>(), ["a"]);
}

#[tokio::test]
async fn a_new_stream_of_the_same_device_is_shown_and_the_old_ones_backlog_is_only_stored() {
    let house = House::new();
    house.push(&[complete(1, &[("a", 1)])]).await;
    push_from(&house, "laptop-7", OTHER_STREAM, 1).await.ok();
    let shown = async || house.values().await.tags.keys().cloned().collect::<String>();
    assert_eq!(shown().await, "b");
    assert_eq!(house.push(&[delta(2, &[("a", 2)])]).await, 2);
    assert_eq!(shown().await, "b");
    assert_eq!(house.history("a").await, [2, 1]);
    // The end of the old one is not the end of the new one.
    house.push_with(json!({ "ended": true })).await.ok();
    assert!(house.values().await.live);

    // The new stream becomes silent, and the old one continues: it becomes live, but not with its
    // first push, which may arrive before that of the new one after an outage.
    house.advance_ms(10_001);
    house.push(&[delta(3, &[])]).await;
    assert!(!house.values().await.live);
    house.advance_ms(1_000);
    house.push(&[delta(4, &[])]).await;
    assert_eq!(shown().await, "a");
    assert_eq!(house.values().await.tags["a"].value, 2);
    push_from(&house, "laptop-7", OTHER_STREAM, 2).await.ok();
    assert_eq!(shown().await, "b");
}

async fn push_from(
    house: &House,
    device: &str,
    stream: &str,
    sequence: u64,
) -> crate::harness::Answer {
    let snapshots = [complete(sequence, &[("b", 1)])];
    house
        .push_with(json!({ "device_id": device, "stream_id": stream, "snapshots": snapshots }))
        .await
}
