//! The `Host` of a request (RFC 9112, section 3.2): HTTP/1.1 needs exactly one that is valid.

use axum::{
    extract::Request,
    http::{HeaderValue, Version, header, uri::Authority},
    response::Response,
};

use super::envelope;
use crate::core::{Refusal, TechnicalReason};

/// The refusal of a request whose `Host` is missing, invalid or repeated.
pub(super) fn refused(request: &Request) -> Option<Response> {
    let hosts: Vec<&HeaderValue> = request.headers().get_all(header::HOST).iter().collect();
    let why = match hosts[..] {
        [] if request.version() >= Version::HTTP_11 => TechnicalReason::NoHost,
        [] => return None,
        [host] if is_valid(host) => return None,
        [_] => TechnicalReason::BadHost,
        _ => TechnicalReason::TwoHosts,
    };
    let mut refused = envelope::refused(Refusal::bad_request(&why), request.headers());
    // The boundary of the next request is uncertain.
    refused.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    Some(refused)
}

/// Whether it is empty, or a host with an optional port.
fn is_valid(host: &HeaderValue) -> bool {
    let is_authority = |host: &str| host.parse::<Authority>().is_ok() && !host.contains('@');
    host.to_str().is_ok_and(|host| host.is_empty() || is_authority(host))
}
