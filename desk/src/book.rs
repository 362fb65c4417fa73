//! Project files, read.

use std::sync::{Arc, OnceLock};

use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Project, Symbols};
use tagbridge_texts::Coded;

use crate::{time::small, view::ProjectFile};

/// A project's file, read.
#[derive(Debug, Clone)]
pub(crate) struct Book {
    pub(crate) symbols: Arc<Symbols>,
    pub(crate) file: ProjectFile,
    index: Arc<OnceLock<Index>>,
}

impl Book {
    pub(crate) fn of(project: Project) -> Self {
        let commented = project.tags.iter().filter(|it| it.comment.is_some());
        let file = ProjectFile {
            controller: project.controller.as_ref().map(|it| it.name.clone()),
            model: project.controller.as_ref().and_then(|it| it.model.clone()),
            tags: small(project.tags.len()),
            with_comment: small(commented.count()),
            notes: project.notes.iter().map(Coded::message).collect(),
        };
        let symbols = Arc::new(Symbols::new(Arc::new(project)));
        Self { symbols, file, index: Arc::default() }
    }

    /// The project with all that its code does. The first time it takes a while: its code is read.
    pub(crate) fn logic(&self) -> Logic<'_> {
        let project = self.symbols.project();
        Logic::new(project, self.index.get_or_init(|| Index::build(project)))
    }
}

/// A version of one of the service's projects, read.
pub(crate) struct Held {
    pub(crate) project: String,
    pub(crate) version_id: String,
    pub(crate) book: Book,
}
