//! What is said of data that cannot be used, as codes: `texts/en/store-errors.ftl` has the sentences.

use std::path::Path;

use tagbridge_texts::{Coded, Message};

/// What was being done with the service's data.
#[derive(Coded)]
#[coded(prefix = "store-doing")]
pub(crate) enum Doing<'a> {
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
}

/// What was found instead of what was expected.
#[derive(Debug, Coded)]
#[coded(prefix = "store-found")]
pub(crate) enum Found {
    Damaged,
    DamagedLog,
    DamagedDatabase { verdict: String },
    Repairing,
    Newer { found: i64, known: i64 },
    OtherBytes,
    NotRun,
    RunInFlight,
    InTheClear,
    NoCertificate,
    TooManyConnections,
    PasswordInAddress,
    NoVariable { name: String },
    DataHereToo,
    InPostgres,
}

impl std::error::Error for Found {}

/// What was being done, and what went wrong.
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
        let codes = [Doing::CODES, Found::CODES, Failure::CODES];
        tagbridge_texts::assert_complete("store-errors", &codes);
    }
}
