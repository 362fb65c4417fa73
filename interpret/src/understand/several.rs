//! Several questions in one sentence.

use crate::common::is_one_of;

/// Words that begin a question.
const BEGIN: &str = "who what where which why how when does is are whats whos list show explain wer was wo \
    welche welcher welches warum wieso weshalb wann wie wodurch wovon zeig zeige liste erkläre auf bleibt fällt \
    nimmt";

/// Words before "which" that belong to it.
const BEFORE: &str = "on in at with from by to an auf mit von bei aus";
const WHICH: &str = "which what where how wieviel wie welcher welche welchem welchen";

/// Words in a sentence that asks something.
const ASKS: &str = "what which who why how when where welche welcher welches welchem welchen wer wem wen was wie \
    warum wieso weshalb wann wo woran worauf wodurch kann can give show explain list zeig erkläre erklär bug";

/// The last questions of a text of several sentences, and the sentences before them, which only
/// name their subject. `None` for a text of one sentence.
pub(super) fn told(text: &str) -> Option<(Vec<String>, String)> {
    let mut sentences: Vec<&str> = Vec::new();
    let mut from = 0;
    for (at, mark) in text.char_indices().filter(|it| ".!?-–".contains(it.1)) {
        let next = &text[at + mark.len_utf8()..];
        let is_end = next.starts_with(' ') || next.is_empty();
        let last = text[from..at].rsplit(' ').next().unwrap_or_default();
        // `z. B.`, `u.`: no end of a sentence.
        let asks = next.split_whitespace().next().is_some_and(|it| is_one_of(it, ASKS));
        let is_dash = ['-', '–'].contains(&mark) && last.is_empty() && asks;
        let is_full = ['!', '?'].contains(&mark)
            || (mark == '.' && (last.chars().count() > 2 || next.is_empty()));
        if is_end && (is_dash || is_full) {
            sentences.push(text[from..at + mark.len_utf8()].trim_matches([' ', '-', '–']));
            from = at + mark.len_utf8();
        }
    }
    sentences.push(text[from..].trim());
    sentences.retain(|it| it.split_whitespace().count() > 1);
    let asks = |it: &&str| {
        let mut words = it.split(|char: char| !char.is_alphanumeric());
        it.ends_with('?') || words.any(|word| is_one_of(&word.to_lowercase(), ASKS))
    };
    let last = sentences.iter().rposition(asks)?;
    let before = sentences[..last].iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    (!before.is_empty()).then(|| (before, sentences[last].to_owned()))
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
            if is_one_of(first, BEGIN) && !is_quoted {
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
    use super::{parts, told};

    #[test]
    fn sentences_before_a_question_tell_what_it_is_about() {
        let (before, question) =
            told("Pump 1 is off. I pressed reset. Who sets it?").expect("several");
        assert_eq!(before, ["Pump 1 is off.", "I pressed reset."]);
        assert_eq!(question, "Who sets it?");
        for text in ["Who sets it?", "what is X? who writes it?", "z. B. was schaltet X ein"] {
            assert_eq!(
                told(text).map(|it| it.0.len()).unwrap_or_default(),
                usize::from(text.contains("X? ")),
                "{text}"
            );
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
