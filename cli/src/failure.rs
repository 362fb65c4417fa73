//! How a verb ends: its exit code, and the three lines that say why.

use std::{error::Error, fmt, io, net::SocketAddr, process::ExitCode};

use serde::Serialize;

use crate::output::{self, Output};

/// The exit codes that others rely on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All as asked.
    Done = 0,
    /// Done, but some tags are bad.
    SomeBad = 1,
    /// The command line, or a file that it names, is wrong.
    Usage = 2,
    /// Cannot reach or log in, to a controller or the service.
    Unreachable = 3,
    /// Refused: permission, conflict (a port that is taken, a folder in use), not supported.
    Refused = 4,
    /// A fault of ours, or of this machine: a full or read-only disk.
    Ours = 5,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        (exit as u8).into()
    }
}

/// What failed and for which subject, why, and what to do.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    what: String,
    why: String,
    remedy: String,
}

impl Failure {
    pub(crate) fn new(
        exit: Exit,
        what: impl Into<String>,
        why: impl fmt::Display,
        remedy: impl Into<String>,
    ) -> Self {
        Self { exit, what: what.into(), why: why.to_string(), remedy: remedy.into() }
    }

    /// A fault of ours, or of the machine that we run on.
    pub(crate) fn ours(what: impl Into<String>, error: &dyn Error) -> Self {
        Self::new(
            Exit::Ours,
            what,
            chain(error),
            "run it again with -vv; if it stays, report it with that output",
        )
    }

    /// The system does not let us listen at the address that `option` named.
    pub(crate) fn cannot_listen(option: &str, address: SocketAddr, error: &io::Error) -> Self {
        let (exit, remedy) = match error.kind() {
            io::ErrorKind::AddrInUse => (
                Exit::Refused,
                format!("choose another address with {option}, or stop what listens there"),
            ),
            io::ErrorKind::PermissionDenied => {
                (Exit::Refused, format!("choose a port from 1024 on with {option}"))
            }
            _ => (Exit::Usage, format!("name an address of this machine with {option}")),
        };
        Self::new(exit, format!("cannot listen on {address}"), error, remedy)
    }

    /// With something more that a person should know of what comes next.
    pub(crate) fn and(self, next: &str) -> Self {
        Self { remedy: format!("{}; {next}", self.remedy), ..self }
    }

    /// Three lines on stderr, or the same as one JSON document.
    pub(crate) fn report(&self, output: Output) {
        if self.exit == Exit::Done {
            return;
        }
        if output.is_json() {
            let report = Report {
                error: match self.exit {
                    Exit::Done | Exit::SomeBad | Exit::Ours => "internal",
                    Exit::Usage => "usage",
                    Exit::Unreachable => "unreachable",
                    Exit::Refused => "refused",
                },
                message: format!("{}: {}", self.what, self.why),
                remedy: &self.remedy,
            };
            output::json_aside(&report);
        } else {
            output::aside(format_args!(
                "error: {}\n  why: {}\n   do: {}",
                self.what, self.why, self.remedy
            ));
        }
    }
}

/// Nothing more can be printed. Whoever read along (`| head`) has seen enough: that is no failure.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::new(Exit::Done, "", "", ""),
            io::ErrorKind::StorageFull => Self::new(
                Exit::Ours,
                "cannot print the result",
                error,
                "make room on the disk, or send the output elsewhere",
            ),
            _ => Self::ours("cannot print the result", &error),
        }
    }
}

#[derive(Serialize)]
struct Report<'a> {
    error: &'static str,
    message: String,
    remedy: &'a str,
}

/// What the command line's parser says: help and version on stdout, the rest as a failure.
pub(crate) fn of_command_line(error: &clap::Error) -> ExitCode {
    let wants_json = std::env::args_os().any(|it| it == "--json");
    if error.use_stderr() && wants_json {
        let text = error.to_string();
        // All up to the usage: what is missing stands on lines of its own.
        let why: Vec<_> = text.lines().take_while(|it| !it.is_empty()).map(str::trim).collect();
        let why = why.join(" ");
        let why = why.trim_start_matches("error: ");
        let remedy = "see tagbridge --help, or --help after the verb";
        Failure::new(Exit::Usage, "cannot read the command line", why, remedy)
            .report(Output::new(true));
        return Exit::Usage.into();
    }
    // Nobody is left to tell when the terminal itself is gone.
    let _ = error.print();
    u8::try_from(error.exit_code()).unwrap_or(2).into()
}

/// An error and its causes on one line, each said once.
pub(crate) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}
