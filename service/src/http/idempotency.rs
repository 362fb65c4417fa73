//! Writes that may be sent again: the same one is answered again and done once.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{Mutex, MutexGuard, PoisonError},
};

use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use rusqlite::Connection;
use serde::Serialize;
use tagbridge_api::{
    ErrorCode, IDEMPOTENCY_KEY_HEADER, IDEMPOTENT_REPLAYED_HEADER, Timestamp,
    limits::IDEMPOTENCY_KEY_CHARS_MAX,
};

use super::envelope::Failure;
use crate::{
    Service,
    store::{self, BodyHash, Done, KeyInfo, Scope, Stored},
};

/// The writes that are being done right now.
#[derive(Debug, Default)]
pub(crate) struct InFlight(Mutex<HashMap<Scope, BodyHash>>);

/// What makes this write the same as another. 400 without an idempotency key.
pub(super) fn scope(
    key: KeyInfo,
    method: &Method,
    path: &str,
    headers: &HeaderMap,
) -> Result<Scope, Failure> {
    let idempotency_key = headers
        .get(IDEMPOTENCY_KEY_HEADER)
        .ok_or_else(|| Failure::bad_request("the header `idempotency-key` is missing"))?
        .to_str()
        .ok()
        .filter(|it| (1..=IDEMPOTENCY_KEY_CHARS_MAX).contains(&it.len()))
        .ok_or_else(|| {
            Failure::bad_request(format!(
                "the header `idempotency-key` must be 1 to {IDEMPOTENCY_KEY_CHARS_MAX} visible \
                 ASCII characters"
            ))
        })?;
    Ok(Scope {
        key_id: key.id,
        endpoint: format!("{method} {path}"),
        idempotency_key: idempotency_key.to_owned(),
    })
}

impl Service {
    /// Does a write, or answers as it was answered when it was done. Blocks.
    pub(super) fn write_once<T, E>(
        &self,
        scope: &Scope,
        body: &Bytes,
        write: impl FnOnce(&Connection, Timestamp) -> Result<T, E>,
    ) -> Result<Response, Failure>
    where
        T: Serialize,
        Failure: From<E>,
    {
        self.write_once_as(scope, body, |db, now| Ok::<_, E>((StatusCode::OK, write(db, now)?)))
    }

    /// The same with a status of its own.
    pub(super) fn write_once_as<T, E>(
        &self,
        scope: &Scope,
        body: &Bytes,
        write: impl FnOnce(&Connection, Timestamp) -> Result<(StatusCode, T), E>,
    ) -> Result<Response, Failure>
    where
        T: Serialize,
        Failure: From<E>,
    {
        let hash = store::hash_body(body);
        let _running = self.in_flight().begin(scope, hash)?;
        let (done, is_replay) = self.store().write(|tx| {
            let now = self.now();
            match store::recall(tx, scope, hash, now)? {
                Some(Stored::Done(done)) => return Ok((done, true)),
                Some(Stored::Different) => return Err(conflict()),
                None => {}
            }
            let (status, response) = write(tx, now)?;
            let response = serde_json::to_string(&response)
                .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
            let done = Done { status: status.as_u16(), response };
            store::remember(tx, scope, hash, &done, now)?;
            Ok((done, false))
        })?;
        let json = HeaderValue::from_static("application/json");
        let status = StatusCode::from_u16(done.status).unwrap_or(StatusCode::OK);
        let mut response = (status, [(header::CONTENT_TYPE, json)], done.response).into_response();
        if is_replay {
            let yes = HeaderValue::from_static("true");
            response.headers_mut().insert(IDEMPOTENT_REPLAYED_HEADER, yes);
        }
        Ok(response)
    }
}

impl InFlight {
    /// Until the returned value is dropped, the same write is refused.
    pub(super) fn begin(&self, scope: &Scope, body: BodyHash) -> Result<Running<'_>, Failure> {
        match self.lock().entry(scope.clone()) {
            Entry::Vacant(vacant) => {
                vacant.insert(body);
                Ok(Running { in_flight: self, scope: scope.clone() })
            }
            Entry::Occupied(other) if *other.get() == body => Err(Failure::new(
                ErrorCode::IdempotencyInProgress,
                "a request with this idempotency key is still being processed",
            )
            .suggesting("Send the same request again in a moment.")),
            Entry::Occupied(_) => Err(conflict()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Scope, BodyHash>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A write that is being done.
#[derive(Debug)]
pub(super) struct Running<'a> {
    in_flight: &'a InFlight,
    scope: Scope,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.in_flight.lock().remove(&self.scope);
    }
}

fn conflict() -> Failure {
    Failure::new(
        ErrorCode::IdempotencyConflict,
        "the idempotency key was already used with a different body",
    )
    .suggesting("Use a fresh idempotency key.")
}
