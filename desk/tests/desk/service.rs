//! A selected service that cannot be used at the next start of the program.

use tagbridge_api::Permission;
use tracing_subscriber::layer::SubscriberExt;

use super::{source::Running, *};

#[tokio::test]
async fn a_key_that_cannot_be_read_any_more_is_said_and_given_again() {
    let it = start().await;
    let Running { company, key, session: name } = source::running(&it).await;
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
    assert!(state["remedy"].to_string().contains("desk-do-enter-given-key"), "{state}");
    // All functions that need the service report the same, and not that it is the first run.
    let failure = screen.call("projects", json!({"search": ""})).await.expect_err("there is none");
    assert_eq!(failure.error, "no_key", "{failure}");
    let again = company.choice(None);
    assert_eq!(refusal(&screen, "use_service", again.clone()).await, "no_key");

    // It is available again, as from an unlocked keychain: the earlier sessions continue.
    std::fs::write(&file, &key).expect("it works");
    let service = call(&screen, "use_service", again).await;
    assert_eq!(service["state"]["state"], "answers", "{service}");
    session(&screen, &name, |it| it["state"]["state"] == "live").await;
    desk.stop().await;
}

#[tokio::test]
async fn a_key_that_is_kept_in_a_file_goes_to_its_own_service_alone() {
    let it = start().await;
    let company = source::company().await;
    company.used_by(&it.screen, Permission::ALL).await;
    let own = json!({"url": company.url, "key": null});
    let seen = call(&it.screen, "check_service", own).await;
    assert_eq!(seen["state"]["state"], "answers", "{seen}");
    let other = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("it works");
    let url = format!("http://{}", other.local_addr().expect("it works"));
    let asked = json!({"url": url, "key": null});
    assert_eq!(refusal(&it.screen, "check_service", asked).await, "no_key");
    let chosen = json!({"kind": "remote", "url": url, "key": null, "keep": "file"});
    assert_eq!(refusal(&it.screen, "use_service", chosen).await, "no_key");
    let asked = timeout(Duration::ZERO, other.accept()).await;
    assert!(asked.is_err(), "nothing is sent there");
    it.desk.stop().await;
}

#[tokio::test]
async fn a_session_goes_on_though_the_service_refuses_the_key() {
    let it = start().await;
    let Running { company, session: name, .. } = source::running(&it).await;
    it.desk.stop().await;
    for key in company.service.list_keys().expect("it works") {
        company.service.revoke_key(&key.id).expect("it works");
    }

    let desk = Desk::open(options(&it.folder), Journal::default()).await;
    let stores = session(&desk.screen(), &name, |it| {
        it["tags"]["good"] == 2 && it["outbox"]["depth"].as_f64() > Some(0.0)
    })
    .await;
    assert_eq!(stores["projectName"], "Bottling", "{stores}");
    desk.stop().await;
}

#[tokio::test]
async fn what_ran_before_waits_for_its_own_service_whichever_is_used_meanwhile() {
    let it = start().await;
    let Running { company, key, session: name } = source::running(&it).await;
    it.desk.stop().await;

    std::fs::remove_file(it.folder.path().join("data/service.key")).expect("it is there");
    let desk = Desk::open(options(&it.folder), Journal::default()).await;
    let screen = desk.screen();
    call(&screen, "use_service", json!({"kind": "builtIn"})).await;
    call(&screen, "use_service", company.choice(Some(&key))).await;
    session(&screen, &name, |it| it["state"]["state"] == "live").await;
    desk.stop().await;
}

#[tokio::test]
async fn nobody_waits_for_a_controller_that_is_silent() {
    let it = start().await;
    let name = live(&it).await;
    let address = it.controller.addr();
    it.desk.stop().await;
    it.controller.stop().await;
    let silent = tokio::net::TcpListener::bind(address).await.expect("it works");
    for is_known in [true, false] {
        if !is_known {
            std::fs::remove_dir_all(it.folder.path().join("data/sessions")).expect("it is there");
        }
        let desk = Desk::open(options(&it.folder), Journal::default()).await;
        let asked = timeout(Duration::ZERO, silent.accept()).await;
        assert!(asked.is_err(), "the desk is open before a controller is asked");
        let _asked = timeout(PATIENCE, silent.accept()).await.expect("it is asked").expect("so");
        // Without a preflight, which would log in again, if the tags to read are known.
        let sessions: Vec<String> = desk.sessions().into_iter().map(|it| it.name).collect();
        assert_eq!(sessions.contains(&name), is_known, "{sessions:?}");
        desk.stop().await;
    }
}

#[tokio::test]
async fn an_event_log_is_begun_only_in_a_folder_of_ones_own() {
    let it = start().await;
    live(&it).await;
    let log = it.folder.path().join("data/logs/tagbridge.log");
    let open = async || {
        let journal = Journal::default();
        let subscriber = tracing_subscriber::registry().with(journal.layer());
        let _listening = tracing::subscriber::set_default(subscriber);
        Desk::open(options(&it.folder), journal).await
    };
    let other = open().await;
    let overview = call(&other.screen(), "overview", json!({})).await;
    assert_eq!(overview["service"]["state"]["error"], "refused", "{overview}");
    assert!(!log.exists(), "the other desk writes there");
    other.stop().await;
    it.desk.stop().await;
    let next = open().await;
    assert!(std::fs::read_to_string(&log).expect("it is written").contains("has started"));
    next.stop().await;
}
