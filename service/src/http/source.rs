//! `GET /projects/{id}/source`.

use axum::{
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, Uri, header},
    response::{IntoResponse, Response},
};
use tagbridge_api::source::{Source, SourceQuery};

use super::{attachment, authorization, envelope::Failure, query};
use crate::core::{
    Core,
    source::{self, Output},
};

/// Read a project's source
///
/// Permission `code_read`. Returns the current version, or the one of `version_id`, in one of these
/// formats: the vendor-neutral model (gzip-encoded if the client accepts this), the original file,
/// all text (structured text, statement lists, sequences), or all drawings (ladder, function block
/// diagrams, continuous charts).
#[utoipa::path(
    get, path = "/projects/{id}/source", tag = "projects",
    params(("id" = String, Path, description = "The project's id."), SourceQuery),
    responses(
        (status = 200, description = "The source; with `format=raw` the file itself as a download.",
            content(
                (Source = "application/json"), (Vec<u8> = "application/octet-stream"),
                (Vec<u8> = "application/xml"), (Vec<u8> = "application/zip"),
            )),
        (status = 413, description = "The parsed model is larger than 4.5 MB: use `format=raw`.",
        body = tagbridge_api::Error),
    )
)]
pub(super) async fn read_source(
    State(core): State<Core>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let shown = authorization::shown_or_link(&core, &headers, &uri)?;
    let uri = match &shown.link {
        Some((path, _)) => path.parse().unwrap_or(uri),
        None => uri,
    };
    let (_, project) = authorization::admit_shown_to(&core, id, shown, source::NEEDS).await?;
    let SourceQuery { format, version_id } = query::read(&uri)?;
    let format = format.unwrap_or_default();
    Ok(match source::read(&core, project, version_id, format).await? {
        Output::File { version_id, name, bytes } => file(&version_id, &name, bytes),
        Output::Json(json) => {
            let kind = HeaderValue::from_static("application/json");
            ([(header::CONTENT_TYPE, kind)], json).into_response()
        }
    })
}

/// The original file.
fn file(version_id: &str, name: &str, bytes: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, attachment::kind(name)),
        (header::CONTENT_DISPOSITION, attachment::disposition(name)),
        (
            header::ETAG,
            HeaderValue::from_str(&format!("\"{version_id}\""))
                .unwrap_or_else(|_| HeaderValue::from_static("\"\"")),
        ),
    ];
    (headers, bytes).into_response()
}
