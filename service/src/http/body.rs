//! Reads bodies: JSON, plain or compressed, up to a limit of the decoded size.

use std::collections::BTreeSet;

use axum::{
    body::{Bytes, HttpBody},
    extract::{FromRequest, Request},
    http::{HeaderMap, StatusCode, header},
};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Deserializer;
use tagbridge_api::{ErrorCode, limits};
use tagbridge_texts::Message;
use tokio::time;

use super::strict::Strict;
use crate::core::{Advice, Core, Refusal, TechnicalReason};

/// The decoded body. Compressed ones are decoded by a layer, as they are read.
pub(super) async fn read(core: &Core, request: Request) -> Result<Bytes, Refusal> {
    read_up_to(core, request, limits::BODY_BYTES_MAX, Advice::SendLess).await
}

/// The decoded body of a route with its own limit, which a layer enforces, and the remedy for
/// larger bodies.
pub(super) async fn read_up_to(
    core: &Core,
    request: Request,
    limit: usize,
    advice: Advice<'_>,
) -> Result<Bytes, Refusal> {
    check_headers(request.headers())?;
    let too_large = || {
        Refusal::new(ErrorCode::PayloadTooLarge, &TechnicalReason::BodyTooLarge { limit })
            .with_remedy(&advice)
    };
    // A body with a too large declared size is refused before it is sent.
    if request.body().size_hint().lower() > limit as u64 {
        return Err(too_large());
    }
    let allowed = core.options().limits.body;
    let read = time::timeout(allowed, Bytes::from_request(request, &())).await;
    let read = read.map_err(|_| {
        let seconds = allowed.as_secs();
        Refusal::new(ErrorCode::RequestTimeout, &TechnicalReason::BodyTooSlow { seconds })
            .with_remedy(&Advice::SmallerParts)
    })?;
    read.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        _ => Refusal::bad_request(&TechnicalReason::BodyUnreadable { why: &rejection.body_text() }),
    })
}

/// Parses the body, a JSON object. An error names line and column, or the field; unknown fields are
/// ignored and counted.
pub(super) fn parse<T: DeserializeOwned>(core: &Core, body: &[u8]) -> Result<T, Refusal> {
    // Serde can parse a struct from an array, but a body must be an object.
    if !body.trim_ascii_start().starts_with(b"{") {
        serde_json::from_slice::<IgnoredAny>(body).map_err(|error| malformed(&error))?;
        return Err(Refusal::bad_request(&TechnicalReason::NoObject));
    }
    let mut deserializer = Deserializer::from_slice(body);
    if let Ok(parsed) = T::deserialize(Strict(&mut deserializer))
        && deserializer.end().is_ok()
    {
        return Ok(parsed);
    }
    // The path to a field costs time and is of use only when something is wrong.
    let mut deserializer = Deserializer::from_slice(body);
    let mut ignored = BTreeSet::new();
    let note = |path: serde_ignored::Path<'_>| {
        ignored.insert(path.to_string());
    };
    if let Ok(parsed) = serde_ignored::deserialize(&mut deserializer, note)
        && deserializer.end().is_ok()
    {
        for path in ignored {
            core.ignore(&without_names(&path));
        }
        return Ok(parsed);
    }
    let mut deserializer = Deserializer::from_slice(body);
    let it = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        match error.into_inner() {
            inner if !inner.is_data() => malformed(&inner),
            inner if path == "." => Refusal::bad_request(Message::verbatim(inner.to_string())),
            inner => Refusal::bad_field(&path, Message::verbatim(inner.to_string())),
        }
    })?;
    deserializer.end().map_err(|error| malformed(&error))?;
    Ok(it)
}

/// A path without indexes and tag names: `snapshots.0.tags.Speed.unit` becomes
/// `snapshots.tags.unit`.
fn without_names(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut parts = path.split('.').filter(|part| part.parse::<u32>().is_err());
    while let Some(part) = parts.next() {
        kept.push(part);
        if part == "tags" {
            // The names of tags may contain dots: the last part is the field.
            kept.extend(parts.next_back());
            break;
        }
    }
    kept.join(".")
}

/// The error contains the position: `… at line 2 column 16`.
fn malformed(error: &serde_json::Error) -> Refusal {
    Refusal::bad_request(&TechnicalReason::Malformed { why: &error.to_string() })
}

fn check_headers(headers: &HeaderMap) -> Result<(), Refusal> {
    let text = |name| headers.get(name).map(|it| String::from_utf8_lossy(it.as_bytes()));
    let unsupported =
        |why: TechnicalReason<'_>| Refusal::new(ErrorCode::UnsupportedMediaType, &why);

    // The layer removes the header when it decodes.
    if let Some(encoding) = text(header::CONTENT_ENCODING).filter(|it| it != "identity") {
        return Err(unsupported(TechnicalReason::Encoding { encoding: &encoding }));
    }
    let kind = text(header::CONTENT_TYPE).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(unsupported(TechnicalReason::MediaType { found: &kind }))
}
