//! The vendor-neutral model of a project.
//!
//! It is what `GET /projects/{id}/source?format=parsed` answers with, so its JSON is stable:
//! camelCase keys, absent where there is nothing to say.

mod code;
mod mention;
mod net;
mod origin;
mod tag;
mod translations;
mod types;

use serde::{Deserialize, Serialize};
use tagbridge_texts::{Argument, Coded, Message, ToArgument};

use crate::says::{NoteOf, Noted};

pub use tagbridge_api::project::Vendor;

pub(crate) use self::{code::Code, origin::DRAWN};
pub use self::{
    code::{Block, BlockKind, Body, Language, Modifier, Program, Routine, Rung, ScanRoutine},
    mention::{Mention, MentionKind},
    net::{Net, Node, Pin, Way, Wire},
    origin::{Origin, Origins, Position},
    tag::{Access, Exchange, Initial, Place, Published, Tag},
    translations::Translations,
    types::{DataType, DataTypeKind, Dimension, EnumValue, Member, Retention, Section, TypeUse},
};

/// A project as its vendor's file tells it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Project {
    /// The platform.
    pub vendor: Vendor,
    /// What kind of file it was read from.
    pub format: Format,
    /// Its name: the controller's, the application's, or the file's where neither is told.
    pub name: String,
    /// SHA-256 of the bytes that it was read from, in hexadecimal digits.
    pub hash: String,
    /// The controller that it is for, as far as the file tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<Controller>,
    /// What is executed: programs, organization blocks.
    pub programs: Vec<Program>,
    /// The code of programs and blocks.
    pub routines: Vec<Routine>,
    /// What has a value that could be read: controller and program tags, members of data blocks,
    /// PLC tags, variables of programs and global variable lists. Structures and arrays are one
    /// tag each.
    pub tags: Vec<Tag>,
    /// Structures, enumerations, aliases and other types that the project defines.
    pub data_types: Vec<DataType>,
    /// What is called: add-on instructions, function blocks, functions, methods.
    pub blocks: Vec<Block>,
    /// When what is executed.
    pub tasks: Vec<Task>,
    /// The hardware around the controller.
    pub modules: Vec<Module>,
    /// Parameters of programs that are one with another's, or with a tag.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub connections: Vec<Connection>,
    /// What comments and titles are in the languages of the file.
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    /// Where the file names tags outside of code. It is not part of the JSON.
    #[serde(skip)]
    pub mentions: Vec<Mention>,
    /// What could not be read or understood, and what a person should know of the rest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

impl Project {
    /// What its JSON holds: drawings by their text alone, and where code stands by routine.
    pub fn as_its_json(mut self) -> Self {
        self.mentions.clear();
        for routine in &mut self.routines {
            routine.origins = Origins::default();
            routine.chart = None;
            if let Body::Rungs(rungs) = &mut routine.body {
                for rung in rungs {
                    rung.ladder = None;
                    rung.net = None;
                    rung.element = None;
                    rung.way = None;
                    rung.origins = Origins::default();
                }
            }
        }
        self
    }

    /// One of which nothing is known yet.
    pub(crate) fn new(vendor: Vendor, format: Format, name: impl Into<String>) -> Self {
        Self {
            vendor,
            format,
            name: name.into(),
            hash: String::new(),
            controller: None,
            programs: Vec::new(),
            routines: Vec::new(),
            tags: Vec::new(),
            data_types: Vec::new(),
            blocks: Vec::new(),
            tasks: Vec::new(),
            modules: Vec::new(),
            connections: Vec::new(),
            translations: Translations::default(),
            mentions: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// What kind of file a project was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Rockwell `.L5X`.
    L5x,
    /// Siemens sources, SimaticML, SIMATIC SD and tag tables, in a ZIP, a folder, or one of them.
    Siemens,
    /// CODESYS native `.export`.
    CodesysExport,
    /// PLCopen XML.
    PlcOpenXml,
    /// CODESYS symbol configuration.
    SymbolConfiguration,
    /// Structured text of CODESYS in files, in a ZIP, a folder, or one of them.
    CodesysSources,
}

impl Format {
    /// How the files that people keep of it end.
    pub fn extension(self) -> &'static str {
        match self {
            Self::L5x => "l5x",
            Self::Siemens | Self::CodesysSources => "zip",
            Self::CodesysExport => "export",
            Self::PlcOpenXml | Self::SymbolConfiguration => "xml",
        }
    }
}

/// The controller that a project is for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Controller {
    /// Its name.
    pub name: String,
    /// Its model, as the file names it: `1756-L83E`, `CODESYS Control Win V3 x64`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Firmware: `33.11`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// Serial number as printed on the device, where the project is bound to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serial: Option<String>,
    /// The slot in its rack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<u16>,
    /// The program that is executed on a fault of the controller's (Logix).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault_program: Option<String>,
    /// The program that is executed when power comes back (Logix).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_up_program: Option<String>,
    /// Whether a partner takes over when it fails: the same program under another serial number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub redundant: bool,
    /// What its owners say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// When something is executed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    /// Its name.
    pub name: String,
    /// In the vendor's words: `CONTINUOUS`, `PERIODIC`, `EVENT`, `Cyclic`.
    pub kind: String,
    /// From one execution to the next, in milliseconds, of a periodic task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval_ms: Option<f64>,
    /// In the vendor's scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<i32>,
    /// How long one execution may take, in milliseconds, before the controller faults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watchdog_ms: Option<f64>,
    /// What an event task waits for, in the vendor's words, and the tag or the variable that it
    /// looks at: `Axis Home`, `Consumed Tag Remote_Start`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger: Option<String>,
    /// Whether it is not executed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub inhibited: bool,
    /// Whether it leaves outputs alone at its end (Logix: `DisableUpdateOutputs`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outputs_left: bool,
    /// Whether it belongs to the safety part.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub safety: bool,
    /// What it executes, in order.
    pub programs: Vec<String>,
    /// What its authors say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// A parameter of a program that is one with another's, or with a tag of the controller (Logix).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Connection {
    /// One end, as the file writes it: `\Filling.Level`.
    pub from: String,
    /// The other.
    pub to: String,
}

/// A piece of hardware.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Module {
    /// Its name.
    pub name: String,
    /// Catalogue or order number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The module that it hangs on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Slot or network address on its parent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// What its authors say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// Something that a person should know of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// What sort of thing.
    pub kind: NoteKind,
    /// Where: a file, a block, a tag.
    #[serde(flatten, with = "tagbridge_texts::json::subject")]
    pub subject: Message,
    /// What is the case there.
    #[serde(flatten, with = "tagbridge_texts::json::text")]
    pub what: Message,
}

impl Note {
    pub(crate) fn new(
        kind: NoteKind,
        subject: &(impl ToArgument + ?Sized),
        what: impl Into<Message>,
    ) -> Self {
        let subject = match subject.to_argument() {
            Argument::Message(message) => message,
            name => Message::verbatim(name.to_string()),
        };
        Self { kind, subject, what: what.into() }
    }

    /// Whether it says that a tag, its subject by its path, is declared more than once.
    pub fn is_declared_twice(&self) -> bool {
        self.what.is_of::<Noted<'_>>() && self.what.code() == Noted::DeclaredTwice.message().code()
    }
}

/// `FB1: its source is protected`.
impl Coded for Note {
    const CODES: &'static [tagbridge_texts::Code] = NoteOf::CODES;

    fn message(&self) -> Message {
        NoteOf { subject: self.subject.clone(), what: self.what.clone() }.message()
    }
}

/// What sort of thing a note is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NoteKind {
    /// Its source is protected: what is outside (its interface) was read.
    Protected,
    /// It was left out: a file of no known kind, a part that is of no use here.
    Skipped,
    /// It could not be read; the rest was.
    Unreadable,
    /// Twice in the file, or at odds with another part.
    Conflict,
    /// Something that it refers to is not in the file.
    Missing,
}
