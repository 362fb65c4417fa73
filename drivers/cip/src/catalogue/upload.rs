//! The upload of a tag list, step by step: the next request, and the result of each response.
//!
//! Page after page, the controller's symbols first, then each program's; before a page is passed
//! on, its templates are read. The change mark is read first and last: if it differs, the upload
//! starts again, so that a catalogue never mixes two projects.

use std::collections::VecDeque;

use tagbridge_texts::Coded;

use super::{Catalogue, Kind, Question, Symbol, describe::DefinitionReads};
use crate::{
    codec::{
        DecodeError, Reply, Status,
        changes::{self, Mark},
        symbol_list::{self, Entry},
    },
    log_message::{LogMessage, event},
};

/// Maximum number of entries of a list; the largest projects have some 100,000.
const MAX_SYMBOLS: usize = 500_000;
/// Maximum size of pages and definitions together, in bytes.
const MAX_BYTES: usize = 64 << 20;
/// Number of attempts, if the project keeps changing.
const MAX_ATTEMPTS: u8 = 3;

/// An upload in progress.
#[derive(Debug)]
pub(crate) struct Upload {
    stage: Stage,
    /// Whether the controller reports the external access.
    access: bool,
    attempts: u8,
    mark: Option<Mark>,
    symbols: Vec<Symbol>,
    /// Entries with templates that are not all known yet.
    page: Vec<Entry>,
    /// The program of the page.
    program: Option<String>,
    /// Programs whose lists are still to be read.
    programs: VecDeque<String>,
    /// The templates of the page.
    describing: DefinitionReads,
    /// The instance of the next page; `None`: this page is the last.
    next: Option<u32>,
    bytes: usize,
}

#[derive(Debug)]
enum Stage {
    MarkBefore,
    Page(u32),
    Describe,
    MarkAfter,
    Done,
}

/// The result of a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Progress {
    /// No tags.
    Onwards,
    /// New symbols, from this index on.
    Listed { from: usize },
    /// The project changed: the symbols so far are void.
    Restarted,
    /// The list is complete.
    Done,
}

/// Why there is no list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "cip-upload")]
pub(crate) enum UploadError {
    /// The controller has none, or refuses it.
    Refused(Status),
    /// The response is not a list.
    #[coded(transparent)]
    Bytes(#[from] DecodeError),
    /// More than any project has.
    TooLong { limit: usize, what: &'static str },
    /// The list keeps changing.
    Changing,
}

impl UploadError {
    /// Whether the controller reports that it has no tag list at all.
    pub(crate) fn is_absence(&self) -> bool {
        match self {
            Self::Refused(status) => matches!(
                status.general,
                Status::SERVICE_NOT_SUPPORTED
                    | Status::PATH_SEGMENT_ERROR
                    | Status::PATH_DESTINATION_UNKNOWN
                    | Status::OBJECT_DOES_NOT_EXIST
            ),
            Self::Bytes(_) | Self::TooLong { .. } | Self::Changing => false,
        }
    }

    /// Whether the next upload would most likely end in the same way.
    pub(crate) fn is_lasting(&self) -> bool {
        matches!(self, Self::Bytes(_) | Self::TooLong { .. }) || self.is_absence()
    }
}

impl Upload {
    pub(crate) fn new() -> Self {
        Self {
            stage: Stage::MarkBefore,
            access: true,
            attempts: 1,
            mark: None,
            symbols: Vec::new(),
            page: Vec::new(),
            program: None,
            programs: VecDeque::new(),
            describing: DefinitionReads::default(),
            next: None,
            bytes: 0,
        }
    }

    /// Creates an upload for a program with a known mark.
    pub(crate) fn of(mark: Mark) -> Self {
        Self { stage: Stage::Page(0), mark: Some(mark), ..Self::new() }
    }

    /// Whether only the final check of the mark is left.
    pub(crate) fn is_listed(&self) -> bool {
        matches!(self.stage, Stage::MarkAfter | Stage::Done)
    }

    /// The next questions, for one packet or more; empty if the list is complete.
    pub(crate) fn questions(&self) -> Vec<Question> {
        match &self.stage {
            Stage::MarkBefore | Stage::MarkAfter => vec![Question::alone(changes::request())],
            Stage::Page(instance) => {
                let page = symbol_list::request(self.program.as_deref(), *instance, self.access);
                vec![Question::alone(page)]
            }
            Stage::Describe => self.describing.questions(),
            Stage::Done => vec![],
        }
    }

    /// Whether the list is complete.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done)
    }

    /// Processes the responses to the first of the [`questions`](Self::questions).
    pub(crate) fn take(&mut self, replies: &[Reply<'_>]) -> Result<Progress, UploadError> {
        let [reply, ..] = replies else { return Ok(Progress::Onwards) };
        let bytes: usize = replies.iter().map(|it| it.data.len()).sum();
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > MAX_BYTES {
            return Err(UploadError::TooLong { limit: MAX_BYTES, what: "bytes" });
        }
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::MarkBefore => {
                self.mark = mark_of(reply);
                self.stage = Stage::Page(0);
                Ok(Progress::Onwards)
            }
            Stage::Page(instance) => self.page(instance, reply),
            Stage::Describe => {
                self.describing.take(replies);
                Ok(self.next_template())
            }
            Stage::MarkAfter => self.end(mark_of(reply)),
            Stage::Done => Ok(Progress::Done),
        }
    }

    /// Whether the controller reports changes of its project, as controllers with a list do.
    pub(crate) fn has_mark(&self) -> bool {
        self.mark.is_some()
    }

    /// The symbols so far.
    pub(crate) fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// Returns the catalogue of the symbols.
    pub(crate) fn finish(self) -> Catalogue {
        Catalogue::new(self.symbols, self.mark)
    }

    fn page(&mut self, instance: u32, reply: &Reply<'_>) -> Result<Progress, UploadError> {
        let is_last = match reply.status.general {
            Status::SUCCESS => true,
            Status::PARTIAL_TRANSFER => false,
            _ if self.access && refuses_attribute(&reply.status) => {
                event!(info, LogMessage::AccessUnknown, status = %reply.status);
                self.access = false;
                self.stage = Stage::Page(instance);
                return Ok(Progress::Onwards);
            }
            _ if self.program.is_some() => {
                event!(warn, LogMessage::ProgramNotListed, program = self.program, status = %reply.status);
                self.next = None;
                return Ok(self.next_template());
            }
            _ => return Err(UploadError::Refused(reply.status.clone())),
        };
        let entries = Entry::decode_page(reply.data, self.access)?;
        let mut least = instance;
        for entry in &entries {
            if entry.instance < least {
                let expected = format!("at least {least}");
                let found = entry.instance.to_string();
                return Err(DecodeError::new("symbol instance", 0, expected, found).into());
            }
            least = entry.instance.saturating_add(1);
        }
        if !is_last && (entries.is_empty() || least == u32::MAX) {
            let expected = "entries, since there are more";
            return Err(DecodeError::new("symbol list", 0, expected, "none").into());
        }
        if self.symbols.len() + entries.len() > MAX_SYMBOLS {
            return Err(UploadError::TooLong { limit: MAX_SYMBOLS, what: "entries" });
        }
        self.next = (!is_last).then_some(least);
        if self.program.is_none() {
            let programs = entries.iter().filter(|it| it.name.starts_with("Program:"));
            self.programs.extend(programs.map(|it| it.name.clone()));
        }
        self.describing.want(entries.iter().filter_map(|it| it.kind.template()));
        self.page = entries;
        Ok(self.next_template())
    }

    /// Continues with the next template of the page, or else after the page.
    fn next_template(&mut self) -> Progress {
        if !self.describing.is_done() {
            self.stage = Stage::Describe;
            return Progress::Onwards;
        }
        let from = self.symbols.len();
        for entry in std::mem::take(&mut self.page) {
            let symbol = symbol(entry, self.program.as_deref(), &mut self.describing);
            self.symbols.push(symbol);
        }
        self.stage = match self.next.take() {
            Some(instance) => Stage::Page(instance),
            None => match self.programs.pop_front() {
                Some(program) => {
                    self.program = Some(program);
                    Stage::Page(0)
                }
                None if self.mark.is_some() => Stage::MarkAfter,
                None => Stage::Done,
            },
        };
        match self.symbols.len() {
            len if len > from => Progress::Listed { from },
            _ if self.is_done() => Progress::Done,
            _ => Progress::Onwards,
        }
    }

    fn end(&mut self, mark: Option<Mark>) -> Result<Progress, UploadError> {
        if mark == self.mark {
            return Ok(Progress::Done);
        }
        if self.attempts == MAX_ATTEMPTS {
            return Err(UploadError::Changing);
        }
        event!(info, LogMessage::ListedAgain);
        let (attempts, access) = (self.attempts + 1, self.access);
        *self = Self { attempts, access, mark, stage: Stage::Page(0), ..Self::new() };
        Ok(Progress::Restarted)
    }
}

/// Reads the mark. `None`: the controller does not report it. cpppo returns another value.
fn mark_of(reply: &Reply<'_>) -> Option<Mark> {
    reply.status.is_success().then(|| Mark::decode(reply.data).ok())?
}

/// Whether an attribute of the list may be the cause.
fn refuses_attribute(status: &Status) -> bool {
    /// At least one attribute of a list failed.
    const ATTRIBUTE_LIST_ERROR: u8 = 0x0A;
    /// The list of attributes lacks data.
    const ATTRIBUTE_LIST_SHORTAGE: u8 = 0x1C;
    /// An attribute's value is invalid.
    const INVALID_ATTRIBUTE: u8 = 0x09;
    matches!(
        status.general,
        Status::ATTRIBUTE_NOT_SUPPORTED
            | ATTRIBUTE_LIST_ERROR
            | ATTRIBUTE_LIST_SHORTAGE
            | INVALID_ATTRIBUTE
    )
}

fn symbol(entry: Entry, program: Option<&str>, describing: &mut DefinitionReads) -> Symbol {
    let is_system = entry.kind.is_system() || is_system(&entry.name);
    let kind = if entry.kind.is_system() {
        Kind::Unknown(entry.kind.0)
    } else {
        describing.kind(entry.kind)
    };
    Symbol {
        path: Symbol::path_of(program, entry.instance),
        name: match program {
            Some(program) => format!("{program}.{}", entry.name),
            None => entry.name,
        },
        kind,
        dimensions: entry.dimensions,
        access: entry.access,
        is_system,
        is_alias: false,
    }
}

/// Whether a name was assigned by the controller or a module itself (1756-PM020, "Tag names and
/// type codes"; module tags as pycomm3 distinguishes them).
fn is_system(name: &str) -> bool {
    const OWN: [&str; 5] = ["Program", "Routine", "Task", "Map", "Cxn"];
    let mut parts = name.split(':');
    let first = parts.next().unwrap_or_default();
    let is_module = parts.clone().any(|it| it.starts_with(['I', 'O', 'C', 'S']));
    name.starts_with("__") || OWN.contains(&first) || parts.next().is_some() && !is_module
}

#[cfg(test)]
mod tests;
