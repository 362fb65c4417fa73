//! A service that was chosen and cannot be used when the program begins again.

use tagbridge_api::Permission;

use super::*;

#[tokio::test]
async fn a_key_that_cannot_be_read_any_more_is_said_and_given_again() {
    let it = start().await;
    let company = source::company().await;
    let (project, key) = (company.bottling(), company.key(Permission::ALL));
    let given = json!({"kind": "remote", "url": company.url, "key": key, "keep": "file"});
    call(&it.screen, "use_service", given.clone()).await;
    let endpoint = it.controller.endpoint();
    let start = json!({"project": project, "endpoint": endpoint, "intervalMs": 50, "tags": null});
    let name = call(&it.screen, "start_session", start).await["session"].clone();
    let name = name.as_str().expect("it has a name");
    session(&it.screen, name, |it| it["state"]["state"] == "live").await;
    it.desk.stop().await;

    let file = it.folder.path().join("data/service.key");
    std::fs::remove_file(&file).expect("it is there");
    let desk = Desk::open(options(&it.folder), Journal::default()).await;
    let screen = desk.screen();
    let overview = call(&screen, "overview", json!({})).await;
    assert_eq!(overview["isFirstRun"], false);
    let service = &overview["service"];
    assert_eq!((&service["kind"], &service["keyPlace"]), (&json!("remote"), &json!("file")));
    let state = &service["state"];
    assert_eq!(
        (&state["state"], &state["error"]),
        (&json!("unusable"), &json!("no_key")),
        "{state}"
    );
    assert!(state["remedy"].as_str().is_some_and(|it| it.contains("enter the key")), "{state}");
    // Whatever needs the service says the same, and nothing of a first run.
    let failure = screen.call("projects", json!({"search": ""})).await.expect_err("there is none");
    assert_eq!(failure.error, "no_key", "{failure}");
    let again = json!({"kind": "remote", "url": company.url, "key": null, "keep": "file"});
    assert_eq!(refusal(&screen, "use_service", again.clone()).await, "no_key");

    // It is there again, as from a keychain that was unlocked: what ran before goes on.
    std::fs::write(&file, &key).expect("it works");
    let service = call(&screen, "use_service", again).await;
    assert_eq!(service["state"]["state"], "answers", "{service}");
    session(&screen, name, |it| it["state"]["state"] == "live").await;
    desk.stop().await;
}
