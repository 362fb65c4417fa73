//! ZIP archives, with limits against decompression bombs, and with names in the code pages of older tools.

use std::io::{Cursor, Read, Write};

use encoding_rs::IBM866;
use zip::{ZipArchive, ZipWriter, result::ZipError, write::SimpleFileOptions};

use super::{Found, MAX_BYTES, foreign, is_litter};
use crate::says::{Advice, Wrong};
use crate::{ProjectError, SourceFile, file::is_workbook};
use tagbridge_texts::{Coded, Message};

/// Maximum ratio of the size of a file to its packed size, if it is larger than `FREE_BYTES`.
/// Exported text packs to a fiftieth at best.
const MAX_RATIO: u64 = 200;
const FREE_BYTES: u64 = 1 << 20;

/// Whether bytes are a ZIP archive, but not a workbook, which is one, too.
pub(super) fn is_archive(bytes: &[u8]) -> bool {
    is_zip(bytes) && !is_workbook(bytes)
}

/// The files of an archive, by path. Projects of a vendor's tool, and archives, are left out if there are sources.
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

/// The path of an entry, with `/`. A name that is not UTF-8 is in the code page of the packing
/// computer: 866 if its letters are mostly Cyrillic there, otherwise 437, which the library
/// assumes.
fn path(raw: &[u8], assumed: Option<&str>) -> String {
    let text = match std::str::from_utf8(raw) {
        Ok(text) => text.to_owned(),
        Err(_) if raw.split(|byte| matches!(byte, b'/' | b'\\')).any(is_cyrillic) => {
            IBM866.decode_without_bom_handling(raw).0.into_owned()
        }
        Err(_) => {
            assumed.map_or_else(|| String::from_utf8_lossy(raw).into_owned(), ToOwned::to_owned)
        }
    };
    text.replace('\\', "/").trim_start_matches("./").trim_start_matches('/').to_owned()
}

/// Whether a name, without its extension, has more letters of code page 866 than Latin ones.
fn is_cyrillic(name: &[u8]) -> bool {
    let stem = name.iter().rposition(|byte| *byte == b'.').map_or(name, |dot| &name[..dot]);
    let count = |is: fn(&u8) -> bool| stem.iter().filter(|byte| is(byte)).count();
    let cyrillic = count(|byte| matches!(byte, 0x80..=0xAF | 0xE0..=0xF1));
    let high = count(|byte| !byte.is_ascii());
    cyrillic == high && high > count(u8::is_ascii_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn what_is_the_same_stays_as_it_is_packed() {
        let (same, big) = (b"TYPE".as_slice(), "DATA_BLOCK ".repeat(500));
        let old = packed(&[("b.scl", same), ("a.db", big.as_bytes()), ("c.udt", b"gone")]);
        let file =
            |path: &str, bytes: &[u8]| SourceFile { path: path.to_owned(), bytes: bytes.to_vec() };
        let files = [file("a.db", big.as_bytes()), file("b.scl", b"TYPE;"), file("d.scl", b"new")];
        let new = repack("a.zip", &old, &files).expect("an archive");
        let raw = |bytes: &[u8]| {
            let mut archive = ZipArchive::new(Cursor::new(bytes.to_vec())).unwrap();
            let mut entries = Vec::new();
            for index in 0..archive.len() {
                let mut packed = Vec::new();
                let mut entry = archive.by_index_raw(index).unwrap();
                entry.read_to_end(&mut packed).unwrap();
                let name = entry.name().unwrap().into_owned();
                entries.push((name, format!("{:?}", entry.last_modified()), packed));
            }
            entries
        };
        let (before, after) = (raw(&old), raw(&new));
        let names: Vec<&str> = after.iter().map(|it| it.0.as_str()).collect();
        assert_eq!(names, ["b.scl", "a.db", "d.scl"]);
        assert_eq!(after[1], before[1]);
        assert_eq!(after[0].1, before[0].1);
        let read = unpack("a.zip", &new).expect("an archive");
        assert_eq!(
            read.iter().map(|it| &it.bytes).collect::<Vec<_>>(),
            files.iter().map(|it| &it.bytes).collect::<Vec<_>>()
        );
    }

    fn refused(bytes: &[u8]) -> String {
        let error = unpack("a.zip", bytes).expect_err("is refused");
        format!("{error} | {}", error.remedy)
    }

    #[test]
    fn unpacks_files_sorted_without_litter() {
        let bytes =
            packed(&[("b\\x.scl", b"1"), ("a.db", b"2"), ("__MACOSX/a.db", b""), ("dir/", b"")]);
        assert!(is_archive(&bytes));
        let files = unpack("a.zip", &bytes).unwrap();
        let files: Vec<_> =
            files.iter().map(|file| (file.path.as_str(), file.bytes.as_slice())).collect();
        assert_eq!(files, [("a.db", b"2".as_slice()), ("b/x.scl", b"1")]);
    }

    #[test]
    fn a_workbook_is_one_file() {
        assert!(!is_archive(&packed(&[("xl/workbook.xml", b"<workbook/>")])));
    }

    #[test]
    fn refuses_what_would_blow_up_or_cannot_be_unpacked() {
        let inner = packed(&[("a.scl", b"1")]);
        let bomb = packed(&[("a.scl", &vec![0; 8 << 20])]);
        let whole = packed(&[("a.scl", b"FUNCTION")]);
        for (bytes, says) in [
            (packed(&[("inner.zip", &inner)]), "`inner.zip` is an archive inside the archive"),
            (bomb, "`a.scl` unpacks to more than 200 times its size"),
            (whole[..whole.len() / 2].to_vec(), "the ZIP archive is damaged"),
            (b"PK\x03\x04 and nothing else".to_vec(), "the ZIP archive is damaged"),
            (packed(&[("X/X.ap17", b"x")]), "a.zip: `X/X.ap17` in it: a TIA Portal project"),
        ] {
            let said = refused(&bytes);
            assert!(said.contains(says), "{said}");
        }
    }

    #[test]
    fn a_lie_about_the_size_is_noticed() {
        let mut bytes = packed(&[("a.scl", &[b'x'; 3000])]);
        let sizes: Vec<usize> = bytes
            .windows(4)
            .enumerate()
            .filter(|(_, window)| *window == 3000_u32.to_le_bytes())
            .map(|(at, _)| at)
            .collect();
        for at in sizes {
            bytes[at..at + 4].copy_from_slice(&10_u32.to_le_bytes());
        }
        assert!(refused(&bytes).contains("`a.scl`"), "{}", refused(&bytes));
    }

    #[test]
    fn understands_names_in_old_code_pages() {
        for (raw, assumed, shown) in [
            (b"PLC\\a.scl".as_slice(), "PLC\\a.scl", "PLC/a.scl"),
            ("PLC/Förder.scl".as_bytes(), "PLC/Förder.scl", "PLC/Förder.scl"),
            (b"Program/\x81\xAB\xAE\xAA.scl", "Program/ü½«¬.scl", "Program/Блок.scl"),
            (b"Gr\x94\xE1e.scl", "Größe.scl", "Größe.scl"),
        ] {
            assert_eq!(path(raw, Some(assumed)), shown);
        }
    }
}
