//! `GET hmi/history`.

use serde_json::json;
use tagbridge_api::hmi::{Quality, Reason, history::History};

use crate::harness::{House, complete, delta};

#[tokio::test]
async fn entries_come_most_recent_first_wherever_a_backlog_arrived() {
    let house = House::new();
    house.push(&[complete(1, &[("Speed", 10), ("Count", 1)]), delta(5, &[("Speed", 50)])]).await;
    house.push(&[delta(3, &[("Speed", 30)]), delta(2, &[("Count", 2)])]).await;
    assert_eq!(house.history("Speed").await, [5, 3, 1]);
    assert_eq!(house.history("Count").await, [2, 1]);
    assert!(house.history("Nope").await.is_empty());

    let newest: History = house.read(&house.path("hmi/history?tag=Speed&limit=1")).await.ok_as();
    assert_eq!((newest.count, newest.history[0].value.clone()), (1, json!(50)));
}

#[tokio::test]
async fn what_was_pushed_comes_back_unaltered() {
    let house = House::new();
    let values = [
        json!(0.1 + 0.2),
        json!(5e-324),
        json!(1.797_693_134_862_315_7e308),
        json!(-0.0),
        json!(9_007_199_254_740_991_i64),
        json!(-9_007_199_254_740_991_i64),
        json!(u64::MAX.to_string()),
        json!("NaN"),
        json!({ "b": [1, { "a": "ü\u{0}\u{1f600}" }], "a": false }),
        json!(""),
    ];
    for (i, value) in (1..).zip(&values) {
        let mut snapshot = complete(i, &[("Täg \"1\"[0,0]", 0)]);
        snapshot["tags"]["Täg \"1\"[0,0]"]["value"] = value.clone();
        house.push(&[snapshot]).await;
        let live = house.values().await;
        assert_eq!(live.tags["Täg \"1\"[0,0]"].value.to_string(), value.to_string());
    }
    for beyond in [json!(u64::MAX), json!(i64::MIN), json!([{ "a": 9_007_199_254_740_992_i64 }])] {
        let mut snapshot = complete(100, &[("a", 0)]);
        snapshot["tags"]["a"]["value"] = beyond;
        let refused = house.push_with(json!({ "snapshots": [snapshot] })).await;
        let message = refused.refused(400, "bad_request");
        assert!(message.contains("snapshots[0].tags.a.value: an integer beyond 2^53"), "{message}");
    }
    let path = house.path("hmi/history?tag=T%C3%A4g%20%221%22%5B0,0%5D");
    let history: History = house.read(&path).await.ok_as();
    let back: Vec<_> = history.history.iter().rev().map(|it| it.value.to_string()).collect();
    assert_eq!(back, values.map(|it| it.to_string()));
}

#[tokio::test]
async fn quality_and_reason_are_kept() {
    let house = House::new();
    let mut bad = complete(1, &[("Speed", 0)]);
    bad["tags"]["Speed"]["value"] = json!(null);
    bad["tags"]["Speed"]["quality"] = json!("bad");
    bad["tags"]["Speed"]["reason"] = json!("not_connected");
    house.push(&[bad]).await;
    let history: History = house.read(&house.path("hmi/history?tag=Speed")).await.ok_as();
    let entry = &history.history[0];
    assert_eq!((entry.quality, entry.reason), (Some(Quality::Bad), Some(Reason::NotConnected)));
}

#[tokio::test]
async fn all_of_a_day_stays_and_of_what_is_older_the_last_600_entries_which_is_told() {
    let house = House::new();
    for first in (1..=3000).step_by(30) {
        let snapshots: Vec<_> = (first..first + 30).map(|it| delta(it, &[("Speed", 0)])).collect();
        house.push(&snapshots).await;
    }
    assert_eq!(house.history("Speed").await, (2401..=3000).rev().collect::<Vec<_>>());
    let page = async |before: &str| -> History {
        let path = house.path(&format!("hmi/history?tag=Speed&limit=600{before}"));
        house.read(&path).await.ok_as()
    };
    let newest = page("").await;
    assert_eq!(newest.cut_at, None, "nothing was taken out");
    let next = page(&format!("&before={}", newest.history[599].timestamp)).await;
    assert_eq!((next.history[0].sequence, next.history.len()), (2400, 600));

    // All of this data is months old.
    house.service.tidy();
    let after = page("").await;
    assert_eq!(after.history, newest.history);
    let cut_at = after.cut_at.expect("it is told");
    let older = page(&format!("&before={}", after.history[599].timestamp)).await;
    assert!(older.count > 0 && older.count < 1500, "{}", older.count);
    let shown = after.history.iter().chain(&older.history);
    let later: Vec<u64> = shown.filter(|it| it.timestamp > cut_at).map(|it| it.sequence).collect();
    let whole: Vec<u64> = (3001 - later.len() as u64..=3000).rev().collect();
    assert!(!later.is_empty() && later == whole, "what is later than that is whole: {later:?}");
    assert_eq!(house.history("Speed").await.len(), 600);
}

#[tokio::test]
async fn a_clock_that_is_years_ahead_after_a_start_takes_no_history_out() {
    const DAY_MS: i64 = 24 * 3_600_000;
    let mut house = House::with(|options| {
        options.requests_per_minute = |_| 1_000_000;
        options.retention.history_age = std::time::Duration::from_hours(365 * 24);
    });
    for first in (1..=3000).step_by(30) {
        let snapshots: Vec<_> = (first..first + 30).map(|it| delta(it, &[("Speed", 0)])).collect();
        house.push(&snapshots).await;
    }
    let cut_at = async |house: &House| {
        let path = house.path("hmi/history?tag=Speed&limit=600");
        house.read(&path).await.ok_as::<History>().cut_at
    };
    house.service.tidy();
    assert_eq!(cut_at(&house).await, None, "all of it is of this year");

    house.advance_ms(4000 * DAY_MS);
    house.restart();
    house.service.tidy();
    house.advance_ms(7 * DAY_MS - 1);
    house.service.tidy();
    assert_eq!(cut_at(&house).await, None, "nobody knows whether the clock is right");
    house.advance_ms(1);
    house.service.tidy();
    assert!(cut_at(&house).await.is_some(), "it has run for a week by that clock");
}

#[tokio::test]
async fn a_clock_that_was_years_ahead_does_not_push_out_what_comes_after() {
    let house = House::new();
    let ahead = |sequence| {
        let mut snapshot = delta(sequence, &[("Speed", 0)]);
        snapshot["timestamp"] = json!("2036-01-01T00:00:00Z");
        snapshot["tags"]["Speed"]["timestamp"] = json!("2036-01-01T00:00:00Z");
        snapshot
    };
    house.push(&(1..=1000).map(ahead).collect::<Vec<_>>()).await;
    assert_eq!(house.history("Speed").await, (401..=1000).rev().collect::<Vec<_>>());

    // An hour later the clock is right again.
    house.advance_ms(3_600_000);
    let right: Vec<_> = (3601..4301).map(|it| delta(it, &[("Speed", 0)])).collect();
    house.push(&right).await;
    assert_eq!(house.history("Speed").await, (3701..=4300).rev().collect::<Vec<_>>());
}
