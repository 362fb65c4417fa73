//! The data blocks of S7 that have absolute addresses, with their lengths.

use crate::{BlockKind, Place, Symbols, Target};

/// A data block as the project has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataBlock {
    /// Its name, without quotes.
    pub name: String,
    /// Its number.
    pub number: u16,
    /// Its length, where its layout is known.
    pub bytes: Option<u32>,
}

impl Symbols {
    /// The data blocks that can be addressed, in the project's order; none where the target is not
    /// S7.
    pub fn data_blocks(&self, target: &Target) -> Vec<DataBlock> {
        let Target::S7 { numbers } = target else { return Vec::new() };
        let of_kind = |kind| self.project().blocks.iter().filter(move |it| it.kind == kind);
        let addressed = |name: &str| {
            self.project().tags.iter().find_map(|tag| match &tag.place {
                Place::Block { block, number, .. } if block == name => Some(*number),
                _ => None,
            })
        };
        of_kind(BlockKind::DataBlock)
            .filter_map(|block| {
                let of_file = addressed(&block.name)?;
                let number = crate::address::number_of(&block.name, numbers).or(of_file)?;
                let bytes = self.bits(&block.name).map(|bits| bits.div_ceil(8));
                Some(DataBlock { name: block.name.clone(), number, bytes })
            })
            .collect()
    }
}
