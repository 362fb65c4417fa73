//! What a preflight can say.

use tagbridge_texts::Coded;

/// What was seen beside the project, or why nothing can be said.
#[derive(Debug, Coded)]
#[coded(prefix = "preflight")]
pub(crate) enum Seen {
    NoFile,
    NoController,
    ServersName { name: String },
    NameUntold,
    OtherRevision { controller: String, project: String },
    Beside { controller: String, project: String },
    NoSuchTag,
    NothingComparable,
    Tags { fitting: usize, all: usize, more: usize },
    NoList,
    OtherTypes { values: usize },
    Blocks { fitting: usize, all: usize, unseen: usize, later: Later },
}

/// How a change of the controller's program is noticed during a session.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "preflight-later")]
pub(crate) enum Later {
    ByChecksums,
    ByLengths,
}

/// What to do about tags that cannot be read.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "preflight-remedy")]
pub(crate) enum Remedy {
    Prefix,
    Allow,
    Version,
    Publish,
    Load,
    Fewer,
    LookAgain,
    Manual,
}
