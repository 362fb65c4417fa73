//! Checks that changed code has the planned meaning: the old and the new conditions are evaluated
//! with the same values, and everything outside the plan must have the same result.

mod deeds;
mod fed;
mod guards;
mod values;

pub(crate) use self::{
    deeds::pin,
    guards::{is_protection, weakened},
};

use std::collections::BTreeSet;

use tagbridge_logic::{
    Logic, UnitId,
    expr::{Evaluation, Truth},
};
use tagbridge_project::spelling::{ends_with, plain};

use self::{
    deeds::{Deed, deed, is_passing},
    fed::fed,
    values::Drawn,
};
use crate::condition::Condition;

/// Number of rounds in which old and new code are evaluated.
const ROUNDS: u64 = 400;

/// The planned change in the code of one routine. Names are as in the code or the request.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Meaning {
    /// A contact is inverted; `within` is the only affected output, if the code is one text.
    Inverted { name: String, within: Option<String> },
    /// A contact is removed.
    Without { name: String, within: Option<String> },
    /// A contact has another bit.
    Replaced { name: String, by: String, within: Option<String> },
    /// An output has an additional condition in series.
    Series { output: String, when: Condition },
    /// An input of the call that drives an output has an additional condition in series: in the call
    /// itself, or in a new bit before it.
    Fed { output: String, pin: String, when: Condition, helper: Option<String> },
    /// An output has an additional condition in parallel.
    Parallel { output: String, when: Condition },
    /// A contact has another condition in parallel.
    Around { name: String, when: Condition, within: Option<String> },
    /// An output is latched until a reset.
    Latched { output: String, until: String },
    /// An output is on for one scan: its old conditions hold now, and did not before.
    Pulsed { output: String, memory: String },
    /// An output is inverted.
    Opposite { output: String },
    /// An output follows a timer, which follows the output's old conditions.
    Delayed { output: String, timer: String },
    /// This number of statements is added, and the others are unchanged. Each of these bits follows its
    /// condition.
    Added { follows: Vec<(String, Condition)>, count: usize },
    /// Outputs are no longer written.
    Gone,
    /// The same statements in another order.
    Moved,
}

impl Meaning {
    /// The affected names; an output is the last one.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Self::Inverted { name, .. } | Self::Without { name, .. } => vec![name],
            Self::Replaced { name, by, .. } => vec![by, name],
            Self::Series { output, when }
            | Self::Parallel { output, when }
            | Self::Fed { output, when, .. } => {
                when.names().into_iter().chain([output.as_str()]).collect()
            }
            Self::Around { name, when, .. } => {
                when.names().into_iter().chain([name.as_str()]).collect()
            }
            Self::Latched { output, until } => vec![until, output],
            Self::Delayed { output, .. }
            | Self::Pulsed { output, .. }
            | Self::Opposite { output } => vec![output],
            Self::Gone | Self::Moved | Self::Added { .. } => Vec::new(),
        }
    }
}

/// Returns `None` if the new routine has the planned meaning; otherwise the difference.
pub(crate) fn differs(
    old: Logic<'_>,
    new: Logic<'_>,
    routine: (&str, &str),
    meaning: &Meaning,
) -> Option<String> {
    let (before, after) = changed(old, new, routine);
    let keys = |of: &[Deed]| of.iter().map(|it| it.key.clone()).collect::<Vec<_>>();
    match meaning {
        Meaning::Gone => {
            let left = keys(&after);
            let mut all = keys(&before).into_iter();
            let is_part = left.iter().all(|key| all.any(|it| it == *key));
            (!is_part || after.len() >= before.len()).then(|| left.join(", "))
        }
        Meaning::Moved => {
            let (mut one, mut two) = (keys(&before), keys(&after));
            one.sort();
            two.sort();
            (one != two).then(|| two.join(", "))
        }
        Meaning::Added { follows, count } => {
            let mut rest = before.iter().map(|it| &it.key).peekable();
            let added: Vec<&Deed> =
                after.iter().filter(|it| rest.next_if(|key| **key == it.key).is_none()).collect();
            if rest.peek().is_some() || added.len() != *count {
                return Some(keys(&after).join(", "));
            }
            let is_so = |(output, when): &(String, Condition)| {
                let Some(place) = place_of(new, routine, output) else { return false };
                let Some(when) = resolved(new, routine, when) else { return false };
                let own = format!("{} ", place.to_lowercase());
                let found = added.iter().find(|it| it.key.starts_with(&own));
                found.is_some_and(|one| {
                    (0..ROUNDS).all(|round| {
                        let values = Drawn::new(new, round);
                        let wanted = values.of(&when);
                        wanted != Truth::Unknown && one.truth(&values) == wanted
                    })
                })
            };
            follows.iter().find(|it| !is_so(it)).map(|it| it.0.clone())
        }
        _ => compared(old, new, routine, (&before, &after), meaning),
    }
}

/// Compares each statement with the one at its position.
fn compared(
    old: Logic<'_>,
    new: Logic<'_>,
    routine: (&str, &str),
    (before, after): (&[Deed], &[Deed]),
    meaning: &Meaning,
) -> Option<String> {
    let resolve = |when: &Condition| resolved(new, routine, when);
    let Some(meaning) = &with_places(old, new, routine, meaning, resolve) else {
        return Some(format!("{meaning:?}"));
    };
    if let Meaning::Delayed { output, timer } = meaning {
        return delayed(old, new, (before, after), (output, timer));
    }
    if let Meaning::Fed { pin, when, helper, .. } = meaning {
        return fed(old, new, (before, after), (pin, when, helper.as_deref()));
    }
    if before.len() != after.len() {
        return Some(format!("{} → {}", before.len(), after.len()));
    }
    let output = match meaning {
        Meaning::Series { output, .. }
        | Meaning::Parallel { output, .. }
        | Meaning::Latched { output, .. }
        | Meaning::Pulsed { output, .. }
        | Meaning::Opposite { output } => Some(output.to_lowercase()),
        Meaning::Inverted { within, .. }
        | Meaning::Without { within, .. }
        | Meaning::Replaced { within, .. }
        | Meaning::Around { within, .. } => within.as_ref().map(|it| it.to_lowercase()),
        _ => None,
    };
    // For a removed contact, it is not reported whether it was in series or in its own branch.
    let forced: &[Option<bool>] = match meaning {
        Meaning::Without { .. } => &[Some(true), Some(false)],
        _ => &[None],
    };
    let mut last = None;
    for force in forced {
        last = one_way(old, new, (before, after), meaning, (*force, output.as_deref()));
        last.as_ref()?;
    }
    last
}

fn one_way(
    old: Logic<'_>,
    new: Logic<'_>,
    (before, after): (&[Deed], &[Deed]),
    meaning: &Meaning,
    (force, output): (Option<bool>, Option<&str>),
) -> Option<String> {
    let mut known = false;
    for round in 0..ROUNDS {
        let news = Drawn::new(new, round);
        let mut olds = Drawn::new(old, round);
        olds.change = match meaning {
            Meaning::Inverted { name, .. } => Some((name.clone(), !news.bit(name))),
            Meaning::Without { name, .. } => Some((name.clone(), force?)),
            Meaning::Replaced { name, by, .. } => Some((name.clone(), news.bit(by))),
            _ => None,
        };
        for (one, two) in before.iter().zip(after) {
            if one.key != two.key {
                return Some(two.key.clone());
            }
            let is_output = output.is_some_and(|it| one.key.starts_with(&format!("{it} ")));
            let plain = Drawn::new(old, round);
            let olds = if is_output || output.is_none() { &olds } else { &plain };
            let was = one.truth(olds);
            let is = two.truth(&news);
            let wanted = match meaning {
                Meaning::Series { when, .. } if is_output => was.and(news.of(when)),
                Meaning::Parallel { when, .. } if is_output => was.or(news.of(when)),
                Meaning::Opposite { .. } if is_output => !was,
                Meaning::Pulsed { memory, .. } if is_output => {
                    was.and(!Truth::from(news.bit(&format!("{memory} before"))))
                }
                Meaning::Latched { output, until } if is_output => {
                    let own = news.of(&Condition::bit(output, true));
                    was.or(own).and(!news.of(&Condition::bit(until, true)))
                }
                Meaning::Around { name, when, .. } if is_output || output.is_none() => {
                    // While the bit is true, or the condition replaces it.
                    let with = |bit| {
                        let mut olds = Drawn::new(old, round);
                        olds.change = Some((name.clone(), bit));
                        one.truth(&olds)
                    };
                    match news.of(when) {
                        Truth::True => with(true).or(with(false)),
                        _ => was,
                    }
                }
                _ => was,
            };
            known |= is != Truth::Unknown && (is_output || output.is_none());
            let others = one.others.iter().zip(&two.others);
            let same = one.others.len() == two.others.len()
                && others.clone().all(|(a, b)| {
                    Evaluation::new(&old.index.exprs, olds).value(*a)
                        == Evaluation::new(&new.index.exprs, &news).value(*b)
                });
            if wanted != is || !same {
                return Some(two.key.clone());
            }
        }
    }
    (!known).then(|| format!("{meaning:?}"))
}

/// Checks that the timer runs while the output was on, and that the output follows the timer.
fn delayed(
    old: Logic<'_>,
    new: Logic<'_>,
    (before, after): (&[Deed], &[Deed]),
    (output, timer): (&str, &str),
) -> Option<String> {
    let of = |deed: &Deed, name: &str| deed.key.starts_with(&format!("{} ", name.to_lowercase()));
    let (runs, rest): (Vec<&Deed>, Vec<&Deed>) = after.iter().partition(|it| of(it, timer));
    let ([run], true) = (runs.as_slice(), rest.len() == before.len()) else {
        return Some(timer.to_owned());
    };
    for round in 0..ROUNDS {
        let (olds, news) = (Drawn::new(old, round), Drawn::new(new, round));
        // A coil that holds itself is held by the input of the timer.
        let mut sealed = Drawn::new(new, round);
        sealed.alias = Some((format!("{timer}."), output.to_owned()));
        // The output is written after the others of its rung then.
        let mut left = rest.clone();
        for one in before {
            let Some(at) = left.iter().position(|it| it.key == one.key) else {
                return Some(one.key.clone());
            };
            let two = left.remove(at);
            let is_right = if of(one, output) {
                let done = ["dn", "q"].map(|pin| {
                    [format!("{timer}.{pin}"), format!("{} {pin}", run.key)]
                        .map(|name| Truth::from(news.bit(&name)))
                });
                run.truth(&sealed) == one.truth(&olds)
                    && done.iter().flatten().any(|it| *it == two.truth(&news))
            } else {
                one.truth(&olds) == two.truth(&news)
            };
            if !is_right {
                return Some(two.key.clone());
            }
        }
    }
    None
}

fn units(logic: Logic<'_>, (owner, name): (&str, &str)) -> Vec<UnitId> {
    let is_it = |unit: &tagbridge_logic::Unit| {
        let routine = &logic.project.routines[unit.routine.index()];
        routine.owner.eq_ignore_ascii_case(owner) && routine.name.eq_ignore_ascii_case(name)
    };
    logic.index.units().filter(|(_, unit)| is_it(unit)).map(|it| it.0).collect()
}

fn deeds(logic: Logic<'_>, units: &[UnitId]) -> Vec<Deed> {
    let statements = units.iter().flat_map(|unit| logic.index.statements_of(*unit).map(|it| it.1));
    statements.filter(|it| !is_passing(logic, it)).map(|it| deed(logic, it)).collect()
}

/// The effects of the units, without the equal ones at the beginning and the end of both versions.
fn changed(old: Logic<'_>, new: Logic<'_>, routine: (&str, &str)) -> (Vec<Deed>, Vec<Deed>) {
    let (before, after) = (units(old, routine), units(new, routine));
    let same = |(a, b): &(&UnitId, &UnitId)| old.text(**a) == new.text(**b);
    let head = before.iter().zip(&after).take_while(same).count();
    let most = before.len().min(after.len()) - head;
    let tail = before.iter().rev().zip(after.iter().rev()).take(most).take_while(same).count();
    let (before, after) = (&before[head..before.len() - tail], &after[head..after.len() - tail]);
    (deeds(old, before), deeds(new, after))
}

/// A condition with full names, resolved in the code of a routine.
fn resolved(logic: Logic<'_>, routine: (&str, &str), when: &Condition) -> Option<Condition> {
    when.written(&mut |name, _| place_of(logic, routine, name).ok_or(())).ok()
}

/// The meaning with full names.
fn with_places(
    old: Logic<'_>,
    new: Logic<'_>,
    routine: (&str, &str),
    meaning: &Meaning,
    resolve: impl Fn(&Condition) -> Option<Condition>,
) -> Option<Meaning> {
    let was = |name: &String| place_of(old, routine, name);
    let is = |name: &String| place_of(new, routine, name);
    let inside = |within: &Option<String>| match within {
        Some(output) => was(output).map(Some),
        None => Some(None),
    };
    Some(match meaning {
        Meaning::Inverted { name, within } => {
            Meaning::Inverted { name: was(name)?, within: inside(within)? }
        }
        Meaning::Without { name, within } => {
            Meaning::Without { name: was(name)?, within: inside(within)? }
        }
        Meaning::Replaced { name, by, within } => {
            Meaning::Replaced { name: was(name)?, by: is(by)?, within: inside(within)? }
        }
        Meaning::Series { output, when } => {
            Meaning::Series { output: was(output)?, when: resolve(when)? }
        }
        Meaning::Parallel { output, when } => {
            Meaning::Parallel { output: was(output)?, when: resolve(when)? }
        }
        Meaning::Fed { output, pin, when, helper } => {
            let helper = match helper {
                Some(name) => Some(is(name)?),
                None => None,
            };
            let (output, pin) = (output.clone(), pin.clone());
            Meaning::Fed { output, pin, when: resolve(when)?, helper }
        }
        Meaning::Around { name, when, within } => {
            Meaning::Around { name: was(name)?, when: resolve(when)?, within: inside(within)? }
        }
        Meaning::Latched { output, until } => {
            Meaning::Latched { output: was(output)?, until: is(until)? }
        }
        Meaning::Opposite { output } => Meaning::Opposite { output: was(output)? },
        Meaning::Pulsed { output, memory } => {
            Meaning::Pulsed { output: was(output)?, memory: is(memory)? }
        }
        Meaning::Delayed { output, timer } => {
            Meaning::Delayed { output: was(output)?, timer: is(timer)? }
        }
        other => other.clone(),
    })
}

/// The full name of a name in the code of a routine.
fn place_of(logic: Logic<'_>, routine: (&str, &str), name: &str) -> Option<String> {
    let wanted = plain(name);
    let all = units(logic, routine).into_iter().flat_map(|it| logic.index.refs_of(it));
    let names: BTreeSet<String> = all
        .filter(|it| {
            let own = plain(&logic.place(it.place));
            own == wanted || ends_with(&own, &wanted)
        })
        .map(|it| logic.place(logic.index.canonical(it.place)))
        .collect();
    names.into_iter().min_by_key(String::len)
}
