//! Alarms, by names and by instructions: at most `Likely` (ISA-18.2, OPC UA Part 9).

use std::collections::{BTreeMap, HashSet};

use tagbridge_logic::kinds::{Sort, is_timer, sort_of};
use tagbridge_logic::{
    Effect, How, PlaceId, StatementId, Step,
    expr::{Comparison, Constant, Expr},
};
use tagbridge_project::{BlockKind, Initial, Member};
use tagbridge_texts::Coded;

use crate::{
    analysis::Site,
    chapter_writer::ChapterWriter,
    conditions,
    facts::Facts,
    rule::Confidence,
    rules::interlocks::{own_name, turns_on},
    words::{any, words},
};

/// A finding.
#[derive(Coded)]
#[coded(prefix = "analysis-alarms")]
pub(super) enum AlarmFinding<'a> {
    NoDelay { name: &'a str },
    NoDeadband { name: &'a str },
    NoReset { name: &'a str },
    NotKept { name: &'a str },
    Order { low: &'a str, lower: &'a str, high: &'a str, higher: &'a str },
}

/// A count of the chapter.
#[derive(Coded)]
#[coded(prefix = "analysis-alarms-figure")]
pub(super) enum AlarmCount {
    Alarms,
    Analog,
    Latched,
    Instructions,
    Acknowledged,
}

const ALARMS: [&str; 8] =
    ["alarm", "alm", "alarms", "alrm", "stoerung", "störung", "warning", "meldung"];
/// Words in names that are related to an alarm, but are not one.
const BESIDES: [&str; 44] = [
    "ack",
    "acknowledge",
    "acked",
    "acknowledged",
    "quit",
    "reset",
    "rst",
    "clear",
    "silence",
    "horn",
    "lamp",
    "light",
    "beep",
    "buzzer",
    "siren",
    "count",
    "cnt",
    "enable",
    "enabled",
    "en",
    "disable",
    "disabled",
    "inhibit",
    "sp",
    "setpoint",
    "limit",
    "lim",
    "delay",
    "time",
    "tmr",
    "timer",
    "hmi",
    "msg",
    "text",
    "shelve",
    "shelved",
    "suppress",
    "suppressed",
    "any",
    "summary",
    "group",
    "led",
    "new",
    "test",
];
const ACKNOWLEDGES: [&str; 8] =
    ["ack", "acknowledge", "acked", "acknowledged", "quit", "quittieren", "quitt", "ackn"];

/// An alarm in the code.
struct Alarm {
    place: PlaceId,
    name: String,
    on: Vec<StatementId>,
    /// Whether a value beyond a limit raises it.
    is_analog: bool,
    is_latched: bool,
    /// Whether its condition reads the alarm itself.
    is_held: bool,
    is_delayed: bool,
    is_acknowledged: bool,
    /// Whether it summarises other alarms.
    is_summary: bool,
}

/// A01–A05.
pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let alarms = alarms(facts, pen);
    // If the code acknowledges no alarm, the system that displays alarms does.
    let acknowledges = alarms.iter().any(|it| it.is_acknowledged || it.is_latched);
    for alarm in &alarms {
        pen.check();
        one(facts, pen, alarm, acknowledges);
    }
    limit_order(facts, pen);
    let count = |is: fn(&Alarm) -> bool| alarms.iter().filter(|it| is(it)).count();
    pen.figure(&AlarmCount::Alarms, alarms.len());
    pen.figure(&AlarmCount::Analog, count(|it| it.is_analog));
    pen.figure(&AlarmCount::Latched, count(|it| it.is_latched));
    pen.figure(&AlarmCount::Acknowledged, count(|it| it.is_acknowledged));
    pen.figure(&AlarmCount::Instructions, instructions(facts));
}

/// Number of the platform's alarm instructions.
fn instructions(facts: &Facts<'_>) -> usize {
    let index = facts.index;
    let is = |spec| {
        let name = index.names.text(index.specs.name(spec)).to_ascii_uppercase();
        matches!(
            name.as_str(),
            "ALMA" | "ALMD" | "ALM" | "PROGRAM_ALARM" | "GEN_USRMSG" | "ALARM_8" | "ALARM_8P"
        )
    };
    let statements = index.units().flat_map(|(id, _)| index.statements_of(id));
    statements.filter(|(_, it)| matches!(&it.effect, Effect::Run { spec, .. } if is(*spec))).count()
}

fn alarms(facts: &Facts<'_>, pen: &ChapterWriter<'_>) -> Vec<Alarm> {
    let index = facts.index;
    let fed = fed(facts);
    let mut alarms = Vec::new();
    for (place, by) in facts.writers().all() {
        pen.check();
        let Some(own) = own_name(facts, place).map(words) else { continue };
        let is_bit = facts.kinds.sort(index, place) == Sort::Bit;
        let is_read = by.iter().all(|it| facts.is_read(index.statement(*it).unit));
        if !any(&own, &ALARMS) || any(&own, &BESIDES) || !is_bit || !is_read {
            continue;
        }
        let on = turns_on(facts, by);
        if on.is_empty() || facts.writers().others(index, place) {
            continue;
        }
        alarms.push(alarm(facts, place, on, &fed));
    }
    alarms
}

/// The inputs of timers.
fn fed(facts: &Facts<'_>) -> HashSet<PlaceId> {
    let index = facts.index;
    let mut fed = HashSet::new();
    for (id, _) in index.units() {
        for (_, statement) in index.statements_of(id) {
            let Effect::Run { spec, inputs, .. } = &statement.effect else { continue };
            if is_timer(index.names.text(index.specs.name(*spec))) {
                let places = inputs.iter().flat_map(|it| index.exprs.places(it.1));
                fed.extend(places.map(|place| index.canonical(place)));
            }
        }
    }
    fed
}

fn alarm(facts: &Facts<'_>, place: PlaceId, on: Vec<StatementId>, fed: &HashSet<PlaceId>) -> Alarm {
    let index = facts.index;
    let name = facts.logic.place(place);
    let mut alarm = Alarm {
        place,
        name,
        on,
        is_analog: false,
        is_latched: false,
        is_held: false,
        is_delayed: fed.contains(&place),
        is_acknowledged: false,
        is_summary: false,
    };
    for id in alarm.on.clone() {
        let statement = index.statement(id);
        let mut seen = HashSet::new();
        conditions::each(index, &conditions::roots(index, statement), &mut seen, |_, expr| {
            match expr {
                Expr::Compare(how, left, right) => {
                    let is_limit = !matches!(how, Comparison::Eq | Comparison::Ne);
                    let is_measured = [left, right].iter().any(|side| {
                        let places = index.exprs.places(*side);
                        places.iter().any(|it| {
                            let sort = facts.kinds.sort(index, *it);
                            let is_counted = own_name(facts, *it).is_some_and(|name| {
                                let all = words(name);
                                any(&all, &["count", "cnt", "counter", "acc", "number", "errors"])
                            });
                            sort == Sort::Real || (sort == Sort::Whole && !is_counted)
                        })
                    });
                    alarm.is_analog |= is_limit && is_measured;
                    // A comparison with a time is a delay.
                    alarm.is_delayed |= [left, right].iter().any(|side| {
                        let places = index.exprs.places(*side);
                        places.iter().any(|it| facts.kinds.sort(index, *it) == Sort::Time)
                    });
                }
                Expr::Ref(other) => looks(facts, &mut alarm, other),
                _ => {}
            }
            true
        });
        if let Effect::Assign { how, value, .. } = &statement.effect {
            let sets = matches!(index.exprs.get(*value), Expr::Const(Constant::Bool(true)));
            alarm.is_latched |= *how == How::Latch || (sets && *how == How::Store);
        }
    }
    alarm
}

/// Records a place that the condition of an alarm reads.
fn looks(facts: &Facts<'_>, alarm: &mut Alarm, other: PlaceId) {
    let index = facts.index;
    let other = index.canonical(other);
    alarm.is_held |= other == alarm.place;
    let own = own_name(facts, other).map(words).unwrap_or_default();
    alarm.is_acknowledged |= any(&own, &ACKNOWLEDGES);
    alarm.is_summary |= other != alarm.place && any(&own, &ALARMS) && !any(&own, &BESIDES);
    if let (Some(parent), Step::Member(_)) = (index.places.parent(other), index.places.step(other))
    {
        let kind = facts.kinds.of(index, parent);
        alarm.is_delayed |= kind.is_some_and(|kind| is_timer(kind.name));
    }
    // A value that is computed elsewhere may be delayed or latched.
    if other != alarm.place && facts.writers().any(index, other) {
        let is_bit = facts.kinds.sort(index, other) == Sort::Bit;
        alarm.is_delayed |= is_bit;
    }
}

fn one(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, alarm: &Alarm, acknowledges: bool) {
    let name = alarm.name.as_str();
    let at = || alarm.on.iter().map(|id| facts.statement(*id)).collect::<Vec<Site>>();
    let mut find = |rule, message| pen.find_as(rule, Confidence::Likely, name, &message, at());
    if alarm.is_analog && !alarm.is_delayed {
        find("A01", AlarmFinding::NoDelay { name });
    }
    if alarm.is_analog && !alarm.is_latched && !alarm.is_held && !alarm.is_delayed {
        find("A02", AlarmFinding::NoDeadband { name });
    }
    let index = facts.index;
    let by = facts.writers().of(index, alarm.place);
    if alarm.is_latched && turns_on(facts, by).len() == by.len() && !facts.is_partial() {
        find("A03", AlarmFinding::NoReset { name });
    }
    let is_kept = alarm.is_latched || alarm.is_held || alarm.is_acknowledged;
    if acknowledges && !is_kept && !alarm.is_delayed && !alarm.is_summary {
        find("A04", AlarmFinding::NotKept { name });
    }
}

/// The limits of one value, from the lowest: the name and value of each.
type Limits = BTreeMap<usize, (String, f64)>;

/// A05.
fn limit_order(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    let mut groups: BTreeMap<(String, String), (Limits, Vec<Site>)> = BTreeMap::new();
    let mut add = |scope: &str, name: &str, text: &str, site: Site| {
        let Some((level, rest)) = level(&words(name)) else { return };
        let Ok(value) = text.replace('_', "").parse::<f64>() else { return };
        let group = groups.entry((scope.to_owned(), rest)).or_default();
        group.0.insert(level, (name.to_owned(), value));
        if !group.1.contains(&site) {
            group.1.push(site);
        }
    };
    for tag in &project.tags {
        pen.check();
        // The tags of a module are predefined.
        if tag.name.matches(':').count() > usize::from(tag.name.starts_with("Program:")) {
            continue;
        }
        let own = tag.name.rsplit('.').next().unwrap_or(&tag.name).trim_matches('"');
        let is_number = matches!(sort_of(&tag.type_use.name), Sort::Whole | Sort::Real);
        match &tag.initial {
            Some(Initial::Scalar(text)) if is_number => {
                add(&tag.scope, own, text, facts.tag(&tag.name));
            }
            Some(Initial::Parts(parts)) => {
                for (part, text) in parts {
                    let (before, own) = part.rsplit_once('.').unwrap_or(("", part));
                    add(&format!("{}{before}", tag.name), own, text, facts.tag(&tag.name));
                }
            }
            _ => {}
        }
    }
    // The members of data blocks are tags.
    let owners = project.blocks.iter().filter(|it| it.kind != BlockKind::DataBlock);
    let owners = owners.map(|it| (&it.name, &it.members));
    let kinds = project.data_types.iter().map(|it| (&it.name, &it.members));
    for (owner, members) in owners.chain(kinds) {
        for Member { name, initial, type_use, .. } in members {
            let is_number = matches!(sort_of(&type_use.name), Sort::Whole | Sort::Real);
            if let (true, Some(Initial::Scalar(text))) = (is_number, initial) {
                add(&format!("{owner}#"), name, text, facts.definition(owner));
            }
        }
    }
    for ((scope, rest), (limits, at)) in groups {
        let is_limit = any(
            &rest.split(' ').map(str::to_owned).collect::<Vec<_>>(),
            &[
                "limit", "lim", "sp", "setpoint", "alarm", "alm", "trip", "warn", "warning",
                "grenze",
            ],
        );
        if !is_limit && limits.len() < 3 {
            continue;
        }
        let all: Vec<&(String, f64)> = limits.values().collect();
        let wrong = all.windows(2).find(|pair| {
            let (lower, higher) = (pair[0].1, pair[1].1);
            // Equal limits were not set, or are one limit.
            lower > higher
        });
        if let Some([lower, higher]) = wrong.map(|pair| [pair[0], pair[1]]) {
            let values = [lower.1.to_string(), higher.1.to_string()];
            let message = AlarmFinding::Order {
                low: &lower.0,
                lower: &values[0],
                high: &higher.0,
                higher: &values[1],
            };
            pen.find_as("A05", Confidence::Likely, &format!("{scope} {rest}"), &message, at);
        }
    }
}

/// The level of a limit by its name, from 0 for the lowest, and the rest of the name.
fn level(words: &[String]) -> Option<(usize, String)> {
    let is = |word: &str, of: &[&str]| of.contains(&word);
    let mut found = None;
    let mut rest = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let next = words.get(at + 1).map_or("", String::as_str);
        let (low, high) = (["low", "lo", "l"], ["high", "hi", "h"]);
        let (level, taken) = if is(word, &low) && is(next, &low) {
            (Some(0), 2)
        } else if is(word, &["ll", "lolo", "lowlow"]) {
            (Some(0), 1)
        } else if is(word, &low) {
            (Some(1), 1)
        } else if is(word, &high) && is(next, &high) {
            (Some(3), 2)
        } else if is(word, &["hh", "hihi", "highhigh"]) {
            (Some(3), 1)
        } else if is(word, &high) {
            (Some(2), 1)
        } else {
            (None, 1)
        };
        match level {
            Some(_) if found.is_some() => return None,
            Some(level) => found = Some(level),
            None => rest.push(word.as_str()),
        }
        at += taken;
    }
    Some((found?, rest.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_by_their_names() {
        for (name, expected) in [
            ("HHLimit", Some((3, "limit"))),
            ("LLLimit", Some((0, "limit"))),
            ("HLimit", Some((2, "limit"))),
            ("Level_LoLo_SP", Some((0, "level sp"))),
            ("TempHighHighAlarm", Some((3, "temp alarm"))),
            ("LowLimit", Some((1, "limit"))),
            ("HighToLow", None),
            ("Speed", None),
        ] {
            let found = level(&words(name));
            assert_eq!(found, expected.map(|(at, rest)| (at, rest.to_owned())), "{name}");
        }
    }
}
