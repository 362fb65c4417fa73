//! `Idempotency-Key`.

use axum::body::Body;
use serde_json::json;

use crate::harness::{House, complete};

#[tokio::test]
async fn a_write_that_is_sent_again_is_answered_again_and_done_once() {
    let mut house = House::new();
    let path = house.path("hmi/request-tags");
    let body = json!({ "tags": ["Speed"] });
    let first = house.write_as(&path, &body, "k").await;
    assert!(!first.headers.contains_key("idempotent-replayed"));
    let first = first.ok();

    // The project is live now, but the response is the original one, also after a restart.
    house.push(&[complete(1, &[])]).await;
    for _ in 0..2 {
        let again = house.write_as(&path, &body, "k").await;
        assert_eq!(again.headers["idempotent-replayed"], "true");
        assert_eq!(again.headers["content-type"], "application/json");
        assert_eq!(again.ok(), first);
        house.restart();
    }
    house
        .write_as(&path, &json!({ "tags": ["Count"] }), "k")
        .await
        .refused(422, "idempotency_conflict");
    assert_eq!(requested(&house).await, json!(["Speed"]));
}

#[tokio::test]
async fn a_key_counts_for_one_caller_and_one_path() {
    let mut house = House::new();
    let path = house.path("hmi/request-tags");
    house.write_as(&path, &json!({ "tags": ["Speed"] }), "k").await.ok();
    house.key = house.make_key(tagbridge_api::Permission::ALL, None);
    house.write_as(&path, &json!({ "tags": ["Count"] }), "k").await.ok();
    let heartbeat: serde_json::Value =
        serde_json::from_str(include_str!("../../../api/golden/heartbeat.json")).unwrap();
    house.write_as(&house.path("hmi/values"), &heartbeat, "k").await.ok();
    assert_eq!(requested(&house).await, json!(["Speed", "Count"]));
}

#[tokio::test]
async fn a_result_is_kept_for_a_day_and_then_purged() {
    let house = House::new();
    let path = house.path("hmi/request-tags");
    house.write_as(&path, &json!({ "tags": ["Speed"] }), "k").await.ok();
    let day = 24 * 3_600_000;
    house.advance_ms(day - 1);
    let again = house.write_as(&path, &json!({ "tags": ["Speed"] }), "k").await;
    assert!(again.headers.contains_key("idempotent-replayed"));
    house.advance_ms(1);
    house.write_as(&path, &json!({ "tags": ["Other"] }), "k").await.ok();
    house.advance_ms(day);
    house.write_as(&path, &json!({ "tags": ["Speed"] }), "l").await.ok();
    assert_eq!(house.query("SELECT idempotency_key FROM idempotency"), ["l"]);
}

#[tokio::test]
async fn a_push_is_remembered_for_ten_minutes_alone() {
    let house = House::new();
    let path = house.path("hmi/values");
    let push = |sequence: u64| {
        let stream = "0b6e7f1c-5a3d-4b4e-9f63-0d4c7c1f2a11";
        let snapshots = [complete(sequence, &[("level", 1)])];
        json!({ "device_id": "laptop-7", "stream_id": stream, "snapshots": snapshots })
    };
    house.write_as(&path, &push(1), "k").await.ok();
    house.advance_ms(10 * 60_000 - 1);
    house.write_as(&path, &push(2), "k").await.refused(422, "idempotency_conflict");
    assert_eq!(house.write_as(&path, &push(1), "k").await.ok()["stored_through"], 1);
    house.advance_ms(1);
    assert_eq!(house.write_as(&path, &push(2), "k").await.ok()["stored_through"], 2);
    // A forgotten push is stored once nevertheless.
    assert_eq!(house.write_as(&path, &push(1), "l").await.ok()["stored_through"], 2);
    assert_eq!(house.history("level").await, [2, 1]);
    let kept = "SELECT count(*) FROM idempotency WHERE endpoint LIKE '%hmi/values'";
    assert_eq!(house.number(kept), 0, "no push is kept on the disk");
}

#[tokio::test]
async fn a_refusal_is_not_kept() {
    let house = House::new();
    house.push(&[]).await;
    let path = house.path("hmi/values");
    let body = json!({ "device_id": "other", "stream_id": crate::harness::OTHER_STREAM,
        "snapshots": [] });
    house.write_as(&path, &body, "k").await.refused(409, "session_conflict");
    house.advance_ms(60_000);
    house.write_as(&path, &body, "k").await.ok();
}

#[tokio::test]
async fn every_write_needs_a_key_of_reasonable_length() {
    let house = House::new();
    for path in ["hmi/values", "hmi/request-tags"] {
        for key in [None, Some(""), Some(&*"x".repeat(256)), Some("ü")] {
            let mut request =
                house.request("POST", &house.path(path)).header("content-type", "application/json");
            if let Some(key) = key {
                request = request.header("idempotency-key", key.as_bytes());
            }
            let refused = house.send(request.body(Body::from("{}")).unwrap()).await;
            let message = refused.refused(400, "bad_request");
            assert!(message.contains("idempotency-key"), "{message}");
        }
    }
    let longest = "x".repeat(255);
    house.write_as(&house.path("hmi/request-tags"), &json!({ "tags": ["a"] }), &longest).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_at_once_one_is_done_and_the_others_repeat_it_or_wait() {
    let house = House::new();
    let path = house.path("hmi/values");
    let body = json!({ "device_id": "d", "stream_id": crate::harness::STREAM,
        "snapshots": (1..=50).map(|it| complete(it, &[("Speed", 1)])).collect::<Vec<_>>() });
    let writes = (0..16).map(|_| house.write_as(&path, &body, "k"));
    let answers = futures::future::join_all(writes).await;
    let mut done = 0;
    for answer in answers {
        if answer.status == 200 {
            done += u32::from(!answer.headers.contains_key("idempotent-replayed"));
            assert_eq!(answer.ok()["stored_through"], 50);
        } else {
            answer.refused(409, "idempotency_in_progress");
        }
    }
    assert_eq!(done, 1);
    assert_eq!(house.history("Speed").await.len(), 50);
}

async fn requested(house: &House) -> serde_json::Value {
    house.read(&house.path("hmi/request-tags")).await.ok()["requested"].take()
}
