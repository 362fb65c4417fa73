//! The decision to read a Logix controller's tag list: both costs are shown, the user chooses, and
//! the session uses the choice.

use super::*;

#[tokio::test]
async fn the_tag_list_is_a_choice_that_the_session_keeps() {
    let it = start().await;
    call(&it.screen, "use_service", json!({"kind": "builtIn"})).await;
    let project = call(&it.screen, "open_project", project_file()).await["id"].clone();
    let endpoint = it.controller.endpoint();
    let seen =
        call(&it.screen, "preflight", json!({"project": project, "endpoint": endpoint})).await;
    let forecast = &seen["forecast"];
    for price in ["requests", "requestsByList", "uploadRequests"] {
        assert!(forecast[price].as_f64() > Some(0.0), "{price}: {forecast}");
    }
    let start = |tag_list: Value| json!({"project": project, "endpoint": endpoint, "intervalMs": 50, "tags": null, "tagList": tag_list});
    let name = call(&it.screen, "start_session", start(Value::Null)).await["session"].clone();
    let name = name.as_str().expect("it has a name");
    session(&it.screen, name, |it| it["source"].is_object() && it["tagList"] == "never").await;
    call(&it.screen, "stop_session", json!({"session": name})).await;
    call(&it.screen, "start_session", start(json!("whenItSaves"))).await;
    let chosen = |it: &Value| it["tagList"] == "whenItSaves" && it["tags"]["good"] == 2;
    session(&it.screen, name, chosen).await;
    it.desk.stop().await;
    // The next run uses the choice, too.
    let desk = Desk::open(options(&it.folder), Journal::default()).await;
    session(&desk.screen(), name, chosen).await;
    desk.stop().await;
}

#[tokio::test]
async fn who_has_no_tag_list_is_told_so() {
    let it = start().await;
    let start = json!({"project": "p", "endpoint": "s7://127.0.0.1:1", "intervalMs": 50, "tags": [], "tagList": "never"});
    assert_eq!(refusal(&it.screen, "start_session", start).await, "invalid");
}
