//! Reuses groups of tags that are no longer current. When a group has no other reference, its
//! memory is used for the next: a scan of thousands of tags then allocates neither names nor a hash
//! table.

use std::sync::Arc;

use tagbridge_api::hmi::{TagGroup, Tags};

use crate::snapshot::LiveView;

/// Maximum number of groups that wait for their release: a screen may still show the last view, and
/// another one may still be packed.
const KEPT: usize = 8;

#[derive(Debug, Default)]
pub(crate) struct RetiredGroups(Vec<Arc<TagGroup>>);

impl RetiredGroups {
    /// Adds the groups of a view that are not in the next view.
    pub(crate) fn add(&mut self, over: &LiveView, next: &LiveView) {
        for group in over.tags.groups().filter(|it| !next.tags.shares(it)) {
            if self.0.len() == KEPT {
                self.0.remove(0);
            }
            self.0.push(Arc::clone(group));
        }
    }

    /// Returns the tags of a released group with these names; empty if there is no such group.
    pub(crate) fn spare(&mut self, names: &[String]) -> Tags {
        let is_free = |it: &Arc<TagGroup>| Arc::strong_count(it) == 1 && it.tags().keys().eq(names);
        let free = self.0.iter().position(is_free);
        let free = free.and_then(|at| Arc::into_inner(self.0.swap_remove(at)));
        free.map(TagGroup::into_tags).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use tagbridge_api::{
        Timestamp,
        hmi::{Controller, GroupedTags, Quality, TagValue},
    };

    use super::*;

    fn group(name: &str) -> Arc<TagGroup> {
        let value = TagValue {
            value: 1.into(),
            type_name: "DINT".into(),
            quality: Quality::Good,
            reason: None,
            timestamp: Timestamp::from_millis(0).unwrap(),
        };
        Arc::new(Tags::from_iter([(name.to_owned(), value)]).into())
    }

    fn view(groups: &[&Arc<TagGroup>]) -> LiveView {
        LiveView {
            place: None,
            timestamp: Timestamp::from_millis(0).unwrap(),
            duration_ms: 0.0,
            controller: Controller::default(),
            tags: groups.iter().map(|it| Arc::clone(it)).collect::<GroupedTags>(),
            holds: crate::snapshot::ViewValidity::default(),
        }
    }

    fn spare(retired: &mut RetiredGroups, name: &str) -> usize {
        retired.spare(&[name.to_owned()]).len()
    }

    #[test]
    fn only_what_nobody_looks_at_is_used_again() {
        let mut it = RetiredGroups::default();
        let (watched, other) = (view(&[&group("A")]), view(&[&group("B")]));
        it.add(&watched, &other);
        assert_eq!(spare(&mut it, "A"), 0);
        it.add(&other, &view(&[]));
        drop(other);
        assert_eq!(spare(&mut it, "C"), 0, "it has other names");
        assert_eq!(spare(&mut it, "B"), 1);
        assert_eq!(spare(&mut it, "B"), 0, "once");
        drop(watched);
        assert_eq!(spare(&mut it, "A"), 1);
    }

    #[test]
    fn what_the_next_view_shares_is_not_over() {
        let mut it = RetiredGroups::default();
        let (kept, renewed) = (group("A"), group("B"));
        it.add(&view(&[&kept, &renewed]), &view(&[&kept, &group("B")]));
        drop((kept, renewed));
        assert_eq!((spare(&mut it, "A"), spare(&mut it, "B")), (0, 1));
    }

    #[test]
    fn no_more_are_kept_than_are_looked_at() {
        let mut it = RetiredGroups::default();
        let watched: Vec<_> = (0..=KEPT).map(|at| group(&format!("T{at}"))).collect();
        for group in &watched {
            it.add(&view(&[group]), &view(&[]));
        }
        assert_eq!(Arc::strong_count(&watched[0]), 1);
        assert_eq!(Arc::strong_count(&watched[1]), 2);
    }
}
