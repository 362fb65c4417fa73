//! Projects and their list.

use crate::Org;

/// A project that exists: its number in this store, and its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectRef {
    /// The organization.
    pub org: Org,
    /// Its number, which other records know it by.
    pub no: i64,
    /// Its id.
    pub id: String,
}

/// Where a page of the list begins: after the project that was touched then and has this number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProjectPage {
    /// When it was touched, in milliseconds since 1970.
    pub touched: i64,
    /// Its number.
    pub no: i64,
}
