//! Managing projects: names, archive, older versions, deletion.

use axum::body::Body;
use serde_json::{Value, json};
use tagbridge_api::Permission;
use uuid::Uuid;

use crate::{
    harness::{Answer, House, LONG_MS, complete},
    uploads::download,
};

const FILLER: &str = include_str!("../../../tests/projects/filler.L5X");

async fn call(house: &House, method: &str, path: &str, body: &Value) -> Answer {
    call_under(house, &Uuid::new_v4().to_string(), method, path, body).await
}

async fn call_under(house: &House, key: &str, method: &str, path: &str, body: &Value) -> Answer {
    let request = house
        .request(method, path)
        .header("content-type", "application/json")
        .header("idempotency-key", key);
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    house.send(request.body(body).unwrap()).await
}

fn of(house: &House) -> String {
    format!("/api/v1/projects/{}", house.project)
}

async fn listed(house: &House, query: &str) -> Vec<String> {
    let list = house.read(&format!("/api/v1/projects{query}")).await.ok();
    let names = list["projects"].as_array().unwrap().iter();
    names.map(|it| it["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_project_is_renamed_archived_brought_back_and_deleted() {
    let house = House::new();
    let path = of(&house);
    house.push(&[complete(1, &[("level", 5)])]).await;
    let renamed = call(&house, "PATCH", &path, &json!({ "name": " Line 4 " })).await.ok();
    assert_eq!(renamed["name"], "Line 4");
    assert_eq!(listed(&house, "").await, ["Line 4"]);

    let message = call(&house, "DELETE", &path, &Value::Null).await.refused(409, "project_in_use");
    assert!(message.contains("not archived"), "{message}");
    let archived = call(&house, "PATCH", &path, &json!({ "archived": true })).await.ok();
    assert!(archived["archived_at"].is_string(), "{archived}");
    assert_eq!(listed(&house, "").await, Vec::<String>::new());
    assert_eq!(listed(&house, "?archived=true").await, ["Line 4"]);
    // Pushes in the meantime are stored.
    assert_eq!(house.push(&[complete(2, &[("level", 6)])]).await, 2);
    let message = call(&house, "DELETE", &path, &Value::Null).await.refused(409, "project_in_use");
    assert!(message.contains("streams"), "{message}");
    call(&house, "PATCH", &path, &json!({ "archived": false })).await.ok();
    assert_eq!(listed(&house, "").await, ["Line 4"]);
    assert_eq!(house.history("level").await, [2, 1]);

    call(&house, "PATCH", &path, &json!({ "archived": true })).await.ok();
    house.advance_ms(60_000);
    let delete = async || call_under(&house, "once", "DELETE", &path, &Value::Null).await;
    let gone = delete().await.ok();
    assert_eq!(gone["name"], "Line 4");
    house.read(&path).await.refused(404, "not_found");
    let again = delete().await;
    assert_eq!(again.headers["idempotent-replayed"], "true");
    assert_eq!(again.ok(), gone);
    call(&house, "DELETE", &path, &Value::Null).await.refused(404, "not_found");
    house.push_with(json!({})).await.refused(404, "not_found");
    assert_eq!(listed(&house, "?archived=true").await, Vec::<String>::new());
    let actions: Vec<_> = house.service.audit(9).unwrap().into_iter().map(|it| it.action).collect();
    for action in ["rename", "archive", "restore", "delete"] {
        assert!(actions.iter().any(|it| it == action), "{actions:?}");
    }
}

#[tokio::test]
async fn an_older_version_is_read_and_made_current_again() {
    let mut house = House::new();
    let newer = FILLER.replacen("</Tags>", "<Tag Name=\"Later\" DataType=\"DINT\"/></Tags>", 1);
    let other = FILLER.replace("Filler", "Other");
    let other = house.service.add_project(Some("Other".into()), "other.L5X", other.into());
    let elsewhere = other.unwrap().version_id.unwrap();
    house.service.add_version(&house.project, "filler.L5X", FILLER.into()).unwrap();
    house.advance_ms(1000);
    house.service.add_version(&house.project, "newer.L5X", newer.clone().into_bytes()).unwrap();
    let path = of(&house);
    let versions = async |house: &House| {
        let list = house.read(&format!("{path}/versions")).await.ok();
        let versions = list["versions"].as_array().unwrap().clone();
        let short = |it: &Value| {
            let name = it["file_name"].as_str().unwrap().to_owned();
            (it["version_number"].as_u64().unwrap(), name, it["current"] == true)
        };
        versions.iter().map(short).collect::<Vec<_>>()
    };
    let row = |number: u64, name: &str, current| (number, name.to_owned(), current);
    assert_eq!(versions(&house).await, [row(2, "newer.L5X", true), row(1, "filler.L5X", false)]);

    let list = house.read(&format!("{path}/versions")).await.ok();
    let id = |place: usize| list["versions"][place]["version_id"].as_str().unwrap().to_owned();
    let (newest, oldest) = (id(0), id(1));
    let source =
        |version: &str, format: &str| format!("{path}/source?version_id={version}&format={format}");
    let raw = async |path: &str| String::from_utf8(download(&house, path, false).await.1).unwrap();
    assert_eq!(raw(&source(&oldest, "raw")).await, FILLER);
    assert_eq!(raw(&source(&newest, "raw")).await, newer);
    assert_eq!(raw(&format!("{path}/source?format=raw")).await, newer);
    let parsed = house.read(&source(&oldest, "parsed")).await.ok();
    let tags = |parsed: &Value| parsed["parsed"]["tags"].as_array().unwrap().len();
    assert_eq!(tags(&parsed) + 1, tags(&house.read(&source(&newest, "parsed")).await.ok()));
    for other in ["ver_0", "", &elsewhere] {
        house.read(&source(other, "raw")).await.refused(404, "not_found");
    }

    let restore = |number: u32| format!("{path}/versions/{number}/restore");
    let again = call(&house, "POST", &restore(1), &Value::Null).await;
    assert_eq!((again.status.as_u16(), &again.body["version_number"]), (201, &json!(3)));
    assert_eq!(versions(&house).await[0], row(3, "filler.L5X", true));
    let same = call(&house, "POST", &restore(3), &Value::Null).await.ok();
    assert_eq!(same["resolution"], "identical_file");
    call(&house, "POST", &restore(9), &Value::Null).await.refused(404, "not_found");

    house.key = house.make_key(&[Permission::HmiView], None);
    call(&house, "POST", &restore(2), &Value::Null).await.refused(403, "permission_denied");
    house.read(&format!("{path}/versions")).await.refused(403, "permission_denied");
}

#[tokio::test]
async fn what_cannot_be_is_refused_by_its_field() {
    let mut house = House::new();
    let path = of(&house);
    for (body, what) in [
        (json!({}), "the request changes nothing"),
        (json!({ "name": " " }), "name"),
        (json!({ "name": "a\nb" }), "name"),
        (json!({ "name": "x".repeat(257) }), "name"),
    ] {
        let message = call(&house, "PATCH", &path, &body).await.refused(400, "bad_request");
        assert!(message.contains(what), "{message}");
    }
    house.key = house.make_key(&[Permission::HmiPush, Permission::CodeRead], None);
    let body = json!({ "archived": true });
    call(&house, "PATCH", &path, &body).await.refused(403, "permission_denied");
    call(&house, "DELETE", &path, &Value::Null).await.refused(403, "permission_denied");
}

#[tokio::test]
async fn only_so_many_versions_are_kept_and_an_archived_project_for_so_long() {
    let house = House::with(|options| {
        options.requests_per_minute = |_| 1_000_000;
        options.retention.versions = 3;
        options.retention.archived_age = Some(std::time::Duration::from_hours(24));
    });
    let plant = |number: u32| FILLER.replace("Filler", &format!("Filler{}", number % 2));
    for number in 1..=5 {
        let file = plant(number).into_bytes();
        house.service.add_version(&house.project, "filler.L5X", file).unwrap();
    }
    let numbers = || {
        let versions = house.service.versions(&house.project).unwrap().versions;
        versions.into_iter().map(|it| it.version_number).collect::<Vec<_>>()
    };
    let all = numbers();
    assert!(all.len() >= 5, "{all:?}");
    house.service.tidy();
    assert_eq!(numbers(), all[..3]);
    assert_eq!(house.service.audit(1).unwrap()[0].action, "drop_versions");

    call(&house, "PATCH", &of(&house), &json!({ "archived": true })).await.ok();
    house.advance_ms(24 * 3_600_000 - 1);
    house.service.tidy();
    assert_eq!(listed(&house, "?archived=true").await.len(), 1);
    house.advance_ms(2);
    house.service.tidy();
    assert_eq!(listed(&house, "?archived=true").await.len(), 0);
    assert_eq!(house.service.audit(1).unwrap()[0].action, "delete");
}

#[tokio::test]
async fn what_nothing_carries_any_more_is_forgotten_after_its_time() {
    const AGE_MS: i64 = 2 * LONG_MS;
    let house = House::with(|options| {
        options.retention.tags_age = std::time::Duration::from_millis(AGE_MS.unsigned_abs());
    });
    house.push(&[complete(1, &[("gone", 1), ("stays", 1)])]).await;
    house.push(&[complete(2, &[("stays", 2)])]).await;
    // The first scan was a second after that.
    house.advance_ms(AGE_MS - LONG_MS + 1000);
    house.service.tidy();
    assert_eq!(house.history("gone").await, [1]);
    house.advance_ms(1);
    house.service.tidy();
    assert_eq!(house.history("gone").await, [0; 0]);
    assert_eq!(house.history("stays").await, [2, 1], "it is in the live view, however old");
}
