//! `POST /projects/{id}/exports/plc` and `…/pdf`, `GET /exports/{exportId}` and its download.

use std::{fs, path::Path, time::Duration};

use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, Request},
};
use serde_json::{Value, json};
use tagbridge_api::{Permission, limits::Tier, project::Vendor};
use tagbridge_service::NewProject;
use tower::ServiceExt;
use uuid::Uuid;

use crate::harness::{Answer, House};

pub(crate) const EXPORTS: &str = "/api/v1/exports";

/// A file with one rung and this tag.
pub(crate) fn l5x(tag: &str) -> Vec<u8> {
    format!(
        r#"<RSLogix5000Content TargetName="Line4"><Controller Use="Target" Name="Line4">
<Tags><Tag Name="{tag}" TagType="Base" DataType="BOOL"/></Tags>
<Programs><Program Name="Main" MainRoutineName="Ladder"><Routines>
<Routine Name="Ladder" Type="RLL"><RLLContent><Rung Number="0"><Text><![CDATA[XIC({tag})OTE(Run);]]>
</Text></Rung></RLLContent></Routine></Routines></Program></Programs></Controller>
</RSLogix5000Content>"#
    )
    .into_bytes()
}

/// Makes this file the current version of the harness's project.
pub(crate) fn version(house: &House, name: &str, file: &[u8]) {
    house.service.add_version(&house.project, name, file.to_vec()).unwrap();
}

/// Sends a write without a body, with one additional header.
pub(crate) async fn begin(house: &House, path: &str, header: (&str, &str)) -> Answer {
    let request = house.request("POST", path).header("idempotency-key", Uuid::new_v4().to_string());
    house.send(request.header(header.0, header.1).body(Body::empty()).unwrap()).await
}

/// Starts an export; returns its id.
pub(crate) async fn start(house: &House, kind: &str) -> String {
    let begun = begin(house, &house.path(&format!("exports/{kind}")), ("accept", "*/*")).await;
    assert_eq!(begun.status, 202, "{:#}", begun.body);
    assert_eq!(begun.body["status"], "pending");
    begun.body["exportId"].as_str().unwrap().to_owned()
}

/// The completed export.
pub(crate) async fn ended(house: &House, id: &str) -> Value {
    loop {
        let export = house.read(&format!("{EXPORTS}/{id}")).await.ok();
        assert_eq!(export["exportId"], id);
        if export["message"].is_null() {
            return export;
        }
        assert!(["pending", "running"].contains(&export["status"].as_str().unwrap()), "{export}");
        assert!(export["message"].as_str().unwrap().contains("ask again in 5 s"), "{export}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The status, headers and bytes of a download with these request headers.
pub(crate) async fn download(
    house: &House,
    id: &str,
    asked: &[(&str, &str)],
) -> (u16, HeaderMap, Vec<u8>) {
    let mut request = house.request("GET", &format!("{EXPORTS}/{id}/download"));
    for (name, value) in asked {
        request = request.header(*name, *value);
    }
    let response = house.router.clone().oneshot(request.body(Body::empty()).unwrap()).await;
    let (parts, body) = response.unwrap().into_parts();
    (parts.status.as_u16(), parts.headers, to_bytes(body, usize::MAX).await.unwrap().to_vec())
}

#[tokio::test]
async fn the_vendors_file_comes_down_as_it_went_up() {
    let house = House::new();
    let file = l5x("Start");
    version(&house, "Linie 4 – Mühle.L5X", &file);
    let id = start(&house, "plc").await;
    let export = ended(&house, &id).await;
    let url = format!("/exports/{id}/download");
    assert_eq!(
        export,
        json!({ "exportId": id, "kind": "plc", "status": "complete", "download_url": url,
            "filename": "Linie 4 – Mühle.L5X" })
    );
    let (status, headers, bytes) = download(&house, &id, &[]).await;
    assert_eq!((status, &bytes), (200, &file));
    for (name, value) in [
        ("content-type", "application/xml"),
        (
            "content-disposition",
            "attachment; filename=\"Linie 4 _ M_hle.L5X\"; \
             filename*=UTF-8''Linie%204%20%E2%80%93%20M%C3%BChle.L5X",
        ),
        ("content-length", &file.len().to_string()),
        ("etag", &format!("\"{}\"", tagbridge_store::FileHash::of(&file))),
        ("accept-ranges", "bytes"),
        ("cache-control", "private, no-store"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(headers[name], value, "{name}");
    }
    assert!(headers.contains_key("request-id") && !headers.contains_key("last-modified"));

    version(&house, "b.L5X", &l5x("Stop"));
    assert_eq!(download(&house, &id, &[]).await.2, file, "it is pinned to its version");
}

/// The request headers, and the status and the bytes of the response.
type Case<'a> = (&'a [(&'a str, &'a str)], u16, &'a [u8]);

#[tokio::test]
async fn a_part_is_sent_of_the_file_that_the_client_has_a_part_of() {
    let house = House::new();
    let file = l5x("Start");
    version(&house, "a.L5X", &file);
    let id = start(&house, "plc").await;
    ended(&house, &id).await;
    let (_, headers, _) = download(&house, &id, &[]).await;
    let (tag, length) = (headers["etag"].to_str().unwrap().to_owned(), file.len());
    let weak = format!("W/{tag}");
    let cases: [Case<'_>; 11] = [
        (&[("range", "bytes=0-9")], 206, &file[..10]),
        (&[("range", "bytes=10-")], 206, &file[10..]),
        (&[("range", "bytes=-5")], 206, &file[length - 5..]),
        (&[("range", "bytes=10-"), ("if-range", &tag)], 206, &file[10..]),
        (&[("range", "bytes=10-"), ("if-range", "\"another\"")], 200, &file),
        (&[("range", "bytes=0-1,4-5")], 200, &file),
        (&[("if-none-match", &tag)], 304, b""),
        (&[("if-none-match", "\"a\", W/\"b\"")], 200, &file),
        (&[("if-none-match", &weak)], 304, b""),
        (&[("if-none-match", "*")], 304, b""),
        (&[("if-modified-since", "Sat, 29 Oct 2050 19:43:31 GMT")], 200, &file),
    ];
    for (asked, expected, part) in cases {
        let (status, headers, bytes) = download(&house, &id, asked).await;
        assert_eq!((status, &*bytes), (expected, part), "{asked:?}");
        assert_eq!(headers["etag"], tag, "{asked:?}");
        if status != 304 {
            assert_eq!(headers["content-length"], part.len().to_string(), "{asked:?}");
        }
        let is_part = headers.get("content-range").is_some();
        assert_eq!(is_part, status == 206, "{asked:?}");
    }
    let (status, headers, body) = download(&house, &id, &[("range", "bytes=99999-")]).await;
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((status, &body["error"]), (416, &json!("range_not_satisfiable")));
    assert_eq!(headers["content-range"], format!("bytes */{length}"));
    assert!(body["message"].as_str().unwrap().contains(&length.to_string()), "{body}");
}

#[tokio::test]
async fn a_report_is_written_once_for_the_same_version_and_language() {
    let house = House::new();
    version(&house, "a.L5X", &l5x("Start"));
    let report = async |language: &str| {
        let path = house.path("exports/pdf");
        let begun = begin(&house, &path, ("accept-language", language)).await;
        let id = begun.body["exportId"].as_str().unwrap().to_owned();
        let export = ended(&house, &id).await;
        assert_eq!(export["filename"], "Conveyor v1.pdf", "{export}");
        let (status, headers, bytes) = download(&house, &id, &[]).await;
        assert_eq!((status, headers["content-type"].to_str().unwrap()), (200, "application/pdf"));
        assert!(bytes.starts_with(b"%PDF-") && bytes.trim_ascii_end().ends_with(b"%%EOF"));
        bytes
    };
    let english = report("en").await;
    house.advance_ms(60_000);
    assert_eq!(report("en").await, english, "the time alone would differ");
    let german = report("de").await;
    assert_ne!(german, english);
    let kept = || walk(&house.folder.path().join("exports")).len();
    assert_eq!(kept(), 2);
    version(&house, "b.L5X", &l5x("Stop"));
    version(&house, "a.L5X", &l5x("Start"));
    let third = begin(&house, &house.path("exports/pdf"), ("accept-language", "en")).await;
    let third = ended(&house, third.body["exportId"].as_str().unwrap()).await;
    assert_eq!(third["filename"], "Conveyor v3.pdf", "the number of the version is in it");
    assert_eq!(kept(), 3);
}

/// All files below a folder.
pub(crate) fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let entries = entries.map(|it| it.unwrap().path());
    entries.flat_map(|it| if it.is_dir() { walk(&it) } else { vec![it] }).collect()
}

#[tokio::test]
async fn what_is_not_there_is_refused() {
    let house = House::new();
    for kind in ["plc", "pdf"] {
        let path = house.path(&format!("exports/{kind}"));
        let refused = begin(&house, &path, ("accept", "*/*")).await;
        refused.refused(422, "nothing_to_export");
        let request = house.request("POST", &path).body(Body::empty()).unwrap();
        house.send(request).await.refused(400, "bad_request");
    }
    let unknown = house.read(&format!("{EXPORTS}/exp_1")).await;
    assert!(unknown.body["suggestedAction"].as_str().unwrap().contains("new export"));
    unknown.refused(404, "not_found");
    house.read(&format!("{EXPORTS}/exp_1/download")).await.refused(404, "not_found");
}

#[tokio::test]
async fn the_permission_and_the_scope_are_those_of_the_export() {
    let house = House::new();
    version(&house, "a.L5X", &l5x("Start"));
    let (plc, pdf) = (start(&house, "plc").await, start(&house, "pdf").await);
    for id in [&plc, &pdf] {
        ended(&house, id).await;
    }
    let other = NewProject { name: "Other".into(), vendor: Vendor::Siemens };
    let other = house.service.create_project(other).unwrap().project_id;
    let key = |permissions: &[Permission], projects: Option<&[&str]>| {
        format!("Bearer {}", house.make_key(permissions, projects))
    };
    let own = house.project.as_str();
    let may_plc = key(&[Permission::ExportPlc], None);
    let may_pdf = key(&[Permission::ExportPdf], Some(&[own]));
    let may_neither = key(&[Permission::CodeRead, Permission::HmiView], None);
    let elsewhere = key(Permission::ALL, Some(&[&other]));
    let call = async |method: &str, path: &str, key: &str| -> (u16, String) {
        let request = Request::builder().method(method).uri(path).header("authorization", key);
        let request = request.header("idempotency-key", Uuid::new_v4().to_string());
        let request = request.body(Body::empty()).unwrap();
        let response = house.router.clone().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let body = serde_json::from_slice::<Value>(&body).unwrap_or_default();
        (status, body["error"].as_str().unwrap_or_default().to_owned())
    };
    let denied = (403, "permission_denied".to_owned());
    let out = (403, "project_scope_forbidden".to_owned());
    for (kind, id, may, may_not) in
        [("plc", &plc, &may_plc, &may_pdf), ("pdf", &pdf, &may_pdf, &may_plc)]
    {
        let project = format!("/api/v1/projects/{own}/exports/{kind}");
        assert_eq!(call("POST", &project, may).await.0, 202);
        for key in [may_not, &may_neither] {
            assert_eq!(call("POST", &project, key).await, denied);
        }
        assert_eq!(call("POST", &project, &elsewhere).await, out);
        for path in [format!("{EXPORTS}/{id}"), format!("{EXPORTS}/{id}/download")] {
            assert_eq!(call("GET", &path, may).await.0, 200);
            for key in [may_not, &may_neither] {
                assert_eq!(call("GET", &path, key).await, denied, "{path}");
            }
            assert_eq!(call("GET", &path, &elsewhere).await, out);
            assert_eq!(call("GET", &path, "Bearer nobody").await.0, 401);
        }
    }
    // A caller without the permission must not learn which exports exist.
    let unknown = format!("{EXPORTS}/exp_1");
    assert_eq!(call("GET", &unknown, &may_neither).await, denied);
    assert_eq!(call("GET", &unknown, &may_pdf).await.0, 404);
}

#[tokio::test]
async fn exports_have_the_rates_of_their_tiers() {
    let house = House::with(|options| {
        options.requests_per_minute = |tier| match tier {
            Tier::Standard => 2,
            Tier::JobPoll => 3,
            Tier::Poll => 9,
        };
    });
    version(&house, "a.L5X", &l5x("Start"));
    let id = start(&house, "plc").await;
    for _ in 0..3 {
        house.read(&format!("{EXPORTS}/{id}")).await.ok();
    }
    let refused = house.read(&format!("{EXPORTS}/{id}")).await;
    assert!(refused.headers.contains_key("retry-after"));
    refused.refused(429, "rate_limited");
    assert_ne!(download(&house, &id, &[]).await.0, 429, "another tier's");
    house.read(&format!("{EXPORTS}/{id}/download")).await.refused(429, "rate_limited");
    begin(&house, &house.path("exports/pdf"), ("accept", "*/*")).await.refused(429, "rate_limited");
}

#[tokio::test]
async fn the_same_request_is_the_same_export() {
    let house = House::new();
    version(&house, "a.L5X", &l5x("Start"));
    let send = async |key: &str| {
        let path = house.path("exports/plc");
        let request = house.request("POST", &path).header("idempotency-key", key);
        house.send(request.body(Body::empty()).unwrap()).await
    };
    let (first, again, other) = (send("a").await, send("a").await, send("b").await);
    assert_eq!((first.status, again.status), (202.try_into().unwrap(), 202.try_into().unwrap()));
    assert_eq!(again.headers["idempotent-replayed"], "true");
    assert_eq!(first.body, again.body);
    assert_ne!(first.body["exportId"], other.body["exportId"]);
}

#[tokio::test]
async fn an_export_is_kept_for_a_week() {
    let house = House::new();
    version(&house, "a.L5X", &l5x("Start"));
    let (plc, pdf) = (start(&house, "plc").await, start(&house, "pdf").await);
    for id in [&plc, &pdf] {
        ended(&house, id).await;
    }
    house.advance_ms(7 * 24 * 3_600_000 - 1);
    house.service.tidy();
    for id in [&plc, &pdf] {
        assert_eq!(download(&house, id, &[]).await.0, 200);
    }
    house.advance_ms(1);
    for at in [0, 60_000] {
        house.advance_ms(at);
        for id in [&plc, &pdf] {
            let gone = house.read(&format!("{EXPORTS}/{id}")).await;
            assert!(gone.body["suggestedAction"].as_str().unwrap().contains("new export"));
            gone.refused(404, "not_found");
            house.read(&format!("{EXPORTS}/{id}/download")).await.refused(404, "not_found");
        }
        house.service.tidy();
    }
}

#[tokio::test]
async fn a_file_that_is_damaged_or_gone_is_not_served() {
    let house = House::new();
    let file = l5x("Start");
    version(&house, "a.L5X", &file);
    let stored = walk(&house.folder.path().join("files")).pop().unwrap();
    fs::write(&stored, &file[1..]).unwrap();
    let id = start(&house, "plc").await;
    let failed = ended(&house, &id).await;
    assert_eq!(failed["status"], "error", "{failed}");
    assert!(failed["error"].as_str().unwrap().contains("damaged"), "{failed}");
    let why = house.read(&format!("{EXPORTS}/{id}/download")).await.refused(400, "export_failed");
    assert!(why.contains("damaged"), "{why}");

    fs::write(&stored, &file).unwrap();
    let (plc, pdf) = (start(&house, "plc").await, start(&house, "pdf").await);
    for id in [&plc, &pdf] {
        assert_eq!(ended(&house, id).await["status"], "complete");
    }
    // Like a restored copy of the data, which has no reports.
    fs::remove_dir_all(house.folder.path().join("exports")).unwrap();
    house.read(&format!("{EXPORTS}/{pdf}")).await.refused(404, "not_found");
    house.read(&format!("{EXPORTS}/{pdf}/download")).await.refused(404, "not_found");
    assert_eq!(download(&house, &plc, &[]).await.2, file);
}

#[tokio::test]
async fn what_an_earlier_service_left_behind_is_exported() {
    let mut house = House::new();
    version(&house, "a.L5X", &l5x("Start"));
    let id = start(&house, "pdf").await;
    // Whether it completed in time or not.
    house.restart();
    house.advance_ms(30_000);
    let next = start(&house, "plc").await;
    assert_eq!(ended(&house, &next).await["status"], "complete");
    assert_eq!(ended(&house, &id).await["status"], "complete");
}
