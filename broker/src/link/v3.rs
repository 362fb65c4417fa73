//! MQTT 3.1.1.

use std::sync::{Arc, OnceLock};

use rustls::ClientConfig;
use tagbridge_texts::Message as Said;
use tokio::sync::mpsc::Sender;

use super::{
    Acknowledgement, BrokerEvent, Delivery, MESSAGE_MAX, MqttMessage, both_versions::alike,
    seconds, trouble_of,
};
use crate::{
    error::BrokerError,
    options::{Broker, MqttOptions},
};

alike!(rumqttc_v4);

pub(super) fn client(
    options: &MqttOptions,
    broker: &Broker,
    login: Option<(String, String)>,
    tls: Option<Arc<ClientConfig>>,
    will: Option<MqttMessage>,
) -> (AsyncClient, EventLoop) {
    let mut mqtt = mqtt_options(options, broker, login, tls);
    let most = usize::try_from(MESSAGE_MAX).unwrap_or(usize::MAX);
    mqtt.set_clean_session(true).set_max_packet_size(most, most);
    if let Some(will) = will {
        let (qos, retain) = (qos(will.delivery), will.is_retained);
        mqtt.set_last_will(LastWill::new(will.topic, will.payload, qos, retain));
    }
    AsyncClient::builder(mqtt).unbounded().build()
}

/// The broker forgets the will.
pub(super) fn disconnect(client: &AsyncClient) -> Result<(), ClientError> {
    client.try_disconnect()
}

/// There is no session that the broker keeps.
fn acknowledgement(_message: &Publish) -> Option<Acknowledgement> {
    None
}

/// The broker does not announce a maximum size.
fn largest(_: &ConnAck) -> Option<u32> {
    None
}

/// The limit of the client library; all messages of this crate are smaller.
fn too_large(_: &StateError) -> Option<(u64, u64)> {
    None
}
