//! Suspicious writes of bits: latches without a partner, coils that are written twice, places that
//! two tasks write.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use tagbridge_project::Language;
use tagbridge_texts::{Coded, Message};

use super::Answer;
use crate::{
    Citation, Effect, How, Logic, PlaceId, Relation, RoutineId, Scope, StatementId, Step,
    expr::{Constant, Expr},
};

/// A suspicious write.
#[derive(Debug, Clone, PartialEq)]
pub struct FindingRow {
    /// The kind.
    pub kind: FindingKind,
    /// The written place.
    pub place: String,
    /// The statements, in the order of execution if it is known.
    pub citations: Vec<Citation>,
    /// The tasks, if several tasks write it.
    pub tasks: Vec<String>,
}

/// The kind of a suspicious write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Coded)]
#[coded(prefix = "logic-finding")]
pub enum FindingKind {
    /// It is set, but no code resets it.
    NeverReset,
    /// It is reset, but no code sets it.
    NeverSet,
    /// It is set in one routine and reset in another one.
    SplitLatch,
    /// Several coils follow a condition: only the last executed one is effective.
    WrittenTwice,
    /// More than one task writes it.
    Race,
}

impl FindingKind {
    /// Its stable name in the interface.
    pub fn name(self) -> &'static str {
        match self {
            Self::NeverReset => "never_reset",
            Self::NeverSet => "never_set",
            Self::SplitLatch => "split_latch",
            Self::WrittenTwice => "written_twice",
            Self::Race => "race",
        }
    }
}

/// More than one task writes it: these tasks.
#[derive(Coded)]
#[coded(prefix = "logic-finding-race-of")]
pub(super) struct RaceOf<'a> {
    tasks: &'a [String],
}

impl FindingRow {
    /// The finding as a sentence.
    pub fn says(&self) -> Message {
        match self.kind {
            FindingKind::Race if !self.tasks.is_empty() => RaceOf { tasks: &self.tasks }.message(),
            kind => kind.message(),
        }
    }
}

impl Logic<'_> {
    /// Returns suspicious writes; only of one place if it is given. Places that exist per use
    /// (local variables of a block) are excluded.
    pub fn findings(&self, only: Option<PlaceId>) -> Answer<FindingRow> {
        let only = only.map(|place| self.index.canonical(place));
        let mut by_place: BTreeMap<PlaceId, Vec<(StatementId, How)>> = BTreeMap::new();
        for (at, statement) in self.index.statements.iter().enumerate() {
            let Effect::Assign { to, how, .. } = &statement.effect else { continue };
            let place = self.index.canonical(self.index.reference(*to).place);
            if only.is_none_or(|only| only == place) {
                by_place.entry(place).or_default().push((StatementId::at(at), *how));
            }
        }
        let mut rows = Vec::new();
        for (place, mut writers) in by_place {
            // A step of a chart is activated at the start, or by the steps before it.
            let is_step = |id| {
                let routine = &self.project.routines[self.routine(id).index()];
                routine.language == Language::Sfc
            };
            if writers.iter().any(|writer| is_step(writer.0)) {
                continue;
            }
            self.sort_by_execution(&mut writers, |writer| writer.0);
            self.latches(place, &writers, &mut rows);
            if self.is_shared(place) {
                self.coils(place, &writers, &mut rows);
                self.races(place, &writers, &mut rows);
            }
        }
        rows.sort_by(|one, other| {
            let first = |row: &FindingRow| row.citations.first().map(|it| (it.unit, it.span));
            first(one).cmp(&first(other)).then(one.kind.cmp(&other.kind))
        });
        self.answer(rows, Some(&[])).with_hidden(self)
    }

    /// Whether a place exists once, without a variable index.
    fn is_shared(&self, place: PlaceId) -> bool {
        let root = self.index.places.root_of(place);
        let is_of_a_block = match self.index.places.step(root) {
            Step::Root(Scope::Unit(owner), _) => {
                let owner = self.index.names.text(owner);
                self.project.blocks.iter().any(|it| it.name.eq_ignore_ascii_case(owner))
            }
            _ => false,
        };
        !is_of_a_block && crate::why::is_named(self.index, place)
    }

    fn row(
        &self,
        kind: FindingKind,
        place: PlaceId,
        statements: impl Iterator<Item = StatementId>,
        tasks: Vec<String>,
    ) -> FindingRow {
        let citations = statements.map(|id| self.cite_statement(id)).collect();
        FindingRow { kind, place: self.place(place), citations, tasks }
    }

    fn latches(&self, place: PlaceId, writers: &[(StatementId, How)], rows: &mut Vec<FindingRow>) {
        let that = |how| writers.iter().filter(move |it| it.1 == how).map(|it| it.0);
        let any = |how| that(how).next().is_some();
        let (sets, resets) = (any(How::Latch), any(How::Unlatch));
        let alone = |on: bool| {
            !writers.iter().any(|writer| self.may_turn(*writer, on))
                && !self.is_written_around(place)
        };
        if sets && !resets && alone(false) {
            rows.push(self.row(FindingKind::NeverReset, place, that(How::Latch), Vec::new()));
        }
        if resets && !sets && alone(true) {
            rows.push(self.row(FindingKind::NeverSet, place, that(How::Unlatch), Vec::new()));
        }
        let routines = |how| that(how).map(|id| self.routine(id)).collect::<BTreeSet<RoutineId>>();
        if sets && resets && routines(How::Latch).is_disjoint(&routines(How::Unlatch)) {
            let all = writers.iter().filter(|it| matches!(it.1, How::Latch | How::Unlatch));
            rows.push(self.row(FindingKind::SplitLatch, place, all.map(|it| it.0), Vec::new()));
        }
    }

    /// Whether a statement can assign this value to a place.
    fn may_turn(&self, (id, how): (StatementId, How), on: bool) -> bool {
        match how {
            How::Latch => on,
            How::Unlatch => !on,
            How::Follow | How::Partial => true,
            How::Store => match &self.index.statement(id).effect {
                Effect::Assign { value, .. } => match self.index.exprs.get(*value) {
                    Expr::Const(Constant::Bool(value)) => value == on,
                    Expr::Const(Constant::Int(value)) => (value != 0) == on,
                    _ => true,
                },
                _ => true,
            },
        }
    }

    /// Whether it is written indirectly: by a part, by its container, by an instruction or by a
    /// call.
    fn is_written_around(&self, place: PlaceId) -> bool {
        self.related(place).into_iter().any(|(other, relation)| {
            self.index.refs_to(other).iter().any(|at| {
                let reference = self.index.reference(*at);
                let assigns = || {
                    self.writers_at(*at)
                        .iter()
                        .all(|id| matches!(self.index.statement(*id).effect, Effect::Assign { .. }))
                };
                (reference.mode.writes() && (relation != Relation::Same || !assigns()))
                    || reference.mode == crate::UseMode::Address
            })
        })
    }

    fn coils(&self, place: PlaceId, writers: &[(StatementId, How)], rows: &mut Vec<FindingRow>) {
        let coils: Vec<StatementId> =
            writers.iter().filter(|it| it.1 == How::Follow).map(|it| it.0).collect();
        if coils.len() > 1 {
            rows.push(self.row(FindingKind::WrittenTwice, place, coils.into_iter(), Vec::new()));
        }
    }

    fn races(&self, place: PlaceId, writers: &[(StatementId, How)], rows: &mut Vec<FindingRow>) {
        let mut tasks: BTreeMap<u32, StatementId> = BTreeMap::new();
        for (id, _) in writers {
            for way in self.index.order.ways(self.index, self.routine(*id)) {
                if let (Some(task), true) = (way.root.task, way.recurs) {
                    tasks.entry(task).or_insert(*id);
                }
            }
        }
        if tasks.len() > 1 {
            let names = tasks.keys().map(|at| self.project.tasks[*at as usize].name.clone());
            let mut seen = HashSet::new();
            let statements = tasks.values().copied().filter(|id| seen.insert(*id));
            rows.push(self.row(FindingKind::Race, place, statements, names.collect()));
        }
    }

    pub(crate) fn routine(&self, id: StatementId) -> RoutineId {
        self.index.unit(self.index.statement(id).unit).routine
    }

    /// Sorts by the last execution if it is known, otherwise by location.
    pub(crate) fn sort_by_execution<T>(
        &self,
        of: &mut [T],
        id: impl Fn(&T) -> StatementId,
    ) -> bool {
        let routines: BTreeSet<RoutineId> = of.iter().map(|it| self.routine(id(it))).collect();
        if routines.len() < 2 {
            of.sort_by_key(id);
            return true;
        }
        let ways = |routine: RoutineId| self.index.order.usual_ways(self.index, routine);
        let ways: BTreeMap<RoutineId, Vec<_>> =
            routines.iter().map(|routine| (*routine, ways(*routine))).collect();
        let tasks: BTreeSet<_> =
            ways.values().flatten().map(|way| (way.root.task, way.root.on_fault)).collect();
        // A scan executes only the routine of the current state of an equipment phase.
        let in_state = ways.values().flatten().any(|way| way.root.in_state);
        let sure = tasks.len() == 1 && !in_state && ways.values().all(|it| it.len() == 1);
        of.sort_by(|one, other| {
            let (one, other) = (id(one), id(other));
            let last = |id: StatementId| {
                ways[&self.routine(id)].iter().max_by(|a, b| a.compare(id, b, id))
            };
            match (last(one), last(other)) {
                (Some(way), Some(others)) => way.compare(one, others, other),
                (way, others) => way.is_some().cmp(&others.is_some()).then(one.cmp(&other)),
            }
        });
        sure
    }
}
