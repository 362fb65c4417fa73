//! Exports: the vendor's original file, or a report; a job creates it, and it is kept for a week.
//!
//! An export belongs to the version that was current at the request. Its complete file is stored
//! under the hash of its bytes before anything refers to it, so a partial file is never served.

mod run;

use std::{path::PathBuf, time::Duration};

use tagbridge_api::{
    ErrorCode, Timestamp,
    export::{Export, ExportKind, ExportStarted, ExportStatus},
    limits::Tier,
};
use tagbridge_store::{Artifact, FileHash, NewJob, ProjectRef, StoredExport};
use tagbridge_texts::{Coded, Language};
use uuid::Uuid;

use self::run::file_of;
pub(super) use self::run::{finish, run};
use super::{
    AccessRequirement, Advice, Caller, Core, Refusal, TechnicalReason, UserMessage, audit,
    authorization::out_of_scope,
    job_outcome::{ASK_AGAIN_S, read_why},
    once::{Answer, Write, WriteResult},
};

use crate::log_message::{LogMessage, event};

/// The export determines which of the two permissions is required.
pub(crate) const READ_NEEDS: AccessRequirement = AccessRequirement::credential(Tier::JobPoll);
pub(crate) const DOWNLOAD_NEEDS: AccessRequirement = AccessRequirement::credential(Tier::Standard);
/// The kind of these jobs.
pub(super) const KIND: &str = "export";
/// How long an export can be downloaded.
const KEPT: Duration = Duration::from_hours(7 * 24);

/// The permission to start an export.
pub(crate) fn required_permission(kind: ExportKind) -> AccessRequirement {
    AccessRequirement::permission(Tier::Standard, kind.permission())
}

/// A file to be sent.
#[derive(Debug)]
pub(crate) struct Download {
    /// The path of the file.
    pub(crate) path: PathBuf,
    /// The hash of the file.
    pub(crate) hash: FileHash,
    /// The name of the file.
    pub(crate) name: String,
}

/// When the client should poll an export again.
#[derive(Coded)]
#[coded(prefix = "service-export")]
pub(crate) enum Progress {
    Pending { seconds: u64 },
    Running { seconds: u64 },
}

/// Starts an export of the current version.
pub(crate) async fn start(
    core: &Core,
    caller: Caller,
    project: ProjectRef,
    write: Write,
    kind: ExportKind,
    language: Language,
) -> Result<Answer, Refusal> {
    let add = move |core: &Core| {
        core.write_at_once(&write, |tx, now| {
            core.check_room()?;
            let version = tx.current_version(&project)?.ok_or_else(|| no_download(&project.id))?;
            let export = StoredExport {
                id: format!("exp_{}", Uuid::new_v4().simple()),
                kind,
                version: version.id,
                version_number: version.number,
                file: version.hash,
                file_name: version.file_name,
                language: language.tag().to_owned(),
                created_at: now,
                ended: None,
            };
            tx.add_export(&caller.org, &project, &export)?;
            let (id, org) = (export.id.clone(), caller.org.clone());
            let (kind, input) = (KIND.to_owned(), "{}".to_owned());
            tx.add_job(&NewJob { id, org, kind, input }, now)?;
            let by = (caller.id.as_str(), export.kind.permission().as_str());
            audit::note(tx, (&caller.org, now), by, &project.id, export.file_name)?;
            let status = ExportStatus::Pending;
            Ok(WriteResult::Done(ExportStarted { export_id: export.id, status }))
        })
    };
    let answer = core.blocking(add).await?;
    core.work();
    Ok(answer)
}

/// Returns the state of an export. Blocks.
pub(crate) fn read(
    core: &Core,
    caller: &Caller,
    id: &str,
    language: Language,
) -> Result<Export, Refusal> {
    let Found { export, is_taken } = find(core, caller, id)?;
    let mut shown = Export {
        export_id: export.id.clone(),
        kind: export.kind,
        status: ExportStatus::Complete,
        download_url: None,
        filename: None,
        error: None,
        message: None,
    };
    match export.ended.map(|ended| ended.result) {
        Some(Ok(artifact)) => {
            check_kept(core, id, export.kind, &artifact)?;
            shown.download_url = Some(format!("/exports/{id}/download"));
            shown.filename = Some(file_of(&artifact.name));
        }
        Some(Err(why)) => {
            shown.status = ExportStatus::Error;
            shown.error = Some(read_why(&why).in_language(language));
        }
        None => {
            let seconds = ASK_AGAIN_S;
            let (status, says) = if is_taken {
                (ExportStatus::Running, Progress::Running { seconds })
            } else {
                (ExportStatus::Pending, Progress::Pending { seconds })
            };
            shown.status = status;
            shown.message = Some(says.message().in_language(language));
        }
    }
    Ok(shown)
}

/// The file of a complete export. Blocks.
pub(crate) fn download(core: &Core, caller: &Caller, id: &str) -> Result<Download, Refusal> {
    let Found { export, .. } = find(core, caller, id)?;
    match export.ended.map(|ended| ended.result) {
        Some(Ok(artifact)) => {
            let path = check_kept(core, id, export.kind, &artifact)?;
            Ok(Download { path, hash: artifact.hash, name: file_of(&artifact.name) })
        }
        Some(Err(why)) => {
            let why = read_why(&why);
            Err(Refusal::new(
                ErrorCode::ExportFailed,
                &TechnicalReason::ExportFailed { why: why.clone() },
            )
            .for_user(&UserMessage::ExportFailed { why })
            .with_remedy(&Advice::StartExport))
        }
        None => {
            Err(Refusal::new(ErrorCode::ExportNotReady, &TechnicalReason::ExportNotReady { id })
                .for_user(&UserMessage::ExportNotReady)
                .with_remedy(&Advice::Wait { seconds: ASK_AGAIN_S })
                .retry_after(ASK_AGAIN_S))
        }
    }
}

/// An export that the caller may see.
struct Found {
    export: StoredExport,
    /// Whether a worker is processing it.
    is_taken: bool,
}

fn find(core: &Core, caller: &Caller, id: &str) -> Result<Found, Refusal> {
    let now = core.now();
    let (found, taken_until) = core
        .store_of(&caller.org)
        .read(|tx| Ok::<_, Refusal>((tx.export(&caller.org, id)?, tx.job_taken_until(id)?)))?;
    core.audit_missing_permission(caller, id, || match &found {
        Some((project, export)) => {
            caller.check(export.kind.permission())?;
            if caller.covers(&project.id) { Ok(()) } else { Err(out_of_scope(&project.id)) }
        }
        // A caller without the permission must not learn which exports exist.
        None if ExportKind::ALL.iter().any(|kind| caller.may(kind.permission())) => Ok(()),
        None => caller.check(ExportKind::Plc.permission()),
    })?;
    let is_taken = taken_until.is_some_and(|until| until > now);
    let kept = found.map(|(_, export)| export).filter(|export| !is_over(export, now));
    kept.map(|export| Found { export, is_taken }).ok_or_else(|| gone(id))
}

fn is_over(export: &StoredExport, now: Timestamp) -> bool {
    export.ended.as_ref().is_some_and(|ended| ended.at.saturating_add(KEPT) <= now)
}

/// Checks that an artifact exists. A restored backup has the vendors' files, but no reports.
fn check_kept(
    core: &Core,
    id: &str,
    kind: ExportKind,
    artifact: &Artifact,
) -> Result<PathBuf, Refusal> {
    let files = match kind {
        ExportKind::Plc => core.files(),
        ExportKind::Pdf => core.artifacts(),
    };
    files.find(&artifact.hash)?.ok_or_else(|| gone(id))
}

/// Deletes expired exports with their files. Blocks.
pub(super) fn forget(core: &Core) {
    let before = core.now().saturating_sub(KEPT);
    let is_used = |hash: &FileHash| core.store().read(|tx| tx.is_artifact_used(hash));
    let forgotten = core
        .store()
        .write(|tx| tx.forget_exports(before))
        .and_then(|_| core.artifacts().sweep(super::maintenance::SWEPT_FROM, is_used));
    if let Err(error) = forgotten {
        event!(warn, LogMessage::ExportsNotRemoved, %error);
    }
}

/// A project without a file has no download.
fn no_download(id: &str) -> Refusal {
    Refusal::new(ErrorCode::NothingToExport, &TechnicalReason::NoSource { id })
        .for_user(&UserMessage::NoSource)
        .with_remedy(&Advice::AddVersion)
}

fn gone(id: &str) -> Refusal {
    Refusal::new(ErrorCode::NotFound, &TechnicalReason::NoExport { id })
        .for_user(&UserMessage::NoExport)
        .with_remedy(&Advice::StartExport)
}
