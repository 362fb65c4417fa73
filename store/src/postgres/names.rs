//! The numbers of names that need not be looked up with each push.
//!
//! Another service may write, too: a project's revision of names says whether what is known of it is still
//! so. Who writes for a project takes its names out, and puts them back when that is committed.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::{
    Whose,
    sql::tags::{Names, ProjectNo},
};

/// So many names are known at the most, of all projects.
const KNOWN_MAX: usize = 1_000_000;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct KnownNames(Mutex<HashMap<ProjectNo, Names>>);

impl KnownNames {
    /// Takes out what is known of a project.
    pub(super) fn take(&self, of: &Whose) -> Names {
        let known = match of {
            Whose::Project(project) => self.of_projects().remove(&project.no),
            _ => None,
        };
        known.unwrap_or_else(Names::shared)
    }

    /// Puts it back after it was committed.
    pub(super) fn put_back(&self, of: &Whose, mut names: Names) {
        let Whose::Project(project) = of else { return };
        names.keep();
        let mut all = self.of_projects();
        if all.values().map(Names::count).sum::<usize>() + names.count() > KNOWN_MAX {
            all.clear();
        }
        all.insert(project.no, names);
    }

    /// The database may be another one than before.
    pub(super) fn forget(&self) {
        self.of_projects().clear();
    }

    fn of_projects(&self) -> MutexGuard<'_, HashMap<ProjectNo, Names>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
