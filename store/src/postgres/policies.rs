//! Row policies: a transaction may see and write the rows of its organization.
//!
//! This is the second check: the first is that statements ask for an organization, and that the
//! service returns a project only to authorized callers. Constraints: the policies also apply to
//! the owner of the tables (`FORCE`), so that one role can create and use them. A transaction
//! without an organization sees no rows. The service itself sees all (`*`, which is not a valid
//! id). Rows below a project belong to its organization.
//!
//! A push uses hundreds of rows of one project, and a look-up in `projects` for each of them would
//! cost more than the push itself. So a transaction for one project sets its number, and the
//! database checks once whether it belongs to the organization ([`begin`](super::begin)).

/// The migration step that makes PostgreSQL refuse rows of other organizations.
pub(super) const POLICIES: &str = "
CREATE POLICY of_org ON organizations USING ((SELECT current_setting('tagbridge.org', true)) IN ('*', id));
CREATE POLICY of_org ON teams USING ((SELECT current_setting('tagbridge.org', true)) IN ('*', org));
CREATE POLICY of_org ON keys USING ((SELECT current_setting('tagbridge.org', true)) IN ('*', org));
CREATE POLICY of_org ON projects USING ((SELECT current_setting('tagbridge.org', true)) IN ('*', org));
CREATE POLICY of_org ON idempotency USING ((SELECT current_setting('tagbridge.org', true)) IN ('*', org));
CREATE POLICY of_org ON jobs USING ((SELECT current_setting('tagbridge.org', true)) IN ('*', org));
CREATE POLICY of_org ON audit USING ((SELECT current_setting('tagbridge.org', true)) IN ('*', org));
CREATE POLICY of_org ON conversations USING ((SELECT current_setting('tagbridge.org', true)) IN ('*', org));
CREATE POLICY of_org ON uses USING ((SELECT current_setting('tagbridge.org', true)) IN ('*', org));
CREATE POLICY of_org ON exports USING ((SELECT current_setting('tagbridge.org', true)) IN ('*', org));
CREATE POLICY of_org ON analyses USING ((SELECT current_setting('tagbridge.org', true)) IN ('*', org));
CREATE POLICY of_org ON staged USING ((SELECT current_setting('tagbridge.org', true)) IN ('*', org));

CREATE POLICY of_org ON versions USING ((SELECT current_setting('tagbridge.org', true)) = '*'
    OR project = (SELECT nullif(current_setting('tagbridge.project', true), '')::bigint)
    OR EXISTS (SELECT FROM projects WHERE no = versions.project));
CREATE POLICY of_org ON tags USING ((SELECT current_setting('tagbridge.org', true)) = '*'
    OR project = (SELECT nullif(current_setting('tagbridge.project', true), '')::bigint)
    OR EXISTS (SELECT FROM projects WHERE no = tags.project));
CREATE POLICY of_org ON streams USING ((SELECT current_setting('tagbridge.org', true)) = '*'
    OR project = (SELECT nullif(current_setting('tagbridge.project', true), '')::bigint)
    OR EXISTS (SELECT FROM projects WHERE no = streams.project));
CREATE POLICY of_org ON sessions USING ((SELECT current_setting('tagbridge.org', true)) = '*'
    OR project = (SELECT nullif(current_setting('tagbridge.project', true), '')::bigint)
    OR EXISTS (SELECT FROM projects WHERE no = sessions.project));
CREATE POLICY of_org ON recent USING ((SELECT current_setting('tagbridge.org', true)) = '*'
    OR project = (SELECT nullif(current_setting('tagbridge.project', true), '')::bigint)
    OR EXISTS (SELECT FROM projects WHERE no = recent.project));
CREATE POLICY of_org ON history USING ((SELECT current_setting('tagbridge.org', true)) = '*'
    OR project = (SELECT nullif(current_setting('tagbridge.project', true), '')::bigint)
    OR EXISTS (SELECT FROM projects WHERE no = history.project));
CREATE POLICY of_org ON requests USING ((SELECT current_setting('tagbridge.org', true)) = '*'
    OR project = (SELECT nullif(current_setting('tagbridge.project', true), '')::bigint)
    OR EXISTS (SELECT FROM projects WHERE no = requests.project));
CREATE POLICY of_org ON parts USING ((SELECT current_setting('tagbridge.org', true)) = '*'
    OR project = (SELECT nullif(current_setting('tagbridge.project', true), '')::bigint)
    OR EXISTS (SELECT FROM projects WHERE no = parts.project));

CREATE POLICY of_org ON stored USING ((SELECT current_setting('tagbridge.org', true)) = '*'
    OR stream IN (SELECT no FROM streams WHERE project = (SELECT nullif(current_setting('tagbridge.project', true), '')::bigint))
    OR EXISTS (SELECT FROM streams WHERE no = stored.stream));
CREATE POLICY of_org ON live USING ((SELECT current_setting('tagbridge.org', true)) = '*'
    OR stream IN (SELECT no FROM streams WHERE project = (SELECT nullif(current_setting('tagbridge.project', true), '')::bigint))
    OR EXISTS (SELECT FROM streams WHERE no = live.stream));
CREATE POLICY of_org ON turns USING ((SELECT current_setting('tagbridge.org', true)) = '*'
    OR EXISTS (SELECT FROM conversations WHERE id = turns.conversation));
CREATE POLICY of_org ON turn_events USING ((SELECT current_setting('tagbridge.org', true)) = '*'
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
