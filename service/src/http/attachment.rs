//! Files as downloads: names, content types, and ranges.

use std::path::Path;

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use tagbridge_api::ErrorCode;
use tower::ServiceExt;
use tower_http::services::ServeFile;

use super::envelope::Failure;
use crate::core::{Advice, Refusal, TechnicalReason};

/// The content type of a file with this name.
pub(super) fn kind(name: &str) -> HeaderValue {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    HeaderValue::from_static(match extension.as_deref() {
        Some("zip") => "application/zip",
        Some("l5x" | "xml") => "application/xml",
        Some("pdf") => "application/pdf",
        _ => "application/octet-stream",
    })
}

/// RFC 6266: a plain name for all clients, and the exact name for those that support it.
pub(crate) fn disposition(name: &str) -> HeaderValue {
    /// RFC 8187 §3.2.1: the characters that need no encoding.
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    // The folder in the original path is removed: it is confidential, and not a path to write to.
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    // RFC 6266, appendix D: clients treat escapes differently, so there are none.
    let plain: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_graphic() && !matches!(c, '"' | '\\' | '%') || c == ' ' { c } else { '_' }
        })
        .collect();
    let encoded = utf8_percent_encode(name, KEPT);
    HeaderValue::from_str(&format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}"))
        .unwrap_or_else(|_| HeaderValue::from_static("attachment"))
}

/// Sends a file with this hash, or the requested range of it.
pub(super) async fn send(
    path: &Path,
    hash: &str,
    name: &str,
    asked: &HeaderMap,
) -> Result<Response, Failure> {
    let tag = format!("\"{hash}\"");
    if is_known(asked, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let mut request = Request::new(Body::empty());
    // A range of another file than the client's would be useless.
    let is_same =
        asked.get(header::IF_RANGE).is_none_or(|known| known.as_bytes() == tag.as_bytes());
    if let Some(range) = asked.get(header::RANGE).filter(|_| is_same) {
        request.headers_mut().insert(header::RANGE, range.clone());
    }
    let Ok(served) = ServeFile::new(path).ignore_multi_range_requests(true).oneshot(request).await;
    let mut response = served.map(Body::new);
    match response.status() {
        StatusCode::RANGE_NOT_SATISFIABLE => {
            let bytes = path.metadata().map_or(0, |file| file.len());
            let refusal = Refusal::new(
                ErrorCode::RangeNotSatisfiable,
                &TechnicalReason::RangeBeyond { bytes },
            )
            .with_remedy(&Advice::AskAll);
            let told = response.headers_mut().remove(header::CONTENT_RANGE);
            let mut refused = Failure::from(refusal).into_response();
            refused.headers_mut().extend(told.map(|told| (header::CONTENT_RANGE, told)));
            return Ok(refused);
        }
        status if !status.is_success() => return Err(Refusal::internal().into()),
        _ => {}
    }
    let headers = response.headers_mut();
    headers.remove(header::LAST_MODIFIED);
    headers.insert(header::CONTENT_TYPE, kind(name));
    headers.insert(header::CONTENT_DISPOSITION, disposition(name));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    let (private, nosniff) = ("private, no-store", "nosniff");
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(private));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static(nosniff));
    Ok(response)
}

/// Whether the client already has the file (RFC 9110, section 13.1.2).
fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let known = asked.get_all(header::IF_NONE_MATCH).into_iter();
    let mut known = known.filter_map(|value| value.to_str().ok()).flat_map(|it| it.split(','));
    known.any(|known| {
        let known = known.trim();
        known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag
    })
}
