//! Decides which tags a session reads, and how often: first the configured tags, then the requested
//! ones, then those that explain others.

use std::{
    collections::{BTreeMap, HashSet},
    time::Duration,
};

use jiff::SignedDuration;
use tagbridge_api::hmi::push::RequestedTags;
use tagbridge_driver::TagSet;

use crate::config::GroupConfig;

/// The tags that consumers request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct TagRequests {
    /// In the order of the requests.
    pub(crate) names: Vec<String>,
    /// The requested group of each tag, if the request named one.
    pub(crate) groups: BTreeMap<String, String>,
}

impl From<RequestedTags> for TagRequests {
    fn from(list: RequestedTags) -> Self {
        Self { names: list.requested, groups: list.groups }
    }
}

/// The tags of a session by rate group: each once, with the case of its first request, up to the
/// maximum number. The first group is `normal`.
#[derive(Debug)]
pub(crate) struct TagList {
    groups: Vec<Group>,
    /// The configured tags of all groups.
    configured: HashSet<String>,
    asked: TagRequests,
    /// The cause set.
    causes: Vec<String>,
    max: usize,
    over_budget: Vec<String>,
}

#[derive(Debug)]
struct Group {
    config: GroupConfig,
    set: TagSet,
}

impl TagList {
    pub(crate) fn new(normal: GroupConfig, others: Vec<GroupConfig>, max: usize) -> Self {
        let group = |config| Group { config, set: TagSet::new(Vec::<String>::new()) };
        let groups: Vec<Group> = std::iter::once(normal).chain(others).map(group).collect();
        let mut it = Self {
            configured: groups.iter().flat_map(|it| it.config.tags.iter().cloned()).collect(),
            groups,
            asked: TagRequests::default(),
            causes: Vec::new(),
            max,
            over_budget: Vec::new(),
        };
        it.rebuild();
        it
    }

    /// Sets the current list of requested tags; returns whether the tags to read changed.
    pub(crate) fn request(&mut self, asked: TagRequests) -> bool {
        if asked == self.asked {
            return false;
        }
        self.asked = asked;
        let over_budget = std::mem::take(&mut self.over_budget);
        self.rebuild() || over_budget != self.over_budget
    }

    /// Replaces the tags that are read to explain others; whether that changes anything. They are the
    /// first to be left out, without a place in [`TagList::over_budget`].
    pub(crate) fn explain(&mut self, causes: Vec<String>) -> bool {
        self.causes = causes;
        self.rebuild()
    }

    /// What to read at the session's own rate.
    pub(crate) fn set(&self) -> &TagSet {
        self.set_of(0)
    }

    /// The tags of a group.
    pub(crate) fn set_of(&self, group: usize) -> &TagSet {
        &self.groups[group].set
    }

    /// The tags of all groups, in their order.
    pub(crate) fn sets(&self) -> impl Iterator<Item = (&GroupConfig, &TagSet)> {
        self.groups.iter().map(|it| (&it.config, &it.set))
    }

    /// All tags that are read.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.groups.iter().flat_map(|it| it.set.names())
    }

    /// Whether all groups are without tags.
    pub(crate) fn is_empty(&self) -> bool {
        self.groups.iter().all(|it| it.set.is_empty())
    }

    /// Whether other groups than the session's own have tags.
    pub(crate) fn is_grouped(&self) -> bool {
        self.groups.iter().skip(1).any(|it| !it.set.is_empty())
    }

    /// The tags beyond the maximum number, which are not read.
    pub(crate) fn over_budget(&self) -> &[String] {
        &self.over_budget
    }

    /// The tags that are always read, independent of requests.
    pub(crate) fn configured(&self) -> &HashSet<String> {
        &self.configured
    }

    /// Number of requested tags.
    pub(crate) fn requested(&self) -> usize {
        self.asked.names.len()
    }

    /// How many tags explain others: all of them, and those of them that are read.
    pub(crate) fn causes(&self) -> (usize, usize) {
        let read: HashSet<&String> = self.names().collect();
        (self.causes.len(), self.causes.iter().filter(|name| read.contains(name)).count())
    }

    /// Whether a set became another one.
    fn rebuild(&mut self) -> bool {
        let mut seen = HashSet::new();
        let mut names = vec![Vec::new(); self.groups.len()];
        // The tags of groups with their own interval are the last ones to be omitted.
        let (normal, others) = self.groups.split_at(1);
        let configured = (1..)
            .zip(others)
            .chain((0..).zip(normal))
            .flat_map(|(at, it)| it.config.tags.iter().map(move |tag| (tag, Some(at))));
        let requested = self.asked.names.iter().map(|name| (name, None));
        let wanted = configured.chain(requested).map(|(name, group)| (name, group, true));
        let causes = self.causes.iter().map(|name| (name, None, false));
        let mut over_budget = Vec::new();
        for (name, configured, is_wanted) in wanted.chain(causes) {
            if !seen.insert(name) {
                continue;
            }
            if seen.len() > self.max {
                over_budget.extend(is_wanted.then(|| name.clone()));
                continue;
            }
            let asked = self.asked.groups.get(name).map(|it| self.group_of(it));
            let place = match (configured, asked) {
                // A request cannot make a configured tag slower.
                (Some(own), Some(asked)) if self.is_faster(asked, own) => asked,
                (Some(own), _) => own,
                (None, asked) => asked.unwrap_or(0),
            };
            names[place].push(name.clone());
        }
        self.over_budget = over_budget;
        let mut changed = false;
        for (group, names) in self.groups.iter_mut().zip(names) {
            if names != group.set.names() {
                group.set = TagSet::new(names);
                changed = true;
            }
        }
        changed
    }

    fn is_faster(&self, one: usize, other: usize) -> bool {
        self.groups[one].config.interval < self.groups[other].config.interval
    }

    /// The group of a request: by name, or the slowest group whose interval is not longer than the
    /// requested one.
    fn group_of(&self, asked: &str) -> usize {
        if let Some(named) = self.groups.iter().position(|it| it.config.name == asked) {
            return named;
        }
        let interval =
            asked.parse::<SignedDuration>().ok().and_then(|it| Duration::try_from(it).ok());
        let Some(interval) = interval else { return 0 };
        let rates = || self.groups.iter().map(|it| it.config.interval).enumerate();
        let slow_enough = rates().filter(|(_, it)| *it <= interval).max_by_key(|(_, it)| *it);
        slow_enough.or_else(|| rates().min_by_key(|(_, it)| *it)).map_or(0, |(at, _)| at)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(ToString::to_string).collect()
    }

    pub(crate) fn normal(tags: &[&str]) -> GroupConfig {
        let name = GroupConfig::NORMAL.to_owned();
        GroupConfig { name, interval: Duration::from_secs(1), tags: names(tags) }
    }

    fn list(tags: &[&str], max: usize) -> TagList {
        TagList::new(normal(tags), GroupConfig::usual(), max)
    }

    impl From<Vec<String>> for TagRequests {
        fn from(names: Vec<String>) -> Self {
            Self { names, groups: BTreeMap::new() }
        }
    }

    #[test]
    fn each_name_is_read_once_in_order() {
        let mut it = list(&["A", "B", "A"], 10);
        assert_eq!(it.set().names(), names(&["A", "B"]));
        let id = it.set().id();
        assert!(!it.request(names(&["B"]).into()), "it is read already");
        assert_eq!(it.set().id(), id, "the driver keeps its plan");
        assert!(it.request(names(&["B", "C", "b"]).into()));
        assert_eq!(it.set().names(), names(&["A", "B", "C", "b"]));
        assert!(!it.request(names(&["B", "C", "b"]).into()));
        assert!(it.request(TagRequests::default()));
        assert_eq!(it.set().names(), names(&["A", "B"]));
    }

    #[test]
    fn what_exceeds_the_budget_is_set_apart() {
        let mut it = list(&["A", "B"], 3);
        assert!(it.request(names(&["C", "D", "E"]).into()));
        assert_eq!(it.set().names(), names(&["A", "B", "C"]));
        assert_eq!(it.over_budget(), names(&["D", "E"]));
        assert!(it.request(names(&["C", "D"]).into()), "E left");
        assert_eq!(it.requested(), 2);
    }

    #[test]
    fn what_explains_others_is_left_out_before_all_else() {
        let mut it = list(&["A"], 3);
        assert!(it.explain(names(&["X", "A", "Y", "Z"])));
        assert_eq!((it.set().names(), it.causes()), (&*names(&["A", "X", "Y"]), (4, 3)));
        assert!(it.request(names(&["B", "C"]).into()));
        assert_eq!((it.set().names(), it.causes()), (&*names(&["A", "B", "C"]), (4, 1)));
        assert!(it.over_budget().is_empty(), "no consumer asked for them");
        assert!(!it.explain(names(&["A"])), "it is read already");
    }

    #[test]
    fn tags_with_a_rate_of_their_own_are_left_out_last() {
        let fast = GroupConfig { tags: names(&["F", "G"]), ..GroupConfig::usual().remove(0) };
        let it = TagList::new(normal(&["A", "B", "C"]), vec![fast], 3);
        assert_eq!(
            (it.set().names(), it.set_of(1).names()),
            (&*names(&["A"]), &*names(&["F", "G"]))
        );
        assert_eq!(it.over_budget(), names(&["B", "C"]));
    }

    #[test]
    fn a_requested_name_joins_the_group_that_is_named_and_leaves_it() {
        let slow = GroupConfig { tags: names(&["S"]), ..GroupConfig::usual().remove(1) };
        let fast = GroupConfig::usual().remove(0);
        let mut it = TagList::new(normal(&["A"]), vec![fast, slow], 10);
        let grouped = |it: &TagList| {
            let sets = it.sets().map(|(_, set)| set.names().concat());
            sets.collect::<Vec<_>>().join("|")
        };
        assert_eq!(grouped(&it), "A||S");
        let check = |it: &mut TagList, asked: &[(&str, &str)], expected: &str| {
            let groups = asked.iter().filter(|it| !it.1.is_empty());
            let groups =
                groups.map(|(name, group)| (name.to_string(), group.to_string())).collect();
            let asked =
                TagRequests { names: asked.iter().map(|it| it.0.to_owned()).collect(), groups };
            it.request(asked);
            assert_eq!(grouped(it), expected);
        };
        check(&mut it, &[("B", "fast"), ("C", "slow"), ("D", ""), ("E", "normal")], "ADE|B|SC");
        // A configured tag never becomes slower by a request.
        check(&mut it, &[("A", "slow"), ("S", "fast")], "A|S|");
        check(&mut it, &[("S", "")], "A||S");
        // By an interval; a word that is not the name of a group means `normal`.
        let by_interval =
            [("B", "200ms"), ("C", "999ms"), ("D", "1s"), ("E", "1h"), ("F", "1ms"), ("G", "x")];
        check(&mut it, &by_interval, "ADG|BCF|SE");
        check(&mut it, &[], "A||S");
    }
}
