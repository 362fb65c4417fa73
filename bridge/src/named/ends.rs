//! Whether the data blocks of an S7 controller end where the project says.
//!
//! An absolute address reads whatever lies there: after a download with another layout, something
//! else. The protocol tells nothing of a download, but the ends of blocks can be looked at: a block
//! of another length has another layout, and nothing in it is handed on. That is done when a
//! connection begins and every few seconds after; a change that keeps every length stays unseen.

use std::time::{Duration, Instant};

use tagbridge_driver::{Cause, Connection, LinkError, Reading, Reason, Scan, TagSet};
use tagbridge_project::DataBlock;

/// How often it is looked at.
const EVERY: Duration = Duration::from_secs(5);

/// A block of another length than the project's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Misfit {
    pub(crate) number: u16,
    /// `"Line" (DB20)`
    pub(crate) subject: String,
    /// `is longer than the 12 bytes of the project`
    pub(crate) text: String,
}

/// How the ends of blocks compare with the project.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    /// Blocks that end where the project says.
    pub(crate) fitting: usize,
    pub(crate) misfits: Vec<Misfit>,
    /// Blocks that the controller does not have.
    pub(crate) absent: Vec<Misfit>,
    /// Blocks that do not let themselves be looked at: each of their tags says why.
    pub(crate) unseen: usize,
}

/// What is known of the ends of blocks.
#[derive(Debug, Default)]
pub(super) struct Ends {
    looked: Option<Instant>,
    asked: Option<TagSet>,
    misfits: Vec<Misfit>,
}

impl Ends {
    /// Looks if it is time to; the requests that it took.
    pub(super) async fn look(
        &mut self,
        blocks: &[DataBlock],
        connection: &mut dyn Connection,
    ) -> Result<u32, LinkError> {
        if blocks.is_empty() || self.looked.is_some_and(|it| it.elapsed() < EVERY) {
            return Ok(0);
        }
        let asked = self.asked.get_or_insert_with(|| ends_of(blocks));
        let scan = connection.read(asked).await?;
        self.misfits = compare_ends(blocks, &scan).misfits;
        self.looked = Some(Instant::now());
        Ok(scan.round_trips + scan.learning)
    }

    /// Why nothing in a block is handed on.
    pub(super) fn misfit(&self, block: u16) -> Option<Cause> {
        let misfit = self.misfits.iter().find(|it| it.number == block)?;
        let detail = format!("the data block {} {}", misfit.subject, misfit.text);
        Some(Cause::new(Reason::TypeMismatch, detail))
    }

    pub(super) fn differences(&self) -> Vec<String> {
        self.misfits.iter().map(|it| format!("{} {}", it.subject, it.text)).collect()
    }
}

/// The last byte of each block whose length is known, and the one behind it: as arrays, which are
/// asked of the controller whatever the project has there.
pub(crate) fn ends_of(blocks: &[DataBlock]) -> TagSet {
    let bytes = sized(blocks).flat_map(|(it, bytes)| {
        [bytes - 1, bytes].map(|at| format!("DB{}.DBB{at}:BYTE[1]", it.number))
    });
    TagSet::new(bytes)
}

/// Which blocks end where the project says, by what `ends_of` them brought.
pub(crate) fn compare_ends(blocks: &[DataBlock], scan: &Scan) -> Compared {
    let mut compared = Compared::default();
    for ((block, bytes), ends) in sized(blocks).zip(scan.answers.chunks_exact(2)) {
        let misfit = |text: String| Misfit {
            number: block.number,
            subject: format!("\"{}\" (DB{})", block.name, block.number),
            text,
        };
        let length = |how| misfit(format!("is {how} than the {bytes} bytes of the project"));
        match (there(&ends[0].reading), there(&ends[1].reading)) {
            (Ok(()), Err(Reason::OutOfRange | Reason::UnknownTag)) => compared.fitting += 1,
            (Ok(()), Ok(())) => compared.misfits.push(length("longer")),
            (Err(Reason::OutOfRange), _) => compared.misfits.push(length("shorter")),
            (Err(Reason::UnknownTag), _) => {
                compared.absent.push(misfit("is not in the controller".to_owned()));
            }
            _ => compared.unseen += 1,
        }
    }
    compared
}

/// How many blocks can be compared.
pub(crate) fn sized(blocks: &[DataBlock]) -> impl Iterator<Item = (&DataBlock, u32)> {
    blocks.iter().filter_map(|it| Some((it, it.bytes.filter(|bytes| *bytes > 0)?)))
}

/// Whether something was read.
fn there(reading: &Reading) -> Result<(), Reason> {
    match reading {
        Reading::Good(_) | Reading::Uncertain(..) => Ok(()),
        Reading::Bad(cause) => Err(cause.reason),
    }
}
