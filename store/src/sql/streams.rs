//! Streams and sessions.

use rusqlite::{Error, params, types::Type};
use tagbridge_api::Timestamp;
use uuid::Uuid;

use super::{
    OptionalExtension, Row, Transaction,
    column::{maybe_json, maybe_timestamp, timestamp, to_json},
};
use crate::{ProjectRef, Ranges, Session, StoreError, Stream, StreamNo, sql};

const COLUMNS: &str = "no, stream_id, last_push_at, backlog_at, base, head, interval_ms, skew_ms, run, \
                       copied_at";

impl Transaction<'_> {
    /// The project's session, if it ever had one.
    pub fn session(&self, project: &ProjectRef) -> Result<Option<Session>, StoreError> {
        let found = self
            .0
            .prepare_cached(&format!(
                "SELECT {COLUMNS}, device_id, device_name, ended
                 FROM sessions JOIN streams ON no = stream WHERE sessions.project = ?1"
            ))?
            .query_row([project.no], |row| {
                Ok(Session {
                    stream: stream(row)?,
                    device_id: row.get(10)?,
                    device_name: row.get(11)?,
                    ended: row.get(12)?,
                })
            })
            .optional()?;
        Ok(found)
    }

    /// Records the device (its id and name) that streams the project, and the stream of its view.
    pub fn save_session(
        &self,
        project: &ProjectRef,
        (device_id, device_name): (&str, Option<&str>),
        stream: StreamNo,
        ended: bool,
    ) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "INSERT INTO sessions (project, device_id, device_name, stream, ended)
                 VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (project) DO UPDATE
                     SET device_id = ?2, device_name = ?3, stream = ?4, ended = ?5
                     -- As a rule nothing of it is new, and no page need be written.
                     WHERE (sessions.device_id, sessions.device_name, sessions.stream, sessions.ended)
                         IS DISTINCT FROM (?2, ?3, ?4, ?5)",
            )?
            .run(params![project.no, device_id, device_name, stream, ended])?;
        Ok(())
    }

    /// The stream with this id.
    pub fn find_stream(
        &self,
        project: &ProjectRef,
        id: Uuid,
    ) -> Result<Option<Stream>, StoreError> {
        let found = self
            .0
            .prepare_cached(&format!(
                "SELECT {COLUMNS} FROM streams WHERE project = ?1 AND stream_id = ?2"
            ))?
            .query_row(params![project.no, id.to_string()], stream)
            .optional()?;
        Ok(found)
    }

    /// Adds a new stream.
    pub fn add_stream(
        &self,
        project: &ProjectRef,
        id: Uuid,
        now: Timestamp,
    ) -> Result<Stream, StoreError> {
        let no = self
            .0
            .prepare_cached(
                "INSERT INTO streams (project, stream_id, last_push_at, base)
                 VALUES (?1, ?2, ?3, 0) RETURNING no",
            )?
            .query_row(params![project.no, id.to_string(), now.as_millis()], |row| row.get(0))?;
        Ok(Stream {
            no,
            id,
            last_push_at: now,
            interval_ms: None,
            skew_ms: None,
            run: None,
            backlog_at: None,
            base: 0,
            head: None,
            copied_at: None,
        })
    }

    /// Records a refused push from a copy of a stream.
    pub fn note_copy(
        &self,
        project: &ProjectRef,
        id: Uuid,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "UPDATE streams SET copied_at = ?3 WHERE project = ?1 AND stream_id = ?2",
            )?
            .run(params![project.no, id.to_string(), now.as_millis()])?;
        Ok(())
    }

    /// Stores the changes of a push.
    pub fn save_stream(&self, stream: &Stream) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "UPDATE streams SET last_push_at = ?2, backlog_at = ?3, base = ?4, head = ?5,
                     interval_ms = ?6, skew_ms = ?7, run = ?8
                 WHERE no = ?1",
            )?
            .run(params![
                stream.no,
                stream.last_push_at.as_millis(),
                stream.backlog_at.map(Timestamp::as_millis),
                stream.base.cast_signed(),
                stream.head.as_ref().map(to_json).transpose()?,
                stream.interval_ms,
                stream.skew_ms,
                stream.run.map(|run| run.to_string()),
            ])?;
        Ok(())
    }

    /// The stored sequence numbers of a stream.
    pub fn stored(&self, stream: StreamNo) -> Result<Ranges, StoreError> {
        let mut statement = self
            .0
            .prepare_cached("SELECT first, last FROM stored WHERE stream = ?1 ORDER BY first")?;
        let mut rows = statement.query([stream])?;
        let (mut runs, mut end) = (Vec::new(), 0);
        while let Some(row) = rows.next()? {
            let (first, last): (i64, i64) = (row.get(0)?, row.get(1)?);
            // A snapshot that is reported as stored but is not would be lost.
            if first <= end || last < first {
                return Err(sql::Error::from(Error::IntegralValueOutOfRange(0, first)).into());
            }
            runs.push((first.cast_unsigned(), last.cast_unsigned()));
            end = last;
        }
        Ok(runs.into_iter().collect())
    }

    /// Updates the stored sequence numbers.
    pub fn save_stored(
        &self,
        stream: StreamNo,
        before: &Ranges,
        after: &Ranges,
    ) -> Result<(), StoreError> {
        for (first, _) in before.runs().filter(|run| after.run_from(run.0).is_none()) {
            self.0
                .prepare_cached("DELETE FROM stored WHERE stream = ?1 AND first = ?2")?
                .run(params![stream, first.cast_signed()])?;
        }
        for (first, last) in after.runs() {
            let save = match before.run_from(first) {
                Some(known) if known == last => continue,
                // Usually: a range has become longer, which changes no index.
                Some(_) => "UPDATE stored SET last = ?3 WHERE stream = ?1 AND first = ?2",
                None => "INSERT INTO stored (stream, first, last) VALUES (?1, ?2, ?3)",
            };
            let place = params![stream, first.cast_signed(), last.cast_signed()];
            self.0.prepare_cached(save)?.run(place)?;
        }
        Ok(())
    }
}

fn stream(row: &Row<'_>) -> sql::Result<Stream> {
    let uuid = |column: usize, text: &str| {
        text.parse::<Uuid>()
            .map_err(|error| Error::FromSqlConversionFailure(column, Type::Text, error.into()))
    };
    let (id, run): (String, Option<String>) = (row.get(1)?, row.get(8)?);
    Ok(Stream {
        no: row.get(0)?,
        id: uuid(1, &id)?,
        run: run.map(|run| uuid(8, &run)).transpose()?,
        last_push_at: timestamp(row, 2)?,
        backlog_at: maybe_timestamp(row, 3)?,
        base: row.get::<i64>(4)?.cast_unsigned(),
        head: maybe_json(row, 5)?,
        interval_ms: row.get(6)?,
        skew_ms: row.get(7)?,
        copied_at: maybe_timestamp(row, 9)?,
    })
}
