//! The project's own chores: `cargo xtask demo`, `window`, `setup`, `test`, `soak`, `bench`, `bless`,
//! `dist`, `lines`.
#![expect(clippy::print_stderr, reason = "a chore says on the terminal what it does")]

mod bench;
mod checks;
mod chores;
mod dist;
mod fuzz;
mod lines;
mod lint;
mod members;
mod postgres;
mod screens;
mod setup;
mod shell;
mod skips;
mod suites;
mod tests;

use std::{path::PathBuf, process::ExitCode};

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
    /// Build Tagbridge and run `tagbridge demo`: virtual controllers of three vendors, the service and
    /// a session.
    ///
    /// Arguments after `--` go to `tagbridge demo`: `cargo xtask demo -- --for 10s`.
    Demo {
        /// Arguments for `tagbridge demo`.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Build the screens and the desktop program, and open its window.
    Window {
        /// Arguments for the desktop program: `--hidden` shows only the tray icon.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Install everything that `test --all` needs.
    Setup,
    /// Check the format, lint, and run the tests that need only the repository and cargo.
    ///
    /// Installs nothing. Reports how many tests were skipped, and what they need.
    Test {
        /// Only these crates and the crates that import them.
        #[arg(short, long = "package", value_name = "CRATE", conflicts_with_all = ["all", "long", "windows"])]
        packages: Vec<String>,
        /// Install the missing programs, and run all tests: with other projects' programs, the
        /// screens in a browser, the window, PostgreSQL, reports. A skipped test fails.
        #[arg(long)]
        all: bool,
        /// The same, then the fuzzer for a minute on each target in fuzz/ (see fuzz/README.md).
        #[arg(long)]
        long: bool,
        /// Only the unit tests that need no Linux, built for Windows, under Wine (see docs/manual/windows.md).
        #[arg(long, conflicts_with_all = ["all", "long"])]
        windows: bool,
    },
    /// Compare our drivers with other clients, or measure the reading of project files, reports or
    /// the window, and write docs/evidence/benchmarks.md.
    ///
    /// Arguments after `--` go to the bench: `cargo xtask bench logix -- --rounds 3 --dry`,
    /// `cargo xtask bench ui -- --minutes 1 --dry`. `guard` writes nothing: it fails if the program needs more
    /// than 10 % more requests, bytes, allocations or instructions than the previous release
    /// (`-- --against PROGRAM`; without it, than the table `bench/guard.tsv`, which `-- --renew` writes).
    Bench {
        /// The subject of the measurement.
        #[arg(value_parser = [
            "logix", "s7", "opcua", "project", "logic", "report", "link", "ui", "footprint", "service", "ask",
            "guard",
        ])]
        subject: String,
        /// Arguments for the bench.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Break links, programs and clocks at random for a given time, and account for every scan.
    Soak {
        /// The duration.
        #[arg(long, default_value_t = 60)]
        minutes: u64,
        /// The seed of the random numbers: the same seed gives the same faults.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Renew the checked-in files that are generated from the code.
    Bless,
    /// Build packages for Linux in `target/dist/` (see installer/README.md).
    Dist {
        /// Build for Windows instead, in `target/dist-windows/`: an installer and a portable
        /// archive.
        #[arg(long)]
        windows: bool,
        /// The folder with programs that are already built.
        #[arg(long, value_name = "DIR")]
        binaries: Option<PathBuf>,
        /// Pack only the clients in other languages. No program is built.
        #[arg(long, conflicts_with = "binaries")]
        clients: bool,
    },
    /// Count the product lines by crate: without tests, comments and blank lines.
    Lines {
        /// The folder of another version of the tree.
        tree: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().chore) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nfailed: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(chore: Chore) -> Result<()> {
    match chore {
        Chore::Demo { arguments } => chores::demo(&arguments),
        Chore::Window { arguments } => chores::window(&arguments),
        Chore::Setup => chores::setup(),
        Chore::Test { windows: true, .. } => dist::test_windows(),
        Chore::Test { all, long, .. } if all || long => tests::all(long),
        Chore::Test { packages, .. } if packages.is_empty() => tests::plain(),
        Chore::Test { packages, .. } => tests::packages(&packages),
        Chore::Soak { minutes, seed } => chores::soak(minutes, seed),
        Chore::Bench { subject, arguments } => bench::bench(&subject, &arguments),
        Chore::Bless => chores::bless(),
        Chore::Dist { windows: true, binaries, .. } => dist::dist_windows(binaries),
        Chore::Dist { clients: true, .. } => dist::clients(),
        Chore::Dist { binaries, .. } => dist::dist(binaries),
        Chore::Lines { tree } => lines::lines(tree),
    }
}
