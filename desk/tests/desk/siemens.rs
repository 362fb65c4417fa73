//! A Siemens project without the numbers of its blocks: they are requested, entered, and stored.

use std::{collections::BTreeMap, sync::Arc};

use tagbridge_project::Source;
use tagbridge_simulator::s7::{RunningS7, VirtualS7};

use super::*;

const MIXER: &str = include_str!("../../../tests/projects/mixer.scl");

pub(super) async fn controller() -> RunningS7 {
    let source = Source::of_bytes("mixer.scl", MIXER.as_bytes().to_vec()).expect("it works");
    let project = Arc::new(tagbridge_project::read(&source).expect("it works"));
    let numbers = BTreeMap::from([("Recipe".to_owned(), 20), ("Totals".to_owned(), 21)]);
    let controller = VirtualS7::from_project(&project, &numbers, 1);
    controller.listen("127.0.0.1:0".parse().expect("it works")).await.expect("it works")
}

/// Starts a session that reads the mixer; returns its name.
pub(super) async fn reading(fixture: &Fixture, mixer: &RunningS7) -> String {
    call(&fixture.screen, "use_service", json!({"kind": "builtIn"})).await;
    let project = file("mixer.scl", MIXER.as_bytes(), false);
    let project = call(&fixture.screen, "open_project", project).await["id"].clone();
    let supplement = json!({"blockNumbers": {"Recipe": 20, "Totals": 21}, "prefix": " "});
    let (endpoint, told) = (mixer.endpoint(), supplement);
    let looked = json!({"project": project, "endpoint": endpoint, "supplement": told});
    call(&fixture.screen, "preflight", looked).await;
    let start = json!({"project": project, "endpoint": endpoint, "intervalMs": 50, "tags": null});
    let name = call(&fixture.screen, "start_session", start).await["session"].clone();
    let name = name.as_str().expect("it works").to_owned();
    session(&fixture.screen, &name, |it| it["tags"]["good"].as_f64() > Some(0.0)).await;
    name
}

#[tokio::test]
async fn numbers_that_are_missing_are_asked_for_given_and_kept() {
    let it = start().await;
    let mixer = controller().await;
    call(&it.screen, "use_service", json!({"kind": "builtIn"})).await;
    // A file of this computer: its additions are uploaded with it to the service.
    let project = file("mixer.scl", MIXER.as_bytes(), false);
    let project = call(&it.screen, "open_project", project).await["id"].clone();
    let asked = json!({"project": project, "endpoint": mixer.endpoint()});
    let seen = call(&it.screen, "preflight", asked.clone()).await;
    assert_eq!((&seen["source"]["from"], &seen["readable"]), (&json!("computer"), &json!(0)));
    let proposals = seen["proposals"].as_array().expect("there are some");
    let opc_ua = proposals.iter().find(|it| it["kind"] == "opcUa").expect("it is proposed");
    assert_eq!(opc_ua["endpoint"], "opc.tcp://127.0.0.1:4840");
    assert!(opc_ua["answers"].is_boolean(), "{opc_ua}");
    // An address alone is that of the project's kind of controller.
    let mut bare = asked.clone();
    bare["endpoint"] = json!(mixer.addr());
    let again = call(&it.screen, "preflight", bare).await;
    let whole = again["controller"]["endpoint"].as_str().expect("it works");
    assert_eq!(whole, format!("s7://{}", mixer.addr()));
    assert_eq!(again["tags"], seen["tags"]);
    let numbers = proposals.iter().find(|it| it["kind"] == "blockNumbers").expect("they are asked");
    let blocks = numbers["blocks"].as_array().expect("there are some").iter();
    let names: Vec<_> = blocks.map(|it| it["name"].as_str().unwrap_or_default()).collect();
    assert_eq!(names, ["Recipe", "Totals"]);
    for (name, number) in [("Recipe", 0), ("Nothing", 20)] {
        let mut wrong = asked.clone();
        wrong["supplement"] = json!({"blockNumbers": {name: number}});
        assert_eq!(refusal(&it.screen, "preflight", wrong).await, "invalid", "{name}");
    }
    let mut told = asked.clone();
    told["supplement"] = json!({"blockNumbers": {"Recipe": 20, "Totals": 21}, "prefix": " "});
    let seen = call(&it.screen, "preflight", told).await;
    assert_eq!(
        seen["supplement"],
        json!({"blockNumbers": {"Recipe": 20, "Totals": 21}, "prefix": null})
    );
    assert_ne!(seen["readable"], 0, "{seen}");
    let start =
        json!({"project": project, "endpoint": mixer.endpoint(), "intervalMs": 50, "tags": null});
    let name = call(&it.screen, "start_session", start).await["session"].clone();
    let name = name.as_str().expect("it works");
    let live = session(&it.screen, name, |it| it["tags"]["good"].as_f64() > Some(0.0)).await;
    assert_eq!(live["tags"]["bad"], 1, "the tag without an address has a reason: {live}");
    assert_eq!(live["source"]["problem"], Value::Null, "{live}");
    let detail = call(&it.screen, "project", json!({"project": live["project"]})).await;
    assert_eq!(detail["supplement"]["blockNumbers"]["Recipe"], 20);
    assert_eq!(detail["source"]["from"], "service", "the file went with it");
    it.desk.stop().await;
    // The next run still has them.
    let desk = Desk::open(options(&it.folder), Journal::default()).await;
    let screen = desk.screen();
    session(&screen, name, |it| it["tags"]["good"].as_f64() > Some(0.0)).await;
    desk.stop().await;
    mixer.stop().await;
}
