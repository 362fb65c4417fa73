//! The writers of a place, in the order of execution.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use tagbridge_project::Language;

use crate::{
    Direction, Effect, How, Index, Logic, NameId, PlaceId, RefId, Relation, RoutineId, StatementId,
    UnitId,
    expr::{Comparison, Constant, Expr, ExprId, Exprs, Meaning},
    types,
};

/// A statement that writes a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Writer {
    /// The statement.
    pub statement: StatementId,
    /// The kind of assignment; `None` if it is not evaluated.
    pub how: Option<How>,
}

/// The place in a question.
struct AskedPlace<'a> {
    place: PlaceId,
    /// The places that are equal to it.
    same: &'a HashSet<PlaceId>,
    /// The occurrences that may write it, a part of it, or a place that contains it.
    refs: &'a BTreeSet<RefId>,
}

/// The statements that write a whole place, and other possible writers.
#[derive(Debug)]
pub struct Writers {
    /// The statements that write it whole, in the order of execution.
    pub certain: Vec<Writer>,
    /// Statements that write a part of it or a place that contains it, instructions and calls whose
    /// results are not evaluated, and unknown code that may write it.
    pub others: Vec<StatementId>,
    /// The statements in code that is never executed.
    pub idle: Vec<StatementId>,
    /// The tasks that execute the certain ones, if the file shows them.
    pub tasks: Vec<String>,
    /// Whether their order of execution is certain.
    pub in_order: bool,
}

impl Writers {
    pub(super) fn of(logic: Logic<'_>, place: PlaceId) -> Self {
        let index = logic.index;
        let (mut same, mut around) = (HashSet::from([place]), HashSet::new());
        for (other, relation) in index.related(place) {
            match relation {
                Relation::Same => same.insert(other),
                Relation::Disjoint => false,
                _ => around.insert(other),
            };
        }
        let mut writers = Self {
            certain: Vec::new(),
            others: Vec::new(),
            idle: Vec::new(),
            tasks: Vec::new(),
            in_order: true,
        };
        let mut units: BTreeMap<UnitId, BTreeSet<RefId>> = BTreeMap::new();
        for at in same.iter().chain(&around).flat_map(|place| index.refs_to(*place)) {
            if index.reference(*at).mode.writes() || index.may_write(*at) {
                units.entry(index.unit_of(*at)).or_default().insert(*at);
            }
        }
        for (unit, refs) in units {
            let mut left = refs.clone();
            for (id, statement) in index.statements_of(unit) {
                let asked = AskedPlace { place, same: &same, refs: &refs };
                writers.add(logic, id, &statement.effect, &asked, &mut left);
            }
            writers.others.extend(left.into_iter().filter_map(|at| index.statement_at(at)));
        }
        // Arguments of calls for a parameter, and writes in instances of its block.
        for formal in same.iter().chain(&around) {
            let given = index.bound_to(*formal).iter();
            let given = given
                .filter(|(_, binding)| index.bindings[binding.index()].direction != Direction::Out);
            writers.others.extend(given.map(|(call, _)| *call));
        }
        let outside = logic.written_in_instances(place).into_iter();
        writers.others.extend(outside.filter_map(|at| index.statement_at(at)));
        writers.others.sort_unstable();
        writers.others.dedup();
        writers
    }

    /// Returns the writers in the order of execution, without those that are not executed.
    pub fn ordered(logic: Logic<'_>, place: PlaceId) -> Self {
        let index = logic.index;
        let mut writers = Self::of(logic, place);
        let mut ways = HashMap::new();
        let mut tasks = BTreeSet::new();
        for writer in &writers.certain {
            let routine = logic.routine(writer.statement);
            let ways = ways.entry(routine).or_insert_with(|| index.order.ways(index, routine));
            tasks.extend(ways.iter().filter(|it| it.recurs).filter_map(|it| it.root.task));
        }
        let is_usual = |it: &Writer| {
            let ways = &ways[&logic.routine(it.statement)];
            ways.is_empty() || ways.iter().any(|way| way.recurs)
        };
        let executed = logic.surely_executed();
        let is_idle =
            |it: &Writer| executed.is_some_and(|all| !all.contains(&logic.routine(it.statement)));
        let (idle, certain): (Vec<_>, Vec<_>) = writers.certain.into_iter().partition(is_idle);
        writers.idle = idle.into_iter().map(|it| it.statement).collect();
        // Statements that are executed on a fault or at a start have no part in a scan.
        let (certain, unusual): (Vec<_>, Vec<_>) = certain.into_iter().partition(is_usual);
        writers.certain = certain;
        writers.others.extend(unusual.into_iter().map(|it| it.statement));
        writers.others.sort_unstable();
        writers.others.dedup();
        writers.tasks =
            tasks.into_iter().map(|at| logic.project.tasks[at as usize].name.clone()).collect();
        writers.in_order = logic.sort_by_execution(&mut writers.certain, |it| it.statement);
        writers
    }

    /// Adds a statement that names the place where it may be written. `left` contains the
    /// occurrences without a statement.
    fn add(
        &mut self,
        logic: Logic<'_>,
        id: StatementId,
        effect: &Effect,
        asked: &AskedPlace<'_>,
        left: &mut BTreeSet<RefId>,
    ) {
        let index = logic.index;
        match effect {
            Effect::Assign { to, how, .. } if asked.refs.contains(to) => {
                left.remove(to);
                let whole = asked.same.contains(&index.reference(*to).place);
                if whole && *how != How::Partial {
                    self.certain.push(Writer { statement: id, how: Some(*how) });
                } else {
                    self.others.push(id);
                }
            }
            Effect::Run { instance, operands, .. } => {
                let operands = RefId(operands.start)..RefId(operands.end);
                let mut named: Vec<RefId> = asked.refs.range(operands).copied().collect();
                named.extend(instance.filter(|at| asked.refs.contains(at)));
                for at in &named {
                    left.remove(at);
                }
                if !named.is_empty() {
                    self.others.push(id);
                }
            }
            Effect::Call { callee, instance, bindings, .. } => {
                let bindings = index.bindings(bindings);
                let given = bindings.iter().filter_map(|it| it.at);
                let given: Vec<RefId> = given.filter(|at| asked.refs.contains(at)).collect();
                let instance = instance.filter(|at| asked.refs.contains(at));
                given.iter().chain(&instance).for_each(|at| _ = left.remove(at));
                let changes = |at| logic.call_changes(*callee, bindings, at, asked.place);
                if !given.is_empty() || instance.is_some_and(changes) {
                    self.others.push(id);
                }
            }
            _ => {}
        }
    }

    /// The value of the place after all certain writers, as one condition. `was` is its value
    /// before the first of them; each reads the value that the one before it left.
    pub(super) fn condition(
        &self,
        logic: Logic<'_>,
        place: PlaceId,
        was: Option<bool>,
    ) -> (Exprs, ExprId) {
        let index = logic.index;
        let mut exprs = Exprs::new();
        let own = index.canonical(place);
        let before = match was {
            Some(was) => exprs.constant(Constant::Bool(was)),
            None => exprs.read(own),
        };
        let mut now = before;
        let mut calls_made = HashMap::new();
        for writer in &self.certain {
            // All transitions of a chart are evaluated before any of them fires.
            let unit = index.unit(index.statement(writer.statement).unit);
            let is_chart = logic.language(unit) == Language::Sfc;
            let present = Present { index, place: own, found: if is_chart { before } else { now } };
            let assigned = assigned(logic, *writer, &mut exprs, present, &mut calls_made);
            if let Some(Assigned { guard, value, how }) = assigned {
                now = after(&mut exprs, now, guard, value, how);
            }
        }
        (exprs, now)
    }

    /// Whether a certain writer gives the place another number than its present one, as one
    /// condition.
    pub(super) fn change(&self, logic: Logic<'_>, place: PlaceId, is: i64) -> (Exprs, ExprId) {
        let index = logic.index;
        let mut exprs = Exprs::new();
        let is = exprs.constant(Constant::Int(is));
        let (mut calls_made, mut changes) = (HashMap::new(), Vec::new());
        for writer in &self.certain {
            let present = Present { index, place: index.canonical(place), found: is };
            let assigned = assigned(logic, *writer, &mut exprs, present, &mut calls_made);
            if let Some(Assigned { guard, value, .. }) = assigned {
                let is_other = exprs.compared(Comparison::Ne, value, is);
                changes.push(exprs.and(&[guard, is_other]));
            }
        }
        let changes = exprs.or(&changes);
        (exprs, changes)
    }

    /// Whether the written place is a number, not a bit: by the assigned value, otherwise by its
    /// type.
    pub(super) fn give_numbers(&self, Logic { project, index }: Logic<'_>, place: PlaceId) -> bool {
        let is_bit = |writer: &Writer| {
            let Effect::Assign { value, .. } = &index.statement(writer.statement).effect else {
                return false;
            };
            match index.exprs.get(*value) {
                Expr::Const(constant) => matches!(constant, Constant::Bool(_)),
                Expr::And(_) | Expr::Or(_) | Expr::Not(_) | Expr::Compare(..) | Expr::Edge(..) => {
                    true
                }
                _ => false,
            }
        };
        let is_number = |writer: &Writer| match &index.statement(writer.statement).effect {
            Effect::Assign { value, .. } => match index.exprs.get(*value) {
                Expr::Const(constant) => !matches!(constant, Constant::Bool(_)),
                Expr::Arith(..) => true,
                _ => false,
            },
            _ => false,
        };
        if self.certain.iter().any(is_bit) {
            return false;
        }
        let declared = types::is_bit(project, index, place).map(|is_bit| !is_bit);
        declared.unwrap_or_else(|| self.certain.iter().any(is_number))
    }
}

/// The conditional calls on each way on which a routine is executed cyclically; empty if it is
/// executed without a condition, or the file does not show it.
pub fn called(index: &Index, routine: RoutineId) -> Vec<Vec<StatementId>> {
    let has_condition = |call: &StatementId| {
        index.exprs.get(index.statement(*call).guard) != Expr::Const(Constant::Bool(true))
    };
    let mut found = Vec::new();
    for way in index.order.ways(index, routine).into_iter().filter(|way| way.recurs) {
        let calls: Vec<StatementId> = way.calls.into_iter().filter(has_condition).collect();
        if calls.is_empty() {
            return Vec::new();
        }
        found.push(calls);
    }
    found
}

/// What a statement assigns: `value`, if `guard` holds.
struct Assigned {
    guard: ExprId,
    value: ExprId,
    how: How,
}

/// What a writer assigns, with the conditions of the calls of its code. The condition of a call is
/// evaluated before the called code changes any value: `calls_made` keeps it.
fn assigned(
    logic: Logic<'_>,
    writer: Writer,
    exprs: &mut Exprs,
    mut present: Present<'_>,
    calls_made: &mut HashMap<StatementId, ExprId>,
) -> Option<Assigned> {
    let index = logic.index;
    let statement = index.statement(writer.statement);
    let Effect::Assign { value, how, .. } = &statement.effect else { return None };
    let mut known = HashMap::new();
    let mut bring =
        |exprs: &mut Exprs, id| exprs.import(&index.exprs, id, &mut known, &mut present);
    let mut called_by: Vec<ExprId> = Vec::new();
    for way in called(index, logic.routine(writer.statement)) {
        let way: Vec<ExprId> = way
            .into_iter()
            .map(|call| {
                let guard = index.statement(call).guard;
                *calls_made.entry(call).or_insert_with(|| bring(exprs, guard))
            })
            .collect();
        called_by.push(exprs.and(&way));
    }
    let (own, value) = (bring(exprs, statement.guard), bring(exprs, *value));
    let guard = if called_by.is_empty() {
        own
    } else {
        let called = exprs.or(&called_by);
        exprs.and(&[called, own])
    };
    Some(Assigned { guard, value, how: *how })
}

/// The value after a statement.
fn after(exprs: &mut Exprs, before: ExprId, guard: ExprId, value: ExprId, how: How) -> ExprId {
    if guard == exprs.yes() && how != How::Latch && how != How::Unlatch {
        return value;
    }
    let not = exprs.not(guard);
    match how {
        How::Latch => exprs.or(&[guard, before]),
        How::Unlatch => exprs.and(&[not, before]),
        How::Follow | How::Store | How::Partial => {
            let set = exprs.and(&[guard, value]);
            let kept = exprs.and(&[not, before]);
            exprs.or(&[set, kept])
        }
    }
}

/// The same ids, except for the place in the question: it has the value after the writers before.
struct Present<'i> {
    index: &'i Index,
    place: PlaceId,
    found: ExprId,
}

impl Meaning for Present<'_> {
    fn place(&mut self, place: PlaceId) -> Result<PlaceId, ExprId> {
        let own = self.index.canonical(place);
        if own == self.place { Err(self.found) } else { Ok(own) }
    }

    fn name(&mut self, name: NameId) -> NameId {
        name
    }

    fn statement(&mut self, statement: StatementId) -> StatementId {
        statement
    }
}
