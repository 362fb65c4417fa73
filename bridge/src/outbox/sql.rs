//! How the outbox speaks to SQLite.

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// A transaction that writes: it waits for its turn at the start, not in the middle.
pub(super) fn write(db: &mut Connection) -> rusqlite::Result<Transaction<'_>> {
    db.transaction_with_behavior(TransactionBehavior::Immediate)
}

/// SQLite's integers are signed; sequences never come near the sign.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// What was [`signed`] before.
pub(super) fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
