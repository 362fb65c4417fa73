//! Phrases that are not plain English, in documents, messages and comments.
//!
//! `architecture/english.toml` lists how many of them each file contains. A count may only decrease.

use std::{collections::BTreeMap, fs, path::Path};

use toml::{Table, Value};

use crate::{
    TreeError, Violation,
    code::{Line, Source},
    files, read, relative,
};

const FILE: &str = "architecture/english.toml";
const HEADER: &str = "# Number of phrases in each file that `src/english.rs` refuses. A count may only decrease:\n\
    # `cargo xtask bless` writes the lower counts. If the file is missing, it writes all counts.\n\n";

/// Refused phrases and what to write instead. `*` is any word. A phrase with a capital letter is
/// refused at the start of a sentence that is not a question.
const PHRASES: [(&str, &str); 53] = [
    ("all the same", "nevertheless"),
    ("anew", "again"),
    ("any more", "no longer"),
    ("as it were", "leave it out"),
    ("as many as", "a number, or `the same number as`"),
    ("at the least", "at least"),
    ("at the most", "at most"),
    ("beside", "next to, in addition to, at the same time as"),
    ("born", "created"),
    ("door", "the term for the code"),
    ("doors", "the term for the code"),
    ("face", "user interface, command line, window"),
    ("faces", "user interfaces"),
    ("for ever", "permanently"),
    ("for good", "permanently"),
    ("good for", "valid for, used for"),
    ("heard", "received"),
    ("hears", "receives"),
    ("hear", "receive"),
    ("house", "the term for the code"),
    ("houses", "the term for the code"),
    ("is none", "the positive case, then the exception"),
    ("is nothing", "the positive case, then the exception"),
    ("is nobody", "the positive case, then the exception"),
    ("let go", "released"),
    ("lets go", "releases"),
    ("nobody", "the positive case, then the exception"),
    ("nobody's", "the positive case, then the exception"),
    ("none is", "the positive case, then the exception"),
    ("of old", "earlier"),
    ("room", "crate, or space"),
    ("rooms", "crates"),
    ("so long", "the duration"),
    ("stand", "be stored, be listed, be"),
    ("stands", "is stored, is listed, is"),
    ("stem from", "come from"),
    ("stems from", "comes from"),
    ("stood", "was stored, was listed, was"),
    ("tell", "report, return, show"),
    ("telling", "reporting, returning, showing"),
    ("tells", "reports, returns, shows"),
    ("told", "reported, sent, shown"),
    ("wall", "architecture test"),
    ("walls", "architecture tests"),
    ("what is * is", "a noun"),
    ("what is * * is", "a noun"),
    ("whatever", "a noun"),
    ("whoever", "a noun"),
    ("whom", "a noun"),
    ("Nothing", "the positive case, then the exception"),
    ("Who", "a noun, such as `the caller`"),
    ("Whom", "a noun"),
    ("Whose", "a noun, such as `the owner of`"),
];

/// A phrase in a file.
struct Finding {
    line: usize,
    phrase: &'static str,
    instead: &'static str,
}

/// Returns the phrases of the files with more of them than the list allows, and the files with fewer.
pub(crate) fn violations(root: &Path) -> Result<Vec<Violation>, TreeError> {
    let mut allowed = allowed(root)?.unwrap_or_default();
    let mut violations = Vec::new();
    for (path, findings) in findings(root)? {
        let most = allowed.remove(&path).unwrap_or(0);
        if findings.len() > most {
            violations.extend(findings.iter().map(|it| Violation {
                place: format!("{path}:{}", it.line),
                what: format!("`{}` is not plain English, write: {}", it.phrase, it.instead),
            }));
        } else if findings.len() < most {
            violations.push(too_high(path, findings.len(), most));
        }
    }
    violations.extend(allowed.into_iter().map(|(path, most)| too_high(path, 0, most)));
    Ok(violations)
}

fn too_high(place: String, count: usize, most: usize) -> Violation {
    let what =
        format!("it has {count} refused phrases, {FILE} allows {most}: run `cargo xtask bless`");
    Violation { place, what }
}

/// Writes the lower counts to the list; all counts if there is no list.
pub fn bless(root: &Path) -> Result<(), TreeError> {
    let before = allowed(root)?;
    let mut lines = vec![HEADER.to_owned()];
    for (path, findings) in findings(root)? {
        let most = before.as_ref().map(|it| it.get(&path).copied().unwrap_or(0));
        let count = most.map_or(findings.len(), |most| most.min(findings.len()));
        if count > 0 {
            lines.push(format!("\"{path}\" = {count}\n"));
        }
    }
    let path = root.join(FILE);
    fs::write(&path, lines.concat()).map_err(|source| TreeError::Write { path, source })
}

/// The allowed count of each file; `None` if there is no list.
fn allowed(root: &Path) -> Result<Option<BTreeMap<String, usize>>, TreeError> {
    let path = root.join(FILE);
    if !path.exists() {
        return Ok(None);
    }
    let wrong = |what: &str| TreeError::Format { path: path.clone(), what: what.to_owned() };
    let table: Table = read(&path)?.parse().map_err(|it: toml::de::Error| wrong(it.message()))?;
    let count = |(path, count): (String, Value)| {
        let count = count.as_integer().and_then(|it| usize::try_from(it).ok());
        Ok((path, count.ok_or_else(|| wrong("a count is a number"))?))
    };
    table.into_iter().map(count).collect::<Result<_, _>>().map(Some)
}

/// The phrases of each file that has any.
fn findings(root: &Path) -> Result<BTreeMap<String, Vec<Finding>>, TreeError> {
    let mut all = BTreeMap::new();
    for path in files(root) {
        let name = relative(root, &path);
        // The evidence quotes the output of programs; the list of phrases contains them.
        if name.starts_with("docs/evidence/") || name == "architecture/src/english.rs" {
            continue;
        }
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let is_message =
            extension == "ftl" && name.contains("/en/") || name.ends_with("texts/en.ts");
        let found = match &*extension {
            "md" => of_prose(&without_code_blocks(&read(&path)?)),
            _ if is_message => of_prose(&read(&path)?),
            "rs" => of_prose(&comments(&Source::of_rust(&read(&path)?))),
            "ts" | "svelte" => of_prose(&comments(&Source::of_screens(&read(&path)?))),
            _ => continue,
        };
        if !found.is_empty() {
            all.insert(name, found);
        }
    }
    Ok(all)
}

fn without_code_blocks(text: &str) -> String {
    let mut is_code = false;
    let lines = text.lines().map(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        if is_code || is_fence { "" } else { line }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The comments of a source file, each on its line.
fn comments(source: &Source) -> String {
    source.lines.iter().map(comment).collect::<Vec<_>>().join("\n")
}

fn comment(line: &Line) -> &str {
    line.text.get(line.code.trim_end().len()..).unwrap_or_default()
}

fn of_prose(text: &str) -> Vec<Finding> {
    let words: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .flat_map(|(at, line)| line.split_whitespace().map(move |word| (at + 1, word)))
        // The arguments of a message are not prose.
        .filter(|(_, word)| word.contains(char::is_alphanumeric) && !word.starts_with('$'))
        .collect();
    let mut found = Vec::new();
    for (at, (line, word)) in words.iter().enumerate() {
        let word = letters(word);
        let candidates = PHRASES.iter().filter(|(phrase, _)| {
            let first = phrase.get(..word.len()).unwrap_or_default();
            first.eq_ignore_ascii_case(word) && is_at(phrase, &words[at..])
        });
        found.extend(candidates.map(|(phrase, instead)| Finding { line: *line, phrase, instead }));
    }
    found
}

/// A word without the punctuation around it.
fn letters(word: &str) -> &str {
    word.trim_matches(|it: char| !it.is_alphanumeric())
}

/// Whether a phrase is at the beginning of these words.
fn is_at(phrase: &str, words: &[(usize, &str)]) -> bool {
    let is_start = phrase.starts_with(char::is_uppercase);
    let mut words_left = words.iter();
    let mut ended = false;
    for part in phrase.split(' ') {
        let Some((_, word)) = words_left.next() else { return false };
        // No phrase continues after the end of a sentence.
        if ended {
            return false;
        }
        ended = word.ends_with(['.', '?', '!', ';']);
        let word = letters(word);
        let is_same = if is_start { word == part } else { word.eq_ignore_ascii_case(part) };
        if part != "*" && !is_same {
            return false;
        }
    }
    let end = words.iter().find(|(_, word)| word.contains(['.', '?', '!']));
    !(is_start && end.is_some_and(|(_, word)| word.contains('?')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_as_whole_words() {
        for (text, expected) in [
            ("It is next to the wallet, in the interface.", &[][..]),
            ("It is stored beside\nthe file; for ever.", &[(1, "beside"), (2, "for ever")]),
            ("Who is there? Nobody.", &[(1, "nobody")]),
            ("Who asks gets it.", &[(1, "Who")]),
            ("the user who asks", &[]),
            ("What is empty is not sent.", &[(1, "what is * is")]),
            ("Show what is new. Is it?", &[]),
        ] {
            let found: Vec<_> = of_prose(text).iter().map(|it| (it.line, it.phrase)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn code_is_not_prose() {
        let source = Source::of_rust("let told = \"beside\"; // told\n/// A wall\nfn room() {}\n");
        assert_eq!(comments(&source), " // told\n/// A wall\n");
        assert_eq!(without_code_blocks("a\n```\nb\n```\nc"), "a\n\n\n\nc");
    }
}
