//! Executed and called code.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use tagbridge_code::{Chart, ChartElement, DiagramEnd, Ladder, ListStatement, SentencePart};
use tagbridge_structured_text::Statement;

use super::{Member, Net, Origin, Origins, Vendor, Way};

/// A program that a task executes: a Logix program, an organization block, a CODESYS program.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Program {
    /// Its name.
    pub name: String,
    /// The block number, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
    /// Its folders, from the outermost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folder: Vec<String>,
    /// Its variables, if they are not tags (S7 organization blocks), and its parameters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
    /// The names of its routines.
    pub routines: Vec<String>,
    /// The routine that is executed first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main_routine: Option<String>,
    /// The routine that is executed on a fault of the program (Logix).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault_routine: Option<String>,
    /// The routine that is executed before the routine of an equipment phase's current state (Logix).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prestate_routine: Option<String>,
    /// Whether it is an equipment phase, which executes the routine of its current state (Logix).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub equipment_phase: bool,
    /// Whether it is inhibited: no task executes it (Logix).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
    /// Whether it belongs to the safety program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub safety: bool,
    /// The event that starts an S7 organization block, in the vendor's words: `ProgramCycle`,
    /// `CyclicInterrupt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Its comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

impl Program {
    /// The acting states of an equipment phase: each has a routine with the same name (Rockwell
    /// 1756-UM001, §"State Model Overview").
    const ACTING_STATES: [&str; 6] =
        ["Resetting", "Running", "Holding", "Restarting", "Stopping", "Aborting"];

    /// Whether a routine with this name is executed without a call: as the main routine, on a
    /// fault, before or in a state of an equipment phase.
    pub fn begins_with(&self, routine: &str) -> bool {
        let named = [&self.main_routine, &self.fault_routine, &self.prestate_routine];
        let mut named = named.into_iter().flatten();
        named.any(|it| it.eq_ignore_ascii_case(routine)) || self.is_of_state(routine)
    }

    /// Whether a routine with this name is only executed in one state of an equipment phase.
    pub fn is_of_state(&self, routine: &str) -> bool {
        self.equipment_phase
            && Self::ACTING_STATES.iter().any(|it| it.eq_ignore_ascii_case(routine))
    }
}

/// A block that is called.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    /// Its name, without quotes; for a method or an action with the name of its owner: `FB_Motor.Start`.
    pub name: String,
    /// The kind of the block.
    pub kind: BlockKind,
    /// The block number, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
    /// Its folders, from the outermost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folder: Vec<String>,
    /// Its interface.
    pub members: Vec<Member>,
    /// The names of its routines.
    pub routines: Vec<String>,
    /// The function block or the type of a data block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance_of: Option<String>,
    /// Whether its memory has a fixed layout (S7 standard access); absent if the file does not contain it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_layout: Option<bool>,
    /// The function blocks or interfaces that it extends (`EXTENDS`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extends: Vec<String>,
    /// The interfaces that it implements (`IMPLEMENTS`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub implements: Vec<String>,
    /// Its declared access and inheritance modifiers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// When its routines other than the logic are executed (Logix).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub executes: Vec<ScanRoutine>,
    /// Whether its source is protected.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub protected: bool,
    /// Whether it belongs to the safety program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub safety: bool,
    /// The signature of an add-on instruction, which changes with its source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// Its version, as declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Its comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// The kind of a block.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BlockKind {
    /// An add-on instruction (Logix).
    AddOnInstruction,
    /// A function block, with its own memory for each instance.
    #[default]
    FunctionBlock,
    /// A function, without memory.
    Function,
    /// Only data (S7). Its members are also tags.
    DataBlock,
    /// A method of a function block, a program or an interface.
    Method,
    /// A property of a function block or an interface.
    Property,
    /// A named piece of code of a program or a function block.
    Action,
    /// An interface that function blocks implement.
    Interface,
}

/// Access and inheritance modifiers of a block (IEC 61131-3 §6.6.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Modifier {
    /// All code may use it.
    Public,
    /// Only its own function block may use it.
    Private,
    /// Its own function block and the derived ones may use it.
    Protected,
    /// Code in the same library may use it.
    Internal,
    /// It has no code of its own; derived blocks must implement it.
    Abstract,
    /// It cannot be extended or overridden.
    Final,
    /// It overrides the inherited one.
    Override,
}

/// When a routine of an add-on instruction is executed, other than its logic (1756-PM010).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ScanRoutine {
    /// Before the first scan.
    Prescan,
    /// When a step of a chart ends.
    Postscan,
    /// When the rung condition is false.
    EnableInFalse,
}

/// The code of a program or a block.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Routine {
    /// Its name; the name of the block if the platform has one body for each block.
    pub name: String,
    /// Its program or block.
    pub owner: String,
    /// Its language.
    pub language: Language,
    /// Its code.
    pub body: Body,
    /// Its comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Where its text begins in the files of the project.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// The places of the lines, if the body is a single text.
    #[serde(skip)]
    pub origins: Origins,
    /// The elements of a chart that is shown as a single text (Logix). Not part of the JSON.
    #[serde(skip)]
    pub chart: Option<Box<Chart>>,
}

/// Code as read from a file.
#[derive(Debug, Clone, Default)]
pub(crate) struct Code {
    pub(crate) language: Language,
    pub(crate) body: Body,
    /// Where it begins.
    pub(crate) origin: Option<Origin>,
    /// The places of the lines, if the body is a single text.
    pub(crate) origins: Origins,
}

impl Code {
    /// Whether it contains more than blanks.
    pub(crate) fn is_filled(&self) -> bool {
        match &self.body {
            Body::Text(text) => !text.trim().is_empty(),
            Body::Rungs(rungs) => rungs.iter().any(|rung| !rung.text.is_empty()),
            _ => false,
        }
    }
}

/// The language of code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Language {
    /// Ladder.
    Ld,
    /// Structured text, SCL.
    St,
    /// Function block diagram.
    Fbd,
    /// Sequential function chart, GRAPH.
    Sfc,
    /// Continuous function chart.
    Cfc,
    /// Instruction list, STL, AWL.
    Il,
    /// Another language, or an unknown one.
    #[default]
    Other,
}

impl Language {
    /// Its name in the model's JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ld => "LD",
            Self::St => "ST",
            Self::Fbd => "FBD",
            Self::Sfc => "SFC",
            Self::Cfc => "CFC",
            Self::Il => "IL",
            Self::Other => "OTHER",
        }
    }
}

/// The contents of code, as text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Body {
    /// Lines, joined by `\n`.
    Text(String),
    /// Rungs, networks, sheets or steps, in order.
    Rungs(Vec<Rung>),
    /// The file does not contain the code, because it is protected.
    Protected,
    /// The file contains no code: a stub in the context of an export.
    #[default]
    Absent,
}

/// A rung or a network.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rung {
    /// The number in the editor.
    pub number: u32,
    /// The language of a network, if it differs from that of its routine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// The title of a network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The neutral text: `XIC(Start)[OTE(Run) ,OTL(Lamp) ];`.
    pub text: String,
    /// The executed ladder or S7 function block diagram, with its spans in the text; for a step or
    /// a transition all of its networks. Not part of the JSON.
    #[serde(skip)]
    pub ladder: Option<Box<Ladder>>,
    /// What is executed, where it is a network of CODESYS, with its places in the text. It is not
    /// part of the JSON.
    #[serde(skip)]
    pub statements: Option<Vec<Statement>>,
    /// The statements of a list (S7), with their spans in the text. Not part of the JSON.
    #[serde(skip)]
    pub list: Option<Box<[ListStatement]>>,
    /// What a drawing is made of, where it is more than its text.
    #[serde(skip)]
    pub net: Option<Box<Net>>,
    /// The elements of a native export that its statements show. Not part of the JSON.
    #[serde(skip)]
    pub parts: Option<Box<[SentencePart]>>,
    /// The drawing that this network belongs to (PLCopen XML), with its places in the file. Not
    /// part of the JSON.
    #[serde(skip)]
    pub diagram: Option<Box<DiagramEnd>>,
    /// The element of a chart, with its spans in the text. Not part of the JSON.
    #[serde(skip)]
    pub element: Option<Box<ChartElement>>,
    /// The steps before and after a transition, if the file contains them (CODESYS).
    #[serde(skip)]
    pub way: Option<Box<Way>>,
    /// The places of the lines of its text.
    #[serde(skip)]
    pub origins: Origins,
}

impl Rung {
    /// The executed ladder or S7 function block diagram; for Logix, whose files contain ladder as
    /// text, the parsed text.
    pub fn ladder(&self, vendor: Vendor) -> Option<Cow<'_, Ladder>> {
        match &self.ladder {
            Some(ladder) => Some(Cow::Borrowed(&**ladder)),
            None if vendor == Vendor::AllenBradley && self.net.is_none() => {
                Some(Cow::Owned(Ladder::neutral(&self.text)))
            }
            None => None,
        }
    }
}
