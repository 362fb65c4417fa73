//! Columns with JSON, times and hashes.

use rusqlite::{
    Error,
    types::{Type, ValueRef},
};
use serde::{Serialize, de::DeserializeOwned};
use tagbridge_api::Timestamp;

use super::{Result, Row};
use crate::FileHash;

/// Reads a JSON column.
pub(crate) fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> Result<T> {
    let text = row.get_ref(column)?;
    Ok(serde_json::from_slice(text.as_bytes()?)
        .map_err(|error| Error::FromSqlConversionFailure(column, text.data_type(), error.into()))?)
}

/// Does the same for a nullable column.
pub(crate) fn maybe_json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> Result<Option<T>> {
    if is_null(row, column)? { Ok(None) } else { json(row, column).map(Some) }
}

/// Serializes one of our own types, which cannot fail, because their keys are all text.
pub(crate) fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    Ok(serde_json::to_string(value).map_err(|error| Error::ToSqlConversionFailure(error.into()))?)
}

/// Reads the result of `count(*)` in its row.
pub(crate) fn count(row: &Row<'_>) -> Result<u64> {
    Ok(row.get::<i64>(0)?.unsigned_abs())
}

/// Reads a column with milliseconds since 1970.
pub(crate) fn timestamp(row: &Row<'_>, column: usize) -> Result<Timestamp> {
    let millis = row.get(column)?;
    Ok(Timestamp::from_millis(millis).ok_or(Error::IntegralValueOutOfRange(column, millis))?)
}

/// Does the same for a nullable column.
pub(crate) fn maybe_timestamp(row: &Row<'_>, column: usize) -> Result<Option<Timestamp>> {
    if is_null(row, column)? { Ok(None) } else { timestamp(row, column).map(Some) }
}

/// Reads a column with a file's hash.
pub(crate) fn file_hash(row: &Row<'_>, column: usize) -> Result<FileHash> {
    let digits: String = row.get(column)?;
    Ok(FileHash::parse(&digits).ok_or_else(|| {
        Error::FromSqlConversionFailure(column, Type::Text, "it is no hash of a file".into())
    })?)
}

fn is_null(row: &Row<'_>, column: usize) -> Result<bool> {
    Ok(row.get_ref(column)? == ValueRef::Null)
}
