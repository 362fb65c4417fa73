//! Start values of the members of data blocks.

use std::collections::{BTreeMap, HashMap};

use super::{called, note};
use crate::says::Noted;
use crate::{
    Dimension, Initial, Member, Note, NoteKind,
    siemens::found::FoundBlock,
    spelling::first_name,
    values::{operand, repeated, split},
};

/// Longer lists of values are not split into elements.
const MAX_ELEMENTS: u64 = 10_000;

/// Start values by top-level member: the operand after its name, and the value.
pub(super) struct Starts<'a>(HashMap<String, Vec<(&'a str, &'a str)>>);

impl<'a> Starts<'a> {
    /// Groups start values by the first name of their paths, such as `a.b[1]`.
    pub(super) fn of(starts: &'a [(String, String)]) -> Self {
        let mut by_member: HashMap<String, Vec<(&str, &str)>> = HashMap::new();
        for (path, value) in starts {
            let (name, operand) = first_name(path).unwrap_or((path.as_str(), ""));
            by_member.entry(compact(name)).or_default().push((operand, value));
        }
        Self(by_member)
    }

    /// The start value of a member: that of the block, otherwise that of its declaration.
    pub(super) fn of_member(&mut self, member: &Member) -> Option<Initial> {
        let set = self.0.remove(&compact(&member.name)).unwrap_or_default();
        let whole = set.iter().rev().find(|(operand, _)| operand.is_empty());
        let declared = match (&member.initial, whole) {
            (_, Some((_, value))) => Some(Initial::Scalar((*value).to_owned())),
            (declared, None) => declared.clone(),
        };
        let declared = declared.map(|initial| match initial {
            Initial::Scalar(text) => spread(&text, &member.type_use.dimensions),
            parts @ Initial::Parts(_) => parts,
        });
        let mut parts = match declared {
            Some(Initial::Parts(parts)) => parts,
            scalar if set.iter().all(|(operand, _)| operand.is_empty()) => return scalar,
            _ => BTreeMap::new(),
        };
        for (operand, value) in set.into_iter().filter(|(operand, _)| !operand.is_empty()) {
            parts.insert(operand.to_owned(), value.to_owned());
        }
        Some(Initial::Parts(parts))
    }

    /// Notes a start value without a member.
    pub(super) fn note_rest(self, found: &FoundBlock, notes: &mut Vec<Note>) {
        if let Some(name) = self.0.keys().min() {
            note(notes, NoteKind::Missing, &called(found), &Noted::StartValue { name });
        }
    }
}

/// Removes quotes and blanks from a path.
fn compact(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace() && *c != '"').flat_map(char::to_lowercase).collect()
}

/// Splits a list of values of an array by element: `[1, 2, 3(0)]`. Classic sources omit the brackets.
fn spread(text: &str, dimensions: &[Dimension]) -> Initial {
    let as_it_is = || Initial::Scalar(text.to_owned());
    if dimensions.is_empty() {
        return as_it_is();
    }
    let inner = text.trim().strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let mut parts = BTreeMap::new();
    let mut index = 0;
    for item in split(inner.unwrap_or(text)) {
        let (count, value) = repeated(item);
        let is_single = |it: &&str| it.starts_with('\'') || !it.contains(['(', '[', ',']);
        let value = value.filter(is_single);
        for _ in 0..count {
            let place = operand(dimensions, index).filter(|_| index < MAX_ELEMENTS);
            let (Some(place), Some(value)) = (place, value) else { return as_it_is() };
            parts.insert(place, value.to_owned());
            index += 1;
        }
    }
    Initial::Parts(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TypeUse;

    fn member(bounds: &[(i32, i32)], initial: Option<&str>) -> Member {
        let dimensions = bounds.iter().map(|&(low, high)| Dimension { low, high }).collect();
        Member {
            name: "a".to_owned(),
            type_use: TypeUse { dimensions, ..TypeUse::scalar("Int") },
            initial: initial.map(|text| Initial::Scalar(text.to_owned())),
            ..Member::default()
        }
    }

    #[test]
    fn start_values() {
        let check = |member: &Member, set: &[(&str, &str)], expected: &str| {
            let set: Vec<_> = set.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
            let initial = Starts::of(&set).of_member(member);
            let found = match initial {
                None => String::new(),
                Some(Initial::Scalar(text)) => text,
                Some(Initial::Parts(parts)) => {
                    let parts: Vec<_> = parts.iter().map(|(a, b)| format!("{a}={b}")).collect();
                    parts.join(" ")
                }
            };
            assert_eq!(found, expected, "{member:?} {set:?}");
        };
        check(&member(&[], None), &[], "");
        check(&member(&[], Some("5")), &[], "5");
        check(&member(&[], Some("5")), &[("A", "6")], "6");
        check(&member(&[(0, 3)], Some("[1, 2(7)]")), &[], "[0]=1 [1]=7 [2]=7");
        check(&member(&[(1, 2)], Some("2 (0)")), &[("a[2]", "9")], "[1]=0 [2]=9");
        check(&member(&[(0, 1), (5, 6)], Some("[1,2,3]")), &[], "[0,5]=1 [0,6]=2 [1,5]=3");
        check(&member(&[(0, 1)], Some("[(a := 1), (a := 2)]")), &[], "[(a := 1), (a := 2)]");
        check(&member(&[(0, 1)], Some("[1,2,3]")), &[], "[1,2,3]");
        check(&member(&[(0, 1)], Some("[999999999999(0)]")), &[], "[999999999999(0)]");
        check(&member(&[], None), &[("a.x", "1"), ("a.y[2]", "2")], ".x=1 .y[2]=2");
        check(&member(&[(0, 1)], Some("['a,b', 'c'")), &[], "['a,b', 'c'");
    }
}
