//! The numbers of names that need not be looked up with each push.
//!
//! Another service may write, too: a project's revision of names shows whether the cached names are
//! current. A writer of a project takes its names out of the cache, and puts them back after the
//! commit.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::{
    Whose,
    sql::tags::{Names, ProjectNo},
};

/// Maximum number of cached names across all projects.
const KNOWN_MAX: usize = 1_000_000;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct KnownNames(Mutex<OfProjects>);

#[derive(Debug, Default)]
struct OfProjects {
    names: HashMap<ProjectNo, Names>,
    /// Of all of them: to add them up with each push would take longer the more projects there are.
    count: usize,
}

impl KnownNames {
    /// Takes the cached names of a project.
    pub(super) fn take(&self, of: &Whose) -> Names {
        let Whose::Project(project) = of else { return Names::shared() };
        let mut all = self.of_projects();
        let Some(known) = all.names.remove(&project.no) else { return Names::shared() };
        all.count -= known.count();
        known
    }

    /// Puts it back after it was committed.
    pub(super) fn put_back(&self, of: &Whose, mut names: Names) {
        let Whose::Project(project) = of else { return };
        names.keep();
        let mut all = self.of_projects();
        if all.count + names.count() > KNOWN_MAX {
            *all = OfProjects::default();
        }
        all.count += names.count();
        let before = all.names.insert(project.no, names);
        all.count -= before.map_or(0, |it| it.count());
    }

    /// The database may be another one than before.
    pub(super) fn forget(&self) {
        *self.of_projects() = OfProjects::default();
    }

    fn of_projects(&self) -> MutexGuard<'_, OfProjects> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
