//! Recipes in three vendors, as text and drawn, each executed scan by scan against its time chart.

use std::collections::BTreeMap;

use tagbridge_logic::{Index, Logic, PlaceId, UnitId, expr::Scalar, types};
use tagbridge_project::{Project, spelling::plain};
use tagbridge_propose::Proposed;
use tagbridge_scan::{Machine, with_presets};

use crate::ready::Ready;

/// The plants, by vendor.
fn plants() -> Vec<(&'static str, Ready)> {
    let lad = [
        ("Pumps.xml", include_str!("../plants/pumps/lad/Pumps.xml")),
        ("Tags.xml", include_str!("../plants/pumps/lad/Tags.xml")),
    ];
    let ladder = include_str!("../plants/pumps/ladder.export");
    vec![
        ("siemens, drawn", Ready::of_texts(&lad)),
        ("codesys, drawn", Ready::of_texts(&[("l.export", ladder)])),
        ("allen-bradley", Ready::of_texts(&[("p.L5X", include_str!("../plants/pumps/pumps.L5X"))])),
        ("siemens", Ready::of_texts(&[("p.scl", include_str!("../plants/pumps/scl/Pumps.scl"))])),
        ("codesys", Ready::of_texts(&[("t.export", include_str!("../plants/pumps/text.export"))])),
    ]
}

/// A line of a time chart: the duration, the inputs, and the expected values at its end.
type Row<'a> = (i64, &'a [(&'a str, i64)], &'a [(&'a str, i64)]);

#[track_caller]
fn check(prompt: &str, rows: &[Row<'_>]) {
    for (vendor, ready) in plants() {
        let planned = match ready.asked(prompt) {
            Proposed::Ready(planned) => planned,
            other => panic!("{vendor}: {prompt}: {other:?}"),
        };
        let index = Index::build(&planned.project);
        executed(&planned.project, &index, rows, &format!("{vendor}: {prompt}"));
    }
}

#[track_caller]
fn executed(project: &Project, index: &Index, rows: &[Row<'_>], what: &str) {
    let logic = Logic::new(project, index);
    let units: Vec<UnitId> = logic.index.units().map(|it| it.0).collect();
    let (index, presets) = with_presets(logic, &units);
    let logic = Logic::new(project, &index);
    let mut machine = Machine::new(logic, units);
    for place in logic.index.places.ids() {
        if let Some(zero) = types::zero(project, &index, place) {
            machine.set(place, zero);
        }
    }
    for (place, value) in presets {
        machine.set(place, value);
    }
    let mut given: BTreeMap<&str, i64> = BTreeMap::new();
    let mut at = 0;
    for (lasts, inputs, outputs) in rows {
        given.extend(inputs.iter().copied());
        for _ in 0..lasts / 100 {
            for (name, value) in &given {
                let place = place(logic, name, what);
                machine.set(place, scalar(logic, place, *value));
            }
            machine.scan(100);
        }
        at += lasts;
        for (name, wanted) in *outputs {
            let place = place(logic, name, what);
            let got = machine.value(place).cloned();
            assert_eq!(got, Some(scalar(logic, place, *wanted)), "{what}: {name} after {at} ms");
        }
    }
}

fn scalar(logic: Logic<'_>, place: PlaceId, value: i64) -> Scalar {
    match types::is_bit(logic.project, logic.index, place) {
        Some(true) => Scalar::Bool(value == 1),
        _ => Scalar::Int(value),
    }
}

#[track_caller]
fn place(logic: Logic<'_>, name: &str, what: &str) -> PlaceId {
    let wanted = plain(name);
    let is_it = |own: &str| {
        own == wanted
            || own.ends_with(&format!(".{wanted}"))
            || own.ends_with(&format!("#{wanted}"))
    };
    let mut found: Vec<PlaceId> =
        logic.index.places.ids().filter(|it| is_it(&plain(&logic.place(*it)))).collect();
    found.sort_by_key(|it| logic.place(*it).len());
    *found.first().unwrap_or_else(|| panic!("{what}: no {name}"))
}

#[test]
fn a_bit_counts_once_it_was_on_for_the_time() {
    check(
        "Debounce Tank_Full with 300 ms",
        &[
            (200, &[("Tank_Full", 1)], &[("Tank_Full_Debounced", 0)]),
            (100, &[("Tank_Full", 0)], &[("Tank_Full_Debounced", 0)]),
            (200, &[("Tank_Full", 1)], &[("Tank_Full_Debounced", 0)]),
            (300, &[], &[("Tank_Full_Debounced", 1)]),
            (200, &[("Tank_Full", 0)], &[("Tank_Full_Debounced", 0)]),
        ],
    );
}

#[test]
fn a_motor_starts_stops_and_has_a_fault_without_its_feedback() {
    check(
        "Add a motor starter for Pump_3 with start Start_HMI, stop Stop_PB and feedback Pump_3_Fb",
        &[
            (100, &[("Start_HMI", 0), ("Stop_PB", 0), ("Pump_3_Fb", 0)], &[("Pump_3", 0)]),
            (200, &[("Start_HMI", 1)], &[("Pump_3", 1)]),
            // The feedback arrives in time, and the motor seals itself in.
            (3_000, &[("Start_HMI", 0), ("Pump_3_Fb", 1)], &[("Pump_3", 1), ("Pump_3_Fault", 0)]),
            (200, &[("Stop_PB", 1)], &[("Pump_3", 0)]),
            // Without the feedback there is a fault, which is latched until its reset.
            (200, &[("Stop_PB", 0), ("Start_HMI", 1), ("Pump_3_Fb", 0)], &[("Pump_3", 1)]),
            (4_000, &[("Start_HMI", 0)], &[("Pump_3", 1), ("Pump_3_Fault", 0)]),
            (2_000, &[], &[("Pump_3", 0), ("Pump_3_Fault", 1)]),
            (1_000, &[("Start_HMI", 1)], &[("Pump_3", 0), ("Pump_3_Fault", 1)]),
            (200, &[("Start_HMI", 0), ("Pump_3_Reset", 1)], &[("Pump_3_Fault", 0)]),
            (200, &[("Pump_3_Reset", 0), ("Start_HMI", 1)], &[("Pump_3", 1)]),
        ],
    );
}

#[test]
fn a_valve_has_a_fault_without_its_end_position() {
    check(
        "Add a valve Inlet_Valve with open switch Tank_Full and closed switch Permit within 4 s",
        &[
            (
                3_000,
                &[("Inlet_Valve", 0), ("Permit", 1), ("Tank_Full", 0)],
                &[("Inlet_Valve_Fault", 0)],
            ),
            // It opens in time.
            (2_000, &[("Inlet_Valve", 1), ("Permit", 0)], &[("Inlet_Valve_Fault", 0)]),
            (6_000, &[("Tank_Full", 1)], &[("Inlet_Valve_Fault", 0)]),
            // It does not close in time.
            (3_500, &[("Inlet_Valve", 0), ("Tank_Full", 0)], &[("Inlet_Valve_Fault", 0)]),
            (1_500, &[], &[("Inlet_Valve_Fault", 1)]),
            (500, &[("Permit", 1)], &[("Inlet_Valve_Fault", 1)]),
            (200, &[("Inlet_Valve_Reset", 1)], &[("Inlet_Valve_Fault", 0)]),
        ],
    );
}

#[test]
fn an_alarm_ends_below_its_hysteresis_and_waits_to_be_acknowledged() {
    check(
        "Add an alarm with hysteresis for Level at 90 and back at 85",
        &[
            (200, &[("Level", 88)], &[("Level_Alarm", 0), ("Level_Unacknowledged", 0)]),
            (200, &[("Level", 91)], &[("Level_Alarm", 1), ("Level_Unacknowledged", 1)]),
            (200, &[("Level", 87)], &[("Level_Alarm", 1)]),
            (200, &[("Level", 84)], &[("Level_Alarm", 0), ("Level_Unacknowledged", 1)]),
            (200, &[("Level_Ack", 1)], &[("Level_Unacknowledged", 0)]),
        ],
    );
}

#[test]
fn a_chain_is_on_while_all_of_it_is_and_says_that_it_was_not() {
    check(
        "Add an interlock chain Line_OK of EStop_OK, Permit and Tank_Full",
        &[
            (200, &[("EStop_OK", 1), ("Permit", 1), ("Tank_Full", 1)], &[("Line_OK", 1)]),
            (200, &[("Line_OK_Reset", 1)], &[("Line_OK_Tripped", 0)]),
            (200, &[("Line_OK_Reset", 0)], &[("Line_OK", 1), ("Line_OK_Tripped", 0)]),
            (200, &[("Permit", 0)], &[("Line_OK", 0), ("Line_OK_Tripped", 1)]),
            (200, &[("Permit", 1)], &[("Line_OK", 1), ("Line_OK_Tripped", 1)]),
            (200, &[("Line_OK_Reset", 1)], &[("Line_OK_Tripped", 0)]),
        ],
    );
}

#[test]
fn running_hours_are_seconds_that_are_counted() {
    check(
        "Count the running hours of Permit",
        &[
            (5_600, &[("Permit", 1)], &[("Permit_RunHours", 0)]),
            (5_000, &[("Permit", 0)], &[("Permit_RunHours", 0)]),
        ],
    );
}

#[test]
fn a_delayed_coil_is_held_by_its_seal_in() {
    check(
        "delay Pump_1 by 3 s",
        &[
            (200, &[("EStop_OK", 1), ("Start_PB", 1)], &[("Pump_1", 0)]),
            (200, &[("Start_PB", 0)], &[("Pump_1", 0)]),
            (3_500, &[], &[("Pump_1", 1)]),
            (200, &[("Stop_PB", 1)], &[("Pump_1", 0)]),
            (4_000, &[("Stop_PB", 0)], &[("Pump_1", 0)]),
        ],
    );
}
