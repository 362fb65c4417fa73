//! Checks the text of a model against the data that it read.

use tagbridge_api::turn::{CITATIONS_MAX, Citation};

use super::handles::{Handles, names, trimmed};

/// Maximum length of an answer; the rest is cut.
const CHARS_MAX: usize = 16_000;

/// The accepted part of a text.
#[derive(Debug, Default, PartialEq)]
pub(super) struct CheckedText {
    /// The text, with `[3]` for the third citation.
    pub(super) text: String,
    /// In the order of first use.
    pub(super) citations: Vec<Citation>,
    /// Names that no tool returned: the sentences with them are dropped.
    pub(super) unread: Vec<String>,
}

/// Returns the accepted part of a model's text. Names in the question may be used.
pub(super) fn check(text: &str, handles: &Handles, question: &str) -> CheckedText {
    let asked: Vec<String> = names(question).collect();
    let mut checked = CheckedText::default();
    let text: String = plain(text).chars().take(CHARS_MAX).collect();
    for line in text.lines() {
        let mut kept = String::new();
        for sentence in sentences(line) {
            let (words, cited) = apart(sentence);
            let unread = words_of(&words).into_iter().filter(|name| {
                let lower = name.to_lowercase();
                !handles.has_told(&lower) && !asked.contains(&lower)
            });
            let unread: Vec<String> = unread.collect();
            if unread.is_empty() {
                kept += words.trim_end();
                for citation in cited.iter().filter_map(|number| handles.find(*number)) {
                    if let Some(number) = checked.cite(citation) {
                        kept.extend([" [", &number.to_string(), "]"]);
                    }
                }
                kept.push(' ');
            }
            for name in unread {
                if !checked.unread.contains(&name) {
                    checked.unread.push(name);
                }
            }
        }
        if !kept.trim().is_empty() || line.trim().is_empty() {
            checked.text += kept.trim_end();
            checked.text.push('\n');
        }
    }
    checked.trimmed()
}

impl CheckedText {
    fn trimmed(self) -> Self {
        Self { text: self.text.trim().to_owned(), ..self }
    }

    fn cite(&mut self, citation: &Citation) -> Option<usize> {
        if let Some(at) = self.citations.iter().position(|it| it == citation) {
            return Some(at + 1);
        }
        let kind = citation.location_kind;
        let of_kind = self.citations.iter().filter(|it| it.location_kind == kind).count();
        if of_kind >= kind.quota() || self.citations.len() >= CITATIONS_MAX {
            return None;
        }
        self.citations.push(citation.clone());
        Some(self.citations.len())
    }
}

/// Splits sentences at a punctuation mark before a blank; marks within names are not followed by a
/// blank.
fn sentences(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, _) in line.match_indices(['.', '!', '?']) {
        let rest = &line[at + 1..];
        // The handles after a sentence belong to it.
        let blank = rest.len() - rest.trim_start().len();
        if (blank == 0 && !rest.is_empty()) || rest.trim_start().starts_with("[c") {
            continue;
        }
        found.push(&line[start..at + 1 + blank]);
        start = at + 1 + blank;
    }
    if start < line.len() {
        found.push(&line[start..]);
    }
    found
}

/// A sentence without its handles, and their numbers. Other text in brackets is kept.
fn apart(sentence: &str) -> (String, Vec<usize>) {
    let (mut words, mut cited) = (String::new(), Vec::new());
    let mut rest = sentence;
    while let Some(open) = rest.find("[c") {
        let after = &rest[open + 1..];
        let Some(close) = after.find(']') else { break };
        let inside = &after[..close];
        let is_mark = |char: char| char.is_ascii_digit() || matches!(char, '-' | '+');
        // Invalid numbers cite nothing: 0 is never used.
        let numbers: Option<Vec<usize>> = inside
            .split([',', ';'])
            .map(|it| it.trim().strip_prefix('c').filter(|it| it.chars().all(is_mark)))
            .map(|it| it.map(|it| it.parse().unwrap_or(0)))
            .collect();
        match numbers {
            Some(numbers) => {
                words += rest[..open].trim_end();
                cited.extend(numbers);
            }
            None => words += &rest[..open + close + 2],
        }
        rest = &after[close + 1..];
    }
    words += rest;
    // A number in brackets would look like a citation.
    (without_numbers(&words), cited)
}

/// Removes ` [3]`, which only this module writes; `Tag[3]` is a name.
fn without_numbers(text: &str) -> String {
    let mut words = text.to_owned();
    let mut from = 0;
    while let Some(open) = words[from..].find('[').map(|at| at + from) {
        let close = words[open..].find(']').map(|at| at + open);
        let stands_alone = !words[..open]
            .ends_with(|char: char| char.is_alphanumeric() || matches!(char, '_' | ']' | '"'));
        match close {
            Some(close)
                if stands_alone && words[open + 1..close].chars().all(|it| it.is_ascii_digit()) =>
            {
                let start = words[..open].trim_end().len();
                words.replace_range(start..=close, "");
                from = start;
            }
            _ => from = open + 1,
        }
    }
    words
}

/// The words that look like names.
fn words_of(sentence: &str) -> Vec<String> {
    let is_path = |char: char| {
        char.is_alphanumeric()
            || matches!(char, '_' | '.' | ':' | '[' | ']' | '#' | '%' | '/' | '\\')
    };
    let quoted = sentence.split(['`', '"']).skip(1).step_by(2);
    let quoted = quoted.filter(|it| !it.contains(char::is_whitespace));
    let found = sentence.split(|char| !is_path(char)).map(trimmed).filter(|it| is_name(it));
    found.chain(quoted.map(trimmed)).filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

fn is_name(word: &str) -> bool {
    let letters = word.chars().any(char::is_alphabetic);
    let digits = word.chars().any(char::is_numeric);
    let inner: Vec<char> = word.chars().collect();
    let humps = inner.windows(2).any(|two| two[0].is_lowercase() && two[1].is_uppercase());
    let marks = word.contains(['_', '[', ':', '#', '%', '/', '\\']);
    // `e.g`, `z.B`.
    let path = word.split('.').count() > 1 && word.split('.').any(|part| part.chars().count() > 2);
    letters && (digits || humps || marks || path)
}

/// Removes links, images and tags, and keeps their text.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '!', ']', 'h', 'H']) {
        plain += &rest[..at];
        let here = &rest[at..];
        let lower: String = here.chars().take(8).collect::<String>().to_lowercase();
        if here.starts_with('<')
            && here[1..]
                .starts_with(|char: char| char.is_ascii_alphabetic() || char == '/' || char == '!')
            && let Some(end) = here.find('>')
        {
            rest = &here[end + 1..];
        } else if here.starts_with("](")
            && let Some(end) = here.find(')')
        {
            plain.push(']');
            rest = &here[end + 1..];
        } else if here.starts_with("![") {
            rest = &here[1..];
        } else if lower.starts_with("http://") || lower.starts_with("https://") {
            let end =
                here.find(|char: char| char.is_whitespace() || matches!(char, ')' | '>' | '"'));
            rest = &here[end.unwrap_or(here.len())..];
        } else {
            let width = here.chars().next().map_or(1, char::len_utf8);
            plain += &here[..width];
            rest = &here[width..];
        }
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use tagbridge_api::turn::LocationKind;

    use super::*;

    fn handles() -> Handles {
        let mut handles = Handles::default();
        for rung in [3, 4] {
            let path = "Main/Pump".to_owned();
            handles.of(&Citation { location_kind: LocationKind::Rung, path, rung: Some(rung) });
        }
        handles
            .tell(&["[c1] Main/Pump, rung 3: XIC(Level_Low)OTU(Pump_Run.Out[2]);".to_owned()], 999);
        handles
    }

    fn said(text: &str) -> (String, Vec<Option<u32>>, Vec<String>) {
        let checked = check(text, &handles(), "Why does Pump7 stop?");
        let rungs = checked.citations.iter().map(|it| it.rung).collect();
        (checked.text, rungs, checked.unread)
    }

    #[test]
    fn handles_of_this_turn_become_citations_and_no_other() {
        let (text, rungs, unread) = said(
            "Level_Low stops Pump7 [c2]. See rung 3 [c1, c2]. More [c99] [c0] [7] [Main/Pump].",
        );
        assert_eq!(text, "Level_Low stops Pump7. [1] See rung 3. [2] [1] More [Main/Pump].");
        assert_eq!((rungs, unread), (vec![Some(4), Some(3)], Vec::new()));
    }

    #[test]
    fn a_sentence_with_a_name_that_nothing_returned_goes() {
        let (text, _, unread) = said(
            "Pump_Run.Out[2] is off [c1]. Valve_12 holds it, e.g. by Main/Other. Level_Low is on [c2].",
        );
        assert_eq!(text, "Pump_Run.Out[2] is off. [1] Level_Low is on. [2]");
        assert_eq!(unread, ["Valve_12", "Main/Other"]);
    }

    #[test]
    fn links_images_and_tags_go() {
        let (text, ..) =
            said("![x](http://evil/a.png) See [here](https://evil/b) <img src=x> http://evil [c1]");
        assert!(!text.contains("evil") && !text.contains("img"), "{text}");
        assert!(text.ends_with("[1]"), "{text}");
        assert_eq!(said("a < b und h").0, "a < b und h");
    }
}
