//! `POST /projects/{id}/hmi/values`: the bridge pushes.

use axum::{
    extract::{Path, Request, State},
    response::{IntoResponse, Response},
};
use tagbridge_api::hmi::push::{Push, Receipt};

use super::{authorization, body, envelope::Failure, once};
use crate::core::{Core, push};

/// Push snapshots
///
/// Permission `hmi_push`. A key that is bound to a device can push only for this device. The body
/// may be encoded with gzip or zstd. A snapshot is identified by `(project, stream_id, sequence)`:
/// the service confirms a repeated snapshot, and stores it once. If another device streams the
/// project, the response is 409 `session_conflict`, unless `take_over` is true.
#[utoipa::path(
    post, path = "/projects/{id}/hmi/values", tag = "bridge",
    params(("id" = String, Path, description = "The project's id.")),
    request_body = Push,
    responses((status = 200, description = "All snapshots are stored durably.", body = Receipt))
)]
pub(super) async fn push_values(
    State(core): State<Core>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    let (caller, project) =
        authorization::admit_to(&core, id, request.headers(), push::NEEDS).await?;
    let name = once::Name::of(&request)?;
    let body = body::read(&core, request).await?;
    let answer = core
        .blocking(move |core| {
            let pushed: Push = body::parse(core, &body)?;
            push::push(core, &caller, &project, &name.write(&caller, &body), &pushed)
        })
        .await?;
    Ok(answer.into_response())
}
