//! Options of a connection: time-outs and limits.

use std::time::Duration;

/// Time-outs of a connection, and limits for the requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkOptions {
    /// Time-out of the connect, with name resolution.
    pub connect_timeout: Duration,
    /// Time-out of each request, until its complete response.
    pub request_timeout: Duration,
    /// Maximum number of concurrent requests in protocols that need one connection for each (CIP);
    /// other protocols negotiate the number. From 1 to [`MAX_CONNECTIONS`].
    pub connections: u8,
    /// How values are transmitted, in protocols with several ways (OPC UA).
    pub mode: ReadMode,
    /// When the controller's own tag list is read, in protocols that can do without it (CIP).
    /// `None`: never if a project [declares](crate::Declarations) the tags, otherwise when it saves
    /// requests.
    pub tag_list: Option<TagList>,
    /// Maximum delay of a scan by questions about the controller's program. Tags that are not known
    /// by then are reported as not yet known; the following scans continue with the questions.
    pub patience: Duration,
}

/// Waits without a limit: for callers that want the complete list, see the progress and can stop
/// it.
pub const PATIENT: Duration = Duration::from_hours(1);

/// When a controller's own tag list is read to save requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TagList {
    /// Never: tags are read by name, which takes more requests for large sets.
    Never,
    /// When names alone are ambiguous, or when it saves requests in the long run.
    WhenItSaves,
}

/// How values are transmitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReadMode {
    /// The driver reads them in each scan.
    #[default]
    Poll,
    /// The controller samples them and sends changes; a scan returns the latest values.
    Subscribe {
        /// The sampling and publishing interval.
        interval: Duration,
    },
}

/// More connections than a controller can provide for one client.
pub const MAX_CONNECTIONS: u8 = 16;

impl LinkOptions {
    /// 3 s to connect, 1 s for each request, one request at a time, polling, and at most 2 s per
    /// scan for questions about the program.
    pub const DEFAULT: Self = Self {
        connect_timeout: Duration::from_secs(3),
        request_timeout: Duration::from_secs(1),
        connections: 1,
        mode: ReadMode::Poll,
        tag_list: None,
        patience: Duration::from_secs(2),
    };
}

impl Default for LinkOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}
