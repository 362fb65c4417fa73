//! Comments within an expression: they stay when an adjacent condition is removed.

use tagbridge_propose::Proposed;

use crate::ready::Ready;

/// The statement without a condition.
fn without(condition: &str, statement: &str) -> String {
    let head = "FUNCTION_BLOCK \"Tank\"\nVAR_INPUT\n  Start : Bool;\n  Low : Bool;\n  Stop : Bool;\n\
                END_VAR\nVAR_OUTPUT\n  Run : Bool;\nEND_VAR\nBEGIN\n";
    let end = "\nEND_FUNCTION_BLOCK\n";
    let text = format!("{head}{statement}{end}");
    let tank = Ready::of_texts(&[("Tank.scl", text.as_str())]);
    let proposed = tank.asked(&format!("remove the contact {condition} from rung 1 of Tank"));
    let Proposed::Ready(planned) = proposed else { panic!("{statement}: {proposed:?}") };
    let text = String::from_utf8_lossy(&planned.files[0].bytes).into_owned();
    let inside = text.strip_prefix(head).and_then(|it| it.strip_suffix(end));
    inside.unwrap_or_else(|| panic!("{text}")).to_owned()
}

#[test]
fn what_is_said_of_other_conditions_stays() {
    let before = "#Run := #Start // by hand\n  AND #Low // has room\n  AND NOT #Stop; // no stop";
    for (condition, expected) in [
        ("Start", "#Run :=  // by hand\n   #Low // has room\n  AND NOT #Stop; // no stop"),
        ("Low", "#Run := #Start // by hand\n   // has room\n  AND NOT #Stop; // no stop"),
        ("Stop", "#Run := #Start // by hand\n  AND #Low // has room\n  ; // no stop"),
    ] {
        assert_eq!(without(condition, before), expected, "{condition}");
    }
    let behind = "#Run := #Start AND // by hand\n  #Low AND // has room\n  NOT #Stop; // no stop";
    for (condition, expected) in [
        ("Start", "#Run :=  // by hand\n  #Low AND // has room\n  NOT #Stop; // no stop"),
        ("Low", "#Run := #Start  // by hand\n   AND // has room\n  NOT #Stop; // no stop"),
        ("Stop", "#Run := #Start AND // by hand\n  #Low  // has room\n  ; // no stop"),
    ] {
        assert_eq!(without(condition, behind), expected, "{condition}");
    }
    let plain = "#Run := #Start AND #Low\n  AND NOT #Stop; // no stop";
    assert_eq!(without("Low", plain), "#Run := #Start\n  AND NOT #Stop; // no stop");
    assert_eq!(without("Start", plain), "#Run := #Low\n  AND NOT #Stop; // no stop");
}
