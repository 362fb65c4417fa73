//! Sparkplug B 3.0: this bridge is an edge node, each session a device of it.
//!
//! The birth of a device contains its known metrics, and its death is sent when the connection to
//! its controller is lost. After a birth only changes are published, by alias. Values that were
//! read while the broker could not be reached are published after the births, as historical.
//! Writing is not possible: the only accepted command is `Node Control/Rebirth`.

mod device;
mod payload;
mod value;

use std::collections::BTreeMap;

use bytes::Bytes;
use prost::Message as _;
use serde::Deserialize;
use tagbridge_api::Timestamp;
use tagbridge_broker::{Delivery, MqttMessage};

use self::{
    device::{Aliases, Data, Device, millis},
    payload::{Metric, MetricValue, Payload},
    value::DataType,
};
use crate::{
    format::{BrokerRequest, DropReason, MessageFormat},
    options::SparkplugNames,
    queue::NumberedUpdate,
};

/// The prefix of all topics.
const NAMESPACE: &str = "spBv1.0";
/// Counts the births of an edge node.
const BIRTH_NUMBER: &str = "bdSeq";
/// The metric by which a host asks for the births again.
const REBIRTH: &str = "Node Control/Rebirth";

/// The edge node of this bridge.
pub(crate) struct EdgeNode {
    names: SparkplugNames,
    /// The number of this connection, which connects the will and the birth.
    birth_number: u64,
    /// The sequence number of the next message.
    seq: u8,
    /// The devices that have a birth and no death, by session.
    devices: BTreeMap<String, Device>,
    /// The sessions without a controller, and the number of the update that reported it.
    gone: BTreeMap<String, u64>,
    aliases: Aliases,
    /// How large a message the broker takes.
    largest: Option<usize>,
    /// The time of the last online message of the primary host, in milliseconds since 1970 (UTC).
    host_since: Option<u64>,
}

/// The state of a host (§6.4.28).
#[derive(Deserialize)]
struct HostState {
    online: bool,
    timestamp: u64,
}

impl EdgeNode {
    pub(crate) fn new(names: SparkplugNames) -> Self {
        Self {
            names,
            birth_number: 0,
            seq: 0,
            devices: BTreeMap::new(),
            gone: BTreeMap::new(),
            aliases: Aliases::default(),
            largest: None,
            host_since: None,
        }
    }

    fn of_node(&self, kind: &str) -> String {
        let SparkplugNames { group, edge_node, .. } = &self.names;
        format!("{NAMESPACE}/{group}/{kind}/{edge_node}")
    }

    fn of_device(&self, kind: &str, device: &str) -> String {
        format!("{}/{device}", self.of_node(kind))
    }

    fn state_of_host(&self) -> Option<String> {
        Some(format!("{NAMESPACE}/STATE/{}", self.names.primary_host.as_ref()?))
    }

    /// With the next sequence number.
    fn say(&mut self, topic: String, metrics: Vec<Metric>, now: Timestamp) -> MqttMessage {
        let seq = Some(self.seq.into());
        self.seq = self.seq.wrapping_add(1);
        let payload = Payload { timestamp: Some(millis(now)), metrics, seq };
        message(topic, &payload, Delivery::AtMostOnce)
    }

    /// The same, if the broker takes it; or else how large it is. Hosts miss no sequence number then.
    fn say_if_taken(
        &mut self,
        topic: String,
        metrics: Vec<Metric>,
        now: Timestamp,
    ) -> Result<MqttMessage, usize> {
        let seq = self.seq;
        let message = self.say(topic, metrics, now);
        let size = message.size();
        if self.largest.is_some_and(|largest| size > largest) {
            self.seq = seq;
            return Err(size);
        }
        Ok(message)
    }

    /// The death message, which has no sequence number.
    fn death(&self, now: Timestamp) -> MqttMessage {
        let metrics = vec![self.birth_metric(now)];
        let payload = Payload { timestamp: Some(millis(now)), metrics, seq: None };
        message(self.of_node("NDEATH"), &payload, Delivery::AtLeastOnce)
    }

    fn birth_metric(&self, now: Timestamp) -> Metric {
        let value = MetricValue::Long(self.birth_number);
        of_node(BIRTH_NUMBER, DataType::Int64, value, now)
    }

    /// How large it is, where the broker does not take it; then there is no such device.
    fn device_birth(&mut self, of: &NumberedUpdate, now: Timestamp) -> Result<MqttMessage, usize> {
        let name = of.update.session.to_string();
        let before = self.devices.remove(&name);
        let (device, metrics) = Device::birth(of, before.as_ref(), &mut self.aliases);
        let topic = self.of_device("DBIRTH", &name);
        let birth = self.say_if_taken(topic, metrics, now)?;
        self.devices.insert(name, device);
        Ok(birth)
    }

    fn device_death(&mut self, name: &str, now: Timestamp) -> MqttMessage {
        self.devices.remove(name);
        self.say(self.of_device("DDEATH", name), Vec::new(), now)
    }
}

impl MessageFormat for EdgeNode {
    fn will(&mut self, connection: u64, now: Timestamp) -> MqttMessage {
        self.birth_number = connection % 256;
        self.host_since = None;
        self.devices.values_mut().for_each(Device::forget);
        self.death(now)
    }

    fn connected(&mut self, largest: Option<usize>) {
        self.largest = largest;
    }

    fn filters(&self) -> Vec<String> {
        [Some(self.of_node("NCMD")), self.state_of_host()].into_iter().flatten().collect()
    }

    fn awaited_host(&self) -> Option<&str> {
        self.names.primary_host.as_deref()
    }

    fn births(&mut self, latest: &[NumberedUpdate], now: Timestamp) -> Vec<MqttMessage> {
        self.seq = 0;
        let rebirth = of_node(REBIRTH, DataType::Boolean, MetricValue::Boolean(false), now);
        let metrics = vec![self.birth_metric(now), rebirth];
        let topic = self.of_node("NBIRTH");
        let mut births = vec![self.say(topic, metrics, now)];
        let (gone, there): (Vec<_>, Vec<_>) = latest.iter().partition(|it| it.update.is_absent);
        self.gone = gone.iter().map(|it| (it.update.session.to_string(), it.number)).collect();
        self.devices.retain(|name, _| there.iter().any(|it| *it.update.session == **name));
        // An oversized birth is reported with the next update of the device.
        births.extend(there.into_iter().filter_map(|it| self.device_birth(it, now).ok()));
        births
    }

    fn tell(
        &mut self,
        told: &NumberedUpdate,
        now: Timestamp,
    ) -> Result<Vec<MqttMessage>, DropReason> {
        let name = &*told.update.session;
        let data = match self.devices.get_mut(name) {
            None if told.update.is_absent => return Ok(Vec::new()),
            // A device without a birth cannot have historical values either.
            None if self.gone.get(name).is_some_and(|gone| told.number < *gone) => {
                return Err(DropReason::Never);
            }
            None => {
                let too_large = |size| DropReason::TooLarge { size, instead: None };
                return Ok(vec![self.device_birth(told, now).map_err(too_large)?]);
            }
            Some(device) if told.update.is_absent && !device.is_past(told) => {
                return Ok(vec![self.device_death(name, now)]);
            }
            Some(device) => (device.is_past(told), device.data(told)),
        };
        let (is_past, said) = match data {
            (_, Data::Metrics(metrics)) if metrics.is_empty() => return Ok(Vec::new()),
            (_, Data::NewBirth) => (false, self.device_birth(told, now)),
            (is_past, Data::Metrics(metrics)) => {
                (is_past, self.say_if_taken(self.of_device("DDATA", name), metrics, now))
            }
        };
        let said = said.map(|it| vec![it]);
        // Hosts must not take what was for what is.
        said.map_err(|size| DropReason::TooLarge {
            size,
            instead: (!is_past).then(|| self.device_death(name, now)),
        })
    }

    fn heard(&mut self, topic: &str, payload: &Bytes) -> Option<BrokerRequest> {
        if topic == self.of_node("NCMD") {
            let command = Payload::decode(payload.clone()).ok()?;
            let asks = |it: &Metric| {
                it.name.as_deref() == Some(REBIRTH) && it.value == Some(MetricValue::Boolean(true))
            };
            return command.metrics.iter().any(asks).then_some(BrokerRequest::Births);
        }
        if Some(topic) != self.state_of_host().as_deref() {
            return None;
        }
        let state: HostState = serde_json::from_slice(payload).ok()?;
        if self.host_since.is_some_and(|since| state.timestamp < since) {
            return None;
        }
        if state.online {
            self.host_since = Some(state.timestamp);
        }
        Some(if state.online { BrokerRequest::Begin } else { BrokerRequest::Leave })
    }

    fn farewell(&mut self, now: Timestamp) -> MqttMessage {
        self.death(now)
    }
}

fn of_node(name: &str, kind: DataType, value: MetricValue, now: Timestamp) -> Metric {
    Metric {
        name: Some(name.to_owned()),
        timestamp: Some(millis(now)),
        datatype: Some(kind.code()),
        value: Some(value),
        ..Metric::default()
    }
}

fn message(topic: String, payload: &Payload, delivery: Delivery) -> MqttMessage {
    MqttMessage { topic, payload: payload.encode_to_vec().into(), delivery, is_retained: false }
}

#[cfg(test)]
mod tests;
