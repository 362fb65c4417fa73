//! The thread that owns the file: it executes commands, replies, and publishes the status.

mod full_disk;
mod refused_snapshots;

use std::{fs::File, mem, path::PathBuf, sync::mpsc, thread};

use tagbridge_api::Timestamp;
use tokio::sync::watch;
use uuid::Uuid;

use self::full_disk::UnstoredSnapshots;
use super::{
    Appended, Limits, OutboxError, OutboxStatus, SetAside,
    clock::{Clock, Moment},
    command::{Command, Rows},
    file::Trouble,
    files::Files,
    lock::lock,
    mark_file::MarkFile,
    quarantine::KnownQuarantine,
    reserve::Reserve,
    salvage::{copy, finish, set_aside, with_suffix},
    store::Store,
};
use crate::{
    log_message::{LogMessage, event},
    packed_snapshot::{PackedSnapshot, Packer},
};

/// Opens the file, and starts the thread. The thread ends with the command `Close`, or when the
/// last sender is dropped.
pub(super) fn start(
    path: PathBuf,
    project: String,
    limits: Limits,
    inbox: mpsc::Receiver<Command>,
) -> Result<watch::Receiver<OutboxStatus>, OutboxError> {
    let (publish, status) = watch::channel(OutboxStatus::default());
    let mut writer = Writer::open(path.clone(), project, limits, publish)?;
    writer.publish();
    thread::Builder::new()
        .name("outbox".into())
        .spawn(move || writer.serve(&inbox))
        .map_err(|source| OutboxError::File { path, source })?;
    Ok(status)
}

struct Writer {
    path: PathBuf,
    project: String,
    limits: Limits,
    /// `None` while the disk is too full to open the file, or to replace a damaged one.
    store: Option<Store>,
    packer: Packer,
    clock: Clock,
    reserve: Reserve,
    full_since: Option<Timestamp>,
    /// Snapshots that could not be stored, because there was no open file.
    homeless: Option<UnstoredSnapshots>,
    /// The identity of the file and its log.
    files: Files,
    /// How often the file was removed or replaced while it was open.
    replaced: u64,
    /// Whether the file was rebuilt since the last snapshot was stored.
    is_rebuilt: bool,
    set_aside: Option<SetAside>,
    quarantine: KnownQuarantine,
    left_stream: Option<Uuid>,
    publish: watch::Sender<OutboxStatus>,
    /// The lock on the outbox.
    _lock: File,
}

impl Writer {
    fn open(
        path: PathBuf,
        project: String,
        limits: Limits,
        publish: watch::Sender<OutboxStatus>,
    ) -> Result<Self, OutboxError> {
        let lock = lock(&path)?;
        let mut it = Self {
            reserve: Reserve::new(with_suffix(&path, "-reserve")),
            quarantine: KnownQuarantine::of(&path),
            path,
            project,
            limits,
            store: None,
            packer: Packer::new(),
            clock: Clock::starting_at(0),
            full_since: None,
            homeless: None,
            files: Files::default(),
            replaced: 0,
            is_rebuilt: false,
            set_aside: None,
            left_stream: None,
            publish,
            _lock: lock,
        };
        let mut outcome = it.attempt(|_| Ok(()));
        if it.found_no_room(&outcome) {
            it.note_full_disk();
            outcome = it.attempt(|_| Ok(()));
        }
        match outcome {
            // The file is opened as soon as the disk has space. Until then the snapshots are counted.
            Err(_) if it.found_no_room(&outcome) => {}
            other => other?,
        }
        if it.full_since.is_none() {
            it.reserve.renew();
        }
        Ok(it)
    }

    // A reply without a receiver is not an error: the caller has stopped waiting.
    fn serve(mut self, inbox: &mpsc::Receiver<Command>) {
        for command in inbox {
            match command {
                Command::Append { draft, reply } => {
                    let now = self.clock.now();
                    let packed = self.packer.pack(&draft);
                    drop(draft);
                    let outcome = match packed {
                        Ok(packed) => self.append(&packed, now),
                        Err(error) => {
                            let source = rusqlite::Error::ToSqlConversionFailure(error.into());
                            Err(Trouble::Disk(source).of(&self.path))
                        }
                    };
                    self.publish();
                    let _gone = reply.send(outcome);
                    self.pack_older();
                }
                Command::Oldest { entries, bytes, reply } => {
                    let (aside, replaced) = (self.set_aside.clone(), self.replaced);
                    let is_back = self.take_back();
                    let outcome = self.attempt(|store| {
                        let (oldest, more) = store.oldest(entries, bytes)?;
                        let (stream_id, unsent_from) = (store.stream_id(), store.unsent_from());
                        let delivered = store.delivered();
                        Ok(Rows { stream_id, oldest, delivered, more, unsent_from })
                    });
                    let outcome = self.named(outcome);
                    // Reading changes nothing, unless the file was found to be damaged or replaced.
                    if is_back || self.set_aside != aside || self.replaced != replaced {
                        self.publish();
                    }
                    let _gone = reply.send(outcome);
                }
                Command::Settle { stream_id, sequences, reply } => {
                    let outcome = self.in_stream(stream_id, |store| store.settle(&sequences));
                    let _gone = reply.send(outcome);
                }
                Command::GiveUp { stream_id, sequences, cause, reply } => {
                    let outcome =
                        self.in_stream(stream_id, |store| store.give_up(&sequences, cause));
                    let _gone = reply.send(outcome);
                }
                Command::Quarantine { stream_id, refusals, reply } => {
                    let _gone = reply.send(self.quarantine(stream_id, &refusals));
                }
                Command::SetAside { stream_id, damage, reply } => {
                    let _gone = reply.send(self.set_aside(stream_id, damage));
                }
                Command::BeginSending { stream_id, reply } => {
                    let _gone = reply.send(self.in_stream(stream_id, Store::begin_sending));
                }
                Command::BeginStream { instead_of, reply } => {
                    let _gone = reply.send(self.leave_stream(instead_of));
                }
                Command::Close { reply } => {
                    drop(self);
                    let _gone = reply.send(Ok(()));
                    return;
                }
                #[cfg(test)]
                Command::Execute { sql, reply } => {
                    let _gone = reply.send(self.attempt(|store| store.execute(&sql)));
                }
            }
        }
    }

    /// Stores a snapshot. On a full disk it replaces the oldest one. A snapshot that cannot be
    /// stored gets a sequence and is reported as lost.
    fn append(&mut self, packed: &PackedSnapshot, now: Moment) -> Result<Appended, OutboxError> {
        let mut outcome = if self.has_room() {
            self.attempt(|store| store.append(packed, now, false))
        } else {
            self.without_growing(|store| store.append(packed, now, true))
        };
        if self.full_since.is_none() && self.found_no_room(&outcome) {
            self.note_full_disk();
            outcome = self.without_growing(|store| store.append(packed, now, true));
        }
        match &mut outcome {
            Ok(appended) => appended.is_rebuilt = mem::take(&mut self.is_rebuilt),
            Err(_) => self.count_unstored(now),
        }
        self.named(outcome)
    }

    /// Packs rows that have waited for a long time. If this fails, the rows are not changed.
    fn pack_older(&mut self) {
        if self.store.is_some()
            && self.full_since.is_none()
            && let Err(error) = self.attempt(Store::pack_older)
        {
            tracing::debug!(%error, "what waits in the outbox is not packed");
        }
    }

    fn leave_stream(&mut self, stream_id: Uuid) -> Result<(), OutboxError> {
        let left = self.attempt(|store| {
            let is_left = store.stream_id() == stream_id;
            if is_left {
                store.begin_stream()?;
            }
            Ok(is_left)
        })?;
        if left {
            self.left_stream = Some(stream_id);
            self.publish();
        }
        Ok(())
    }

    fn in_stream(
        &mut self,
        stream_id: Uuid,
        operation: impl Fn(&mut Store) -> rusqlite::Result<()>,
    ) -> Result<(), OutboxError> {
        let in_it = |store: &mut Store| {
            if store.stream_id() == stream_id { operation(store) } else { Ok(()) }
        };
        let mut outcome = self.attempt(in_it);
        if self.found_no_room(&outcome) {
            self.reserve.release();
            outcome = self.without_growing(in_it);
        }
        self.publish();
        outcome
    }

    /// Executes an operation. If the file is found to be damaged, executes it again in the rebuilt one.
    fn attempt<T>(
        &mut self,
        operation: impl Fn(&mut Store) -> rusqlite::Result<T>,
    ) -> Result<T, OutboxError> {
        let mut damaged = false;
        loop {
            let outcome = self.opened().and_then(|store| Ok(operation(store)?));
            match outcome {
                Ok(it) => return Ok(it),
                Err(Trouble::Damaged(damage)) if !damaged => {
                    damaged = true;
                    self.start_over(damage)?;
                }
                Err(trouble) => return Err(trouble.of(&self.path)),
            }
        }
    }

    fn opened(&mut self) -> Result<&mut Store, Trouble> {
        if self.store.is_some() && Files::at(&self.path) != self.files {
            self.put_back()?;
        }
        if self.store.is_none() {
            finish(&self.path, Timestamp::now())?;
            let mark = MarkFile::open(&with_suffix(&self.path, "-mark"))?;
            let mut store = Store::open(&self.path, &self.project, self.limits, mark)
                .map_err(|trouble| trouble.of_header(&self.path))?;
            let running_ms = store.running_ms().max(self.clock.now().running_ms);
            self.clock = Clock::starting_at(running_ms);
            if let Some(them) = self.homeless.take() {
                store.not_stored(them.count, them.from, them.to);
            }
            self.files = Files::at(&self.path);
            self.store = Some(store);
        }
        self.store.as_mut().ok_or_else(|| Trouble::Damaged("it vanished".into()))
    }

    /// Replaces the file with a copy after it, or its log, was removed or replaced while it was
    /// open: a restart would not find its contents.
    fn put_back(&mut self) -> Result<(), Trouble> {
        let Some(store) = &self.store else { return Ok(()) };
        copy(&self.path, |copy| store.copy_to(copy))?;
        // Otherwise closing the connection would delete the log of the new file.
        if let Some(store) = self.store.take() {
            store.leave();
        }
        finish(&self.path, Timestamp::now())?;
        self.replaced += 1;
        self.is_rebuilt = true;
        event!(error, LogMessage::OutboxReplaced, outbox = %self.path.display());
        Ok(())
    }

    /// Sets a file with damaged rows aside.
    fn set_aside(&mut self, stream_id: Uuid, damage: String) -> Result<(), OutboxError> {
        if self.store.as_ref().is_some_and(|it| it.stream_id() == stream_id) {
            self.start_over(damage)?;
            self.attempt(|_| Ok(()))?;
            self.publish();
        }
        Ok(())
    }

    fn start_over(&mut self, damage: String) -> Result<(), OutboxError> {
        if let Some(store) = self.store.take() {
            store.leave();
        }
        let aside = set_aside(&self.path, &self.project, damage, Timestamp::now())
            .map_err(|trouble| trouble.of(&self.path))?;
        self.is_rebuilt = true;
        event!(error, LogMessage::OutboxDamaged, outbox = %self.path.display(),
            damage = aside.damage,
            set_aside = %aside.file.display(),
            saved = aside.saved);
        self.set_aside = Some(aside);
        Ok(())
    }

    fn publish(&mut self) {
        if self.store.is_none() {
            self.publish.send_modify(|it| it.full_since = self.full_since);
            return;
        }
        let quarantined = self.quarantine.files().len() as u64;
        match self.attempt(|store| store.status()) {
            Ok(status) => {
                self.publish.send_replace(OutboxStatus {
                    full_since: self.full_since,
                    set_aside: self.set_aside.clone(),
                    left_stream: self.left_stream,
                    replaced: self.replaced,
                    quarantined,
                    ..status
                });
            }
            Err(error) => event!(warn, LogMessage::OutboxNotInspected, %error),
        }
    }
}
