//! The project's own chores: `cargo xtask demo`, `cargo xtask test`.
#![expect(clippy::print_stderr, reason = "a chore says on the terminal what it does")]

mod chores;
mod setup;
mod shell;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// The project's own chores.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Build Tagbridge and run `tagbridge demo`: a virtual controller, the service and a session.
    ///
    /// Arguments after `--` go to `tagbridge demo`: `cargo xtask demo -- --for 10s`.
    Demo {
        /// Arguments for `tagbridge demo`.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Install what the tests need, then run all of them: format, lints, dependencies, tests.
    Test,
    /// Renew the files that are generated from the code and checked in.
    Bless,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    match arguments.chore {
        Chore::Demo { arguments } => chores::demo(&arguments),
        Chore::Test => chores::test(),
        Chore::Bless => chores::bless(),
    }
}
