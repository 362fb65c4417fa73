//! The driver of a controller, its connection and the results of a read.

use std::{sync::Arc, time::Instant};

use async_trait::async_trait;

use crate::{
    Declarations, Explanation, Identity, LinkError, Listing, ProgramMark, Reading, RunMode, TagSet,
    Traffic,
};

/// A driver for one controller. It has no socket, so it can be stored and can connect repeatedly.
#[async_trait]
pub trait Driver: Send + Sync {
    /// Opens the connection and reads the controller's identity.
    async fn connect(&self) -> Result<Box<dyn Connection>, LinkError>;

    /// The record of the traffic of all of its connections; `None`: it has none.
    fn traffic(&self) -> Option<Arc<Traffic>> {
        None
    }
}

/// An open connection to one controller.
///
/// Dropping it closes the socket immediately. [`close`](Connection::close) disconnects properly
/// first, so that the controller releases its resources immediately and not after a time-out.
#[async_trait]
pub trait Connection: Send {
    /// The controller's identity when the connection was opened.
    fn identity(&self) -> &Identity;

    /// Number of the protocol's own connections, in protocols that need one for each concurrent
    /// request.
    fn connections(&self) -> u8 {
        1
    }

    /// Sets the tags that a project declares; `None` if there are no declarations any longer.
    /// Drivers that only read values ignore it.
    fn declare(&mut self, _project: Option<Arc<dyn Declarations>>) {}

    /// Reads a tag set and returns one answer per tag, in the order of the set.
    ///
    /// An error means that the link is lost: drop this value and connect again. The future may be
    /// dropped (a time-out, a stop); then the connection cannot be used any longer either.
    async fn read(&mut self, tags: &TagSet) -> Result<Scan, LinkError>;

    /// Describes how the tags would be read next, and why, with the current knowledge. May send the
    /// questions that [`read`](Connection::read) would have to send first.
    async fn explain(&mut self, tags: &TagSet) -> Result<Explanation, LinkError>;

    /// Passes on the tags that the controller lists, each page as soon as it was received, so that
    /// the first ones appear immediately.
    ///
    /// Returns [`LinkError::Refused`] if the controller has no such list; the connection can still
    /// be used.
    async fn browse(&mut self, sink: &mut (dyn FnMut(Listing) + Send)) -> Result<(), LinkError>;

    /// Reads the mark of the controller's program, in one request after all reads: values that were
    /// read between two equal marks belong to one program. For names from a project, if the
    /// protocol itself does not detect a download.
    ///
    /// `None`: the controller does not report it. A controller that did not report it when the
    /// connection was opened is not asked.
    async fn program_mark(&mut self) -> Result<Option<ProgramMark>, LinkError> {
        Ok(None)
    }

    /// Sends a request that keeps the connection alive when no tag is read.
    async fn keep_alive(&mut self) -> Result<RunMode, LinkError>;

    /// Disconnects properly. Never fails: errors are ignored.
    async fn close(self: Box<Self>);
}

/// The result of one read of a [`TagSet`].
#[derive(Debug, Clone, PartialEq)]
pub struct Scan {
    /// One answer per tag, in the order of the set.
    pub answers: Vec<Answer>,
    /// Number of round trips: requests that were sent and answered, in sequence or at the same
    /// time.
    pub round_trips: u32,
    /// Number of additional requests for the controller's tag list and definitions.
    pub learning: u32,
    /// Whether the controller executed its program, by its last report.
    pub mode: RunMode,
}

/// The controller's answer for one tag, with its time.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The value, or the reason for its absence.
    pub reading: Reading,
    /// When the response arrived.
    pub arrived: Instant,
}
