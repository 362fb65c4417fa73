//! Types in the form in which a project defines and uses them.

use serde::{Deserialize, Serialize};

use super::{Access, Initial};

/// A type that the project defines.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DataType {
    /// Its name, without quotes.
    pub name: String,
    /// The kind of the type.
    pub kind: DataTypeKind,
    /// The members of a structure in order, without hidden ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
    /// The values of an enumeration, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<EnumValue>,
    /// The base type of an alias or an enumeration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<TypeUse>,
    /// The structure that it extends (`EXTENDS`), whose members are included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extends: Option<String>,
    /// Its comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// The kind of a type.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DataTypeKind {
    /// Consecutive members.
    #[default]
    Structure,
    /// Members that share the same memory.
    Union,
    /// A string with its own length (Logix string family).
    String,
    /// Named numbers.
    Enumeration,
    /// Another name for a type.
    Alias,
}

/// A value of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EnumValue {
    /// Its name.
    pub name: String,
    /// Its number, if the file contains it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// Its comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// A part of a structure or of a block's interface, or a variable.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// Its name, without quotes.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub type_use: TypeUse,
    /// The section of the interface; absent in a plain structure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<Section>,
    /// The access from outside.
    #[serde(default, skip_serializing_if = "Access::is_unknown")]
    pub access: Access,
    /// The offset in its structure in bits, if the layout is fixed and known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bit_offset: Option<u32>,
    /// Its start value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<Initial>,
    /// Its comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The unit of its value, if the file contains it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Whether a call must contain it (add-on instructions: it is an operand).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
    /// Whether the code of the block must not write it (an `InOut` parameter of an add-on instruction).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub constant: bool,
    /// The target of an alias parameter, in the notation of the file: a local tag of the add-on
    /// instruction, or a part of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias_for: Option<String>,
    /// The text after `AT`: an address (`%IX0.0`), or the overlaid variable (Siemens).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// What its value survives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retention: Option<Retention>,
}

/// What a value survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Retention {
    /// A power failure.
    Retain,
    /// A power failure, and a download of the program.
    Persistent,
    /// As set in each instance data block (Siemens).
    SetInInstance,
}

/// The section of an interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Section {
    /// Input: the caller passes a value.
    Input,
    /// Output: the caller receives a value.
    Output,
    /// A reference to a variable of the caller; has no storage of its own if it is structured.
    InOut,
    /// Retained from call to call.
    Static,
    /// Retained from call to call, and usually hidden (local tags of add-on instructions).
    Local,
    /// Only valid during the call.
    Temp,
    /// A named constant.
    Constant,
    /// The result of a function.
    Return,
    /// A variable that is declared elsewhere (`VAR_EXTERNAL`).
    External,
}

/// The use of a type: by name, as an array, or as an anonymous structure.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TypeUse {
    /// The name of one element's type in the spelling of the file, without quotes: `DINT`,
    /// `Motor_UDT`; `Struct` if the type is anonymous and `members` contains its members.
    pub name: String,
    /// One for each dimension, the outermost first; empty for a scalar.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dimensions: Vec<Dimension>,
    /// The maximum length of a string, in characters, if declared: `STRING[20]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// The members of an anonymous structure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
}

impl TypeUse {
    /// A single element of a named type.
    pub fn scalar(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}

/// The bounds of one dimension, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Dimension {
    /// The lowest index.
    pub low: i32,
    /// The highest index.
    pub high: i32,
}

impl Dimension {
    /// A dimension with this number of elements, from 0.
    pub fn of(count: u32) -> Self {
        Self { low: 0, high: i32::try_from(count).unwrap_or(i32::MAX) - 1 }
    }

    /// Number of elements.
    pub fn count(self) -> u32 {
        u32::try_from(i64::from(self.high) - i64::from(self.low) + 1).unwrap_or(0)
    }
}
