//! Blocks, types and tag tables as they are in one file, before they are assembled.

use tagbridge_texts::{Coded, Message, ToArgument};

use crate::{
    declaration::SectionDeclaration,
    model::{Code, Note, NoteKind, Translations},
    outside::Outside,
};

/// The contents of all files.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) blocks: Vec<FoundBlock>,
    pub(super) tables: Vec<Table>,
    /// The blocks in symbol tables of STEP 7 classic.
    pub(super) numbers: Vec<BlockSymbol>,
    pub(super) notes: Vec<Note>,
    pub(super) translations: Translations,
    /// Texts that may name tags.
    pub(super) outside: Vec<Outside>,
}

impl Found {
    pub(super) fn note(
        &mut self,
        kind: NoteKind,
        subject: &(impl ToArgument + ?Sized),
        what: impl Into<Message>,
    ) {
        self.notes.push(Note::new(kind, subject, what));
    }
}

/// The kind of a block, or a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Coded)]
#[coded(prefix = "project-block")]
pub(crate) enum Kind {
    OrganizationBlock,
    FunctionBlock,
    Function,
    DataBlock,
    Type,
}

/// A block or a type, as it is in one file.
#[derive(Debug)]
pub(super) struct FoundBlock {
    pub(super) file: String,
    pub(super) kind: Kind,
    /// Without quotes.
    pub(super) name: String,
    pub(super) number: Option<u16>,
    pub(super) standard_layout: Option<bool>,
    /// A type has one section, whose keyword does not matter.
    pub(super) sections: Vec<SectionDeclaration>,
    /// The function block or type of a data block.
    pub(super) made_of: Option<String>,
    /// Start values of members: path (`a.b[1]`) and value.
    pub(super) starts: Vec<(String, String)>,
    /// Comments on elements and on nested members: path and text.
    pub(super) comments: Vec<(String, String)>,
    pub(super) code: Option<Code>,
    /// The event that starts an organization block: `ProgramCycle`.
    pub(super) event: Option<String>,
    /// Whether it belongs to the safety program.
    pub(super) safety: bool,
    pub(super) comment: Option<String>,
    pub(super) version: Option<String>,
    pub(super) protected: bool,
}

impl FoundBlock {
    pub(super) fn new(file: &str, kind: Kind, name: &str) -> Self {
        Self {
            file: file.to_owned(),
            kind,
            name: name.to_owned(),
            number: number_in_name(kind, name),
            standard_layout: None,
            sections: Vec::new(),
            made_of: None,
            starts: Vec::new(),
            comments: Vec::new(),
            code: None,
            event: None,
            safety: false,
            comment: None,
            version: None,
            protected: false,
        }
    }
}

/// The number in a name such as `DB20`, for files of all formats.
fn number_in_name(kind: Kind, name: &str) -> Option<u16> {
    let prefix = match kind {
        Kind::OrganizationBlock => "OB",
        Kind::FunctionBlock => "FB",
        Kind::Function => "FC",
        Kind::DataBlock => "DB",
        Kind::Type => return None,
    };
    let head = name.get(..2)?;
    let digits = &name[2..];
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (head.eq_ignore_ascii_case(prefix) && is_number).then(|| number_of(kind, digits)).flatten()
}

/// Parses a number that a block of this kind can have: there is no data block 0.
pub(super) fn number_of(kind: Kind, digits: &str) -> Option<u16> {
    digits.parse().ok().filter(|number| *number > 0 || kind != Kind::DataBlock)
}

/// A line of a symbol table for a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BlockSymbol {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) number: u16,
}

/// A tag table.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) tags: Vec<TableTag>,
    pub(super) constants: Vec<TableConstant>,
}

/// A PLC tag, as it is in its table.
#[derive(Debug, Default)]
pub(super) struct TableTag {
    pub(super) name: String,
    /// The type in the notation of the file: `Bool`, `"Motor"`, `Array[0..3] of Int`.
    pub(super) type_name: String,
    /// The address in the notation of the file: `%I0.0`, `MW 4`.
    pub(super) address: String,
    pub(super) comment: Option<String>,
    pub(super) accessible: Option<bool>,
    pub(super) writable: Option<bool>,
}

/// A constant of a table.
#[derive(Debug, Default)]
pub(super) struct TableConstant {
    pub(super) name: String,
    pub(super) type_name: String,
    pub(super) value: String,
    pub(super) comment: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_data_block_0() {
        for (kind, name, number) in [
            (Kind::DataBlock, "DB20", Some(20)),
            (Kind::DataBlock, "DB0", None),
            (Kind::DataBlock, "DB99999", None),
            (Kind::Function, "FC0", Some(0)),
        ] {
            assert_eq!(number_in_name(kind, name), number, "{name}");
        }
    }
}
