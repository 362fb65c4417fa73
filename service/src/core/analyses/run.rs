//! A run of an analysis.

use std::{
    collections::HashMap,
    panic,
    sync::{Mutex, PoisonError},
    time::Instant,
};

use serde::{Deserialize, Serialize};
use tagbridge_analysis::{Analysis, Failure, Options, PhaseId, Progress, analyse};
use tagbridge_interpret::Facts;
use tagbridge_store::{FileHash, Job, RunResult, StoreError, StoredRun, Version};
use tagbridge_texts::{Coded, Language, Message};

use crate::{
    core::{
        Core,
        job_outcome::{FailureReason, JobFailure},
        once,
    },
    log_message::{LogMessage, event},
};

/// Maximum number of versions of a project with stored results, and of runs of each.
const KEPT_VERSIONS: u32 = 20;
const KEPT_RUNS: u32 = 5;
/// The name of the failed phase if the whole run failed.
const RUN: &str = "run";

/// The input of a job.
#[derive(Debug, Serialize, Deserialize)]
struct Input {
    /// The hash of the file.
    file: String,
    file_name: String,
}

/// A failed phase in stored form.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Failed {
    pub(super) phase: String,
    pub(super) why: Message,
}

/// The progress of this process's runs: the current phase, and the number of phases.
#[derive(Debug, Default)]
pub(in crate::core) struct Phases(Mutex<HashMap<String, (usize, usize)>>);

impl Phases {
    /// The progress of a run; `None` if its phases have not begun.
    pub(super) fn of(&self, run: &str) -> Option<(usize, usize)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(run).copied()
    }

    fn note(&self, run: &str, phase: Option<(usize, usize)>) {
        let mut runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match phase {
            Some(phase) => drop(runs.insert(run.to_owned(), phase)),
            None => drop(runs.remove(run)),
        }
    }
}

/// The information about the version that a job needs.
pub(super) fn input(version: &Version) -> String {
    let (file, file_name) = (version.hash.as_str().to_owned(), version.file_name.clone());
    serde_json::to_string(&Input { file, file_name }).unwrap_or_default()
}

/// Parses stored failed phases.
pub(super) fn read_failed(json: &str) -> Vec<Failed> {
    serde_json::from_str(json).unwrap_or_default()
}

/// Executes such a job.
pub(in crate::core) async fn run(core: &Core, job: &Job) -> Result<(), JobFailure> {
    let look = {
        let (org, id) = (job.org.clone(), job.id.clone());
        move |core: &Core| core.store_of(&org).read(|tx| tx.run(&org, &id))
    };
    let Some((project, stored)) = core.blocking(look).await? else {
        let job = job.clone();
        let end =
            move |core: &Core| core.store_of(&job.org).write(|tx| tx.end_job(&job.id, job.attempt));
        return core.blocking(end).await.map(drop).map_err(JobFailure::from);
    };
    let Input { file, file_name } =
        serde_json::from_str(&job.input).map_err(|_| JobFailure::Failed(FailureReason::Fault))?;
    let file = FileHash::parse(&file).ok_or(JobFailure::Failed(FailureReason::Fault))?;
    let facts = core.facts_of(&file, &file_name).await?;
    let job = job.clone();
    let work = move |core: &Core| {
        let language = Language::of_locale(&stored.language);
        let (results, failed) = look_through(core, &job.id, &facts, language)?;
        let is_complete = results.is_some();
        core.store_of(&job.org).write(|tx| {
            if tx.end_job(&job.id, job.attempt)? {
                let ended = RunResult { at: core.now(), is_complete, failed: to_json(&failed) };
                tx.end_run(&job.id, &ended, results.as_deref())?;
                tx.keep_results(&project, KEPT_VERSIONS, KEPT_RUNS)?;
            }
            Ok::<_, StoreError>(())
        })?;
        Ok(())
    };
    core.blocking(work).await
}

/// Records that a whole run failed, unless another worker has it now. Blocks.
pub(in crate::core) fn fail(core: &Core, job: &Job, why: FailureReason) -> Result<(), StoreError> {
    let (phases, why) = match why {
        FailureReason::ThreeTimes => (vec![RUN.to_owned()], FailureReason::RunThreeTimes),
        _ => (PhaseId::general().map(|phase| phase.name().to_owned()).collect(), why),
    };
    let failed = phases.into_iter().map(|phase| Failed { phase, why: why.message() });
    let failed = to_json(&failed.collect::<Vec<_>>());
    core.store_of(&job.org).write(|tx| {
        if tx.end_job(&job.id, job.attempt)? {
            let ended = RunResult { at: core.now(), is_complete: false, failed: failed.clone() };
            tx.end_run(&job.id, &ended, None)?;
        }
        Ok(())
    })
}

/// Returns the results as JSON, unless the whole run failed, and the failed phases.
fn look_through(
    core: &Core,
    id: &str,
    facts: &Facts,
    language: Language,
) -> Result<(Option<String>, Vec<Failed>), JobFailure> {
    let limits = core.options().analysis;
    let started = Instant::now();
    let elapsed = || started.elapsed();
    let before = |progress: &Progress<'_>| {
        core.0.phases.note(id, Some((progress.number, progress.of)));
        if core.is_stopping() {
            // This phase and all later ones fail, but the run is continued later.
            panic::resume_unwind(Box::new("the service stops"));
        }
        (limits.before)(progress);
    };
    let options = Options {
        naming: core.options().naming.clone(),
        elapsed: &elapsed,
        limit: limits.phase,
        before: &before,
        ..Options::default()
    };
    let project = facts.project();
    let analysis = analyse(project, facts.logic().index, &options);
    core.0.phases.note(id, None);
    if core.is_stopping() {
        return Err(JobFailure::Stopped);
    }
    let failed = analysis
        .failed_phases
        .iter()
        .map(|failed| Failed { phase: failed.phase.name().to_owned(), why: failed.why.message() });
    let failed: Vec<_> = failed.collect();
    for Failed { phase, why } in &failed {
        event!(warn, LogMessage::PhaseFailed, id, phase, ?why);
    }
    if analysis.is_failed() {
        return Ok((None, failed));
    }
    let results = once::json(&analysis.results(project, language)).map_err(JobFailure::from)?;
    Ok((Some(results), failed))
}

/// The findings of a run, independent of the language: the analysis is repeated without the failed
/// phases. Blocks as long as the run did.
pub(in crate::core) fn found_again(core: &Core, facts: &Facts, run: &StoredRun) -> Analysis {
    let failed = run.ended.as_ref().map_or_else(Vec::new, |ended| read_failed(&ended.failed));
    let before = |progress: &Progress<'_>| {
        let name = progress.phase.name();
        if let Some(Failed { why, .. }) = failed.iter().find(|failed| failed.phase == name) {
            let mut all = [Failure::TooLong, Failure::TooMuch, Failure::NotStarted].into_iter();
            let why = all.find(|it| it.message() == *why).unwrap_or(Failure::Panicked);
            panic::resume_unwind(Box::new(why));
        }
        if core.is_stopping() {
            panic::resume_unwind(Box::new("the service stops"));
        }
    };
    let (started, limit) = (Instant::now(), core.options().analysis.phase);
    let elapsed = || started.elapsed();
    let naming = core.options().naming.clone();
    let options =
        Options { naming, elapsed: &elapsed, limit, before: &before, ..Options::default() };
    analyse(facts.project(), facts.logic().index, &options)
}

fn to_json(failed: &[Failed]) -> String {
    serde_json::to_string(failed).unwrap_or_default()
}
