//! A recording is written and read again, whole and damaged.

mod damage;
mod size;

use std::{path::Path, sync::Arc, time::Duration};

use proptest::prelude::*;
use tagbridge_api::{
    Timestamp,
    hmi::{Controller, GroupedTags, Quality, Reason, TagValue},
};

use tagbridge_texts::{Coded, assert_complete};

use crate::{
    GapReason, NewScan, ProjectFile, RecordedSession, RecordedState, Recording, RecordingError,
    RecordingLimits, RecordingWriter, Trigger,
};

pub(super) fn time(ms: i64) -> Timestamp {
    // 2026-11-29T10:00:00Z
    Timestamp::from_millis(1_795_946_400_000 + ms).expect("a time")
}

pub(super) fn tags(ms: i64, values: &[(&str, Option<i64>)]) -> GroupedTags {
    let value = |value: Option<i64>| TagValue {
        value: value.map_or(serde_json::Value::Null, Into::into),
        type_name: if value.is_some() { "DINT".into() } else { Arc::default() },
        quality: if value.is_some() { Quality::Good } else { Quality::Bad },
        reason: value.is_none().then_some(Reason::UnknownTag),
        timestamp: time(ms + 3),
    };
    values.iter().map(|(name, it)| ((*name).to_owned(), value(*it))).collect()
}

pub(super) fn of() -> RecordedSession {
    RecordedSession { session: "line-3".into(), project: "p".into() }
}

pub(super) fn writer(folder: &Path, triggers: Vec<Trigger>) -> RecordingWriter {
    RecordingWriter::open(folder, of(), RecordingLimits::default(), triggers).expect("it opens")
}

pub(super) fn add(writer: &mut RecordingWriter, ms: i64, every: u64, tags: &GroupedTags) {
    let controller = Controller { status: "run".into(), ..Controller::default() };
    let every = Duration::from_millis(every);
    let scan = NewScan { at: time(ms), duration_ms: 7.5, controller: &controller, every, tags };
    writer.add(&scan, || None).expect("it is written");
}

fn value(recording: &Recording, tag: &str, ms: i64) -> Result<Option<i64>, GapReason> {
    match recording.values_at(&[tag], time(ms)).expect("it reads").remove(0) {
        RecordedState::Value { value, .. } => Ok(value.value.as_i64()),
        RecordedState::Gap(reason) => Err(reason),
        RecordedState::NotRead => Ok(None),
    }
}

#[test]
fn every_code_has_its_sentence() {
    assert_complete("recording", &[RecordingError::CODES, GapReason::CODES]);
}

#[test]
fn any_moment_has_the_values_of_its_scan() {
    let folder = tempfile::tempdir().unwrap();
    let mut it = writer(folder.path(), Vec::new());
    // Two hours at one scan a second, across an hour's end.
    for second in 0..7200_i64 {
        let odd = if second % 10 == 9 { None } else { Some(second / 7) };
        let values = tags(second * 1000, &[("A", Some(second)), ("Steady", Some(5)), ("Odd", odd)]);
        add(&mut it, second * 1000, 1000, &values);
    }
    it.end(time(7_200_000), || None).expect("it ends");
    let recording = Recording::open(folder.path()).expect("it opens");
    assert_eq!(recording.of(), Some(&of()));
    assert_eq!(recording.files().count(), 2);
    assert_eq!(recording.names().len(), 3);
    for second in (0..7200).step_by(37) {
        assert_eq!(value(&recording, "A", second * 1000), Ok(Some(second)));
        assert_eq!(value(&recording, "A", second * 1000 + 999), Ok(Some(second)));
        assert_eq!(value(&recording, "Steady", second * 1000), Ok(Some(5)));
        let odd = if second % 10 == 9 { None } else { Some(second / 7) };
        assert_eq!(value(&recording, "Odd", second * 1000), Ok(odd));
    }
    assert_eq!(value(&recording, "B", 5000), Ok(None));
    assert_eq!(value(&recording, "A", -1), Err(GapReason::Outside));
    assert_eq!(value(&recording, "A", 7_300_000), Err(GapReason::Ended));
    let changes = recording.changes("A", time(3_590_000), time(3_610_000)).unwrap();
    let seconds: Vec<_> = changes.iter().map(|it| it.value.value.as_i64().unwrap()).collect();
    assert_eq!(seconds, (3591..=3610).collect::<Vec<_>>());
    assert_eq!(recording.changes("Steady", time(0), time(7_200_000)).unwrap(), []);
    let before = recording.scan_before(time(3_600_000)).unwrap().unwrap();
    assert_eq!((before.at, before.duration_ms), (time(3_599_000), 7.5));
    assert_eq!(before.controller.status, "run");
    assert_eq!(recording.scan_at(time(3_600_000)).unwrap().unwrap().at, time(3_600_000));
    assert_eq!(recording.scan_after(time(3_600_000)).unwrap().unwrap().at, time(3_601_000));
    assert_eq!(recording.scan_after(time(7_199_000)).unwrap(), None);
    assert_eq!(recording.scans(time(0), time(10_000)).unwrap().len(), 11);
    assert_eq!(recording.change_before("Steady", time(9000)).unwrap(), None);
    assert_eq!(recording.change_before("A", time(9000)).unwrap().unwrap().scan, time(8000));
    assert_eq!(recording.change_after("Odd", time(9000)).unwrap().unwrap().scan, time(10_000));
    let gaps = recording.gaps(time(-5000), time(7_205_000)).unwrap();
    let gaps: Vec<_> = gaps.iter().map(|it| (it.from, it.until, it.reason)).collect();
    assert_eq!(
        gaps,
        [
            (time(-5000), time(0), GapReason::Outside),
            (time(7_200_000), time(7_205_000), GapReason::Ended)
        ]
    );
}

#[test]
fn what_was_not_read_is_a_gap_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let mut it = writer(folder.path(), Vec::new());
    let seconds = |it: &mut RecordingWriter, range: std::ops::Range<i64>| {
        for second in range {
            add(it, second * 1000, 1000, &tags(second * 1000, &[("A", Some(second))]));
        }
    };
    seconds(&mut it, 0..20);
    // The controller is not connected from 20 s on, and answers again at 40 s.
    add(&mut it, 20_000, 0, &tags(20_000, &[("A", None)]));
    seconds(&mut it, 40..50);
    // The computer sleeps for a minute.
    seconds(&mut it, 110..120);
    it.dropped();
    seconds(&mut it, 125..130);
    it.flush().unwrap();
    // The program is killed, and started after a while.
    drop(it);
    let mut it = writer(folder.path(), Vec::new());
    seconds(&mut it, 133..140);
    it.end(time(140_000), || None).unwrap();
    let recording = Recording::open(folder.path()).unwrap();
    let gaps = recording.gaps(time(0), time(140_000)).unwrap();
    let gaps: Vec<_> = gaps
        .iter()
        .map(|it| {
            let seconds = |at: Timestamp| (at.as_millis() - time(0).as_millis()) / 1000;
            (seconds(it.from), seconds(it.until), it.reason)
        })
        .collect();
    assert_eq!(
        gaps,
        [
            (20, 40, GapReason::NotConnected),
            (50, 110, GapReason::NoScan),
            (120, 125, GapReason::NotWritten),
            (130, 133, GapReason::Interrupted),
        ]
    );
    assert_eq!(value(&recording, "A", 30_000), Err(GapReason::NotConnected));
    assert_eq!(value(&recording, "A", 100_000), Err(GapReason::NoScan));
    assert_eq!(value(&recording, "A", 49_999), Ok(Some(49)));
    assert_eq!(value(&recording, "A", 122_000), Err(GapReason::NotWritten));
    assert_eq!(value(&recording, "A", 131_000), Err(GapReason::Interrupted));
    assert_eq!(value(&recording, "A", 133_000), Ok(Some(133)));
}

#[test]
fn an_incident_is_kept_with_its_project_and_answers_the_same_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let trigger = Trigger {
        name: "Line stopped".into(),
        tag: "Run".into(),
        when: "falls".parse().unwrap(),
        before: Duration::from_secs(30),
        after: Duration::from_secs(15),
    };
    let project =
        ProjectFile { name: "plant.L5X".into(), version: "v7".into(), bytes: vec![9; 99] };
    let mut it = writer(folder.path(), vec![trigger]);
    let controller = Controller::default();
    let mut kept = Vec::new();
    for second in 0..400_i64 {
        let run = i64::from(!(350..360).contains(&second));
        let values = tags(second * 1000, &[("Run", Some(run)), ("A", Some(second))]);
        let scan = NewScan {
            at: time(second * 1000),
            duration_ms: 1.0,
            controller: &controller,
            every: Duration::from_secs(1),
            tags: &values,
        };
        kept.extend(it.add(&scan, || Some(project.clone())).unwrap());
    }
    assert_eq!(kept.len(), 2, "when it began and when it was over");
    let incidents = crate::Incidents::of(folder.path());
    let all = incidents.all().unwrap();
    assert_eq!(all.len(), 1);
    assert_eq!((&*all[0].name, all[0].at), ("Line stopped", time(350_000)));
    assert_eq!((all[0].from, all[0].until), (time(320_000), time(365_000)));
    assert_eq!(incidents.note(1, "The guard was open.").unwrap().note, "The guard was open.");
    drop(it);
    let whole = Recording::open(folder.path()).unwrap();
    let other = tempfile::tempdir().unwrap();
    let there = crate::Incidents::of(other.path());
    assert_eq!(there.import(&incidents.path(1)).unwrap().number, 1);
    let one = there.open(1).unwrap();
    assert_eq!(one.project(), Some(project));
    assert_eq!(one.incident().unwrap().note, "The guard was open.");
    let (from, until) = (time(320_000), time(365_000));
    assert_eq!(one.scans(from, until).unwrap(), whole.scans(from, until).unwrap());
    assert_eq!(one.changes("A", from, until).unwrap(), whole.changes("A", from, until).unwrap());
    assert_eq!(one.changes("Run", from, until).unwrap().len(), 2);
    assert_eq!(value(&one, "A", 320_500), Ok(Some(320)));
    let csv = |it: &Recording| {
        let mut bytes = Vec::new();
        it.write_csv(&["Run", "A"], (from, until), &mut bytes).expect("it is written");
        String::from_utf8(bytes).expect("text")
    };
    assert_eq!(csv(&one), csv(&whole));
    assert_eq!(csv(&one).lines().count(), 1 + 2 + 45 + 2);
    assert!(csv(&one).contains("T10:05:50.000Z,,Run,0,good,\n"), "{}", csv(&one));
    incidents.delete(1).unwrap();
    assert!(incidents.delete(1).is_err() && incidents.all().unwrap().is_empty());
    assert_eq!(incidents.next_number().unwrap(), 1);
}

#[test]
fn a_clock_that_is_set_back_finds_the_later_scans() {
    let folder = tempfile::tempdir().unwrap();
    let mut it = writer(folder.path(), Vec::new());
    for (second, value) in (100..120).chain(50..70).zip(0..) {
        add(&mut it, second * 1000, 1000, &tags(second * 1000, &[("A", Some(value))]));
    }
    it.flush().unwrap();
    let recording = Recording::open(folder.path()).unwrap();
    assert_eq!(value(&recording, "A", 60_000), Ok(Some(30)));
}

proptest! {
    /// For any values and times between the scans, each moment has the last value of its tag.
    #[test]
    fn each_value_is_found(
        scans in proptest::collection::vec((1..3000_i64, proptest::collection::vec(proptest::option::of(0..3_i64), 4)), 1..60),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let mut it = writer(folder.path(), Vec::new());
        let names = ["A", "B", "C", "D"];
        let (mut at, mut all) = (0, Vec::new());
        for (step, values) in scans {
            at += step;
            let values: Vec<_> = names.into_iter().zip(values).collect();
            add(&mut it, at, 1000, &tags(at, &values));
            all.push((at, values));
        }
        it.flush().unwrap();
        let recording = Recording::open(folder.path()).unwrap();
        for (at, values) in all {
            let known = recording.values_at(&names, time(at)).unwrap();
            for (known, (_, expected)) in known.into_iter().zip(values) {
                let RecordedState::Value { value, .. } = known else { panic!("{at}: {known:?}") };
                prop_assert_eq!(value.value.as_i64(), expected);
            }
        }
    }
}
