//! Tests of a file that is removed or replaced while a bridge runs.
#![cfg(unix)]

use std::{fs, path::Path};

use super::{
    salvage::with_suffix,
    suite::{Fixture, PLENTY, append, stored},
};

/// Appends five snapshots, interferes with the files, appends two more, and checks that all seven
/// exist after a kill.
async fn check(what: &str, interfere: impl Fn(&Path)) {
    let (fixture, restarted) = (Fixture::new(), Fixture::new());
    let outbox = fixture.open(PLENTY);
    append(&outbox, 5).await;
    let stream = outbox.status().borrow().stream_id;
    interfere(&fixture.path());
    append(&outbox, 1).await;
    let status = outbox.status().borrow().clone();
    assert_eq!((status.stream_id, status.depth, status.replaced), (stream, 6, 1), "{what}");
    assert_eq!((status.lost, status.set_aside), (0, None), "{what}");
    append(&outbox, 1).await;
    assert_eq!(outbox.status().borrow().replaced, 1, "{what}: it is noticed once");
    // The files as a kill leaves them.
    for side in ["", "-wal", "-mark"] {
        fs::copy(with_suffix(&fixture.path(), side), with_suffix(&restarted.path(), side))
            .expect(what);
    }
    let again = restarted.open(PLENTY);
    assert_eq!(stored(&again).await, (1..=7).collect::<Vec<_>>(), "{what}");
    let status = again.status().borrow().clone();
    assert_eq!((status.stream_id, status.lost, status.set_aside), (stream, 0, None), "{what}");
}

#[tokio::test]
async fn a_file_that_is_removed_or_replaced_is_written_again() {
    check("removed", |path| fs::remove_file(path).unwrap()).await;
    check("its log is removed", |path| fs::remove_file(with_suffix(path, "-wal")).unwrap()).await;
    check("all is removed", |path| {
        for side in ["", "-wal", "-shm"] {
            fs::remove_file(with_suffix(path, side)).unwrap();
        }
    })
    .await;
    check("renamed", |path| fs::rename(path, with_suffix(path, ".old")).unwrap()).await;
    check("replaced by something else", |path| {
        fs::remove_file(path).unwrap();
        fs::write(path, "something else").unwrap();
    })
    .await;
    check("replaced by a folder", |path| {
        fs::remove_file(path).unwrap();
        fs::create_dir(path).unwrap();
    })
    .await;
    check("replaced by a copy of it", |path| {
        fs::copy(path, with_suffix(path, ".copy")).unwrap();
        fs::rename(with_suffix(path, ".copy"), path).unwrap();
    })
    .await;
}
