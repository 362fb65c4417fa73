//! Files that are damaged, cut off, or cannot be written.

use std::{fs, path::PathBuf};

use super::{add, tags, time, value, writer};
use crate::{GapReason, Recording};

const SECONDS: i64 = 900;

/// A recording of a quarter of an hour in which A is the second.
fn recorded() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let mut it = writer(folder.path(), Vec::new());
    for second in 0..SECONDS {
        let values = tags(second * 1000, &[("A", Some(second)), ("B", Some(second / 60))]);
        add(&mut it, second * 1000, 1000, &values);
    }
    it.flush().unwrap();
    let file = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    (folder, file)
}

#[test]
fn damage_never_makes_another_value_and_the_rest_is_read() {
    let (folder, file) = recorded();
    let whole = fs::read(&file).unwrap();
    for (at, length) in (0..40).map(|it| (it * whole.len() / 40, 1 + it * 7 % 90)) {
        let mut bytes = whole.clone();
        for byte in bytes.iter_mut().skip(at).take(length) {
            *byte ^= 0x5a;
        }
        fs::write(&file, &bytes).unwrap();
        let recording = Recording::open(folder.path()).expect("the rest opens");
        let (mut read, mut lost) = (0, 0);
        for second in 0..SECONDS {
            for (tag, is) in [("A", second), ("B", second / 60)] {
                match value(&recording, tag, second * 1000) {
                    Ok(Some(it)) => {
                        assert_eq!(it, is, "{tag} at {second} with {length} bytes at {at}");
                        read += 1;
                    }
                    Ok(None) => lost += 1,
                    Err(reason) => {
                        // The blocks at either end have nothing before or behind them.
                        let is_told = matches!(
                            reason,
                            GapReason::Damaged | GapReason::Outside | GapReason::NoScan
                        );
                        assert!(is_told, "{reason:?}");
                        lost += 1;
                    }
                }
            }
        }
        let is_at_names = at < 400;
        assert!(is_at_names || read >= SECONDS, "{read} are read with damage at {at}");
        let gaps = recording.gaps(time(0), time(SECONDS * 1000 - 1000)).unwrap();
        assert!(
            lost == 0 || is_at_names || !gaps.is_empty(),
            "{lost} are lost at {at}, and no gap says so"
        );
    }
}

#[test]
fn what_was_being_written_is_cut_off_and_the_next_start_goes_on() {
    let (folder, file) = recorded();
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() - 20]).unwrap();
    let mut it = writer(folder.path(), Vec::new());
    for second in SECONDS + 5..SECONDS + 20 {
        add(&mut it, second * 1000, 1000, &tags(second * 1000, &[("A", Some(second))]));
    }
    it.flush().unwrap();
    let recording = Recording::open(folder.path()).unwrap();
    assert_eq!(recording.lost_bytes(), 0);
    assert_eq!(value(&recording, "A", 880_000), Ok(Some(880)));
    assert_eq!(value(&recording, "A", 903_000), Err(GapReason::Interrupted));
    assert_eq!(value(&recording, "A", 905_000), Ok(Some(905)));
}

#[test]
fn other_files_are_refused_or_left_out() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Recording::open(&folder.path().join("none")).is_err());
    let other = folder.path().join("other.tbrec");
    fs::write(&other, [0x55; 5000]).unwrap();
    assert!(matches!(Recording::open(&other), Err(crate::RecordingError::Foreign { .. })));
}

/// A file that cannot grow: `/dev/full` says that the disk is full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_scans_that_are_named_and_recording_goes_on_with_room() {
    use crate::NewScan;
    use std::time::Duration;
    use tagbridge_api::hmi::Controller;

    let folder = tempfile::tempdir().unwrap();
    let mut it = writer(folder.path(), Vec::new());
    let controller = Controller::default();
    let mut failed = 0;
    let path = folder.path().join("2026-11-29T10.tbh");
    let full = folder.path().join("2026-11-29T11.tbh");
    std::os::unix::fs::symlink("/dev/full", &full).unwrap();
    for second in 3540..3700_i64 {
        if second == 3660 {
            fs::remove_file(&full).unwrap();
        }
        let values = tags(second * 1000, &[("A", Some(second))]);
        let scan = NewScan {
            at: time(second * 1000),
            duration_ms: 1.0,
            controller: &controller,
            every: Duration::from_secs(1),
            tags: &values,
        };
        failed += usize::from(it.add(&scan, || None).is_err());
    }
    it.flush().unwrap();
    assert!(failed > 0 && path.exists());
    let recording = Recording::open(folder.path()).unwrap();
    assert_eq!(value(&recording, "A", 3_590_000), Ok(Some(3590)));
    assert_eq!(value(&recording, "A", 3_630_000), Err(GapReason::NotWritten));
    assert_eq!(value(&recording, "A", 3_690_000), Ok(Some(3690)));
}
