//! The result for one tag in one scan.

use std::{fmt, sync::Arc};

use tagbridge_texts::{Code, Coded, Message};

use crate::TagValue;

/// The result for one tag in one scan. "Good, but no value" cannot be expressed.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// The controller's value when it responded.
    Good(TagValue),
    /// An uncertain value, and the reason.
    Uncertain(TagValue, Cause),
    /// No value, and the reason.
    Bad(Cause),
}

/// Why a tag has no value, or an uncertain one. Data, not an error: it is returned to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cause {
    /// The stable code.
    pub reason: Reason,
    /// Details from the controller or the driver; `None` if the reason is sufficient.
    pub detail: Option<Arc<Message>>,
}

impl Cause {
    /// Creates a reason with details.
    pub fn new(reason: Reason, detail: impl Into<Message>) -> Self {
        Self { reason, detail: Some(Arc::new(detail.into())) }
    }

    /// The details; an empty message if the reason is sufficient.
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

/// The closed list of reasons, which is the same for all protocols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Coded)]
#[coded(prefix = "reason")]
pub enum Reason {
    /// No connection to the controller.
    NotConnected,
    /// The controller does not execute its program: the value in memory is not updated.
    ControllerStopped,
    /// The value was not updated in time.
    Stale,
    /// The controller's program is still being read; the following scans return the value.
    NotYetKnown,
    /// The controller has no tag of this name.
    UnknownTag,
    /// The controller has the tag, but denies access.
    AccessDenied,
    /// It exists in the project, but cannot be addressed from outside.
    NoAddress,
    /// Its type is not the requested one.
    TypeMismatch,
    /// An index, a bit or an offset is out of range.
    OutOfRange,
    /// Reading it would exceed the session's limit.
    OverBudget,
    /// The project has no tag of this name.
    NotInProject,
    /// The controller reported an error.
    DeviceError,
    /// The controller's bytes could not be decoded.
    DecodeError,
}
