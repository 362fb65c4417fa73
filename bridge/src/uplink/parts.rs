//! Splits a snapshot that is too large for one push into parts with some of its tags each.

use tagbridge_api::{
    hmi::{Reason, TagValue, Tags, push::Snapshot},
    limits::SNAPSHOT_PARTS_MAX,
};

use super::batch::BYTES_MAX;
use crate::{outbox::Entry, packed_snapshot::Packer, snapshot::bad};

/// Splits a snapshot into parts of at most `most` bytes of JSON, or of more bytes if there would be
/// too many parts.
pub(super) fn split_by(entry: &Entry, most: usize) -> Vec<Entry> {
    let fewest = entry.bytes() / (SNAPSHOT_PARTS_MAX as usize / 2);
    let parts = split(entry, most.max(fewest).min(BYTES_MAX));
    if parts.is_empty() { split(entry, BYTES_MAX) } else { parts }
}

/// Splits a snapshot into parts of at most `most` bytes of JSON. A single larger value has its own
/// part; a value that is too large for any push gets the reason `over_budget`. Returns no parts if
/// there would be too many.
fn split(entry: &Entry, most: usize) -> Vec<Entry> {
    let Ok(mut snapshot) = entry.packed.unpack(entry.sequence) else { return Vec::new() };
    let (mut parts, mut bytes) = (vec![Tags::new()], 0);
    for (name, mut it) in std::mem::take(&mut snapshot.tags) {
        let mut length = json_bytes(&name, &it);
        if length > BYTES_MAX {
            it = bad(Reason::OverBudget, it.timestamp);
            length = json_bytes(&name, &it);
        }
        bytes += length;
        if bytes > most && bytes > length {
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

/// Returns the length of a tag's JSON, including the separators.
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

    /// Checks the names and the lengths of the values of each part.
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
        check(&[300, 900, 10], 500, &[&[("T0", 300)], &[("T1", 900)], &[("T2", 10)]]);
        let large = BYTES_MAX + 1;
        check(&[300, large, 10], 500, &[&[("T0", 300), ("T1", 0)], &[("T2", 10)]]);
        check(&[], 500, &[&[]]);
        assert_eq!(split(&entry(&[400; 16]), 600).len(), 16);
        assert!(split(&entry(&[400; 17]), 600).is_empty());
        assert_eq!(split_by(&entry(&[400; 17]), 600).len(), 9, "the parts are larger then");
    }
}
