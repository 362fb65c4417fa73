//! Which rows a transaction may see and write: those of the organization that it was begun for.
//!
//! It is the second wall: the first is that statements ask for an organization, and that the service hands out
//! a project only to who may have it. Constraints: the owner of the tables is held back, too (`FORCE`), so that
//! one role is enough to make and to serve them; a transaction that says nothing sees nothing; the service
//! itself sees all (`*`, which no organization is called). Rows below a project are its organization's.

/// The step that has PostgreSQL refuse rows of others.
pub(super) const POLICIES: &str = "
CREATE POLICY of_org ON organizations USING
    (current_setting('tagbridge.org', true) IN ('*', id));
CREATE POLICY of_org ON teams USING (current_setting('tagbridge.org', true) IN ('*', org));
CREATE POLICY of_org ON keys USING (current_setting('tagbridge.org', true) IN ('*', org));
CREATE POLICY of_org ON projects USING (current_setting('tagbridge.org', true) IN ('*', org));
CREATE POLICY of_org ON idempotency USING (current_setting('tagbridge.org', true) IN ('*', org));
CREATE POLICY of_org ON jobs USING (current_setting('tagbridge.org', true) IN ('*', org));
CREATE POLICY of_org ON audit USING (current_setting('tagbridge.org', true) IN ('*', org));
CREATE POLICY of_org ON conversations USING (current_setting('tagbridge.org', true) IN ('*', org));
CREATE POLICY of_org ON uses USING (current_setting('tagbridge.org', true) IN ('*', org));
CREATE POLICY of_org ON exports USING (current_setting('tagbridge.org', true) IN ('*', org));
CREATE POLICY of_org ON analyses USING (current_setting('tagbridge.org', true) IN ('*', org));
CREATE POLICY of_org ON staged USING (current_setting('tagbridge.org', true) IN ('*', org));

CREATE POLICY of_org ON versions USING (current_setting('tagbridge.org', true) = '*'
    OR EXISTS (SELECT FROM projects WHERE no = versions.project));
CREATE POLICY of_org ON tags USING (current_setting('tagbridge.org', true) = '*'
    OR EXISTS (SELECT FROM projects WHERE no = tags.project));
CREATE POLICY of_org ON streams USING (current_setting('tagbridge.org', true) = '*'
    OR EXISTS (SELECT FROM projects WHERE no = streams.project));
CREATE POLICY of_org ON sessions USING (current_setting('tagbridge.org', true) = '*'
    OR EXISTS (SELECT FROM projects WHERE no = sessions.project));
CREATE POLICY of_org ON recent USING (current_setting('tagbridge.org', true) = '*'
    OR EXISTS (SELECT FROM projects WHERE no = recent.project));
CREATE POLICY of_org ON history USING (current_setting('tagbridge.org', true) = '*'
    OR EXISTS (SELECT FROM projects WHERE no = history.project));
CREATE POLICY of_org ON requests USING (current_setting('tagbridge.org', true) = '*'
    OR EXISTS (SELECT FROM projects WHERE no = requests.project));
CREATE POLICY of_org ON parts USING (current_setting('tagbridge.org', true) = '*'
    OR EXISTS (SELECT FROM projects WHERE no = parts.project));

CREATE POLICY of_org ON stored USING (current_setting('tagbridge.org', true) = '*'
    OR EXISTS (SELECT FROM streams WHERE no = stored.stream));
CREATE POLICY of_org ON live USING (current_setting('tagbridge.org', true) = '*'
    OR EXISTS (SELECT FROM streams WHERE no = live.stream));
CREATE POLICY of_org ON turns USING (current_setting('tagbridge.org', true) = '*'
    OR EXISTS (SELECT FROM conversations WHERE id = turns.conversation));
CREATE POLICY of_org ON turn_events USING (current_setting('tagbridge.org', true) = '*'
    OR EXISTS (SELECT FROM turns WHERE id = turn_events.turn));

-- Each table with a policy goes by it, whoever owns it.
DO '
DECLARE guarded record;
BEGIN
    FOR guarded IN SELECT DISTINCT tablename FROM pg_policies WHERE schemaname = current_schema() LOOP
        EXECUTE format(''ALTER TABLE %I ENABLE ROW LEVEL SECURITY'', guarded.tablename);
        EXECUTE format(''ALTER TABLE %I FORCE ROW LEVEL SECURITY'', guarded.tablename);
    END LOOP;
END';
";
