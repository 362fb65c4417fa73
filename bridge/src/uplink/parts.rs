//! A snapshot that is too large for one push, in parts of its tags.

use std::sync::Arc;

use tagbridge_api::{
    hmi::{
        Reason, TagValue, Tags,
        push::{Receipt, Snapshot},
    },
    limits::SNAPSHOT_PARTS_MAX,
};
use tagbridge_texts::Coded;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::{
    BadAnswer, PushBody, UplinkError, Uploader,
    batch::{ALONE_BYTES_MAX, BYTES_MAX, SNAPSHOT_BYTES_MAX},
    journey::{Failure, Journey, Outcome},
};
use crate::{
    logged::{Logged, event},
    outbox::{Entry, LossCause, Oldest, OutboxError},
    packed::Packer,
    snapshot::{Draft, LiveView, bad},
    status::Oversize,
};

impl Entry {
    /// Whether no push has room for it.
    fn is_too_large(&self) -> bool {
        self.bytes() > ALONE_BYTES_MAX
    }
}

impl Uploader {
    /// Delivers the oldest snapshot, or the newest if that has to go first, where a push has no room
    /// for it; `None`: it has.
    pub(super) async fn deliver_in_parts(
        &self,
        oldest: &Oldest,
        newest: Option<&Arc<LiveView>>,
        journey: &mut Journey,
    ) -> Result<Option<Outcome>, Failure> {
        let stream_id = oldest.stream_id;
        let Some(first) = oldest.entries.first().filter(|it| it.is_too_large()) else {
            return Ok(None);
        };
        let ahead = newest.filter(|_| std::mem::take(&mut journey.newest_first));
        let ahead = ahead.and_then(|it| Some((it.sequence_in(stream_id)?, Arc::clone(it))));
        let entry = match ahead.filter(|(it, _)| *it > first.sequence) {
            Some((sequence, view)) => {
                let pack = move || Packer::new().pack(&Draft::complete(view));
                let packed = spawn_blocking(pack).await.map_err(|_| OutboxError::Closed)?;
                packed.map_or_else(|_| first.clone(), |packed| Entry { sequence, packed })
            }
            None => first.clone(),
        };
        let (sequence, bytes) = (entry.sequence, entry.bytes());
        let parts = spawn_blocking(move || split(&entry, BYTES_MAX));
        let parts = parts.await.map_err(|_| OutboxError::Closed)?;
        if parts.is_empty() {
            let error = Oversize { bytes, most: SNAPSHOT_BYTES_MAX }.message();
            event!(warn, Logged::SnapshotGivenUp, sequence, ?error);
            journey.incomplete = true;
            self.outbox.give_up(stream_id, vec![sequence], LossCause::TooLarge).await?;
            return Ok(Some(Outcome::Again));
        }
        match self.push_parts(parts, stream_id, newest, journey).await {
            Ok(receipt) => {
                if receipt.awaited.contains(&sequence) {
                    return Err(self.client.incompatible(BadAnswer::LosesParts).into());
                }
                self.stored(&receipt, vec![sequence], journey).await?;
                Ok(Some(Outcome::Stored { more: oldest.more || oldest.entries.len() > 1 }))
            }
            Err(error) => self.refused(error, stream_id, &[sequence], journey).await.map(Some),
        }
    }

    /// The receipt of the last of them.
    async fn push_parts(
        &self,
        parts: Vec<Entry>,
        stream_id: Uuid,
        newest: Option<&Arc<LiveView>>,
        journey: &mut Journey,
    ) -> Result<Receipt, UplinkError> {
        let mut last = Err(self.client.incompatible(BadAnswer::LosesParts));
        for part in parts {
            let (frame, sent_at) = self.frame(stream_id, newest.map(|it| &**it), journey);
            last = Ok(self.push(&PushBody::of(&frame, &[part]), sent_at, journey).await?);
        }
        last
    }
}

/// Its parts as entries of pushes, each with so many bytes of JSON at the most. A value that is
/// larger than that by itself is told to be over the budget. None: these are too many parts.
fn split(entry: &Entry, most: usize) -> Vec<Entry> {
    let Ok(mut snapshot) = entry.packed.unpack(entry.sequence) else { return Vec::new() };
    let (mut parts, mut bytes) = (vec![Tags::new()], 0);
    for (name, mut it) in std::mem::take(&mut snapshot.tags) {
        let mut length = json_bytes(&name, &it);
        if length > most {
            it = bad(Reason::OverBudget, it.timestamp);
            length = json_bytes(&name, &it);
        }
        bytes += length;
        if bytes > most {
            parts.push(Tags::new());
            bytes = length;
        }
        if let Some(part) = parts.last_mut() {
            part.insert(name, it);
        }
    }
    let count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
    if count > SNAPSHOT_PARTS_MAX {
        return Vec::new();
    }
    let mut parts_of = Packer::new();
    let numbered = (1..).zip(parts).map(|(part, tags)| {
        let draft = Snapshot { tags, ..snapshot.clone() }.into();
        let packed = parts_of.pack_part(&draft, (count > 1).then_some((part, count))).ok()?;
        Some(Entry { sequence: entry.sequence, packed })
    });
    numbered.collect::<Option<_>>().unwrap_or_default()
}

/// A tag's JSON, with what stands around it.
fn json_bytes(name: &str, value: &TagValue) -> usize {
    let length = |it: serde_json::Result<String>| it.map_or(0, |it| it.len());
    length(serde_json::to_string(name)) + length(serde_json::to_string(value)) + 2
}

#[cfg(test)]
mod tests {
    use tagbridge_api::{
        Timestamp,
        hmi::{Controller, Quality},
    };

    use super::*;

    fn entry(lengths: &[usize]) -> Entry {
        let timestamp = Timestamp::from_millis(0).unwrap();
        let value = |length: &usize| TagValue {
            value: "x".repeat(*length).into(),
            type_name: "STRING".into(),
            quality: Quality::Good,
            reason: None,
            timestamp,
        };
        let tags = lengths.iter().enumerate().map(|(at, it)| (format!("T{at}"), value(it)));
        let snapshot = Snapshot {
            sequence: 7,
            timestamp,
            duration_ms: 1.0,
            controller: Controller::default(),
            part: None,
            parts: None,
            complete: true,
            tags: tags.collect(),
        };
        Entry { sequence: 7, packed: Packer::new().pack(&snapshot.into()).unwrap() }
    }

    /// Names and lengths of the values of each part.
    fn check(lengths: &[usize], most: usize, expected: &[&[(&str, usize)]]) {
        let parts = split(&entry(lengths), most);
        let count = u32::try_from(parts.len()).unwrap();
        let found: Vec<Vec<(String, usize)>> = (1..)
            .zip(&parts)
            .map(|(part, it)| {
                let it = it.packed.unpack(7).unwrap();
                assert!(it.complete && it.sequence == 7);
                assert_eq!(
                    (it.part, it.parts),
                    if count > 1 { (Some(part), Some(count)) } else { (None, None) }
                );
                let length = |it: &TagValue| match it.reason {
                    Some(Reason::OverBudget) => 0,
                    _ => it.value.as_str().unwrap().len(),
                };
                it.tags.iter().map(|(name, it)| (name.clone(), length(it))).collect()
            })
            .collect();
        let expected: Vec<Vec<(String, usize)>> = expected
            .iter()
            .map(|it| it.iter().map(|(name, length)| ((*name).to_owned(), *length)).collect())
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn each_part_has_as_many_tags_as_fit_and_a_value_that_fits_in_none_is_told() {
        check(&[100, 100], 1000, &[&[("T0", 100), ("T1", 100)]]);
        check(&[100; 3], 500, &[&[("T0", 100), ("T1", 100)], &[("T2", 100)]]);
        check(&[300, 900, 10], 500, &[&[("T0", 300), ("T1", 0)], &[("T2", 10)]]);
        check(&[], 500, &[&[]]);
        assert_eq!(split(&entry(&[400; 16]), 600).len(), 16);
        assert!(split(&entry(&[400; 17]), 600).is_empty());
    }
}
