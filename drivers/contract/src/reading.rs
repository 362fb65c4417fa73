//! What became of one tag in one scan.

use std::{fmt, sync::Arc};

use tagbridge_texts::{Code, Coded, Message};

use crate::TagValue;

/// What became of one tag in one scan. "Good, but no value" cannot be written.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// The controller's value, as it was when it answered.
    Good(TagValue),
    /// A value that should be taken with care, and why.
    Uncertain(TagValue, Cause),
    /// No value, and why.
    Bad(Cause),
}

/// Why a tag has no value, or a doubtful one. Data, not an error: it travels to whoever asked.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cause {
    /// The stable code.
    pub reason: Reason,
    /// What the controller or the driver said in particular; `None` where the reason says it all.
    pub detail: Option<Arc<Message>>,
}

impl Cause {
    /// A reason with what was said about it in particular.
    pub fn new(reason: Reason, detail: impl Into<Message>) -> Self {
        Self { reason, detail: Some(Arc::new(detail.into())) }
    }

    /// What was said in particular; an empty message where the reason says it all.
    pub fn in_particular(&self) -> Message {
        self.detail.as_deref().cloned().unwrap_or_default()
    }
}

impl From<Reason> for Cause {
    fn from(reason: Reason) -> Self {
        Self { reason, detail: None }
    }
}

impl Coded for Cause {
    const CODES: &'static [Code] = &[Code { code: "cause", arguments: &["detail", "reason"] }];

    fn message(&self) -> Message {
        match &self.detail {
            None => self.reason.message(),
            Some(detail) => {
                Message::new("cause").with("reason", &self.reason).with("detail", &**detail)
            }
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// The closed list of reasons, the same for every protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Coded)]
#[coded(prefix = "reason")]
pub enum Reason {
    /// There is no connection to the controller.
    NotConnected,
    /// The controller does not execute its program: the value is in memory, but nobody renews it.
    ControllerStopped,
    /// The value was not renewed when it should have been.
    Stale,
    /// What the controller has is still being learnt: the next scans tell.
    NotYetKnown,
    /// The controller has no tag of this name.
    UnknownTag,
    /// The controller has it, but does not show it to us.
    AccessDenied,
    /// It exists in the project, but cannot be addressed from outside.
    NoAddress,
    /// It is not of the type that was asked for.
    TypeMismatch,
    /// An index, a bit or an offset lies outside of it.
    OutOfRange,
    /// Reading it would exceed what the session may ask of the controller.
    OverBudget,
    /// The project has no tag of this name.
    NotInProject,
    /// The controller reported a status of its own.
    DeviceError,
    /// The controller's bytes could not be understood.
    DecodeError,
}
