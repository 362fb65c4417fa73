//! The remarks in an answer about a value, and the values that it used.

use serde_json::{Value, json};

use crate::{
    harness::{House, complete},
    turns::{LINE, ask, upload},
};

/// The line with an alias, a constant, an input without a writer, a program without a task, and a
/// rung for each of them.
fn file() -> String {
    let tag = |name: &str, more: &str| {
        format!(
            "<Tag Name=\"{name}\" TagType=\"Base\" DataType=\"BOOL\" {more} \
             ExternalAccess=\"Read/Write\"/>"
        )
    };
    let tags = [
        tag("Guard", ""),
        tag("Fixed", "Constant=\"true\""),
        tag("Idle_Run", ""),
        "<Tag Name=\"Motor\" TagType=\"Alias\" AliasFor=\"Conveyor_Run\" \
         ExternalAccess=\"Read/Write\"/>"
            .to_owned(),
    ];
    let idle = "<Program Name=\"Idle\" MainRoutineName=\"Ladder\"><Tags/><Routines><Routine \
        Name=\"Ladder\" Type=\"RLL\"><RLLContent><Rung Number=\"0\" Type=\"N\"><Text><![CDATA[\
        XIC(Guard)OTE(Idle_Run);]]></Text></Rung></RLLContent></Routine></Routines></Program>";
    LINE.replacen("<Tags>", &format!("<Tags>{}", tags.concat()), 1)
        .replace("</Programs>", &format!("{idle}</Programs>"))
}

/// A complete snapshot of bits.
async fn scan(house: &House, sequence: u64, tags: &[(&str, i64)]) {
    let mut snapshot = complete(sequence, tags);
    for tag in snapshot["tags"].as_object_mut().unwrap().values_mut() {
        tag["value"] = json!(tag["value"] == 1);
        tag["type"] = json!("BOOL");
    }
    house.push(&[snapshot]).await;
}

async fn told(house: &House, question: &str) -> String {
    let answer = ask(house, question).await;
    answer["answer"].as_str().unwrap_or_else(|| panic!("{answer:#}")).to_owned()
}

#[tokio::test]
async fn a_value_is_explained_by_what_it_is() {
    let house = House::new();
    upload(&house, &file()).await;
    let tags = [
        ("Motor", 0),
        ("Conveyor_Run", 0),
        ("Auto", 0),
        ("E_Stop", 0),
        ("Guard", 0),
        ("Fixed", 0),
        ("Idle_Run", 0),
    ];
    scan(&house, 1, &tags).await;
    for (question, expected) in [
        ("Why is Motor off?", "Motor is another name of Conveyor_Run"),
        ("Why is Guard off?", "No code writes Guard"),
        ("Why is Fixed off?", "Fixed is declared as a constant"),
        ("Why is Idle_Run off?", "in code that nothing executes"),
        ("Warum ist Guard aus?", "Kein Code schreibt Guard"),
    ] {
        let text = told(&house, question).await;
        assert!(text.contains(expected), "{question}: {text}");
    }
    // Other code wrote it: with these values, the code would turn it on.
    scan(&house, 2, &[("Conveyor_Run", 0), ("Auto", 1), ("E_Stop", 0)]).await;
    let text = told(&house, "Why is Conveyor_Run off?").await;
    assert!(text.contains("By the code it would be on: Auto = on and E_Stop = off."), "{text}");
    assert!(text.contains("a screen or another controller writes it"), "{text}");
    assert!(!text.contains("It is kept so by") && !text.contains("It comes on if"), "{text}");
}

#[tokio::test]
async fn a_question_about_code_requests_no_values() {
    let house = House::new();
    upload(&house, &file()).await;
    ask(&house, "What turns Conveyor_Run on?").await;
    let list = house.read(&house.path("hmi/request-tags")).await.ok();
    assert_eq!(list["requested"], Value::Array(Vec::new()));
}

#[tokio::test]
async fn a_value_is_told_or_why_it_is_not_known() {
    let house = House::new();
    upload(&house, &file()).await;
    let text = told(&house, "What is the value of Auto?").await;
    assert!(text.contains("No session streams this project now"), "{text}");

    scan(&house, 1, &[("Auto", 1), ("E_Stop", 0)]).await;
    for (question, expected) in [
        ("What is the value of Auto?", "Auto is on now"),
        ("Is E_Stop on?", "E_Stop is off now"),
        ("Welchen Wert hat Auto gerade?", "Auto ist jetzt ein"),
        ("What is the value of Guard?", "The value of Guard is not known: not read."),
    ] {
        let text = told(&house, question).await;
        assert!(text.contains(expected), "{question}: {text}");
        assert!(text.contains("BOOL"), "{question}: {text}");
        let is_known = !text.contains("not known");
        assert_eq!(text.contains("snapshot 1.") || text.contains("Momentaufnahme 1."), is_known);
    }

    let mut snapshot = complete(2, &[("Auto", 1)]);
    let auto = &mut snapshot["tags"]["Auto"];
    (auto["value"], auto["type"]) = (Value::Null, json!("BOOL"));
    (auto["quality"], auto["reason"]) = (json!("bad"), json!("access_denied"));
    house.push(&[snapshot]).await;
    let text = told(&house, "What is the value of Auto?").await;
    assert!(text.contains("read without a usable value: access denied"), "{text}");
}
