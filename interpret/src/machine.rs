//! What the states of a machine are called by displays and comments, and what the code does in them.

use std::collections::BTreeMap;

use tagbridge_logic::{
    Effect, How, Logic, NameId, PlaceId, UnitId,
    explain::Row,
    expr::{Constant, Evaluation, Expr, Scalar, Truth, Values},
    query::{Found, States},
};
use tagbridge_project::Body;

use crate::say::one_line;

/// The texts for each state: the one that the code assigns in it first, then the comment of its branch.
pub(crate) fn labels(logic: Logic<'_>, machine: &States) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let all = assigned(logic, machine).into_iter().chain(commented(logic, machine));
    for (state, text) in all {
        let own = found.entry(state).or_default();
        if !text.is_empty() && !own.contains(&text) {
            own.push(text);
        }
    }
    found
}

/// The units that the transitions of a machine are in.
fn units(machine: &States) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = machine.transitions.iter().map(|it| it.citation.unit).collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// The comments of the branches of a CASE, each with its state.
fn commented(logic: Logic<'_>, machine: &States) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for unit in units(machine) {
        let routine = logic.index.unit(unit).routine;
        if !matches!(logic.project.routines[routine.index()].body, Body::Text(_)) {
            continue;
        }
        let lines: Vec<&str> = logic.text(unit).lines().map(str::trim).collect();
        for (at, line) in lines.iter().enumerate() {
            let Some((head, rest)) = line.split_once(':').filter(|it| !it.1.starts_with('='))
            else {
                continue;
            };
            let head = head.rsplit(['.', '#']).next().unwrap_or(head).trim();
            let is_it = |name: &str| name.eq_ignore_ascii_case(head);
            let Some(state) = machine.states.iter().find(|it| is_it(&it.name)) else { continue };
            let next = || lines.get(at + 1).and_then(|it| comment(it));
            let said = comment(rest).or_else(|| rest.trim().is_empty().then(next).flatten());
            found.extend(said.map(|it| (state.name.clone(), it)));
        }
    }
    found
}

/// The comment of a line that contains nothing else.
fn comment(text: &str) -> Option<String> {
    let text = text.trim();
    let inner = ["//", "(*", "/*"].iter().find_map(|mark| text.strip_prefix(mark))?;
    let inner = inner.trim_end_matches(['*', ')', '/']).trim();
    (!inner.is_empty()).then(|| one_line(inner))
}

/// The statements that the code only executes in one state of a number, or whose coil is only on in it.
pub(crate) fn done_in(logic: Logic<'_>, machine: &States, state: &str) -> Vec<Row> {
    let index = logic.index;
    let Some((place, numbers)) = numbers(logic, machine) else { return Vec::new() };
    let Some(own) = numbers.iter().find(|it| it.0.eq_ignore_ascii_case(state)) else {
        return Vec::new();
    };
    let own = own.1;
    let mut units: Vec<UnitId> = index.refs_to(place).iter().map(|at| index.unit_of(*at)).collect();
    units.sort_unstable();
    units.dedup();
    let rows = units.into_iter().flat_map(|unit| logic.explain(unit).rows);
    let is_of_state = |row: &Row| {
        let statement = index.statement(row.statement);
        if let Effect::Assign { to, .. } = &statement.effect
            && index.canonical(index.reference(*to).place) == place
        {
            return false;
        }
        let is_possible = |state: i64| {
            let values = InState { logic, place, state };
            let mut evaluation = Evaluation::new(&index.exprs, &values);
            [statement.guard, row.condition]
                .into_iter()
                .all(|it| evaluation.truth(it) != Truth::False)
        };
        is_possible(own) && numbers.iter().all(|it| it.1 == own || !is_possible(it.1))
    };
    rows.filter(is_of_state).collect()
}

/// The place of a number that holds a state, and the number of each state.
fn numbers(logic: Logic<'_>, machine: &States) -> Option<(PlaceId, Vec<(String, i64)>)> {
    let Found::One(place) = logic.find(&machine.subject) else { return None };
    let place = logic.index.canonical(place);
    let of = tagbridge_logic::types::name_of(logic.project, logic.index, place);
    let named = of.and_then(|of| {
        logic.project.data_types.iter().find(|it| it.name.eq_ignore_ascii_case(&of))
    });
    let number = |name: &str| {
        let value = named.and_then(|of| of.values.iter().find(|it| it.name == name));
        name.parse().ok().or_else(|| value.and_then(|it| it.number))
    };
    let all: Vec<(String, i64)> =
        machine.states.iter().filter_map(|it| Some((it.name.clone(), number(&it.name)?))).collect();
    (all.len() == machine.states.len()).then_some((place, all))
}

/// A number has the value of one state; all other values are unknown.
struct InState<'a> {
    logic: Logic<'a>,
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

/// The texts that the code assigns in single states of a number: what a display shows in this state.
fn assigned(logic: Logic<'_>, machine: &States) -> BTreeMap<String, String> {
    let index = logic.index;
    let Some((place, numbers)) = numbers(logic, machine) else { return BTreeMap::new() };
    let mut found: BTreeMap<PlaceId, BTreeMap<String, String>> = BTreeMap::new();
    for (_, statement) in units(machine).iter().flat_map(|unit| index.statements_of(*unit)) {
        let Effect::Assign { to, value, how: How::Store } = &statement.effect else { continue };
        let Expr::Const(Constant::Text(text)) = index.exprs.get(*value) else { continue };
        let is_possible = |state: &&(String, i64)| {
            let values = InState { logic, place, state: state.1 };
            Evaluation::new(&index.exprs, &values).truth(statement.guard) != Truth::False
        };
        let possible: Vec<&(String, i64)> = numbers.iter().filter(is_possible).collect();
        if let [state] = possible.as_slice() {
            let target = index.canonical(index.reference(*to).place);
            let text = index.names.text(text).trim_matches(['\'', '"']).to_owned();
            found.entry(target).or_default().entry(state.0.clone()).or_insert(text);
        }
    }
    found.into_values().max_by_key(BTreeMap::len).unwrap_or_default()
}
