//! The names that consumers asked for.

use tagbridge_api::Timestamp;

use crate::{ProjectRef, StoreError};

/// The requested names of a project, in their order.
pub trait Requests {
    /// Puts names on the list, each once: one that is there keeps its place and is asked for
    /// `now`, the others are appended. True: some were.
    fn request_tags(
        &self,
        project: &ProjectRef,
        names: &[String],
        now: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Whether there are names that were last asked for at `deadline` or before.
    fn has_expired_requests(
        &self,
        project: &ProjectRef,
        deadline: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Takes such names off the list. True: there were some.
    fn expire_requests(
        &self,
        project: &ProjectRef,
        deadline: Timestamp,
    ) -> Result<bool, StoreError>;

    /// The list.
    fn requested_tags(&self, project: &ProjectRef) -> Result<Vec<String>, StoreError>;

    /// How many names are on it.
    fn count_requested_tags(&self, project: &ProjectRef) -> Result<usize, StoreError>;

    /// How often the list has changed.
    fn requests_revision(&self, project: &ProjectRef) -> Result<u64, StoreError>;

    /// Counts a change of the list.
    fn revise_requests(&self, project: &ProjectRef) -> Result<(), StoreError>;
}
