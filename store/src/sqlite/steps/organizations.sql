-- Organizations beside the one that each file has, with their teams.
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

ALTER TABLE projects ADD COLUMN team TEXT;         -- its id
ALTER TABLE idempotency ADD COLUMN org TEXT NOT NULL DEFAULT 'local';
