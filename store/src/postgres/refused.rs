//! Explains why a server refused a connection: the error, its location, and the remedy.

use std::{error::Error as _, io, path::Path};

use rustls::{CertificateError, Error as TlsError, pki_types::UnixTime};
use tagbridge_api::Timestamp;
use tokio_postgres::{Config, Error};

use crate::{
    StoreError,
    messages::{StoreOperation, UnexpectedState},
    sql::PostgresError,
};

/// The library's error if the server does not support TLS.
const WITHOUT_TLS: &str = "server does not support TLS";
/// The library's message for a missing password.
const NO_PASSWORD: &str = "password missing";

/// The error of a failed connection, which may succeed later. `authority`: the file with which the
/// certificate was verified.
pub(super) fn explained(error: Error, config: &Config, authority: Option<&Path>) -> StoreError {
    match found(&error, config, authority) {
        Some(found) => StoreError::unavailable(&StoreOperation::Using, found),
        None => PostgresError::from(error).into(),
    }
}

fn found(error: &Error, config: &Config, authority: Option<&Path>) -> Option<UnexpectedState> {
    let user = || config.get_user().unwrap_or_default().to_owned();
    if let Some(told) = error.as_db_error() {
        return Some(match told.code().code() {
            "28P01" => UnexpectedState::WrongPassword { user: user() },
            "28000" => UnexpectedState::NotLetIn { user: user(), told: told.message().to_owned() },
            "3D000" => {
                let name = config.get_dbname().map_or_else(user, str::to_owned);
                UnexpectedState::NoDatabase { name }
            }
            _ => return None,
        });
    }
    let source = error.source()?;
    match source.to_string().as_str() {
        WITHOUT_TLS => return Some(UnexpectedState::WithoutTls),
        NO_PASSWORD => return Some(UnexpectedState::NoPassword { user: user() }),
        _ => {}
    }
    let told = source.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref::<TlsError>()?;
    match told {
        TlsError::InvalidCertificate(why) => Some(of_certificate(why, authority)),
        other => Some(UnexpectedState::TlsFailed { why: other.to_string() }),
    }
}

fn of_certificate(why: &CertificateError, authority: Option<&Path>) -> UnexpectedState {
    match why {
        CertificateError::UnknownIssuer | CertificateError::BadSignature => match authority {
            Some(path) => UnexpectedState::OtherAuthority { path: path.to_owned() },
            None => UnexpectedState::UnknownAuthority,
        },
        CertificateError::NotValidForNameContext { expected, presented } => {
            UnexpectedState::OtherName {
                name: expected.to_str().into_owned(),
                names: presented.iter().map(|name| plain(name)).collect::<Vec<_>>().join(", "),
            }
        }
        CertificateError::ExpiredContext { not_after, .. } => {
            UnexpectedState::Expired { at: date(*not_after) }
        }
        CertificateError::NotValidYetContext { not_before, .. } => {
            UnexpectedState::NotYetValid { at: date(*not_before) }
        }
        other => UnexpectedState::BadCertificate { why: other.to_string() },
    }
}

/// The name only: the library writes `DnsName("db")`.
fn plain(name: &str) -> String {
    let inner = name.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    inner.unwrap_or(name).trim_matches('"').to_owned()
}

fn date(at: UnixTime) -> String {
    let millis = i64::try_from(at.as_secs()).ok().and_then(|secs| secs.checked_mul(1000));
    millis.and_then(Timestamp::from_millis).map(|at| at.to_string()).unwrap_or_default()
}
