//! The session and the project of a recording.

use serde::{Deserialize, Serialize};

/// The version of the files' format.
pub(crate) const FORMAT: u32 = 1;

/// The session and the project of a recording.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedSession {
    /// The session's name.
    pub session: String,
    /// The id of its project.
    pub project: String,
}

/// The payload of a file's first frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) format: u32,
    #[serde(flatten)]
    pub(crate) of: RecordedSession,
}

impl Head {
    pub(crate) fn new(of: &RecordedSession) -> Self {
        Self { format: FORMAT, of: of.clone() }
    }

    pub(crate) fn write(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    pub(crate) fn read(payload: &[u8]) -> Option<Self> {
        serde_json::from_slice(payload).ok()
    }
}
