//! The options of a connection.

use std::{fmt, net::IpAddr, path::PathBuf, sync::Arc, time::Duration};

use tagbridge_texts::Message;
use url::Url;

/// The options of a connection to any broker.
#[derive(Debug, Clone)]
pub struct MqttOptions {
    /// The version of MQTT.
    pub version: ProtocolVersion,
    /// The client id.
    pub client_id: String,
    /// The login; `None`: without a user.
    pub credentials: Option<Credentials>,
    /// Trusted authorities, and the client certificate.
    pub tls: BrokerTls,
    /// Keep-alive interval, in whole seconds.
    pub keep_alive: Duration,
    /// Subscriptions; `None`: received messages are acknowledged immediately, and the session ends
    /// with the connection.
    pub taking: Option<PersistentSession>,
}

/// Subscriptions that must not lose messages, in MQTT 5: the receiver
/// [acknowledges](crate::BrokerLink::acknowledge) each message, and the broker stores the others
/// while the connection is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PersistentSession {
    /// Maximum number of unacknowledged messages.
    pub at_once: u16,
    /// Maximum size of a message that the broker sends, in bytes.
    pub largest: u32,
    /// How long the broker stores unacknowledged messages, in whole seconds.
    pub kept: Duration,
}

/// A broker's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broker {
    /// Its name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Whether it speaks TLS.
    pub is_encrypted: bool,
}

impl Broker {
    /// Parses `mqtt://HOST:1883` or `mqtts://HOST:8883`; `None` for any other text.
    pub fn of_url(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let is_encrypted = match url.scheme() {
            "mqtt" => false,
            "mqtts" => true,
            _ => return None,
        };
        let has_more = !url.username().is_empty()
            || url.password().is_some()
            || !matches!(url.path(), "" | "/")
            || url.query().is_some();
        let host = url.host_str().filter(|it| !it.is_empty() && !has_more)?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = url.port().unwrap_or(if is_encrypted { 8883 } else { 1883 });
        Some(Self { host, port, is_encrypted })
    }

    /// Whether others in the network can read the messages: without TLS, and not on this machine.
    pub fn is_overheard(&self) -> bool {
        let address = self.host.parse::<IpAddr>();
        let is_here = self.host == "localhost" || address.is_ok_and(|it| it.is_loopback());
        !self.is_encrypted && !is_here
    }
}

impl fmt::Display for Broker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_encrypted { "mqtts" } else { "mqtt" };
        // An IPv6 address contains colons.
        if self.host.contains(':') {
            write!(f, "{scheme}://[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{scheme}://{}:{}", self.host, self.port)
        }
    }
}

/// A version of MQTT.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ProtocolVersion {
    /// 3.1.1, OASIS 2014.
    V3,
    /// 5.0, OASIS 2019.
    #[default]
    V5,
}

/// A user, and the source of the password.
#[derive(Clone)]
pub struct Credentials {
    /// The user.
    pub user: String,
    /// Reads the password again for each connection; `None`: no password.
    pub password: Option<Arc<dyn Fn() -> Result<String, Message> + Send + Sync>>,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").field("user", &self.user).finish_non_exhaustive()
    }
}

/// Files that are read again for each connection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrokerTls {
    /// The trusted certificate authorities, as PEM; `None`: the system's.
    pub authority: Option<PathBuf>,
    /// The client certificate and its private key, as PEM.
    pub client: Option<(PathBuf, PathBuf)>,
}
