use serde::{Deserialize, Serialize};
use tagbridge_texts::Language;
use ts_rs::TS;

/// The tags of a project, grouped by the place of declaration.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenTagTree {
    /// As in the list of projects.
    pub project: String,
    /// Part of a name, an address, or a comment in any language; empty: all tags. Case is ignored.
    pub search: String,
}

/// The groups of a project's tags.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TagTree {
    /// The groups with tags in the project's order; inputs and outputs are last.
    pub groups: Vec<TagGroupItem>,
    /// The number of tags.
    pub of: u32,
}

/// A group of tags.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TagGroupItem {
    /// The kind of group.
    pub kind: TagGroupKind,
    /// The name of the program, the block or the tag table; empty for the controller and for inputs
    /// and outputs.
    pub name: String,
    /// The number of its tags.
    pub of: u32,
}

/// The kind of a group of tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum TagGroupKind {
    /// The controller's own tags.
    Controller,
    /// A program.
    Program,
    /// A block, a tag table or a list of global variables.
    Block,
    /// Inputs and outputs.
    InputOutput,
}

/// Tags of a group.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TagsOfGroup {
    /// As in the list of projects.
    pub project: String,
    /// As in `tag_tree`.
    pub search: String,
    /// The kind of the group.
    pub kind: TagGroupKind,
    /// The name of the group.
    pub name: String,
    /// The index of the first tag.
    pub from: u32,
    /// The number of tags, at most 50,000.
    pub count: u32,
    /// The language of the comments, if the project has them in several.
    #[serde(default)]
    pub language: Language,
}

/// Tags with their declarations in the project's file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DeclaredTags {
    /// The requested tags, by name.
    pub tags: Vec<DeclaredTag>,
    /// The number of tags in the group.
    pub of: u32,
}

/// A tag as it is declared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DeclaredTag {
    /// Its name, for a session.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Its comment.
    pub comment: Option<String>,
    /// Its address as the vendor's editor writes it: `%I0.3`, or the tag of an alias; null: its name
    /// is its address.
    pub address: Option<String>,
    /// Whether it has members, which are read with it.
    pub is_structure: bool,
}
