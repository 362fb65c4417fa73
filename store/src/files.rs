//! Files as they came, outside the rows: each once, under the hash of its bytes.
//!
//! A file is written whole before anything refers to it, and never changed. Nothing refers to one
//! that is left over when its write was refused; [`Files::sweep`] takes those away.

use std::{
    fmt,
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use sha2::{Digest, Sha256};
use tagbridge_system::{create_private_folder, sync_folder};
use tempfile::NamedTempFile;

use crate::StoreError;
use crate::says::{Doing, Found};

/// The folders' names in the data folder: of what came, and of what was made of it.
const FOLDER: &str = "files";
const MADE: &str = "exports";
/// The folder, in both, of files that are being written.
const INCOMING: &str = "incoming";
/// So many digits of the hash are the name of a file's folder.
const FANOUT: usize = 2;
/// So many bytes of a file are read at once.
const PART: usize = 1 << 20;

/// The SHA-256 of a file's bytes, as 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileHash(String);

impl FileHash {
    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self::of_digest(&Sha256::digest(bytes))
    }

    fn of_digest(digest: &[u8]) -> Self {
        Self(digest.iter().fold(String::new(), |digits, byte| digits + &format!("{byte:02x}")))
    }

    /// From its digits; `None`: it is none.
    pub fn parse(digits: &str) -> Option<Self> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (digits.len() == 64 && digits.bytes().all(is_digit)).then(|| Self(digits.to_owned()))
    }

    /// Its digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FileHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A file that comes in parts. Dropped before its end, nothing of it is kept.
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
            StoreError::unavailable(&Doing::KeepingFile { path: self.file.path() }, error)
        })?;
        self.hash.update(part);
        self.bytes += part.len() as u64;
        Ok(())
    }

    /// How many bytes have come.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Keeps it: durable when this returns. Blocks.
    pub fn finish(self) -> Result<FileHash, StoreError> {
        let hash = FileHash::of_digest(&self.hash.finalize());
        let path = self.files.path(&hash);
        self.files
            .place(self.file, &path)
            .map_err(|error| StoreError::unavailable(&Doing::KeepingFile { path: &path }, error))?;
        Ok(hash)
    }
}

/// The files in a data folder.
#[derive(Debug, Clone)]
pub struct Files {
    folder: PathBuf,
}

impl Files {
    /// Those in this data folder. The folder for them is made with the first.
    pub fn in_folder(data: &Path) -> Self {
        Self { folder: data.join(FOLDER) }
    }

    /// Those in this data folder that can be made again.
    pub fn made_in_folder(data: &Path) -> Self {
        Self { folder: data.join(MADE) }
    }

    /// Where a file is, to be read in parts; `None`: it is not there.
    pub fn find(&self, hash: &FileHash) -> Option<PathBuf> {
        let path = self.path(hash);
        path.is_file().then_some(path)
    }

    /// Keeps a file: durable when this returns. Blocks.
    pub fn put(&self, bytes: &[u8]) -> Result<FileHash, StoreError> {
        let hash = FileHash::of(bytes);
        let path = self.path(&hash);
        let failed =
            |error: io::Error| StoreError::unavailable(&Doing::KeepingFile { path: &path }, error);
        if let Ok(kept) = File::options().append(true).open(&path)
            && kept.metadata().is_ok_and(|meta| meta.len() == bytes.len() as u64)
        {
            // From now on it is new again for the sweep.
            kept.set_modified(SystemTime::now()).map_err(failed)?;
            return Ok(hash);
        }
        let mut file = self.incoming().map_err(failed)?;
        file.write_all(bytes).map_err(failed)?;
        self.place(file, &path).map_err(failed)?;
        Ok(hash)
    }

    /// Begins a file that comes in parts. Blocks.
    pub fn begin(&self) -> Result<IncomingFile, StoreError> {
        let file = self.incoming().map_err(|error| {
            StoreError::unavailable(&Doing::KeepingFile { path: &self.folder }, error)
        })?;
        Ok(IncomingFile { files: self.clone(), file, hash: Sha256::new(), bytes: 0 })
    }

    /// An empty file, readable by its owner alone.
    fn incoming(&self) -> io::Result<NamedTempFile> {
        let folder = self.folder.join(INCOMING);
        create_private_folder(&folder)?;
        NamedTempFile::new_in(folder)
    }

    /// Makes a whole file durable under its name.
    fn place(&self, file: NamedTempFile, path: &Path) -> io::Result<()> {
        let folder = path.parent().unwrap_or(&self.folder);
        create_private_folder(folder)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        [folder, &self.folder].into_iter().try_for_each(sync_folder)
    }

    /// A file's bytes. [`StoreError::Broken`]: it is not there, or is not what it was. Blocks.
    pub fn get(&self, hash: &FileHash) -> Result<Vec<u8>, StoreError> {
        let path = self.path(hash);
        let doing = Doing::ReadingFile { path: &path };
        let bytes = fs::read(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => StoreError::broken(&doing, error),
            _ => StoreError::unavailable(&doing, error),
        })?;
        if FileHash::of(&bytes) == *hash {
            Ok(bytes)
        } else {
            Err(StoreError::broken(&doing, Found::OtherBytes))
        }
    }

    /// A file's length in bytes; 0: it is not there.
    pub fn size(&self, hash: &FileHash) -> u64 {
        fs::metadata(self.path(hash)).map_or(0, |meta| meta.len())
    }

    /// Takes away what nothing refers to and was not put in for `age`; how many. Blocks.
    pub fn sweep(
        &self,
        age: Duration,
        is_used: impl Fn(&FileHash) -> Result<bool, StoreError>,
    ) -> Result<usize, StoreError> {
        let failed = |error: io::Error| {
            StoreError::unavailable(&Doing::LookingThrough { folder: &self.folder }, error)
        };
        let mut swept = 0;
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
                // What has another name is what a crash left of a file that was being written.
                let is_left_over = match &hash {
                    Some(hash) => is_old && !is_used(hash)?,
                    None => is_old,
                };
                if is_left_over {
                    fs::remove_file(&path).map_err(failed)?;
                    swept += 1;
                }
            }
        }
        Ok(swept)
    }

    /// All files that are there. Blocks.
    pub(crate) fn all(&self) -> Result<Vec<FileHash>, StoreError> {
        let failed = |error: io::Error| {
            StoreError::unavailable(&Doing::LookingThrough { folder: &self.folder }, error)
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

    /// Keeps a copy of a file of other ones, which is what it was. Blocks.
    pub(crate) fn take(&self, others: &Self, hash: &FileHash) -> Result<(), StoreError> {
        let mut file = self.begin()?;
        others.each_part(hash, |part| file.write(part))?;
        let is_damaged = file.finish()? != *hash;
        if is_damaged { Err(others.damaged(hash)) } else { Ok(()) }
    }

    /// Whether a file is there, and is what it was. Blocks.
    pub(crate) fn check(&self, hash: &FileHash) -> Result<(), StoreError> {
        let mut found = Sha256::new();
        self.each_part(hash, |part| {
            found.update(part);
            Ok(())
        })?;
        let is_damaged = FileHash::of_digest(&found.finalize()) != *hash;
        if is_damaged { Err(self.damaged(hash)) } else { Ok(()) }
    }

    fn each_part(
        &self,
        hash: &FileHash,
        mut work: impl FnMut(&[u8]) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let path = self.path(hash);
        let failed =
            |error: io::Error| StoreError::unavailable(&Doing::ReadingFile { path: &path }, error);
        let (mut file, mut part) = (File::open(&path).map_err(failed)?, vec![0; PART]);
        loop {
            match file.read(&mut part).map_err(failed)? {
                0 => return Ok(()),
                count => work(&part[..count])?,
            }
        }
    }

    fn damaged(&self, hash: &FileHash) -> StoreError {
        StoreError::broken(&Doing::ReadingFile { path: &self.path(hash) }, Found::OtherBytes)
    }

    fn path(&self, hash: &FileHash) -> PathBuf {
        self.folder.join(&hash.0[..FANOUT]).join(&hash.0)
    }
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
        assert!(matches!(files.get(&hash), Err(StoreError::Broken(_))));
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
