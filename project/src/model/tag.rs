//! Tags: what has a value.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;

use super::{Retention, TypeUse};

/// Something that has a value. A structure or an array is one tag; it expands on demand.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tag {
    /// As the platform writes it, whole: `Speed`, `Program:Main.Speed`, `"Recipe"."Name"`,
    /// `PLC_PRG.speed`.
    pub name: String,
    /// Where it is declared: a program, a data block, a tag table, a global variable list. Empty
    /// for the controller's own.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub scope: String,
    /// Its type. Of an alias, the type of what it stands for.
    #[serde(rename = "type")]
    pub type_use: TypeUse,
    /// What its authors say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// What they say of its members, elements and bits, by operand as it follows the name:
    /// `.Speed`, `[3].Speed`, `.DATA.0`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub comments: BTreeMap<String, String>,
    /// The unit that its value is in, where the file tells one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The units of its members and elements, by operand as `comments`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub units: BTreeMap<String, String>,
    /// What an outsider may do with it.
    #[serde(default, skip_serializing_if = "Access::is_unknown")]
    pub access: Access,
    /// Whether its value is fixed.
    #[serde(default, skip_serializing_if = "is_false")]
    pub constant: bool,
    /// Whether it belongs to the safety part.
    #[serde(default, skip_serializing_if = "is_false")]
    pub safety: bool,
    /// What its value outlives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retention: Option<Retention>,
    /// What it is another name for, as the file writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias_for: Option<String>,
    /// What it has to do with other controllers (Logix produced and consumed tags).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<Exchange>,
    /// What it starts with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<Initial>,
    /// Where it is to be read, as far as the project tells.
    pub place: Place,
}

/// What an outsider may do with something. We only ever read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Access {
    /// Read and write.
    ReadWrite,
    /// Read alone.
    ReadOnly,
    /// Neither.
    None,
    /// The file does not tell.
    #[default]
    Unknown,
}

impl Access {
    /// Whether there is nothing to say.
    pub fn is_unknown(&self) -> bool {
        *self == Self::Unknown
    }
}

/// What a tag has to do with other controllers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Exchange {
    /// They may consume it.
    Produced,
    /// Its value comes from one of them.
    Consumed {
        /// That controller's name among the modules.
        producer: String,
        /// What the tag is called there.
        remote: String,
    },
}

/// What something starts with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Initial {
    /// A scalar as the file writes it: `5`, `16#FF`, `T#5s`, `'text'`.
    Scalar(String),
    /// Parts that differ from their type's own, by operand: `.Speed`, `[3]`.
    Parts(BTreeMap<String, String>),
}

/// Where a tag is to be read, as far as the project tells.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Place {
    /// By its name alone (Logix).
    #[default]
    Symbol,
    /// In an S7 memory area (`I`, `Q`, `M`, `T`, `C`) from this bit on.
    Area {
        /// `I`, `Q`, `M`, `T` or `C`.
        area: char,
        /// From the area's beginning; of timers and counters the number.
        bit: u32,
    },
    /// In an S7 data block from this bit on: standard layout.
    Block {
        /// The block's name, without quotes.
        block: String,
        /// Its number, where it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u16>,
        /// From the block's beginning.
        bit: u32,
    },
    /// In an S7 data block whose layout is not fixed (optimised access), or not known to be:
    /// by its name alone, where the controller has an OPC UA server.
    Optimised {
        /// The block's name, without quotes.
        block: String,
        /// Whether the file says so; else it says nothing, and the platform's default is assumed.
        certain: bool,
    },
    /// A CODESYS variable, as an OPC UA node where it is published.
    Node {
        /// Below the runtime's own prefix: `Application.PLC_PRG.speed`.
        path: String,
        /// Whether it is.
        published: Published,
    },
    /// Nowhere from outside.
    Nowhere {
        /// Why.
        #[serde(flatten, with = "tagbridge_texts::json::reason")]
        reason: Message,
    },
}

/// Whether a CODESYS variable has a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Published {
    /// By the symbol configuration or a pragma.
    Yes,
    /// The symbol configuration leaves it out.
    No,
    /// The file has no symbol configuration.
    Unknown,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_false(value: &bool) -> bool {
    !value
}
