//! What a controller's own list says: its tags, their types, and what a name means by them.
//!
//! Pure: pages and templates go in, symbols come out. Symbol instances and templates hold only for
//! the project that they were read from: whoever uses them compares the [`Mark`] first.

mod build;
mod resolve;
mod symbol;
mod template;
mod upload;
mod value;

use std::{collections::HashMap, sync::Arc};

use tagbridge_driver::Cause;

pub(crate) use resolve::{Pick, Piece, Resolved};
pub(crate) use symbol::{Kind, Symbol};
pub(crate) use template::{Member, Template};
pub(crate) use upload::{Step, Upload, UploadError};
pub(crate) use value::value;

use crate::codec::{changes::Mark, tag_name::TagName};

/// The tags of one project, as its controller lists them.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    /// By scoped name in lower case.
    symbols: HashMap<String, Arc<Symbol>>,
    /// The project that all this belongs to; `None` when the controller does not tell.
    mark: Option<Mark>,
}

impl Catalogue {
    pub(crate) fn new(symbols: impl IntoIterator<Item = Symbol>, mark: Option<Mark>) -> Self {
        let symbols = symbols.into_iter().map(|it| (it.name.to_ascii_lowercase(), Arc::new(it)));
        Self { symbols: symbols.collect(), mark }
    }

    /// The project that it was read from.
    pub(crate) fn mark(&self) -> Option<&Mark> {
        self.mark.as_ref()
    }

    /// How many entries there are, system's own among them.
    pub(crate) fn len(&self) -> usize {
        self.symbols.len()
    }

    /// The entry of this scoped name, in any case: `Program:Main.Step`.
    pub(crate) fn symbol(&self, name: &str) -> Option<&Arc<Symbol>> {
        self.symbols.get(&name.to_ascii_lowercase())
    }

    /// What a name means: where it lies, of which type it is, and how much of it is read.
    pub(crate) fn resolve(&self, name: &TagName) -> Result<Resolved, Cause> {
        resolve::resolve(self, name)
    }
}
