//! The snapshots that the service refused: shown, exported, sent again, deleted.

use std::io;

use serde::Serialize;
use tagbridge_bridge::{ExportError, Exported, OutboxFile, QuarantineFile, Quarantined};
use tagbridge_texts::Message;

use super::{Chosen, unreadable};
use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Column, Do, Line, ReasonText, TableWord},
    output::{self, Output, said},
};

/// A refused snapshot, without its values.
#[derive(Serialize)]
struct Row<'a> {
    session: &'a str,
    project: &'a str,
    stream_id: String,
    sequence: u64,
    timestamp: String,
    refused_at: String,
    error: &'a str,
    message: &'a str,
    request_id: Option<&'a str>,
    to_be_sent: bool,
}

/// Lists the snapshots in quarantine.
pub(super) fn show(outboxes: &[OutboxFile], output: Output) -> Result<Exit, Failure> {
    let (mut found, mut damaged) = (Vec::new(), 0);
    for outbox in outboxes {
        for file in files(outbox)? {
            match file.read() {
                Ok(it) => found.push((it, file.is_again)),
                Err(_) => damaged += 1,
            }
        }
    }
    let rows: Vec<_> = found.iter().map(|(it, is_again)| Row::of(it, *is_again)).collect();
    if output.is_json() {
        output::json(&serde_json::json!({ "quarantine": rows, "damaged": damaged }))?;
    } else if rows.is_empty() {
        output::line(&Line::NothingQuarantined)?;
    } else {
        let header =
            [Column::Session, Column::Sequences, Column::At, Column::RefusedAt, Column::Why];
        output::table(&header, &rows.iter().map(Row::cells).collect::<Vec<_>>())?;
    }
    if damaged > 0 {
        output::aside(&Line::DamagedLeftOut { snapshots: damaged });
    }
    Ok(if damaged > 0 { Exit::SomeBad } else { Exit::Done })
}

impl<'a> Row<'a> {
    fn of(it: &'a Quarantined, is_again: bool) -> Self {
        Self {
            session: &it.session,
            project: &it.project,
            stream_id: it.stream_id.to_string(),
            sequence: it.refusal.sequence,
            timestamp: it.snapshot.timestamp.to_string(),
            refused_at: it.refused_at.to_string(),
            error: &it.refusal.error,
            message: &it.refusal.message,
            request_id: it.refusal.request_id.as_deref(),
            to_be_sent: is_again,
        }
    }

    fn cells(&self) -> Vec<String> {
        let why = format!("{}: {}", self.error, self.message);
        vec![
            self.session.to_owned(),
            self.sequence.to_string(),
            self.timestamp.clone(),
            self.refused_at.clone(),
            if self.to_be_sent { said(&TableWord::ToBeSent { why: &why }) } else { why },
        ]
    }
}

/// Writes each refused snapshot of an outbox as a line of JSON, the oldest refusal first.
pub(super) fn export(
    outbox: &OutboxFile,
    sink: &mut dyn io::Write,
) -> Result<Exported, ExportError> {
    let mut exported = Exported::default();
    for file in outbox.quarantine().files()? {
        match file.read() {
            Ok(it) => {
                serde_json::to_writer(&mut *sink, &it).map_err(io::Error::from)?;
                sink.write_all(b"\n")?;
                exported.snapshots += 1;
            }
            Err(_) => exported.damaged.push(file.sequence),
        }
    }
    Ok(exported)
}

/// Requests the bridge to send refused snapshots again.
pub(super) fn resend(chosen: &Chosen, output: Output) -> Result<Exit, Failure> {
    let (mut snapshots, mut left) = (0, 0);
    for (outbox, files) in chosen.files(output)? {
        let stream_id = outbox.look().map_err(|error| unreadable(&error))?.status.stream_id;
        for file in files {
            // The sequence numbers of an abandoned stream belong to other snapshots now.
            if file.stream_id == stream_id {
                file.send_again().map_err(|error| cannot_use(&outbox, &error))?;
                snapshots += 1;
            } else {
                left += 1;
            }
        }
    }
    if output.is_json() {
        output::json(&serde_json::json!({ "to_be_sent": snapshots, "left_stream": left }))?;
    } else {
        output::line(&Line::ToBeSent { snapshots })?;
    }
    if left > 0 {
        output::aside(&Line::OfLeftStream { snapshots: left });
    }
    Ok(if left > 0 { Exit::SomeBad } else { Exit::Done })
}

/// Deletes refused snapshots.
pub(super) fn discard(chosen: &Chosen, output: Output) -> Result<Exit, Failure> {
    let mut snapshots = 0;
    for (outbox, files) in chosen.files(output)? {
        for file in files {
            file.delete().map_err(|error| cannot_use(&outbox, &error))?;
            snapshots += 1;
        }
    }
    if output.is_json() {
        output::json(&serde_json::json!({ "discarded": snapshots }))?;
    } else {
        output::line(&Line::Discarded { snapshots })?;
    }
    Ok(Exit::Done)
}

impl Chosen {
    /// The selected files of each outbox. Each sequence number must exist.
    fn files(&self, output: Output) -> Result<Vec<(OutboxFile, Vec<QuarantineFile>)>, Failure> {
        let mut all = Vec::new();
        for outbox in self.of.outboxes(output)? {
            let mut files = files(&outbox)?;
            files.retain(|it| self.all || self.sequences.contains(&it.sequence));
            all.push((outbox, files));
        }
        let is_there =
            |it: &&u64| all.iter().flat_map(|one| &one.1).any(|file| file.sequence == **it);
        if let Some(&sequence) = self.sequences.iter().find(|it| !is_there(it)) {
            let what = Cannot::FindQuarantined { sequence };
            return Err(Failure::new(
                Exit::Usage,
                &what,
                &ReasonText::NotQuarantined,
                &Do::SeeQuarantine,
            ));
        }
        Ok(all)
    }
}

fn files(outbox: &OutboxFile) -> Result<Vec<QuarantineFile>, Failure> {
    outbox.quarantine().files().map_err(|error| cannot_use(outbox, &error))
}

fn cannot_use(outbox: &OutboxFile, error: &io::Error) -> Failure {
    let what = Cannot::UseQuarantine { session: &outbox.session };
    Failure::new(Exit::Refused, &what, Message::system(error), &Do::SameUser)
}
