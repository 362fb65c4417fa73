//! `POST /projects/{id}/exports/plc` and `…/pdf`, `GET /exports/{exportId}` and its download.

use axum::{
    Json,
    extract::{Path, Request, State},
    http::{HeaderMap, Uri},
    response::Response,
};
use tagbridge_api::export::{Export, ExportKind, ExportStarted};

use super::{
    attachment, authorization,
    envelope::{Failure, language},
    once,
};
use crate::core::{Core, exports};

/// Export the vendor's file
///
/// Permission `export_plc`. A job prepares the unchanged file of the current version.
#[utoipa::path(
    post, path = "/projects/{id}/exports/plc", tag = "exports",
    params(("id" = String, Path, description = "The project's id.")),
    responses((status = 202, description = "The export was started.", body = ExportStarted))
)]
pub(super) async fn export_plc(
    State(core): State<Core>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    start(&core, id, request, ExportKind::Plc).await
}

/// Export a report
///
/// Permission `export_pdf`. A report of the current version as a PDF, in the language that
/// `Accept-Language` prefers (English, German).
#[utoipa::path(
    post, path = "/projects/{id}/exports/pdf", tag = "exports",
    params(("id" = String, Path, description = "The project's id.")),
    responses((status = 202, description = "The export was started.", body = ExportStarted))
)]
pub(super) async fn export_pdf(
    State(core): State<Core>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    start(&core, id, request, ExportKind::Pdf).await
}

async fn start(
    core: &Core,
    id: String,
    request: Request,
    kind: ExportKind,
) -> Result<Response, Failure> {
    let (caller, project) =
        authorization::admit_to(core, id, request.headers(), exports::required_permission(kind))
            .await?;
    let write = once::Name::of(&request)?.write(&caller, &[]);
    let language = language(request.headers());
    let answer = exports::start(core, caller, project, write, kind, language).await?;
    Ok(once::accepted(answer))
}

/// Read the status of an export
///
/// Permission `export_plc` or `export_pdf`, depending on the export. An export is stored for 7 days
/// after its end.
#[utoipa::path(
    get, path = "/exports/{exportId}", tag = "exports",
    params(("exportId" = String, Path, description = "The export's id.")),
    responses((status = 200, description = "The status.", body = Export))
)]
pub(super) async fn read_export(
    State(core): State<Core>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Export>, Failure> {
    let caller = authorization::admit(&core, &headers, exports::READ_NEEDS).await?;
    let language = language(&headers);
    Ok(Json(core.blocking(move |core| exports::read(core, &caller, &id, language)).await?))
}

/// Download an exported file
///
/// Permission `export_plc` or `export_pdf`, depending on the export. A request for a single range
/// of bytes returns that range.
#[utoipa::path(
    get, path = "/exports/{exportId}/download", tag = "exports",
    params(
        ("exportId" = String, Path, description = "The export's id."),
        ("Range" = Option<String>, Header, description = "The requested range of bytes."),
    ),
    responses(
        (status = 200, description = "The file.", content(
            (Vec<u8> = "application/octet-stream"), (Vec<u8> = "application/pdf"),
            (Vec<u8> = "application/xml"), (Vec<u8> = "application/zip"),
        )),
        (status = 206, description = "A part of the file.", content(
            (Vec<u8> = "application/octet-stream"), (Vec<u8> = "application/pdf"),
            (Vec<u8> = "application/xml"), (Vec<u8> = "application/zip"),
        )),
        (status = 304, description = "The client already has the file (`If-None-Match`)."),
        (status = 416, description = "The requested range is beyond the end of the file.",
            body = tagbridge_api::Error),
    )
)]
pub(super) async fn download_export(
    State(core): State<Core>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let shown = authorization::shown_or_link(&core, &headers, &uri)?;
    let find = move |core: &Core| {
        let caller = core.admit(&shown, exports::DOWNLOAD_NEEDS)?;
        exports::download(core, &caller, &id)
    };
    let file = core.blocking(find).await?;
    attachment::send(&file.path, file.hash.as_str(), &file.name, &headers).await
}
