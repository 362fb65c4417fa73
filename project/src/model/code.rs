//! What is executed and what is called.

use serde::{Deserialize, Serialize};

use super::Member;

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
    /// What its authors say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// Something that is called.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    /// Whether its source is protected.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub protected: bool,
    /// Its version, as its authors count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// What its authors say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BlockKind {
    /// Logix.
    AddOnInstruction,
    /// With memory of its own for each use.
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

/// The code of a program or a block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
}

/// What code is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    Other,
}

/// What code says, as text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Body {
    /// Lines, joined by `\n`.
    Text(String),
    /// Rungs, networks, sheets or steps, in order.
    Rungs(Vec<Rung>),
    /// The file does not show it.
    Protected,
    /// The file has none: a stub from the surroundings of what was exported.
    Absent,
}

/// A rung or a network.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rung {
    /// As the editor counts.
    pub number: u32,
    /// A network's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What its authors say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// As neutral text: `XIC(Start)[OTE(Run) ,OTL(Lamp) ];`.
    pub text: String,
}
