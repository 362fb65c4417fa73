//! Tags by hashes of their full and partial names: eight bytes for each spelling.

use std::collections::BTreeSet;

use super::suggest;
use crate::{Place, Project, Tag};

/// The spellings of all tags: the full name, and the name without the program, the application or
/// the data block.
#[derive(Debug)]
pub(super) struct Index {
    /// The hash of a normalized spelling and the index of the tag, sorted.
    spellings: Vec<(u32, u32)>,
    /// The set of letters in each tag's name, to find similar names.
    letters: Vec<u64>,
}

/// How well a spelling matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Identical.
    Exact,
    /// Identical except for case and quotes.
    Whole,
    /// The first parts are omitted.
    Partial,
}

impl Index {
    pub(super) fn new(project: &Project) -> Self {
        let mut spellings = Vec::with_capacity(project.tags.len() * 2);
        for (at, tag) in (0_u32..).zip(&project.tags) {
            spellings.extend(spellings_of(tag).map(|(text, _)| (hash(text), at)));
        }
        spellings.sort_unstable();
        spellings.dedup();
        spellings.shrink_to_fit();
        let letters = project.tags.iter().map(|tag| suggest::letters(&tag.name)).collect();
        Self { spellings, letters }
    }

    /// The tags that a name may begin with, and the text after them, the best match first: full
    /// names before partial ones, longer names before shorter ones. Ambiguous matches are omitted:
    /// a partial name of several tags, or a full name of several tags in a different spelling.
    pub(super) fn candidates<'p, 'n>(
        &self,
        project: &'p Project,
        name: &'n str,
    ) -> Vec<(&'p Tag, &'n str)> {
        let mut found: Vec<(Fit, usize, &'p Tag)> = Vec::new();
        for end in ends(name) {
            let (spelling, _) = name.split_at(end);
            let mut fits: Vec<(Fit, u32)> = self
                .tags(hash(spelling))
                .filter_map(|at| Some((fit(project.tags.get(at as usize)?, spelling)?, at)))
                .collect();
            fits.sort_unstable();
            let (whole, partial): (Vec<_>, Vec<_>) =
                fits.into_iter().partition(|(fit, _)| *fit != Fit::Partial);
            let whole = match &whole[..] {
                [(Fit::Exact, _), (Fit::Exact, _), ..] => None,
                [one] | [one @ (Fit::Exact, _), ..] => Some(one),
                _ => None,
            };
            let unique = if partial.len() == 1 { partial.first() } else { None };
            for (fit, at) in whole.into_iter().chain(unique) {
                found.push((*fit, name.len() - end, &project.tags[*at as usize]));
            }
        }
        found.sort_by_key(|(fit, rest, _)| (*fit == Fit::Partial, *rest, *fit));
        found.into_iter().map(|(_, rest, tag)| (tag, &name[name.len() - rest..])).collect()
    }

    /// Whether a tag has this full name.
    pub(super) fn is_name(&self, project: &Project, name: &str) -> bool {
        self.tags(hash(name))
            .filter_map(|at| fit(project.tags.get(at as usize)?, name))
            .any(|fit| fit != Fit::Partial)
    }

    /// The most similar name of a tag.
    pub(super) fn nearest(&self, project: &Project, name: &str) -> Option<String> {
        // A partial name of several tags.
        for end in ends(name) {
            let at = self.tags(hash(&name[..end])).next();
            if let Some(tag) = at.and_then(|at| project.tags.get(at as usize))
                && fit(tag, &name[..end]).is_some()
            {
                return Some(format!("{}{}", tag.name, &name[end..]));
            }
        }
        suggest::nearest_tag(name, &project.tags, &self.letters)
    }

    fn tags(&self, hash: u32) -> impl Iterator<Item = u32> {
        let from = self.spellings.partition_point(|(own, _)| *own < hash);
        self.spellings[from..]
            .iter()
            .take_while(move |(own, _)| *own == hash)
            .map(|(_, at)| *at)
            .collect::<BTreeSet<u32>>()
            .into_iter()
    }
}

/// Whether a spelling is the full path of a tag's node.
pub(super) fn is_path(tag: &Tag, spelling: &str) -> bool {
    match &tag.place {
        Place::Node { path, .. } => normalised(path).eq(normalised(spelling)),
        _ => false,
    }
}

/// How a spelling matches a tag, if at all.
fn fit(tag: &Tag, spelling: &str) -> Option<Fit> {
    if tag.name == spelling {
        return Some(Fit::Exact);
    }
    spellings_of(tag)
        .find(|(own, _)| normalised(own).eq(normalised(spelling)))
        .map(|(_, whole)| if whole { Fit::Whole } else { Fit::Partial })
}

/// The spellings of a tag, and whether each is full: its name, the path of its node, and both
/// without one or more of their first parts.
fn spellings_of(tag: &Tag) -> impl Iterator<Item = (&str, bool)> {
    let node = match &tag.place {
        Place::Node { path, .. } if *path != tag.name => Some(path.as_str()),
        _ => None,
    };
    [Some(tag.name.as_str()), node].into_iter().flatten().flat_map(|name| {
        let starts = starts(name).map(move |start| (&name[start..], false));
        std::iter::once((name, true)).chain(starts)
    })
}

/// The places where a partial name can begin: after `Program:`, and after each dot outside of quotes.
fn starts(name: &str) -> impl Iterator<Item = usize> {
    let program = "program:";
    let is_program =
        name.get(..program.len()).is_some_and(|start| start.eq_ignore_ascii_case(program));
    let mut quoted = false;
    let dots = name.bytes().enumerate().filter_map(move |(at, byte)| {
        quoted ^= byte == b'"';
        (byte == b'.' && !quoted).then_some(at + 1)
    });
    is_program.then_some(program.len()).into_iter().chain(dots)
}

/// The places where the name of a tag can end in a longer name: before each dot or bracket outside
/// of quotes, and at the end; the longest first.
fn ends(name: &str) -> Vec<usize> {
    let mut quoted = false;
    let mut ends: Vec<usize> = name
        .bytes()
        .enumerate()
        .filter_map(|(at, byte)| {
            quoted ^= byte == b'"';
            (matches!(byte, b'.' | b'[') && !quoted && at > 0).then_some(at)
        })
        .collect();
    ends.push(name.len());
    ends.reverse();
    // Limits the time for a malicious name.
    ends.truncate(64);
    ends
}

/// A name without quotes, in lower case.
pub(super) fn normalised(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| *c != '"').flat_map(char::to_lowercase)
}

/// FNV-1a of the normalized name.
fn hash(name: &str) -> u32 {
    normalised(name).fold(0x811C_9DC5, |hash, c| (hash ^ u32::from(c)).wrapping_mul(0x0100_0193))
}
