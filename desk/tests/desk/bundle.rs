//! The support bundle.

use std::io::Read;

use tagbridge_desk::bundle;

use super::*;

#[tokio::test]
async fn a_bundle_holds_no_secret_and_no_tag_under_a_pseudonym() {
    let it = start().await;
    let session = live(&it).await;
    let key = it.desk.client().expect("there is a service").key().expose().to_owned();
    let canary =
        json!({"url": "https://joe:canary@plant.example", "key": "tb_canary_canary_canary"});
    refusal(&it.screen, "check_service", canary).await;
    call(&it.screen, "trace", json!({"session": session, "seconds": 60})).await;
    for pseudonyms in [false, true] {
        let asked = json!({"pseudonyms": pseudonyms, "trace": true});
        let bundle = call(&it.screen, "bundle", asked).await.to_string();
        assert!(!bundle.contains(&key) && !bundle.contains("canary"), "{bundle}");
        assert_eq!(bundle.contains("Line_Speed"), !pseudonyms);
        assert_eq!(bundle.contains("tag-1"), pseudonyms);
    }
    let saved = json!({"pseudonyms": false, "trace": false, "path": null});
    let saved = call(&it.screen, "save_bundle", saved).await;
    let bytes = base64::Engine::decode(
        &base64::prelude::BASE64_STANDARD,
        saved["bytes"].as_str().expect("the console gets the bytes"),
    );
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes.unwrap())).unwrap();
    let names: Vec<String> = archive.file_names().map(|it| it.unwrap().into_owned()).collect();
    for name in ["status.json", "log.jsonl", "settings.toml", "statement.json", "versions.json"] {
        assert!(names.iter().any(|it| it == name), "{name} in {names:?}");
        let mut text = String::new();
        archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        assert!(!text.contains(&key), "{name}");
    }
    let path = json!({"pseudonyms": false, "trace": false, "path": "/tmp/x.zip"});
    assert_eq!(refusal(&it.screen, "save_bundle", path).await, "refused");
    it.desk.stop().await;
}

/// The texts of all files.
fn texts(contents: &bundle::Contents) -> String {
    let preview = contents.preview();
    preview.files.iter().fold(String::new(), |text, it| text + &it.name + "\n" + &it.text + "\n")
}

#[tokio::test]
async fn a_data_folder_has_a_bundle_while_its_bridge_runs_and_afterwards() {
    let it = start().await;
    let name = live(&it).await;
    let key = it.desk.client().expect("there is a service").key().expose().to_owned();
    let data = it.folder.path().join("data");
    std::fs::create_dir(data.join("logs")).unwrap();
    let log = "{\"cause\":\"canary\",\"password\":\"canary\"}\nLine_Speed is bad\n"
        .replace("\"cause\":\"canary\"", "\"cause\":\"CN=canary, O=x\"");
    std::fs::write(data.join("logs/tagbridge.2026-01-01.log"), log).unwrap();
    std::fs::write(data.join("service.key"), "s3cr3t-canary").unwrap();
    let passwords = json!({"opc.tcp://10.0.0.7?user=joe": "mot \"de\" passe"}).to_string();
    std::fs::write(data.join("controllers.key"), passwords).unwrap();
    let notes = "note = 's3cr3t-canary'\nlogin = 'mot \"de\" passe'";
    std::fs::write(data.join("console.toml"), notes).unwrap();
    let password = it.folder.path().join("password");
    std::fs::write(&password, "hunter-of-canaries").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&password, std::fs::Permissions::from_mode(0o600)).unwrap();
    }
    let configuration = it.folder.path().join("tagbridge.toml");
    let text = "# not hunter-of-canaries\n[service]\nurl = 'https://plant.example/api/v1'\n\
        key = { env = 'X' }\n[[session]]\nname = 'line'\nproject = 'p'\n\
        endpoint = 'opc.tcp://10.0.0.7?user=joe'\npassword = { file = 'password' }\n\
        tags = ['Tank_Level']\n";
    std::fs::write(&configuration, text).unwrap();
    session(&it.screen, &name, |it| it["outbox"]["newest"].as_f64() > Some(0.0)).await;
    for is_running in [true, false] {
        for pseudonyms in [false, true] {
            let contents = bundle::of_folder(&data, Some(&configuration), pseudonyms);
            let contents = contents.expect("it is made");
            let text = texts(&contents);
            for part in ["versions.json", "files.tsv", "outboxes.json", "status.json", &name] {
                assert!(text.contains(part), "{part}: {text}");
            }
            assert!(!text.contains("canary") && !text.contains(&key), "{text}");
            assert_eq!(text.contains("Line_Speed is bad"), !pseudonyms, "{text}");
            assert_eq!(text.contains("Tank_Level"), !pseudonyms, "{text}");
            assert!(!text.contains("hunter") && !text.contains("passe"), "{text}");
            assert!(!contents.archive().expect("it is packed").is_empty());
        }
        if is_running {
            it.desk.stop().await;
        }
    }
    let nowhere = it.folder.path().join("nowhere");
    let failure = bundle::of_folder(&nowhere, None, false).expect_err("there is none");
    assert!(failure.message.to_string().contains("nowhere"), "{failure}");
}
