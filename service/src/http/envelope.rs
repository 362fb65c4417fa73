//! The common parts of all responses: a `request-id`, and the envelope of errors.

use std::{
    any::Any,
    mem,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Instant,
};

use axum::{
    Extension, Json,
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use tagbridge_api::{ErrorCode, REQUEST_ID_HEADER};
use tagbridge_texts::Language;
use uuid::Uuid;

use super::{connections::Peer, embed};
use crate::{
    core::{Refusal, TechnicalReason},
    log_message::{LogMessage, event},
};

/// An error response; [`add_envelope`] adds the request's id.
#[derive(Debug, Clone)]
pub(super) struct Failure {
    status: StatusCode,
    refusal: Refusal,
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let status = StatusCode::from_u16(refusal.code().status());
        Self { status: status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), refusal }
    }
}

impl Failure {
    /// Converts an error response of the framework.
    fn of_status(status: StatusCode, method: &str, path: &str) -> Self {
        match status {
            StatusCode::NOT_FOUND => {
                Refusal::new(ErrorCode::NotFound, &TechnicalReason::NoPath { path }).into()
            }
            StatusCode::METHOD_NOT_ALLOWED => Refusal::new(
                ErrorCode::MethodNotAllowed,
                &TechnicalReason::NoMethod { method, path },
            )
            .into(),
            StatusCode::BAD_REQUEST => {
                Refusal::bad_request(&TechnicalReason::PathNoUtf8 { path }).into()
            }
            _ if status.is_client_error() => {
                let reason = status.canonical_reason().unwrap_or("the request is malformed");
                Self { status, refusal: Refusal::bad_request(&TechnicalReason::Status { reason }) }
            }
            _ => Refusal::internal().into(),
        }
    }

    fn write(self, request_id: &str, language: Language) -> Response {
        let retry_after_s = self.refusal.retry_after_s();
        let mut error = self.refusal.error(language);
        error.request_id = Some(request_id.to_owned());
        let mut response = (self.status, Json(error)).into_response();
        if let Some(seconds) = retry_after_s {
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

/// The complete response to a request that is refused outside of [`add_envelope`].
pub(crate) fn refused(refusal: Refusal, asked: &HeaderMap) -> Response {
    let id = request_id();
    let mut response = Failure::from(refusal).write(&id, language(asked));
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID_HEADER, id);
    }
    response
}

/// The log target of successful requests: there are many of them.
pub const REQUESTS: &str = "tagbridge_service::requests";

/// The response if the handler panicked.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands the panic over by value")]
pub(super) fn of_panic(panic: Box<dyn Any + Send>) -> Response {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("without a message");
    event!(error, LogMessage::Panicked, panic = message);
    Failure::from(Refusal::internal()).into_response()
}

/// A new id of a request.
pub(super) fn request_id() -> String {
    format!("req_{}", Uuid::new_v4().simple())
}

/// Adds `request-id` to every response, and the envelope to every error. If a request was refused
/// before its body was read, the connection is closed, so that the rest of the body is not taken
/// for the next request.
pub(super) async fn add_envelope(request: Request, next: Next) -> Response {
    let asked = LoggedRequest::begin(&request);
    let (request, is_read) = watch(request);
    let language = language(request.headers());

    let mut response = next.run(request).await;
    let status = response.status();
    if status.is_client_error() || status.is_server_error() {
        let failure = response.extensions_mut().remove::<Failure>();
        let failure = failure
            .unwrap_or_else(|| Failure::of_status(status, asked.method.as_str(), &asked.path));
        let mut headers = mem::take(response.headers_mut());
        response = failure.write(&asked.request_id, language);
        if !is_read.load(Ordering::Acquire) {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(header::CONNECTION, close);
        }
        for told in [header::ALLOW, header::CONTENT_RANGE].into_iter().chain(embed::TOLD) {
            if let Some(value) = headers.remove(&told) {
                response.headers_mut().insert(told, value);
            }
        }
    }
    asked.told(response)
}

/// Adds a `request-id` to responses that have none: those to agents, whose errors have a different
/// form.
pub(super) async fn identify(request: Request, next: Next) -> Response {
    let asked = LoggedRequest::begin(&request);
    let response = next.run(request).await;
    if response.headers().contains_key(REQUEST_ID_HEADER) {
        return response;
    }
    asked.told(response)
}

/// A request that is being handled.
struct LoggedRequest {
    request_id: String,
    peer: Option<String>,
    method: Method,
    path: String,
    started: Instant,
}

impl LoggedRequest {
    fn begin(request: &Request) -> Self {
        Self {
            request_id: request_id(),
            peer: request.extensions().get::<Peer>().map(|Peer(address)| address.to_string()),
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            started: Instant::now(),
        }
    }

    /// Adds the request's id to the response, and logs it.
    fn told(self, mut response: Response) -> Response {
        let Self { request_id, peer, method, path, started } = self;
        if let Ok(id) = HeaderValue::from_str(&request_id) {
            response.headers_mut().insert(REQUEST_ID_HEADER, id);
        }
        let (status, elapsed) = (response.status(), started.elapsed());
        if status.is_server_error() {
            event!(warn, LogMessage::RequestFailed, request_id, peer, %method, path, %status, ?elapsed);
        } else if status.is_client_error() {
            event!(info, LogMessage::RequestAnswered, request_id, peer, %method, path, %status, ?elapsed);
        } else {
            let answered = LogMessage::RequestAnswered;
            event!(target: REQUESTS, info, answered, request_id, peer, %method, path, %status, ?elapsed);
        }
        response
    }
}

/// The caller's language (RFC 9110, section 12.5.4): the preferred one of those that are available;
/// English by default.
pub(super) fn language(headers: &HeaderMap) -> Language {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let ranges = accepted.unwrap_or_default().split(',').filter_map(|range| {
        let (tag, parameters) = range.split_once(';').unwrap_or((range, ""));
        let weight = parameters.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        let tag = tag.trim().split('-').next()?;
        Some((tag.to_ascii_lowercase().parse().ok()?, weight.ok()?))
    });
    let best = ranges
        .filter(|(_, weight)| *weight > 0.0)
        .reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map_or(Language::English, |(language, _)| language)
}

/// Tracks whether a request's body is read to its end.
fn watch(request: Request) -> (Request, Arc<AtomicBool>) {
    let is_read = Arc::new(AtomicBool::new(request.body().is_end_stream()));
    let watched = request.map(|body| Body::new(Watched { body, is_read: is_read.clone() }));
    (watched, is_read)
}

struct Watched {
    body: Body,
    is_read: Arc<AtomicBool>,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if matches!(polled, Poll::Ready(None)) || self.body.is_end_stream() {
            self.is_read.store(true, Ordering::Release);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_that_is_preferred_is_taken() {
        for (accepted, expected) in [
            ("", Language::English),
            ("de", Language::German),
            ("de-AT, en;q=0.8", Language::German),
            ("en, de;q=0.9", Language::English),
            ("fr, de;q=0.5, en;q=0.4", Language::German),
            ("de;q=0, en;q=0.1", Language::English),
            ("fr", Language::English),
        ] {
            let mut headers = HeaderMap::new();
            let value = HeaderValue::from_str(accepted).expect("a value");
            headers.insert(header::ACCEPT_LANGUAGE, value);
            assert_eq!(language(&headers), expected, "{accepted}");
        }
    }
}
