//! Outputs that a call drives: a condition of the output is one of an input of the call.

use tagbridge_logic::{
    CallHow, Direction, Effect, Logic, PlaceId, RefId, Statement, UnitId, expr::Expr,
    query::Wanted, types,
};
use tagbridge_project::spelling;

use crate::{
    draft::{Stop, ask},
    meaning::pin,
    request::{ChangeRequest, RequestedChange},
    says::{Ask, Why},
};

/// What inputs are called that switch what a block does, the clearest first.
const SWITCHES: [&str; 14] = [
    "interlock",
    "enable",
    "release",
    "permit",
    "freigabe",
    "verriegelung",
    "run",
    "cmd",
    "start",
    "open",
    "on",
    "ein",
    "go",
    "auf",
];

/// An input of a call.
struct Input {
    /// The name of the parameter.
    pin: String,
    /// What the call passes.
    actual: String,
}

/// For a condition of an output that a call of the project's block drives, the unit with the call:
/// the request names its input then. `None` if no call drives the output.
pub(crate) fn locate(
    logic: Logic<'_>,
    request: &mut ChangeRequest,
    output: PlaceId,
) -> Result<Option<UnitId>, Stop> {
    if request.kind != RequestedChange::Series {
        return Ok(None);
    }
    let Some((call, statement)) = call(logic, output) else { return Ok(None) };
    let inputs = inputs(logic, statement);
    let shown = |it: &Input| format!("{} := {}", it.pin, it.actual);
    let chosen = request.get("input").map(|it| it.split(" := ").next().unwrap_or(it).to_owned());
    let chosen = match (chosen, inputs.as_slice()) {
        (Some(pin), all) => all.iter().find(|it| it.pin.eq_ignore_ascii_case(&pin)),
        (None, [one]) => Some(one),
        (None, []) => None,
        (None, several) => {
            let names = several.iter().map(shown).collect();
            return Err(ask("input", Ask::Input, Ask::WhyInput, names));
        }
    };
    let name = || logic.place(output);
    let input = chosen.ok_or_else(|| Why::Called { name: name() })?;
    let instance = match &statement.effect {
        Effect::Call { instance: Some(it), .. } => logic.place(logic.index.reference(*it).place),
        _ => String::new(),
    };
    request.kind = RequestedChange::Feed;
    request.set("input", input.pin.clone());
    request.set("actual", input.actual.clone());
    request.set("instance", spelling::last_name(instance.rsplit('#').next().unwrap_or(&instance)));
    Ok(Some(call))
}

/// The only call that drives a place: the place is at an output of it, or gets what an output of its
/// instance has.
fn call(logic: Logic<'_>, output: PlaceId) -> Option<(UnitId, &Statement)> {
    let index = logic.index;
    let wanted = index.canonical(output);
    let rows = logic.uses(output, Wanted::Written).rows;
    let mut units: Vec<UnitId> =
        rows.iter().filter(|it| !it.may_write).map(|it| it.citation.unit).collect();
    units.dedup();
    let [unit] = units.as_slice() else { return None };
    let all = || index.statements_of(*unit).map(|it| it.1);
    let is_own = |how: &CallHow| matches!(how, CallHow::AddOn | CallHow::FunctionBlock);
    let whole = logic.place(wanted).to_lowercase();
    // The place itself, or a part of a structure.
    let is_of = |at: Option<RefId>| {
        at.is_some_and(|it| {
            let own = index.canonical(index.reference(it).place);
            let own = logic.place(own).to_lowercase();
            whole.strip_prefix(&own).is_some_and(|it| it.is_empty() || it.starts_with('.'))
        })
    };
    let drives = |it: &&Statement| match &it.effect {
        Effect::Call { how, bindings, instance, .. } if is_own(how) => {
            let outs = index.bindings(bindings).iter().filter(|it| it.direction != Direction::In);
            is_of(*instance) || outs.into_iter().any(|it| is_of(it.at))
        }
        _ => false,
    };
    if let Some(statement) = all().find(drives) {
        return Some((*unit, statement));
    }
    // `Lamp := Motor.On;`
    let value = all().find_map(|it| match &it.effect {
        Effect::Assign { to, value, .. }
            if index.canonical(index.reference(*to).place) == wanted =>
        {
            Some(*value)
        }
        _ => None,
    })?;
    let Expr::Ref(read) = index.exprs.get(value) else { return None };
    let from = logic.place(index.canonical(read)).to_lowercase();
    let is_of = |it: &&Statement| match &it.effect {
        Effect::Call { how, instance: Some(instance), .. } if is_own(how) => {
            let own = logic.place(index.canonical(index.reference(*instance).place)).to_lowercase();
            from.strip_prefix(&own).is_some_and(|it| it.starts_with('.'))
        }
        _ => false,
    };
    let statements = index.units().flat_map(|it| index.statements_of(it.0).map(|it| it.1));
    let mut calls = statements.filter(is_of);
    let found = calls.next()?;
    calls.next().is_none().then_some((found.unit, found))
}

/// The inputs of a call that are bits, those that switch first.
fn inputs(logic: Logic<'_>, statement: &Statement) -> Vec<Input> {
    let index = logic.index;
    let Effect::Call { bindings, .. } = &statement.effect else { return Vec::new() };
    let text = logic.text(statement.unit);
    let bits = index.bindings(bindings).iter().filter(|it| {
        it.direction == Direction::In
            && types::name_of(logic.project, index, it.formal)
                .is_some_and(|it| it.eq_ignore_ascii_case("BOOL"))
    });
    let mut found: Vec<Input> = bits
        .map(|it| {
            let at = it.at.and_then(|it| text.get(index.reference(it).span().range()));
            Input { pin: pin(logic, it.formal), actual: at.unwrap_or("…").to_owned() }
        })
        .collect();
    let rank = |pin: &str| {
        let lower = pin.to_lowercase();
        SWITCHES.iter().position(|it| lower.contains(it)).unwrap_or(SWITCHES.len())
    };
    found.sort_by_key(|it| rank(&it.pin));
    found
}
