//! The first sentence of a plan: the change in behaviour of the two executed versions.

use tagbridge_propose::Proposed;

use crate::ready::Ready;

#[track_caller]
fn check(prompt: &str, begins: &str) {
    let plants = [
        Ready::of_texts(&[("p.L5X", include_str!("../plants/pumps/pumps.L5X"))]),
        Ready::of_texts(&[("t.export", include_str!("../plants/pumps/text.export"))]),
        Ready::of_texts(&[("p.export", include_str!("../plants/pumps/ladder.export"))]),
    ];
    for ready in plants {
        let planned = match ready.asked(prompt) {
            Proposed::Ready(planned) => planned,
            other => panic!("{prompt}: {other:?}"),
        };
        // With some vendors, a name contains its unit.
        let summary = planned.plan.summary.replace("Pumps.", "");
        assert!(summary.starts_with(begins), "{prompt}: {summary}");
    }
}

#[test]
fn a_plan_begins_with_what_changes_in_behaviour() {
    check("Pump_1 only if not Tank_Full", "Pump_1 is no longer on when Tank_Full is on.");
    check("Pump_2 soll auch laufen, wenn Start_PB an ist", "Pump_2 ist jetzt auch ein, wenn ");
    check(
        "take the contact Stop_PB out of the rung of Pump_1",
        "Pump_1 is now also on when EStop_OK is on and Stop_PB is on. Valve_Open is now also on when ",
    );
    check("delay Pump_2 by 3 s", "Pump_2 changes at other times than before.");
    check("replace Start_PB with Start_HMI in the rung of Pump_1", "Pump_1 is now also on when ");
    check("rename Spare to Reserve", "Rename Spare to Reserve");
}
