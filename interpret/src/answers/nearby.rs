//! The places of a project that have most of the words of a question that is not understood.

use std::collections::{HashMap, HashSet};

use tagbridge_logic::{
    Citation, Span, UnitId,
    query::{Found, InsideRow, Turned},
};
use tagbridge_project::Body;

use super::{
    origins::start_of,
    sentences::{in_words, sentence},
};
use crate::{
    book::Book,
    fuzzy::Written,
    lexicon::Entry,
    say::{one_line, with},
    words::words,
};

/// Maximum number of places, and of those in addition to another answer.
const PLACES_MAX: usize = 6;
const ALSO_MAX: usize = 3;
/// Places with a smaller share of the best evidence are left out.
const NEAR: f32 = 0.6;
/// Minimum number of words of a question that a place has.
const WORDS_MIN: usize = 2;
/// Maximum number of statements of a place that are explained.
const STATEMENTS_MAX: usize = 2;
/// Maximum length of a comment.
const COMMENT_MAX: usize = 160;

/// A place that may be meant.
enum Place<'a> {
    /// A name, and its comment.
    Name(&'a Entry),
    /// A rung or a line with its comment.
    Code(Citation, String),
}

/// Lists the places with most of the words; false if no place has any.
pub(super) fn nearby(book: &mut Book<'_>, sought: &[String]) -> bool {
    let places = Places::of(book);
    let mut best = places.best(sought, WORDS_MIN);
    if best.is_empty() {
        best = places.best(sought, 1);
    }
    let Some((first, ..)) = best.first() else { return false };
    let least = first * NEAR;
    best.retain(|it| it.0 >= least);
    best.truncate(PLACES_MAX);
    let mut said: Vec<&str> = Vec::new();
    for at in best.iter().flat_map(|it| &it.2) {
        if !said.contains(&sought[*at].as_str()) {
            said.push(&sought[*at]);
        }
    }
    book.say("nearby", &with!["words" => said.join(" ")]);
    for (_, at, _) in best {
        places.tell(book, at);
    }
    true
}

/// Reports the words that nothing in the project has.
pub(super) fn missing(book: &mut Book<'_>, sought: &[String]) {
    let places = Places::of(book);
    let missing: Vec<&str> =
        places.missing(sought).into_iter().map(|at| sought[at].as_str()).collect();
    if !missing.is_empty() {
        book.say("nearby-missing", &with!["words" => missing.join(", "), "count" => missing.len()]);
    }
}

/// Adds the places with most of the words of a question that is answered about something else, too.
pub(super) fn also(book: &mut Book<'_>, sought: &[String]) {
    let places = Places::of(book);
    let mut best = places.best(sought, WORDS_MIN);
    best.truncate(ALSO_MAX);
    if !best.is_empty() {
        let text = book.word("nearby-also");
        book.line(text);
    }
    for (_, at, _) in best {
        places.tell(book, at);
    }
}

/// The names, and the code with comments, by their stems.
struct Places<'a>(Vec<(Place<'a>, HashSet<String>)>);

impl<'a> Places<'a> {
    fn of(book: &Book<'a>) -> Self {
        let mut places: Vec<(Place<'a>, HashSet<String>)> = Vec::new();
        for entry in &book.facts.lexicon().0 {
            let stems = entry.own.iter().chain(&entry.said).cloned().collect();
            places.push((Place::Name(entry), stems));
        }
        for (citation, said) in comments(book) {
            let stems = words(&said).into_iter().collect();
            places.push((Place::Code(citation, said), stems));
        }
        Self(places)
    }

    fn best(&self, sought: &[String], least: usize) -> Vec<(f32, usize, Vec<usize>)> {
        let wanted: Vec<Written> = sought.iter().map(|word| Written::of(word)).collect();
        best(&wanted, &self.0, least)
    }

    /// The words that no place has.
    fn missing(&self, sought: &[String]) -> Vec<usize> {
        let has = |word: &Written| {
            self.0.iter().any(|(_, stems)| stems.iter().any(|stem| word.is_like(stem)))
        };
        (0..sought.len()).filter(|at| !has(&Written::of(&sought[*at]))).collect()
    }

    fn tell(&self, book: &mut Book<'_>, at: usize) {
        match &self.0[at].0 {
            Place::Name(entry) => name(book, entry),
            Place::Code(citation, said) => code(book, citation, said),
        }
    }
}

/// The places with at least so many of the words, those with the most and the rarest first: the evidence,
/// the position, and the words.
fn best(
    wanted: &[Written],
    places: &[(Place<'_>, HashSet<String>)],
    least: usize,
) -> Vec<(f32, usize, Vec<usize>)> {
    // Each stem is compared with each word once.
    let mut known: HashMap<&str, Vec<usize>> = HashMap::new();
    for stem in places.iter().flat_map(|it| &it.1) {
        known.entry(stem).or_insert_with(|| {
            (0..wanted.len()).filter(|word| wanted[*word].is_like(stem)).collect()
        });
    }
    let found: Vec<Vec<usize>> = places
        .iter()
        .map(|(_, stems)| {
            let hits = stems.iter().filter_map(|stem| known.get(stem.as_str())).flatten();
            let mut hits: Vec<usize> = hits.copied().collect();
            hits.sort_unstable();
            hits.dedup();
            hits
        })
        .collect();
    let rarity: Vec<f32> = (0..wanted.len())
        .map(|word| {
            let count = found.iter().filter(|it| it.contains(&word)).count();
            ratio(places.len() + 1, count + 1).ln()
        })
        .collect();
    let mut best: Vec<(f32, usize, Vec<usize>)> = found
        .into_iter()
        .enumerate()
        .filter(|(_, hits)| hits.len() >= least.min(wanted.len()) && !hits.is_empty())
        .map(|(at, hits)| {
            let evidence: f32 = hits.iter().map(|word| rarity[*word]).sum();
            // A short text is about its words.
            let length = ratio(hits.len() + 4, places[at].1.len() + 4).min(1.0);
            (evidence * (0.6 + 0.4 * length), at, hits)
        })
        .collect();
    best.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    best
}

#[expect(clippy::cast_precision_loss, reason = "a project has some thousand names")]
fn ratio(one: usize, other: usize) -> f32 {
    one as f32 / other as f32
}

/// The rungs and the lines with a comment.
fn comments(book: &Book<'_>) -> Vec<(Citation, String)> {
    let (logic, project) = (book.logic(), book.facts.project());
    let mut found = Vec::new();
    for (id, unit) in logic.index.units() {
        match (&project.routines[unit.routine.index()].body, unit.rung) {
            (Body::Rungs(rungs), Some(at)) => {
                let Some(rung) = rungs.get(at as usize) else { continue };
                let own = [rung.title.as_deref(), rung.comment.as_deref()];
                let said = own.into_iter().flatten().collect::<Vec<_>>().join(" ");
                if !said.trim().is_empty() {
                    found.push((logic.cite(id, super::sentences::whole()), one_line(&said)));
                }
            }
            _ => found.extend(of_lines(book, id)),
        }
    }
    found
}

/// The comments of single lines, each with its line.
fn of_lines(book: &Book<'_>, unit: UnitId) -> Vec<(Citation, String)> {
    let logic = book.logic();
    let text = logic.text(unit);
    let mut start = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        let mark = ["//", "(*", "/*"].iter().filter_map(|it| line.find(it)).min();
        if let Some(at) = mark {
            let said = line[at..].trim_matches(['/', '(', ')', '*', ' ', '\n', '\r']);
            if said.contains(char::is_alphabetic) {
                found
                    .push((logic.cite(unit, Span::new(start, start + line.len())), one_line(said)));
            }
        }
        start += line.len();
    }
    found
}

/// A name, and what it is.
fn name(book: &mut Book<'_>, entry: &Entry) {
    let symbol = book.facts.symbols.find_without_hint(&entry.name).ok();
    let comment = symbol.and_then(|it| it.comment).map(|it| book.comment(it));
    let comment = comment.map_or_else(String::new, |it| format!(": {}", shortened(&it)));
    let is_value = matches!(book.facts.place_called(&entry.name), Some(Found::One(_)));
    if entry.is_code || !is_value {
        let number = super::what::cite_declared(book, &entry.name);
        return book.numbered(number, &format!("{}{comment}", entry.name));
    }
    book.tag(&entry.name, &comment);
    let Some(Found::One(place)) = book.facts.place_called(&entry.name) else { return };
    let rows = book.logic().turned(place, Turned::On).rows.into_iter();
    let rows = rows.filter(|row| !row.bound).map(|row| InsideRow { row, calls: Vec::new() });
    let said: Vec<(String, String)> = rows
        .take(STATEMENTS_MAX)
        .map(|it| (sentence(book, &it, Turned::On), book.label(&it.row.citation)))
        .collect();
    if said.is_empty()
        && let Some(start) = start_of(book, place)
    {
        book.detail(start);
    }
    for (said, label) in said {
        book.detail(format!("{said} ({label})"));
    }
}

/// A place in code, its comment, and what it does.
fn code(book: &mut Book<'_>, citation: &Citation, said: &str) {
    book.item(citation, &format!("“{}”", shortened(said)));
    let rows = book.logic().explain(citation.unit).rows;
    let is_near = |line: Option<u32>| match (citation.line, line) {
        (Some(own), Some(line)) => (own..own + 3).contains(&line),
        (own, _) => own.is_none(),
    };
    let rows = rows.iter().filter(|row| is_near(row.citation.line)).take(STATEMENTS_MAX);
    for said in rows.map(|row| in_words(book, row)).collect::<Vec<_>>() {
        book.detail(said);
    }
}

/// The beginning of a comment.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(COMMENT_MAX) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
