use std::{path::Path, sync::Arc, time::Duration};

use tagbridge_recording::{GapReason, RecordedState, Recording};
use tokio::time::timeout;

use super::{Bridge, StartError};
use crate::{
    config::{Config, KeySource, SecretPlace},
    fake::{Controller, Service},
    outbox::OutboxError,
    secret::Key,
    status::{ServiceState, SessionStatus},
};

const PATIENCE: Duration = Duration::from_secs(30);

fn config(service: &Service, data: &Path) -> Config {
    let text = format!(
        r#"
        data = '{}'
        [service]
        url = "{}"
        key = {{ env = "NOT_USED" }}
        push_interval = "100ms"
        [[session]]
        name = "line-3"
        project = "p"
        endpoint = "logix://127.0.0.1:1/"
        tags = ["A"]
        interval = "20ms"
        "#,
        data.display(),
        service.url
    );
    let mut config = Config::parse(&text, Path::new("test.toml")).expect("it is valid");
    config.service.key = KeySource::Given(Key::new("tb_test").unwrap());
    config
}

fn start(service: &Service, data: &Path) -> Result<Bridge, StartError> {
    Bridge::with_drivers(config(service, data), vec![Arc::new(Controller::default())])
}

async fn live(bridge: &Bridge) {
    let mut status = bridge.status();
    let live = status.wait_for(|it| {
        let it = &it.sessions[0];
        matches!(it.status, SessionStatus::Live { .. }) && it.service.state == ServiceState::Ok
    });
    timeout(PATIENCE, live).await.expect("it goes live").unwrap();
}

#[tokio::test]
async fn values_and_requests_go_all_the_way_and_a_restart_continues() {
    let (service, data) = (Service::start().await, tempfile::tempdir().unwrap());
    service.request(&["Nope", "Still"]);
    let bridge = start(&service, data.path()).expect("it starts");
    live(&bridge).await;
    let mut values = bridge.values("line-3").expect("there is such a session");
    assert!(bridge.values("line-4").is_none());
    let answered = values.wait_for(|it| it.as_ref().is_some_and(|it| whole(it)));
    timeout(PATIENCE, answered).await.expect("names are answered").unwrap();
    let second = start(&service, data.path());
    let Err(StartError::Outbox { session, source: OutboxError::InUse { .. } }) = second else {
        panic!("a second bridge on the same data starts");
    };
    assert_eq!(session, "line-3");
    let device = bridge.status().borrow().device_id.clone();
    bridge.stop().await;
    let requests = service.requests();
    assert!(requests.last().unwrap().push.ended);
    let stored = service.stored();
    let last = *stored.keys().last().unwrap();
    assert_eq!(stored.len() as u64, last, "each sequence is there");
    assert!(stored.values().any(|it| it.tags.contains_key("Nope")));

    let bridge = start(&service, data.path()).expect("it starts again");
    live(&bridge).await;
    bridge.stop().await;
    let again = service.stored();
    assert!(again.len() as u64 > last && *again.keys().last().unwrap() == again.len() as u64);
    assert!(again[&(last + 1)].complete, "the first after a start is complete");
    let devices = service.requests().into_iter().map(|it| it.push.device_id);
    assert!(devices.into_iter().all(|it| it == device), "it stays the same device");
}

fn whole(view: &crate::LiveView) -> bool {
    view.tags.len() == 3 && view.tags["Nope"].value.is_null() && view.tags["Still"].value == 7
}

#[tokio::test]
async fn what_is_read_is_recorded_until_the_session_ends() {
    let (service, data) = (Service::start().await, tempfile::tempdir().unwrap());
    let bridge = start(&service, data.path()).expect("it starts");
    live(&bridge).await;
    let status = bridge.status();
    assert_eq!(status.borrow().sessions[0].recording_error, None);
    bridge.stop().await;
    let folders = crate::RecordingFolder::all(data.path()).expect("it can be listed");
    let [folder] = &folders[..] else { panic!("{folders:?}") };
    assert_eq!(folder.session, "line-3");
    let recording = Recording::open(&folder.path).expect("it opens");
    let (from, until) = recording.span().expect("something is recorded");
    let scans = recording.scans(from, until).expect("they are read");
    let stored: Vec<_> = service.stored().values().map(|it| it.timestamp).collect();
    // The outbox and the recording have the same scans.
    let recorded: Vec<_> = scans.iter().map(|it| it.at).collect();
    assert!(stored.iter().all(|it| recorded.contains(it)), "{stored:?} {recorded:?}");
    let known = recording.values_at(&["A"], until).expect("it reads");
    assert!(matches!(&known[..], [RecordedState::Gap(GapReason::Ended)]), "{known:?}");
}

#[tokio::test]
async fn a_bridge_that_records_nothing_has_no_recordings() {
    let (service, data) = (Service::start().await, tempfile::tempdir().unwrap());
    let config = Config { recording: None, ..config(&service, data.path()) };
    let controllers = vec![Arc::new(Controller::default()) as Arc<dyn tagbridge_driver::Driver>];
    let bridge = Bridge::with_drivers(config, controllers).expect("it starts");
    live(&bridge).await;
    bridge.stop().await;
    assert_eq!(crate::RecordingFolder::all(data.path()).expect("it can be listed"), []);
}

#[tokio::test]
async fn a_bridge_without_a_key_or_a_driver_does_not_start() {
    let (service, data) = (Service::start().await, tempfile::tempdir().unwrap());
    let mut it = config(&service, data.path());
    it.service.key = KeySource::Kept(SecretPlace::Env("TAGBRIDGE_NO_SUCH".into()));
    let error = Bridge::with_drivers(it, vec![]).err().expect("no key").to_string();
    assert!(error.contains("TAGBRIDGE_NO_SUCH"), "{error}");
    let mut it = config(&service, data.path());
    it.sessions[0].endpoint = "modbus://127.0.0.1".parse().unwrap();
    let error = Bridge::start(it).err().expect("no driver").to_string();
    assert!(error.contains("session line-3") && error.contains("modbus"), "{error}");
}

#[tokio::test]
async fn sessions_come_and_go_while_others_run() {
    let (service, data) = (Service::start().await, tempfile::tempdir().unwrap());
    let mut bridge = start(&service, data.path()).expect("it starts");
    live(&bridge).await;
    let mut second = config(&service, data.path()).sessions.remove(0);
    let again = bridge.add(second.clone());
    assert!(matches!(again, Err(StartError::Running { .. })), "its name is taken");
    (second.name, second.project) = ("line-4".into(), "q".into());
    bridge.add_with(second, Arc::new(Controller::default())).expect("it is added");
    let mut status = bridge.status();
    let both = status.wait_for(|it| {
        let live = |it: &crate::status::SessionView| {
            matches!(it.status, SessionStatus::Live { .. }) && it.scan.count > 0
        };
        it.sessions.len() == 2 && it.sessions.iter().all(live)
    });
    timeout(PATIENCE, both).await.expect("both are live").unwrap();
    bridge.remove("line-3").expect("there is such a session").await;
    assert!(bridge.remove("line-3").is_none());
    let names = status.borrow().sessions.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
    assert_eq!(names, ["line-4"]);
    let count = |it: &crate::status::BridgeStatus| it.sessions[0].scan.count;
    let before = count(&status.borrow());
    let goes_on = status.wait_for(|it| count(it) > before);
    timeout(PATIENCE, goes_on).await.expect("the other one goes on").unwrap();
    bridge.stop().await;
}
