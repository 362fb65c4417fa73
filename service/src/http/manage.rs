//! Manages projects: `PATCH` and `DELETE /projects/{id}`, `GET /projects/{id}/versions`, and `POST
//! /projects/{id}/versions/{number}/restore`. Not in the specification.

use axum::{
    Json,
    extract::{Path, Request, State},
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use tagbridge_api::{
    project::{Project, ProjectChange, VersionList},
    upload::Uploaded,
};

use super::{authorization, body, envelope::Failure, once};
use crate::core::{Core, manage};

/// Rename, archive or restore a project
///
/// Permission `project_upload`. An archived project is not listed by default, and accepts no new
/// version. The service still stores its pushed values.
#[utoipa::path(
    patch, path = "/projects/{id}", tag = "projects",
    params(("id" = String, Path, description = "The project's id.")),
    request_body = ProjectChange,
    responses((status = 200, description = "The changed project.", body = Project))
)]
pub(super) async fn change_project(
    State(core): State<Core>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    let (caller, project) =
        authorization::admit_to(&core, id, request.headers(), manage::NEEDS).await?;
    let name = once::Name::of(&request)?;
    let body = body::read(&core, request).await?;
    let change: ProjectChange = body::parse(&core, &body)?;
    let write = name.write(&caller, &body);
    let answer =
        core.blocking(move |core| manage::change(core, &caller, &project, &write, &change)).await?;
    Ok(answer.into_response())
}

/// Delete a project
///
/// Permission `project_upload`. The project must be archived, and no session may stream it. The
/// service deletes its versions, values and history permanently.
#[utoipa::path(
    delete, path = "/projects/{id}", tag = "projects",
    params(("id" = String, Path, description = "The project's id.")),
    responses((status = 200, description = "The deleted project.", body = Project))
)]
pub(super) async fn delete_project(
    State(core): State<Core>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    let shown = authorization::shown(&core, request.headers())?;
    let name = once::Name::of(&request);
    let work = move |core: &Core| {
        let caller = core.admit_to_any(&id, &shown, manage::NEEDS)?;
        manage::delete(core, &caller, &id, &name?.write(&caller, &[]))
    };
    Ok(core.blocking(work).await?.into_response())
}

/// List a project's versions
///
/// Permission `code_read`.
#[utoipa::path(
    get, path = "/projects/{id}/versions", tag = "projects",
    params(("id" = String, Path, description = "The project's id.")),
    responses((status = 200, description = "All versions, the newest first.", body = VersionList))
)]
pub(super) async fn list_versions(
    State(core): State<Core>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<VersionList>, Failure> {
    let (_, project) = authorization::admit_to(&core, id, &headers, manage::READ_NEEDS).await?;
    Ok(Json(core.blocking(move |core| manage::list(core, &project)).await?))
}

/// Restore an older version
///
/// Permission `code_write`. Its file becomes the next version, unless it is the current one.
#[utoipa::path(
    post, path = "/projects/{id}/versions/{number}/restore", tag = "projects",
    params(
        ("id" = String, Path, description = "The project's id."),
        ("number" = u32, Path, description = "The version's number."),
    ),
    responses(
        (status = 200, description = "It is already the current version.", body = Uploaded),
        (status = 201, description = "Its file is now the current version.", body = Uploaded),
    )
)]
pub(super) async fn restore_version(
    State(core): State<Core>,
    Path((id, number)): Path<(String, u32)>,
    request: Request,
) -> Result<Response, Failure> {
    let (caller, project) =
        authorization::admit_to(&core, id, request.headers(), manage::VERSION_NEEDS).await?;
    let write = once::Name::of(&request)?.write(&caller, &[]);
    let work = move |core: &Core| manage::use_again(core, &caller, &project, &write, number);
    Ok(core.blocking(work).await?.into_response())
}
