//! Rules on small code: true findings, and similar code without findings.

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

/// Checks the number of findings of a rule, and the beginning of the first one.
pub(crate) fn check(project: &Project, rule: &str, count: usize, begins: &str) {
    let found = found(project, rule);
    assert_eq!(found.len(), count, "{rule}: {found:#?}");
    assert!(found.first().is_none_or(|it| it.starts_with(begins)), "{rule}: {found:#?}");
}
