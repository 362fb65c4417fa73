//! Where a project's bytes come from: one file, or the files of a folder or an archive.

/// What is to be read as a project.
#[derive(Debug, Clone)]
pub struct Source {
    /// What it is called: a file's or a folder's name, without its path.
    pub name: String,
    /// One file for a single file; the files below for a folder or an archive.
    pub files: Vec<SourceFile>,
}

/// One file with its bytes.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// Its path inside of the folder or the archive, with `/`.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
}
