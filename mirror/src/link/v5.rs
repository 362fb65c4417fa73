//! MQTT 5.

use std::sync::Arc;

use rustls::ClientConfig;
use tagbridge_texts::Message as Said;
use tokio::sync::mpsc::Sender;

use super::{Delivery, Heard, MESSAGE_MAX, Message, alike::alike, seconds, trouble_of};
use crate::{
    options::{Broker, Options},
    trouble::BrokerTrouble,
};

use rumqttc_v5::{DisconnectProperties, DisconnectReasonCode};

alike!(rumqttc_v5);

pub(super) fn client(
    options: &Options,
    broker: &Broker,
    login: Option<(String, String)>,
    tls: Option<Arc<ClientConfig>>,
    will: Option<Message>,
) -> (AsyncClient, EventLoop) {
    let mut mqtt = mqtt_options(options, broker, login, tls);
    mqtt.set_clean_start(true)
        .set_session_expiry_interval(Some(0))
        .set_max_packet_size(Some(MESSAGE_MAX));
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
