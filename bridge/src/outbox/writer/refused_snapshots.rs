//! Snapshots that the service never accepts: giving them up, moving them into the quarantine and back.

use tagbridge_api::{Timestamp, hmi::push::Snapshot};
use tagbridge_texts::{Coded, Message};
use uuid::Uuid;

use super::Writer;
use crate::{
    log_message::{LogMessage, event},
    outbox::{
        LossCause, OutboxError, Quarantined, Refusal,
        body::{self, Head},
        clock::Moment,
        loss, older,
        quarantine::QuarantineFile,
        rows,
        store::Store,
    },
    packed_snapshot::PackedSnapshot,
};

impl Writer {
    /// Moves refused snapshots into the quarantine. They are deleted from the outbox after they are
    /// durable there.
    pub(super) fn quarantine(
        &mut self,
        stream_id: Uuid,
        refusals: &[Refusal],
    ) -> Result<(), OutboxError> {
        let numbers: Vec<u64> = refusals.iter().map(|it| it.sequence).collect();
        let found = self.attempt(|store| {
            if store.stream_id() == stream_id { store.snapshots(&numbers) } else { Ok(Vec::new()) }
        })?;
        let session = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let refused_at = Timestamp::now();
        let quarantined: Vec<_> = found
            .into_iter()
            .filter_map(|snapshot| {
                let refusal = refusals.iter().find(|it| it.sequence == snapshot.sequence)?.clone();
                let (session, project) = (session.clone().into_owned(), self.project.clone());
                Some(Quarantined { session, project, stream_id, refused_at, refusal, snapshot })
            })
            .collect();
        let now = self.clock.now().running_ms;
        let deleted = self.quarantine.quarantine.add(&quarantined, now).map_err(|source| {
            OutboxError::File { path: self.path.with_extension("quarantine"), source }
        })?;
        if deleted > 0 {
            event!(warn, LogMessage::QuarantineFull, deleted);
        }
        self.in_stream(stream_id, |store| store.give_up(&numbers, LossCause::Rejected))
    }

    /// Moves snapshots that are to be sent again from the quarantine back into the outbox. Returns
    /// whether the number of quarantined snapshots changed.
    pub(super) fn take_back(&mut self) -> bool {
        let files = self.quarantine.files().to_vec();
        for file in files.iter().filter(|it| it.is_again) {
            if let Err(error) = self.take_one_back(file) {
                event!(warn, LogMessage::NotSentAgain, sequence = file.sequence, ?error);
            }
        }
        self.publish.borrow().quarantined != self.quarantine.files().len() as u64
    }

    fn take_one_back(&mut self, file: &QuarantineFile) -> Result<(), Message> {
        let back = file.read().map_err(|error| Message::system(&error)).and_then(|it| {
            let packed = self.packer.pack(&it.snapshot.into());
            packed.map_err(|error| Message::system(&error))
        });
        let now = self.clock.now();
        let is_back = back.and_then(|packed| {
            let back = self.attempt(|store| {
                let is_of_it = store.stream_id() == file.stream_id;
                if is_of_it { store.take_back(file.sequence, &packed, now) } else { Ok(false) }
            });
            back.map_err(|error| error.message())
        });
        let moved = match is_back {
            Ok(true) => file.delete(),
            // The snapshot belongs to a former stream: its sequence is used by another snapshot.
            Ok(false) | Err(_) => file.stay(),
        };
        is_back?;
        moved.map_err(|error| Message::system(&error))
    }
}

impl Store {
    /// Returns the readable ones of these snapshots.
    fn snapshots(&self, sequences: &[u64]) -> rusqlite::Result<Vec<Snapshot>> {
        let mut found = Vec::new();
        for &sequence in sequences {
            let number = sequence + self.now.stream.shift;
            let members = rows::with(&self.db, number)?.map(|it| it.unpack()).unwrap_or_default();
            let packed = members.into_iter().find(|it| it.0 == number).and_then(|it| it.1.ok());
            found.extend(packed.and_then(|it| it.unpack(sequence).ok()));
        }
        Ok(found)
    }

    /// Stores a snapshot again with its former sequence. Returns false if this stream never had
    /// that sequence.
    fn take_back(
        &mut self,
        sequence: u64,
        packed: &PackedSnapshot,
        now: Moment,
    ) -> rusqlite::Result<bool> {
        let number = sequence + self.now.stream.shift;
        if number >= self.now.stream.next {
            return Ok(false);
        }
        if rows::with(&self.db, number)?.is_some() {
            return Ok(true);
        }
        let at = Head::of(number, packed, now);
        let body = body::pack(&at, packed);
        self.change(|it, tx| {
            if loss::take_out(tx, number)? {
                it.stream.lost = it.stream.lost.saturating_sub(1);
            }
            rows::insert(tx, &at, 1, &body)?;
            it.stream.depth += 1;
            it.bytes += rows::size(body.len());
            Ok(())
        })?;
        Ok(true)
    }

    /// Deletes snapshots that will never be delivered, and counts them as lost.
    pub(super) fn give_up(&mut self, sequences: &[u64], cause: LossCause) -> rusqlite::Result<()> {
        self.change(|it, tx| {
            let numbers: Vec<u64> = sequences.iter().map(|seen| seen + it.stream.shift).collect();
            let below = it.packed_below;
            for &number in numbers.iter().filter(|number| **number < below) {
                older::take_apart(it, tx, number)?;
            }
            let freed = rows::remove(tx, &numbers, cause, &mut it.delivered)?;
            it.stream.lost += freed.lost;
            it.freed(freed);
            Ok(())
        })
    }
}
