//! Keys that are bound to a device, expiry and last use of keys, and the audit log.

use std::time::Duration;

use serde_json::json;
use tagbridge_api::Permission;
use tagbridge_service::{AuditEntry, NewKey};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::harness::{House, OTHER_STREAM, STREAM, complete};

fn key(house: &House, change: impl FnOnce(&mut NewKey)) -> String {
    let mut new = NewKey { permissions: Permission::ALL.to_vec(), ..NewKey::default() };
    change(&mut new);
    house.service.create_key(new).unwrap().1.reveal().to_owned()
}

fn audit(house: &House) -> Vec<(String, String, String)> {
    let entries = house.service.audit(100).unwrap();
    entries
        .into_iter()
        .map(|AuditEntry { action, subject, detail, .. }| (action, subject, detail))
        .collect()
}

#[tokio::test]
async fn who_may_ask_for_tags_cannot_forge_them() {
    let mut house = House::new();
    house.key = house.make_key(&[Permission::HmiEdit, Permission::HmiView], None);
    house.write(&house.path("hmi/request-tags"), &json!({ "tags": ["a"] })).await.ok();
    let refused = house.push_with(json!({ "snapshots": [complete(1, &[("a", 1)])] })).await;
    refused.refused(403, "permission_denied");
    assert!(!house.values().await.live);
}

#[tokio::test]
async fn a_key_that_is_bound_to_a_device_pushes_for_it_alone() {
    let mut house = House::new();
    house.key = key(&house, |new| new.device = Some("laptop-7".to_owned()));
    house.push_with(json!({})).await.ok();
    let other = json!({ "device_id": "laptop-8", "stream_id": OTHER_STREAM, "take_over": true });
    for _ in 0..3 {
        let message = house.push_with(other.clone()).await.refused(403, "permission_denied");
        assert!(message.contains("bound to the device `laptop-7`"), "{message}");
    }
    let refusals: Vec<_> =
        audit(&house).into_iter().filter(|(action, ..)| action == "refused").collect();
    assert_eq!(refusals.len(), 1, "once in a minute: {refusals:?}");
    assert_eq!(refusals[0].1, house.project);
    assert_eq!(house.values().await.device_id.as_deref(), Some("laptop-7"));
}

#[tokio::test]
async fn a_key_expires() {
    let mut house = House::new();
    house.key = key(&house, |new| new.lifetime = Some(Duration::from_mins(1)));
    house.advance_ms(59_999);
    house.read("/api/v1/health").await.ok();
    house.advance_ms(1);
    house.read("/api/v1/health").await.refused(401, "unauthorized");
}

#[tokio::test]
async fn the_log_names_uploads_and_take_overs_and_who_did_them() {
    let house = House::new();
    house.push_with(json!({ "stream_id": STREAM })).await.ok();
    let other = json!({ "device_id": "laptop-8", "stream_id": OTHER_STREAM, "take_over": true });
    house.push_with(other).await.ok();
    let (action, subject, detail) = audit(&house).remove(0);
    assert_eq!((&*action, subject), ("take_over", house.project.clone()));
    assert_eq!(detail, "from device laptop-7 by device laptop-8");
    let own = house.service.list_keys().unwrap()[0].id.clone();
    assert_eq!(house.service.audit(1).unwrap()[0].actor, own);
}

#[tokio::test]
async fn when_a_key_was_last_used_is_stored_while_it_serves() {
    let house = House::new();
    house.read("/api/v1/health").await.ok();
    let used = || house.service.list_keys().unwrap()[0].last_used_at;
    assert_eq!(used(), None, "not at once");
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let stop = CancellationToken::new();
    let (service, stopped) = (house.service.clone(), stop.clone());
    let serving = tokio::spawn(async move { service.serve(listener, stopped).await });
    while used().is_none() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(used(), Some(house.now()));
    stop.cancel();
    serving.await.unwrap().unwrap();
}
