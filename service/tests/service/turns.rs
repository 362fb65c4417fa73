//! `interpret`, `conversations` and `messages`.

use axum::body::Body;
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use tagbridge_api::{Permission, project::Vendor};
use tagbridge_service::NewProject;

use crate::harness::{Answer, House};

/// Two programs of a task, each with a tag of the same name.
pub(crate) const LINE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" SoftwareRevision="33.00" TargetName="Line4"
    TargetType="Controller" ContainsContext="false">
<Controller Use="Target" Name="Line4" ProcessorType="1756-L83E" MajorRev="33" MinorRev="11">
<Tags>
<Tag Name="Auto" TagType="Base" DataType="BOOL" ExternalAccess="Read/Write"/>
<Tag Name="E_Stop" TagType="Base" DataType="BOOL" ExternalAccess="Read/Write"/>
<Tag Name="Conveyor_Run" TagType="Base" DataType="BOOL" ExternalAccess="Read/Write"/>
<Tag Name="Spare" TagType="Base" DataType="BOOL" ExternalAccess="Read/Write"/>
</Tags>
<Programs>
<Program Name="Main" MainRoutineName="Ladder">
<Tags><Tag Name="Speed" TagType="Base" DataType="REAL" ExternalAccess="Read/Write"/></Tags>
<Routines><Routine Name="Ladder" Type="RLL"><RLLContent>
<Rung Number="0" Type="N"><Comment><![CDATA[starts the conveyor]]></Comment>
<Text><![CDATA[XIC(Auto)XIO(E_Stop)OTE(Conveyor_Run);]]></Text></Rung>
<Rung Number="1" Type="N"><Text><![CDATA[XIC(Conveyor_Run)MOV(1.5,Speed);]]></Text></Rung>
</RLLContent></Routine></Routines></Program>
<Program Name="Other" MainRoutineName="Ladder">
<Tags><Tag Name="Speed" TagType="Base" DataType="REAL" ExternalAccess="Read/Write"/></Tags>
<Routines><Routine Name="Ladder" Type="RLL"><RLLContent>
<Rung Number="0" Type="N"><Text><![CDATA[XIC(Auto)MOV(2.5,Speed);]]></Text></Rung>
</RLLContent></Routine></Routines></Program>
</Programs>
<Tasks><Task Name="MainTask" Type="PERIODIC" Rate="10" Priority="10" Watchdog="500">
<ScheduledPrograms><ScheduledProgram Name="Main"/><ScheduledProgram Name="Other"/>
</ScheduledPrograms></Task></Tasks></Controller></RSLogix5000Content>"#;

/// A harness with a project from that file.
pub(crate) async fn line() -> House {
    let house = House::new();
    upload(&house, LINE).await;
    house
}

pub(crate) async fn upload(house: &House, file: &str) {
    let body = json!({ "originalFilename": "line4.L5X",
        "file": { "inline": BASE64_STANDARD.encode(file) } });
    let answer = house.write(&house.path("versions"), &body).await;
    assert_eq!(answer.status, 201, "{:#}", answer.body);
}

pub(crate) async fn ask(house: &House, prompt: &str) -> Value {
    house.write(&house.path("interpret"), &json!({ "prompt": prompt })).await.ok()
}

async fn message(house: &House, conversation: &Value, body: &Value) -> Answer {
    let path = format!("/api/v1/conversations/{}/messages", conversation.as_str().unwrap());
    house.write(&path, body).await
}

/// Number of rows of conversations, turns, events and uses.
pub(crate) fn rows(house: &House) -> [i64; 4] {
    ["conversations", "turns", "turn_events", "uses"]
        .map(|table| house.number(&format!("SELECT count(*) FROM {table}")))
}

#[tokio::test]
async fn an_answer_says_where_it_was_read_and_the_next_question_knows_of_what() {
    let house = line().await;
    let first = ask(&house, "What turns Conveyor_Run on?").await;
    assert_eq!(first["status"], "answer");
    let rung = json!({ "location_kind": "rung", "path": "Main/Ladder", "rung": 0 });
    assert_eq!(first["citations"], json!([rung]));
    let text = first["answer"].as_str().unwrap();
    assert!(text.contains("Conveyor_Run is on while Auto is on and E_Stop is off"), "{text}");
    assert_eq!(first["usage"], json!({ "input_tokens": 0, "output_tokens": 0 }));
    let project = house.read(&format!("/api/v1/projects/{}", house.project)).await.ok();
    assert_eq!(first["version_id"], project["current_version_id"]);

    let conversation = &first["conversation_id"];
    let next = message(&house, conversation, &json!({ "prompt": "And where is it read?" })).await;
    let next = next.ok();
    assert_eq!(next["conversation_id"], *conversation);
    assert_eq!(next["citations"][0]["rung"], 1, "{next:#}");
    assert_eq!(rows(&house)[0], 1, "one conversation");

    let german = ask(&house, "Wo wird Conveyor_Run gelesen?").await;
    assert!(german["answer"].as_str().unwrap().contains("wird an 1 Stelle gelesen"), "{german:#}");
    let without = json!({ "prompt": "Where is Auto used?", "include_citations": false });
    let without = house.write(&house.path("interpret"), &without).await.ok();
    assert_eq!(without["citations"], json!([]));
}

#[tokio::test]
async fn a_conversation_begins_without_a_question_too() {
    let house = line().await;
    let path = house.path("conversations");
    let empty = house.request("POST", &path).header("idempotency-key", "k1");
    let opened = house.send(empty.body(Body::empty()).unwrap()).await;
    assert_eq!(opened.status, 201, "{:#}", opened.body);
    assert_eq!(opened.body["projectId"], house.project.as_str());
    for (key, kind, length) in [
        ("k2", "application/json", None),
        ("k3", "application/json", Some("0")),
        ("k4", "application/x-www-form-urlencoded", Some("0")),
    ] {
        let empty = house.request("POST", &path).header("idempotency-key", key);
        let mut empty = empty.header("content-type", kind);
        if let Some(length) = length {
            empty = empty.header("content-length", length);
        }
        let opened = house.send(empty.body(Body::empty()).unwrap()).await;
        assert_eq!(opened.status, 201, "{kind}: {:#}", opened.body);
    }
    let named = house.write(&path, &json!({ "name": "Why it stops" })).await;
    assert_eq!(named.status, 201);
    let id = &named.body["conversationId"];
    let answer = message(&house, id, &json!({ "prompt": "Where is Auto used?" })).await.ok();
    assert_eq!(answer["conversation_id"], *id);
    let long = json!({ "name": "x".repeat(257) });
    house.write(&path, &long).await.refused(400, "bad_request");
}

#[tokio::test]
async fn a_name_that_means_several_is_asked_back() {
    let house = line().await;
    let asked = ask(&house, "Where is Speed written?").await;
    assert_eq!(asked["status"], "needs_input");
    let question = &asked["questions"][0];
    assert_eq!(question["options"], json!(["Program:Main.Speed", "Program:Other.Speed"]));
    assert_eq!(question["recommended_index"], Value::Null);
    let conversation = &asked["conversation_id"];
    let id = &question["id"];
    for (answer, path) in [
        (json!({ "id": id, "selected_index": 1 }), "Other/Ladder"),
        (json!({ "id": id, "free_text": "Program:Main.Speed" }), "Main/Ladder"),
    ] {
        let asked = ask(&house, "Where is Speed written?").await;
        let answered =
            message(&house, &asked["conversation_id"], &json!({ "answers": [answer] })).await.ok();
        assert_eq!(answered["status"], "answer", "{answered:#}");
        assert_eq!(answered["citations"][0]["path"], path);
    }
    for wrong in [
        json!([{ "id": "other", "selected_index": 0 }]),
        json!([{ "id": id, "selected_index": 2 }]),
        json!([{ "id": id }]),
        json!([{ "id": id, "selected_index": 0, "free_text": "x" }]),
        json!([{ "id": id, "selected_index": 0 }, { "id": id, "selected_index": 1 }]),
    ] {
        let refused = message(&house, conversation, &json!({ "answers": wrong })).await;
        let said = refused.refused(400, "bad_request");
        assert!(said.starts_with("answers"), "{said}");
    }
    // A question expires after a day.
    house.advance_ms(24 * 3_600_000 + 1);
    let late = json!({ "answers": [{ "id": id, "selected_index": 0 }] });
    message(&house, conversation, &late).await.refused(400, "bad_request");
}

#[tokio::test]
async fn a_question_has_four_options_at_most_and_another_one_is_told_in_words() {
    let other = LINE.find("<Program Name=\"Other\"").unwrap();
    let programs = LINE.find("</Programs>").unwrap();
    let cells = |of: &str| -> String {
        (1..=4).map(|number| of.replace("Other", &format!("Cell{number}"))).collect()
    };
    let more = format!("{}</Programs>", cells(&LINE[other..programs]));
    let scheduled = "<ScheduledProgram Name=\"Other\"/>";
    let file = LINE.replace("</Programs>", &more);
    let file = file.replace(scheduled, &format!("{scheduled}{}", cells(scheduled)));
    let house = House::new();
    upload(&house, &file).await;

    let asked = ask(&house, "Where is Speed written?").await;
    let question = &asked["questions"][0];
    assert_eq!(question["options"].as_array().unwrap().len(), 4, "{asked:#}");
    let text = question["question"].as_str().unwrap();
    assert!(text.ends_with("These are the first 4."), "{text}");
    let answer = async |answer: Value| {
        message(&house, &asked["conversation_id"], &json!({ "answers": [answer] })).await
    };
    let beyond = json!({ "id": question["id"], "selected_index": 4 });
    answer(beyond).await.refused(400, "bad_request");
    let told = json!({ "id": question["id"], "free_text": "Program:Cell4.Speed" });
    let answered = answer(told).await.ok();
    assert_eq!(answered["citations"][0]["path"], "Cell4/Ladder", "{answered:#}");
}

#[tokio::test]
async fn a_change_is_refused_with_the_endpoint_that_takes_it() {
    let house = line().await;
    for prompt in ["Please set Speed to 3.", "Lösche Strompfad 1 von Main/Ladder."] {
        let answer = ask(&house, prompt).await;
        assert_eq!(answer["status"], "unresolved");
        let reason = answer["reason"].as_str().unwrap();
        assert!(reason.contains("POST projects/{id}/generate"), "{reason}");
    }
    let nothing = ask(&house, "Where is Nonesuch used?").await;
    assert_eq!(nothing["status"], "unresolved", "{nothing:#}");
}

#[tokio::test]
async fn the_same_request_is_answered_once() {
    let house = line().await;
    let path = house.path("interpret");
    let body = json!({ "prompt": "Where is Auto used?" });
    let first = house.write_as(&path, &body, "k1").await;
    assert!(!first.headers.contains_key("idempotent-replayed"));
    let before = rows(&house);
    let again = house.write_as(&path, &body, "k1").await;
    assert_eq!(again.headers["idempotent-replayed"], "true");
    assert_eq!(again.body, first.body);
    assert_eq!(rows(&house), before, "a replay stores nothing");
    assert_eq!(before[3], 1, "it is metered once");
    let other = json!({ "prompt": "Where is E_Stop used?" });
    house.write_as(&path, &other, "k1").await.refused(422, "idempotency_conflict");
    let streamed = json!({ "prompt": "Where is Auto used?", "mode": "stream" });
    house.write_as(&path, &streamed, "k1").await.refused(422, "idempotency_conflict");
    // A symbol file has no code.
    upload(
        &house,
        &LINE.replace("<Programs>", "<Programs><!--").replace("</Programs>", "--></Programs>"),
    )
    .await;
    house.write(&path, &other).await.refused(422, "vendor_unsupported");
    assert_eq!(rows(&house), before, "a refusal stores and costs nothing");
}

#[tokio::test]
async fn what_is_refused_leaves_nothing() {
    let house = line().await;
    let path = house.path("interpret");
    let before = rows(&house);
    for (body, field) in [
        (json!({}), "prompt"),
        (json!({ "prompt": "" }), "prompt"),
        (json!({ "prompt": "x".repeat(8_001) }), "prompt"),
        (json!({ "prompt": "x", "mode": "later" }), "mode"),
        (json!({ "prompt": "x", "projekt": 1 }), "unknown field"),
        (json!({ "prompt": 1 }), "prompt"),
        (json!({ "answers": [{ "id": "subject", "selected_index": 0 }] }), "conversation_id"),
        (json!({ "answers": [{ "id": "subject", "free_text": "" }] }), "answers"),
        (json!([]), "object"),
    ] {
        let said = house.write(&path, &body).await.refused(400, "bad_request");
        assert!(said.contains(field), "{said}");
    }
    let asked = json!({ "prompt": "Where is Auto used?" });
    let missing = json!({ "prompt": "Where is Auto used?", "conversation_id": "cnv_0" });
    house.write(&path, &missing).await.refused(404, "not_found");
    house.write("/api/v1/projects/prj_0/interpret", &asked).await.refused(404, "not_found");
    message(&house, &json!("cnv_0"), &asked).await.refused(404, "not_found");

    let empty = NewProject { name: "Empty".into(), vendor: Vendor::AllenBradley };
    let empty = house.service.create_project(empty).unwrap().project_id;
    let empty = format!("/api/v1/projects/{empty}/interpret");
    let not_ready = house.write(&empty, &asked).await;
    assert_eq!(not_ready.headers["retry-after"], "1");
    not_ready.refused(409, "project_not_ready");
    assert_eq!(rows(&house), before);

    // A conversation belongs to its project; a caller without access cannot detect either.
    let conversation = ask(&house, "Where is Auto used?").await["conversation_id"].clone();
    let before = rows(&house);
    let foreign = json!({ "prompt": "Where is Auto used?", "conversation_id": conversation });
    house.write(&empty, &foreign).await.refused(404, "not_found");
    let mut house = house;
    let elsewhere = NewProject { name: "Elsewhere".into(), vendor: Vendor::AllenBradley };
    let elsewhere = house.service.create_project(elsewhere).unwrap().project_id;
    let scope: &[&str] = &[&elsewhere];
    for (permissions, scope, status, code) in [
        (&[Permission::CodeRead][..], None, 403, "permission_denied"),
        (&[Permission::AiExplain][..], Some(scope), 403, "project_scope_forbidden"),
    ] {
        house.key = house.make_key(permissions, scope);
        house.write(&path, &asked).await.refused(status, code);
    }
    message(&house, &conversation, &asked).await.refused(404, "not_found");
    house.key = "nobody".to_owned();
    house.write(&path, &asked).await.refused(401, "unauthorized");
    assert_eq!(rows(&house), before);
}

#[tokio::test]
async fn what_changed_since_a_version_is_told_from_both_files() {
    let house = line().await;
    let alone = ask(&house, "What changed since version 7?").await;
    assert!(alone["answer"].as_str().unwrap().contains("no version 7"), "{alone:#}");
    upload(&house, &LINE.replace("XIO(E_Stop)OTE", "OTE")).await;
    let project = house.read(&format!("/api/v1/projects/{}", house.project)).await.ok();
    let first = project["version_number"].as_u64().unwrap() - 1;
    for question in [
        format!("What changed since version {first}?"),
        "Was hat sich seit der letzten Version geändert?".to_owned(),
    ] {
        let answer = ask(&house, &question).await;
        assert_eq!(answer["citations"][0]["rung"], 0, "{answer:#}");
        assert!(answer["answer"].as_str().unwrap().contains("E_Stop"), "{answer:#}");
    }
}

#[tokio::test]
async fn old_conversations_and_events_go() {
    let house = line().await;
    let first = ask(&house, "Where is Auto used?").await;
    assert!(rows(&house)[2] > 3);
    let serve = async |house: &House| {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stop = tokio_util::sync::CancellationToken::new();
        let (service, stopped) = (house.service.clone(), stop.clone());
        let serving = tokio::spawn(async move { service.serve(listener, stopped).await });
        for _ in 0..500 {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            if rows(house)[2] == 0 {
                break;
            }
        }
        stop.cancel();
        serving.await.unwrap().unwrap();
    };
    house.advance_ms(24 * 3_600_000 + 1);
    serve(&house).await;
    let [conversations, turns, events, uses] = rows(&house);
    assert_eq!([conversations, turns, events, uses], [1, 1, 0, 1]);
    let more = json!({ "prompt": "And where is it written?" });
    message(&house, &first["conversation_id"], &more).await.ok();
    house.advance_ms(30 * 24 * 3_600_000 + 1);
    serve(&house).await;
    assert_eq!(rows(&house), [0, 0, 0, 2]);
}
