//! What is wrong with the plant as a whole: which main outputs are off, which alarms are on.

use tagbridge_api::turn::Outcome;
use tagbridge_cause::alarm_bits;
use tagbridge_logic::{expr::Scalar, query::Found};

use super::{Given, Values, asking::which, findings, value, why};
use crate::{
    Asked, Facts,
    asked::Trouble,
    book::{Book, Page},
    say::with,
};

/// More alarms are counted.
const ALARMS_MAX: usize = 8;

pub(super) fn trouble(
    facts: &Facts,
    asked: &Asked,
    trouble: &Trouble,
    given: &Given<'_>,
) -> Outcome {
    let language = asked.language;
    let mut book = Book::new(facts, language, Page::new(asked.all));
    let Some(values) = given.values.as_ref().filter(|it| it.live) else {
        if trouble.asks_why {
            return which(language, &trouble.mains);
        }
        let text = book.word("trouble-no-values");
        book.line(text);
        findings::any(&mut book);
        return book.page.finish(language);
    };
    let is = |name: &String| values.now.value(name).and_then(Scalar::bit);
    let off: Vec<String> =
        trouble.mains.iter().filter(|it| is(it) == Some(false)).cloned().collect();
    let unknown: Vec<String> =
        trouble.mains.iter().filter(|it| is(it).is_none()).cloned().collect();
    let last = match off.as_slice() {
        [only] => Some(only.clone()),
        several => last_off(several, values),
    };
    match last {
        Some(name) => {
            book.say("taken-main", &with!["name" => name.as_str()]);
            if let Found::One(place) = facts.logic().find(&name) {
                why::why(&mut book, place, &name, true, given);
            }
            let others: Vec<&str> =
                off.iter().filter(|it| **it != name).map(String::as_str).collect();
            if !others.is_empty() {
                book.say("trouble-also-off", &with!["names" => others.join(", ")]);
            }
        }
        None if !off.is_empty() && trouble.asks_why => return which(language, &off),
        None if !off.is_empty() => {
            book.say("trouble-off", &with!["names" => off.join(", "), "count" => off.len()]);
        }
        None if trouble.mains.is_empty() || unknown.len() == trouble.mains.len() => {}
        None => {
            let on: Vec<String> =
                trouble.mains.iter().filter(|it| is(it) == Some(true)).cloned().collect();
            book.say("trouble-on", &with!["names" => on.join(", "), "count" => on.len()]);
        }
    }
    if !unknown.is_empty() {
        book.say("trouble-unknown", &with!["names" => unknown.join(", ")]);
    }
    alarms(&mut book, values);
    value::requested(&mut book, values);
    value::scan(&mut book, values);
    book.page.finish(language)
}

/// The one of several that went off last, where that is one.
fn last_off(names: &[String], values: &Values) -> Option<String> {
    let last_on = |name: &String| {
        let was_on = |it: &&tagbridge_logic::why::Snapshot| {
            it.value(name).and_then(Scalar::bit) == Some(true)
        };
        values.history.iter().rev().find(was_on).map(|it| it.sequence)
    };
    let mut ends: Vec<(u64, &String)> =
        names.iter().filter_map(|name| Some((last_on(name)?, name))).collect();
    ends.sort_unstable();
    match ends.as_slice() {
        [.., (before, _), (last, _)] if before == last => None,
        [.., (_, name)] => Some((*name).clone()),
        [] => None,
    }
}

/// The alarms that are on, and how many are not known.
fn alarms(book: &mut Book<'_>, values: &Values) {
    let all = alarm_bits(book.logic());
    let is = |name: &String| values.now.value(name).and_then(Scalar::bit);
    let on: Vec<&String> = all.iter().filter(|name| is(name) == Some(true)).collect();
    let unknown = all.iter().filter(|name| is(name).is_none()).count();
    let counts = with!["count" => on.len(), "all" => all.len(), "unknown" => unknown];
    let key = if on.is_empty() { "trouble-no-alarm" } else { "trouble-alarms" };
    if !all.is_empty() {
        book.say(key, &counts);
    }
    for name in on.iter().take(ALARMS_MAX) {
        book.tag(name, name);
    }
    book.leave_out(on.len().saturating_sub(ALARMS_MAX));
}
