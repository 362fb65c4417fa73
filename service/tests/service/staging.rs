//! Large files: `POST /uploads`, the upload to its link, and the use of the file.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::{
    body::{Body, Bytes},
    http::Request,
};
use futures::{StreamExt, stream};
use serde_json::{Value, json};
use tagbridge_api::Permission;
use tokio::net::TcpListener;
use tower::ServiceExt;

use crate::harness::{Answer, House};

const L5X: &[u8] = b"<RSLogix5000Content TargetName=\"Line\"><Controller Use=\"Target\" \
                     Name=\"Line\"/></RSLogix5000Content>";

async fn stage(house: &House, key: &str) -> Value {
    let request = Request::post("/api/v1/uploads")
        .header("host", "tags.example:8750")
        .header("authorization", format!("Bearer {key}"))
        .header("content-type", "application/json")
        .header("idempotency-key", uuid::Uuid::new_v4().to_string());
    let staged =
        house.send(request.body(json!({ "filename": "Line.L5X" }).to_string().into()).unwrap());
    let staged = staged.await;
    assert_eq!(staged.status, 201, "{:#}", staged.body);
    staged.body
}

async fn put(house: &House, url: &Value, length: usize, body: impl Into<Body>) -> Answer {
    let path = url.as_str().unwrap().strip_prefix("http://tags.example:8750").expect("our origin");
    let request = Request::put(path).header("content-length", length);
    house.send(request.body(body.into()).unwrap()).await
}

async fn ingest(house: &House, key: &str, url: &str) -> Answer {
    ingest_as(house, key, url, &uuid::Uuid::new_v4().to_string()).await
}

async fn ingest_as(house: &House, key: &str, url: &str, idempotency_key: &str) -> Answer {
    let body = json!({ "originalFilename": "Line.L5X", "file": { "blob_url": url } });
    let request = Request::post("/api/v1/projects")
        .header("host", "tags.example:8750")
        .header("authorization", format!("Bearer {key}"))
        .header("content-type", "application/json")
        .header("idempotency-key", idempotency_key);
    house.send(request.body(body.to_string().into()).unwrap()).await
}

#[tokio::test]
async fn what_is_put_once_becomes_a_project_of_the_same_key() {
    let house = House::new();
    let staged = stage(&house, &house.key).await;
    let url = staged["file_blob_url"].as_str().unwrap();
    let nothing = ingest(&house, &house.key, url).await.refused(400, "bad_request");
    assert!(nothing.contains("no file was uploaded"), "{nothing}");

    let put_whole = || put(&house, &staged["upload_url"], L5X.len(), L5X);
    assert_eq!(put_whole().await.ok()["bytes"], L5X.len());
    put_whole().await.refused(409, "upload_taken");
    let other = house.make_key(&[Permission::ProjectUpload], None);
    ingest(&house, &other, url).await.refused(403, "permission_denied");
    // Each link is valid only for its own purpose.
    ingest(&house, &house.key, staged["upload_url"].as_str().unwrap())
        .await
        .refused(403, "permission_denied");
    put(&house, &staged["file_blob_url"], L5X.len(), L5X).await.refused(403, "permission_denied");

    let made = ingest(&house, &house.key, url).await;
    assert_eq!((made.status.as_u16(), &made.body["resolution"]), (201, &json!("created")));
    let path =
        format!("/api/v1/projects/{}/source?format=raw", made.body["project_id"].as_str().unwrap());
    let request = house.request("GET", &path).body(Body::empty()).unwrap();
    let raw = house.router.clone().oneshot(request).await.unwrap().into_body();
    assert_eq!(axum::body::to_bytes(raw, 9999).await.unwrap(), L5X);
}

#[tokio::test]
async fn an_upload_by_a_link_is_answered_again_when_the_link_has_ended() {
    let house = House::new();
    let staged = stage(&house, &house.key).await;
    let url = staged["file_blob_url"].as_str().unwrap();
    put(&house, &staged["upload_url"], L5X.len(), L5X).await.ok();
    let made = ingest_as(&house, &house.key, url, "k").await;
    assert_eq!(made.status, 201, "{:#}", made.body);
    house.advance_ms(60 * 60_000);
    ingest(&house, &house.key, url).await.refused(403, "permission_denied");
    let again = ingest_as(&house, &house.key, url, "k").await;
    assert_eq!((again.status, &again.body), (made.status, &made.body));
    assert_eq!(again.headers["idempotent-replayed"], "true");
    let other = url.replace("upl_", "upl_0");
    ingest_as(&house, &house.key, &other, "k").await.refused(422, "idempotency_conflict");
}

#[tokio::test]
async fn a_link_ends_and_cannot_be_changed_and_ends_with_its_key() {
    let house = House::new();
    let key = house.make_key(&[], None);
    let staged = stage(&house, &key).await;
    let url = staged["upload_url"].as_str().unwrap();
    for changed in [
        url.replace("expires=17", "expires=18"),
        url.replace("upl_", "upl_0"),
        url.replace("key=", "key=0"),
        url.split("signature").next().unwrap().to_owned(),
        format!("{}{}", &url[..url.len() - 1], if url.ends_with('0') { '1' } else { '0' }),
    ] {
        let refused = put(&house, &json!(changed), L5X.len(), L5X).await;
        refused.refused(403, "permission_denied");
    }
    house.advance_ms(15 * 60_000);
    let late = put(&house, &json!(url), L5X.len(), L5X).await;
    assert!(late.refused(403, "permission_denied").contains("has expired"));

    let staged = stage(&house, &key).await;
    let id = key.split('_').nth(1).unwrap();
    assert!(house.service.revoke_key(id).unwrap());
    put(&house, &staged["upload_url"], L5X.len(), L5X).await.refused(401, "unauthorized");
}

#[tokio::test]
async fn what_is_cut_is_put_again_and_a_length_is_needed() {
    let house = House::new();
    let staged = stage(&house, &house.key).await;
    let url = &staged["upload_url"];
    put(&house, url, L5X.len() + 1, L5X).await.refused(400, "bad_request");
    let broken = stream::iter([Ok(Bytes::from_static(L5X)), Err(std::io::Error::other("cut"))]);
    put(&house, url, 2 * L5X.len(), Body::from_stream(broken)).await.refused(400, "bad_request");
    put(&house, url, 0, "").await.refused(400, "bad_request");
    put(&house, url, (256 << 20) + 1, L5X).await.refused(413, "payload_too_large");
    let path = url.as_str().unwrap().replace("http://tags.example:8750", "");
    let request = Request::put(path).body(Body::from(L5X)).unwrap();
    assert!(house.send(request).await.refused(400, "bad_request").contains("Content-Length"));
    put(&house, url, L5X.len(), L5X).await.ok();
}

#[tokio::test]
async fn who_puts_files_leaves_room_for_what_is_pushed() {
    let free = tagbridge_system::free_bytes(&std::env::temp_dir()).expect("a disk");
    let house = House::with(|options| options.free_bytes = free / 3 * 2);
    let staged = stage(&house, &house.key).await;
    let refused = put(&house, &staged["upload_url"], L5X.len(), L5X).await;
    assert_eq!(refused.headers["retry-after"], "30");
    refused.refused(503, "service_unavailable");
    let snapshots = json!([crate::harness::complete(1, &[("level", 5)])]);
    house.push_with(json!({ "snapshots": snapshots })).await.ok();
}

#[tokio::test]
async fn of_two_that_put_at_the_same_time_one_stays() {
    let house = House::new();
    let staged = stage(&house, &house.key).await;
    let other = L5X.to_ascii_lowercase();
    let (one, two) = tokio::join!(
        put(&house, &staged["upload_url"], L5X.len(), L5X),
        put(&house, &staged["upload_url"], other.len(), other.clone()),
    );
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

#[tokio::test]
async fn nothing_is_ever_fetched_from_elsewhere() {
    let house = House::new();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let staged = stage(&house, &house.key).await;
    let own = staged["file_blob_url"].as_str().unwrap();
    for url in [
        format!("http://127.0.0.1:{port}/Line.L5X"),
        own.replace("tags.example:8750", &format!("127.0.0.1:{port}")),
        own.replace("tags.example:8750", &format!("tags.example:8750@127.0.0.1:{port}")),
        own.replace("http://", "https://"),
        own.replace("/api/v1/uploads/", "/api/v1/uploads/../exports/"),
        format!("{own}&more=1"),
        "file:///etc/passwd".to_owned(),
        String::new(),
    ] {
        let refused = ingest(&house, &house.key, &url).await;
        assert!([400, 403].contains(&refused.status.as_u16()), "{url}: {:#}", refused.body);
    }
    // A connection from the test shows that connections are detected.
    let known = tokio::net::TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let (_, first) = listener.accept().await.unwrap();
    assert_eq!(first, known.local_addr().unwrap(), "somebody connected before");
}

/// The peak memory of this process, in bytes.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap_or(0) << 10
}

/// `TAGBRIDGE_LONG=1` uploads 200 MiB.
#[tokio::test]
async fn a_large_file_takes_little_memory() {
    let house = House::new();
    let staged = stage(&house, &house.key).await;
    let piece = Bytes::from(vec![b'x'; 64 << 10]);
    let mib = if std::env::var_os("TAGBRIDGE_LONG").is_some() { 200 } else { 40 };
    let pieces = mib * 16;
    let sent = AtomicU64::new(0);
    let before = most_memory();
    let body = stream::iter(0..pieces).map(move |_| {
        sent.fetch_add(1, Ordering::Relaxed);
        Ok::<_, std::io::Error>(piece.clone())
    });
    let length = pieces * (64 << 10);
    let put = put(&house, &staged["upload_url"], length, Body::from_stream(body)).await.ok();
    assert_eq!(put["bytes"], length);
    let more = most_memory().saturating_sub(before);
    println!("{} MiB more memory at the most", more >> 20);
    assert!(more < 30 << 20, "{more} bytes");
}
