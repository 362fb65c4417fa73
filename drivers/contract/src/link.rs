//! The errors that end a connection.

use std::{io, time::Duration};

use tagbridge_texts::{Coded, Message};

use crate::LinkStep;

/// The connection could not be opened, or is lost. Names the failed step; the cause is its
/// [`source`](Error::source).
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "link")]
pub enum LinkError {
    /// The address cannot be reached.
    Connect {
        /// The address.
        endpoint: String,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The name of the host has no address.
    Unresolved {
        /// The host.
        host: String,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A device answers with another protocol.
    AnotherProtocol {
        /// The scheme that was tried.
        asked: String,
        /// The device.
        product: String,
        /// The correct endpoint.
        endpoint: String,
    },
    /// The controller did not answer in time.
    Timeout {
        /// The step.
        doing: LinkStep,
        /// The time-out.
        after: Duration,
    },
    /// The controller, or a device on the way to it, closed the connection.
    Closed {
        /// The step.
        doing: LinkStep,
    },
    /// The controller refused the connection with a message of its protocol.
    Refused {
        /// The step.
        doing: LinkStep,
        /// The message.
        why: Message,
        /// The remedy, if it is known.
        #[coded(skip)]
        remedy: Option<Message>,
    },
    /// The controller's certificate is not trusted by this installation.
    Untrusted {
        /// The certificate.
        why: Message,
        /// The remedy.
        #[coded(skip)]
        remedy: Message,
    },
    /// A local precondition is missing, so no request was sent.
    Unprepared {
        /// The step.
        doing: LinkStep,
        /// The missing precondition.
        why: Message,
        /// The remedy.
        #[coded(skip)]
        remedy: Message,
    },
    /// The response does not follow the protocol.
    Protocol {
        /// The step.
        doing: LinkStep,
        /// The error in the bytes.
        why: Message,
    },
}

impl LinkError {
    /// Whether no device answered: no address, no route, no power, or no server on the port.
    pub fn is_nobody_there(&self) -> bool {
        match self {
            Self::Connect { .. } | Self::Unresolved { .. } => true,
            Self::Timeout { doing, .. } => *doing == LinkStep::Connect,
            _ => false,
        }
    }

    /// Whether a connection was accepted but no byte was received, as from a relay with a broken
    /// line, or from a hanging device.
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

    /// Whether the controller answers but does not accept the login.
    pub fn is_about_login(&self) -> bool {
        matches!(self, Self::Refused { doing, .. } if *doing == LinkStep::LogIn)
    }

    /// Whether a password got no answer or an invalid one: some controllers react so to a wrong
    /// password.
    pub fn is_unanswered_login(&self) -> bool {
        matches!(
            self,
            Self::Closed { doing } | Self::Timeout { doing, .. } | Self::Protocol { doing, .. }
                if *doing == LinkStep::LogIn
        )
    }

    /// Whether a person has to enter a user or a password: the controller refused it, or it was
    /// missing.
    pub fn wants_login(&self) -> bool {
        self.is_about_login()
            || matches!(self, Self::Unprepared { doing, .. } if *doing == LinkStep::LogIn)
    }

    /// The remedy for the user.
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

/// The remedy for a connection, independent of the protocol.
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

/// The remedy for a login without a user interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "login-remedy")]
pub enum LoginRemedy {
    /// The controller does not accept user and password.
    CheckUser,
    /// It requires a user, or one of another kind.
    NameUser,
    /// The user has no password.
    SetPassword,
    /// The password is not where the configuration says.
    PlacePassword,
}

/// The number of answers differs from the number of tags.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "link-answer-count")]
pub struct AnswerCount {
    /// Number of answers.
    pub answers: usize,
    /// Number of tags.
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
                crate::endpoint::EndpointProblem::CODES,
                LinkStep::CODES,
                crate::Cause::CODES,
                crate::Reason::CODES,
                crate::RequestName::CODES,
            ],
        );
    }
}
