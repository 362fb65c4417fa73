//! Whose data it is.

use std::fmt;

/// An organization. The embedded store has the one that is called `local`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Org(String);

impl Org {
    /// The one organization of an embedded store.
    pub fn local() -> Self {
        Self("local".to_owned())
    }

    /// The organization with this id.
    pub fn of_id(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// Its id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Org {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
