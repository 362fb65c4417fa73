//! How people know a tag: an input or an output has the name of its alias.

use std::collections::HashMap;

use tagbridge_project::Project;

/// The aliases of a project, by the name that each replaces, in lower case.
pub(crate) struct Labels<'p>(HashMap<String, &'p str>);

impl<'p> Labels<'p> {
    pub(crate) fn new(project: &'p Project) -> Self {
        let tags = project.tags.iter();
        let aliases =
            tags.filter_map(|it| Some((it.alias_for.as_ref()?.to_lowercase(), it.name.as_str())));
        Self(aliases.collect())
    }

    /// The alias of a name.
    pub(crate) fn alias(&self, name: &str) -> Option<&'p str> {
        self.0.get(&name.to_lowercase()).copied()
    }

    /// `P_Horn (Local:2:O.Data.28)`; the name itself if it has no alias.
    pub(crate) fn of(&self, name: &str) -> String {
        match self.alias(name) {
            Some(alias) => format!("{alias} ({name})"),
            None => name.to_owned(),
        }
    }
}
