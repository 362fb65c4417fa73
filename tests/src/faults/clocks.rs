//! Clocks that are wrong, or jump.

use std::time::Duration;

use serde_json::Value;

use super::{
    case::{Case, Finding},
    controller::CLOCK,
    plant::{Plant, Run, pass},
};

const LAPTOP: Run<'_> = Run { clock: Some("laptop.clock"), ..Run::PLAIN };
const SERVER: Run<'_> = Run { clock: Some("server.clock"), ..Run::PLAIN };
const LIMIT: Duration = Duration::from_secs(30);
const HOUR: i64 = 3600;

/// The figure of each case is the time until values stream after the clock was set. Each case also
/// checks that the history is complete and in order.
pub const CLOCKS: &[Case] = &[
    Case { name: "bridge a day behind", run: || bridge_begins_at(-24 * HOUR) },
    Case { name: "bridge ten years ahead", run: || bridge_begins_at(10 * 365 * 24 * HOUR) },
    Case { name: "bridge 50 min ahead for 4 s", run: || bridge_jumps(50 * 60) },
    Case { name: "bridge an hour behind for 4 s", run: || bridge_jumps(-HOUR) },
    Case { name: "service set back by an hour", run: || service_jumps(-HOUR) },
    Case { name: "service set ahead by an hour", run: || service_jumps(HOUR) },
    Case { name: "bridge set back while it was down", run: set_back_while_down },
];

fn bridge_begins_at(seconds: i64) -> Finding {
    let plant = Plant::new();
    plant.set_clock("laptop.clock", 0);
    let _service = plant.service(Run::PLAIN);
    let bridge = plant.bridge("laptop", LAPTOP);
    let reader = plant.reader();
    reader.settle();
    pass(10.0);
    drop(bridge);
    plant.set_clock("laptop.clock", seconds);
    let bridge = plant.bridge("laptop", LAPTOP);
    let back = reader.streams_again(LIMIT);
    pass(14.0);
    let status = bridge.latest_line();
    let doctor = plant.doctor("laptop", LAPTOP);
    let finding = history_is_whole(&plant, Finding::back_after(back));
    let told: Value = serde_json::from_str(&status).unwrap_or_default();
    let skew = told["sessions"][0]["service"]["skew_ms"].as_i64().unwrap_or(0);
    finding
        .check((skew + seconds * 1000).abs() < 2000, || {
            format!("the status tells a skew of {skew} ms")
        })
        .check(doctor.contains("clock"), || format!("the doctor does not tell of it: {doctor}"))
}

fn bridge_jumps(seconds: i64) -> Finding {
    let plant = Plant::new();
    plant.set_clock("laptop.clock", 0);
    let _service = plant.service(Run::PLAIN);
    let _bridge = plant.bridge("laptop", LAPTOP);
    let reader = plant.reader();
    reader.settle();
    pass(10.0);
    plant.set_clock("laptop.clock", seconds);
    pass(4.0);
    plant.set_clock("laptop.clock", 0);
    let back = reader.streams_again(LIMIT);
    pass(10.0);
    let oldest = reader.shown().oldest_ms;
    history_is_whole(&plant, Finding::back_after(back))
        .check(oldest < 10_300, || format!("shown live: {oldest} ms"))
}

fn service_jumps(seconds: i64) -> Finding {
    let plant = Plant::new();
    plant.set_clock("server.clock", 0);
    let _service = plant.service(SERVER);
    let bridge = plant.bridge("laptop", Run::PLAIN);
    let reader = plant.reader();
    reader.settle();
    pass(5.0);
    plant.set_clock("server.clock", seconds);
    let back = reader.streams_again(LIMIT);
    pass(8.0);
    bridge.kill_dead();
    pass(13.0);
    let oldest = reader.shown().oldest_ms;
    history_is_whole(&plant, Finding::back_after(back))
        .check(oldest < 10_300, || format!("shown live: {oldest} ms"))
}

/// The values from before look newer than they are, by the bridge's system clock.
fn set_back_while_down() -> Finding {
    let plant = Plant::new();
    plant.set_clock("laptop.clock", 0);
    let service = plant.service(Run::PLAIN);
    let bridge = plant.bridge("laptop", LAPTOP);
    plant.reader().settle();
    service.kill_dead();
    pass(6.0);
    bridge.kill_dead();
    plant.cable.cut();
    pass(18.0);
    plant.set_clock("laptop.clock", -17);
    let _service = plant.service(Run::PLAIN);
    let reader = plant.reader();
    let _bridge = plant.bridge("laptop", LAPTOP);
    pass(12.0);
    let oldest = reader.shown().oldest_ms;
    history_is_whole(&plant, Finding::new("oldest shown live", Some(oldest), 10_300))
}

/// Every scan of the stream is stored, in the order of scans.
fn history_is_whole(plant: &Plant, finding: Finding) -> Finding {
    let newest = plant.consumer().values().and_then(|it| it["sequence"].as_u64());
    let history = plant.consumer().history(CLOCK);
    let entry = |it: &Value| Some((it["sequence"].as_u64()?, it["value"].as_i64()));
    let entries: Vec<_> = history.iter().rev().filter_map(entry).collect();
    let sequences: Vec<u64> = entries.iter().map(|it| it.0).collect();
    let read: Vec<i64> = entries.iter().filter_map(|it| it.1).collect();
    let (first, last) = (sequences.first().copied(), sequences.last().copied());
    let gaps = sequences.windows(2).filter(|it| it[1] != it[0] + 1).count();
    finding
        .check(first == Some(1) && gaps == 0, || {
            format!(
                "history holds {} entries, from {first:?} to {last:?}, with {gaps} holes",
                sequences.len()
            )
        })
        .check(read.is_sorted(), || "history is not in the order of scans".to_owned())
        .check(newest.is_none() || last >= newest, || {
            format!("history ends at {last:?}, and {newest:?} is stored")
        })
}
