//! `tagbridge check`: whether a vendor's editor would verify a project.

use std::path::PathBuf;

use clap::Args;

use crate::{
    failure::{Exit, Failure},
    output::Output,
};

/// Check whether a vendor's editor would verify a project: syntax, instructions and operands, names,
/// types, calls, declarations.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge check Line4.L5X\n  \
    tagbridge check Line4.L5X --sarif > check.sarif\n\
    A name that a library may declare is a note: the file cannot prove that it is missing. One finding is \
    accepted as for analyse. The rules: TB-V01 to V10 in docs/evidence/analyses.md.\n\
    Exit codes: 0 the project verifies, 1 it does not, or not all could be checked")]
pub(crate) struct Check {
    /// The project's file or folder.
    file: PathBuf,

    /// Print SARIF 2.1.0, which editors and code hosts read.
    #[arg(long, conflicts_with = "json")]
    sarif: bool,
}

pub(crate) fn run(arguments: &Check, output: Output) -> Result<Exit, Failure> {
    super::analyse::verify(&arguments.file, arguments.sarif, output)
}
