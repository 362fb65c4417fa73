//! `hmi/request-tags`: requesting and reading.

use axum::{body::Body, http::StatusCode};
use serde_json::json;
use tagbridge_api::hmi::{push::RequestedTags, request::TagsRequested};

use crate::{
    harness::{House, complete},
    turns,
};

const MINUTE_MS: i64 = 60_000;

async fn ask(house: &House, tags: &[&str]) -> TagsRequested {
    house.write(&house.path("hmi/request-tags"), &json!({ "tags": tags })).await.ok_as()
}

/// The revision and the list.
async fn list(house: &House) -> (u64, Vec<String>) {
    let list: RequestedTags = house.read(&house.path("hmi/request-tags")).await.ok_as();
    let receipt = house.push_with(json!({})).await.ok();
    assert_eq!(receipt["requests_revision"], list.revision);
    (list.revision, list.requested)
}

#[tokio::test]
async fn names_stand_once_in_the_order_of_request() {
    let house = House::new();
    assert_eq!(list(&house).await, (0, vec![]));
    let answer = ask(&house, &["b", "a", "b"]).await;
    assert_eq!(answer.requested, ["b", "a"]);
    let (first, names) = list(&house).await;
    assert_eq!(names, ["b", "a"]);
    // Requested again: the list does not change.
    assert_eq!(ask(&house, &["a"]).await.requested, ["a"]);
    assert_eq!(list(&house).await, (first, names));
    ask(&house, &["c", "b"]).await;
    let (second, names) = list(&house).await;
    assert_eq!(names, ["b", "a", "c"]);
    assert!(second > first);
}

#[tokio::test]
async fn a_name_leaves_15_minutes_after_it_was_last_asked_for() {
    let mut house = House::new();
    ask(&house, &["a", "b"]).await;
    let (first, _) = list(&house).await;
    house.advance_ms(10 * MINUTE_MS);
    ask(&house, &["b"]).await;
    house.advance_ms(5 * MINUTE_MS - 1);
    assert_eq!(list(&house).await, (first, vec!["a".to_owned(), "b".to_owned()]));
    house.advance_ms(1);
    house.restart();
    let (second, names) = list(&house).await;
    assert_eq!(names, ["b"]);
    assert!(second > first);
    house.advance_ms(10 * MINUTE_MS);
    // The receipt of a push contains the new revision.
    let receipt = house.push_with(json!({})).await.ok();
    assert!(receipt["requests_revision"].as_u64().unwrap() > second);
    assert_eq!(list(&house).await.1, [""; 0]);
}

#[tokio::test]
async fn a_session_that_pushes_once_an_hour_hears_of_a_name() {
    let house = House::new();
    house.push_with(json!({ "interval_ms": 60 * MINUTE_MS })).await.ok();
    ask(&house, &["a"]).await;
    house.advance_ms(180 * MINUTE_MS - 1);
    assert_eq!(list(&house).await.1, ["a"]);
    house.advance_ms(1);
    assert_eq!(list(&house).await.1, [""; 0]);
}

#[tokio::test]
async fn a_lease_ends_when_it_says_and_the_group_goes_along() {
    let mut house = House::new();
    let path = house.path("hmi/request-tags");
    let ask = async |house: &House, body: serde_json::Value| house.write(&path, &body).await;
    ask(&house, json!({ "tags": ["a", "b"], "group": "fast", "lease_s": 60 })).await.ok();
    ask(&house, json!({ "tags": ["c"], "lease_s": 3600 })).await.ok();
    let read = async |house: &House| -> RequestedTags { house.read(&path).await.ok_as() };
    let first = read(&house).await;
    let fast = |names: &[&str]| names.iter().map(|it| ((*it).into(), "fast".into())).collect();
    assert_eq!((first.requested.concat(), first.groups), ("abc".to_owned(), fast(&["a", "b"])));
    // A shorter lease does not reduce a longer one, and a request without a group changes none.
    ask(&house, json!({ "tags": ["b", "c"], "lease_s": 90 })).await.ok();
    let same = read(&house).await;
    assert_eq!((same.revision, same.groups.len()), (first.revision, 2));
    ask(&house, json!({ "tags": ["b"], "group": "250ms", "lease_s": 1 })).await.ok();
    let second = read(&house).await;
    assert!(second.revision > first.revision && second.groups["b"] == "250ms", "{second:?}");
    house.advance_ms(MINUTE_MS);
    let third = read(&house).await;
    assert_eq!(third.requested, ["b", "c"]);
    house.restart();
    house.advance_ms(30_000);
    assert_eq!(read(&house).await.requested, ["c"]);
    house.advance_ms(3_600_000 - 90_000 - 1);
    assert_eq!(read(&house).await.requested, ["c"]);
    house.advance_ms(1);
    assert_eq!(read(&house).await.requested, [""; 0]);
    for (wrong, field) in [
        (json!({ "tags": ["a"], "group": "" }), "group"),
        (json!({ "tags": ["a"], "group": "g".repeat(65) }), "group"),
        (json!({ "tags": ["a"], "lease_s": 0 }), "lease_s"),
        (json!({ "tags": ["a"], "lease_s": 86_401 }), "lease_s"),
    ] {
        let message = ask(&house, wrong).await.refused(400, "bad_request");
        assert!(message.starts_with(field), "{message}");
    }
}

#[tokio::test]
async fn an_unchanged_list_is_not_sent_again() {
    let house = House::new();
    let path = house.path("hmi/request-tags");
    let get = async |known: &str| {
        let request = house.request("GET", &path).header("if-none-match", known);
        house.send(request.body(Body::empty()).unwrap()).await
    };
    ask(&house, &["a"]).await;
    let etag = house.read(&path).await.headers["etag"].to_str().unwrap().to_owned();
    for known in [&*etag, &format!("W/{etag}"), &format!("\"x\", {etag}"), "*"] {
        let answer = get(known).await;
        assert_eq!(answer.status, StatusCode::NOT_MODIFIED, "{known}");
        assert_eq!(answer.headers["etag"], etag.as_str());
        assert!(answer.headers.contains_key("request-id"));
        assert_eq!(answer.body, json!(null));
    }
    get("\"x\"").await.ok();
    // `live` is part of the response.
    house.push(&[]).await;
    assert_eq!(get(&etag).await.ok()["live"], true);
    let etag = house.read(&path).await.headers["etag"].to_str().unwrap().to_owned();
    house.push(&[]).await;
    assert_eq!(get(&etag).await.status, StatusCode::NOT_MODIFIED);
    ask(&house, &["b"]).await;
    assert_eq!(get(&etag).await.ok()["requested"], json!(["a", "b"]));
}

#[tokio::test]
async fn a_projects_list_has_an_end() {
    let house = House::with(|options| {
        options.requests_per_minute = |_| 1_000_000;
        options.requested_tags = 20_000;
    });
    let names = |from: usize, to: usize| (from..to).map(|it| format!("t{it}")).collect::<Vec<_>>();
    let path = house.path("hmi/request-tags");
    let ask = async |names: Vec<String>| house.write(&path, &json!({ "tags": names })).await;
    ask(names(0, 12_000)).await.ok();
    ask(names(10_000, 20_000)).await.ok();
    let before = list(&house).await;
    assert_eq!(before.1.len(), 20_000);
    let message = ask(names(19_999, 20_001)).await.refused(400, "bad_request");
    assert!(message.starts_with("tags: the project's list would have 20001 names"), "{message}");
    assert_eq!(list(&house).await, before, "nothing of it is taken");
    ask(names(5, 7)).await.ok();
    house.advance_ms(15 * MINUTE_MS);
    ask(names(30_000, 50_000)).await.ok();
}

/// A block with a local variable: the controller has no tag of this name.
const BLOCK: &str = r#"<AddOnInstructionDefinitions><AddOnInstructionDefinition Name="FillHead" Revision="1.0">
<Parameters><Parameter Name="Empty" TagType="Base" DataType="BOOL" Usage="Output" Radix="Decimal" Required="false" Visible="true" ExternalAccess="Read Only"/></Parameters>
<LocalTags><LocalTag Name="Level" DataType="BOOL" ExternalAccess="None"/></LocalTags>
<Routines><Routine Name="Logic" Type="RLL"><RLLContent><Rung Number="0" Type="N"><Text><![CDATA[XIO(Level)OTE(Empty);]]></Text></Rung>
</RLLContent></Routine></Routines></AddOnInstructionDefinition></AddOnInstructionDefinitions>"#;

#[tokio::test]
async fn a_question_requests_the_tags_that_its_answer_needs_and_says_so() {
    let house = House::new();
    turns::upload(&house, &turns::LINE.replacen("<Tags>", &format!("{BLOCK}<Tags>"), 1)).await;
    house.push(&[complete(1, &[("Auto", 1)])]).await;
    turns::ask(&house, "What turns Conveyor_Run on?").await;
    turns::ask(&house, "Why is FillHead.Empty off?").await;
    assert_eq!(list(&house).await.1, [""; 0], "no values are needed, or no tag has them");
    let answer = turns::ask(&house, "Why is Conveyor_Run off?").await;
    let mut names = list(&house).await.1;
    names.sort();
    assert_eq!(names, ["Conveyor_Run", "E_Stop"], "Auto is read already");
    let text = answer["answer"].as_str().expect("an answer");
    assert!(text.ends_with("the session reads 2 more tags, for 15 minutes."), "{text}");
}
