//! The range of a measured value, and the limits of a number.

use std::collections::BTreeSet;

use tagbridge_logic::{
    Effect, Logic, UnitId,
    expr::{Comparison, Expr},
    query::{Found, Wanted},
};
use tagbridge_project::spelling::{ends_with, last_name, plain};

use super::{Expand, uses::place_of};
use crate::{
    blocks,
    condition::{Condition, Relation},
    draft::Stop,
    request::{ChangeRequest, KnownNames as _, RequestedChange},
    says::Why,
};

impl Expand<'_> {
    /// The constants of the call that scales a measured value.
    pub(super) fn scaled(self) -> Result<Vec<ChangeRequest>, Stop> {
        let tag = self.request.need("tag").to_owned();
        let logic = self.known.logic;
        let missing = || Stop::No(Why::NoValue { name: tag.clone() });
        let Found::One(place) = logic.find(&tag) else { return Err(missing()) };
        let rows = logic.uses(place, Wanted::Used).rows;
        let mut units: Vec<UnitId> = rows.iter().map(|it| it.citation.unit).collect();
        units.dedup();
        let wanted = ["low", "high"].map(|it| self.request.need(it).to_owned());
        let found = units.into_iter().find_map(|unit| Some((unit, limits(logic, unit)?)));
        let (unit, limits) = found.ok_or_else(missing)?;
        let (place, number) = place_of(logic, unit);
        let mut all = Vec::new();
        for (from, to) in limits.iter().zip(&wanted) {
            if from.parse::<f64>().ok() == to.parse::<f64>().ok() {
                continue;
            }
            let slots = [("from", from.as_str()), ("to", to), ("place", &place)];
            let mut change = ChangeRequest::of(RequestedChange::SetConstant, &slots);
            let line = number.or_else(|| self.known.line(unit));
            if let Some(line) = line {
                change.set("rung", line.to_string());
            }
            all.push(change);
        }
        if all.is_empty() { Err(Why::Same { name: tag }.into()) } else { Ok(all) }
    }

    /// The limit on one side in the condition of an output, or of the bit with its name that has one.
    pub(super) fn sided(mut self, output: &str) -> Result<Vec<ChangeRequest>, Stop> {
        let own = vec![(output.to_owned(), self.limits_of(output))];
        let others = || {
            let name = last_name(output).trim_matches('"').to_owned();
            let meant = self.known.meant(&[name]).into_iter().filter(|it| !it.is_code);
            meant.map(|it| (it.name.clone(), self.limits_of(&it.name))).collect::<Vec<_>>()
        };
        let found = if own[0].1.is_empty() { others() } else { own };
        let mut found = found.into_iter().filter(|it| !it.1.is_empty());
        let no_value = || Stop::No(Why::NoValue { name: output.to_owned() });
        let (Some((name, limits)), None) = (found.next(), found.next()) else {
            return Err(no_value());
        };
        let [from] = <[String; 1]>::try_from(limits).map_err(|_| no_value())?;
        self.request.set("output", name);
        self.request.set("from", from);
        blocks::separate(self.known.logic, &mut self.request);
        Ok(vec![self.request])
    }

    /// The constants with which the conditions of an output compare on the side of the request.
    fn limits_of(&self, output: &str) -> Vec<String> {
        let logic = self.known.logic;
        let exprs = &logic.index.exprs;
        let is_low = self.request.need("side") == ">=";
        let wanted = if is_low { Comparison::Ge } else { Comparison::Le };
        let units = self.known.writers(output).into_iter();
        let units = units.filter(|it| !blocks::is_simulated(logic, *it));
        let own = plain(&output.to_lowercase());
        let statements = units.flat_map(|it| logic.index.statements_of(it).map(|it| it.1));
        let conditions = statements.filter_map(|it| match &it.effect {
            Effect::Assign { to, value, .. } => {
                let place = plain(&logic.place(logic.index.reference(*to).place).to_lowercase());
                (place == own || ends_with(&place, &own)).then_some([*value, it.guard])
            }
            _ => None,
        });
        let numbers = conditions.flatten().flat_map(|it| exprs.within(it)).filter_map(|it| {
            let Expr::Compare(how, _, right) = exprs.get(it) else { return None };
            let Expr::Const(limit) = exprs.get(right) else { return None };
            (how == wanted).then_some(limit.scalar()?.number()?.to_string())
        });
        numbers.collect::<BTreeSet<String>>().into_iter().collect()
    }

    /// A number that gets its limit where it is beyond it.
    pub(super) fn clamped(&self, output: &str) -> Vec<ChangeRequest> {
        let limits = [("low", Relation::Below), ("high", Relation::Above)];
        let limits = limits.into_iter().filter_map(|(slot, how)| {
            let value = self.request.get(slot)?.to_owned();
            let mut put =
                ChangeRequest::of(RequestedChange::Put, &[("output", output), ("value", &value)]);
            if let Some(place) = self.request.get("place") {
                put.set("place", place);
            }
            put.when = Some(Condition::Compare { name: output.to_owned(), how, value });
            Some(put)
        });
        limits.collect()
    }
}

/// The two numbers that a call gets: the limits of a range.
fn limits(logic: Logic<'_>, unit: UnitId) -> Option<[String; 2]> {
    let text = logic.text(unit);
    let open = text.find('(')?;
    let numbers: Vec<String> = text[open..]
        .split([',', '(', ')', ';'])
        .map(|it| it.rsplit(":=").next().unwrap_or(it).trim().to_owned())
        .filter(|it| it.parse::<f64>().is_ok())
        .collect();
    <[String; 2]>::try_from(numbers).ok()
}
