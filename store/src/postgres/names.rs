//! A cache of the numbers of names, for pushes.
//!
//! Another service may write, too: a project's revision of names shows whether the cached names are
//! current. A writer of a project removes its names from the cache, and puts them back after the
//! commit.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::{
    TransactionScope,
    sql::tags::{Names, ProjectNo},
};

/// Maximum number of cached names across all projects.
const KNOWN_MAX: usize = 1_000_000;

/// The cache; see the module.
#[derive(Debug, Default)]
pub(super) struct NameCache(Mutex<NamesByProject>);

#[derive(Debug, Default)]
struct NamesByProject {
    names: HashMap<ProjectNo, Names>,
    /// Total number of names, because computing it for each push would take longer with more
    /// projects.
    count: usize,
}

impl NameCache {
    /// Removes the cached names of a project.
    pub(super) fn take(&self, of: &TransactionScope) -> Names {
        let TransactionScope::Project(project) = of else { return Names::shared() };
        let mut all = self.of_projects();
        let Some(known) = all.names.remove(&project.no) else { return Names::shared() };
        all.count -= known.count();
        known
    }

    /// Puts them back after the commit.
    pub(super) fn put_back(&self, of: &TransactionScope, mut names: Names) {
        let TransactionScope::Project(project) = of else { return };
        names.keep();
        let mut all = self.of_projects();
        if all.count + names.count() > KNOWN_MAX {
            *all = NamesByProject::default();
        }
        all.count += names.count();
        let before = all.names.insert(project.no, names);
        all.count -= before.map_or(0, |it| it.count());
    }

    /// Drops all names, because the database may have been replaced.
    pub(super) fn forget(&self) {
        *self.of_projects() = NamesByProject::default();
    }

    fn of_projects(&self) -> MutexGuard<'_, NamesByProject> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
