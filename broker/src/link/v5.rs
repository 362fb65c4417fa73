//! MQTT 5.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use rustls::ClientConfig;
use tagbridge_texts::Message as Said;
use tokio::sync::mpsc::Sender;

use super::{
    Acknowledgement, BrokerEvent, Delivery, MESSAGE_MAX, MqttMessage, both_versions::alike,
    receiver::Receiver, seconds, trouble_of,
};
use crate::{
    error::BrokerError,
    options::{Broker, MqttOptions},
};

use rumqttc_v5::{
    AckMode, DisconnectProperties, DisconnectReasonCode, ManualAck, PubAck,
    mqttbytes::Error as MqttError,
};

alike!(rumqttc_v5);

pub(super) fn client(
    options: &MqttOptions,
    broker: &Broker,
    login: Option<(String, String)>,
    tls: Option<Arc<ClientConfig>>,
    will: Option<MqttMessage>,
) -> (AsyncClient, EventLoop) {
    let mut mqtt = mqtt_options(options, broker, login, tls);
    match options.taking {
        None => mqtt
            .set_clean_start(true)
            .set_session_expiry_interval(Some(0))
            .set_max_packet_size(Some(MESSAGE_MAX)),
        Some(taking) => mqtt
            .set_clean_start(false)
            .set_session_store(Receiver)
            .set_session_expiry_interval(Some(whole_seconds(taking.kept)))
            .set_ack_mode(AckMode::Manual)
            .set_receive_maximum(Some(taking.at_once))
            .set_max_packet_size(Some(taking.largest)),
    };
    if let Some(will) = will {
        let (qos, retain) = (qos(will.delivery), will.is_retained);
        mqtt.set_last_will(LastWill::new(will.topic, will.payload, qos, retain, None));
    }
    AsyncClient::builder(mqtt).unbounded().build()
}

/// The broker publishes the will nevertheless, as Sparkplug wants it (3.0, §6.4.30).
pub(super) fn disconnect(client: &AsyncClient) -> Result<(), ClientError> {
    let properties = DisconnectProperties {
        session_expiry_interval: None,
        reason_string: None,
        user_properties: Vec::new(),
        server_reference: None,
    };
    let reason = DisconnectReasonCode::DisconnectWithWillMessage;
    client.try_disconnect_with_properties(reason, properties)
}

fn whole_seconds(time: Duration) -> u32 {
    u32::try_from(time.as_secs()).unwrap_or(u32::MAX)
}

fn acknowledgement(message: &Publish) -> Option<Acknowledgement> {
    let wants_one = message.qos == QoS::AtLeastOnce;
    wants_one.then(|| Acknowledgement(ManualAck::PubAck(PubAck::new(message.pkid, None))))
}

/// Returns the maximum size of a packet that the broker accepts.
fn largest(accepted: &ConnAck) -> Option<u32> {
    accepted.properties.as_ref()?.max_packet_size
}

/// How large a packet was, and how large one may be.
fn too_large(error: &StateError) -> Option<(u64, u64)> {
    match error {
        StateError::OutgoingPacketTooLarge { pkt_size, max }
        | StateError::Deserialization(MqttError::OutgoingPacketTooLarge { pkt_size, max }) => {
            Some(((*pkt_size).into(), (*max).into()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_that_is_too_large_is_told_with_its_size() {
        let inner = MqttError::OutgoingPacketTooLarge { pkt_size: 3000, max: 2000 };
        for error in [
            StateError::OutgoingPacketTooLarge { pkt_size: 3000, max: 2000 },
            StateError::Deserialization(inner),
        ] {
            let found = trouble("b", true, &ConnectionError::MqttState(error));
            let broker = "b".to_owned();
            assert_eq!(found, BrokerError::TooLarge { broker, size: 3000, most: 2000 });
        }
    }
}
