//! What the connection learns of the controller's program: by its list of tags, or without.

use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use tagbridge_driver::{Answer, Declarations, LinkError, LinkStep, Reading, TagSet};

use super::{
    Logix, LogixConnection,
    declared::ByName,
    learning::{Learnt, Until},
    open,
    outcome::Outcome,
    scan,
};
use crate::{
    catalogue::{Look, Unlisted},
    logged::{Logged, event},
    plan::Knowledge,
};

/// A controller that closes the connection so often in a row when it is asked for its tags has no
/// list.
pub(super) const MAX_HANG_UPS: u8 = 2;

/// Names that are looked at in one go.
const LOOKS_AT_A_TIME: usize = 1000;

/// How long the list of a controller without a change mark is good enough when tags fail.
const LIST_GOOD_FOR: Duration = Duration::from_mins(1);

impl LogixConnection {
    /// Only the project is known.
    pub(super) fn by_name(&self, project: Option<Arc<dyn Declarations>>) -> ByName {
        let mut by_name = ByName::new(project);
        if self.way.hang_ups.load(Ordering::Relaxed) >= MAX_HANG_UPS {
            by_name.without_mark();
        }
        by_name
    }

    /// Learns what has to be known of tags that are read by name. How many requests that took.
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

    /// Whether tags that failed may have come since the program was learnt, or changed: a
    /// controller without a change mark does not say so, and is asked again now and then.
    pub(super) fn is_doubtful(&self, answers: &[Answer]) -> bool {
        let (mark, learnt_at) = match &self.by_name {
            Some(it) => (it.mark(), it.learnt_at),
            None => (self.learnt.known().and_then(|it| it.mark()), self.learnt_at),
        };
        mark.is_none()
            && learnt_at.elapsed() >= LIST_GOOD_FOR
            && answers.iter().any(|it| matches!(it.reading, Reading::Bad(_)))
    }

    /// Learns more of the controller's list. How many requests that took.
    pub(super) async fn learn(&mut self, until: Until) -> Result<u32, LinkError> {
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
                // cpppo says status 0x08 in the frame's own header, or closes the connection; gologix
                // does not answer, and libplctag's ab_server not in a frame that could be read.
                Err(error) if is_no_list(&error) && self.learnt.is_unproven() => {
                    self.learnt = Learnt::default();
                    self.reopen().await?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Looks at those names that the controller's list does not explain. How many requests that took.
    pub(super) async fn look(&mut self, tags: &TagSet) -> Result<u32, LinkError> {
        let (None, Some(catalogue)) = (&self.by_name, self.learnt.known()) else { return Ok(0) };
        let start = self.link.round_trips;
        let looks = tags.names().iter().filter_map(|it| self.unlisted.look(it, catalogue));
        let looks: Vec<Look> = looks.collect();
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
        event!(info, Logged::HungUpAtTags, hang_ups);
        let Logix { target, options, hangs_up, traffic, recall, .. } = &self.way;
        // Some serve one client at a time.
        self.link.wire.abandon().await;
        let (mut link, identity) = open::open(target, *options, hangs_up, traffic).await?;
        if identity.device() != self.identity.device() {
            return Err(LinkError::Closed { doing: LinkStep::ListTags });
        }
        link.recall(recall.clone(), &identity);
        let spent = std::mem::replace(&mut self.link, link).round_trips;
        self.link.round_trips += spent;
        if hang_ups >= MAX_HANG_UPS {
            self.learnt = Learnt::Absent;
        }
        Ok(())
    }

    /// Drops the knowledge about a replaced program.
    pub(super) fn forget(&mut self) {
        self.link.forget();
        self.begin_anew();
    }

    /// Begins as if nothing had been learnt on this connection.
    pub(super) fn begin_anew(&mut self) {
        self.learnt = Learnt::default();
        self.unlisted = Unlisted::default();
        if let Some(by_name) = &mut self.by_name {
            by_name.forget();
        }
        self.known = Knowledge::default();
        self.prepared = None;
    }
}

/// Whether it is what servers make of questions that they do not know.
fn is_no_list(error: &LinkError) -> bool {
    matches!(
        error,
        LinkError::Closed { .. }
            | LinkError::Refused { .. }
            | LinkError::Timeout { .. }
            | LinkError::Protocol { .. }
    )
}
