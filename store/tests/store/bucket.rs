//! Files in a bucket of a third-party S3-compatible store.

use std::{fs, thread, time::Duration};

use tagbridge_store::{DataPlace, FileHash, StoreError};
use tagbridge_tests::BucketServer;

/// A data folder with its files in a bucket; its database is not used.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn on(bucket: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("bucket.key"), "geheim\n").unwrap();
        let toml = format!("[store]\npostgres = \"host=/nowhere\"\n{bucket}");
        fs::write(folder.path().join("store.toml"), toml).unwrap();
        Self { folder }
    }

    fn open(&self) -> Result<DataPlace, StoreError> {
        let place = DataPlace::of(self.folder.path())?;
        assert!(!format!("{place:?}").contains("geheim"), "{place:?}");
        Ok(place)
    }
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn what_one_puts_in_all_find_and_what_nobody_needs_leaves() {
    let server = BucketServer::start();
    let (one, other) = (Place::on(&server.table()), Place::on(&server.table()));
    let (one, other) = (one.open().unwrap(), other.open().unwrap());
    assert_eq!(one.files_id().unwrap(), other.files_id().unwrap());
    assert_eq!(one.files_id().unwrap().len(), 32);

    let (files, others) = (one.uploaded(), other.uploaded());
    let hash = files.put(b"text").unwrap();
    assert_eq!(others.size(&hash).unwrap(), Some(4));
    assert_eq!(others.get(&hash).unwrap(), b"text");
    assert_eq!(fs::read(others.find(&hash).unwrap().unwrap()).unwrap(), b"text");
    // Derived data is stored separately.
    assert_eq!(other.made().size(&hash).unwrap(), None);
    assert!(other.made().find(&hash).unwrap().is_none());
    let missing = FileHash::of(b"missing");
    assert!(others.find(&missing).unwrap().is_none());
    assert!(matches!(others.get(&missing), Err(StoreError::Broken(_))));

    // A large file is uploaded in parts, and downloaded unchanged.
    let part: Vec<u8> = (0..1 << 20).map(|at: u32| at.to_le_bytes()[1]).collect();
    let mut large = files.begin().unwrap();
    for _ in 0..24 {
        large.write(&part).unwrap();
    }
    let large = large.finish().unwrap();
    assert_eq!(others.size(&large).unwrap(), Some(24 << 20));
    assert!(others.get(&large).unwrap() == part.repeat(24));

    assert_eq!(others.sweep(Duration::from_hours(1), |_| Ok(false)).unwrap(), 0);
    assert_eq!(others.sweep(Duration::ZERO, |it| Ok(*it == hash)).unwrap(), 1);
    assert_eq!((files.size(&hash).unwrap(), files.size(&large).unwrap()), (Some(4), None));
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn what_is_put_in_again_while_it_is_looked_for_stays() {
    let server = BucketServer::start();
    let (one, other) = (Place::on(&server.table()), Place::on(&server.table()));
    let (files, others) = (one.open().unwrap().uploaded(), other.open().unwrap().uploaded());
    let hash = files.put(b"text").unwrap();
    let age = Duration::from_secs(2);
    thread::sleep(age + Duration::from_secs(1));
    let put_again = |found: &FileHash| {
        assert_eq!(*found, hash);
        others.put(b"text").map(|_| false)
    };
    assert_eq!(files.sweep(age, put_again).unwrap(), 0);
    assert_eq!(others.size(&hash).unwrap(), Some(4));
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn what_is_not_what_it_was_is_not_taken_and_a_store_that_is_away_is_told() {
    let server = BucketServer::start();
    let (one, other) = (Place::on(&server.table()), Place::on(&server.table()));
    let (one, other) = (one.open().unwrap(), other.open().unwrap());
    let hash = one.uploaded().put(b"text").unwrap();
    server.overwrite(&format!("files/{hash}"), b"tex");
    let error = other.uploaded().get(&hash).expect_err("it is cut off");
    assert!(matches!(error, StoreError::Broken(_)), "{error}");
    // After it was stored again, it is complete.
    one.uploaded().put(b"text").unwrap();
    assert_eq!(other.uploaded().get(&hash).unwrap(), b"text");

    let later = FileHash::of(b"later");
    drop(server);
    let error = other.uploaded().find(&later).expect_err("it is away");
    assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
    let told = error.to_string();
    assert!(told.contains("tagbridge at http://127.0.0.1") && !told.contains("geheim"), "{told}");
    assert!(matches!(one.uploaded().put(b"later"), Err(StoreError::Unavailable(_))));
    // Cached data needs no network.
    assert_eq!(other.uploaded().get(&hash).unwrap(), b"text");
}

#[test]
fn what_is_wrong_with_the_place_is_told() {
    let of = |lines: &str| Place::on(&format!("[store.bucket]\nname = \"b\"\n{lines}"));
    for (lines, says) in [
        ("endpoint = \"http://s3.example\"", "https://"),
        ("endpoint = \"http://127.0.0.1.example:1\"", "https://"),
        ("key = \"id\"", "used together"),
        ("secret = { file = \"bucket.key\" }", "used together"),
        ("ca = \"none.pem\"", "none.pem"),
        ("buckets = 3", "line 5"),
    ] {
        let error = of(lines).open().expect_err(lines).to_string();
        assert!(error.contains(says) && !error.contains("geheim"), "{lines}: {error}");
    }
    of("endpoint = \"http://[::1]:9000\"").open().unwrap();
}
