//! Projects and their list.

use crate::Org;

/// An existing project: its number in this store, and its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectRef {
    /// The organization.
    pub org: Org,
    /// Its number in other records.
    pub no: i64,
    /// Its id.
    pub id: String,
}

/// The start of a page of the list: after the project with this time and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProjectPage {
    /// When it was last changed, in milliseconds since 1970.
    pub touched: i64,
    /// Its number.
    pub no: i64,
}
