//! A look at a controller before anything is polled: does it match the project, what can be read
//! of it, why not the rest, and what a scan will cost.

mod compare;
pub(crate) mod says;
mod tried;

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

use self::{compare::Comparison, tried::Tried};
pub use self::{
    compare::{Difference, Fact, Verdict},
    tried::{NOT_YET_KNOWN, Unreadable},
};
use crate::{config::CauseSet, reader::ReadError, source::causes, status::ControllerView};
pub use tagbridge_naming::{Proposal, Unnumbered};

/// Tags that are tried at a time.
const PORTION: usize = 1000;
/// Requests under way at a time, in protocols that need a connection for each: all is asked once, and
/// each request costs a slow line's delay.
const CONNECTIONS: u8 = 4;
/// How long another server of the same controller has to answer.
const LOOK: Duration = Duration::from_secs(2);
/// If one connection needs this long to read all tags once, they are not read again to measure a scan; nor if there
/// are more than a portion of them.
const SLOW: Duration = Duration::from_secs(1);

/// What was found, as `tagbridge preflight --json` prints it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Preflight {
    /// Who answers.
    pub controller: ControllerView,
    /// Whether it matches the project, as a whole.
    pub verdict: Verdict,
    /// What was compared, and how each stands.
    pub facts: Vec<Fact>,
    /// What differs, at most 1000.
    pub differences: Vec<Difference>,
    /// Tags that were tried.
    pub tags: usize,
    /// Tags that were not, since there are too many.
    pub untried: usize,
    /// Which these are.
    #[serde(skip)]
    pub left_out: Vec<String>,
    /// Of them, those that can be read, in the order asked.
    #[serde(skip)]
    pub readable: Vec<String>,
    /// How many that are.
    #[serde(rename = "readable")]
    pub readable_count: usize,
    /// Of those that cannot, how many are only not known yet: nothing is said of them.
    pub not_yet_known: usize,
    /// Why the others cannot, the most frequent reason first.
    pub unreadable: Vec<Unreadable>,
    /// What a person could do to read more of them.
    pub proposals: Vec<Proposal>,
    /// What a scan of the readable ones will cost.
    pub forecast: Forecast,
    /// How long all this took.
    pub took_ms: f64,
}

impl Preflight {
    /// Whether another controller answers than the project is for: by its name or its serial
    /// number, and not for what differs in it.
    pub fn is_another_controller(&self) -> bool {
        let is_identity = |it: &&Fact| matches!(it.subject, "name" | "serial" | "platform");
        self.facts.iter().filter(is_identity).any(|it| it.verdict == Verdict::Differs)
    }
}

/// What a scan will cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Forecast {
    /// Tags that are read.
    pub tags: usize,
    /// Requests that it takes.
    pub requests: usize,
    /// Requests that it would take by the controller's own list of tags, where a session could use
    /// that and does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests_by_list: Option<usize>,
    /// Requests that reading that list takes, once for each connection and each change of the
    /// controller's program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upload_requests: Option<usize>,
    /// Bytes of a complete snapshot of them, as JSON.
    pub snapshot_bytes: usize,
    /// How many of them, in the order asked, fit into what the service takes of a snapshot, with
    /// some room for longer values and for what is asked for.
    pub fitting: usize,
    /// Bytes of them, as the protocol counts.
    pub request_bytes: usize,
    /// Bytes of the replies.
    pub reply_bytes: usize,
    /// How long it takes, as measured.
    pub scan_ms: f64,
    /// What the cause set adds, where one is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause_set: Option<CauseCost>,
}

/// What reading the cause set costs in addition.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct CauseCost {
    /// Tags that are not read already.
    pub tags: usize,
    /// Requests in each scan.
    pub requests: usize,
}

/// What is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreflightStep {
    /// Reaching the controller and learning who it is.
    Reach,
    /// Reading its own list of tags; so many by now.
    List(usize),
    /// Trying every tag once.
    Try {
        /// Tags that are done.
        done: usize,
        /// Of so many.
        all: usize,
    },
    /// Measuring a scan.
    Measure,
}

/// What to look at.
#[derive(Debug, Clone)]
pub struct PreflightQuestion {
    /// The controller.
    pub endpoint: Endpoint,
    /// How to treat it.
    pub link: LinkOptions,
    /// What its endpoint does not hold.
    pub keyring: Keyring,
    /// The project's names; `None`: there is no file of it.
    pub names: Option<Names>,
    /// The tags to try; `None`: all of the project's, or else of the controller's own list.
    pub tags: Option<Vec<String>>,
    /// Most tags that are tried.
    pub max_tags: usize,
    /// The tags whose causes the session would read in addition.
    pub cause_set: CauseSet,
}

/// Looks at a controller, and tells each step.
pub async fn preflight(
    question: PreflightQuestion,
    tell: &(dyn Fn(PreflightStep) + Send + Sync),
) -> Result<Preflight, ReadError> {
    // Whoever waits for the verdict sees the progress, and can stop it.
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
    let Found { comparison, tried, left_out, forecast } = found?;
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
        readable: tried.readable,
        facts: comparison.facts,
        differences: comparison.differences,
        forecast,
        took_ms: millis(began.elapsed()),
    })
}

struct Found {
    comparison: Comparison,
    tried: Tried,
    left_out: Vec<String>,
    forecast: Forecast,
}

async fn look(
    connection: &mut dyn Connection,
    question: &PreflightQuestion,
    tell: &(dyn Fn(PreflightStep) + Send + Sync),
) -> Result<Found, LinkError> {
    let names = question.names.as_ref();
    let identity: Identity = connection.identity().clone();
    tell(PreflightStep::List(0));
    let listed = list(connection, tell).await?;
    let mut tags = chosen(question, listed.as_deref());
    let left_out = tags.split_off(tags.len().min(question.max_tags));
    let mut tried = Tried::new(tags.len());
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
    Ok(Found { comparison, tried, left_out, forecast })
}

/// The controller's own list; `None`: it keeps none.
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
        (None, Some(names)) => names.symbols.tags().map(|it| it.name()).collect(),
        (None, None) => {
            let own = listed.unwrap_or_default().iter().filter(|it| !it.is_system);
            own.map(|it| it.name.clone()).collect()
        }
    }
}

/// A scan over so many connections.
async fn measure(
    connection: &mut dyn Connection,
    tried: &Tried,
    connections: u8,
) -> Result<Forecast, LinkError> {
    if tried.readable.is_empty() {
        return Ok(Forecast::default());
    }
    let set = TagSet::new(&tried.readable);
    // A session may have fewer connections than this look, and then takes so many times as long.
    let more = u32::from(connection.connections().div_ceil(connections).max(1));
    let is_measured =
        tried.all > PORTION || tried.took * u32::from(connection.connections()) >= SLOW;
    let mut took = tried.took;
    if !is_measured {
        let began = Instant::now();
        let scan = connection.read(&set).await?;
        took = tried::without_learning(&scan, began.elapsed());
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

/// What the cause set adds to a scan of what can be read.
async fn cause_cost(
    connection: &mut dyn Connection,
    names: &Names,
    question: &PreflightQuestion,
    tried: &Tried,
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
