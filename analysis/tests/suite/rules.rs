//! Rules, each on small code: what it finds, and what is nearly that and is not found.

mod calls;
mod names;
mod packml;
mod people;
mod plant;
mod reach;
mod states;
mod structure;
mod timers;
mod unused;
mod values;
mod writes;

use tagbridge_project::Project;

use crate::project::found;

/// That a rule finds so many, and the first of them begins so.
pub(crate) fn check(project: &Project, rule: &str, count: usize, begins: &str) {
    let found = found(project, rule);
    assert_eq!(found.len(), count, "{rule}: {found:#?}");
    assert!(found.first().is_none_or(|it| it.starts_with(begins)), "{rule}: {found:#?}");
}
