//! Messages about files that agents name or receive: `texts/en/service-refusals.ftl` has the
//! sentences.

use tagbridge_texts::{Coded, Message};

/// Why a local file was not read or written, and the remedy.
#[derive(Coded)]
#[coded(prefix = "service-agents")]
pub(crate) enum LocalFileProblem<'a> {
    OneInput,
    NotHere,
    NoSuchFile,
    Ending { known: &'a str },
    NotWritten { why: Message },
    StageUpload,
    CheckDownloads,
}
