//! Large files: they are uploaded to a separate link, and then used in an upload.
//!
//! A file is uploaded once. Its bytes are written to disk as they arrive, and named by their hash
//! at the end. Files that no version uses are deleted like all other unused files.

use std::{
    io::{ErrorKind, Read},
    time::Duration,
};

use tagbridge_api::{
    ErrorCode, PREFIX,
    limits::{STAGED_BYTES_MAX, Tier},
    upload::{FileReceived, StageUpload, StagedUpload},
};
use tagbridge_store::{FileHash, IncomingFile, StagedFile};
use uuid::Uuid;

use super::{
    AccessRequirement, Advice, Caller, Core, Refusal, TechnicalReason, UserMessage,
    arguments::check_title,
    links::{Link, LinkPurpose},
    once::{Answer, Write, WriteResult},
};

pub(crate) const NEEDS: AccessRequirement = AccessRequirement::credential(Tier::Standard);

/// Number of bytes that are read at once.
const PIECE: usize = 1 << 20;
/// How long a file may be uploaded …
const PUT_WITHIN: Duration = Duration::from_mins(15);
/// … and used for a version.
const ADD_WITHIN: Duration = Duration::from_hours(1);

/// Creates the two links of an upload; `origin` is the service's address for this caller. Blocks.
pub(crate) fn stage(
    core: &Core,
    caller: &Caller,
    write: &Write,
    body: &StageUpload,
    origin: &str,
) -> Result<Answer, Refusal> {
    check_title("filename", &body.filename)?;
    let id = format!("upl_{}", Uuid::new_v4().simple());
    let path = path_of(&id);
    let (put, expires_at) = core.link(LinkPurpose::Put, caller, &path, PUT_WITHIN)?;
    let (add, _) = core.link(LinkPurpose::Add, caller, &path, ADD_WITHIN)?;
    core.write_at_once(write, |_, _| {
        Ok(WriteResult::Created(StagedUpload {
            upload_url: format!("{origin}{put}"),
            file_blob_url: format!("{origin}{add}"),
            expires_at,
            max_bytes: STAGED_BYTES_MAX,
        }))
    })
}

/// Starts receiving a file of this size through a link. Blocks.
pub(crate) fn begin(
    core: &Core,
    id: &str,
    link: &Link,
    bytes: Option<u64>,
) -> Result<(Caller, IncomingFile), Refusal> {
    let caller = core.follow(LinkPurpose::Put, &path_of(id), link)?;
    if core.store_of(&caller.org).read(|tx| tx.staged(&caller.org, id))?.is_some() {
        return Err(taken());
    }
    let Some(bytes) = bytes else { return Err(Refusal::bad_request(&TechnicalReason::NoLength)) };
    if bytes == 0 {
        return Err(Refusal::bad_request(&TechnicalReason::EmptyFile));
    }
    if bytes > STAGED_BYTES_MAX {
        return Err(too_large());
    }
    core.check_room_for(bytes)?;
    Ok((caller, core.files().begin()?))
}

/// Stores a complete file. If another upload was faster, its file is kept. Blocks.
pub(crate) fn keep(
    core: &Core,
    caller: &Caller,
    id: &str,
    file: IncomingFile,
) -> Result<FileReceived, Refusal> {
    let bytes = file.bytes();
    let hash = file.finish()?;
    let sha256 = hash.as_str().to_owned();
    core.store_of(&caller.org).write(|tx| {
        let (id, hash) = (id.to_owned(), hash.clone());
        let file = StagedFile { id, hash, created_at: core.now() };
        if tx.stage(&caller.org, &file)? { Ok(()) } else { Err(taken()) }
    })?;
    Ok(FileReceived { bytes, sha256 })
}

/// Stores the contents of a local file of this size, with the limit of an upload. Blocks.
pub(crate) fn keep_read(core: &Core, from: impl Read, bytes: u64) -> Result<FileHash, Refusal> {
    if bytes > STAGED_BYTES_MAX {
        return Err(too_large());
    }
    core.check_room_for(bytes)?;
    let (mut from, mut file) = (from.take(STAGED_BYTES_MAX + 1), core.files().begin()?);
    let mut piece = vec![0; PIECE];
    loop {
        match from.read(&mut piece) {
            Ok(0) => break,
            Ok(bytes) => file.write(&piece[..bytes])?,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return Err(Refusal::bad_request(&TechnicalReason::FileCut)),
        }
    }
    match file.bytes() {
        0 => Err(Refusal::bad_request(&TechnicalReason::EmptyFile)),
        bytes if bytes > STAGED_BYTES_MAX => Err(too_large()),
        _ => Ok(file.finish()?),
    }
}

/// The uploaded file of a link in a request. Only links of this service are accepted; other files
/// are not downloaded. Blocks.
pub(super) fn find(
    core: &Core,
    caller: &Caller,
    origin: &str,
    url: &str,
) -> Result<FileHash, Refusal> {
    let foreign = || {
        Refusal::bad_request(&TechnicalReason::ForeignBlob)
            .for_user(&UserMessage::FileNotFetched)
            .with_remedy(&Advice::StageUpload)
    };
    let below = url.strip_prefix(origin).filter(|_| !origin.is_empty()).ok_or_else(foreign)?;
    let (path, query) = below.split_once('?').ok_or_else(foreign)?;
    let id = path.strip_prefix(&path_of("")).ok_or_else(foreign)?;
    let (link, rest) = Link::take(query).ok_or_else(foreign)?;
    if !rest.is_empty() {
        return Err(foreign());
    }
    let owner = core.follow(LinkPurpose::Add, path, &link)?;
    if owner.id != caller.id {
        return Err(Refusal::new(ErrorCode::PermissionDenied, &TechnicalReason::BlobOfAnother)
            .for_user(&UserMessage::BadLink)
            .with_remedy(&Advice::StageUpload));
    }
    let found = core.store_of(&caller.org).read(|tx| tx.staged(&caller.org, id))?;
    found.map(|file| file.hash).ok_or_else(|| {
        Refusal::bad_request(&TechnicalReason::NothingPut).with_remedy(&Advice::PutFirst)
    })
}

/// Deletes uploaded files that are too old to be used. Blocks.
pub(super) fn forget(core: &Core) -> Result<usize, tagbridge_store::StoreError> {
    let before = core.now().saturating_sub(ADD_WITHIN + PUT_WITHIN);
    core.store().write(|tx| tx.forget_staged(before))
}

fn path_of(id: &str) -> String {
    format!("{PREFIX}/uploads/{id}")
}

fn too_large() -> Refusal {
    let mib = STAGED_BYTES_MAX >> 20;
    Refusal::new(ErrorCode::PayloadTooLarge, &TechnicalReason::StagedTooLarge { mib })
        .for_user(&UserMessage::FileTooLarge)
        .with_remedy(&Advice::AddInstead)
}

fn taken() -> Refusal {
    Refusal::new(ErrorCode::UploadTaken, &TechnicalReason::UploadTaken)
        .with_remedy(&Advice::StageUpload)
}
