//! Helpers for SQLite.

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// Begins a write transaction. It waits for the lock at its start, not in the middle.
pub(super) fn write(db: &mut Connection) -> rusqlite::Result<Transaction<'_>> {
    db.transaction_with_behavior(TransactionBehavior::Immediate)
}

/// Converts a sequence for SQLite, whose integers are signed. Sequences never become that large.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The inverse of [`signed`].
pub(super) fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
