//! The tags of a session in their rate groups. A scan renews one group. The next list of all tags
//! shares the other groups with the previous list, without copying, comparing or counting them
//! again.

use std::{ops::Index, sync::Arc};

use serde::{Deserialize, Serialize, Serializer};

use super::{Quality, TagValue, Tags};

/// All tags of a session; each name is in one group. A clone shares the groups.
#[derive(Debug, Clone, Default)]
pub struct GroupedTags {
    groups: Vec<Placed>,
}

/// Tags that were read together. They do not change afterwards.
#[derive(Debug, Default)]
pub struct TagGroup {
    tags: Tags,
    counts: QualityCounts,
}

/// Number of tags by quality.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QualityCounts {
    /// Tags with a current value.
    pub good: usize,
    /// Tags with an uncertain value.
    pub uncertain: usize,
    /// Tags without a value.
    pub bad: usize,
}

#[derive(Debug, Clone)]
struct Placed {
    /// Index of its first tag among all tags.
    first: usize,
    group: Arc<TagGroup>,
}

impl TagGroup {
    /// Its tags.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Returns the tags, so that their memory can be used again.
    pub fn into_tags(self) -> Tags {
        self.tags
    }

    /// Number of its tags by quality.
    pub fn counts(&self) -> QualityCounts {
        self.counts
    }
}

impl From<Tags> for TagGroup {
    fn from(tags: Tags) -> Self {
        let mut counts = QualityCounts::default();
        for it in tags.values() {
            match it.quality {
                Quality::Good => counts.good += 1,
                Quality::Uncertain => counts.uncertain += 1,
                Quality::Bad => counts.bad += 1,
            }
        }
        Self { tags, counts }
    }
}

impl GroupedTags {
    /// The groups, in order; no group is empty.
    pub fn groups(&self) -> impl Iterator<Item = &Arc<TagGroup>> {
        self.groups.iter().map(|it| &it.group)
    }

    /// Whether this list contains this same group, not only an equal one.
    pub fn shares(&self, group: &Arc<TagGroup>) -> bool {
        self.groups().any(|it| Arc::ptr_eq(it, group))
    }

    /// Number of tags.
    pub fn len(&self) -> usize {
        self.groups.last().map_or(0, |it| it.first + it.group.tags.len())
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// All tags, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &TagValue)> {
        self.groups().flat_map(|it| &it.tags)
    }

    /// The names, in order.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.groups().flat_map(|it| it.tags.keys())
    }

    /// The values, in order.
    pub fn values(&self) -> impl Iterator<Item = &TagValue> {
        self.groups().flat_map(|it| it.tags.values())
    }

    /// The tag with a name.
    pub fn get(&self, name: &str) -> Option<&TagValue> {
        self.groups().find_map(|it| it.tags.get(name))
    }

    /// Whether there is a tag with this name.
    pub fn contains_key(&self, name: &str) -> bool {
        self.groups().any(|it| it.tags.contains_key(name))
    }

    /// The tag at an index.
    pub fn get_index(&self, place: usize) -> Option<(&String, &TagValue)> {
        let behind = self.groups.partition_point(|it| it.first <= place);
        let Placed { first, group } = self.groups.get(behind.checked_sub(1)?)?;
        group.tags.get_index(place - first)
    }

    /// Number of tags by quality.
    pub fn counts(&self) -> QualityCounts {
        self.groups().fold(QualityCounts::default(), |sum, it| QualityCounts {
            good: sum.good + it.counts.good,
            uncertain: sum.uncertain + it.counts.uncertain,
            bad: sum.bad + it.counts.bad,
        })
    }

    /// Whether both have the same names in the same order.
    pub fn has_names_of(&self, other: &Self) -> bool {
        let is_alike = |(one, other): (&Placed, &Placed)| {
            one.first == other.first
                && (Arc::ptr_eq(&one.group, &other.group)
                    || one.group.tags.keys().eq(other.group.tags.keys()))
        };
        let pairs = || self.groups.iter().zip(&other.groups);
        self.len() == other.len()
            && ((self.groups.len() == other.groups.len() && pairs().all(is_alike))
                || self.keys().eq(other.keys()))
    }

    /// The indices of tags that are new or differ from `last`.
    pub fn changed_since(&self, last: &Self) -> Vec<usize> {
        self.changes_since(last).unwrap_or_else(|| {
            let is_new = |(name, it): &(&String, &TagValue)| {
                last.get(name).is_none_or(|was| !was.same_content(it))
            };
            let tags = (0..).zip(self.iter()).filter(|(_, tag)| is_new(tag));
            tags.map(|(place, _)| place).collect()
        })
    }

    /// The indices of tags that differ from `last`; `None`: it has other names, or another order.
    pub fn changes_since(&self, last: &Self) -> Option<Vec<usize>> {
        self.has_names_of(last).then(|| self.differing(last, |now, was| !now.same_content(was)))
    }

    /// The indices of tags whose quality differs from `last`, which has the same names in the same
    /// order.
    pub fn requalified_since(&self, last: &Self) -> Vec<usize> {
        self.differing(last, |now, was| now.quality != was.quality)
    }

    /// The indices of tags that differ from `last`, which has the same names in the same order.
    fn differing(&self, last: &Self, differs: impl Fn(&TagValue, &TagValue) -> bool) -> Vec<usize> {
        fn add<'t>(
            places: &mut Vec<usize>,
            first: usize,
            pairs: impl Iterator<Item = (&'t TagValue, &'t TagValue)>,
            differs: impl Fn(&TagValue, &TagValue) -> bool,
        ) {
            let others = (first..).zip(pairs).filter(|(_, (now, was))| differs(now, was));
            places.extend(others.map(|(place, _)| place));
        }
        let mut places = Vec::new();
        let pairs = || self.groups.iter().zip(&last.groups);
        let is_alike = self.groups.len() == last.groups.len()
            && pairs().all(|(now, was)| now.first == was.first);
        if !is_alike {
            add(&mut places, 0, self.values().zip(last.values()), &differs);
            return places;
        }
        for (now, was) in pairs().filter(|(now, was)| !Arc::ptr_eq(&now.group, &was.group)) {
            let pairs = now.group.tags.values().zip(was.group.tags.values());
            add(&mut places, now.first, pairs, &differs);
        }
        places
    }
}

impl From<Tags> for GroupedTags {
    fn from(tags: Tags) -> Self {
        Arc::new(TagGroup::from(tags)).into()
    }
}

impl From<Arc<TagGroup>> for GroupedTags {
    fn from(group: Arc<TagGroup>) -> Self {
        std::iter::once(group).collect()
    }
}

impl FromIterator<Arc<TagGroup>> for GroupedTags {
    fn from_iter<I: IntoIterator<Item = Arc<TagGroup>>>(groups: I) -> Self {
        let mut first = 0;
        let groups = groups.into_iter().filter(|it| !it.tags.is_empty()).map(|group| {
            let placed = Placed { first, group };
            first += placed.group.tags.len();
            placed
        });
        Self { groups: groups.collect() }
    }
}

impl FromIterator<(String, TagValue)> for GroupedTags {
    fn from_iter<I: IntoIterator<Item = (String, TagValue)>>(tags: I) -> Self {
        tags.into_iter().collect::<Tags>().into()
    }
}

impl Index<&str> for GroupedTags {
    type Output = TagValue;

    /// # Panics
    /// No tag has this name.
    fn index(&self, name: &str) -> &TagValue {
        self.get(name).unwrap_or_else(|| panic!("there is no tag {name}"))
    }
}

/// Compares tags and their order, independent of their groups.
impl PartialEq for GroupedTags {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

/// Serialized like [`Tags`].
impl Serialize for GroupedTags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Timestamp;

    fn group(tags: &[(&str, i64)]) -> Arc<TagGroup> {
        let value = |value: i64| TagValue {
            value: value.into(),
            type_name: "DINT".into(),
            quality: Quality::Good,
            reason: None,
            timestamp: Timestamp::from_millis(value).unwrap(),
        };
        let tags = tags.iter().map(|(name, it)| ((*name).to_owned(), value(*it)));
        Arc::new(tags.collect::<Tags>().into())
    }

    #[test]
    fn every_tag_has_its_place() {
        let groups = [group(&[("A", 1), ("B", 2)]), group(&[]), group(&[("C", 3)])];
        let it: GroupedTags = groups.into_iter().collect();
        assert_eq!((it.len(), it.groups().count()), (3, 2));
        let by_place: Vec<_> = (0..4).map(|at| it.get_index(at).map(|it| it.0.as_str())).collect();
        assert_eq!(by_place, [Some("A"), Some("B"), Some("C"), None]);
        assert_eq!(it["C"].value, 3);
        assert!(it.contains_key("B") && !it.contains_key("D"));
        assert_eq!(it.counts(), QualityCounts { good: 3, ..QualityCounts::default() });
        let none = GroupedTags::default();
        assert!(none.is_empty() && none.get_index(0).is_none());
    }

    #[test]
    fn it_is_written_as_one_list() {
        let it: GroupedTags = [group(&[("A", 1)]), group(&[("B", 2)])].into_iter().collect();
        let one = group(&[("A", 1), ("B", 2)]);
        assert_eq!(it, GroupedTags::from(Arc::clone(&one)));
        let json = serde_json::to_string(&it).unwrap();
        assert_eq!(json, serde_json::to_string(one.tags()).unwrap());
    }

    #[test]
    fn what_is_shared_has_not_changed() {
        let kept = group(&[("C", 1)]);
        let before: GroupedTags = [group(&[("A", 1)]), Arc::clone(&kept)].into_iter().collect();
        let after: GroupedTags = [group(&[("A", 2)]), Arc::clone(&kept)].into_iter().collect();
        assert!(after.shares(&kept) && !after.shares(&group(&[("C", 1)])));
        assert_eq!(after.changed_since(&before), [0]);
        assert!(after.has_names_of(&before));
        let moved: GroupedTags = [kept, group(&[("A", 2)])].into_iter().collect();
        assert!(!moved.has_names_of(&before));
        assert_eq!(moved.changed_since(&after), Vec::<usize>::new());
    }

    proptest! {
        /// The same tags have changed, with and without groups.
        #[test]
        fn groups_make_no_difference_to_what_changed(
            before in proptest::collection::vec(0..3_i64, 6), after in proptest::collection::vec(0..3_i64, 6),
            cut in 0..6_usize, again in 0..6_usize,
        ) {
            let names = ["A", "B", "C", "D", "E", "F"];
            let named = |values: &[i64]| -> Vec<(&str, i64)> { names.into_iter().zip(values.iter().copied()).collect() };
            let (before, after) = (named(&before), named(&after));
            let grouped = |all: &[(&str, i64)], at: usize| -> GroupedTags { [group(&all[..at]), group(&all[at..])].into_iter().collect() };
            let places = grouped(&after, again).changed_since(&grouped(&before, cut));
            let differ = |place: &usize| before[*place] != after[*place];
            prop_assert_eq!(places, (0..names.len()).filter(differ).collect::<Vec<_>>());
            prop_assert!(grouped(&before, cut).has_names_of(&grouped(&after, again)));
        }

        /// The same tags have another quality, with and without groups.
        #[test]
        fn groups_make_no_difference_to_what_is_requalified(
            before in proptest::collection::vec(any::<bool>(), 6), after in proptest::collection::vec(any::<bool>(), 6),
            cut in 0..6_usize, again in 0..6_usize,
        ) {
            let names = ["A", "B", "C", "D", "E", "F"];
            let grouped = |all: &[bool], at: usize| -> GroupedTags {
                let tags = names.into_iter().zip(all).map(|(name, is_good)| {
                    let quality = if *is_good { Quality::Good } else { Quality::Bad };
                    (name.to_owned(), TagValue { quality, ..group(&[(name, 1)]).tags()[name].clone() })
                });
                let mut tags: Vec<_> = tags.collect();
                let behind = tags.split_off(at);
                [tags, behind].into_iter().map(|it| Arc::new(it.into_iter().collect::<Tags>().into())).collect()
            };
            let (old, new) = (grouped(&before, cut), grouped(&after, again));
            let differ = |place: &usize| before[*place] != after[*place];
            prop_assert_eq!(new.requalified_since(&old), (0..names.len()).filter(differ).collect::<Vec<_>>());
        }
    }
}
