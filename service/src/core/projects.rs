//! Projects and their list.
//!
//! A project is touched when its metadata or its version changes, but not by pushed values, which
//! would reorder the list all the time.

use tagbridge_api::{
    Timestamp,
    limits::{PROJECTS_DEFAULT, PROJECTS_MAX, Tier},
    project::{Project, ProjectList, ProjectListItem, ProjectListQuery, Vendor},
};
use tagbridge_store::{Org, ProjectPage, ProjectRef, StoreError, Transaction};
use uuid::Uuid;

use super::{
    AccessRequirement, Caller, Core, Refusal, TechnicalReason, analyses, arguments::check_limit,
    authorization,
};

pub(crate) const NEEDS: AccessRequirement = AccessRequirement::credential(Tier::Poll).or_embedded();

/// The properties of a new project.
#[derive(Debug, Clone)]
pub struct NewProject {
    /// Its name.
    pub name: String,
    /// Its platform.
    pub vendor: Vendor,
}

/// One page of the projects that the caller may see, most recently touched first. Blocks.
pub(crate) fn list(
    core: &Core,
    caller: &Caller,
    query: &ProjectListQuery,
) -> Result<ProjectList, Refusal> {
    let limit = check_limit(query.limit, PROJECTS_DEFAULT, 1..=PROJECTS_MAX)?;
    let after = query.cursor.as_deref().map(read_cursor).transpose()?;
    let archived = query.archived.unwrap_or(false);
    let (projects, next) = core.store_of(&caller.org).read(|tx| {
        let team = query.team_id.as_deref();
        tx.projects(&caller.org, caller.scope(), team, archived, after, limit)
    })?;
    Ok(ProjectList {
        projects: projects.into_iter().map(list_item).collect(),
        next_cursor: next.map(write_cursor),
    })
}

/// A project's metadata; one outside the caller's scope is not found. Blocks.
pub(crate) fn read(core: &Core, caller: &Caller, id: &str) -> Result<Project, Refusal> {
    if !caller.covers(id) {
        return Err(authorization::no_project(id));
    }
    core.store_of(&caller.org).read(|tx| {
        let project = authorization::find(tx, &caller.org, id)?;
        Ok(analyses::summarized(tx, tx.project(&project)?, core.now())?)
    })
}

/// Creates a project without a file. Blocks.
pub(crate) fn create(core: &Core, org: &Org, new: &NewProject) -> Result<Project, StoreError> {
    let (name, vendor) = (&new.name, new.vendor);
    core.store_of(org)
        .write(|tx| add(tx, org, name.clone(), vendor, core.now()).map(|(_, project)| project))
}

/// All archived or all other projects of an organization, most recently touched first. Blocks.
pub(crate) fn all(core: &Core, org: &Org, archived: bool) -> Result<Vec<Project>, StoreError> {
    core.store_of(org).read(|tx| {
        let (projects, _) = tx.projects(org, None, None, archived, None, u32::MAX)?;
        let now = core.now();
        projects.into_iter().map(|project| analyses::summarized(tx, project, now)).collect()
    })
}

/// Adds a project without a file.
pub(super) fn add(
    tx: &Transaction<'_>,
    org: &Org,
    name: String,
    vendor: Vendor,
    now: Timestamp,
) -> Result<(ProjectRef, Project), StoreError> {
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
        archived_at: None,
    };
    Ok((tx.add_project(org, &project)?, project))
}

/// The start of a page, as an opaque text for clients.
fn write_cursor(page: ProjectPage) -> String {
    format!("{:x}.{:x}", page.touched, page.no)
}

fn read_cursor(cursor: &str) -> Result<ProjectPage, Refusal> {
    let read = || {
        let (touched, no) = cursor.split_once('.')?;
        let page = ProjectPage {
            touched: i64::from_str_radix(touched, 16).ok()?,
            no: i64::from_str_radix(no, 16).ok()?,
        };
        (write_cursor(page) == cursor).then_some(page)
    };
    read().ok_or_else(|| Refusal::bad_request(&TechnicalReason::NoCursor))
}

fn list_item(project: Project) -> ProjectListItem {
    ProjectListItem {
        project_id: project.project_id,
        identity_id: project.identity_id,
        name: project.name,
        // Every project was created with both.
        vendor: project.vendor.unwrap_or_default(),
        file_type: project.file_type.unwrap_or_default(),
        current_version_id: project.current_version_id,
        updated_at: project.updated_at,
    }
}
