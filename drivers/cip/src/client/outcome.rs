//! The result of one read: its data, or an error.

use std::time::Instant;

use bytes::Bytes;
use tagbridge_driver::Reason;

use super::cause;
use crate::{
    catalogue::TestRead,
    codec::{DecodeError, Status, read_tag::TagType},
    log_message::{LogMessage, event},
};

/// The result of one read.
#[derive(Debug, Clone)]
pub(super) struct Outcome {
    pub(super) arrived: Instant,
    pub(super) result: Result<Data, Failure>,
}

/// The data of a read.
#[derive(Debug, Clone)]
pub(super) struct Data {
    pub(super) kind: TagType,
    pub(super) bytes: Bytes,
}

/// Why a read returned no data. It does not concern other reads.
#[derive(Debug, Clone)]
pub(super) enum Failure {
    Status(Status),
    Bytes(Box<DecodeError>),
    /// The response has another type or size than expected.
    Type(Box<Mismatch>),
}

impl Outcome {
    /// Whether the tag exists; `None`: the status does not show it.
    pub(super) fn is_there(&self) -> Option<bool> {
        match &self.result {
            Err(Failure::Status(status)) => (!status.passes()).then_some(false),
            _ => Some(true),
        }
    }

    /// Returns what is known about the element at this path.
    pub(super) fn there(&self) -> TestRead {
        match &self.result {
            Err(Failure::Status(status)) if status.passes() => TestRead::Untold,
            Err(Failure::Status(status)) => match cause::of_status(status).reason {
                Reason::UnknownTag => TestRead::Nothing,
                _ => TestRead::Refused,
            },
            Ok(data) => TestRead::Something(data.bytes.len()),
            Err(Failure::Bytes(_) | Failure::Type(_)) => TestRead::Something(0),
        }
    }

    /// Whether it differs from the controller's own list.
    pub(super) fn is_contradiction(&self) -> bool {
        matches!(&self.result, Err(Failure::Type(it)) if it.is_told())
    }
}

impl Mismatch {
    pub(super) fn log(&self) {
        event!(info, LogMessage::TagDiffers, expected = %self.listed.0, found = %self.found.0);
    }

    /// Whether the controller's list contains its type.
    pub(super) fn is_told(&self) -> bool {
        !self.is_declared || matches!(self.listed.0, TagType::Structure { .. })
    }
}

impl From<DecodeError> for Failure {
    fn from(error: DecodeError) -> Self {
        Self::Bytes(Box::new(error))
    }
}

/// The expected and the actual type of a response.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mismatch {
    pub(super) listed: (TagType, Option<usize>),
    pub(super) found: (TagType, usize),
    /// Whether the expected type is from a project, not from the controller.
    pub(super) is_declared: bool,
}
