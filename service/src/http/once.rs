//! `Idempotency-Key`, and the responses to writes.

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use tagbridge_api::{
    IDEMPOTENCY_KEY_HEADER, IDEMPOTENT_REPLAYED_HEADER, limits::IDEMPOTENCY_KEY_CHARS_MAX,
};

use crate::core::{
    Caller, Refusal, TechnicalReason,
    once::{Answer, Write},
};

/// The identity of a write: its endpoint, and the client's key.
#[derive(Debug)]
pub(super) struct Name {
    endpoint: String,
    idempotency_key: String,
}

impl Name {
    /// Reads it from a request; 400 without an idempotency key.
    pub(super) fn of(request: &axum::extract::Request) -> Result<Self, Refusal> {
        let endpoint = format!("{} {}", request.method(), request.uri().path());
        let idempotency_key = idempotency_key(request.headers())?.to_owned();
        Ok(Self { endpoint, idempotency_key })
    }

    /// The write of this caller with this decoded body.
    pub(super) fn write(self, caller: &Caller, body: &[u8]) -> Write {
        Write::new(caller, self.endpoint, self.idempotency_key, body)
    }
}

fn idempotency_key(headers: &HeaderMap) -> Result<&str, Refusal> {
    headers
        .get(IDEMPOTENCY_KEY_HEADER)
        .ok_or_else(|| Refusal::bad_request(&TechnicalReason::NoIdempotencyKey))?
        .to_str()
        .ok()
        .filter(|key| (1..=IDEMPOTENCY_KEY_CHARS_MAX).contains(&key.len()))
        .ok_or_else(|| {
            Refusal::bad_request(&TechnicalReason::BadIdempotencyKey {
                most: IDEMPOTENCY_KEY_CHARS_MAX,
            })
        })
}

/// The response to a write whose work continues.
pub(super) fn accepted(answer: Answer) -> Response {
    let mut response = answer.into_response();
    *response.status_mut() = StatusCode::ACCEPTED;
    response
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let json = HeaderValue::from_static("application/json");
        let status = if self.created { StatusCode::CREATED } else { StatusCode::OK };
        let mut response = (status, [(header::CONTENT_TYPE, json)], self.response).into_response();
        if self.replayed {
            let yes = HeaderValue::from_static("true");
            response.headers_mut().insert(IDEMPOTENT_REPLAYED_HEADER, yes);
        }
        response
    }
}
