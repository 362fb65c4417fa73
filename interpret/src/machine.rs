//! What the states of a machine are called by displays and comments, and what the code does in them.

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_logic::{
    Effect, How, Logic, NameId, PlaceId, UnitId,
    explain::{Act, Row},
    expr::{Comparison, Constant, Evaluation, Expr, ExprId, Scalar, Truth, Values},
    query::{Found, State, States},
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

/// A number that is set to constants or compared with them, without being a state machine: its values
/// as states; `None` with fewer than two.
pub(crate) fn codes(logic: Logic<'_>, place: PlaceId) -> Option<States> {
    let index = logic.index;
    let place = index.canonical(place);
    if tagbridge_logic::types::is_bit(logic.project, index, place) == Some(true) {
        return None;
    }
    let is_it =
        |id: ExprId| matches!(index.exprs.get(id), Expr::Ref(at) if index.canonical(at) == place);
    let mut values: BTreeSet<i64> = BTreeSet::new();
    for unit in units_of(logic, place) {
        for (_, statement) in index.statements_of(unit) {
            let mut all = vec![statement.guard];
            if let Effect::Assign { to, value, how } = &statement.effect {
                all.push(*value);
                if *how == How::Store
                    && index.canonical(index.reference(*to).place) == place
                    && let Expr::Const(Constant::Int(value)) = index.exprs.get(*value)
                {
                    values.insert(value);
                }
            }
            for id in all.into_iter().flat_map(|it| index.exprs.within(it).collect::<Vec<_>>()) {
                let Expr::Compare(Comparison::Eq, one, other) = index.exprs.get(id) else {
                    continue;
                };
                for (own, other) in [(one, other), (other, one)] {
                    if is_it(own)
                        && let Expr::Const(Constant::Int(value)) = index.exprs.get(other)
                    {
                        values.insert(value);
                    }
                }
            }
        }
    }
    let of = tagbridge_logic::types::name_of(logic.project, index, place).unwrap_or_default();
    let of = logic.project.data_types.iter().find(|it| it.name.eq_ignore_ascii_case(&of));
    let named = |number: i64| {
        let value = of.and_then(|of| of.values.iter().find(|it| it.number == Some(number)));
        value.map_or_else(|| number.to_string(), |it| it.name.clone())
    };
    let state = |number: i64| State {
        name: named(number),
        citation: None,
        is_dead: false,
        is_unreachable: false,
    };
    (values.len() > 1).then(|| States {
        subject: logic.place(place),
        states: values.into_iter().map(state).collect(),
        transitions: Vec::new(),
        given_by: Vec::new(),
    })
}

/// The statements that set a number to the value of one state.
pub(crate) fn sets(logic: Logic<'_>, machine: &States, state: &str) -> Vec<Row> {
    let index = logic.index;
    let Some((place, numbers)) = numbers(logic, machine) else { return Vec::new() };
    let Some(own) = numbers.iter().find(|it| it.0.eq_ignore_ascii_case(state)) else {
        return Vec::new();
    };
    let is_it = |row: &Row| match row.act {
        Act::Gets(at, value) => {
            index.canonical(at) == place
                && index.exprs.get(value) == Expr::Const(Constant::Int(own.1))
        }
        _ => false,
    };
    let rows = units_of(logic, place).into_iter().flat_map(|unit| logic.explain(unit).rows);
    rows.filter(is_it).collect()
}

/// The units that name a place.
fn units_of(logic: Logic<'_>, place: PlaceId) -> Vec<UnitId> {
    let index = logic.index;
    let mut units: Vec<UnitId> = index.refs_to(place).iter().map(|at| index.unit_of(*at)).collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// The units that the transitions of a machine are in; without transitions, those that name its number.
fn units(logic: Logic<'_>, machine: &States) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = machine.transitions.iter().map(|it| it.citation.unit).collect();
    if units.is_empty()
        && let Found::One(place) = logic.find(&machine.subject)
    {
        units = units_of(logic, logic.index.canonical(place));
    }
    units.sort_unstable();
    units.dedup();
    units
}

/// The comments of the branches of a CASE, each with its state.
fn commented(logic: Logic<'_>, machine: &States) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for unit in units(logic, machine) {
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
    let rows = units_of(logic, place).into_iter().flat_map(|unit| logic.explain(unit).rows);
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
    let units = units(logic, machine);
    let all = || units.iter().flat_map(|unit| index.statements_of(*unit));
    // Under the condition of a new state, a text is that of the new state.
    let mut entered: BTreeMap<(UnitId, ExprId), &(String, i64)> = BTreeMap::new();
    for (_, statement) in all() {
        if let Effect::Assign { to, value, how: How::Store } = &statement.effect
            && index.canonical(index.reference(*to).place) == place
            && let Expr::Const(Constant::Int(value)) = index.exprs.get(*value)
        {
            let state = numbers.iter().find(|it| it.1 == value);
            entered.extend(state.map(|it| ((statement.unit, statement.guard), it)));
        }
    }
    for (_, statement) in all() {
        let Effect::Assign { to, value, how: How::Store } = &statement.effect else { continue };
        let Expr::Const(Constant::Text(text)) = index.exprs.get(*value) else { continue };
        let is_possible = |state: &&(String, i64)| {
            let values = InState { logic, place, state: state.1 };
            Evaluation::new(&index.exprs, &values).truth(statement.guard) != Truth::False
        };
        let possible: Vec<&(String, i64)> = match entered.get(&(statement.unit, statement.guard)) {
            Some(state) => vec![state],
            None => numbers.iter().filter(is_possible).collect(),
        };
        if let [state] = possible.as_slice() {
            let target = index.canonical(index.reference(*to).place);
            let text = index.names.text(text).trim_matches(['\'', '"']).to_owned();
            found.entry(target).or_default().entry(state.0.clone()).or_insert(text);
        }
    }
    found.into_values().max_by_key(BTreeMap::len).unwrap_or_default()
}
