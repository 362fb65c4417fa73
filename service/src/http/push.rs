//! `POST /projects/{id}/hmi/values`: the bridge pushes.

use axum::{
    extract::{Path, Request, State},
    response::Response,
};
use tagbridge_api::{
    ErrorCode, Permission,
    hmi::push::{Push, Receipt, Snapshot},
    limits::{DEVICE_ID_CHARS_MAX, PUSH_INTERVAL_MS_MAX, PUSH_SNAPSHOTS_MAX, SEQUENCE_MAX, Tier},
};

use super::{body, envelope::Failure, idempotency, request_tags::check_name};
use crate::{
    Service,
    store::{self, Conflict, PushError},
};

/// Push snapshots
///
/// Permission `hmi_edit`. The body may be gzip- or zstd-encoded. `(project, stream_id, sequence)`
/// is unique for ever: a snapshot that comes again is answered as stored and stored once. While
/// another device streams the project: 409 `session_conflict`, unless `take_over`.
#[utoipa::path(
    post, path = "/projects/{id}/hmi/values", tag = "bridge (assumption)",
    params(("id" = String, Path, description = "The project's id.")),
    request_body = Push,
    responses((status = 200, description = "All are stored, durably.", body = Receipt))
)]
pub(super) async fn push_values(
    State(service): State<Service>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    let (key, project) =
        service.admit_to(id, Permission::HmiEdit, request.headers(), Tier::Poll).await?;
    let (method, path) = (request.method(), request.uri().path());
    let scope = idempotency::scope(key, method, path, request.headers())?;
    let body = body::read(request).await?;
    service
        .blocking(move |service| {
            let push: Push = body::parse(&body)?;
            check(&push).map_err(Failure::bad_request)?;
            service.write_once(&scope, &body, |db, now| {
                store::push(db, &project, &push, now, service.options().request_lifetime)
            })
        })
        .await
}

/// The first field that does not fit, and why.
fn check(push: &Push) -> Result<(), String> {
    if !(1..=DEVICE_ID_CHARS_MAX).contains(&push.device_id.chars().count()) {
        return Err(format!("device_id: must have 1 to {DEVICE_ID_CHARS_MAX} characters"));
    }
    if push.interval_ms.is_some_and(|it| !(1..=PUSH_INTERVAL_MS_MAX).contains(&it)) {
        return Err(format!("interval_ms: must be 1 to {PUSH_INTERVAL_MS_MAX}"));
    }
    if push.snapshots.len() > PUSH_SNAPSHOTS_MAX {
        return Err(format!(
            "snapshots: must be {PUSH_SNAPSHOTS_MAX} at most, found {}",
            push.snapshots.len()
        ));
    }
    for (i, snapshot) in push.snapshots.iter().enumerate() {
        check_snapshot(snapshot).map_err(|what| format!("snapshots[{i}].{what}"))?;
    }
    Ok(())
}

fn check_snapshot(snapshot: &Snapshot) -> Result<(), String> {
    if !(1..=SEQUENCE_MAX).contains(&snapshot.sequence) {
        return Err(format!("sequence: must be 1 to {SEQUENCE_MAX}, found {}", snapshot.sequence));
    }
    if !snapshot.duration_ms.is_finite() || snapshot.duration_ms < 0.0 {
        return Err(format!("duration_ms: must be 0 or more, found {}", snapshot.duration_ms));
    }
    for (name, value) in &snapshot.tags {
        check_name(name).map_err(|what| format!("tags: the name `{name}` {what}"))?;
        value.check().map_err(|what| format!("tags.{name}.{}: {what}", what.field()))?;
    }
    Ok(())
}

impl From<PushError> for Failure {
    fn from(error: PushError) -> Self {
        match error {
            PushError::Database(error) => error.into(),
            PushError::Conflict(Conflict { device_id, last_push_at }) => Self::new(
                ErrorCode::SessionConflict,
                format!(
                    "device `{device_id}` streams this project; last heard of at {last_push_at}"
                ),
            )
            .for_user(format!(
                "Another device, {device_id}, is streaming this project. It was last seen at \
                 {last_push_at}."
            ))
            .suggesting("End the session there, or take it over."),
        }
    }
}
