//! The check before polling: whether the controller matches the project, which tags can be read,
//! why the others cannot, and what a scan costs.

mod compare;
pub(crate) mod messages;
mod trial_read;

use std::{
    collections::HashSet,
    sync::Arc,
    time::{Duration, Instant},
};

use serde::Serialize;
use tagbridge_driver::{
    Connection, Driver, Endpoint, Identity, Keyring, LinkError, LinkOptions, Listing, PATIENT,
    TagInfo, TagSet,
};
use tagbridge_naming::{Named, Names, ends_of};
use tagbridge_project::{Place, Tag};

use self::{compare::Comparison, trial_read::TrialRead};
pub use self::{
    compare::{Difference, Fact, Verdict},
    trial_read::{NOT_YET_KNOWN, Unreadable},
};
use crate::{config::CauseSet, reader::ReadError, source::causes, status::ControllerView};
pub use tagbridge_naming::{Proposal, Unnumbered};

/// Number of tags that are read at a time.
const PORTION: usize = 1000;
/// Number of concurrent requests in protocols that need one connection per request: on a slow line,
/// each request costs a round trip.
const CONNECTIONS: u8 = 4;
/// Time-out of a connection to another server of the same controller.
const LOOK: Duration = Duration::from_secs(2);
/// If one connection needs this long to read all tags once, they are not read again to measure a scan; nor if there
/// are more than a portion of them.
const SLOW: Duration = Duration::from_secs(1);

/// The result, as `tagbridge preflight --json` prints it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Preflight {
    /// The controller's identity.
    pub controller: ControllerView,
    /// Whether the controller matches the project.
    pub verdict: Verdict,
    /// The compared properties.
    pub facts: Vec<Fact>,
    /// The differences, at most 1000.
    pub differences: Vec<Difference>,
    /// Number of checked tags.
    pub tags: usize,
    /// Number of tags that were not checked, because there are too many.
    pub untried: usize,
    /// The tags that were not checked.
    #[serde(skip)]
    pub left_out: Vec<String>,
    /// The checked tags that can be read, in the requested order.
    #[serde(skip)]
    pub readable: Vec<String>,
    /// The checked tags that cannot be read, in the requested order.
    #[serde(skip)]
    pub unread: Vec<String>,
    /// Number of tags that can be read.
    #[serde(rename = "readable")]
    pub readable_count: usize,
    /// Number of checked tags about which nothing is known yet.
    pub not_yet_known: usize,
    /// Why the other tags cannot be read, the most frequent reason first.
    pub unreadable: Vec<Unreadable>,
    /// Actions that make more tags readable.
    pub proposals: Vec<Proposal>,
    /// The cost of a scan of the readable tags.
    pub forecast: Forecast,
    /// Duration of the preflight.
    pub took_ms: f64,
}

impl Preflight {
    /// Whether the device is another controller than the project's, by its name or serial number.
    /// Differences of the program do not count.
    pub fn is_another_controller(&self) -> bool {
        let is_identity = |it: &&Fact| matches!(it.subject, "name" | "serial" | "platform");
        self.facts.iter().filter(is_identity).any(|it| it.verdict == Verdict::Differs)
    }
}

/// The cost of a scan.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Forecast {
    /// Number of read tags.
    pub tags: usize,
    /// Number of requests.
    pub requests: usize,
    /// Number of requests with the controller's tag list, if a session could use the list and does
    /// not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests_by_list: Option<usize>,
    /// Number of requests to read that list, once per connection and per change of the controller's
    /// program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upload_requests: Option<usize>,
    /// Size of a complete snapshot as JSON, in bytes.
    pub snapshot_bytes: usize,
    /// How many of the tags, in the requested order, fit into a snapshot that the service accepts,
    /// with a reserve for longer values and for requested tags.
    pub fitting: usize,
    /// Size of the requests in bytes.
    pub request_bytes: usize,
    /// Size of the responses in bytes.
    pub reply_bytes: usize,
    /// Measured duration.
    pub scan_ms: f64,
    /// The additional cost of the cause set, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause_set: Option<CauseCost>,
}

/// The additional cost of a cause set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct CauseCost {
    /// Number of tags that are not read otherwise.
    pub tags: usize,
    /// Number of requests per scan.
    pub requests: usize,
}

/// The current step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreflightStep {
    /// Connects to the controller and reads its identity.
    Reach,
    /// Reads the controller's tag list; the number of tags so far.
    List(usize),
    /// Reads every tag once.
    Try {
        /// Number of finished tags.
        done: usize,
        /// Number of all tags.
        all: usize,
    },
    /// Measures a scan.
    Measure,
}

/// The parameters of a preflight.
#[derive(Debug, Clone)]
pub struct PreflightQuestion {
    /// The controller.
    pub endpoint: Endpoint,
    /// The options of the connection.
    pub link: LinkOptions,
    /// Passwords and certificates.
    pub keyring: Keyring,
    /// The project's names; `None`: the project has no file.
    pub names: Option<Names>,
    /// The tags to check; `None`: all tags of the project, or of the controller's list.
    pub tags: Option<Vec<String>>,
    /// Maximum number of checked tags.
    pub max_tags: usize,
    /// The tags whose causes the session reads in addition.
    pub cause_set: CauseSet,
}

/// Checks a controller, and reports each step.
pub async fn preflight(
    question: PreflightQuestion,
    tell: &(dyn Fn(PreflightStep) + Send + Sync),
) -> Result<Preflight, ReadError> {
    // The user sees the progress, and can stop it.
    let connections = question.link.connections.max(CONNECTIONS);
    let link = LinkOptions { patience: PATIENT, connections, ..question.link };
    let driver: Arc<dyn Driver> =
        tagbridge_drivers::driver_with(&question.endpoint, &link, &question.keyring)?.into();
    examine(driver, question, tell).await.map_err(ReadError::from)
}

async fn examine(
    driver: Arc<dyn Driver>,
    question: PreflightQuestion,
    tell: &(dyn Fn(PreflightStep) + Send + Sync),
) -> Result<Preflight, LinkError> {
    let began = Instant::now();
    tell(PreflightStep::Reach);
    let names = question.names.as_ref();
    let driver: Arc<dyn Driver> = match names {
        Some(names) => Arc::new(Named::by(driver, names.clone())),
        None => driver,
    };
    let mut connection = driver.connect().await?;
    let found = look(&mut *connection, &question, tell).await;
    let identity = connection.identity().clone();
    connection.close().await;
    let PreflightFindings { comparison, tried, left_out, forecast } = found?;
    let proposals = names.map(|names| names.proposals(&question.endpoint, &tried.bad));
    let mut proposals = proposals.unwrap_or_default();
    for it in &mut proposals {
        it.look(LOOK).await;
    }
    Ok(Preflight {
        proposals,
        controller: (&identity).into(),
        verdict: comparison.verdict(),
        tags: tried.all,
        untried: left_out.len(),
        left_out,
        readable_count: tried.readable.len(),
        not_yet_known: tried.not_yet_known(),
        unreadable: tried.unreadable(names),
        unread: tried.bad.into_iter().map(|(name, _)| name).collect(),
        readable: tried.readable,
        facts: comparison.facts,
        differences: comparison.differences,
        forecast,
        took_ms: millis(began.elapsed()),
    })
}

struct PreflightFindings {
    comparison: Comparison,
    tried: TrialRead,
    left_out: Vec<String>,
    forecast: Forecast,
}

async fn look(
    connection: &mut dyn Connection,
    question: &PreflightQuestion,
    tell: &(dyn Fn(PreflightStep) + Send + Sync),
) -> Result<PreflightFindings, LinkError> {
    let names = question.names.as_ref();
    let identity: Identity = connection.identity().clone();
    tell(PreflightStep::List(0));
    let listed = list(connection, tell).await?;
    let mut tags = chosen(question, listed.as_deref());
    let left_out = tags.split_off(tags.len().min(question.max_tags));
    let mut tried = TrialRead::new(tags.len());
    for portion in tags.chunks(PORTION) {
        tell(PreflightStep::Try { done: tried.done(), all: tried.all });
        let set = TagSet::new(portion);
        let began = Instant::now();
        let scan = connection.read(&set).await?;
        tried.add(&set, &scan, began.elapsed());
    }
    let mut comparison = Comparison::default();
    comparison.identity(&identity, names);
    if let Some(names) = names {
        match &listed {
            Some(listed) => comparison.list(names, listed),
            None => comparison.no_list(),
        }
        if names.tells_types() {
            comparison.types(&tried);
        }
        let blocks = names.blocks();
        let ends = TagSet::new(ends_of(&blocks));
        if !ends.is_empty() {
            let scan = connection.read(&ends).await?;
            let is_marked = connection.program_mark().await?.is_some();
            comparison.blocks(&blocks, &scan, is_marked);
        }
    }
    tell(PreflightStep::Measure);
    let connections = question.link.connections.max(1);
    let mut forecast = measure(connection, &tried, connections).await?;
    if let Some(names) = names.filter(|_| question.cause_set != CauseSet::Off) {
        forecast.cause_set = Some(cause_cost(connection, names, question, &tried).await?);
    }
    Ok(PreflightFindings { comparison, tried, left_out, forecast })
}

/// The controller's tag list; `None`: it has no list.
async fn list(
    connection: &mut dyn Connection,
    tell: &(dyn Fn(PreflightStep) + Send + Sync),
) -> Result<Option<Vec<TagInfo>>, LinkError> {
    let mut tags = Vec::new();
    let mut sink = |listing: Listing| {
        match listing {
            Listing::Tags(more) => tags.extend(more),
            Listing::Restarted => tags.clear(),
        }
        tell(PreflightStep::List(tags.len()));
    };
    match connection.browse(&mut sink).await {
        Ok(()) => Ok(Some(tags)),
        Err(LinkError::Refused { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

fn chosen(question: &PreflightQuestion, listed: Option<&[TagInfo]>) -> Vec<String> {
    match (&question.tags, &question.names) {
        (Some(tags), _) => tags.clone(),
        (None, Some(names)) => {
            // The controller has no address for a constant of a tag table.
            let nowhere = |tag: &Tag| tag.constant && matches!(tag.place, Place::Nowhere { .. });
            let own = names.symbols.tags().filter(|it| !nowhere(it.tag));
            own.map(|it| it.name()).collect()
        }
        (None, None) => {
            let own = listed.unwrap_or_default().iter().filter(|it| !it.is_system);
            own.map(|it| it.name.clone()).collect()
        }
    }
}

/// Measures a scan over a number of connections.
async fn measure(
    connection: &mut dyn Connection,
    tried: &TrialRead,
    connections: u8,
) -> Result<Forecast, LinkError> {
    if tried.readable.is_empty() {
        return Ok(Forecast::default());
    }
    let set = TagSet::new(&tried.readable);
    // A session may have fewer connections than the preflight: its scans take longer by that
    // factor.
    let more = u32::from(connection.connections().div_ceil(connections).max(1));
    let is_measured =
        tried.all > PORTION || tried.took * u32::from(connection.connections()) >= SLOW;
    let mut took = tried.took;
    if !is_measured {
        let began = Instant::now();
        let scan = connection.read(&set).await?;
        took = trial_read::without_learning(&scan, began.elapsed());
    }
    let plan = connection.explain(&set).await?;
    Ok(Forecast {
        snapshot_bytes: tried.weight.bytes,
        fitting: tried.weight.fitting,
        tags: tried.readable.len(),
        requests: plan.requests.len(),
        requests_by_list: plan.by_list.map(|it| it.requests),
        upload_requests: plan.by_list.map(|it| it.upload),
        request_bytes: plan.requests.iter().map(|it| it.request_bytes).sum(),
        reply_bytes: plan.requests.iter().map(|it| it.reply_bytes).sum(),
        scan_ms: millis(took * more),
        cause_set: None,
    })
}

/// The cost that the cause set adds to a scan of the readable tags.
async fn cause_cost(
    connection: &mut dyn Connection,
    names: &Names,
    question: &PreflightQuestion,
    tried: &TrialRead,
) -> Result<CauseCost, LinkError> {
    let (project, of) = (names.clone(), question.cause_set.clone());
    let found = tokio::task::spawn_blocking(move || causes(&project, &of)).await;
    let read: HashSet<&String> = tried.readable.iter().collect();
    let mut more = found.unwrap_or_default();
    more.retain(|name| !read.contains(name));
    more.truncate(question.max_tags.saturating_sub(tried.readable.len()));
    let all = TagSet::new(tried.readable.iter().chain(&more));
    let mut requests = 0;
    if !more.is_empty() {
        let own = TagSet::new(&tried.readable);
        let before = connection.explain(&own).await?.requests.len();
        requests = connection.explain(&all).await?.requests.len().saturating_sub(before);
    }
    Ok(CauseCost { tags: more.len(), requests })
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests;
