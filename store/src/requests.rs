//! The names that consumers requested.

/// A name that consumers requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedTag {
    /// The controller's or the project's name.
    pub name: String,
    /// The requested rate group.
    pub group: Option<String>,
}
