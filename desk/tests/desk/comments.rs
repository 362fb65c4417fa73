//! A project with comments in two languages and with addresses: both are shown in the language of
//! the screen, and found in any.

use std::{fs, sync::Arc};

use tagbridge_project::Source;
use tagbridge_simulator::logix::VirtualLogix;

use super::*;

const FILE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/projects/allen-bradley/Bottling.L5X");

#[tokio::test]
async fn comments_and_addresses_are_shown_and_found_in_the_language_of_the_screen() {
    let it = start().await;
    let bytes = fs::read(FILE).expect("the sample");
    let source = Source::of_bytes("Bottling.L5X", bytes.clone()).expect("a source");
    let project = Arc::new(tagbridge_project::read(&source).expect("a project"));
    let controller = VirtualLogix::from_project(&project, 1);
    let controller = controller.listen("127.0.0.1:0".parse().expect("an address"));
    let controller = controller.await.expect("a controller");
    call(&it.screen, "use_service", json!({"kind": "builtIn"})).await;
    let opened = call(&it.screen, "open_project", file("Bottling.L5X", &bytes, true)).await;
    let project = opened["id"].clone();

    let (name, address) = (json!("Air_OK"), json!("Local:1:I.Data.15"));
    let (english, german) = ("Pressure switch of the compressed air", "Druckschalter Druckluft");

    let tree = async |search: &str| {
        call(&it.screen, "tag_tree", json!({"project": project, "search": search})).await
    };
    let declared = async |language: &str, search: &str| {
        let group = json!({
            "project": project, "search": search, "kind": "inputOutput", "name": "", "from": 0,
            "count": 10, "language": language,
        });
        call(&it.screen, "tags_of_group", group).await["tags"][0].clone()
    };
    let endpoint = controller.endpoint();
    let tags = json!(["Air_OK", "Bowl_Level_mA"]);
    let start = json!({"project": project, "endpoint": endpoint, "intervalMs": 50, "tags": tags});
    let session = call(&it.screen, "start_session", start).await["session"].clone();
    // The comments are known a little after the first values.
    let rows = async |language: &str, search: &str| {
        let open = json!({
            "session": session, "limit": 10, "quality": null, "search": search,
            "language": language,
        });
        call(&it.screen, "rows", open).await;
        loop {
            let frame = until(&it.screen, |push| match push {
                Push::Values(frame) => Some(frame),
                _ => None,
            })
            .await;
            call(&it.screen, "ack", json!({"frame": frame.frame})).await;
            if let Some(whole) = frame.whole.filter(|it| it.names == ["Air_OK"]) {
                break whole;
            }
        }
    };
    for search in ["druckschalter druck", "switch of the comp", "local:1:i.data.15"] {
        for (language, comment) in [("de", german), ("en", english)] {
            let tag = declared(language, search).await;
            assert_eq!((&tag["name"], &tag["address"]), (&name, &address), "{search}");
            assert_eq!(tag["comment"], comment, "{search}");
            let shown = rows(language, search).await;
            assert_eq!(json!([shown.comments[0], shown.addresses[0]]), json!([comment, address]));
        }
        assert_eq!(tree(search).await["of"], 1, "{search}");
    }
    let one = |language: &str| json!({"session": session, "tag": "Air_OK", "language": language});
    let seen = call(&it.screen, "inspect", one("de")).await;
    assert_eq!((&seen["comment"], &seen["address"]), (&json!(german), &address));
    let other = call(&it.screen, "inspect", one("en")).await;
    assert_eq!(other["comment"], english);
    assert_eq!(other["translations"], json!([{"language": "de-DE", "text": german}]));
    let take = json!({"session": session, "tags": ["Air_OK"], "language": "de"});
    let taken = call(&it.screen, "take_rows", take).await;
    assert_eq!((&taken["comments"][0], &taken["addresses"][0]), (&json!(german), &address));
    let find = json!({"project": project, "search": "Druckluft", "language": "de"});
    let found = call(&it.screen, "find_names", find).await;
    let comments = found["tags"].as_array().expect("there are some").iter();
    assert!(comments.clone().any(|it| it["comment"] == german), "{found}");
    it.desk.stop().await;
}
