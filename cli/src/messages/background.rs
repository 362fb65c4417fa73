//! The state of a background program.

use tagbridge_system::BackgroundState as Standing;
use tagbridge_texts::Coded;

/// The state, in one word.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "cli-background")]
pub(crate) enum BackgroundState {
    Missing,
    Stopped,
    Failed,
    Starting,
    Running,
    Stopping,
}

impl BackgroundState {
    /// The state for machines.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::Missing => "not_installed",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
            Self::Starting => "starting",
            Self::Running => "running",
            Self::Stopping => "stopping",
        }
    }
}

impl From<Standing> for BackgroundState {
    fn from(standing: Standing) -> Self {
        match standing {
            Standing::Missing => Self::Missing,
            Standing::Stopped => Self::Stopped,
            Standing::Failed => Self::Failed,
            Standing::Starting => Self::Starting,
            Standing::Running => Self::Running,
            Standing::Stopping => Self::Stopping,
        }
    }
}
