//! `hmi/request-tags`: clients request additional tags, and the bridge reads the list.

use axum::{
    Json,
    extract::{Path, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use tagbridge_api::hmi::{
    push::RequestedTags,
    request::{RequestTags, TagsRequested},
};

use super::{authorization, body, envelope::Failure, once};
use crate::core::{Core, requests};

/// Request more tags
///
/// Permission `hmi_edit`. The bridge reads them from its next poll on. A name stays in the list for
/// 15 minutes after its last request, or for three scan intervals of the session if that is longer.
/// The size of the body limits the number of names.
#[utoipa::path(
    post, path = "/projects/{id}/hmi/request-tags", tag = "live",
    params(("id" = String, Path, description = "The project's id.")),
    request_body = RequestTags,
    responses((status = 200, description = "The names are in the list.", body = TagsRequested))
)]
pub(super) async fn request_tags(
    State(core): State<Core>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    let (caller, project) =
        authorization::admit_to(&core, id, request.headers(), requests::ASKING_NEEDS).await?;
    let name = once::Name::of(&request)?;
    let body = body::read(&core, request).await?;
    let answer = core
        .blocking(move |core| {
            let asked: RequestTags = body::parse(core, &body)?;
            requests::ask(core, &project, name.write(&caller, &body), asked)
        })
        .await?;
    Ok(answer.into_response())
}

/// Read the list of requested tags
///
/// Permission `hmi_push`. The bridge sends this request on every poll, with the `ETag` of the last
/// response.
#[utoipa::path(
    get, path = "/projects/{id}/hmi/request-tags", tag = "bridge",
    params(
        ("id" = String, Path, description = "The project's id."),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the last response."),
    ),
    responses(
        (status = 200, description = "The list.", body = RequestedTags,
            headers(("etag" = String, description = "Changes when the list changes."))),
        (status = 304, description = "The list has not changed.",
            headers(("etag" = String, description = "Unchanged."))),
    )
)]
pub(super) async fn read_requested_tags(
    State(core): State<Core>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let (_, project) =
        authorization::admit_to(&core, id, &headers, requests::READING_NEEDS).await?;
    let list = core.blocking(move |core| requests::read(core, &project)).await?;
    let etag = etag(&list);
    let tagged = [(header::ETAG, etag.clone())];
    if is_known(&headers, &etag) {
        return Ok((StatusCode::NOT_MODIFIED, tagged).into_response());
    }
    Ok((tagged, Json(list)).into_response())
}

/// The `ETag`: the list's revision, and whether the project is live.
fn etag(list: &RequestedTags) -> String {
    let live = if list.live { "-live" } else { "" };
    format!("\"{}{live}\"", list.revision)
}

/// Whether `If-None-Match` contains it (RFC 9110 §13.1.2: weak comparison, a list, or `*`).
fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    let given = headers.get_all(header::IF_NONE_MATCH);
    given.iter().filter_map(|it| it.to_str().ok()).flat_map(|it| it.split(',')).any(|it| {
        let it = it.trim();
        it == "*" || it.strip_prefix("W/").unwrap_or(it) == etag
    })
}
