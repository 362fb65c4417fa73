//! Which tags a session reads: those configured, then those asked for.

use std::collections::HashSet;

use tagbridge_driver::TagSet;

/// The names of a session in order, each once, case as asked, cut at its budget.
#[derive(Debug)]
pub(crate) struct TagList {
    configured: Vec<String>,
    requested: Vec<String>,
    max: usize,
    set: TagSet,
    over_budget: Vec<String>,
}

impl TagList {
    pub(crate) fn new(configured: Vec<String>, max: usize) -> Self {
        let mut it = Self {
            configured,
            requested: Vec::new(),
            max,
            set: TagSet::new(Vec::<String>::new()),
            over_budget: Vec::new(),
        };
        it.rebuild();
        it
    }

    /// Takes over the list of requested names, as it is now; whether that changes anything.
    pub(crate) fn request(&mut self, requested: Vec<String>) -> bool {
        if requested == self.requested {
            return false;
        }
        self.requested = requested;
        let before = (self.set.clone(), std::mem::take(&mut self.over_budget));
        self.rebuild();
        (before.0.names(), &before.1) != (self.set.names(), &self.over_budget)
    }

    /// What to read.
    pub(crate) fn set(&self) -> &TagSet {
        &self.set
    }

    /// What is answered without being read.
    pub(crate) fn over_budget(&self) -> &[String] {
        &self.over_budget
    }

    /// How many names are asked for.
    pub(crate) fn requested(&self) -> usize {
        self.requested.len()
    }

    fn rebuild(&mut self) {
        let mut seen = HashSet::new();
        let mut names: Vec<String> = self
            .configured
            .iter()
            .chain(&self.requested)
            .filter(|name| seen.insert(name.as_str()))
            .cloned()
            .collect();
        self.over_budget = names.split_off(names.len().min(self.max));
        if names != self.set.names() {
            self.set = TagSet::new(names);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_name_is_read_once_in_order() {
        let mut it = TagList::new(names(&["A", "B", "A"]), 10);
        assert_eq!(it.set().names(), names(&["A", "B"]));
        let id = it.set().id();
        assert!(!it.request(names(&["B"])), "it is read already");
        assert_eq!(it.set().id(), id, "the driver keeps its plan");
        assert!(it.request(names(&["B", "C", "b"])));
        assert_eq!(it.set().names(), names(&["A", "B", "C", "b"]));
        assert!(!it.request(names(&["B", "C", "b"])));
        assert!(it.request(vec![]));
        assert_eq!(it.set().names(), names(&["A", "B"]));
    }

    #[test]
    fn what_exceeds_the_budget_is_set_apart() {
        let mut it = TagList::new(names(&["A", "B"]), 3);
        assert!(it.request(names(&["C", "D", "E"])));
        assert_eq!(it.set().names(), names(&["A", "B", "C"]));
        assert_eq!(it.over_budget(), names(&["D", "E"]));
        assert!(it.request(names(&["C", "D"])), "E left");
        assert_eq!(it.requested(), 2);
    }
}
