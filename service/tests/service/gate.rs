//! The common checks of all requests: key, rate, permission, scope, project, and the format of
//! query and body.

use std::{io::Write, time::Instant};

use axum::{
    body::Body,
    http::{Method, Request},
};
use serde_json::json;
use tagbridge_api::{Permission, project::Vendor};
use tagbridge_service::{NewKey, NewProject, Options, Service};

use crate::harness::{Answer, House};

/// Method, path (`{id}`: a project), required permission.
const ENDPOINTS: [(Method, &str, Option<Permission>); 7] = [
    (Method::GET, "/api/v1/health", None),
    (Method::GET, "/api/v1/projects", None),
    (Method::GET, "/api/v1/projects/{id}", None),
    (Method::GET, "/api/v1/projects/{id}/hmi/values", Some(Permission::HmiView)),
    (Method::GET, "/api/v1/projects/{id}/hmi/history?tag=Speed", Some(Permission::HmiView)),
    (Method::GET, "/api/v1/projects/{id}/hmi/request-tags", Some(Permission::HmiPush)),
    (Method::POST, "/api/v1/projects/{id}/hmi/values", Some(Permission::HmiPush)),
];
const REQUEST_TAGS: (Method, &str, Option<Permission>) =
    (Method::POST, "/api/v1/projects/{id}/hmi/request-tags", Some(Permission::HmiEdit));

/// Encodes a body.
type Encode = fn(&[u8]) -> Vec<u8>;

async fn call(house: &House, method: &Method, path: &str, project: &str, key: &str) -> Answer {
    let body = if path.ends_with("request-tags") {
        json!({ "tags": ["Speed"] })
    } else {
        json!({ "device_id": "d", "stream_id": crate::harness::STREAM, "snapshots": [] })
    };
    let request = Request::builder()
        .method(method)
        .uri(path.replace("{id}", project))
        .header("authorization", key)
        .header("content-type", "application/json")
        .header("idempotency-key", uuid::Uuid::new_v4().to_string());
    house.send(request.body(Body::from(body.to_string())).unwrap()).await
}

#[tokio::test]
async fn every_endpoint_asks_for_key_permission_scope_and_project() {
    let house = House::new();
    let own = house.project.as_str();
    let other = house
        .service
        .create_project(NewProject { name: "Other".into(), vendor: Vendor::Siemens })
        .unwrap()
        .project_id;
    let bearer = |permissions: &[Permission], projects: Option<&[&str]>| {
        format!("Bearer {}", house.make_key(permissions, projects))
    };
    let all = bearer(Permission::ALL, None);
    let scoped = bearer(Permission::ALL, Some(&[own]));
    let empty_scope = bearer(Permission::ALL, Some(&[]));
    let none = bearer(&[], None);
    for (method, path, permission) in ENDPOINTS.iter().chain([&REQUEST_TAGS]) {
        let house = &house;
        let call = async |project: &str, key: &str| call(house, method, path, project, key).await;
        println!("{method} {path}");

        for key in ["", "Bearer", "Bearer ", "Bearer tb_0_0", "Basic abc", &format!("{all}0")] {
            let refused = call(own, key).await;
            assert_eq!(refused.headers["www-authenticate"], "Bearer");
            refused.refused(401, "unauthorized");
        }
        call(own, &all).await.ok();
        call(own, &scoped).await.ok();
        call(own, &all.replace("Bearer", "bearer")).await.ok();

        if let Some(permission) = permission {
            let others = Permission::ALL.iter().copied().filter(|it| it != permission);
            let lacking = bearer(&others.collect::<Vec<_>>(), None);
            let message = call(own, &lacking).await.refused(403, "permission_denied");
            assert!(message.contains(permission.as_str()), "{message}");
            for key in [&scoped, &empty_scope] {
                call(&other, key).await.refused(403, "project_scope_forbidden");
                call("nope", key).await.refused(403, "project_scope_forbidden");
            }
        } else {
            call(own, &none).await.ok();
            if path.contains("{id}") {
                call(&other, &scoped).await.refused(404, "not_found");
                call(own, &empty_scope).await.refused(404, "not_found");
            }
        }
        if path.contains("{id}") {
            for unknown in ["nope", "..", "%00", "'"] {
                call(unknown, &all).await.refused(404, "not_found");
            }
            call("%FF", &all).await.refused(400, "bad_request");
        }
    }
}

#[tokio::test]
async fn every_endpoint_has_its_tiers_rate() {
    use tagbridge_api::limits::Tier;
    let per_minute = |tier| if tier == Tier::Standard { 2 } else { 3 };
    for (method, path, _) in ENDPOINTS.iter().chain([&REQUEST_TAGS]) {
        let house = House::with(|options| options.requests_per_minute = per_minute);
        let key = format!("Bearer {}", house.key);
        let wait = 60;
        let allowed = if path == &REQUEST_TAGS.1 && method == Method::POST { 2 } else { 3 };
        let began = Instant::now();
        for _ in 0..allowed {
            call(&house, method, path, &house.project, &key).await.ok();
        }
        // An unknown project or a missing permission does not bypass the limit.
        for project in [house.project.as_str(), "nope"] {
            let refused = call(&house, method, path, project, &key).await;
            let told: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
            // On a busy machine, a part of the wait may have passed.
            let least = wait - began.elapsed().as_secs();
            assert!((least..=wait).contains(&told), "{method} {path}: {told}");
            let message = refused.refused(429, "rate_limited");
            assert!(message.contains(&format!("more than {allowed} ")), "{message}");
        }
        let another = format!("Bearer {}", house.make_key(Permission::ALL, None));
        call(&house, method, path, &house.project, &another).await.ok();
    }
}

#[tokio::test]
async fn a_key_is_known_and_unknown_at_once_though_another_process_manages_it() {
    let house = House::new();
    let elsewhere = Service::open(house.folder.path(), Options::default()).unwrap();
    let (info, secret) = elsewhere.create_key(NewKey::default()).unwrap();
    let key = format!("Bearer {}", secret.reveal());
    let call = || call(&house, &Method::GET, "/api/v1/health", "", &key);
    let health = call().await.ok();
    assert_eq!(
        health,
        json!({ "status": "ok", "organizationId": "local", "actorType": "api_key" })
    );
    assert!(elsewhere.revoke_key(&info.id).unwrap());
    call().await.refused(401, "unauthorized");
}

#[tokio::test]
async fn a_refusal_is_said_in_the_language_that_the_caller_reads() {
    let house = House::new();
    let path = "/api/v1/projects/prj_none";
    for (accepted, message, user, action) in [
        (
            "de-DE, en;q=0.5",
            "es gibt kein Projekt „prj_none“",
            "Dieses Projekt gibt es nicht.",
            "Prüfen Sie die Id des Projekts",
        ),
        (
            "fr",
            "there is no project `prj_none`",
            "This project does not exist.",
            "Check the project's id",
        ),
    ] {
        let request = house.request("GET", path).header("accept-language", accepted);
        let refused = house.send(request.body(Body::empty()).unwrap()).await;
        let error = refused.body.clone();
        assert_eq!(refused.refused(404, "not_found"), message);
        assert_eq!(error["userMessage"], user);
        assert!(error["suggestedAction"].as_str().unwrap().starts_with(action), "{error:#}");
    }
}

#[tokio::test]
async fn unknown_paths_and_methods_have_the_envelope() {
    let house = House::new();
    for path in ["/", "/api/v1", "/api/v1/", "/api/v1/nope", "/api/v1/projects/", "/api/v2/health"]
    {
        let message = house.read(path).await.refused(404, "not_found");
        assert!(message.contains(path), "{message}");
    }
    for method in ["PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"] {
        let request = house.request(method, "/api/v1/health").body(Body::empty()).unwrap();
        let refused = house.send(request).await;
        assert_eq!(refused.headers["allow"], "GET,HEAD");
        refused.refused(405, "method_not_allowed");
    }
}

#[tokio::test]
async fn a_panic_has_the_envelope_and_the_next_request_is_served() {
    let house = House::with(|options| {
        let calls = std::sync::atomic::AtomicU32::new(0);
        options.clock = Some(std::sync::Arc::new(move || {
            let call = calls.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            // The first three calls start the service, and create the project and the key.
            assert_ne!(call, 3, "a clock that panics once");
            tagbridge_api::Timestamp::now()
        }));
    });
    let path = house.path("hmi/request-tags");
    let body = json!({ "tags": ["Speed"] });
    house.write_as(&path, &body, "k").await.refused(500, "internal_error");
    house.write_as(&path, &body, "k").await.ok();
}

#[tokio::test]
async fn a_malformed_query_names_the_parameter() {
    let house = House::new();
    let history = house.path("hmi/history");
    let long = "x".repeat(513);
    for (path, query, named) in [
        ("/api/v1/projects", "limit=0", "limit: must be 1 to 200, found 0"),
        ("/api/v1/projects", "limit=201", "limit"),
        ("/api/v1/projects", "limit=-1", "limit"),
        ("/api/v1/projects", "limit=", "limit"),
        ("/api/v1/projects", "limit=1&limit=2", "limit"),
        ("/api/v1/projects", "limits=1", "limits"),
        ("/api/v1/projects", "cursor=nope", "cursor"),
        ("/api/v1/projects", "cursor=", "cursor"),
        ("/api/v1/projects", "cursor=1.%2B2", "cursor"),
        (&history, "", "tag"),
        (&history, "tag=", "tag: must have 1 to 512 characters"),
        (&history, &format!("tag={long}"), "tag"),
        (&history, "tag=a&limit=0", "limit"),
        (&history, "tag=a&limit=601", "limit: must be 1 to 600, found 601"),
        (&history, "tag=a&limit=ten", "limit: invalid digit"),
        (&history, "tag=a&since=1", "since"),
        (&history, "tag=%ff", "tag: its %XX must decode to UTF-8"),
        (&history, "tag=a&%C3=1", "%C3: its %XX"),
    ] {
        let message = house.read(&format!("{path}?{query}")).await.refused(400, "bad_request");
        assert!(message.contains(named), "{query}: {message}");
        assert!(!message.contains("query string"), "{query}: {message}");
    }
}

#[tokio::test]
async fn a_malformed_body_names_place_or_field() {
    let house = House::new();
    let (push, request) = (house.path("hmi/values"), house.path("hmi/request-tags"));
    let good = include_str!("../../../api/golden/push.json");
    let sequence = |it: &str| good.replace("\"sequence\": 1,", &format!("\"sequence\": {it},"));
    let names = |count: usize| {
        let names: Vec<_> = (0..count).map(|i| format!("Tag{i}")).collect();
        json!({ "tags": names }).to_string()
    };
    for (path, body, named) in [
        (&push, String::new(), "malformed JSON: EOF"),
        (&push, "{\n  \"device_id\": }".into(), "line 2 column 16"),
        (&push, format!("{good} x"), "malformed JSON: trailing characters"),
        (&push, "[\"device_id\"]".into(), "the body must be a JSON object"),
        (&push, " null".into(), "the body must be a JSON object"),
        (&push, "{}".into(), "missing field `device_id`"),
        (&push, good.replace("\"laptop-7\"", "7"), "device_id: invalid type"),
        (&push, good.replace("laptop-7", ""), "device_id: must have 1 to 256"),
        (&push, good.replace("laptop-7", &"x".repeat(257)), "device_id"),
        (&push, good.replace("0b6e7f1c", "x"), "stream_id: UUID"),
        (&push, good.replace("laptop-7", "laptop\\n7"), "device_id: must have no control"),
        (&push, sequence("0"), "snapshots[0].sequence: must be 1 to 9007199254740991, found 0"),
        (&push, sequence("9007199254740992"), "snapshots[0].sequence"),
        (&push, sequence("-1"), "snapshots[0].sequence"),
        (&push, sequence("1.5"), "snapshots[0].sequence"),
        (&push, good.replace("3.1", "-3.1"), "snapshots[0].duration_ms: must be 0 or more"),
        (&push, good.replace("3.1", "1e999"), "number out of range"),
        (&push, good.replace("00.000Z", "00.000"), "snapshots[0].timestamp"),
        (&push, good.replace("\"Big\"", "\"\""), "snapshots[0].tags: the name ``"),
        (
            &push,
            good.replace("\"18446744073709551615\"", "null"),
            "snapshots[0].tags.Big.value: must not be null",
        ),
        (
            &push,
            good.replacen("uncertain", "good", 1),
            "snapshots[0].tags.Big.reason: must be absent",
        ),
        (&push, good.replacen("uncertain", "fine", 1), "snapshots[0].tags.Big.quality"),
        (&push, good.replacen("controller_stopped", "x", 1), "snapshots[0].tags.Big.reason"),
        (&push, "[".repeat(100_000), "malformed JSON: EOF"),
        (
            &push,
            good.replace("\"18446744073709551615\"", &"[".repeat(100_000)),
            "malformed JSON: recursion limit",
        ),
        (&request, "{\"tags\": []}".into(), "tags: must have at least one name"),
        (&request, "{\"tags\": [\"a\", \"\"]}".into(), "tags[1]: must have 1 to 512"),
        (&request, "{\"tags\": [\"a\", 1]}".into(), "tags[1]: invalid type"),
        (&request, "{\"tag\": [\"a\"]}".into(), "tag"),
    ] {
        let message = post(&house, path, body, &[]).await.refused(400, "bad_request");
        assert!(message.contains(named), "{named}: {message}");
    }
    post(&house, &push, sequence("9007199254740991"), &[]).await.ok();
    post(&house, &push, good.replace("take_over", "takeover"), &[]).await.ok();
    let requested = post(&house, &request, names(100_000), &[]).await.ok();
    assert_eq!(requested["requested"].as_array().unwrap().len(), 100_000);
    let values = house.values().await;
    assert_eq!(values.sequence, None, "`ended` is set: not live");
}

#[tokio::test]
async fn a_push_with_too_many_snapshots_is_refused() {
    let house = House::new();
    let snapshots: Vec<_> = (1..=1001).map(|it| crate::harness::delta(it, &[])).collect();
    let refused = house.push_with(json!({ "snapshots": snapshots })).await;
    let message = refused.refused(400, "bad_request");
    assert_eq!(message, "snapshots: must be at most 1000, found 1001");
    assert_eq!(house.push(&snapshots[..1000]).await, 1000);
}

#[tokio::test]
async fn bodies_come_plain_gzipped_or_zstd_encoded_up_to_the_limit() {
    let house = House::new();
    let path = house.path("hmi/request-tags");
    let good = json!({ "tags": ["Speed"] }).to_string();
    let limit = tagbridge_api::limits::BODY_BYTES_MAX;
    let filled = |size: usize| format!("{good}{}", " ".repeat(size - good.len())).into_bytes();

    let encodings: [(&str, Encode); 3] =
        [("identity", <[u8]>::to_vec), ("gzip", gzip), ("zstd", zstd)];
    for (encoding, encode) in encodings {
        let headers = [("content-encoding", encoding)];
        for size in [good.len(), limit] {
            post(&house, &path, encode(&filled(size)), &headers).await.ok();
        }
        for size in [limit + 1, 10 * limit] {
            let refused = post(&house, &path, encode(&filled(size)), &headers).await;
            refused.refused(413, "payload_too_large");
        }
    }
    for (encoding, body) in [("gzip", "no gzip"), ("zstd", "no zstd"), ("gzip", "")] {
        let refused = post(&house, &path, body, &[("content-encoding", encoding)]).await;
        refused.refused(400, "bad_request");
    }
    for encoding in ["br", "deflate", "gzip, gzip", "GZIP2"] {
        let refused = post(&house, &path, good.clone(), &[("content-encoding", encoding)]).await;
        let message = refused.refused(415, "unsupported_media_type");
        assert!(message.contains(encoding), "{message}");
    }
    for kind in ["text/plain", "", "application/jsonx"] {
        let refused = post(&house, &path, good.clone(), &[("content-type", kind)]).await;
        refused.refused(415, "unsupported_media_type");
    }
    for kind in ["application/json; charset=utf-8", "Application/JSON"] {
        post(&house, &path, good.clone(), &[("content-type", kind)]).await.ok();
    }
}

#[tokio::test]
async fn a_bomb_is_not_decoded() {
    let house = House::new();
    // 400,000 blocks of 128 KiB, each one repeated byte: 50 GiB.
    let block = [&(((128 << 10) << 3) | 0b010_u32).to_le_bytes()[..3], b" "].concat();
    let bomb = [ZSTD_HEADER.to_vec(), block.repeat(400_000)].concat();
    let path = house.path("hmi/values");
    let refused = post(&house, &path, bomb, &[("content-encoding", "zstd")]).await;
    refused.refused(413, "payload_too_large");
}

#[tokio::test]
async fn who_has_shown_no_key_yet_sends_little() {
    let house = House::new();
    let path = "/api/v1/enrolments";
    let name = "\u{1d11e}".repeat(256);
    let asked = json!({ "device_id": name, "device_name": name, "secret": "0".repeat(64) });
    let escaped = asked.to_string().replace('\u{1d11e}', "\\ud834\\udd1e");
    let answer = post(&house, path, escaped.clone(), &[]).await.ok();
    assert_eq!(answer["reason"]["is"], "unknown", "{answer}");
    let long = format!("{escaped}{}", " ".repeat(16 << 10));
    post(&house, path, long.clone(), &[]).await.refused(413, "payload_too_large");
    for (encoding, body) in [("gzip", gzip(long.as_bytes())), ("zstd", zstd(long.as_bytes()))] {
        let refused = post(&house, path, body, &[("content-encoding", encoding)]).await;
        refused.refused(413, "payload_too_large");
    }
}

/// Posts with a fresh idempotency key; `headers` replace the usual ones.
async fn post(
    house: &House,
    path: &str,
    body: impl Into<Body>,
    headers: &[(&'static str, &str)],
) -> Answer {
    let mut request = house
        .request("POST", path)
        .header("content-type", "application/json")
        .header("idempotency-key", uuid::Uuid::new_v4().to_string())
        .body(body.into())
        .unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    house.send(request).await
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Magic number, no content size, a window of 1 MiB (RFC 8878 §3.1.1).
const ZSTD_HEADER: [u8; 6] = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x50];

/// A frame of raw blocks (RFC 8878 §3.1.1.2).
fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut frame = ZSTD_HEADER.to_vec();
    let count = bytes.chunks(128 << 10).len();
    for (i, chunk) in bytes.chunks(128 << 10).enumerate() {
        let last = u32::from(i + 1 == count);
        let header = (u32::try_from(chunk.len()).unwrap() << 3) | last;
        frame.extend(&header.to_le_bytes()[..3]);
        frame.extend(chunk);
    }
    frame
}
