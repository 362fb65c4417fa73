//! The data of an incident, and the project that is stored with it.

use serde::{Deserialize, Serialize};
use tagbridge_api::Timestamp;

use crate::{frame::ZSTD_LEVEL, head::RecordedSession};

/// The data of an incident.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Incident {
    /// Counts from 1 in its session.
    pub number: u32,
    /// Its session.
    #[serde(flatten)]
    pub of: RecordedSession,
    /// The name of its trigger.
    pub name: String,
    /// The tag that triggered it.
    pub tag: String,
    /// The start of the scan that triggered it.
    pub at: Timestamp,
    /// The start of the stored period.
    pub from: Timestamp,
    /// The end of the stored period.
    pub until: Timestamp,
    /// The version of the project at that time; empty: not known.
    #[serde(default)]
    pub project_version: String,
    /// The user's note.
    #[serde(default)]
    pub note: String,
}

/// A project's file at the time of the incident.
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
        zstd::bulk::compress(&bytes, ZSTD_LEVEL)
    }

    pub(crate) fn read(payload: &[u8]) -> Option<Self> {
        let bytes = zstd::decode_all(payload).ok()?;
        let end = bytes.iter().position(|it| *it == b'\n')?;
        let Label { name, version } = serde_json::from_slice(bytes.get(..end)?).ok()?;
        Some(Self { name, version, bytes: bytes.get(end + 1..)?.to_vec() })
    }
}
