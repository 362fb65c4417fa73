//! Types, as a project defines and uses them.

use serde::{Deserialize, Serialize};

use super::{Access, Initial};

/// A type that the project defines.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DataType {
    /// Its name, without quotes.
    pub name: String,
    /// What it is.
    pub kind: DataTypeKind,
    /// A structure's members in order, hidden ones left out; the one that says of what an alias is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
    /// An enumeration's values in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<EnumValue>,
    /// An alias's or an enumeration's type underneath.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<TypeUse>,
    /// The structure that it is made from (`EXTENDS`); its members are among these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extends: Option<String>,
    /// What its authors say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// What a type is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DataTypeKind {
    /// Members one after the other.
    #[default]
    Structure,
    /// Members on top of each other.
    Union,
    /// Text with a length of its own (Logix string family).
    String,
    /// Names for numbers.
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
    /// Its number, where the file tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// What its authors say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// A part of a structure, of a block's interface, or a variable.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// Its name, without quotes.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub type_use: TypeUse,
    /// Which part of an interface it belongs to; absent in a plain structure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<Section>,
    /// What an outsider may do with it.
    #[serde(default, skip_serializing_if = "Access::is_unknown")]
    pub access: Access,
    /// Where it begins in its structure in bits, where the layout is fixed and known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bit_offset: Option<u32>,
    /// What it starts with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<Initial>,
    /// What its authors say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The unit that its value is in, where the file tells one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Whether a call must give it (add-on instructions: it is an operand).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
    /// Whether the code inside may not write it (an `InOut` parameter of an add-on instruction).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub constant: bool,
    /// What it is another name for, as the file writes it: a local tag of the add-on instruction,
    /// or a part of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias_for: Option<String>,
    /// Behind `AT`: an address (`%IX0.0`), or the variable that it lies over (Siemens).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// What its value outlives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retention: Option<Retention>,
}

/// What a value outlives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Retention {
    /// Power off.
    Retain,
    /// Power off, and a download of the program.
    Persistent,
    /// What each instance data block says of itself (Siemens).
    SetInInstance,
}

/// Which part of an interface a member belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Section {
    /// Given by the caller.
    Input,
    /// Given to the caller.
    Output,
    /// A reference of the caller's: no storage of its own where it is structured.
    InOut,
    /// Kept from call to call.
    Static,
    /// Kept from call to call, and not seen from outside unless said (add-on instructions' locals).
    Local,
    /// Gone after the call.
    Temp,
    /// A name for a fixed value.
    Constant,
    /// What a function answers.
    Return,
    /// Belongs to somebody else (`VAR_EXTERNAL`).
    External,
}

/// A type as it is used: by name, as an array of it, or as a structure without a name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TypeUse {
    /// The vendor's own name of one element, without quotes: `DINT`, `Motor_UDT`; `Struct` when it
    /// has no name and `members` say what it is. The file's spelling.
    pub name: String,
    /// One per dimension, outermost first; none for a scalar.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dimensions: Vec<Dimension>,
    /// The most characters of a string that says so: `STRING[20]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// The members of a structure without a name of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
}

impl TypeUse {
    /// One element of a type by name.
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
    /// So many elements, counted from 0.
    pub fn of(count: u32) -> Self {
        Self { low: 0, high: i32::try_from(count).unwrap_or(i32::MAX) - 1 }
    }

    /// How many elements.
    pub fn count(self) -> u32 {
        u32::try_from(i64::from(self.high) - i64::from(self.low) + 1).unwrap_or(0)
    }
}
