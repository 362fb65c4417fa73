//! Project files, read.

use std::sync::Arc;

use tagbridge_project::{Project, Symbols};
use tagbridge_texts::Coded;

use crate::{time::small, view::ProjectFile};

/// A project's file, read.
#[derive(Debug, Clone)]
pub(crate) struct Book {
    pub(crate) symbols: Arc<Symbols>,
    pub(crate) file: ProjectFile,
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
        Self { symbols: Arc::new(Symbols::new(Arc::new(project))), file }
    }
}

/// A version of one of the service's projects, read.
pub(crate) struct Held {
    pub(crate) project: String,
    pub(crate) version_id: String,
    pub(crate) book: Book,
}
