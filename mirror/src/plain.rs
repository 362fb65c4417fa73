//! Plain JSON: one object for each stored snapshot on `PREFIX/DEVICE/SESSION/snapshot`, and a
//! retained message on `PREFIX/DEVICE/state` that says whether this installation is online.
//!
//! Each message that the broker accepted is published at least once, in order. A gap in `sequence`
//! is a snapshot that was dropped here; the service has it.

use bytes::Bytes;
use serde_json::json;
use tagbridge_api::{
    Timestamp,
    hmi::{TagValue, published::Published},
};
use tagbridge_broker::{Delivery, MqttMessage, topic};

use crate::{
    format::{BrokerRequest, DropReason, MessageFormat},
    queue::NumberedUpdate,
};

/// The format of plain JSON.
pub(crate) struct Plain {
    device_id: String,
    /// The topic of this installation.
    place: String,
    largest: Option<usize>,
}

impl Plain {
    pub(crate) fn new(prefix: &str, device_id: &str) -> Self {
        let place = format!("{prefix}/{}", topic::part_of(device_id));
        Self { device_id: device_id.to_owned(), place, largest: None }
    }

    fn state(&self, is_online: bool, now: Timestamp) -> MqttMessage {
        let state = json!({ "online": is_online, "timestamp": now });
        MqttMessage {
            topic: format!("{}/state", self.place),
            payload: state.to_string().into(),
            delivery: Delivery::AtLeastOnce,
            is_retained: true,
        }
    }
}

impl MessageFormat for Plain {
    fn will(&mut self, _connection: u64, now: Timestamp) -> MqttMessage {
        self.state(false, now)
    }

    fn connected(&mut self, largest: Option<usize>) {
        self.largest = largest;
    }

    fn filters(&self) -> Vec<String> {
        Vec::new()
    }

    fn awaited_host(&self) -> Option<&str> {
        None
    }

    fn births(&mut self, _latest: &[NumberedUpdate], now: Timestamp) -> Vec<MqttMessage> {
        vec![self.state(true, now)]
    }

    fn tell(
        &mut self,
        told: &NumberedUpdate,
        _now: Timestamp,
    ) -> Result<Vec<MqttMessage>, DropReason> {
        let update = &told.update;
        let view = &*update.view;
        // A snapshot without a place in the stream must be complete, because it does not continue
        // earlier ones.
        let place = view.place().ok_or(DropReason::Never)?;
        let clone = |(name, value): (&String, &TagValue)| (name.clone(), value.clone());
        let tags = match &update.changed {
            None => view.tags().iter().map(clone).collect(),
            Some(places) => {
                places.iter().filter_map(|it| view.tags().get_index(*it)).map(clone).collect()
            }
        };
        let published = Published {
            device_id: self.device_id.clone(),
            session: update.session.to_string(),
            project_id: update.project.to_string(),
            stream_id: place.stream_id,
            run: update.run,
            sequence: place.sequence,
            timestamp: view.timestamp(),
            duration_ms: view.duration_ms(),
            controller: view.controller().clone(),
            complete: update.changed.is_none(),
            tags,
        };
        let payload = Bytes::from(serde_json::to_vec(&published).map_err(|_| DropReason::Never)?);
        let topic = format!("{}/{}/snapshot", self.place, update.session);
        let delivery = Delivery::AtLeastOnce;
        let message = MqttMessage { topic, payload, delivery, is_retained: false };
        let size = message.size();
        if self.largest.is_some_and(|largest| size > largest) {
            return Err(DropReason::TooLarge { size, instead: None });
        }
        Ok(vec![message])
    }

    fn heard(&mut self, _topic: &str, _payload: &Bytes) -> Option<BrokerRequest> {
        None
    }

    fn farewell(&mut self, now: Timestamp) -> MqttMessage {
        self.state(false, now)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::update::{
        Update,
        fixture::{at, good, of, seen},
    };

    #[test]
    fn a_snapshot_is_one_object_and_says_which() {
        let mut plain = Plain::new("plant", "laptop-7");
        let tags = [("A", 1), ("B", 2)];
        let tags = tags.map(|(name, it)| (name.to_owned(), good("DINT", it.into(), 5)));
        let all = of("line-3", seen(tags.into_iter().collect(), 5));
        let some = Update { changed: Some(vec![1, 9]), ..all.clone() };
        let mut told = |update| {
            let told =
                plain.tell(&NumberedUpdate { number: 1, update }, at(9)).expect("it is told");
            assert_eq!(told[0].topic, "plant/laptop-7/line-3/snapshot");
            assert_eq!((told.len(), told[0].is_retained), (1, false));
            serde_json::from_slice::<serde_json::Value>(&told[0].payload).expect("JSON")
        };
        let (all, some) = (told(all), told(some));
        assert_eq!((&all["complete"], &some["complete"]), (&true.into(), &false.into()));
        assert_eq!(some["tags"], json!({"B": all["tags"]["B"]}), "what changed");
        assert_eq!(all["tags"]["A"]["value"], 1);
        assert_eq!((&all["sequence"], &all["project_id"]), (&5.into(), &"p".into()));
        let published: Published = serde_json::from_value(all).expect("the service reads it");
        assert_eq!((published.run, &*published.device_id), (Some(Uuid::from_u128(7)), "laptop-7"));
    }

    #[test]
    fn what_could_not_be_stored_is_not_told() {
        let mut unstored = seen(tagbridge_api::hmi::GroupedTags::default(), 5).as_ref().clone();
        unstored.place = None;
        let update = of("line-3", std::sync::Arc::new(unstored));
        let told = Plain::new("plant", "d").tell(&NumberedUpdate { number: 1, update }, at(9));
        assert_eq!(told, Err(DropReason::Never));
    }

    #[test]
    fn what_the_broker_does_not_take_is_not_told() {
        let mut plain = Plain::new("plant", "d");
        let all = of("s", seen(tagbridge_api::hmi::GroupedTags::default(), 5));
        let all = NumberedUpdate { number: 1, update: all };
        let size = plain.tell(&all, at(9)).expect("it is told")[0].size();
        plain.connected(Some(size));
        assert!(plain.tell(&all, at(9)).is_ok());
        plain.connected(Some(size - 1));
        let too_large = DropReason::TooLarge { size, instead: None };
        assert_eq!(plain.tell(&all, at(9)), Err(too_large));
    }

    #[test]
    fn an_id_is_one_part_of_a_topic() {
        let mut plain = Plain::new("plant", "line/3");
        let all = of("s", seen(tagbridge_api::hmi::GroupedTags::default(), 5));
        let told =
            plain.tell(&NumberedUpdate { number: 1, update: all }, at(9)).expect("it is told");
        assert_eq!(told[0].topic, "plant/line-3/s/snapshot");
        let published: Published = serde_json::from_slice(&told[0].payload).expect("JSON");
        assert_eq!(published.device_id, "line/3", "as it pushes");
    }

    #[test]
    fn whether_it_is_there_is_kept_by_the_broker() {
        let mut plain = Plain::new("plant", "d");
        let (will, birth) = (plain.will(0, at(1)), plain.births(&[], at(2)).remove(0));
        assert_eq!((&will.topic, will.is_retained), (&birth.topic, birth.is_retained));
        assert_eq!(will.topic, "plant/d/state");
        assert_eq!(&*will.payload, br#"{"online":false,"timestamp":"1970-01-01T00:00:00.001Z"}"#);
        assert_eq!(&*birth.payload, br#"{"online":true,"timestamp":"1970-01-01T00:00:00.002Z"}"#);
    }
}
