//! The management of the service's projects, and the detection of the service.

use std::path::Path;

use tagbridge_api::Permission;
use tagbridge_service::{NewKey, Service, Tls};
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::CancellationToken;

use super::{source::begun, *};

async fn names(it: &Fixture, archived: bool) -> Vec<String> {
    let page = call(&it.screen, "projects", json!({"archived": archived})).await;
    let names = page["projects"].as_array().expect("a list").iter();
    names.map(|it| it["name"].as_str().expect("it has one").to_owned()).collect()
}

#[tokio::test]
async fn a_project_is_renamed_archived_brought_back_and_deleted_with_a_persons_word() {
    let it = start().await;
    let session = live(&it).await;
    let project = call(&it.screen, "projects", json!({})).await["projects"][0]["id"].clone();
    let change = async |what: Value| {
        let mut change = json!({"project": project, "name": null, "archived": null});
        change.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
        call(&it.screen, "change_project", change).await
    };
    let end = |name: &str| json!({"project": project, "name": name});
    let renamed = change(json!({"name": "Line 4"})).await;
    assert_eq!((&renamed["name"], &renamed["archivedAt"]), (&json!("Line 4"), &json!(null)));
    let overview = call(&it.screen, "overview", json!({})).await;
    assert_eq!(overview["sessions"][0]["projectName"], "Line 4", "what runs is called so, too");
    assert_eq!(refusal(&it.screen, "delete_project", end("Line 4")).await, "project_in_use");

    let archived = change(json!({"archived": true})).await;
    assert!(archived["archivedAt"].is_number(), "{archived}");
    assert_eq!((names(&it, false).await, names(&it, true).await), (vec![], vec!["Line 4".into()]));
    assert_eq!(refusal(&it.screen, "delete_project", end("Line 5")).await, "invalid");
    let streamed = it.screen.call("delete_project", end("Line 4")).await.expect_err("it is live");
    assert_eq!(streamed.error, "project_in_use");
    assert!(streamed.message.to_string().contains("a session streams"), "{streamed}");
    change(json!({"archived": false})).await;
    assert_eq!((names(&it, false).await, names(&it, true).await), (vec!["Line 4".into()], vec![]));

    change(json!({"archived": true})).await;
    call(&it.screen, "stop_session", json!({"session": session})).await;
    call(&it.screen, "delete_project", end(" Line 4 ")).await;
    assert_eq!((names(&it, false).await, names(&it, true).await), (vec![], vec![]));
    assert_eq!(refusal(&it.screen, "project", json!({"project": project})).await, "not_found");
    let overview = call(&it.screen, "overview", json!({})).await;
    assert_eq!(overview["sessions"], json!([]), "its stopped session is gone");
    let known = call(&it.screen, "controllers", json!({"look": false})).await;
    assert_eq!(known["known"], json!([]), "nor is it remembered what it was read from");
    it.desk.stop().await;
}

#[tokio::test]
async fn an_older_version_is_made_current_again_and_read() {
    let it = start().await;
    call(&it.screen, "use_service", json!({"kind": "builtIn"})).await;
    let project = call(&it.screen, "open_project", project_file()).await;
    let named = json!({"project": project["id"]});
    let newer = L5X.replace("</Tags>", r#"<Tag Name="Later" DataType="DINT"/></Tags>"#);
    let newer = file("newer.L5X", newer.as_bytes(), true);
    let second = call(&it.screen, "open_project", newer).await;
    assert_eq!((&second["id"], &second["file"]["tags"]), (&project["id"], &json!(4)), "{second}");
    let versions = async || {
        let list = call(&it.screen, "versions", named.clone()).await;
        let short =
            |it: &Value| (it["number"].clone(), it["fileName"].clone(), it["isCurrent"] == true);
        list.as_array().expect("a list").iter().map(short).collect::<Vec<_>>()
    };
    let (older, newer) = (json!("bottling.L5X"), json!("newer.L5X"));
    let both = [(json!(2), newer, true), (json!(1), older.clone(), false)];
    assert_eq!(versions().await, both);
    let used = json!({"project": project["id"], "number": 1});
    let saved = call(&it.screen, "version_file", used.clone()).await;
    assert_eq!(
        (&saved["name"], &saved["bytes"]),
        (&older, &json!(base64::Engine::encode(&base64::prelude::BASE64_STANDARD, L5X))),
        "it is the file as it was put in"
    );
    let again = call(&it.screen, "use_version", used.clone()).await;
    assert_eq!((&again["version"], &again["file"]["tags"]), (&json!(3), &json!(3)), "{again}");
    assert_eq!(versions().await[0], (json!(3), older, true));
    let nowhere = json!({"project": project["id"], "number": 9});
    for verb in ["use_version", "version_file"] {
        assert_eq!(refusal(&it.screen, verb, nowhere.clone()).await, "not_found");
    }
    it.desk.stop().await;
}

/// The project with a rung.
fn ladder(condition: &str) -> String {
    let code = format!(
        r#"</Tags><Programs><Program Name="Main" MainRoutineName="Ladder"><Routines>
<Routine Name="Ladder" Type="RLL"><RLLContent><Rung Number="0" Type="N"><Text><![CDATA[{condition}OTE(Out);]]></Text></Rung></RLLContent></Routine>
</Routines></Program></Programs>"#
    );
    let tags = r#"<Tag Name="Guard" DataType="BOOL"/><Tag Name="Auto" DataType="BOOL"/><Tag Name="Out" DataType="BOOL"/>"#;
    L5X.replace("</Tags>", &format!("{tags}{code}"))
}

#[tokio::test]
async fn code_is_drawn_of_the_version_that_the_controller_has() {
    let it = start().await;
    call(&it.screen, "use_service", json!({"kind": "builtIn"})).await;
    let put = async |text: String| {
        call(&it.screen, "open_project", file("line.L5X", text.as_bytes(), true)).await
    };
    let project = put(ladder("XIC(Auto)")).await["id"].as_str().expect("an id").to_owned();
    let name = begun(&it.screen, &project, &it.controller).await;
    session(&it.screen, &name, |it| it["state"]["state"] == "live").await;
    let delay = r#"<Tag Name="Delay" TagType="Base" DataType="DINT" ExternalAccess="Read/Write"/>"#;
    put(ladder("XIC(Auto)XIC(Guard)").replace("<Tags>", &format!("<Tags>{delay}"))).await;
    session(&it.screen, &name, |it| it.to_string().contains("naming-not-downloaded-lacks")).await;
    let drawn = async || {
        let open = json!({
            "project": project, "routine": 0, "from": 0, "count": 1, "live": true, "version": null,
        });
        call(&it.screen, "routine", open).await["rungs"][0]["text"].clone()
    };
    assert_eq!(drawn().await, "XIC(Auto)OTE(Out);");
    call(&it.screen, "stop_session", json!({"session": name})).await;
    assert_eq!(drawn().await, "XIC(Auto)XIC(Guard)OTE(Out);");
    it.desk.stop().await;
}

#[tokio::test]
async fn two_versions_are_compared_and_each_is_drawn() {
    let it = start().await;
    call(&it.screen, "use_service", json!({"kind": "builtIn"})).await;
    let put = async |name: &str, text: String| {
        call(&it.screen, "open_project", file(name, text.as_bytes(), true)).await
    };
    let project = put("line.L5X", ladder("XIC(Auto)")).await["id"].clone();
    put("line.L5X", ladder("XIC(Auto)XIC(Guard)")).await;
    let of = |number: Option<u32>| json!({"project": project, "version": number});
    let compare =
        async |from, to| call(&it.screen, "compare_code", json!({"from": from, "to": to})).await;
    let found = compare(of(Some(1)), of(None)).await;
    let change = &found["changes"][0];
    assert_eq!((&found["of"], &change["doesTheSame"]), (&json!(1), &json!(false)), "{found}");
    assert_eq!(change["kind"]["code"], "logic-change-condition-added");
    assert_eq!(change["subject"], "XIC(Guard)");
    let spot = json!({"routine": 0, "path": "Main/Ladder", "at": 0, "rung": 0, "line": null});
    assert_eq!((&change["before"], &change["after"]), (&spot, &spot));
    assert_eq!(compare(of(Some(2)), of(None)).await["of"], 0);
    let text = async |version: Value| {
        let open = json!({
            "project": project, "routine": 0, "from": 0, "count": 1, "live": true, "version": version,
        });
        call(&it.screen, "routine", open).await["rungs"][0]["text"].clone()
    };
    assert_eq!(text(json!(1)).await, "XIC(Auto)OTE(Out);");
    assert_eq!(text(json!(2)).await, "XIC(Auto)XIC(Guard)OTE(Out);");
    assert_eq!(text(json!(null)).await, "XIC(Auto)XIC(Guard)OTE(Out);");
    let nowhere = json!({"from": of(Some(9)), "to": of(None)});
    assert_eq!(refusal(&it.screen, "compare_code", nowhere).await, "not_found");
    it.desk.stop().await;
}

/// A service with its own self-signed certificate, in this folder.
async fn secured(folder: &Path, at: &str) -> (Service, String, JoinHandle<()>, CancellationToken) {
    let tls = Tls::self_made(folder, &["127.0.0.1".into()]).expect("it is made");
    let options = tagbridge_service::Options { tls: Some(tls), ..Default::default() };
    let service = Service::open(folder, options).expect("it opens");
    let listener = TcpListener::bind(at).await.expect("the port is free");
    let address = listener.local_addr().expect("it has one").to_string();
    let (stop, serving) = (CancellationToken::new(), service.clone());
    let stopper = stop.clone();
    let task =
        tokio::spawn(async move { serving.serve(listener, stopper).await.expect("it serves") });
    (service, address, task, stop)
}

#[tokio::test]
async fn a_service_is_trusted_on_a_persons_word_and_another_certificate_refused_in_words() {
    let it = start().await;
    let folder = it.folder.path().join("elsewhere");
    let (service, address, task, stop) = secured(&folder, "127.0.0.1:0").await;
    let permissions = Permission::ALL.to_vec();
    let key = NewKey { name: "desk".into(), permissions, ..NewKey::default() };
    let key = service.create_key(key).expect("it is made").1.reveal().to_owned();
    let url = format!("https://{address}");
    let keyed = json!({"url": url, "key": key});
    let seen = call(&it.screen, "check_service", keyed.clone()).await;
    assert_eq!(seen["state"]["error"], "untrusted", "{seen}");
    assert_eq!(seen["state"]["remedy"]["code"], "desk-do-trust-here");
    let using = json!({"kind": "remote", "url": url, "key": key, "keep": "nowhere"});
    assert_eq!(refusal(&it.screen, "use_service", using.clone()).await, "untrusted");

    let at = json!({"endpoint": url});
    let shown = call(&it.screen, "certificate", at.clone()).await;
    assert_eq!((&shown["isTrusted"], &shown["replaces"]), (&json!(false), &json!(null)));
    let wrong = json!({"endpoint": url, "fingerprint": "00:11"});
    assert_eq!(refusal(&it.screen, "trust", wrong).await, "refused");
    assert_eq!(refusal(&it.screen, "use_service", using.clone()).await, "untrusted");
    call(&it.screen, "trust", json!({"endpoint": url, "fingerprint": shown["fingerprint"]})).await;
    assert_eq!(call(&it.screen, "certificate", at.clone()).await["isTrusted"], true);
    let used = call(&it.screen, "use_service", using).await;
    assert_eq!(used["state"]["state"], "answers", "{used}");

    stop.cancel();
    task.await.expect("it ends");
    drop(service);
    let other = it.folder.path().join("another");
    let (_service, _, task, stop) = secured(&other, &address).await;
    let changed = call(&it.screen, "certificate", at.clone()).await;
    assert_eq!(
        (&changed["isTrusted"], &changed["replaces"]),
        (&json!(false), &shown["fingerprint"])
    );
    let failure = it.screen.call("projects", json!({})).await.expect_err("it is another one");
    assert_eq!(failure.error, "untrusted");
    let said = failure.message.to_string();
    assert!(said.contains("is not the trusted one"), "{said}");
    for print in [&shown["fingerprint"], &changed["fingerprint"]] {
        assert!(said.contains(print.as_str().expect("a text")), "{said}");
    }
    assert!(failure.remedy.to_string().contains("find out why it changed"), "{failure}");
    let old = json!({"endpoint": url, "fingerprint": shown["fingerprint"]});
    assert_eq!(refusal(&it.screen, "trust", old).await, "refused", "it is not shown any more");
    stop.cancel();
    task.await.expect("it ends");
    it.desk.stop().await;
}
