//! The sentences of a text, and the questions in a sentence.

use crate::common::{is_common, is_one_of};

/// Words before "which" that belong to it.
const BEFORE: &str = "on in at with from by to an auf mit von bei aus";
const WHICH: &str = "which what where how wieviel wie welcher welche welchem welchen";

/// Words in a sentence that asks something.
const ASKS: &str = "what which who why how when where whose whats wheres welche welcher welches welchem welchen wer wem wen \
    was wie warum wieso weshalb wann wo woran worauf wodurch wovon woraus womit wofür wohin woher wieviel ob whether";
/// Words that begin a question or a request.
const BEGINS: &str = "what which who why how when where whose whats wheres is are does do did can could will would has have \
    should am isnt doesnt cant show list explain give tell check find compare welche welcher welches welchem welchen \
    wer wem wen wie warum wieso weshalb wann wo woran worauf wodurch wovon woraus womit wofür wohin woher wieviel ist sind \
    hat haben kann kannst können gibt gibts any zeig zeige nenn nenne liste erkläre erklär sag such suche prüf prüfe vergleich \
    vergleiche muss darf wird werden läuft bleibt fällt nimmt was";
/// Words before the word that begins a question.
const LEADS: &str = "and und but aber so also please bitte pls in on at from to for by with an auf aus mit von bei für über durch \
    unter ab nach bis dann then hey hallo now";
/// Words that ask for a question behind them: "I want to know how often".
const WISHES: &str =
    "know wonder wondering tell see check wissen sagen sehen nachsehen schauen prüfen klären";
/// What ends in a period and is no end of a sentence.
const SHORTENED: &str =
    "bzw ca usw etc eg ie nr inkl evtl ggf vgl approx incl min max zb dh sog vs no";

/// A sentence of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) text: String,
    /// Whether it asks something; the others only describe what the text is about.
    pub(super) asks: bool,
}

/// The sentences of a text; one for a text of one sentence. A dash or a colon ends a sentence if a
/// question is behind it.
pub(super) fn sentences(text: &str) -> Vec<Part> {
    let mut found: Vec<&str> = Vec::new();
    let mut from = 0;
    for (at, mark) in text.char_indices().filter(|it| ".!?-–:\n".contains(it.1)) {
        let next = &text[at + mark.len_utf8()..];
        let is_open = text[from..at].matches('"').count() % 2 == 1;
        if is_open || !(next.is_empty() || next.starts_with(char::is_whitespace) || mark == '\n') {
            continue;
        }
        let last = text[from..at].rsplit([' ', '.', '(']).next().unwrap_or_default();
        let is_end = match mark {
            '-' | '–' => last.is_empty() && (begins(next) || begins(&text[from..at])),
            ':' => begins(next),
            '.' => {
                let is_word = is_one_of(last, "s ms h") || is_common(&last.to_lowercase());
                let is_shortened =
                    last.chars().count() < 3 && !last.contains(char::is_numeric) && !is_word
                        || is_one_of(&last.to_lowercase(), SHORTENED);
                let goes_on = next.trim_start().starts_with(char::is_lowercase);
                next.trim().is_empty() || !(is_shortened || goes_on)
            }
            _ => true,
        };
        if is_end {
            let mut end = at;
            if !['-', '–', ':'].contains(&mark) {
                end += mark.len_utf8();
            }
            found.push(text[from..end].trim());
            from = at + mark.len_utf8();
        }
    }
    found.push(text[from..].trim());
    found.retain(|it| it.contains(char::is_alphanumeric));
    let part = |it: &&str| Part { text: (*it).to_owned(), asks: asks(it) };
    let mut parts: Vec<Part> = found.iter().map(part).collect();
    if !parts.iter().any(|it| it.asks) {
        for part in &mut parts {
            part.asks = bare_words(&part.text).any(|word| is_one_of(&word, ASKS));
        }
    }
    parts
}

/// Whether one of these words asks something.
pub(super) fn has_asking(words: &[String]) -> bool {
    words.iter().any(|word| is_one_of(word, ASKS))
}

fn bare_words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|char: char| !(char.is_alphanumeric() || char == '-'))
        .filter(|it| !it.is_empty())
        .map(str::to_lowercase)
}

/// Whether a text begins like a question.
fn begins(text: &str) -> bool {
    let mut words = bare_words(text).skip_while(|word| is_one_of(word, LEADS));
    words.next().is_some_and(|word| is_one_of(&word, BEGINS))
}

/// Whether a sentence asks something.
pub(super) fn asks(text: &str) -> bool {
    let words: Vec<String> = bare_words(text).collect();
    let wish = words.iter().position(|word| is_one_of(word, WISHES));
    let wishes = wish.is_some_and(|at| words[at..].iter().any(|word| is_one_of(word, ASKS)));
    text.ends_with('?') || begins(text) || wishes
}

/// A sentence without what its answer is for: ", I want to force it".
pub(super) fn without_purpose(question: &str) -> &str {
    const PURPOSES: [&str; 7] = [
        ", i want",
        ", i need",
        ", i have to",
        ", i would like",
        ", ich will",
        ", ich muss",
        ", ich möchte",
    ];
    let lower = question.to_lowercase();
    let at = PURPOSES.iter().filter_map(|it| lower.find(it)).min();
    at.filter(|at| lower.len() == question.len() && question[..*at].split_whitespace().count() > 2)
        .map_or(question, |at| &question[..at])
}

/// A text without what it says to be fulfilled: "although the valve is open".
pub(super) fn without_given(text: &str) -> String {
    const GIVEN: [&str; 4] = ["although ", "even though ", "obwohl ", "trotzdem "];
    let lower = text.to_lowercase();
    let at = GIVEN.iter().filter_map(|it| lower.find(it)).min().filter(|at| *at > 0);
    let Some(at) = at.filter(|_| lower.len() == text.len()) else { return text.to_owned() };
    let end = text[at..].find([',', '.', '?', '!', ';']).map_or(text.len(), |end| at + end);
    format!("{}{}", text[..at].trim_end_matches([' ', ',']), &text[end..])
}

/// The questions of a sentence; the sentence itself where it is one.
pub(super) fn parts(question: &str) -> Vec<String> {
    let mut cuts: Vec<usize> = Vec::new();
    let lower = question.to_lowercase();
    if lower.len() != question.len() {
        return vec![question.to_owned()];
    }
    for mark in [" and ", " und ", " u. ", "; ", "? ", ", "] {
        for (at, _) in lower.match_indices(mark) {
            let rest = &lower[at + mark.len()..];
            let rest = rest.trim_start_matches("and ").trim_start_matches("und ");
            let mut words = rest.split([' ', '?']);
            let mut first = words.next().unwrap_or_default();
            if is_one_of(first, BEFORE) {
                first = words.next().filter(|it| is_one_of(it, WHICH)).unwrap_or_default();
            }
            let is_quoted = lower[..at].matches('"').count() % 2 == 1;
            if is_one_of(first, BEGINS) && !is_quoted {
                cuts.push(at);
            }
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    let mut parts: Vec<String> = Vec::new();
    let mut from = 0;
    for at in cuts.into_iter().chain([question.len()]) {
        let part = question[from..at].trim_matches([' ', ',', ';']);
        let part = ["and ", "und ", "u. ", "? ", ", "]
            .iter()
            .fold(part, |it, mark| it.strip_prefix(mark).unwrap_or(it));
        // One word is not a question: `where and when is X written`.
        if part.split_whitespace().count() >= 2 {
            parts.push(part.to_owned());
            from = at;
        }
    }
    if parts.is_empty() { vec![question.to_owned()] } else { parts }
}

#[cfg(test)]
mod tests {
    use super::{Part, parts, sentences};

    #[test]
    fn a_text_is_cut_into_sentences_of_which_some_ask() {
        for (text, expected) in [
            (
                "Pump 1 is off. I pressed reset. Who sets it?",
                &["-Pump 1 is off.", "-I pressed reset.", "+Who sets it?"][..],
            ),
            ("what is X? who writes it?", &["+what is X?", "+who writes it?"]),
            ("Horn - wer schreibt da drauf?", &["-Horn", "+wer schreibt da drauf?"]),
            ("Who sets it? It was off.", &["+Who sets it?", "-It was off."]),
            (
                "Ab wieviel Starts bzw. Hüben kommt das",
                &["+Ab wieviel Starts bzw. Hüben kommt das"],
            ),
            ("z. B. was schaltet X ein", &["+z. B. was schaltet X ein"]),
            ("power cycle: what is cleared", &["-power cycle", "+what is cleared"]),
            (
                "Tasks? I want to know how often they run.",
                &["+Tasks?", "+I want to know how often they run."],
            ),
        ] {
            let sign = |it: &Part| format!("{}{}", if it.asks { '+' } else { '-' }, it.text);
            let found: Vec<String> = sentences(text).iter().map(sign).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_sentence_is_cut_where_another_question_begins() {
        for (question, expected) in [
            ("what turns X on and who resets it", &["what turns X on", "who resets it"][..]),
            ("Wer schreibt X und wo wird es gelesen?", &["Wer schreibt X", "wo wird es gelesen?"]),
            ("Where is X used?", &["Where is X used?"]),
            ("compare A and B", &["compare A and B"]),
            (
                "which outputs are there and on which address",
                &["which outputs are there", "on which address"],
            ),
            ("what is X? who writes it?", &["what is X", "who writes it?"]),
        ] {
            let found: Vec<String> =
                parts(question).iter().map(|it| it.trim_end_matches('?').to_owned()).collect();
            let expected: Vec<String> =
                expected.iter().map(|it| it.trim_end_matches('?').to_owned()).collect();
            assert_eq!(found, expected, "{question}");
        }
    }
}
