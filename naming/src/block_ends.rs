//! Whether the data blocks of an S7 controller end where the project says.
//!
//! A read by absolute address returns any data at that place: after a download with another layout,
//! other data. The protocol does not report a download, but the ends of blocks can be read: a block
//! with another length has another layout, and its values are then not delivered. The ends are
//! guard reads of every scan, after all reads of their blocks.

use tagbridge_driver::{Answer, Cause, Reading, Reason};
use tagbridge_project::DataBlock;
use tagbridge_texts::{Coded, Message};

use crate::Names;

/// A block of another length than the project's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The block's number.
    pub number: u16,
    /// `"Line" (DB20)`
    pub subject: String,
    /// How long it is.
    pub length: Length,
}

/// A length that is not the project's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "naming-length")]
pub enum Length {
    /// The block is longer.
    Longer {
        /// In the project.
        bytes: u32,
    },
    /// The block is shorter.
    Shorter {
        /// In the project.
        bytes: u32,
    },
    /// There is no such block.
    Absent,
}

/// The messages about a mismatch.
#[derive(Debug, Coded)]
#[coded(prefix = "naming-block")]
pub(crate) enum LengthMessage<'a> {
    /// As a difference between controller and project.
    Differs { block: &'a str, length: Length },
    /// As the reason of its tags.
    Is { block: &'a str, length: Length },
}

impl Mismatch {
    /// As a difference between controller and project.
    pub(crate) fn difference(&self) -> Message {
        LengthMessage::Differs { block: &self.subject, length: self.length }.message()
    }

    /// Why no value of the block is returned.
    pub(crate) fn cause(&self) -> Cause {
        let detail = LengthMessage::Is { block: &self.subject, length: self.length };
        Cause::new(Reason::TypeMismatch, &detail)
    }
}

/// How the ends of blocks compare with the project.
#[derive(Debug, Default)]
pub struct BlockComparison {
    /// Blocks that end where the project says.
    pub fitting: usize,
    /// Blocks of another length.
    pub mismatches: Vec<Mismatch>,
    /// Blocks that the controller does not have.
    pub absent: Vec<Mismatch>,
    /// Number of blocks that cannot be checked; each of their tags has the reason.
    pub unseen: usize,
}

impl Names {
    /// Returns the data blocks with known numbers, in the project's order; empty if tags are not
    /// read by address.
    pub fn blocks(&self) -> Vec<DataBlock> {
        self.symbols.data_blocks(&self.target)
    }
}

/// The last byte of each block whose length is known, and the byte after it: as arrays, so that the
/// controller is asked independent of the project's tags there.
pub fn ends_of(blocks: &[DataBlock]) -> impl Iterator<Item = String> {
    sized(blocks).flat_map(|(it, bytes)| {
        [bytes - 1, bytes].map(|at| format!("DB{}.DBB{at}:BYTE[1]", it.number))
    })
}

/// Which blocks end where the project says, by the answers to `ends_of` them.
pub fn compare_ends(blocks: &[DataBlock], answers: &[Answer]) -> BlockComparison {
    let mut compared = BlockComparison::default();
    for ((block, bytes), ends) in sized(blocks).zip(answers.chunks_exact(2)) {
        let mismatch = |length| Mismatch {
            number: block.number,
            subject: format!("\"{}\" (DB{})", block.name, block.number),
            length,
        };
        match (there(&ends[0].reading), there(&ends[1].reading)) {
            (Ok(()), Err(Reason::OutOfRange | Reason::UnknownTag)) => compared.fitting += 1,
            (Ok(()), Ok(())) => compared.mismatches.push(mismatch(Length::Longer { bytes })),
            (Err(Reason::OutOfRange), _) => {
                compared.mismatches.push(mismatch(Length::Shorter { bytes }));
            }
            (Err(Reason::UnknownTag), _) => {
                compared.absent.push(mismatch(Length::Absent));
            }
            _ => compared.unseen += 1,
        }
    }
    compared
}

/// How many blocks can be compared.
pub fn sized(blocks: &[DataBlock]) -> impl Iterator<Item = (&DataBlock, u32)> {
    blocks.iter().filter_map(|it| Some((it, it.bytes.filter(|bytes| *bytes > 0)?)))
}

/// Whether something was read.
fn there(reading: &Reading) -> Result<(), Reason> {
    match reading {
        Reading::Good(_) | Reading::Uncertain(..) => Ok(()),
        Reading::Bad(cause) => Err(cause.reason),
    }
}
