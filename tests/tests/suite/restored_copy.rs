//! A bridge's data folder that is put back from a copy, as after a restored disk image.

use std::{fs, path::Path};

use serde_json::Value;
use tagbridge_tests::{Process, Site, Tagbridge};

/// Another one in each scan: its history has all of them.
const COUNTS: &str = "Scan_Count";

#[test]
fn what_is_read_after_a_copy_was_put_back_is_not_lost() {
    let (_controller, endpoint) = Tagbridge::simulate(&["--vendor", "allen-bradley"]);
    let site = Site::new();
    let _service = site.service();
    let consumer = site.consumer();
    let stored = |at_least: u64| {
        let reached = |it: &Value| it["live"] == true && it["sequence"].as_u64() >= Some(at_least);
        let values = consumer.wait_for("more snapshots", reached);
        (values["stream_id"].clone(), values["sequence"].as_u64().expect("a sequence"))
    };
    let run_until = |at_least: u64| {
        let bridge = site.bridge(&endpoint, &[COUNTS]);
        let reached = stored(at_least);
        assert!(bridge.terminate().success());
        reached
    };

    let (first, copied_at) = run_until(3);
    let copy = site.data().with_extension("copy");
    copy_files(&site.data(), &copy);
    let (same, reached) = run_until(copied_at + 8);
    assert_eq!(first, same);
    fs::remove_dir_all(site.data()).expect("it can be lost");
    copy_files(&copy, &site.data());

    let bridge = site.bridge(&endpoint, &[COUNTS]);
    let told = bridge.wait_for_line(|line| {
        let status: Value = serde_json::from_str(line).expect("JSON lines");
        status["sessions"][0]["outbox"]["left_stream"].is_string()
    });
    let status: Value = serde_json::from_str(&told).expect("JSON lines");
    assert_eq!(status["sessions"][0]["outbox"]["left_stream"], first);
    assert_eq!(status["sessions"][0]["outbox"]["lost"], 0);
    let fresh = consumer.wait_for("the new stream, from its first snapshot on", |it| {
        it["stream_id"] != first && it["sequence"].as_u64() >= Some(3)
    });
    assert!(fresh["gaps"].is_null(), "{fresh}");
    assert_eq!(fresh["tags"][COUNTS]["quality"], "good");
    // Everything that was read is there: of the first stream, and then of the second from 1 on.
    let sequences: Vec<u64> =
        consumer.history(COUNTS).iter().rev().filter_map(|it| it["sequence"].as_u64()).collect();
    let second = sequences.iter().skip(1).position(|it| *it == 1).expect("it begins again") + 1;
    assert!(sequences[..second].is_sorted() && sequences[second..].is_sorted(), "{sequences:?}");
    assert!(sequences[second - 1] >= reached, "{sequences:?} after {reached}");
    drop(bridge);
}

/// Two computers run from one disk image. Each reports the other one. The copy becomes another
/// device with its own stream, and finally all snapshots of both are stored.
#[test]
fn two_that_run_on_copies_of_one_folder_are_told_apart_and_lose_nothing() {
    let (_controller, endpoint) = Tagbridge::simulate(&["--vendor", "allen-bradley"]);
    let site = Site::new();
    let service = site.service();
    let consumer = site.consumer();
    let bridge = site.bridge(&endpoint, &[COUNTS]);
    consumer.wait_for("snapshots", |it| it["live"] == true && it["sequence"].as_u64() >= Some(3));
    assert!(bridge.terminate().success());
    copy_files(&site.data(), &site.data().with_file_name("copy"));

    // Both use the same sequence numbers for other snapshots, before the service receives either.
    drop(service);
    let original = site.bridge(&endpoint, &[COUNTS]);
    let copy = site.bridge_of_copy("copy");
    for bridge in [&original, &copy] {
        bridge.wait_for_line(|line| session(line)["outbox"]["depth"].as_u64() >= Some(6));
    }
    let _service = site.service();
    let tells = |bridge: &Process| {
        let line = bridge.wait_for_line(|line| session(line)["copy"].is_string());
        let status: Value = serde_json::from_str(&line).expect("JSON lines");
        let copy = session(&line)["copy"].as_str().expect("text").to_owned();
        (copy, status["device_id"].clone())
    };
    let told = [tells(&original), tells(&copy)];
    let which =
        |word: &str| told.iter().position(|(copy, _)| copy == word).expect("one is told so");
    let (first, second) = (which("elsewhere"), which("itself"));
    assert_eq!(first, 0, "who was there before stays");
    assert_ne!(told[first].1, told[second].1, "the copy is another device");
    let mut both = [Some(original), Some(copy)];
    // The first ends; the other one has waited for that, and delivers what it has.
    let end = |bridge: Option<Process>| assert!(bridge.expect("it runs").terminate().success());
    end(both[first].take());
    both[second].as_ref().expect("it runs").wait_for_line(|line| {
        let service = &session(line)["service"];
        service["state"]["state"] == "ok" && service["stored_through"].as_u64() >= Some(1)
    });
    end(both[second].take());
    let folders = [site.data(), site.data().with_file_name("copy")];
    let outbox = |which: usize| {
        let status = fs::read_to_string(folders[which].join("status.json")).expect("it told");
        session(&status)["outbox"].clone()
    };
    let (kept, delivered) = (outbox(first), outbox(second));
    for it in [&kept, &delivered] {
        assert_eq!((&it["lost"], &it["depth"]), (&0.into(), &0.into()), "{it}");
    }
    assert_ne!(kept["stream_id"], delivered["stream_id"]);
    let values = consumer.values().expect("the service responds");
    assert_eq!(values["stream_id"], delivered["stream_id"]);
    assert!(values["gaps"].is_null(), "{values}");
    // Each scan has a count of its own, in both: every sequence of either stream is there, once.
    let last = |outbox: &Value| outbox["next_sequence"].as_u64().expect("a sequence") - 1;
    let mut expected: Vec<u64> = (1..=last(&kept)).chain(1..=last(&delivered)).collect();
    let history = consumer.history(COUNTS);
    let mut found: Vec<u64> =
        history.iter().map(|it| it["sequence"].as_u64().expect("a sequence")).collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert!(
        expected.iter().all(|it| found.contains(it)) && found.len() >= expected.len(),
        "{found:?} of {expected:?}"
    );
}

/// A copy that starts while its original runs, and a moved folder. The copy becomes another device,
/// and its original continues its stream; the moved folder is not a copy.
#[test]
fn a_copy_that_begins_beside_its_original_leaves_it_alone() {
    let (_controller, endpoint) = Tagbridge::simulate(&["--vendor", "allen-bradley"]);
    let site = Site::new();
    let _service = site.service();
    let consumer = site.consumer();
    let original = site.bridge(&endpoint, &[COUNTS]);
    let reached = |at_least: u64| {
        let reached = |it: &Value| it["live"] == true && it["sequence"].as_u64() >= Some(at_least);
        consumer.wait_for("more snapshots", reached)["stream_id"].clone()
    };
    let stream = reached(5);
    copy_files(&site.data(), &site.data().with_file_name("copy"));
    let copy = site.bridge_of_copy("copy");
    let line = copy.wait_for_line(|line| session(line)["copy"].is_string());
    assert_eq!(session(&line)["copy"], "itself");
    let line = original.wait_for_line(|line| session(line)["copy"].is_string());
    assert_eq!(session(&line)["copy"], "elsewhere");
    assert!(copy.terminate().success());
    let far = session(&line)["outbox"]["next_sequence"].as_u64().expect("a sequence") + 5;
    assert_eq!(reached(far), stream, "it goes on");
    assert!(original.terminate().success());
    let status = fs::read_to_string(site.data().join("status.json")).expect("it told");
    assert_eq!(session(&status)["outbox"]["lost"], 0);

    fs::rename(site.data(), site.data().with_file_name("moved")).expect("it is moved");
    let moved = site.bridge_of_copy("moved");
    let line = moved
        .wait_for_line(|line| session(line)["service"]["stored_through"].as_u64() >= Some(far + 5));
    assert_eq!(session(&line)["copy"], Value::Null, "{line}");
    assert_eq!(reached(far + 5), stream);
    assert!(moved.terminate().success());
}

fn session(line: &str) -> Value {
    let status: Value = serde_json::from_str(line).expect("JSON lines");
    status["sessions"][0].clone()
}

/// As a backup has it, with the folders in it.
fn copy_files(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder");
    for entry in fs::read_dir(from).expect("it is there") {
        let entry = entry.expect("it can be read");
        let copy = to.join(entry.file_name());
        if entry.file_type().expect("it is known").is_dir() {
            copy_files(&entry.path(), &copy);
        } else {
            fs::copy(entry.path(), copy).expect("it can be copied");
        }
    }
}
