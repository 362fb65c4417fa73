//! Differences between values that are too small to be sent.

use std::collections::BTreeMap;

use tagbridge_api::hmi::{GroupedTags, Quality, TagValue, Tags};

/// By how much the number of each tag may differ from its last sent value and still count as unchanged.
#[derive(Debug, Default)]
pub(crate) struct Deadband(BTreeMap<String, f64>);

impl Deadband {
    pub(crate) fn new(widths: BTreeMap<String, f64>) -> Self {
        Self(widths)
    }

    /// Replaces a new value by the last sent one if they differ by at most the tag's deadband. The
    /// time remains that of the new reading.
    pub(crate) fn hold(&self, now: &mut Tags, before: &GroupedTags) {
        for (name, width) in &self.0 {
            if let (Some(now), Some(before)) = (now.get_mut(name), before.get(name))
                && is_within(now, before, *width)
            {
                now.value.clone_from(&before.value);
            }
        }
    }
}

fn is_within(now: &TagValue, before: &TagValue, width: f64) -> bool {
    let is_good = |it: &TagValue| it.quality == Quality::Good;
    is_good(now)
        && is_good(before)
        && now.type_name == before.type_name
        && matches!((now.value.as_f64(), before.value.as_f64()),
            (Some(now), Some(before)) if (now - before).abs() <= width)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tagbridge_api::{Timestamp, hmi::Reason};

    use super::*;

    fn value(value: serde_json::Value, at: i64) -> TagValue {
        let (quality, reason) = match value {
            serde_json::Value::Null => (Quality::Bad, Some(Reason::Stale)),
            _ => (Quality::Good, None),
        };
        let timestamp = Timestamp::from_millis(at).unwrap();
        TagValue { value, type_name: "REAL".into(), quality, reason, timestamp }
    }

    #[test]
    fn only_good_numbers_of_one_type_are_held() {
        let band = Deadband::new([("A".to_owned(), 0.5)].into());
        let check = |before: TagValue, now: TagValue, held: bool| {
            let mut tags: Tags = [("A".to_owned(), now.clone())].into_iter().collect();
            band.hold(&mut tags, &[("A".to_owned(), before.clone())].into_iter().collect());
            assert_eq!(tags["A"].value, if held { before.value } else { now.value });
            assert_eq!(tags["A"].timestamp, now.timestamp, "it was read now");
        };
        check(value(1.0.into(), 0), value(1.5.into(), 7), true);
        check(value(1.0.into(), 0), value(1.501.into(), 7), false);
        check(value(1.0.into(), 0), value(0.5.into(), 7), true);
        check(value(1.into(), 0), value(1.4.into(), 7), true);
        check(value(().into(), 0), value(1.0.into(), 7), false);
        check(value(1.0.into(), 0), value(().into(), 7), false);
        check(value("1".into(), 0), value("2".into(), 7), false);
        check(value(vec![1].into(), 0), value(vec![1, 2].into(), 7), false);
        let other = TagValue { type_name: "DINT".into(), ..value(1.0.into(), 0) };
        check(other, value(1.2.into(), 7), false);
    }

    proptest! {
        /// A sent value never differs by more than the deadband from the read one, even if the
        /// value changes slowly, and changes only if the read value leaves the deadband.
        #[test]
        fn what_is_told_is_never_further_away(steps in proptest::collection::vec(-30..30_i32, 1..200)) {
            let band = Deadband::new([("A".to_owned(), 1.0)].into());
            let (mut told, mut read, mut ledger) = (GroupedTags::default(), 0.0, None);
            for step in steps {
                read += f64::from(step) / 16.0;
                let mut now: Tags = [("A".to_owned(), value(read.into(), 1))].into_iter().collect();
                band.hold(&mut now, &told);
                told = now.into();
                let held = ledger.filter(|held: &f64| (held - read).abs() <= 1.0).unwrap_or(read);
                ledger = Some(held);
                prop_assert_eq!(told["A"].value.as_f64(), Some(held));
            }
        }
    }
}
