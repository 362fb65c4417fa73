-- The tables of version 0.9.0. Never change them: add a step. The repair compares the statements of a
-- file with these statements, so they are as SQLite stored them, with later columns at the end.


CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hash BLOB NOT NULL,
    permissions TEXT NOT NULL, -- JSON: names
    projects TEXT,             -- JSON: ids; NULL: all
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
, org TEXT NOT NULL DEFAULT 'local', device TEXT, expires_at INTEGER, last_used_at INTEGER) STRICT;

CREATE TABLE projects (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    resource TEXT NOT NULL,    -- JSON, without updated_at
    updated_at INTEGER NOT NULL,
    requests_revision INTEGER NOT NULL DEFAULT 0
, org TEXT NOT NULL DEFAULT 'local', team TEXT, names_revision INTEGER NOT NULL DEFAULT 0) STRICT;

-- The names that the tags of a project have had, so that other tables refer to them by number.
CREATE TABLE tags (
    no INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    name TEXT NOT NULL, type TEXT NOT NULL DEFAULT '',
    UNIQUE (project, name)
) STRICT;

CREATE TABLE streams (
    no INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    stream_id TEXT NOT NULL,
    last_push_at INTEGER NOT NULL,
    backlog_at INTEGER,        -- when a snapshot older than the newest run last arrived
    base INTEGER NOT NULL,     -- sequence of the newest complete snapshot; 0: none yet
    head TEXT, interval_ms INTEGER, skew_ms INTEGER, run TEXT, copied_at INTEGER,                 -- JSON: sequence, time and controller of the newest snapshot
    UNIQUE (project, stream_id)
) STRICT;

-- The stored sequences of each stream, permanently, as runs.
CREATE TABLE stored (
    stream INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (stream, first)
) STRICT, WITHOUT ROWID;

-- The device that streams a project, or streamed it last.
CREATE TABLE sessions (
    project INTEGER PRIMARY KEY,
    device_id TEXT NOT NULL,
    stream INTEGER NOT NULL,
    ended INTEGER NOT NULL
, device_name TEXT) STRICT;

CREATE TABLE requests (
    project INTEGER NOT NULL,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    expires_at INTEGER NOT NULL, rate_group TEXT,
    PRIMARY KEY (project, name)
) STRICT, WITHOUT ROWID;

-- The remembered results of writes, until they expire.
CREATE TABLE idempotency (
    key_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    body_hash BLOB NOT NULL,
    response TEXT NOT NULL,
    expires_at INTEGER NOT NULL, status INTEGER NOT NULL DEFAULT 200, lease_until INTEGER, org TEXT NOT NULL DEFAULT 'local',
    PRIMARY KEY (key_id, endpoint, idempotency_key)
) STRICT;

CREATE TABLE versions (
    project INTEGER NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    own_name TEXT NOT NULL,    -- what the file calls its project
    file_name TEXT NOT NULL,
    hash TEXT NOT NULL,        -- SHA-256 of the file, in hexadecimal digits
    created_at INTEGER NOT NULL,
    PRIMARY KEY (project, number)
) STRICT;
CREATE INDEX projects_by_touch ON projects (org, updated_at DESC, no DESC);

-- Jobs that wait or run.
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
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);

-- The log of changes of keys and by keys.
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
, instance TEXT NOT NULL DEFAULT '', followed_at INTEGER) STRICT;
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

-- The use of models, one row for each accepted piece of work.
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

-- The numbers of deleted projects whose rows must still be deleted.
CREATE TABLE deleted_projects (project INTEGER PRIMARY KEY) STRICT;

-- The values of the last pushes, one row for each push, in the order of arrival.
CREATE TABLE recent (
    no INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    stream INTEGER NOT NULL,
    base INTEGER NOT NULL,     -- sequence of the newest complete snapshot then
    sealed BLOB NOT NULL       -- entries, packed behind a checksum
) STRICT;

-- The older values. A row has entries of a few tags and one stream. No index has as many columns as
-- `stored`: the repair recognizes pages by that number.
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

-- The value of each tag of a stream at the time when the last pushes were moved to `history`.
CREATE TABLE live (
    stream INTEGER PRIMARY KEY,
    base INTEGER NOT NULL,     -- sequence of the newest complete snapshot then
    listed INTEGER NOT NULL,   -- so many of the entries it carried
    sealed BLOB NOT NULL
) STRICT;
CREATE INDEX requests_by_expiry ON requests (project, expires_at);

-- The requested files. An export waits or runs while the job with its id exists.
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

-- Runs of analyses, at most one at a time for each version.
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
CREATE INDEX recent_of_project ON recent (project);

-- The secrets that sign links and tokens.
CREATE TABLE secrets (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    secret BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER         -- it was read out of a damaged file
) STRICT;

-- Large files that were uploaded with a link.
CREATE TABLE staged (
    id TEXT PRIMARY KEY,
    org TEXT NOT NULL,
    hash TEXT NOT NULL,        -- SHA-256 of the file, in hexadecimal digits
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX staged_by_age ON staged (created_at);

CREATE TABLE instances (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,        -- where it is, for people
    files TEXT NOT NULL,       -- which folder of files it has
    lease_until INTEGER NOT NULL
, serves INTEGER NOT NULL DEFAULT 1) STRICT;

CREATE TABLE parts (
    project INTEGER NOT NULL,
    stream_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    part INTEGER NOT NULL,
    parts INTEGER NOT NULL,
    heard_at INTEGER NOT NULL,
    tags TEXT NOT NULL,        -- JSON
    PRIMARY KEY (project, stream_id, part)
) STRICT;

CREATE TABLE organizations (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE teams (
    id TEXT PRIMARY KEY,
    org TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX teams_by_org ON teams (org, created_at);

CREATE TABLE enrolments (
    id TEXT PRIMARY KEY,
    org TEXT NOT NULL,
    name TEXT NOT NULL,
    hash BLOB NOT NULL,
    permissions TEXT NOT NULL, -- JSON: names
    projects TEXT,             -- JSON: ids; NULL: all
    uses INTEGER NOT NULL,     -- how many keys it is good for
    used INTEGER NOT NULL,     -- how many there are
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;
CREATE INDEX keys_by_device ON keys (device) WHERE device IS NOT NULL;
