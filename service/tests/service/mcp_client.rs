//! The client of the library that serves the tools: a complete scenario with both protocol
//! versions, compared with the API of another service.

use std::{collections::BTreeSet, time::Duration};

use axum::{body::Body, http::Request};
use base64::{Engine, prelude::BASE64_STANDARD};
use rmcp::{
    ClientLifecycleMode, ClientServiceExt, RoleClient,
    model::{CallToolRequestParams, ProtocolVersion},
    service::RunningService,
    transport::{
        StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::{harness::House, turns::LINE};

const STORY: &str = include_str!("../../../tests/story/agents.json");
type Client = RunningService<RoleClient, ()>;

/// Results that later steps need.
type Known = Map<String, Value>;

fn filled(value: &Value, known: &Known) -> Value {
    match value {
        Value::Object(fields) => {
            fields.iter().map(|(name, it)| (name.clone(), filled(it, known))).collect()
        }
        Value::Array(items) => items.iter().map(|it| filled(it, known)).collect(),
        Value::String(text) => filled_text(text, known).into(),
        other => other.clone(),
    }
}

fn filled_text(text: &str, known: &Known) -> String {
    known.iter().fold(text.to_owned(), |text, (name, value)| {
        text.replace(&format!("${name}"), value.as_str().unwrap())
    })
}

/// Without ids, times and signatures. It must be in the format of our serializer.
fn bare(text: &str) -> String {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for (name, field) in fields {
                    let is_own = ["_id", "Id", "_at", "_url"].iter().any(|end| name.ends_with(end))
                        || ["id", "token", "next_cursor", "analysis_status"]
                            .contains(&name.as_str());
                    if is_own && field.is_string() {
                        *field = "*".into();
                    }
                    strip(field);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(value.to_string(), text, "compact, its fields in order");
    strip(&mut value);
    value.to_string()
}

/// The text of a tool's result.
async fn by_tool(client: &Client, step: &Value, known: &Known) -> String {
    let arguments = filled(&step["arguments"], known).as_object().unwrap().clone();
    let name = step["tool"].as_str().unwrap().to_owned();
    let call = CallToolRequestParams::new(name).with_arguments(arguments);
    let result = client.call_tool(call).await.unwrap();
    assert_ne!(result.is_error, Some(true), "{step:#} {result:?}");
    let text = result.content[0].as_text().unwrap().text.clone();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), result.structured_content.unwrap());
    text
}

/// The response of its endpoint.
async fn by_endpoint(house: &House, step: &Value, known: &Known) -> Vec<u8> {
    let path = format!("/api/v1{}", filled_text(step["twin"][1].as_str().unwrap(), known));
    let mut request = house.request(step["twin"][0].as_str().unwrap(), &path);
    request = request.header("idempotency-key", uuid::Uuid::new_v4().to_string());
    let body = match step.get("body") {
        Some(body) => {
            request = request.header("content-type", "application/json");
            Body::from(filled(body, known).to_string())
        }
        None => Body::empty(),
    };
    let answer = house.router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
    let status = answer.status();
    let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap().to_vec();
    assert!(status.is_success(), "{step:#} {}", String::from_utf8_lossy(&bytes));
    bytes
}

async fn get(house: &House, url: &str) -> Vec<u8> {
    let (_, path) = url.split_once("://").unwrap().1.split_once('/').unwrap();
    let request = Request::get(format!("/{path}")).body(Body::empty()).unwrap();
    let answer = house.router.clone().oneshot(request).await.unwrap();
    axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap().to_vec()
}

async fn put(house: &House, url: &str) {
    let path = url.split_once("/api/").map(|(_, path)| format!("/api/{path}")).unwrap();
    let request = Request::put(path).header("content-length", LINE.len());
    house.send(request.body(LINE.into()).unwrap()).await.ok();
}

/// Whether the response of a step is final.
fn is_over(step: &Value, text: &[u8]) -> bool {
    let Some(until) = step["until"].as_str() else { return true };
    let status = serde_json::from_slice::<Value>(text).unwrap()["status"].clone();
    assert_ne!(status, "error");
    status == until
}

async fn story(client: &Client, ours: &House, twin: &House) -> (BTreeSet<String>, usize) {
    let mut known = Known::new();
    known.insert("longer".into(), BASE64_STANDARD.encode(format!("{LINE}\n")).into());
    let mut theirs = known.clone();
    let (mut called, mut equal) = (BTreeSet::new(), 0);
    let steps: Vec<Value> = serde_json::from_str(STORY).unwrap();
    for mut step in steps {
        if let Some(place) = step["put"].as_str() {
            put(ours, &filled_text(place, &known)).await;
            put(twin, &filled_text(place, &theirs)).await;
            continue;
        }
        // The scenario uses another file here.
        let text = step.to_string().replace("Run_1", "Conveyor_Run").replace("Stop_2", "Spare");
        step = serde_json::from_str(&text).unwrap();
        called.insert(step["tool"].as_str().unwrap().to_owned());
        let mut text = by_tool(client, &step, &known).await;
        while !is_over(&step, text.as_bytes()) {
            tokio::time::sleep(Duration::from_millis(20)).await;
            text = by_tool(client, &step, &known).await;
        }
        let mut answer: Value = serde_json::from_str(&text).unwrap();
        let mut twin_text = by_endpoint(twin, &step, &theirs).await;
        equal += 1;
        if step["file"] == true {
            assert_eq!(get(ours, answer["url"].as_str().unwrap()).await, twin_text);
            continue;
        }
        while !is_over(&step, &twin_text) {
            tokio::time::sleep(Duration::from_millis(20)).await;
            twin_text = by_endpoint(twin, &step, &theirs).await;
        }
        let twin_text = String::from_utf8(twin_text).unwrap();
        for name in step["beside"].as_array().into_iter().flatten() {
            let beside = answer.as_object_mut().unwrap().shift_remove(name.as_str().unwrap());
            assert!(beside.is_some_and(|it| it != json!("") && it != json!([])), "{step:#}");
            text = answer.to_string();
        }
        assert!(answer.get("generated_code").is_none());
        assert_eq!(bare(&text), bare(&twin_text), "{step:#}");
        let told: Value = serde_json::from_str(&twin_text).unwrap();
        for (name, field) in step["take"].as_object().into_iter().flatten() {
            known.insert(name.clone(), answer[field.as_str().unwrap()].clone());
            theirs.insert(name.clone(), told[field.as_str().unwrap()].clone());
        }
        for (name, value) in step["expect"].as_object().into_iter().flatten() {
            assert_eq!(&answer[name], value, "{step:#}");
        }
    }
    (called, equal)
}

#[tokio::test]
async fn the_crates_own_client_does_the_whole_story_in_both_eras() {
    // Another test of this process may have installed one.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let newest = || vec![ProtocolVersion::V_2026_07_28];
    for lifecycle in [
        ClientLifecycleMode::Discover { preferred_versions: newest() },
        ClientLifecycleMode::Initialize,
    ] {
        let (ours, twin) = (House::new(), House::new());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let (stop, service) = (CancellationToken::new(), ours.service.clone());
        let serving = tokio::spawn({
            let stop = stop.clone();
            async move { service.serve(listener, stop).await }
        });
        let config = StreamableHttpClientTransportConfig::with_uri(url).auth_header(&ours.key);
        let transport = StreamableHttpClientTransport::from_config(config);
        let client = ().serve_with_lifecycle(transport, lifecycle).await.unwrap();
        let tools = client.list_all_tools().await.unwrap();
        let names: BTreeSet<String> = tools.iter().map(|it| it.name.to_string()).collect();
        let (called, equal) = story(&client, &ours, &twin).await;
        assert_eq!((names.len(), equal), (19, 20));
        assert_eq!(called, names, "each tool is in the story");
        client.cancel().await.unwrap();
        stop.cancel();
        serving.await.unwrap().unwrap();
    }
}
