//! Incidents: recordings that are kept until a person deletes them, each a file of its own.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use tagbridge_api::Timestamp;
use tagbridge_system::write_whole;

use crate::{
    block::ZSTD_LEVEL, error::RecordingError, export::export, head::RecordedSession,
    recording::Recording,
};

/// What the names of exported recordings end with.
pub const EXPORT_EXTENSION: &str = "tbrec";
/// The folder of incidents in a session's folder.
const FOLDER: &str = "incidents";

/// What is known of an incident.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Incident {
    /// Counts from 1 in its session.
    pub number: u32,
    /// The session that it is of.
    #[serde(flatten)]
    pub of: RecordedSession,
    /// The name of its trigger.
    pub name: String,
    /// The tag that triggered it.
    pub tag: String,
    /// The start of the scan that triggered it.
    pub at: Timestamp,
    /// How much is kept: from here
    pub from: Timestamp,
    /// to here.
    pub until: Timestamp,
    /// The version of the project that was valid then; empty: not known.
    #[serde(default)]
    pub project_version: String,
    /// What a person wrote about it.
    #[serde(default)]
    pub note: String,
}

/// A project's file as it was when something was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectFile {
    /// The file's name.
    pub name: String,
    /// The id of the project's version.
    pub version: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The first line of a frame with a project.
#[derive(Serialize, Deserialize)]
struct Label {
    name: String,
    version: String,
}

impl ProjectFile {
    pub(crate) fn write(&self) -> std::io::Result<Vec<u8>> {
        let label = Label { name: self.name.clone(), version: self.version.clone() };
        let mut bytes = serde_json::to_vec(&label)?;
        bytes.push(b'\n');
        bytes.extend_from_slice(&self.bytes);
        zstd::encode_all(&bytes[..], ZSTD_LEVEL)
    }

    pub(crate) fn read(payload: &[u8]) -> Option<Self> {
        let bytes = zstd::decode_all(payload).ok()?;
        let end = bytes.iter().position(|it| *it == b'\n')?;
        let Label { name, version } = serde_json::from_slice(bytes.get(..end)?).ok()?;
        Some(Self { name, version, bytes: bytes.get(end + 1..)?.to_vec() })
    }
}

/// The incidents of a session.
#[derive(Debug, Clone)]
pub struct Incidents {
    folder: PathBuf,
}

impl Incidents {
    /// Of the session whose folder of recordings it is; there may be none.
    pub fn of(folder: &Path) -> Self {
        Self { folder: folder.join(FOLDER) }
    }

    /// All that can be read, by number.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn all(&self) -> Result<Vec<Incident>, RecordingError> {
        let numbers = self.numbers()?;
        Ok(numbers.into_iter().filter_map(|it| self.open(it).ok()?.incident()).collect())
    }

    /// The recording of an incident.
    ///
    /// # Errors
    /// There is none of that number, or it cannot be read.
    pub fn open(&self, number: u32) -> Result<Recording, RecordingError> {
        Recording::open(&self.path(number)).map_err(|error| match error {
            RecordingError::NotThere { .. } => RecordingError::NoIncident { number },
            other => other,
        })
    }

    /// The file of an incident, which is what is exported.
    pub fn path(&self, number: u32) -> PathBuf {
        self.folder.join(format!("{number:04}.{EXPORT_EXTENSION}"))
    }

    /// The number that the next one gets.
    pub fn next_number(&self) -> Result<u32, RecordingError> {
        Ok(self.numbers()?.last().map_or(1, |it| it + 1))
    }

    /// Writes an incident's file, or replaces it: what the recording has of its time.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn keep(
        &self,
        recording: &Recording,
        incident: &Incident,
        project: Option<&ProjectFile>,
    ) -> Result<(), RecordingError> {
        let times = (incident.from, incident.until);
        let bytes = export(recording, times, Some(incident), project)?;
        let path = self.path(incident.number);
        write_whole(&path, &bytes).map_err(RecordingError::file(&path))
    }

    /// Takes a file in as the next incident, also an exported recording that is of none.
    ///
    /// # Errors
    /// It is no recording or has nothing, or cannot be read or written.
    pub fn import(&self, file: &Path) -> Result<Incident, RecordingError> {
        let recording = Recording::open(file)?;
        let foreign = || RecordingError::Foreign { path: file.to_owned() };
        let (from, until) = recording.span().ok_or_else(foreign)?;
        let incident = recording.incident().unwrap_or_else(|| Incident {
            number: 0,
            of: recording.of().cloned().unwrap_or_default(),
            name: file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            tag: String::new(),
            at: from,
            from,
            until,
            project_version: recording.project().map(|it| it.version).unwrap_or_default(),
            note: String::new(),
        });
        let incident = Incident { number: self.next_number()?, ..incident };
        self.keep(&recording, &incident, recording.project().as_ref())?;
        Ok(incident)
    }

    /// Replaces the note of an incident.
    ///
    /// # Errors
    /// There is none of that number, or it cannot be read or written.
    pub fn note(&self, number: u32, note: &str) -> Result<Incident, RecordingError> {
        let recording = self.open(number)?;
        let missing = RecordingError::NoIncident { number };
        let incident = recording.incident().ok_or(missing)?;
        let incident = Incident { note: note.to_owned(), ..incident };
        self.keep(&recording, &incident, recording.project().as_ref())?;
        Ok(incident)
    }

    /// Deletes an incident.
    ///
    /// # Errors
    /// There is none of that number, or it cannot be deleted.
    pub fn delete(&self, number: u32) -> Result<(), RecordingError> {
        let path = self.path(number);
        fs::remove_file(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => RecordingError::NoIncident { number },
            _ => RecordingError::file(&path)(error),
        })
    }

    fn numbers(&self) -> Result<Vec<u32>, RecordingError> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(RecordingError::file(&self.folder)(error)),
        };
        let number = |it: &PathBuf| it.file_stem()?.to_str()?.parse().ok();
        let paths = entries.filter_map(|it| Some(it.ok()?.path()));
        let paths = paths.filter(|it| it.extension().is_some_and(|it| it == EXPORT_EXTENSION));
        let mut numbers: Vec<u32> = paths.filter_map(|it| number(&it)).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }
}
