//! The vendor-neutral model of a project.
//!
//! `GET /projects/{id}/source?format=parsed` returns it, so its JSON is stable: keys in camelCase;
//! fields without a value are omitted.

mod code;
mod mention;
mod net;
mod origin;
mod tag;
mod translations;
mod types;

use serde::{Deserialize, Serialize};
use tagbridge_structured_text::Dialect;
use tagbridge_texts::{Argument, Coded, Message, ToArgument};

use crate::says::{NoteOf, Noted};

pub use tagbridge_api::project::Vendor;
pub use tagbridge_code::Way;

pub(crate) use self::{code::Code, origin::DRAWN};
pub use self::{
    code::{Block, BlockKind, Body, Language, Modifier, Program, Routine, Rung, ScanRoutine},
    mention::{Mention, MentionKind},
    net::{Net, Node, Pin, Wire},
    origin::{Origin, Origins, Position},
    tag::{Access, Exchange, Initial, Place, Published, Tag},
    translations::Translations,
    types::{DataType, DataTypeKind, Dimension, EnumValue, Member, Retention, Section, TypeUse},
};

/// A project of a vendor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Project {
    /// The platform.
    pub vendor: Vendor,
    /// The format of the file.
    pub format: Format,
    /// The name of the controller or of the application, or that of the file if it has neither.
    pub name: String,
    /// SHA-256 of the bytes of the file, in hexadecimal digits.
    pub hash: String,
    /// The controller of the project, as far as the file describes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<Controller>,
    /// Executed code: programs, organization blocks.
    pub programs: Vec<Program>,
    /// The code of programs and blocks.
    pub routines: Vec<Routine>,
    /// Values that could be read: controller and program tags, members of data blocks, PLC tags,
    /// variables of programs and of global variable lists. A structure or an array is one tag.
    pub tags: Vec<Tag>,
    /// Structures, enumerations, aliases and other types that the project defines.
    pub data_types: Vec<DataType>,
    /// Code that is called: add-on instructions, function blocks, functions, methods.
    pub blocks: Vec<Block>,
    /// When programs are executed.
    pub tasks: Vec<Task>,
    /// The hardware of the controller.
    pub modules: Vec<Module>,
    /// Connections of program parameters with other parameters or with tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub connections: Vec<Connection>,
    /// Comments and titles in the other languages of the file.
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    /// The places outside of code where the file names tags. Not part of the JSON.
    #[serde(skip)]
    pub mentions: Vec<Mention>,
    /// Parts that could not be read, and other information for the user.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

impl Project {
    /// The dialect of its structured text.
    pub fn dialect(&self) -> Dialect {
        match self.vendor {
            Vendor::AllenBradley => Dialect::Logix,
            Vendor::Siemens => Dialect::Siemens,
            Vendor::Codesys => Dialect::Codesys,
        }
    }

    /// What its JSON holds: drawings by their text alone, and where code stands by routine.
    pub fn as_its_json(mut self) -> Self {
        self.mentions.clear();
        for routine in &mut self.routines {
            routine.origins = Origins::default();
            routine.chart = None;
            if let Body::Rungs(rungs) = &mut routine.body {
                for rung in rungs {
                    rung.ladder = None;
                    rung.statements = None;
                    rung.list = None;
                    rung.net = None;
                    rung.parts = None;
                    rung.diagram = None;
                    rung.element = None;
                    rung.way = None;
                    rung.origins = Origins::default();
                }
            }
        }
        self
    }

    /// An empty project.
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

/// The format of a project's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Rockwell `.L5X`.
    L5x,
    /// Siemens sources, SimaticML, SIMATIC SD and tag tables, in a ZIP archive, a folder, or as a
    /// single file.
    Siemens,
    /// CODESYS native `.export`.
    CodesysExport,
    /// PLCopen XML.
    PlcOpenXml,
    /// CODESYS symbol configuration.
    SymbolConfiguration,
    /// Structured text of CODESYS, in a ZIP archive, a folder, or as a single file.
    CodesysSources,
}

impl Format {
    /// The usual extension of files in this format.
    pub fn extension(self) -> &'static str {
        match self {
            Self::L5x => "l5x",
            Self::Siemens | Self::CodesysSources => "zip",
            Self::CodesysExport => "export",
            Self::PlcOpenXml | Self::SymbolConfiguration => "xml",
        }
    }
}

/// The controller of a project.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Controller {
    /// Its name.
    pub name: String,
    /// Its model in the file: `1756-L83E`, `CODESYS Control Win V3 x64`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The firmware revision: `33.11`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// The serial number as printed on the device, if the project is bound to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serial: Option<String>,
    /// The slot in its rack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<u16>,
    /// The program that is executed on a fault of the controller (Logix).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault_program: Option<String>,
    /// The program that is executed after a power failure (Logix).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_up_program: Option<String>,
    /// Whether it has a redundant partner, with the same program and another serial number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub redundant: bool,
    /// Its comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// When programs are executed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    /// Its name.
    pub name: String,
    /// The kind in the vendor's words: `CONTINUOUS`, `PERIODIC`, `EVENT`, `Cyclic`.
    pub kind: String,
    /// The interval of a periodic task, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval_ms: Option<f64>,
    /// The priority on the vendor's scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<i32>,
    /// Maximum duration of one execution, in milliseconds; a longer one is a fault of the controller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watchdog_ms: Option<f64>,
    /// The trigger of an event task in the vendor's words, with its tag or variable: `Axis Home`,
    /// `Consumed Tag Remote_Start`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger: Option<String>,
    /// Whether the task is disabled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub inhibited: bool,
    /// Whether it does not update the outputs at its end (Logix: `DisableUpdateOutputs`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outputs_left: bool,
    /// Whether it belongs to the safety program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub safety: bool,
    /// Its programs, in order.
    pub programs: Vec<String>,
    /// Its comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// A connection of a program parameter with another parameter or with a controller tag (Logix).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Connection {
    /// One end, in the notation of the file: `\Filling.Level`.
    pub from: String,
    /// The other end.
    pub to: String,
}

/// A hardware module.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Module {
    /// Its name.
    pub name: String,
    /// The catalog or order number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Its parent module.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The slot or the network address at its parent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Its comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// Information about a file for the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// The kind of the note.
    pub kind: NoteKind,
    /// The subject: a file, a block, a tag.
    #[serde(flatten, with = "tagbridge_texts::json::subject")]
    pub subject: Message,
    /// What was found.
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

    /// Whether the note says that the tag with the path in `subject` is declared more than once.
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

/// The kind of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NoteKind {
    /// The source is protected; only its interface was read.
    Protected,
    /// The part was skipped: a file of unknown format, or one that is not needed.
    Skipped,
    /// The part could not be read; the rest was.
    Unreadable,
    /// The part is repeated in the file, or contradicts another part.
    Conflict,
    /// A referenced part is not in the file.
    Missing,
}
