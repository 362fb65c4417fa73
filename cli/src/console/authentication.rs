//! Authentication: who may use the console.

use std::net::IpAddr;

use axum::{
    extract::Request,
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use subtle::ConstantTimeEq;

/// 256 random bits, created at each start, that a page must send.
#[derive(Clone)]
pub(super) struct Token(String);

impl Token {
    pub(super) fn new() -> Self {
        let (one, other): (u128, u128) = rand::random();
        Self(format!("{one:032x}{other:032x}"))
    }

    pub(super) fn reveal(&self) -> &str {
        &self.0
    }

    /// Compares the token in constant time.
    fn is(&self, given: &str) -> bool {
        self.0.as_bytes().ct_eq(given.as_bytes()).into()
    }
}

/// Accepts only requests to this computer's own names: another name that resolves to this address
/// could make the browser treat a foreign page as ours.
pub(super) async fn check_host(request: Request, next: Next) -> Response {
    if is_this_computer(host(request.headers())) {
        return next.run(request).await;
    }
    let text = "The console answers to 127.0.0.1, [::1] and localhost alone.";
    (StatusCode::MISDIRECTED_REQUEST, text).into_response()
}

/// Whether the requesting page is ours: browsers send its origin.
pub(super) fn is_own_page(headers: &HeaderMap) -> bool {
    let origin = headers.get(header::ORIGIN).and_then(|it| it.to_str().ok());
    origin.and_then(|it| it.strip_prefix("http://")) == Some(host(headers))
}

/// Whether one of the requested sub-protocols is the token: `token.TOKEN`.
pub(super) fn knows(token: &Token, headers: &HeaderMap) -> bool {
    headers
        .get_all(header::SEC_WEBSOCKET_PROTOCOL)
        .iter()
        .filter_map(|it| it.to_str().ok())
        .flat_map(|it| it.split(','))
        .filter_map(|it| it.trim().strip_prefix("token."))
        .any(|it| token.is(it))
}

fn host(headers: &HeaderMap) -> &str {
    headers.get(header::HOST).and_then(|it| it.to_str().ok()).unwrap_or_default()
}

/// Accepts any port, because a tunnel has its own.
fn is_this_computer(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok_and(|it| it.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_computer_are_few() {
        for host in ["127.0.0.1:8751", "127.0.0.1", "localhost:9000", "LocalHost", "[::1]:8751"] {
            assert!(is_this_computer(host), "{host}");
        }
        for host in [
            "",
            "plant.example:8751",
            "127.0.0.1.plant.example",
            "localhost.plant.example:8751",
            "10.0.0.5:8751",
            "0.0.0.0:8751",
            "127.0.0.1:8751:8751",
        ] {
            assert!(!is_this_computer(host), "{host}");
        }
    }

    #[test]
    fn tokens_are_long_and_never_the_same() {
        let (one, other) = (Token::new(), Token::new());
        assert_eq!(one.reveal().len(), 64);
        assert!(one.is(one.reveal()) && !one.is(other.reveal()) && !one.is(""));
    }
}
