//! Turns as streams of events, and current values.

use std::{collections::BTreeSet, time::Duration};

use axum::{
    body::{Body, to_bytes},
    http::HeaderMap,
};
use futures::StreamExt;
use serde_json::{Value, json};
use tagbridge_api::Permission;
use tower::ServiceExt;

use crate::{
    harness::{self, House},
    turns::{ask, line, rows},
};

/// A complete snapshot of bits with these values.
fn complete(sequence: u64, tags: &[(&str, i64)]) -> Value {
    bits(harness::complete(sequence, tags))
}

/// A snapshot with only these bits.
fn delta(sequence: u64, tags: &[(&str, i64)]) -> Value {
    bits(harness::delta(sequence, tags))
}

fn bits(mut snapshot: Value) -> Value {
    for tag in snapshot["tags"].as_object_mut().unwrap().values_mut() {
        tag["value"] = json!(tag["value"] == 1);
        tag["type"] = json!("BOOL");
    }
    snapshot
}

/// Sends a request for a stream; returns the response's headers, and its body.
pub(crate) async fn open(
    house: &House,
    prompt: &str,
    key: &str,
    last: Option<&str>,
) -> (u16, HeaderMap, Body) {
    let mut request = house
        .request("POST", &house.path("interpret"))
        .header("content-type", "application/json")
        .header("idempotency-key", key);
    if let Some(last) = last {
        request = request.header("last-event-id", last);
    }
    let body = json!({ "prompt": prompt, "mode": "stream" }).to_string();
    let request = request.body(Body::from(body)).unwrap();
    let response = house.router.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    (parts.status.as_u16(), parts.headers, body)
}

async fn whole(house: &House, prompt: &str, key: &str, last: Option<&str>) -> String {
    let (status, _, body) = open(house, prompt, key, last).await;
    let bytes = to_bytes(body, usize::MAX).await.unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    assert_eq!(status, 200, "{text}");
    text
}

/// Id, name and data of each event.
pub(crate) fn events(stream: &str) -> Vec<(String, String, Value)> {
    let blocks = stream.split("\n\n").filter(|block| block.contains("event: "));
    blocks
        .map(|block| {
            let field = |name: &str| {
                let line = block.lines().find_map(|line| line.strip_prefix(name));
                line.unwrap_or_else(|| panic!("no {name} in {block}")).to_owned()
            };
            let data = serde_json::from_str(&field("data: ")).unwrap();
            (field("id: "), field("event: "), data)
        })
        .collect()
}

const QUESTION: &str = "What turns Conveyor_Run on?";

#[tokio::test]
async fn a_stream_has_the_answer_in_pieces_and_whole() {
    let house = line().await;
    let (status, headers, body) = open(&house, QUESTION, "k1", None).await;
    assert_eq!(status, 200);
    assert_eq!(headers["content-type"], "text/event-stream");
    assert_eq!(headers["cache-control"], "no-store");
    assert_eq!(headers["x-accel-buffering"], "no");
    assert!(headers.contains_key("request-id") && !headers.contains_key("idempotent-replayed"));
    let stream = String::from_utf8(to_bytes(body, usize::MAX).await.unwrap().to_vec()).unwrap();
    assert!(stream.starts_with("retry: 1000\n\n"), "{stream}");
    let events = events(&stream);
    let names: Vec<&str> = events.iter().map(|(_, name, _)| name.as_str()).collect();
    assert_eq!(names.first(), Some(&"status"));
    assert_eq!(names[names.len() - 2..], ["outcome", "done"]);
    let texts = events.iter().filter(|(_, name, _)| name == "token");
    let text: String = texts.map(|(.., data)| data["text"].as_str().unwrap()).collect();
    let outcome = &events[events.len() - 2].2;
    assert_eq!(outcome["answer"], text);
    let done = &events[events.len() - 1].2;
    assert_eq!(*done, json!({ "status": "answer", "usage": outcome["usage"] }));
    let turn = events[0].2["turn_id"].as_str().unwrap().to_owned();
    for (number, (id, ..)) in (1..).zip(&events) {
        assert_eq!(*id, format!("{turn}:{number}"));
    }

    let mut sync = ask(&house, QUESTION).await;
    sync["conversation_id"] = outcome["conversation_id"].clone();
    assert_eq!(*outcome, sync, "the outcome is the body of a blocking answer");
}

#[tokio::test]
async fn a_stream_that_is_cut_anywhere_goes_on_with_the_same_bytes() {
    let house = line().await;
    let mut cut = 0;
    for (number, question) in
        [QUESTION, "Where is Auto used?", "Where is Speed written?", "Set Speed to 3."]
            .into_iter()
            .enumerate()
    {
        let key = format!("k{number}");
        let first = whole(&house, question, &key, None).await;
        let before = rows(&house);
        let (_, headers, _) = open(&house, question, &key, None).await;
        assert_eq!(headers["idempotent-replayed"], "true");
        assert_eq!(whole(&house, question, &key, None).await, first, "replayed byte for byte");
        for (id, ..) in events(&first) {
            let rest = whole(&house, question, &key, Some(&id)).await;
            let rest = rest.strip_prefix("retry: 1000\n\n").unwrap();
            let at = first.find(&format!("id: {id}\n")).unwrap();
            let after = first[at..].find("\n\n").unwrap() + at + 2;
            assert_eq!(rest, &first[after..], "after {id}");
            cut += 1;
        }
        assert_eq!(rows(&house), before, "nothing is done or metered again");
    }
    assert!(cut >= 18, "only {cut} were cut");
}

#[tokio::test]
async fn an_event_that_is_not_of_this_turn_is_refused() {
    let house = line().await;
    let first = whole(&house, QUESTION, "k1", None).await;
    let last = events(&first).pop().unwrap().0;
    let (turn, number) = last.rsplit_once(':').unwrap();
    let high = format!("{turn}:{}", number.parse::<u32>().unwrap() + 1);
    for (key, id) in
        [("k1", "trn_0:1"), ("k1", "x"), ("k1", high.as_str()), ("k1", turn), ("k2", last.as_str())]
    {
        let (status, _, body) = open(&house, QUESTION, key, Some(id)).await;
        let body = to_bytes(body, usize::MAX).await.unwrap();
        assert_eq!(status, 400, "{key} {id}: {body:?}");
    }
    assert_eq!(rows(&house)[1], 1);
}

#[tokio::test]
async fn why_is_answered_by_values_of_now_and_missing_ones_are_asked_for() {
    let house = line().await;
    let still = ask(&house, "Why is Conveyor_Run off?").await;
    let text = still["answer"].as_str().unwrap();
    assert!(text.contains("No session streams this project now"), "{text}");

    house.push(&[complete(1, &[("Conveyor_Run", 0), ("Auto", 1), ("E_Stop", 1)])]).await;
    let off = ask(&house, "Why is Conveyor_Run off?").await;
    let text = off["answer"].as_str().unwrap();
    assert!(text.contains("Conveyor_Run is off"), "{text}");
    assert!(text.contains("It comes on if E_Stop goes off"), "{text}");
    assert!(!text.contains("if Auto"), "{text}");
    let tags: BTreeSet<&str> = off["citations"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["location_kind"] == "tag")
        .map(|it| it["path"].as_str().unwrap())
        .collect();
    assert_eq!(tags, BTreeSet::from(["Conveyor_Run", "E_Stop"]));

    house.push(&[complete(2, &[("Conveyor_Run", 0)])]).await;
    let asked = ask(&house, "Warum ist Conveyor_Run aus?").await;
    let text = asked["answer"].as_str().unwrap();
    assert!(text.contains("sind angefordert") && text.contains("Auto, E_Stop"), "{text}");
    let list = house.read(&house.path("hmi/request-tags")).await.ok();
    assert_eq!(list["requested"], json!(["Auto", "E_Stop"]));
}

#[tokio::test]
async fn who_may_not_see_or_ask_for_values_gets_what_the_code_says() {
    let mut house = line().await;
    house.push(&[complete(1, &[("Conveyor_Run", 0)])]).await;
    let all = house.key.clone();
    house.key = house.make_key(&[Permission::AiExplain], None);
    let blind = ask(&house, "Why is Conveyor_Run off?").await;
    let text = blind["answer"].as_str().unwrap().to_owned();
    assert!(text.contains("Current values are not available"), "{text}");
    house.key = house.make_key(&[Permission::AiExplain, Permission::HmiView], None);
    let seeing = ask(&house, "Why is Conveyor_Run off?").await;
    let text = seeing["answer"].as_str().unwrap().to_owned();
    assert!(text.contains("Needed and not known: Auto (not read)"), "{text}");
    house.key = all;
    let list = house.read(&house.path("hmi/request-tags")).await.ok();
    assert_eq!(list["requested"], json!([]), "nobody asked for them");
}

/// Reads a stream until its turn waits for values.
pub(crate) async fn until_it_waits(body: Body) -> (String, axum::body::BodyDataStream) {
    let mut stream = body.into_data_stream();
    let mut read = String::new();
    while !read.contains("awaited") {
        let piece = stream.next().await.expect("it goes on").unwrap();
        read += std::str::from_utf8(&piece).unwrap();
    }
    (read, stream)
}

#[tokio::test]
async fn a_stream_waits_for_values_and_only_one_turn_runs_in_a_conversation() {
    let house = line().await;
    house.push(&[complete(1, &[("Conveyor_Run", 0)])]).await;
    let question = "Why is Conveyor_Run off?";
    let (_, _, body) = open(&house, question, "k1", None).await;
    let (read, mut stream) = until_it_waits(body).await;
    let first = &events(&read)[0];
    let conversation = first.2["conversation_id"].as_str().unwrap();

    let messages = format!("/api/v1/conversations/{conversation}/messages");
    let busy = house.write(&messages, &json!({ "prompt": "Where is Auto used?" })).await;
    assert_eq!(busy.headers["retry-after"], "1");
    busy.refused(409, "turn_in_progress");
    let same = json!({ "prompt": question, "mode": "stream" });
    let same = house.write_as(&house.path("interpret"), &same, "k1").await;
    same.refused(409, "idempotency_in_progress");
    // A client with the first part can continue, and receives the same events.
    let (status, _, other) = open(&house, question, "k1", Some(&first.0)).await;
    assert_eq!(status, 200);

    let list = house.read(&house.path("hmi/request-tags")).await.ok();
    assert_eq!(list["requested"], json!(["Auto", "E_Stop"]));
    house.push(&[delta(2, &[("Auto", 0), ("E_Stop", 0)])]).await;
    let mut rest = String::new();
    while let Some(piece) = stream.next().await {
        rest += std::str::from_utf8(&piece.unwrap()).unwrap();
    }
    assert!(rest.contains("It comes on if Auto comes on"), "{rest}");
    let other = to_bytes(other, usize::MAX).await.unwrap();
    let other = String::from_utf8(other.to_vec()).unwrap();
    assert_eq!(events(&other), events(&(read + &rest))[1..]);
    ask_again(&house, &messages).await;
}

async fn ask_again(house: &House, messages: &str) {
    house.write(messages, &json!({ "prompt": "Where is Auto used?" })).await.ok();
}

#[test]
fn a_turn_that_the_service_did_not_survive_may_be_asked_again() {
    let runtime = || tokio::runtime::Runtime::new().unwrap();
    let question = "Why is Conveyor_Run off?";
    let first = runtime();
    let mut house = first.block_on(async {
        let house = line().await;
        house.push(&[complete(1, &[("Conveyor_Run", 0)])]).await;
        let (_, _, body) = open(&house, question, "k1", None).await;
        drop(until_it_waits(body).await);
        house
    });
    // Like a signal that cannot be caught: the work stops immediately.
    first.shutdown_background();
    runtime().block_on(async {
        house.restart();
        let (status, ..) = open(&house, question, "k1", None).await;
        assert_eq!(status, 409, "its lease has not ended");
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stop = tokio_util::sync::CancellationToken::new();
        let (service, stopped) = (house.service.clone(), stop.clone());
        let serving = tokio::spawn(async move { service.serve(listener, stopped).await });
        let mut answered = String::new();
        // If other services may continue it, it takes some seconds to detect that none does.
        for _ in 0..2000 {
            let (status, _, body) = open(&house, question, "k1", None).await;
            if status == 200 {
                house.push(&[delta(2, &[("Auto", 0), ("E_Stop", 0)])]).await;
                let bytes = to_bytes(body, usize::MAX).await.unwrap();
                answered = String::from_utf8(bytes.to_vec()).unwrap();
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(answered.contains("event: done"), "{answered}");
        let [_, turns, _, uses] = rows(&house);
        assert_eq!((turns, uses), (2, 1), "the first failed, and was not metered");
        stop.cancel();
        serving.await.unwrap().unwrap();
    });
}

#[tokio::test]
async fn fifty_streams_at_once_each_have_their_answer() {
    let house = line().await;
    let asked = (0..50).map(|number| {
        let house = &house;
        async move { whole(house, QUESTION, &format!("k{number}"), None).await }
    });
    let streams = futures::future::join_all(asked).await;
    for stream in &streams {
        let events = events(stream);
        assert_eq!(events[events.len() - 1].1, "done");
        assert_eq!(events[events.len() - 2].2["citations"][0]["rung"], 0);
    }
    assert_eq!(rows(&house)[3], 50);
}
