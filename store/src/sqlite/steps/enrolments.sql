-- Codes by which devices get keys of their own.
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

-- A broker's message names its device.
CREATE INDEX keys_by_device ON keys (device) WHERE device IS NOT NULL;
