//! Refusals of requests.

use tagbridge_api::{Elsewhere, Error, ErrorCode, ProjectedBilling};
use tagbridge_store::StoreError;
use tagbridge_texts::{Language, Message};

use super::{
    disk_space::without_room,
    messages::{Advice, TechnicalReason, UserMessage},
};
use crate::log_message::{LogMessage, event};

/// Why a request was refused: a code, and messages for a program and a person.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}: {}", code.as_str(), said.message)]
pub(crate) struct Refusal {
    code: ErrorCode,
    said: Box<Details>,
    retry_after_s: Option<u64>,
}

/// The messages.
#[derive(Debug, Clone)]
struct Details {
    message: Message,
    for_user: Option<Message>,
    advice: Option<Message>,
    billing: Option<ProjectedBilling>,
    elsewhere: Option<Elsewhere>,
}

impl Refusal {
    pub(crate) fn new(code: ErrorCode, message: impl Into<Message>) -> Self {
        let (for_user, advice, billing, elsewhere) = (None, None, None, None);
        let said = Details { message: message.into(), for_user, advice, billing, elsewhere };
        Self { code, said: Box::new(said), retry_after_s: None }
    }

    /// The request is malformed; the message names the field.
    pub(crate) fn bad_request(message: impl Into<Message>) -> Self {
        Self::new(ErrorCode::BadRequest, message)
    }

    /// A field of the request is malformed.
    pub(crate) fn bad_field(field: &str, why: impl Into<Message>) -> Self {
        Self::bad_request(&TechnicalReason::Field { field, why: why.into() })
    }

    /// An internal error.
    pub(crate) fn internal() -> Self {
        Self::new(ErrorCode::Internal, &TechnicalReason::Fault)
            .for_user(&UserMessage::Mistake)
            .with_remedy(&Advice::Report)
    }

    /// Adds a message for a user.
    pub(crate) fn for_user(mut self, text: impl Into<Message>) -> Self {
        self.said.for_user = Some(text.into());
        self
    }

    /// Adds a remedy.
    pub(crate) fn with_remedy(mut self, action: impl Into<Message>) -> Self {
        self.said.advice = Some(action.into());
        self
    }

    /// Adds the cost of a new project.
    pub(crate) fn billing(mut self, billing: ProjectedBilling) -> Self {
        self.said.billing = Some(billing);
        self
    }

    /// Adds the device that streams the project.
    pub(crate) fn elsewhere(mut self, device: Elsewhere) -> Self {
        self.said.elsewhere = Some(device);
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

    /// The message for the caller, in the caller's language.
    pub(crate) fn error(&self, language: Language) -> Error {
        let Details { message, for_user, advice, billing, elsewhere } = &*self.said;
        let said = |text: &Option<Message>| text.as_ref().map(|text| text.in_language(language));
        Error {
            user_message: said(for_user),
            suggested_action: said(advice),
            billing: billing.clone().map(Box::new),
            elsewhere: elsewhere.clone(),
            ..Error::new(self.code, message.in_language(language))
        }
    }
}

/// Unavailable data may be retried, a full disk after a while. All other errors are internal.
impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        event!(error, LogMessage::StoreFailed, %error);
        match error {
            error if error.lacks_room() => without_room(&TechnicalReason::NoSpace),
            StoreError::Unavailable(_) | StoreError::Conflict(_) => {
                Self::new(ErrorCode::Unavailable, &TechnicalReason::NoData)
                    .for_user(&UserMessage::NoData)
                    .with_remedy(&Advice::CheckDisk)
            }
            StoreError::Broken(_) => Self::internal(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn a_full_disk_is_named_and_says_when_to_ask_again() {
        let full = io::Error::from(io::ErrorKind::StorageFull);
        let refusal = Refusal::from(StoreError::unavailable(Message::verbatim("writing"), full));
        assert_eq!((refusal.code(), refusal.retry_after_s()), (ErrorCode::Unavailable, Some(30)));
        let error = refusal.error(Language::English);
        assert!(error.is_retryable, "{error:?}");
        assert_eq!(error.message, "the disk with the service's data is full");
        let told = error.user_message.unwrap_or_default();
        assert_eq!(told, "The disk of the service is full.");
    }

    #[test]
    fn data_that_cannot_be_used_now_is_worth_another_attempt() {
        for (error, code) in [
            (
                StoreError::unavailable(Message::verbatim("writing"), "the disk is full"),
                ErrorCode::Unavailable,
            ),
            (
                StoreError::broken(Message::verbatim("reading"), "it is damaged"),
                ErrorCode::Internal,
            ),
        ] {
            let refusal = Refusal::from(error);
            assert_eq!(refusal.code(), code);
            let error = refusal.error(Language::English);
            assert!(error.is_retryable && error.user_message.is_some());
            assert!(!error.message.contains("disk is full"), "the log's affair: {error}");
        }
    }
}
