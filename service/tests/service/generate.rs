//! `generate`: a plan, then its result after approval.

use axum::body::{Body, to_bytes};
use serde_json::{Value, json};
use tagbridge_api::Permission;
use tower::ServiceExt;

use crate::{
    harness::House,
    turns::{LINE, line, rows, upload},
};

const ASKED: &str = "add a closed contact Spare to rung 0 of Main/Ladder";

async fn planned(house: &House, prompt: &str) -> Value {
    house.write(&house.path("generate"), &json!({ "prompt": prompt })).await.ok()
}

fn approval(plan: &Value) -> Value {
    json!({ "conversation_id": plan["conversation_id"], "approve": true })
}

#[tokio::test]
async fn a_plan_is_approved_once_and_makes_no_version() {
    let house = line().await;
    let before = house.read(&format!("/api/v1/projects/{}", house.project)).await.ok();
    let plan = planned(&house, ASKED).await;
    assert_eq!(plan["status"], "plan", "{plan:#}");
    let step = &plan["plan"]["steps"][0];
    assert_eq!(
        (&step["action"], &step["target"], &step["code_type"]),
        (&json!("UPDATE"), &json!("Main/Ladder"), &json!("RLL"))
    );
    let risks = plan["plan"]["risks"].as_array().unwrap();
    assert!(risks.iter().any(|it| it["kind"] == "interlock_changed"), "{risks:?}");
    assert_eq!(plan["version_id"], before["current_version_id"]);

    let code = house.write(&house.path("generate"), &approval(&plan)).await.ok();
    assert_eq!(code["status"], "code", "{code:#}");
    let change = &code["changes"][0];
    assert_eq!(
        change["content"],
        "// starts the conveyor\nXIO(Spare)XIC(Auto)XIO(E_Stop)OTE(Conveyor_Run);\n\
         XIC(Conveyor_Run)MOV(1.5,Speed);"
    );
    assert_eq!(code["usage"], json!({ "input_tokens": 0, "output_tokens": 0 }));
    let after = house.read(&format!("/api/v1/projects/{}", house.project)).await.ok();
    assert_eq!(before["current_version_id"], after["current_version_id"]);

    let again = house.write(&house.path("generate"), &approval(&plan)).await;
    again.refused(404, "no_pending_plan");
    assert_eq!(rows(&house)[3], 2, "two uses");
}

#[tokio::test]
async fn the_stored_plan_is_what_is_executed() {
    let house = line().await;
    let plan = planned(&house, "add a tag Count of type DINT to Main").await;
    let mut approve = approval(&plan);
    approve["prompt"] = json!("delete the unused tag Spare");
    let code = house.write(&house.path("generate"), &approve).await.ok();
    assert_eq!(code["changes"][0]["target"], "Program:Main.Count", "{code:#}");

    let plan = planned(&house, "add a tag Count of type DINT to Main").await;
    let mut approve = approval(&plan);
    approve["amendment"] = json!("call it Total");
    let code = house.write(&house.path("generate"), &approve).await.ok();
    assert_eq!(code["changes"][0]["target"], "Program:Main.Total", "{code:#}");

    let plan = planned(&house, "add a tag Count of type DINT to Main").await;
    let mut approve = approval(&plan);
    approve["amendment"] = json!("make it nicer");
    let asked = house.write(&house.path("generate"), &approve).await.ok();
    assert_eq!(asked["status"], "needs_input", "{asked:#}");
    let question = &asked["questions"][0];
    let answer = json!({ "conversation_id": plan["conversation_id"],
        "answers": [{ "id": question["id"], "selected_index": 0 }] });
    let code = house.write(&house.path("generate"), &answer).await.ok();
    assert_eq!(code["status"], "code", "{code:#}");
    assert_eq!(code["changes"][0]["target"], "Program:Main.Count", "{code:#}");
}

#[tokio::test]
async fn what_is_left_open_is_asked_and_what_cannot_be_is_said() {
    let house = line().await;
    let asked = planned(&house, "add a tag Count of type DINT").await;
    assert_eq!(asked["status"], "needs_input", "{asked:#}");
    let options = asked["questions"][0]["options"].as_array().unwrap();
    let main = options.iter().position(|it| it == "Main").unwrap();
    let answer = json!({ "conversation_id": asked["conversation_id"],
        "answers": [{ "id": asked["questions"][0]["id"], "selected_index": main }] });
    let plan = house.write(&house.path("generate"), &answer).await.ok();
    assert_eq!(plan["plan"]["steps"][0]["target"], "Program:Main.Count", "{plan:#}");

    let hinted = json!({ "prompt": "add a tag Count of type DINT",
        "target": { "program": "Other", "routine": "Ladder" } });
    let plan = house.write(&house.path("generate"), &hinted).await.ok();
    assert_eq!(plan["plan"]["steps"][0]["target"], "Program:Other.Count", "{plan:#}");

    let refused = planned(&house, "Turn off the interlock").await;
    assert_eq!(refused["status"], "unresolved");
    let nothing = house.write(&house.path("generate"), &approval(&refused)).await;
    nothing.refused(404, "no_pending_plan");
}

#[tokio::test]
async fn a_new_version_changes_the_plan_or_not() {
    let house = line().await;
    let plan = planned(&house, ASKED).await;
    // Another object is different: the plan is still valid.
    upload(&house, &LINE.replace("MOV(2.5,Speed)", "MOV(3.5,Speed)")).await;
    let code = house.write(&house.path("generate"), &approval(&plan)).await.ok();
    assert_eq!(code["status"], "code", "{code:#}");

    let plan = planned(&house, ASKED).await;
    upload(&house, &LINE.replace("XIC(Auto)XIO(E_Stop)", "XIO(E_Stop)XIC(Auto)")).await;
    let unresolved = house.write(&house.path("generate"), &approval(&plan)).await.ok();
    assert_eq!(unresolved["status"], "unresolved", "{unresolved:#}");
    // The plan is kept: with the old version, it can be executed.
    upload(&house, LINE).await;
    let code = house.write(&house.path("generate"), &approval(&plan)).await.ok();
    assert_eq!(code["status"], "code", "{code:#}");
}

#[tokio::test]
async fn what_goes_or_has_another_name_is_looked_for_in_the_project_as_it_is_now() {
    // Another routine names it now, which is not one of the units of the plan.
    let used = LINE.replace("XIC(Auto)MOV(2.5,Speed)", "XIC(Spare)MOV(2.5,Speed)");
    let elsewhere = LINE.replace("MOV(2.5,Speed)", "MOV(3.5,Speed)");
    for asked in ["delete the unused tag Spare", "rename Spare to Extra"] {
        let house = line().await;
        let plan = planned(&house, asked).await;
        assert_eq!(plan["status"], "plan", "{plan:#}");
        upload(&house, &used).await;
        let stale = house.write(&house.path("generate"), &approval(&plan)).await.ok();
        assert_eq!(stale["status"], "unresolved", "{asked}: {stale:#}");
        let reason = stale["reason"].as_str().unwrap();
        assert!(reason.contains("changed since this plan"), "{reason}");
        let mut amended = approval(&plan);
        amended["amendment"] = json!("call it Total");
        let stale = house.write(&house.path("generate"), &amended).await.ok();
        assert_eq!(stale["status"], "unresolved", "{asked}: {stale:#}");
        // An unrelated change does not matter.
        upload(&house, &elsewhere).await;
        let code = house.write(&house.path("generate"), &approval(&plan)).await.ok();
        assert_eq!(code["status"], "code", "{asked}: {code:#}");
    }
}

#[tokio::test]
async fn a_plan_is_replaced_by_the_next_one_and_gone_after_a_day() {
    let house = line().await;
    let first = planned(&house, "add a tag Count of type DINT to Main").await;
    let conversation = &first["conversation_id"];
    let second = json!({ "prompt": "add a tag Total of type DINT to Main",
        "conversation_id": conversation });
    let second = house.write(&house.path("generate"), &second).await.ok();
    assert_eq!(second["conversation_id"], *conversation);
    let code = house.write(&house.path("generate"), &approval(&first)).await.ok();
    assert_eq!(code["changes"][0]["target"], "Program:Main.Total", "{code:#}");

    let plan = planned(&house, ASKED).await;
    house.advance_ms(24 * 3_600_000 + 1);
    let before = rows(&house);
    let late = house.write(&house.path("generate"), &approval(&plan)).await;
    late.refused(404, "no_pending_plan");
    assert_eq!(rows(&house), before, "a refusal stores and costs nothing");
}

#[tokio::test]
async fn an_amended_plan_of_a_version_that_is_changed_since_is_not_carried_out() {
    let house = line().await;
    let plan = planned(&house, ASKED).await;
    upload(&house, &LINE.replace("XIC(Auto)XIO(E_Stop)", "XIO(E_Stop)XIC(Auto)")).await;
    let mut approve = approval(&plan);
    approve["amendment"] = json!("in rung 1");
    let unresolved = house.write(&house.path("generate"), &approve).await.ok();
    assert_eq!(unresolved["status"], "unresolved", "{unresolved:#}");
    // The plan is kept, and can be executed when the units are unchanged again.
    upload(&house, LINE).await;
    let code = house.write(&house.path("generate"), &approve).await.ok();
    assert_eq!(code["status"], "code", "{code:#}");
    let content = code["changes"][0]["content"].as_str().unwrap();
    assert!(content.contains("XIO(Spare)XIC(Conveyor_Run)MOV"), "{content}");
}

#[tokio::test]
async fn refusals_store_nothing() {
    let house = line().await;
    let before = rows(&house);
    let send = async |body: Value| house.write(&house.path("generate"), &body).await;
    send(json!({})).await.refused(400, "bad_request");
    send(json!({ "prompt": " " })).await.refused(400, "bad_request");
    send(json!({ "prompt": "x", "project": 1 })).await.refused(400, "bad_request");
    send(json!({ "approve": true })).await.refused(400, "bad_request");
    send(json!({ "prompt": "x", "amendment": "y" })).await.refused(400, "bad_request");
    let unknown = json!({ "conversation_id": "cnv_0", "approve": true });
    send(unknown).await.refused(404, "not_found");
    assert_eq!(rows(&house), before);

    // Questions have separate conversations.
    let asked = json!({ "prompt": "Where is Auto used?" });
    let answer = house.write(&house.path("interpret"), &asked).await.ok();
    send(approval(&answer)).await.refused(404, "not_found");
    let before = rows(&house);
    let reader = house.make_key(&[Permission::AiExplain], None);
    let request = axum::http::Request::builder()
        .method("POST")
        .uri(house.path("generate"))
        .header("authorization", format!("Bearer {reader}"))
        .header("content-type", "application/json")
        .header("idempotency-key", "reader")
        .body(Body::from(json!({ "prompt": ASKED }).to_string()))
        .unwrap();
    house.send(request).await.refused(403, "permission_denied");
    assert_eq!(rows(&house), before);
    let empty = House::new();
    let body = json!({ "prompt": ASKED });
    let nothing = rows(&empty);
    empty.write(&empty.path("generate"), &body).await.refused(409, "project_not_ready");
    assert_eq!(rows(&empty), nothing);
}

#[tokio::test]
async fn a_plan_is_replayed_and_another_body_under_its_key_is_refused() {
    let house = line().await;
    let body = json!({ "prompt": ASKED });
    let first = house.write_as(&house.path("generate"), &body, "one-key").await;
    let first_body = first.ok();
    let again = house.write_as(&house.path("generate"), &body, "one-key").await;
    assert_eq!(again.headers["idempotent-replayed"], "true");
    assert_eq!(again.ok(), first_body);
    let other = json!({ "prompt": "add a tag x of type DINT to Main" });
    let other = house.write_as(&house.path("generate"), &other, "one-key").await;
    other.refused(422, "idempotency_conflict");

    let approve = approval(&first_body);
    let code = house.write_as(&house.path("generate"), &approve, "two-key").await.ok();
    let replayed = house.write_as(&house.path("generate"), &approve, "two-key").await.ok();
    assert_eq!(code, replayed);
    assert_eq!(rows(&house)[3], 2, "replays cost nothing");
}

async fn stream(house: &House, body: &Value, key: &str, last: Option<&str>) -> String {
    let mut request = house
        .request("POST", &house.path("generate"))
        .header("content-type", "application/json")
        .header("idempotency-key", key);
    if let Some(last) = last {
        request = request.header("last-event-id", last);
    }
    let request = request.body(Body::from(body.to_string())).unwrap();
    let response = house.router.clone().oneshot(request).await.unwrap();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[tokio::test]
async fn a_stream_that_is_cut_goes_on_behind_what_was_seen() {
    let house = line().await;
    let plan = planned(&house, ASKED).await;
    let mut body = approval(&plan);
    body["mode"] = json!("stream");
    let whole = stream(&house, &body, "s-key", None).await;
    let of = |name: &str| whole.matches(&format!("event: {name}\n")).count();
    assert_eq!((of("outcome"), of("done"), of("error")), (1, 1, 0), "{whole}");
    assert!(of("token") >= 1, "{whole}");
    let ids: Vec<&str> = whole.lines().filter_map(|it| it.strip_prefix("id: ")).collect();
    for id in &ids[..ids.len() - 1] {
        let rest = stream(&house, &body, "s-key", Some(id)).await;
        let mark = format!("id: {id}\n");
        let behind = whole.split_once(&mark).unwrap().1.split_once("\n\n").unwrap().1;
        assert!(rest.ends_with(behind), "{id}: {rest}");
    }
}
