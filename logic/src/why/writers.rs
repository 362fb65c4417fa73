//! What writes a place, in the order in which it is executed.

use std::collections::{BTreeSet, HashMap, HashSet};

use tagbridge_project::Vendor;

use crate::{
    Effect, How, Index, Logic, PlaceId, Relation, RoutineId, StatementId,
    expr::{Constant, Expr, ExprId, Exprs, Meaning},
    ids::NameId,
    types,
};

/// A statement that writes a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Writer {
    /// Which.
    pub statement: StatementId,
    /// How; none where it is an operand of something that is not followed.
    pub how: Option<How>,
}

/// The statements that write a place whole, and what else may write it.
pub(super) struct Writers {
    pub(super) certain: Vec<Writer>,
    /// Statements that write a part of it, or what it is a part of, and instructions and calls
    /// whose result is not followed.
    pub(super) others: Vec<StatementId>,
    /// Those in code that nothing executes.
    pub(super) idle: Vec<StatementId>,
    /// The tasks that execute the certain ones, where the file tells.
    pub(super) tasks: Vec<String>,
    /// Whether the order in which they are executed is certain.
    pub(super) in_order: bool,
}

impl Writers {
    pub(super) fn of(index: &Index, place: PlaceId) -> Self {
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
        let mut units: Vec<_> = same
            .iter()
            .chain(&around)
            .flat_map(|place| index.refs_to(*place))
            .filter(|id| index.reference(**id).mode.writes())
            .map(|id| index.unit_of(*id))
            .collect();
        units.sort_unstable();
        units.dedup();
        for unit in units {
            for (id, statement) in index.statements_of(unit) {
                writers.add(index, id, &statement.effect, &same, &around);
            }
        }
        writers
    }

    /// In the order in which they are executed, without those that are not.
    pub(super) fn ordered(logic: Logic<'_>, place: PlaceId) -> Self {
        let index = logic.index;
        let mut writers = Self::of(index, place);
        let mut ways = HashMap::new();
        let mut tasks = BTreeSet::new();
        for writer in &writers.certain {
            let routine = logic.routine(writer.statement);
            let ways = ways.entry(routine).or_insert_with(|| index.order.ways(index, routine));
            tasks.extend(ways.iter().filter(|it| !it.root.on_fault).filter_map(|it| it.root.task));
        }
        // Methods and blocks of the other platforms may be called through what is not seen.
        let is_static = logic.project.vendor == Vendor::AllenBradley && !logic.is_partial();
        if is_static {
            let is_executed = |it: &Writer| !ways[&logic.routine(it.statement)].is_empty();
            let (certain, idle): (Vec<_>, Vec<_>) =
                writers.certain.into_iter().partition(is_executed);
            writers.certain = certain;
            writers.idle = idle.into_iter().map(|it| it.statement).collect();
        }
        writers.tasks =
            tasks.into_iter().map(|at| logic.project.tasks[at as usize].name.clone()).collect();
        writers.in_order = logic.sort_by_execution(&mut writers.certain, |it| it.statement);
        writers
    }

    fn add(
        &mut self,
        index: &Index,
        id: StatementId,
        effect: &Effect,
        same: &HashSet<PlaceId>,
        around: &HashSet<PlaceId>,
    ) {
        let touches = |at| {
            let place = index.reference(at).place;
            same.contains(&place) || around.contains(&place)
        };
        match effect {
            Effect::Assign { to, how, .. } if same.contains(&index.reference(*to).place) => {
                match how {
                    How::Partial => self.others.push(id),
                    _ => self.certain.push(Writer { statement: id, how: Some(*how) }),
                }
            }
            Effect::Assign { to, .. } if touches(*to) => self.others.push(id),
            Effect::Run { instance, operands, .. } => {
                let operands = operands.clone().map(crate::RefId);
                let written = |at: crate::RefId| index.reference(at).mode.writes() && touches(at);
                if instance.is_some_and(touches) || operands.into_iter().any(written) {
                    self.others.push(id);
                }
            }
            Effect::Call { bindings, .. } => {
                let given = index.bindings(bindings).iter().filter_map(|it| it.at);
                if given.into_iter().any(|at| index.reference(at).mode.writes() && touches(at)) {
                    self.others.push(id);
                }
            }
            _ => {}
        }
    }

    /// What the place is after all certain writers, as one condition: what they make of it, else
    /// what it was. `was` stands for the place itself, in every condition.
    pub(super) fn condition(
        &self,
        logic: Logic<'_>,
        place: PlaceId,
        was: Option<bool>,
    ) -> (Exprs, ExprId) {
        let index = logic.index;
        let mut exprs = Exprs::new();
        let mut known = HashMap::new();
        let mut meaning = Present { index, place: index.canonical(place), was };
        let before = match was {
            Some(was) => exprs.constant(Constant::Bool(was)),
            None => exprs.read(index.canonical(place)),
        };
        let mut now = before;
        for writer in &self.certain {
            let statement = index.statement(writer.statement);
            let Effect::Assign { value, how, .. } = &statement.effect else { continue };
            let calls = called(index, logic.routine(writer.statement));
            let mut bring = |id| exprs.import(&index.exprs, id, &mut known, &mut meaning);
            let (own, value) = (bring(statement.guard), bring(*value));
            let calls: Vec<Vec<ExprId>> =
                calls.into_iter().map(|way| way.into_iter().map(&mut bring).collect()).collect();
            let calls: Vec<ExprId> = calls.iter().map(|way| exprs.and(way)).collect();
            let guard = if calls.is_empty() {
                own
            } else {
                let called = exprs.or(&calls);
                exprs.and(&[called, own])
            };
            now = after(&mut exprs, now, guard, value, *how);
        }
        (exprs, now)
    }

    /// Whether a place that they write is a number, and so no bit: by what it gets, else by its type.
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

/// The conditions of the calls on each way on which a routine is executed; none where it is executed
/// whatever they are, or the file does not tell.
pub(super) fn called(index: &Index, routine: RoutineId) -> Vec<Vec<ExprId>> {
    let always = |id: &ExprId| index.exprs.get(*id) == Expr::Const(Constant::Bool(true));
    let mut found = Vec::new();
    for way in index.order.ways(index, routine).into_iter().filter(|way| !way.root.on_fault) {
        let guards = way.calls.iter().map(|call| index.statement(*call).guard);
        let guards: Vec<ExprId> = guards.filter(|id| !always(id)).collect();
        if guards.is_empty() {
            return Vec::new();
        }
        found.push(guards);
    }
    found
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

/// The same ids, but for the place that is asked about: it has the value that it has.
struct Present<'i> {
    index: &'i Index,
    place: PlaceId,
    was: Option<bool>,
}

impl Meaning for Present<'_> {
    fn place(&mut self, place: PlaceId) -> Result<PlaceId, Constant> {
        let own = self.index.canonical(place);
        match self.was {
            Some(was) if own == self.place => Err(Constant::Bool(was)),
            _ => Ok(own),
        }
    }

    fn name(&mut self, name: NameId) -> NameId {
        name
    }

    fn statement(&mut self, statement: StatementId) -> StatementId {
        statement
    }
}
