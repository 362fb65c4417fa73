//! Clauses about new logic: edges, counters, blinking, toggles, the first scan, alarms of conditions,
//! scaling, outputs that exclude each other.

use super::{
    clause::Clause,
    described::{described, words_of},
    lexicon::{Token, meaning},
};
use crate::{ChangeRequest, RequestedChange, words::RequestWord};
use tagbridge_forms::condition::SwitchCondition as Condition;

/// What an alarm is called that has no name yet.
const ALARMS: [&str; 6] = ["warnung", "warning", "störung", "fault", "meldung", "alarm"];
/// The reset that a request does not name.
const ANY_RESET: &str = "?";

/// New logic from building blocks.
pub(super) fn built(clause: &Clause<'_>) -> Option<ChangeRequest> {
    mutual(clause)
        .or_else(|| scaled(clause))
        .or_else(|| clamped(clause))
        .or_else(|| initial(clause))
        .or_else(|| counted(clause))
        .or_else(|| toggled(clause))
        .or_else(|| event(clause))
        .or_else(|| blinking(clause))
        .or_else(|| edge(clause))
        .or_else(|| swapped(clause))
}

/// Two outputs that are never on at the same time.
fn mutual(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let all = clause.names();
    let [one, other] = all.as_slice() else { return None };
    let is_it = clause.has("both") && (clause.has("not") || clause.has("interlock"));
    is_it.then(|| ChangeRequest::of(RequestedChange::Mutual, &[("one", one), ("other", other)]))
}

/// A new range of a measured value: `0..30`, `0 to 10 bar`.
fn scaled(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let (low, high) = range(&clause.words)?;
    let name = clause.names().into_iter().next().filter(|_| clause.has("scale"))?;
    Some(ChangeRequest::of(
        RequestedChange::Scale,
        &[("tag", &name), ("low", &low), ("high", &high)],
    ))
}

/// A number that is kept between two limits, or below one: `clamp Speed to 0..100`.
fn clamped(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let output = clause.names().into_iter().find(|it| is_number(clause, it))?;
    if !clause.has("clamp") || ["when", "only", "unless", "until"].iter().any(|it| clause.has(it)) {
        return None;
    }
    let mut request = ChangeRequest::of(RequestedChange::Clamp, &[("output", &output)]);
    let limits = clause.names().into_iter().filter(|it| *it != output).collect::<Vec<_>>();
    let (low, high) = match (range(&clause.words), limits.as_slice(), clause.values().as_slice()) {
        (Some((low, high)), ..) => (Some(low), Some(high)),
        (None, [low, high], _) | (None, [], [low, high]) => (Some(low.clone()), Some(high.clone())),
        (None, [one], []) | (None, [], [one]) => {
            let is_low =
                clause.says(&["least", "min", "minimum", "mindestens", "unten", "below", "unter"]);
            if is_low { (Some(one.clone()), None) } else { (None, Some(one.clone())) }
        }
        _ => return None,
    };
    for (slot, limit) in [("low", low), ("high", high)] {
        if let Some(limit) = limit {
            request.set(slot, limit);
        }
    }
    Some(request)
}

fn range(words: &[RequestWord]) -> Option<(String, String)> {
    let number = |text: &str| {
        let text = text.replace(',', ".");
        let digits = text.trim_end_matches(|it: char| it.is_alphabetic() || "%°/".contains(it));
        digits.parse::<f64>().ok().map(|_| digits.to_owned())
    };
    // The current of a transmitter is no range of what it measures.
    let is_current = |at: usize| words.get(at).is_some_and(|it| it.is("ma"));
    let within = words.iter().enumerate().find_map(|(at, word)| {
        if is_current(at + 1) || word.text.to_lowercase().ends_with("ma") {
            return None;
        }
        let (low, high) = word.text.split_once("..").or_else(|| {
            word.text.get(1..)?.split_once('-').map(|it| (&word.text[..=it.0.len()], it.1))
        })?;
        Some((number(low)?, number(high.trim_start_matches('.'))?))
    });
    within.or_else(|| {
        words.windows(3).find_map(|it| {
            let is_joint = ["to", "bis", "-", "–"].iter().any(|joint| it[1].is(joint));
            Some((number(&it[0].text)?, number(&it[2].text)?)).filter(|_| is_joint)
        })
    })
}

/// A number that gets a value when the controller starts.
fn initial(clause: &Clause<'_>) -> Option<ChangeRequest> {
    if !clause.has("first-scan") {
        return None;
    }
    let is_it = |it: &String| is_number(clause, it) || words_of(it).is_some();
    let output = clause.names().into_iter().find(is_it)?;
    let value = clause.values().into_iter().next().unwrap_or_else(|| "0".to_owned());
    Some(ChangeRequest::of(RequestedChange::Put, &[("output", &output), ("value", &value)]))
}

/// A number that counts how often a bit turns on.
fn counted(clause: &Clause<'_>) -> Option<ChangeRequest> {
    if !clause.has("count") || clause.has("hours") {
        return None;
    }
    // A name that the project does not have is that of the new number.
    let is_new =
        |it: &str| words_of(it).is_none() && clause.type_of(it).is_none() && !clause.is_unit(it);
    let mut names = clause.names();
    names.retain(|it| !is_display(it));
    let (numbers, bits): (Vec<String>, Vec<String>) =
        names.into_iter().partition(|it| is_number(clause, it) || is_new(it));
    let of_unit = || clause.place.is_some().then(|| described(&["run".to_owned()]));
    let bit = bits.into_iter().next().or_else(of_unit)?;
    let number = numbers.into_iter().next().unwrap_or_else(|| format!("{}_Count", plain(&bit)));
    let mut request =
        ChangeRequest::of(RequestedChange::NewRung, &[("output", &number), ("count", "+1")]);
    request.set("edge", if clause.has("falling") { "falling" } else { "rising" });
    request.when = Some(Condition::bit(&bit, true));
    Some(request)
}

/// Whether a description only says that a number is shown: "a number on the panel".
fn is_display(name: &str) -> bool {
    const SHOWN: [&str; 12] = [
        "number", "figure", "value", "counter", "zahl", "zähler", "wert", "panel", "hmi",
        "display", "anzeige", "screen",
    ];
    words_of(name).is_some_and(|of| of.iter().all(|it| SHOWN.contains(&&*it.to_lowercase())))
}

/// An output that changes each time a button is pressed.
fn toggled(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let (left, right) = clause.split("toggle")?;
    let (before, behind) = (Clause::names_of(left), Clause::names_of(right));
    let (([button, ..], [output]) | ([], [output, button]) | ([output, button], [])) =
        (before.as_slice(), behind.as_slice())
    else {
        return None;
    };
    let mut request =
        ChangeRequest::of(RequestedChange::NewRung, &[("output", output), ("toggle", "⇄")]);
    request.set("edge", "rising");
    request.when = Some(Condition::bit(button, true));
    Some(request)
}

/// An alarm of a condition that holds for a time, until it is acknowledged.
fn event(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let (left, right) = clause.split("when")?;
    let (mut right, reset) = (right.to_vec(), clause.reset());
    if let Some(at) = right.iter().position(is_end) {
        right.truncate(at);
    }
    let time = clause.time();
    right.retain(|it| !matches!(it, Token::Value(value) if value.contains(' ')));
    let left = left.split(is_end).next().unwrap_or_default();
    let output = Clause::names_of(left).into_iter().find(|it| !is_alarm_word(it));
    if !is_alarm(clause) || output.is_some() && !clause.has("alarm") {
        return None;
    }
    let when = Clause::condition(&right)?;
    // "When the tank is too full": a number without its limit, which is asked back.
    if let Condition::Bit { name, .. } = &when
        && is_number(clause, name)
    {
        let low = ["low", "empty", "cold", "leer", "niedrig", "tief", "kalt", "unter", "wenig"];
        let is_low = clause.says(&low);
        let alarm = output.unwrap_or_else(|| format!("{}_Alarm", plain(name)));
        let slots =
            [("name", alarm.as_str()), ("tag", name), ("op", if is_low { "<" } else { ">" })];
        let mut request = ChangeRequest::of(RequestedChange::AddAlarm, &slots);
        request.lasting(time, reset);
        return Some(request);
    }
    let output =
        output.unwrap_or_else(|| format!("{}_Alarm", plain(when.names().first().unwrap_or(&""))));
    let mut request = ChangeRequest::of(RequestedChange::NewRung, &[("output", &output)]);
    request.when = Some(when);
    request.lasting(time, reset);
    Some(request)
}

/// Whether a clause is about an alarm.
pub(super) fn is_alarm(clause: &Clause<'_>) -> bool {
    clause.words.iter().any(|it| ALARMS.iter().any(|own| it.is(own)))
}

/// Whether a description is only the word for an alarm.
pub(super) fn is_alarm_word(name: &str) -> bool {
    words_of(name).is_some_and(|of| of.iter().all(|it| ALARMS.contains(&&*it.to_lowercase())))
}

fn is_end(token: &Token) -> bool {
    matches!(token, Token::RequestWord("until" | "ack"))
}

/// An output that blinks, always or under a condition.
fn blinking(clause: &Clause<'_>) -> Option<ChangeRequest> {
    if !clause.has("blink") {
        return None;
    }
    let output = clause.names().into_iter().next()?;
    let mut request = ChangeRequest::of(RequestedChange::Blink, &[("output", &output)]);
    let condition = |right: &[Token]| {
        let right: Vec<Token> =
            right.iter().filter(|it| !matches!(it, Token::Value(_))).cloned().collect();
        Clause::condition(&right)
    };
    match clause.split("when") {
        Some((_, right)) => request.when = Some(condition(right)?),
        // "with the Flash bit"
        None => {
            if let Some(bit) = clause.names().get(1) {
                request.set("bit", bit.clone());
            }
        }
    }
    Some(request)
}

/// An output or an input that counts only when it turns on.
fn edge(clause: &Clause<'_>) -> Option<ChangeRequest> {
    if !clause.has("edge") && !clause.has("falling") || clause.has("when") {
        return None;
    }
    let tag = clause.names().into_iter().next()?;
    let how = if clause.has("falling") { "falling" } else { "rising" };
    Some(ChangeRequest::of(RequestedChange::Pulse, &[("tag", &tag), ("edge", how)]))
}

/// A sensor that says the opposite of what it said.
fn swapped(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let tag = clause.names().into_iter().next().filter(|_| clause.has("opposite"))?;
    Some(ChangeRequest::of(RequestedChange::Swapped, &[("tag", &tag)]))
}

impl ChangeRequest {
    /// With the time for which its condition must hold, and the reset until which it stays.
    pub(super) fn lasting(&mut self, time: Option<String>, reset: Option<String>) {
        if let Some(time) = time {
            self.set("for", time);
        }
        if let Some(reset) = reset {
            self.set("reset", reset);
        }
    }
}

impl Clause<'_> {
    /// The bit until which something stays: "until Ack", "until it is acknowledged".
    pub(super) fn reset(&self) -> Option<String> {
        let (_, right) = self.split("until").or_else(|| self.split("ack"))?;
        // "until it is reset", "bis quittiert wird"
        let own = Self::names_of(right).into_iter().find(|it| {
            let is_reset = |word: &String| meaning(&word.to_lowercase()) == Some("ack");
            !words_of(it).is_some_and(|of| of.iter().all(is_reset))
        });
        let is_said = ["ack", "reset"].iter().any(|it| self.has(it));
        own.or_else(|| is_said.then(|| ANY_RESET.to_owned()))
    }
}

fn is_number(clause: &Clause<'_>, name: &str) -> bool {
    clause.type_of(name).is_some_and(|it| it.ends_with("INT") || it.ends_with("REAL"))
}

/// A name or a description as the beginning of a new name.
fn plain(name: &str) -> String {
    let words = words_of(name).unwrap_or_else(|| vec![name.to_owned()]);
    let words: Vec<String> = words
        .iter()
        .map(|it| it.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect())
        .collect();
    words.join("_").trim_matches('_').to_owned()
}
