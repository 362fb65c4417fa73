//! Tags of the project that the controller does not have: they stay in the session, with their reason.

use super::*;

/// The session, as soon as a scan is shown.
async fn shown(it: &Fixture, name: &str) -> Value {
    session(&it.screen, name, |it| it["tags"]["good"] == 2 && it["scan"]["count"] != 0.0).await
}

#[tokio::test]
async fn a_tag_that_the_check_could_not_read_stays_with_its_reason() {
    let it = start().await;
    let name = live(&it).await;
    let view = shown(&it, &name).await;
    assert_eq!(view["tags"]["bad"], 1, "{view}");
    let attention = view["attention"][0].to_string();
    assert!(
        attention.contains("session-unreadable-tags") && attention.contains("Nowhere"),
        "{view}"
    );
    let rows = json!({"session": name, "sort": "name", "limit": 40, "quality": "bad"});
    call(&it.screen, "rows", rows).await;
    let frame = until(&it.screen, |push| match push {
        Push::Values(frame) => Some(frame),
        _ => None,
    });
    let frame = serde_json::to_value(frame.await).expect("it works");
    assert_eq!(frame["whole"]["names"], json!(["Nowhere"]), "{frame}");
    assert!(frame.to_string().contains("unknown_tag"), "{frame}");
    // The doctor reads the same tags.
    let found = call(&it.screen, "doctor", json!({})).await;
    let tags = found
        .as_array()
        .expect("a list")
        .iter()
        .find(|it| it["subject"].to_string().contains("doctor-of-tags"));
    let tags = tags.expect("the tags are checked");
    assert_eq!(tags["verdict"], "doubtful", "{tags}");
    assert!(tags["detail"].to_string().contains("Nowhere"), "{tags}");
    // The support bundle has the check, also under pseudonyms.
    for pseudonyms in [false, true] {
        let bundle = call(&it.screen, "bundle", json!({"pseudonyms": pseudonyms, "trace": false}));
        let bundle = bundle.await;
        let files = bundle["files"].as_array().expect("files");
        let check = files.iter().find(|it| {
            it["name"].as_str().is_some_and(|it| it.starts_with("checks/"))
                && it["text"].as_str().is_some_and(|it| it.contains("\"readable\": 2"))
        });
        let text = check.expect("the check is in it")["text"].as_str().expect("a text");
        assert!(text.contains("\"readable\": 2") && text.contains("unknown_tag"), "{text}");
        assert_eq!(text.contains("Nowhere"), !pseudonyms, "{text}");
    }
    it.desk.stop().await;
    let folder = it.folder.path().join("data");
    let contents = tagbridge_desk::bundle::of_folder(&folder, None, false).expect("it is made");
    let names: Vec<String> = contents.preview().files.into_iter().map(|it| it.name).collect();
    assert!(names.iter().any(|it| it.starts_with("checks/")), "{names:?}");
    // After a restart the tag is still there.
    let desk = Desk::open(options(&it.folder), Journal::default()).await;
    let screen = desk.screen();
    session(&screen, &name, |it| it["tags"]["bad"] == 1 && it["tags"]["good"] == 2).await;
    desk.stop().await;
}

#[tokio::test]
async fn a_requested_name_that_is_no_tag_does_not_count_as_a_bad_tag_of_the_session() {
    let it = start().await;
    let name = live(&it).await;
    let project = shown(&it, &name).await["project"].clone();
    let ask = json!({"project": project, "tags": ["FillHead.Empty"]});
    call(&it.screen, "ask_for_tags", ask).await;
    let view = session(&it.screen, &name, |it| it["tags"]["requestedBad"] == 1).await;
    assert_eq!(view["tags"]["bad"], 1, "the tag of the project: {view}");
    it.desk.stop().await;
}
