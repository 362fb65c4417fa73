//! Authentication: who may use the console.

use std::{fs, net::IpAddr, path::Path};

use axum::{
    extract::Request,
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use subtle::ConstantTimeEq;
use tagbridge_desk::CONSOLE_TOKEN_FILE;
use tagbridge_system::{is_open_to_all, write_private};

/// Length of a token: 256 bits as hexadecimal digits.
const DIGITS: usize = 64;

/// 256 random bits that a page must send. They are stored in the data folder, so that an address in
/// a browser stays valid when the program restarts.
#[derive(Clone)]
pub(super) struct Token(String);

impl Token {
    fn new() -> Self {
        let (one, other): (u128, u128) = rand::random();
        Self(format!("{one:032x}{other:032x}"))
    }

    /// The stored token of a data folder. Without one that only its owner can read, a new token is
    /// created and stored. If it cannot be stored, it is valid until the program ends.
    pub(super) fn of_folder(data: &Path) -> Self {
        let path = data.join(CONSOLE_TOKEN_FILE);
        let is_secret = is_open_to_all(&path).is_ok_and(|is_open| !is_open);
        let known = is_secret.then(|| fs::read_to_string(&path).ok()).flatten();
        if let Some(known) = known.filter(|it| is_token(it)) {
            return Self(known);
        }
        let token = Self::new();
        let _kept = write_private(&path, token.0.as_bytes());
        token
    }

    pub(super) fn reveal(&self) -> &str {
        &self.0
    }

    /// Compares the token in constant time.
    fn is(&self, given: &str) -> bool {
        self.0.as_bytes().ct_eq(given.as_bytes()).into()
    }
}

fn is_token(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|it| it.is_ascii_hexdigit())
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
        assert!(is_token(one.reveal()));
        assert!(one.is(one.reveal()) && !one.is(other.reveal()) && !one.is(""));
    }

    #[test]
    fn a_token_is_kept_while_it_is_secret() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(CONSOLE_TOKEN_FILE);
        let token = || Token::of_folder(folder.path());
        let first = token();
        assert!(token().is(first.reveal()), "the address is the same after a restart");
        assert!(!is_open_to_all(&path).unwrap());
        // A damaged token, and one that others may have read, are replaced.
        fs::write(&path, "short").unwrap();
        let second = token();
        assert!(is_token(second.reveal()) && !second.is(first.reveal()));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
            let third = token();
            assert!(!third.is(second.reveal()) && token().is(third.reveal()));
        }
        // Without a folder it is valid for this run.
        let nowhere = folder.path().join(CONSOLE_TOKEN_FILE).join("data");
        assert!(is_token(Token::of_folder(&nowhere).reveal()));
    }
}
