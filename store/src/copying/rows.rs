//! Reads and writes rows in batches, and computes a sum to compare all rows of two tables.

use std::fmt;

use rusqlite::{ToSql, types::Value};
use sha2::{Digest, Sha256};

use super::{copy_store::CopyStore, tables::Table};
use crate::{
    StoreError,
    sql::{self, Db, NUL},
};

/// Number of rows per statement, if there are enough …
const AT_ONCE: [usize; 3] = [64, 8, 1];
/// Minimum and maximum number of rows that are read at once …
const ROWS: [i64; 2] = [1, 512];
/// … for a batch of about this number of bytes.
const BATCH: usize = 4 << 20;

pub(super) type Row = Vec<Value>;

/// Number of rows that are read at once.
#[derive(Debug)]
pub(super) struct Size(i64);

impl Default for Size {
    fn default() -> Self {
        Self(32)
    }
}

/// The next rows of a table, in the order of its key.
pub(super) fn read(
    db: Db<'_>,
    table: &Table,
    behind: Option<&[Value]>,
    size: &mut Size,
) -> Result<Vec<Row>, StoreError> {
    let mut places: Vec<&dyn ToSql> = vec![&size.0];
    places.extend(behind.unwrap_or_default().iter().map(|value| value as &dyn ToSql));
    let mut statement = db.prepare_cached(&table.select(behind.is_some()))?;
    let rows = statement.query_map(&places[..], |row| {
        (0..table.columns.len())
            .map(|column| Ok(Value::try_from(row.get_ref(column)?).map_err(rusqlite::Error::from)?))
            .collect::<sql::Result<Row>>()
    })?;
    let rows = rows.collect::<sql::Result<Vec<_>>>()?;
    let bytes: usize = rows.iter().flatten().map(length).sum();
    if bytes > BATCH {
        size.0 = (size.0 / 2).max(ROWS[0]);
    } else if bytes < BATCH / 4 {
        size.0 = (size.0 * 2).min(ROWS[1]);
    }
    Ok(rows)
}

fn length(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.len(),
        Value::Blob(bytes) => bytes.len(),
        _ => size_of::<i64>(),
    }
}

/// Inserts rows.
pub(super) fn insert(db: Db<'_>, table: &Table, rows: &[Row]) -> Result<(), StoreError> {
    let mut rest = rows;
    for count in AT_ONCE {
        let mut statement =
            (rest.len() >= count).then(|| db.prepare_cached(&table.insert(count))).transpose()?;
        while let (Some(statement), Some((these, others))) =
            (&mut statement, rest.split_at_checked(count))
        {
            let places: Vec<&dyn ToSql> =
                these.iter().flatten().map(|value| value as &dyn ToSql).collect();
            statement.run(&places[..])?;
            rest = others;
        }
    }
    Ok(())
}

/// Number of rows of a table, and the sum of their hashes, which is independent of their order.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) rows: u64,
    /// A number of 256 bits, with its least significant part first.
    total: [u64; 4],
}

impl Sum {
    pub(super) fn add(&mut self, row: &[Value]) {
        self.rows += 1;
        let mut hash = Sha256::new();
        for value in row {
            match value {
                Value::Null => hash.update([0]),
                Value::Integer(number) => {
                    hash.update([1]);
                    hash.update(number.to_le_bytes());
                }
                Value::Real(number) => {
                    hash.update([2]);
                    hash.update(number.to_le_bytes());
                }
                // A value that PostgreSQL cannot store counts as its replacement there.
                Value::Text(text) => add_bytes(&mut hash, 3, text.replace('\0', NUL).as_bytes()),
                Value::Blob(bytes) => add_bytes(&mut hash, 4, bytes),
            }
        }
        let mut carry = 0;
        for (part, bytes) in self.total.iter_mut().zip(hash.finalize().chunks_exact(8)) {
            let number = bytes.iter().rev().fold(0, |all, byte| all << 8 | u128::from(*byte));
            let sum = u128::from(*part) + number + carry;
            #[expect(clippy::cast_possible_truncation, reason = "the rest is carried")]
            {
                *part = sum as u64;
            }
            carry = sum >> 64;
        }
    }
}

fn add_bytes(hash: &mut Sha256, kind: u8, bytes: &[u8]) {
    hash.update([kind]);
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.total.iter().rev().try_for_each(|part| write!(f, "{part:016x}"))
    }
}

/// The sum of all current rows of a table.
pub(super) fn sum(of: &CopyStore, table: &Table) -> Result<Sum, StoreError> {
    let (mut sum, mut size, mut behind) = (Sum::default(), Size::default(), None::<Row>);
    loop {
        let batch = of.transaction(|db| read(db, table, behind.as_deref(), &mut size))?;
        let Some(last) = batch.last() else { return Ok(sum) };
        for row in &batch {
            sum.add(row);
        }
        behind = Some(table.key_of(last));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum_of(rows: &[Row]) -> String {
        let mut sum = Sum::default();
        for row in rows {
            sum.add(row);
        }
        format!("{} {sum}", sum.rows)
    }

    #[test]
    fn a_sum_knows_each_row_and_no_order() {
        let text = |text: &str| Value::Text(text.to_owned());
        let rows = [
            vec![Value::Integer(1), text("a"), Value::Null],
            vec![Value::Integer(2), text("b"), Value::Blob(vec![1])],
            vec![Value::Integer(3), text(""), Value::Blob(Vec::new())],
        ];
        let whole = sum_of(&rows);
        let mut turned = rows.clone();
        turned.reverse();
        assert_eq!(sum_of(&turned), whole);
        for changed in [
            vec![rows[0].clone(), rows[1].clone()],
            vec![rows[0].clone(), rows[1].clone(), rows[1].clone()],
            vec![
                rows[0].clone(),
                vec![Value::Integer(2), text("b"), text("\u{1}")],
                rows[2].clone(),
            ],
            vec![
                vec![Value::Integer(1), text("b"), Value::Null],
                vec![Value::Integer(2), text("a"), Value::Blob(vec![1])],
                rows[2].clone(),
            ],
        ] {
            assert_ne!(sum_of(&changed), whole);
        }
        let nul = [vec![text("a\0b")]];
        assert_eq!(sum_of(&nul), sum_of(&[vec![text("a\u{2400}b")]]));
    }
}
