//! What is made of a version by a job: how that may fail.

use tagbridge_api::ErrorCode;
use tagbridge_store::StoreError;
use tagbridge_texts::{Coded, Message};

use super::Refusal;

use crate::logged::{Logged, event};

/// Suggested polling interval in seconds: the client's rate allows no more.
pub(super) const ASK_AGAIN_S: u64 = 5;

/// Why a job did not come to its end.
#[derive(Debug)]
pub(super) enum Undone {
    /// Another attempt would fail as well.
    Failed(Why),
    /// Another attempt may succeed.
    Postponed,
    /// The service is ending; the next one continues.
    Stopped,
}

/// Why nothing was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "service-made")]
pub(crate) enum Why {
    ThreeTimes,
    RunThreeTimes,
    NoRoom,
    Damaged,
    Unreadable,
    Fault,
}

impl Why {
    /// As it is stored.
    pub(super) fn json(self) -> String {
        format!("{:?}", self.message())
    }
}

/// A reason that was stored.
pub(super) fn read_why(json: &str) -> Message {
    Message::of_json(json).unwrap_or_else(|| (&Why::Fault).into())
}

impl From<StoreError> for Undone {
    fn from(error: StoreError) -> Self {
        event!(error, Logged::StoreFailed, %error);
        match error {
            error if error.lacks_room() => Self::Failed(Why::NoRoom),
            StoreError::Unavailable(_) | StoreError::Conflict(_) => Self::Postponed,
            StoreError::Broken(_) => Self::Failed(Why::Damaged),
        }
    }
}

/// What was refused has been written down.
impl From<Refusal> for Undone {
    fn from(refusal: Refusal) -> Self {
        match refusal.code() {
            ErrorCode::Unavailable => Self::Postponed,
            ErrorCode::ProjectUnreadable => Self::Failed(Why::Unreadable),
            _ => Self::Failed(Why::Fault),
        }
    }
}
