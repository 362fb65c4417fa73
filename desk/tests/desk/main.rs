//! A desk as a user interface uses it, with the built-in service and simulated controllers.

mod asking;
mod bundle;
mod certificate;
mod comments;
mod configured;
mod frames;
mod login;
mod power_flow;
mod projects;
mod proposal;
mod reading;
mod service;
mod siemens;
mod source;
mod tag_list;
mod trend;
mod unreadable;

use std::time::Duration;

use serde_json::{Value, json};
use tagbridge_desk::{
    Desk, Journal, Options, Screen,
    view::{self, Face, Push},
};
use tagbridge_simulator::{
    logix::{RunningController, VirtualLogix},
    opcua::RunningCodesys,
};
use tempfile::TempDir;
use tokio::time::timeout;

/// Maximum time of all waiting in tests.
const PATIENCE: Duration = Duration::from_secs(30);

struct Fixture {
    desk: Desk,
    screen: Screen,
    controller: RunningController,
    folder: TempDir,
}

fn options(folder: &TempDir) -> Options {
    Options {
        settings: folder.path().join("settings.toml"),
        data: folder.path().join("data"),
        face: Face::Console,
        has_screens: true,
        keychain: false,
        pki: Some(folder.path().join("pki")),
        demo: Vec::new(),
        built_in: "127.0.0.1:0".parse().expect("it works"),
    }
}

async fn start() -> Fixture {
    start_as(Face::Console).await
}

async fn start_as(face: Face) -> Fixture {
    let folder = tempfile::tempdir().expect("it works");
    let line = VirtualLogix::bottling(7).expect("it works");
    let controller = line.listen("127.0.0.1:0".parse().expect("it works")).await.expect("it works");
    let options = Options { face, ..options(&folder) };
    let desk = Desk::open(options, Journal::default()).await;
    let screen = desk.screen();
    Fixture { desk, screen, controller, folder }
}

async fn call(screen: &Screen, command: &str, arguments: Value) -> Value {
    match screen.call(command, arguments).await {
        Ok(answer) => answer,
        Err(failure) => panic!("{command}: {failure}"),
    }
}

async fn refusal(screen: &Screen, command: &str, arguments: Value) -> String {
    match screen.call(command, arguments).await {
        Ok(answer) => panic!("{command} answered {answer}"),
        Err(failure) => failure.error,
    }
}

/// Waits for a push.
async fn until<T>(screen: &Screen, mut look: impl FnMut(Push) -> Option<T>) -> T {
    let wait = async {
        loop {
            if let Some(found) = look(screen.next().await) {
                return found;
            }
        }
    };
    timeout(PATIENCE, wait).await.expect("it is pushed")
}

/// Waits until a session has the expected state; returns the session as the screen shows it.
async fn session(screen: &Screen, name: &str, is: impl Fn(&Value) -> bool) -> Value {
    until(screen, |push| match push {
        Push::Status(status) => {
            let it = status.sessions.iter().find(|it| it.name == name)?;
            Some(serde_json::to_value(it).expect("it works")).filter(|it| is(it))
        }
        _ => None,
    })
    .await
}

/// A project's file as a browser sends it.
fn file(name: &str, bytes: &[u8], add: bool) -> Value {
    let bytes = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, bytes);
    json!({"name": name, "source": {"bytes": bytes}, "add": add})
}

/// A project file.
fn project_file() -> Value {
    file("bottling.L5X", L5X.as_bytes(), true)
}

const L5X: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" TargetName="Bottling" TargetType="Controller">
<Controller Use="Target" Name="Bottling" ProcessorType="1756-L83E" MajorRev="35" MinorRev="11">
<Tags><Tag Name="Line_Speed" TagType="Base" DataType="REAL" ExternalAccess="Read/Write">
<Description><![CDATA[Bottles a minute]]></Description></Tag>
<Tag Name="Boxes_Packed" TagType="Base" DataType="DINT" ExternalAccess="Read/Write"/>
<Tag Name="Nowhere" TagType="Base" DataType="DINT" ExternalAccess="Read/Write"/></Tags>
</Controller></RSLogix5000Content>"#;

/// The file of a CODESYS project.
fn packing_file() -> Value {
    file("packing.xml", PACKING.as_bytes(), true)
}

const PACKING: &str = concat!(
    r#"<Symbolconfiguration xmlns="http://www.3s-software.com/schemas/Symbolconfiguration.xsd">"#,
    r#"<Header><ProjectInfo name="Packer" devicename="D" appname="Application"/></Header>"#,
    r#"<TypeList><TypeSimple name="T_DINT" size="4" typeclass="DInt" iecname="DINT"/></TypeList>"#,
    r#"<NodeList><Node name="Application"><Node name="PLC_PRG">"#,
    r#"<Node name="Tag0" type="T_DINT" access="Read"/></Node></Node></NodeList>"#,
    "</Symbolconfiguration>",
);

/// Trusts the certificate of a server; returns the certificate.
async fn trust(fixture: &Fixture, server: &RunningCodesys) -> Value {
    let endpoint = server.endpoint();
    let shown = call(&fixture.screen, "certificate", json!({"endpoint": endpoint})).await;
    let trusted = json!({"endpoint": endpoint, "fingerprint": shown["fingerprint"]});
    call(&fixture.screen, "trust", trusted).await;
    shown
}

/// Starts a session that reads a tag of the CODESYS project; returns its name.
async fn started(fixture: &Fixture, project: &Value, endpoint: &Value) -> String {
    let tags = json!(["PLC_PRG.Tag0"]);
    let start = json!({"project": project, "endpoint": endpoint, "intervalMs": 50, "tags": tags});
    let name = call(&fixture.screen, "start_session", start).await["session"].clone();
    name.as_str().expect("it has a name").to_owned()
}

/// Starts a live session without earlier data; returns its name.
async fn live(fixture: &Fixture) -> String {
    let service = call(&fixture.screen, "use_service", json!({"kind": "builtIn"})).await;
    assert_eq!(service["state"]["state"], "answers", "{service}");
    let project = call(&fixture.screen, "open_project", project_file()).await;
    assert_eq!(project["file"]["withComment"], 1);
    let (project, endpoint) = (project["id"].clone(), fixture.controller.endpoint());
    let preflight =
        call(&fixture.screen, "preflight", json!({"project": project, "endpoint": endpoint})).await;
    assert_eq!((&preflight["tags"], &preflight["readable"]), (&json!(3), &json!(2)), "{preflight}");
    assert_eq!(preflight["unreadable"][0]["tags"], json!(["Nowhere"]));
    let start = json!({"project": project, "endpoint": endpoint, "intervalMs": 50, "tags": null});
    let session = call(&fixture.screen, "start_session", start.clone()).await;
    assert_eq!(
        refusal(&fixture.screen, "start_session", start).await,
        "refused",
        "one for a project"
    );
    let name = session["session"].as_str().expect("it works").to_owned();
    until(&fixture.screen, |push| match push {
        Push::Status(status) => {
            let it = serde_json::to_value(&status.sessions[0]).expect("it works");
            (it["state"]["state"] == "live" && it["delivery"]["state"]["state"] == "ok")
                .then_some(())
        }
        _ => None,
    })
    .await;
    name
}

#[tokio::test]
async fn from_nothing_to_live_values() {
    let it = start().await;
    let overview = call(&it.screen, "overview", json!({})).await;
    assert_eq!((&overview["isFirstRun"], &overview["sessions"]), (&json!(true), &json!([])));
    assert_eq!(refusal(&it.screen, "projects", json!({})).await, "no_service");
    let session = live(&it).await;
    let rows = json!({"session": session, "sort": "name", "limit": 40, "quality": null});
    let opened = call(&it.screen, "rows", rows).await;
    let frame = until(&it.screen, |push| match push {
        Push::Values(frame) => Some(frame),
        _ => None,
    })
    .await;
    let whole = frame.whole.expect("the first is whole");
    assert_eq!(json!(frame.window), opened["window"]);
    assert_eq!(whole.names, ["Boxes_Packed", "Line_Speed", "Nowhere"]);
    assert_eq!(whole.comments[1], "Bottles a minute");
    // No further push until the screen has drawn this one, even if values change often.
    let silent = timeout(Duration::from_millis(400), async {
        until(&it.screen, |push| matches!(push, Push::Values(_)).then_some(())).await;
    });
    assert!(silent.await.is_err(), "an unacknowledged frame is followed by none");
    call(&it.screen, "ack", json!({"frame": frame.frame})).await;
    let next = until(&it.screen, |push| match push {
        Push::Values(frame) => Some(frame),
        _ => None,
    })
    .await;
    assert!(next.frame == frame.frame + 1 && next.whole.is_none());
    it.desk.stop().await;
}

#[tokio::test]
async fn what_is_asked_for_is_shown_and_marked() {
    let it = start().await;
    let session = live(&it).await;
    let overview = call(&it.screen, "overview", json!({})).await;
    let project = overview["sessions"][0]["project"].as_str().unwrap().to_owned();
    it.desk
        .client()
        .expect("there is a service")
        .request_tags(
            &project,
            &tagbridge_api::hmi::request::RequestTags {
                tags: vec!["Lane_Count".into(), "No".into()],
                group: None,
                lease_s: None,
            },
        )
        .await
        .expect("the service takes it");
    let rows = json!({"session": session, "requested": true, "limit": 40, "quality": null});
    call(&it.screen, "rows", rows).await;
    let mut shown = Vec::new();
    while shown != ["Lane_Count", "No"] {
        let frame = until(&it.screen, |push| match push {
            Push::Values(frame) => Some(frame),
            _ => None,
        })
        .await;
        call(&it.screen, "ack", json!({"frame": frame.frame})).await;
        if let Some(whole) = frame.whole {
            assert!(whole.requested.iter().all(|it| *it));
            shown = whole.names;
        }
    }
    it.desk.stop().await;
}

#[tokio::test]
async fn rows_between_two_places_are_named_whether_the_window_has_them_or_not() {
    let it = start().await;
    let session = live(&it).await;
    let between = |from: u32, to: u32| json!({"session": session, "from": from, "to": to});
    assert_eq!(refusal(&it.screen, "row_names", between(0, 1)).await, "not_found");
    let opened = json!({"session": session, "limit": 1, "quality": null, "sort": "name"});
    call(&it.screen, "rows", opened).await;
    let (boxes, speed) = ("Boxes_Packed", "Line_Speed");
    for (from, to, names, rows) in [
        (0, 1, vec![boxes, speed], 2),
        (1, 0, vec![speed, boxes], 2),
        (1, 900, vec![speed, "Nowhere"], 2),
        (7, 9, vec![], 0),
    ] {
        let told = call(&it.screen, "row_names", between(from, to)).await;
        assert_eq!(told, json!({"names": names, "rows": rows}), "{from} to {to}");
    }
    it.desk.stop().await;
}

#[tokio::test]
async fn a_session_rests_ends_and_goes_on() {
    let it = start().await;
    let session = live(&it).await;
    let state = async |wanted: &str| {
        until(&it.screen, |push| match push {
            Push::Status(status) => {
                let state = serde_json::to_value(&status.sessions[0].state).unwrap();
                (state["state"] == wanted).then_some(())
            }
            _ => None,
        })
        .await;
    };
    let named = json!({"session": session});
    call(&it.screen, "pause", named.clone()).await;
    state("paused").await;
    call(&it.screen, "resume", named.clone()).await;
    state("live").await;
    call(&it.screen, "stop_session", named.clone()).await;
    state("stopped").await;
    assert_eq!(refusal(&it.screen, "pause", named.clone()).await, "refused");
    call(&it.screen, "start_again", named.clone()).await;
    state("live").await;
    it.desk.stop().await;
    // The next run continues with the state of this one.
    let desk = Desk::open(options(&it.folder), Journal::default()).await;
    let screen = desk.screen();
    until(&screen, |push| match push {
        Push::Status(status) => {
            let first = status.sessions.first().map(|it| serde_json::to_value(&it.state).unwrap());
            first.filter(|it| it["state"] == "live")
        }
        _ => None,
    })
    .await;
    desk.stop().await;
}

#[tokio::test]
async fn the_last_minute_is_there_before_anybody_looked() {
    let it = start().await;
    let name = live(&it).await;
    session(&it.screen, &name, |it| it["scan"]["count"].as_f64() > Some(2.0)).await;
    let asked = json!({"session": name, "tags": ["Line_Speed", "Nowhere"]});
    let minute = call(&it.desk.screen(), "last_minute", asked).await;
    let values = minute["values"].as_array().expect("a list each");
    assert!(values[0].as_array().is_some_and(|it| it.iter().any(Value::is_number)), "{minute}");
    let is_empty = values[1].as_array().is_some_and(|it| it.iter().all(Value::is_null));
    assert!(values.len() == 2 && is_empty, "{minute}");
    let many = json!({"session": name, "tags": vec!["T"; 601]});
    assert_eq!(refusal(&it.screen, "last_minute", many).await, "invalid");
    it.desk.stop().await;
}

#[tokio::test]
async fn what_was_sent_is_counted_and_can_be_recorded() {
    let it = start().await;
    let session = live(&it).await;
    let switch = json!({"session": session, "seconds": 60});
    call(&it.screen, "trace", switch).await;
    let named = json!({"session": session});
    let wait = async {
        loop {
            let seen = call(&it.screen, "diagnostics", named.clone()).await;
            let scans = seen["counters"]["scans"].as_f64();
            if seen["trace"]["frames"].as_u64() > Some(2) && scans > Some(1.0) {
                return seen;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let seen = timeout(PATIENCE, wait).await.expect("frames are recorded");
    let kinds = seen["statement"]["kinds"].as_array().unwrap();
    let read = kinds.iter().find(|it| it["name"] == "Read Tag").expect("it is on the list");
    assert!(read["sent"].as_f64() > Some(1.0), "{read}");
    assert_eq!(
        (&seen["statement"]["writes"], &seen["statement"]["refused"]),
        (&json!(0.0), &json!(0.0))
    );
    it.desk.stop().await;
}

#[tokio::test]
async fn settings_are_checked_and_kept() {
    let it = start().await;
    let mut settings = call(&it.screen, "settings", json!({})).await;
    settings["largeTargets"] = json!(true);
    call(&it.screen, "save_settings", settings.clone()).await;
    settings["scanIntervalMs"] = json!(0);
    assert_eq!(refusal(&it.screen, "save_settings", settings).await, "invalid");
    let desk = Desk::open(options(&it.folder), Journal::default()).await;
    assert_eq!(call(&desk.screen(), "settings", json!({})).await["largeTargets"], true);
}

#[tokio::test]
async fn a_service_is_used_only_when_it_knows_the_key() {
    let it = start().await;
    live(&it).await;
    let url = call(&it.screen, "overview", json!({})).await["service"]["url"].clone();
    let other = tempfile::tempdir().unwrap();
    let desk = Desk::open(options(&other), Journal::default()).await;
    let screen = desk.screen();
    let wrong = json!({"kind": "remote", "url": url, "key": "tb_wrong_key", "keep": "nowhere"});
    assert_eq!(refusal(&screen, "use_service", wrong).await, "unauthorized");
    let key = it.desk.client().unwrap().key().expose().to_owned();
    let seen = call(&screen, "check_service", json!({"url": url, "key": key})).await;
    let may = ["hmi_view", "hmi_push", "code_read"].map(|it| json!({"name": it, "may": true}));
    assert_eq!(seen["permissions"], json!(may));
    let keychain = json!({"kind": "remote", "url": url, "key": key, "keep": "keychain"});
    assert_eq!(refusal(&screen, "use_service", keychain).await, "no_keychain");
    let file = json!({"kind": "remote", "url": url, "key": key, "keep": "file"});
    call(&screen, "use_service", file).await;
    let page = call(&screen, "projects", json!({"search": "bottl"})).await;
    assert_eq!(page["projects"][0]["name"], "Bottling");
    let clear = json!({"url": "http://plant.example", "key": "tb_x"});
    assert_eq!(refusal(&screen, "check_service", clear).await, "invalid", "no key in clear text");
    desk.stop().await;
    it.desk.stop().await;
}
