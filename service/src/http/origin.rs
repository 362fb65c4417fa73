//! The address of the service for its client.

use axum::http::{HeaderMap, header};

use crate::core::Core;

/// Scheme, host and port: as configured, or those of the request.
pub(crate) fn of(core: &Core, headers: &HeaderMap) -> String {
    let options = core.options();
    if let Some(origin) = &options.origin {
        return origin.clone();
    }
    let scheme = if options.tls.is_some() { "https" } else { "http" };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    format!("{scheme}://{host}")
}
