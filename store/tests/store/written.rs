//! Number of bytes that are written to the disk for a value: to the log, and from there into the
//! file.

use std::{env, fs};

use serde_json::json;
use tagbridge_api::{
    Timestamp,
    hmi::{Controller, Quality, TagValue, push::Snapshot},
    project::{Project, Vendor},
};
use tagbridge_store::{
    NewestSnapshot, Org, ProjectRef, Sqlite, Store, StoreError, Stream, Transaction,
};
use uuid::Uuid;

/// Number of pushes of different bridges that share a transaction, as with two hundred pushes per
/// second and a wait of 10 ms.
const TOGETHER: usize = 3;
const TAGS: usize = 500;
/// More pushes than are kept before they are sorted.
const PUSHES: u64 = 80;

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis).unwrap()
}

/// A complete snapshot in which every value has changed: a REAL, as bridges write it.
#[expect(clippy::cast_precision_loss, reason = "they are small")]
fn snapshot(sequence: u64, bridge: usize) -> Snapshot {
    // The start of a scan is not exact to the millisecond.
    let jitter = (sequence * 7 + bridge as u64 * 13) % 11;
    let timestamp = at((1_767_225_600_000 + sequence * 1000 + jitter).cast_signed());
    let value = |no: usize| TagValue {
        value: json!((sequence * 31 + no as u64 * 17) as f32 / 7.0),
        type_name: "REAL".into(),
        quality: Quality::Good,
        reason: None,
        timestamp,
    };
    Snapshot {
        part: None,
        parts: None,
        sequence,
        timestamp,
        duration_ms: 5.0,
        controller: Controller {
            name: "PLC_1".to_owned(),
            ip_address: "10.0.0.5".to_owned(),
            ..Controller::default()
        },
        complete: true,
        tags: (0..TAGS).map(|no| (format!("Line4.Station{no:03}.Speed"), value(no))).collect(),
    }
}

fn project(no: usize) -> Project {
    Project {
        project_id: format!("prj_{no}"),
        identity_id: format!("idn_{no}"),
        name: format!("Line {no}"),
        display_name: None,
        vendor: Some(Vendor::Siemens),
        file_type: None,
        file_size_bytes: None,
        original_filename: None,
        current_version_id: format!("ver_{no}"),
        version_number: Some(1),
        analysis_status: None,
        created_at: at(0),
        updated_at: at(1),
        archived_at: None,
    }
}

/// Number of bytes that this process passed to the system for writing, and the bytes of the
/// affected pages of the disk.
fn written() -> Option<[u64; 2]> {
    let io = fs::read_to_string("/proc/self/io").ok()?;
    let number = |name: &str| io.lines().find_map(|line| line.strip_prefix(name))?.parse().ok();
    Some([number("wchar: ")?, number("write_bytes: ")?])
}

struct Bridge {
    project: ProjectRef,
    stream: Stream,
}

impl Bridge {
    fn new(store: &Store, no: usize) -> Self {
        let project = store.write(|tx| tx.add_project(&Org::local(), &project(no))).unwrap();
        let id = Uuid::from_u128(no as u128 * 0x1234_5678_9abc_def0_1234_5678);
        let stream = store.write(|tx| tx.add_stream(&project, id, at(1))).unwrap();
        Self { project, stream }
    }

    /// Stores a push as the service does.
    fn push(&self, tx: &Transaction<'_>, snapshot: &Snapshot) -> Result<(), StoreError> {
        let before = tx.stored(self.stream.no)?;
        let mut after = before.clone();
        after.insert(snapshot.sequence);
        tx.save_stored(self.stream.no, &before, &after)?;
        let stream = Stream {
            last_push_at: snapshot.timestamp,
            base: snapshot.sequence,
            interval_ms: Some(1000),
            run: Some(self.stream.id),
            head: Some(NewestSnapshot {
                sequence: snapshot.sequence,
                timestamp: snapshot.timestamp,
                controller: snapshot.controller.clone(),
                true_at: Some(snapshot.timestamp),
            }),
            ..self.stream.clone()
        };
        tx.add_snapshots(&self.project, &stream, &[snapshot], at(1 << 41))?;
        tx.save_stream(&stream)?;
        tx.save_session(&self.project, ("laptop", None), self.stream.no, false)
    }
}

/// `TAGBRIDGE_BRIDGES=200` is the target load; with few bridges, fewer pages are shared.
#[test]
#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn fewer_than_sixty_bytes_are_written_for_a_value() {
    let bridges = env::var("TAGBRIDGE_BRIDGES").map_or(6, |count| count.parse().expect("a number"));
    let folder = tempfile::tempdir().unwrap();
    let store = Store::on(Sqlite::open(folder.path()).unwrap());
    let bridges: Vec<Bridge> = (0..bridges).map(|no| Bridge::new(&store, no)).collect();
    let push = |sequence: u64| {
        for (group, some) in bridges.chunks(TOGETHER).enumerate() {
            let snapshots: Vec<Snapshot> =
                (0..some.len()).map(|no| snapshot(sequence, group * TOGETHER + no)).collect();
            store
                .write(|tx| some.iter().zip(&snapshots).try_for_each(|(it, new)| it.push(tx, new)))
                .unwrap();
        }
    };
    // The first one contains all names.
    push(1);
    let Some(before) = written() else {
        return tagbridge_needs::skip("a count of the bytes that a program writes (Linux)");
    };
    (2..=PUSHES).for_each(push);
    let values = bridges.len() as f64 * (PUSHES - 1) as f64 * TAGS as f64;
    let each = || written().unwrap().map(|bytes| bytes as f64 / values);
    let base = before.map(|bytes| bytes as f64 / values);
    let log = each();
    // The data in the log is moved into the file.
    drop(store);
    let all = each();
    println!(
        "{} bridges: {:.1} bytes a value to the log, {:.1} in all; pages of the disk: {:.1}",
        bridges.len(),
        log[0] - base[0],
        all[0] - base[0],
        all[1] - base[1]
    );
    assert!(all[0] - base[0] < 60.0, "{all:?} after {base:?}");
}
