//! A project file that a person opened.

use std::{collections::HashMap, path::Path, sync::Arc};

use base64::{Engine, prelude::BASE64_STANDARD};
use tagbridge_api::project::Vendor as ApiVendor;
use tagbridge_project::{Format, Place, Project, ProjectError, Source};
use uuid::Uuid;

use crate::{
    platform::vendor,
    table::TagNote,
    time::{now, small},
    view::{Failure, FileSource, OpenProject, ProjectFile, Vendor},
};

/// A project that was opened from a file on this computer.
#[derive(Debug, Clone)]
pub(crate) struct LocalProject {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) vendor: Vendor,
    pub(crate) platform: ApiVendor,
    pub(crate) file_type: String,
    pub(crate) file_name: String,
    pub(crate) bytes: u64,
    pub(crate) opened_at: f64,
    pub(crate) is_on_service: bool,
    pub(crate) file: ProjectFile,
    /// The names of its tags, as the platform writes them.
    pub(crate) tags: Vec<String>,
    pub(crate) notes: Arc<HashMap<String, TagNote>>,
}

impl LocalProject {
    /// Reads it. Blocks.
    pub(crate) fn read(it: OpenProject) -> Result<Self, Failure> {
        let source = match it.source {
            FileSource::Path(path) => Source::open(Path::new(&path)),
            FileSource::Bytes(text) => Source::of_bytes(&it.name, bytes(&text)?),
        };
        let source = source.map_err(|error| refused(&error))?;
        let project = tagbridge_project::read(&source).map_err(|error| refused(&error))?;
        let bytes = source.files.iter().map(|it| it.bytes.len() as u64).sum();
        Ok(Self {
            id: format!("file-{}", Uuid::new_v4()),
            vendor: vendor(project.vendor),
            platform: project.vendor,
            file_type: file_type(project.format).to_owned(),
            file_name: it.name,
            bytes,
            opened_at: now(),
            is_on_service: false,
            file: summary(&project),
            tags: project
                .tags
                .iter()
                .filter(|it| !matches!(it.place, Place::Nowhere { .. }))
                .map(|it| it.name.clone())
                .collect(),
            notes: Arc::new(notes(&project)),
            name: project.name,
        })
    }
}

fn file_type(format: Format) -> &'static str {
    match format {
        Format::L5x => "l5x",
        Format::Siemens => "zip",
        Format::CodesysExport => "export",
        Format::PlcOpenXml | Format::SymbolConfiguration => "xml",
    }
}

fn summary(project: &Project) -> ProjectFile {
    let commented = project.tags.iter().filter(|it| it.comment.is_some());
    ProjectFile {
        controller: project.controller.as_ref().map(|it| it.name.clone()),
        model: project.controller.as_ref().and_then(|it| it.model.clone()),
        tags: small(project.tags.len()),
        with_comment: small(commented.count()),
        notes: project.notes.iter().map(|it| format!("{}: {}", it.subject, it.text)).collect(),
    }
}

/// Comments and units by name; those of members and elements by the whole name.
fn notes(project: &Project) -> HashMap<String, TagNote> {
    let mut notes: HashMap<String, TagNote> = HashMap::new();
    for tag in &project.tags {
        if tag.comment.is_some() || tag.unit.is_some() {
            let it = notes.entry(tag.name.clone()).or_default();
            it.comment = tag.comment.clone().unwrap_or_default();
            it.unit = tag.unit.clone().unwrap_or_default();
        }
        for (operand, comment) in &tag.comments {
            notes.entry(format!("{}{operand}", tag.name)).or_default().comment.clone_from(comment);
        }
    }
    notes
}

fn bytes(text: &str) -> Result<Vec<u8>, Failure> {
    BASE64_STANDARD.decode(text).map_err(|error| {
        let message = format!("the project file did not arrive whole: {error}");
        Failure::new("invalid", message, "open it again")
    })
}

fn refused(error: &ProjectError) -> Failure {
    Failure::new(
        "invalid",
        format!("the project file cannot be read: {}", error.what),
        &*error.remedy,
    )
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
        LocalProject::read(OpenProject { name: name.into(), source, add: false })
    }

    fn text(text: &str) -> FileSource {
        FileSource::Bytes(BASE64_STANDARD.encode(text))
    }

    #[test]
    fn a_project_is_what_its_file_says() {
        let it = open("line3.L5X", text(L5X)).expect("it reads");
        assert_eq!((it.name.as_str(), it.vendor), ("LINE3_PLC", Vendor::AllenBradley));
        assert_eq!((it.file.tags, it.file.with_comment), (2, 1));
        assert_eq!(it.tags, ["Speed", "Count"]);
        assert_eq!(it.notes["Speed"].comment, "Main conveyor, m/s");
        assert_eq!(it.file.model.as_deref(), Some("1756-L83E"));
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
