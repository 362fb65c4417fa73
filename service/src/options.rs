//! The options of a service.

use std::{fmt, path::PathBuf, sync::Arc, time::Duration};

use tagbridge_api::{
    Timestamp,
    limits::{self, Tier},
};

use crate::{Provider, Subscription, Tls};

/// 256 MiB.
const FREE_BYTES: u64 = 256 << 20;

/// Returns the current time.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// The options of a service.
#[derive(Clone)]
pub struct Options {
    /// How long a requested name stays on the list after its last request.
    pub request_lifetime: Duration,
    /// Maximum number of names on a project's list of requested tags.
    pub requested_tags: usize,
    /// Number of requests of a tier that a key may send per minute; 0 counts as 1.
    pub requests_per_minute: fn(Tier) -> u32,
    /// The source of the time; `None`: the database if several services share one, otherwise this
    /// computer.
    pub clock: Option<Clock>,
    /// Retention: how long and how much data is kept.
    pub retention: RetentionLimits,
    /// Minimum free space on the disk, in bytes; below it, no data is accepted.
    pub free_bytes: u64,
    /// Limits of analyses.
    pub analysis: AnalysisLimits,
    /// The naming rules of analyses; without them, names are not checked.
    pub naming: Option<tagbridge_analysis::NamingRules>,
    /// The fonts of reports.
    pub report_fonts: tagbridge_report::Fonts,
    /// A model that may word answers; without it, only the built-in interpreter answers.
    pub provider: Option<Provider>,
    /// The address for clients, such as `https://tags.example.com`, in links; `None`: the address
    /// of the request for the link.
    pub origin: Option<String>,
    /// The origins of pages that may use an embed token, such as `https://portal.example.com`.
    pub embed_origins: Vec<String>,
    /// The files of the user interface, by path; the service uses them for the embedded assistant.
    pub screens: &'static [(&'static str, &'static [u8])],
    /// Host names by which agents reach `/mcp`, in addition to this computer's.
    pub mcp_hosts: Vec<String>,
    /// Whether agents also send the project of a call in the header `Mcp-Param-Project`.
    pub mcp_project_header: bool,
    /// Folders that local agents share with the service.
    pub mcp_folders: AgentFolders,
    /// Limits of one connection, of one peer and of all connections.
    pub limits: ConnectionLimits,
    /// The subscription to an MQTT broker, in addition to pushes.
    pub subscription: Option<Subscription>,
    /// Its TLS certificate; `None`: plain HTTP.
    pub tls: Option<Tls>,
}

/// Folders that agents share with the service if both are on the same computer, without a proxy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AgentFolders {
    /// Files in these folders may be used as `file_path`.
    pub roots: Vec<PathBuf>,
    /// The folder for files in the results of tools; existing files are never overwritten. `None`:
    /// links are returned.
    pub downloads: Option<PathBuf>,
}

/// Retention: how long and how much data is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetentionLimits {
    /// All entries of the history within this time are kept; of older ones, the newest entries of
    /// each tag.
    pub history_age: Duration,
    /// Maximum size of a project's history, in bytes.
    pub history_bytes: u64,
    /// How long the names and the history of unused tags are kept: tags that no snapshot contains,
    /// and that no client shows or requests.
    pub tags_age: Duration,
    /// Maximum number of versions of a project, the newest first. The current one is always kept.
    pub versions: usize,
    /// How long versions are kept after they were current; `None`: without a limit.
    pub versions_age: Option<Duration>,
    /// Maximum size of a project's versions, in bytes.
    pub versions_bytes: u64,
    /// Archived projects are deleted after this time; `None`: only a person deletes them.
    pub archived_age: Option<Duration>,
}

impl Default for RetentionLimits {
    fn default() -> Self {
        Self {
            history_age: Duration::from_hours(24),
            history_bytes: 256 << 20,
            tags_age: Duration::from_hours(365 * 24),
            versions: 200,
            versions_age: None,
            versions_bytes: 4 << 30,
            archived_age: None,
        }
    }
}

/// Limits of analyses.
#[derive(Clone, Copy)]
pub struct AnalysisLimits {
    /// How long a phase may take.
    pub phase: Duration,
    /// Called at the beginning of each phase, as a part of it: tests make phases fail.
    pub before: fn(&tagbridge_analysis::Progress<'_>),
}

impl Default for AnalysisLimits {
    fn default() -> Self {
        Self { phase: Duration::from_secs(30), before: |_| {} }
    }
}

/// Limits for clients that are not authenticated yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Maximum number of connections. At the limit, a new connection closes the one that has been
    /// without a request for longest.
    pub all: usize,
    /// Maximum number of connections of one peer. This computer may use all of them, because a
    /// proxy represents many clients.
    pub per_peer: usize,
    /// Time-out for the headers of a request.
    pub head: Duration,
    /// How long a request's body may take.
    pub body: Duration,
    /// Time-out of a client that does not read a response.
    pub stalled: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            all: 1024,
            per_peer: 128,
            head: Duration::from_secs(30),
            body: Duration::from_mins(1),
            stalled: Duration::from_mins(1),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            request_lifetime: limits::REQUESTED_TAG_LIFETIME,
            requested_tags: limits::REQUESTED_TAGS_MAX,
            requests_per_minute: Tier::requests_per_minute,
            clock: None,
            retention: RetentionLimits::default(),
            free_bytes: FREE_BYTES,
            analysis: AnalysisLimits::default(),
            naming: None,
            report_fonts: tagbridge_report::Fonts::default(),
            provider: None,
            origin: None,
            embed_origins: Vec::new(),
            screens: &[],
            mcp_hosts: Vec::new(),
            mcp_project_header: false,
            mcp_folders: AgentFolders::default(),
            limits: ConnectionLimits::default(),
            subscription: None,
            tls: None,
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("request_lifetime", &self.request_lifetime)
            .finish_non_exhaustive()
    }
}
