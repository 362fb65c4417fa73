//! Where the service is, as its client reaches it.

use axum::http::{HeaderMap, header};

use crate::core::Core;

/// Scheme, host and port: what is configured, or else what the request went to.
pub(crate) fn of(core: &Core, headers: &HeaderMap) -> String {
    let options = core.options();
    if let Some(origin) = &options.origin {
        return origin.clone();
    }
    let scheme = if options.tls.is_some() { "https" } else { "http" };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    format!("{scheme}://{host}")
}
