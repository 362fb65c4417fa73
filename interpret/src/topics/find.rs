//! What has a name or a comment like something, and what is there of alarms.

use tagbridge_logic::{
    Scope, Step,
    query::{Found, Turned},
};
use tagbridge_project::Body;

use crate::{book::Book, say::with};

/// How many of each kind are told.
const FOUND_MAX: usize = 20;
/// Places that turn one alarm on are named up to so many.
const PLACES_MAX: usize = 3;
/// What alarms and faults are called.
const ALARM: &[&str] = &[
    "alarm",
    "alarms",
    "alm",
    "fault",
    "faults",
    "faulted",
    "flt",
    "error",
    "err",
    "warning",
    "warn",
    "störung",
    "stoerung",
    "fehler",
    "meldung",
    "trip",
    "авария",
    "ошибка",
];

pub(super) fn find(book: &mut Book<'_>, words: &[String]) {
    let wanted: Vec<String> = words.iter().map(|it| it.to_lowercase()).collect();
    let has_all = |text: &str| {
        let text = text.to_lowercase();
        wanted.iter().all(|word| text.contains(word.as_str()))
    };
    let looked_for = words.join(" ");
    let facts = book.facts;
    let project = facts.project();
    if wanted.is_empty() {
        let text = book.word("find-what");
        book.line(text);
        return;
    }
    let tags: Vec<(&str, &str)> = project
        .tags
        .iter()
        .map(|tag| (tag.name.as_str(), tag.comment.as_deref().unwrap_or_default()))
        .filter(|(name, comment)| has_all(&format!("{name} {comment}")))
        .collect();
    let logic = book.logic();
    let mut rungs = Vec::new();
    for (id, unit) in logic.index.units() {
        let Body::Rungs(all) = &project.routines[unit.routine.index()].body else { continue };
        let Some(rung) = unit.rung.and_then(|at| all.get(at as usize)) else { continue };
        let said = [rung.title.as_deref(), rung.comment.as_deref()];
        let said = said.into_iter().flatten().collect::<Vec<_>>().join(" ");
        if has_all(&said) {
            rungs.push((logic.cite(id, super::turned::whole()), said));
        }
    }
    let blocks: Vec<(usize, &str)> = project
        .blocks
        .iter()
        .enumerate()
        .filter(|(_, it)| {
            has_all(&format!("{} {}", it.name, it.comment.as_deref().unwrap_or_default()))
        })
        .map(|(at, it)| (at, it.name.as_str()))
        .collect();
    let count = tags.len() + rungs.len() + blocks.len();
    let key = if count == 0 { "found-nothing" } else { "found" };
    book.say(key, &with!["words" => looked_for, "count" => count]);
    for (name, comment) in tags.iter().take(FOUND_MAX) {
        let comment = if comment.is_empty() { String::new() } else { format!(": {comment}") };
        book.tag(name, &comment);
    }
    for (_, name) in blocks.iter().take(FOUND_MAX) {
        let number = book.cite(tagbridge_api::turn::LocationKind::Definition, name, None);
        book.numbered(number, name);
    }
    for (citation, said) in rungs.iter().take(FOUND_MAX) {
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        book.item(citation, &said);
    }
    let told = tags.len().min(FOUND_MAX) + blocks.len().min(FOUND_MAX) + rungs.len().min(FOUND_MAX);
    if told < count {
        book.say("more", &with!["count" => count - told]);
    }
}

pub(super) fn alarms(book: &mut Book<'_>) {
    let (logic, project) = (book.logic(), book.facts.project());
    let is_alarm = |text: &str| words(text).any(|word| ALARM.contains(&word.as_str()));
    let mut found: Vec<(String, String)> = project
        .tags
        .iter()
        .map(|tag| (tag.name.clone(), tag.comment.clone().unwrap_or_default()))
        .filter(|(name, comment)| is_alarm(name) || is_alarm(comment))
        .collect();
    // What blocks keep for themselves is no tag.
    for place in logic.index.places.ids() {
        let Step::Root(scope, name) = logic.index.places.step(place) else { continue };
        let is_own = matches!(scope, Scope::AddOn(_) | Scope::Block(_));
        if is_own && is_alarm(logic.index.names.text(name)) {
            found.push((logic.place(place), String::new()));
        }
    }
    let key = if found.is_empty() { "no-alarms" } else { "alarms" };
    book.say(key, &with!["count" => found.len()]);
    for (name, comment) in found.iter().take(FOUND_MAX) {
        let mut text = if comment.is_empty() { String::new() } else { format!(": {comment}") };
        let rows = match book.facts.place_called(name) {
            Some(Found::One(place)) => logic.turned(place, Turned::On).rows,
            _ => Vec::new(),
        };
        let mut places: Vec<String> = Vec::new();
        for row in rows.iter().filter(|row| !row.bound) {
            let place = book.label(&row.citation);
            if !places.contains(&place) {
                if places.len() < PLACES_MAX {
                    book.cite_code(&row.citation);
                }
                places.push(place);
            }
        }
        if !places.is_empty() {
            let more = places.len().saturating_sub(PLACES_MAX);
            places.truncate(PLACES_MAX);
            text += &book.words("alarm-by", &with!["places" => places.join(", ")]);
            if more > 0 {
                text += &book.words("alarm-by-more", &with!["count" => more]);
            }
        }
        book.tag(name, &text);
    }
    if let more @ 1.. = found.len().saturating_sub(FOUND_MAX) {
        book.say("more", &with!["count" => more]);
    }
}

/// `Motor1_FaultReset` is motor, fault, reset.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for char in text.chars() {
        if !char.is_alphabetic() || (char.is_uppercase() && before.is_lowercase()) {
            words.push(String::new());
        }
        if char.is_alphabetic()
            && let Some(last) = words.last_mut()
        {
            last.extend(char.to_lowercase());
        }
        before = char;
    }
    words.into_iter().filter(|it| !it.is_empty())
}
