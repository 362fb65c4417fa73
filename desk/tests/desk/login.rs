//! A controller that requires a user and a password: they are requested, stored, changed and
//! deleted, and never shown.

use tagbridge_api::Permission;
use tagbridge_desk::bundle;
use tagbridge_simulator::opcua::{Policy, RunningCodesys, Security, VirtualCodesys};

use super::*;

const PASSWORD: &str = "hunter of canaries";

/// Accepts the user joe only.
async fn guarded(password: &str) -> RunningCodesys {
    VirtualCodesys::counting(5, 1)
        .expect("it works")
        .securities([Security::SignAndEncrypt(Policy::Basic256Sha256)])
        .user("joe", password)
        .no_anonymous()
        .listen("127.0.0.1:0".parse().expect("it works"))
        .await
        .expect("it works")
}

/// The built-in service with a project, and the server's certificate trusted; returns the project.
async fn prepared(fixture: &Fixture, server: &RunningCodesys) -> Value {
    call(&fixture.screen, "use_service", json!({"kind": "builtIn"})).await;
    trust(fixture, server).await;
    call(&fixture.screen, "open_project", packing_file()).await["id"].clone()
}

fn log_in(endpoint: &Value, password: &str, keep: &str) -> Value {
    json!({"endpoint": endpoint, "user": " joe ", "password": password, "keep": keep})
}

/// All written files, except the private one.
fn written(folder: &TempDir) -> Vec<u8> {
    let mut all = Vec::new();
    let mut folders = vec![folder.path().to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("it works") {
            let path = entry.expect("it works").path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("controllers.key") {
                all.extend(std::fs::read(&path).unwrap_or_default());
            }
        }
    }
    all
}

#[tokio::test]
async fn a_user_is_asked_for_and_the_session_goes_on_with_the_next_run() {
    let it = start().await;
    let server = guarded(PASSWORD).await;
    let project = prepared(&it, &server).await;
    let nobody = json!(server.endpoint());
    let looked = |endpoint: &Value| json!({"project": project, "endpoint": endpoint});
    let failure = it.screen.call("preflight", looked(&nobody)).await.expect_err("nobody is let in");
    assert_eq!(failure.error, "login", "{failure}");
    assert!(failure.remedy.to_string().contains("enter a user and a password"), "{failure}");
    let seen = call(&it.screen, "login", json!({"endpoint": nobody})).await;
    assert_eq!((&seen["user"], &seen["keep"]), (&Value::Null, &Value::Null));
    assert!(seen["noKeychain"]["code"].is_string(), "{seen}");
    assert_eq!(
        call(&it.screen, "login", json!({"endpoint": "logix://10.0.0.5"})).await,
        Value::Null
    );

    // A wrong input is refused with a message, and is not stored.
    let wrong = it.screen.call("log_in", log_in(&nobody, "wrong", "file")).await;
    let wrong = wrong.expect_err("it is not the password");
    assert_eq!(wrong.error, "login", "{wrong}");
    assert!(!format!("{wrong:?}").contains("TAGBRIDGE_PASSWORD"), "{wrong}");
    assert!(!it.folder.path().join("data/controllers.key").exists());
    assert_eq!(refusal(&it.screen, "log_in", log_in(&nobody, "", "file")).await, "invalid");
    let logix = log_in(&json!("logix://10.0.0.5"), "x", "file");
    assert_eq!(refusal(&it.screen, "log_in", logix).await, "invalid");
    let keychain = log_in(&nobody, PASSWORD, "keychain");
    assert_eq!(refusal(&it.screen, "log_in", keychain).await, "no_keychain");

    let seen = call(&it.screen, "log_in", log_in(&nobody, PASSWORD, "file")).await;
    assert_eq!((&seen["user"], &seen["keep"]), (&json!("joe"), &json!("file")));
    let joe = seen["endpoint"].clone();
    assert_eq!(joe, format!("{}?user=joe", server.endpoint()));
    let found = call(&it.screen, "preflight", looked(&joe)).await;
    assert_eq!(found["readable"], 1, "{found}");
    let start = json!({"project": project, "endpoint": joe, "intervalMs": 50, "tags": null});
    let name = call(&it.screen, "start_session", start).await["session"].clone();
    let name = name.as_str().expect("it has a name");
    session(&it.screen, name, |it| it["state"]["state"] == "live").await;
    it.desk.stop().await;

    let desk = Desk::open(options(&it.folder), Journal::default()).await;
    let screen = desk.screen();
    session(&screen, name, |it| it["tags"]["good"] == 1).await;
    for pseudonyms in [false, true] {
        let asked = json!({"pseudonyms": pseudonyms, "trace": true});
        let bundle = call(&screen, "bundle", asked).await.to_string();
        assert!(!bundle.contains(PASSWORD) && !bundle.contains("=joe"), "{bundle}");
    }
    let folder = bundle::of_folder(&it.folder.path().join("data"), None, false).expect("it works");
    let preview = serde_json::to_string(&folder.preview()).expect("it works");
    assert!(!preview.contains(PASSWORD), "{preview}");
    let overview = call(&screen, "overview", json!({})).await.to_string();
    let log = call(&screen, "log", json!({"after": null})).await.to_string();
    assert!(!overview.contains(PASSWORD) && !log.contains(PASSWORD));
    let text = String::from_utf8_lossy(&written(&it.folder)).into_owned();
    assert!(text.contains("user=joe") && !text.contains(PASSWORD), "it is in one file alone");

    // After the password was deleted, the session has it until it ends, but the next one does not.
    let seen = call(&screen, "forget_login", json!({"endpoint": joe})).await;
    assert_eq!((&seen["user"], &seen["keep"]), (&json!("joe"), &Value::Null));
    let kept = it.folder.path().join("data/controllers.key");
    let kept = std::fs::read_to_string(kept).expect("the file stays");
    assert!(!kept.contains(PASSWORD), "{kept}");
    assert_eq!(refusal(&screen, "preflight", looked(&joe)).await, "login");
    call(&screen, "start_again", json!({"session": name})).await;
    let waits = session(&screen, name, |it| it["state"]["wantsLogin"] == true).await;
    assert!(waits["state"]["remedy"].to_string().contains("desk-do-login-here"), "{waits}");
    // After the password was entered again, it continues automatically.
    call(&screen, "log_in", log_in(&joe, PASSWORD, "nowhere")).await;
    session(&screen, name, |it| it["state"]["state"] == "live").await;
    assert!(!written(&it.folder).windows(PASSWORD.len()).any(|it| it == PASSWORD.as_bytes()));
    desk.stop().await;

    // A password that was not stored is lost: the session exists, and asks for it.
    let desk = Desk::open(options(&it.folder), Journal::default()).await;
    session(&desk.screen(), name, |it| it["state"]["wantsLogin"] == true).await;
    desk.stop().await;
    server.stop().await;
}

#[tokio::test]
async fn the_session_that_asked_for_a_user_has_it_from_then_on() {
    let it = start().await;
    let server = guarded(PASSWORD).await;
    let project = prepared(&it, &server).await;
    for before in [server.endpoint(), format!("{}?user=ann", server.endpoint())] {
        let name = started(&it, &project, &json!(before)).await;
        session(&it.screen, &name, |it| it["state"]["wantsLogin"] == true).await;
        call(&it.screen, "log_in", log_in(&json!(before), PASSWORD, "nowhere")).await;
        let now = session(&it.screen, &name, |it| it["state"]["state"] == "live").await;
        assert_eq!(now["endpoint"], format!("{}?user=joe", server.endpoint()));
        call(&it.screen, "stop_session", json!({"session": name})).await;
    }
    it.desk.stop().await;
    server.stop().await;
}

#[tokio::test]
async fn a_login_while_the_service_is_away_ends_no_session_and_wakes_none() {
    let it = start().await;
    let server = guarded(PASSWORD).await;
    let company = source::company().await;
    company.used_by(&it.screen, Permission::ALL).await;
    trust(&it, &server).await;
    let added = company.service.add_project(None, "packing.xml", PACKING.as_bytes().to_vec());
    let project = json!(added.expect("it works").project_id);
    let joe = json!(format!("{}?user=joe", server.endpoint()));
    let name = started(&it, &project, &joe).await;
    session(&it.screen, &name, |it| it["state"]["wantsLogin"] == true).await;
    company.goes_away();
    while it.screen.call("projects", json!({"search": ""})).await.is_ok() {}

    call(&it.screen, "log_in", log_in(&joe, PASSWORD, "nowhere")).await;
    session(&it.screen, &name, |it| it["state"]["state"] == "live").await;

    // A paused session stays paused, and uses the password when it is resumed.
    call(&it.screen, "forget_login", json!({"endpoint": joe})).await;
    let named = json!({"session": name});
    call(&it.screen, "start_again", named.clone()).await;
    session(&it.screen, &name, |it| it["state"]["wantsLogin"] == true).await;
    call(&it.screen, "pause", named.clone()).await;
    session(&it.screen, &name, |it| it["state"]["state"] == "paused").await;
    call(&it.screen, "log_in", log_in(&joe, PASSWORD, "nowhere")).await;
    let overview = call(&it.screen, "overview", json!({})).await;
    let paused = &overview["sessions"][0];
    assert_eq!(
        (&paused["state"]["state"], &paused["controller"]),
        (&json!("paused"), &Value::Null)
    );
    call(&it.screen, "resume", named).await;
    session(&it.screen, &name, |it| it["state"]["state"] == "live").await;
    it.desk.stop().await;
    server.stop().await;
}

#[tokio::test]
async fn a_password_goes_from_its_old_place_when_it_is_at_the_new_one() {
    let it = start().await;
    let server = guarded(PASSWORD).await;
    prepared(&it, &server).await;
    let joe = json!(format!("{}?user=joe", server.endpoint()));
    let keep = async || call(&it.screen, "login", json!({"endpoint": joe})).await["keep"].clone();
    call(&it.screen, "log_in", log_in(&joe, PASSWORD, "nowhere")).await;

    let data = it.folder.path().join("data");
    let blocked = data.join("controllers.key.next/by");
    std::fs::create_dir_all(&blocked).expect("it works");
    assert_eq!(refusal(&it.screen, "log_in", log_in(&joe, PASSWORD, "file")).await, "disk");
    assert_eq!(keep().await, "nowhere");
    std::fs::remove_dir_all(data.join("controllers.key.next")).expect("it works");

    // If the location of a password cannot be recorded, the password is not stored there.
    let blocked = it.folder.path().join("settings.toml.next");
    std::fs::create_dir(&blocked).expect("it works");
    assert_eq!(refusal(&it.screen, "log_in", log_in(&joe, PASSWORD, "file")).await, "disk");
    assert_eq!(keep().await, "nowhere");
    let kept = std::fs::read_to_string(data.join("controllers.key")).expect("it was begun");
    assert!(!kept.contains(PASSWORD), "{kept}");
    std::fs::remove_dir(&blocked).expect("it works");

    call(&it.screen, "log_in", log_in(&joe, PASSWORD, "file")).await;
    assert_eq!(keep().await, "file");
    it.desk.stop().await;
    server.stop().await;
}

#[tokio::test]
async fn a_password_that_cannot_be_read_now_is_read_when_a_person_tries_again() {
    let it = start().await;
    let server = guarded(PASSWORD).await;
    let project = prepared(&it, &server).await;
    let joe = json!(format!("{}?user=joe", server.endpoint()));
    call(&it.screen, "log_in", log_in(&joe, PASSWORD, "file")).await;
    let name = started(&it, &project, &joe).await;
    session(&it.screen, &name, |it| it["state"]["state"] == "live").await;
    it.desk.stop().await;

    let path = it.folder.path().join("data/controllers.key");
    let kept = std::fs::read(&path).expect("it is there");
    std::fs::write(&path, "damaged").expect("it works");
    let desk = Desk::open(options(&it.folder), Journal::default()).await;
    let screen = desk.screen();
    let waits = session(&screen, &name, |it| it["state"]["wantsLogin"] == true).await;
    let state = &waits["state"];
    let says = |what: &str, words: &str| state[what].to_string().contains(words);
    // No other password is sent instead, from any source.
    assert!(says("cause", "secret-missing"), "{state}");
    assert!(says("remedy", "desk-do-login-here"), "{state}");
    let seen = call(&screen, "login", json!({"endpoint": joe})).await;
    assert_eq!(seen["keep"], "file", "it can be forgotten: {seen}");

    std::fs::write(&path, kept).expect("it works");
    call(&screen, "try_now", json!({"session": name})).await;
    session(&screen, &name, |it| it["state"]["state"] == "live").await;
    desk.stop().await;
    server.stop().await;
}
