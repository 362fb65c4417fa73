//! Faults of a recording: the readable rest can be opened, losses are reported, and delivery never
//! waits for the recording.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use serde_json::Value;

use super::{
    case::{Case, Finding},
    controller::CLOCK,
    plant::{Plant, Run, pass},
    reader::Reader,
};
use crate::Process;

/// Recorded time of each part of a case, in seconds: more than one block.
const RECORDED: f64 = 25.0;

/// The figure of each case is the missing time in the recording, in milliseconds.
pub const RECORDING: &[Case] = &[
    Case { name: "bridge killed while it records", run: killed },
    Case { name: "full disk while it records", run: full_disk },
    Case { name: "damaged hour of a recording", run: damaged },
];

fn streaming() -> (Plant, Process, Process, Reader) {
    let plant = Plant::new();
    let service = plant.service(Run::PLAIN);
    let bridge = plant.bridge("laptop", Run::PLAIN);
    let reader = plant.reader();
    reader.settle();
    pass(RECORDED);
    (plant, service, bridge, reader)
}

fn killed() -> Finding {
    let (plant, _service, bridge, reader) = streaming();
    bridge.kill_dead();
    let bridge = plant.bridge("laptop", Run::PLAIN);
    let back = reader.streams_again(Duration::from_mins(1));
    pass(RECORDED);
    bridge.kill_dead();
    // A block of ten seconds, and the restart.
    found(&plant, "interrupted", 20_000)
        .check(back.is_some(), || "nothing was delivered after the restart".to_owned())
}

/// Only the recording has no space: its file of this hour is a device that returns this error.
fn full_disk() -> Finding {
    let (plant, _service, bridge, reader) = streaming();
    bridge.kill_dead();
    let hour = hour(&plant);
    // The file seems to be from the previous hour.
    let before =
        tagbridge_api::Timestamp::now().saturating_sub(Duration::from_hours(1)).to_string();
    let name = format!("{}.tbh", before.get(..13).unwrap_or_default());
    fs::rename(&hour, hour.with_file_name(name)).expect("it is renamed");
    fill(&hour);
    let bridge = plant.bridge("laptop", Run::PLAIN);
    let back = reader.streams_again(Duration::from_mins(1));
    pass(RECORDED);
    let delivered = reader.streams_again(Duration::from_secs(5));
    fs::remove_file(&hour).expect("there is space again");
    pass(RECORDED);
    bridge.kill_dead();
    found(&plant, "not_written", 60_000)
        .check(back.is_some() && delivered.is_some(), || "delivery waited".to_owned())
}

#[cfg(unix)]
fn fill(file: &Path) {
    std::os::unix::fs::symlink("/dev/full", file).expect("it is linked");
}

#[cfg(not(unix))]
fn fill(_file: &Path) {}

fn damaged() -> Finding {
    let (plant, _service, bridge, _reader) = streaming();
    pass(RECORDED);
    bridge.kill_dead();
    let file = hour(&plant);
    let mut bytes = fs::read(&file).expect("it is read");
    let middle = bytes.len() / 2;
    for byte in bytes.iter_mut().skip(middle).take(40) {
        *byte ^= 0x5a;
    }
    fs::write(&file, bytes).expect("it is written");
    found(&plant, "damaged", 45_000)
}

/// The newest file of the recording.
fn hour(plant: &Plant) -> PathBuf {
    let files = fs::read_dir(plant.recording("laptop")).expect("a recording").flatten();
    let hours = files.map(|it| it.path()).filter(|it| it.extension().is_some_and(|it| it == "tbh"));
    hours.max().expect("an hour")
}

/// The gaps with this reason, and whether all other values are known and correct: the tag is the
/// time at which it was read.
fn found(plant: &Plant, reason: &str, promised_ms: i64) -> Finding {
    let listed = plant.recording_verb("laptop", &["list"]);
    let recording = listed["recordings"][0].clone();
    let gaps = recording["gaps"].as_array().cloned().unwrap_or_default();
    let length = |gap: &Value| millis(&gap["until"]) - millis(&gap["from"]);
    let of_it: Vec<&Value> = gaps.iter().filter(|it| it["reason"] == reason).collect();
    let lost: i64 = of_it.iter().copied().map(length).sum();
    let (from, until) = (millis(&recording["from"]), millis(&recording["until"]));
    let is_in_gap =
        |at: i64| gaps.iter().any(|it| (millis(&it["from"])..millis(&it["until"])).contains(&at));
    let mut wrong = Vec::new();
    let mut newest = i64::MIN;
    for at in (from..until).step_by(1000) {
        let time = tagbridge_api::Timestamp::from_millis(at).expect("a time").to_string();
        let shown = plant.recording_verb("laptop", &["show", "--at", &time, CLOCK]);
        let tag = &shown["tags"][CLOCK];
        match tag["value"].as_i64() {
            Some(value) if value < newest => {
                wrong.push(format!("{value} after {newest} at {time}"));
            }
            Some(value) => newest = value,
            None if is_in_gap(at) => {}
            None => wrong.push(format!("{tag} at {time}, which is in no gap")),
        }
    }
    Finding::new("not known", Some(lost), promised_ms)
        .check(lost > 0, || format!("no gap is {reason}: {gaps:?}"))
        .check(wrong.is_empty(), || wrong.join("; "))
}

fn millis(time: &Value) -> i64 {
    let time: Option<tagbridge_api::Timestamp> = serde_json::from_value(time.clone()).ok();
    time.map_or(0, tagbridge_api::Timestamp::as_millis)
}
