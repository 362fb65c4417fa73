//! The log of the libraries, on stderr.

mod formats;

use std::{io::IsTerminal, path::Path};

use clap::ValueEnum;
use tagbridge_desk::Journal;
use tagbridge_system::stderr_is_journal;
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::{
    EnvFilter, Layer, filter::LevelFilter, fmt::writer::BoxMakeWriter, layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// The variable that takes a filter such as `tagbridge_bridge=debug,info`.
const VARIABLE: &str = "TAGBRIDGE_LOG";

/// Libraries that log too much. Errors of the OPC UA library are handled, or reported in our own
/// words.
const OTHERS: &str = "hyper=warn,reqwest=warn,rustls=warn,opcua_client=off,opcua_core=off,opcua_crypto=off,opcua_types=off";

/// How the log is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// One document a line.
    Json,
    /// For systemd's journal.
    Journal,
}

/// The destination of the log.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Log<'a> {
    /// Writes to stderr.
    Stderr,
    /// Files in a folder, one per day, limited to the last [`DAYS`].
    Folder(&'a Path),
}

/// Maximum number of log files in a folder.
const DAYS: usize = 14;

/// Starts the log, and the event log of a console. Quiet by default, because a command itself
/// prints the important messages. A service also logs its requests.
pub(crate) fn start(verbose: u8, serves: bool, format: Option<LogFormat>, log: Log<'_>) -> Journal {
    let level = match verbose {
        0 if matches!(log, Log::Folder(_)) => "warn,tagbridge_service=info",
        0 if serves => "error,tagbridge_service=info",
        0 => "error",
        1 => "info",
        _ => "debug",
    };
    let filter = EnvFilter::try_from_env(VARIABLE)
        .unwrap_or_else(|_| EnvFilter::new(format!("{level},{OTHERS}")));
    let journal = Journal::default();
    let (writer, colours) = match log {
        Log::Stderr => (BoxMakeWriter::new(std::io::stderr), shows_colours()),
        Log::Folder(folder) => (in_folder(folder), false),
    };
    let lines = tracing_subscriber::fmt::layer()
        .fmt_fields(tagbridge_desk::log_fields())
        .with_writer(writer)
        .with_ansi(colours);
    let usual = if stderr_is_journal() { LogFormat::Journal } else { LogFormat::Text };
    let lines = match format.unwrap_or(usual) {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.event_format(formats::Json).boxed(),
        LogFormat::Journal => lines.with_ansi(false).event_format(formats::Journal).boxed(),
    };
    tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .with(journal.layer().with_filter(LevelFilter::INFO))
        .init();
    journal
}

/// If the folder cannot be written, the log is discarded, and the program continues.
fn in_folder(folder: &Path) -> BoxMakeWriter {
    RollingFileAppender::builder()
        .rotation(Rotation::DAILY)
        .filename_prefix("tagbridge")
        .filename_suffix("log")
        .max_log_files(DAYS)
        .build(folder)
        .map_or_else(|_| BoxMakeWriter::new(std::io::sink), BoxMakeWriter::new)
}

/// Whether stderr is a terminal with colours. The classic console of Windows shows colour codes as
/// text until they are enabled, which this function does.
fn shows_colours() -> bool {
    let obeys = anstyle_query::windows::enable_ansi_colors();
    std::io::stderr().is_terminal() && obeys != Some(false)
}
