//! Incidents: recordings that are stored until the user deletes them, one file each.

use std::{
    fs,
    path::{Path, PathBuf},
};

use tagbridge_system::write_whole;

use crate::{
    error::RecordingError,
    export::export,
    incident::{Incident, ProjectFile},
    recording::Recording,
};

/// The extension of exported recordings.
pub const EXPORT_EXTENSION: &str = "tbrec";
/// The folder of incidents in a session's folder.
const FOLDER: &str = "incidents";

/// The incidents of a session.
#[derive(Debug, Clone)]
pub struct Incidents {
    folder: PathBuf,
}

impl Incidents {
    /// The incidents of the session with this folder, which may be missing.
    pub fn of(folder: &Path) -> Self {
        Self { folder: folder.join(FOLDER) }
    }

    /// All readable incidents, by number.
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
    /// No incident has this number, or it cannot be read.
    pub fn open(&self, number: u32) -> Result<Recording, RecordingError> {
        Recording::open(&self.path(number)).map_err(|error| match error {
            RecordingError::NotThere { .. } => RecordingError::NoIncident { number },
            other => other,
        })
    }

    /// The file of an incident, which is also its export.
    pub fn path(&self, number: u32) -> PathBuf {
        self.folder.join(format!("{number:04}.{EXPORT_EXTENSION}"))
    }

    /// The number of the next incident.
    pub fn next_number(&self) -> Result<u32, RecordingError> {
        Ok(self.numbers()?.last().map_or(1, |it| it + 1))
    }

    /// Writes or replaces an incident's file: the recording of its period.
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

    /// Imports a file as the next incident. It may be an exported recording without an incident.
    ///
    /// # Errors
    /// It is not a recording, it is empty, or it cannot be read or written.
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
    /// No incident has this number, or it cannot be read or written.
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
    /// No incident has this number, or it cannot be deleted.
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
