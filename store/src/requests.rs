//! The names that consumers asked for.

use tagbridge_api::Timestamp;

use crate::{ProjectRef, StoreError};

/// A name that consumers asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedTag {
    /// As the controller or the project calls it.
    pub name: String,
    /// The rate group that it was asked for with.
    pub group: Option<String>,
}

/// The requested names of a project, in their order.
pub trait Requests {
    /// Puts names on the list, each once, until then: one that is there keeps its place, its group
    /// where there is no other, and the later end; the others are appended. True: that changes the
    /// list.
    fn request_tags(
        &self,
        project: &ProjectRef,
        names: &[String],
        group: Option<&str>,
        until: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Takes such names off the list. True: there were some.
    fn expire_requests(&self, project: &ProjectRef, now: Timestamp) -> Result<bool, StoreError>;

    /// The list.
    fn requested_tags(&self, project: &ProjectRef) -> Result<Vec<RequestedTag>, StoreError>;

    /// How many names are on it.
    fn count_requested_tags(&self, project: &ProjectRef) -> Result<usize, StoreError>;

    /// How often the list has changed, and whether names are on it whose time is over.
    fn requests_revision(
        &self,
        project: &ProjectRef,
        now: Timestamp,
    ) -> Result<(u64, bool), StoreError>;

    /// Counts a change of the list.
    fn revise_requests(&self, project: &ProjectRef) -> Result<(), StoreError>;
}
