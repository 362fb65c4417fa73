//! The rates of a session's tags.

use std::{collections::HashSet, time::Duration};

use tagbridge_api::{hmi::GroupedTags, limits::GROUP_CHARS_MAX};
use tagbridge_bridge::{
    config::{GroupConfig, SessionConfig},
    status::GroupView,
};

use crate::{
    failures::invalid,
    problem::{Problem, Remedy},
    view::{Failure, ReadGroup, StartSession},
};

/// The allowed intervals of tags, in milliseconds.
pub(crate) const INTERVALS: std::ops::RangeInclusive<f64> = 10.0..=3_600_000.0;
/// Maximum number of groups: more would need more connections than a controller can provide.
const GROUPS_MAX: usize = 8;

/// The tags that are not in a group.
pub(crate) fn at_the_usual_rate(tags: Vec<String>, groups: &[ReadGroup]) -> Vec<String> {
    let elsewhere: HashSet<&str> =
        groups.iter().flat_map(|it| &it.tags).map(String::as_str).collect();
    tags.into_iter().filter(|it| !elsewhere.contains(it.as_str())).collect()
}

/// The selected groups, and the default ones.
pub(crate) fn with_usual(groups: &[ReadGroup]) -> Vec<GroupConfig> {
    let mut all = GroupConfig::usual();
    for group in groups {
        let interval = Duration::from_secs_f64(group.interval_ms / 1000.0);
        match all.iter_mut().find(|it| it.name == group.name) {
            Some(usual) => (usual.interval, usual.tags) = (interval, group.tags.clone()),
            None => all.push(GroupConfig {
                name: group.name.clone(),
                interval,
                tags: group.tags.clone(),
            }),
        }
    }
    all
}

/// The groups of a configured session, in the form that a screen would have selected them.
pub(crate) fn groups_of(session: &SessionConfig) -> Vec<ReadGroup> {
    let chosen = session.groups.iter().filter(|it| !it.tags.is_empty());
    chosen
        .map(|it| ReadGroup {
            name: it.name.clone(),
            interval_ms: it.interval.as_secs_f64() * 1000.0,
            tags: it.tags.clone(),
        })
        .collect()
}

/// The interval of a tag, in milliseconds: that of its current group. A consumer's request may move
/// it to another group. If that is not known, it is the selected interval.
pub(crate) fn interval_of(
    tag: &str,
    tags: &GroupedTags,
    groups: &[GroupView],
    start: &StartSession,
) -> f64 {
    // Both have the same order. If their tags differ, one of them is older.
    let is_same = tags.groups().zip(groups).all(|(read, told)| read.tags().len() == told.tags);
    let place = tags.groups().position(|it| it.tags().contains_key(tag)).filter(|_| is_same);
    let told = place.and_then(|it| groups.get(it)).map(|it| it.scan.interval_ms);
    let chosen = || start.groups().iter().find(|it| it.tags.iter().any(|own| own == tag));
    let as_chosen = || chosen().map_or(start.interval_ms, |it| it.interval_ms);
    told.filter(|it| *it > 0.0).unwrap_or_else(as_chosen)
}

/// Refuses groups that cannot be read: reserved names, tags at two rates.
pub(crate) fn check_groups(groups: &[ReadGroup]) -> Result<(), Failure> {
    if groups.len() > GROUPS_MAX {
        return Err(invalid(&Problem::TooManyGroups { most: GROUPS_MAX }, &Remedy::FewerGroups));
    }
    let (mut names, mut placed) = (HashSet::new(), HashSet::new());
    for group in groups {
        let name = group.name.trim();
        let begins_as_word = name.starts_with(|it: char| it.is_alphabetic());
        let is_short = name.chars().count() <= GROUP_CHARS_MAX;
        let is_own = name == GroupConfig::NORMAL;
        if !begins_as_word || !is_short || is_own || name != group.name || !names.insert(name) {
            let problem = Problem::GroupName { name: group.name.clone() };
            return Err(invalid(&problem, &Remedy::AnotherGroupName));
        }
        if !INTERVALS.contains(&group.interval_ms) {
            return Err(invalid(&Problem::Interval, &Remedy::Interval));
        }
        if let Some(twice) = group.tags.iter().find(|it| !placed.insert(it.as_str())) {
            return Err(invalid(&Problem::TagTwice { tag: twice.clone() }, &Remedy::OneGroup));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tagbridge_api::hmi::TagGroup;
    use tagbridge_bridge::status::ScanView;

    use super::*;
    use crate::testing::scan;

    fn group(name: &str, interval_ms: f64, tags: &[&str]) -> ReadGroup {
        let tags = tags.iter().map(|it| (*it).to_owned()).collect();
        ReadGroup { name: name.into(), interval_ms, tags }
    }

    #[test]
    fn each_tag_is_read_at_one_rate() {
        let groups = [group("fast", 50.0, &["B"]), group("hourly", 3_600_000.0, &["C"])];
        let tags = ["A", "B", "C", "D"].map(str::to_owned).to_vec();
        assert_eq!(at_the_usual_rate(tags, &groups), ["A", "D"]);
        let all = with_usual(&groups);
        let rates: Vec<_> = all
            .iter()
            .map(|it| (it.name.as_str(), it.interval.as_millis(), it.tags.len()))
            .collect();
        assert_eq!(rates, [("fast", 50, 1), ("slow", 10_000, 0), ("hourly", 3_600_000, 1)]);
    }

    #[test]
    fn the_interval_of_a_tag_is_that_of_the_group_that_it_is_read_in() {
        let start = StartSession {
            project: "p".into(),
            endpoint: "logix://10.0.0.5".into(),
            interval_ms: 1000.0,
            tags: None,
            take_over: false,
            tag_list: None,
            groups: Some(vec![group("quick", 20.0, &["Q"])]),
            cause_set: None,
            triggers: None,
        };
        let read = |names: &[&str]| -> Vec<Arc<TagGroup>> {
            let values: Vec<(&str, Option<f64>)> =
                names.iter().map(|it| (*it, Some(1.0))).collect();
            scan(1, &values).tags.groups().cloned().collect()
        };
        let told = |tags, interval_ms| GroupView {
            tags,
            scan: ScanView { interval_ms, ..ScanView::default() },
            ..GroupView::default()
        };
        // C is in no group, and a consumer requests it at the quick group's rate.
        let tags: GroupedTags =
            [read(&["A", "B"]), read(&["Q", "C"])].concat().into_iter().collect();
        let groups = [told(2, 1000.0), told(2, 20.0)];
        let of = |tag: &str| interval_of(tag, &tags, &groups, &start).to_string();
        assert_eq!(["A", "Q", "C"].map(of), ["1000", "20", "20"]);
        // The groups' status belongs to other tags, or is missing.
        let others: [&[GroupView]; 2] = [&[told(3, 500.0), told(2, 20.0)], &[]];
        for groups in others {
            let of = |tag: &str| interval_of(tag, &tags, groups, &start).to_string();
            assert_eq!(["A", "Q", "C"].map(of), ["1000", "20", "1000"]);
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        let check = |groups: &[ReadGroup]| check_groups(groups).map_err(|it| it.to_string());
        assert_eq!(check(&[group("fast", 10.0, &["A"]), group("b2", 3_600_000.0, &[])]), Ok(()));
        for (groups, says) in [
            (vec![group("normal", 100.0, &[])], "`normal`"),
            (vec![group("", 100.0, &[])], "``"),
            (vec![group("50ms", 100.0, &[])], "`50ms`"),
            (vec![group("a", 100.0, &[]), group("a", 100.0, &[])], "`a`"),
            (vec![group("a", 9.0, &[])], "interval"),
            (vec![group("a", 3_600_001.0, &[])], "interval"),
            (vec![group("a", 50.0, &["T"]), group("b", 60.0, &["T"])], "`T`"),
            ((0..9).map(|it| group(&format!("g{it}"), 50.0, &[])).collect(), "8"),
        ] {
            let error = check(&groups).expect_err(says);
            assert!(error.contains(says), "{error}");
        }
    }
}
