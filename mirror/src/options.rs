//! What a mirror is told.

use std::{fmt, net::IpAddr, path::PathBuf, sync::Arc, time::Duration};

use tagbridge_texts::Message;

/// Everything that a mirror follows.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where it connects to: to one at a time, to the next where one cannot be used. At least one.
    pub brokers: Vec<Broker>,
    /// Which version of MQTT it speaks.
    pub version: ProtocolVersion,
    /// Who it is to the broker.
    pub client_id: String,
    /// How it logs in; `None`: without a user.
    pub credentials: Option<Credentials>,
    /// Whom it trusts, and how it shows itself.
    pub tls: BrokerTls,
    /// What it says, and where.
    pub format: MirrorFormat,
    /// After so long without a message the connection is tried, in whole seconds.
    pub keep_alive: Duration,
    /// How many snapshots wait while the broker takes none.
    pub queue: usize,
    /// The file that counts connections, which Sparkplug tells sessions by.
    pub counter: PathBuf,
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
    /// Whether what is sent there can be read on the way: without TLS, and off this machine.
    pub fn is_overheard(&self) -> bool {
        let address = self.host.parse::<IpAddr>();
        let is_here = self.host == "localhost" || address.is_ok_and(|it| it.is_loopback());
        !self.is_encrypted && !is_here
    }
}

impl fmt::Display for Broker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_encrypted { "mqtts" } else { "mqtt" };
        // An address of IPv6 has colons of its own.
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

/// A user, and where the password is.
#[derive(Clone)]
pub struct Credentials {
    /// The user.
    pub user: String,
    /// Reads the password, for each connection again; `None`: there is none.
    pub password: Option<Arc<dyn Fn() -> Result<String, Message> + Send + Sync>>,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").field("user", &self.user).finish_non_exhaustive()
    }
}

/// Files that are read for each connection again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrokerTls {
    /// The authorities that the broker's certificate may be of, as PEM; `None`: those of the system.
    pub authority: Option<PathBuf>,
    /// The certificate that shows who this is, as PEM, and its private key.
    pub client: Option<(PathBuf, PathBuf)>,
}

/// What is said, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MirrorFormat {
    /// Sparkplug B 3.0: this bridge is an edge node, each session a device.
    Sparkplug(SparkplugNames),
    /// One JSON object for each snapshot.
    Json {
        /// What all topics begin with.
        prefix: String,
        /// Who this installation is.
        device_id: String,
    },
}

/// Sparkplug's names. None has `+`, `/` or `#` in it, and none is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SparkplugNames {
    /// The group.
    pub group: String,
    /// The edge node, unique in the group.
    pub edge_node: String,
    /// The host application without which nothing is said.
    pub primary_host: Option<String>,
}
