//! The reasons why a broker accepts no messages, grouped by their remedy.

use std::{io, path::PathBuf};

use tagbridge_texts::{Coded, Message};

/// Why a broker accepts no messages. `broker` is its address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "broker")]
pub enum BrokerError {
    /// No answer: name, route, time-out.
    Unreachable {
        /// The broker.
        broker: String,
        /// Why there was no answer.
        why: Message,
    },
    /// Its certificate does not come from a trusted authority, or is for another name.
    Untrusted {
        /// The broker.
        broker: String,
        /// The error of the certificate.
        why: Message,
    },
    /// User or password are not right, or may not connect.
    Login {
        /// The broker.
        broker: String,
    },
    /// It refuses for another reason.
    Refused {
        /// The broker.
        broker: String,
        /// Its reason.
        why: Message,
    },
    /// The broker does not allow this user to subscribe.
    NotSubscribed {
        /// The broker.
        broker: String,
        /// Its reason.
        why: Message,
    },
    /// A message is larger than it accepts.
    TooLarge {
        /// The broker.
        broker: String,
        /// Bytes that the message has.
        size: u64,
        /// Bytes that a message may have.
        most: u64,
    },
    /// The connection was lost.
    Lost {
        /// The broker.
        broker: String,
        /// The reason, if it is known.
        why: Message,
    },
    /// A file with a certificate or a key cannot be read.
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        why: Message,
    },
    /// There is no certificate, or no key, in a file.
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// Certificate and key do not belong together, or are of no use.
    Unusable {
        /// Why.
        why: Message,
    },
    /// The password is missing.
    Password {
        /// Why.
        why: Message,
    },
    /// The primary host went offline.
    HostAway {
        /// Its id.
        host: String,
    },
}

/// The remedy.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "broker-remedy")]
pub enum BrokerRemedy {
    /// Look whether it runs, and whether it can be reached.
    Reach,
    /// Name the authority of its certificate.
    Trust,
    /// Correct the user, the password, or the user's permissions at the broker.
    Login,
    /// Look at the broker's own log.
    Log,
    /// Allow larger messages at the broker, or read fewer tags in a session.
    Smaller,
    /// Correct the files that the configuration names.
    Files,
    /// No action is needed; the connection recovers automatically.
    ByItself,
}

impl BrokerError {
    /// The remedy.
    pub fn remedy(&self) -> Message {
        match self {
            Self::Unreachable { .. } => BrokerRemedy::Reach,
            Self::Untrusted { .. } => BrokerRemedy::Trust,
            Self::Login { .. } | Self::NotSubscribed { .. } | Self::Password { .. } => {
                BrokerRemedy::Login
            }
            Self::Refused { .. } => BrokerRemedy::Log,
            Self::TooLarge { .. } => BrokerRemedy::Smaller,
            Self::File { .. } | Self::Empty { .. } | Self::Unusable { .. } => BrokerRemedy::Files,
            Self::Lost { .. } | Self::HostAway { .. } => BrokerRemedy::ByItself,
        }
        .message()
    }

    /// It was connected, and does not answer.
    pub fn silent(broker: String) -> Self {
        let why = Message::system(&io::ErrorKind::TimedOut.into());
        Self::Lost { broker, why }
    }

    pub(crate) fn file(path: &std::path::Path, error: &io::Error) -> Self {
        Self::File { path: path.to_owned(), why: Message::system(error) }
    }
}
