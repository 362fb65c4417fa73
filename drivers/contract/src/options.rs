//! How to treat a controller: how long to wait for it, and how much to ask at a time.

use std::time::Duration;

/// How long to wait for a controller before the link counts as lost, and how much to ask of it at
/// a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkOptions {
    /// For the connection to be made, name resolution included.
    pub connect_timeout: Duration,
    /// For each request to be answered in full.
    pub request_timeout: Duration,
    /// Requests that may be under way at a time, in protocols that need a connection for each
    /// (CIP); the others keep to what they negotiate. From 1 to [`MAX_CONNECTIONS`].
    pub connections: u8,
    /// How values come, in protocols that know more than one way (OPC UA).
    pub mode: ReadMode,
    /// When the controller's own list of tags is read, in protocols that can do without (CIP).
    /// `None`: never where a project [declares](crate::Declarations) the tags, else when it saves
    /// requests.
    pub tag_list: Option<TagList>,
    /// How long a scan may be held up by learning what the controller has. What is not known by then
    /// is answered as not yet known, and learnt with the scans that follow.
    pub patience: Duration,
}

/// As long as it takes: for whoever waits for all there is, sees the progress and can stop it.
pub const PATIENT: Duration = Duration::from_hours(1);

/// When a controller's own list of tags is read for the sake of others than who browses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TagList {
    /// Never: tags are read by their names, which takes more requests for large sets.
    Never,
    /// When names alone do not tell what they mean, or when it saves requests from then on.
    WhenItSaves,
}

/// How values come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReadMode {
    /// The controller is asked for them with each scan.
    #[default]
    Poll,
    /// The controller looks at them by itself and sends what changed; a scan takes the latest.
    Subscribe {
        /// How often it looks and sends.
        interval: Duration,
    },
}

/// More connections than a controller can spare for one client.
pub const MAX_CONNECTIONS: u8 = 16;

impl LinkOptions {
    /// 3 s to connect, 1 s for each request, one of them at a time; values are asked for, and wait
    /// 2 s for what has to be learnt.
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
