//! Changes in words: what their headline says, and what a saved version keeps.

use super::*;

const BOTTLING: &[u8] = include_bytes!("../../../tests/projects/allen-bradley/Bottling.L5X");

#[tokio::test]
async fn a_changed_preset_is_told_and_the_saved_version_keeps_the_request() {
    let it = start().await;
    call(&it.screen, "use_service", json!({"kind": "builtIn"})).await;
    let project = call(&it.screen, "open_project", file("Bottling.L5X", BOTTLING, true)).await;
    let id = project["id"].clone();
    let request = "change Blocked_Delay.PRE to 3000";
    let ask = json!({"project": id, "request": request, "answers": [], "amendment": null,
        "language": "en"});
    let plan = call(&it.screen, "propose", ask).await;
    assert_eq!(plan["status"], "plan", "{plan}");
    assert_eq!((&plan["behaviour"], &plan["values"][1]), (&Value::Null, &Value::Null), "{plan}");
    let value = &plan["values"][0];
    let told = (&value["subject"], &value["from"], &value["to"]);
    assert_eq!(told, (&json!("Blocked_Delay.PRE"), &json!("1500"), &json!("3000")), "{plan}");
    let save = json!({"changed": plan["changed"], "asVersion": true});
    let saved = call(&it.screen, "save_proposal", save).await;
    assert_eq!(saved["version"], 2, "{saved}");
    let versions = call(&it.screen, "versions", json!({"project": id})).await;
    let told = |number: u32| {
        let all = versions.as_array().expect("a list").iter();
        all.clone().find(|it| it["number"] == number).expect("it exists")["request"].clone()
    };
    assert_eq!((told(2), told(1)), (json!(request), Value::Null), "{versions}");
    // The page still shows the difference from the version before.
    let compare = json!({"from": {"project": id, "version": 1},
        "to": {"project": plan["changed"], "version": null}});
    let changes = call(&it.screen, "compare_code", compare).await;
    assert_eq!(changes["of"], 1, "{changes}");
    it.desk.stop().await;
}
