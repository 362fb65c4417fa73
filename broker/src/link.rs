//! One connection to a broker, in either version of MQTT.

mod both_versions;
mod receiver;
mod v3;
mod v5;

use std::{
    io,
    sync::{Arc, OnceLock},
    time::Duration,
};

use bytes::Bytes;
use tagbridge_texts::Message as Said;
use tokio::{sync::mpsc, task::AbortHandle, time::timeout};

use crate::{
    error::BrokerError,
    options::{Broker, MqttOptions, ProtocolVersion},
    tls,
};

/// Maximum number of received messages that are not processed yet.
const HEARD: usize = 256;
/// Maximum size of a message in bytes; births of many tags are large.
const MESSAGE_MAX: u32 = 64 << 20;
/// Time-out of a connection attempt.
const CONNECT: Duration = Duration::from_secs(10);
/// Maximum time to send the last messages.
const FAREWELL: Duration = Duration::from_secs(2);

/// The quality of service of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// `QoS` 0.
    AtMostOnce,
    /// `QoS` 1.
    AtLeastOnce,
}

/// A message to a broker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MqttMessage {
    /// Its topic.
    pub topic: String,
    /// The message.
    pub payload: Bytes,
    /// The quality of service.
    pub delivery: Delivery,
    /// Whether the broker stores it for later subscribers.
    pub is_retained: bool,
}

impl MqttMessage {
    /// Size of its packet in MQTT 5 (§3.3), in which brokers announce a maximum.
    pub fn size(&self) -> usize {
        let packet_id = match self.delivery {
            Delivery::AtMostOnce => 0,
            Delivery::AtLeastOnce => 2,
        };
        let no_properties = 1;
        let rest = 2 + self.topic.len() + packet_id + no_properties + self.payload.len();
        // The remaining length is encoded in groups of seven bits.
        let length = match rest {
            0..=0x7F => 1,
            0x80..=0x3FFF => 2,
            0x4000..=0x1F_FFFF => 3,
            _ => 4,
        };
        1 + length + rest
    }
}

/// Acknowledges a received message, on the connection that received it.
#[derive(Debug)]
pub struct Acknowledgement(rumqttc_v5::ManualAck);

/// An event of a connection.
#[derive(Debug)]
pub enum BrokerEvent {
    /// The connection is established.
    Connected,
    /// The result of a subscription is known.
    Subscribed {
        /// The reason if the broker refused it.
        refused: Option<String>,
    },
    /// The oldest unconfirmed message was received by the broker, as far as its quality of service
    /// shows it.
    Confirmed,
    /// The broker answered a [request for a sign of life](BrokerLink::ask).
    Alive,
    /// A message.
    Message {
        /// Its topic.
        topic: String,
        /// The message.
        payload: Bytes,
        /// Its [acknowledgement](BrokerLink::acknowledge); `None`: not needed.
        acknowledgement: Option<Acknowledgement>,
    },
    /// The connection ended.
    Failed(BrokerError),
}

/// A connection, or an attempt to connect. Dropping it closes the socket without a disconnect
/// message, so that the broker publishes the will.
pub struct BrokerLink {
    client: Client,
    heard: mpsc::Receiver<BrokerEvent>,
    turning: AbortHandle,
    largest: Arc<OnceLock<u32>>,
}

#[derive(Clone)]
enum Client {
    V3(rumqttc_v4::AsyncClient),
    V5(rumqttc_v5::AsyncClient),
}

impl BrokerLink {
    /// Starts to connect.
    pub fn open(
        options: &MqttOptions,
        broker: &Broker,
        will: Option<MqttMessage>,
    ) -> Result<Self, BrokerError> {
        let login = match &options.credentials {
            None => None,
            Some(it) => {
                let password = it.password.as_ref().map(|read| read()).transpose();
                let password = password.map_err(|why| BrokerError::Password { why })?;
                Some((it.user.clone(), password.unwrap_or_default()))
            }
        };
        let tls = broker.is_encrypted.then(|| tls::config(&options.tls)).transpose()?;
        let (tell, heard) = mpsc::channel(HEARD);
        let (largest, name) = (Arc::new(OnceLock::new()), broker.to_string());
        let told = Arc::clone(&largest);
        let (client, turning) = match options.version {
            ProtocolVersion::V3 => {
                let (client, events) = v3::client(options, broker, login, tls, will);
                (Client::V3(client), tokio::spawn(v3::turn(events, name, told, tell)))
            }
            ProtocolVersion::V5 => {
                let (client, events) = v5::client(options, broker, login, tls, will);
                (Client::V5(client), tokio::spawn(v5::turn(events, name, told, tell)))
            }
        };
        Ok(Self { client, heard, turning: turning.abort_handle(), largest })
    }

    /// The maximum [size](MqttMessage::size) of a message that the broker accepts, once connected;
    /// `None`: the broker does not announce a maximum.
    pub fn largest(&self) -> Option<usize> {
        self.largest.get().and_then(|it| usize::try_from(*it).ok())
    }

    /// Waits until it is connected.
    pub async fn connected(&mut self, broker: &Broker) -> Result<(), BrokerError> {
        let silent = || {
            let why = Said::system(&io::ErrorKind::TimedOut.into());
            BrokerError::Unreachable { broker: broker.to_string(), why }
        };
        let connected = async {
            loop {
                match self.heard().await {
                    BrokerEvent::Connected => return Ok(()),
                    BrokerEvent::Failed(trouble) => return Err(trouble),
                    _ => {}
                }
            }
        };
        timeout(CONNECT, connected).await.unwrap_or_else(|_| Err(silent()))
    }

    /// The next event.
    pub async fn heard(&mut self) -> BrokerEvent {
        let ended = || BrokerError::Lost { broker: String::new(), why: Said::verbatim("ended") };
        self.heard.recv().await.unwrap_or_else(|| BrokerEvent::Failed(ended()))
    }

    /// Sends a message without waiting. The caller limits the number of unconfirmed messages.
    pub fn publish(&self, message: MqttMessage) {
        // It fails if the connection is lost, which is also reported as an event.
        let _over = match &self.client {
            Client::V3(client) => v3::publish(client, message).is_ok(),
            Client::V5(client) => v5::publish(client, message).is_ok(),
        };
    }

    /// Subscribes, at least once.
    pub fn subscribe(&self, filters: Vec<String>) {
        let _over = match &self.client {
            Client::V3(client) => v3::subscribe(client, filters).is_ok(),
            Client::V5(client) => v5::subscribe(client, filters).is_ok(),
        };
    }

    /// Acknowledges a message, so that the broker can delete it.
    pub fn acknowledge(&self, acknowledgement: Acknowledgement) {
        let _over = match &self.client {
            // Messages of this version need no acknowledgement.
            Client::V3(_) => false,
            Client::V5(client) => client.try_manual_ack(acknowledgement.0).is_ok(),
        };
    }

    /// Requests a sign of life from the broker. The client library sends no pings while it sends
    /// messages, and messages that are sent at most once are not confirmed.
    pub fn ask(&self) {
        let _over = match &self.client {
            Client::V3(client) => v3::ask(client).is_ok(),
            Client::V5(client) => v5::ask(client).is_ok(),
        };
    }

    /// Sends a last message and disconnects, within two seconds.
    pub async fn leave(mut self, last: Option<MqttMessage>) {
        if let Some(last) = last {
            self.publish(last);
        }
        let _over = match &self.client {
            Client::V3(client) => v3::disconnect(client).is_ok(),
            Client::V5(client) => v5::disconnect(client).is_ok(),
        };
        let ended = async { while !matches!(self.heard().await, BrokerEvent::Failed(_)) {} };
        let _late = timeout(FAREWELL, ended).await;
    }
}

impl Drop for BrokerLink {
    fn drop(&mut self) {
        self.turning.abort();
    }
}

/// An interval in seconds for MQTT: 16 bits, at least 5 because of the client library.
fn seconds(interval: Duration) -> u16 {
    u16::try_from(interval.as_secs()).unwrap_or(u16::MAX).max(5)
}

/// Converts an error of the network or of TLS.
fn trouble_of(
    broker: String,
    is_connected: bool,
    error: &(dyn std::error::Error + 'static),
) -> BrokerError {
    let mut cause = Some(error);
    let mut innermost = error.to_string();
    while let Some(it) = cause {
        let inner = it.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let tls = inner.and_then(|it| it.downcast_ref::<rustls::Error>());
        match tls.or_else(|| it.downcast_ref()) {
            Some(rustls::Error::InvalidCertificate(why)) => {
                return BrokerError::Untrusted { broker, why: Said::verbatim(why.to_string()) };
            }
            Some(rustls::Error::AlertReceived(why)) => {
                let why = Said::verbatim(format!("{why:?}"));
                return BrokerError::Refused { broker, why };
            }
            _ => {}
        }
        if let Some(error) = it.downcast_ref::<io::Error>().filter(|it| it.raw_os_error().is_some())
        {
            let why = Said::system(error);
            return if is_connected {
                BrokerError::Lost { broker, why }
            } else {
                BrokerError::Unreachable { broker, why }
            };
        }
        innermost = it.to_string();
        cause = it.source();
    }
    let why = Said::verbatim(innermost);
    if is_connected {
        BrokerError::Lost { broker, why }
    } else {
        BrokerError::Unreachable { broker, why }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_as_large_as_its_packet() {
        for (delivery, payload, expected) in [
            (Delivery::AtMostOnce, 0, 1 + 1 + 2 + 5 + 1),
            (Delivery::AtLeastOnce, 117, 1 + 1 + 2 + 5 + 2 + 1 + 117),
            (Delivery::AtLeastOnce, 118, 1 + 2 + 2 + 5 + 2 + 1 + 118),
            (Delivery::AtMostOnce, 20_000, 1 + 3 + 2 + 5 + 1 + 20_000),
            (Delivery::AtMostOnce, 3_000_000, 1 + 4 + 2 + 5 + 1 + 3_000_000),
        ] {
            let payload = vec![0; payload].into();
            let topic = "a/b/c".to_owned();
            let message = MqttMessage { topic, payload, delivery, is_retained: false };
            assert_eq!(message.size(), expected);
        }
    }
}
