//! The tables in PostgreSQL, with the changes of each version.

use tagbridge_api::Timestamp;

use super::policies::POLICIES;
use crate::{
    DatabaseState, StoreError, TransactionScope,
    messages::{StoreOperation, UnexpectedState},
    sql::{Db, Session},
};

/// Each step brings a database from the version of its index to the next. Never change a step that
/// was released: add one.
///
/// The tables are the same as in the embedded file; the meaning of their columns is described
/// there.
pub(super) const STEPS: &[&str] = &[
    "
-- The elements of a list of texts, as SQLite has them.
CREATE FUNCTION json_each(list text) RETURNS TABLE (key bigint, value text)
    LANGUAGE sql IMMUTABLE AS '
        SELECT no - 1, element FROM json_array_elements_text(list::json) WITH ORDINALITY
            AS each (element, no)';

CREATE TABLE keys (
    rowid bigint GENERATED ALWAYS AS IDENTITY,
    id text PRIMARY KEY,
    org text NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL,
    permissions text NOT NULL,
    projects text,
    device text,
    expires_at bigint,
    last_used_at bigint,
    created_at bigint NOT NULL,
    revoked_at bigint
);

CREATE TABLE projects (
    no bigint PRIMARY KEY,
    id text NOT NULL UNIQUE,
    org text NOT NULL,
    resource json NOT NULL,
    updated_at bigint NOT NULL,
    requests_revision bigint NOT NULL DEFAULT 0
);
CREATE INDEX projects_by_touch ON projects (org, updated_at DESC, no DESC);
CREATE TABLE deleted_projects (project bigint PRIMARY KEY);

CREATE TABLE versions (
    project bigint NOT NULL,
    number bigint NOT NULL,
    id text NOT NULL UNIQUE,
    own_name text NOT NULL,
    file_name text NOT NULL,
    hash text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (project, number)
);
CREATE INDEX versions_by_hash ON versions (hash);

CREATE TABLE tags (
    no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project bigint NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    UNIQUE (project, name)
);

CREATE TABLE streams (
    no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project bigint NOT NULL,
    stream_id text NOT NULL,
    last_push_at bigint NOT NULL,
    backlog_at bigint,
    base bigint NOT NULL,
    head text,
    interval_ms bigint,
    skew_ms bigint,
    run text,
    UNIQUE (project, stream_id)
);

CREATE TABLE stored (
    stream bigint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    PRIMARY KEY (stream, first)
);

CREATE TABLE sessions (
    project bigint PRIMARY KEY,
    device_id text NOT NULL,
    device_name text,
    stream bigint NOT NULL,
    ended boolean NOT NULL
);

CREATE TABLE live (
    stream bigint PRIMARY KEY,
    base bigint NOT NULL,
    listed bigint NOT NULL,
    sealed bytea NOT NULL
);

CREATE TABLE recent (
    no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project bigint NOT NULL,
    stream bigint NOT NULL,
    base bigint NOT NULL,
    sealed bytea NOT NULL
);
CREATE INDEX recent_of_project ON recent (project);

CREATE TABLE history (
    no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project bigint NOT NULL,
    bucket bigint NOT NULL,
    stream bigint NOT NULL,
    low bigint NOT NULL,
    high bigint NOT NULL,
    newest_at bigint NOT NULL,
    cut boolean NOT NULL,
    sealed bytea NOT NULL
);
CREATE INDEX history_by_bucket ON history (bucket, stream, high);
CREATE INDEX history_by_project ON history (project);
-- They are packed already.
ALTER TABLE live ALTER sealed SET STORAGE EXTERNAL;
ALTER TABLE recent ALTER sealed SET STORAGE EXTERNAL;
ALTER TABLE history ALTER sealed SET STORAGE EXTERNAL;

CREATE TABLE requests (
    project bigint NOT NULL,
    name text NOT NULL,
    position bigint NOT NULL,
    expires_at bigint NOT NULL,
    rate_group text,
    PRIMARY KEY (project, name)
);
CREATE INDEX requests_by_expiry ON requests (project, expires_at);

CREATE TABLE idempotency (
    rowid bigint GENERATED ALWAYS AS IDENTITY,
    key_id text NOT NULL,
    endpoint text NOT NULL,
    idempotency_key text NOT NULL,
    body_hash bytea NOT NULL,
    response text NOT NULL,
    status bigint NOT NULL DEFAULT 200,
    expires_at bigint NOT NULL,
    lease_until bigint,
    PRIMARY KEY (key_id, endpoint, idempotency_key)
);
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
CREATE UNIQUE INDEX idempotency_by_row ON idempotency (rowid);

CREATE TABLE jobs (
    no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    org text NOT NULL,
    kind text NOT NULL,
    input text NOT NULL,
    attempt bigint NOT NULL DEFAULT 0,
    lease_until bigint,
    created_at bigint NOT NULL
);

CREATE TABLE audit (
    no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    org text NOT NULL,
    at bigint NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    detail text NOT NULL
);
CREATE INDEX audit_by_org ON audit (org, no);

CREATE TABLE conversations (
    id text PRIMARY KEY,
    org text NOT NULL,
    project bigint NOT NULL,
    kind text NOT NULL,
    name text,
    owner text NOT NULL,
    created_at bigint NOT NULL,
    last_turn_at bigint NOT NULL
);
CREATE INDEX conversations_by_age ON conversations (last_turn_at);

CREATE TABLE turns (
    no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    conversation text NOT NULL,
    version text NOT NULL,
    prompt text NOT NULL,
    write text NOT NULL,
    state text NOT NULL,
    outcome text,
    memory text,
    created_at bigint NOT NULL,
    ended_at bigint
);
CREATE INDEX turns_by_conversation ON turns (conversation, no);
CREATE INDEX turns_by_write ON turns (write);
CREATE INDEX turns_by_end ON turns (ended_at);

CREATE TABLE turn_events (
    turn text NOT NULL,
    number bigint NOT NULL,
    event text NOT NULL,
    data text NOT NULL,
    PRIMARY KEY (turn, number)
);

CREATE TABLE uses (
    no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    org text NOT NULL,
    caller text NOT NULL,
    project text NOT NULL,
    kind text NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    at bigint NOT NULL
);
CREATE INDEX uses_by_org ON uses (org, no);

CREATE TABLE exports (
    no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    org text NOT NULL,
    project bigint NOT NULL,
    kind text NOT NULL,
    version text NOT NULL,
    version_number bigint NOT NULL,
    file text NOT NULL,
    file_name text NOT NULL,
    language text NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint,
    artifact text,
    name text,
    made_of text,
    error text
);
CREATE INDEX exports_by_project ON exports (project);
CREATE INDEX exports_by_file ON exports (file);
CREATE INDEX exports_by_artifact ON exports (artifact);
CREATE INDEX exports_by_source ON exports (made_of);

CREATE TABLE analyses (
    no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    org text NOT NULL,
    project bigint NOT NULL,
    version text NOT NULL,
    language text NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint,
    is_complete boolean,
    failed text,
    results bytea
);
CREATE INDEX analyses_by_project ON analyses (project);
CREATE INDEX analyses_by_version ON analyses (version);
CREATE UNIQUE INDEX analyses_in_flight ON analyses (version) WHERE ended_at IS NULL;

CREATE TABLE secrets (
    no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    secret bytea NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint
);

CREATE TABLE staged (
    id text PRIMARY KEY,
    org text NOT NULL,
    hash text NOT NULL,
    created_at bigint NOT NULL
);
CREATE INDEX staged_by_age ON staged (created_at);
",
    "
CREATE TABLE instances (
    id text PRIMARY KEY,
    name text NOT NULL,
    files text NOT NULL,
    lease_until bigint NOT NULL
);

CREATE TABLE parts (
    project bigint NOT NULL,
    stream_id text NOT NULL,
    sequence bigint NOT NULL,
    part bigint NOT NULL,
    parts bigint NOT NULL,
    heard_at bigint NOT NULL,
    tags text NOT NULL,
    PRIMARY KEY (project, stream_id, part)
);

ALTER TABLE turns ADD COLUMN instance text NOT NULL DEFAULT '';
ALTER TABLE turns ADD COLUMN followed_at bigint;
ALTER TABLE streams ADD COLUMN copied_at bigint;
",
    "
CREATE TABLE organizations (
    id text PRIMARY KEY,
    name text NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE teams (
    id text PRIMARY KEY,
    org text NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL
);
CREATE INDEX teams_by_org ON teams (org, created_at);

ALTER TABLE projects ADD COLUMN team text;
ALTER TABLE projects ALTER no ADD GENERATED BY DEFAULT AS IDENTITY;
SELECT setval(pg_get_serial_sequence('projects', 'no'), coalesce(max(no), 0) + 1, false)
    FROM (SELECT no FROM projects UNION ALL SELECT project FROM deleted_projects) AS numbers;

ALTER TABLE idempotency ADD COLUMN org text NOT NULL DEFAULT 'local';
",
    POLICIES,
    "
CREATE TABLE enrolments (
    id text PRIMARY KEY,
    org text NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL,
    permissions text NOT NULL,
    projects text,
    uses bigint NOT NULL,
    used bigint NOT NULL,
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint
);
CREATE POLICY of_org ON enrolments USING ((SELECT current_setting('tagbridge.org', true)) IN ('*', org));
ALTER TABLE enrolments ENABLE ROW LEVEL SECURITY;
ALTER TABLE enrolments FORCE ROW LEVEL SECURITY;

CREATE INDEX keys_by_device ON keys (device) WHERE device IS NOT NULL;
",
    "ALTER TABLE projects ADD COLUMN names_revision bigint NOT NULL DEFAULT 0",
    "ALTER TABLE instances ADD COLUMN serves bigint NOT NULL DEFAULT 1",
    "
CREATE TABLE billing (org text PRIMARY KEY, kind text NOT NULL, price_cents bigint, currency text);
CREATE POLICY of_org ON billing USING ((SELECT current_setting('tagbridge.org', true)) IN ('*', org));
ALTER TABLE billing ENABLE ROW LEVEL SECURITY;
ALTER TABLE billing FORCE ROW LEVEL SECURITY;
",
];

/// The version of the tables that this program reads and writes.
const VERSION: i64 = STEPS.len().cast_signed() as i64;

/// Upgrades the database to this version, in one exclusive transaction. A database of a newer
/// program is refused.
pub(super) fn migrate(session: &Session) -> Result<(), StoreError> {
    session.begin(super::begin_alone(&TransactionScope::Everybody));
    let done = bring_up(session);
    session.batch(if done.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
    done
}

/// The version of the database's schema.
pub(super) fn pulse(session: &Session) -> Result<DatabaseState, StoreError> {
    let look = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint),
                       (SELECT max(version) FROM tagbridge_schema)";
    let (now, version) = Db::Postgres(session)
        .query_row(look, [], |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?)))?;
    Ok(DatabaseState { now: Timestamp::from_millis(now), is_newer: version > VERSION })
}

fn bring_up(session: &Session) -> Result<(), StoreError> {
    session.batch("CREATE TABLE IF NOT EXISTS tagbridge_schema (version bigint NOT NULL)")?;
    let db = Db::Postgres(session);
    let newest = "SELECT coalesce(max(version), 0) FROM tagbridge_schema";
    let found: i64 = db.query_row(newest, [], |row| row.get(0))?;
    if found > VERSION {
        return Err(StoreError::broken(
            &StoreOperation::Using,
            UnexpectedState::Newer { found, known: VERSION },
        ));
    }
    let done = usize::try_from(found).unwrap_or_default();
    for (version, step) in (1_i64..).zip(STEPS).skip(done) {
        session.batch(step)?;
        db.execute("INSERT INTO tagbridge_schema (version) VALUES (?1)", [version])?;
    }
    Ok(())
}
