//! The names that consumers asked for.

/// A name that consumers asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedTag {
    /// As the controller or the project calls it.
    pub name: String,
    /// The rate group that it was asked for with.
    pub group: Option<String>,
}
