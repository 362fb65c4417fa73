//! Instances: programs that use the same data at the same time.

/// A program that uses the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// Its id, which is new at each start.
    pub id: String,
    /// Its location and its purpose, for display.
    pub name: String,
    /// The identity of its folder of files: the same for all that share one.
    pub files: String,
    /// Whether it is a service, and not only a tool server of an assistant.
    pub serves: bool,
}
