//! Several questions in one sentence.

use crate::common::is_one_of;

/// Words that begin a question.
const BEGIN: &str = "who what where which why how when does is are whats whos list show explain wer was wo \
    welche welcher welches warum wieso weshalb wann wie wodurch wovon zeig zeige liste erkläre";

/// Words before "which" that belong to it.
const BEFORE: &str = "on in at with from by to an auf mit von bei aus";
const WHICH: &str = "which what where welcher welche welchem welchen";

/// The questions of a sentence; the sentence itself where it is one.
pub(super) fn parts(question: &str) -> Vec<String> {
    let mut cuts: Vec<usize> = Vec::new();
    let lower = question.to_lowercase();
    if lower.len() != question.len() {
        return vec![question.to_owned()];
    }
    for mark in [" and ", " und ", "; ", "? ", ", "] {
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
        let part = ["and ", "und ", "? ", ", "]
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
    use super::parts;

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
