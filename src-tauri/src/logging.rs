//! What the libraries have to say, in daily files, and in the event log that the screens show.

use std::{error::Error, fs, path::Path};

use tagbridge_desk::Journal;
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::{EnvFilter, Layer, layer::SubscriberExt, util::SubscriberInitExt};

/// Days that are kept.
const DAYS: usize = 14;

/// Starts the log in the folder `logs` of the data.
pub(crate) fn start(data: &Path, journal: &Journal) -> Result<(), Box<dyn Error>> {
    let folder = data.join("logs");
    fs::create_dir_all(&folder)?;
    let files = RollingFileAppender::builder()
        .rotation(Rotation::DAILY)
        .filename_prefix("tagbridge")
        .filename_suffix("log")
        .max_log_files(DAYS)
        .build(folder)?;
    let filter = EnvFilter::try_from_env("TAGBRIDGE_LOG")
        .unwrap_or_else(|_| EnvFilter::new("info,hyper=warn,reqwest=warn,rustls=warn"));
    tracing_subscriber::registry()
        .with(tracing_subscriber::fmt::layer().json().with_writer(files).with_filter(filter))
        .with(journal.layer())
        .init();
    Ok(())
}

/// What is said when there can be no window: there is no better place for it.
#[expect(clippy::print_stderr, reason = "there is neither a window nor, perhaps, a log")]
pub(crate) fn last_words(error: &dyn Error) {
    tracing::error!(%error, "the window cannot be opened");
    eprintln!(
        "Tagbridge cannot open its window: {error}\n\
         check that a display can be reached; `tagbridge run --console` needs none"
    );
}
