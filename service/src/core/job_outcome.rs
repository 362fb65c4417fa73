//! The failures of jobs for a version.

use tagbridge_api::ErrorCode;
use tagbridge_store::StoreError;
use tagbridge_texts::{Coded, Message};

use super::Refusal;

use crate::log_message::{LogMessage, event};

/// Suggested polling interval in seconds: the client's rate allows no more.
pub(super) const ASK_AGAIN_S: u64 = 5;

/// Why a job did not complete.
#[derive(Debug)]
pub(super) enum JobFailure {
    /// Another attempt would fail as well.
    Failed(FailureReason),
    /// Another attempt may succeed.
    Postponed,
    /// The service is ending; the next one continues.
    Stopped,
}

/// Why a job failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "service-made")]
pub(crate) enum FailureReason {
    ThreeTimes,
    RunThreeTimes,
    NoRoom,
    Damaged,
    Unreadable,
    Fault,
}

impl FailureReason {
    /// Its stored form.
    pub(super) fn json(self) -> String {
        format!("{:?}", self.message())
    }
}

/// Parses a stored reason.
pub(super) fn read_why(json: &str) -> Message {
    Message::of_json(json).unwrap_or_else(|| (&FailureReason::Fault).into())
}

impl From<StoreError> for JobFailure {
    fn from(error: StoreError) -> Self {
        event!(error, LogMessage::StoreFailed, %error);
        match error {
            error if error.lacks_room() => Self::Failed(FailureReason::NoRoom),
            StoreError::Unavailable(_) | StoreError::Conflict(_) => Self::Postponed,
            StoreError::Broken(_) => Self::Failed(FailureReason::Damaged),
        }
    }
}

/// The refusal is already in the audit log.
impl From<Refusal> for JobFailure {
    fn from(refusal: Refusal) -> Self {
        match refusal.code() {
            ErrorCode::Unavailable => Self::Postponed,
            ErrorCode::ProjectUnreadable => Self::Failed(FailureReason::Unreadable),
            _ => Self::Failed(FailureReason::Fault),
        }
    }
}
