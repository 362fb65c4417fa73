//! A batch of messages to be stored.

use std::collections::VecDeque;

use tagbridge_api::{ErrorCode, hmi::published::Published};
use tagbridge_broker::{Acknowledgement, topic};
use uuid::Uuid;

use super::view::IntakeStatus;
use crate::{
    core::{
        Core, Refusal, TechnicalReason,
        from_broker::{self, BrokerOutcome, BrokerPush},
    },
    log_message::{LogMessage, event},
};

/// A received message.
#[derive(Debug)]
pub(super) struct Incoming {
    pub(super) topic: String,
    pub(super) payload: bytes::Bytes,
    /// `None`: it was published with quality of service 0.
    pub(super) acknowledgement: Option<Acknowledgement>,
}

/// A batch of messages to be stored.
#[derive(Debug)]
pub(super) struct Batch {
    /// The sessions with unsettled messages, in the order of arrival.
    groups: VecDeque<Group>,
    /// Settled messages.
    settled: Vec<Acknowledgement>,
}

/// Messages with snapshots of one stream.
#[derive(Debug)]
struct Group {
    brought: BrokerPush,
    acknowledgements: Vec<Option<Acknowledgement>>,
}

impl Batch {
    /// Parses the messages. Messages that cannot be parsed are refused and thereby settled; so are
    /// those that must wait for the push.
    pub(super) fn read(prefix: &str, messages: Vec<Incoming>, shown: &IntakeStatus) -> Self {
        let mut batch = Self { groups: VecDeque::new(), settled: Vec::new() };
        for Incoming { topic, payload, acknowledgement } in messages {
            match read(prefix, &topic, &payload) {
                Ok(published @ Published { run: Some(run), .. }) => {
                    batch.add(published, run, acknowledgement);
                }
                Ok(_) => {
                    shown.change(|it| it.left += 1);
                    batch.settled.extend(acknowledgement);
                }
                Err(refusal) => {
                    refuse(shown, &refusal, &topic);
                    batch.settled.extend(acknowledgement);
                }
            }
        }
        batch
    }

    fn add(&mut self, published: Published, run: Uuid, acknowledgement: Option<Acknowledgement>) {
        let (device_id, project_id) = (published.device_id.clone(), published.project_id.clone());
        let stream_id = published.stream_id;
        let snapshot = published.into_snapshot();
        if let Some(Group { brought, acknowledgements }) = self.groups.back_mut()
            && (brought.stream_id, brought.run) == (stream_id, run)
            && (&brought.device_id, &brought.project_id) == (&device_id, &project_id)
        {
            brought.snapshots.push(snapshot);
            acknowledgements.push(acknowledgement);
            return;
        }
        let snapshots = vec![snapshot];
        let brought = BrokerPush { device_id, project_id, stream_id, run, snapshots };
        self.groups.push_back(Group { brought, acknowledgements: vec![acknowledgement] });
    }

    /// Stores the messages. `Err`: data cannot be written now, and the remaining messages are not
    /// settled. Blocks.
    pub(super) fn store(&mut self, core: &Core, shown: &IntakeStatus) -> Result<(), Refusal> {
        while let Some(group) = self.groups.pop_front() {
            let count = group.brought.snapshots.len() as u64;
            match from_broker::take(core, &group.brought) {
                Ok(taken) => {
                    shown.change(|it| match taken {
                        BrokerOutcome::Stored => it.stored += count,
                        BrokerOutcome::Left => it.left += count,
                    });
                    self.settled.extend(group.acknowledgements.into_iter().flatten());
                }
                Err(refusal) if refusal.code() == ErrorCode::Unavailable => {
                    self.groups.push_front(group);
                    return Err(refusal);
                }
                // A refused snapshot must not affect the others.
                Err(_) if count > 1 => {
                    for group in group.apart().rev() {
                        self.groups.push_front(group);
                    }
                }
                Err(refusal) => {
                    refuse(shown, &refusal, &group.brought.device_id);
                    self.settled.extend(group.acknowledgements.into_iter().flatten());
                }
            }
        }
        Ok(())
    }

    /// The acknowledgements of the settled messages.
    pub(super) fn take_settled(&mut self) -> Vec<Acknowledgement> {
        std::mem::take(&mut self.settled)
    }
}

impl Group {
    /// Splits the group into single snapshots.
    fn apart(self) -> impl DoubleEndedIterator<Item = Self> {
        let BrokerPush { device_id, project_id, stream_id, run, snapshots } = self.brought;
        let single = move |(snapshot, acknowledgement)| {
            let (device_id, project_id) = (device_id.clone(), project_id.clone());
            let snapshots = vec![snapshot];
            let brought = BrokerPush { device_id, project_id, stream_id, run, snapshots };
            Self { brought, acknowledgements: vec![acknowledgement] }
        };
        let acknowledgements = self.acknowledgements;
        snapshots.into_iter().zip(acknowledgements).map(single)
    }
}

/// The contents of a message: on `PREFIX/DEVICE/SESSION/snapshot`, where the broker allows only
/// that device to publish, a device cannot publish for another one.
fn read(prefix: &str, topic: &str, payload: &[u8]) -> Result<Published, Refusal> {
    let mut reader = serde_json::Deserializer::from_slice(payload);
    let published: Published = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        Refusal::bad_request(&TechnicalReason::Malformed { why: &error.to_string() })
    })?;
    let device = topic::part_of(&published.device_id);
    let place = topic.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('/'));
    let place = place.and_then(|rest| rest.strip_suffix("/snapshot")?.split_once('/'));
    if place.is_none_or(|(of, session)| of != device || session.contains('/')) {
        let wrong = TechnicalReason::ForeignTopic { topic, device: &published.device_id };
        return Err(Refusal::new(ErrorCode::PermissionDenied, &wrong));
    }
    Ok(published)
}

/// Counts a permanently refused message. The log reports it for each sender the first time, the
/// tenth, the hundredth …
fn refuse(shown: &IntakeStatus, refusal: &Refusal, from: &str) {
    let count = shown.count_refused(refusal.code(), from);
    if count == 10_u64.pow(count.ilog10()) {
        event!(warn, LogMessage::MessageRefused, from, count, %refusal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUBLISHED: &str = include_str!("../../../api/golden/published.json");

    fn message(topic: &str, payload: &str) -> Incoming {
        let (topic, payload) = (topic.to_owned(), bytes::Bytes::from(payload.to_owned()));
        Incoming { topic, payload, acknowledgement: None }
    }

    fn numbered(sequence: u64, stream: &str) -> String {
        let mut published: serde_json::Value = serde_json::from_str(PUBLISHED).unwrap();
        published["sequence"] = sequence.into();
        published["stream_id"] = stream.into();
        published.to_string()
    }

    #[test]
    fn what_follows_in_a_stream_is_stored_together() {
        let (a, b) =
            ("0b6e7f1c-3a55-4b0e-9a55-1f6f2a1c9d10", "0b6e7f1c-3a55-4b0e-9a55-1f6f2a1c9d11");
        let sent = [(1, a), (2, a), (1, b), (3, a)];
        let messages = sent.map(|(sequence, stream)| {
            message("plant/west/laptop-7/line-4/snapshot", &numbered(sequence, stream))
        });
        let shown = IntakeStatus::default();
        let batch = Batch::read("plant/west", messages.into(), &shown);
        let sequences = |group: &Group| {
            group.brought.snapshots.iter().map(|it| it.sequence).collect::<Vec<_>>()
        };
        let groups: Vec<_> = batch.groups.iter().map(sequences).collect();
        assert_eq!(groups, [vec![1, 2], vec![1], vec![3]]);
        let apart: Vec<_> = batch.groups.into_iter().flat_map(Group::apart).collect();
        assert_eq!(apart.iter().map(sequences).collect::<Vec<_>>(), [[1], [2], [1], [3]]);
        assert!(shown.view().refused.is_empty());
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_the_place() {
        let shown = IntakeStatus::default();
        let good = "tagbridge/laptop-7/line-4/snapshot";
        let bad_value = PUBLISHED.replace("\"ULINT\"", "7");
        for (topic, payload, says) in [
            (good, "", "EOF"),
            (good, "{}", "missing field `device_id`"),
            (good, &bad_value, "tags.Big"),
            ("tagbridge/laptop-8/line-4/snapshot", PUBLISHED, "laptop-7"),
            ("tagbridge/laptop-7/line-4/other", PUBLISHED, "laptop-7"),
            ("tagbridge/laptop-7/line/4/snapshot", PUBLISHED, "laptop-7"),
            ("other/laptop-7/line-4/snapshot", PUBLISHED, "laptop-7"),
        ] {
            let refusal = read("tagbridge", topic, payload.as_bytes()).expect_err(topic);
            assert!(refusal.to_string().contains(says), "{topic} {payload}: {refusal}");
            let batch = Batch::read("tagbridge", vec![message(topic, payload)], &shown);
            assert!(batch.groups.is_empty(), "it is settled");
        }
        let early = PUBLISHED.replace("\"run\"", "\"walk\"");
        let batch = Batch::read("tagbridge", vec![message(good, &early)], &shown);
        assert!(batch.groups.is_empty(), "the push brings it");
        assert_eq!(shown.view().left, 1);
        let refused = shown.view().refused;
        assert_eq!(refused, [("bad_request", 3), ("permission_denied", 4)].into());
        read("tagbridge", "tagbridge/laptop-7/x/snapshot", PUBLISHED.as_bytes())
            .expect("the session's name is the bridge's own");
        let longer = PUBLISHED.replace("laptop-7", "laptop/7");
        read("tagbridge", good, longer.as_bytes()).expect("so it stands in a topic");
    }
}
