//! Faults of the connection to the service, and of the files of a running bridge: no snapshot is
//! lost or given up, and no snapshot is sent twice to a service that is only slow.

use std::{fs, path::Path, time::Duration, time::Instant};

use super::{
    case::{Case, Finding},
    controller::CLOCK,
    passing_faults::streaming,
    plant::{Plant, Run, pass},
    proxy::ProxyBehaviour,
    reader::Reader,
};

/// Time limit of a case.
const LIMIT: Duration = Duration::from_secs(90);
/// Snapshots per second that a slow service stores: three times the rate of the bridge.
const CAPACITY: u32 = 12;

/// The figure of each case is the time from the end of the fault until all waiting snapshots are
/// stored and the newest value is live.
pub const DELIVERY: &[Case] = &[
    Case { name: "12 snapshots a second after an outage of 25 s", run: slow_service },
    Case {
        name: "receipts of another push for 15 s",
        run: || foreign(ProxyBehaviour::EarlierReceipt),
    },
    Case { name: "pushes blocked on the way for 15 s", run: || foreign(ProxyBehaviour::FILTER) },
    Case { name: "snapshots refused by name for 6 s, then sent again", run: refused },
    Case { name: "outbox removed, then the bridge killed", run: || files(&[""], remove) },
    Case { name: "all files of the outbox removed", run: || files(&["", "-wal", "-shm"], remove) },
    Case { name: "outbox replaced by a folder", run: || files(&[""], replace_by_folder) },
    Case { name: "outbox gone while the bridge is down, its log there", run: log_alone },
];

fn slow_service() -> Finding {
    let (plant, _service, _bridge, reader) = streaming();
    plant.weather_for(ProxyBehaviour::Cut, 25.0);
    let before = plant.proxy.pushes();
    plant.proxy.set(ProxyBehaviour::Capacity(CAPACITY));
    let finding = delivered(&plant, &reader, 45_000);
    let after = plant.proxy.pushes();
    let (copies, new) = (after.copies - before.copies, after.snapshots - before.snapshots);
    finding.check(copies * 10 <= new, || format!("{copies} copies of {new} snapshots"))
}

fn foreign(weather: ProxyBehaviour) -> Finding {
    let (plant, _service, _bridge, reader) = streaming();
    plant.weather_for(weather, 15.0);
    delivered(&plant, &reader, 10_000)
}

/// Checks that each refused snapshot is in quarantine, and is stored when it is sent again.
fn refused() -> Finding {
    let (plant, _service, _bridge, reader) = streaming();
    plant.weather_for(ProxyBehaviour::Refused, 6.0);
    pass(2.0);
    let listed = plant.outbox_verb("laptop", &["quarantine"]);
    let count = listed["quarantine"].as_array().map_or(0, Vec::len);
    let told = plant.outbox("laptop")["quarantined"].clone();
    let sent = plant.outbox_verb("laptop", &["resend", "--all"]);
    delivered(&plant, &reader, 10_000)
        .check(count > 0 && told == count && sent["to_be_sent"] == count, || {
            format!("{listed}, {told} counted, {sent}")
        })
}

fn remove(path: &Path) {
    fs::remove_file(path).expect("it is there");
}

fn replace_by_folder(path: &Path) {
    fs::remove_file(path).expect("it is there");
    fs::create_dir(path).expect("there is room");
}

/// Changes files of the outbox while snapshots wait in it, and kills the bridge some time later.
fn files(sides: &[&str], interfere: fn(&Path)) -> Finding {
    let (plant, _service, bridge, reader) = streaming();
    plant.proxy.set(ProxyBehaviour::Cut);
    pass(5.0);
    for side in sides {
        interfere(&plant.outbox_file("laptop", side));
    }
    pass(3.0);
    bridge.kill_dead();
    let _bridge = plant.bridge("laptop", Run::PLAIN);
    plant.proxy.set(ProxyBehaviour::Fair);
    delivered(&plant, &reader, 10_000)
}

/// Removes the outbox while the bridge is stopped. The snapshots in the write-ahead log continue.
fn log_alone() -> Finding {
    let (plant, _service, bridge, reader) = streaming();
    plant.proxy.set(ProxyBehaviour::Cut);
    // Shorter than the time after which the log starts again.
    pass(2.0);
    bridge.kill_dead();
    remove(&plant.outbox_file("laptop", ""));
    let doctor = plant.doctor("laptop", Run::PLAIN);
    let _bridge = plant.bridge("laptop", Run::PLAIN);
    plant.proxy.set(ProxyBehaviour::Fair);
    let finding = delivered(&plant, &reader, 10_000);
    finding.check(doctor.contains("its log is there"), || format!("the doctor said: {doctor}"))
}

/// Waits until all snapshots are delivered.
fn delivered(plant: &Plant, reader: &Reader, promised_ms: i64) -> Finding {
    let began = Instant::now();
    let is_live = reader.streams_again(LIMIT).is_some();
    let is_whole = || {
        let shown = plant.consumer().values().unwrap_or_default();
        shown["live"] == true && shown["late"] != true && shown["gaps"].is_null()
    };
    let (mut outbox, mut took) = (plant.outbox("laptop"), None);
    while is_live && took.is_none() && began.elapsed() < LIMIT {
        pass(0.2);
        outbox = plant.outbox("laptop");
        // Another scan may have been stored since the last push.
        let is_drained = outbox["depth"].as_u64().is_some_and(|depth| depth <= 4);
        took = (is_drained && is_whole()).then(|| began.elapsed());
    }
    let took = took.map(|it| i64::try_from(it.as_millis()).unwrap_or(i64::MAX));
    let history = plant.consumer().history(CLOCK);
    let sequences: Vec<u64> = history.iter().filter_map(|it| it["sequence"].as_u64()).collect();
    let newest = sequences.iter().max().copied().unwrap_or(0);
    let missing = newest - sequences.len() as u64;
    Finding::new("delivered after", took, promised_ms)
        .check(missing == 0, || format!("{missing} of {newest} snapshots are missing"))
        .check(outbox["lost"] == 0 && outbox["quarantined"] == 0, || format!("{outbox}"))
}
