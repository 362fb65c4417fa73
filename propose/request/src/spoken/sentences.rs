//! Sentences of a request, and their parts.

use super::lexicon::{is_comparison, meaning};

/// Words before the new text of a comment.
const READS: [&str; 8] = [
    " must read ",
    " should read ",
    " should say ",
    " must say ",
    " to read ",
    " soll lauten ",
    " soll heißen ",
    " muss heißen ",
];

/// With quotes around a remark behind a colon: `comment rung 3: to be checked`.
pub(super) fn with_remark(prompt: &str) -> String {
    let prompt = spelled_out(prompt);
    let lower = prompt.to_lowercase();
    let is_remark = ["comment", "kommentar", "kommentier"].iter().any(|it| lower.contains(it));
    let is_quoted = prompt.contains(['\'', '"', '„', '“', '`']);
    let that = [" that ", " dass "].iter().find_map(|it| {
        let at = lower.find(it)?;
        lower[..at].contains("comment").then_some((at, it.len()))
    });
    let reads = READS.iter().find_map(|it| Some((lower.find(it)?, it.len()))).or(that);
    if let (true, false, Some((at, length))) = (is_remark, is_quoted, reads)
        && let (Some(before), Some(text)) = (prompt.get(..at), prompt.get(at + length..))
    {
        return format!("{before} \"{}\"", text.trim().trim_end_matches('.'));
    }
    match prompt.split_once(": ") {
        Some((before, text)) if is_remark && !prompt.contains(['"', '\'', '„', '“', '`']) => {
            format!("{before} \"{}\"", text.trim())
        }
        _ => prompt.clone(),
    }
}

/// Splits at the ends of sentences and at separators, outside quotes.
pub(super) fn parts(prompt: &str) -> Vec<String> {
    let (mut found, mut part, mut quoted) = (Vec::new(), String::new(), false);
    let prompt = without_states(prompt);
    let prompt = match prompt.split_once(": ") {
        Some((before, rest)) if is_announcement(before) => rest.to_owned(),
        _ => with_ends(&prompt),
    };
    let mut chars = prompt.chars().peekable();
    while let Some(char) = chars.next() {
        quoted ^= char == '"';
        let ends = !quoted && (char == ';' || char == '\n')
            || (!quoted
                && char == '.'
                && !is_unit_of_time(&part)
                && !is_ordinal(&part)
                && chars.peek().is_some_and(|it| it.is_whitespace()));
        if ends {
            found.push(std::mem::take(&mut part));
        } else {
            part.push(char);
        }
    }
    found.push(part);
    found.retain(|it| !it.trim().is_empty());
    found
}

/// With the end of a sentence in place of a dash between words.
fn with_ends(prompt: &str) -> String {
    let mut ended = prompt.to_owned();
    for dash in [" - ", " – "] {
        let is_of_words = |at: usize| {
            let is_number = |it: Option<char>| it.is_some_and(|it| it.is_ascii_digit());
            let (before, behind) = (&prompt[..at], &prompt[at + dash.len()..]);
            !is_number(before.chars().next_back()) && !is_number(behind.chars().next())
        };
        if let Some((at, _)) = prompt.match_indices(dash).find(|it| is_of_words(it.0)) {
            ended.replace_range(at..at + dash.len(), "; ");
            return ended;
        }
    }
    ended
}

/// Whether a text only says that requests follow: `Two things`.
fn is_announcement(text: &str) -> bool {
    const SAID: [&str; 8] =
        ["things", "changes", "requests", "points", "sachen", "dinge", "änderungen", "punkte"];
    let mut words = text.split_whitespace();
    let last = words.next_back().map(str::to_lowercase);
    words.count() <= 2 && last.is_some_and(|it| SAID.contains(&it.as_str()))
}

/// Without what a state of a bit means: `(1 = not pressed)`.
fn without_states(prompt: &str) -> String {
    let mut left = prompt.to_owned();
    while let Some(from) = ["(1 =", "(0 =", "(1=", "(0="].iter().find_map(|it| left.find(it)) {
        let Some(length) = left[from..].find(')') else { break };
        left.replace_range(from..=from + length, "");
    }
    left
}

/// Whether a text ends in a unit that has a period: `5 Sek`.
fn is_unit_of_time(text: &str) -> bool {
    ["sek", "sec", "min", "std"].iter().any(|it| text.to_lowercase().ends_with(&format!(" {it}")))
}

/// Whether a text ends in a number that counts: `jeden 25`.
fn is_ordinal(text: &str) -> bool {
    let mut words = text.split_whitespace().rev();
    let is_number = words.next().is_some_and(|it| it.parse::<u32>().is_ok());
    let before = ["jeden", "jede", "jedes", "jeder", "der", "die", "den", "dem", "zum", "am"];
    is_number && words.next().is_some_and(|it| before.contains(&it.to_lowercase().as_str()))
}

/// With words instead of arrows between values: `4 -> 6 s`, and with umlauts in the words of requests.
fn spelled_out(prompt: &str) -> String {
    let words: Vec<&str> = prompt.split(' ').collect();
    let is_number = |at: Option<usize>| {
        let own = at.and_then(|it| words.get(it)).map(|it| it.trim_start_matches(['-', '+']));
        own.is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit()))
    };
    let spelled = words.iter().enumerate().map(|(at, word)| {
        let is_arrow = ["->", "=>", "→", "-->"].contains(word);
        let is_behind = is_number(at.checked_sub(1)) || is_number(at.checked_sub(2));
        // "Nur noch 2 Sekunden" is a new value.
        let is_only = |at: usize| {
            words[at].eq_ignore_ascii_case("nur")
                && words.get(at + 1) == Some(&"noch")
                && is_number(Some(at + 2))
        };
        if is_only(at) || at > 0 && is_only(at - 1) {
            return "auf".to_owned();
        }
        if is_arrow && is_behind && is_number(Some(at + 1)) {
            return "auf".to_owned();
        }
        let pairs = [("ae", "ä"), ("oe", "ö"), ("ue", "ü"), ("Ae", "Ä"), ("Oe", "Ö"), ("Ue", "Ü")];
        let umlauts = pairs.iter().fold((*word).to_owned(), |text, it| text.replace(it.0, it.1));
        let lower = umlauts.to_lowercase();
        let is_other = lower != word.to_lowercase();
        if is_other && (meaning(&lower).is_some() || is_comparison(&lower)) {
            umlauts
        } else {
            (*word).to_owned()
        }
    });
    spelled.collect::<Vec<_>>().join(" ")
}

/// A sentence whose condition is first, with its condition last: "if A, B on" as "B on if A".
pub(super) fn turned(part: &str) -> Option<String> {
    const WHEN: [&str; 6] = ["wenn ", "falls ", "sobald ", "if ", "when ", "as soon as "];
    let part = part.trim();
    let lower = part.to_lowercase();
    let length = WHEN.iter().find(|it| lower.starts_with(**it)).map(|it| it.len());
    let ends: &[&str] = match length {
        Some(_) => &[": ", ", then ", ", dann ", ", "],
        None => &[" -> ", " => ", " → "],
    };
    let end = ends.iter().find_map(|it| part.find(it))?;
    let (condition, rest) = (part.get(length.unwrap_or(0)..end)?, part.get(end..)?);
    // An arrow between two names renames.
    if length.is_none() && !condition.contains(' ') {
        return None;
    }
    let rest = rest.trim_start_matches([':', ',', ' ', '-', '=', '>', '→']);
    let is_sentence = length.is_some() || rest.contains(' ');
    (!rest.is_empty() && is_sentence).then(|| format!("{rest} when {condition}"))
}
