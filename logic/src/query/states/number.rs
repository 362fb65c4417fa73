//! A number that contains a state: the constants that it is compared with and set to, and their
//! conditions.

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_project::{Initial, Section};

use super::{Answer, State, States, Transition};
use crate::{
    Citation, Effect, How, Logic, NameId, PlaceId, RefId, Relation, Scope, StatementId, Step,
    UseMode,
    expr::{Arithmetic, Comparison, Constant, Evaluation, Expr, ExprId, Scalar, Truth, Values},
    types,
    unit::Direction,
};

/// Minimum number of compared constants of a state machine.
const LEAST_STATES: usize = 3;
/// Minimum number of stores under such a comparison.
const LEAST_STORES: usize = 2;

/// Maximum number of states that are followed.
const MOST_STATES: usize = 1_000;

/// A store of a state.
struct Change {
    from: Option<i64>,
    to: i64,
    statement: StatementId,
    conditions: Vec<ExprId>,
}

/// The findings about a number.
#[derive(Default)]
struct Found {
    /// The constants that it is compared with.
    compared: BTreeSet<i64>,
    changes: Vec<Change>,
    /// The occurrences that assign a constant, or step from state to state.
    told: BTreeSet<RefId>,
    /// Stores under a comparison with a constant.
    guarded: usize,
    /// Stores of the next state, or a later one, whose conditions allow other states, too.
    steps: Vec<StateStep>,
}

/// A step from the current state by a difference.
#[derive(Clone, Copy)]
struct StateStep {
    by: i64,
    at: RefId,
    statement: StatementId,
}

impl Logic<'_> {
    pub(super) fn of_number(&self, place: PlaceId) -> Answer<States> {
        let mut found = Found::default();
        let mut units = BTreeSet::new();
        for (other, relation) in self.related(place) {
            if relation == Relation::Same {
                units.extend(self.index.refs_to(other).iter().map(|at| self.index.unit_of(*at)));
            }
        }
        for unit in &units {
            for (id, statement) in self.index.statements_of(*unit) {
                let mut before = BTreeMap::new();
                self.compared(statement.guard, place, &mut before);
                found.compared.extend(before.keys().copied());
                let Effect::Assign { to, value, how } = &statement.effect else { continue };
                let mut looked_for = BTreeMap::new();
                self.compared(*value, place, &mut looked_for);
                found.compared.extend(looked_for.keys().copied());
                if *how == How::Store
                    && self.index.canonical(self.index.reference(*to).place) == place
                {
                    let named = before.iter().filter(|(_, is)| **is).map(|(from, _)| *from);
                    self.store(&mut found, place, (id, *to, *value), named.collect());
                }
            }
        }
        self.take_steps(&mut found, place);
        let mut rows = Vec::new();
        if found.compared.len() >= LEAST_STATES && found.guarded >= LEAST_STORES {
            rows.push(self.machine(place, &found));
        }
        let units: Vec<_> = units.into_iter().collect();
        self.answer(rows, Some(&units))
    }

    /// Records a store of a value, and the states in its condition.
    fn store(
        &self,
        found: &mut Found,
        place: PlaceId,
        (id, at, value): (StatementId, RefId, ExprId),
        named: BTreeSet<i64>,
    ) {
        let guard = self.index.statement(id).guard;
        let limits = self.limits(guard, place, &mut BTreeMap::new());
        let further = self.further(value, place);
        let to = |from: Option<i64>| match (self.index.exprs.get(value), further, from) {
            (Expr::Const(Constant::Int(to)), ..) => Some(to),
            (_, Some(by), Some(from)) => Some(from.saturating_add(by)),
            _ => None,
        };
        let froms = limits.clone().unwrap_or(named).into_iter().map(Some);
        // A store that is not limited to these states may happen in others.
        let froms = froms.chain(limits.is_none().then_some(None));
        for from in froms {
            let Some(to) = to(from) else { continue };
            let Some(conditions) = self.rest_in(guard, place, from) else { continue };
            found.guarded += usize::from(from.is_some());
            found.changes.push(Change { from, to, statement: id, conditions });
        }
        if to(None).is_some() || (further.is_some() && limits.is_some()) {
            found.told.insert(at);
        }
        if let (Some(by), None) = (further, limits) {
            found.steps.push(StateStep { by, at, statement: id });
        }
    }

    /// Adds the transitions of steps: from each known state in which the condition holds, and from
    /// the states that they lead to, within the range of the known ones.
    fn take_steps(&self, found: &mut Found, place: PlaceId) {
        if found.steps.is_empty() {
            return;
        }
        let entered = found.changes.iter().map(|it| it.to);
        let mut known: BTreeSet<i64> = entered.chain(found.compared.iter().copied()).collect();
        let (Some(least), Some(most)) = (known.first().copied(), known.last().copied()) else {
            return;
        };
        let mut left: Vec<i64> = known.iter().copied().collect();
        // Transitions to states beyond the known ones, which are not followed.
        let mut beyond = BTreeSet::new();
        while let Some(from) = left.pop() {
            for step in found.steps.clone() {
                let StateStep { by, at, statement } = step;
                let guard = self.index.statement(statement).guard;
                let Some(conditions) = self.rest_in(guard, place, Some(from)) else { continue };
                let to = from.saturating_add(by);
                if !(least..=most).contains(&to) {
                    beyond.insert(at);
                } else if known.insert(to) {
                    left.push(to);
                }
                found.guarded += 1;
                found.changes.push(Change { from: Some(from), to, statement, conditions });
            }
            if known.len() > MOST_STATES {
                return;
            }
        }
        found.told.extend(found.steps.iter().map(|it| it.at).filter(|at| !beyond.contains(at)));
        found.changes.sort_by_key(|it| (it.statement, it.from));
    }

    /// The conditions in addition to a state; `None` if the condition cannot hold in it.
    fn rest_in(&self, guard: ExprId, place: PlaceId, from: Option<i64>) -> Option<Vec<ExprId>> {
        let Some(from) = from else { return Some(self.rest(guard, |_| false)) };
        let state = InState { logic: self, place, state: from };
        let mut evaluation = Evaluation::new(&self.index.exprs, &state);
        let mut conditions = self.rest(guard, |_| false);
        let mut is_possible = true;
        conditions.retain(|part| {
            let places = self.index.exprs.places(*part);
            if !places.iter().any(|it| self.index.canonical(*it) == place) {
                return true;
            }
            let truth = evaluation.truth(*part);
            is_possible &= truth != Truth::False;
            truth == Truth::Unknown
        });
        is_possible.then_some(conditions)
    }

    /// The states to which equality comparisons limit a condition; `None` if it can hold in others.
    fn limits(
        &self,
        id: ExprId,
        place: PlaceId,
        known: &mut BTreeMap<ExprId, Option<BTreeSet<i64>>>,
    ) -> Option<BTreeSet<i64>> {
        if let Some(known) = known.get(&id) {
            return known.clone();
        }
        let exprs = &self.index.exprs;
        let limits = match exprs.get(id) {
            Expr::Compare(Comparison::Eq, left, right) => {
                self.held_against(left, right, place).map(|it| BTreeSet::from([it]))
            }
            Expr::Not(of) => match exprs.get(of) {
                Expr::Compare(Comparison::Ne, left, right) => {
                    self.held_against(left, right, place).map(|it| BTreeSet::from([it]))
                }
                _ => None,
            },
            Expr::And(list) => {
                let parts = exprs.list(list).iter().filter_map(|it| self.limits(*it, place, known));
                parts.reduce(|all, part| &all & &part)
            }
            Expr::Or(list) => {
                let parts = exprs.list(list).iter().map(|it| self.limits(*it, place, known));
                parts.reduce(|all, part| Some(&all? | &part?)).flatten()
            }
            _ => None,
        };
        known.insert(id, limits.clone());
        limits
    }

    /// The constant with which a place is compared.
    fn held_against(&self, left: ExprId, right: ExprId, place: PlaceId) -> Option<i64> {
        let exprs = &self.index.exprs;
        [(left, right), (right, left)].into_iter().find_map(|(one, other)| {
            match (exprs.get(one), exprs.get(other)) {
                (Expr::Ref(found), Expr::Const(Constant::Int(number)))
                    if self.index.canonical(found) == place =>
                {
                    Some(number)
                }
                _ => None,
            }
        })
    }

    fn machine(&self, place: PlaceId, found: &Found) -> States {
        let changes = &found.changes;
        let entered: BTreeSet<i64> = changes.iter().map(|it| it.to).collect();
        let left: BTreeSet<i64> = changes.iter().filter_map(|it| it.from).collect();
        let always = changes.iter().any(|it| it.from.is_none());
        let begins = self.begins_with(place);
        let name = |number: i64| types::name_of_value(self.project, self.index, place, number);
        let name = |number: i64| name(number).unwrap_or_else(|| number.to_string());
        let given_by = self.given_by(place, &found.told);
        let is_open = !given_by.is_empty() || self.is_parameter(place);
        let states = found.compared.union(&entered).map(|state| State {
            name: name(*state),
            citation: None,
            is_dead: !is_open && entered.contains(state) && !left.contains(state) && !always,
            is_unreachable: !is_open
                && !entered.contains(state)
                && begins.is_some_and(|begins| *state != begins),
        });
        let transitions = changes.iter().map(|change| Transition {
            from: change.from.iter().map(|from| name(*from)).collect(),
            to: vec![name(change.to)],
            conditions: change.conditions.clone(),
            citation: self.cite_statement(change.statement),
            statement: change.statement,
        });
        States {
            subject: self.place(place),
            states: states.collect(),
            transitions: transitions.collect(),
            given_by,
        }
    }

    /// The other sources of a state: everything that writes the place or a part of it, or has its
    /// address, except the known stores.
    fn given_by(&self, place: PlaceId, told: &BTreeSet<RefId>) -> Vec<Citation> {
        let mut found = Vec::new();
        for (other, _) in self.related(place) {
            for at in self.index.refs_to(other) {
                let reference = self.index.reference(*at);
                let writes = reference.mode.writes() || reference.mode == UseMode::Address;
                if writes && !told.contains(at) {
                    let statement = self.writers_at(*at).into_iter().next();
                    let cited = statement.map(|id| self.cite_statement(id));
                    found.push(
                        cited.unwrap_or_else(|| {
                            self.cite(self.index.unit_of(*at), reference.span())
                        }),
                    );
                }
            }
        }
        for (call, binding) in self.index.bound_to(place) {
            if self.index.bindings[binding.index()].direction != Direction::Out {
                found.push(self.cite_statement(*call));
            }
        }
        found.dedup();
        found
    }

    /// Whether the caller of a block assigns the place.
    fn is_parameter(&self, place: PlaceId) -> bool {
        let member = self.member(self.index.places.root_of(place));
        member.is_some_and(|it| matches!(it.section, Some(Section::Input | Section::InOut)))
    }

    /// The block variable at a place.
    fn member(&self, place: PlaceId) -> Option<&tagbridge_project::Member> {
        let Step::Root(Scope::AddOn(owner) | Scope::Block(owner) | Scope::Unit(owner), name) =
            self.index.places.step(place)
        else {
            return None;
        };
        let is = |id: NameId, text: &str| self.index.names.text(id).eq_ignore_ascii_case(text);
        let block = self.project.blocks.iter().find(|block| is(owner, &block.name))?;
        block.members.iter().find(|member| is(name, &member.name))
    }

    /// The declared initial number of a place; 0 by default, `None` if the initial value is not a
    /// number.
    fn begins_with(&self, place: PlaceId) -> Option<i64> {
        let tag = types::tag(self.project, self.index, place);
        let initial = match tag {
            Some(tag) => tag.initial.as_ref(),
            None => self.member(place).and_then(|member| member.initial.as_ref()),
        };
        match initial {
            Some(Initial::Scalar(text)) => text.trim().parse().ok(),
            _ => Some(0),
        }
    }

    /// The difference between a value and a place: `Step + 10`.
    fn further(&self, value: ExprId, place: PlaceId) -> Option<i64> {
        let exprs = &self.index.exprs;
        let Expr::Arith(how @ (Arithmetic::Add | Arithmetic::Sub), list) = exprs.get(value) else {
            return None;
        };
        match exprs.list(list).iter().map(|id| exprs.get(*id)).collect::<Vec<_>>()[..] {
            [Expr::Ref(own), Expr::Const(Constant::Int(by))]
                if self.index.canonical(own) == place =>
            {
                Some(if how == Arithmetic::Add { by } else { by.saturating_neg() })
            }
            [Expr::Const(Constant::Int(by)), Expr::Ref(own)]
                if how == Arithmetic::Add && self.index.canonical(own) == place =>
            {
                Some(by)
            }
            _ => None,
        }
    }

    /// The constants with which a condition compares a place for equality, and whether they must be
    /// equal.
    fn compared(&self, of: ExprId, place: PlaceId, into: &mut BTreeMap<i64, bool>) {
        let (mut left, mut seen) = (vec![(of, true)], BTreeSet::new());
        while let Some((id, is)) = left.pop() {
            if !seen.insert((id, is)) {
                continue;
            }
            match self.index.exprs.get(id) {
                Expr::Compare(how @ (Comparison::Eq | Comparison::Ne), one, other) => {
                    let is = is == (how == Comparison::Eq);
                    if let Some(number) = self.held_against(one, other, place) {
                        *into.entry(number).or_insert(false) |= is;
                    }
                }
                Expr::Not(inner) => left.push((inner, !is)),
                Expr::And(list) | Expr::Or(list) => {
                    left.extend(self.index.exprs.list(list).iter().map(|it| (*it, is)));
                }
                _ => {}
            }
        }
    }
}

/// A place is in a state; all other values are unknown.
struct InState<'a> {
    logic: &'a Logic<'a>,
    place: PlaceId,
    state: i64,
}

impl Values for InState<'_> {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        (self.logic.index.canonical(place) == self.place).then_some(Scalar::Int(self.state))
    }

    fn text(&self, name: NameId) -> &str {
        self.logic.index.names.text(name)
    }
}
