//! Projects and their list.
//!
//! A project is touched when its metadata or its version changes. Pushed values do not touch it:
//! the list would be in motion all the time.

use rusqlite::{Connection, OptionalExtension, Row, params};
use tagbridge_api::{
    Timestamp,
    project::{Project, ProjectListItem, Vendor},
};
use uuid::Uuid;

use super::{StoreError, json, timestamp, to_json};

/// A project's number within this file.
pub(super) type ProjectNo = i64;

/// A project that exists.
#[derive(Debug, Clone)]
pub(crate) struct ProjectRef {
    pub(crate) no: ProjectNo,
    pub(crate) id: String,
}

/// A project to be made.
#[derive(Debug, Clone)]
pub struct NewProject {
    /// Its name.
    pub name: String,
    /// Its platform.
    pub vendor: Vendor,
}

/// Where a page of the list begins: after the project that was touched then and has this number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) touched: i64,
    pub(crate) no: ProjectNo,
}

impl Page {
    /// As text that a client hands back and never looks into.
    pub(crate) fn to_cursor(self) -> String {
        format!("{:x}.{:x}", self.touched, self.no)
    }

    /// From that text; `None`: it is none of ours.
    pub(crate) fn from_cursor(cursor: &str) -> Option<Self> {
        let (touched, no) = cursor.split_once('.')?;
        let page = Self {
            touched: i64::from_str_radix(touched, 16).ok()?,
            no: i64::from_str_radix(no, 16).ok()?,
        };
        (page.to_cursor() == cursor).then_some(page)
    }
}

/// Makes an empty project.
pub(crate) fn create_project(
    db: &Connection,
    project: NewProject,
    now: Timestamp,
) -> Result<Project, StoreError> {
    let (_, project) = insert_project(db, project.name, project.vendor, now)?;
    Ok(project)
}

/// Makes a project whose file is still to come.
pub(super) fn insert_project(
    db: &Connection,
    name: String,
    vendor: Vendor,
    now: Timestamp,
) -> rusqlite::Result<(ProjectNo, Project)> {
    let fresh_id = |prefix| format!("{prefix}_{}", Uuid::new_v4().simple());
    let project = Project {
        project_id: fresh_id("prj"),
        identity_id: fresh_id("idn"),
        name,
        display_name: None,
        vendor: Some(vendor),
        file_type: Some(vendor.file_type().to_owned()),
        file_size_bytes: None,
        original_filename: None,
        current_version_id: fresh_id("ver"),
        version_number: Some(1),
        analysis_status: None,
        created_at: now,
        updated_at: now,
    };
    db.execute(
        "INSERT INTO projects (id, resource, updated_at) VALUES (?1, ?2, ?3)",
        params![project.project_id, to_json(&project)?, now.as_millis()],
    )?;
    Ok((db.last_insert_rowid(), project))
}

/// The project with this id.
pub(crate) fn find_project(db: &Connection, id: &str) -> rusqlite::Result<Option<ProjectRef>> {
    db.prepare_cached("SELECT no, id FROM projects WHERE id = ?1")?
        .query_row([id], |row| Ok(ProjectRef { no: row.get(0)?, id: row.get(1)? }))
        .optional()
}

/// The project itself.
pub(crate) fn read_project(db: &Connection, project: &ProjectRef) -> rusqlite::Result<Project> {
    db.prepare_cached("SELECT no, resource, updated_at FROM projects WHERE no = ?1")?
        .query_row([project.no], resource)
}

/// All projects, most recently touched first.
pub(crate) fn all_projects(db: &Connection) -> Result<Vec<Project>, StoreError> {
    let mut statement = db.prepare(
        "SELECT no, resource, updated_at FROM projects ORDER BY updated_at DESC, no DESC",
    )?;
    let projects = statement.query_map([], resource)?;
    Ok(projects.collect::<Result<_, _>>()?)
}

/// One page, most recently touched first, of those in `scope` (none given: all), and where the
/// next page begins. A project that is made or touched while a client turns pages stands before
/// the pages that are still to come; it shifts none of them.
pub(crate) fn list_projects(
    db: &Connection,
    scope: Option<&[String]>,
    after: Option<Page>,
    limit: u32,
) -> rusqlite::Result<(Vec<ProjectListItem>, Option<Page>)> {
    let after = after.unwrap_or(Page { touched: i64::MAX, no: i64::MAX });
    let mut statement = db.prepare_cached(
        "SELECT no, resource, updated_at FROM projects
         WHERE (updated_at, no) < (?1, ?2)
           AND (?3 IS NULL OR id IN (SELECT value FROM json_each(?3)))
         ORDER BY updated_at DESC, no DESC LIMIT ?4",
    )?;
    let scope = scope.map(to_json_list).transpose()?;
    let mut rows = statement.query(params![after.touched, after.no, scope, limit + 1])?;
    let mut items = Vec::new();
    let mut last = None;
    while let Some(row) = rows.next()? {
        if items.len() == limit as usize {
            return Ok((items, last));
        }
        last = Some(Page { touched: row.get(2)?, no: row.get(0)? });
        items.push(list_item(resource(row)?));
    }
    Ok((items, None))
}

fn to_json_list(ids: &[String]) -> rusqlite::Result<String> {
    to_json(&ids)
}

fn resource(row: &Row<'_>) -> rusqlite::Result<Project> {
    let resource: Project = json(row, 1)?;
    Ok(Project { updated_at: timestamp(row, 2)?, ..resource })
}

fn list_item(project: Project) -> ProjectListItem {
    ProjectListItem {
        project_id: project.project_id,
        identity_id: project.identity_id,
        name: project.name,
        // Every project here was made with both.
        vendor: project.vendor.unwrap_or(Vendor::AllenBradley),
        file_type: project.file_type.unwrap_or_default(),
        current_version_id: project.current_version_id,
        updated_at: project.updated_at,
    }
}
