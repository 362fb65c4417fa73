//! Codes for problems of files; `texts/en/project.ftl` has the sentences.

mod note;

use tagbridge_texts::{Coded, Message};

pub(crate) use self::note::{NoteOf, Noted, Seen, Sheet, Unclear, Where};

/// Why a file cannot be read as a project.
#[derive(Coded)]
#[coded(prefix = "project-wrong")]
pub(crate) enum Wrong<'a> {
    NoFileNorFolder,
    TooManyFiles { most: usize },
    TooLarge { megabytes: u64 },
    Unreadable { why: Message },
    Archive { why: &'a str },
    ArchiveMethod { why: &'a str },
    Unpacks { path: &'a str, ratio: u64 },
    ArchivedFile { path: &'a str, why: Message },
    LargerThanSaid { path: &'a str },
    ArchiveInside { path: &'a str },
    NotPacked { why: &'a str },
    Inside { path: &'a str, why: Message },
    TiaPortal,
    Step7,
    Studio5000,
    RsLogix500,
    Codesys,
    OtherTool,
    ControlExpert,
    OtherPlatform,
    Nothing,
    Unknown { guess: Message },
    NoneKnown { files: usize },
    Several { names: Message },
    NamesAndMore { names: Message, count: usize },
    NamesAndSiemens { names: Message },
    Empty,
    Packed,
    XmlOf { root: &'a str },
    Binary,
    GitLfs,
    PlainText,
    NoVariableList,
    NoPlcOpen { root: &'a str },
    NoEntries,
    NoBlock,
    NoBlockSince { why: Message, subject: Message },
    RootElement { root: &'a str },
    NoElement,
    DocumentType,
    TooManyNodes { most: u64 },
    OutsideText,
    SecondRoot,
    EndTag,
    XmlEnds,
    XmlBroken { why: Message },
    TooManyAttributes,
    LongName { most: u64 },
    TooDeep { most: u64 },
    UnknownEntity,
    MergeConflict,
}

/// What to do about a file that cannot be read as a project.
#[derive(Clone, Copy, Coded)]
#[coded(prefix = "project-do")]
pub(crate) enum Advice {
    NameProject,
    GiveSources,
    InParts,
    CheckPath,
    CopyOrPack,
    PackPlainly,
    PackExported,
    PackAgain,
    Unpack,
    PackYourself,
    ExportFromTiaPortal,
    ExportFromStep7,
    SaveAsL5x,
    SavedAsL5x,
    ExportFromCodesys,
    AsPlcOpen,
    GiveReadable,
    GiveOneOf,
    GiveOne,
    BuildAgain,
    ExportPlcOpen,
    ExportFromTwinCat,
    ExportApplication,
    GenerateSources,
    ChooseL5x,
    RemoveDocumentType,
    ByProgram,
    CopyOrExport,
    ExportUnedited,
    ExportAgain,
    ResolveConflict,
}

/// The place of an error, and the error.
#[derive(Coded)]
#[coded(prefix = "project-error")]
pub(crate) enum At<'a> {
    File { file: &'a str, what: Message },
    Line { file: &'a str, line: u32, what: Message },
    Element { file: &'a str, element: &'a str, what: Message },
    LineInElement { file: &'a str, line: u32, element: &'a str, what: Message },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        reason::{Layout, Why},
        siemens::Kind,
    };

    #[test]
    fn each_code_has_its_sentences() {
        tagbridge_texts::assert_complete(
            "project",
            &[
                Wrong::CODES,
                Advice::CODES,
                At::CODES,
                Why::CODES,
                Layout::CODES,
                Noted::CODES,
                NoteOf::CODES,
                Where::CODES,
                Kind::CODES,
                crate::Mention::CODES,
                Unclear::CODES,
                Seen::CODES,
                Sheet::CODES,
            ],
        );
    }
}
