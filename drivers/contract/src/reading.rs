//! What became of one tag in one scan.

use std::{borrow::Cow, fmt};

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// The stable code.
    pub reason: Reason,
    /// What the controller or the driver said in particular. Empty where the reason says it all.
    pub detail: Cow<'static, str>,
}

impl Cause {
    /// A reason with what was said about it in particular.
    pub fn new(reason: Reason, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { reason, detail: detail.into() }
    }
}

impl From<Reason> for Cause {
    fn from(reason: Reason) -> Self {
        Self::new(reason, "")
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason.text())?;
        match &*self.detail {
            "" => Ok(()),
            detail => write!(f, ": {detail}"),
        }
    }
}

/// The closed list of reasons, the same for every protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// There is no connection to the controller.
    NotConnected,
    /// The controller does not execute its program: the value is in memory, but nobody renews it.
    ControllerStopped,
    /// The value was not renewed when it should have been.
    Stale,
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

impl Reason {
    /// One plain fragment for a person.
    pub fn text(self) -> &'static str {
        match self {
            Self::NotConnected => "not connected",
            Self::ControllerStopped => "the controller is not running its program",
            Self::Stale => "not renewed in time",
            Self::UnknownTag => "unknown tag",
            Self::AccessDenied => "access denied",
            Self::NoAddress => "no address",
            Self::TypeMismatch => "type mismatch",
            Self::OutOfRange => "out of range",
            Self::OverBudget => "over budget",
            Self::NotInProject => "not in the project",
            Self::DeviceError => "device error",
            Self::DecodeError => "cannot be decoded",
        }
    }
}
