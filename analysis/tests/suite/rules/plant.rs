//! Interlocks and alarms.

use crate::project::{controller, found, l5x, of_text};

const NONE: [&str; 0] = [];
const TAGS: [&str; 12] = [
    "Fwd_PB:BOOL",
    "Rev_PB:BOOL",
    "Mtr_Fwd:BOOL",
    "Mtr_Rev:BOOL",
    "Start:BOOL",
    "Stop:BOOL",
    "Pump_Run:BOOL",
    "Guard_Bypass:BOOL",
    "Level:REAL",
    "High_Alarm:BOOL",
    "Wait:TIMER",
    "Ack:BOOL",
];

fn of(rungs: &[&str], rule: &str) -> Vec<String> {
    let text = l5x(&TAGS, &[("R", rungs)]).replace("\"None\"", "\"Read/Write\"");
    found(&of_text("line.L5X", &text), rule)
}

#[test]
fn opposite_outputs_exclude_each_other() {
    assert_eq!(
        of(&["XIC(Fwd_PB)OTE(Mtr_Fwd);", "XIC(Rev_PB)OTE(Mtr_Rev);"], "I01"),
        ["P/R:0 + P/R:1: Mtr_Fwd and Mtr_Rev can be on at once: neither condition excludes the \
             other."]
    );
    for fine in [
        &["XIC(Fwd_PB)XIO(Mtr_Rev)OTE(Mtr_Fwd);", "XIC(Rev_PB)OTE(Mtr_Rev);"][..],
        &["XIC(Fwd_PB)XIO(Rev_PB)OTE(Mtr_Fwd);", "XIC(Rev_PB)OTE(Mtr_Rev);"],
        &["XIC(Fwd_PB)OTL(Mtr_Fwd)OTU(Mtr_Rev);", "XIC(Rev_PB)OTL(Mtr_Rev)OTU(Mtr_Fwd);"],
        &["XIC(Fwd_PB)OTE(Mtr_Fwd);", "XIC(Mtr_Rev)OTE(Start);"],
    ] {
        assert_eq!(of(fine, "I01"), NONE, "{fine:?}");
    }
}

#[test]
fn a_gate_does_not_open_and_close() {
    let tags = ["A:BOOL", "B:BOOL", "Gate_1_Up:BOOL", "Gate_1_Down:BOOL"];
    let rungs: &[&str] = &["XIC(A)OTE(Gate_1_Up);", "XIC(B)OTE(Gate_1_Down);"];
    assert_eq!(found(&controller(&tags, &[("R", rungs)]), "I01").len(), 1);
}

#[test]
fn a_motor_needs_leave() {
    assert_eq!(
        of(&["XIC(Start)OTE(Pump_Run);"], "I02"),
        ["P/R:0: Pump_Run depends only on a command: its condition has no stop, fault or \
             permissive."]
    );
    for fine in ["XIC(Start)XIO(Stop)OTE(Pump_Run);", "XIC(Start)XIC(Stop)OTE(Pump_Run);"] {
        assert_eq!(of(&[fine], "I02"), NONE, "{fine}");
    }
}

#[test]
fn a_bypass_ends() {
    let used = "XIC(Guard_Bypass)OTE(Pump_Run);";
    assert_eq!(
        of(&["XIC(Start)OTL(Guard_Bypass);", used], "I03"),
        ["P/R:0: Guard_Bypass is set, but the code never resets it."]
    );
    assert_eq!(
        of(&[used], "I03"),
        ["P/R:0: Guard_Bypass is set from outside, but the code never resets it."]
    );
    assert_eq!(
        of(&["XIC(Start)OTL(Guard_Bypass);", "XIC(Stop)OTU(Guard_Bypass);", used], "I03"),
        NONE
    );
}

#[test]
fn alarms_wait_and_hold() {
    let raw = "GRT(Level,90.0)OTE(High_Alarm);";
    assert_eq!(
        of(&[raw], "A01"),
        ["P/R:0: High_Alarm is raised without a delay as soon as the value passes its limit."]
    );
    assert_eq!(
        of(&[raw], "A02"),
        ["P/R:0: High_Alarm is raised and cleared at the same value, without a deadband."]
    );
    let late: &[&str] = &["GRT(Level,90.0)TON(Wait,5000,0);", "XIC(Wait.DN)OTE(High_Alarm);"];
    assert_eq!(of(late, "A01"), NONE);
    let held = "[GRT(Level,90.0),XIC(High_Alarm)GRT(Level,85.0)]OTE(High_Alarm);";
    assert_eq!(of(&[held], "A02"), NONE);
    assert_eq!(
        of(&["GRT(Level,90.0)OTL(High_Alarm);"], "A03"),
        ["P/R:0: High_Alarm is latched, but the code never resets it."]
    );
    let reset: &[&str] = &["GRT(Level,90.0)OTL(High_Alarm);", "XIC(Ack)OTU(High_Alarm);"];
    assert_eq!(of(reset, "A03"), NONE);
}

#[test]
fn an_alarm_is_kept_where_others_are() {
    let project = |rung: &str| {
        let tags = ["A_Alarm:BOOL", "B_Alarm:BOOL", "X:BOOL", "Y:BOOL", "Reset:BOOL"];
        let others = ["XIC(X)OTL(A_Alarm);", "XIC(Reset)OTU(A_Alarm);"];
        found(&controller(&tags, &[("R", &[others[0], others[1], rung])]), "A04")
    };
    assert_eq!(
        project("XIC(Y)OTE(B_Alarm);"),
        ["P/R:2: B_Alarm follows its condition; other alarms of this project are latched or \
             acknowledged."]
    );
    assert_eq!(project("[XIC(Y),XIC(B_Alarm)XIO(Reset)]OTE(B_Alarm);"), NONE);
    // It summarises others.
    assert_eq!(project("[XIC(Y),XIC(A_Alarm)]OTE(B_Alarm);"), NONE);
}

#[test]
fn limits_are_in_order() {
    let of = |low: &str, high: &str| {
        let text = format!(
            "DATA_BLOCK \"Limits\"\nVERSION : 0.1\nVAR\nTank_L_Limit : Real := {low};\n\
             Tank_H_Limit : Real := {high};\nEND_VAR\nBEGIN\nEND_DATA_BLOCK\n"
        );
        found(&of_text("Limits.scl", &text), "A05")
    };
    assert_eq!(
        of("80.0", "20.0"),
        [
            "\"Limits\".\"Tank_L_Limit\" + \"Limits\".\"Tank_H_Limit\": Tank_L_Limit starts with 80 and \
             Tank_H_Limit with 20: the limits are in the wrong order."
        ]
    );
    assert_eq!(of("20.0", "80.0"), NONE);
    assert_eq!(of("0.0", "0.0"), NONE);
}
