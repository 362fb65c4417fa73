//! What every answer has: a `request-id`, and, when it is an error, the envelope.

use std::{any::Any, mem, time::Instant};

use axum::{
    Extension, Json,
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use rusqlite::ErrorCode::{
    CannotOpen, DatabaseBusy, DatabaseLocked, DiskFull, OutOfMemory, ReadOnly, SystemIoFailure,
};
use tagbridge_api::{Error, ErrorCode, REQUEST_ID_HEADER};
use uuid::Uuid;

/// An answer that is an error; [`envelop`] writes it with the request's id.
#[derive(Debug, Clone)]
pub(super) struct Failure {
    status: StatusCode,
    error: Box<Error>,
    retry_after_s: Option<u64>,
}

impl Failure {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        let status = StatusCode::from_u16(code.status());
        Self {
            status: status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            error: Box::new(Error::new(code, message)),
            retry_after_s: None,
        }
    }

    /// The request is malformed; the message names the field.
    pub(super) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::BadRequest, message)
    }

    /// With text for a person.
    pub(super) fn for_user(mut self, text: impl Into<String>) -> Self {
        self.error.user_message = Some(text.into());
        self
    }

    /// With what to do about it.
    pub(super) fn suggesting(mut self, action: impl Into<String>) -> Self {
        self.error.suggested_action = Some(action.into());
        self
    }

    /// With the seconds to wait before the next attempt.
    pub(super) fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(seconds);
        self
    }

    fn internal() -> Self {
        Self::new(ErrorCode::Internal, "a fault of the service; its log knows more")
            .for_user("The service has made a mistake.")
            .suggesting("Try again. If it stays, report the request_id.")
    }

    /// For an answer that the framework gave by itself.
    fn of_status(status: StatusCode, method: &str, path: &str) -> Self {
        match status {
            StatusCode::NOT_FOUND => {
                Self::new(ErrorCode::NotFound, format!("there is no path {path}"))
            }
            StatusCode::METHOD_NOT_ALLOWED => Self::new(
                ErrorCode::MethodNotAllowed,
                format!("there is no {method} on {path}; the header `allow` names what there is"),
            ),
            StatusCode::BAD_REQUEST => {
                Self::bad_request(format!("{path}: the path is not UTF-8 once it is decoded"))
            }
            _ if status.is_client_error() => {
                let reason = status.canonical_reason().unwrap_or("the request is malformed");
                Self { status, ..Self::bad_request(reason) }
            }
            _ => Self::internal(),
        }
    }

    fn write(mut self, request_id: &str) -> Response {
        self.error.request_id = Some(request_id.to_owned());
        let mut response = (self.status, Json(self.error)).into_response();
        if let Some(seconds) = self.retry_after_s {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if self.status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Extension(self)).into_response()
    }
}

/// A database that cannot be used now is worth another attempt; anything else is our mistake.
impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        tracing::error!(%error, "the database failed");
        match error.sqlite_error_code() {
            Some(
                CannotOpen | DatabaseBusy | DatabaseLocked | DiskFull | OutOfMemory | ReadOnly
                | SystemIoFailure,
            ) => {
                Self::new(ErrorCode::Unavailable, "the service cannot reach its data at the moment")
                    .for_user("The service cannot store or read at the moment.")
                    .suggesting("Try again later; check the disk of the machine that it runs on.")
            }
            _ => Self::internal(),
        }
    }
}

/// The answer to a request whose handling panicked.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands the panic over by value")]
pub(super) fn of_panic(panic: Box<dyn Any + Send>) -> Response {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("without a message");
    tracing::error!(panic = message, "handling a request panicked");
    Failure::internal().into_response()
}

/// Gives every answer its `request-id`, and every error its envelope.
pub(super) async fn envelop(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let request_id = format!("req_{}", Uuid::new_v4().simple());
    let method = request.method().clone();
    let path = request.uri().path().to_owned();

    let mut response = next.run(request).await;
    let status = response.status();
    if status.is_client_error() || status.is_server_error() {
        let failure = response.extensions_mut().remove::<Failure>();
        let failure = failure.unwrap_or_else(|| Failure::of_status(status, method.as_str(), &path));
        let allow = mem::take(response.headers_mut()).remove(header::ALLOW);
        response = failure.write(&request_id);
        if let Some(allow) = allow {
            response.headers_mut().insert(header::ALLOW, allow);
        }
    }
    if let Ok(id) = HeaderValue::from_str(&request_id) {
        response.headers_mut().insert(REQUEST_ID_HEADER, id);
    }

    let status = response.status();
    let elapsed = started.elapsed();
    if status.is_server_error() {
        tracing::warn!(request_id, %method, path, %status, ?elapsed, "request failed");
    } else {
        tracing::debug!(request_id, %method, path, %status, ?elapsed, "request answered");
    }
    response
}

#[cfg(test)]
mod tests {
    use rusqlite::{Error, ffi};

    use super::*;

    #[test]
    fn a_database_that_cannot_be_used_now_is_worth_another_attempt() {
        for (code, status) in [
            (ffi::SQLITE_FULL, 503),
            (ffi::SQLITE_BUSY, 503),
            (ffi::SQLITE_BUSY_SNAPSHOT, 503),
            (ffi::SQLITE_IOERR_FSYNC, 503),
            (ffi::SQLITE_READONLY, 503),
            (ffi::SQLITE_CORRUPT, 500),
            (ffi::SQLITE_CONSTRAINT, 500),
        ] {
            let failure = Failure::from(Error::SqliteFailure(ffi::Error::new(code), None));
            assert_eq!(failure.status.as_u16(), status, "{code}");
            assert!(failure.error.is_retryable);
            assert!(failure.error.user_message.is_some());
        }
    }
}
