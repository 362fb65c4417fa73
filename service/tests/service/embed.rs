//! Embed tokens: their permissions, their end, and the pages that may use them.

use axum::{
    body::{Body, to_bytes},
    http::Request,
};
use serde_json::{Value, json};
use tagbridge_api::{Permission, project::Vendor};
use tagbridge_service::NewProject;
use tower::ServiceExt;

use crate::{
    harness::{Answer, House},
    turns::{LINE, upload},
};

const PAGE: &str = "https://portal.example";

fn house() -> House {
    House::with(|options| {
        options.requests_per_minute = |_| 1_000_000;
        options.embed_origins = vec![PAGE.to_owned()];
    })
}

async fn mint(house: &House, key: &str, project: &str) -> Answer {
    let request = Request::post("/api/v1/embed-tokens")
        .header("authorization", format!("Bearer {key}"))
        .header("content-type", "application/json")
        .header("idempotency-key", uuid::Uuid::new_v4().to_string());
    house.send(request.body(json!({ "project_id": project }).to_string().into()).unwrap()).await
}

async fn token(house: &House, key: &str) -> String {
    let minted = mint(house, key, &house.project).await;
    assert_eq!(minted.status, 201, "{:#}", minted.body);
    minted.body["token"].as_str().unwrap().to_owned()
}

async fn call(
    house: &House,
    method: &str,
    path: &str,
    credential: &str,
    page: Option<&str>,
) -> Answer {
    let mut request = Request::builder()
        .method(method)
        .uri(format!("/api/v1{path}"))
        .header("host", "tags.example")
        .header("authorization", format!("Bearer {credential}"))
        .header("content-type", "application/json")
        .header("idempotency-key", uuid::Uuid::new_v4().to_string());
    if let Some(page) = page {
        request = request.header("origin", page);
    }
    let body = if method == "GET" { Body::empty() } else { Body::from("{}") };
    house.send(request.body(body).unwrap()).await
}

#[tokio::test]
async fn a_token_may_ask_and_read_live_values_of_its_project_and_nothing_else() {
    let house = house();
    let token = token(&house, &house.key).await;
    let other = NewProject { name: "Other".into(), vendor: Vendor::Siemens };
    let other = house.service.create_project(other).unwrap().project_id;
    // The path, whether it is allowed, and whether it is about the project `{id}`.
    let document = tagbridge_service::openapi();
    let allowed = [
        "GET /health",
        "GET /projects",
        "GET /projects/{id}",
        "POST /projects/{id}/interpret",
        "POST /projects/{id}/conversations",
        "POST /conversations/{cid}/messages",
        "GET /projects/{id}/hmi/values",
        "GET /projects/{id}/hmi/history",
    ];
    let mut seen = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys().map(|it| it.to_uppercase()) {
            if method == "PUT" {
                continue;
            }
            let operation = format!("{method} {path}");
            let filled = |project: &str| {
                path.replace("{id}", project)
                    .replace("{number}", "1")
                    .replace("{cid}", "cnv_0")
                    .replace("{analysisId}", "ana_0")
                    .replace("{exportId}", "exp_0")
            };
            let own = call(&house, &method, &filled(&house.project), &token, None).await;
            if allowed.contains(&&*operation) {
                seen += 1;
                assert!(![401, 403].contains(&own.status.as_u16()), "{operation}: {:#}", own.body);
                if path.contains("{id}") {
                    let foreign = call(&house, &method, &filled(&other), &token, None).await;
                    if path == "/projects/{id}" {
                        foreign.refused(404, "not_found");
                    } else {
                        foreign.refused(403, "project_scope_forbidden");
                    }
                }
            } else {
                println!("{operation}");
                own.refused(403, "permission_denied");
            }
        }
    }
    assert_eq!(seen, allowed.len());
    let health = call(&house, "GET", "/health", &token, None).await.ok();
    assert_eq!(health["actorType"], "embed_token");
    let listed = call(&house, "GET", "/projects", &token, None).await.ok();
    assert_eq!(listed["projects"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_token_never_may_more_than_its_key_and_ends_with_it() {
    let house = house();
    let asking = house.make_key(&[Permission::AiExplain], Some(&[&house.project]));
    let minted = mint(&house, &asking, &house.project).await;
    assert_eq!(minted.body["permissions"], json!({ "ai_explain": true, "hmi_view": false }));
    let token = minted.body["token"].as_str().unwrap();
    let values = format!("/projects/{}/hmi/values", house.project);
    call(&house, "GET", &values, token, None).await.refused(403, "permission_denied");
    call(&house, "GET", "/health", token, None).await.ok();
    mint(&house, &asking, "prj_0").await.refused(403, "project_scope_forbidden");
    mint(&house, &house.key, "prj_0").await.refused(404, "not_found");
    let viewing = house.make_key(&[Permission::HmiView], None);
    mint(&house, &viewing, &house.project).await.refused(403, "permission_denied");

    house.service.revoke_key(asking.split('_').nth(1).unwrap()).unwrap();
    call(&house, "GET", "/health", token, None).await.refused(401, "unauthorized");
}

#[tokio::test]
async fn a_token_continues_only_what_a_token_of_its_key_began() {
    let house = house();
    upload(&house, LINE).await;
    let post = async |path: &str, credential: &str, body: Value| {
        let request = Request::post(format!("/api/v1{path}"))
            .header("authorization", format!("Bearer {credential}"))
            .header("content-type", "application/json")
            .header("idempotency-key", uuid::Uuid::new_v4().to_string());
        house.send(request.body(body.to_string().into()).unwrap()).await
    };
    let interpret = format!("/projects/{}/interpret", house.project);
    let asked = json!({ "prompt": "Where is Auto used?" });
    let begun = async |credential: &str| {
        let answer = post(&interpret, credential, asked.clone()).await.ok();
        answer["conversation_id"].as_str().unwrap().to_owned()
    };
    let (key, other) = (house.make_key(&[Permission::AiExplain], None), house.key.clone());
    let [first, second] = [token(&house, &key).await, token(&house, &key).await];
    let of_other = token(&house, &other).await;
    // A page with a new token can continue, and so can a key.
    let own = begun(&first).await;
    let message = |id: &str| format!("/conversations/{id}/messages");
    for credential in [&first, &second, &key, &other] {
        let on = json!({ "prompt": "And where is it read?", "conversation_id": own });
        post(&interpret, credential, on).await.ok();
        post(&message(&own), credential, asked.clone()).await.ok();
    }
    for foreign in [begun(&key).await, begun(&other).await, begun(&of_other).await] {
        let on = json!({ "prompt": "And where is it read?", "conversation_id": foreign });
        post(&interpret, &first, on).await.refused(404, "not_found");
        post(&message(&foreign), &first, asked.clone()).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn a_token_ends_after_15_minutes_and_one_of_another_service_is_none() {
    let house = house();
    let token = token(&house, &house.key).await;
    house.advance_ms(15 * 60_000 - 1);
    call(&house, "GET", "/health", &token, None).await.ok();
    let elsewhere = self::house();
    call(&elsewhere, "GET", "/health", &token, None).await.refused(401, "unauthorized");
    house.advance_ms(1);
    let late = call(&house, "GET", "/health", &token, None).await.refused(401, "unauthorized");
    assert!(late.contains("expired"), "{late}");
}

#[tokio::test]
async fn what_signs_is_renewed_and_a_token_of_before_is_good_to_its_end() {
    let house = house();
    let first = token(&house, &house.key).await;
    house.advance_ms(30 * 24 * 3_600_000 - 60_000);
    let old = token(&house, &house.key).await;
    house.advance_ms(60_000);
    let new = token(&house, &house.key).await;
    let signer = |token: &str| token.rsplit('.').next().unwrap().to_owned();
    assert_eq!(signer(&first), signer(&old));
    assert_ne!(signer(&old), signer(&new));
    for token in [&old, &new] {
        call(&house, "GET", "/health", token, None).await.ok();
    }
}

#[tokio::test]
async fn only_pages_of_configured_origins_may_show_a_token_and_no_page_a_key() {
    let house = house();
    let token = token(&house, &house.key).await;
    let own = call(&house, "GET", "/health", &token, Some(PAGE)).await;
    assert_eq!(own.headers["access-control-allow-origin"], PAGE);
    assert_eq!(own.headers["vary"], "origin");
    own.ok();
    // The service's own pages have the same origin.
    call(&house, "GET", "/health", &token, Some("http://tags.example")).await.ok();
    for page in
        ["https://evil.example", "null", "https://portal.example:8443", "http://portal.example"]
    {
        let refused = call(&house, "GET", "/health", &token, Some(page)).await;
        assert!(!refused.headers.contains_key("access-control-allow-origin"));
        refused.refused(403, "permission_denied");
    }
    let with_key = call(&house, "GET", "/health", &house.key, Some(PAGE)).await;
    assert!(!with_key.headers.contains_key("access-control-allow-origin"));
    with_key.ok();
    // A page can read why it is refused.
    let refused = call(&house, "GET", "/health", &format!("{token}A"), Some(PAGE)).await;
    assert_eq!(refused.headers["access-control-allow-origin"], PAGE);
    refused.refused(401, "unauthorized");

    let preflight = |page: &str| {
        Request::builder()
            .method("OPTIONS")
            .uri("/api/v1/health")
            .header("origin", page)
            .header("access-control-request-method", "GET")
            .body(Body::empty())
            .unwrap()
    };
    let answered = house.send(preflight(PAGE)).await;
    assert_eq!((answered.status.as_u16(), answered.body), (204, Value::Null));
    assert_eq!(answered.headers["access-control-max-age"], "600");
    assert!(!answered.headers.contains_key("access-control-allow-credentials"));
    house.send(preflight("https://evil.example")).await.refused(405, "method_not_allowed");
}

#[tokio::test]
async fn a_token_has_a_rate_of_its_own_and_takes_of_its_keys() {
    let house = House::with(|_| {});
    let token = token(&house, &house.key).await;
    for _ in 0..60 {
        call(&house, "GET", "/health", &token, None).await.ok();
    }
    call(&house, "GET", "/health", &token, None).await.refused(429, "rate_limited");
    call(&house, "GET", "/health", &house.key, None).await.ok();
}

#[tokio::test]
async fn the_assistant_is_for_frames_of_configured_origins() {
    let files: &[(&str, &[u8])] = &[
        ("assistant.html", b"<meta name=\"embed-origins\" content=\"\" />"),
        ("index.html", b"the console"),
        ("assets/page.js", b"1"),
    ];
    let get = async |house: &House, path: &str| {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let response = house.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        (parts.status.as_u16(), parts.headers, String::from_utf8(body.to_vec()).unwrap())
    };
    let house = House::with(|options| {
        options.screens = files;
        options.embed_origins = vec![PAGE.to_owned(), "http://10.0.0.7:8080".to_owned()];
    });
    let (status, headers, page) = get(&house, "/embed/assistant").await;
    let origins = "https://portal.example http://10.0.0.7:8080";
    let rest = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors";
    assert_eq!(headers["content-security-policy"], format!("{rest} {origins}"));
    assert_eq!(
        (status, page),
        (200, format!("<meta name=\"embed-origins\" content=\"{origins}\" />"))
    );
    let (_, headers, script) = get(&house, "/embed/assets/page.js").await;
    assert_eq!((&*script, &headers["x-content-type-options"]), ("1", &"nosniff".parse().unwrap()));
    assert_eq!(headers["content-type"], "text/javascript; charset=utf-8");
    for path in ["/embed/assets/other.js", "/embed/assets/..%2findex.html", "/embed/index.html"] {
        let (status, _, body) = get(&house, path).await;
        assert_eq!(status, 404, "{path}");
        assert!(body.contains("not_found"), "{path}: {body}");
    }
    let closed = House::with(|options| options.screens = files);
    let (_, headers, _) = get(&closed, "/embed/assistant").await;
    assert_eq!(headers["content-security-policy"], format!("{rest} 'none'"));
    assert_eq!(get(&House::with(|_| {}), "/embed/assistant").await.0, 404);
}

#[tokio::test]
async fn agents_tools_are_not_for_tokens() {
    let house = house();
    let token = token(&house, &house.key).await;
    for page in [None, Some(PAGE)] {
        let mut request = Request::post("/mcp")
            .header("host", "127.0.0.1")
            .header("authorization", format!("Bearer {token}"))
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json");
        if let Some(page) = page {
            request = request.header("origin", page);
        }
        let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
        assert_eq!(house.send(request.body(list.into()).unwrap()).await.status, 403, "{page:?}");
    }
}

/// `TAGBRIDGE_LONG=1` changes a token 100,000 times.
#[tokio::test]
async fn a_changed_token_is_none() {
    let house = house();
    let token = token(&house, &house.key).await;
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut state = seed | 1;
    let mut random = |below: usize| {
        // xorshift64
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 11).unwrap() % below
    };
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=";
    let changes = if std::env::var_os("TAGBRIDGE_LONG").is_some() { 100_000 } else { 1_000 };
    for _ in 0..changes {
        let mut mutant = token.clone().into_bytes();
        while mutant == token.as_bytes() {
            for _ in 0..=random(3) {
                let (at, letter) = (random(mutant.len()), letters[random(letters.len())]);
                match random(3) {
                    0 => mutant[at] = letter,
                    1 => mutant.insert(at, letter),
                    _ => drop(mutant.remove(at)),
                }
            }
        }
        let mutant = String::from_utf8(mutant).unwrap();
        let refused = call(&house, "GET", "/health", &mutant, None).await;
        assert_eq!(refused.status, 401, "{mutant}");
    }
}
