use std::time::Duration;

use serde_json::{Value, json};
use tagbridge_desk::{Journal, Screen, view::Push};
use tokio::time::timeout;

use super::{Stage, play};
use crate::{failure::Exit, output::Output};

/// Time-out of all waits in tests.
const PATIENCE: Duration = Duration::from_secs(30);

async fn call(screen: &Screen, command: &str, arguments: Value) -> Value {
    match screen.call(command, arguments).await {
        Ok(answer) => answer,
        Err(failure) => panic!("{command}: {failure}"),
    }
}

/// Waits until all tags of a session have good values.
async fn good(screen: &Screen, session: &str) {
    let wait = async {
        loop {
            let Push::Status(status) = screen.next().await else { continue };
            let it = status.sessions.iter().find(|it| it.name == session);
            if it.is_some_and(|it| it.tags.good > 0 && it.tags.bad + it.tags.uncertain == 0) {
                return;
            }
        }
    };
    timeout(PATIENCE, wait).await.expect("its values are live");
}

/// Searches until this number of controllers is found.
async fn found(screen: &Screen, controllers: usize) -> Vec<Value> {
    let wait = async {
        loop {
            let seen = call(screen, "controllers", json!({ "look": true })).await;
            let found = seen["found"].as_array().expect("a list");
            if found.len() >= controllers {
                return found.clone();
            }
        }
    };
    timeout(PATIENCE, wait).await.expect("they answer")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_waiting_is_begun_in_three_clicks() {
    let Ok(stage) = Stage::set(Journal::default()).await else { panic!("it is set up") };
    let screen = stage.desk.screen();
    let overview = call(&screen, "overview", json!({})).await;
    assert_eq!((&overview["isDemo"], &overview["isFirstRun"]), (&json!(true), &json!(false)));
    let first = overview["sessions"][0]["name"].as_str().expect("it has a name").to_owned();
    good(&screen, &first).await;
    let list = call(&screen, "projects", json!({})).await["projects"].clone();
    let found = found(&screen, stage.controllers.len()).await;
    for it in &stage.controllers {
        let name = it.project();
        let projects = list.as_array().expect("there are some");
        let project = projects.iter().find(|it| it["name"] == name).expect("it is in the list");
        let controller = found.iter().find(|it| it["platform"] == project["vendor"]);
        let endpoint = controller.expect("it is found")["endpoint"].clone();
        assert_eq!(endpoint, it.endpoint());
        let project = project["id"].clone();
        let asked = json!({ "project": project, "endpoint": endpoint });
        let seen = call(&screen, "preflight", asked).await;
        assert_ne!(seen["fit"], "differs", "{name}: {}", seen["facts"]);
        assert_eq!(seen["source"]["from"], "service");
        assert_eq!(seen["unreadable"], json!([]), "{name}");
        assert_eq!(seen["tags"], seen["readable"], "{name}");
        if overview["sessions"][0]["project"] != project {
            let start = json!({
                "project": project, "endpoint": endpoint, "intervalMs": 100, "tags": null,
            });
            let session = call(&screen, "start_session", start).await;
            good(&screen, session["session"].as_str().expect("it has a name")).await;
        }
    }
    stage.clear().await;
}

#[tokio::test]
async fn a_time_in_which_nothing_was_live_proves_nothing() {
    let Ok(stage) = Stage::set(Journal::default()).await else { panic!("it is set up") };
    let screen = stage.desk.screen();
    let session = call(&screen, "overview", json!({})).await["sessions"][0]["name"].clone();
    call(&screen, "stop_session", json!({ "session": session })).await;
    let time = Some(Duration::from_millis(1));
    let failure = play(&stage, time, Output::new(true)).await.err();
    assert_eq!(failure.map(|it| it.exit), Some(Exit::Ours));
    stage.clear().await;
}
