//! Whether the caller is on this computer, without a proxy: only then may it name local files.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, Version, header, request::Parts};

use crate::{Options, http::Peer};

/// Whether a request comes from this computer without a proxy. Behind a proxy every peer is this
/// computer: headers that a proxy adds or changes reveal it. Requests of a web page are refused,
/// too.
pub(super) fn is_here(options: &Options, parts: &Parts) -> bool {
    let peer = parts.extensions.get::<Peer>();
    let is_near = peer.is_some_and(|Peer(peer)| peer.ip().to_canonical().is_loopback());
    let has_own_name = options.origin.as_deref().is_none_or(|origin| {
        let host = origin.split_once("://").map_or(origin, |(_, host)| host);
        is_loopback(host)
    });
    is_near
        && has_own_name
        && parts.version == Version::HTTP_11
        && host(&parts.headers).is_some_and(is_loopback)
        && !parts.headers.keys().any(tells_of_another)
}

fn host(headers: &HeaderMap) -> Option<&str> {
    let mut hosts = headers.get_all(header::HOST).into_iter();
    let only = hosts.next().filter(|_| hosts.next().is_none());
    only?.to_str().ok()
}

/// Whether a host, with an optional port, is the loopback interface.
fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => host,
    };
    name.eq_ignore_ascii_case("localhost")
        || host.parse().is_ok_and(|it: SocketAddr| it.ip().is_loopback())
        || name
            .trim_start_matches('[')
            .trim_end_matches(']')
            .parse()
            .is_ok_and(|it: IpAddr| it.is_loopback())
}

fn tells_of_another(name: &HeaderName) -> bool {
    let name = name.as_str();
    name.starts_with("x-forwarded")
        || ["forwarded", "via", "x-real-ip", "x-client-ip", "origin"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_this_machine_are_known() {
        for (host, expected) in [
            ("localhost", true),
            ("LOCALHOST:8750", true),
            ("127.0.0.1", true),
            ("127.9.9.9:80", true),
            ("[::1]:8750", true),
            ("[::1]", true),
            ("", false),
            ("localhost.example.com", false),
            ("127.0.0.1.example.com", false),
            ("127.0.0.1@example.com", false),
            ("192.0.2.1:8750", false),
            ("0.0.0.0", false),
            ("tags.example:8750", false),
        ] {
            assert_eq!(is_loopback(host), expected, "{host}");
        }
    }
}
