//! The source of a project's bytes: one file, or the files of a folder or an archive.

mod archive;
mod foreign;

use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use crate::{
    ProjectError, SourceFile, detect,
    says::{Advice, Wrong},
};
use tagbridge_texts::Message;

/// Maximum size of all files, in bytes. A project with 100,000 tags has 60 MB.
const MAX_BYTES: u64 = 256 << 20;
/// Maximum number of files in a folder or an archive.
const MAX_FILES: usize = 20_000;
/// Maximum nesting of folders.
const MAX_DEPTH: usize = 32;

/// The files of a project.
#[derive(Debug, Clone)]
pub struct Source {
    /// The name of the file or the folder, without its path.
    pub name: String,
    /// A single file; or the files of a folder or an archive, sorted by path.
    pub files: Vec<SourceFile>,
    /// SHA-256 in hexadecimal digits: of the bytes of a file or an archive, or of the paths and
    /// contents of a folder, in the order of the paths.
    pub hash: String,
}

impl Source {
    /// Opens a file, an archive or a folder. A folder with one archive and no source is that archive.
    ///
    /// Returns an error if it cannot be read, exceeds 256 MB or 20,000 files, or is a binary project of a
    /// vendor's tool; the remedy says what to export. It is left out if there are sources, too.
    pub fn open(path: &Path) -> Result<Self, ProjectError> {
        let name = path
            .canonicalize()
            .ok()
            .and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
            .unwrap_or_else(|| path.display().to_string());
        let metadata = fs::metadata(path).map_err(|error| unreadable(&name, &error))?;
        if metadata.is_dir() {
            return Self::of_folder(name, path);
        }
        foreign::check(&name)?;
        if !metadata.is_file() {
            return Err(ProjectError::new(name, &Wrong::NoFileNorFolder, &Advice::NameProject));
        }
        if metadata.len() > MAX_BYTES {
            return Err(too_large(&name));
        }
        let bytes = fs::read(path).map_err(|error| unreadable(&name, &error))?;
        Self::of_bytes(name, bytes)
    }

    /// Uses the bytes of one file, and unpacks an archive. `name` is the name of the file.
    pub fn of_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, ProjectError> {
        let name = name.into();
        foreign::check(&name)?;
        let hash = hexadecimal(&Sha256::digest(&bytes));
        let files = if archive::is_archive(&bytes) {
            archive::unpack(&name, &bytes)?
        } else {
            vec![SourceFile { path: name.clone(), bytes }]
        };
        Ok(Self { name, files, hash })
    }

    /// Combines all files into one, as a service stores them, and its name: a single file unchanged, the
    /// files of a folder or an archive as a ZIP archive. The same files always give the same bytes.
    pub fn into_one_file(mut self) -> Result<(String, Vec<u8>), ProjectError> {
        match self.files.as_mut_slice() {
            [file] if file.path == self.name => Ok((self.name, std::mem::take(&mut file.bytes))),
            files => {
                let bytes = archive::pack(&self.name, files)?;
                let is_named = self.name.to_ascii_lowercase().ends_with(".zip");
                let name = if is_named { self.name } else { format!("{}.zip", self.name) };
                Ok((name, bytes))
            }
        }
    }

    /// As [`into_one_file`](Self::into_one_file), but like the original archive: unchanged files
    /// keep their packed bytes, and changed files keep their place and time.
    pub fn into_file_like(self, original: &Path) -> Result<(String, Vec<u8>), ProjectError> {
        if original.is_file() {
            let bytes = fs::read(original).map_err(|error| unreadable(&self.name, &error))?;
            if archive::is_archive(&bytes) {
                return Ok((self.name.clone(), archive::repack(&self.name, &bytes, &self.files)?));
            }
        }
        self.into_one_file()
    }

    fn of_folder(name: String, root: &Path) -> Result<Self, ProjectError> {
        let mut found = Found::default();
        let mut folders = vec![(root.to_owned(), 0)];
        while let Some((folder, depth)) = folders.pop() {
            let entries = fs::read_dir(&folder)
                .and_then(Iterator::collect::<io::Result<Vec<_>>>)
                .map_err(|error| {
                let inside = format!("{name}/{}", relative(root, &folder));
                unreadable(inside.trim_end_matches('/'), &error)
            })?;
            for entry in entries {
                let path = entry.path();
                let shown = relative(root, &path);
                let failed = |error: io::Error| unreadable(&shown, &error);
                // A symbolic link may lead out of the folder, or back to it.
                let kind = entry.file_type().map_err(failed)?;
                if kind.is_dir() && depth < MAX_DEPTH && !is_litter(&shown) {
                    folders.push((path, depth + 1));
                } else if kind.is_file() && !is_litter(&shown) {
                    if let Err(why) = foreign::check(&shown) {
                        found.left_out.get_or_insert(why);
                        continue;
                    }
                    found.take(&name, entry.metadata().map_err(failed)?.len())?;
                    let bytes = fs::read(&path).map_err(failed)?;
                    found.files.push(SourceFile { bytes, path: shown });
                }
            }
        }
        if let Some(archive) = found.only_archive() {
            return Self::of_bytes(archive.path, archive.bytes);
        }
        let files = found.sorted()?;
        let mut hash = Sha256::new();
        for file in &files {
            // Lengths separate the parts, so that different folders never hash the same stream.
            for part in [file.path.as_bytes(), &file.bytes] {
                hash.update((part.len() as u64).to_be_bytes());
                hash.update(part);
            }
        }
        Ok(Self { name, files, hash: hexadecimal(&hash.finalize()) })
    }
}

/// The files of a folder or an archive.
#[derive(Debug, Default)]
struct Found {
    files: Vec<SourceFile>,
    /// Why the first file that was left out cannot be read.
    left_out: Option<ProjectError>,
    /// The used part of the limits: number of files and bytes.
    used: (usize, u64),
}

impl Found {
    /// Counts a file of this size.
    fn take(&mut self, name: &str, bytes: u64) -> Result<(), ProjectError> {
        self.used = (self.used.0 + 1, self.used.1.saturating_add(bytes));
        let exceeded = match self.used {
            (_, bytes) if bytes > MAX_BYTES => too_large(name),
            (files, _) if files > MAX_FILES => {
                let what = Wrong::TooManyFiles { most: MAX_FILES };
                ProjectError::new(name, &what, &Advice::GiveSources)
            }
            _ => return Ok(()),
        };
        // A project of a vendor's tool is large, and it explains more.
        Err(self.left_out.take().unwrap_or(exceeded))
    }

    fn has_source(&self) -> bool {
        self.files.iter().any(|file| detect::is_source(&file.path, &file.bytes))
    }

    /// The archive, if there is one and no source.
    fn only_archive(&mut self) -> Option<SourceFile> {
        let mut archives =
            (0..self.files.len()).filter(|at| archive::is_archive(&self.files[*at].bytes));
        let only = archives.next().filter(|_| archives.next().is_none())?;
        (!self.has_source()).then(|| self.files.swap_remove(only))
    }

    /// The files by path. Returns an error if one was left out and there is no source.
    fn sorted(mut self) -> Result<Vec<SourceFile>, ProjectError> {
        if let Some(why) = self.left_out.take().filter(|_| !self.has_source()) {
            return Err(why);
        }
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(self.files)
    }
}

fn too_large(name: &str) -> ProjectError {
    ProjectError::new(name, &Wrong::TooLarge { megabytes: MAX_BYTES >> 20 }, &Advice::InParts)
}

fn unreadable(name: &str, error: &io::Error) -> ProjectError {
    let what = Wrong::Unreadable { why: Message::system(error) };
    ProjectError::new(name, &what, &Advice::CheckPath)
}

fn relative(root: &Path, path: &Path) -> String {
    let path: PathBuf = path.strip_prefix(root).unwrap_or(path).to_owned();
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Whether a file belongs to the operating system or to version control, or is an editor's copy:
/// `Main.scl.orig`, `Line.L5X~`.
fn is_litter(path: &str) -> bool {
    const COPIES: [&str; 6] = [".orig", ".bak", ".rej", ".swp", ".tmp", "~"];
    path.split('/').any(|part| {
        matches!(part, "__MACOSX" | "Thumbs.db" | "desktop.ini")
            || part.starts_with('.')
            || COPIES.iter().any(|end| part.to_ascii_lowercase().ends_with(end))
    })
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, content) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        root
    }

    fn open(root: &tempfile::TempDir) -> Source {
        Source::open(root.path()).unwrap_or_else(|error| panic!("{error}"))
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_no_file() {
        let error = Source::open(Path::new("/dev/zero")).expect_err("it never ends");
        assert_eq!(error.what.to_string(), "is neither a file nor a folder");
    }

    #[test]
    fn a_folder_is_its_files_sorted_without_litter() {
        let root = folder(&[
            ("b/x.scl", "1"),
            ("a.db", "2"),
            (".git/config", ""),
            ("b/.x", ""),
            ("b/x.scl.orig", ""),
            ("a.db.BAK", ""),
            ("a.db~", ""),
        ]);
        let source = open(&root);
        let paths: Vec<&str> = source.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["a.db", "b/x.scl"]);
        assert_eq!(Some(source.name.as_str()), root.path().file_name().unwrap().to_str());
    }

    #[test]
    fn what_only_a_vendor_s_tool_reads_is_left_out_beside_sources() {
        let l5x = "<RSLogix5000Content/>";
        let beside = open(&folder(&[("Line.ACD", "binary"), ("Line.L5X", l5x)]));
        assert_eq!(beside.files.len(), 1);
        let alone = Source::open(folder(&[("Line.ACD", ""), ("notes.txt", "x")]).path());
        assert!(alone.unwrap_err().to_string().contains("Studio 5000"));

        let packed = |files: &[(&str, &[u8])]| {
            let files: Vec<SourceFile> = files
                .iter()
                .map(|(path, bytes)| SourceFile { path: (*path).to_owned(), bytes: bytes.to_vec() })
                .collect();
            archive::pack("a.zip", &files).unwrap()
        };
        let inner = packed(&[("Line.L5X", l5x.as_bytes())]);
        let whole =
            packed(&[("Line.L5X", l5x.as_bytes()), ("Line.ACD", b"x"), ("old.zip", &inner)]);
        let source = Source::of_bytes("a.zip", whole.clone()).unwrap();
        assert_eq!(source.files.len(), 1);
        let changed = Source {
            files: vec![SourceFile { bytes: b"new".to_vec(), ..source.files[0].clone() }],
            ..source
        };
        let root = folder(&[]);
        let path = root.path().join("a.zip");
        fs::write(&path, &whole).unwrap();
        let (_, again) = changed.into_file_like(&path).unwrap();
        assert!(
            again.windows(8).any(|bytes| bytes == b"Line.ACD"),
            "what was left out stays in the archive"
        );
        for (files, says) in
            [([("old.zip", inner.as_slice())], "old.zip"), ([("Line.ap17", b"x")], "TIA Portal")]
        {
            let error = Source::of_bytes("a.zip", packed(&files)).unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
        }
    }

    #[test]
    fn a_folder_with_one_archive_alone_is_that_archive() {
        let root = folder(&[("readme.txt", "x")]);
        let file = SourceFile { path: "F.scl".to_owned(), bytes: b"FUNCTION_BLOCK".to_vec() };
        let bytes = archive::pack("p.zip", &[file]).unwrap();
        fs::write(root.path().join("Plant.zip"), bytes).unwrap();
        let source = open(&root);
        assert_eq!((source.name.as_str(), source.files[0].path.as_str()), ("Plant.zip", "F.scl"));
    }

    #[test]
    fn a_folder_s_hash_tells_its_paths_and_contents() {
        let hash = |files| open(&folder(files)).hash;
        let one = hash(&[("a.db", "12"), ("b.db", "3")]);
        assert_eq!(one, hash(&[("b.db", "3"), ("a.db", "12"), (".git/x", "other")]));
        assert_ne!(one, hash(&[("a.db", "1"), ("b.db", "23")]));
        assert_ne!(one, hash(&[("a.db", "12"), ("c.db", "3")]));
    }

    #[test]
    fn a_file_s_hash_is_that_of_its_bytes() {
        let source = Source::of_bytes("a.L5X", b"abc".to_vec()).unwrap();
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(source.hash, abc);
    }

    #[test]
    fn becomes_one_file_that_is_the_same_again() {
        let root = folder(&[("b/Блок.scl", "TYPE"), ("a.db", "DATA_BLOCK")]);
        let (name, bytes) = open(&root).into_one_file().unwrap();
        assert_eq!(open(&root).into_one_file().unwrap().1, bytes);
        let again = Source::of_bytes(name, bytes).unwrap();
        let files: Vec<_> =
            again.files.iter().map(|file| (file.path.as_str(), file.bytes.as_slice())).collect();
        assert_eq!(files, [("a.db", b"DATA_BLOCK".as_slice()), ("b/Блок.scl", b"TYPE")]);
        let single = Source::of_bytes("a.L5X", b"abc".to_vec()).unwrap();
        assert_eq!(single.into_one_file(), Ok(("a.L5X".to_owned(), b"abc".to_vec())));
    }

    #[test]
    fn says_what_is_missing() {
        let error = Source::open(Path::new("/nowhere/at/all.L5X")).unwrap_err();
        assert!(error.to_string().contains("all.L5X: cannot be read (No such file"), "{error}");
    }
}
