//! `GET /embed/assistant`: the page that sites of the configured origins show in a frame, and its
//! files. It is the same for all users and contains no secret: its host passes a token to it.

use axum::{
    extract::{Path, State},
    http::{HeaderName, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::core::Core;

/// The paths of the page and of its files.
pub(super) const PATH: &str = "/embed/assistant";
pub(super) const FILES_PATH: &str = "/embed/assets/{name}";

/// The page's allowed origins, before the service has configured them.
const NO_ORIGINS: &str = "name=\"embed-origins\" content=\"\"";

/// The page, only for frames of the configured origins (CSP level 3, section 6.4.2).
pub(super) async fn page(State(core): State<Core>) -> Result<Response, StatusCode> {
    let page = find(&core, "assistant.html")?;
    let origins = core.options().embed_origins.join(" ");
    let said = format!("name=\"embed-origins\" content=\"{origins}\"");
    let html = String::from_utf8_lossy(page).replace(NO_ORIGINS, &said);
    let ancestors = if origins.is_empty() { "'none'" } else { &origins };
    let policy = format!(
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {ancestors}"
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, &policy),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((STRICT, headers, html).into_response())
}

/// A file of the page. The name of a file changes with its content.
pub(super) async fn file(
    State(core): State<Core>,
    Path(name): Path<String>,
) -> Result<Response, StatusCode> {
    let content = find(&core, &format!("assets/{name}"))?;
    let kind = match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "application/octet-stream",
    };
    let headers =
        [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=31536000, immutable")];
    Ok((STRICT, headers, content).into_response())
}

/// The security headers of every response.
const STRICT: [(HeaderName, &str); 2] =
    [(header::X_CONTENT_TYPE_OPTIONS, "nosniff"), (header::REFERRER_POLICY, "no-referrer")];

fn find(core: &Core, name: &str) -> Result<&'static [u8], StatusCode> {
    let files = core.options().screens;
    let found = files.iter().find(|(path, _)| *path == name).map(|(_, content)| *content);
    found.ok_or(StatusCode::NOT_FOUND)
}
