//! What ends a connection.

use std::{io, time::Duration};

use tagbridge_texts::{Coded, Message};

use crate::LinkStep;

/// The connection could not be made, or is over. Names the step that failed; the cause is its
/// [`source`](Error::source).
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "link")]
pub enum LinkError {
    /// Nothing could be reached at the address.
    Connect {
        /// What was dialled.
        endpoint: String,
        /// What the operating system said.
        source: io::Error,
    },
    /// The name of the host has no address.
    Unresolved {
        /// The host.
        host: String,
        /// What the operating system said.
        source: io::Error,
    },
    /// Something answers there, but over another protocol.
    AnotherProtocol {
        /// The scheme of the protocol that was asked.
        asked: String,
        /// What answers.
        product: String,
        /// As it has to be asked.
        endpoint: String,
    },
    /// The controller did not answer in time.
    Timeout {
        /// The step.
        doing: LinkStep,
        /// How long was waited.
        after: Duration,
    },
    /// The controller, or something on the way to it, closed the connection.
    Closed {
        /// The step.
        doing: LinkStep,
    },
    /// The controller refused the connection in words of its protocol.
    Refused {
        /// The step.
        doing: LinkStep,
        /// What it said.
        why: Message,
        /// What to do about it, where that is known.
        #[coded(skip)]
        remedy: Option<Message>,
    },
    /// The certificate that it shows is not one that a person here has trusted.
    Untrusted {
        /// Which certificate it is, and what is known of it.
        why: Message,
        /// What to do about it.
        #[coded(skip)]
        remedy: Message,
    },
    /// Something is missing here, so that nothing was asked.
    Unprepared {
        /// The step.
        doing: LinkStep,
        /// What is missing.
        why: Message,
        /// What to do about it.
        #[coded(skip)]
        remedy: Message,
    },
    /// What answered does not keep to the protocol.
    Protocol {
        /// The step.
        doing: LinkStep,
        /// What was wrong with the bytes.
        why: Message,
    },
}

impl LinkError {
    /// Whether nobody was there to answer: no address, no route, no power, nobody who listens.
    pub fn is_nobody_there(&self) -> bool {
        match self {
            Self::Connect { .. } | Self::Unresolved { .. } => true,
            Self::Timeout { doing, .. } => *doing == LinkStep::Connect,
            _ => false,
        }
    }

    /// Whether a connection was accepted, and nothing was ever said on it, as by a relay whose line is
    /// cut, or by what hangs.
    pub fn is_silence(&self) -> bool {
        use LinkStep::{ListEndpoints, OpenChannel, OpenTransport, RegisterSession};
        matches!(
            self,
            Self::Timeout {
                doing: RegisterSession | OpenTransport | OpenChannel | ListEndpoints,
                ..
            }
        )
    }

    /// Whether the controller answers, and does not let this user in.
    pub fn is_about_login(&self) -> bool {
        matches!(self, Self::Refused { doing, .. } if *doing == LinkStep::LogIn)
    }

    /// Whether there was no answer, or none that makes sense, to a password: some controllers meet a
    /// wrong one so.
    pub fn is_unanswered_login(&self) -> bool {
        matches!(
            self,
            Self::Closed { doing } | Self::Timeout { doing, .. } | Self::Protocol { doing, .. }
                if *doing == LinkStep::LogIn
        )
    }

    /// Whether a person has to say who logs in, or with which password: the controller refused it,
    /// or there was nothing to log in with.
    pub fn wants_login(&self) -> bool {
        self.is_about_login()
            || matches!(self, Self::Unprepared { doing, .. } if *doing == LinkStep::LogIn)
    }

    /// What the person in front of it can do.
    pub fn remedy(&self) -> Message {
        match self {
            _ if self.is_unanswered_login() => LinkRemedy::UnansweredLogin.message(),
            Self::Connect { .. } => LinkRemedy::Connect.message(),
            Self::Unresolved { .. } => LinkRemedy::Unresolved.message(),
            Self::AnotherProtocol { endpoint, .. } => {
                LinkRemedy::AnotherProtocol { endpoint: endpoint.clone() }.message()
            }
            Self::Timeout { .. } => LinkRemedy::Timeout.message(),
            Self::Closed { .. } => LinkRemedy::Closed.message(),
            Self::Refused { remedy, .. } => {
                remedy.clone().unwrap_or_else(|| LinkRemedy::Refused.message())
            }
            Self::Untrusted { remedy, .. } | Self::Unprepared { remedy, .. } => remedy.clone(),
            Self::Protocol { .. } => LinkRemedy::Protocol.message(),
        }
    }
}

/// What to do about a connection, whatever the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "link-remedy")]
enum LinkRemedy {
    UnansweredLogin,
    Connect,
    Unresolved,
    AnotherProtocol { endpoint: String },
    Timeout,
    Closed,
    Refused,
    Protocol,
}

/// What to do about a login where there is no screen to log in at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "login-remedy")]
pub enum LoginRemedy {
    /// The controller does not accept them.
    CheckUser,
    /// It wants a user, or one of another kind.
    NameUser,
    /// There is a user without a password.
    SetPassword,
    /// It is not where the configuration says.
    PlacePassword,
}

/// Another number of answers came than tags were asked for.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "link-answer-count")]
pub struct AnswerCount {
    /// How many came.
    pub answers: usize,
    /// For how many tags.
    pub tags: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EndpointError;

    #[test]
    fn each_code_has_its_sentences() {
        tagbridge_texts::assert_complete(
            "driver",
            &[
                LinkError::CODES,
                LinkRemedy::CODES,
                LoginRemedy::CODES,
                AnswerCount::CODES,
                EndpointError::CODES,
                crate::endpoint::Unfit::CODES,
                LinkStep::CODES,
                crate::Cause::CODES,
                crate::Reason::CODES,
                crate::RequestName::CODES,
            ],
        );
    }
}
