//! Interned texts.

use std::{borrow::Cow, hash::BuildHasher};

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::ids::NameId;

/// Interned texts. Names are compared without case, as on all three platforms, and keep the
/// spelling of their first occurrence.
#[derive(Debug, Clone, Default)]
pub struct Names {
    text: String,
    ends: Vec<u32>,
    folded: HashTable<NameId>,
    exact: HashTable<NameId>,
    hasher: DefaultHashBuilder,
}

impl Names {
    /// Returns the id of a name, in any case.
    pub fn name(&mut self, name: &str) -> NameId {
        let hash = self.hasher.hash_one(&*fold(name));
        if let Some(known) =
            find(&self.folded, &self.text, &self.ends, hash, |other| same(other, name))
        {
            return known;
        }
        let id = self.push(name);
        let Self { text, ends, folded, hasher, .. } = self;
        folded.insert_unique(hash, id, |id| hasher.hash_one(&*fold(slice(text, ends, *id))));
        id
    }

    /// Returns the id of a text with exact case: a literal, a reason.
    pub fn exact(&mut self, text: &str) -> NameId {
        let hash = self.hasher.hash_one(text);
        if let Some(known) = find(&self.exact, &self.text, &self.ends, hash, |other| other == text)
        {
            return known;
        }
        let id = self.push(text);
        let Self { text, ends, exact, hasher, .. } = self;
        exact.insert_unique(hash, id, |id| hasher.hash_one(slice(text, ends, *id)));
        id
    }

    /// Returns the id of a known name.
    pub fn find(&self, name: &str) -> Option<NameId> {
        let hash = self.hasher.hash_one(&*fold(name));
        find(&self.folded, &self.text, &self.ends, hash, |other| same(other, name))
    }

    /// The text itself.
    pub fn text(&self, id: NameId) -> &str {
        slice(&self.text, &self.ends, id)
    }

    fn push(&mut self, text: &str) -> NameId {
        let id = NameId::at(self.ends.len());
        self.text.push_str(text);
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
        id
    }
}

fn find(
    table: &HashTable<NameId>,
    text: &str,
    ends: &[u32],
    hash: u64,
    is: impl Fn(&str) -> bool,
) -> Option<NameId> {
    table.find(hash, |id| is(slice(text, ends, *id))).copied()
}

fn slice<'a>(text: &'a str, ends: &[u32], id: NameId) -> &'a str {
    let at = id.index();
    let start = if at == 0 { 0 } else { ends[at - 1] as usize };
    &text[start..ends[at] as usize]
}

/// In lower case; without a copy if it already is.
fn fold(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.to_lowercase())
    }
}

/// Whether two names are equal.
fn same(left: &str, right: &str) -> bool {
    left.eq_ignore_ascii_case(right) || (!left.is_ascii() && fold(left) == fold(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_ignore_case_and_texts_do_not() {
        let mut names = Names::default();
        let motor = names.name("Motor");
        assert_eq!(names.name("MOTOR"), motor);
        assert_eq!(names.text(motor), "Motor");
        assert_eq!(names.name("ПФМ"), names.name("пфм"));
        assert_ne!(names.exact("a"), names.exact("A"));
        assert_eq!(names.find("mOtOr"), Some(motor));
        assert_eq!(names.find("other"), None);
    }
}
