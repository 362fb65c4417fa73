-- A file of the first version, as its program left it: two keys, a project that was streamed, its live view
-- and history, a list of requested names, and an answer that is remembered.
INSERT INTO keys (id, name, hash, permissions, projects, created_at, revoked_at) VALUES
    ('0a', 'bridge', x'0101010101010101010101010101010101010101010101010101010101010101',
     '["hmi_view","hmi_edit"]', NULL, 1767225600000, NULL),
    ('0b', 'reader', x'0202020202020202020202020202020202020202020202020202020202020202',
     '["hmi_view"]', '["prj_1"]', 1767225600001, 1767225700000);
INSERT INTO projects (no, id, resource, updated_at, requests_revision) VALUES
    (7, 'prj_1', '{"project_id":"prj_1","identity_id":"idn_1","name":"Conveyor","vendor":"siemens",
     "current_version_id":"ver_1","created_at":"2026-01-01T00:00:00.000Z",
     "updated_at":"2026-01-01T00:00:00.000Z"}', 1767225600000, 3);
INSERT INTO tags (no, project, name, history_count) VALUES (1, 7, 'Speed', 3), (2, 7, 'Gate', 1);
INSERT INTO streams (no, project, stream_id, last_push_at, pace, backlog_at, base, head) VALUES
    (4, 7, '0b6e7f1c-3a55-4b0e-9a55-1f6f2a1c9d10', 1767225603000, '[1000]', NULL, 1,
     '{"sequence":3,"timestamp":"2026-01-01T00:00:03.000Z",
       "controller":{"name":"L","type":"S7","status":"run","ipAddress":"10.0.0.5"}}');
INSERT INTO stored (stream, first, last) VALUES (4, 1, 3), (4, 7, 9);
INSERT INTO sessions (project, device_id, stream, ended) VALUES (7, 'laptop-7', 4, 0);
INSERT INTO live (stream, tag, position, sequence, value) VALUES
    (4, 1, 0, 3, '{"value":3.5,"type":"REAL","quality":"good","timestamp":"2026-01-01T00:00:03.000Z"}'),
    (4, 2, 1, 1, '{"value":null,"type":"","quality":"bad","reason":"unknown_tag",
                   "timestamp":"2026-01-01T00:00:01.000Z"}');
INSERT INTO history (tag, at, sequence, stream, value) VALUES
    (1, 1767225601000, 1, 4,
     '{"value":1.5,"type":"REAL","quality":"good","timestamp":"2026-01-01T00:00:01.000Z"}'),
    (1, 1767225602000, 2, 4,
     '{"value":2.5,"type":"REAL","quality":"uncertain","reason":"stale","timestamp":"2026-01-01T00:00:02.000Z"}'),
    (1, 1767225603000, 3, 4,
     '{"value":3.5,"type":"REAL","quality":"good","timestamp":"2026-01-01T00:00:03.000Z"}'),
    (2, 1767225601000, 1, 4,
     '{"value":null,"type":"","quality":"bad","reason":"unknown_tag","timestamp":"2026-01-01T00:00:01.000Z"}');
INSERT INTO requests (project, name, position, asked_at) VALUES
    (7, 'Gate', 1, 1767225603000), (7, 'Level', 2, 1767225603000);
INSERT INTO idempotency (key_id, endpoint, idempotency_key, body_hash, response, created_at) VALUES
    ('0a', 'push prj_1', 'k-1', x'0303030303030303030303030303030303030303030303030303030303030303',
     '{}', 1767225603000);
