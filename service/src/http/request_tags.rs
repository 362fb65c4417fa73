//! `hmi/request-tags`: consumers ask for more tags, the bridge reads which.

use std::collections::HashSet;

use axum::{
    Json,
    extract::{Path, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use tagbridge_api::{
    Permission,
    hmi::{
        push::RequestedTags,
        request::{RequestTags, TagsRequested},
    },
    limits::{REQUESTED_TAGS_MAX, TAG_NAME_CHARS_MAX, Tier},
};

use super::{body, envelope::Failure, idempotency};
use crate::{
    Service,
    store::{self, RequestError},
};

/// Ask for more tags
///
/// Permission `hmi_edit`. The bridge reads them on its next poll; a name stays for 15 minutes after
/// it was last asked for. A project's list has 20000 names at the most.
#[utoipa::path(
    post, path = "/projects/{id}/hmi/request-tags", tag = "live values",
    params(("id" = String, Path, description = "The project's id.")),
    request_body = RequestTags,
    responses((status = 200, description = "The names are on the list.", body = TagsRequested))
)]
pub(super) async fn request_tags(
    State(service): State<Service>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    let (key, project) =
        service.admit_to(id, Permission::HmiEdit, request.headers(), Tier::Standard).await?;
    let (method, path) = (request.method(), request.uri().path());
    let scope = idempotency::scope(key, method, path, request.headers())?;
    let body = body::read(request).await?;
    service
        .blocking(move |service| {
            let RequestTags { tags } = body::parse(&body)?;
            let names = each_once(tags).map_err(Failure::bad_request)?;
            service.write_once(&scope, &body, |db, now| {
                store::request_tags(db, &project, names, now, service.options().request_lifetime)
            })
        })
        .await
}

/// Read which tags are asked for
///
/// Permission `hmi_edit`. The bridge calls it on every poll, with the last answer's `ETag`.
#[utoipa::path(
    get, path = "/projects/{id}/hmi/request-tags", tag = "bridge (assumption)",
    params(
        ("id" = String, Path, description = "The project's id."),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of an answer that \
            the caller has."),
    ),
    responses(
        (status = 200, description = "The list.", body = RequestedTags,
            headers(("etag" = String, description = "Changes when the answer does."))),
        (status = 304, description = "Nothing changed.",
            headers(("etag" = String, description = "As it was."))),
    )
)]
pub(super) async fn read_requested_tags(
    State(service): State<Service>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let (_, project) = service.admit_to(id, Permission::HmiEdit, &headers, Tier::Poll).await?;
    let list = service
        .blocking(move |service| {
            let (store, now) = (service.store(), service.now());
            let lifetime = service.options().request_lifetime;
            if store.read(|db| store::has_expired_requests(db, &project, now, lifetime))? {
                store.write(|tx| store::expire_requests(tx, &project, now, lifetime))?;
            }
            store.read(|db| store::requested_tags(db, &project, now))
        })
        .await
        .map_err(|error: rusqlite::Error| Failure::from(error))?;
    let etag = etag(&list);
    let tagged = [(header::ETAG, etag.clone())];
    if is_known(&headers, &etag) {
        return Ok((StatusCode::NOT_MODIFIED, tagged).into_response());
    }
    Ok((tagged, Json(list)).into_response())
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Database(error) => error.into(),
            RequestError::TooMany(names) => Self::bad_request(format!(
                "tags: the project's list would have {names} names, and may have \
                 {REQUESTED_TAGS_MAX}"
            ))
            .suggesting(
                "Ask for fewer: a name leaves the list some time after it was last asked for.",
            ),
        }
    }
}

/// What a tag's name must be.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let length = name.chars().count();
    if (1..=TAG_NAME_CHARS_MAX).contains(&length) {
        return Ok(());
    }
    Err(format!("must have 1 to {TAG_NAME_CHARS_MAX} characters, found {length}"))
}

/// The names in their order, without repetitions; or what is wrong with the first that is.
fn each_once(mut names: Vec<String>) -> Result<Vec<String>, String> {
    if !(1..=REQUESTED_TAGS_MAX).contains(&names.len()) {
        let found = names.len();
        return Err(format!("tags: must be 1 to {REQUESTED_TAGS_MAX} names, found {found}"));
    }
    for (i, name) in names.iter().enumerate() {
        check_name(name).map_err(|what| format!("tags[{i}]: {what}"))?;
    }
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    Ok(names)
}

/// Names the answer: the list's revision, and whether the project is live.
fn etag(list: &RequestedTags) -> String {
    let live = if list.live { "-live" } else { "" };
    format!("\"{}{live}\"", list.revision)
}

/// Whether `If-None-Match` names it (RFC 9110 §13.1.2: weak comparison, a list, or `*`).
fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    let given = headers.get_all(header::IF_NONE_MATCH);
    given.iter().filter_map(|it| it.to_str().ok()).flat_map(|it| it.split(',')).any(|it| {
        let it = it.trim();
        it == "*" || it.strip_prefix("W/").unwrap_or(it) == etag
    })
}
