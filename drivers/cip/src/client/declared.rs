//! The connection's knowledge about tags without the controller's list: a project's declarations,
//! and the controller's information about the tags that are read.
//!
//! Definitions of structures and sizes of arrays belong to the controller's program at the time of
//! the response. Users compare the change mark.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Instant,
};

use bytes::Bytes;
use tagbridge_client::protocol;
use tagbridge_driver::{Declarations, Declared, LinkError, LinkStep, TagSet};
use tagbridge_texts::Coded;
use tokio::time::Instant as Moment;

use super::{
    catalogue, link::Link, outcome::Outcome, questions, scan, tag_list_state::LearningLimit,
};
use crate::{
    catalogue::{
        Catalogue, Check, Checked, Kind, ResolvedName, TypeSearch, check_foreign, checks,
        of_project,
    },
    codec::{EPath, Reply, changes::Mark, tag_name::TagName},
    plan::{Knowledge, Limits, Plan},
};

const DOING: LinkStep = LinkStep::LearnTypes;

/// Number of members from which a structure is read as a whole.
const WORTH_A_TYPE: usize = 3;

/// Number of arrays that are checked before the time limit is checked.
const CHECKED_AT_A_TIME: usize = 1000;

/// The knowledge about tags that are read by name.
#[derive(Debug)]
pub(super) struct ByName {
    project: Arc<dyn Declarations>,
    /// The program that all fields below belong to.
    program: Program,
    seek: TypeSearch,
    checked: Checked,
    /// The controller's own list, if it was read on request.
    listed: Option<Arc<Catalogue>>,
    /// Whether the last set needs more than could be learned.
    lacks: bool,
    /// Number of known types when the last plan was created.
    planned_with: usize,
    /// The id of the set whose types were requested last.
    wanted_for: Option<u64>,
    /// When knowledge was last added.
    pub(super) learnt_at: Instant,
}

/// The controller's report about changes of its program.
#[derive(Debug)]
enum Program {
    /// It was not requested yet.
    Unasked,
    /// It is not available, or must not be requested.
    Untold,
    Marked(Mark),
}

/// No declarations.
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
            seek: TypeSearch::new(),
            checked: Checked::default(),
            listed: None,
            lacks: false,
            planned_with: 0,
            wanted_for: None,
            learnt_at: Instant::now(),
        }
    }

    /// Drops the controller's answers. A controller that does not report changes will not report
    /// them later.
    pub(super) fn forget(&mut self) {
        let is_untold = matches!(self.program, Program::Untold);
        *self = Self::new(Some(Arc::clone(&self.project)));
        if is_untold {
            self.without_mark();
        }
    }

    /// Records that the controller does not report changes of its program, or must not be asked.
    pub(super) fn without_mark(&mut self) {
        self.program = Program::Untold;
    }

    /// Whether it is not known yet if the controller reports changes.
    pub(super) fn is_unproven(&self) -> bool {
        matches!(self.program, Program::Unasked)
    }

    /// The mark of the program that the plans depend on.
    pub(super) fn mark(&self) -> Option<&Mark> {
        match &self.program {
            Program::Marked(mark) => Some(mark),
            Program::Unasked | Program::Untold => None,
        }
    }

    /// Whether more is known than when the last plan was created, or more is needed.
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

    /// Reads the information that is needed before these names are read.
    pub(super) async fn prepare(
        &mut self,
        link: &mut Link,
        names: &[String],
        until: Moment,
    ) -> Result<(), LinkError> {
        if self.is_unproven() {
            let (mark, status) = questions::mark(link, DOING).await?;
            if status.passes() {
                // If a download cannot be detected, the information cannot be trusted.
                self.lacks = true;
                return Ok(());
            }
            self.program = mark.map_or(Program::Untold, Program::Marked);
            if let Some(listed) = self.mark().and_then(|it| catalogue::recalled(link, it)) {
                self.take_list(&Arc::new(listed));
            }
        }
        let catalogue = self.catalogue(names);
        let mut wanted = HashSet::new();
        for resolved in resolved(names, &catalogue) {
            if let (Kind::Outline(outline), piece) =
                (&resolved.innermost().kind, resolved.innermost())
            {
                let size = outline.template.size as usize;
                self.seek.want(&outline.template.name, piece.path.clone(), size);
                wanted.insert(outline.template.name.to_ascii_lowercase());
            }
        }
        self.learn(link, LearningLimit::Deadline(until)).await?;
        let sees_all = self.check(link, names, until).await?;
        self.lacks = !sees_all || wanted.iter().any(|it| !self.seek.found().contains_key(it));
        Ok(())
    }

    /// Reads more of the types whose members are read, so that later scans read them as a whole.
    pub(super) async fn save(
        &mut self,
        link: &mut Link,
        tags: &TagSet,
        until: LearningLimit,
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
        let mut members: HashMap<(Arc<str>, u32, EPath), usize> = HashMap::new();
        for resolved in resolved(names, &catalogue) {
            let outer = resolved.pieces.iter().find_map(|it| match &it.kind {
                Kind::Outline(outline) => {
                    let template = &outline.template;
                    Some((Arc::clone(&template.name), template.size, it.path.clone()))
                }
                _ => None,
            });
            if let Some(outer) = outer {
                *members.entry(outer).or_default() += 1;
            }
        }
        let worth = members.into_iter().filter(|it| it.1 >= WORTH_A_TYPE);
        for ((type_name, size, tag), _) in worth {
            self.seek.want(&type_name, tag, size as usize);
        }
    }

    fn catalogue(&self, names: &[String]) -> Catalogue {
        of_project(names, &*self.project, self.seek.found(), self.mark().cloned())
    }

    /// Continues the search until it is complete or the limit is reached.
    async fn learn(&mut self, link: &mut Link, until: LearningLimit) -> Result<(), LinkError> {
        let before = link.round_trips;
        self.seek.resume();
        loop {
            let asked = self.seek.questions();
            if asked.is_empty() || until.is_over(link.round_trips - before) {
                return Ok(());
            }
            self.learnt_at = Instant::now();
            let replies = if self.seek.is_sweeping() {
                match questions::in_packets(link, DOING, &asked).await? {
                    Ok(replies) => replies,
                    Err(status) => {
                        self.seek.give_up(&status.message());
                        return Ok(());
                    }
                }
            } else {
                questions::ask(link, DOING, &asked).await?
            };
            let replies: Result<Vec<_>, _> = replies.iter().map(|it| Reply::decode(it)).collect();
            self.seek.take(&replies.map_err(|it| protocol(DOING, it))?);
        }
    }

    /// Uses the controller's own list: its types, and the sizes of its arrays.
    pub(super) fn take_list(&mut self, listed: &Arc<Catalogue>) {
        let Some(mark) = listed.mark() else { return };
        if self.mark() != Some(mark) {
            self.forget();
            self.program = Program::Marked(mark.clone());
        }
        for kind in listed.kinds() {
            self.seek.record_type(&kind.name(), kind);
        }
        self.listed = Some(Arc::clone(listed));
    }

    /// Checks whether arrays have the project's sizes, and other tags are not arrays. Returns
    /// whether all checks are complete; the others continue with the next scan.
    async fn check(
        &mut self,
        link: &mut Link,
        names: &[String],
        until: Moment,
    ) -> Result<bool, LinkError> {
        let mut open = self.unseen(names);
        open.retain(|it| {
            let told = self.listed.as_ref().and_then(|listed| it.fits(listed));
            let seen = || Some(*link.recalled(&it.key())?.first()? == 1);
            let fits = told.or_else(seen);
            if let Some(fits) = fits {
                self.checked.keep(it.extent.clone(), fits);
            }
            fits.is_none()
        });
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
            let outcomes = scan::what_is_there(link, &elements).await?;
            let mut there = outcomes.iter().map(Outcome::is_there);
            for check in portion {
                let ends: Vec<_> =
                    there.by_ref().take(2 * usize::from(check.ends.is_some())).collect();
                let beyond: Vec<_> = there.by_ref().take(check.beyond.len()).collect();
                if let Some(fits) = fits(&ends, &beyond) {
                    link.keep(check.key(), &Bytes::copy_from_slice(&[fits.into()]));
                    self.checked.keep(check.extent.clone(), fits);
                }
            }
        }
        Ok(open.iter().all(|it| self.checked.knows(&it.extent)))
    }

    /// The checks that are needed before these names are read.
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

/// Whether a tag is as in the project, from reads of its first and last element and of the element
/// after it. `None`: not known.
fn fits(ends: &[Option<bool>], beyond: &[Option<bool>]) -> Option<bool> {
    if beyond.contains(&Some(true)) || ends == [Some(true), Some(false)] {
        return Some(false);
    }
    // If the first element is missing, the whole array is missing, and its read returns that.
    let is_told = |it: &[Option<bool>]| !it.contains(&None) || it.first() == Some(&Some(false));
    (is_told(ends) && !beyond.contains(&None)).then_some(true)
}

fn resolved(names: &[String], catalogue: &Catalogue) -> impl Iterator<Item = ResolvedName> {
    names.iter().filter_map(|it| catalogue.resolve(&TagName::parse(it).ok()?).ok())
}

fn is_foreign(name: &str, catalogue: &Catalogue) -> bool {
    TagName::parse(name).is_ok_and(|it| !catalogue.has(&it))
}
