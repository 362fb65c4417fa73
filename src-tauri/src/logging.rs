//! What the libraries have to say: on stderr, and in the event log that the desk keeps.

use std::{error::Error, io};

use tagbridge_desk::Journal;
use tracing_subscriber::{EnvFilter, Layer, layer::SubscriberExt, util::SubscriberInitExt};

use crate::logged::{Logged, event};

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
                .with_filter(filter),
        )
        .with(journal.layer())
        .init();
}

/// What is said when there can be no window: there is no better place for it.
#[expect(clippy::print_stderr, reason = "there is neither a window nor, perhaps, a log")]
pub(crate) fn last_words(error: &dyn Error) {
    event!(error, Logged::WindowNotOpened, %error);
    eprintln!(
        "Tagbridge cannot open its window: {error}\n\
         check that a display can be reached; `tagbridge run --console` needs none"
    );
}
