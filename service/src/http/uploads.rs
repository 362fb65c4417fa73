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

/// Put a project in
///
/// Permission `project_upload`. The file is read; it becomes a new project, or the next version of
/// the project of its platform whose last file called itself the same and that is shown under the
/// same name. A key with a scope adds versions to projects in it, and makes none. A new project is
/// analyzed.
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
/// Permission `code_write`. The file must be of the project's platform. It becomes the current
/// version, unless it is that already.
#[utoipa::path(
    post, path = "/projects/{id}/versions", tag = "projects",
    params(("id" = String, Path, description = "The project's id.")),
    request_body = Upload,
    responses(
        (status = 200, description = "It is the current version already.", body = Uploaded),
        (status = 201, description = "It is the current version now.", body = Uploaded),
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
