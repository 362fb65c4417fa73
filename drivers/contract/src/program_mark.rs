//! The mark of a controller's program.

/// A number that identifies the controller's current program: it changes with a download, and stays
/// the same otherwise. It has no other meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProgramMark(pub u64);
