//! `POST /projects` and `POST /projects/{id}/versions`: a vendor's file becomes a version.

use axum::{
    extract::{Path, Request, State},
    response::{IntoResponse, Response},
};
use tagbridge_api::{
    limits::UPLOAD_BODY_BYTES_MAX,
    upload::{Upload, Uploaded},
};

use super::{
    authorization, body,
    envelope::{Failure, language},
    once, origin,
};
use crate::core::{
    Advice, Core,
    uploads::{self, UploadContext},
};

/// Upload a project
///
/// Permission `project_upload`. The file becomes a new project, or the next version of an existing
/// project: one of the same platform with the same name, whose last file has the same project name.
/// A key with a scope can only add versions to its projects. A new project is analysed.
#[utoipa::path(
    post, path = "/projects", tag = "projects", request_body = Upload,
    responses(
        (status = 201, description = "It is a new project or a new version, or the current one \
            already: `resolution` says which.", body = Uploaded),
    )
)]
pub(super) async fn upload_project(
    State(core): State<Core>,
    request: Request,
) -> Result<Response, Failure> {
    let caller = authorization::admit(&core, request.headers(), uploads::INGEST_NEEDS).await?;
    let around = around(&core, &request);
    let name = once::Name::of(&request)?;
    let body = body::read_up_to(&core, request, UPLOAD_BODY_BYTES_MAX, Advice::StageUpload).await?;
    let upload: Upload = body::parse(&core, &body)?;
    let write = name.write(&caller, &body);
    Ok(uploads::ingest(&core, &caller, write, upload, around).await?.into_response())
}

/// Add a version to a project
///
/// Permission `code_write`. The file must have the project's platform. It becomes the current
/// version, unless it is equal to the current version.
#[utoipa::path(
    post, path = "/projects/{id}/versions", tag = "projects",
    params(("id" = String, Path, description = "The project's id.")),
    request_body = Upload,
    responses(
        (status = 200, description = "It is already the current version.", body = Uploaded),
        (status = 201, description = "It is now the current version.", body = Uploaded),
    )
)]
pub(super) async fn upload_version(
    State(core): State<Core>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    let (caller, project) =
        authorization::admit_to(&core, id, request.headers(), uploads::VERSION_NEEDS).await?;
    let around = around(&core, &request);
    let name = once::Name::of(&request)?;
    let body = body::read_up_to(&core, request, UPLOAD_BODY_BYTES_MAX, Advice::StageUpload).await?;
    let upload: Upload = body::parse(&core, &body)?;
    let write = name.write(&caller, &body);
    Ok(uploads::add_version(&core, &caller, project, write, upload, around).await?.into_response())
}

fn around(core: &Core, request: &Request) -> UploadContext {
    UploadContext {
        origin: origin::of(core, request.headers()),
        given: request.extensions().get().cloned(),
        language: language(request.headers()),
    }
}
