//! A copy of the service's data that is created while the service runs, and a service on this copy.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use serde_json::{Value, json};
use tagbridge_tests::{Consumer, Outcome, Site, Tagbridge, free_port};

const FILLER: &str = include_str!("../../projects/filler.L5X");
const TAG: &str = "Level";

fn snapshot(sequence: u64) -> Value {
    let (second, timestamp) = (sequence % 60, "2026-03-01T06:00:");
    let timestamp = format!("{timestamp}{second:02}Z");
    let value =
        json!({ "value": sequence, "type": "DINT", "quality": "good", "timestamp": timestamp });
    json!({
        "device_id": "laptop", "stream_id": "5e1f6c62-8d3c-4d0f-9a52-0c9a1f6f7a11",
        "sent_at": timestamp, "interval_ms": 1000,
        "snapshots": [{
            "sequence": sequence, "timestamp": timestamp, "duration_ms": 1.0, "complete": true,
            "controller": { "name": "Filler" }, "tags": { TAG: value },
        }],
    })
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

fn copy(verb: &str, from: (&str, &Path), to: (&str, &Path)) -> Outcome {
    Tagbridge::new([verb, from.0, text(from.1), to.0, text(to.1), "--json"]).output()
}

/// The largest file below a folder.
fn largest(folder: &Path) -> PathBuf {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("it is there").flatten() {
            let meta = entry.metadata().expect("it is there");
            if meta.is_dir() {
                folders.push(entry.path());
            } else {
                all.push((meta.len(), entry.path()));
            }
        }
    }
    all.into_iter().max().expect("there are files").1
}

#[test]
fn what_is_copied_while_it_is_served_is_whole_and_is_served_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, backup, restored, saved] =
        ["filler.L5X", "backup", "restored", "saved.L5X"].map(|it| folder.path().join(it));
    fs::write(&file, FILLER).expect("it is written");
    let site = Site::of(text(&file), "");
    let data = PathBuf::from(site.service_data());
    let service = site.service();
    let consumer = site.consumer();
    let push = |sequence| consumer.push(&snapshot(sequence))["stored_through"] == sequence;
    assert!((1..=40).all(push));

    let done = AtomicBool::new(false);
    let last = thread::scope(|scope| {
        let pushing = scope.spawn(|| {
            (41..=400).take_while(|it| !done.load(Ordering::Relaxed) && push(*it)).last()
        });
        let copied = copy("backup", ("--data", &data), ("--to", &backup));
        done.store(true, Ordering::Relaxed);
        copied.json(0);
        pushing.join().expect("it pushes")
    });
    assert_ne!(copy("backup", ("--data", &data), ("--to", &backup)).code(), 0, "one is there");
    let live = consumer.history(TAG).len();
    assert!(live >= 40, "{live}, {last:?}");
    service.kill_dead();

    copy("restore", ("--from", &backup), ("--data", &restored)).json(0);
    let port = free_port();
    let listen = format!("127.0.0.1:{port}");
    let again =
        Tagbridge::new(["serve", "--listen", &listen, "--data", text(&restored), "--json"]).start();
    again.next_line();
    let url = format!("http://{listen}/api/v1");
    // The same key opens it: keys are data, too.
    let kept = Consumer::new(&url, site.project(), site.secret());
    let mut sequences: Vec<u64> =
        kept.history(TAG).iter().map(|it| it["sequence"].as_u64().expect("a number")).collect();
    sequences.reverse();
    let expected: Vec<u64> = (1..).take(sequences.len()).collect();
    assert!(sequences == expected && (40..=live).contains(&sequences.len()), "{sequences:?}");
    let saving = ["project", "file", "--data", text(&restored), site.project(), "-o", text(&saved)];
    assert_eq!(Tagbridge::new(saving).output().code(), 0);
    assert_eq!(fs::read_to_string(&saved).expect("it is there"), FILLER);

    let damaged = largest(&backup);
    let mut bytes = fs::read(&damaged).expect("it is there");
    let middle = bytes.len() / 2;
    // So much that rows are among it: an index alone would be made again.
    bytes[middle..].iter_mut().for_each(|it| *it ^= 0x55);
    fs::write(&damaged, bytes).expect("it is written");
    let refused = copy("restore", ("--from", &backup), ("--data", &folder.path().join("third")));
    assert_ne!(refused.code(), 0, "{}", refused.stdout());
}
