//! `GET /projects` and `GET /projects/{id}`.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, Uri},
};
use tagbridge_api::project::{Project, ProjectList, ProjectListQuery};

use super::{authorization, envelope::Failure, query};
use crate::core::{Core, projects};

/// List projects
///
/// Any valid credential. Returns the projects in the key's scope, the most recently changed first.
#[utoipa::path(
    get, path = "/projects", tag = "projects", params(ProjectListQuery),
    responses((status = 200, description = "One page.", body = ProjectList))
)]
pub(super) async fn list_projects(
    State(core): State<Core>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json<ProjectList>, Failure> {
    let caller = authorization::admit(&core, &headers, projects::NEEDS).await?;
    let query: ProjectListQuery = query::read(&uri)?;
    Ok(Json(core.blocking(move |core| projects::list(core, &caller, &query)).await?))
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
    State(core): State<Core>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Project>, Failure> {
    let caller = authorization::admit(&core, &headers, projects::NEEDS).await?;
    Ok(Json(core.blocking(move |core| projects::read(core, &caller, &id)).await?))
}
