//! The driver: how to reach a Logix controller, and the connection to one while it lasts.

mod catalogue;
mod cause;
mod link;
mod open;
mod scan;
mod target;
mod wire;

pub(crate) use open::identity_of;

use std::{
    collections::HashMap,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use async_trait::async_trait;
use tagbridge_driver::{
    Answer, Cause, Connection, Driver, Endpoint, EndpointError, Explanation, Identity, LinkError,
    LinkOptions, Listing, Reading, Reason, RunMode, Scan, TagSet, TagValue,
};

use self::{
    link::Link,
    scan::{Failure, Gathered, Outcome, Prepared, Told},
    target::Target,
};
use crate::{
    codec::read_tag::TagType,
    plan::{Array, Knowledge, Plan, Take, assembled},
};

/// How long the mode that a controller told last is good enough.
const MODE_GOOD_FOR: Duration = Duration::from_secs(2);

/// How to reach one Logix controller: `logix://HOST[:PORT][/ROUTE][?size=BYTES]`.
///
/// Without a route it is `1,0`; `/` alone stands for none. `size` caps the connection's size.
#[derive(Debug, Clone)]
pub struct Logix {
    target: Target,
    options: LinkOptions,
    /// Whether the controller hangs up when it is asked for its project's name, as cpppo does.
    hangs_up: Arc<AtomicBool>,
}

impl Logix {
    /// Reads the endpoint. Nothing is dialled yet.
    pub fn new(endpoint: &Endpoint, options: LinkOptions) -> Result<Self, EndpointError> {
        Ok(Self { target: Target::of(endpoint)?, options, hangs_up: Arc::default() })
    }
}

#[async_trait]
impl Driver for Logix {
    async fn connect(&self) -> Result<Box<dyn Connection>, LinkError> {
        let (link, identity) = open::open(&self.target, self.options, &self.hangs_up).await?;
        Ok(Box::new(LogixConnection {
            mode: identity.mode,
            mode_told: Some(Instant::now()),
            identity,
            link,
            known: Knowledge::default(),
            prepared: None,
            type_names: HashMap::new(),
        }))
    }
}

/// A connection to a Logix controller.
///
/// The controller frees it after 28 s without a request; [`keep_alive`](Connection::keep_alive)
/// between scans that lie further apart.
struct LogixConnection {
    link: Link,
    identity: Identity,
    known: Knowledge,
    /// The plan of the set that was read last, by the set's id.
    prepared: Option<(u64, Prepared)>,
    mode: RunMode,
    /// When the mode was told; `None` when the controller does not tell it.
    mode_told: Option<Instant>,
    /// Each type's name once, shared by all values of it.
    type_names: HashMap<String, Arc<str>>,
}

#[async_trait]
impl Connection for LogixConnection {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    async fn read(&mut self, tags: &TagSet) -> Result<Scan, LinkError> {
        let before = self.link.round_trips;
        let mut prepared = match self.prepared.take() {
            Some((id, prepared)) if id == tags.id() => prepared,
            _ => self.prepare(tags),
        };
        let mut outcomes = self.run(&prepared).await?;
        if discover(&prepared.plan, &outcomes, &mut self.known) {
            prepared = self.prepare(tags);
            outcomes = self.run(&prepared).await?;
        }
        let is_settled = conclude(&prepared.plan, &outcomes, &mut self.known);
        let answers = prepared.plan.takes.iter().map(|it| self.answer(it, &outcomes)).collect();
        if is_settled && !prepared.plan.is_outgrown(&self.known) {
            self.prepared = Some((tags.id(), prepared));
        }
        Ok(Scan {
            answers,
            round_trips: self.link.round_trips - before,
            learning: 0,
            mode: self.mode,
        })
    }

    async fn explain(&mut self, tags: &TagSet) -> Result<Explanation, LinkError> {
        let prepared = self.prepare(tags);
        Ok(prepared.plan.explanation(tags.names(), self.link.limits()))
    }

    async fn browse(&mut self, sink: &mut (dyn FnMut(Listing) + Send)) -> Result<(), LinkError> {
        catalogue::browse(&mut self.link, sink).await.map(drop)
    }

    async fn keep_alive(&mut self) -> Result<RunMode, LinkError> {
        let told = scan::ask_mode(&mut self.link).await?;
        self.keep_mode(told);
        Ok(self.mode)
    }

    async fn close(self: Box<Self>) {
        self.link.close().await;
    }
}

impl LogixConnection {
    fn prepare(&self, tags: &TagSet) -> Prepared {
        let prepared = Prepared::new(tags.names(), &self.known, self.link.limits());
        let Plan { reads, parcels, .. } = &prepared.plan;
        tracing::debug!(tags = tags.len(), reads = reads.len(), packets = parcels.len(), "planned");
        prepared
    }

    async fn run(&mut self, prepared: &Prepared) -> Result<Vec<Outcome>, LinkError> {
        let wants_mode = self.mode_told.is_some_and(|it| it.elapsed() >= MODE_GOOD_FOR);
        let Gathered { outcomes, mode } =
            scan::run(&mut self.link, prepared, &mut self.known, wants_mode).await?;
        if let Some(told) = mode {
            self.keep_mode(told);
        }
        Ok(outcomes)
    }

    fn keep_mode(&mut self, told: Told) {
        match told {
            Told::Mode(mode) => {
                self.mode = mode;
                self.mode_told = Some(Instant::now());
            }
            Told::Nothing => {
                if self.mode_told.is_some() {
                    tracing::info!("the controller does not tell its mode and is not asked again");
                }
                self.mode = RunMode::Unknown;
                self.mode_told = None;
            }
        }
    }

    fn answer(&mut self, takes: &Result<Vec<Take>, Cause>, outcomes: &[Outcome]) -> Answer {
        let takes = match takes {
            Ok(takes) => takes,
            Err(cause) => {
                return Answer { reading: Reading::Bad(cause.clone()), arrived: Instant::now() };
            }
        };
        let value = assembled(takes.iter().map(|take| match &outcomes[take.read].result {
            Ok(elements) => take.part.of(elements.kind, &elements.values),
            Err(Failure::Status(status)) => Err(cause::of_status(status)),
            Err(Failure::Bytes(error)) => Err(cause::of_bytes(error)),
        }));
        let reading = match value {
            Err(cause) => Reading::Bad(cause),
            Ok((value, type_name)) => Reading::Good(TagValue {
                value,
                type_name: self.type_name(&type_name),
                source_time: None,
            }),
        };
        let arrived = takes.iter().map(|it| outcomes[it.read].arrived).max();
        Answer { reading, arrived: arrived.unwrap_or_else(Instant::now) }
    }

    fn type_name(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.type_names.get(name) {
            return Arc::clone(known);
        }
        let shared: Arc<str> = name.into();
        self.type_names.insert(name.to_owned(), Arc::clone(&shared));
        shared
    }
}

/// Learns from a scan what arrays hold. True when the scan must be read anew because of it: indices
/// on the wire count DWORDs where they were taken for BOOLs, or a joined run failed as a whole.
fn discover(plan: &Plan, outcomes: &[Outcome], known: &mut Knowledge) -> bool {
    let mut is_new = false;
    for (read, outcome) in plan.reads.iter().zip(outcomes) {
        if let (Some((array, _)), true, Err(_)) = (&read.index, read.is_joined, &outcome.result) {
            known.learn_array(array, Array::Apart);
            is_new = true;
        }
    }
    for take in plan.takes.iter().flatten().flatten() {
        let Some(array) = &take.array else { continue };
        match (known.array(array), &outcomes[take.read].result) {
            (None | Some(Array::Plain | Array::Apart), Ok(it)) if it.kind == TagType::DWORD => {
                known.learn_array(array, Array::Packed);
                is_new = true;
            }
            (None, Ok(_)) => known.learn_array(array, Array::Plain),
            _ => {}
        }
    }
    for take in plan.takes.iter().flatten().flatten() {
        let read = &plan.reads[take.read];
        // The first element by itself has the same index either way.
        let is_first = read.elements == 1 && read.index.as_ref().is_none_or(|it| it.1 == 0);
        if let (Some(array), Err(Failure::Status(status))) =
            (&take.array, &outcomes[take.read].result)
            && !is_first
            && known.array(array).is_none()
            && matches!(cause::of_status(status).reason, Reason::UnknownTag | Reason::OutOfRange)
        {
            known.learn_array(array, Array::PerhapsPacked);
            is_new = true;
        }
    }
    is_new
}

/// Settles what was only supposed of arrays. False when the next scan needs another plan.
fn conclude(plan: &Plan, outcomes: &[Outcome], known: &mut Knowledge) -> bool {
    let mut is_settled = true;
    let supposed =
        |known: &Knowledge, array: &str| known.array(array) == Some(Array::PerhapsPacked);
    for take in plan.takes.iter().flatten().flatten() {
        if let (Some(array), Ok(elements)) = (&take.array, &outcomes[take.read].result)
            && supposed(known, array)
            && elements.kind == TagType::DWORD
        {
            known.learn_array(array, Array::Packed);
        }
    }
    for array in plan.takes.iter().flatten().flatten().filter_map(|it| it.array.as_ref()) {
        if supposed(known, array) {
            known.learn_array(array, Array::Plain);
            is_settled = false;
        }
    }
    is_settled
}
