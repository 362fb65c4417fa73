//! The messages of an update, and their topics. This module uses neither the clock nor the network.

use bytes::Bytes;
use tagbridge_api::Timestamp;
use tagbridge_broker::MqttMessage;

use crate::queue::NumberedUpdate;

/// The request in a message from the broker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BrokerRequest {
    /// The births again.
    Births,
    /// Start publishing: the primary host is online.
    Begin,
    /// Disconnect: the primary host is offline.
    Leave,
}

/// Why an update is dropped and not published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DropReason {
    /// No message can express it.
    Never,
    /// Its message has this size, which exceeds the broker's limit.
    TooLarge {
        /// Bytes of the message.
        size: usize,
        /// The message that is published instead.
        instead: Option<MqttMessage>,
    },
}

/// A message format.
pub(crate) trait MessageFormat: Send {
    /// Returns the will for a new connection: the broker publishes it when the connection is lost.
    /// `connection` is the number of the connection, from 0.
    fn will(&mut self, connection: u64, now: Timestamp) -> MqttMessage;

    /// The connection is made; `largest` is how large a message the broker takes.
    fn connected(&mut self, largest: Option<usize>);

    /// The topics to subscribe to.
    fn filters(&self) -> Vec<String>;

    /// The host that must be online before data is published.
    fn awaited_host(&self) -> Option<&str>;

    /// The first messages, also after a host's request: the devices and the known values.
    fn births(&mut self, latest: &[NumberedUpdate], now: Timestamp) -> Vec<MqttMessage>;

    /// The messages of an update.
    fn tell(
        &mut self,
        update: &NumberedUpdate,
        now: Timestamp,
    ) -> Result<Vec<MqttMessage>, DropReason>;

    /// A message from the broker.
    fn heard(&mut self, topic: &str, payload: &Bytes) -> Option<BrokerRequest>;

    /// The last messages.
    fn farewell(&mut self, now: Timestamp) -> MqttMessage;
}
