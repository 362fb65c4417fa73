//! The project of an uploaded file, and the reason.

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use tagbridge_api::project::Vendor;
use tagbridge_service::NewProject;

use crate::harness::House;

const PROJECTS: &str = "/api/v1/projects";

/// A plant's export: its controller has a common name, its tags have this prefix, and there are
/// this number of them.
type Export = fn(prefix: &str, tags: usize) -> (&'static str, Vec<u8>);

fn logix(prefix: &str, tags: usize) -> (&'static str, Vec<u8>) {
    let tags: Vec<String> = (0..tags)
        .map(|no| format!("<Tag Name=\"{prefix}{no}\" TagType=\"Base\" DataType=\"DINT\"/>"))
        .collect();
    ("PLC_1.L5X", logix_with("", &tags.concat()))
}

fn logix_with(serial: &str, tags: &str) -> Vec<u8> {
    format!(
        "<RSLogix5000Content TargetName=\"PLC_1\"><Controller Use=\"Target\" Name=\"PLC_1\" \
         ProcessorType=\"1756-L83E\" {serial}><Tags>{tags}</Tags><Programs><Program \
         Name=\"MainProgram\" MainRoutineName=\"MainRoutine\"><Tags/><Routines><Routine \
         Name=\"MainRoutine\" Type=\"RLL\"/></Routines></Program></Programs></Controller>\
         </RSLogix5000Content>"
    )
    .into_bytes()
}

fn siemens(prefix: &str, tags: usize) -> (&'static str, Vec<u8>) {
    let members: Vec<String> = (0..tags).map(|no| format!("  {prefix}{no} : Int;\r\n")).collect();
    let members = members.concat();
    let block = format!(
        "DATA_BLOCK \"{prefix}Data\"\r\n{{ S7_Optimized_Access := 'FALSE' }}\r\nVERSION : 0.1\r\n\
         STRUCT\r\n{members}END_STRUCT;\r\nBEGIN\r\nEND_DATA_BLOCK\r\n"
    );
    ("Export.scl", block.into_bytes())
}

fn codesys(prefix: &str, tags: usize) -> (&'static str, Vec<u8>) {
    let variables: Vec<String> = (0..tags)
        .map(|no| format!("<variable name=\"{prefix}{no}\"><type><INT/></type></variable>"))
        .collect();
    let variables = variables.concat();
    let project = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><project \
         xmlns=\"http://www.plcopen.org/xml/tc6_0200\"><fileHeader companyName=\"\" \
         productName=\"CODESYS\" productVersion=\"CODESYS V3.5 SP19\" \
         creationDateTime=\"2026-01-01T00:00:00\"/><contentHeader name=\"PLC_1\"/><types>\
         <dataTypes/><pous><pou name=\"{prefix}Main\" pouType=\"program\"><interface><localVars>\
         {variables}</localVars></interface><body><ST><xhtml \
         xmlns=\"http://www.w3.org/1999/xhtml\">;</xhtml></ST></body></pou></pous></types>\
         <instances><configurations/></instances></project>"
    );
    ("PLC_1.xml", project.into_bytes())
}

async fn put(house: &House, name: &str, file: &[u8], shown: Option<&str>) -> Value {
    let mut body =
        json!({ "originalFilename": name, "file": { "inline": BASE64_STANDARD.encode(file) } });
    if let Some(shown) = shown {
        body["name"] = json!(shown);
    }
    house.advance_ms(1000);
    let answer = house.write(PROJECTS, &body).await;
    assert_eq!(answer.status, 201, "{:#}", answer.body);
    answer.body
}

async fn check(export: Export) {
    let house = House::new();
    let (name, bottling) = export("Bottling", 40);
    let first = put(&house, name, &bottling, None).await;
    assert_eq!(
        (&first["resolution"], &first["decision"]["code"]),
        (&json!("created"), &json!("none_called_so"))
    );

    let (name, press) = export("Press", 60);
    let second = put(&house, name, &press, None).await;
    assert_eq!(second["resolution"], "created", "{name}: {second:#}");
    assert_eq!(second["decision"]["code"], "other_names", "{name}");
    assert_eq!(second["decision"]["project_id"], first["project_id"], "{name}");
    assert_ne!(second["project_id"], first["project_id"], "{name}");

    // The same plants' next exports, in either order.
    for (prefix, tags, of) in [("Bottling", 55, &first), ("Press", 58, &second)] {
        let (name, next) = export(prefix, tags);
        let next = put(&house, name, &next, None).await;
        assert_eq!(next["resolution"], "existing", "{name}: {next:#}");
        assert_eq!(next["decision"]["code"], "same_names", "{name}");
        assert_eq!(next["project_id"], of["project_id"], "{name}");
        assert_eq!(next["version_number"], 2, "{name}");
    }
}

#[tokio::test]
async fn unrelated_plants_with_equal_names_are_two_projects_and_their_next_exports_are_versions() {
    for export in [logix as Export, siemens, codesys] {
        check(export).await;
    }
}

#[tokio::test]
async fn a_serial_number_decides_alone() {
    let house = House::new();
    let tags = |from: usize| {
        let tags: Vec<String> = (from..from + 20)
            .map(|no| format!("<Tag Name=\"T{no}\" TagType=\"Base\" DataType=\"DINT\"/>"))
            .collect();
        tags.concat()
    };
    let serial = |no: &str| format!("ProjectSN=\"{no}\"");
    let one = logix_with(&serial("16#0060_1234"), &tags(0));
    let made = put(&house, "a.L5X", &one, None).await;
    // A machine of the same kind, with the same program.
    let twin = logix_with(&serial("16#0060_5678"), &tags(0));
    let twin = put(&house, "a.L5X", &twin, None).await;
    assert_eq!(
        (&twin["resolution"], &twin["decision"]["code"]),
        (&json!("created"), &json!("other_serial"))
    );
    // The same machine with another program.
    let rebuilt = logix_with(&serial("16#0060_1234"), &tags(100));
    let rebuilt = put(&house, "a.L5X", &rebuilt, None).await;
    assert_eq!(rebuilt["decision"], json!({ "code": "same_serial", "serial": "00601234" }));
    assert_eq!(rebuilt["project_id"], made["project_id"]);
}

#[tokio::test]
async fn what_the_person_says_decides() {
    let house = House::new();
    let (name, north) = logix("North", 20);
    let (_, south) = logix("South", 20);
    let made = put(&house, name, &north, Some("Hall 3")).await;
    let joined = put(&house, name, &south, Some("Hall 3")).await;
    assert_eq!(joined["project_id"], made["project_id"]);
    assert_eq!(joined["decision"], json!({ "code": "named", "name": "Hall 3" }));
    let other = house.service.add_project(None, name, logix("East", 20).1).unwrap();
    assert_ne!(json!(other.project_id), made["project_id"]);
    let told =
        house.service.add_version(made["project_id"].as_str().unwrap(), name, logix("West", 9).1);
    assert_eq!(told.unwrap().version_number, 3);
    let error = house.service.add_version("prj_x", name, north).unwrap_err();
    assert_eq!(error.to_string(), "there is no project prj_x");
    let error =
        house.service.add_version(&other.project_id, "a.scl", siemens("A", 3).1).unwrap_err();
    assert!(error.to_string().contains("the file is for siemens"), "{error}");
}

#[tokio::test]
async fn the_project_that_has_the_very_file_goes_before_one_of_the_same_name() {
    let house = House::new();
    let (name, north) = logix("North", 20);
    let made = put(&house, name, &north, Some("Hall 3")).await;
    // Another project with that display name, which was touched since.
    house.advance_ms(1000);
    let new = NewProject { name: "Hall 3".into(), vendor: Vendor::AllenBradley };
    let second = house.service.create_project(new).unwrap().project_id;
    house.service.add_version(&second, name, logix("South", 20).1).unwrap();
    let again = put(&house, name, &north, Some("Hall 3")).await;
    assert_eq!(again["decision"]["code"], "same_file", "{again:#}");
    assert_eq!(again["project_id"], made["project_id"]);
    assert_eq!(again["resolution"], "identical_file");
    let next = put(&house, name, &logix("West", 20).1, Some("Hall 3")).await;
    assert_eq!(next["project_id"], json!(second), "of other files, the one touched last");
}

#[tokio::test]
async fn what_is_sent_at_the_same_time_becomes_one_project() {
    let house = House::new();
    for round in 0..8 {
        let prefix = format!("Round{round}_");
        let (name, file) = logix(&prefix, 120);
        // The same file, and the next one of the plant.
        let next = if round % 2 == 0 { file.clone() } else { logix(&prefix, 150).1 };
        let [body, next] = [file, next].map(|it| {
            json!({ "originalFilename": name, "file": { "inline": BASE64_STANDARD.encode(it) } })
        });
        let (one, other) = tokio::join!(house.write(PROJECTS, &body), house.write(PROJECTS, &next));
        assert_eq!((one.status.as_u16(), other.status.as_u16()), (201, 201), "{one:?} {other:?}");
        assert_eq!(one.body["project_id"], other.body["project_id"], "{round}");
    }
}
