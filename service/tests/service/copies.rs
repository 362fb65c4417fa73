//! Copies of a bridge's data folder: the programs that push to one stream.

use serde_json::{Value, json};

use crate::harness::{House, complete};

const RUNS: [&str; 4] = [
    "00000000-0000-4000-8000-000000000001",
    "00000000-0000-4000-8000-000000000002",
    "00000000-0000-4000-8000-000000000003",
    "00000000-0000-4000-8000-000000000004",
];

async fn push(house: &House, runs: &[&str], sequence: u64, value: i64) -> crate::harness::Answer {
    let snapshots = [complete(sequence, &[("level", value)])];
    let body = json!({ "runs": runs, "device_name": "LAPTOP-7", "snapshots": snapshots });
    house.push_with(body).await
}

#[tokio::test]
async fn who_does_not_know_the_run_before_stems_from_a_copy() {
    let house = House::new();
    push(&house, &RUNS[..1], 1, 10).await.ok();
    // It restarted twice before it received a receipt.
    push(&house, &RUNS[..2], 2, 20).await.ok();
    let receipt = push(&house, &RUNS[..3], 3, 30).await.ok();
    assert_eq!((&receipt["stored_through"], &receipt["copied_at"]), (&json!(3), &Value::Null));

    // A copy of the folder of the first run, with another snapshot under the same sequence.
    let copy = push(&house, &[RUNS[0], RUNS[3]], 3, 99).await;
    assert_eq!(copy.body["elsewhere"]["device"], "LAPTOP-7", "{}", copy.body);
    copy.refused(409, "stream_conflict");
    let receipt = push(&house, &RUNS[2..3], 4, 40).await.ok();
    assert!(receipt["copied_at"].is_string(), "who was there before is told: {receipt}");
    assert_eq!(house.history("level").await, [4, 3, 2, 1]);
    assert_eq!(house.values().await.tags["level"].value, 40);
}

#[tokio::test]
async fn a_copy_of_one_that_fell_silent_is_not_told_of_another() {
    let house = House::new();
    push(&house, &RUNS[..1], 1, 10).await.ok();
    house.advance_ms(60_000);
    let copy = push(&house, &RUNS[1..2], 1, 99).await;
    assert_eq!(copy.body["elsewhere"], Value::Null);
    copy.refused(409, "stream_conflict");
}

#[tokio::test]
async fn who_names_no_runs_pushes_as_before() {
    let house = House::new();
    push(&house, &RUNS[..1], 1, 10).await.ok();
    push(&house, &[], 2, 20).await.ok();
    push(&house, &RUNS[..2], 3, 30).await.ok();
    let many = vec![RUNS[0]; 65];
    let message = push(&house, &many, 4, 40).await.refused(400, "bad_request");
    assert!(message.contains("runs"), "{message}");
}
