//! The files of a support bundle, for the preview and the archive.

use std::{
    io::{Cursor, Write as _},
    path::Path,
};

use tagbridge_api::Timestamp;
use tagbridge_system::{computer, free_bytes, total_bytes};
use tagbridge_texts::{Coded, Message};
use zip::{ZipWriter, write::SimpleFileOptions};

use super::{BundleText, scrubber::Scrubber};
use crate::{
    problem::{Problem, Remedy},
    time::count,
    view::{Bundle, BundleFile, Failure, Removed},
};

/// Maximum size of a file's preview, in bytes.
const SHOWN: usize = 64 << 10;

/// The files of a support bundle, without secrets.
#[derive(Debug)]
pub struct Contents {
    files: Vec<Content>,
    removed: Vec<Removed>,
}

/// A file of the archive.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) name: String,
    pub(super) about: Message,
    pub(super) text: String,
}

impl Content {
    pub(super) fn new(
        name: impl Into<String>,
        about: &BundleText,
        text: impl Into<String>,
    ) -> Self {
        Self { name: name.into(), about: about.message(), text: text.into() }
    }

    pub(super) fn json(name: &str, about: &BundleText, document: &impl serde::Serialize) -> Self {
        Self::new(name, about, serde_json::to_string_pretty(document).unwrap_or_default())
    }
}

impl Contents {
    /// Removes all secret texts from all files.
    pub(super) fn clean(mut files: Vec<Content>, mut scrubber: Scrubber) -> Self {
        for it in &mut files {
            it.text = scrubber.clean(&it.text);
        }
        Self { files, removed: scrubber.removed() }
    }

    /// The preview of a bundle, before it is saved.
    pub fn preview(&self) -> Bundle {
        let files = self.files.iter().map(|it| BundleFile {
            name: it.name.clone(),
            about: it.about.to_string(),
            said: it.about.clone(),
            bytes: count(it.text.len() as u64),
            text: it.text[..it.text.floor_char_boundary(SHOWN)].to_owned(),
        });
        let bytes = self.files.iter().map(|it| it.text.len() as u64).sum();
        let (files, removed) = (files.collect(), self.removed.clone());
        Bundle { files, removed, bytes: count(bytes), trace_bytes: None }
    }

    /// The bundle as a ZIP archive.
    pub fn archive(&self) -> Result<Vec<u8>, Failure> {
        let pack = || {
            let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
            for it in &self.files {
                zip.start_file(&it.name, SimpleFileOptions::default())?;
                zip.write_all(it.text.as_bytes())?;
            }
            zip.finish()
        };
        let packed = pack().map_err(|error: zip::result::ZipError| {
            let why = error.to_string();
            Failure::new("internal", &Problem::BundleNotPacked { why }, &Remedy::TryAgain)
        });
        packed.map(Cursor::into_inner)
    }

    /// Saves it as a ZIP archive.
    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        std::fs::write(path, self.archive()?).map_err(|why| {
            let path = path.to_owned();
            Failure::new("disk", &Problem::BundleNotSaved { path, why }, &Remedy::AnotherFolder)
        })
    }
}

/// The file name of today's bundle.
pub fn file_name() -> String {
    let day = Timestamp::now().get().strftime("%Y-%m-%d").to_string();
    format!("tagbridge-support-{day}.zip")
}

/// The beginning of the file name of every bundle.
pub(super) fn versions(data: &Path) -> Content {
    let document = serde_json::json!({
        "tagbridge": env!("CARGO_PKG_VERSION"),
        "system": std::env::consts::OS,
        "system_version": computer::system_version(),
        "processor": std::env::consts::ARCH,
        "processors": std::thread::available_parallelism().ok(),
        "memory_bytes": computer::memory_bytes(),
        "disk_bytes": total_bytes(data),
        "free_disk_bytes": free_bytes(data),
        "time_zone": computer::time_zone(),
        "made_at": Timestamp::now(),
    });
    Content::json("versions.json", &BundleText::Versions, &document)
}
