//! Declarations that are unused, only read, or only written.

mod declared;
mod variables;

use tagbridge_texts::Coded;

pub(crate) use self::{
    declared::unused_blocks,
    variables::{ExternalUses, is_base_of_another, place_of},
};
use crate::{chapter_writer::ChapterWriter, facts::Facts};

/// A finding.
#[derive(Debug, Coded)]
#[coded(prefix = "analysis-unused")]
pub(crate) enum UnusedFinding<'a> {
    Tag { name: &'a str },
    Variable { name: &'a str, block: &'a str },
    Block { name: &'a str },
    Type { name: &'a str },
    NotWritten { name: &'a str },
    NotRead { name: &'a str },
    VariableNotWritten { name: &'a str, block: &'a str },
    VariableNotRead { name: &'a str, block: &'a str },
}

pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    variables::tags(facts, pen);
    variables::of_blocks(facts, pen);
    declared::blocks(facts, pen);
    declared::types(facts, pen);
}
