//! The log messages of the libraries: on stderr, and in the event log of the desk.

use std::io::{self, IsTerminal};

use tagbridge_desk::Journal;
use tracing_subscriber::{EnvFilter, Layer, layer::SubscriberExt, util::SubscriberInitExt};

/// Starts the log. Quiet on stderr unless `TAGBRIDGE_LOG` says otherwise, by a filter such as
/// `tagbridge_bridge=debug,info`.
pub(crate) fn start(journal: &Journal) {
    let filter =
        EnvFilter::try_from_env("TAGBRIDGE_LOG").unwrap_or_else(|_| EnvFilter::new("error"));
    tracing_subscriber::registry()
        .with(
            tracing_subscriber::fmt::layer()
                .fmt_fields(tagbridge_desk::log_fields())
                .with_writer(io::stderr)
                .with_ansi(io::stderr().is_terminal() && cfg!(unix))
                .with_filter(filter),
        )
        .with(journal.layer())
        .init();
}
