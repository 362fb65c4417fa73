//! The transport's own refusals are plain text: this module converts them for clients. A message
//! that cannot be parsed gets a JSON-RPC error, all other refusals get the envelope.

use axum::{
    Json,
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{HeaderMap, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::de::IgnoredAny;
use tagbridge_api::ErrorCode;
use tokio::time;

use super::{CALL_BYTES_MAX, PATH};
use crate::{
    core::{Advice, Core, Refusal, TechnicalReason},
    http::refused,
};

/// JSON-RPC 2.0, section 5.1: the message is not JSON, or not a request.
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
/// Maximum length of the transport's own text that is repeated.
const TEXT_MAX: usize = 1024;

/// A request whose body is read.
pub(super) struct RpcRequest {
    method: Method,
    headers: HeaderMap,
    body: Bytes,
}

/// Reads a request's body, up to the largest allowed size and within the time-out of a body.
pub(super) async fn read(core: &Core, request: Request) -> Result<(Request, RpcRequest), Refusal> {
    let (parts, body) = request.into_parts();
    let allowed = core.options().limits.body;
    let read = time::timeout(allowed, to_bytes(body, CALL_BYTES_MAX)).await.map_err(|_| {
        let seconds = allowed.as_secs();
        Refusal::new(ErrorCode::RequestTimeout, &TechnicalReason::BodyTooSlow { seconds })
            .with_remedy(&Advice::SmallerParts)
    })?;
    let body = read.map_err(|_| {
        Refusal::new(
            ErrorCode::PayloadTooLarge,
            &TechnicalReason::BodyTooLarge { limit: CALL_BYTES_MAX },
        )
        .with_remedy(&Advice::StageUpload)
    })?;
    let (method, headers) = (parts.method.clone(), parts.headers.clone());
    let request = Request::from_parts(parts, Body::from(body.clone()));
    Ok((request, RpcRequest { method, headers, body }))
}

/// Converts the response to a form that clients can read.
pub(super) async fn in_form(answer: Response, asked: &RpcRequest) -> Response {
    let status = answer.status();
    let is_error = status.is_client_error() || status.is_server_error();
    if !is_error || is_json(answer.headers()) {
        return answer;
    }
    if status == StatusCode::UNSUPPORTED_MEDIA_TYPE && is_json(&asked.headers) {
        return not_parsed(&asked.body);
    }
    let (parts, body) = answer.into_parts();
    let text = to_bytes(body, TEXT_MAX).await.unwrap_or_default();
    let why = String::from_utf8_lossy(&text);
    let transport = TechnicalReason::Transport { why: &why };
    let refusal = match status {
        StatusCode::METHOD_NOT_ALLOWED => {
            let method = asked.method.as_str();
            let wrong = TechnicalReason::NoMethod { method, path: PATH };
            Refusal::new(ErrorCode::MethodNotAllowed, &wrong)
        }
        StatusCode::FORBIDDEN => Refusal::new(ErrorCode::PermissionDenied, &transport),
        StatusCode::NOT_FOUND => Refusal::new(ErrorCode::NotFound, &transport),
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(ErrorCode::PayloadTooLarge, &transport),
        _ if status.is_client_error() => Refusal::bad_request(&transport),
        _ => Refusal::internal(),
    };
    let mut refused = refused(refusal, &asked.headers);
    *refused.status_mut() = status;
    if let Some(allowed) = parts.headers.get(header::ALLOW) {
        refused.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    refused
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok());
    let kind = kind.map(|it| it.split_once(';').map_or(it, |(kind, _)| kind).trim());
    kind.is_some_and(|it| it.eq_ignore_ascii_case("application/json"))
}

/// The error for a message that is not JSON, or not a JSON-RPC request.
fn not_parsed(body: &[u8]) -> Response {
    let (code, message) = match serde_json::from_slice::<IgnoredAny>(body) {
        Err(error) => (PARSE_ERROR, format!("the message is no JSON: {error}")),
        Ok(_) => (INVALID_REQUEST, "the message is no request of JSON-RPC 2.0".to_owned()),
    };
    let error = serde_json::json!({ "code": code, "message": message });
    let answer = serde_json::json!({ "jsonrpc": "2.0", "id": null, "error": error });
    (StatusCode::BAD_REQUEST, Json(answer)).into_response()
}
