//! Compares our drivers with other clients, all of them with the same virtual controller, and
//! writes `docs/evidence/benchmarks.md`.
//!
//! Each client runs in its own process ([`client`]), the controller in another. In a [`contest`]
//! the clients take turns. The [`report`] contains the results. The [`suite`] of a protocol is in a
//! module with its name. The time to read a [`project`]'s file is measured, too, and the resources
//! of the window, the [`ui`].
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a bench says what it found")]

mod chart;
mod client;
mod code;
mod contest;
mod footprint;
mod goals;
mod link;
mod logix;
mod machine;
mod opcua;
mod ours;
mod pace;
mod plant;
mod program;
mod project;
mod report;
mod reports;
mod s7;
mod server;
mod suite;
mod took;
mod ui;
mod worker;

use std::{path::PathBuf, process::ExitCode, time::Duration};

use anyhow::{Context, Result};
use clap::{Parser, Subcommand, ValueEnum};

use self::{contest::Rules, suite::Suite};

/// Compares our drivers with other clients.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    role: Role,
}

#[derive(Subcommand)]
enum Role {
    /// Run the comparison, print the results, and write them into docs/evidence/benchmarks.md.
    Run {
        /// The protocol of the clients.
        protocol: Protocol,
        /// Number of turns of each client.
        #[arg(long, default_value_t = 7)]
        rounds: usize,
        /// The length of a turn, in milliseconds.
        #[arg(long, default_value_t = 700)]
        turn: u64,
        /// Print only.
        #[arg(long)]
        dry: bool,
    },
    /// Read project files, and write the time and memory into docs/evidence/benchmarks.md.
    Project {
        /// Print only.
        #[arg(long)]
        dry: bool,
    },
    /// Index code and ask about it, and write the time and memory into docs/evidence/benchmarks.md.
    Logic {
        /// Print only.
        #[arg(long)]
        dry: bool,
    },
    /// Analyse projects and create their reports, and write the time and memory into
    /// docs/evidence/benchmarks.md.
    Report {
        /// Print only.
        #[arg(long)]
        dry: bool,
    },
    /// Explore controllers behind slow networks, and write the times into
    /// docs/evidence/benchmarks.md.
    Link {
        /// Print only.
        #[arg(long)]
        dry: bool,
    },
    /// Measure memory, start and size of the headless program, and write them into docs/evidence/benchmarks.md.
    Footprint {
        /// How long each controller is read, in seconds.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// Print only.
        #[arg(long)]
        dry: bool,
    },
    /// Measure the window, and write its processor time and memory into
    /// docs/evidence/benchmarks.md.
    Ui {
        /// How long the table is visible, in minutes.
        #[arg(long, default_value_t = 10.0)]
        minutes: f64,
        /// Print only.
        #[arg(long)]
        dry: bool,
    },
    /// Draw docs/evidence/benchmarks.svg from docs/evidence/benchmarks.md.
    Chart,
    /// Index generated code, and print the time of the index and of some answers.
    #[command(hide = true)]
    Index,
    /// Read one project file, and print the time and memory.
    #[command(hide = true)]
    Read { path: PathBuf },
    /// Create the report of one project, and print the time and memory.
    #[command(hide = true)]
    Make {
        path: PathBuf,
        /// Analyse it only.
        #[arg(long)]
        no_report: bool,
    },
    /// Be the virtual controller of a contest.
    #[command(hide = true)]
    Serve {
        protocol: Protocol,
        /// One of the suite's kinds of controllers.
        variant: String,
    },
    /// Be one of the clients of a contest.
    #[command(hide = true)]
    Client { protocol: Protocol, name: String },
}

/// A protocol that has a suite.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Protocol {
    Logix,
    S7,
    #[value(name = "opcua")]
    OpcUa,
}

impl Protocol {
    fn suite(self) -> Suite {
        match self {
            Self::Logix => logix::suite(),
            Self::S7 => s7::suite(),
            Self::OpcUa => opcua::suite(),
        }
    }

    fn serve(self, variant: &str) -> Result<()> {
        match self {
            Self::Logix => logix::serve(variant),
            Self::S7 => s7::serve(variant),
            Self::OpcUa => opcua::serve(variant),
        }
    }

    fn client(self, name: &str) -> Result<()> {
        match self {
            Self::Logix => logix::client(name),
            Self::S7 => s7::client(name),
            Self::OpcUa => opcua::client(name),
        }
    }
}

fn main() -> Result<ExitCode> {
    match Arguments::parse().role {
        Role::Run { protocol, rounds, turn, dry } => {
            let suite = protocol.suite();
            let rules = Rules { rounds: rounds.max(1), turn: Duration::from_millis(turn) };
            let began = machine::Moment::now();
            let outcomes = contest::run(&suite, rules)?;
            let section = report::section(&suite, &outcomes, rules, &began);
            println!("{section}");
            if !dry {
                report::write(suite.protocol, &section)
                    .context("cannot write docs/evidence/benchmarks.md")?;
            }
        }
        Role::Project { dry } => project::run(dry)?,
        Role::Logic { dry } => code::run(dry)?,
        Role::Report { dry } => reports::run(dry)?,
        Role::Link { dry } => link::run(dry)?,
        Role::Footprint { seconds, dry } => footprint::run(seconds, dry)?,
        Role::Index => code::index()?,
        Role::Ui { minutes, dry } => ui::run(minutes, dry)?,
        Role::Chart => report::draw().context("cannot draw docs/evidence/benchmarks.svg")?,
        Role::Read { path } => project::read(&path)?,
        Role::Make { path, no_report } => reports::make(&path, no_report)?,
        Role::Serve { protocol, variant } => protocol.serve(&variant)?,
        Role::Client { protocol, name } => {
            if let Err(error) = protocol.client(&name) {
                client::say(&client::Failure { error: format!("{error:#}") })?;
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
