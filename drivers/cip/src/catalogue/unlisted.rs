//! Names that the controller's own list does not explain, although the controller may have them: a
//! Micro800 lists neither structures nor arrays that do not start at 0; a program's list or the
//! definition of a structure may be refused. Such names are read once to find out.

use std::collections::HashMap;

use tagbridge_driver::{Cause, Reason};

use super::{Catalogue, Kind, resolve::scoped};
use crate::codec::{EPath, symbol_list::TypeWord, tag_name::TagName};
use crate::messages::Why;

/// The results for names that the list does not explain, by the name in lower case.
#[derive(Debug, Default)]
pub(crate) struct UnlistedNames(HashMap<String, UnlistedElement>);

/// The element of the controller with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnlistedElement {
    /// No element.
    Absent,
    /// An element that can be read by its name.
    Readable,
    /// An array of unknown length.
    Array,
}

/// The result of a test read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TestRead {
    /// So many bytes of data.
    Something(usize),
    /// There is no such name.
    Nothing,
    /// It exists, but cannot be read: an index after the end, or denied access.
    Refused,
    /// The controller cannot answer at the moment.
    Untold,
}

/// How to test a name: two reads, of this number of elements each.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NameTest {
    pub(crate) name: String,
    pub(crate) reads: [(EPath, u16); 2],
    /// Whether the second read shows that it is an array; otherwise, that the index may be that of
    /// a BOOL.
    shows_array: bool,
}

impl NameTest {
    /// Combines the results of the two reads; `None`: not known.
    pub(crate) fn seen(&self, reads: [TestRead; 2]) -> Option<UnlistedElement> {
        match reads {
            [TestRead::Untold, _] | [_, TestRead::Untold] => None,
            [TestRead::Nothing, TestRead::Nothing] => Some(UnlistedElement::Absent),
            // Some controllers always return one element, independent of the requested number.
            [TestRead::Something(one), TestRead::Something(two)]
                if self.shows_array && two > one =>
            {
                Some(UnlistedElement::Array)
            }
            _ => Some(UnlistedElement::Readable),
        }
    }
}

impl UnlistedNames {
    pub(crate) fn keep(&mut self, name: &str, seen: UnlistedElement) {
        self.0.insert(name.to_ascii_lowercase(), seen);
    }

    /// How to test a name that was not tested yet.
    pub(crate) fn look(&self, text: &str, catalogue: &Catalogue) -> Option<NameTest> {
        let name = TagName::parse(text).ok().filter(|it| is_unexplained(it, catalogue))?;
        let text = text.to_ascii_lowercase();
        if self.0.contains_key(&text) {
            return None;
        }
        let (path, index) = (name.path(), name.last_index());
        let second = match index {
            None => (path.clone(), 2),
            // BOOLs are stored in DWORDs, which the index in a request counts.
            Some(index) => (name.with_last_index(index / 32).path(), 1),
        };
        Some(NameTest { name: text, reads: [(path, 1), second], shows_array: index.is_none() })
    }

    /// Why a name that the list does not explain is not read by its name; `lack` is the list's
    /// reason.
    pub(crate) fn why_not(&self, text: &str, lack: Cause) -> Option<Cause> {
        let seen = self.0.get(&text.to_ascii_lowercase());
        match seen {
            None => Some(Cause::new(Reason::NotYetKnown, &Why::Unseen)),
            Some(UnlistedElement::Absent) if lack.reason == Reason::UnknownTag => Some(lack),
            Some(UnlistedElement::Absent | UnlistedElement::Readable) => None,
            Some(UnlistedElement::Array) => {
                Some(Cause::new(Reason::TypeMismatch, &Why::UnlistedArray))
            }
        }
    }
}

/// Whether the list does not explain a name: it does not have the tag, or a structure on the path
/// is not described.
pub(crate) fn is_unexplained(name: &TagName, catalogue: &Catalogue) -> bool {
    let Some((tag, depth)) = scoped(name) else { return false };
    let Some(symbol) = catalogue.symbol(&tag) else { return true };
    let mut kind = &symbol.kind;
    for member in &name.members[depth..] {
        let Kind::Structure(template) = kind else { break };
        let Some(member) = template.member(&member.name) else { return false };
        kind = &member.kind;
    }
    matches!(kind, Kind::Unknown(word) if !TypeWord(*word).is_system())
}
