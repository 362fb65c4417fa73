//! The limits of the specification.

use std::time::Duration;

/// Rate limits of a key: protection against abuse, not for billing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tier {
    /// Turns, versions, exports, source, requesting live tags.
    Standard,
    /// Project list and metadata, live values, history, searches, and the bridge's pushes.
    Poll,
    /// Outcomes of analyses and exports.
    JobPoll,
}

impl Tier {
    /// Requests per minute that a key may send.
    pub fn requests_per_minute(self) -> u32 {
        match self {
            Self::Standard => 60,
            Self::Poll => 600,
            Self::JobPoll => 12,
        }
    }
}

/// `GET /projects`: default number of entries per page.
pub const PROJECTS_DEFAULT: u32 = 50;
/// `GET /projects`: maximum number of entries per page.
pub const PROJECTS_MAX: u32 = 200;

/// `GET hmi/values`: maximum number of names in `tags`.
pub const LIVE_TAGS_MAX: usize = 500;

/// `GET hmi/history`: default number of entries.
pub const HISTORY_DEFAULT: u32 = 50;
/// `GET hmi/history`: maximum number of entries, and minimum number that is kept of each tag.
pub const HISTORY_MAX: u32 = 600;

/// `GET search-context`: default number of chunks.
pub const SEARCH_DEFAULT: u32 = 8;
/// `GET search-context`: maximum number of chunks.
pub const SEARCH_MAX: u32 = 25;
/// `GET search-context`: maximum length of a query, in characters.
pub const SEARCH_QUERY_CHARS_MAX: usize = 1_000;
/// `GET search-context`: maximum length of a chunk, in characters.
pub const CHUNK_CHARS_MAX: usize = 2_000;

/// Maximum number of names on a project's list of requested tags; more than one request's body can
/// contain.
pub const REQUESTED_TAGS_MAX: usize = 1_500_000;
/// Maximum length of a tag's name, in characters.
pub const TAG_NAME_CHARS_MAX: usize = 512;
/// Maximum length of a rate group's name, in characters.
pub const GROUP_CHARS_MAX: usize = 64;
/// Maximum lease of a requested name, in seconds.
pub const LEASE_SECONDS_MAX: u64 = 86_400;
/// Default time that a requested name stays on the list after its last request.
pub const REQUESTED_TAG_LIFETIME: Duration = Duration::from_mins(15);

/// `POST hmi/values`: maximum number of snapshots per push.
pub const PUSH_SNAPSHOTS_MAX: usize = 1000;

/// Maximum number of parts of one snapshot.
pub const SNAPSHOT_PARTS_MAX: u32 = 16;

/// Maximum number of runs of the program in one push.
pub const PUSH_RUNS_MAX: usize = 64;
/// `POST hmi/values`: maximum `interval_ms`.
pub const PUSH_INTERVAL_MS_MAX: u64 = 3_600_000;
/// `POST hmi/values`: maximum length of `device_id`, in characters.
pub const DEVICE_ID_CHARS_MAX: usize = 256;
/// The highest sequence number, which every JSON reader represents exactly.
pub const SEQUENCE_MAX: u64 = (1 << 53) - 1;
/// Maximum length of an idempotency key, in characters.
pub const IDEMPOTENCY_KEY_CHARS_MAX: usize = 255;
/// How long the result of a push is replayed for its idempotency key. Sequence numbers are unique,
/// so a later repetition is answered as well.
pub const PUSH_IDEMPOTENCY_RETENTION: Duration = Duration::from_mins(10);
/// How long the result of another write is replayed for its idempotency key.
pub const IDEMPOTENCY_RETENTION: Duration = Duration::from_hours(24);
/// Maximum size of a request body after decoding, in bytes, except for uploads.
pub const BODY_BYTES_MAX: usize = 4_500_000;
/// `file.inline`: maximum size of a file before encoding; `GET source`: maximum size of a parsed
/// model.
pub const INLINE_BYTES_MAX: usize = 4_500_000;
/// Maximum size of an upload's body: the file in base64, and the fields around it.
pub const UPLOAD_BODY_BYTES_MAX: usize = INLINE_BYTES_MAX.div_ceil(3) * 4 + 16_384;

/// `PUT /uploads/{id}`: maximum size of a file, which is the limit of the project reader.
pub const STAGED_BYTES_MAX: u64 = 256 << 20;

/// A value is live until it is older than this number of its session's intervals …
pub const LIVE_INTERVALS: u32 = 3;
/// … but at least for this time.
pub const LIVE_AT_LEAST: Duration = Duration::from_secs(10);

/// Every this many snapshots the bridge sends a complete one.
pub const COMPLETE_EVERY: u64 = 60;
