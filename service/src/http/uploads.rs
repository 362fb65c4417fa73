//! `POST /projects` and `POST /projects/{id}/versions`: a vendor's file becomes a version.

use axum::{
    extract::{Path, Request, State},
    http::StatusCode,
    response::Response,
};
use base64::{Engine, prelude::BASE64_STANDARD};
use tagbridge_api::{
    ErrorCode, Permission,
    limits::{INLINE_BYTES_MAX, Tier, UPLOAD_BODY_BYTES_MAX},
    upload::{Resolution, Upload, UploadFile, Uploaded},
};
use tagbridge_project::ProjectError;

use super::{body, envelope::Failure, idempotency};
use crate::{
    Service,
    store::{self, NewVersion, VersionError},
    upload,
};

/// The longest name of a file or a project, in characters.
const NAME_CHARS_MAX: usize = 256;

/// What to do with a file that is too large to be sent.
const ADD_INSTEAD: &str = "Put it in with `tagbridge project add`, which knows no such limit.";

/// Put a project in
///
/// Permission `project_upload`. The file is read; it becomes a new project, or the next version of
/// the project of its platform whose last file called itself the same and that is shown under the
/// same name. A key with a scope adds versions to projects in it, and makes none.
#[utoipa::path(
    post, path = "/projects", tag = "projects", request_body = Upload,
    responses(
        (status = 200, description = "It is the current version already.", body = Uploaded),
        (status = 201, description = "It is a new project or a new version.", body = Uploaded),
    )
)]
pub(super) async fn upload_project(
    State(service): State<Service>,
    request: Request,
) -> Result<Response, Failure> {
    let key =
        service.admit_with(Permission::ProjectUpload, request.headers(), Tier::Standard).await?;
    let projects = key.projects.clone();
    let scope = idempotency::scope(key, request.method(), request.uri().path(), request.headers())?;
    let body = body::read_up_to(request, UPLOAD_BODY_BYTES_MAX, ADD_INSTEAD).await?;
    service
        .blocking(move |service| {
            let version = version(&body)?;
            service.write_once_as(&scope, &body, |db, now| {
                store::ingest(db, &version, projects.as_deref(), now).map(with_status)
            })
        })
        .await
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
    State(service): State<Service>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    let (key, project) =
        service.admit_to(id, Permission::CodeWrite, request.headers(), Tier::Standard).await?;
    let scope = idempotency::scope(key, request.method(), request.uri().path(), request.headers())?;
    let body = body::read_up_to(request, UPLOAD_BODY_BYTES_MAX, ADD_INSTEAD).await?;
    service
        .blocking(move |service| {
            let version = version(&body)?;
            service.write_once_as(&scope, &body, |db, now| {
                store::add_version(db, &project, &version, now).map(with_status)
            })
        })
        .await
}

fn with_status(uploaded: Uploaded) -> (StatusCode, Uploaded) {
    let status = match uploaded.resolution {
        Resolution::IdenticalFile => StatusCode::OK,
        _ => StatusCode::CREATED,
    };
    (status, uploaded)
}

/// The version that a body asks for.
fn version(body: &[u8]) -> Result<NewVersion, Failure> {
    let Upload { original_filename, name, file, .. } = body::parse(body)?;
    for (field, name) in [("originalFilename", Some(&original_filename)), ("name", name.as_ref())] {
        let length = name.map_or(1, |name| name.trim().chars().count());
        if !(1..=NAME_CHARS_MAX).contains(&length) {
            return Err(Failure::bad_request(format!(
                "{field}: must have 1 to {NAME_CHARS_MAX} characters, found {length}"
            )));
        }
    }
    let bytes = inline(file)?;
    upload::read(name, &original_filename, bytes).map_err(|error| unreadable(&error))
}

fn inline(file: UploadFile) -> Result<Vec<u8>, Failure> {
    let text = match (file.inline, file.blob_url) {
        (Some(text), None) => text,
        (None, Some(_)) => {
            return Err(Failure::bad_request(
                "file.blob_url: this service has no large-file flow",
            )
            .for_user("The file cannot be fetched from there.")
            .suggesting(
                "Send file.inline, up to 4.5 MB; put a larger file in with `tagbridge project add`.",
            ));
        }
        _ => {
            return Err(Failure::bad_request("file: must have exactly one of inline and blob_url"));
        }
    };
    // What is too large need not be decoded to be refused.
    if text.len() / 4 * 3 > INLINE_BYTES_MAX + 3 {
        return Err(too_large());
    }
    let bytes = BASE64_STANDARD
        .decode(text.as_bytes())
        .map_err(|error| Failure::bad_request(format!("file.inline: is not base64: {error}")))?;
    if bytes.len() > INLINE_BYTES_MAX {
        return Err(too_large());
    }
    Ok(bytes)
}

fn too_large() -> Failure {
    Failure::new(
        ErrorCode::PayloadTooLarge,
        format!("file.inline: the file is larger than {INLINE_BYTES_MAX} bytes"),
    )
    .for_user("The file is too large to be sent this way.")
    .suggesting(ADD_INSTEAD)
}

fn unreadable(error: &ProjectError) -> Failure {
    Failure::new(ErrorCode::ProjectUnreadable, error.to_string())
        .for_user(format!("The file cannot be read as a project: {error}."))
        .suggesting(error.remedy.clone())
}

impl From<VersionError> for Failure {
    fn from(error: VersionError) -> Self {
        match error {
            VersionError::Database(error) => error.into(),
            VersionError::OtherVendor { .. } => Self::bad_request(error.to_string())
                .for_user("The file is of another platform than the project.")
                .suggesting("Send a file of the project's platform, or make a new project of it."),
            VersionError::OutOfScope => {
                Self::new(ErrorCode::ProjectScopeForbidden, error.to_string())
                    .for_user("The API key may not make a project.")
                    .suggesting(
                        "Use a key for all projects, or POST /projects/{id}/versions of a project \
                         in the key's scope.",
                    )
            }
        }
    }
}
