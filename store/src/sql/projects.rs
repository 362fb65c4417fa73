//! Projects and their list.

use rusqlite::params;
use tagbridge_api::project::Project;

use super::{
    Db, OptionalExtension, Row, Transaction,
    column::{count, json, timestamp, to_json},
};
use crate::{Org, ProjectPage, ProjectRef, StoreError, sql};

impl Transaction<'_> {
    /// Adds a project with its `project_id`.
    pub fn add_project(&self, org: &Org, project: &Project) -> Result<ProjectRef, StoreError> {
        let insert = match self.0 {
            // Not the number of a deleted project that still has data.
            Db::Sqlite(_) => {
                "INSERT INTO projects (no, org, id, resource, updated_at)
                 SELECT 1 + coalesce(max(no), 0), ?1, ?2, ?3, ?4
                 FROM (SELECT no FROM projects
                       UNION ALL SELECT project FROM deleted_projects) AS numbers
                 RETURNING no"
            }
            // The numbers of other organizations are not visible.
            Db::Postgres(_) => {
                "INSERT INTO projects (org, id, resource, updated_at) VALUES (?1, ?2, ?3, ?4)
                 RETURNING no"
            }
        };
        let no = self.0.query_row(
            insert,
            params![
                org.as_str(),
                project.project_id,
                to_json(project)?,
                project.updated_at.as_millis()
            ],
            |row| row.get(0),
        )?;
        Ok(ProjectRef { org: org.clone(), no, id: project.project_id.clone() })
    }

    /// The project with this id.
    pub fn find_project(&self, org: &Org, id: &str) -> Result<Option<ProjectRef>, StoreError> {
        let found = self
            .0
            .prepare_cached("SELECT no, id, org FROM projects WHERE org = ?1 AND id = ?2")?
            .query_row([org.as_str(), id], reference)
            .optional()?;
        Ok(found)
    }

    /// The project itself.
    pub fn project(&self, project: &ProjectRef) -> Result<Project, StoreError> {
        let found = self
            .0
            .prepare_cached("SELECT no, resource, updated_at FROM projects WHERE no = ?1")?
            .query_row([project.no], resource)?;
        Ok(found)
    }

    /// Changes it; `updated_at` is the time of the change.
    pub fn save_project(&self, project: &ProjectRef, changed: &Project) -> Result<(), StoreError> {
        self.0
            .prepare_cached("UPDATE projects SET resource = ?2, updated_at = ?3 WHERE no = ?1")?
            .execute(params![project.no, to_json(changed)?, changed.updated_at.as_millis()])?;
        Ok(())
    }

    /// Deletes it with all of its data, except its files, which are swept, and its values, which
    /// [`sweep_deleted`](Projects::sweep_deleted) deletes in portions.
    pub fn delete_project(&self, project: &ProjectRef) -> Result<(), StoreError> {
        for statement in [
            "DELETE FROM stored WHERE stream IN (SELECT no FROM streams WHERE project = ?1)",
            "DELETE FROM live WHERE stream IN (SELECT no FROM streams WHERE project = ?1)",
            "DELETE FROM streams WHERE project = ?1",
            "DELETE FROM sessions WHERE project = ?1",
            "DELETE FROM requests WHERE project = ?1",
            "DELETE FROM parts WHERE project = ?1",
            "DELETE FROM versions WHERE project = ?1",
            "DELETE FROM jobs WHERE id IN (SELECT id FROM exports WHERE project = ?1
                 UNION ALL SELECT id FROM analyses WHERE project = ?1)",
            "DELETE FROM exports WHERE project = ?1",
            "DELETE FROM analyses WHERE project = ?1",
            "DELETE FROM turn_events WHERE turn IN (SELECT turns.id FROM turns JOIN conversations
                 ON conversations.id = turns.conversation WHERE conversations.project = ?1)",
            "DELETE FROM turns WHERE conversation IN
                 (SELECT id FROM conversations WHERE project = ?1)",
            "DELETE FROM conversations WHERE project = ?1",
            "DELETE FROM projects WHERE no = ?1",
            "INSERT INTO deleted_projects (project) VALUES (?1)",
        ] {
            self.0.execute(statement, [project.no])?;
        }
        // A new project may get its number.
        self.1.names.borrow_mut().forget(project.no);
        Ok(())
    }

    /// Deletes a part of the tags and history of deleted projects; returns whether there is more.
    pub fn sweep_deleted(&self, rows: u32) -> Result<bool, StoreError> {
        let project: Option<i64> = self
            .0
            .query_row("SELECT project FROM deleted_projects LIMIT 1", [], |row| row.get(0))
            .optional()?;
        let Some(project) = project else { return Ok(false) };
        let mut swept = 0;
        for statement in [
            "DELETE FROM recent WHERE no IN
                 (SELECT no FROM recent WHERE project = ?1 LIMIT ?2)",
            "DELETE FROM history WHERE no IN
                 (SELECT no FROM history WHERE project = ?1 LIMIT ?2)",
        ] {
            swept += self.0.execute(statement, params![project, rows])?;
        }
        if swept == 0 {
            swept = self.0.execute(
                "DELETE FROM tags WHERE no IN (SELECT no FROM tags WHERE project = ?1 LIMIT ?2)",
                params![project, rows],
            )?;
        }
        if swept == 0 {
            self.0.execute("DELETE FROM deleted_projects WHERE project = ?1", [project])?;
        }
        Ok(true)
    }

    /// Returns the number of an organization's projects, without archived ones.
    pub fn count_projects_of(&self, org: &Org) -> Result<u64, StoreError> {
        let sql =
            "SELECT count(*) FROM projects WHERE org = ?1 AND resource ->> 'archived_at' IS NULL";
        Ok(self.0.query_row(sql, [org.as_str()], count)?)
    }

    /// Number of projects of all organizations, without archived ones.
    pub fn count_projects(&self) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM projects WHERE resource ->> 'archived_at' IS NULL";
        Ok(self.0.query_row(sql, [], count)?)
    }

    /// Returns one page of projects, most recently changed first, archived or not, in `scope`
    /// (`None`: all) and of this team (`None`: any or none), and where the next page begins. A
    /// project that is created or changed while a client reads pages appears before the following
    /// pages, and moves no other project between them.
    pub fn projects(
        &self,
        org: &Org,
        scope: Option<&[String]>,
        team: Option<&str>,
        archived: bool,
        after: Option<ProjectPage>,
        limit: u32,
    ) -> Result<(Vec<Project>, Option<ProjectPage>), StoreError> {
        let after = after.unwrap_or(ProjectPage { touched: i64::MAX, no: i64::MAX });
        let mut statement = self.0.prepare_cached(
            "SELECT no, resource, updated_at FROM projects
             WHERE org = ?5 AND (updated_at, no) < (?1, ?2)
               AND (CAST(?3 AS text) IS NULL OR id IN (SELECT value FROM json_each(?3)))
               AND (resource ->> 'archived_at' IS NOT NULL) = ?6
               AND (CAST(?7 AS text) IS NULL OR team = ?7)
             ORDER BY updated_at DESC, no DESC LIMIT ?4",
        )?;
        let scope = scope.map(to_json).transpose()?;
        let one_more = i64::from(limit) + 1;
        let mut rows = statement.query(params![
            after.touched,
            after.no,
            scope,
            one_more,
            org.as_str(),
            archived,
            team
        ])?;
        let mut page = Vec::new();
        let mut last = None;
        while let Some(row) = rows.next()? {
            if page.len() == limit as usize {
                return Ok((page, last));
            }
            last = Some(ProjectPage { touched: row.get(2)?, no: row.get(0)? });
            page.push(resource(&row)?);
        }
        Ok((page, None))
    }
}

/// Reads the columns `no, id, org`.
pub(crate) fn reference(row: &Row<'_>) -> sql::Result<ProjectRef> {
    Ok(ProjectRef { org: Org::of_id(row.get::<String>(2)?), no: row.get(0)?, id: row.get(1)? })
}

fn resource(row: &Row<'_>) -> sql::Result<Project> {
    let resource: Project = json(row, 1)?;
    Ok(Project { updated_at: timestamp(row, 2)?, ..resource })
}
