//! What tells one program of a controller from another.

/// A number that the controller gives its program: it is another one after a download, and the same
/// one for as long as the program is. It says nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProgramMark(pub u64);
