//! The database as a whole.

use tagbridge_api::{
    Timestamp,
    hmi::push::{Push, Snapshot},
    project::Vendor,
};

use super::*;

#[test]
fn a_database_of_a_newer_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    lock(&store.writer).pragma_update(None, "user_version", schema::VERSION + 1).unwrap();
    drop(store);
    let error = Store::open(folder.path()).expect_err("too new").to_string();
    assert!(error.contains("use the version that wrote it"), "{error}");
}

#[test]
fn a_folder_that_cannot_be_made_and_a_file_that_is_no_database_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "text").unwrap();
    let error = Store::open(&file.join("data")).expect_err("no folder").to_string();
    assert!(error.contains("creating the data directory"), "{error}");

    fs::write(folder.path().join(FILE), "this is no database, but long enough".repeat(40)).unwrap();
    let error = Store::open(folder.path()).expect_err("no database").to_string();
    assert!(error.contains(FILE) && error.contains("not a database"), "{error}");
}

#[test]
fn a_full_disk_stores_nothing_of_a_push_and_all_of_it_once_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let now = Timestamp::now();
    let project = NewProject { name: "Line".to_owned(), vendor: Vendor::Siemens };
    let project = store.write(|tx| create_project(tx, project, now)).unwrap();
    let mut body: Push =
        serde_json::from_str(include_str!("../../../api/golden/push.json")).unwrap();
    body.snapshots =
        (1..=300).map(|sequence| Snapshot { sequence, ..body.snapshots[0].clone() }).collect();
    let try_to = || {
        store.write(|tx| {
            let project = find_project(tx, &project.project_id)?.expect("it was made");
            push(tx, &project, &body, now, Duration::from_mins(15))
        })
    };
    let rows = || {
        let sum = "SELECT (SELECT count(*) FROM recent) + (SELECT count(*) FROM stored)
            + (SELECT count(*) FROM streams) + (SELECT count(*) FROM tags)";
        store.read(|db| db.query_row(sum, [], |row| row.get::<_, i64>(0)))
    };

    let pages: i64 =
        lock(&store.writer).pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    let limit = |pages: i64| {
        let writer = lock(&store.writer);
        writer.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())).unwrap();
    };
    limit(pages + 4);
    let error = try_to().expect_err("there is no room");
    let PushError::Database(error) = error else { panic!("{error}") };
    assert_eq!(error.sqlite_error_code(), Some(rusqlite::ErrorCode::DiskFull));
    assert_eq!(rows(), Ok(0));
    limit(1 << 20);
    assert_eq!(try_to().unwrap().stored_through, 300);
    assert_eq!(rows(), Ok(1 + 1 + 1 + 2));
}

#[test]
fn values_of_a_stream_that_fell_silent_long_ago_are_dropped_when_another_begins() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let at = |hours: i64| Timestamp::from_millis(hours * 3_600_000).unwrap();
    let project = NewProject { name: "Line".to_owned(), vendor: Vendor::Siemens };
    let project = store.write(|tx| create_project(tx, project, at(0))).unwrap();
    let body: Push = serde_json::from_str(include_str!("../../../api/golden/push.json")).unwrap();
    let streams_shown_after = |stream: u128, now| {
        let body = Push { stream_id: uuid::Uuid::from_u128(stream), ..body.clone() };
        let pushed = store.write(|tx| {
            let project = find_project(tx, &project.project_id)?.expect("it was made");
            push(tx, &project, &body, now, Duration::from_mins(15))
        });
        pushed.unwrap();
        let count = "SELECT count(DISTINCT stream) FROM live";
        store.read(|db| db.query_row(count, [], |row| row.get::<_, i64>(0))).unwrap()
    };
    assert_eq!(streams_shown_after(1, at(0)), 1);
    assert_eq!(streams_shown_after(2, at(23)), 2, "its backlog may still come");
    assert_eq!(streams_shown_after(3, at(25)), 2);
    assert_eq!(streams_shown_after(4, at(24 * 30)), 1);
}

#[test]
fn a_key_with_a_scope_adds_versions_to_the_project_in_it_though_another_was_touched_since() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let at = |hours: i64| Timestamp::from_millis(hours * 3_600_000).unwrap();
    let version = |name: &str, hash: &str| NewVersion {
        name: Some(name.to_owned()),
        own_name: "PLC_1".to_owned(),
        vendor: Vendor::Siemens,
        file_name: "line.scl".to_owned(),
        hash: hash.to_owned(),
        file: hash.as_bytes().to_vec(),
    };
    let put = |version: &NewVersion, scope: Option<&[String]>, hours| {
        store.write(|tx| ingest(tx, version, scope, at(hours)))
    };
    let first = put(&version("First", "1"), None, 0).unwrap().project_id;
    let second = put(&version("Second", "2"), None, 1).unwrap().project_id;
    let nameless = NewVersion { name: None, ..version("", "3") };
    let uploaded = put(&nameless, Some(std::slice::from_ref(&first)), 2).unwrap();
    assert_eq!((uploaded.project_id, uploaded.version_number), (first, 2));
    let error = put(&nameless, Some(&["prj_other".to_owned()]), 3).expect_err("none is in scope");
    assert!(matches!(error, VersionError::OutOfScope), "{error}");
    assert_eq!(put(&version("Second", "2"), None, 4).unwrap().project_id, second);
}
