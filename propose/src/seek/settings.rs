//! The setting that a request means by its words and by the value that it has.

use std::collections::BTreeMap;

use tagbridge_forms::amounts::amount;
use tagbridge_logic::Effect;
use tagbridge_project::Initial;

use super::evidence::Evidence;
use crate::locate::Known;

/// Settings with the same value that are asked about without a word of the request.
const LIKELY_MAX: usize = 4;
/// How much more evidence the meant setting has than the next one.
const MARGIN: f32 = 1.2;
/// How much more a description says than other words of the request.
const DESCRIBED: f32 = 10.0;

/// The numbers, times and timers with this value, the likeliest first; one alone if it is much likelier.
/// `says` is how much the description of the request says of a name.
pub(crate) fn of_value(
    known: &Known<'_>,
    (prompt, was): (&str, &str),
    says: &dyn Fn(&str) -> f32,
) -> Vec<String> {
    let Some((wanted, _)) = amount(was) else { return Vec::new() };
    let is_it = |text: &str| amount(text).is_some_and(|it| (it.0 - wanted).abs() < 1e-9);
    let logic = known.logic;
    let evidence = Evidence::of(known, prompt);
    let mut found: BTreeMap<String, f32> = BTreeMap::new();
    for tag in &logic.project.tags {
        let has = match &tag.initial {
            Some(Initial::Scalar(text)) => is_it(text),
            Some(Initial::Parts(parts)) => parts.get(".PRE").is_some_and(|it| is_it(it)),
            None => false,
        };
        if has && !tag.name.to_lowercase().contains("simul") {
            let own = evidence.of_name(&tag.name) + says(&tag.name) * DESCRIBED;
            found.insert(tag.name.clone(), own);
        }
    }
    // Timers with the value at their pin.
    for (unit, _) in logic.index.units() {
        let statements = logic.index.statements_of(unit).map(|it| it.1);
        let runs = statements.filter_map(|it| match &it.effect {
            Effect::Run { instance: Some(instance), .. } => Some((it, *instance)),
            _ => None,
        });
        for (statement, instance) in runs {
            let text = logic.text(unit).get(statement.span.range()).unwrap_or_default();
            let mut literals =
                text.split(|it: char| !it.is_alphanumeric() && it != '#' && it != '_');
            if literals.any(|it| it.contains('#') && is_it(it)) {
                let place = logic.index.reference(instance).place;
                // A timer of a block is set in the block, not in one of its instances.
                let own = Some(logic.place(place)).filter(|it| it.contains('#'));
                let name = own.unwrap_or_else(|| logic.place(logic.index.canonical(place)));
                let own = evidence.of_name(&name) + says(&name) * DESCRIBED;
                found.insert(name, own);
            }
        }
    }
    let mut found: Vec<(String, f32)> = found.into_iter().collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    let is_clear = match found.as_slice() {
        [one, two, ..] => one.1 > two.1 * MARGIN,
        _ => true,
    };
    if is_clear {
        found.truncate(1);
    }
    // Of many with the same value and no word of the request, each is a guess.
    let has_words = |it: &(String, f32)| it.1 > 0.0;
    if found.len() > LIKELY_MAX && !found.iter().any(has_words) {
        return Vec::new();
    }
    if found.iter().any(has_words) {
        found.retain(has_words);
    }
    found.into_iter().map(|it| it.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_the_same_amount_in_all_notations() {
        for (one, other) in [("300 ms", "300"), ("20 s", "T#20s"), ("4 s", "T#4000ms")] {
            let amounts = [one, other].map(|it| amount(it).map(|it| it.0));
            assert_eq!(amounts[0], amounts[1], "{one} {other}");
        }
    }
}
