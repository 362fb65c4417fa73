//! Sessions of a configuration file.

use tagbridge_bridge::{
    Config, Key, SourceConfig,
    config::{KeySource, OutboxConfig, ServiceConfig, SessionConfig},
};

use super::*;

#[tokio::test]
async fn a_configured_session_says_which_file_it_is_from_and_knows_its_comments() {
    let it = start().await;
    let file = it.folder.path().join("bottling.L5X");
    std::fs::write(&file, L5X).expect("it works");
    let mut line =
        SessionConfig::new("line", "p", it.controller.endpoint().parse().expect("it works"));
    line.source = SourceConfig::File(file);
    line.tags = vec!["Line_Speed".into(), "Boxes_Packed".into()];
    let config = Config {
        data: it.folder.path().join("configured"),
        device_id: None,
        service: ServiceConfig {
            // Nobody is there: values are kept.
            url: "http://127.0.0.1:1/api/v1".parse().expect("it works"),
            key: KeySource::Given(Key::new("tb_1").expect("it works")),
            push_interval: ServiceConfig::PUSH_INTERVAL,
        },
        outbox: OutboxConfig::default(),
        sessions: vec![line],
    };
    let path = it.folder.path().join("tagbridge.toml");
    let desk = Desk::configured(config, &path, options(&it.folder), Journal::default())
        .expect("it starts");
    let screen = desk.screen();
    let overview = call(&screen, "overview", json!({})).await;
    assert_eq!(overview["configuration"].as_str(), path.to_str());
    assert_eq!((&overview["isDemo"], &overview["isFirstRun"]), (&json!(false), &json!(false)));
    let seen = session(&screen, "line", |it| it["tags"]["good"] == 2).await;
    assert_eq!(
        (&seen["source"]["project"], &seen["source"]["tags"]),
        (&json!("Bottling"), &json!(3))
    );
    call(&screen, "rows", json!({"session": "line", "limit": 40, "quality": null})).await;
    let commented = until(&screen, |push| match push {
        Push::Values(frame) => Some(frame),
        _ => None,
    });
    let mut frame = commented.await;
    while frame.whole.as_ref().is_none_or(|it| it.comments[0].is_empty()) {
        call(&screen, "ack", json!({"frame": frame.frame})).await;
        frame = until(&screen, |push| match push {
            Push::Values(frame) => Some(frame),
            _ => None,
        })
        .await;
    }
    let whole = frame.whole.expect("it was looked for");
    assert_eq!((&*whole.names[0], &*whole.comments[0]), ("Line_Speed", "Bottles a minute"));
    assert_eq!(refusal(&screen, "stop_session", json!({"session": "line"})).await, "refused");
    desk.stop().await;
}
