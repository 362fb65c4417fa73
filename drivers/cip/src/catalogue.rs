//! The controller's tag list: its tags, their types, and the resolution of names.
//!
//! Has no I/O: pages and templates become symbols. Symbol instances and templates are valid only
//! for the project that they were read from: users compare the [`Mark`] first.

mod build;
mod declared;
mod describe;
mod question;
mod resolve;
mod symbol;
mod template;
mod type_search;
mod unlisted;
mod upload;
mod value;

use std::{collections::HashMap, sync::Arc};

use tagbridge_driver::Cause;

pub(crate) use declared::{Check, Checked, check_foreign, checks, of_project};
pub(crate) use question::Question;
pub(crate) use resolve::{ReadablePart, RequestedPart, ResolvedName};
pub(crate) use symbol::{Kind, Symbol};
pub(crate) use template::{Member, Outline, Template};
pub(crate) use type_search::TypeSearch;
pub(crate) use unlisted::{NameTest, TestRead, UnlistedNames, is_unexplained};
pub(crate) use upload::{Progress, Upload, UploadError};
pub(crate) use value::value;

use crate::codec::{changes::Mark, tag_name::TagName};

/// The tags of one project, as its controller lists them.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    /// The symbols, by scoped name in lower case.
    symbols: HashMap<String, Arc<Symbol>>,
    /// The mark of the project; `None` if the controller does not report it.
    mark: Option<Mark>,
    /// Whether tags are addressed by name, even if their instances are shorter.
    by_name: bool,
}

impl Catalogue {
    /// Creates the catalogue from the controller's list.
    pub(crate) fn new(symbols: impl IntoIterator<Item = Symbol>, mark: Option<Mark>) -> Self {
        let symbols = symbols.into_iter().map(|it| (it.name.to_ascii_lowercase(), Arc::new(it)));
        // Without a mark, a download cannot be detected: names stay valid, instances do not.
        Self { symbols: symbols.collect(), by_name: mark.is_none(), mark }
    }

    /// The same catalogue, for symbols whose instances are unknown or cannot be used.
    pub(crate) fn by_names(self) -> Self {
        Self { by_name: true, ..self }
    }

    /// Whether tags are addressed by name.
    pub(crate) fn is_by_name(&self) -> bool {
        self.by_name
    }

    /// The mark of the project that it was read from.
    pub(crate) fn mark(&self) -> Option<&Mark> {
        self.mark.as_ref()
    }

    /// The types of its tags, with nested structures.
    pub(crate) fn kinds(&self) -> Vec<&Kind> {
        let mut all: HashMap<Arc<str>, &Kind> = HashMap::new();
        let mut open: Vec<&Kind> = self.symbols.values().map(|it| &it.kind).collect();
        while let Some(kind) = open.pop() {
            if let Kind::Structure(template) = kind
                && all.insert(Arc::clone(&template.name), kind).is_none()
            {
                open.extend(template.members.iter().map(|it| &it.kind));
            }
        }
        all.into_values().collect()
    }

    /// Number of entries, with the system's own.
    pub(crate) fn len(&self) -> usize {
        self.symbols.len()
    }

    /// The entry of this scoped name, case-insensitive: `Program:Main.Step`.
    pub(crate) fn symbol(&self, name: &str) -> Option<&Arc<Symbol>> {
        self.symbols.get(&name.to_ascii_lowercase())
    }

    /// Whether it has the tag at the start of a name.
    pub(crate) fn has(&self, name: &TagName) -> bool {
        resolve::scoped(name).is_some_and(|(tag, _)| self.symbol(&tag).is_some())
    }

    /// Resolves a name: its place, its type, and its number of elements.
    pub(crate) fn resolve(&self, name: &TagName) -> Result<ResolvedName, Cause> {
        resolve::resolve(self, name)
    }
}
