//! Errors of reading or writing the data.

use std::{error::Error, fmt, io};

use tagbridge_texts::{Code, Coded, Message};

use crate::messages::{Failure, StoreOperation, UnexpectedState};

/// Why the data could not be opened, read or written. No part of a write is stored, unless the
/// message says that this is not known.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum StoreError {
    /// It is temporarily not available: a full disk, a lock that is held for too long, a database
    /// that cannot be reached. The same operation may succeed later.
    Unavailable(#[source] Failed),
    /// Another transaction wrote the same data at the same time. The same operation may succeed
    /// immediately.
    Conflict(#[source] Failed),
    /// The stored data is not valid: damage, or an error in this program.
    Broken(#[source] Failed),
}

impl Coded for StoreError {
    const CODES: &'static [Code] = Failure::CODES;

    fn message(&self) -> Message {
        match self {
            Self::Unavailable(failed) | Self::Conflict(failed) | Self::Broken(failed) => {
                failed.message()
            }
        }
    }
}

impl StoreError {
    /// Creates an error of data that is temporarily not available.
    pub fn unavailable(
        doing: impl Into<Message>,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self::Unavailable(Failed::new(doing, cause))
    }

    /// Creates an error of a concurrent write.
    pub fn conflict(
        doing: impl Into<Message>,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self::Conflict(Failed::new(doing, cause))
    }

    /// Whether the operation was not started, because the found state is not the expected one.
    pub fn is_refusal(&self) -> bool {
        let (Self::Unavailable(failed) | Self::Conflict(failed) | Self::Broken(failed)) = self;
        matches!(
            failed.cause.downcast_ref(),
            Some(
                UnexpectedState::SamePlace
                    | UnexpectedState::NothingThere { .. }
                    | UnexpectedState::DataThere { .. }
                    | UnexpectedState::CopyOfAnother { .. }
                    | UnexpectedState::HalfCopied
                    | UnexpectedState::CopyUnfinished { .. }
                    | UnexpectedState::Served { .. }
            )
        )
    }

    /// Whether the disk was full.
    pub fn lacks_room(&self) -> bool {
        let (Self::Unavailable(failed) | Self::Conflict(failed) | Self::Broken(failed)) = self;
        let system = failed.cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let database = failed.cause.downcast_ref().and_then(rusqlite::Error::sqlite_error_code);
        matches!(
            system,
            Some(
                io::ErrorKind::StorageFull
                    | io::ErrorKind::FileTooLarge
                    | io::ErrorKind::QuotaExceeded
            )
        ) || database == Some(rusqlite::ErrorCode::DiskFull)
    }

    /// The data to store or read is not valid.
    pub fn broken(
        doing: impl Into<Message>,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self::Broken(Failed::new(doing, cause))
    }

    /// Adds the operation that this one was a part of.
    #[must_use]
    pub(crate) fn in_the_course_of(self, doing: impl Into<Message>) -> Self {
        let (Self::Unavailable(failed) | Self::Conflict(failed) | Self::Broken(failed)) = &self;
        if failed.doing == StoreOperation::Using.message() {
            return self.while_doing(doing);
        }
        match self {
            Self::Unavailable(failed) => Self::unavailable(doing, failed),
            Self::Conflict(failed) => Self::conflict(doing, failed),
            Self::Broken(failed) => Self::broken(doing, failed),
        }
    }

    /// Adds the operation and its file.
    #[must_use]
    pub(crate) fn while_doing(self, doing: impl Into<Message>) -> Self {
        let with = |failed: Failed| Failed { doing: doing.into(), ..failed };
        match self {
            Self::Unavailable(failed) => Self::Unavailable(with(failed)),
            Self::Conflict(failed) => Self::Conflict(with(failed)),
            Self::Broken(failed) => Self::Broken(with(failed)),
        }
    }
}

/// The operation, and its error.
#[derive(Debug)]
pub struct Failed {
    doing: Message,
    cause: Box<dyn Error + Send + Sync>,
}

impl Failed {
    /// Creates an error with an operation, as a present participle: `opening /data/service.sqlite`.
    pub fn new(doing: impl Into<Message>, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { doing: doing.into(), cause: cause.into() }
    }
}

impl Coded for Failed {
    const CODES: &'static [Code] = Failure::CODES;

    fn message(&self) -> Message {
        let why = if let Some(system) = self.cause.downcast_ref() {
            Message::system(system)
        } else if let Some(found) = self.cause.downcast_ref::<UnexpectedState>() {
            found.message()
        } else if let Some(part) = self.cause.downcast_ref::<Self>() {
            part.message()
        } else {
            Message::verbatim(self.cause.to_string())
        };
        Failure::Failed { doing: self.doing.clone(), why }.message()
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for Failed {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.source()
    }
}
