//! The driver of a Logix controller, and its connection.

mod answer_cache;
mod answers;
mod catalogue;
mod cause;
mod connect;
mod declared;
mod halving_connection;
mod link;
mod mode;
mod open;
mod outcome;
mod program;
mod questions;
mod scan;
mod tag_list_state;
mod target;
mod wire;

pub(crate) use open::{identity_at, identity_of};

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU8},
    },
    time::Instant,
};

use async_trait::async_trait;
use tagbridge_client::Mode;
use tagbridge_driver::{
    Answer, Cause, Connection, Declarations, Driver, Explanation, Identity, LinkError, LinkOptions,
    ListCost, Listing, Reading, Reason, RunMode, Scan, TagList, TagSet, Traffic,
};
use tokio::time::Instant as Moment;

use self::{
    answer_cache::AnswerCache,
    answers::{TypeNames, conclude, discover, is_puzzling},
    declared::ByName,
    halving_connection::{ExcludedTags, HalvingConnection},
    link::Link,
    outcome::Outcome,
    scan::{PlanBasis, Prepared, ProgramChange, ScanResults},
    tag_list_state::{LearningLimit, TagListState},
    target::Target,
};
use crate::messages::Why;
use crate::{
    catalogue::{Catalogue, UnlistedNames},
    codec::changes::Mark,
    plan::{self, Knowledge, Plan},
};

/// The address of a Logix controller: `logix://HOST[:PORT][/ROUTE][?size=BYTES]`.
///
/// The default route is `1,0`; `/` alone means no route. `size` limits the connection's size.
#[derive(Debug, Clone)]
pub struct Logix {
    target: Target,
    options: LinkOptions,
    /// Whether the controller closes the connection when the name of its project is requested, as
    /// cpppo does.
    hangs_up: Arc<AtomicBool>,
    /// Number of times in a row that it closed the connection when its tags were requested.
    hang_ups: Arc<AtomicU8>,
    /// Whether its responses to packets of requests cannot be decoded.
    one_by_one: Arc<AtomicBool>,
    /// Tags at which it closes the connection.
    shunned: ExcludedTags,
    recall: AnswerCache,
    traffic: Arc<Traffic>,
}

#[async_trait]
impl Driver for Logix {
    async fn connect(&self) -> Result<Box<dyn Connection>, LinkError> {
        Ok(Box::new(HalvingConnection::over(self.link_up().await?, self.clone())))
    }

    fn traffic(&self) -> Option<Arc<Traffic>> {
        Some(Arc::clone(&self.traffic))
    }
}

/// A connection to a Logix controller.
///
/// The controller releases it after 28 s without a request: call
/// [`keep_alive`](Connection::keep_alive) between scans with a longer interval.
struct LogixConnection {
    way: Logix,
    link: Link,
    identity: Identity,
    /// The knowledge without the controller's own list, if the list must not be read.
    by_name: Option<ByName>,
    /// The knowledge from the controller's own list.
    learnt: TagListState,
    /// The results for names that the list does not explain.
    unlisted: UnlistedNames,
    learnt_at: Instant,
    /// Number of requests for the list when it was last browsed.
    listed_in: u32,
    /// A tag that was not as in the list.
    contradicted: Option<ListMismatch>,
    /// When learning must stop delaying the scan.
    patient_until: Moment,
    /// The knowledge from responses about tags that are read by name.
    known: Knowledge,
    /// The plan of the set that was read last, by the set's id.
    prepared: Option<(u64, Prepared)>,
    mode: Mode,
    type_names: TypeNames,
}

/// Records that a tag differs from the controller's list. If later information with the same change
/// mark confirms it, the tag keeps this error until the set is read without the list.
struct ListMismatch {
    mark: Option<Mark>,
    /// The id of the set with the tag.
    by: u64,
}

/// Number of attempts of a scan if the controller's program changes during it.
const ATTEMPTS: usize = 2;

#[async_trait]
impl Connection for LogixConnection {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn connections(&self) -> u8 {
        u8::try_from(self.link.connections.len()).unwrap_or(u8::MAX)
    }

    fn declare(&mut self, project: Option<Arc<dyn Declarations>>) {
        let is_never = match self.way.options.tag_list {
            Some(it) => it == TagList::Never,
            None => project.is_some(),
        };
        self.by_name = is_never.then(|| self.by_name(project));
        self.known = Knowledge::default();
        self.prepared = None;
    }

    async fn read(&mut self, tags: &TagSet) -> Result<Scan, LinkError> {
        let start = self.link.round_trips;
        self.patient_until = self.way.patient_until();
        self.refresh().await?;
        for _ in 0..ATTEMPTS {
            let is_repeated = self.prepared.as_ref().is_some_and(|(id, _)| *id == tags.id());
            let (before, mut learning) = (self.link.round_trips, 0);
            let prepared = self.prepared_for(tags, &mut learning).await?;
            let Some(answers) = self.scan(tags, prepared, &mut learning).await? else {
                crate::log_message::event!(info, crate::log_message::LogMessage::ProgramChanged);
                self.forget();
                continue;
            };
            let round_trips = self.link.round_trips - before - learning;
            if is_repeated && round_trips > 1 {
                let until = LearningLimit::Requests(tag_list_state::BESIDE_A_SCAN);
                match &mut self.by_name {
                    Some(by_name) => by_name.save(&mut self.link, tags, until).await?,
                    None => drop(self.learn(until).await?),
                }
            }
            let learning = self.link.round_trips - start - round_trips;
            return Ok(Scan { answers, round_trips, learning, mode: self.mode.now() });
        }
        self.read_by_name(tags, start).await
    }

    async fn explain(&mut self, tags: &TagSet) -> Result<Explanation, LinkError> {
        self.patient_until = self.way.patient_until();
        let until = LearningLimit::Deadline(self.patient_until);
        self.prepare(tags).await?;
        match &mut self.by_name {
            Some(by_name) => by_name.save(&mut self.link, tags, until).await?,
            None => drop(self.learn(until).await?),
        }
        self.look(tags).await?;
        let plan = self.plan(tags, |_| None);
        let explanation = plan.explanation(tags.names(), self.link.limits());
        let list = self.learnt.known().filter(|_| self.by_name.is_some());
        let by_list = list.map(|it| ListCost {
            requests: self.by_list(tags, it).packets.len(),
            upload: self.listed_in as usize,
        });
        Ok(Explanation { by_list, ..explanation })
    }

    async fn browse(&mut self, sink: &mut (dyn FnMut(Listing) + Send)) -> Result<(), LinkError> {
        let before = self.link.round_trips;
        let catalogue = catalogue::browse(&mut self.link, sink).await?;
        self.listed_in = self.link.round_trips - before;
        if self.by_name.is_none() {
            self.begin_anew();
        }
        let catalogue = Arc::new(catalogue);
        if let Some(by_name) = &mut self.by_name {
            by_name.take_list(&catalogue);
        }
        self.learnt = TagListState::Known(catalogue);
        self.learnt_at = Instant::now();
        Ok(())
    }

    async fn keep_alive(&mut self) -> Result<RunMode, LinkError> {
        for _ in 0..self.link.connections.len().max(1) {
            // Uses the connection that was idle for the longest time.
            let told = mode::ask(&mut self.link).await?;
            self.mode.keep(told.0);
        }
        Ok(self.mode.now())
    }

    async fn close(self: Box<Self>) {
        self.link.close().await;
    }
}

impl LogixConnection {
    /// Returns the plan for a set and creates it if necessary: with the controller's list if it is
    /// known, or with names if they are sufficient. Missing information is read first.
    async fn prepared_for(
        &mut self,
        tags: &TagSet,
        learning: &mut u32,
    ) -> Result<Prepared, LinkError> {
        match self.prepared.take() {
            Some((id, prepared)) if id == tags.id() && !self.is_outdated(&prepared, tags) => {
                return Ok(prepared);
            }
            _ => {}
        }
        if self.by_name.is_some() {
            *learning += self.prepare(tags).await?;
        } else if self.learnt.can_learn() && tags.names().iter().any(|it| plan::needs_list(it)) {
            *learning += self.learn(LearningLimit::Deadline(self.patient_until)).await?;
        }
        *learning += self.look(tags).await?;
        let lack = self.learnt.lack();
        let plan = self.plan(tags, |name| lack.clone().filter(|_| plan::needs_list(name)));
        tracing::debug!(
            tags = tags.len(),
            reads = plan.reads.len(),
            packets = plan.packets.len(),
            is_aimed = plan.is_aimed(),
            "planned"
        );
        Ok(Prepared::new(plan))
    }

    /// Whether the list was read since the plan was created without it, or could be read for tags
    /// that need it.
    fn is_outdated(&self, prepared: &Prepared, tags: &TagSet) -> bool {
        if let Some(by_name) = &self.by_name {
            return by_name.is_ahead();
        }
        let plan = &prepared.plan;
        let is_known = self.learnt.known().is_some() && (!plan.is_aimed() || plan.lacks_a_look());
        let lacks = || {
            let mut takes = tags.names().iter().zip(&plan.takes);
            takes.any(|(name, take)| take.is_err() && plan::needs_list(name))
        };
        is_known || self.learnt.can_learn() && lacks()
    }

    fn plan(&mut self, tags: &TagSet, missing: impl Fn(&str) -> Option<Cause>) -> Plan {
        let limits = self.link.limits();
        let several = self.link.connections.len() > 1;
        if let Some(by_name) = &mut self.by_name {
            return by_name.plan(tags.names(), &self.known, limits, several);
        }
        match self.learnt.known() {
            Some(catalogue) => self.by_list(tags, catalogue),
            None => Plan::by_names(tags.names(), &self.known, limits, missing),
        }
    }

    fn by_list(&self, tags: &TagSet, catalogue: &Catalogue) -> Plan {
        let several = self.link.connections.len() > 1;
        let known = (catalogue, &self.unlisted);
        Plan::by_catalogue(tags.names(), known, &self.known, self.link.limits(), several)
    }

    /// Reads as planned, learns from the responses, and reads again if that changes the plan.
    /// `None`: the controller's program is not the one of the plan.
    async fn scan(
        &mut self,
        tags: &TagSet,
        mut prepared: Prepared,
        learning: &mut u32,
    ) -> Result<Option<Vec<Answer>>, LinkError> {
        let named = || prepared.plan.tags_by_path(tags.names());
        self.way.traffic.name(tags.id(), prepared.plan.reads.len(), named);
        let Some(mut outcomes) = self.run(&prepared, tags.id()).await? else { return Ok(None) };
        let can_learn = self.by_name.is_none() && self.learnt.can_learn();
        if !prepared.plan.is_aimed() && can_learn && is_puzzling(&outcomes) {
            *learning += self.learn(LearningLimit::Deadline(self.patient_until)).await?;
            if self.learnt.known().is_some() {
                prepared = self.prepared_for(tags, learning).await?;
                match self.run(&prepared, tags.id()).await? {
                    Some(again) => outcomes = again,
                    None => return Ok(None),
                }
            }
        }
        let mut told = answers::told(&prepared.plan, &outcomes, &mut self.known);
        if discover(&prepared.plan, &told, &mut self.known) {
            prepared = self.prepared_for(tags, learning).await?;
            match self.run(&prepared, tags.id()).await? {
                Some(again) => outcomes = again,
                None => return Ok(None),
            }
            told = answers::told(&prepared.plan, &outcomes, &mut self.known);
        }
        let is_settled = conclude(&prepared.plan, &told, &mut self.known);
        let answers = self.type_names.answers(&prepared.plan, &outcomes, &told);
        if prepared.plan.is_aimed() && self.is_doubtful(&answers) {
            self.forget();
        } else if is_settled && !prepared.plan.is_outgrown(&self.known) {
            self.prepared = Some((tags.id(), prepared));
        }
        Ok(Some(answers))
    }

    /// Reads those tags whose names are sufficient; the others are bad, since the program changes
    /// faster than it can be learned.
    async fn read_by_name(&mut self, tags: &TagSet, start: u32) -> Result<Scan, LinkError> {
        let before = self.link.round_trips;
        let missing = |name: &str| {
            plan::needs_list(name).then(|| Cause::new(Reason::NotYetKnown, &Why::Changing))
        };
        let plan = Plan::by_names(tags.names(), &self.known, self.link.limits(), missing);
        let prepared = Prepared::new(plan);
        let outcomes = self.run(&prepared, tags.id()).await?.unwrap_or_default();
        let told = answers::told(&prepared.plan, &outcomes, &mut self.known);
        let mut answers = self.type_names.answers(&prepared.plan, &outcomes, &told);
        for answer in &mut answers {
            // These types need definitions.
            if matches!(&answer.reading, Reading::Bad(it) if it.reason == Reason::DecodeError) {
                answer.reading = Reading::Bad(Cause::new(Reason::NotYetKnown, &Why::Changing));
            }
        }
        let round_trips = self.link.round_trips - before;
        Ok(Scan { answers, round_trips, learning: before - start, mode: self.mode.now() })
    }

    /// Runs the plan. `None`: the controller's program is not the one of the plan.
    async fn run(
        &mut self,
        prepared: &Prepared,
        set: u64,
    ) -> Result<Option<Vec<Outcome>>, LinkError> {
        let wants_mode = self.mode.is_due();
        let mark = match &self.by_name {
            _ if !prepared.plan.is_aimed() => None,
            Some(by_name) => by_name.mark(),
            None => self.learnt.known().and_then(|it| it.mark()),
        };
        let is_confirmed = self.contradicted.as_ref().is_some_and(|it| it.mark.as_ref() == mark);
        let is_declared = self.by_name.is_some();
        let basis = PlanBasis { mark, is_confirmed, is_declared };
        let gathered = scan::run(&mut self.link, prepared, basis, wants_mode).await?;
        let ScanResults { outcomes, mode } = match gathered {
            Ok(gathered) => gathered,
            Err(changed) => {
                if changed == ProgramChange::Type {
                    self.contradicted = Some(ListMismatch { mark: mark.cloned(), by: set });
                }
                return Ok(None);
            }
        };
        if outcomes.iter().all(|it| !it.is_contradiction()) {
            self.contradicted = self.contradicted.take().filter(|it| it.by != set);
        }
        if let Some(told) = mode {
            self.mode.keep(told.0);
        }
        Ok(Some(outcomes))
    }

    /// Uses idle connections before the controller closes them.
    async fn refresh(&mut self) -> Result<(), LinkError> {
        while self.link.has_idle_connection() {
            let told = mode::ask(&mut self.link).await?;
            if self.mode.is_told() {
                self.mode.keep(told.0);
            }
        }
        Ok(())
    }
}
