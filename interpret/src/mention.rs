//! The words of a question that look like names.

use std::ops::Range;

use crate::Facts;

/// A word of a question, or a whole path: `Motor.Speed[3]`, `"DB".x`, `#local`, `Main/Start:4`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mention {
    /// The text without quotes that are not part of the name.
    pub(crate) text: String,
    /// The position in bytes.
    pub(crate) at: Range<usize>,
    /// Whether it cannot be a common word: it has a dot, a digit, a bracket or quotes.
    pub(crate) is_path: bool,
}

impl Mention {
    /// In lower case, without the quotes and marks around it.
    pub(crate) fn word(&self) -> String {
        self.text.to_lowercase()
    }
}

/// Words of questions that are seldom names.
const FUNCTION_WORDS: [&str; 16] = [
    "on", "off", "in", "at", "by", "to", "of", "is", "it", "all", "up", "down", "used", "reads",
    "call", "calls",
];

/// The words and paths of a question, in order.
pub(crate) fn mentions(question: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = question[at..].chars().next() {
        if let Some((inside, end)) = quoted(question, at) {
            found.push(Mention { text: inside, at: at..end, is_path: true });
            at = end;
            continue;
        }
        match path(question, at) {
            Some(end) => {
                let text = question[at..end].to_owned();
                let is_path = is_path(&text);
                found.push(Mention { text, at: at..end, is_path });
                at = end;
            }
            None => at += first.len_utf8(),
        }
    }
    found
}

/// Joins the parts of full names with unusual characters into one mention: `Block#a-b`,
/// `#S84.4/S79.1`, `K1-334U`.
pub(crate) fn whole_names(
    facts: &Facts,
    question: &str,
    mut mentions: Vec<Mention>,
) -> Vec<Mention> {
    for at in unusual(facts, question) {
        if mentions.iter().any(|it| it.at == at) {
            continue;
        }
        let place = mentions.iter().take_while(|it| it.at.end <= at.start).count();
        mentions.retain(|it| it.at.end <= at.start || at.end <= it.at.start);
        let text = question[at.clone()].to_owned();
        mentions.insert(place.min(mentions.len()), Mention { text, at, is_path: true });
    }
    // Within a sentence, `On` is the tag of that name, and `on` is a word.
    for mention in
        mentions.iter_mut().skip(1).filter(|it| FUNCTION_WORDS.contains(&it.word().as_str()))
    {
        let mut tags = facts.project().tags.iter();
        let is_capital = mention.text.starts_with(char::is_uppercase);
        mention.is_path |= is_capital && tags.any(|it| it.name.trim_matches('"') == mention.text);
    }
    let mut end = 0;
    for word in question.split_whitespace() {
        let start = end + question[end..].find(word).unwrap_or(0);
        end = start + word.len();
        let word = word.trim_end_matches(['?', '.', ',', ';', '!']);
        let Some(mark) = word.find(['#', '-', '/']) else { continue };
        let hash = word[mark..].starts_with('#').then_some(mark);
        for from in [Some(0), hash].into_iter().flatten() {
            let (name, at) = (&word[from..], start + from..start + word.len());
            if mentions.iter().any(|it| it.at == at) {
                break;
            }
            if facts.value_called(name).is_none() {
                continue;
            }
            let inside = |it: &Mention| at.start <= it.at.start && it.at.end <= at.end;
            let place = mentions.iter().take_while(|it| it.at.end <= at.start).count();
            mentions.retain(|it| !inside(it));
            let whole = Mention { text: name.to_owned(), at, is_path: true };
            mentions.insert(place.min(mentions.len()), whole);
            break;
        }
    }
    mentions
}

/// The positions of full tag names that contain blanks or unusual characters, without quotes: the
/// longest at each position.
fn unusual(facts: &Facts, question: &str) -> Vec<Range<usize>> {
    let lower = question.to_lowercase();
    // If case changes the length, positions would be wrong.
    if lower.len() != question.len() {
        return Vec::new();
    }
    let is_part = |char: char| char.is_alphanumeric() || char == '_' || char == '"';
    let mut found: Vec<Range<usize>> = Vec::new();
    for tag in &facts.project().tags {
        let name = tag.name.trim_matches('"');
        let is_unusual = !name.contains('"') && name.contains([' ', '/', '-', '+', '(', '&']);
        if !is_unusual {
            continue;
        }
        let name = name.to_lowercase();
        found.extend(lower.match_indices(&name).map(|(at, _)| at..at + name.len()).filter(|at| {
            !lower[..at.start].ends_with(is_part) && !lower[at.end..].starts_with(is_part)
        }));
    }
    found.sort_by_key(|at| (at.start, std::cmp::Reverse(at.end)));
    let mut end = 0;
    found.retain(|at| {
        let is_free = at.start >= end;
        end = if is_free { at.end } else { end };
        is_free
    });
    found
}

/// A name in quotes that no platform uses: the name, and its end.
fn quoted(question: &str, at: usize) -> Option<(String, usize)> {
    const PAIRS: [(char, char); 5] = [('`', '`'), ('„', '“'), ('“', '”'), ('«', '»'), ('\'', '\'')];
    let first = question[at..].chars().next()?;
    let (_, close) = PAIRS.into_iter().find(|(open, _)| *open == first)?;
    // An apostrophe in a word is not a quote.
    if first == '\'' && question[..at].chars().next_back().is_some_and(char::is_alphanumeric) {
        return None;
    }
    let from = at + first.len_utf8();
    let length = question[from..].find(close)?;
    let inside = question[from..from + length].trim();
    let is_name = !inside.is_empty() && inside.chars().count() <= 200 && !inside.contains('\n');
    is_name.then(|| (inside.to_owned(), from + length + close.len_utf8()))
}

/// The end of the path or word that begins here.
fn path(question: &str, start: usize) -> Option<usize> {
    let mut at = segment(question, start)?;
    loop {
        let rest = &question[at..];
        let next = rest.chars().next().and_then(|mark| match mark {
            '.' | '/' | ':' | '#' => segment(question, at + 1)
                .or_else(|| (mark == '.' && rest[1..].starts_with('[')).then_some(at + 1)),
            '[' => bracket(rest).map(|length| at + length),
            '^' => Some(at + 1),
            // `add-on` is one word; a name contains no hyphen outside quotes.
            '-' if question[start..at].chars().all(|it| it.is_alphabetic() || it == '-') => {
                let length = name_length(&rest[1..]);
                let is_word = length > 0 && rest[1..=length].chars().all(char::is_alphabetic);
                is_word.then_some(at + 1 + length)
            }
            _ => None,
        });
        match next {
            Some(end) => at = end,
            None => return Some(at),
        }
    }
}

/// The end of a part of a path: a name, with a mark before it, or in quotes.
fn segment(question: &str, start: usize) -> Option<usize> {
    let rest = &question[start..];
    let first = rest.chars().next()?;
    match first {
        '"' => {
            let length = rest[1..].find('"')?;
            (length > 0 && !rest[1..=length].contains('\n')).then_some(start + length + 2)
        }
        '#' | '%' | '\\' | '?' => {
            let name = rest[1..].chars().next()?;
            if name == '"' {
                return segment(question, start + 1);
            }
            is_name(name).then(|| start + 1 + name_length(&rest[1..]))
        }
        _ if is_name(first) => Some(start + name_length(rest)),
        _ => None,
    }
}

fn bracket(rest: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, char) in rest.char_indices() {
        match char {
            '[' => depth += 1,
            ']' => {
                depth -= 1;
                if depth == 0 {
                    return (at > 1).then_some(at + 1);
                }
            }
            '\n' => return None,
            _ => {}
        }
    }
    None
}

fn is_name(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

fn name_length(text: &str) -> usize {
    text.find(|char| !is_name(char)).unwrap_or(text.len())
}

fn is_path(text: &str) -> bool {
    let mut before = ' ';
    for char in text.chars() {
        if !(char.is_alphabetic() || char == '-') || (char.is_uppercase() && before.is_lowercase())
        {
            return true;
        }
        before = char;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(question: &str, expected: &[&str]) {
        let found: Vec<String> = mentions(question).into_iter().map(|it| it.text).collect();
        assert_eq!(found, expected, "{question}");
    }

    #[test]
    fn words_and_paths_are_told_apart_by_what_stands_between_them() {
        check("Where is Motor.Speed used?", &["Where", "is", "Motor.Speed", "used"]);
        check("What sets \"My DB\".a[3].b on?", &["What", "sets", "\"My DB\".a[3].b", "on"]);
        check("Why is #x in block B off?", &["Why", "is", "#x", "in", "block", "B", "off"]);
        check("Explain Main/Start:4.", &["Explain", "Main/Start:4"]);
        check("Set #b.%X6 to 1.", &["Set", "#b.%X6", "to", "1"]);
        check("Local:1:I.Data[2].0, please", &["Local:1:I.Data[2].0", "please"]);
        check("Wo wird „Пуск мотор“ gelesen?", &["Wo", "wird", "Пуск мотор", "gelesen"]);
        check("the motor's `Speed`", &["the", "motor", "s", "Speed"]);
        check("the add-on instruction X", &["the", "add-on", "instruction", "X"]);
        check("a[i", &["a", "i"]);
        check("\"", &[]);
    }
}
