//! Tags at which a server closes the connection: found by bisection, and not requested again.
//!
//! Controllers answer a request for an unknown name with a status. Some servers close the
//! connection instead, so that all other tags of the set fail too.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, atomic::Ordering},
    time::{Duration, Instant},
};

use async_trait::async_trait;
use tagbridge_driver::{
    Answer, Cause, Connection, Declarations, Explanation, Identity, LinkError, LinkStep, Listing,
    ProgramMark, Reading, Reason, RunMode, Scan, TagSet,
};
use tagbridge_texts::Coded;
use tokio::time::sleep;

use super::{Logix, LogixConnection};
use crate::log_message::{LogMessage, event};

/// How long a tag is left out: the server may have it later.
const LEFT_OUT: Duration = Duration::from_hours(1);
/// Maximum number of connections in search of the tags.
const DIALS: usize = 40;
/// Number of connections without a pause; later ones follow after a pause.
const AT_ONCE: usize = 4;
const PAUSE: Duration = Duration::from_millis(250);

/// Tags at which a server closed the connection, and the time; its connections share them.
#[derive(Debug, Clone, Default)]
pub(super) struct ExcludedTags(Arc<Mutex<HashMap<String, Instant>>>);

impl ExcludedTags {
    fn keep(&self, name: &str) {
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        names.insert(name.to_owned(), Instant::now());
    }

    /// The names of a set that may be requested; `None`: all of them.
    fn without(&self, set: &TagSet) -> Option<Vec<String>> {
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        names.retain(|_, at| at.elapsed() < LEFT_OUT);
        let is_left_out = |it: &&String| names.contains_key(*it);
        if names.is_empty() || !set.names().iter().any(|it| is_left_out(&it)) {
            return None;
        }
        Some(set.names().iter().filter(|it| !is_left_out(it)).cloned().collect())
    }
}

/// Why a tag is not requested.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "cip-tag")]
pub(crate) enum Why {
    HangsUp,
}

/// A connection that is replaced after the server closes it at a tag.
pub(super) struct HalvingConnection {
    connection: Box<LogixConnection>,
    way: Logix,
    project: Option<Arc<dyn Declarations>>,
    /// Whether it was read: a close after that has another reason.
    was_read: bool,
    /// The last set without its excluded tags, by its id.
    rest: Option<(u64, TagSet)>,
}

impl HalvingConnection {
    pub(super) fn over(connection: Box<LogixConnection>, way: Logix) -> Self {
        Self { connection, way, project: None, was_read: false, rest: None }
    }

    /// Reads the tags that are not excluded; the others get their reason.
    async fn read_rest(&mut self, set: &TagSet) -> Result<Scan, LinkError> {
        let Some(names) = self.way.shunned.without(set) else {
            return self.connection.read(set).await;
        };
        let rest = match self.rest.take() {
            Some((id, rest)) if id == set.id() && *rest.names() == *names => rest,
            _ => TagSet::new(names),
        };
        let scanned = self.connection.read(&rest).await?;
        let now = Instant::now();
        let mut answers = rest.names().iter().zip(scanned.answers).peekable();
        let answers = set.names().iter().map(|name| {
            let answer = answers.next_if(|it| it.0 == name).map(|it| it.1);
            answer.unwrap_or_else(|| {
                let cause = Cause::new(Reason::DeviceError, Why::HangsUp.message());
                Answer { reading: Reading::Bad(cause), arrived: now }
            })
        });
        let scan = Scan { answers: answers.collect(), ..scanned };
        self.rest = Some((set.id(), rest));
        Ok(scan)
    }

    /// Finds the tags at which the server closes the connection, if there are any.
    async fn search(&mut self, set: &TagSet) -> Result<(), LinkError> {
        let names = self.way.shunned.without(set).unwrap_or_else(|| set.names().to_vec());
        let (mut some, mut dials) = (vec![names], 0);
        if matches!(some.as_slice(), [one] if one.len() == 1) {
            // One close does not prove that the tag is the cause: a device on the way may have
            // closed it.
            self.dial().await?;
            dials = 1;
        }
        while let Some(names) = some.pop() {
            // All of them are known to fail.
            if dials > 0 {
                match self.connection.read(&TagSet::new(&names)).await {
                    Ok(_) => continue,
                    Err(LinkError::Closed { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
            if dials == DIALS {
                return Err(LinkError::Closed { doing: LinkStep::Read });
            }
            dials += 1;
            if dials > AT_ONCE {
                sleep(PAUSE).await;
            }
            self.dial().await?;
            match names.as_slice() {
                [name] => {
                    event!(info, LogMessage::HungUpAtRead, tag = name);
                    self.way.shunned.keep(name);
                }
                names => {
                    let (first, second) = names.split_at(names.len() / 2);
                    some.extend([second.to_vec(), first.to_vec()]);
                }
            }
        }
        Ok(())
    }

    async fn dial(&mut self) -> Result<(), LinkError> {
        // Some servers accept one client at a time.
        self.connection.link.wire.close_abruptly().await;
        let mut connection = self.way.link_up().await?;
        if connection.identity().device() != self.connection.identity().device() {
            return Err(LinkError::Closed { doing: LinkStep::Read });
        }
        if self.project.is_some() {
            connection.declare(self.project.clone());
        }
        self.connection = connection;
        Ok(())
    }
}

#[async_trait]
impl Connection for HalvingConnection {
    fn identity(&self) -> &Identity {
        self.connection.identity()
    }

    fn connections(&self) -> u8 {
        self.connection.connections()
    }

    fn declare(&mut self, project: Option<Arc<dyn Declarations>>) {
        self.project.clone_from(&project);
        self.connection.declare(project);
    }

    async fn read(&mut self, tags: &TagSet) -> Result<Scan, LinkError> {
        let was_read = std::mem::replace(&mut self.was_read, true);
        match self.read_rest(tags).await {
            Err(LinkError::Closed { doing: LinkStep::Read }) if !was_read => {
                self.search(tags).await?;
                self.read_rest(tags).await
            }
            // A server that answers packets of requests with such errors gets single requests.
            Err(LinkError::Protocol { doing: LinkStep::Read, .. }) if !was_read => {
                self.way.one_by_one.store(true, Ordering::Relaxed);
                self.dial().await?;
                self.read_rest(tags).await
            }
            scanned => scanned,
        }
    }

    async fn explain(&mut self, tags: &TagSet) -> Result<Explanation, LinkError> {
        self.connection.explain(tags).await
    }

    async fn browse(&mut self, sink: &mut (dyn FnMut(Listing) + Send)) -> Result<(), LinkError> {
        self.connection.browse(sink).await
    }

    async fn program_mark(&mut self) -> Result<Option<ProgramMark>, LinkError> {
        self.connection.program_mark().await
    }

    async fn keep_alive(&mut self) -> Result<RunMode, LinkError> {
        self.connection.keep_alive().await
    }

    async fn close(self: Box<Self>) {
        self.connection.close().await;
    }
}
