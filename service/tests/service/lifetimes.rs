//! When a project is live, and whose stream it shows.

use serde_json::json;

use crate::harness::{House, OTHER_STREAM, complete, delta};

const OTHER_DEVICE: &str = "laptop-8";

#[tokio::test]
async fn live_ends_ten_seconds_after_the_last_push() {
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
    // A heartbeat is enough, and nothing was forgotten.
    house.push(&[]).await;
    let values = house.values().await;
    assert!(values.live);
    assert_eq!(values.last_push_at, Some(house.now()));
    assert_eq!(values.tags["a"].value, 1);
}

#[tokio::test]
async fn who_pushes_seldom_stays_live_for_three_intervals() {
    let mut house = House::new();
    for _ in 0..4 {
        house.push(&[]).await;
        house.advance_ms(20_000);
    }
    house.restart();
    house.advance_ms(40_000);
    assert!(house.values().await.live);
    house.advance_ms(1);
    assert!(!house.values().await.live);
}

#[tokio::test]
async fn who_says_that_it_pushes_seldom_is_live_from_the_first_push_on() {
    let mut house = House::new();
    let push = json!({ "interval_ms": 60_000 });
    // A heartbeat and a backlog in a rush, and then the first pause.
    for _ in 0..7 {
        house.push_with(push.clone()).await.ok();
    }
    house.restart();
    house.advance_ms(180_000);
    assert!(house.values().await.live);
    house.advance_ms(1);
    assert!(!house.values().await.live);
    let refused = house.push_with(json!({ "interval_ms": 60_001 })).await;
    assert!(refused.refused(400, "bad_request").starts_with("interval_ms: "));
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
    // Another device may begin without taking over, and this one may begin again.
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
    // Now it is the first that is refused, until the second has been silent for long enough.
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

    // The new one falls silent, and the old one goes on: it is what is live, but not at its first
    // push, which after an outage may come before the new one's.
    house.advance_ms(10_001);
    house.push(&[delta(3, &[])]).await;
    assert!(!house.values().await.live);
    house.advance_ms(1_000);
    house.push(&[]).await;
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
