//! `GET /projects/{id}/hmi/history`.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, Uri},
};
use tagbridge_api::{
    Permission,
    hmi::history::{History, HistoryQuery},
    limits::{HISTORY_DEFAULT, HISTORY_MAX, Tier},
};

use super::{envelope::Failure, query, request_tags::check_name};
use crate::{Service, store};

/// Read what a tag was
///
/// Permission `hmi_view`. The newest entries, most recent first; none when no session streamed the
/// tag.
#[utoipa::path(
    get, path = "/projects/{id}/hmi/history", tag = "live values",
    params(("id" = String, Path, description = "The project's id."), HistoryQuery),
    responses((status = 200, description = "The tag's entries.", body = History))
)]
pub(super) async fn read_history(
    State(service): State<Service>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json<History>, Failure> {
    let (_, project) = service.admit_to(id, Permission::HmiView, &headers, Tier::Poll).await?;
    let HistoryQuery { tag, limit } = query::read(&uri)?;
    check_name(&tag).map_err(|what| Failure::bad_request(format!("tag: {what}")))?;
    let limit = query::limit(limit, HISTORY_DEFAULT, 1..=HISTORY_MAX)?;
    let history = service
        .blocking(move |service| {
            service.store().read(|db| store::history(db, &project, tag, limit))
        })
        .await?;
    Ok(Json(history))
}
