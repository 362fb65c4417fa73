//! The driver of an S7 controller, and its connection.

mod cause;
mod open;
mod refusal;
mod scan;
mod target;
mod wire;

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use async_trait::async_trait;
use tagbridge_client::Mode;
use tagbridge_driver::{
    Answer, Cause, Connection, Driver, Endpoint, EndpointError, Explanation, Identity, LinkError,
    LinkOptions, LinkStep, Listing, ProgramMark, Reading, Reason, RunMode, Scan, TagSet, TagValue,
    Traffic,
};
use tagbridge_texts::Coded;

pub(crate) use self::cause::{item_said, word_said};
use self::{
    cause::Context,
    open::{Opened, ShunnedLists},
    refusal::{Refusal, Remedy},
    scan::{ModeAnswer, Prepared, ScanResults},
    target::Target,
    wire::Wire,
};
use crate::{
    address::{Area, Range},
    codec::{status::item, szl},
    guard::KINDS,
    identity,
    narrow::{BadTagSearch, BlockEndSearch, Findings, Outcome},
    plan::{self, Failure, Limits, Memory, Plan, Tag},
    value,
};

/// Time-out of a proper disconnect.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The request that keeps the connection alive, for a controller that does not report its mode.
const SIGN_OF_LIFE: Range = Range { area: Area::Memory, start: 0, end: 1 };

/// The address of an S7 controller:
/// `s7://HOST[:PORT][?rack=0&slot=1|tsap=LOCAL:REMOTE][&as=op][&pdu=960][&jobs=8]`.
///
/// Defaults: port 102, rack 0, slot 1, and a connection of an operator panel. `pdu` and `jobs`
/// limit the requested values.
#[derive(Debug, Clone)]
pub struct S7 {
    target: Target,
    options: LinkOptions,
    shunned: Arc<ShunnedLists>,
    traffic: Arc<Traffic>,
}

impl S7 {
    /// Parses the endpoint, without connecting.
    pub fn new(endpoint: &Endpoint, options: LinkOptions) -> Result<Self, EndpointError> {
        let traffic = Arc::new(Traffic::new(KINDS));
        let shunned = Arc::default();
        Ok(Self { target: Target::of(endpoint)?, options, shunned, traffic })
    }
}

#[async_trait]
impl Driver for S7 {
    async fn connect(&self) -> Result<Box<dyn Connection>, LinkError> {
        let Opened { wire, limits, identity, tells_mode, protection, marks_program } =
            open::open(&self.target, self.options, &self.traffic, &self.shunned).await?;
        Ok(Box::new(S7Connection {
            mode: Mode::new(identity.mode, tells_mode),
            identity,
            wire,
            limits,
            protection,
            marks_program,
            memory: Memory::default(),
            prepared: None,
            traffic: Arc::clone(&self.traffic),
        }))
    }

    fn traffic(&self) -> Option<Arc<Traffic>> {
        Some(Arc::clone(&self.traffic))
    }
}

/// A connection to an S7 controller.
struct S7Connection {
    wire: Wire,
    limits: Limits,
    identity: Identity,
    protection: Option<u16>,
    /// Whether the controller reported a mark of its program when the connection was opened.
    marks_program: bool,
    memory: Memory,
    /// The plan of the set that was read last, by the set's id.
    prepared: Option<(u64, Prepared)>,
    mode: Mode,
    traffic: Arc<Traffic>,
}

#[async_trait]
impl Connection for S7Connection {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    async fn read(&mut self, tags: &TagSet) -> Result<Scan, LinkError> {
        let before = self.wire.round_trips;
        let mut prepared = match self.prepared.take() {
            Some((id, prepared)) if id == tags.id() => prepared,
            _ => self.prepare(tags),
        };
        let named = || prepared.plan.tags_by_item(tags.names());
        self.traffic.name(tags.id(), prepared.plan.reads.len(), named);
        let mut gathered = self.run(&mut prepared).await?;
        if self.retry_dark(&prepared.plan, &gathered.outcomes) {
            prepared = self.prepare(tags);
            gathered = self.run(&mut prepared).await?;
        }
        let findings = self.narrow(&prepared.plan, &mut gathered).await?;
        let asked = self.wire.round_trips;
        self.find_ends(&prepared.plan, &gathered, &findings.bad).await?;
        let learning = self.wire.round_trips - asked;
        let answers = self.answers(&prepared.plan, &gathered, &findings);
        if !self.learn(&prepared.plan, &findings) {
            self.prepared = Some((tags.id(), prepared));
        }
        Ok(Scan { answers, round_trips: asked - before, learning, mode: self.mode.now() })
    }

    async fn explain(&mut self, tags: &TagSet) -> Result<Explanation, LinkError> {
        let plan = Plan::of(tags, self.limits, &self.memory);
        Ok(plan.explain(&tags.names()[..tags.guard_reads_from()]))
    }

    async fn browse(&mut self, _: &mut (dyn FnMut(Listing) + Send)) -> Result<(), LinkError> {
        Err(LinkError::Refused {
            doing: LinkStep::ListTags,
            why: Refusal::NoNames.message(),
            remedy: Some(Remedy::ByAddress.message()),
        })
    }

    async fn program_mark(&mut self) -> Result<Option<ProgramMark>, LinkError> {
        if !self.marks_program {
            return Ok(None);
        }
        let list = open::read_list(&mut self.wire, szl::id::PROTECTION, 4).await?;
        Ok(list.as_ref().and_then(identity::program_mark))
    }

    async fn keep_alive(&mut self) -> Result<RunMode, LinkError> {
        if !self.mode.is_told() {
            // It may not support such a list; any response to a read proves that it is reachable.
            scan::read_ranges(&mut self.wire, &[(SIGN_OF_LIFE, false)], self.limits).await?;
            return Ok(self.mode.now());
        }
        let told = open::read_list(&mut self.wire, szl::id::MODE, 0).await?;
        self.mode.keep(told.as_ref().map(identity::mode));
        Ok(self.mode.now())
    }

    async fn close(self: Box<Self>) {
        if tokio::time::timeout(CLOSE_TIMEOUT, self.wire.close()).await.is_err() {
            tracing::debug!("the controller did not disconnect in time");
        }
    }
}

impl S7Connection {
    fn prepare(&self, tags: &TagSet) -> Prepared {
        let plan = Plan::of(tags, self.limits, &self.memory);
        let (requests, floor) = (plan.round_trips(), plan.floor());
        tracing::debug!(tags = tags.len(), requests, floor, "planned");
        Prepared::new(plan)
    }

    async fn run(&mut self, prepared: &mut Prepared) -> Result<ScanResults, LinkError> {
        let now = Instant::now();
        let gathered = scan::run(&mut self.wire, prepared, self.mode.is_due(), now).await?;
        if let Some(told) = &gathered.mode {
            self.mode.keep(match told {
                ModeAnswer::List(list) => Some(identity::mode(list)),
                ModeAnswer::Nothing => None,
            });
        }
        Ok(gathered)
    }

    /// Removes blocks that were unreadable and no longer are. Returns whether the scan must be
    /// repeated.
    fn retry_dark(&mut self, plan: &Plan, outcomes: &[Outcome]) -> bool {
        let mut is_new = false;
        for (read, outcome) in plan.reads.iter().zip(outcomes) {
            if let (Some(block), Ok(_)) = (read.probes, outcome) {
                is_new |= self.memory.dark.remove(&block).is_some();
            }
        }
        is_new
    }

    /// Reads failed ranges in parts.
    async fn narrow(
        &mut self,
        plan: &Plan,
        gathered: &mut ScanResults,
    ) -> Result<Findings, LinkError> {
        if gathered.outcomes.iter().all(Result::is_ok) {
            return Ok(Findings::default());
        }
        let mut hunt = BadTagSearch::new(plan, &gathered.outcomes, &self.memory);
        loop {
            let ranges = hunt.ranges();
            if ranges.is_empty() {
                break;
            }
            tracing::debug!(ranges = ranges.len(), "a failed range is read in parts");
            hunt.found(scan::read_ranges(&mut self.wire, &ranges, self.limits).await?);
        }
        let findings = hunt.finish(&mut self.memory);
        let now = Instant::now();
        for &read in findings.patched.keys() {
            gathered.arrived[read] = now;
        }
        Ok(findings)
    }

    /// Finds the sizes of the blocks with an address that is out of range.
    async fn find_ends(
        &mut self,
        plan: &Plan,
        gathered: &ScanResults,
        bad: &BTreeMap<usize, Failure>,
    ) -> Result<(), LinkError> {
        let mut search = BlockEndSearch::default();
        for (place, failure) in bad {
            if let (Failure::Item(item::OUT_OF_RANGE), Ok(Tag { address, .. })) =
                (failure, &plan.tags[*place])
                && let Area::Block(block) = address.area
                && !self.memory.dark.contains_key(&block)
                && !self.memory.ends.contains_key(&block)
            {
                search.bad(block, address.end());
            }
        }
        if search.is_over() {
            return Ok(());
        }
        for (read, outcome) in plan.reads.iter().zip(&gathered.outcomes) {
            if let (Area::Block(block), Ok(_)) = (read.range.area, outcome) {
                search.good(block, read.range.end);
            }
        }
        loop {
            let ranges = search.ranges();
            if ranges.is_empty() {
                break;
            }
            let found = scan::read_ranges(&mut self.wire, &ranges, self.limits).await?;
            search.found(found.iter().map(Result::is_ok));
        }
        self.memory.ends.extend(search.ends());
        Ok(())
    }

    /// Updates the memory after a scan. Returns whether the next scan needs another plan.
    fn learn(&mut self, plan: &Plan, findings: &Findings) -> bool {
        let mut is_new = findings.is_news;
        let tags = plan.tags.iter().enumerate();
        for (place, tag) in tags.filter_map(|(place, tag)| Some((place, tag.as_ref().ok()?))) {
            if findings.bad.contains_key(&place) || tag.probe.is_some() {
                continue;
            }
            if self.memory.alone.remove(&plan::range(&tag.address)).is_some() {
                is_new = true;
                if let Area::Block(block) = tag.address.area {
                    self.memory.ends.remove(&block);
                }
            }
        }
        is_new
    }

    fn answers(&self, plan: &Plan, gathered: &ScanResults, findings: &Findings) -> Vec<Answer> {
        let context = Context { memory: &self.memory, protection: self.protection };
        let now = Instant::now();
        let answer = |(place, tag): (usize, &Result<Tag, Cause>)| match tag {
            Err(cause) => Answer { reading: Reading::Bad(cause.clone()), arrived: now },
            Ok(tag) => {
                let reads = tag.pieces.iter().map(|it| it.read).chain(tag.probe);
                let arrived = reads.map(|it| gathered.arrived[it]).max().unwrap_or(now);
                let reading = match findings.bad.get(&place) {
                    Some(&failure) => {
                        Reading::Bad(cause::of_failure(failure, &tag.address, &context))
                    }
                    None => reading(tag, gathered, findings),
                };
                Answer { reading, arrived }
            }
        };
        plan.tags.iter().enumerate().map(answer).collect()
    }
}

/// The value of a tag whose reads all have a result.
fn reading(tag: &Tag, gathered: &ScanResults, findings: &Findings) -> Reading {
    let bytes_of = |read: usize| match findings.patched.get(&read) {
        Some(patched) => Some(&patched[..]),
        None => gathered.outcomes[read].as_deref().ok(),
    };
    match value::of(tag, bytes_of) {
        Some(Ok(value)) => {
            let type_name = tag.type_name.clone();
            Reading::Good(TagValue { value, type_name, source_time: None })
        }
        Some(Err(error)) => Reading::Bad(Cause::new(Reason::DecodeError, &error)),
        None => Reading::Bad(Reason::DeviceError.into()),
    }
}
