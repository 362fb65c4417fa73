//! One reading of a project, in a separate process.

use std::{path::Path, time::Instant};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use tagbridge_project::Source;

use crate::{client::say, took::memory_of};

/// Time, memory and contents of a reading.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Reading {
    /// From the path to the project.
    pub(super) seconds: f64,
    /// Maximum growth of the process in bytes; `None` if the system does not report it.
    pub(super) peak: Option<u64>,
    /// Bytes of all files, unpacked.
    pub(super) bytes: usize,
    pub(super) tags: usize,
    pub(super) data_types: usize,
    pub(super) routines: usize,
}

/// Reads a file, an archive or a folder, and prints the time and memory.
pub(crate) fn read(path: &Path) -> Result<()> {
    let before = memory_of("VmHWM:");
    let began = Instant::now();
    let source = Source::open(path).map_err(anyhow::Error::new)?;
    let project = tagbridge_project::read(&source).map_err(anyhow::Error::new)?;
    let seconds = began.elapsed().as_secs_f64();
    let peak = memory_of("VmHWM:").zip(before).map(|(after, before)| after - before);
    let reading = Reading {
        seconds,
        peak,
        bytes: source.files.iter().map(|it| it.bytes.len()).sum(),
        tags: project.tags.len(),
        data_types: project.data_types.len(),
        routines: project.routines.len(),
    };
    say(&reading).context("cannot answer")
}
