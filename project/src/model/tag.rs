//! Tags: everything that has a value.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;

use super::{Retention, TypeUse};

/// A tag. A structure or an array is one tag, which expands on demand.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tag {
    /// The full name in the notation of the platform: `Speed`, `Program:Main.Speed`,
    /// `"Recipe"."Name"`, `PLC_PRG.speed`.
    pub name: String,
    /// The place of its declaration: a program, a data block, a tag table, a global variable list.
    /// Empty for controller tags.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub scope: String,
    /// Its type; for an alias, the type of its target.
    #[serde(rename = "type")]
    pub type_use: TypeUse,
    /// Its comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The comments of its members, elements and bits, by the operand after the name: `.Speed`,
    /// `[3].Speed`, `.DATA.0`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub comments: BTreeMap<String, String>,
    /// The unit of its value, if the file contains it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The units of its members and elements, by operand as in `comments`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub units: BTreeMap<String, String>,
    /// The access from outside.
    #[serde(default, skip_serializing_if = "Access::is_unknown")]
    pub access: Access,
    /// Whether its value is constant.
    #[serde(default, skip_serializing_if = "is_false")]
    pub constant: bool,
    /// Whether it belongs to the safety program.
    #[serde(default, skip_serializing_if = "is_false")]
    pub safety: bool,
    /// What its value survives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retention: Option<Retention>,
    /// The target of an alias, in the notation of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias_for: Option<String>,
    /// Its exchange with other controllers (Logix produced and consumed tags).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<Exchange>,
    /// Its start value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<Initial>,
    /// Where it is stored, as far as the project contains it.
    pub place: Place,
}

/// The access from outside. This program only reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Access {
    /// Read and write.
    ReadWrite,
    /// Read only.
    ReadOnly,
    /// No access.
    None,
    /// The file does not contain the access.
    #[default]
    Unknown,
}

impl Access {
    /// Whether the access is unknown.
    pub fn is_unknown(&self) -> bool {
        *self == Self::Unknown
    }
}

/// The exchange of a tag with other controllers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Exchange {
    /// Other controllers may consume it.
    Produced,
    /// Its value comes from another controller.
    Consumed {
        /// The name of that controller among the modules.
        producer: String,
        /// The name of the tag in that controller.
        remote: String,
    },
}

/// A start value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Initial {
    /// A scalar in the notation of the file: `5`, `16#FF`, `T#5s`, `'text'`.
    Scalar(String),
    /// The parts that differ from the default of their type, by operand: `.Speed`, `[3]`.
    Parts(BTreeMap<String, String>),
}

/// Where a tag is stored, as far as the project contains it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Place {
    /// Only by name (Logix).
    #[default]
    Symbol,
    /// In an S7 memory area (`I`, `Q`, `M`, `T`, `C`) from this bit on.
    Area {
        /// `I`, `Q`, `M`, `T` or `C`.
        area: char,
        /// The offset from the beginning of the area; for timers and counters the number.
        bit: u32,
    },
    /// In an S7 data block from this bit on: standard layout.
    Block {
        /// The name of the block, without quotes.
        block: String,
        /// The number of the block, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u16>,
        /// The offset from the beginning of the block.
        bit: u32,
    },
    /// In an S7 data block whose layout is not fixed (optimized access), or not known to be fixed:
    /// readable by name, if the controller has an OPC UA server.
    Optimised {
        /// The name of the block, without quotes.
        block: String,
        /// Whether the file contains the access; otherwise the default of the platform is assumed.
        certain: bool,
    },
    /// A CODESYS variable: an OPC UA node if it is published.
    Node {
        /// The path without the prefix of the runtime: `Application.PLC_PRG.speed`.
        path: String,
        /// Whether it is published.
        published: Published,
    },
    /// Cannot be read from outside.
    Nowhere {
        /// The reason.
        #[serde(flatten, with = "tagbridge_texts::json::reason")]
        reason: Message,
    },
}

/// Whether a CODESYS variable has a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Published {
    /// It is published by the symbol configuration or a pragma.
    Yes,
    /// The symbol configuration does not contain it.
    No,
    /// The file has no symbol configuration.
    Unknown,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_false(value: &bool) -> bool {
    !value
}
