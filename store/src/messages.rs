//! Messages about data that cannot be used, as codes: `texts/en/store-errors.ftl` has the
//! sentences.

use std::{
    io,
    path::{Path, PathBuf},
};

use tagbridge_texts::{Coded, Message};

/// The operation on the service's data.
#[derive(Coded)]
#[coded(prefix = "store-doing")]
pub(crate) enum StoreOperation<'a> {
    CreatingFolder { folder: &'a Path },
    Copying { from: &'a Path, to: &'a Path },
    Opening { path: &'a Path },
    BeginningCopy,
    EndingCopy,
    SettingAside { path: &'a Path },
    EndingRepair,
    Committing,
    StoringSaved,
    ReadingDamaged,
    KeepingFile { path: &'a Path },
    ReadingFile { path: &'a Path },
    LookingThrough { folder: &'a Path },
    Using,
    Indexing { path: &'a Path },
    AddingRun,
    ReadingResults,
    Connecting { server: &'a str },
    OpeningServer { server: &'a str },
    AskingBucket { bucket: &'a str },
    Transferring { from: &'a str, to: &'a str },
}

/// The found state, if it is not the expected one.
#[derive(Debug, Coded)]
#[coded(prefix = "store-found")]
pub(crate) enum UnexpectedState {
    Damaged,
    DamagedLog,
    DamagedDatabase { verdict: String },
    Repairing,
    Newer { found: i64, known: i64 },
    Older { found: i64, known: i64 },
    OtherBytes,
    FileMissing,
    CopyUnfinished { name: String },
    NotRun,
    Unanswered,
    RunInFlight,
    InTheClear,
    BucketInTheClear,
    HalfAKey,
    NoAuthority { path: PathBuf, source: io::Error },
    NoCertificate { path: PathBuf },
    UnknownAuthority,
    OtherAuthority { path: PathBuf },
    OtherName { name: String, names: String },
    Expired { at: String },
    NotYetValid { at: String },
    BadCertificate { why: String },
    TlsFailed { why: String },
    WithoutTls,
    WrongPassword { user: String },
    NoPassword { user: String },
    NotLetIn { user: String, told: String },
    NoDatabase { name: String },
    TooManyConnections,
    PasswordInAddress,
    NoVariable { name: String },
    DataHereToo,
    InPostgres,
    HalfCopied,
    SamePlace,
    NothingThere { place: String },
    DataThere { place: String },
    CopyOfAnother { place: String, of: String },
    Served { by: String },
    OtherTable { table: String },
    OtherRows { table: String, rows: u64, found: u64 },
}

impl std::error::Error for UnexpectedState {}

/// The operation, and its error.
#[derive(Coded)]
#[coded(prefix = "store")]
pub(crate) enum Failure {
    Failed { doing: Message, why: Message },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_its_sentences() {
        let codes = [StoreOperation::CODES, UnexpectedState::CODES, Failure::CODES];
        tagbridge_texts::assert_complete("store-errors", &codes);
    }
}
