//! What is executed and what is called.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use tagbridge_code::{Chart, ChartElement, Ladder};
use tagbridge_structured_text::Statement;

use super::{Member, Net, Origin, Origins, Vendor, Way};

/// Something that a task executes: a Logix program, an organization block, a CODESYS program.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Block number, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
    /// Where it is kept: folders, from the outermost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folder: Vec<String>,
    /// Its variables, where they are not tags (S7 organization blocks), and its parameters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
    /// The names of its routines.
    pub routines: Vec<String>,
    /// The routine that is executed first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main_routine: Option<String>,
    /// The routine that is executed on a fault of the program's (Logix).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault_routine: Option<String>,
    /// The routine that is executed before that of the state that an equipment phase is in (Logix).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prestate_routine: Option<String>,
    /// Whether it is an equipment phase: of its routines for states, the one of the state that it is
    /// in is executed (Logix).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub equipment_phase: bool,
    /// Whether it is inhibited: no task executes it (Logix).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
    /// Whether it belongs to the safety part.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub safety: bool,
    /// What starts an S7 organization block, in the vendor's words: `ProgramCycle`,
    /// `CyclicInterrupt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// What its authors say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

impl Program {
    /// States in which an equipment phase acts: each has a routine of the same name (Rockwell
    /// 1756-UM001, §"State Model Overview").
    const ACTING_STATES: [&str; 6] =
        ["Resetting", "Running", "Holding", "Restarting", "Stopping", "Aborting"];

    /// Whether a routine of this name is executed without a call: as the main routine, on a fault,
    /// before or in a state of an equipment phase.
    pub fn begins_with(&self, routine: &str) -> bool {
        let named = [&self.main_routine, &self.fault_routine, &self.prestate_routine];
        let mut named = named.into_iter().flatten();
        named.any(|it| it.eq_ignore_ascii_case(routine)) || self.is_of_state(routine)
    }

    /// Whether a routine of this name is executed in one state of an equipment phase alone.
    pub fn is_of_state(&self, routine: &str) -> bool {
        self.equipment_phase
            && Self::ACTING_STATES.iter().any(|it| it.eq_ignore_ascii_case(routine))
    }
}

/// Something that is called.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    /// Its name, without quotes; a method's or an action's with its owner's: `FB_Motor.Start`.
    pub name: String,
    /// What it is.
    pub kind: BlockKind,
    /// Block number, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
    /// Where it is kept: folders, from the outermost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folder: Vec<String>,
    /// Its interface.
    pub members: Vec<Member>,
    /// The names of its routines.
    pub routines: Vec<String>,
    /// Of a data block made for a function block: that block, or the type it is made of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance_of: Option<String>,
    /// Whether its memory has a fixed layout (S7 standard access); absent where the file says
    /// nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_layout: Option<bool>,
    /// The function blocks or interfaces that it is made from (`EXTENDS`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extends: Vec<String>,
    /// The interfaces that it promises (`IMPLEMENTS`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub implements: Vec<String>,
    /// Who may use it, and what of it may be replaced, as it is declared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// When its routines beside the one of its logic are executed (Logix).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub executes: Vec<ScanRoutine>,
    /// Whether its source is protected.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub protected: bool,
    /// Whether it belongs to the safety part.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub safety: bool,
    /// The seal of an add-on instruction: it changes with its source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// Its version, as its authors count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// What its authors say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// What a block is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BlockKind {
    /// Logix.
    AddOnInstruction,
    /// With memory of its own for each use.
    #[default]
    FunctionBlock,
    /// Without.
    Function,
    /// Data alone (S7): its members are tags too.
    DataBlock,
    /// Of a function block, a program or an interface.
    Method,
    /// Of a function block or an interface.
    Property,
    /// A piece of code with a name, of a program or a function block.
    Action,
    /// What function blocks promise.
    Interface,
}

/// Who may use a block, and what of it may be replaced (IEC 61131-3 §6.6.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Modifier {
    /// Everybody.
    Public,
    /// Itself alone.
    Private,
    /// Itself and what is made from it.
    Protected,
    /// What is in the same library.
    Internal,
    /// It has no code of its own: what is made from it must have.
    Abstract,
    /// Nothing may be made from it, or replace it.
    Final,
    /// It replaces what it was made from.
    Override,
}

/// When a routine of an add-on instruction is executed beside its logic (1756-PM010).
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
    /// Its name. Where the platform has one body for a block, the block's name.
    pub name: String,
    /// The program or block that it belongs to.
    pub owner: String,
    /// What it is written in.
    pub language: Language,
    /// What it says.
    pub body: Body,
    /// What its authors say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Where its text begins in the project's files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Where the lines of a body that is one text stand.
    #[serde(skip)]
    pub origins: Origins,
    /// What a chart is made of that is shown as one text (Logix). It is not part of the JSON.
    #[serde(skip)]
    pub chart: Option<Box<Chart>>,
}

/// Code as a reader finds it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Code {
    pub(crate) language: Language,
    pub(crate) body: Body,
    /// Where it begins.
    pub(crate) origin: Option<Origin>,
    /// Where the lines of a body that is one text stand.
    pub(crate) origins: Origins,
}

/// What code is written in.
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
    /// Something else, or not told.
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

/// What code says, as text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Body {
    /// Lines, joined by `\n`.
    Text(String),
    /// Rungs, networks, sheets or steps, in order.
    Rungs(Vec<Rung>),
    /// The file does not show it.
    Protected,
    /// The file has none: a stub from the surroundings of what was exported.
    #[default]
    Absent,
}

/// A rung or a network.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rung {
    /// As the editor counts.
    pub number: u32,
    /// What a network is written in, where that is something else than its routine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// A network's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What its authors say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// As neutral text: `XIC(Start)[OTE(Run) ,OTL(Lamp) ];`.
    pub text: String,
    /// What is executed, where it is ladder or a function block diagram of S7, with its places in
    /// the text; of a step or a transition all of its networks. It is not part of the JSON.
    #[serde(skip)]
    pub ladder: Option<Box<Ladder>>,
    /// What is executed, where it is a network of CODESYS, with its places in the text. It is not
    /// part of the JSON.
    #[serde(skip)]
    pub statements: Option<Vec<Statement>>,
    /// What a drawing is made of, where it is more than its text.
    #[serde(skip)]
    pub net: Option<Box<Net>>,
    /// What it is in a chart, with its places in the text. It is not part of the JSON.
    #[serde(skip)]
    pub element: Option<Box<ChartElement>>,
    /// Which steps a transition leads from and to, where the file tells it (CODESYS).
    #[serde(skip)]
    pub way: Option<Box<Way>>,
    /// Where the lines of its text stand.
    #[serde(skip)]
    pub origins: Origins,
}

impl Rung {
    /// What is executed, where it is ladder or a function block diagram of S7, or ladder of Logix,
    /// whose files have it as text.
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
