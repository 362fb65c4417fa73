//! Why something was not done.

use tagbridge_api::{Error, ErrorCode};
use tagbridge_store::StoreError;

use crate::logged::{Logged, event};

/// Why something was not done: a code, and what to tell a program and a person about it.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{error}")]
pub(crate) struct Refusal {
    code: ErrorCode,
    error: Box<Error>,
    retry_after_s: Option<u64>,
}

impl Refusal {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, error: Box::new(Error::new(code, message)), retry_after_s: None }
    }

    /// The request is malformed; the message names the field.
    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::BadRequest, message)
    }

    /// A fault of the service.
    pub(crate) fn internal() -> Self {
        Self::new(ErrorCode::Internal, "a fault of the service; its log knows more")
            .for_user("The service has made a mistake.")
            .suggesting("Try again. If it stays, report the request_id.")
    }

    /// With text for a person.
    pub(crate) fn for_user(mut self, text: impl Into<String>) -> Self {
        self.error.user_message = Some(text.into());
        self
    }

    /// With what to do about it.
    pub(crate) fn suggesting(mut self, action: impl Into<String>) -> Self {
        self.error.suggested_action = Some(action.into());
        self
    }

    /// With the seconds to wait before the next attempt.
    pub(crate) fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(seconds);
        self
    }

    /// Its code.
    pub(crate) fn code(&self) -> ErrorCode {
        self.code
    }

    /// The seconds to wait before the next attempt, where they are known.
    pub(crate) fn retry_after_s(&self) -> Option<u64> {
        self.retry_after_s
    }

    /// What the caller is told.
    pub(crate) fn into_error(self) -> Error {
        *self.error
    }
}

/// Data that cannot be used now is worth another attempt; anything else is our mistake.
impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        event!(error, Logged::StoreFailed, %error);
        match error {
            StoreError::Unavailable(_) | StoreError::Conflict(_) => {
                Self::new(ErrorCode::Unavailable, "the service cannot reach its data at the moment")
                    .for_user("The service cannot store or read at the moment.")
                    .suggesting("Try again later; check the disk of the machine that it runs on.")
            }
            StoreError::Broken(_) => Self::internal(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_that_cannot_be_used_now_is_worth_another_attempt() {
        for (error, code) in [
            (StoreError::unavailable("writing", "the disk is full"), ErrorCode::Unavailable),
            (StoreError::broken("reading", "it is damaged"), ErrorCode::Internal),
        ] {
            let refusal = Refusal::from(error);
            assert_eq!(refusal.code(), code);
            let error = refusal.into_error();
            assert!(error.is_retryable && error.user_message.is_some());
            assert!(!error.message.contains("disk is full"), "the log's affair: {error}");
        }
    }
}
