//! The configuration of a mirror.

use std::path::PathBuf;

use tagbridge_broker::{Broker, MqttOptions};

/// Everything that a mirror follows.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where it connects to: to one at a time, to the next where one cannot be used. At least one.
    pub brokers: Vec<Broker>,
    /// The connection.
    pub connection: MqttOptions,
    /// The format, and the topics.
    pub format: MirrorFormat,
    /// Maximum number of snapshots that wait while the broker accepts none.
    pub queue: usize,
    /// The file that counts connections; Sparkplug distinguishes sessions by this number.
    pub counter: PathBuf,
}

/// The format, and the topics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MirrorFormat {
    /// Sparkplug B 3.0: this bridge is an edge node, each session a device.
    Sparkplug(SparkplugNames),
    /// One JSON object for each snapshot.
    Json {
        /// The prefix of all topics.
        prefix: String,
        /// The identity of this installation.
        device_id: String,
    },
}

/// Sparkplug's names. They are not empty and contain no `+`, `/` or `#`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SparkplugNames {
    /// The group.
    pub group: String,
    /// The edge node, unique in the group.
    pub edge_node: String,
    /// The host application that must be online before data is published.
    pub primary_host: Option<String>,
}
