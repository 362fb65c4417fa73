//! The features of a sentence for the classifier.

use super::groups::groups_of;

/// Number of features: a feature is the hash of its text.
pub const DIMENSIONS: usize = 15_360;
/// The mask of a project name.
const NAME: &str = "{x}";
/// The mask of a number, with or without its unit.
const NUMBER: &str = "{n}";

/// The words of a sentence in lower case: names become `{x}`, numbers `{n}`, umlauts two letters;
/// apostrophes are removed.
pub fn tokens(sentence: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in sentence.split_whitespace() {
        for (at, piece) in part.split(NAME).enumerate() {
            if at > 0 {
                found.push(NAME.to_owned());
            }
            words(piece, &mut found);
        }
    }
    found
}

fn words(text: &str, found: &mut Vec<String>) {
    let mut word = String::new();
    for char in text.chars().flat_map(char::to_lowercase) {
        match char {
            'ä' => word.push_str("ae"),
            'ö' => word.push_str("oe"),
            'ü' => word.push_str("ue"),
            'ß' => word.push_str("ss"),
            '\'' | '’' | '`' => {}
            '?' | '>' | '<' | '=' => {
                end(&mut word, found);
                found.push(char.to_string());
            }
            char if char.is_alphanumeric() => word.push(char),
            _ => end(&mut word, found),
        }
    }
    end(&mut word, found);
}

fn end(word: &mut String, found: &mut Vec<String>) {
    let word = std::mem::take(word);
    if word == "0" || word == "1" {
        // A state more often than a number.
        found.push(format!("{{{word}}}"));
    } else if word.starts_with(|it: char| it.is_ascii_digit()) {
        found.push(NUMBER.to_owned());
    } else if !word.is_empty() {
        found.push(word);
    }
}

/// The features of a sentence, each once, in order: words, pairs of words, parts of words, groups
/// of synonyms in their order, the first word with the last ones.
pub fn features(tokens: &[String]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut add = |parts: &[&str]| found.push(hash(parts));
    let telling: Vec<&str> = tokens.iter().map(String::as_str).filter(|it| *it != "?").collect();
    for (at, token) in telling.iter().enumerate() {
        add(&["w", token]);
        let next = telling.get(at + 1).copied().unwrap_or("$");
        add(&["b", token, next]);
        if let Some(after) = telling.get(at + 2) {
            add(&["s", token, after]);
        }
        if token.starts_with('{') {
            continue;
        }
        let chars: Vec<char> = format!("^{token}$").chars().collect();
        for length in [3, 4, 5] {
            for part in chars.windows(length) {
                let part: String = part.iter().collect();
                add(&["c", &part]);
            }
        }
    }
    let grouped: Vec<Vec<&str>> = telling
        .iter()
        .map(|token| if *token == NAME { vec![NAME] } else { groups_of(token).collect() })
        .collect();
    let name = telling.iter().position(|it| *it == NAME);
    for (at, groups) in grouped.iter().enumerate() {
        let side = match name {
            Some(name) if at < name => "before",
            Some(name) if at > name => "behind",
            _ => "alone",
        };
        for group in groups {
            add(&["g", group]);
            add(&["gs", group, side]);
            for next in grouped[at + 1..].iter().flatten() {
                add(&["gg", group, next]);
            }
            for next in grouped.get(at + 1).into_iter().flatten() {
                add(&["gn", group, next]);
            }
        }
    }
    for group in grouped.first().into_iter().flatten() {
        add(&["gf", group]);
    }
    if let Some(at) = name {
        around(&telling, &grouped, at, &mut add);
    }
    if let Some(lacks) = lacks(&telling) {
        add(&["lacks", lacks]);
        add(&["lacks", lacks, if name.is_some() { "named" } else { "all" }]);
    }
    if let Some(first) = telling.first() {
        add(&["f", first]);
        if let Some(second) = telling.get(1) {
            add(&["f", first, second]);
        }
        if let Some(last) = telling.last() {
            add(&["e", first, last]);
        }
    }
    if let Some(state) = state_of(&telling) {
        add(&["state", state]);
        for group in grouped.iter().flatten() {
            add(&["state", state, group]);
        }
    }
    let names = telling.iter().filter(|it| **it == NAME).count();
    add(&["names", ["0", "1", "2"][names.min(2)]]);
    found.sort_unstable();
    found.dedup();
    found
}

/// The words next to the name with the groups of all others, and whether the name acts or is acted on:
/// "what does {x} call" and "what calls {x}".
fn around(words: &[&str], grouped: &[Vec<&str>], at: usize, add: &mut impl FnMut(&[&str])) {
    let before = at.checked_sub(1).map_or("^", |at| words[at]);
    let after = words.get(at + 1).copied().unwrap_or("$");
    let helped = words[..at].iter().any(|it| HELPS.contains(it));
    let begins = words.first().is_some_and(|it| ASKS.contains(it));
    let role = match (begins, helped) {
        (true, true) => "acts",
        (true, false) if at > 1 => "acted",
        _ => "plain",
    };
    for group in grouped.iter().flatten().filter(|it| **it != NAME) {
        add(&["nb", before, group]);
        add(&["na", after, group]);
        add(&["nr", role, group]);
    }
}

/// Words after which the name acts.
const HELPS: [&str; 8] = ["does", "do", "did", "will", "can", "would", "could", "might"];
/// Words that ask for what acts, where no helping verb comes behind them.
const ASKS: [&str; 6] = ["what", "who", "which", "whats", "wer", "whos"];

/// Of reading and writing, which is lacking: "written and never read", "only read".
fn lacks(words: &[&str]) -> Option<&'static str> {
    let is = |word: &str, group: &str| groups_of(word).any(|it| it == group);
    let (mut reads, mut writes) = (None, None);
    let mut mark = None;
    for word in words {
        if is(word, "never") || is(word, "not") {
            mark = Some(false);
        } else if ONLY.contains(word) {
            mark = Some(true);
        } else if is(word, "read") || is(word, "write") {
            let of = if is(word, "read") { &mut reads } else { &mut writes };
            *of = of.or(Some(mark));
            mark = None;
        }
    }
    let negated = |it: Option<Option<bool>>| it == Some(Some(false));
    let only = |it: Option<Option<bool>>| it == Some(Some(true));
    match (negated(reads) || only(writes), negated(writes) || only(reads)) {
        (true, false) => Some("reads"),
        (false, true) => Some("writes"),
        _ => None,
    }
}

/// Words that say that the other is lacking.
const ONLY: [&str; 7] =
    ["only", "nur", "bloss", "ausschliesslich", "merely", "solely", "lediglich"];

/// The state that a sentence is about: each negation turns it over.
fn state_of(words: &[&str]) -> Option<&'static str> {
    let is_kept = words.iter().any(|it| KEPT.iter().any(|stem| it.starts_with(stem)))
        && words.iter().any(|it| ["from", "back", "davon", "daran"].contains(it));
    let count =
        |name: &str| words.iter().filter(|word| groups_of(word).any(|it| it == name)).count();
    let stops = words.iter().filter(|it| is_kept && it.starts_with("stop")).count();
    let not = usize::from(is_kept || count("not") > 0);
    let (down, up) = (usize::from(count("down") > stops), count("up"));
    if not + down + up == 0 {
        return None;
    }
    Some(if (not + down).is_multiple_of(2) { "on" } else { "off" })
}

/// Words that are negations before "from" and "back".
const KEPT: [&str; 6] = ["keep", "stop", "hold", "held", "haelt", "hindert"];

/// FNV-1a.
fn hash(parts: &[&str]) -> usize {
    let mut hash: u32 = 0x811c_9dc5;
    for part in parts {
        for byte in part.bytes().chain([0]) {
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
    (hash ^ (hash >> 15)) as usize % DIMENSIONS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_its_words_without_its_names_and_numbers() {
        let said = tokens("Why doesn't {x} start? Wer schreibt \"{x}\" über 5s");
        assert_eq!(said.join(" "), "why doesnt {x} start ? wer schreibt {x} ueber {n}");
    }
}
