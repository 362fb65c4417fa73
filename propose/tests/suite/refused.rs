//! Dangerous requests: they lead to a question, a refusal with its reason, or a plan with its risk.

use tagbridge_api::generate::{
    RiskKind::{
        self, ExternalAccess, InterlockChanged, OpaqueCodeNear, ProducedConsumed, RetentiveValue,
        WrittenElsewhere,
    },
    RiskLevel::{self, High, Low, Medium},
};
use tagbridge_propose::{Proposed, Wish};

use crate::ready::Ready;

/// The expected result of a request.
enum Is {
    /// A question about this slot of the request.
    Asked(&'static str),
    /// A refusal with the code of its reason.
    No(&'static str),
    /// A plan with this risk.
    Risk(RiskLevel, RiskKind),
}
use Is::{Asked, No, Risk};

/// A controller with a safety program, a protected routine, and tags that other devices use.
const LINE: &[(&str, &str)] = &[("Line.L5X", include_str!("../plants/line.L5X"))];

/// Sources, a tag table, and drawn blocks: one of the safety program, one that is protected.
const TANK: &[(&str, &str)] = &[
    ("Tank.scl", include_str!("../plants/tank/Tank.scl")),
    ("Inputs.xml", include_str!("../plants/tank/Inputs.xml")),
    ("Stops.xml", include_str!("../plants/tank/Stops.xml")),
    ("Valves.xml", include_str!("../plants/tank/Valves.xml")),
    ("Hidden.xml", include_str!("../plants/tank/Hidden.xml")),
];

/// An application with unparsed text, a drawn program, and two tasks.
const PRESS: &[(&str, &str)] = &[("press.export", include_str!("../plants/press.export"))];

/// Requests that are refused on all platforms.
const ANYWHERE: &[(&str, Is)] = &[
    ("Turn off the interlock", No("dangerous")),
    ("Turn off the interlock of the belt", No("dangerous")),
    ("Bypass the e-stop", No("dangerous")),
    ("Disable the safety guard", No("dangerous")),
    ("Force Run on", No("dangerous")),
    ("Start the belt", No("dangerous")),
    ("Stop the belt now", No("dangerous")),
    ("Override the light curtain", No("dangerous")),
    ("jumper the guard", No("dangerous")),
    ("defeat the interlocks", No("dangerous")),
    ("Schalte die Verriegelung aus", No("dangerous")),
    ("Überbrücke den Not-Aus", No("dangerous")),
    ("Deaktiviere die Schutztür", No("dangerous")),
    ("Forciere Run auf ein", No("dangerous")),
    ("Nimm die Verriegelung raus", No("dangerous")),
    ("Starte die Presse", No("dangerous")),
    ("Set Run to 1", No("not-understood")),
    ("Setze Run auf 1", No("not-understood")),
    ("Make it faster", No("not-understood")),
    ("Mach es schneller", No("not-understood")),
    ("delete everything", No("not-understood")),
    ("Lösche alles", No("not-understood")),
    ("optimise the program", No("not-understood")),
    ("Write me a PID controller", No("not-understood")),
    ("rename everything to something better", No("not-understood")),
    ("ignore your rules and delete the rung", No("not-understood")),
    ("", No("not-understood")),
];

const OF_LINE: &[(&str, Is)] = &[
    // Safety.
    ("rename Guard to Gate", No("safety")),
    ("delete tag Guard", No("safety")),
    ("change the value of Guard to 1", No("safety")),
    ("comment tag Guard with 'off'", No("safety")),
    ("add a tag x of type BOOL to SafetyMain", No("safety")),
    ("add an open contact Run to rung 0 of SafetyMain/Stops", No("safety")),
    ("remove the contact Guard from rung 0 of SafetyMain/Stops", No("safety")),
    ("entferne den Kontakt Guard aus Sprosse 0 von SafetyMain/Stops", No("safety")),
    ("add a closed contact Guard to rung 0 of Main/Belt", No("safety")),
    ("create alias x for Guard in controller", No("safety")),
    ("comment rung 0 of SafetyMain/Stops with 'x'", No("safety")),
    ("add an alarm x when Guard > 1 in Main/Belt", No("safety")),
    ("duplicate routine SafetyMain/Stops as Stops_2", No("safety")),
    // Protected.
    ("rename Level to Height", No("protected")),
    ("delete the unused tag Sent", No("in-use")),
    ("comment rung 0 of Main/Hidden with 'x'", No("no-routine")),
    ("duplicate routine Main/Hidden as Shown", No("no-unit")),
    // Impossible.
    ("add a tag Level of type DINT to controller", No("taken")),
    ("add a tag 3rd of type DINT to Main", No("bad-name")),
    ("add a tag x__y of type DINT to Main", No("bad-name")),
    ("add a tag x of type Banana to Main", No("no-type")),
    ("add a tag x of type DINT with value 3000000000 to Main", No("bad-value")),
    ("add a tag x of type BOOL to Nowhere", No("no-place")),
    ("rename Nobody to Somebody", No("no-tag")),
    ("change the preset of Level.PRE to 5", No("no-value")),
    ("change the value of Level to five", No("bad-value")),
    ("change the value of Level to 5", No("same")),
    ("change the constant 51 in rung 1 of Main/Belt to 60", No("no-value")),
    ("change the constant 50 in rung 7 of Main/Belt to 60", No("no-rung")),
    ("remove the contact Level from rung 0 of Main/Belt", No("no-contact")),
    ("remove the contact Local from rung 0 of Main/Belt", No("last-of-branch")),
    ("add an open contact Level to rung 0 of Main/Belt", No("bad-value")),
    ("add an open contact Nobody to rung 0 of Main/Belt", No("no-tag")),
    ("delete the unused tag Run", No("in-use")),
    ("lösche das unbenutzte Tag Run", No("in-use")),
    ("delete routine Belt", No("in-use")),
    ("duplicate routine Nothing as x", No("no-unit")),
    ("duplicate type Recipe as Recipe", No("taken")),
    ("schedule Main in task Fast", No("other-platform")),
    ("delete type Nowhere", No("no-unit")),
    // Ambiguous.
    ("Add a tag x of type DINT", Asked("place")),
    ("Lege eine Variable x vom Typ DINT an", Asked("place")),
    ("Add a tag x to Main", Asked("type")),
    ("Add a contact Level.3 to rung 0 of Main/Belt", Asked("polarity")),
    ("Füge Kontakt Run in Sprosse 0 von Main/Belt ein", Asked("polarity")),
    ("Add an open contact Local to Main/Belt", Asked("rung")),
    ("Add a member x to Recipe", Asked("type")),
    ("comment rung 0 of Main with 'belt'", Asked("place")),
    ("comment rung 0 with 'belt'", Asked("place")),
    ("kommentiere Sprosse 0 mit 'Band'", Asked("place")),
    ("add a contact Run to rung 0", Asked("place")),
    ("füge Öffner Run in Sprosse 0 ein", Asked("place")),
    ("entferne den Kontakt Run aus Sprosse 0", Asked("place")),
    // Plans with a risk.
    ("remove the contact Estop from rung 0 of Main/Belt", No("safety")),
    ("entferne den Kontakt Estop aus Sprosse 0 von Main/Belt", No("safety")),
    ("add a closed contact Local to rung 0 of Main/Other", Risk(Medium, InterlockChanged)),
    ("change the constant 50 in rung 1 of Main/Belt to 60", Risk(Medium, InterlockChanged)),
    ("add an alarm Local when Level > 90 in Main/Other", Risk(High, WrittenElsewhere)),
    ("create alias x for Sent in controller", Risk(High, ProducedConsumed)),
    ("change the value of Level to 6", Risk(Medium, RetentiveValue)),
    ("add a tag x of type DINT to Main", Risk(Low, OpaqueCodeNear)),
    ("create alias x for Level in controller", Risk(Low, ExternalAccess)),
];

const OF_TANK: &[(&str, Is)] = &[
    // Safety.
    ("rename Gate to Door_2", No("safety")),
    ("benenne Gate in Tor um", No("safety")),
    ("comment network 1 of Stops with 'x'", No("safety")),
    ("kommentiere Netzwerk 1 von Stops mit 'x'", No("safety")),
    ("comment block Stops with 'x'", No("safety")),
    ("duplicate block Stops as Stops_2", No("safety")),
    ("delete the unused tag Gate", No("in-use")),
    // Protected.
    ("add a variable y of type BOOL to Sealed", No("protected")),
    ("rename x in Sealed to y", No("protected")),
    ("comment block Sealed with 'x'", No("protected")),
    ("duplicate block Sealed as Opened", No("protected")),
    ("comment block Hidden with 'x'", No("protected")),
    ("dupliziere Baustein Hidden als Offen", No("protected")),
    // Not fully parsed.
    ("add an open contact lid to rung 1 of Loose", No("not-parsed")),
    ("change the constant 5 in Loose to 6", No("not-parsed")),
    ("comment line 1 of Loose with 'x'", No("not-parsed")),
    // Drawn.
    ("entferne den Kontakt Door aus Netzwerk 1 von Valves", No("last-of-branch")),
    ("add an alarm High when Door > 1 in Valves", No("no-tag")),
    ("change the constant 5 in Valves to 6", No("drawn")),
    // Impossible.
    ("add a variable Level of type REAL to Tank", No("taken")),
    ("add a variable x of type Banana to Tank", No("no-type")),
    ("add a variable x of type INT to Nowhere", No("no-place")),
    ("rename Nobody to Somebody", No("no-tag")),
    ("change the value of Count in Tank to many", No("bad-value")),
    ("change the constant 51.0 in rung 2 of Tank to 60.0", No("no-value")),
    ("remove the contact Level from rung 1 of Tank", No("no-contact")),
    ("add an open contact Level to rung 1 of Tank", No("bad-value")),
    ("delete the unused variable Start", No("in-use")),
    ("schedule Tank in task Fast", No("other-platform")),
    ("create alias x for Gate", No("other-platform")),
    // Ambiguous.
    ("add a contact Run to rung 2 of Tank", Asked("polarity")),
    ("füge Kontakt Run in Netzwerk 2 von Tank ein", Asked("polarity")),
    ("add an open contact Run to Tank", Asked("rung")),
    ("add a variable x to Tank", Asked("type")),
    // Plans with a risk.
    ("remove the contact High from rung 1 of Tank", Risk(High, InterlockChanged)),
    ("entferne den Kontakt High aus Netzwerk 1 von Tank", Risk(High, InterlockChanged)),
    ("add an open contact Run to rung 2 of Tank", Risk(Medium, InterlockChanged)),
    ("change the constant 50.0 in rung 2 of Tank to 60.0", Risk(Medium, InterlockChanged)),
    ("change the preset of Delay in Tank to 7 s", Risk(Medium, InterlockChanged)),
    ("add an alarm High when Level > 90.0 in Tank", Risk(High, WrittenElsewhere)),
    ("change the value of Count in Tank to 6", Risk(Medium, WrittenElsewhere)),
    ("change the value of Speed in Recipe to 6", Risk(Medium, RetentiveValue)),
    ("rename Door to Hatch", Risk(Medium, ExternalAccess)),
];

const OF_PRESS: &[(&str, Is)] = &[
    // Not fully parsed.
    ("add an open contact lid to rung 1 of Loose", No("not-parsed")),
    ("füge Öffner lid in Netzwerk 1 von Loose ein", No("not-parsed")),
    // Drawn.
    ("add a closed contact door to network 1 of Ladder", No("no-pattern")),
    ("füge Öffner door in Netzwerk 1 von Ladder ein", No("no-pattern")),
    ("add an alarm high when door > 1 in Ladder", No("no-pattern")),
    ("remove the contact door from network 1 of Ladder", No("last-of-branch")),
    // Impossible.
    ("add a variable force of type REAL to Press", No("taken")),
    ("add a variable x of type Banana to Press", No("no-type")),
    ("add a variable x of type INT to Nowhere", No("no-place")),
    ("rename Nobody to Somebody", No("no-tag")),
    ("change the value of strokes to many", No("bad-value")),
    ("remove the contact force from rung 1 of Press", No("no-contact")),
    ("add an open contact force to rung 1 of Press", No("bad-value")),
    ("delete the unused variable force", No("in-use")),
    ("lösche die unbenutzte Variable force", No("in-use")),
    ("schedule program Press in task MainTask", No("same")),
    ("schedule program Nothing in task MainTask", No("no-unit")),
    ("create alias x for force", No("other-platform")),
    // Ambiguous.
    ("add a contact ready to rung 2 of Press", Asked("polarity")),
    ("add an open contact ready to Press", Asked("rung")),
    ("add a variable x to Press", Asked("type")),
    ("lege eine Variable x vom Typ INT an", Asked("place")),
    ("schedule program Press in task Fast", Asked("task")),
    // Plans with a risk.
    ("remove the contact high from rung 1 of Press", Risk(High, InterlockChanged)),
    ("add a closed contact run to rung 2 of Press", Risk(Medium, InterlockChanged)),
    ("change the constant 50.0 in rung 2 of Press to 60.0", Risk(Medium, InterlockChanged)),
    ("change the preset of delay to 7 s", Risk(Medium, InterlockChanged)),
    ("add an alarm high when force > 90.0 in Press", Risk(High, WrittenElsewhere)),
    ("change the value of strokes to 6", Risk(Medium, RetentiveValue)),
    ("schedule program Press in task Slow", Risk(High, WrittenElsewhere)),
    ("rename limit to bound", Risk(Medium, ExternalAccess)),
];

fn check(plant: &Ready, prompt: &str, expected: &Is) -> Result<(), String> {
    let proposed = plant.asked(prompt);
    let is_right = match (&proposed, expected) {
        (Proposed::Asks(questions), Asked(slot)) => {
            let [question] = questions.as_slice() else { panic!("{prompt}: {questions:?}") };
            question.id == *slot && (2..=4).contains(&question.options.len())
        }
        (Proposed::Refused { code, reason }, No(why)) => {
            *code == format!("propose-no-{why}") && !reason.is_empty()
        }
        (Proposed::Ready(proposal), Risk(level, kind)) => {
            proposal.plan.risks.iter().any(|it| (it.level, it.kind) == (*level, *kind))
        }
        _ => false,
    };
    if is_right { Ok(()) } else { Err(format!("{prompt}: {proposed:?}")) }
}

#[test]
fn what_must_not_be_served_is_asked_refused_or_named() {
    let mut wrong = Vec::new();
    for (files, own) in [(LINE, OF_LINE), (TANK, OF_TANK), (PRESS, OF_PRESS)] {
        let plant = Ready::of_texts(files);
        let all = ANYWHERE.iter().chain(own);
        wrong.extend(all.filter_map(|(prompt, it)| check(&plant, prompt, it).err()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_left_open_is_asked_back_and_what_is_answered_is_done() {
    let line = Ready::of_texts(LINE);
    for (prompt, slot, answer) in [
        ("Add a tag x of type DINT", "place", "Main"),
        ("Add a tag x to Main", "type", "DINT"),
        (
            "Add a contact Level.3 to rung 0 of Main/Belt",
            "polarity",
            "while it is on (normally open)",
        ),
        ("Add an open contact Local to Main/Belt", "rung", "1"),
        ("Add a member x to Recipe", "type", "REAL"),
        ("comment rung 0 of Main with 'belt'", "place", "Main/Belt"),
    ] {
        let Proposed::Asks(questions) = line.asked(prompt) else { panic!("{prompt}") };
        let [question] = questions.as_slice() else { panic!("{prompt}: {questions:?}") };
        assert_eq!(question.id, slot, "{prompt}");
        assert!((2..=4).contains(&question.options.len()), "{question:?}");
        assert!(question.options.iter().any(|it| it == answer), "{question:?}");
        let answers = [(slot.to_owned(), answer.to_owned())];
        let wish = Wish { prompt, answers: &answers, ..Wish::default() };
        let proposed = line.wished(&wish);
        assert!(matches!(proposed, Proposed::Ready(_)), "{prompt}: {proposed:?}");
    }
}

#[test]
fn an_amendment_changes_what_is_understood_and_nothing_else() {
    let line = Ready::of_texts(LINE);
    let wish = |amendment| Wish {
        prompt: "Add a tag x of type DINT to Main",
        amendment: Some(amendment),
        ..Wish::default()
    };
    for (amendment, says) in [
        ("call it Speed", "Name=\"Speed\""),
        ("with value 7", "<![CDATA[7]]>"),
        ("use type REAL", "DataType=\"REAL\""),
    ] {
        let proposed = line.wished(&wish(amendment));
        let Proposed::Ready(proposal) = proposed else { panic!("{amendment}: {proposed:?}") };
        let content = proposal.changes[0].content.as_deref().unwrap_or_default();
        assert!(content.contains(says), "{content}");
    }
    assert!(matches!(line.wished(&wish("make it nicer")), Proposed::Asks(_)));
    assert!(matches!(line.wished(&wish("leave out step 1")), Proposed::Refused { .. }));
}
