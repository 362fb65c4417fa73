//! Instances: the programs that work on the same data at the same time.

/// A program that works on the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// Its id, which is new at each start.
    pub id: String,
    /// Where it is and what it serves, for people.
    pub name: String,
    /// Which folder of files it has: the same for all that share one.
    pub files: String,
    /// Whether it serves, and does not only answer an assistant.
    pub serves: bool,
}
