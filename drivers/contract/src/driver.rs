//! How a controller is reached, and what a reading of it brings back.

use std::{sync::Arc, time::Instant};

use async_trait::async_trait;

use crate::{
    Declarations, Explanation, Identity, LinkError, Listing, ProgramMark, Reading, RunMode, TagSet,
    Traffic,
};

/// How to reach one controller. Holds no socket: it can be kept, and connected again and again.
#[async_trait]
pub trait Driver: Send + Sync {
    /// Opens the connection and learns who answers.
    async fn connect(&self) -> Result<Box<dyn Connection>, LinkError>;

    /// What crosses the wires of its connections, all of them; `None`: it keeps no account.
    fn traffic(&self) -> Option<Arc<Traffic>> {
        None
    }
}

/// A connection to one controller, while it lasts.
///
/// Dropping it closes the socket at once; [`close`](Connection::close) disconnects in order first,
/// so that the controller frees its resources at once and not after a time-out.
#[async_trait]
pub trait Connection: Send {
    /// Who answered when the connection was opened.
    fn identity(&self) -> &Identity;

    /// Connections in the protocol's own sense that it has, in protocols that need one for each request
    /// under way.
    fn connections(&self) -> u8 {
        1
    }

    /// What a project says of the tags, from now on; `None`: there is none any more. Drivers that
    /// ask the controller for nothing but values take no notice.
    fn declare(&mut self, _project: Option<Arc<dyn Declarations>>) {}

    /// One answer per tag, in the order asked.
    ///
    /// An error means that the link is lost: drop this value and connect again. The future may be
    /// dropped (a time-out, a stop); the connection is then of no more use either.
    async fn read(&mut self, tags: &TagSet) -> Result<Scan, LinkError>;

    /// How the tags would be read next, and why, with what is known by now. May ask the controller
    /// for what [`read`](Connection::read) would have to know first.
    async fn explain(&mut self, tags: &TagSet) -> Result<Explanation, LinkError>;

    /// Hands on the tags that the controller itself lists, each page as soon as it is there: the
    /// first ones appear at once, however many there are.
    ///
    /// [`LinkError::Refused`] when the controller keeps no such list; the connection is then as
    /// good as before.
    async fn browse(&mut self, sink: &mut (dyn FnMut(Listing) + Send)) -> Result<(), LinkError>;

    /// Asks the controller which program it has, in one request after all that was read before:
    /// what was read between two equal marks is of one program. For whoever reads by a project
    /// where the protocol itself does not notice a download.
    ///
    /// `None`: it does not tell. One that did not when the connection was opened is not asked.
    async fn program_mark(&mut self) -> Result<Option<ProgramMark>, LinkError> {
        Ok(None)
    }

    /// Asks the controller for a sign of life when there is nothing to read.
    async fn keep_alive(&mut self) -> Result<RunMode, LinkError>;

    /// Disconnects in order. Never fails: what cannot be said any more is not said.
    async fn close(self: Box<Self>);
}

/// What one reading of a [`TagSet`] brought back.
#[derive(Debug, Clone, PartialEq)]
pub struct Scan {
    /// One per tag, in the order asked.
    pub answers: Vec<Answer>,
    /// Requests sent to the controller and answered by it, one after the other or at a time.
    pub round_trips: u32,
    /// Requests beside them that were spent on learning what the controller has: its tag list, its
    /// definitions.
    pub learning: u32,
    /// Whether the controller was executing its program, as it said last.
    pub mode: RunMode,
}

/// What the controller answered for one tag, and when.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The value, or why there is none.
    pub reading: Reading,
    /// When the answer arrived.
    pub arrived: Instant,
}
