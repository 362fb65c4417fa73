//! Copies a data folder: the files first, and the database under its name last.
//!
//! Constraint: a folder contains data if the database is in it under its name. So the copied
//! database has another name until every file that it refers to was copied and checked; a failed or
//! killed copy is not data that a service would serve.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use tagbridge_system::{create_private_folder, sync_file, sync_folder};

use super::{FILE, connect, make_private};
use crate::{
    FileHash, Files, StoreError,
    messages::{StoreOperation, UnexpectedState},
    sql,
};

/// The name of the database in a copy until the copy is complete.
pub(super) const BEGUN: &str = "service.sqlite-begun";

pub(super) fn copy(from: &Path, to: &Path) -> Result<usize, StoreError> {
    let doing = StoreOperation::Copying { from, to };
    let made = NewFiles::begin(to).map_err(|error| StoreError::unavailable(&doing, error))?;
    let begun = to.join(BEGUN);
    let copied = copy_database(&from.join(FILE), &begun)
        .and_then(|()| copy_files(&begun, from, to))
        .and_then(|files| {
            fs::rename(&begun, to.join(FILE))
                .and_then(|()| sync_folder(to))
                .map_err(|error| StoreError::unavailable(&StoreOperation::EndingCopy, error))?;
            Ok(files)
        });
    if copied.is_err() {
        made.remove();
    }
    copied.map_err(|error| error.in_the_course_of(&doing))
}

/// Whether a copy into a folder was started but not completed: the program was killed.
pub(super) fn is_unfinished(data: &Path) -> bool {
    data.join(BEGUN).exists() && !data.join(FILE).exists()
}

/// The new files of a copy, which are deleted if the copy fails.
struct NewFiles {
    /// Paths that did not exist before.
    new: Vec<PathBuf>,
}

impl NewFiles {
    fn begin(to: &Path) -> io::Result<Self> {
        let files = Files::folder_in(to);
        // The outermost first: its content is deleted with it.
        let new = [to.to_owned(), files, to.join(BEGUN)];
        let new = new.into_iter().filter(|it| !it.exists() || it.ends_with(BEGUN)).collect();
        create_private_folder(to)?;
        Ok(Self { new })
    }

    fn remove(&self) {
        for path in &self.new {
            // Files that cannot be deleted are not data: the database does not have its name.
            drop(if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) });
        }
    }
}

/// Copies the files that a copied database refers to, and checks both; returns their number.
fn copy_files(database: &Path, from: &Path, to: &Path) -> Result<usize, StoreError> {
    let copied = connect(database)?;
    let verdict: String = copied.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(StoreError::broken(
            &StoreOperation::Using,
            UnexpectedState::DamagedDatabase { verdict },
        ));
    }
    let (source, target) = (Files::in_folder(from), Files::in_folder(to));
    let mut versions = copied.prepare("SELECT DISTINCT hash FROM versions")?;
    let hashes = versions.query_map([], |row| Ok(sql::file_hash(&sql::Row::Sqlite(row), 0)))?;
    let hashes: Vec<FileHash> = hashes.collect::<rusqlite::Result<Result<_, _>>>()??;
    // Each file that the database refers to existed before the database was copied.
    for hash in &hashes {
        target.put(&source.get(hash)?)?;
    }
    Ok(hashes.len())
}

/// A complete copy of the current database, readable only by its owner.
pub(super) fn copy_database(from: &Path, to: &Path) -> Result<(), StoreError> {
    match fs::remove_file(to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(StoreError::unavailable(&StoreOperation::BeginningCopy, error));
        }
        _ => {}
    }
    make_private(to)
        .map_err(|error| StoreError::unavailable(&StoreOperation::BeginningCopy, error))?;
    connect(from)?.execute("VACUUM INTO ?1", [to.to_string_lossy()])?;
    sync_file(to).map_err(|error| StoreError::unavailable(&StoreOperation::EndingCopy, error))
}

#[cfg(test)]
mod tests {
    use tagbridge_api::Timestamp;

    use super::*;
    use crate::{Org, ProjectRef, Sqlite, Store, Version};

    /// A data folder with one project whose version has a file; returns the file.
    fn with_a_file(data: &Path) -> PathBuf {
        let files = Files::in_folder(data);
        let hash = files.put(b"text").unwrap();
        let store = Store::on(Sqlite::open(data).unwrap());
        let project =
            serde_json::from_str(include_str!("../../../api/golden/project.json")).unwrap();
        let version = Version {
            id: "ver_1".into(),
            number: 1,
            own_name: "Line".into(),
            file_name: "Line.L5X".into(),
            hash: hash.clone(),
            created_at: Timestamp::now(),
        };
        store
            .write(|tx| {
                let added: ProjectRef = tx.add_project(&Org::local(), &project)?;
                tx.add_version(&added, &version)
            })
            .unwrap();
        Files::folder_in(data).join(&hash.as_str()[..2]).join(hash.as_str())
    }

    #[test]
    fn a_copy_that_fails_leaves_nothing_behind() {
        for (damage, says) in [
            ((|path| fs::write(path, b"tex")) as fn(&Path) -> io::Result<()>, "damaged"),
            (|path| fs::remove_file(path), "missing"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let [from, new, empty] = ["from", "new", "empty"].map(|it| folder.path().join(it));
            let file = with_a_file(&from);
            fs::create_dir(&empty).unwrap();
            damage(&file).unwrap();
            for to in [&new, &empty] {
                let error = copy(&from, to).unwrap_err();
                let told = error.to_string();
                assert!(told.contains(says), "{told}");
                assert!(matches!(error, StoreError::Broken(_)), "{told}");
            }
            assert!(!new.exists());
            assert_eq!(fs::read_dir(&empty).unwrap().count(), 0);
            // After it was stored again, the copy is complete.
            fs::write(&file, b"text").unwrap();
            assert_eq!(copy(&from, &empty).unwrap(), 1);
            Store::on(Sqlite::open(&empty).unwrap()).check().unwrap();
        }
    }

    #[test]
    fn a_copy_that_was_killed_is_not_served_as_new_data() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to"].map(|it| folder.path().join(it));
        with_a_file(&from);
        fs::create_dir(&to).unwrap();
        fs::write(to.join(BEGUN), b"half").unwrap();
        assert!(!Sqlite::is_in(&to));
        let error = Sqlite::open(&to).unwrap_err().to_string();
        assert!(error.contains(BEGUN) && error.contains("is not complete"), "{error}");
        assert_eq!(copy(&from, &to).unwrap(), 1);
        assert!(Sqlite::open(&to).is_ok());
    }
}
