//! Sentences of a request, and their parts.

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
    let lower = prompt.to_lowercase();
    let is_remark = ["comment", "kommentar", "kommentier"].iter().any(|it| lower.contains(it));
    let is_quoted = prompt.contains(['\'', '"', '„', '“', '`']);
    let reads = READS.iter().find_map(|it| Some((lower.find(it)?, it.len())));
    if let (true, false, Some((at, length))) = (is_remark, is_quoted, reads)
        && let (Some(before), Some(text)) = (prompt.get(..at), prompt.get(at + length..))
    {
        return format!("{before} \"{}\"", text.trim().trim_end_matches('.'));
    }
    match prompt.split_once(": ") {
        Some((before, text)) if is_remark && !prompt.contains(['"', '\'', '„', '“', '`']) => {
            format!("{before} \"{}\"", text.trim())
        }
        _ => prompt.to_owned(),
    }
}

/// Splits at the ends of sentences and at separators, outside quotes.
pub(super) fn parts(prompt: &str) -> Vec<String> {
    let (mut found, mut part, mut quoted) = (Vec::new(), String::new(), false);
    let prompt = &without_states(prompt);
    let mut chars = prompt.chars().peekable();
    while let Some(char) = chars.next() {
        quoted ^= char == '"';
        let ends = !quoted && (char == ';' || char == '\n')
            || (!quoted
                && char == '.'
                && !is_unit_of_time(&part)
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
