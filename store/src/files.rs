//! Files outside of the database: each once, under the hash of its bytes; in a folder, or in a
//! bucket with a cache in the folder.
//!
//! A file is written completely before a record refers to it, and is never changed.
//! [`Files::sweep`] deletes files without references, which remain when a write is refused.

mod hash;

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use sha2::{Digest, Sha256};
use tagbridge_system::{create_private_folder, sync_folder};
use tempfile::NamedTempFile;

use crate::{
    StoreError,
    bucket::Bucket,
    messages::{StoreOperation, UnexpectedState},
};

pub use self::hash::FileHash;

/// The folders of uploaded and of generated files in the data folder.
const FOLDER: &str = "files";
const MADE: &str = "exports";
/// The folder, in both, of files that are being written.
const INCOMING: &str = "incoming";
/// Number of digits of the hash in the name of a file's folder.
const FANOUT: usize = 2;
/// Number of bytes that are read at once.
const PART: usize = 1 << 20;

/// A file that is received in parts. If it is dropped before its end, nothing is stored.
#[derive(Debug)]
pub struct IncomingFile {
    files: Files,
    file: NamedTempFile,
    hash: Sha256,
    bytes: u64,
}

impl IncomingFile {
    /// Adds the next part. Blocks.
    pub fn write(&mut self, part: &[u8]) -> Result<(), StoreError> {
        self.file.write_all(part).map_err(|error| {
            StoreError::unavailable(&StoreOperation::KeepingFile { path: self.file.path() }, error)
        })?;
        self.hash.update(part);
        self.bytes += part.len() as u64;
        Ok(())
    }

    /// Number of received bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Stores it: it is durable when this returns. Blocks.
    pub fn finish(self) -> Result<FileHash, StoreError> {
        let hash = FileHash::of_digest(&self.hash.finalize());
        self.files.place(self.file, &hash)?;
        self.files.send(&hash)?;
        Ok(hash)
    }
}

/// The files of a data folder.
#[derive(Debug, Clone)]
pub struct Files {
    folder: PathBuf,
    /// The bucket and the prefix of its keys, if the folder is only a cache.
    bucket: Option<(Bucket, &'static str)>,
}

impl Files {
    /// The uploaded files in this data folder. The folder is created with the first file.
    pub fn in_folder(data: &Path) -> Self {
        Self { folder: data.join(FOLDER), bucket: None }
    }

    /// The folder of a data folder's uploaded files.
    pub(crate) fn folder_in(data: &Path) -> PathBuf {
        data.join(FOLDER)
    }

    /// The files in this data folder that can be generated again.
    pub fn made_in_folder(data: &Path) -> Self {
        Self { folder: data.join(MADE), bucket: None }
    }

    /// The same files in this bucket, if there is one.
    pub(crate) fn in_bucket(self, bucket: Option<&Bucket>) -> Self {
        let below = if self.folder.ends_with(MADE) { MADE } else { FOLDER };
        Self { bucket: bucket.map(|bucket| (bucket.clone(), below)), ..self }
    }

    /// The path of a file, for reading it in parts; `None` if it does not exist. Blocks.
    pub fn find(&self, hash: &FileHash) -> Result<Option<PathBuf>, StoreError> {
        let path = self.path(hash);
        if path.is_file() || self.fetch(hash)? { Ok(Some(path)) } else { Ok(None) }
    }

    /// Stores a file: it is durable when this returns. Blocks.
    pub fn put(&self, bytes: &[u8]) -> Result<FileHash, StoreError> {
        let hash = FileHash::of(bytes);
        let path = self.path(&hash);
        let failed = |error: io::Error| {
            StoreError::unavailable(&StoreOperation::KeepingFile { path: &path }, error)
        };
        if let Ok(kept) = File::options().append(true).open(&path)
            && kept.metadata().is_ok_and(|meta| meta.len() == bytes.len() as u64)
        {
            // A stored file counts as new for the sweep.
            kept.set_modified(SystemTime::now()).map_err(failed)?;
        } else {
            let mut file = self.incoming().map_err(failed)?;
            file.write_all(bytes).map_err(failed)?;
            self.place(file, &hash)?;
        }
        self.send(&hash)?;
        Ok(hash)
    }

    /// Starts a file that is received in parts. Blocks.
    pub fn begin(&self) -> Result<IncomingFile, StoreError> {
        let file = self.incoming().map_err(|error| {
            StoreError::unavailable(&StoreOperation::KeepingFile { path: &self.folder }, error)
        })?;
        Ok(IncomingFile { files: self.clone(), file, hash: Sha256::new(), bytes: 0 })
    }

    /// An empty file, readable only by its owner.
    fn incoming(&self) -> io::Result<NamedTempFile> {
        let folder = self.folder.join(INCOMING);
        create_private_folder(&folder)?;
        NamedTempFile::new_in(folder)
    }

    /// Makes a complete file durable under its name.
    fn place(&self, file: NamedTempFile, hash: &FileHash) -> Result<(), StoreError> {
        let path = self.path(hash);
        let folder = path.parent().unwrap_or(&self.folder);
        create_private_folder(folder)
            .and_then(|()| file.as_file().sync_all())
            .and_then(|()| Ok(file.persist(&path).map(drop)?))
            .and_then(|()| [folder, &self.folder].into_iter().try_for_each(sync_folder))
            .map_err(|error| {
                StoreError::unavailable(&StoreOperation::KeepingFile { path: &path }, error)
            })
    }

    /// Uploads a file of the folder to the bucket, where it counts as new for the sweep.
    fn send(&self, hash: &FileHash) -> Result<(), StoreError> {
        let Some((bucket, below)) = &self.bucket else { return Ok(()) };
        bucket.put(&key(below, hash), &self.path(hash))
    }

    /// Downloads a file of the bucket to the folder; returns false if it does not exist.
    fn fetch(&self, hash: &FileHash) -> Result<bool, StoreError> {
        let Some((bucket, below)) = &self.bucket else { return Ok(false) };
        let failed = |error: io::Error| {
            StoreError::unavailable(&StoreOperation::KeepingFile { path: &self.folder }, error)
        };
        let file = self.incoming().map_err(failed)?;
        if !bucket.get(&key(below, hash), file.reopen().map_err(failed)?)? {
            return Ok(false);
        }
        if FileHash::of_file(&mut file.reopen().map_err(failed)?).map_err(failed)? != *hash {
            return Err(self.damaged(hash));
        }
        self.place(file, hash)?;
        Ok(true)
    }

    /// The bytes of a file. Returns [`StoreError::Broken`] if it is missing or was changed. Blocks.
    pub fn get(&self, hash: &FileHash) -> Result<Vec<u8>, StoreError> {
        let path = self.path(hash);
        if !path.is_file() {
            self.fetch(hash)?;
        }
        let bytes = fs::read(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => self.missing(hash),
            _ => StoreError::unavailable(&StoreOperation::ReadingFile { path: &path }, error),
        })?;
        if FileHash::of(&bytes) == *hash { Ok(bytes) } else { Err(self.damaged(hash)) }
    }

    /// The size of a file in bytes; `None` if it does not exist. Blocks.
    pub fn size(&self, hash: &FileHash) -> Result<Option<u64>, StoreError> {
        match &self.bucket {
            Some((bucket, below)) => bucket.size(&key(below, hash)),
            None => Ok(fs::metadata(self.path(hash)).ok().map(|meta| meta.len())),
        }
    }

    /// Deletes files without references that were not stored for `age`; returns their number.
    /// Blocks.
    pub fn sweep(
        &self,
        age: Duration,
        is_used: impl Fn(&FileHash) -> Result<bool, StoreError>,
    ) -> Result<usize, StoreError> {
        let failed = |error: io::Error| {
            StoreError::unavailable(&StoreOperation::LookingThrough { folder: &self.folder }, error)
        };
        let mut swept = self.sweep_bucket(age, &is_used)?;
        for folder in entries(&self.folder).map_err(failed)? {
            if !folder.is_dir() {
                continue;
            }
            for path in entries(&folder).map_err(failed)? {
                let is_old = fs::metadata(&path)
                    .and_then(|meta| meta.modified())
                    .is_ok_and(|at| at.elapsed().is_ok_and(|gone| gone >= age));
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let hash = FileHash::parse(&name);
                // Files with other names are left from a crash during a write.
                let is_left_over = match &hash {
                    Some(hash) => is_old && !is_used(hash)?,
                    None => is_old,
                };
                if is_left_over {
                    fs::remove_file(&path).map_err(failed)?;
                    swept += usize::from(self.bucket.is_none());
                }
            }
        }
        Ok(swept)
    }

    fn sweep_bucket(
        &self,
        age: Duration,
        is_used: &impl Fn(&FileHash) -> Result<bool, StoreError>,
    ) -> Result<usize, StoreError> {
        let Some((bucket, below)) = &self.bucket else { return Ok(0) };
        let is_old = |put_at: SystemTime| put_at.elapsed().is_ok_and(|gone| gone >= age);
        let mut swept = 0;
        for object in bucket.list(below)? {
            let Some(hash) = FileHash::parse(&object.name).filter(|_| is_old(object.put_at)) else {
                continue;
            };
            let key = key(below, &hash);
            // A list can be minutes old: files that were stored again in the meantime stay.
            if !is_used(&hash)? && bucket.put_at(&key)?.is_some_and(is_old) {
                bucket.remove(&key)?;
                swept += 1;
            }
        }
        Ok(swept)
    }

    /// All existing files. Blocks.
    pub(crate) fn all(&self) -> Result<Vec<FileHash>, StoreError> {
        if let Some((bucket, below)) = &self.bucket {
            let objects = bucket.list(below)?.into_iter();
            return Ok(objects.filter_map(|object| FileHash::parse(&object.name)).collect());
        }
        let failed = |error: io::Error| {
            StoreError::unavailable(&StoreOperation::LookingThrough { folder: &self.folder }, error)
        };
        let mut all = Vec::new();
        for folder in entries(&self.folder).map_err(failed)? {
            if folder.is_dir() {
                let names = entries(&folder).map_err(failed)?.into_iter();
                all.extend(names.filter_map(|path| FileHash::parse(path.file_name()?.to_str()?)));
            }
        }
        Ok(all)
    }

    /// Copies a file from another place, after checking its hash. Blocks.
    pub(crate) fn take(&self, others: &Self, hash: &FileHash) -> Result<(), StoreError> {
        let path = others.find(hash)?.ok_or_else(|| others.missing(hash))?;
        let failed = |error: io::Error| {
            StoreError::unavailable(&StoreOperation::ReadingFile { path: &path }, error)
        };
        let (mut from, mut part) = (File::open(&path).map_err(failed)?, vec![0; PART]);
        let mut file = self.begin()?;
        loop {
            match from.read(&mut part).map_err(failed)? {
                0 => break,
                count => file.write(&part[..count])?,
            }
        }
        let is_damaged = file.finish()? != *hash;
        if is_damaged { Err(others.damaged(hash)) } else { Ok(()) }
    }

    /// Whether a file exists and is unchanged: in the bucket, if there is one. Blocks.
    pub(crate) fn check(&self, hash: &FileHash) -> Result<(), StoreError> {
        if self.bucket.is_some() {
            return if self.fetch(hash)? { Ok(()) } else { Err(self.missing(hash)) };
        }
        let path = self.path(hash);
        let found = File::open(&path).and_then(|mut file| FileHash::of_file(&mut file));
        let found = found.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => self.missing(hash),
            _ => StoreError::unavailable(&StoreOperation::ReadingFile { path: &path }, error),
        })?;
        if found == *hash { Ok(()) } else { Err(self.damaged(hash)) }
    }

    fn missing(&self, hash: &FileHash) -> StoreError {
        StoreError::broken(
            &StoreOperation::ReadingFile { path: &self.path(hash) },
            UnexpectedState::FileMissing,
        )
    }

    fn damaged(&self, hash: &FileHash) -> StoreError {
        StoreError::broken(
            &StoreOperation::ReadingFile { path: &self.path(hash) },
            UnexpectedState::OtherBytes,
        )
    }

    fn path(&self, hash: &FileHash) -> PathBuf {
        self.folder.join(&hash.as_str()[..FANOUT]).join(hash.as_str())
    }
}

/// The name of a file in the bucket.
fn key(below: &str, hash: &FileHash) -> String {
    format!("{below}/{hash}")
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| entry.map(|entry| entry.path())).collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_kept_once_and_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::in_folder(folder.path());
        let hash = files.put(b"text").unwrap();
        assert_eq!(files.put(b"text").unwrap(), hash);
        assert_eq!(FileHash::parse(hash.as_str()), Some(hash.clone()));
        assert_eq!(files.get(&hash).unwrap(), b"text");
        assert_eq!(entries(files.path(&hash).parent().unwrap()).unwrap().len(), 1);
    }

    #[test]
    fn a_file_in_parts_is_the_same_and_half_of_one_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::in_folder(folder.path());
        let mut whole = files.begin().unwrap();
        whole.write(b"te").unwrap();
        whole.write(b"xt").unwrap();
        assert_eq!(whole.bytes(), 4);
        let mut half = files.begin().unwrap();
        half.write(b"te").unwrap();
        drop(half);
        assert_eq!(whole.finish().unwrap(), FileHash::of(b"text"));
        assert_eq!(files.get(&FileHash::of(b"text")).unwrap(), b"text");
        assert_eq!(entries(&files.folder.join(INCOMING)).unwrap(), Vec::<PathBuf>::new());
    }

    #[test]
    fn what_is_damaged_or_gone_is_named_and_mended_by_putting_it_in_again() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::in_folder(folder.path());
        let hash = files.put(b"text").unwrap();
        fs::write(files.path(&hash), b"tex").unwrap();
        let error = files.get(&hash).expect_err("it is cut off").to_string();
        assert!(error.contains(hash.as_str()) && error.contains("damaged"), "{error}");
        assert_eq!(files.put(b"text").unwrap(), hash);
        assert_eq!(files.get(&hash).unwrap(), b"text");
        fs::remove_file(files.path(&hash)).unwrap();
        let missing = files.get(&hash).expect_err("it is gone");
        assert!(matches!(missing, StoreError::Broken(_)));
        assert!(missing.to_string().contains("the file is missing"), "{missing}");
    }

    #[test]
    fn only_what_is_old_and_unused_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::in_folder(folder.path());
        let never = |_: &FileHash| Ok(false);
        assert_eq!(files.sweep(Duration::ZERO, never).unwrap(), 0);
        let (used, left) = (files.put(b"used").unwrap(), files.put(b"left").unwrap());
        let torn = files.path(&left).with_file_name(".tmpXyz");
        fs::write(&torn, b"le").unwrap();
        assert_eq!(files.sweep(Duration::from_hours(1), never).unwrap(), 0);
        assert_eq!(files.sweep(Duration::ZERO, |hash| Ok(*hash == used)).unwrap(), 2);
        assert!(files.get(&used).is_ok() && files.get(&left).is_err() && !torn.exists());
    }
}
