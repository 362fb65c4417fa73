//! Instances: the programs that work on the same data at the same time.

use tagbridge_api::Timestamp;

use crate::StoreError;

/// A program that works on the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// Its id, of its own for each start.
    pub id: String,
    /// Where it is and what it serves, for people.
    pub name: String,
    /// Which folder of files it has: the same for all that share one.
    pub files: String,
    /// Whether it serves, and does not only answer an assistant.
    pub serves: bool,
}

/// The programs that work on the data.
pub trait Instances {
    /// This one works, until then unless it says so again; those whose time was over by `now` do not.
    fn renew_instance(
        &self,
        instance: &Instance,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<(), StoreError>;

    /// Those that work, by their ids.
    fn instances(&self, now: Timestamp) -> Result<Vec<Instance>, StoreError>;

    /// This one has ended.
    fn end_instance(&self, id: &str) -> Result<(), StoreError>;
}
