//! Parsed project files.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use tagbridge_analysis::Analysis;
use tagbridge_interpret::Facts;
use tagbridge_logic::{Logic, RoutineId, power::Flows};
use tagbridge_project::{Project, SourceFile, Symbols};
use tagbridge_texts::Coded;

use crate::{time::small, view::ProjectFile};

/// A routine with the values that its parts pass on.
type RoutineFlows = Option<(RoutineId, Arc<Flows>)>;

/// A parsed project file.
#[derive(Debug, Clone)]
pub(crate) struct ParsedProject {
    pub(crate) symbols: Arc<Symbols>,
    pub(crate) file: ProjectFile,
    facts: Arc<OnceLock<Facts>>,
    /// The flows of the last displayed routine, which is drawn again with each scan.
    flows: Arc<Mutex<RoutineFlows>>,
}

impl ParsedProject {
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
        Self { symbols, file, facts: Arc::default(), flows: Arc::default() }
    }

    /// The project with its code's logic. The first call takes some time, because it parses the
    /// code.
    pub(crate) fn logic(&self) -> Logic<'_> {
        self.facts().logic()
    }

    /// The project with the data for questions.
    pub(crate) fn facts(&self) -> &Facts {
        self.facts.get_or_init(|| Facts::of(Arc::clone(&self.symbols)))
    }

    /// The values that the parts of a routine pass on.
    pub(crate) fn flows(&self, routine: RoutineId) -> Arc<Flows> {
        let mut last = self.flows.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((of, flows)) if *of == routine => Arc::clone(flows),
            _ => {
                let flows = Arc::new(Flows::of(self.symbols.project(), routine));
                *last = Some((routine, Arc::clone(&flows)));
                flows
            }
        }
    }
}

/// A parsed version of one of the service's projects.
pub(crate) struct CachedVersion {
    pub(crate) project: String,
    pub(crate) version_id: String,
    pub(crate) book: ParsedProject,
}

/// An analysis of a project's file.
#[derive(Clone)]
pub(crate) struct AnalysedProject {
    pub(crate) project: String,
    pub(crate) at: f64,
    pub(crate) book: ParsedProject,
    pub(crate) analysis: Arc<Analysis>,
    /// The reasons of the findings that are accepted in the code, by id.
    pub(crate) accepted: Arc<BTreeMap<String, String>>,
}

/// A proposal until it is stored.
#[derive(Clone)]
pub(crate) struct PendingProposal {
    /// The id of the changed project.
    pub(crate) id: String,
    /// The project that the proposal changes.
    pub(crate) project: String,
    /// The words of the request.
    pub(crate) request: String,
    /// The hash of the changed file.
    pub(crate) base: String,
    pub(crate) name: String,
    pub(crate) files: Vec<SourceFile>,
    /// The changed file, if it is on this computer.
    pub(crate) original: Option<PathBuf>,
    pub(crate) book: ParsedProject,
}
