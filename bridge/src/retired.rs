//! Views whose time is over. Once nobody looks at one any more, its memory serves the next: a scan of
//! thousands of tags then costs neither their names nor a table to find them by.

use std::sync::Arc;

use tagbridge_api::hmi::Tags;

use crate::snapshot::LiveView;

/// Views that are waited for: a screen looks at the last one for a while, a snapshot may be packed of
/// another.
const KEPT: usize = 3;

#[derive(Debug, Default)]
pub(crate) struct Retired(Vec<Arc<LiveView>>);

impl Retired {
    pub(crate) fn add(&mut self, view: Arc<LiveView>) {
        if self.0.len() == KEPT {
            self.0.remove(0);
        }
        self.0.push(view);
    }

    /// The tags of one that nobody looks at; none if there is no such view.
    pub(crate) fn spare(&mut self) -> Tags {
        let free = self.0.iter().position(|it| Arc::strong_count(it) == 1);
        let free = free.and_then(|at| Arc::into_inner(self.0.swap_remove(at)));
        free.map(|it| it.tags).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use tagbridge_api::{
        Timestamp,
        hmi::{Controller, Quality, TagValue},
    };

    use super::*;

    fn view(name: &str) -> Arc<LiveView> {
        let timestamp = Timestamp::from_millis(0).unwrap();
        let value = TagValue {
            value: 1.into(),
            type_name: "DINT".into(),
            quality: Quality::Good,
            reason: None,
            timestamp,
        };
        Arc::new(LiveView {
            place: None,
            timestamp,
            duration_ms: 0.0,
            controller: Controller::default(),
            tags: [(name.to_owned(), value)].into_iter().collect(),
            holds: crate::snapshot::Holds::default(),
        })
    }

    #[test]
    fn only_what_nobody_looks_at_is_used_again() {
        let mut it = Retired::default();
        let watched = view("A");
        it.add(Arc::clone(&watched));
        assert_eq!(it.spare().len(), 0);
        it.add(view("B"));
        assert!(it.spare().contains_key("B"));
        assert_eq!(it.spare().len(), 0, "once");
        drop(watched);
        assert!(it.spare().contains_key("A"));
    }

    #[test]
    fn no_more_are_kept_than_are_looked_at() {
        let mut it = Retired::default();
        let watched: Vec<_> = ["A", "B", "C", "D"].map(view).into();
        for view in &watched {
            it.add(Arc::clone(view));
        }
        assert_eq!(Arc::strong_count(&watched[0]), 1);
        assert_eq!(Arc::strong_count(&watched[1]), 2);
    }
}
