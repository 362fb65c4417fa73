//! `POST /projects`, `POST /projects/{id}/versions` and `GET /projects/{id}/source`.

use std::io::Read;

use axum::body::{Body, to_bytes};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use tagbridge_api::{
    Permission,
    limits::{INLINE_BYTES_MAX, UPLOAD_BODY_BYTES_MAX},
    project::Vendor,
};
use tagbridge_service::NewProject;

use crate::harness::{Answer, House, complete};

const PROJECTS: &str = "/api/v1/projects";

/// A controller with one tag, one rung and one line of structured text.
fn l5x(controller: &str, tag: &str) -> Vec<u8> {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" SoftwareRevision="33.00" TargetName="{controller}"
    TargetType="Controller" ContainsContext="false">
<Controller Use="Target" Name="{controller}" ProcessorType="1756-L83E" MajorRev="33" MinorRev="11">
<Tags><Tag Name="{tag}" TagType="Base" DataType="REAL" ExternalAccess="Read/Write"/></Tags>
<Programs><Program Name="Main" MainRoutineName="Ladder"><Tags/><Routines>
<Routine Name="Ladder" Type="RLL"><RLLContent><Rung Number="0" Type="N">
<Comment><![CDATA[starts it]]></Comment><Text><![CDATA[XIC(Start)OTE(Run);]]></Text>
</Rung></RLLContent></Routine>
<Routine Name="Text" Type="ST"><STContent><Line Number="0"><![CDATA[{tag} := 1.5;]]></Line>
</STContent></Routine>
</Routines></Program></Programs></Controller></RSLogix5000Content>"#
    )
    .into_bytes()
}

fn scl() -> Vec<u8> {
    b"DATA_BLOCK \"Recipe\"\r\n{ S7_Optimized_Access := 'FALSE' }\r\nVERSION : 0.1\r\nSTRUCT\r\n\
      Speed : Real;\r\nEND_STRUCT;\r\nBEGIN\r\nEND_DATA_BLOCK\r\n"
        .to_vec()
}

fn upload(name: &str, file: &[u8]) -> Value {
    json!({ "originalFilename": name, "file": { "inline": BASE64_STANDARD.encode(file) } })
}

#[track_caller]
fn done(answer: Answer, status: u16, resolution: &str) -> Value {
    assert_eq!(answer.status.as_u16(), status, "{:#}", answer.body);
    assert_eq!(answer.body["resolution"], resolution);
    answer.body
}

/// The response's headers and bytes, for any status.
pub(crate) async fn download(
    house: &House,
    path: &str,
    gzip: bool,
) -> (axum::http::HeaderMap, Vec<u8>) {
    use tower::ServiceExt;
    let mut request = house.request("GET", path);
    if gzip {
        request = request.header("accept-encoding", "br, gzip;q=0.8");
    }
    let request = request.body(Body::empty()).unwrap();
    let response = house.router.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), 200);
    let (parts, body) = response.into_parts();
    (parts.headers, to_bytes(body, usize::MAX).await.unwrap().to_vec())
}

#[tokio::test]
async fn a_file_becomes_a_project_then_a_version_then_nothing() {
    let house = House::new();
    let first = upload("line4.L5X", &l5x("Line4", "Speed"));
    let made = done(house.write(PROJECTS, &first).await, 201, "created");
    assert_eq!((&made["version_number"], &made["vendor"]), (&json!(1), &json!("allen-bradley")));

    let same = done(house.write(PROJECTS, &first).await, 201, "identical_file");
    assert_eq!(same["version_id"], Value::Null);
    assert_eq!(same["project_id"], made["project_id"]);

    house.advance_ms(1000);
    let second = upload("line4 (2).L5X", &l5x("Line4", "Pace"));
    let next = done(house.write(PROJECTS, &second).await, 201, "existing");
    assert_eq!(next["project_id"], made["project_id"]);
    assert_eq!(next["identity_id"], made["identity_id"]);
    assert_eq!(next["version_number"], 2);
    assert_ne!(next["version_id"], made["version_id"]);

    let project = house.read(&format!("{PROJECTS}/{}", made["project_id"].as_str().unwrap())).await;
    let project = project.ok();
    assert_eq!(project["name"], "Line4");
    assert_eq!(project["original_filename"], "line4 (2).L5X");
    assert_eq!(project["file_size_bytes"], l5x("Line4", "Pace").len());
    assert_eq!(project["current_version_id"], next["version_id"]);
    assert_eq!(project["updated_at"], "2026-01-01T00:00:01.000Z");
}

#[tokio::test]
async fn another_name_or_controller_is_another_project() {
    let house = House::new();
    let mut named = upload("a.L5X", &l5x("Line4", "Speed"));
    done(house.write(PROJECTS, &named).await, 201, "created");
    named["name"] = json!("Line 4 in the north hall");
    let other = done(house.write(PROJECTS, &named).await, 201, "created");
    done(house.write(PROJECTS, &upload("a.L5X", &l5x("Line5", "Speed"))).await, 201, "created");
    done(house.write(PROJECTS, &named).await, 201, "identical_file");
    let project =
        house.read(&format!("{PROJECTS}/{}", other["project_id"].as_str().unwrap())).await;
    assert_eq!(project.ok()["name"], "Line 4 in the north hall");
}

#[tokio::test]
async fn a_version_belongs_to_the_project_that_is_named() {
    let house = House::new();
    let versions = house.path("versions");
    let first = upload("a.L5X", &l5x("Anything", "Speed"));
    let made = done(house.write(&versions, &first).await, 201, "add_version");
    assert_eq!((&made["version_number"], &made["project_id"]), (&json!(1), &json!(house.project)));
    done(house.write(&versions, &first).await, 200, "identical_file");
    let second = upload("b.L5X", &l5x("Something", "Speed"));
    assert_eq!(
        done(house.write(&versions, &second).await, 201, "add_version")["version_number"],
        2
    );
    // Only the bytes of the current version have no effect.
    assert_eq!(done(house.write(&versions, &first).await, 201, "add_version")["version_number"], 3);

    let message =
        house.write(&versions, &upload("a.scl", &scl())).await.refused(400, "bad_request");
    assert_eq!(message, "the file is for siemens, but the project is for allen-bradley");
}

#[tokio::test]
async fn an_upload_that_is_sent_again_is_answered_again_with_its_status() {
    let house = House::new();
    let body = upload("a.L5X", &l5x("Line4", "Speed"));
    let first = done(house.write_as(PROJECTS, &body, "k").await, 201, "created");
    let again = house.write_as(PROJECTS, &body, "k").await;
    assert_eq!(again.headers["idempotent-replayed"], "true");
    assert_eq!(done(again, 201, "created"), first);
    let other = upload("a.L5X", &l5x("Line5", "Speed"));
    house.write_as(PROJECTS, &other, "k").await.refused(422, "idempotency_conflict");
}

#[tokio::test]
async fn what_is_no_upload_is_refused_with_what_is_wrong() {
    let house = House::new();
    let file = l5x("Line4", "Speed");
    let large = vec![b' '; INLINE_BYTES_MAX + 1];
    for (body, status, code, says) in [
        (json!({}), 400, "bad_request", "originalFilename"),
        (json!({ "originalFilename": "a" }), 400, "bad_request", "file"),
        (upload(" ", &file), 400, "bad_request", "originalFilename: must have 1 to 256"),
        (
            upload("a\u{0}b.L5X", &file),
            400,
            "bad_request",
            "originalFilename: must have no control",
        ),
        (
            json!({ "originalFilename": "a", "file": {} }),
            400,
            "bad_request",
            "exactly one of inline and blob_url",
        ),
        (
            json!({ "originalFilename": "a", "file": { "inline": "", "blob_url": "https://x" } }),
            400,
            "bad_request",
            "exactly one of inline and blob_url",
        ),
        (
            json!({ "originalFilename": "a", "file": { "blob_url": "https://x" } }),
            400,
            "bad_request",
            "does not download other addresses",
        ),
        (
            json!({ "originalFilename": "a", "file": { "inline": "?" } }),
            400,
            "bad_request",
            "is not valid base64",
        ),
        (upload("a.L5X", &large), 413, "payload_too_large", "larger than 4500000 bytes"),
        (upload("a.txt", b"hello"), 422, "project_unreadable", "a.txt: not a known project file"),
        (upload("a.zap17", b"x"), 422, "project_unreadable", "a TIA Portal project"),
        (upload("a.L5X", &file[..200]), 422, "project_unreadable", "a.L5X line"),
    ] {
        for path in [PROJECTS, &house.path("versions")] {
            let message = house.write(path, &body).await.refused(status, code);
            assert!(message.contains(says), "{message}");
        }
    }
    let body = " ".repeat(UPLOAD_BODY_BYTES_MAX + 1);
    let request = house
        .request("POST", PROJECTS)
        .header("content-type", "application/json")
        .header("idempotency-key", "k");
    let answer = house.send(request.body(Body::from(body)).unwrap()).await;
    answer.refused(413, "payload_too_large");
    let projects = house.service.projects(false).unwrap();
    assert_eq!(projects.len(), 1, "nothing was stored");
}

#[tokio::test]
async fn a_file_of_the_largest_size_is_taken() {
    let house = House::new();
    let mut file = l5x("Line4", "Speed");
    file.resize(INLINE_BYTES_MAX, b' ');
    done(house.write(PROJECTS, &upload("a.L5X", &file)).await, 201, "created");
}

#[tokio::test]
async fn permissions_and_scopes_hold() {
    let mut house = House::new();
    let body = upload("a.L5X", &l5x("Line4", "Speed"));
    let made = done(house.write(PROJECTS, &body).await, 201, "created");
    let id = made["project_id"].as_str().unwrap().to_owned();
    let next = upload("a.L5X", &l5x("Line4", "Pace"));
    let source = format!("{PROJECTS}/{id}/source");
    let versions = format!("{PROJECTS}/{id}/versions");

    house.key = house.make_key(&[Permission::HmiView], None);
    house.write(PROJECTS, &next).await.refused(403, "permission_denied");
    house.write(&versions, &next).await.refused(403, "permission_denied");
    house.read(&source).await.refused(403, "permission_denied");

    house.key = house.make_key(Permission::ALL, Some(&[&house.project]));
    house.write(PROJECTS, &next).await.refused(403, "project_scope_forbidden");
    house.write(&versions, &next).await.refused(403, "project_scope_forbidden");
    house.read(&source).await.refused(403, "project_scope_forbidden");

    house.key = house.make_key(Permission::ALL, Some(&[&id]));
    done(house.write(PROJECTS, &next).await, 201, "existing");
    let other = upload("b.L5X", &l5x("Line5", "Speed"));
    house.write(PROJECTS, &other).await.refused(403, "project_scope_forbidden");
    house
        .write(&format!("{PROJECTS}/prj_0/versions"), &next)
        .await
        .refused(403, "project_scope_forbidden");
    house.key = house.make_key(Permission::ALL, None);
    house.write(&format!("{PROJECTS}/prj_0/versions"), &next).await.refused(404, "not_found");
    house.read(&format!("{PROJECTS}/prj_0/source")).await.refused(404, "not_found");
}

#[tokio::test]
async fn the_source_comes_in_four_formats() {
    let house = House::new();
    let file = l5x("Line4", "Speed");
    house.read(&house.path("source")).await.refused(404, "not_found");
    done(
        house.write(&house.path("versions"), &upload("Línea 4 \"x\".L5X", &file)).await,
        201,
        "add_version",
    );

    let parsed = house.read(&house.path("source")).await.ok();
    assert_eq!((&parsed["format"], &parsed["vendor"]), (&json!("parsed"), &json!("allen-bradley")));
    assert_eq!(parsed["parsed"]["tags"][0]["name"], "Speed");
    for key in ["programs", "routines", "tags", "dataTypes"] {
        assert!(parsed["parsed"][key].is_array(), "{key}");
    }
    assert_eq!(house.read(&house.path("source?format=parsed")).await.ok(), parsed);

    let (headers, packed) = download(&house, &house.path("source"), true).await;
    assert_eq!(headers["content-encoding"], "gzip");
    let mut json = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut json).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), parsed);

    let (headers, raw) = download(&house, &house.path("source?format=raw"), false).await;
    assert_eq!(raw, file);
    assert_eq!(headers["content-type"], "application/xml");
    assert_eq!(
        headers["content-disposition"],
        "attachment; filename=\"L_nea 4 _x_.L5X\"; filename*=UTF-8''L%C3%ADnea%204%20%22x%22.L5X"
    );

    let scl = house.read(&house.path("source?format=scl")).await.ok();
    assert_eq!(scl["scl"], "// Main/Text\nSpeed := 1.5;\n");
    let ladder = house.read(&house.path("source?format=ladder")).await.ok();
    assert_eq!(
        ladder["ladder"],
        json!([{ "program": "Main", "routine": "Ladder", "language": "LD", "rungs": [
            { "number": 0, "comment": "starts it", "text": "XIC(Start)OTE(Run);" }] }])
    );
    let message = house.read(&house.path("source?format=xml")).await.refused(400, "bad_request");
    assert!(message.contains("format"), "{message}");
}

#[tokio::test]
async fn live_values_come_packed_to_who_takes_them_so() {
    let house = House::new();
    let tags: Vec<String> = (0..200).map(|it| format!("Tag{it}")).collect();
    let tags: Vec<(&str, i64)> = tags.iter().map(|it| (it.as_str(), 7)).collect();
    house.push(&[complete(1, &tags)]).await;
    let (headers, packed) = download(&house, &house.path("hmi/values"), true).await;
    assert_eq!(headers["content-encoding"], "gzip");
    let (headers, plain) = download(&house, &house.path("hmi/values"), false).await;
    assert!(!headers.contains_key("content-encoding") && packed.len() * 5 < plain.len());
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&*packed).read_to_end(&mut unpacked).unwrap();
    let [unpacked, plain]: [Value; 2] =
        [unpacked, plain].map(|it| serde_json::from_slice(&it).unwrap());
    assert_eq!((&unpacked["tags"], unpacked["live"] == true), (&plain["tags"], true));
}

#[tokio::test]
async fn a_model_that_is_too_large_is_to_be_read_raw() {
    let mut house = House::new();
    let comment = "x".repeat(INLINE_BYTES_MAX);
    let comment = format!("<Description><![CDATA[{comment}]]></Description><Tags>");
    let file = String::from_utf8(l5x("Line4", "Speed")).unwrap().replacen("<Tags>", &comment, 1);
    let added = house.service.add_project(None, "a.L5X", file.clone().into_bytes()).unwrap();
    house.project = added.project_id;
    house.read(&house.path("source")).await.refused(413, "payload_too_large");
    let (_, raw) = download(&house, &house.path("source?format=raw"), false).await;
    assert_eq!(raw, file.as_bytes());
}

#[tokio::test]
async fn the_owner_adds_files_of_any_size_without_http() {
    let house = House::new();
    let mut file = l5x("Line4", "Speed");
    file.resize(INLINE_BYTES_MAX * 2, b' ');
    let added = house.service.add_project(Some("North".into()), "a.L5X", file.clone()).unwrap();
    assert_eq!(added.vendor, Vendor::AllenBradley);
    let path = format!("{PROJECTS}/{}/source?format=raw", added.project_id);
    assert_eq!(download(&house, &path, false).await.1, file);
    assert_eq!(house.service.projects(false).unwrap()[0].name, "North");
    let error = house.service.add_project(None, "a.L5X", b"<x/>".to_vec()).unwrap_err();
    assert!(error.to_string().contains("a.L5X: not a known project file"), "{error}");
}

#[tokio::test]
async fn a_restart_forgets_no_version() {
    let mut house = House::new();
    let made = NewProject { name: "S7".into(), vendor: Vendor::Siemens };
    house.project = house.service.create_project(made).unwrap().project_id;
    let body = upload("sources.scl", &scl());
    done(house.write(&house.path("versions"), &body).await, 201, "add_version");
    house.restart();
    done(house.write(&house.path("versions"), &body).await, 200, "identical_file");
    let parsed = house.read(&house.path("source")).await.ok();
    assert_eq!(parsed["parsed"]["vendor"], "siemens");
}

#[tokio::test]
async fn a_file_is_read_as_a_project_once() {
    let mut house = House::new();
    let file = l5x("Line4", "Speed");
    done(house.write(&house.path("versions"), &upload("a.L5X", &file)).await, 201, "add_version");
    let parsed = house.read(&house.path("source")).await.ok();
    // Without its file, the model is available until the service restarts.
    std::fs::remove_dir_all(house.folder.path().join("files")).unwrap();
    assert_eq!(house.read(&house.path("source")).await.ok(), parsed);
    house.read(&house.path("source?format=scl")).await.ok();
    house.read(&house.path("source?format=raw")).await.refused(500, "internal_error");
    house.restart();
    house.read(&house.path("source")).await.refused(500, "internal_error");
    // Uploading the file again restores it.
    done(
        house.write(&house.path("versions"), &upload("a.L5X", &file)).await,
        200,
        "identical_file",
    );
    assert_eq!(house.read(&house.path("source")).await.ok(), parsed);
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_again_under_the_same_key() {
    let house = House::new();
    for _ in 0..3 {
        let refused = house.write_as(PROJECTS, &upload("a.L5X", b"text"), "k").await;
        refused.refused(422, "project_unreadable");
    }
    done(house.write_as(PROJECTS, &upload("a.L5X", &l5x("L", "S")), "k").await, 201, "created");
}
