//! Files that changes are asked of.

use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Project, Source, read};
use tagbridge_propose::{Proposed, Wish, propose};

/// A file that is ready to be changed.
pub(crate) struct Ready {
    pub(crate) source: Source,
    project: Project,
    index: Index,
}

impl Ready {
    pub(crate) fn of(source: Source) -> Option<Self> {
        let project = read(&source).ok()?;
        let index = Index::build(&project);
        Some(Self { source, project, index })
    }

    pub(crate) fn of_text(name: &str, text: &str) -> Self {
        let source = Source::of_bytes(name, text.as_bytes().to_vec()).expect("a source");
        Self::of(source).expect("a project")
    }

    pub(crate) fn asked(&self, prompt: &str) -> Proposed {
        self.wished(&Wish { prompt, ..Wish::default() })
    }

    pub(crate) fn wished(&self, wish: &Wish<'_>) -> Proposed {
        propose(&self.source, Logic::new(&self.project, &self.index), wish)
    }
}
