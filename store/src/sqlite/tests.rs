//! Tests of the whole database.

use tagbridge_api::Timestamp;

use super::*;
use crate::{Org, Store, WriteId};

#[test]
fn a_database_of_another_version_is_left_alone() {
    for (version, remedy) in [
        (schema::VERSION + 1, "use the version that wrote it"),
        (schema::FIRST - 1, "open it once with version 0.9.0"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let data = Sqlite::open(folder.path()).unwrap();
        data.writer(|db| {
            db.execute_batch("CREATE TABLE other (a)").unwrap();
            db.pragma_update(None, "user_version", version).unwrap();
        });
        drop(data);
        let error = Sqlite::open(folder.path()).expect_err("another version").to_string();
        assert!(error.contains(remedy), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no copy");
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "text").unwrap();
    let error = Sqlite::open(&file.join("data")).expect_err("no folder").to_string();
    assert!(error.contains("creating the data directory"), "{error}");
}

#[test]
fn a_file_that_is_no_database_is_set_aside_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let text = "this is no database, but long enough".repeat(40);
    fs::write(folder.path().join(FILE), &text).unwrap();
    let store = Store::on(Sqlite::open(folder.path()).unwrap());
    let [set_aside] = &store.set_aside()[..] else { panic!("one") };
    assert_eq!(fs::read_to_string(&set_aside.file).unwrap(), text);
    assert!(set_aside.keys_lost);
    assert!(store.set_aside().is_empty(), "it was told");
    drop(store);
    assert!(Store::on(Sqlite::open(folder.path()).unwrap()).set_aside().is_empty());
}

#[test]
fn a_full_disk_stores_nothing_of_a_transaction_and_all_of_it_once_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let data = std::sync::Arc::new(Sqlite::open(folder.path()).unwrap());
    let store = Store::on(Shared(data.clone()));
    let now = Timestamp::now();
    let write = |no: u32| WriteId {
        caller: "key".to_owned(),
        endpoint: "x".repeat(200),
        idempotency_key: no.to_string(),
    };
    let try_to = || {
        store.write(|tx| {
            (0..300).try_for_each(|no| tx.reserve(&Org::local(), &write(no), &[0; 32], now))
        })
    };
    let rows = || {
        let count = "SELECT count(*) FROM idempotency";
        data.writer(|db| db.query_row(count, [], |row| row.get::<_, i64>(0)).unwrap())
    };
    let pages: i64 =
        data.writer(|db| db.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap());
    let limit = |pages: i64| {
        data.writer(|db| {
            db.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())).unwrap();
        });
    };
    limit(pages + 4);
    let error = try_to().expect_err("there is no room");
    assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
    assert_eq!(rows(), 0);
    limit(1 << 20);
    try_to().unwrap();
    assert_eq!(rows(), 300);
}

#[test]
fn a_database_of_an_older_version_is_copied_before_it_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    assert_eq!(schema::create_first(&path), schema::FIRST);
    drop(Sqlite::open(folder.path()).unwrap());
    let version = |path: &Path| schema::found(&connect(path).unwrap()).unwrap();
    assert_eq!(version(&path), schema::VERSION);
    let copy = folder.path().join(format!("before-{}-{FILE}", schema::VERSION));
    assert_eq!(version(&copy), schema::FIRST);
    fs::remove_file(&copy).unwrap();
    drop(Sqlite::open(folder.path()).unwrap());
    assert!(!copy.exists(), "there is nothing to be done");
}

#[cfg(unix)]
#[test]
fn only_its_owner_reads_the_database_whoever_made_the_folder() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.path().join(FILE), "").unwrap();
    fs::set_permissions(folder.path().join(FILE), fs::Permissions::from_mode(0o644)).unwrap();
    let data = Sqlite::open(folder.path()).unwrap();
    data.writer(|db| db.execute_batch("CREATE TABLE t (a)").unwrap());
    let mut files = 0;
    for file in fs::read_dir(folder.path()).unwrap() {
        let meta = file.unwrap().metadata().unwrap();
        assert_eq!(meta.permissions().mode() & 0o777, 0o600);
        files += 1;
    }
    assert_eq!(files, 3);
}

/// A database that the test can also access directly.
#[derive(Debug)]
pub(crate) struct Shared(pub(crate) std::sync::Arc<Sqlite>);

impl Backend for Shared {
    fn read(
        &self,
        of: &TransactionScope,
        work: &mut dyn FnMut(&Transaction<'_>),
    ) -> Result<(), StoreError> {
        self.0.read(of, work)
    }

    fn write(
        &self,
        of: &TransactionScope,
        work: &mut dyn FnMut(&Transaction<'_>) -> TransactionEnd,
    ) -> Result<(), StoreError> {
        self.0.write(of, work)
    }
}
