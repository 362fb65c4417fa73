//! Writes an index.

use std::path::Path;

use rusqlite::{Connection, params};

use super::{FREQUENT, SCHEMA, SearchEntry};

/// `pieces` contains the displayed data. `words` and `fragments` contain only numbers next to their
/// keys; `frequent` contains the number of pieces of frequent keys. Pieces are numbered in their
/// order, so that equal scores keep this order.
const TABLES: &str = "
    CREATE TABLE pieces (id INTEGER PRIMARY KEY, number INTEGER NOT NULL, shown TEXT NOT NULL);
    CREATE TABLE called (name TEXT NOT NULL, piece INTEGER NOT NULL, PRIMARY KEY (name, piece))
        WITHOUT ROWID;
    CREATE TABLE addresses (address TEXT NOT NULL, piece INTEGER NOT NULL,
        PRIMARY KEY (address, piece)) WITHOUT ROWID;
    CREATE TABLE frequent (term TEXT NOT NULL, found_in TEXT NOT NULL, pieces INTEGER NOT NULL,
        PRIMARY KEY (term, found_in)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE words USING fts5 (comment, names, descriptions, code, content='',
        tokenize='unicode61');
    CREATE VIRTUAL TABLE fragments USING fts5 (name, content='', detail=full,
        tokenize='trigram');";

/// Writes into a file that no reader has open yet.
pub(super) fn write(path: &Path, entries: &[SearchEntry]) -> rusqlite::Result<()> {
    let mut connection = Connection::open(path)?;
    // It is not used after a crash: it has a temporary name until it is complete.
    connection.pragma_update(None, "journal_mode", "off")?;
    connection.pragma_update(None, "synchronous", "off")?;
    connection.pragma_update(None, "user_version", SCHEMA)?;
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLES)?;
    let mut ordered: Vec<(usize, &SearchEntry)> = entries.iter().enumerate().collect();
    ordered.sort_by(|one, other| one.1.order.cmp(&other.1.order));
    {
        let mut piece = transaction.prepare("INSERT INTO pieces VALUES (?1, ?2, ?3)")?;
        let mut called = transaction.prepare("INSERT OR IGNORE INTO called VALUES (?1, ?2)")?;
        let mut address = transaction.prepare("INSERT OR IGNORE INTO addresses VALUES (?1, ?2)")?;
        let mut words = transaction.prepare(
            "INSERT INTO words (rowid, comment, names, descriptions, code)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?;
        let mut fragment =
            transaction.prepare("INSERT INTO fragments (rowid, name) VALUES (?1, ?2)")?;
        for (id, (number, entry)) in (1_i64..).zip(ordered) {
            let number = i64::try_from(number).unwrap_or(i64::MAX);
            piece.execute(params![id, number, entry.shown])?;
            words.execute(params![
                id,
                entry.comment,
                entry.names,
                entry.descriptions,
                entry.code
            ])?;
            for name in &entry.called {
                called.execute(params![name, id])?;
            }
            if let Some(name) = entry.called.first() {
                fragment.execute(params![id, name])?;
            }
            for one in &entry.addresses {
                address.execute(params![one, id])?;
            }
        }
    }
    transaction.execute_batch(
        "INSERT INTO words (words) VALUES ('optimize');
         INSERT INTO fragments (fragments) VALUES ('optimize');",
    )?;
    for table in ["words", "fragments"] {
        transaction.execute_batch(&format!(
            "CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, {table}, row);
             INSERT INTO frequent SELECT term, '{table}', doc FROM temp.terms WHERE doc >= {FREQUENT};
             DROP TABLE temp.terms;"
        ))?;
    }
    transaction.commit()
}
