//! The texts of a preflight.

use tagbridge_texts::Coded;

/// The result of a comparison with the project, or why it cannot be compared.
#[derive(Debug, Coded)]
#[coded(prefix = "preflight")]
pub(crate) enum ComparisonOutcome {
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
    Blocks { fitting: usize, all: usize, unseen: usize, later: ChangeDetection },
}

/// How a session notices a change of the controller's program.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "preflight-later")]
pub(crate) enum ChangeDetection {
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
