//! A vendor's file becomes a version.
//!
//! The file is stored first, then parsed by a job, so that only a valid file becomes a version;
//! refused files are deleted later.

use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{Deserialize, Serialize};
use tagbridge_api::{
    ErrorCode, Permission,
    limits::{INLINE_BYTES_MAX, Tier},
    project::Vendor,
    upload::{Resolution, Upload, UploadFile, Uploaded},
};
use tagbridge_project::ProjectError;
use tagbridge_store::{FileHash, Job, Org, ProjectRef, StoreError, Transaction};
use tagbridge_texts::{Coded, Language};

use super::{
    AccessRequirement, Advice, Caller, Core, DataOperation, Refusal, TechnicalReason, UserMessage,
    analyses,
    arguments::check_title,
    audit, billing,
    identity::{self, ProjectMatch},
    models,
    once::{self, Answer, Write, WriteResult},
    staging,
    versions::{self, NewVersion, VersionError},
};

use crate::log_message::{LogMessage, event};

pub(crate) const INGEST_NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Standard, Permission::ProjectUpload);
pub(crate) const VERSION_NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Standard, Permission::CodeWrite);

/// The kind of these jobs.
pub(super) const KIND: &str = "upload";

/// Maximum unpacked size of an uploaded file: 96 MiB.
const UNPACKED_MAX: u64 = 96 << 20;

/// The input of a job.
#[derive(Debug, Serialize, Deserialize)]
struct Input {
    write: Write,
    /// The hash of the file.
    file: String,
    file_name: String,
    name: Option<String>,
    into: Destination,
    /// The language of the caller.
    #[serde(default)]
    language: String,
}

/// The destination of a file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Destination {
    /// The project that it belongs to, within this scope (`None`: any project, or a new one).
    Any {
        scope: Option<Vec<String>>,
        /// Whether a new project may be billed.
        #[serde(default)]
        is_acknowledged: bool,
    },
    /// This project.
    Project { no: i64, id: String },
}

/// The request of an upload without its file.
#[derive(Debug)]
pub(crate) struct UploadContext {
    /// The address of the service for its caller.
    pub(crate) origin: String,
    /// The file, if this process has already stored it.
    pub(crate) given: Option<StoredFile>,
    /// The caller's language.
    pub(crate) language: Language,
}

/// A file that this process stored itself. Requests from outside cannot create this.
#[derive(Debug, Clone)]
pub(crate) struct StoredFile(pub(crate) FileHash);

impl StoredFile {
    /// Replaces `file.blob_url`, so that the same call is the same request.
    pub(crate) fn name(&self) -> String {
        format!("sha256:{}", self.0)
    }
}

/// Creates a project from a file, or the next version of the project that it belongs to.
pub(crate) async fn ingest(
    core: &Core,
    caller: &Caller,
    write: Write,
    upload: Upload,
    around: UploadContext,
) -> Result<Answer, Refusal> {
    let scope = caller.scope().map(<[String]>::to_vec);
    let is_acknowledged = upload.acknowledge_billing == Some(true);
    put(core, caller, write, upload, Destination::Any { scope, is_acknowledged }, around).await
}

/// Makes a file the current version of a project.
pub(crate) async fn add_version(
    core: &Core,
    caller: &Caller,
    project: ProjectRef,
    write: Write,
    upload: Upload,
    around: UploadContext,
) -> Result<Answer, Refusal> {
    let into = Destination::Project { no: project.no, id: project.id };
    put(core, caller, write, upload, into, around).await
}

/// Adds a file of any size for the service's owner; to this project, if one is given. Blocks.
pub(crate) fn add(
    core: &Core,
    org: &Org,
    name: Option<String>,
    into: Option<&str>,
    file_name: &str,
    file: Vec<u8>,
) -> Result<Uploaded, AddError> {
    let (hash, size) = (core.files().put(&file)?, file.len() as u64);
    let model = core.read_file(file_name, file)?;
    let version = NewVersion::of(&model, name, file_name.to_owned(), hash, size);
    let newcomer = version.newcomer(&model);
    let uploaded = loop {
        let joined = match into {
            Some(id) => {
                let project = core.store_of(org).read(|tx| tx.find_project(org, id))?;
                ProjectMatch::told(
                    project.ok_or_else(|| AddError::NoProject { id: id.to_owned() })?,
                )
            }
            None => identity::decide(core, org, newcomer, None)?,
        };
        let stored = core.store_of(org).write(|tx| {
            if !joined.holds(tx, org, newcomer, None)? {
                return Ok(None);
            }
            versions::ingest(tx, org, &version, &joined, false, core.now()).map(Some)
        });
        if let Some(uploaded) = stored.transpose() {
            break uploaded;
        }
    };
    uploaded.map_err(|error| match error {
        VersionError::Store(error) => AddError::Store(error),
        VersionError::OtherVendor { found, expected } => AddError::OtherVendor { found, expected },
        // There is no scope.
        error @ VersionError::OutOfScope => {
            AddError::Store(StoreError::broken(&DataOperation::AddingProject, error))
        }
    })
}

/// Why a file was not added.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "service-add")]
pub enum AddError {
    /// It cannot be parsed as a project.
    Unreadable(#[from] ProjectError),
    /// The given project does not exist.
    NoProject {
        /// Its id.
        id: String,
    },
    /// The given project has another platform.
    OtherVendor {
        /// The platform of the file.
        #[coded(text)]
        found: Vendor,
        /// The platform of the project.
        #[coded(text)]
        expected: Vendor,
    },
    /// It could not be stored.
    Store(#[from] StoreError),
}

async fn put(
    core: &Core,
    caller: &Caller,
    write: Write,
    upload: Upload,
    into: Destination,
    UploadContext { origin, given, language }: UploadContext,
) -> Result<Answer, Refusal> {
    let Upload { original_filename: file_name, name, file, .. } = upload;
    check_title("originalFilename", &file_name)?;
    name.as_ref().map_or(Ok(()), |name| check_title("name", name))?;
    let keep = {
        let (caller, write) = (caller.clone(), write.clone());
        move |core: &Core| match core.answered(&write)? {
            // The link may have expired since, or the disk may be full.
            Some(answer) => Ok(UploadStart::Before(answer)),
            None => keep(core, &caller, &origin, file, given).map(UploadStart::Now),
        }
    };
    let file = match core.blocking(keep).await? {
        UploadStart::Before(answer) => return Ok(answer),
        UploadStart::Now(hash) => hash.as_str().to_owned(),
    };
    let language = language.tag().to_owned();
    let input = Input { write: write.clone(), file, file_name, name, into, language };
    let input = serde_json::to_string(&input).map_err(|error| invalid_job_input(&error))?;
    core.write_by_job(caller.org.clone(), write, input).await
}

/// Executes such a job: parses the file, and creates a version. Blocks for up to seconds.
pub(super) fn run(core: &Core, job: &Job) -> Result<Answer, Refusal> {
    let Input { write, file, file_name, name, into, language } = input(job)?;
    let language = Language::of_locale(&language);
    let hash = FileHash::parse(&file).ok_or_else(Refusal::internal)?;
    let bytes = core.files().get(&hash)?;
    let (size, unpacked) = (bytes.len() as u64, models::unpacked(&bytes));
    let model = core.read_file(&file_name, bytes).map_err(|error| unreadable(&error))?;
    let version = NewVersion::of(&model, name, file_name, hash.clone(), size);
    let newcomer = version.newcomer(&model);
    // The decision is repeated if another file was stored in the meantime.
    let answer = loop {
        let (joined, scope) = match &into {
            Destination::Any { scope, .. } => {
                let scope = scope.as_deref();
                (identity::decide(core, &job.org, newcomer, scope)?, scope)
            }
            Destination::Project { no, id } => {
                let project = ProjectRef { org: job.org.clone(), no: *no, id: id.clone() };
                (ProjectMatch::told(project), None)
            }
        };
        let stored = core.store_of(&job.org).write(|tx| {
            if !joined.holds(tx, &job.org, newcomer, scope)? {
                return Ok(None);
            }
            store(core, tx, job, &version, (&into, &joined), (&write, language)).map(Some)
        })?;
        if let Some(answer) = stored {
            break answer;
        }
    };
    drop(core.keep_model(hash, unpacked, model));
    Ok(answer)
}

/// Completes such a job in the transaction of its effect: the file becomes a version of the chosen
/// project.
fn store(
    core: &Core,
    tx: &Transaction<'_>,
    job: &Job,
    version: &NewVersion,
    (into, joined): (&Destination, &ProjectMatch),
    (write, language): (&Write, Language),
) -> Result<Answer, Refusal> {
    let now = core.now();
    if !tx.end_job(&job.id, job.attempt)? {
        // Its lease ended, and another worker executes it.
        return Err(Refusal::internal());
    }
    once::complete(tx, write, now, |tx| {
        let (uploaded, is_ingest) = match (into, &joined.project) {
            (Destination::Project { .. }, Some(project)) => {
                (versions::add(tx, project, version, now)?, false)
            }
            (Destination::Any { scope, is_acknowledged }, project) => {
                let has_scope = scope.is_some();
                // A caller with a scope is refused because the project is not in it.
                if project.is_none() && !has_scope {
                    billing::check(tx, &job.org, *is_acknowledged)?;
                }
                let uploaded = versions::ingest(tx, &job.org, version, joined, has_scope, now)?;
                let by = (&job.org, write.caller());
                analyses::begin_of_new(tx, by, &uploaded, language, now)?;
                (uploaded, true)
            }
            (Destination::Project { .. }, None) => return Err(Refusal::internal()),
        };
        let is_new = uploaded.resolution != Resolution::IdenticalFile;
        if is_new {
            let (by, file) = ((write.caller(), "upload"), version.file_name.clone());
            audit::note(tx, (&job.org, now), by, &uploaded.project_id, file)?;
        }
        Ok(if is_new || is_ingest {
            WriteResult::Created(uploaded)
        } else {
            WriteResult::Done(uploaded)
        })
    })
}

/// The write of such a job.
pub(super) fn parse_write(job: &Job) -> Result<Write, Refusal> {
    input(job).map(|input| input.write)
}

fn input(job: &Job) -> Result<Input, Refusal> {
    serde_json::from_str(&job.input).map_err(|error| invalid_job_input(&error))
}

fn invalid_job_input(error: &serde_json::Error) -> Refusal {
    event!(error, LogMessage::JobInput, %error);
    Refusal::internal()
}

/// The state of an upload's file.
enum UploadStart {
    /// The upload was done before, with this answer.
    Before(Answer),
    /// It is stored under this hash.
    Now(FileHash),
}

/// Stores the file of an upload, or finds the stored one that it names.
fn keep(
    core: &Core,
    caller: &Caller,
    origin: &str,
    file: UploadFile,
    given: Option<StoredFile>,
) -> Result<FileHash, Refusal> {
    match (file.inline, file.blob_url) {
        (None, Some(url)) if given.as_ref().is_some_and(|given| given.name() == url) => {
            given.map(|StoredFile(hash)| hash).ok_or_else(Refusal::internal)
        }
        (Some(text), None) => {
            core.check_room()?;
            Ok(core.files().put(&inline(&text)?)?)
        }
        (None, Some(url)) => staging::find(core, caller, origin, &url),
        _ => Err(Refusal::bad_request(&TechnicalReason::OneFile)),
    }
}

fn inline(text: &str) -> Result<Vec<u8>, Refusal> {
    // A file that is too large is refused without decoding.
    if text.len() / 4 * 3 > INLINE_BYTES_MAX + 3 {
        return Err(too_large());
    }
    let bytes = BASE64_STANDARD.decode(text.as_bytes()).map_err(|error| {
        Refusal::bad_request(&TechnicalReason::NoBase64 { why: &error.to_string() })
    })?;
    if bytes.len() > INLINE_BYTES_MAX {
        return Err(too_large());
    }
    if models::unpacked(&bytes) > UNPACKED_MAX {
        let why = TechnicalReason::UnpacksTooLarge { mib: UNPACKED_MAX >> 20 };
        return Err(Refusal::new(ErrorCode::PayloadTooLarge, &why)
            .for_user(&UserMessage::FileTooLarge)
            .with_remedy(&Advice::StageUpload));
    }
    Ok(bytes)
}

fn too_large() -> Refusal {
    Refusal::new(
        ErrorCode::PayloadTooLarge,
        &TechnicalReason::FileTooLarge { most: INLINE_BYTES_MAX },
    )
    .for_user(&UserMessage::FileTooLarge)
    .with_remedy(&Advice::StageUpload)
}

fn unreadable(error: &ProjectError) -> Refusal {
    let why = error.message();
    Refusal::new(ErrorCode::ProjectUnreadable, why.clone())
        .for_user(&UserMessage::NoProjectFile { why })
        .with_remedy(error.remedy.clone())
}

impl From<VersionError> for Refusal {
    fn from(error: VersionError) -> Self {
        match error {
            VersionError::Store(error) => error.into(),
            VersionError::OtherVendor { found, expected } => {
                let (found, expected) = (found.as_str(), expected.as_str());
                Self::bad_request(&TechnicalReason::OtherVendor { found, expected })
                    .for_user(&UserMessage::OtherPlatform)
                    .with_remedy(&Advice::SamePlatform)
            }
            VersionError::OutOfScope => {
                Self::new(ErrorCode::ProjectScopeForbidden, &TechnicalReason::NoProjectInScope)
                    .for_user(&UserMessage::NoNewProject)
                    .with_remedy(&Advice::KeyForAll)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            Arc,
            atomic::{AtomicI64, Ordering},
        },
        time::Duration,
    };

    use tagbridge_api::Timestamp;
    use tagbridge_store::NewJob;

    use super::*;
    use crate::{
        NewKey, Options,
        core::{jobs::LEASE, keys},
    };

    const L5X: &[u8] = b"<RSLogix5000Content TargetName=\"Line\"><Controller Use=\"Target\" \
                         Name=\"Line\"/></RSLogix5000Content>";

    /// A service that ended after it accepted an upload that a worker had taken this number of
    /// times.
    fn left_behind(taken: u32) -> (tempfile::TempDir, Core, Write) {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(AtomicI64::new(0));
        let ticking = clock.clone();
        let now = move || Timestamp::from_millis(ticking.load(Ordering::SeqCst)).expect("a time");
        let options = Options { clock: Some(Arc::new(now)), ..Options::default() };
        let core = Core::open(folder.path(), options).unwrap();
        let (key, _) = keys::create(&core, &Org::local(), NewKey::default()).unwrap();
        let write = Write::new(&Caller::of_key(key), "POST /".into(), "k".into(), b"{}");
        let file = core.files().put(L5X).unwrap().as_str().to_owned();
        let into = Destination::Any { scope: None, is_acknowledged: false };
        let file_name = "Line.L5X".to_owned();
        let (name, language) = (None, String::new());
        let input = Input { write: write.clone(), file, file_name, name, into, language };
        let (id, kind) = ("job_1".to_owned(), KIND.to_owned());
        let input = serde_json::to_string(&input).unwrap();
        let job = NewJob { id, org: Org::local(), kind, input };
        core.store()
            .write(|tx| {
                once::reserve(tx, &write, core.now())?;
                Ok::<_, Refusal>(tx.add_job(&job, core.now())?)
            })
            .unwrap();
        for _ in 0..taken {
            let until = core.now().saturating_add(LEASE);
            core.store()
                .write(|tx| tx.take_job(&[KIND], core.now(), until))
                .unwrap()
                .expect("a job");
            clock.fetch_add(i64::try_from(LEASE.as_millis()).unwrap(), Ordering::SeqCst);
        }
        (folder, core, write)
    }

    async fn worked_off(core: &Core) {
        core.work();
        while core.store().read(|tx| Ok::<_, StoreError>(tx.count_jobs()? > 0)).unwrap() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    #[tokio::test]
    async fn what_a_service_left_behind_is_done_by_the_next_and_answered_to_who_sends_it_again() {
        for taken in [0, 1, 2] {
            let (_folder, core, write) = left_behind(taken);
            worked_off(&core).await;
            let answer = core.write_by_job(Org::local(), write, String::new()).await.unwrap();
            assert!(answer.replayed && answer.created, "{answer:?}");
            assert!(answer.response.contains(r#""resolution":"created""#), "{answer:?}");
        }
    }

    #[tokio::test]
    async fn what_never_comes_to_its_end_is_given_up_and_may_be_sent_again() {
        let (_folder, core, write) = left_behind(3);
        worked_off(&core).await;
        assert!(
            core.store()
                .read(|tx| tx.projects(&Org::local(), None, None, false, None, 9))
                .unwrap()
                .0
                .is_empty()
        );
        assert!(core.store().write(|tx| once::reserve(tx, &write, core.now())).unwrap().is_none());
    }
}
