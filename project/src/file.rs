//! A file of a project.

use std::io::Cursor;

use zip::ZipArchive;

/// A file with its bytes.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// Its path in the folder or the archive, with `/`.
    pub path: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// Maximum ratio of the size of a file to its packed size, if it is larger than `FREE_BYTES`.
/// Exported text packs to a fiftieth at best.
const MAX_RATIO: u64 = 200;
const FREE_BYTES: u64 = 1 << 20;

/// Whether bytes are a ZIP archive, but not a workbook, which is one, too.
pub(super) fn is_archive(bytes: &[u8]) -> bool {
    is_zip(bytes) && !is_workbook(bytes)
}

/// The files of an archive, by path. Projects of a vendor's tool and archives beside sources are left out.
pub(super) fn unpack(name: &str, bytes: &[u8]) -> Result<Vec<SourceFile>, ProjectError> {
    let broken = |error: &ZipError| {
        let what = Wrong::Archive { why: &error.to_string() };
        ProjectError::new(name, &what, &Advice::CopyOrPack)
    };
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
    let mut found = Found::default();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| match error {
            ZipError::UnsupportedArchive(why) => {
                ProjectError::new(name, &Wrong::ArchiveMethod { why }, &Advice::PackPlainly)
            }
            error => broken(&error),
        })?;
        let path = path(entry.name_raw(), entry.name().ok().as_deref());
        if entry.is_dir() || is_litter(&path) {
            continue;
        }
        if let Err(error) = foreign::check(&path) {
            found.left_out.get_or_insert(in_archive(name, error));
            continue;
        }
        let size = entry.size();
        if size > FREE_BYTES && size / MAX_RATIO > entry.compressed_size() {
            let what = Wrong::Unpacks { path: &path, ratio: MAX_RATIO };
            return Err(ProjectError::new(name, &what, &Advice::PackExported));
        }
        found.take(name, size)?;
        let mut content = Vec::new();
        // The declared size may be wrong.
        let read = entry.by_ref().take(MAX_BYTES.min(size) + 1).read_to_end(&mut content);
        read.map_err(|error| {
            let what = Wrong::ArchivedFile { path: &path, why: Message::system(&error) };
            ProjectError::new(name, &what, &Advice::CopyOrPack)
        })?;
        if content.len() as u64 > size {
            let what = Wrong::LargerThanSaid { path: &path };
            return Err(ProjectError::new(name, &what, &Advice::PackAgain));
        }
        if is_archive(&content) {
            let what = Wrong::ArchiveInside { path: &path };
            found.left_out.get_or_insert(ProjectError::new(name, &what, &Advice::Unpack));
            continue;
        }
        found.files.push(SourceFile { path, bytes: content });
    }
    found.sorted()
}

/// Packs files into an archive, without times.
pub(super) fn pack(name: &str, files: &[SourceFile]) -> Result<Vec<u8>, ProjectError> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    files
        .iter()
        .try_for_each(|file| {
            writer.start_file(file.path.as_str(), options)?;
            writer.write_all(&file.bytes).map_err(ZipError::from)
        })
        .and_then(|()| writer.finish())
        .map(Cursor::into_inner)
        .map_err(|error| {
            let what = Wrong::NotPacked { why: &error.to_string() };
            ProjectError::new(name, &what, &Advice::PackYourself)
        })
}

/// Replaces the files of the archive. Unchanged files keep their packed bytes, name, time and
/// order; changed files keep their name and time; new files are added at the end.
pub(super) fn repack(
    name: &str,
    bytes: &[u8],
    files: &[SourceFile],
) -> Result<Vec<u8>, ProjectError> {
    let known = unpack(name, bytes)?;
    let find = |all: &[SourceFile], path: &str| all.iter().position(|it| it.path == path);
    let write = || -> Result<Vec<u8>, ZipError> {
        let mut archive = ZipArchive::new(Cursor::new(bytes))?;
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for index in 0..archive.len() {
            let entry = archive.by_index(index)?;
            let path = path(entry.name_raw(), entry.name().ok().as_deref());
            let old = find(&known, &path).filter(|_| !entry.is_dir());
            let new = find(files, &path);
            match (old, new) {
                (Some(old), Some(new)) if known[old].bytes != files[new].bytes => {
                    let options = SimpleFileOptions::default()
                        .compression_method(entry.compression())
                        .last_modified_time(entry.last_modified().unwrap_or_default());
                    drop(entry);
                    writer.start_file(path.as_str(), options)?;
                    writer.write_all(&files[new].bytes)?;
                }
                // The file was deleted.
                (Some(_), None) => {}
                _ => writer.raw_copy_file(entry)?,
            }
        }
        for file in files.iter().filter(|it| find(&known, &it.path).is_none()) {
            writer.start_file(file.path.as_str(), SimpleFileOptions::default())?;
            writer.write_all(&file.bytes)?;
        }
        Ok(writer.finish()?.into_inner())
    };
    write().map_err(|error| {
        let what = Wrong::NotPacked { why: &error.to_string() };
        ProjectError::new(name, &what, &Advice::PackYourself)
    })
}

fn in_archive(name: &str, mut error: ProjectError) -> ProjectError {
    let (path, why) = (error.place.file.as_str(), error.what);
    error.what = Wrong::Inside { path, why }.message();
    name.clone_into(&mut error.place.file);
    error
}

fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Whether bytes are a spreadsheet.
pub(crate) fn is_workbook(bytes: &[u8]) -> bool {
    ZipArchive::new(Cursor::new(bytes)).is_ok_and(|archive| {
        archive.file_names().any(|name| matches!(name, Ok(name) if name == "xl/workbook.xml"))
    })
}
