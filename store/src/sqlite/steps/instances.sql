-- The services that work on the data at the same time, where several may.
CREATE TABLE instances (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,        -- where it is, for people
    files TEXT NOT NULL,       -- which folder of files it has
    lease_until INTEGER NOT NULL
) STRICT;

-- Parts of snapshots that one push has no room for, until the last one has come.
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

ALTER TABLE turns ADD COLUMN instance TEXT NOT NULL DEFAULT ''; -- which one works on it
ALTER TABLE turns ADD COLUMN followed_at INTEGER;  -- when somebody elsewhere followed it last
ALTER TABLE streams ADD COLUMN copied_at INTEGER;  -- when a copy of it was refused last
