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

/// Whether bytes are a spreadsheet.
pub(crate) fn is_workbook(bytes: &[u8]) -> bool {
    ZipArchive::new(Cursor::new(bytes)).is_ok_and(|archive| {
        archive.file_names().any(|name| matches!(name, Ok(name) if name == "xl/workbook.xml"))
    })
}
