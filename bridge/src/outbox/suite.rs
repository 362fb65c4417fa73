//! Tests of the outbox's guarantees.

use std::{path::PathBuf, sync::Arc, time::Duration};

use tagbridge_api::{
    Timestamp,
    hmi::{Controller, Quality, TagValue, live::Gap},
};
use tempfile::TempDir;

use super::{
    Limits, LossCause, Outbox, OutboxError, clock::Moment, mark_file::MarkFile,
    salvage::with_suffix, store::Store,
};
use crate::{
    fake::SmallDisk,
    packed_snapshot::Packer,
    snapshot::{LiveView, SnapshotDraft},
};

pub(super) const PLENTY: Limits = Limits { max_bytes: 1 << 30, max_age: Duration::from_hours(720) };

/// A snapshot of one tag whose text cannot be compressed.
pub(super) fn draft(value: u64, padding: usize) -> SnapshotDraft {
    let text: String = (0..padding).map(|_| char::from(rand::random_range(b'!'..=b'~'))).collect();
    let timestamp = Timestamp::from_millis(1000).unwrap();
    let value = TagValue {
        value: format!("{value} {text}").into(),
        type_name: "STRING".into(),
        quality: Quality::Good,
        reason: None,
        timestamp,
    };
    SnapshotDraft::complete(Arc::new(LiveView {
        place: None,
        timestamp,
        duration_ms: 0.1,
        controller: Controller::default(),
        tags: [("A".to_owned(), value)].into_iter().collect(),
        holds: crate::snapshot::ViewValidity::default(),
    }))
}

pub(super) struct Fixture {
    folder: TempDir,
}

impl Fixture {
    pub(super) fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join("line.outbox")
    }

    pub(super) fn open(&self, limits: Limits) -> Outbox {
        Outbox::open(&self.path(), "p", limits).expect("it opens")
    }

    fn files(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.folder.path())
            .unwrap()
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

pub(super) async fn append(outbox: &Outbox, count: u64) -> Vec<u64> {
    let mut sequences = Vec::new();
    for value in 0..count {
        let appended = outbox.append(draft(value, 10)).await.expect("it appends");
        sequences.push(appended.place.sequence);
    }
    sequences
}

pub(super) async fn stored(outbox: &Outbox) -> Vec<u64> {
    let oldest = outbox.oldest(usize::MAX, usize::MAX).await.unwrap();
    assert!(!oldest.more);
    oldest.entries.iter().map(|it| it.sequence).collect()
}

#[tokio::test]
async fn what_is_appended_comes_back_oldest_first_and_once() {
    let fixture = Fixture::new();
    let outbox = fixture.open(PLENTY);
    let given = draft(7, 3000);
    let place = outbox.append(given.clone()).await.unwrap().place;
    let oldest = outbox.oldest(10, usize::MAX).await.unwrap();
    assert_eq!(oldest.stream_id, place.stream_id);
    let first = &oldest.entries[0];
    assert_eq!(first.packed.unpack(1), Ok(given.numbered(1)));
    assert_eq!(first.bytes(), serde_json::to_vec(&given.numbered(1)).unwrap().len());
    append(&outbox, 4).await;
    let first = outbox.oldest(2, usize::MAX).await.unwrap();
    assert_eq!((first.entries.len(), first.more), (2, true));
    let small = outbox.oldest(10, 1).await.unwrap();
    assert_eq!((small.entries.len(), small.more), (1, true), "at least one");
    outbox.settle(place.stream_id, vec![1, 3]).await.unwrap();
    outbox
        .settle(uuid::Uuid::nil(), vec![2])
        .await
        .expect("another stream's receipt is no concern of ours");
    assert_eq!(stored(&outbox).await, [2, 4, 5]);
    assert_eq!(outbox.status().borrow().lost, 0);
}

#[tokio::test]
async fn stream_and_sequence_outlive_the_program_and_an_empty_file() {
    let fixture = Fixture::new();
    let outbox = fixture.open(PLENTY);
    append(&outbox, 3).await;
    let stream_id = outbox.status().borrow().stream_id;
    outbox.settle(stream_id, vec![1, 2, 3]).await.unwrap();
    outbox.close().await;
    assert!(matches!(outbox.append(draft(0, 1)).await, Err(OutboxError::Closed)));
    let outbox = fixture.open(PLENTY);
    assert_eq!(append(&outbox, 1).await, [4]);
    let status = outbox.status().borrow().clone();
    assert_eq!((status.stream_id, status.depth, status.next_sequence), (stream_id, 1, 5));
}

#[tokio::test]
async fn the_second_bridge_on_a_file_is_refused() {
    let fixture = Fixture::new();
    let first = fixture.open(PLENTY);
    let error = Outbox::open(&fixture.path(), "p", PLENTY).unwrap_err();
    assert!(matches!(error, OutboxError::InUse { .. }));
    assert!(error.to_string().contains("in use by another bridge"));
    append(&first, 1).await;
    first.close().await;
    assert_eq!(stored(&fixture.open(PLENTY)).await, [1]);
}

/// A reader that checks whether an outbox is in use holds its lock for a moment.
#[tokio::test]
async fn an_outbox_that_is_looked_at_is_not_in_use() {
    let fixture = Fixture::new();
    fixture.open(PLENTY).close().await;
    let lock = std::fs::File::open(with_suffix(&fixture.path(), ".lock")).unwrap();
    lock.lock_shared().unwrap();
    let path = fixture.path();
    let opening = std::thread::spawn(move || Outbox::open(&path, "p", PLENTY).map(drop));
    std::thread::sleep(Duration::from_millis(20));
    drop(lock);
    opening.join().unwrap().expect("nobody has it open");
}

#[tokio::test]
async fn the_size_limit_drops_the_oldest_and_names_them() {
    let fixture = Fixture::new();
    let limits = Limits { max_bytes: 100_000, ..PLENTY };
    let outbox = fixture.open(limits);
    let mut dropped = 0;
    for value in 0..200 {
        dropped += outbox.append(draft(value, 1000)).await.unwrap().dropped;
        assert!(outbox.status().borrow().bytes <= limits.max_bytes);
    }
    assert!(dropped > 0);
    let left = stored(&outbox).await;
    assert_eq!(left, (dropped + 1..=200).collect::<Vec<_>>());
    let check = |status: super::OutboxStatus| {
        assert_eq!((status.lost, status.depth), (dropped, 200 - dropped));
        let [loss] = &status.losses[..] else { panic!("{:?}", status.losses) };
        assert_eq!((loss.gap, loss.cause), (Gap { from: 1, to: dropped }, LossCause::Size));
        assert!(loss.since.is_some() && loss.since <= loss.until, "{loss:?}");
    };
    check(outbox.status().borrow().clone());
    outbox.close().await;
    check(fixture.open(limits).status().borrow().clone());
}

#[tokio::test]
async fn what_was_dropped_under_way_and_arrived_is_not_lost() {
    let fixture = Fixture::new();
    let outbox = fixture.open(Limits { max_bytes: 20_000, ..PLENTY });
    for value in 0..40 {
        outbox.append(draft(value, 1000)).await.unwrap();
    }
    let status = outbox.status().borrow().clone();
    let dropped = status.lost;
    assert!(dropped > 10);
    outbox.settle(status.stream_id, vec![1, 2, 5, dropped, dropped + 1]).await.unwrap();
    let status = outbox.status().borrow().clone();
    let named: Vec<_> = status.losses.iter().map(|it| (it.gap.from, it.gap.to)).collect();
    assert_eq!((status.lost, named), (dropped - 4, vec![(6, dropped - 1), (3, 4)]));
    assert_eq!(status.depth, 40 - dropped - 1);
}

#[test]
fn the_age_limit_drops_what_is_too_old() {
    let fixture = Fixture::new();
    let limits = Limits { max_age: Duration::from_mins(1), ..PLENTY };
    let mark = MarkFile::open(&fixture.folder.path().join("mark")).unwrap();
    let mut store = Store::open(&fixture.path(), "p", limits, mark).expect("it opens");
    let packed = Packer::new().pack(&draft(0, 1)).unwrap();
    let mut dropped_at = |wall_ms, running_ms| {
        store.append(&packed, Moment { wall_ms, running_ms }, false).unwrap().dropped
    };
    for at in [0, 30_000, 60_000] {
        assert_eq!(dropped_at(at, at), 0);
    }
    assert_eq!(dropped_at(95_000, 95_000), 2);
    assert_eq!(dropped_at(i64::MAX, 95_001), 0, "a clock that was set drops nothing");
    assert_eq!(dropped_at(0, 10_000_000), 3);
    let status = store.status().unwrap();
    assert_eq!((status.lost, status.depth), (5, 1));
}

#[tokio::test]
async fn a_start_with_another_clock_drops_nothing() {
    let fixture = Fixture::new();
    let limits = Limits { max_age: Duration::from_mins(1), ..PLENTY };
    let packed = Packer::new().pack(&draft(0, 1)).unwrap();
    for wall_ms in [0, 9_000_000_000_000] {
        let mark = MarkFile::open(&with_suffix(&fixture.path(), "-mark")).unwrap();
        let mut store = Store::open(&fixture.path(), "p", limits, mark).expect("it opens");
        let running_ms = store.running_ms() + 1;
        for _ in 0..2 {
            store.append(&packed, Moment { wall_ms, running_ms }, false).unwrap();
        }
    }
    let outbox = fixture.open(limits);
    append(&outbox, 1).await;
    assert_eq!(stored(&outbox).await, [1, 2, 3, 4, 5]);
}

#[tokio::test]
async fn what_waits_can_begin_a_new_stream() {
    let fixture = Fixture::new();
    let outbox = fixture.open(PLENTY);
    append(&outbox, 6).await;
    let before = outbox.status().borrow().stream_id;
    outbox.settle(before, vec![1, 2]).await.unwrap();
    outbox.give_up(before, vec![5], LossCause::Rejected).await.unwrap();
    outbox.begin_stream(before).await.unwrap();
    outbox.begin_stream(before).await.expect("it has begun already");
    let status = outbox.status().borrow().clone();
    assert_ne!(status.stream_id, before);
    assert_eq!((status.left_stream, status.next_sequence, status.lost), (Some(before), 5, 1));
    assert_eq!(status.losses[0].gap, Gap { from: 3, to: 3 });
    assert_eq!(stored(&outbox).await, [1, 2, 4], "a hole stays one");
    outbox.settle(before, vec![4]).await.expect("a receipt for the stream before");
    outbox.settle(status.stream_id, vec![1]).await.unwrap();
    outbox.close().await;
    let outbox = fixture.open(PLENTY);
    assert_eq!(append(&outbox, 1).await, [5]);
    assert_eq!(stored(&outbox).await, [2, 4, 5]);
    let oldest = outbox.oldest(1, usize::MAX).await.unwrap();
    assert_eq!((oldest.stream_id, oldest.unsent_from), (status.stream_id, Some(5)));
    outbox.begin_sending(status.stream_id).await.unwrap();
    assert_eq!(outbox.oldest(1, usize::MAX).await.unwrap().unsent_from, None);
}

/// Appends one reading of a steady signal per second.
async fn append_readings(outbox: &Outbox, seconds: std::ops::RangeInclusive<u64>) {
    for second in seconds {
        let at = Timestamp::from_millis(i64::try_from(second).unwrap() * 1000).unwrap();
        let value = |tag: u64| TagValue {
            value: (second * (tag + 1)).into(),
            type_name: "DINT".into(),
            quality: Quality::Good,
            reason: None,
            timestamp: at,
        };
        let view = LiveView {
            place: None,
            timestamp: at,
            duration_ms: 0.1,
            controller: Controller::default(),
            tags: (0..50).map(|tag| (format!("Tag{tag}"), value(tag))).collect(),
            holds: crate::snapshot::ViewValidity::default(),
        };
        let appended = outbox.append(SnapshotDraft::complete(Arc::new(view))).await.unwrap();
        assert_eq!(appended.place.sequence, second);
    }
}

fn depth(outbox: &Outbox) -> u64 {
    outbox.status().borrow().depth
}

#[tokio::test]
async fn what_waits_for_long_takes_less_room_and_comes_back_as_it_was() {
    let fixture = Fixture::new();
    let outbox = fixture.open(PLENTY);
    append_readings(&outbox, 1..=32).await;
    let each = outbox.status().borrow().bytes / 32;
    append_readings(&outbox, 33..=200).await;
    let bytes = outbox.status().borrow().bytes;
    assert!(bytes < 100 * each, "{bytes} B for 200, at first {each} B each");
    let whole = outbox.oldest(usize::MAX, usize::MAX).await.unwrap().entries;
    assert_eq!(whole.len(), 200);
    for it in &whole {
        let snapshot = it.packed.unpack(it.sequence).unwrap();
        assert_eq!(
            (snapshot.tags.len(), &snapshot.tags["Tag1"].value),
            (50, &(it.sequence * 2).into())
        );
        assert_eq!(snapshot.timestamp.as_millis().unsigned_abs(), it.sequence * 1000);
    }
    // Some snapshots of a packed row can be delivered alone, in portions of any size.
    let stream = outbox.status().borrow().stream_id;
    for (entries, bytes, expected) in [(1, usize::MAX, 1), (20, usize::MAX, 20), (9, 1, 1)] {
        let some = outbox.oldest(entries, bytes).await.unwrap();
        assert_eq!((some.entries.len(), some.more), (expected, true));
        assert_eq!(some.entries, whole[..expected]);
    }
    outbox.settle(stream, (1..=20).collect()).await.unwrap();
    outbox.settle(stream, vec![25, 200]).await.unwrap();
    let left: Vec<u64> = (21..=24).chain(26..=199).collect();
    assert_eq!((stored(&outbox).await, depth(&outbox)), (left, 178));
    // Deliveries that a restart forgets are repeated, and no sequence is used twice.
    outbox.close().await;
    let outbox = fixture.open(PLENTY);
    assert_eq!(stored(&outbox).await, (17..=199).collect::<Vec<_>>());
    append_readings(&outbox, 201..=260).await;
    assert_eq!(depth(&outbox), 243);
    outbox.give_up(stream, vec![30, 40], LossCause::Rejected).await.unwrap();
    outbox.settle(stream, (17..=22).collect()).await.unwrap();
    let left: Vec<u64> = (23..=260).filter(|it| ![30, 40, 200].contains(it)).collect();
    assert_eq!((stored(&outbox).await, depth(&outbox)), (left, 235));
    // A new stream contains exactly the undelivered snapshots.
    outbox.begin_stream(stream).await.unwrap();
    assert_eq!(stored(&outbox).await.len(), 235);
    assert_eq!(stored(&outbox).await[..3], [1, 2, 3]);
    let losses = outbox.status().borrow().losses.clone();
    let named: Vec<_> = losses.iter().map(|it| (it.gap.from, it.gap.to)).collect();
    assert_eq!((outbox.status().borrow().lost, named), (2, vec![(18, 18), (8, 8)]));
}

#[tokio::test]
async fn of_what_shares_a_row_the_oldest_go_and_each_is_named() {
    let fixture = Fixture::new();
    let outbox = fixture.open(PLENTY);
    append_readings(&outbox, 1..=150).await;
    let status = outbox.status().borrow().clone();
    outbox.settle(status.stream_id, (1..=4).collect()).await.unwrap();
    outbox.close().await;
    let outbox = fixture.open(Limits { max_bytes: status.bytes * 2 / 3, ..PLENTY });
    outbox.settle(status.stream_id, (1..=4).collect()).await.unwrap();
    append_readings(&outbox, 151..=151).await;
    let after = outbox.status().borrow().clone();
    let left = stored(&outbox).await;
    assert!(after.lost > 16 && left[0] == after.lost + 5, "{after:?}");
    let [loss] = &after.losses[..] else { panic!("{:?}", after.losses) };
    assert_eq!((loss.gap, loss.cause), (Gap { from: 5, to: after.lost + 4 }, LossCause::Size));
    assert_eq!(after.depth, left.len() as u64);
}

#[tokio::test]
async fn another_rows_body_is_damage_and_what_was_there_before_is_saved() {
    let fixture = Fixture::new();
    let outbox = fixture.open(PLENTY);
    let given = draft(7, 300);
    append(&outbox, 2).await;
    outbox.append(given.clone()).await.unwrap();
    outbox.execute("UPDATE entry SET body = (SELECT body FROM entry LIMIT 1)").await;
    let oldest = outbox.oldest(usize::MAX, usize::MAX).await.unwrap();
    assert!(oldest.damaged && oldest.entries.len() == 1, "{oldest:?}");
    // The log still has the undamaged page.
    let entries = outbox.oldest(usize::MAX, usize::MAX).await.unwrap().entries;
    assert_eq!(entries.len(), 3);
    assert_eq!(entries[2].packed.unpack(3), Ok(given.numbered(3)));
    let status = outbox.status().borrow().clone();
    assert!(status.set_aside.is_some_and(|it| it.saved == 3));
    assert_eq!((status.depth, status.lost), (3, 0));
}

#[tokio::test]
async fn what_is_given_up_is_counted_and_named() {
    let fixture = Fixture::new();
    let outbox = fixture.open(PLENTY);
    append(&outbox, 5).await;
    let stream_id = outbox.status().borrow().stream_id;
    for sequence in [2, 4, 4] {
        outbox.give_up(stream_id, vec![sequence], LossCause::Rejected).await.unwrap();
    }
    assert_eq!(stored(&outbox).await, [1, 3, 5]);
    let status = outbox.status().borrow().clone();
    let named: Vec<_> = status.losses.iter().map(|it| it.gap).collect();
    assert_eq!((status.lost, named), (2, vec![Gap { from: 4, to: 4 }, Gap { from: 2, to: 2 }]));
}

#[tokio::test]
async fn on_a_full_disk_the_oldest_go_for_the_newest_and_are_named() {
    let fixture = Fixture::new();
    let outbox = fixture.open(PLENTY);
    for value in 0..400 {
        outbox.append(draft(value, 300)).await.expect("it is stored");
    }
    outbox.execute("PRAGMA max_page_count = 1").await;
    for value in 0..15 {
        let appended = outbox.append(draft(value, 3000)).await.expect("it is stored");
        assert_eq!(appended.place.sequence, 401 + value);
    }
    let status = outbox.status().borrow().clone();
    assert!(status.full_since.is_some());
    let left = stored(&outbox).await;
    assert!(left.len() > 10, "{left:?}");
    assert_eq!(left, (status.lost + 1..=415).collect::<Vec<_>>());
    let [loss] = &status.losses[..] else { panic!("{:?}", status.losses) };
    assert_eq!((loss.gap, loss.cause), (Gap { from: 1, to: status.lost }, LossCause::Disk));
    outbox.settle(status.stream_id, left).await.expect("what was delivered can go");
    outbox.execute("PRAGMA max_page_count = 1000000").await;
    append(&outbox, 100).await;
    assert_eq!(outbox.status().borrow().full_since, None, "it goes on by itself");
}

#[tokio::test]
async fn what_there_is_no_room_for_has_its_sequences_and_is_named() {
    let fixture = Fixture::new();
    let mut outbox = fixture.open(PLENTY);
    append(&outbox, 3).await;
    outbox.execute("PRAGMA max_page_count = 1").await;
    for _ in 0..4 {
        let error = outbox.append(draft(0, 100_000)).await.unwrap_err();
        assert!(matches!(error, OutboxError::Full { .. }), "{error}");
    }
    for restarted in [false, true] {
        if restarted {
            outbox.close().await;
            outbox = fixture.open(PLENTY);
        }
        let status = outbox.status().borrow().clone();
        assert_eq!((status.lost, status.next_sequence, status.set_aside), (4, 8, None));
        assert_eq!(status.losses[0].gap, Gap { from: 4, to: 7 });
        assert!(status.losses[0].until.is_some());
        assert_eq!(stored(&outbox).await, [1, 2, 3]);
    }
    assert_eq!(append(&outbox, 1).await, [8]);
    outbox.close().await;
    let outbox = fixture.open(PLENTY);
    let status = outbox.status().borrow().clone();
    assert_eq!((status.lost, status.losses[0].gap), (4, Gap { from: 4, to: 7 }));
    assert_eq!(stored(&outbox).await, [1, 2, 3, 8]);
}

#[tokio::test]
async fn a_disk_that_others_fill_holds_up_neither_delivery_nor_the_newest() {
    let Some(disk) = SmallDisk::new("16m") else { return };
    let path = disk.path().join("line.outbox");
    let outbox = Outbox::open(&path, "p", PLENTY).expect("it opens");
    let mut ledger = std::collections::BTreeMap::new();
    for round in 0..3 {
        let hog = disk.fill();
        for value in 0..150 {
            let draft = draft(value, 20_000);
            let place = outbox.append(draft.clone()).await.expect("the newest is stored").place;
            ledger.insert(place.sequence, draft);
        }
        let status = outbox.status().borrow().clone();
        assert!(status.full_since.is_some(), "{status:?}");
        for entry in outbox.oldest(usize::MAX, usize::MAX).await.unwrap().entries {
            let given = ledger[&entry.sequence].numbered(entry.sequence);
            assert_eq!(entry.packed.unpack(entry.sequence), Ok(given));
        }
        let waiting = stored(&outbox).await;
        let (kept, delivered) = waiting.split_last().unwrap();
        outbox.settle(status.stream_id, delivered.into()).await.expect("what is delivered goes");
        assert_eq!(stored(&outbox).await, [*kept]);
        std::fs::remove_file(&hog).unwrap();
        for value in 0..130 {
            let draft = draft(value, 1000);
            let place = outbox.append(draft.clone()).await.expect("there is room").place;
            ledger.insert(place.sequence, draft);
        }
        let (before, status) = (status.lost, outbox.status().borrow().clone());
        assert_eq!(status.full_since, None, "round {round}");
        assert_eq!(status.depth + status.lost - before, 131, "each is there or is lost");
        let lost: u64 = status.losses.iter().map(|it| it.gap.to - it.gap.from + 1).sum();
        assert_eq!(lost, status.lost, "each is named");
    }
    assert_eq!(*ledger.keys().next_back().unwrap(), ledger.len() as u64, "no sequence is left out");
}

#[tokio::test]
async fn a_disk_that_is_full_at_the_start_is_waited_for() {
    let Some(disk) = SmallDisk::new("16m") else { return };
    let path = disk.path().join("line.outbox");
    let outbox = Outbox::open(&path, "p", PLENTY).expect("it opens");
    append(&outbox, 3).await;
    let stream = outbox.status().borrow().stream_id;
    outbox.close().await;
    // The reserve, too.
    std::fs::remove_file(with_suffix(&path, "-reserve")).unwrap();
    let hog = disk.fill();
    let outbox = Outbox::open(&path, "p", PLENTY).expect("it waits for room");
    assert!(outbox.status().borrow().full_since.is_some());
    for value in 0..30 {
        let error = outbox.append(draft(value, 10)).await.expect_err("there is no room");
        assert!(matches!(error, OutboxError::Full { .. }), "{error}");
        let status = outbox.status().borrow().clone();
        let [loss] = &status.losses[..] else { panic!("{status:?}") };
        assert_eq!((status.lost, loss.gap.to - loss.gap.from), (value + 1, value), "{status:?}");
    }
    std::fs::remove_file(&hog).unwrap();
    let mut attempts = 30;
    while outbox.append(draft(0, 10)).await.is_err() {
        attempts += 1;
        assert!(attempts < 100, "it goes on when there is room");
    }
    let status = outbox.status().borrow().clone();
    assert_eq!((status.stream_id, status.lost, status.depth), (stream, attempts, 4), "{status:?}");
    assert_eq!(stored(&outbox).await, [1, 2, 3, attempts + 4]);
    append(&outbox, 30).await;
    assert_eq!(outbox.status().borrow().full_since, None);
}

#[tokio::test]
async fn what_waits_for_one_project_never_goes_to_another() {
    let fixture = Fixture::new();
    let outbox = fixture.open(PLENTY);
    append(&outbox, 2).await;
    let stream_id = outbox.status().borrow().stream_id;
    outbox.close().await;
    let error = Outbox::open(&fixture.path(), "q", PLENTY).unwrap_err().to_string();
    assert!(error.contains("2 snapshots of project p"), "{error}");
    let outbox = fixture.open(PLENTY);
    outbox.settle(stream_id, vec![1, 2]).await.unwrap();
    outbox.close().await;
    let outbox = Outbox::open(&fixture.path(), "q", PLENTY).expect("nothing waits any more");
    assert_eq!(append(&outbox, 1).await, [1], "a stream of its own");
    assert_ne!(outbox.status().borrow().stream_id, stream_id);
}

#[tokio::test]
async fn a_file_of_another_format_is_left_alone() {
    for format in [99, 4] {
        let fixture = Fixture::new();
        let outbox = fixture.open(PLENTY);
        outbox.execute(&format!("PRAGMA user_version = {format}")).await;
        outbox.close().await;
        std::fs::remove_file(with_suffix(&fixture.path(), "-mark")).unwrap();
        let error = Outbox::open(&fixture.path(), "p", PLENTY).unwrap_err();
        match error {
            OutboxError::Newer { version, .. } => assert_eq!(version, 99),
            OutboxError::Older { version, .. } => assert_eq!(version, 4),
            other => panic!("{other}"),
        }
        let files = ["line.outbox", "line.outbox-mark", "line.outbox-reserve", "line.outbox.lock"];
        assert_eq!(fixture.files(), files);
    }
}

/// Damages a file of 200 snapshots and opens it. There must be no panic, each recovered snapshot
/// must have been appended, and a further append must succeed.
async fn check_damage(damage: impl Fn(&mut Vec<u8>)) -> (Outbox, Fixture) {
    let fixture = Fixture::new();
    let outbox = fixture.open(PLENTY);
    let mut appended = Vec::new();
    for value in 0..200 {
        let draft = draft(value, 500);
        appended.push(draft.clone());
        outbox.append(draft).await.unwrap();
    }
    outbox.close().await;
    let mut bytes = std::fs::read(fixture.path()).unwrap();
    damage(&mut bytes);
    std::fs::write(fixture.path(), bytes).unwrap();
    let outbox = fixture.open(PLENTY);
    let check = |entries: Vec<super::Entry>| {
        for entry in entries {
            let index = usize::try_from(entry.sequence - 1).unwrap();
            let original = appended[index].numbered(entry.sequence);
            assert_eq!(entry.packed.unpack(entry.sequence), Ok(original));
        }
    };
    check(outbox.oldest(usize::MAX, usize::MAX).await.unwrap().entries);
    let newest = draft(200, 500);
    let place = outbox.append(newest.clone()).await.unwrap().place;
    let mut entries = outbox.oldest(usize::MAX, usize::MAX).await.unwrap().entries;
    let last = entries.pop().expect("the newest is there");
    assert_eq!(last.packed.unpack(last.sequence), Ok(newest.numbered(place.sequence)));
    check(entries);
    (outbox, fixture)
}

#[tokio::test]
async fn a_file_that_is_no_outbox_is_set_aside() {
    let (outbox, _fixture) = check_damage(|bytes| bytes.fill(b'x')).await;
    let status = outbox.status().borrow().clone();
    let aside = status.set_aside.expect("the user is told");
    assert!(aside.file.exists() && aside.saved == 0 && aside.saved_as.is_none());
    assert_eq!((status.next_sequence, status.lost), (202, 200), "the mark knows the stream");
    assert_eq!(status.losses[0].gap, Gap { from: 1, to: 200 });
}

#[tokio::test]
async fn the_readable_part_of_a_torn_file_is_saved() {
    let (outbox, _fixture) = check_damage(|bytes| bytes.truncate(bytes.len() / 2)).await;
    let status = outbox.status().borrow().clone();
    let aside = status.set_aside.expect("told");
    assert!(aside.saved > 60 && aside.saved_as.is_none(), "{aside:?}");
    assert_eq!((status.depth, status.lost), (aside.saved + 1, 200 - aside.saved));
    assert_eq!(stored(&outbox).await.len() as u64, status.depth);
}

#[tokio::test]
async fn flipped_bytes_never_end_in_a_panic_or_a_false_value() {
    for round in 0..12 {
        check_damage(|bytes| {
            for _ in 0..=round * 3 {
                let at = rand::random_range(0..bytes.len());
                bytes[at] ^= 1 << rand::random_range(0..8);
            }
        })
        .await;
    }
}
