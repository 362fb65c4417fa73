//! Analyses: a job applies the rules to a version; one run at a time for each version.
//!
//! A run belongs to the version that was current when it was requested. Its cost is counted once,
//! when it is accepted, even if a crash restarts it.

mod run;

use tagbridge_api::{
    ErrorCode, Permission, Timestamp,
    limits::Tier,
    project::{AnalysisStatus, Project},
    runs::{AnalysisRun, AnalysisStarted, PhaseError, VersionAnalysis, VersionStatus},
    upload::{Resolution, Uploaded},
};
use tagbridge_store::{
    NewJob, Org, ProjectRef, StoreError, StoredRun, Transaction, TurnUse, Version,
};
use tagbridge_texts::{Coded, Language, Message};
use uuid::Uuid;

use self::run::Failed;
pub(super) use self::run::{Phases, fail, found_again, run};
use super::{
    AccessRequirement, Advice, Caller, Core, Refusal, TechnicalReason, UserMessage,
    authorization::out_of_scope,
    job_outcome::ASK_AGAIN_S,
    once::{self, Answer, Write, WriteResult},
    versions,
};

pub(crate) const READ_NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::JobPoll, Permission::AnalysisTab);
pub(crate) const START_NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Standard, Permission::AnalysisTab);
/// The kind of these jobs, and of their usage.
pub(super) const KIND: &str = "analysis";

/// The status message of a run.
#[derive(Coded)]
#[coded(prefix = "service-analysis")]
pub(crate) enum RunStatus<'a> {
    Queued { seconds: u64 },
    Begins { seconds: u64 },
    Running { number: usize, of: usize, seconds: u64 },
    Before { says: Message, id: &'a str },
    OnlyBefore { id: &'a str },
    NotKept,
}

/// Starts a run of the current version, or joins the waiting or running one.
pub(crate) async fn start(
    core: &Core,
    caller: Caller,
    project: ProjectRef,
    write: Write,
    language: Language,
) -> Result<Answer, Refusal> {
    let add = move |core: &Core| {
        core.write_at_once(&write, |tx, now| {
            core.check_room()?;
            let version = tx.current_version(&project)?.ok_or_else(|| not_ready(&project.id))?;
            let by = (&caller.org, caller.id.as_str());
            Ok(WriteResult::Done(begin(tx, by, &project, &version, language, now)?))
        })
    };
    let answer = core.blocking(add).await?;
    core.work();
    Ok(answer)
}

/// Starts a run of a version, unless one waits or runs.
pub(super) fn begin(
    tx: &Transaction<'_>,
    (org, by): (&Org, &str),
    project: &ProjectRef,
    version: &Version,
    language: Language,
    now: Timestamp,
) -> Result<AnalysisStarted, StoreError> {
    let before = tx.newest_run(&version.id)?.filter(|run| run.ended.is_none());
    let started = before.is_none();
    let run = before.unwrap_or_else(|| StoredRun {
        id: format!("ana_{}", Uuid::new_v4().simple()),
        version: version.id.clone(),
        language: language.tag().to_owned(),
        created_at: now,
        ended: None,
    });
    if started {
        tx.add_run(org, project, &run)?;
        tx.add_use(
            org,
            &TurnUse {
                caller: by.to_owned(),
                project: project.id.clone(),
                kind: KIND.to_owned(),
                input_tokens: 0,
                output_tokens: 0,
                at: now,
            },
        )?;
    }
    // If the job of a run was lost, it is added again; a job is added once.
    let input = run::input(version);
    tx.add_job(
        &NewJob { id: run.id.clone(), org: org.clone(), kind: KIND.to_owned(), input },
        now,
    )?;
    Ok(AnalysisStarted {
        status: status(tx, &run, now)?,
        analysis_id: run.id,
        project_id: project.id.clone(),
        version_id: version.id.clone(),
        started,
    })
}

/// Starts a run for a project that was created from a file.
pub(super) fn begin_of_new(
    tx: &Transaction<'_>,
    by: (&Org, &str),
    uploaded: &Uploaded,
    language: Language,
    now: Timestamp,
) -> Result<(), StoreError> {
    if uploaded.resolution == Resolution::Created
        && let Some(project) = tx.find_project(by.0, &uploaded.project_id)?
        && let Some(version) = tx.current_version(&project)?
    {
        begin(tx, by, &project, &version, language, now)?;
    }
    Ok(())
}

/// Returns the newest run of a version; of the current one by default. Blocks.
pub(crate) fn of_version(
    core: &Core,
    project: &ProjectRef,
    version: Option<&str>,
    language: Language,
) -> Result<VersionAnalysis, Refusal> {
    let now = core.now();
    core.store_of_project(project).read(|tx| {
        let current = tx.project(project)?.current_version_id;
        let version_id = version.unwrap_or(&current).to_owned();
        let is_current_version = version_id == current;
        if !is_current_version {
            versions::find(tx, project, &version_id)?;
        }
        let run = tx.newest_run(&version_id)?;
        let mut shown = VersionAnalysis {
            project_id: project.id.clone(),
            version_id,
            is_current_version,
            status: VersionStatus::NotAnalyzed,
            analyzed_at: None,
            message: None,
            results: None,
            failed_phases: None,
            last_analyzed_version_id: None,
            last_analyzed_at: None,
        };
        let Some(run) = run else {
            if is_current_version && let Some(last) = tx.newest_complete_run(project, None)? {
                shown.last_analyzed_at = last.ended.map(|ended| ended.at);
                shown.last_analyzed_version_id = Some(last.version);
            }
            return Ok(shown);
        };
        let told = told(core, tx, &run, now)?;
        shown.status = told.status.into();
        shown.analyzed_at = run.ended.as_ref().map(|ended| ended.at);
        shown.failed_phases = names(&told.failed);
        shown.results = told.results;
        // The results of an older run can still be read.
        let older = match told.status {
            AnalysisStatus::Complete => None,
            _ => tx.newest_complete_run(project, Some(&shown.version_id))?,
        };
        shown.message = match (told.says, older) {
            (Some(says), Some(older)) => Some(RunStatus::Before { says, id: &older.id }.message()),
            (None, Some(older)) => Some(RunStatus::OnlyBefore { id: &older.id }.message()),
            (says, None) => says,
        }
        .map(|says| says.in_language(language));
        Ok(shown)
    })
}

/// Returns a run. Blocks.
pub(crate) fn read(
    core: &Core,
    caller: &Caller,
    id: &str,
    language: Language,
) -> Result<AnalysisRun, Refusal> {
    let now = core.now();
    let found = core.store_of(&caller.org).read(|tx| tx.run(&caller.org, id))?;
    let (project, run) = found.ok_or_else(|| no_run(id))?;
    core.audit_missing_permission(caller, &project.id, || {
        if caller.covers(&project.id) { Ok(()) } else { Err(out_of_scope(&project.id)) }
    })?;
    core.store_of(&caller.org).read(|tx| {
        let current = tx.project(&project)?.current_version_id;
        let told = told(core, tx, &run, now)?;
        let errors = (told.status == AnalysisStatus::Error).then(|| {
            let shown = |failed: &Failed| PhaseError {
                phase: failed.phase.clone(),
                message: failed.why.in_language(language),
            };
            told.failed.iter().map(shown).collect()
        });
        Ok(AnalysisRun {
            analysis_id: run.id.clone(),
            analysis_id_too: run.id.clone(),
            project_id: project.id.clone(),
            is_current_version: run.version == current,
            version_id: run.version.clone(),
            status: told.status,
            analyzed_at: run.ended.as_ref().map(|ended| ended.at),
            message: told.says.map(|says| says.in_language(language)),
            results: told.results,
            failed_phases: names(&told.failed),
            errors,
        })
    })
}

/// A project with the summary of its current version's analysis.
pub(super) fn summarized(
    tx: &Transaction<'_>,
    project: Project,
    now: Timestamp,
) -> Result<Project, StoreError> {
    let run = tx.newest_run(&project.current_version_id)?;
    let analysis_status = run.map(|run| status(tx, &run, now)).transpose()?;
    Ok(Project { analysis_status, ..project })
}

fn status(
    tx: &Transaction<'_>,
    run: &StoredRun,
    now: Timestamp,
) -> Result<AnalysisStatus, StoreError> {
    Ok(match &run.ended {
        Some(ended) if ended.is_complete => AnalysisStatus::Complete,
        Some(_) => AnalysisStatus::Error,
        None if tx.job_taken_until(&run.id)?.is_some_and(|until| until > now) => {
            AnalysisStatus::Running
        }
        None => AnalysisStatus::Queued,
    })
}

/// The state of a run as a response.
struct RunReport {
    status: AnalysisStatus,
    says: Option<Message>,
    results: Option<serde_json::Value>,
    failed: Vec<Failed>,
}

fn told(
    core: &Core,
    tx: &Transaction<'_>,
    run: &StoredRun,
    now: Timestamp,
) -> Result<RunReport, Refusal> {
    let status = status(tx, run, now)?;
    let failed = run.ended.as_ref().map_or_else(Vec::new, |ended| run::read_failed(&ended.failed));
    let seconds = ASK_AGAIN_S;
    let (says, results) = match status {
        AnalysisStatus::Queued => (Some(RunStatus::Queued { seconds }), None),
        AnalysisStatus::Running => {
            let says =
                core.0.phases.of(&run.id).map_or(RunStatus::Begins { seconds }, |(number, of)| {
                    RunStatus::Running { number, of, seconds }
                });
            (Some(says), None)
        }
        AnalysisStatus::Complete => match tx.results(&run.id)? {
            Some(results) => (None, Some(once::parse(&results)?)),
            None => (Some(RunStatus::NotKept), None),
        },
        AnalysisStatus::Error => (None, None),
    };
    Ok(RunReport { status, says: says.map(|says| says.message()), results, failed })
}

fn names(failed: &[Failed]) -> Option<Vec<String>> {
    (!failed.is_empty()).then(|| failed.iter().map(|it| it.phase.clone()).collect())
}

fn not_ready(id: &str) -> Refusal {
    Refusal::new(ErrorCode::ProjectNotReady, &TechnicalReason::NoFileYet { id })
        .for_user(&UserMessage::NoFileYet)
        .with_remedy(&Advice::AddVersion)
}

fn no_run(id: &str) -> Refusal {
    Refusal::new(ErrorCode::NotFound, &TechnicalReason::NoAnalysis { id })
        .for_user(&UserMessage::NoAnalysis)
        .with_remedy(&Advice::StartAnalysis)
}
