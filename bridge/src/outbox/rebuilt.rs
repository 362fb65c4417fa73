//! Tests of a file that is damaged while a bridge runs, and of a crash during the rebuild.

use std::{fs, path::Path};

use super::{
    Outbox, OutboxError, OutboxFile,
    salvage::with_suffix,
    suite::{Fixture, PLENTY, append, draft, stored},
};

/// Copies the files as a kill leaves them.
fn copy(from: &Path, to: &Path, sides: &[&str]) {
    for side in sides {
        fs::copy(with_suffix(from, side), with_suffix(to, side)).unwrap();
    }
}

#[tokio::test]
async fn who_appends_to_a_file_that_was_made_anew_is_told_once() {
    let fixture = Fixture::new();
    let outbox = fixture.open(PLENTY);
    append(&outbox, 3).await;
    outbox.execute("DROP TABLE entry").await;
    let mut appended = Vec::new();
    for value in 0..2 {
        let it = outbox.append(draft(value, 10)).await.expect("it is stored");
        appended.push((it.place.sequence, it.is_rebuilt));
    }
    assert_eq!(appended, [(4, true), (5, false)]);
    assert!(outbox.status().borrow().set_aside.is_some());
}

#[tokio::test]
async fn a_log_of_a_damaged_file_is_never_read_into_the_one_that_takes_its_place() {
    let (damaged, killed) = (Fixture::new(), Fixture::new());
    let outbox = damaged.open(PLENTY);
    append(&outbox, 40).await;
    copy(&damaged.path(), &killed.path(), &["-wal", "-mark"]);
    outbox.execute("DROP TABLE entry").await;
    append(&outbox, 1).await;
    let whole = stored(&outbox).await;
    outbox.close().await;
    // The damaged file was renamed, but its log was not yet.
    fs::copy(damaged.path(), with_suffix(&killed.path(), "-mended")).unwrap();
    fs::copy(with_suffix(&damaged.path(), "-mark"), with_suffix(&killed.path(), "-mark")).unwrap();
    let outbox = killed.open(PLENTY);
    assert_eq!(stored(&outbox).await, whole);
    assert_eq!(outbox.status().borrow().set_aside, None, "it is whole");
    outbox.close().await;
    let names = fs::read_dir(killed.path().parent().unwrap()).unwrap();
    let names: Vec<_> = names.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.iter().any(|it| it.contains(".damaged-") && it.ends_with("-wal")), "{names:?}");
}

#[tokio::test]
async fn what_is_in_the_log_goes_on_without_its_file() {
    for has_mark in [true, false] {
        let (fixture, killed) = (Fixture::new(), Fixture::new());
        let outbox = fixture.open(PLENTY);
        append(&outbox, 5).await;
        let stream = outbox.status().borrow().stream_id;
        copy(
            &fixture.path(),
            &killed.path(),
            if has_mark { &["-wal", "-mark"] } else { &["-wal"] },
        );
        let look = OutboxFile { session: "line".to_owned(), path: killed.path() };
        let error = look.look().expect_err("there is no file").to_string();
        assert!(error.contains("is damaged"), "{error}");
        let again = killed.open(PLENTY);
        assert_eq!(stored(&again).await, [1, 2, 3, 4, 5], "mark {has_mark}");
        let status = again.status().borrow().clone();
        assert_eq!((status.stream_id, status.lost), (stream, 0), "mark {has_mark}");
        assert!(status.set_aside.is_some_and(|it| it.saved == 5));
        assert_eq!(append(&again, 1).await, [6]);
    }
}

#[tokio::test]
async fn a_new_file_that_was_not_whole_when_the_bridge_was_killed_is_made_again() {
    let fixture = Fixture::new();
    let outbox = fixture.open(PLENTY);
    append(&outbox, 5).await;
    outbox.close().await;
    fs::write(with_suffix(&fixture.path(), "-rebuilt"), "half").unwrap();
    let outbox = fixture.open(PLENTY);
    assert_eq!(stored(&outbox).await, [1, 2, 3, 4, 5]);
    outbox.execute("DROP TABLE stream").await;
    assert_eq!(append(&outbox, 1).await, [6]);
    assert_eq!(stored(&outbox).await, [1, 2, 3, 4, 5, 6]);
}

#[tokio::test]
async fn what_comes_while_there_is_no_file_at_all_is_counted_and_named() {
    let fixture = Fixture::new();
    let outbox: Outbox = fixture.open(PLENTY);
    append(&outbox, 2).await;
    // An obstacle prevents the creation of a new file.
    let obstacle = with_suffix(&fixture.path(), "-rebuilt");
    fs::create_dir(&obstacle).unwrap();
    outbox.execute("DROP TABLE stream").await;
    for value in 0..50 {
        let error = outbox.append(draft(value, 10)).await.unwrap_err();
        assert!(matches!(error, OutboxError::File { .. }), "{error}");
    }
    fs::remove_dir(&obstacle).unwrap();
    assert_eq!(append(&outbox, 1).await, [53]);
    let status = outbox.status().borrow().clone();
    assert_eq!((status.depth, status.lost), (3, 50), "{status:?}");
    let gap = status.losses.last().unwrap().gap;
    assert_eq!((gap.from, gap.to), (3, 52), "{status:?}");
    assert_eq!(stored(&outbox).await, [1, 2, 53]);
}
