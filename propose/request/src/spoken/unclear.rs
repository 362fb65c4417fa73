//! The part of a request that is not understood.

use super::{
    KnownNames,
    described::words_of,
    lexicon::{Token, tokens},
    rules::{JOINTS, is_outside_quotes, split},
    sentences::{parts, with_remark},
    story::is_told,
    whole::understand,
};
use crate::words::words;

/// The part of a request that is not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnclearPart {
    /// The request before it, which is understood.
    pub before: String,
    pub part: String,
    /// The rest of the request.
    pub after: String,
    /// A name in it that the project does not have.
    pub unknown: Option<String>,
}

impl UnclearPart {
    /// The request with another text in place of the part.
    pub fn with(&self, text: &str) -> String {
        let all = [self.before.as_str(), text, self.after.as_str()];
        let all: Vec<&str> = all.into_iter().map(str::trim).filter(|it| !it.is_empty()).collect();
        all.join("\n")
    }
}

/// The first part of a request that is not understood; the smallest one that can be separated.
pub(crate) fn unclear(prompt: &str, names: &dyn KnownNames) -> Option<UnclearPart> {
    let parts = parts(&with_remark(prompt));
    let of = |all: &[String]| all.join("\n");
    let is_missing = |at: &usize| understand(&of(&parts[..=*at]), names).is_none();
    // A statement before the request is not the part that is missing.
    let missing = || (0..parts.len()).filter(is_missing);
    let at = missing().find(|it| !is_told(&parts[*it])).or_else(|| missing().next_back())?;
    let (mut before, mut part) = (of(&parts[..at]), parts[at].clone());
    let mut after = of(&parts[at + 1..]);
    let joints = JOINTS.iter().flat_map(|joint| {
        part.match_indices(joint).map(|it| (it.0, it.0 + joint.len())).collect::<Vec<_>>()
    });
    let found = joints.filter(|it| is_outside_quotes(&part, it.0)).find_map(|(from, to)| {
        let (left, right) = (&part[..from], &part[to..]);
        match (split(left, names, None), split(right, names, None)) {
            (Some(_), None) => Some((left.to_owned(), right.to_owned(), String::new())),
            (None, Some(_)) => Some((String::new(), left.to_owned(), right.to_owned())),
            _ => None,
        }
    });
    if let Some((left, middle, right)) = found {
        before = of(&[before, left]);
        after = of(&[right, after]);
        part = middle;
    }
    let unknown = tokens(&words(&part), names).iter().find_map(|it| match it {
        Token::Name(name) if words_of(name).is_none() && !names.is_known(name) => {
            Some(name.clone())
        }
        _ => None,
    });
    Some(UnclearPart { before, part: part.trim().to_owned(), after, unknown })
}
