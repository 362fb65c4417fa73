//! The numbers of the specification.

use std::time::Duration;

/// How often a key may call: abuse protection, not a billing gate.
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
    /// Requests that a key may make in a minute.
    pub fn requests_per_minute(self) -> u32 {
        match self {
            Self::Standard => 60,
            Self::Poll => 600,
            Self::JobPoll => 12,
        }
    }
}

/// `GET /projects`: entries on a page unless told.
pub const PROJECTS_DEFAULT: u32 = 50;
/// `GET /projects`: the most entries on a page.
pub const PROJECTS_MAX: u32 = 200;

/// `GET hmi/values`: the most names in `tags`.
pub const LIVE_TAGS_MAX: usize = 500;

/// `GET hmi/history`: entries unless told.
pub const HISTORY_DEFAULT: u32 = 50;
/// `GET hmi/history`: the most entries, and the least that are kept of each tag.
pub const HISTORY_MAX: u32 = 600;

/// `GET search-context`: chunks unless told.
pub const SEARCH_DEFAULT: u32 = 8;
/// `GET search-context`: the most chunks.
pub const SEARCH_MAX: u32 = 25;
/// `GET search-context`: the longest query, in characters.
pub const SEARCH_QUERY_CHARS_MAX: usize = 1_000;
/// `GET search-context`: the longest text of a chunk, in characters.
pub const CHUNK_CHARS_MAX: usize = 2_000;

/// The most names on a project's list of requested tags: more than one call's body has room for.
pub const REQUESTED_TAGS_MAX: usize = 1_500_000;
/// The longest name of a tag, in characters.
pub const TAG_NAME_CHARS_MAX: usize = 512;
/// The longest name of a rate group, in characters.
pub const GROUP_CHARS_MAX: usize = 64;
/// The longest lease of a requested name, in seconds.
pub const LEASE_SECONDS_MAX: u64 = 86_400;
/// How long a requested name stays on the list after it was last asked for, unless configured.
pub const REQUESTED_TAG_LIFETIME: Duration = Duration::from_mins(15);

/// `POST hmi/values`: the most snapshots in one push.
pub const PUSH_SNAPSHOTS_MAX: usize = 1000;

/// Parts that one snapshot may come in.
pub const SNAPSHOT_PARTS_MAX: u32 = 16;

/// Runs of the program that one push may name.
pub const PUSH_RUNS_MAX: usize = 64;
/// `POST hmi/values`: the longest `interval_ms`.
pub const PUSH_INTERVAL_MS_MAX: u64 = 3_600_000;
/// `POST hmi/values`: the longest `device_id`, in characters.
pub const DEVICE_ID_CHARS_MAX: usize = 256;
/// The highest sequence: what every JSON reader keeps exactly.
pub const SEQUENCE_MAX: u64 = (1 << 53) - 1;
/// The longest idempotency key, in characters.
pub const IDEMPOTENCY_KEY_CHARS_MAX: usize = 255;
/// How long the result of a push is replayed under its idempotency key. Sequences are unique: who
/// sends one again later is answered as well.
pub const PUSH_IDEMPOTENCY_RETENTION: Duration = Duration::from_mins(10);
/// How long the result of another write is replayed under its idempotency key.
pub const IDEMPOTENCY_RETENTION: Duration = Duration::from_hours(24);
/// The largest request body after decoding, in bytes, but for uploads.
pub const BODY_BYTES_MAX: usize = 4_500_000;
/// `file.inline`: the largest file, before it is encoded; `GET source`: the largest parsed model.
pub const INLINE_BYTES_MAX: usize = 4_500_000;
/// The largest body of an upload: the file in base64, and the fields around it.
pub const UPLOAD_BODY_BYTES_MAX: usize = INLINE_BYTES_MAX.div_ceil(3) * 4 + 16_384;

/// `PUT /uploads/{id}`: the largest file; what the reader of projects takes.
pub const STAGED_BYTES_MAX: u64 = 256 << 20;

/// A value is live until it is as old as this many of its session's intervals …
pub const LIVE_INTERVALS: u32 = 3;
/// … but at least for this long.
pub const LIVE_AT_LEAST: Duration = Duration::from_secs(10);

/// Every how many snapshots the bridge sends a complete one.
pub const COMPLETE_EVERY: u64 = 60;
