//! Lines about recordings and incidents.

use std::{fmt::Display, path::Path};

use tagbridge_texts::{Coded, Message};

/// The output of the commands of recordings and incidents.
#[derive(Coded)]
#[coded(prefix = "cli-recorded")]
pub(crate) enum RecordedLine<'a> {
    NothingRecorded,
    NotRecorded,
    RecordingDamaged { session: &'a str, bytes: u64 },
    PastUnknown { at: &'a dyn Display, why: Message },
    PastShown { at: &'a dyn Display, mode: &'a str },
    RecordingExported { file: &'a Path, from: &'a dyn Display, until: &'a dyn Display },
    IncidentImported { number: u32, session: &'a str },
    IncidentNoted { number: u32 },
    IncidentExported { number: u32, file: &'a Path },
    IncidentDeleted { number: u32 },
    NoIncidents,
    ReplayWithoutProject { left_out: usize },
}
