//! `tagbridge check`: whether a vendor's editor would verify a project.

use std::path::PathBuf;

use clap::Args;

use crate::{
    failure::{Exit, Failure},
    output::Output,
};

/// Check a project for the errors that the vendor's editor would report when it verifies or
/// compiles it: syntax, instructions and operands, names, types, calls, declarations.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge check Line4.L5X\n  \
    tagbridge check Line4.L5X --sarif > check.sarif\n\n\
    A name that a library may declare is a note, because the file alone does not prove that it is \
    missing. You accept a finding with a comment (tagbridge:accept TB-V03 REASON) or in the file \
    Line4.L5X.accept, as for `tagbridge analyse`.\n\n\
    The manual lists the rules TB-V01 to TB-V10: docs/manual/check.md.\n\n\
    Exit codes: 0 the project verifies; 1 it does not verify, or a part of it could not be \
    checked. `tagbridge --help` lists the other exit codes.")]
pub(crate) struct Check {
    /// The project's file or folder.
    file: PathBuf,

    /// Print SARIF 2.1.0, a format that editors and code hosts show.
    #[arg(long, conflicts_with = "json")]
    sarif: bool,
}

pub(crate) fn run(arguments: &Check, output: Output) -> Result<Exit, Failure> {
    super::analyse::verify(&arguments.file, arguments.sarif, output)
}
