//! Spellings of names by people and in code: comparing them, splitting them, and finding their
//! declarations in a project.

use std::collections::BTreeSet;

use crate::{Project, Tag};

/// A text as one line, with single blanks.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a name begins with.
#[derive(Debug, Clone, Copy)]
pub enum DeclaredName<'p> {
    /// A tag.
    Tag(&'p Tag),
    /// A variable of a block or a program.
    Variable {
        /// The block or the program.
        owner: &'p str,
        /// The variable's own name.
        name: &'p str,
    },
}

/// A part of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathPart<'t> {
    /// `.Member`, `."Member"`
    Member(&'t str),
    /// `[3]`, `[1,2]`: the text between the brackets.
    Elements(&'t str),
    /// `.5`
    Bit(u16),
    /// `.%X5`, `.%B1`: the width in bits, and the index.
    Slice(u16, u16),
}

/// The declaration that a full name begins with, and the text after it.
pub fn declared<'p, 't>(
    project: &'p Project,
    name: &'t str,
) -> Option<(DeclaredName<'p>, &'t str)> {
    let tags = project.tags.iter().filter_map(|tag| Some((tag, rest(name, &tag.name)?)));
    if let Some((tag, rest)) = tags.max_by_key(|(tag, _)| tag.name.len()) {
        return Some((DeclaredName::Tag(tag), rest));
    }
    let bare = name.strip_prefix("AOI:").unwrap_or(name);
    let blocks = project.blocks.iter().map(|it| (&it.name, &it.members));
    let programs = project.programs.iter().map(|it| (&it.name, &it.members));
    blocks.chain(programs).find_map(|(owner, members)| {
        let behind = without(bare, owner)?.strip_prefix(['#', '.'])?;
        let (member, rest) = members.iter().find_map(|it| Some((it, rest(behind, &it.name)?)))?;
        Some((DeclaredName::Variable { owner, name: &member.name }, rest))
    })
}

/// The text after a name at the beginning of a text, ignoring case and quotes.
fn rest<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let behind = without(text, name)?;
    (behind.is_empty() || behind.starts_with(['.', '['])).then_some(behind)
}

fn without<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut left = text.char_indices().filter(|(_, it)| *it != '"').peekable();
    for wanted in name.chars().filter(|it| *it != '"') {
        let (_, found) = left.next()?;
        if found != wanted && !found.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    let behind = left.peek().map_or("", |(at, _)| &text[*at..]);
    Some(behind)
}

/// The first name of a path, with or without quotes, and the text after it.
pub fn first_name(path: &str) -> Option<(&str, &str)> {
    match path.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"'),
        None => Some(path.split_at(path.find(['.', '[']).unwrap_or(path.len()))),
    }
}

/// The parts of the text after a name; `None` if it cannot be parsed, or an index is not a constant.
pub fn path_parts(path: &str) -> Option<Vec<PathPart<'_>>> {
    let (mut parts, mut left) = (Vec::new(), path);
    while !left.is_empty() {
        if let Some(inside) = left.strip_prefix('[') {
            let (indexes, behind) = inside.split_once(']')?;
            if !indexes.split(',').all(|it| it.trim().parse::<i64>().is_ok()) {
                return None;
            }
            parts.push(PathPart::Elements(indexes));
            left = behind;
            continue;
        }
        let (name, behind) = first_name(left.strip_prefix('.')?)?;
        parts.push(match (name.strip_prefix('%'), name.parse::<u16>()) {
            (Some(slice), _) => {
                let width = match slice.chars().next()?.to_ascii_uppercase() {
                    'X' => 1,
                    'B' => 8,
                    'W' => 16,
                    'D' => 32,
                    _ => return None,
                };
                PathPart::Slice(width, slice.get(1..)?.parse().ok()?)
            }
            (None, Ok(bit)) => PathPart::Bit(bit),
            (None, Err(_)) if name.is_empty() => return None,
            (None, Err(_)) => PathPart::Member(name),
        });
        left = behind;
    }
    Some(parts)
}

/// A name without case, quotes, blanks and marks of scopes, as people write it.
pub fn plain(name: &str) -> String {
    let text: String = name.chars().filter(|c| !c.is_whitespace() && *c != '"').collect();
    text.trim_start_matches('?').to_lowercase()
}

/// The last name of a path in its spelling, without quotes: `Lift Down`, `"DB"."Lift Down"`.
pub fn spelled(name: &str) -> &str {
    let name = name.trim().trim_end_matches('"');
    name.rsplit('"').next().unwrap_or(name)
}

/// The last name of a path, without indexes and bits: `"DB".a[3].b` ends in `b`, `Tag[3].5` in `Tag`.
pub fn last_name(text: &str) -> &str {
    let mut text = text;
    loop {
        if let Some(pointer) = text.strip_suffix('^') {
            text = pointer;
            continue;
        }
        if let Some(open) = text.strip_suffix(']').and_then(|inside| inside.rfind('[')) {
            text = text[..open].trim_end_matches('.');
            continue;
        }
        match text.rsplit_once('.') {
            Some((before, last)) if is_part(last) => text = before,
            Some((_, last)) => return last.rsplit('#').next().unwrap_or(last),
            None => return text.rsplit('#').next().unwrap_or(text),
        }
    }
}

fn is_part(text: &str) -> bool {
    text.starts_with('%') || (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a full path ends with another one, at the beginning of a name.
pub fn ends_with(whole: &str, end: &str) -> bool {
    whole
        .strip_suffix(end)
        .is_some_and(|before| before.ends_with(['.', '#', '?', ':']) || end.starts_with(['.', '#']))
}

/// Splits a name into words: `TankLevel_2` becomes tank, level, 2.
pub fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for char in text.chars() {
        let begins = !before.is_alphanumeric()
            || (char.is_uppercase() && before.is_lowercase())
            || (char.is_numeric() != before.is_numeric());
        if char.is_alphanumeric() {
            if begins || words.is_empty() {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(char.to_lowercase());
            }
        }
        before = char;
    }
    words
}

/// All sequences of three characters, including the beginning and the end.
pub fn trigrams(text: &str) -> BTreeSet<[char; 3]> {
    let chars: Vec<char> = format!("  {text} ").chars().collect();
    chars.windows(3).map(|three| [three[0], three[1], three[2]]).collect()
}

/// Whether a text contains a name as a separate word.
pub fn has_word(text: &str, name: &str) -> bool {
    let (text, name) = (text.to_lowercase(), name.to_lowercase());
    let is_part = |char: char| char.is_alphanumeric() || char == '_';
    !name.is_empty()
        && text.match_indices(&name).any(|(at, _)| {
            !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_a_name_is_taken_apart() {
        use PathPart::{Bit, Elements, Member, Slice};
        for (path, expected) in [
            ("", Some(vec![])),
            (
                ".a[1,2].\"b c\".%X3",
                Some(vec![Member("a"), Elements("1,2"), Member("b c"), Slice(1, 3)]),
            ),
            (".7", Some(vec![Bit(7)])),
            ("[i]", None),
            (".", None),
            ("a", None),
        ] {
            assert_eq!(path_parts(path), expected, "{path}");
        }
    }

    #[test]
    fn names_are_compared_without_case_quotes_and_blanks() {
        assert_eq!(plain("?\"My DB\".X"), "mydb.x");
        assert_eq!(last_name("\"db\".a[3].b.5"), "b");
        assert_eq!(spelled("\"DB\".\"Lift Down\""), "Lift Down");
        assert_eq!(words("TankLevel_2"), ["tank", "level", "2"]);
        assert!(ends_with("gvl.speed", "speed") && !ends_with("overspeed", "speed"));
    }

    #[test]
    fn a_name_is_a_word_of_its_own() {
        assert!(has_word("x := \"Lamp\".on;", "lamp") && has_word("Lamp", "Lamp"));
        assert!(!has_word("LampOn := Old_Lamp;", "Lamp") && !has_word("a", ""));
    }
}
