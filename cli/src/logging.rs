//! What the libraries have to say, on stderr.

use std::io::IsTerminal;

use tagbridge_desk::Journal;
use tracing_subscriber::{
    EnvFilter, Layer, filter::LevelFilter, layer::SubscriberExt, util::SubscriberInitExt,
};

/// The variable that takes a filter such as `tagbridge_bridge=debug,info`.
const VARIABLE: &str = "TAGBRIDGE_LOG";

/// Libraries that say more than a person wants to hear. What OPC UA's calls an error we answer, or
/// tell in words of our own.
const OTHERS: &str = "hyper=warn,reqwest=warn,rustls=warn,opcua_client=off,opcua_core=off,opcua_crypto=off,opcua_types=off";

/// Starts the log, and the journal that a console shows. Quiet by default: what a person must
/// know, a verb says itself. A service says who asked it for what.
pub(crate) fn start(verbose: u8, serves: bool) -> Journal {
    let level = match verbose {
        0 if serves => "error,tagbridge_service=info",
        0 => "error",
        1 => "info",
        _ => "debug",
    };
    let filter = EnvFilter::try_from_env(VARIABLE)
        .unwrap_or_else(|_| EnvFilter::new(format!("{level},{OTHERS}")));
    let journal = Journal::default();
    let lines = tracing_subscriber::fmt::layer()
        .fmt_fields(tagbridge_desk::log_fields())
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .with(journal.layer().with_filter(LevelFilter::INFO))
        .init();
    journal
}
