//! Questions from a screen, and the data next to their answers.

use tagbridge_api::Permission;

use super::*;

const FILE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" TargetName="Bottling" TargetType="Controller">
<Controller Use="Target" Name="Bottling" ProcessorType="1756-L83E" MajorRev="35" MinorRev="11">
<Tags><Tag Name="Auto" TagType="Base" DataType="BOOL" ExternalAccess="Read/Write"/>
<Tag Name="Run" TagType="Base" DataType="BOOL" ExternalAccess="Read/Write">
<Description><![CDATA[The line runs]]></Description></Tag></Tags>
<Programs><Program Name="Main" MainRoutineName="Ladder">
<Tags><Tag Name="Speed" TagType="Base" DataType="REAL" ExternalAccess="Read/Write"/></Tags>
<Routines><Routine Name="Ladder" Type="RLL"><RLLContent>
<Rung Number="0" Type="N"><Comment><![CDATA[starts the line]]></Comment>
<Text><![CDATA[XIC(Auto)OTE(Run);]]></Text></Rung>
<Rung Number="1" Type="N"><Text><![CDATA[XIC(Run)MOV(1.5,Speed);]]></Text></Rung>
</RLLContent></Routine></Routines></Program>
<Program Name="Other" MainRoutineName="Ladder">
<Tags><Tag Name="Speed" TagType="Base" DataType="REAL" ExternalAccess="Read/Write"/></Tags>
<Routines><Routine Name="Ladder" Type="RLL"><RLLContent>
<Rung Number="0" Type="N"><Text><![CDATA[XIC(Auto)MOV(2.5,Speed);]]></Text></Rung>
</RLLContent></Routine></Routines></Program></Programs></Controller></RSLogix5000Content>"#;

#[tokio::test]
async fn an_answer_comes_in_pieces_and_its_places_open() {
    let it = start().await;
    let company = source::company().await;
    company.used_by(&it.screen, Permission::ALL).await;
    let added = company.service.add_project(None, "line.L5X", FILE.into()).expect("it works");
    let project = added.project_id;

    let asked = json!({"project": project, "question": "What turns Run on?"});
    let asking = call(&it.screen, "ask", asked);
    let mut told = String::new();
    let hearing = async {
        loop {
            if let Push::Ask(view::AskHeard::Text(text)) = it.screen.next().await {
                told += &text;
            }
        }
    };
    let answer = tokio::select! {
        answer = asking => answer,
        () = hearing => unreachable!("it hears without an end"),
    };
    assert_eq!(answer["status"], "answer", "{answer}");
    let text = answer["text"].as_str().expect("text");
    assert!(text.contains("Run is on while Auto is on"), "{text}");
    // Pushes that were not received yet are still sent.
    while told != text {
        let piece = until(&it.screen, |push| match push {
            Push::Ask(view::AskHeard::Text(text)) => Some(text),
            _ => None,
        });
        told += &piece.await;
    }
    let cited = &answer["cited"][0];
    assert_eq!(*cited, json!({"kind": "rung", "path": "Main/Ladder", "rung": 0}));

    let place = call(&it.screen, "cited_place", json!({"project": project, "cited": cited})).await;
    assert_eq!(place["lines"][0]["comment"], "starts the line", "{place}");
    assert_eq!(
        (&place["lines"][0]["isCited"], &place["lines"][1]["isCited"]),
        (&json!(true), &json!(false))
    );
    let tag = json!({"project": project, "cited": {"kind": "tag", "path": "Run"}});
    let tag = call(&it.screen, "cited_place", tag).await;
    assert_eq!(
        (&tag["comment"], &tag["lines"][0]["text"]),
        (&json!("The line runs"), &json!("Run: BOOL"))
    );
    let gone = json!({"project": project, "cited": {"kind": "tag", "path": "Gone"}});
    assert_eq!(refusal(&it.screen, "cited_place", gone).await, "not_found");

    let tags = json!({"project": project, "tags": ["Run", "Auto"]});
    let values = call(&it.screen, "answer_values", tags).await;
    assert_eq!(values, json!({"isLive": false, "scanAt": null, "values": [null, null]}));

    let which = json!({"project": project, "question": "Where is Speed written?"});
    let which = call(&it.screen, "ask", which).await;
    assert_eq!(which["status"], "needs_input", "{which}");
    let back = &which["askedBack"][0];
    let choice = json!({"project": project, "conversation": which["conversation"],
        "choice": {"id": back["id"], "option": 1, "text": null}});
    let chosen = call(&it.screen, "ask", choice).await;
    assert_eq!(chosen["cited"][0]["path"], "Other/Ladder", "{chosen}");
    it.desk.stop().await;
}

#[tokio::test]
async fn values_stand_beside_an_answer_while_a_session_streams() {
    let it = start().await;
    let running = source::running(&it).await;
    let project = running.company.service.projects(false).expect("it works")[0].project_id.clone();
    let tags = json!({"project": project, "tags": ["LINE_SPEED", "Nowhere", "Boxes_Packed"]});
    let wait = async {
        loop {
            let values = call(&it.screen, "answer_values", tags.clone()).await;
            if values["isLive"] == true && !values["values"][0].is_null() {
                return values;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let values = timeout(PATIENCE, wait).await.expect("it is live");
    assert_eq!(values["values"][0]["quality"], "good", "{values}");
    let type_name = values["values"][0]["type"].as_str();
    assert!(type_name.is_some_and(|it| !it.is_empty()), "{values}");
    assert!(values["scanAt"].is_number(), "{values}");
    it.desk.stop().await;
}

#[tokio::test]
async fn a_question_is_ended_by_the_next_and_by_hand() {
    let it = start().await;
    let company = source::company().await;
    company.used_by(&it.screen, Permission::ALL).await;
    let added = company.service.add_project(None, "line.L5X", FILE.into()).expect("it works");
    let asked = |question: &str| json!({"project": added.project_id, "question": question});
    let first = it.screen.call("ask", asked("What turns Run on?"));
    let second = it.screen.call("ask", asked("Where is Run used?"));
    let (first, second) = tokio::join!(first, second);
    assert_eq!(first.expect_err("it is ended").error, "cancelled");
    assert_eq!(second.expect("it is answered")["status"], "answer");
    let third = it.screen.call("ask", asked("What is Run?"));
    let ending = async { call(&it.screen, "cancel_ask", Value::Null).await };
    let (third, _) = tokio::join!(third, ending);
    assert_eq!(third.expect_err("it is ended").error, "cancelled");
    it.desk.stop().await;
}
