//! Why a place turned on or off at an earlier time: the first recorded change.

use jiff::Timestamp;
use tagbridge_cause::{CauseLink, FirstOut, PastSamples, first_out, last_edge, names};
use tagbridge_logic::{PlaceId, query::Turned};
use tagbridge_texts::{Coded, Language};

use super::Given;
use crate::{book::Book, say::with};

/// Maximum number of chains in an answer.
const CHAINS_MAX: usize = 4;
/// Seconds per day and hour.
const DAY: i64 = 86_400;
const HOUR: i64 = 3_600;
const MINUTE: i64 = 60;

/// Values of an earlier time.
#[derive(Debug, Clone)]
pub struct PastValues {
    /// The time of the question.
    pub now: tagbridge_api::Timestamp,
    /// The stored values of the tags.
    pub samples: PastSamples,
}

pub(super) fn then(
    book: &mut Book<'_>,
    place: PlaceId,
    name: &str,
    (wanted, time): (bool, &str),
    given: &Given<'_>,
) {
    let Some(found) = found(book, place, (wanted, time), given) else {
        // It became the opposite of what was wanted.
        let turned = if wanted { Turned::Off } else { Turned::On };
        super::turned::turned(book, place, name, turned, None);
        return book.say("no-values-then", &with!["time" => time]);
    };
    let language = book.language;
    book.line(change(&found.effect, language));
    book.line(found.verdict().message().in_language(language));
    for chain in found.explanations.iter().flat_map(|it| &it.chains).take(CHAINS_MAX) {
        for link in chain {
            let why = link.reason().in_language(language);
            let tag = link.is_tag.then(|| book.cite_tag(&link.name)).flatten();
            let tag = tag.map_or_else(String::new, |number| format!(" [{number}]"));
            let text = format!("{}{tag} ({why})", change(link, language));
            match &link.citation {
                Some(citation) => book.item(citation, &text),
                None => book.line(text),
            }
        }
    }
}

/// The first change before the last edge up to a time; `None` if no edge is recorded.
fn found(
    book: &Book<'_>,
    place: PlaceId,
    (wanted, time): (bool, &str),
    given: &Given<'_>,
) -> Option<FirstOut> {
    let past = given.past.as_ref()?;
    let logic = book.logic();
    let name = logic.place(place);
    let until = until(time, past.now.get());
    let edge = last_edge(&past.samples, &names(logic, &name), Some(!wanted), until)?;
    first_out(logic, &past.samples, &name, &edge)
}

fn change(link: &CauseLink, language: Language) -> String {
    link.change(link.after.to_string()).message().in_language(language)
}

/// The end of the given time in UTC: `03:12` is the last such minute, `last night` ends at the last
/// 6 a.m.
fn until(time: &str, now: Timestamp) -> Timestamp {
    let today = now.as_second().div_euclid(DAY) * DAY;
    let second = if let Some((hour, minute)) = time.split_once(':') {
        let [hour, minute] = [hour, minute].map(|it| it.parse::<i64>().unwrap_or_default());
        let at = today + hour * HOUR + minute * MINUTE + MINUTE - 1;
        if at - MINUTE >= now.as_second() { at - DAY } else { at }
    } else {
        let hour = match time {
            "midnight" | "mitternacht" | "yesterday" | "gestern" => 0,
            "last night" | "letzte nacht" | "heute nacht" | "nachts" | "tonight" => 6,
            "this morning" | "heute morgen" | "heute früh" => 12,
            _ => 24,
        };
        today + hour * HOUR
    };
    Timestamp::from_second(second).map_or(now, |at| at.min(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_the_last_one_that_is_meant() {
        let now: Timestamp = "2026-01-02T08:00:00Z".parse().expect("a time");
        for (time, expected) in [
            ("03:12", "2026-01-02T03:12:59Z"),
            ("23:50", "2026-01-01T23:50:59Z"),
            ("last night", "2026-01-02T06:00:00Z"),
            ("heute morgen", "2026-01-02T08:00:00Z"),
            ("gestern", "2026-01-02T00:00:00Z"),
            ("vorhin", "2026-01-02T08:00:00Z"),
        ] {
            let expected: Timestamp = expected.parse().expect("a time");
            assert_eq!(until(time, now), expected, "{time}");
        }
    }
}
