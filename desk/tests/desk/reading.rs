//! The permanent tags of a session are changed while it runs, and the change is stored.

use super::*;

#[tokio::test]
async fn a_session_that_runs_reads_something_else_at_other_rates() {
    let it = start().await;
    let name = live(&it).await;
    let named = json!({"session": name});
    let before = call(&it.screen, "reading", named.clone()).await;
    assert_eq!((&before["intervalMs"], &before["groups"]), (&json!(50.0), &json!([])));
    let tags = before["tags"].as_array().expect("a list");
    assert!(tags.contains(&json!("Line_Speed")), "{before}");
    let change = json!({
        "session": name, "intervalMs": 100, "tags": ["Line_Speed", "Boxes_Packed", "Oven_Temperature[0]"],
        "groups": [{"name": "quick", "intervalMs": 20, "tags": ["Boxes_Packed"]}],
    });
    call(&it.screen, "change_reading", change.clone()).await;
    let both = |it: &Value| {
        let groups = it["groups"].as_array();
        it["state"]["state"] == "live"
            && it["tags"]["good"] == 3
            && groups.is_some_and(|all| all.iter().any(|it| it["name"] == "quick"))
    };
    let changed = session(&it.screen, &name, both).await;
    assert_eq!(changed["scan"]["intervalMs"], 100.0, "{changed}");
    let groups = changed["groups"].as_array().expect("a list");
    let quick = groups.iter().find(|it| it["name"] == "quick").expect("it is read");
    assert_eq!((&quick["intervalMs"], &quick["tags"]), (&json!(20.0), &json!(1)));
    for (tag, every) in [("Line_Speed", 100.0), ("Boxes_Packed", 20.0)] {
        let seen = call(&it.screen, "inspect", json!({"session": name, "tag": tag})).await;
        assert_eq!(seen["everyMs"], every, "{seen}");
    }
    for (field, wrong) in [
        ("intervalMs", json!(5)),
        ("groups", json!([{"name": "normal", "intervalMs": 20, "tags": []}])),
    ] {
        let mut refused = change.clone();
        refused[field] = wrong;
        assert_eq!(refusal(&it.screen, "change_reading", refused).await, "invalid", "{field}");
    }
    // It stays changed, also when it is paused and after a restart of the program.
    session(&it.screen, &name, both).await;
    call(&it.screen, "pause", named.clone()).await;
    let mut slower = change.clone();
    slower["groups"][0]["intervalMs"] = json!(40);
    call(&it.screen, "change_reading", slower).await;
    session(&it.screen, &name, |it| it["state"]["state"] == "paused").await;
    call(&it.screen, "resume", named.clone()).await;
    let quick = |it: &Value| it["groups"][1]["intervalMs"] == json!(40.0) && both(it);
    session(&it.screen, &name, quick).await;
    it.desk.stop().await;
    let desk = Desk::open(options(&it.folder), Journal::default()).await;
    let screen = desk.screen();
    session(&screen, &name, quick).await;
    let after = call(&screen, "reading", named).await;
    assert_eq!(after["groups"][0]["name"], "quick");
    desk.stop().await;
}

#[tokio::test]
async fn a_new_session_keeps_the_rates_and_triggers_of_the_projects_last_one() {
    let it = start().await;
    let name = live(&it).await;
    let named = json!({"session": name});
    let trigger = |name: &str| json!({"name": name, "tag": "Line_Speed", "when": "falls", "beforeS": 5.0, "afterS": 5.0});
    let triggers = |name: &str| json!({"session": named["session"], "triggers": [trigger(name)]});
    call(&it.screen, "change_triggers", triggers("stop")).await;
    let group = json!({"name": "quick", "intervalMs": 20.0, "tags": ["Boxes_Packed"]});
    let tags = ["Line_Speed", "Boxes_Packed"];
    let change = json!({"session": name, "intervalMs": 50, "tags": tags, "groups": [group]});
    call(&it.screen, "change_reading", change).await;
    call(&it.screen, "stop_session", named.clone()).await;
    let ended = session(&it.screen, &name, |it| it["state"]["state"] == "stopped").await;
    let project = ended["project"].clone();
    let start = json!({
        "project": project, "endpoint": it.controller.endpoint(), "intervalMs": 50, "tags": tags,
    });
    let settings = async |screen: &Screen| {
        let reading = call(screen, "reading", named.clone()).await;
        let history = call(screen, "project_history", json!({"project": project})).await;
        let triggers = history["sessions"][0]["triggers"].clone();
        (reading["groups"][0]["name"].clone(), triggers[0]["name"].clone())
    };
    call(&it.screen, "start_session", start.clone()).await;
    assert_eq!(settings(&it.screen).await, (json!("quick"), json!("stop")));
    // A change of a stopped session also counts, even after a restart of the program.
    call(&it.screen, "stop_session", named.clone()).await;
    call(&it.screen, "change_triggers", triggers("fall")).await;
    it.desk.stop().await;
    let desk = Desk::open(options(&it.folder), Journal::default()).await;
    let screen = desk.screen();
    call(&screen, "start_session", start.clone()).await;
    assert_eq!(settings(&screen).await, (json!("quick"), json!("fall")));
    // Empty lists are a choice.
    call(&screen, "stop_session", named.clone()).await;
    let mut without = start.clone();
    (without["groups"], without["triggers"]) = (json!([]), json!([]));
    call(&screen, "start_session", without).await;
    assert_eq!(settings(&screen).await, (Value::Null, Value::Null));
    call(&screen, "stop_session", named.clone()).await;
    call(&screen, "start_session", start).await;
    assert_eq!(settings(&screen).await, (Value::Null, Value::Null));
    desk.stop().await;
}
