//! Changes that users request in words. They are planned on a copy of the project's file, and kept
//! in memory until they are stored.

use std::path::Path;

use base64::{Engine, prelude::BASE64_STANDARD};
use tagbridge_api::{
    generate::{Plan, Risk, RiskLevel},
    turn::Question,
};
use tagbridge_project::{Source, SourceFile};
use tagbridge_propose::{Planned, Proposed, Wish, propose};
use tagbridge_service::AddError;
use uuid::Uuid;

use crate::{
    code,
    desk::Desk,
    failures::not_found,
    lock::lock,
    parsed_project::{ParsedProject, PendingProposal},
    problem::{MissingThing, Problem, Remedy, Step},
    projects::{blocking, refused},
    view::{
        AskedBack, CodeChange, CodeProposal, Failure, MadeFile, ProposalRisk, ProposalRiskLevel,
        ProposeChange, SaveProposal, SavedProposal, ServiceKind,
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
        let (project, request) = (change.project.clone(), change.request.clone());
        let told = working.clone();
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
            let proposed = match propose(&source, logic, &wish) {
                Proposed::Ready(planned) => Ok(ReadyPlan::of(*planned, &book)),
                Proposed::Asks(questions) => {
                    let questions = questions.into_iter().map(asked).collect();
                    Err(CodeProposal::Question { questions })
                }
                Proposed::Refused { reason, .. } => Err(CodeProposal::Refused { reason }),
            };
            Ok((proposed, source))
        });
        let (proposed, source) = planned.await?;
        working.check()?;
        let ReadyPlan { plan, behaviour, explanation, values, files, book } = match proposed {
            Ok(ready) => ready,
            Err(open) => return Ok(open),
        };
        let id = format!("{PREFIX}{}", Uuid::new_v4());
        let shown = CodeProposal::Plan {
            changed: id.clone(),
            behaviour,
            values,
            summary: plan.summary,
            steps: plan.steps.into_iter().map(|it| it.description).collect(),
            assumptions: plan.assumptions,
            risks: plan.risks.into_iter().map(risk).collect(),
            explanation,
            can_be_version,
        };
        let (base, name) = (source.hash, source.name);
        let held = PendingProposal { id, project, request, base, name, files, original, book };
        let mut all = lock(&self.0.projects.proposals);
        all.insert(0, held);
        all.truncate(HELD);
        Ok(shown)
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
        let request = held.request.clone();
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
        let of = project.clone();
        let added = blocking(move || {
            service.add_version(&of, &name, bytes).map_err(|error| match error {
                AddError::Unreadable(error) => refused(&error),
                AddError::Store(error) => error.into(),
                error => Failure::new("refused", &error, &Remedy::AnotherProject),
            })
        });
        let version = added.await?.version_number;
        self.change_project_data(&project, |data| drop(data.requests.insert(version, request)))?;
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

/// A plan that passed all checks, with the changed project.
struct ReadyPlan {
    plan: Plan,
    behaviour: Option<String>,
    explanation: String,
    values: Vec<CodeChange>,
    files: Vec<SourceFile>,
    book: ParsedProject,
}

impl ReadyPlan {
    fn of(planned: Planned, before: &ParsedProject) -> Self {
        let Planned { plan, behaviour, explanation, project, files, .. } = planned;
        let book = ParsedProject::of(project);
        let values = changed_values(before, &book);
        Self { plan, behaviour, explanation, values, files, book }
    }
}

/// The changes outside of the code that change what is executed: presets, constants, types.
fn changed_values(old: &ParsedProject, new: &ParsedProject) -> Vec<CodeChange> {
    let mut changes = code::changes(old, new).changes;
    changes.retain(|it| !it.does_the_same && it.before.is_none() && it.after.is_none());
    changes
}

fn risk(risk: Risk) -> ProposalRisk {
    ProposalRisk {
        level: match risk.level {
            RiskLevel::Low => ProposalRiskLevel::Low,
            RiskLevel::Medium => ProposalRiskLevel::Medium,
            RiskLevel::High => ProposalRiskLevel::High,
        },
        text: risk.message,
    }
}

fn asked(question: Question) -> AskedBack {
    let Question { id, question, options, why_it_matters: why, .. } = question;
    AskedBack { id, question, options, why }
}
