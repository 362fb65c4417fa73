//! A search while the disk has no space for its index: the response says so, and is not an internal
//! error.

use std::{fs, thread};

use serde_json::Value;
use tagbridge_tests::{Site, patiently};

use crate::streams::plant;

const READERS: usize = 20;

/// Returns the results of many searches at the same time.
fn found(site: &Site) -> Vec<Value> {
    thread::scope(|scope| {
        let readers: Vec<_> =
            (0..READERS).map(|_| scope.spawn(|| site.consumer().search("Auto_77"))).collect();
        readers.into_iter().map(|it| it.join().expect("it is answered")).collect()
    })
}

#[test]
fn twenty_readers_are_told_of_a_missing_index_and_find_when_there_is_room() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plant.L5X");
    fs::write(&file, plant(1_500)).expect("it is written");
    let site = Site::of(file.to_str().expect("a plain path"), "");
    // No file may become longer than 512 KiB, as on a disk that is full then.
    let service = site.service_after("trap '' XFSZ; ulimit -f 1024");
    for answer in found(&site).into_iter().chain(found(&site)) {
        assert_eq!(answer["chunks"], Value::Array(Vec::new()), "{answer}");
        let said = answer["message"].as_str().expect("it says why");
        assert!(said.contains("index"), "{said}");
    }
    service.kill_dead();
    let _service = site.service_after(":");
    // On a busy machine the index is made for longer than a search waits for it.
    let made = |answers: &Vec<Value>| answers.iter().all(|answer| answer["message"].is_null());
    for answer in patiently("the index", || Some(found(&site)).filter(made)) {
        assert_eq!(answer["chunks"][0]["title"], "Auto_77", "{answer}");
    }
}
