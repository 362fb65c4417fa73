//! The projects of `tests/projects`, executed with their own code.

use std::{collections::BTreeSet, path::Path};

use tagbridge_project::{Source, read};
use tagbridge_simulator::{
    ControllerKind, Virtual, logix::VirtualLogix, opcua::VirtualCodesys, s7::VirtualS7,
};

use super::*;

/// The simulated duration of a scan: the timers of the projects run five times as fast as their
/// plants.
const LASTS: Duration = Duration::from_millis(100);

fn project(path: &str) -> Arc<Project> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects").join(path);
    Arc::new(read(&Source::open(&path).expect("a source")).expect("a project"))
}

/// The texts of the tags' values after each of these scans.
fn seen<K: ControllerKind>(
    mut controller: Virtual<K>,
    scans: usize,
    tags: &[&str],
) -> Vec<Vec<String>> {
    let mut seen = vec![Vec::new(); tags.len()];
    for _ in 0..scans {
        controller.advance(LASTS);
        for (tag, seen) in tags.iter().zip(&mut seen) {
            let Ok(value) = controller.value(tag) else { panic!("it has {tag}") };
            let text = match value {
                Value::Text(text) => text,
                Value::Int(number) => number.to_string(),
                Value::Uint(number) => number.to_string(),
                other => format!("{other:?}"),
            };
            if seen.last() != Some(&text) {
                seen.push(text);
            }
        }
    }
    seen
}

/// The values without their order.
fn all(seen: &[String]) -> BTreeSet<String> {
    seen.iter().cloned().collect()
}

/// Whether a tag has one value and later another.
fn comes_after(seen: &[String], first: &str, then: &str) -> bool {
    seen.iter().skip_while(|it| *it != first).any(|it| it == then)
}

fn set(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|it| (*it).to_owned()).collect()
}

#[test]
fn the_bottling_line_runs_by_its_own_code() {
    let project = project("allen-bradley/Bottling.L5X");
    let code = Code::new(&project, BTreeMap::new());
    let controller = VirtualLogix::from_project(&project, 3).program(Box::new(code));
    let tags = [
        "Line_StateText",
        "Program:Filler.Filler_Step",
        "Alarm_Text",
        "Alm_Overload.InAlarm",
        "Boxes_Packed",
    ];
    let seen = seen(controller, 1_800, &tags);
    assert_eq!(all(&seen[0]), set(&["Stopped", "Starting", "Running", "Blocked", "Faulted"]));
    assert!(comes_after(&seen[0], "Faulted", "Running"), "{:?}", seen[0]);
    assert!(comes_after(&seen[0], "Blocked", "Running"), "{:?}", seen[0]);
    assert_eq!(all(&seen[1]), set(&["0", "1", "2", "3", "4", "5", "6"]));
    assert_eq!(all(&seen[2]), set(&["", "Drive overload"]));
    assert_eq!(seen[3].len(), 3, "it comes and goes: {:?}", seen[3]);
    assert!(seen[4].len() > 10, "boxes: {:?}", seen[4]);
}

#[test]
fn the_mixing_plant_runs_by_its_own_code() {
    let project = project("siemens/Mixing");
    let code = Code::new(&project, BTreeMap::new());
    let controller = VirtualS7::from_project(&project, &BTreeMap::new(), 3);
    // The step of the batch, its number, an alarm, the fault of the plant, and a step of the
    // cleaning.
    let tags = ["DB21.DBW4", "DB21.DBD0", "DB24.DBX0.3", "M10.2", "DB111.DBX2.1"];
    let seen = seen(controller.program(Box::new(code)), 4_000, &tags);
    assert_eq!(all(&seen[0]), set(&["0", "10", "20", "30", "40", "50", "60"]));
    assert!(seen[1].len() > 2, "batches: {:?}", seen[1]);
    for (tag, seen) in tags.iter().zip(&seen).skip(2) {
        assert!(comes_after(seen, "Bool(true)", "Bool(false)"), "{tag}: {seen:?}");
    }
}

#[test]
fn the_packer_runs_by_its_own_code() {
    let project = project("codesys/Packing.xml");
    let code = Code::new(&project, BTreeMap::new());
    let controller = VirtualCodesys::from_project(&project, 3).expect("a controller");
    let tags = [
        "PLC_PRG.State",
        "GVL_HMI.State_Text",
        "GVL_Alarms.First_Text",
        "GVL_IO.Film_Cut",
        "PLC_PRG.Boxes",
    ];
    let seen = seen(controller.program(Box::new(code)), 3_000, &tags);
    assert_eq!(all(&seen[0]), set(&["0", "10", "20", "30", "40", "50", "60", "70"]));
    assert!(all(&seen[1]).is_superset(&set(&["Collect", "Pick", "Place", "Wrap", "Discharge"])));
    assert!(comes_after(&seen[2], "The film has torn", ""), "{:?}", seen[2]);
    assert!(
        comes_after(&seen[3], "Bool(true)", "Bool(false)"),
        "the wrapper's chart: {:?}",
        seen[3]
    );
    assert!(seen[4].len() > 10, "boxes: {:?}", seen[4]);
}
