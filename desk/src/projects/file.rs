//! A project file that the user opened.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use tagbridge_project::{ProjectError, Source};
use uuid::Uuid;

use crate::{
    parsed_project::ParsedProject,
    problem::{Problem, Remedy},
    time::now,
    view::{Failure, FileSource, OpenProject, Vendor},
};

/// A project that was opened from a file on this computer.
#[derive(Debug, Clone)]
pub(crate) struct LocalProject {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) vendor: Vendor,
    pub(crate) file_type: String,
    pub(crate) file_name: String,
    pub(crate) bytes: u64,
    pub(crate) opened_at: f64,
    /// Its contents.
    pub(crate) book: ParsedProject,
    /// Its path on this computer.
    pub(crate) path: PathBuf,
}

impl LocalProject {
    /// Parses it, and stores uploaded bytes in the folder. Blocks.
    pub(crate) fn read(project: OpenProject, folder: &Path) -> Result<Self, Failure> {
        let id = format!("file-{}", Uuid::new_v4());
        match project.source {
            FileSource::Path(path) => Self::open(id, Path::new(&path)),
            FileSource::Bytes(text) => {
                let folder = folder.join(&id);
                let path =
                    folder.join(Path::new(&project.name).file_name().unwrap_or("project".as_ref()));
                let kept =
                    fs::create_dir_all(&folder).and_then(|()| fs::write(&path, bytes(&text)?));
                kept.map_err(|why| {
                    Failure::new("disk", &Problem::FileNotKept { why }, &Remedy::OpenAgain)
                })?;
                let opened = Self::open(id, &path);
                if opened.is_err() {
                    let _gone = fs::remove_dir_all(&folder);
                }
                opened
            }
        }
    }

    /// Parses a file of this computer. Blocks.
    pub(crate) fn open(id: String, path: &Path) -> Result<Self, Failure> {
        let source = Source::open(path).map_err(|error| refused(&error))?;
        let file_name = source.name.clone();
        let project = tagbridge_project::read(&source).map_err(|error| refused(&error))?;
        let bytes = source.files.iter().map(|it| it.bytes.len() as u64).sum();
        Ok(Self {
            id,
            vendor: project.vendor.into(),
            file_type: project.format.extension().to_owned(),
            file_name,
            path: path.to_owned(),
            bytes,
            opened_at: now(),
            name: project.name.clone(),
            book: ParsedProject::of(project),
        })
    }
}

fn bytes(text: &str) -> io::Result<Vec<u8>> {
    BASE64_STANDARD.decode(text).map_err(io::Error::other)
}

/// The error of a file that is not a project.
pub(crate) fn refused(error: &ProjectError) -> Failure {
    let why = error.what.clone();
    Failure::new("invalid", &Problem::FileNotRead { why }, error.remedy.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    const L5X: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" TargetName="LINE3_PLC" TargetType="Controller">
<Controller Use="Target" Name="LINE3_PLC" ProcessorType="1756-L83E" MajorRev="35" MinorRev="11">
<Tags><Tag Name="Speed" TagType="Base" DataType="REAL" ExternalAccess="Read/Write">
<Description><![CDATA[Main conveyor, m/s]]></Description></Tag>
<Tag Name="Count" TagType="Base" DataType="DINT" ExternalAccess="Read/Write"/></Tags>
</Controller></RSLogix5000Content>"#;

    fn open(name: &str, source: FileSource) -> Result<LocalProject, Failure> {
        let folder = tempfile::tempdir().unwrap();
        LocalProject::read(OpenProject { name: name.into(), source, add: false }, folder.path())
    }

    fn text(text: &str) -> FileSource {
        FileSource::Bytes(BASE64_STANDARD.encode(text))
    }

    #[test]
    fn a_project_is_what_its_file_says() {
        let it = open("line3.L5X", text(L5X)).expect("it reads");
        assert_eq!((it.name.as_str(), it.vendor), ("LINE3_PLC", Vendor::AllenBradley));
        assert_eq!((it.book.file.tags, it.book.file.with_comment), (2, 1));
        assert!(it.path.ends_with("line3.L5X"), "{}", it.path.display());
        assert_eq!(it.book.file.model.as_deref(), Some("1756-L83E"));
    }

    #[test]
    fn a_file_that_is_none_is_refused_with_what_to_do() {
        for (name, source) in [
            ("line3.docx", text("x")),
            ("line3.L5X", text("<RSLogix5000Content><")),
            ("line3.L5X", FileSource::Bytes("%%%".into())),
            ("line3.L5X", FileSource::Path("/no/such.L5X".into())),
        ] {
            let error = open(name, source).expect_err(name);
            assert!(!error.message.is_empty() && !error.remedy.is_empty(), "{error}");
        }
    }
}
