//! Learning about the controller's program, with or without its tag list.

use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use tagbridge_driver::{Answer, Declarations, LinkError, LinkStep, Reading, TagSet};

use super::{
    Logix, LogixConnection,
    declared::ByName,
    open,
    outcome::Outcome,
    scan,
    tag_list_state::{LearningLimit, TagListState},
};
use crate::{
    catalogue::{NameTest, UnlistedNames},
    log_message::{LogMessage, event},
    plan::Knowledge,
};

/// Number of times in a row after which a controller that closes the connection at a request for
/// its tags counts as one without a list.
pub(super) const MAX_HANG_UPS: u8 = 2;

/// Number of names that are tested together.
const LOOKS_AT_A_TIME: usize = 1000;

/// How long the list of a controller without a change mark is used when tags fail.
const LIST_GOOD_FOR: Duration = Duration::from_mins(1);

impl LogixConnection {
    /// The knowledge from the project only.
    pub(super) fn by_name(&self, project: Option<Arc<dyn Declarations>>) -> ByName {
        let mut by_name = ByName::new(project);
        if self.way.hang_ups.load(Ordering::Relaxed) >= MAX_HANG_UPS {
            by_name.without_mark();
        }
        by_name
    }

    /// Reads the information that is needed for tags that are read by name. Returns the number of
    /// requests.
    pub(super) async fn prepare(&mut self, tags: &TagSet) -> Result<u32, LinkError> {
        let start = self.link.round_trips;
        let Some(by_name) = &mut self.by_name else { return Ok(0) };
        match by_name.prepare(&mut self.link, tags.names(), self.patient_until).await {
            Err(error) if is_no_list(&error) && by_name.is_unproven() => {
                by_name.without_mark();
                self.reopen().await?;
                let Some(by_name) = &mut self.by_name else { return Ok(0) };
                by_name.prepare(&mut self.link, tags.names(), self.patient_until).await?;
            }
            prepared => prepared?,
        }
        Ok(self.link.round_trips - start)
    }

    /// Whether failed tags may have been added or changed since the program was learned. A
    /// controller without a change mark does not report this, and is asked again from time to time.
    pub(super) fn is_doubtful(&self, answers: &[Answer]) -> bool {
        let (mark, learnt_at) = match &self.by_name {
            Some(it) => (it.mark(), it.learnt_at),
            None => (self.learnt.known().and_then(|it| it.mark()), self.learnt_at),
        };
        mark.is_none()
            && learnt_at.elapsed() >= LIST_GOOD_FOR
            && answers.iter().any(|it| matches!(it.reading, Reading::Bad(_)))
    }

    /// Reads more of the controller's list. Returns the number of requests.
    pub(super) async fn learn(&mut self, until: LearningLimit) -> Result<u32, LinkError> {
        let start = self.link.round_trips;
        loop {
            let before = self.link.round_trips;
            let learnt = self.learnt.learn(&mut self.link, until).await;
            let asked = self.link.round_trips - before;
            match learnt {
                Ok(()) => {
                    if self.learnt.known().is_some() && asked > 0 {
                        self.way.hang_ups.store(0, Ordering::Relaxed);
                        self.learnt_at = Instant::now();
                    }
                    return Ok(self.link.round_trips - start);
                }
                // cpppo returns status 0x08 in the frame's own header, or closes the connection;
                // gologix does not answer, and libplctag's ab_server does not send a valid frame.
                Err(error) if is_no_list(&error) && self.learnt.is_unproven() => {
                    self.learnt = TagListState::default();
                    self.reopen().await?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Tests the names that the controller's list does not explain. Returns the number of requests.
    pub(super) async fn look(&mut self, tags: &TagSet) -> Result<u32, LinkError> {
        let (None, Some(catalogue)) = (&self.by_name, self.learnt.known()) else { return Ok(0) };
        let start = self.link.round_trips;
        let looks = tags.names().iter().filter_map(|it| self.unlisted.look(it, catalogue));
        let looks: Vec<NameTest> = looks.collect();
        for some in looks.chunks(LOOKS_AT_A_TIME) {
            let reads: Vec<_> = some.iter().flat_map(|it| it.reads.iter().cloned()).collect();
            let outcomes = scan::what_is_there(&mut self.link, &reads).await?;
            let there: Vec<_> = outcomes.iter().map(Outcome::there).collect();
            for (look, there) in some.iter().zip(there.as_chunks().0) {
                if let Some(seen) = look.seen(*there) {
                    self.unlisted.keep(&look.name, seen);
                }
            }
        }
        Ok(self.link.round_trips - start)
    }

    /// Opens the link again to a controller that closed the connection at a request for its tags.
    /// After a second time the request is not sent again.
    async fn reopen(&mut self) -> Result<(), LinkError> {
        let hang_ups = self.way.hang_ups.fetch_add(1, Ordering::Relaxed) + 1;
        event!(info, LogMessage::HungUpAtTags, hang_ups);
        let Logix { target, options, hangs_up, traffic, recall, .. } = &self.way;
        // Some servers accept one client at a time.
        self.link.wire.close_abruptly().await;
        let (mut link, identity) = open::open(target, *options, hangs_up, traffic).await?;
        if identity.device() != self.identity.device() {
            return Err(LinkError::Closed { doing: LinkStep::ListTags });
        }
        link.recall(recall.clone(), &identity);
        let spent = std::mem::replace(&mut self.link, link).round_trips;
        self.link.round_trips += spent;
        if hang_ups >= MAX_HANG_UPS {
            self.learnt = TagListState::Absent;
        }
        Ok(())
    }

    /// Drops the knowledge about a replaced program.
    pub(super) fn forget(&mut self) {
        self.link.forget();
        self.begin_anew();
    }

    /// Drops everything that this connection has learned.
    pub(super) fn begin_anew(&mut self) {
        self.learnt = TagListState::default();
        self.unlisted = UnlistedNames::default();
        if let Some(by_name) = &mut self.by_name {
            by_name.forget();
        }
        self.known = Knowledge::default();
        self.prepared = None;
    }
}

/// Whether servers return this error for requests that they do not support.
fn is_no_list(error: &LinkError) -> bool {
    matches!(
        error,
        LinkError::Closed { .. }
            | LinkError::Refused { .. }
            | LinkError::Timeout { .. }
            | LinkError::Protocol { .. }
    )
}
