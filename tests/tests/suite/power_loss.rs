//! A power failure during a write: stored snapshots are there, or their loss is reported.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::Path,
    thread,
    time::Duration,
};

use serde_json::Value;
use tagbridge_tests::{Process, Site, Tagbridge, patiently};

const TAG: &str = "DB1.DBD0";
const OUTBOX: &str = "line-4.outbox";
const KILLS: u64 = 8;
/// Files that are torn.
const TORN: u64 = 4;

/// The same numbers in every run: Marsaglia's xorshift.
struct Schedule(u64);

impl Schedule {
    fn below(&mut self, limit: u64) -> u64 {
        for (left, by) in [(true, 13), (false, 7), (true, 17)] {
            self.0 ^= if left { self.0 << by } else { self.0 >> by };
        }
        self.0 % limit
    }
}

/// A bridge with a controller whose values change 100 times per second, without a service.
struct Plant {
    site: Site,
    endpoint: String,
    _controller: Process,
}

impl Plant {
    fn new() -> Self {
        let (controller, endpoint) = Tagbridge::simulate(&["--vendor", "siemens"]);
        Self { site: Site::new().every("10ms"), endpoint, _controller: controller }
    }

    fn start(&self) -> Process {
        self.site.bridge(&self.endpoint, &[TAG])
    }

    /// The last sequence that another process sees on disk.
    fn stored(&self) -> u64 {
        let line = ["outbox", "--json", "--config", &self.site.config_file()];
        let told = Tagbridge::new(line).output().json(0);
        // The file does not exist yet.
        let next = told["outboxes"].get(0).and_then(|it| it["next_sequence"].as_u64());
        next.unwrap_or(0).saturating_sub(1)
    }

    /// The sequence numbers of all stored snapshots; missing ones between them are reported as
    /// lost.
    fn snapshots(&self) -> BTreeMap<u64, Value> {
        let line = ["outbox", "export", "-", "--config", &self.site.config_file()];
        let exported = Tagbridge::new(line).output();
        assert_eq!(exported.code(), 0, "{}", exported.stderr());
        let snapshots = by_sequence(&exported.stdout());
        let line = ["outbox", "--json", "--config", &self.site.config_file()];
        let stored = Tagbridge::new(line).output().json(0)["outboxes"][0].clone();
        let losses = stored["losses"].as_array().cloned().unwrap_or_default();
        let is_named = |sequence: u64| {
            let ends = |loss: &Value| (loss["from"].as_u64(), loss["to"].as_u64());
            losses.iter().map(ends).any(|(from, to)| from <= Some(sequence) && Some(sequence) <= to)
        };
        let last = snapshots.keys().next_back().copied().unwrap_or(0);
        let missing = (1..=last).find(|it| !snapshots.contains_key(it) && !is_named(*it));
        assert_eq!(missing, None, "of {:?}, and lost {losses:?}", snapshots.keys());
        snapshots
    }

    /// Appends, and is killed at a moment of the schedule's.
    fn run_and_kill(&self, schedule: &mut Schedule) -> BTreeMap<u64, Value> {
        let bridge = self.start();
        let goal = self.stored() + 1 + schedule.below(8);
        let seen = patiently("appended snapshots", || Some(self.stored()).filter(|it| *it >= goal));
        thread::sleep(Duration::from_micros(schedule.below(30_000)));
        bridge.kill_dead();
        let snapshots = self.snapshots();
        assert!(snapshots.contains_key(&seen), "{seen} was stored: {:?}", snapshots.keys());
        snapshots
    }
}

/// The snapshots of an export, or of what was saved of a damaged file.
fn by_sequence(lines: &str) -> BTreeMap<u64, Value> {
    let snapshot = |line| {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        let snapshot = line.get("snapshot").unwrap_or(&line);
        (snapshot["sequence"].as_u64().expect("a sequence"), snapshot.clone())
    };
    lines.lines().map(snapshot).collect()
}

#[test]
fn what_was_stored_outlives_every_kill_and_arrives() {
    let (plant, mut schedule) = (Plant::new(), Schedule(0x5eed));
    let mut before = BTreeMap::new();
    for kill in 1..=KILLS {
        let after = plant.run_and_kill(&mut schedule);
        for (sequence, snapshot) in &before {
            assert_eq!(after.get(sequence), Some(snapshot), "{sequence} after kill {kill}");
        }
        before = after;
    }
    let last = before.len() as u64;
    assert!(last > KILLS, "{last}");
    let _service = plant.site.service();
    let bridge = plant.start();
    plant.site.consumer().wait_for("all of it", |it| {
        it["live"] == true && it["sequence"].as_u64() > Some(last) && it["gaps"].is_null()
    });
    assert!(bridge.terminate().success());
}

#[test]
fn a_torn_file_gives_what_is_whole_in_it_or_is_set_aside_and_told() {
    let (plant, mut schedule) = (Plant::new(), Schedule(0x7042));
    // After a normal end, all data is in the main file; later data is in the log.
    let bridge = plant.start();
    patiently("many snapshots", || (plant.stored() >= 40).then_some(()));
    assert!(bridge.terminate().success());
    let originals = plant.run_and_kill(&mut schedule);
    let last = originals.len();
    let intact = plant.site.data().with_extension("intact");
    fs::create_dir(&intact).expect("a folder");
    let files = [OUTBOX.to_owned(), format!("{OUTBOX}-wal"), format!("{OUTBOX}-mark")];
    copy(&files, &plant.site.data(), &intact);
    let mut set_aside = 0;
    for case in 0..TORN {
        fs::remove_dir_all(plant.site.data()).expect("it is lost");
        fs::create_dir(plant.site.data()).expect("a folder");
        copy(&files, &intact, &plant.site.data());
        // The log of what is not in the main file yet, and the main file, in turn.
        let torn = plant.site.data().join(&files[usize::from(case % 2 == 0)]);
        let file = File::options().write(true).open(torn).expect("it is there");
        let length = file.metadata().expect("it is there").len();
        // Half of the main file is beyond use in any case; other tears may be harmless.
        let left = if case == 1 { length / 2 } else { schedule.below(length) };
        file.set_len(left).expect("it is torn");

        let bridge = plant.start();
        let status = |line: &str| serde_json::from_str::<Value>(line).expect("JSON lines");
        let told = bridge.wait_for_line(|line| {
            status(line)["sessions"][0]["outbox"]["next_sequence"].as_u64() > Some(1)
        });
        let goal = plant.stored() + 1;
        patiently("that it goes on", || (plant.stored() >= goal).then_some(()));
        bridge.kill_dead();
        let aside = &status(&told)["sessions"][0]["outbox"]["set_aside"];
        // The stored snapshots are unchanged, and the others arrived after the power was back.
        let snapshots = plant.snapshots();
        let is_kept = |it: &(&u64, &Value)| originals.get(it.0) == Some(it.1);
        let newest = originals.values().next_back().map(|it| it["timestamp"].to_string());
        let is_new = |it: &Value| Some(it["timestamp"].to_string()) > newest;
        let (kept, others): (Vec<_>, Vec<_>) = snapshots.iter().partition(is_kept);
        assert!(others.iter().all(|it| is_new(it.1)), "case {case}: {} of {last}", kept.len());
        if let Some(file) = aside["file"].as_str() {
            set_aside += 1;
            assert!(Path::new(file).exists(), "{aside}");
            assert_eq!((&aside["saved_as"], &aside["saved"]), (&Value::Null, &kept.len().into()));
        } else {
            // A beginning of what was there.
            let beginning = snapshots.iter().take_while(is_kept).count();
            assert_eq!(beginning, kept.len(), "case {case}");
        }
    }
    assert!(set_aside > 0, "half a main file is set aside");
}

fn copy(files: &[String], from: &Path, to: &Path) {
    for file in files {
        fs::copy(from.join(file), to.join(file)).expect("it can be copied");
    }
}
