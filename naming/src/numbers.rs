//! Numbers that a person gave to data blocks which the project does not have.

use tagbridge_driver::nearest;
use tagbridge_project::{BlockKind, Target};
use tagbridge_texts::{Coded, Message};

use crate::Names;

/// A name that was given a number and is no data block of the project.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "naming-unknown-block")]
pub struct UnknownBlock {
    /// The name as the user gave it, without quotes.
    pub name: String,
    /// The block that was perhaps meant.
    #[coded(skip)]
    meant: Option<String>,
}

impl Names {
    /// Returns the problems of the numbers that the user gave to data blocks, each with its remedy.
    pub fn remarks(&self) -> Vec<(Message, Message)> {
        self.unknown_blocks().iter().map(|it| (it.message(), it.remedy())).collect()
    }

    /// The names with a number that the project does not have.
    pub fn unknown_blocks(&self) -> Vec<UnknownBlock> {
        let Target::S7 { numbers } = &self.target else { return Vec::new() };
        let blocks = self.symbols.project().blocks.iter();
        let own: Vec<&str> = blocks
            .filter(|it| it.kind == BlockKind::DataBlock)
            .map(|it| it.name.as_str())
            .collect();
        let given = numbers.keys().map(|it| it.trim_matches('"'));
        let unknown = given.filter(|it| {
            let given = it.to_lowercase();
            !own.iter().any(|own| own.to_lowercase() == given)
        });
        unknown
            .map(|it| UnknownBlock {
                name: it.to_owned(),
                meant: nearest(it, own.iter().copied()).map(str::to_owned),
            })
            .collect()
    }
}

impl UnknownBlock {
    /// Returns the remedy.
    pub fn remedy(&self) -> Message {
        match self.meant.clone() {
            Some(name) => BlockRemedy::Meant { name }.message(),
            None => BlockRemedy::Inspect.message(),
        }
    }
}

/// The remedy for a block that is not in the project.
#[derive(Debug, Coded)]
#[coded(prefix = "naming-block")]
enum BlockRemedy {
    Meant { name: String },
    Inspect,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        OtherPlatform, SourceError, Supplement,
        fixture::{LINE, names},
        names::PlatformRemedy,
    };

    #[test]
    fn each_code_has_its_sentences() {
        let codes = [
            crate::log_message::LogMessage::CODES,
            crate::program::LayoutProblem::CODES,
            crate::program::DoubtRemedy::CODES,
            crate::trial::NotDownloaded::CODES,
            crate::block_ends::Length::CODES,
            crate::block_ends::LengthMessage::CODES,
            crate::types::TypeDiffers::CODES,
            crate::types::TagDifference::CODES,
            crate::assembly::WithoutMember::CODES,
            crate::translation::DuplicateNumbers::CODES,
            crate::proposal::ProposalText::CODES,
            UnknownBlock::CODES,
            BlockRemedy::CODES,
            SourceError::CODES,
            OtherPlatform::CODES,
            crate::OtherController::CODES,
            crate::LayoutDiffers::CODES,
            PlatformRemedy::CODES,
        ];
        tagbridge_texts::assert_complete("naming", &codes);
    }

    #[test]
    fn a_number_belongs_to_a_block_of_the_project() {
        for (name, expected) in [
            ("Line", None),
            ("\"line\"", None),
            ("Lien", Some("did you mean `Line`?")),
            ("Tank", Some("project inspect")),
        ] {
            let block_numbers = [(name.to_owned(), 20)].into();
            let supplement = Supplement { block_numbers, ..Supplement::default() };
            let found = names("line.scl", LINE, "s7", supplement).unknown_blocks();
            match (&found[..], expected) {
                ([], None) => {}
                ([one], Some(says)) => assert!(one.remedy().to_string().contains(says), "{one:?}"),
                (found, _) => panic!("{name}: {found:?}"),
            }
        }
    }
}
