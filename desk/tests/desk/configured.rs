//! Sessions of a configuration file.

use tagbridge_api::Permission;
use tagbridge_bridge::{
    Config, Key, SourceConfig,
    config::{KeySource, OutboxConfig, ServiceConfig, SessionConfig},
};

use super::*;

fn config(folder: &TempDir, url: &str, key: &str, sessions: Vec<SessionConfig>) -> Config {
    Config {
        data: folder.path().join("configured"),
        device_id: None,
        service: ServiceConfig {
            url: format!("{url}/api/v1").parse().expect("it works"),
            key: KeySource::Given(Key::new(key).expect("it works")),
            pki: None,
            push_interval: ServiceConfig::PUSH_INTERVAL,
        },
        outbox: OutboxConfig::default(),
        recording: None,
        mqtt: None,
        sessions,
    }
}

#[tokio::test]
async fn a_configured_session_says_which_file_it_is_from_and_knows_its_comments() {
    let it = start().await;
    let file = it.folder.path().join("bottling.L5X");
    std::fs::write(&file, L5X).expect("it works");
    let mut line =
        SessionConfig::new("line", "p", it.controller.endpoint().parse().expect("it works"));
    line.source = SourceConfig::File(file);
    line.tags = vec!["Line_Speed".into(), "Boxes_Packed".into()];
    // Values are stored while no screen is open.
    let config = config(&it.folder, "http://127.0.0.1:1", "tb_1", vec![line]);
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

#[tokio::test]
async fn what_was_begun_beside_a_configuration_goes_on_with_the_next_run() {
    let it = start().await;
    let company = source::company().await;
    let (project, key) = (company.bottling(), company.key(Permission::ALL));
    let path = it.folder.path().join("tagbridge.toml");
    let open = || {
        let config = config(&it.folder, &company.url, &key, Vec::new());
        Desk::configured(config, &path, options(&it.folder), Journal::default())
    };
    let desk = open().expect("it starts");
    let name = source::begun(&desk.screen(), &project, &it.controller).await;
    desk.stop().await;
    let desk = open().expect("it starts again");
    let seen = session(&desk.screen(), &name, |it| it["tags"]["good"] == 2).await;
    assert_eq!(seen["isConfigured"], false);
    desk.stop().await;
}
