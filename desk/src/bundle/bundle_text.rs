//! Descriptions of the files of a support bundle.

use std::path::PathBuf;

use tagbridge_texts::Coded;

#[derive(Debug, Coded)]
#[coded(prefix = "bundle")]
pub(crate) enum BundleText {
    Versions,
    Status,
    BridgeStatus,
    Outboxes,
    Settings,
    KeptSettings,
    Configuration,
    Log { events: usize },
    KeptLog,
    Statement,
    Tags { tags: usize },
    Check,
    Doctor,
    Trace { frames: u32 },
    DataFolder { files: usize },
    NoDataFolder { folder: PathBuf },
}
