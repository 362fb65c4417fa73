//! Files of all earlier versions, from the first on: their data is still available.
//!
//! `former.sql` was written by the first version's program; each later version is that file,
//! upgraded to it.

use std::path::Path;

use rusqlite::Connection;
use tagbridge_api::{Permission, Timestamp, hmi::Reason};

use super::{FILE, Sqlite, schema};
use crate::{FileHash, Files, HistoryRange, Org, Store, StoreError, Transaction};

const FIRST: &str = include_str!("former.sql");
/// The version with files of projects in rows.
const VERSIONS: i64 = 3;
const PROJECT: &[u8] = b"a vendor's file";

/// Creates a file of this version in a folder, with all data of the first one.
fn write(folder: &Path, version: i64) {
    let path = folder.join(FILE);
    schema::begin_as(&path, 1);
    let mut db = Connection::open(&path).unwrap();
    db.execute_batch(FIRST).unwrap();
    let files = Files::in_folder(folder);
    for version in 2..=version {
        assert_eq!(schema::bring_to(&mut db, &files, version).unwrap(), version);
        if version == VERSIONS {
            let hash = FileHash::of(PROJECT);
            db.execute(
                "INSERT INTO versions (project, number, id, own_name, file_name, hash, file,
                     created_at)
                 VALUES (7, 1, 'ver_1', 'PLC', 'line.zip', ?1, ?2, 1767225600000)",
                rusqlite::params![hash.as_str(), PROJECT],
            )
            .unwrap();
        }
    }
}

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(1_767_225_600_000 + millis).unwrap()
}

#[test]
fn what_was_in_a_file_of_a_former_version_is_there() {
    for version in 1..schema::VERSION {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), version);
        let store = Store::on(Sqlite::open(folder.path()).unwrap());
        assert!(store.set_aside().is_empty(), "version {version} is whole");
        store
            .read(|tx| {
                check(tx, version);
                Ok::<_, StoreError>(())
            })
            .unwrap();
        if version >= VERSIONS {
            let kept = Files::in_folder(folder.path()).get(&FileHash::of(PROJECT)).unwrap();
            assert_eq!(kept, PROJECT, "version {version}");
        }
    }
}

fn check(tx: &Transaction<'_>, version: i64) {
    let org = Org::local();
    let keys = tx.keys(&org).unwrap();
    let named = keys.iter().map(|key| (&*key.id, &*key.name, key.revoked_at.is_some()));
    let named: Vec<_> = named.collect();
    assert_eq!(named, [("0a", "bridge", false), ("0b", "reader", true)], "version {version}");
    // Keys that could push when this was part of another permission keep the permission.
    assert!(keys[0].permissions.contains(&Permission::HmiPush), "version {version}");
    assert_eq!(keys[1].projects.as_deref(), Some(&["prj_1".to_owned()][..]));
    assert_eq!(tx.key("0a").unwrap().unwrap().1, [1; 32]);
    let project = tx.find_project(&org, "prj_1").unwrap().expect("it is there");
    assert_eq!(tx.project(&project).unwrap().name, "Conveyor");
    let stream = "0b6e7f1c-3a55-4b0e-9a55-1f6f2a1c9d10".parse().unwrap();
    let stream = tx.find_stream(&project, stream).unwrap().expect("it is there");
    assert_eq!(stream.head.as_ref().map(|it| it.sequence), Some(3), "version {version}");
    let stored = tx.stored(stream.no).unwrap();
    assert_eq!((stored.through(), stored.newest()), (3, Some((7, 9))), "version {version}");
    let session = tx.session(&project).unwrap().expect("it is there");
    assert_eq!((&*session.device_id, session.ended), ("laptop-7", false));
    let live = tx.live(stream.no).unwrap();
    let live: Vec<_> = live.iter().map(|it| (&*it.name, it.sequence, &it.value)).collect();
    let [("Speed", 3, speed), ("Gate", 1, gate)] = live[..] else {
        panic!("version {version}: {live:?}")
    };
    assert_eq!((&speed.value, gate.reason), (&3.5.into(), Some(Reason::UnknownTag)));
    let history = |tag: &str| {
        let range = HistoryRange { limit: 600, before: None };
        let kept = tx.history(&project, tag, &range).unwrap();
        let entries = kept.entries.into_iter();
        entries.map(|it| (it.sequence, it.value, it.timestamp, it.reason)).collect::<Vec<_>>()
    };
    let speeds = [
        (3, 3.5.into(), at(3000), None),
        (2, 2.5.into(), at(2000), Some(Reason::Stale)),
        (1, 1.5.into(), at(1000), None),
    ];
    assert_eq!(history("Speed"), speeds, "version {version}");
    let gates = [(1, serde_json::Value::Null, at(1000), Some(Reason::UnknownTag))];
    assert_eq!(history("Gate"), gates, "version {version}");
    let requested = tx.requested_tags(&project).unwrap();
    let requested: Vec<_> = requested.iter().map(|it| &*it.name).collect();
    assert_eq!(requested, ["Gate", "Level"], "version {version}");
}
