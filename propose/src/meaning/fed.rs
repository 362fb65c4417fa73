//! Calls that get a condition at an input.

use tagbridge_logic::{
    Logic,
    expr::{Evaluation, Truth},
};

use super::{ROUNDS, deeds::Deed, values::Drawn};
use crate::condition::Condition;

/// Checks that one call gets its old input and the condition, in the call or by a new bit before it, and
/// that everything else is as before.
pub(super) fn fed(
    old: Logic<'_>,
    new: Logic<'_>,
    (before, after): (&[Deed], &[Deed]),
    (pin, when, helper): (&str, &Condition, Option<&str>),
) -> Option<String> {
    let is_helper = |it: &&Deed| {
        helper.is_some_and(|name| it.key.starts_with(&format!("{} ", name.to_lowercase())))
    };
    let (helpers, rest): (Vec<&Deed>, Vec<&Deed>) = after.iter().partition(is_helper);
    if rest.len() != before.len() || helpers.len() != usize::from(helper.is_some()) {
        return Some(pin.to_owned());
    }
    let mut changed = 0;
    for (one, two) in before.iter().zip(&rest) {
        let (mut is_same, mut is_fed) = (true, true);
        if one.key != two.key || one.others.len() != two.others.len() {
            return Some(two.key.clone());
        }
        for round in 0..ROUNDS {
            let (olds, news) = (Drawn::new(old, round), Drawn::new(new, round));
            if one.truth(&olds) != two.truth(&news) {
                return Some(two.key.clone());
            }
            for (at, a) in one.others.iter().enumerate() {
                // A drawing may list the pins of a call in another order.
                let is_own = |it: &&String| one.pins.get(at) == Some(*it);
                let there = two.pins.iter().position(|it| is_own(&it)).unwrap_or(at);
                let b = &two.others[there];
                let (mut of_old, mut of_new) = (
                    Evaluation::new(&old.index.exprs, &olds),
                    Evaluation::new(&new.index.exprs, &news),
                );
                let is_alike = of_old.value(*a) == of_new.value(*b);
                is_same &= is_alike;
                let is_pin = one.pins.get(at).is_some_and(|it| it.eq_ignore_ascii_case(pin));
                let wanted = of_old.truth(*a).and(news.of(when));
                is_fed &= match (is_pin, helper) {
                    (false, _) => is_alike,
                    (true, None) => wanted != Truth::Unknown && of_new.truth(*b) == wanted,
                    (true, Some(name)) => {
                        of_new.truth(*b) == Truth::from(news.bit(name))
                            && helpers.iter().all(|it| it.truth(&news) == wanted)
                    }
                };
            }
        }
        changed += usize::from(!is_same);
        if !is_same && !is_fed {
            return Some(two.key.clone());
        }
    }
    (changed != 1).then(|| pin.to_owned())
}
