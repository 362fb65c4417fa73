//! Selects the recording of a command: a session's, one of its incidents, or an exported file.

use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use serde::{
    Deserialize,
    de::{
        IntoDeserializer,
        value::{self, StrDeserializer},
    },
};
use tagbridge_api::Timestamp;
use tagbridge_bridge::{Library, RecordingFolder};
use tagbridge_recording::{Incidents, ProjectFile, Recording, RecordingError};
use tagbridge_texts::Message;

use crate::{
    failure::{Exit, Failure},
    messages::{BadValue, Cannot, Do, ReasonText},
    output::Output,
    verbs::folder::{Folder, not_there},
};

/// The recording that is read.
#[derive(Args)]
pub(crate) struct Recorded {
    /// The session of the recording [default: the session with a recording, if there is only one].
    #[arg(long, value_name = "NAME")]
    session: Option<String>,

    /// Read this incident of the session instead: its number, as `tagbridge incident list` shows
    /// it.
    #[arg(long, value_name = "NUMBER")]
    incident: Option<u32>,

    /// Read this exported recording instead: a .tbrec file.
    #[arg(long = "file", id = "recorded_file", value_name = "FILE", conflicts_with_all = ["session", "incident", "data", "config"])]
    file: Option<PathBuf>,

    #[command(flatten)]
    folder: Folder,
}

impl Recorded {
    /// Opens the recording.
    pub(crate) fn open(&self, output: Output) -> Result<Recording, Failure> {
        if let Some(file) = &self.file {
            return Recording::open(file).map_err(|error| unreadable(&error));
        }
        let folder = self.folder(output)?;
        let opened = match self.incident {
            Some(number) => Incidents::of(&folder.path).open(number),
            None => Recording::open(&folder.path),
        };
        opened.map_err(|error| unreadable(&error))
    }

    /// The bridge's copy of the project's file.
    pub(crate) fn project(&self, recording: &Recording, output: Output) -> Option<ProjectFile> {
        let data = self.folder(output).ok()?.path.parent()?.to_owned();
        let copy = Library::copy_in(&data, &recording.of()?.project)?;
        Some(ProjectFile { name: copy.file_name, version: copy.version_id, bytes: copy.bytes })
    }

    /// The folder of the session's recording.
    pub(crate) fn folder(&self, output: Output) -> Result<RecordingFolder, Failure> {
        one(all(&self.folder, output)?, self.session.as_deref())
    }
}

/// The recordings in a bridge's data folder.
pub(crate) fn all(of: &Folder, output: Output) -> Result<Vec<RecordingFolder>, Failure> {
    let data = of.bridge(output)?;
    RecordingFolder::all(&data).or_else(|error| match error.kind() {
        // Before its first start a bridge has no recording.
        ErrorKind::NotFound if of.is_configured() => Ok(Vec::new()),
        ErrorKind::NotFound | ErrorKind::NotADirectory => Err(not_there(&data)),
        _ => {
            let what = Cannot::LookInto { folder: &data };
            Err(Failure::new(Exit::Refused, &what, Message::system(&error), &Do::SameUser))
        }
    })
}

/// The recording of this session, or the only one.
pub(crate) fn one(
    mut all: Vec<RecordingFolder>,
    session: Option<&str>,
) -> Result<RecordingFolder, Failure> {
    let names: Vec<&str> = all.iter().map(|it| it.session.as_str()).collect();
    let sessions = names.join(", ");
    let place = match session {
        Some(name) => names.iter().position(|it| *it == name),
        None if all.len() == 1 => Some(0),
        None => None,
    };
    if let Some(place) = place {
        return Ok(all.swap_remove(place));
    }
    let what = match session {
        Some(session) => Cannot::FindRecording { session },
        None => Cannot::ChooseRecording,
    };
    if names.is_empty() {
        return Err(Failure::new(
            Exit::Usage,
            &what,
            &ReasonText::NothingRecorded,
            &Do::StartBridge,
        ));
    }
    let why = ReasonText::RecordingsOf { sessions: &sessions };
    Err(Failure::new(Exit::Usage, &what, &why, &Do::NameRecording))
}

/// The folder of a session's recording, even if it does not exist yet.
pub(crate) fn folder_of(
    of: &Folder,
    session: &str,
    output: Output,
) -> Result<RecordingFolder, Failure> {
    Ok(RecordingFolder::of(&of.bridge(output)?, session))
}

/// The error of a recording that cannot be read.
pub(crate) fn unreadable(error: &RecordingError) -> Failure {
    let (exit, remedy) = match error {
        RecordingError::NotThere { .. } => (Exit::Usage, Do::StartBridge),
        RecordingError::NoIncident { .. } => (Exit::Usage, Do::SeeIncidents),
        RecordingError::Foreign { .. } => (Exit::Usage, Do::ExportRecording),
        RecordingError::Newer { .. } => (Exit::Refused, Do::SameUserAndVersion),
        RecordingError::File { .. } => (Exit::Ours, Do::SameUserAndVersion),
    };
    let what = match error {
        RecordingError::NoIncident { .. } => Cannot::FindIncident,
        _ => Cannot::ReadRecording,
    };
    Failure::new(exit, &what, error, &remedy)
}

/// Parses a moment: `2026-01-01T06:00:00Z` with any offset, `now`, or `10m ago`.
pub(crate) fn moment(text: &str) -> Result<Timestamp, BadValue> {
    let text = text.trim();
    if text == "now" {
        return Ok(Timestamp::now());
    }
    if let Some(ago) = text.strip_suffix("ago") {
        let ago: Duration =
            humantime::parse_duration(ago.trim()).map_err(|_| BadValue::NoMoment)?;
        return Ok(Timestamp::now().saturating_sub(ago));
    }
    let text: StrDeserializer<'_, value::Error> = text.into_deserializer();
    Timestamp::deserialize(text).map_err(|_| BadValue::NoMoment)
}

/// The names of a recording that match the given patterns; all without a pattern. A name without a
/// match is returned unchanged, and is reported as not recorded.
pub(crate) fn chosen(recording: &Recording, patterns: &[String]) -> Vec<String> {
    let names = recording.names();
    if patterns.is_empty() {
        return names.iter().map(ToString::to_string).collect();
    }
    let mut found: Vec<String> = Vec::new();
    for pattern in patterns {
        let matching = wildmatch::WildMatch::new(pattern);
        let matches = names.iter().filter(|it| matching.matches(it));
        let before = found.len();
        found.extend(matches.map(ToString::to_string));
        if found.len() == before {
            found.push(pattern.clone());
        }
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|it| seen.insert(it.clone()));
    found
}

/// Whether a file is an exported recording by its name.
pub(crate) fn is_export(file: &Path) -> bool {
    file.extension().is_some_and(|it| it == tagbridge_recording::EXPORT_EXTENSION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_a_time_or_how_long_ago() {
        let now = Timestamp::now().as_millis();
        let millis = |text: &str| moment(text).ok().map(Timestamp::as_millis);
        assert_eq!(millis("1970-01-01T01:00:01+01:00"), Some(1000));
        let ago = millis("10m ago").expect("it is one");
        assert!((now - 600_000..now - 590_000).contains(&ago));
        assert!(millis("now").is_some_and(|it| it >= now));
        for text in ["", "ago", "yesterday", "10", "-5m"] {
            assert_eq!(millis(text), None, "{text}");
        }
    }

    #[test]
    fn a_session_is_needed_where_there_are_several() {
        let of = |name: &str| RecordingFolder { session: name.into(), path: name.into() };
        assert_eq!(one(vec![of("a")], None).map(|it| it.session).ok().as_deref(), Some("a"));
        assert_eq!(one(vec![of("a"), of("b")], Some("b")).ok().map(|it| it.path), Some("b".into()));
        let failure = one(vec![of("a"), of("b")], None).unwrap_err();
        let text = failure.lines(tagbridge_texts::Language::English);
        assert!(text.contains("a, b") && text.contains("--session"), "{text}");
        assert_eq!(one(Vec::new(), None).unwrap_err().exit, Exit::Usage);
    }
}
