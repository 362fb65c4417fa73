//! Which of several conditions wins: chains of IF and ELSIF.

use tagbridge_api::turn::Outcome;
use tagbridge_logic::{Citation, Span, UnitId};

use super::nearby;
use crate::{
    Asked, Facts,
    book::{Book, Page},
    common::is_one_of,
    fuzzy::Written,
    lines::apart,
    words::{split, tables::STOP_WORDS, words},
};

/// Words that ask which of several things wins.
const ASKS: &str = "wins win winner priority precedence beats overrules vorrang priorität gewinnt gewinnen stärker \
    gleichzeitig simultaneously dominant vorrangig";
/// A chain has at least so many conditions, and so many that the question names.
const CONDITIONS_MIN: usize = 3;
const NAMED_MIN: usize = 2;
/// Maximum number of lines of a condition.
const LINES_MAX: usize = 5;

/// A condition of a chain: its place, itself, and the first statement under it.
struct Condition {
    citation: Citation,
    text: String,
    first: String,
}

/// The chain with the conditions that a question compares.
pub(super) fn priority(facts: &Facts, asked: &Asked) -> Option<Outcome> {
    let said = split(&asked.text);
    if !said.iter().any(|word| is_one_of(word, ASKS)) {
        return None;
    }
    let is_telling = |word: &&String| {
        !STOP_WORDS.contains(&word.as_str()) && !is_one_of(word, ASKS) && word.chars().count() > 2
    };
    let sought: Vec<Written> = said.iter().filter(is_telling).map(|it| Written::of(it)).collect();
    let mut book = Book::new(facts, asked.language, Page::new(asked.all));
    let units = book.logic().index.units();
    let chains = units.flat_map(|(id, _)| chains(&book, id));
    // The words that single conditions have.
    let named = |chain: &Vec<Condition>| {
        let own: Vec<Vec<String>> = chain.iter().map(|it| words(&it.text)).collect();
        sought.iter().filter(|word| own.iter().any(|own| word.is_in(own))).count()
    };
    let (_, chain) = chains
        .map(|chain| (named(&chain), chain))
        .filter(|it| it.0 >= NAMED_MIN)
        .max_by_key(|it| (it.0, it.1.len()))?;
    let text = book.word("priority");
    book.line(text);
    for condition in &chain {
        let text = format!("{} → {}", condition.text, condition.first);
        book.item(&condition.citation, text.trim_end_matches(" → "));
    }
    let told = book.page.settle(asked.language);
    nearby::also(&mut book, asked, &told);
    Some(book.page.finish(asked.language))
}

/// The chains of conditions in a text.
fn chains(book: &Book<'_>, unit: UnitId) -> Vec<Vec<Condition>> {
    let logic = book.logic();
    if logic.cite(unit, super::sentences::whole()).rung.is_some() {
        return Vec::new();
    }
    let text = logic.text(unit);
    let lines = apart(text, logic.project.dialect());
    let codes: Vec<&str> = lines.iter().map(|it| it.code.trim()).collect();
    let (mut found, mut open): (Vec<Vec<Condition>>, Vec<Vec<Condition>>) =
        (Vec::new(), Vec::new());
    let mut start = 0;
    for (at, raw) in text.split_inclusive('\n').enumerate() {
        let (from, code) = (start, codes.get(at).copied().unwrap_or_default());
        start += raw.len();
        let upper = code.to_uppercase();
        let word = upper.split([' ', '(', ';']).next().unwrap_or_default();
        if word == "END_IF" {
            found.extend(open.pop());
            continue;
        }
        let is_first = word == "IF";
        if !(is_first || word == "ELSIF" || word == "ELSEIF") || upper.contains("END_IF") {
            continue;
        }
        // A condition may have several lines.
        let has_end = |it: &str| it.to_uppercase().contains("THEN");
        let count = codes[at..].iter().take(LINES_MAX).position(|it| has_end(it)).unwrap_or(0) + 1;
        let whole = codes[at..at + count].join(" ");
        let end = whole.to_uppercase().rfind("THEN").unwrap_or(whole.len());
        let condition = whole.get(word.len()..end).unwrap_or(&whole).trim().to_owned();
        let rest = whole.get(end + "THEN".len()..).unwrap_or_default().trim();
        let next = codes[at + count..].iter().find(|it| !it.is_empty()).copied();
        let first = if rest.is_empty() { next.unwrap_or_default() } else { rest };
        let begin = from + raw.len() - raw.trim_start().len();
        let condition = Condition {
            citation: logic.cite(unit, Span::new(begin, from + raw.len())),
            text: condition,
            first: first.to_owned(),
        };
        if is_first {
            open.push(vec![condition]);
        } else if let Some(chain) = open.last_mut() {
            chain.push(condition);
        }
    }
    found.retain(|it| it.len() >= CONDITIONS_MIN);
    found
}
