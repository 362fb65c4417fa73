use tagbridge_cause::{PastSamples, PastValue};
use tagbridge_logic::expr::Scalar;
use tagbridge_project::Source;

use super::*;

const FILE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" TargetName="Line" TargetType="Controller">
<Controller Use="Target" Name="Line" ProcessorType="1756-L83E" MajorRev="35" MinorRev="11"><Tags>
<Tag Name="Guard_OK" TagType="Alias" AliasFor="Local:1:I.Data.3"/>
<Tag Name="Line_State" TagType="Base" DataType="DINT"/>
<Tag Name="Line_Running" TagType="Base" DataType="BOOL"><Description><![CDATA[The line runs]]></Description></Tag></Tags>
<Programs><Program Name="Main" MainRoutineName="Ladder"><Tags/><Routines><Routine Name="Ladder" Type="RLL"><RLLContent>
<Rung Number="0" Type="N"><Text><![CDATA[XIC(Guard_OK)OTE(Line_Running);]]></Text></Rung>
<Rung Number="1" Type="N"><Text><![CDATA[XIC(Line_Running)MOV(2,Line_State);]]></Text></Rung>
</RLLContent></Routine></Routines></Program></Programs></Controller></RSLogix5000Content>"#;

fn book() -> ParsedProject {
    let source = Source::of_bytes("line.L5X", FILE.as_bytes().to_vec()).expect("a source");
    ParsedProject::of(tagbridge_project::read(&source).expect("a project"))
}

/// The line is stopped from 10:24:18 for 20 s, and from 10:30:00 on.
fn samples() -> PastSamples {
    let mut samples = PastSamples::default();
    let begin: Timestamp = "2026-12-01T09:20:00Z".parse().expect("a time");
    for second in 0..700 {
        let is_on = !(258..278).contains(&second) && second < 600;
        let bit = || PastValue::Good(Scalar::Bool(is_on));
        let state = PastValue::Good(Scalar::Int(if is_on { 2 } else { 3 }));
        let at = begin + SignedDuration::from_secs(second);
        let read = [("Local:1:I.Data.3", bit()), ("Line_Running", bit()), ("Line_State", state)];
        samples.scan(at, read);
    }
    samples
}

fn answered(question: &str) -> Option<AskAnswer> {
    let book = book();
    let question = PastWording::of(question).expect("about the past").find(book.facts())?;
    let now: Timestamp = "2026-12-01T09:31:39Z".parse().expect("a time");
    let zone = Offset::from_seconds(3600).expect("an offset").to_time_zone();
    Some(answer(&book, &samples(), &question, &now.to_zoned(zone)))
}

fn text(question: &str) -> String {
    answered(question).unwrap_or_else(|| panic!("{question}")).text
}

#[test]
fn the_last_stop_has_its_time_its_span_and_its_cause() {
    let answer = answered("When did the line stop last, and for how long?").expect("it is known");
    let lines: Vec<&str> = answer.text.lines().collect();
    assert_eq!(lines[0], "Line_Running went off at 10:30:00 and is still off, for 1 min 39 s.");
    assert_eq!(lines[1], "Certain: Guard_OK (Local:1:I.Data.3) changed first.");
    assert!(
        lines[2].starts_with("- Guard_OK (Local:1:I.Data.3) went off at 10:30:00: an input"),
        "{lines:?}"
    );
    let rung = Cited { kind: "rung".into(), path: "Main/Ladder".into(), rung: Some(0) };
    assert_eq!(answer.cited, [rung]);
    assert_eq!(answer.tags, ["Line_Running"]);
}

#[test]
fn a_time_of_day_means_what_happened_then() {
    let check = |question: &str, begins: &str| {
        let text = text(question);
        assert!(text.starts_with(begins), "{question}: {text}");
    };
    check("Why did the line stand at 10:24?", "Line_Running went off at 10:24:18, for 20 s.");
    check(
        "Warum stand die Linie um 10:24:30 Uhr?",
        "Line_Running ging um 10:24:18 aus, 20 s lang.",
    );
    let earlier = "At 10:27:59 this was not so. The last time before that:.";
    check("Why did the line stand at 10:27?", earlier.trim_end_matches('.'));
    check("When did Line_State stop last?", "Line_State changed from 2 to 3 at 10:30:00.");
    check("When was the line started last?", "Line_Running went on at 10:24:38, for 5 min 22 s.");
}

#[test]
fn stops_of_a_time_are_counted() {
    let text = text("How often did the line stop in the last 10 minutes?");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Line_Running: 2 times since 10:21:39, 1 min 59 s in total.");
    assert!(lines[1].starts_with("Line_Running went off at 10:30:00"), "{text}");
    assert!(lines[2].starts_with("Line_Running went off at 10:24:18, for 20 s"), "{text}");
    let none = answered("Wie oft stand die Linie in den letzten 5 Sekunden?").expect("it is known");
    assert!(none.text.starts_with("Seit 10:31:34 ist kein solcher Wechsel"), "{}", none.text);
}

#[test]
fn another_thing_is_left_to_the_service() {
    assert_eq!(answered("When did the washing machine stop last?"), None);
}
