//! `GET projects/{id}/search-context`: pieces of a project that fit a query.
//!
//! The specification names none of the answer's fields: they are decided here.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::turn::Citation;

/// Query of `GET search-context`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct SearchQuery {
    /// What to look for: words, a name or a part of one, an address. 1 to 1,000 characters.
    #[param(min_length = 1, max_length = 1000)]
    pub query: String,
    /// Chunks: 1 to 25, default 8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 25, default = 8)]
    pub limit: Option<u32>,
    /// Another name for `limit`; where both are given they must be equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 25)]
    pub top_k: Option<u32>,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SearchContext {
    /// The project.
    pub project_id: String,
    /// The version that was searched; absent where the project has no file yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version_id: Option<String>,
    /// The query, as it was asked.
    pub query: String,
    /// How it was looked for.
    pub route: Route,
    /// How many chunks follow.
    pub count: u32,
    /// Whether more fits than follows.
    pub truncated: bool,
    /// The chunks, what fits best first.
    pub chunks: Vec<FoundChunk>,
    /// Why there is none, where that is not because nothing fits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// How a query was looked for: its shape decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Route {
    /// Something is called exactly so.
    Exact,
    /// As a part of a name.
    Fragments,
    /// As an absolute address.
    Address,
    /// By its words.
    Words,
}

/// A piece of a project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FoundChunk {
    /// Names it, as long as it stays as it is.
    pub chunk_id: String,
    /// How well it fits, 0 to 1: to be compared within one answer only.
    pub score: f64,
    /// What it is.
    #[serde(flatten)]
    pub chunk: Chunk,
}

/// What is found: a rung, a few statements, a declaration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Chunk {
    /// What kind of piece it is.
    pub kind: ChunkKind,
    /// Where it stands, in words: `MainProgram / PumpControl, rung 12`.
    pub title: String,
    /// What it says, up to 2,000 characters.
    pub text: String,
    /// Whether `text` was cut, at the end of a line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// The language of code: `LD`, `ST`, `FBD`, `SFC`, `CFC`, `IL`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The lines of a text that it is, or the number of its rung.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Lines>,
    /// Where it stands, as answers cite it.
    pub citation: Citation,
    /// The same for a person.
    pub label: String,
}

/// Which lines of a text, or which rung.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Lines {
    /// The first: lines count from 1, rungs as their editor does.
    pub first: u32,
    /// The last.
    pub last: u32,
}

/// What kind of piece something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChunkKind {
    /// A rung, a network, a sheet, a step.
    Rung,
    /// Statements of a text.
    Statement,
    /// A tag or a variable.
    Tag,
    /// A type, an add-on instruction, a function block, a data block.
    Definition,
    /// A routine.
    Routine,
    /// A task.
    Task,
}
