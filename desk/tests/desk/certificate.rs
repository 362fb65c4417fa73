//! The certificate of a server: read, trusted, replaced, and never in a bundle.

use std::fmt::Write;

use tagbridge_simulator::opcua::{Policy, RunningCodesys, Security, VirtualCodesys};

use super::*;

/// The subject of the simulated controller's certificate.
const NAMED: [&str; 2] = ["CN=Virtual CODESYS controller", "OU=Simulator"];

async fn secured() -> RunningCodesys {
    VirtualCodesys::counting(5, 1)
        .expect("it works")
        .securities([Security::SignAndEncrypt(Policy::Basic256Sha256)])
        .listen("127.0.0.1:0".parse().expect("it works"))
        .await
        .expect("it works")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, it| {
        let _never_fails = write!(text, "{it:02x}");
        text
    })
}

/// A project without a file, on the desk's own service.
async fn project(fixture: &Fixture) -> Value {
    let service = call(&fixture.screen, "use_service", json!({"kind": "builtIn"})).await;
    assert_eq!(service["state"]["state"], "answers", "{service}");
    call(&fixture.screen, "open_project", project_file()).await["id"].clone()
}

#[tokio::test]
async fn a_certificate_is_asked_about_and_trusted_and_another_one_is_told() {
    let it = start().await;
    let server = secured().await;
    let asked = json!({"endpoint": server.endpoint()});
    let shown = call(&it.screen, "certificate", asked.clone()).await;
    assert_eq!((&shown["isTrusted"], &shown["replaces"]), (&json!(false), &json!(null)));
    assert_eq!((&shown["isSecured"], &shown["isNeeded"]), (&json!(true), &json!(true)));
    assert_eq!(shown["fingerprint"].as_str(), server.fingerprint().as_deref());
    let project = project(&it).await;
    let looked = json!({"project": project, "endpoint": server.endpoint()});
    assert_eq!(refusal(&it.screen, "preflight", looked).await, "invalid", "another platform");
    let wrong = json!({"endpoint": server.endpoint(), "fingerprint": "00:11"});
    assert_eq!(refusal(&it.screen, "trust", wrong).await, "refused");
    let right = json!({"endpoint": server.endpoint(), "fingerprint": shown["fingerprint"]});
    call(&it.screen, "trust", right).await;
    assert_eq!(call(&it.screen, "certificate", asked.clone()).await["isTrusted"], true);
    server.renew_certificate().await.expect("it works");
    let other = call(&it.screen, "certificate", asked).await;
    assert_eq!((&other["isTrusted"], &other["replaces"]), (&json!(false), &shown["fingerprint"]));
    server.stop().await;
    it.desk.stop().await;
}

#[tokio::test]
async fn whoever_shows_no_certificate_is_told_with_the_drivers_remedy() {
    let it = start().await;
    // Bound, so that no other program uses it, and no server listens on it.
    let silent = tokio::net::TcpSocket::new_v4().expect("it works");
    silent.bind("127.0.0.1:0".parse().expect("it works")).expect("it works");
    let endpoint = format!("opc.tcp://{}", silent.local_addr().expect("it works"));
    let asked = json!({"endpoint": endpoint});
    let failure = it.screen.call("certificate", asked).await.expect_err("nobody is there");
    assert_eq!(failure.error, "unreachable");
    assert!(!failure.remedy.to_string().contains("compare the certificate"), "{failure}");
    assert!(!failure.remedy.is_empty());
}

#[tokio::test]
async fn a_server_without_security_has_none_and_is_read() {
    let it = start().await;
    let open = VirtualCodesys::counting(5, 1).expect("it works");
    let server = open.listen("127.0.0.1:0".parse().expect("it works")).await.expect("it works");
    let shown = call(&it.screen, "certificate", json!({"endpoint": server.endpoint()})).await;
    assert_eq!(shown, Value::Null);
    call(&it.screen, "use_service", json!({"kind": "builtIn"})).await;
    let project = call(&it.screen, "open_project", packing_file()).await["id"].clone();
    let looked = json!({"project": project, "endpoint": server.endpoint()});
    let answer = call(&it.screen, "preflight", looked).await;
    assert!(answer["facts"].is_array(), "{answer}");
    let nothing = json!({"endpoint": server.endpoint(), "fingerprint": "00:11"});
    assert_eq!(refusal(&it.screen, "trust", nothing).await, "refused");
    server.stop().await;
    it.desk.stop().await;
}

#[tokio::test]
async fn neither_certificate_nor_key_nor_name_is_in_a_bundle() {
    let it = start().await;
    let server = secured().await;
    let shown = trust(&it, &server).await;
    call(&it.screen, "use_service", json!({"kind": "builtIn"})).await;
    let project = call(&it.screen, "open_project", packing_file()).await["id"].clone();
    let name = started(&it, &project, &json!(server.endpoint())).await;
    let live = session(&it.screen, &name, |it| it["state"]["state"] == "live").await;
    call(&it.screen, "trace", json!({"session": name, "seconds": 600})).await;
    server.drop_connections();
    let is_live_anew = |it: &Value| {
        it["state"]["state"] == "live" && it["state"]["since"] != live["state"]["since"]
    };
    session(&it.screen, &name, is_live_anew).await;
    let asked = json!({"pseudonyms": false, "trace": true});
    let text = call(&it.screen, "bundle", asked).await.to_string();
    assert!(text.contains("of a login, left out"), "the login was recorded: {text}");
    let pki = it.folder.path().join("pki");
    let subject = shown["subject"].as_str().expect("it has one");
    assert!(NAMED.iter().all(|it| subject.contains(it)), "{subject}");
    let mut secrets: Vec<String> = NAMED.iter().map(|it| (*it).to_owned()).collect();
    for file in walk(&pki) {
        let bytes = std::fs::read(&file).expect("it works");
        secrets.push(hex(&bytes[bytes.len() / 2..bytes.len() / 2 + 24]));
        // A key is text.
        if let Ok(text) = String::from_utf8(bytes) {
            let parts = text.as_bytes().chunks_exact(64).map(String::from_utf8_lossy);
            secrets.extend(parts.map(std::borrow::Cow::into_owned));
        }
    }
    assert!(secrets.len() > 10, "the private key is among them");
    for secret in secrets {
        assert!(!text.contains(&secret), "{secret} in {text}");
    }
    server.stop().await;
    it.desk.stop().await;
}

/// All files below a folder.
fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries =
        std::fs::read_dir(folder).expect("it works").map(|it| it.expect("it works").path());
    entries.flat_map(|it| if it.is_dir() { walk(&it) } else { vec![it] }).collect()
}
