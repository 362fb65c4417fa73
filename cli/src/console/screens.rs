//! The files of the screens in this binary.

use axum::{
    http::{HeaderName, Method, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};

/// Name and content of each file of `ui/dist`; empty if it was not built.
pub(crate) const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/screens.rs"));

/// Allows only our own content, no scripts in the page, no frames around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The security headers of every response.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tagbridge</title>\
<h1>The screens are not in this binary</h1>\
<p>It was built before they were. Run <code>npm ci</code> and <code>npm run build</code> in <code>ui/</code>, \
then build the binary again; <code>cargo xtask demo</code> does all of it.</p>\
<p>Sessions run nevertheless.</p></html>";

/// A file, or the page for every other path without an extension.
pub(super) async fn file(method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, HEADERS).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match FILES.iter().find(|(name, _)| *name == path) {
        Some((name, content)) => {
            (HEADERS, [(header::CONTENT_TYPE, kind(name))], *content).into_response()
        }
        None if FILES.is_empty() && path == "index.html" => {
            (StatusCode::OK, HEADERS, Html(NOT_BUILT)).into_response()
        }
        None => (StatusCode::NOT_FOUND, HEADERS, "There is no such file.").into_response(),
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "webmanifest" => "application/json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
