//! For any order of snapshots, the live view never shows a wrong value, and finally shows all of
//! them.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde_json::Value;
use tagbridge_api::hmi::{Quality, live::LiveValues};

use crate::harness::{House, complete, delta};

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// A scan: whether it is pushed as a complete snapshot, the session's tags, and the changed ones.
type Scan = (bool, [bool; 4], [bool; 4]);

/// The snapshots of a session, and the values of the tags at each sequence.
fn session(scans: &[Scan]) -> (Vec<Value>, Vec<BTreeMap<&'static str, i64>>) {
    let mut state: BTreeMap<&str, i64> = BTreeMap::new();
    let (mut snapshots, mut truth) = (Vec::new(), Vec::new());
    for (sequence, (is_complete, listed, changes)) in (1_u64..).zip(scans) {
        let value = i64::try_from(sequence).unwrap();
        // The first snapshot is complete, and so is each one with a changed list.
        let is_complete = *is_complete || sequence == 1;
        if is_complete {
            let tags = NAMES.into_iter().zip(listed).filter(|(_, listed)| **listed);
            state = tags.map(|(name, _)| (name, *state.get(name).unwrap_or(&value))).collect();
        }
        let changed: Vec<_> = NAMES
            .into_iter()
            .zip(changes)
            .filter(|(name, changes)| **changes && state.contains_key(name))
            .map(|(name, _)| (name, value))
            .collect();
        state.extend(changed.iter().copied());
        snapshots.push(if is_complete {
            complete(
                sequence,
                &state.iter().map(|(name, value)| (*name, *value)).collect::<Vec<_>>(),
            )
        } else {
            delta(sequence, &changed)
        });
        truth.push(state.clone());
    }
    (snapshots, truth)
}

fn check_claims(
    shown: &LiveValues,
    truth: &[BTreeMap<&str, i64>],
    stored: &BTreeSet<usize>,
) -> Result<(), TestCaseError> {
    let sequence = shown.sequence.map(|it| usize::try_from(it).unwrap());
    prop_assert_eq!(sequence, stored.last().map(|it| it + 1), "the newest is shown");
    let Some(sequence) = sequence else { return Ok(()) };
    let truth = &truth[sequence - 1];
    for (name, it) in &shown.tags {
        if it.quality == Quality::Good {
            let so = truth.get(name.as_str()).map(|it| Value::from(*it));
            prop_assert_eq!(Some(&it.value), so.as_ref(), "{}", name);
        }
    }
    let missing: Vec<u64> = (0..sequence)
        .filter(|it| !stored.contains(it))
        .map(|it| u64::try_from(it).unwrap() + 1)
        .collect();
    let gaps: Vec<u64> = shown.gaps.iter().flat_map(|it| it.from..=it.to).collect();
    prop_assert_eq!(gaps, missing);
    if shown.gaps.is_empty() {
        let all: BTreeMap<_, _> = shown
            .tags
            .iter()
            .map(|(name, it)| (name.as_str(), (it.value.clone(), it.quality)))
            .collect();
        let expected =
            truth.iter().map(|(name, it)| (*name, (Value::from(*it), Quality::Good))).collect();
        prop_assert_eq!(all, expected, "nothing is missing: all is shown, and good");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]
    #[test]
    fn the_view_is_true_at_every_moment_and_whole_in_the_end(
        scans in proptest::collection::vec(
            (proptest::bool::weighted(0.2), any::<[bool; 4]>(), any::<[bool; 4]>()), 1..14),
        pushes in proptest::collection::vec(
            proptest::collection::vec(any::<proptest::sample::Index>(), 0..5), 0..12),
    ) {
        let (snapshots, truth) = session(&scans);
        // Finally, all missing snapshots arrive.
        let all: Vec<usize> = (0..snapshots.len()).collect();
        let pushes = pushes
            .iter()
            .map(|push| push.iter().map(|it| it.index(snapshots.len())).collect())
            .chain([all.clone(), all]);
        tokio::runtime::Runtime::new().unwrap().block_on(async {
            let mut house = House::new();
            let mut stored = BTreeSet::new();
            for (i, push) in pushes.enumerate() {
                let push: Vec<usize> = push;
                stored.extend(push.iter().copied());
                house.push(&push.iter().map(|&it| snapshots[it].clone()).collect::<Vec<_>>()).await;
                if i == 3 {
                    house.restart();
                }
                check_claims(&house.values().await, &truth, &stored)?;
            }
            for name in NAMES {
                let carried: Vec<u64> = (1..)
                    .zip(&snapshots)
                    .filter(|(_, it)| it["tags"].get(name).is_some())
                    .map(|(sequence, _)| sequence)
                    .collect();
                let mut history = house.history(name).await;
                history.reverse();
                prop_assert_eq!(history, carried, "each once");
            }
            Ok(())
        })?;
    }
}
