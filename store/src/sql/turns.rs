//! Turns.

use rusqlite::params;
use tagbridge_api::Timestamp;

use super::{
    OptionalExtension, Row, Transaction,
    column::{json, maybe_timestamp, timestamp, to_json},
};
use crate::{
    Conversation, Org, ProjectRef, StoreError, Turn, TurnEvent, TurnState, TurnUse, WriteId, sql,
};

const TURN: &str = "id, conversation, version, prompt, write, state, outcome, memory, created_at, \
                    instance";

impl Transaction<'_> {
    /// Adds a conversation about a project.
    pub fn add_conversation(
        &self,
        org: &Org,
        project: &ProjectRef,
        conversation: &Conversation,
    ) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "INSERT INTO conversations
                     (id, org, project, kind, name, owner, created_at, last_turn_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)",
            )?
            .execute(params![
                conversation.id,
                org.as_str(),
                project.no,
                conversation.kind,
                conversation.name,
                conversation.owner,
                conversation.created_at.as_millis()
            ])?;
        Ok(())
    }

    /// The conversation with this id, and its project.
    pub fn conversation(
        &self,
        org: &Org,
        id: &str,
    ) -> Result<Option<(ProjectRef, Conversation)>, StoreError> {
        let found = self
            .0
            .prepare_cached(
                "SELECT projects.no, projects.id, conversations.id, kind, name, owner, created_at
                 FROM conversations JOIN projects ON projects.no = conversations.project
                 WHERE conversations.id = ?1 AND conversations.org = ?2",
            )?
            .query_row([id, org.as_str()], |row| {
                let project = ProjectRef { org: org.clone(), no: row.get(0)?, id: row.get(1)? };
                let conversation = Conversation {
                    id: row.get(2)?,
                    kind: row.get(3)?,
                    name: row.get(4)?,
                    owner: row.get(5)?,
                    created_at: timestamp(row, 6)?,
                };
                Ok((project, conversation))
            })
            .optional()?;
        Ok(found)
    }

    /// Adds a turn at the end of its conversation.
    pub fn add_turn(&self, turn: &Turn) -> Result<(), StoreError> {
        let at = turn.created_at.as_millis();
        self.0
            .prepare_cached(
                "INSERT INTO turns
                     (id, conversation, version, prompt, write, state, outcome, memory, created_at,
                      instance)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .execute(params![
                turn.id,
                turn.conversation,
                turn.version,
                turn.prompt,
                to_json(&turn.write)?,
                turn.state.as_str(),
                turn.outcome,
                turn.memory,
                at,
                turn.instance
            ])?;
        self.0
            .prepare_cached("UPDATE conversations SET last_turn_at = ?2 WHERE id = ?1")?
            .run(params![turn.conversation, at])?;
        Ok(())
    }

    /// The newest turns of a conversation, most recent first.
    pub fn last_turns(&self, conversation: &str, limit: u32) -> Result<Vec<Turn>, StoreError> {
        let sql =
            format!("SELECT {TURN} FROM turns WHERE conversation = ?1 ORDER BY no DESC LIMIT ?2");
        let mut statement = self.0.prepare_cached(&sql)?;
        let found = statement.query_map(params![conversation, limit], turn)?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// The turn with this id.
    pub fn turn(&self, id: &str) -> Result<Option<Turn>, StoreError> {
        let sql = format!("SELECT {TURN} FROM turns WHERE id = ?1");
        Ok(self.0.prepare_cached(&sql)?.query_row([id], turn).optional()?)
    }

    /// The newest turn of a write.
    pub fn turn_of(&self, write: &WriteId) -> Result<Option<Turn>, StoreError> {
        let sql = format!("SELECT {TURN} FROM turns WHERE write = ?1 ORDER BY no DESC LIMIT 1");
        let found = self.0.prepare_cached(&sql)?.query_row([to_json(write)?], turn).optional()?;
        Ok(found)
    }

    /// Ends a turn. Returns false if it had already ended; then its result must not be used.
    pub fn end_turn(
        &self,
        id: &str,
        state: TurnState,
        outcome: Option<&str>,
        memory: Option<&str>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let ended = self
            .0
            .prepare_cached(
                "UPDATE turns SET state = ?2, outcome = ?3, memory = ?4, ended_at = ?5
                 WHERE id = ?1 AND ended_at IS NULL",
            )?
            .execute(params![id, state.as_str(), outcome, memory, now.as_millis()])?;
        Ok(ended == 1)
    }

    /// Records that a client follows a running turn, in any instance.
    pub fn follow_turn(&self, id: &str, now: Timestamp) -> Result<(), StoreError> {
        self.0
            .prepare_cached("UPDATE turns SET followed_at = ?2 WHERE id = ?1 AND ended_at IS NULL")?
            .execute(params![id, now.as_millis()])?;
        Ok(())
    }

    /// When a client last followed a turn, if it was recorded.
    pub fn followed_at(&self, id: &str) -> Result<Option<Timestamp>, StoreError> {
        let found = self
            .0
            .prepare_cached("SELECT followed_at FROM turns WHERE id = ?1")?
            .query_row([id], |row| maybe_timestamp(row, 0))
            .optional()?;
        Ok(found.flatten())
    }

    /// The running turns of all conversations.
    pub fn running_turns(&self) -> Result<Vec<Turn>, StoreError> {
        let sql = format!("SELECT {TURN} FROM turns WHERE ended_at IS NULL ORDER BY no");
        let mut statement = self.0.prepare_cached(&sql)?;
        let found = statement.query_map([], turn)?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Adds events to a turn's stream, after the existing ones; returns the number of the last one.
    pub fn add_events(&self, turn: &str, events: &[(&str, String)]) -> Result<u32, StoreError> {
        let mut number: u32 = self
            .0
            .prepare_cached("SELECT coalesce(max(number), 0) FROM turn_events WHERE turn = ?1")?
            .query_row([turn], |row| row.get(0))?;
        let mut add = self.0.prepare_cached(
            "INSERT INTO turn_events (turn, number, event, data) VALUES (?1, ?2, ?3, ?4)",
        )?;
        for (event, data) in events {
            number += 1;
            add.run(params![turn, number, event, data])?;
        }
        Ok(number)
    }

    /// The events of a turn after one of them, in order.
    pub fn events(&self, turn: &str, after: u32) -> Result<Vec<TurnEvent>, StoreError> {
        let mut statement = self.0.prepare_cached(
            "SELECT number, event, data FROM turn_events WHERE turn = ?1 AND number > ?2
             ORDER BY number",
        )?;
        let found = statement.query_map(params![turn, after], |row| {
            Ok(TurnEvent { number: row.get(0)?, event: row.get(1)?, data: row.get(2)? })
        })?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Deletes the events of turns that had ended by `events_before`, and conversations without a
    /// turn or a start since `conversations_before`.
    pub fn forget_turns(
        &self,
        events_before: Timestamp,
        conversations_before: Timestamp,
    ) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "DELETE FROM turn_events
                 WHERE turn IN (SELECT id FROM turns WHERE ended_at < ?1)",
            )?
            .execute([events_before.as_millis()])?;
        let old = "SELECT id FROM conversations WHERE last_turn_at < ?1";
        for sql in [
            format!(
                "DELETE FROM turn_events
                 WHERE turn IN (SELECT id FROM turns WHERE conversation IN ({old}))"
            ),
            format!("DELETE FROM turns WHERE conversation IN ({old})"),
            "DELETE FROM conversations WHERE last_turn_at < ?1".to_owned(),
        ] {
            self.0.prepare_cached(&sql)?.execute([conversations_before.as_millis()])?;
        }
        Ok(())
    }

    /// Records a use.
    pub fn add_use(&self, org: &Org, used: &TurnUse) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "INSERT INTO uses
                     (org, caller, project, kind, input_tokens, output_tokens, at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                org.as_str(),
                used.caller,
                used.project,
                used.kind,
                used.input_tokens.cast_signed(),
                used.output_tokens.cast_signed(),
                used.at.as_millis()
            ])?;
        Ok(())
    }

    /// Number of input and output tokens of models since a time.
    pub fn used_since(&self, org: &Org, since: Timestamp) -> Result<(u64, u64), StoreError> {
        let mut statement = self.0.prepare_cached(
            "SELECT CAST(coalesce(sum(input_tokens), 0) AS bigint),
                    CAST(coalesce(sum(output_tokens), 0) AS bigint) FROM uses
             WHERE org = ?1 AND at >= ?2",
        )?;
        let used = statement.query_row(params![org.as_str(), since.as_millis()], |row| {
            Ok((row.get::<i64>(0)?.cast_unsigned(), row.get::<i64>(1)?.cast_unsigned()))
        })?;
        Ok(used)
    }

    /// The uses of an organization, most recent first.
    pub fn uses(&self, org: &Org, limit: u32) -> Result<Vec<TurnUse>, StoreError> {
        let mut statement = self.0.prepare_cached(
            "SELECT caller, project, kind, input_tokens, output_tokens, at FROM uses
             WHERE org = ?1 ORDER BY no DESC LIMIT ?2",
        )?;
        let found = statement.query_map(params![org.as_str(), limit], |row| {
            Ok(TurnUse {
                caller: row.get(0)?,
                project: row.get(1)?,
                kind: row.get(2)?,
                input_tokens: row.get::<i64>(3)?.cast_unsigned(),
                output_tokens: row.get::<i64>(4)?.cast_unsigned(),
                at: timestamp(row, 5)?,
            })
        })?;
        Ok(found.collect::<Result<_, _>>()?)
    }
}

fn turn(row: &Row<'_>) -> sql::Result<Turn> {
    let state: String = row.get(5)?;
    Ok(Turn {
        id: row.get(0)?,
        conversation: row.get(1)?,
        version: row.get(2)?,
        prompt: row.get(3)?,
        write: json(row, 4)?,
        // An unknown state of a newer program counts as ended.
        state: TurnState::ALL
            .into_iter()
            .find(|it| it.as_str() == state)
            .unwrap_or(TurnState::Failed),
        outcome: row.get(6)?,
        memory: row.get(7)?,
        created_at: timestamp(row, 8)?,
        instance: row.get(9)?,
    })
}
