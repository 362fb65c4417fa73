//! Converts PostgreSQL's errors.

use std::{fmt, io};

use tokio_postgres::error::SqlState;

use crate::StoreError;
use crate::messages::StoreOperation;

/// Why PostgreSQL did not execute a statement.
#[derive(Debug)]
pub(crate) enum Error {
    /// The error of the library.
    Told(tokio_postgres::Error),
    /// It did not answer in time.
    TooLate,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Told(error) = self else {
            return io::Error::from(io::ErrorKind::TimedOut).fmt(f);
        };
        match (error.as_db_error(), std::error::Error::source(error)) {
            (Some(told), _) => {
                write!(f, "{}: {} ({})", told.severity(), told.message(), told.code().code())
            }
            // The library's message contains the operation, and its source contains the error.
            (None, Some(source)) => write!(f, "{error}: {source}"),
            (None, None) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Told(error)
    }
}

impl Error {
    fn code(&self) -> &str {
        match self {
            Self::Told(error) => error.code().map_or("", SqlState::code),
            Self::TooLate => "",
        }
    }

    /// Whether the connection cannot be used any longer.
    pub(super) fn is_gone(&self) -> bool {
        let Self::Told(error) = self else { return true };
        let is_of_network =
            std::error::Error::source(error).is_some_and(<dyn std::error::Error>::is::<io::Error>);
        error.is_closed() || is_of_network || matches!(self.code(), "57P01" | "57P02" | "57P03")
    }

    /// Whether the same may succeed immediately: another transaction was faster.
    pub(super) fn met_another(&self) -> bool {
        // For example a name that two instances added at the same time: it is found in the next
        // attempt.
        matches!(self.code(), "40001" | "40P01" | "23505")
    }

    /// Whether it may succeed later: the server is unreachable, or short of resources.
    fn is_unavailable(&self) -> bool {
        self.is_gone()
            || matches!(self.code(), "25006" | "25P03" | "55P03" | "57014")
            || ["08", "53", "57P", "58"].iter().any(|class| self.code().starts_with(class))
    }
}

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        if error.code() == "53100" {
            let full = io::Error::new(io::ErrorKind::StorageFull, error);
            Self::unavailable(&StoreOperation::Using, full)
        } else if error.is_unavailable() {
            Self::unavailable(&StoreOperation::Using, error)
        } else if error.met_another() {
            Self::conflict(&StoreOperation::Using, error)
        } else {
            Self::broken(&StoreOperation::Using, error)
        }
    }
}
