//! What ends a connection.

use std::{error::Error, io, time::Duration};

/// The connection could not be made, or is over. Names the step that failed; the cause is its
/// [`source`](Error::source).
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// Nothing could be reached at the address.
    #[error("cannot reach {endpoint}: {source}")]
    Connect {
        /// What was dialled.
        endpoint: String,
        /// What the operating system said.
        source: io::Error,
    },
    /// The controller did not answer in time.
    #[error("no answer to {doing} within {} ms", after.as_millis())]
    Timeout {
        /// The step: `register session`.
        doing: &'static str,
        /// How long was waited.
        after: Duration,
    },
    /// The controller, or something on the way to it, closed the connection.
    #[error("connection closed by the other side during {doing}")]
    Closed {
        /// The step.
        doing: &'static str,
    },
    /// The controller refused the connection in words of its protocol.
    #[error("the controller refused to {doing}: {why}")]
    Refused {
        /// The step.
        doing: &'static str,
        /// What it said.
        why: String,
        /// What to do about it, where that is known.
        remedy: Option<&'static str>,
    },
    /// The certificate that it shows is not one that a person here has trusted.
    #[error("the controller's certificate is not trusted: {why}")]
    Untrusted {
        /// Which certificate it is, and what is known of it.
        why: String,
        /// What to do about it.
        remedy: &'static str,
    },
    /// Something is missing here, so that nothing was asked.
    #[error("cannot {doing}: {why}")]
    Unprepared {
        /// The step.
        doing: &'static str,
        /// What is missing.
        why: String,
        /// What to do about it.
        remedy: &'static str,
    },
    /// What answered does not keep to the protocol.
    #[error("unexpected answer to {doing}: {source}")]
    Protocol {
        /// The step.
        doing: &'static str,
        /// What was wrong with the bytes.
        source: Box<dyn Error + Send + Sync>,
    },
}

impl LinkError {
    /// The step in which a controller may not let this user in.
    pub const LOG_IN: &str = "log in";

    /// The step in which nobody has answered yet.
    pub const CONNECT: &str = "connect";

    /// Whether nobody was there to answer: no address, no route, no power, nobody who listens.
    pub fn is_nobody_there(&self) -> bool {
        match self {
            Self::Connect { .. } => true,
            Self::Timeout { doing, .. } => *doing == Self::CONNECT,
            _ => false,
        }
    }

    /// Whether the controller answers, and does not let this user in.
    pub fn is_about_login(&self) -> bool {
        matches!(self, Self::Refused { doing, .. } if *doing == Self::LOG_IN)
    }

    /// Whether there was no answer, or none that makes sense, to a password: some controllers meet a
    /// wrong one so.
    pub fn is_unanswered_login(&self) -> bool {
        matches!(
            self,
            Self::Closed { doing } | Self::Timeout { doing, .. } | Self::Protocol { doing, .. }
                if *doing == Self::LOG_IN
        )
    }

    /// Whether a person has to say who logs in, or with which password: the controller refused it,
    /// or there was nothing to log in with.
    pub fn wants_login(&self) -> bool {
        self.is_about_login()
            || matches!(self, Self::Unprepared { doing, .. } if *doing == Self::LOG_IN)
    }

    /// What the person in front of it can do.
    pub fn remedy(&self) -> &str {
        match self {
            _ if self.is_unanswered_login() => {
                "check the user and the password: some controllers do not answer where one is wrong"
            }
            Self::Connect { .. } => {
                "check the address and the port, that the controller is powered, and that no firewall stands between"
            }
            Self::Timeout { .. } => {
                "check the network to the controller and whether it is overloaded; a longer time-out helps on slow links"
            }
            Self::Closed { .. } => {
                "check that the port speaks this protocol and that the controller has a connection to spare"
            }
            Self::Refused { remedy, .. } => {
                remedy.unwrap_or("look up the status in the controller's manual")
            }
            Self::Untrusted { remedy, .. } | Self::Unprepared { remedy, .. } => remedy,
            Self::Protocol { .. } => "check that the port belongs to a controller of this protocol",
        }
    }
}
