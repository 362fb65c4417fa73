//! Changes that users request in words. They are planned on a copy of the project's file, and kept
//! in memory until they are stored.

use std::path::Path;

use base64::{Engine, prelude::BASE64_STANDARD};
use tagbridge_api::{generate::RiskLevel, turn::Question};
use tagbridge_project::Source;
use tagbridge_propose::{Planned, Proposed, Wish, propose};
use tagbridge_service::AddError;
use uuid::Uuid;

use crate::{
    desk::Desk,
    failures::not_found,
    lock::lock,
    parsed_project::{ParsedProject, PendingProposal},
    problem::{MissingThing, Problem, Remedy, Step},
    projects::{blocking, refused},
    view::{
        AskedBack, CodeProposal, Failure, MadeFile, ProposalRisk, ProposalRiskLevel, ProposeChange,
        SaveProposal, SavedProposal, ServiceKind,
    },
    work::WorkHandle,
};

/// Maximum number of proposals in memory.
const HELD: usize = 4;
/// The beginning of the ids of changed projects.
const PREFIX: &str = "proposal-";

impl Desk {
    /// Plans a change.
    pub(crate) async fn propose(
        &self,
        change: ProposeChange,
        working: &WorkHandle,
    ) -> Result<CodeProposal, Failure> {
        working.step(&Step::ReadFile, 0, 0);
        let (source, original) = self.source_files(&change.project).await?;
        let book = self.book(&change.project).await?;
        let can_be_version = self.takes_versions(&change.project);
        let (project, told) = (change.project.clone(), working.clone());
        let planned = blocking(move || {
            // The file may have been replaced in the meantime.
            let book = if book.symbols.project().hash == source.hash {
                book
            } else {
                ParsedProject::of(
                    tagbridge_project::read(&source).map_err(|error| refused(&error))?,
                )
            };
            told.step(&Step::ReadCode, 0, 0);
            let logic = book.logic();
            let answers: Vec<(String, String)> =
                change.answers.into_iter().map(|it| (it.id, it.text)).collect();
            let wish = Wish {
                prompt: &change.request,
                answers: &answers,
                amendment: change.amendment.as_deref(),
                language: change.language,
                ..Wish::default()
            };
            told.step(&Step::Plan, 0, 0);
            Ok((propose(&source, logic, &wish), source))
        });
        let (proposed, source) = planned.await?;
        working.check()?;
        Ok(match proposed {
            Proposed::Asks(questions) => {
                CodeProposal::Question { questions: questions.into_iter().map(asked).collect() }
            }
            Proposed::Refused { reason, .. } => CodeProposal::Refused { reason },
            Proposed::Ready(planned) => {
                let id = format!("{PREFIX}{}", Uuid::new_v4());
                let (shown, planned) = shown(*planned, id.clone(), can_be_version);
                let held = PendingProposal {
                    id,
                    project,
                    base: source.hash,
                    name: source.name,
                    files: planned.files,
                    original,
                    book: ParsedProject::of(planned.project),
                };
                let mut all = lock(&self.0.projects.proposals);
                all.insert(0, held);
                all.truncate(HELD);
                shown
            }
        })
    }

    /// A project that a proposal has changed.
    pub(crate) fn proposed(&self, id: &str) -> Option<PendingProposal> {
        if !id.starts_with(PREFIX) {
            return None;
        }
        lock(&self.0.projects.proposals).iter().find(|it| it.id == id).cloned()
    }

    /// Stores a proposal as a file, or as a new version of its project.
    pub(crate) async fn save_proposal(&self, save: SaveProposal) -> Result<SavedProposal, Failure> {
        let held = self.proposed(&save.changed).ok_or_else(|| {
            not_found(MissingThing::Proposal, &save.changed, &Remedy::ProposeAgain)
        })?;
        let (project, base) = (held.project.clone(), held.base.clone());
        let packed = blocking(move || {
            let source = Source { name: held.name, files: held.files, hash: held.base };
            let original = held.original.as_deref().unwrap_or(Path::new(""));
            source.into_file_like(original).map_err(|error| refused(&error))
        });
        let (name, bytes) = packed.await?;
        if !save.as_version {
            let bytes = Some(BASE64_STANDARD.encode(bytes));
            return Ok(SavedProposal { version: None, file: Some(MadeFile { name, bytes }) });
        }
        let service = {
            let connected = lock(&self.0.service.connected);
            let built_in = connected.as_ref().and_then(|it| it.built_in.as_ref());
            built_in.map(|it| it.service.clone())
        };
        let service = service.ok_or_else(|| {
            Failure::new("refused", &Problem::ProjectsElsewhere, &Remedy::SaveAndUpload)
        })?;
        let (now, _) = self.source_files(&project).await?;
        if now.hash != base {
            return Err(Failure::new("conflict", &Problem::OtherVersion, &Remedy::ProposeAgain));
        }
        let added = blocking(move || {
            service.add_version(&project, &name, bytes).map_err(|error| match error {
                AddError::Unreadable(error) => refused(&error),
                AddError::Store(error) => error.into(),
                error => Failure::new("refused", &error, &Remedy::AnotherProject),
            })
        });
        let version = added.await?.version_number;
        self.tell();
        Ok(SavedProposal { version: Some(version), file: None })
    }

    /// Whether a changed file can become a version: of a project of the built-in service.
    fn takes_versions(&self, project: &str) -> bool {
        let is_local = self.0.keeper.read(|it| it.files.contains_key(project));
        let connected = lock(&self.0.service.connected);
        !is_local && connected.as_ref().is_some_and(|it| it.kind == ServiceKind::BuiltIn)
    }

    /// A project's files as they are, and where they are if that is on this computer.
    async fn source_files(
        &self,
        project: &str,
    ) -> Result<(Source, Option<std::path::PathBuf>), Failure> {
        if let Some(local) = self.local(project).await {
            let path = local.path.clone();
            let read = move || Source::open(&path).map_err(|error| refused(&error));
            return Ok((blocking(read).await?, Some(local.path)));
        }
        let (_, library) = self.library()?;
        let fetched =
            library.current(project).await.map_err(|lack| crate::sources::failure(&lack))?;
        let read = move || {
            Source::of_bytes(fetched.file_name, fetched.bytes).map_err(|error| refused(&error))
        };
        Ok((blocking(read).await?, None))
    }
}

/// A plan as a screen shows it.
fn shown(planned: Planned, changed: String, can_be_version: bool) -> (CodeProposal, Planned) {
    let plan = planned.plan.clone();
    let risk = |it: tagbridge_api::generate::Risk| ProposalRisk {
        level: match it.level {
            RiskLevel::Low => ProposalRiskLevel::Low,
            RiskLevel::Medium => ProposalRiskLevel::Medium,
            RiskLevel::High => ProposalRiskLevel::High,
        },
        text: it.message,
    };
    let shown = CodeProposal::Plan {
        changed,
        behaviour: planned.behaviour.clone(),
        summary: plan.summary,
        steps: plan.steps.into_iter().map(|it| it.description).collect(),
        assumptions: plan.assumptions,
        risks: plan.risks.into_iter().map(risk).collect(),
        explanation: planned.explanation.clone(),
        can_be_version,
    };
    (shown, planned)
}

fn asked(question: Question) -> AskedBack {
    let Question { id, question, options, why_it_matters: why, .. } = question;
    AskedBack { id, question, options, why }
}
