//! `GET /projects` and `GET /projects/{id}`.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, Uri},
};
use tagbridge_api::{
    limits::{PROJECTS_DEFAULT, PROJECTS_MAX, Tier},
    project::{Project, ProjectList, ProjectListQuery},
};

use super::{envelope::Failure, gate::no_project, query};
use crate::{
    Service,
    store::{self, Page},
};

/// List projects
///
/// Any valid credential. Most recently touched first, filtered to the key's scope.
#[utoipa::path(
    get, path = "/projects", tag = "projects", params(ProjectListQuery),
    responses((status = 200, description = "One page.", body = ProjectList))
)]
pub(super) async fn list_projects(
    State(service): State<Service>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json<ProjectList>, Failure> {
    let key = service.admit(&headers, Tier::Poll).await?;
    let query: ProjectListQuery = query::read(&uri)?;
    let limit = query::limit(query.limit, PROJECTS_DEFAULT, 1..=PROJECTS_MAX)?;
    let after = query.cursor.as_deref().map(read_cursor).transpose()?;
    if query.team_id.is_some() {
        // An embedded service has no teams, so no project belongs to one.
        return Ok(Json(ProjectList { projects: Vec::new(), next_cursor: None }));
    }
    let (projects, next) = service
        .blocking(move |service| {
            let scope = key.projects.as_deref();
            service.store().read(|db| store::list_projects(db, scope, after, limit))
        })
        .await?;
    Ok(Json(ProjectList { projects, next_cursor: next.map(Page::to_cursor) }))
}

/// Read a project's metadata
///
/// Any valid credential. A project outside the key's scope is not found.
#[utoipa::path(
    get, path = "/projects/{id}", tag = "projects",
    params(("id" = String, Path, description = "The project's id.")),
    responses((status = 200, description = "The project.", body = Project))
)]
pub(super) async fn read_project(
    State(service): State<Service>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Project>, Failure> {
    let key = service.admit(&headers, Tier::Poll).await?;
    if !key.covers(&id) {
        return Err(no_project(&id));
    }
    service
        .blocking(move |service| {
            service.store().read(|db| {
                let project = store::find_project(db, &id)?.ok_or_else(|| no_project(&id))?;
                Ok(Json(store::read_project(db, &project)?))
            })
        })
        .await
}

fn read_cursor(cursor: &str) -> Result<Page, Failure> {
    Page::from_cursor(cursor)
        .ok_or_else(|| Failure::bad_request("cursor: must be the `next_cursor` of an earlier page"))
}
