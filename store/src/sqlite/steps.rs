//! The tables, with the changes of each version.

/// Each step brings a file from the version of its index to the next. Never change a step that
/// was released: add one.
pub(super) const STEPS: &[&str] = &[
    "
CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hash BLOB NOT NULL,
    permissions TEXT NOT NULL, -- JSON: names
    projects TEXT,             -- JSON: ids; NULL: all
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;

CREATE TABLE projects (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    resource TEXT NOT NULL,    -- JSON, without updated_at
    updated_at INTEGER NOT NULL,
    requests_revision INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX projects_by_touch ON projects (updated_at DESC, no DESC);

-- Which names a project's tags ever had, so that other tables need not repeat them.
CREATE TABLE tags (
    no INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    name TEXT NOT NULL,
    history_count INTEGER NOT NULL DEFAULT 0,
    UNIQUE (project, name)
) STRICT;

CREATE TABLE streams (
    no INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    stream_id TEXT NOT NULL,
    last_push_at INTEGER NOT NULL,
    pace TEXT NOT NULL,        -- JSON: the last push intervals
    backlog_at INTEGER,        -- when a snapshot older than the newest run last arrived
    base INTEGER NOT NULL,     -- sequence of the newest complete snapshot; 0: none yet
    head TEXT,                 -- JSON: sequence, time and controller of the newest snapshot
    UNIQUE (project, stream_id)
) STRICT;

-- Which sequences of a stream are stored, for ever, as runs.
CREATE TABLE stored (
    stream INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (stream, first)
) STRICT, WITHOUT ROWID;

-- Who streams a project, or did last.
CREATE TABLE sessions (
    project INTEGER PRIMARY KEY,
    device_id TEXT NOT NULL,
    stream INTEGER NOT NULL,
    ended INTEGER NOT NULL
) STRICT;

-- What each tag was in the newest snapshot that carried it.
CREATE TABLE live (
    stream INTEGER NOT NULL,
    tag INTEGER NOT NULL,
    position INTEGER NOT NULL, -- where it stands in the session's list
    sequence INTEGER NOT NULL,
    value TEXT NOT NULL,       -- JSON: a tag's value
    PRIMARY KEY (stream, tag)
) STRICT, WITHOUT ROWID;

CREATE TABLE history (
    tag INTEGER NOT NULL,
    at INTEGER NOT NULL,       -- the snapshot's time, or the arrival where that cannot be true
    sequence INTEGER NOT NULL,
    stream INTEGER NOT NULL,
    value TEXT NOT NULL,       -- JSON: a tag's value
    PRIMARY KEY (tag, at, sequence, stream)
) STRICT, WITHOUT ROWID;

CREATE TABLE requests (
    project INTEGER NOT NULL,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    asked_at INTEGER NOT NULL,
    PRIMARY KEY (project, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX requests_by_age ON requests (project, asked_at);

CREATE TABLE idempotency (
    key_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    body_hash BLOB NOT NULL,
    response TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (key_id, endpoint, idempotency_key)
) STRICT;
CREATE INDEX idempotency_by_age ON idempotency (created_at);
",
    "
ALTER TABLE streams ADD COLUMN interval_ms INTEGER; -- from push to push, as the bridge means it
",
    "
CREATE TABLE versions (
    project INTEGER NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    own_name TEXT NOT NULL,    -- what the file calls its project
    file_name TEXT NOT NULL,
    hash TEXT NOT NULL,        -- SHA-256 of the file, in hexadecimal digits
    file BLOB NOT NULL,        -- as it came
    created_at INTEGER NOT NULL,
    PRIMARY KEY (project, number)
) STRICT;

ALTER TABLE idempotency ADD COLUMN status INTEGER NOT NULL DEFAULT 200;
",
    "
ALTER TABLE history RENAME TO history_rows;

-- What the last pushes brought, each as one piece, in the order of arrival.
CREATE TABLE recent (
    no INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    entries BLOB NOT NULL      -- packed, each behind its tag
) STRICT;
CREATE INDEX recent_by_project ON recent (project);

-- The rest, sorted out by tag.
CREATE TABLE history (
    no INTEGER PRIMARY KEY,
    tag INTEGER NOT NULL,
    entries BLOB NOT NULL      -- packed
) STRICT;
CREATE INDEX history_by_tag ON history (tag);
",
    "
ALTER TABLE keys ADD COLUMN org TEXT NOT NULL DEFAULT 'local';
ALTER TABLE projects ADD COLUMN org TEXT NOT NULL DEFAULT 'local';
DROP INDEX projects_by_touch;
CREATE INDEX projects_by_touch ON projects (org, updated_at DESC, no DESC);

ALTER TABLE idempotency ADD COLUMN lease_until INTEGER; -- while it is being done

-- What waits or runs; what is over has left.
CREATE TABLE jobs (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    org TEXT NOT NULL,
    kind TEXT NOT NULL,
    input TEXT NOT NULL,       -- JSON, as its kind has it
    attempt INTEGER NOT NULL DEFAULT 0,
    lease_until INTEGER,       -- NULL: nobody has taken it yet
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX versions_by_hash ON versions (hash);
",
    "
-- Until when each result is remembered: pushes for minutes, other writes for a day.
DROP INDEX idempotency_by_age;
ALTER TABLE idempotency RENAME COLUMN created_at TO expires_at;
UPDATE idempotency SET expires_at = expires_at + 24 * 60 * 60 * 1000;
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
",
    "
ALTER TABLE keys ADD COLUMN device TEXT;         -- NULL: any
ALTER TABLE keys ADD COLUMN expires_at INTEGER;  -- NULL: never
ALTER TABLE keys ADD COLUMN last_used_at INTEGER;
-- Pushing was part of hmi_edit: who could, still can.
UPDATE keys SET permissions = json_insert(permissions, '$[#]', 'hmi_push')
    WHERE EXISTS (SELECT 1 FROM json_each(permissions) WHERE value = 'hmi_edit');

-- What was done with keys and to them.
CREATE TABLE audit (
    no INTEGER PRIMARY KEY,
    org TEXT NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,       -- a key's id, or 'owner'
    action TEXT NOT NULL,      -- a stable code
    subject TEXT NOT NULL,     -- the id of a project or a key
    detail TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_org ON audit (org, no);
",
    "
ALTER TABLE streams DROP COLUMN pace;
ALTER TABLE streams ADD COLUMN skew_ms INTEGER; -- this clock less the bridge's
",
    "
-- Each behind its checksum.
ALTER TABLE recent RENAME COLUMN entries TO sealed;
ALTER TABLE history RENAME COLUMN entries TO sealed;
",
    "
CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    org TEXT NOT NULL,
    project INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT,
    owner TEXT NOT NULL,       -- the id of a key or a token
    created_at INTEGER NOT NULL,
    last_turn_at INTEGER NOT NULL
) STRICT;
CREATE INDEX conversations_by_age ON conversations (last_turn_at);

CREATE TABLE turns (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    conversation TEXT NOT NULL,
    version TEXT NOT NULL,
    prompt TEXT NOT NULL,
    write TEXT NOT NULL,       -- JSON: caller, endpoint and idempotency key
    state TEXT NOT NULL,
    outcome TEXT,              -- JSON
    memory TEXT,               -- JSON: what the next question may refer to
    created_at INTEGER NOT NULL,
    ended_at INTEGER           -- NULL: it runs
) STRICT;
CREATE INDEX turns_by_conversation ON turns (conversation, no);
CREATE INDEX turns_by_write ON turns (write);
CREATE INDEX turns_by_end ON turns (ended_at);

CREATE TABLE turn_events (
    turn TEXT NOT NULL,
    number INTEGER NOT NULL,
    event TEXT NOT NULL,
    data TEXT NOT NULL,        -- JSON
    PRIMARY KEY (turn, number)
) STRICT, WITHOUT ROWID;

-- What was used, one row for each accepted piece of work.
CREATE TABLE uses (
    no INTEGER PRIMARY KEY,
    org TEXT NOT NULL,
    caller TEXT NOT NULL,
    project TEXT NOT NULL,
    kind TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX uses_by_org ON uses (org, no);
",
    "
ALTER TABLE sessions ADD COLUMN device_name TEXT; -- what people call it
ALTER TABLE streams ADD COLUMN run TEXT; -- the run of the bridge's program that pushed it last

-- What of them is still to be swept, by the number that they had.
CREATE TABLE deleted_projects (project INTEGER PRIMARY KEY) STRICT;
",
    "
ALTER TABLE recent RENAME TO old_recent;
DROP INDEX recent_by_project;
ALTER TABLE history RENAME TO old_history;
DROP INDEX history_by_tag;
ALTER TABLE live RENAME TO old_live;
ALTER TABLE tags DROP COLUMN history_count;
ALTER TABLE tags ADD COLUMN type TEXT NOT NULL DEFAULT ''; -- as the controller called it last

-- What the last pushes brought, each as one row, in the order of arrival.
CREATE TABLE recent (
    no INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    stream INTEGER NOT NULL,
    base INTEGER NOT NULL,     -- sequence of the newest complete snapshot then
    sealed BLOB NOT NULL       -- entries, packed behind a checksum
) STRICT;
CREATE INDEX recent_by_project ON recent (project);

-- The rest, sorted out (no index has as many columns as `stored`: salvaging takes pages by that). A row has entries of a few tags and one stream.
CREATE TABLE history (
    no INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    bucket INTEGER NOT NULL,   -- of the tags
    stream INTEGER NOT NULL,
    low INTEGER NOT NULL,      -- sequences
    high INTEGER NOT NULL,
    newest_at INTEGER NOT NULL,
    cut INTEGER NOT NULL,      -- what was kept of rows until newest_at, when they were taken out
    sealed BLOB NOT NULL
) STRICT;
CREATE INDEX history_by_bucket ON history (bucket, stream, high);
CREATE INDEX history_by_project ON history (project);

-- What each tag of a stream was when the last pushes were sorted out.
CREATE TABLE live (
    stream INTEGER PRIMARY KEY,
    base INTEGER NOT NULL,     -- sequence of the newest complete snapshot then
    listed INTEGER NOT NULL,   -- so many of the entries it carried
    sealed BLOB NOT NULL
) STRICT;
",
    "
DROP INDEX requests_by_age;
ALTER TABLE requests RENAME COLUMN asked_at TO expires_at;
UPDATE requests SET expires_at = expires_at + 15 * 60 * 1000;
ALTER TABLE requests ADD COLUMN rate_group TEXT; -- NULL: none was named
CREATE INDEX requests_by_expiry ON requests (project, expires_at);
",
    "
-- Files that were asked for. One waits or runs for as long as the job of its id is there.
CREATE TABLE exports (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    org TEXT NOT NULL,
    project INTEGER NOT NULL,
    kind TEXT NOT NULL,
    version TEXT NOT NULL,     -- its id
    version_number INTEGER NOT NULL,
    file TEXT NOT NULL,        -- the version's, by its hash
    file_name TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,          -- NULL: it waits or runs
    artifact TEXT,             -- what there is to download, by its hash
    name TEXT,                 -- what to call it
    made_of TEXT,              -- the same makes no other
    error TEXT                 -- JSON: why there is nothing
) STRICT;
CREATE INDEX exports_by_project ON exports (project);
CREATE INDEX exports_by_file ON exports (file);
CREATE INDEX exports_by_artifact ON exports (artifact);
CREATE INDEX exports_by_source ON exports (made_of);

-- Runs of analyses, one at a time for each version.
CREATE TABLE analyses (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    org TEXT NOT NULL,
    project INTEGER NOT NULL,
    version TEXT NOT NULL,     -- its id
    language TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,          -- NULL: it waits or runs
    is_complete INTEGER,       -- 0: it failed
    failed TEXT,               -- JSON: the phases that did
    results BLOB               -- JSON, packed with zstd; NULL: none, or not kept any more
) STRICT;
CREATE INDEX analyses_by_project ON analyses (project);
CREATE INDEX analyses_by_version ON analyses (version);
CREATE UNIQUE INDEX analyses_in_flight ON analyses (version) WHERE ended_at IS NULL;
",
    "
-- From here on what `sealed` has may stand in columns. An older program would take that for damage, and
-- so must see that the file is a newer one's: by its version, and by a name.
DROP INDEX recent_by_project;
CREATE INDEX recent_of_project ON recent (project);
",
    "
-- What signs links and tokens.
CREATE TABLE secrets (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    secret BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER         -- it was read out of a damaged file
) STRICT;

-- Large files that came by a link of their own.
CREATE TABLE staged (
    id TEXT PRIMARY KEY,
    org TEXT NOT NULL,
    hash TEXT NOT NULL,        -- SHA-256 of the file, in hexadecimal digits
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX staged_by_age ON staged (created_at);
",
    include_str!("steps/instances.sql"),
    include_str!("steps/organizations.sql"),
    include_str!("steps/enrolments.sql"),
    include_str!("steps/names.sql"),
    "ALTER TABLE instances ADD COLUMN serves INTEGER NOT NULL DEFAULT 1; -- 0: it answers an assistant",
    "
-- Organizations that pay for each project.
CREATE TABLE billing (
    org TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    price_cents INTEGER,       -- NULL: billing is not set up yet
    currency TEXT
) STRICT;
",
];
