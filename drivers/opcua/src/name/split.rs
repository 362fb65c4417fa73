//! Divides a name into the node's name and the steps within its value.

use std::{borrow::Cow, fmt::Write};

/// One step within a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum PathStep {
    /// One element, by its index in each dimension, from 0: `[3]`, `[1,2]`.
    Element(Vec<u32>),
    /// Elements of one dimension, with both ends: `[0..9]`.
    Run(u32, u32),
    /// A member of a structure: `.Speed`.
    Member(String),
}

/// Deeper names are not used, and each level is one more node to request.
const STEPS: usize = 8;

/// Separates an index from the lower bound of its array, which only the program defines: `[2 from
/// 1]`, `[2,0 from 1,-1]`. Without it the first element is number 0, as in the protocol.
const FROM: &str = " from ";

/// The ways to divide a name into a node's name and steps within its value, starting with no steps.
/// An element of an array with a known lower bound is searched in its array first: its own node, if
/// there is one, may be numbered as in the program or from 0.
pub(crate) fn ways(text: &str) -> Vec<(Cow<'_, str>, Vec<PathStep>)> {
    let mut ways = vec![(literal(text), Vec::new())];
    let (mut rest, mut steps) = (text, Vec::new());
    while steps.len() < STEPS
        && let Some((before, step)) = last_step(rest)
    {
        steps.insert(0, step);
        ways.push((literal(before), steps.clone()));
        rest = before;
    }
    let last = text.rfind('[').map(|it| &text[it..]);
    if ways.len() > 1 && last.is_some_and(|it| it.ends_with(']') && it.contains(FROM)) {
        ways.swap(0, 1);
    }
    ways
}

/// The name as a server writes it: without lower bounds.
fn literal(text: &str) -> Cow<'_, str> {
    if !text.contains(FROM) {
        return Cow::Borrowed(text);
    }
    let mut pieces = text.split(FROM);
    let mut name = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        name.push_str(piece.find(']').map_or(piece, |it| &piece[it..]));
    }
    Cow::Owned(name)
}

/// Parses a text that consists of steps only.
pub(super) fn steps(text: &str) -> Option<Vec<PathStep>> {
    let (mut rest, mut steps) = (text, Vec::new());
    while !rest.is_empty() {
        if steps.len() == STEPS {
            return None;
        }
        let (before, step) = cut(rest)?;
        steps.insert(0, step);
        rest = before;
    }
    Some(steps)
}

/// The text of the steps.
pub(crate) fn steps_text(steps: &[PathStep]) -> String {
    let mut text = String::new();
    for step in steps {
        // Writing into a string never fails.
        let _ = match step {
            PathStep::Element(at) => {
                let at: Vec<String> = at.iter().map(u32::to_string).collect();
                write!(text, "[{}]", at.join(","))
            }
            PathStep::Run(from, to) => write!(text, "[{from}..{to}]"),
            PathStep::Member(name) => write!(text, ".{name}"),
        };
    }
    text
}

/// The last step of a name that has more than that.
fn last_step(text: &str) -> Option<(&str, PathStep)> {
    cut(text).filter(|(before, _)| !before.is_empty() && !before.ends_with(['|', '/', ':']))
}

fn cut(text: &str) -> Option<(&str, PathStep)> {
    if let Some(inner) = text.strip_suffix(']') {
        let open = inner.rfind('[')?;
        return Some((&text[..open], index(&inner[open + 1..])?));
    }
    let (before, member) = text.rsplit_once('.')?;
    let is_plain = !member.is_empty() && !member.contains(['|', ';', '/', '[']);
    // Siemens' node names have quotes, and members of structures do not.
    let bare = member.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(member);
    is_plain.then(|| (before, PathStep::Member(bare.to_owned())))
}

fn index(text: &str) -> Option<PathStep> {
    let number = |it: &str| {
        let it = it.trim();
        it.bytes().all(|it| it.is_ascii_digit()).then(|| it.parse().ok()).flatten()
    };
    if let Some((at, from)) = text.split_once(FROM) {
        let numbers = |it: &str| -> Option<Vec<i32>> {
            it.split(',').map(|it| it.trim().parse().ok()).collect()
        };
        let (at, from) = (numbers(at)?, numbers(from)?);
        let places = at
            .iter()
            .zip(&from)
            .map(|(at, from)| u32::try_from(i64::from(*at) - i64::from(*from)).ok());
        let places = places.collect::<Option<Vec<u32>>>()?;
        return (at.len() == from.len()).then_some(PathStep::Element(places));
    }
    if let Some((from, to)) = text.split_once("..") {
        let (from, to): (u32, u32) = (number(from)?, number(to)?);
        return (from <= to).then_some(PathStep::Run(from, to));
    }
    text.split(',').map(number).collect::<Option<Vec<u32>>>().map(PathStep::Element)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let ways: Vec<String> = ways(text)
            .iter()
            .map(|(name, steps)| format!("{name}~{}", steps_text(steps)))
            .collect();
        assert_eq!(ways, expected, "{text}");
    }

    #[test]
    fn a_name_is_cut_from_its_end() {
        check("x", &["x~"]);
        check("a.b", &["a.b~", "a~.b"]);
        check("a[3]", &["a[3]~", "a~[3]"]);
        check(
            "a[1,2].b[0..9]",
            &["a[1,2].b[0..9]~", "a[1,2].b~[0..9]", "a[1,2]~.b[0..9]", "a~[1,2].b[0..9]"],
        );
        check("|var|P.x", &["|var|P.x~", "|var|P~.x"]);
        check("a[b]", &["a[b]~"]);
        check("a[9..0]", &["a[9..0]~"]);
        check("a[-1]", &["a[-1]~"]);
        check("\"a\".\"b\"", &["\"a\".\"b\"~", "\"a\"~.b"]);
        check("a.", &["a.~"]);
        check(".a", &[".a~"]);
        check("[0]", &["[0]~"]);
    }

    #[test]
    fn where_an_array_begins_is_no_part_of_a_node() {
        check("a[2 from 1]", &["a~[1]", "a[2]~"]);
        check("a[-1 from -3]", &["a~[2]", "a[-1]~"]);
        check("a[2,0 from 1,-1]", &["a~[1,1]", "a[2,0]~"]);
        check("a[5 from 1].b", &["a[5].b~", "a[5]~.b", "a~[4].b"]);
        check("a[5 from 1].b[3 from 2]", &["a[5].b~[1]", "a[5].b[3]~", "a[5]~.b[1]", "a~[4].b[1]"]);
        check("a[0 from 1]", &["a[0]~"]);
        check("a[1 from 1,1]", &["a[1]~"]);
    }

    #[test]
    fn a_name_has_few_ways() {
        assert_eq!(ways(&["a"; 100].join(".")).len(), STEPS + 1);
    }
}
