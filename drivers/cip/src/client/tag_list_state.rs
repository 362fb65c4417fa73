//! The connection's knowledge of the controller's own list, and its upload.

use std::{sync::Arc, time::Duration};

use tagbridge_driver::{Cause, LinkError, Reason};
use tagbridge_texts::{Coded, Message};
use tokio::time::Instant;

use super::{catalogue, link::Link};
use crate::messages::Why;
use crate::{
    catalogue::{Catalogue, Upload, UploadError},
    log_message::{LogMessage, event},
};

/// Additional requests per scan for an upload that only makes later scans faster.
pub(super) const BESIDE_A_SCAN: u32 = 16;

impl LearningLimit {
    /// Whether the limit is reached after this number of requests.
    pub(super) fn is_over(self, requests: u32) -> bool {
        match self {
            Self::Requests(most) => requests >= most,
            Self::Deadline(at) => Instant::now() >= at,
        }
    }
}

/// The knowledge of the controller's own tag list.
#[derive(Debug, Default)]
pub(super) enum TagListState {
    /// It was not requested yet, or is no longer valid.
    #[default]
    Unasked,
    UnderWay(Box<Upload>),
    Known(Arc<Catalogue>),
    /// The controller has none.
    Absent,
    /// The controller has a list that cannot be read, with the reason and the time.
    Unavailable {
        why: Message,
        since: Instant,
    },
}

/// The time after which an unavailable list is requested again.
const UNAVAILABLE_FOR: Duration = Duration::from_mins(10);

/// When to stop learning, even if the knowledge is incomplete.
#[derive(Debug, Clone, Copy)]
pub(super) enum LearningLimit {
    Requests(u32),
    Deadline(Instant),
}

impl TagListState {
    pub(super) fn known(&self) -> Option<&Arc<Catalogue>> {
        match self {
            Self::Known(it) => Some(it),
            _ => None,
        }
    }

    /// Whether there may be a list that is not known yet.
    pub(super) fn can_learn(&self) -> bool {
        match self {
            Self::Unasked | Self::UnderWay(_) => true,
            Self::Unavailable { since, .. } => since.elapsed() >= UNAVAILABLE_FOR,
            Self::Known(_) | Self::Absent => false,
        }
    }

    /// Why names that need the list have no value; `None` if the list is known, or does not exist.
    pub(super) fn lack(&self) -> Option<Cause> {
        match self {
            Self::Known(_) | Self::Absent => None,
            Self::Unasked | Self::UnderWay(_) => {
                Some(Cause::new(Reason::NotYetKnown, &Why::ListComing))
            }
            Self::Unavailable { why, .. } => {
                Some(Cause::new(Reason::DeviceError, &Why::NoList { why: why.clone() }))
            }
        }
    }

    /// Whether it is not known yet if the controller has a list, or reports changes.
    pub(super) fn is_unproven(&self) -> bool {
        match self {
            Self::Unasked => true,
            Self::UnderWay(upload) => !upload.has_mark() && upload.symbols().is_empty(),
            Self::Known(_) | Self::Absent | Self::Unavailable { .. } => false,
        }
    }

    /// Reads more of the list, until it is known or the limit is reached.
    pub(super) async fn learn(
        &mut self,
        link: &mut Link,
        until: LearningLimit,
    ) -> Result<(), LinkError> {
        if !self.can_learn() {
            return Ok(());
        }
        let mut upload = match std::mem::take(self) {
            Self::UnderWay(upload) => upload,
            _ => Box::new(Upload::new()),
        };
        let before = link.round_trips;
        while !upload.is_done() {
            if until.is_over(link.round_trips - before) {
                *self = Self::UnderWay(upload);
                return Ok(());
            }
            match catalogue::step(link, &mut upload).await {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => {
                    *self = Self::after(&error, &upload);
                    return Ok(());
                }
                Err(error) => {
                    *self = Self::UnderWay(upload);
                    return Err(error);
                }
            }
        }
        let requests = link.round_trips - before;
        let catalogue = catalogue::finish(link, *upload);
        tracing::debug!(entries = catalogue.len(), requests, "the controller's tags are listed");
        *self = Self::Known(Arc::new(catalogue));
        Ok(())
    }

    /// The state after a failed upload.
    fn after(error: &UploadError, upload: &Upload) -> Self {
        // A response that replaces a list, from a device without marks and tags, is not a list.
        let is_none = error.is_absence() || matches!(error, UploadError::Bytes(_));
        if is_none && !upload.has_mark() && upload.symbols().is_empty() {
            event!(info, LogMessage::NamesAlone, %error);
            return Self::Absent;
        }
        event!(warn, LogMessage::TagsNotListed, %error);
        if error.is_lasting() {
            return Self::Unavailable { why: error.message(), since: Instant::now() };
        }
        Self::Unasked
    }
}
