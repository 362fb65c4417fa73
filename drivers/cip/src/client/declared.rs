//! What the connection knows of tags without the controller's list: what a project declares, and
//! what the controller told of just those that are read.
//!
//! The definitions of structures, and how far arrays reach, belong to the program that the
//! controller had when it told them. Whoever relies on them compares the change mark.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Instant,
};

use tagbridge_client::protocol;
use tagbridge_driver::{Declarations, Declared, LinkError, LinkStep, TagSet};
use tokio::time::Instant as Moment;

use super::{
    learning::Until,
    link::Link,
    outcome::Outcome,
    scan::{self, Basis, Prepared},
};
use crate::{
    catalogue::{
        Ask, Catalogue, Check, Checked, Kind, Resolved, Seek, check_foreign, checks, of_project,
    },
    codec::{
        DecodeError, EPath, Reply, Status,
        changes::{self, Mark},
        multiple_service::{self, MEMBER_OVERHEAD, REPLY_OVERHEAD, REQUEST_OVERHEAD},
        tag_name::TagName,
        template::HANDLE_REPLY_SIZE,
    },
    plan::{Knowledge, Limits, Plan},
};

const DOING: LinkStep = LinkStep::LearnTypes;

/// Members of a structure from which on it is worth while to read it as a whole.
const WORTH_A_TYPE: usize = 3;

/// Arrays that are looked at before it is asked whether there is time for more.
const CHECKED_AT_A_TIME: usize = 1000;

/// Tags that are read by their names.
#[derive(Debug)]
pub(super) struct ByName {
    project: Arc<dyn Declarations>,
    /// The program that all below is of.
    program: Program,
    seek: Seek,
    checked: Checked,
    /// Whether the last set needs more than could be learnt.
    lacks: bool,
    /// How many types were known when the last plan was made.
    planned_with: usize,
    /// The set whose types were wanted last.
    wanted_for: Option<u64>,
    /// When something was learnt last.
    pub(super) learnt_at: Instant,
}

/// What the controller tells of its program's changes.
#[derive(Debug)]
enum Program {
    /// It was not asked yet.
    Unasked,
    /// Nothing, or it must not be asked.
    Untold,
    Marked(Mark),
}

/// Nobody declares anything.
#[derive(Debug)]
struct NoProject;

impl Declarations for NoProject {
    fn tag(&self, _: &str) -> Option<Declared> {
        None
    }
}

impl ByName {
    pub(super) fn new(project: Option<Arc<dyn Declarations>>) -> Self {
        Self {
            project: project.unwrap_or_else(|| Arc::new(NoProject)),
            program: Program::Unasked,
            seek: Seek::new(),
            checked: Checked::default(),
            lacks: false,
            planned_with: 0,
            wanted_for: None,
            learnt_at: Instant::now(),
        }
    }

    /// Forgets what the controller told. One that does not tell of changes never will.
    pub(super) fn forget(&mut self) {
        let is_untold = matches!(self.program, Program::Untold);
        *self = Self::new(Some(Arc::clone(&self.project)));
        if is_untold {
            self.without_mark();
        }
    }

    /// The controller does not tell when its program changes, or must not be asked.
    pub(super) fn without_mark(&mut self) {
        self.program = Program::Untold;
    }

    /// Whether the controller has not shown yet that it tells of changes.
    pub(super) fn is_unproven(&self) -> bool {
        matches!(self.program, Program::Unasked)
    }

    /// The program that the plans rely on.
    pub(super) fn mark(&self) -> Option<&Mark> {
        match &self.program {
            Program::Marked(mark) => Some(mark),
            Program::Unasked | Program::Untold => None,
        }
    }

    /// Whether more is known than when the last plan was made, or has to be.
    pub(super) fn is_ahead(&self) -> bool {
        self.lacks || self.seek.found().len() != self.planned_with
    }

    pub(super) fn plan(
        &mut self,
        names: &[String],
        known: &Knowledge,
        limits: Limits,
        several: bool,
    ) -> Plan {
        self.planned_with = self.seek.found().len();
        let catalogue = self.catalogue(names);
        Plan::by_declaration(names, (&catalogue, &self.checked), known, limits, several)
    }

    /// Learns what has to be known before these names are read.
    pub(super) async fn prepare(
        &mut self,
        link: &mut Link,
        names: &[String],
        until: Moment,
    ) -> Result<(), LinkError> {
        if self.is_unproven() {
            let reply = link.ask(DOING, &changes::request().to_bytes()).await?;
            let reply = Reply::decode(&reply).map_err(|error| protocol(DOING, error))?;
            if reply.status.passes() {
                // Whoever cannot notice a download must not rely on what it learns.
                self.lacks = true;
                return Ok(());
            }
            let mark = reply.status.is_success().then(|| Mark::decode(reply.data).ok());
            self.program = mark.flatten().map_or(Program::Untold, Program::Marked);
        }
        let catalogue = self.catalogue(names);
        let mut wanted = HashSet::new();
        for resolved in resolved(names, &catalogue) {
            if let (Kind::Outline(outline), piece) =
                (&resolved.innermost().kind, resolved.innermost())
            {
                self.seek.want(&outline.template.name, piece.path.clone());
                wanted.insert(outline.template.name.to_ascii_lowercase());
            }
        }
        self.learn(link, Until::Deadline(until)).await?;
        let sees_all = self.check(link, names, until).await?;
        self.lacks = !sees_all || wanted.iter().any(|it| !self.seek.found().contains_key(it));
        Ok(())
    }

    /// Learns more of the types whose members are read, so that later scans read them as a whole.
    pub(super) async fn save(
        &mut self,
        link: &mut Link,
        tags: &TagSet,
        until: Until,
    ) -> Result<(), LinkError> {
        if self.is_unproven() {
            return Ok(());
        }
        if self.wanted_for != Some(tags.id()) {
            self.wanted_for = Some(tags.id());
            self.want(tags.names());
        }
        self.learn(link, until).await
    }

    fn want(&mut self, names: &[String]) {
        let catalogue = self.catalogue(names);
        let mut members: HashMap<(Arc<str>, EPath), usize> = HashMap::new();
        for resolved in resolved(names, &catalogue) {
            let outer = resolved.pieces.iter().find_map(|it| match &it.kind {
                Kind::Outline(outline) => {
                    Some((Arc::clone(&outline.template.name), it.path.clone()))
                }
                _ => None,
            });
            if let Some(outer) = outer {
                *members.entry(outer).or_default() += 1;
            }
        }
        for ((type_name, tag), _) in members.into_iter().filter(|it| it.1 >= WORTH_A_TYPE) {
            self.seek.want(&type_name, tag);
        }
    }

    fn catalogue(&self, names: &[String]) -> Catalogue {
        of_project(names, &*self.project, self.seek.found(), self.mark().cloned())
    }

    /// Goes on with what is sought, until it is found or enough is asked.
    async fn learn(&mut self, link: &mut Link, until: Until) -> Result<(), LinkError> {
        let before = link.round_trips;
        self.seek.resume();
        while let Some(ask) = self.seek.ask() {
            if until.is_over(link.round_trips - before) {
                break;
            }
            self.learnt_at = Instant::now();
            match ask {
                Ask::One(request) => {
                    let reply = link.ask(DOING, &request.to_bytes()).await?;
                    self.seek.take(&Reply::decode(&reply).map_err(|it| protocol(DOING, it))?);
                }
                Ask::Many(requests) => {
                    let room = link.limits();
                    let mut members: Vec<Vec<u8>> =
                        requests.iter().map(crate::codec::Request::to_bytes).collect();
                    members.truncate(fitting(&members, room));
                    let packet = multiple_service::request(&members).to_bytes();
                    let bytes = link.ask(DOING, &packet).await?;
                    self.take_handles(&bytes, members.len())?;
                }
            }
        }
        Ok(())
    }

    fn take_handles(&mut self, bytes: &[u8], asked: usize) -> Result<(), LinkError> {
        let reply = Reply::decode(bytes).map_err(|it| protocol(DOING, it))?;
        if !matches!(reply.status.general, Status::SUCCESS | Status::EMBEDDED_SERVICE_ERROR) {
            self.seek.give_up(&reply.status.to_string());
            return Ok(());
        }
        let replies = multiple_service::split(reply.data).map_err(|it| protocol(DOING, it))?;
        if replies.len() != asked {
            let (expected, found) = (asked.to_string(), replies.len().to_string());
            return Err(protocol(
                DOING,
                DecodeError::new("number of services", 4, expected, found),
            ));
        }
        let replies: Result<Vec<_>, _> = replies.into_iter().map(Reply::decode).collect();
        self.seek.take_handles(replies.map_err(|it| protocol(DOING, it))?.into_iter());
        Ok(())
    }

    /// Looks whether arrays are as large as the project says, and what is none in it is none.
    /// Whether all was seen: what was not in time, or not told, is looked at with the next scan.
    async fn check(
        &mut self,
        link: &mut Link,
        names: &[String],
        until: Moment,
    ) -> Result<bool, LinkError> {
        let open = self.unseen(names);
        for portion in open.chunks(CHECKED_AT_A_TIME) {
            if Moment::now() >= until {
                break;
            }
            self.learnt_at = Instant::now();
            let elements: Vec<(EPath, u16)> = portion
                .iter()
                .flat_map(|it| {
                    let ends = it.ends.iter().flatten().map(|path| (path.clone(), 1));
                    ends.chain(it.beyond.iter().cloned())
                })
                .collect();
            let prepared = Prepared::new(Plan::of_elements(&elements, link.limits()));
            // Nothing in it can show a change.
            let basis = Basis { mark: None, is_confirmed: true, is_declared: true };
            let Ok(gathered) = scan::run(link, &prepared, basis, false).await? else { break };
            let mut there = gathered.outcomes.iter().map(Outcome::is_there);
            for check in portion {
                let ends: Vec<_> =
                    there.by_ref().take(2 * usize::from(check.ends.is_some())).collect();
                let beyond: Vec<_> = there.by_ref().take(check.beyond.len()).collect();
                if let Some(fits) = fits(&ends, &beyond) {
                    self.checked.keep(check.extent.clone(), fits);
                }
            }
        }
        Ok(open.iter().all(|it| self.checked.knows(&it.extent)))
    }

    /// What has to be seen before these names are read.
    fn unseen(&self, names: &[String]) -> Vec<Check> {
        let catalogue = self.catalogue(names);
        let declared = resolved(names, &catalogue).flat_map(|it| checks(&it));
        let foreign = names.iter().filter(|it| is_foreign(it, &catalogue));
        let mut asked = HashSet::new();
        declared
            .chain(foreign.filter_map(|it| check_foreign(it)))
            .filter(|it| !self.checked.knows(&it.extent) && asked.insert(it.extent.clone()))
            .collect()
    }
}

/// Whether something is as the project says, by what is there: of its first element and its last
/// one, and of what lies beyond it. `None`: that is not told.
fn fits(ends: &[Option<bool>], beyond: &[Option<bool>]) -> Option<bool> {
    if beyond.contains(&Some(true)) || ends == [Some(true), Some(false)] {
        return Some(false);
    }
    // Where the first element is missing, so is all of it, and reading it will say so.
    let is_told = |it: &[Option<bool>]| !it.contains(&None) || it.first() == Some(&Some(false));
    (is_told(ends) && !beyond.contains(&None)).then_some(true)
}

fn resolved(names: &[String], catalogue: &Catalogue) -> impl Iterator<Item = Resolved> {
    names.iter().filter_map(|it| catalogue.resolve(&TagName::parse(it).ok()?).ok())
}

fn is_foreign(name: &str, catalogue: &Catalogue) -> bool {
    TagName::parse(name).is_ok_and(|it| !catalogue.has(&it))
}

/// How many of the questions for handles a packet can carry, at least one.
fn fitting(members: &[Vec<u8>], room: Limits) -> usize {
    let each = |request: &Vec<u8>| request.len() + MEMBER_OVERHEAD;
    let asked =
        room.request.saturating_sub(REQUEST_OVERHEAD) / members.iter().map(each).max().unwrap_or(1);
    let told = room.reply.saturating_sub(REPLY_OVERHEAD) / (HANDLE_REPLY_SIZE + MEMBER_OVERHEAD);
    asked.min(told).max(1)
}
