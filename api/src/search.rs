//! `GET projects/{id}/search-context`: parts of a project that match a query.
//!
//! The specification does not define the response's fields; they are defined here.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::turn::Citation;

/// Query of `GET search-context`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct SearchQuery {
    /// The query: words, a name or a part of one, an address. 1 to 1,000 characters.
    #[param(min_length = 1, max_length = 1000)]
    pub query: String,
    /// Number of chunks: 1 to 25, default 8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 25, default = 8)]
    pub limit: Option<u32>,
    /// Another name for `limit`; if both are given they must be equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 25)]
    pub top_k: Option<u32>,
}

/// The search result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SearchContext {
    /// The project.
    pub project_id: String,
    /// The searched version; absent if the project has no file yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version_id: Option<String>,
    /// The query, unchanged.
    pub query: String,
    /// The kind of search.
    pub route: Route,
    /// Number of chunks in `chunks`.
    pub count: u32,
    /// Whether there are more matches.
    pub truncated: bool,
    /// The chunks, best match first.
    pub chunks: Vec<FoundChunk>,
    /// Why there are no chunks, if the reason is not that none matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// The kind of search, which depends on the form of the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Route {
    /// Exact name.
    Exact,
    /// Part of a name.
    Fragments,
    /// Absolute address.
    Address,
    /// Words.
    Words,
}

/// A part of a project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FoundChunk {
    /// Its id, which stays the same while the content is unchanged.
    pub chunk_id: String,
    /// Score, 0 to 1, comparable only within one response.
    pub score: f64,
    /// Its kind.
    #[serde(flatten)]
    pub chunk: Chunk,
}

/// A search hit: a rung, a few statements, a declaration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Chunk {
    /// Its kind.
    pub kind: ChunkKind,
    /// Its place in words: `MainProgram / PumpControl, rung 12`.
    pub title: String,
    /// Its text, up to 2,000 characters.
    pub text: String,
    /// Whether `text` was cut, at the end of a line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// The language of code: `LD`, `ST`, `FBD`, `SFC`, `CFC`, `IL`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Its lines in the text, or its rung number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Lines>,
    /// Its place, as in citations.
    pub citation: Citation,
    /// Its place as a display text.
    pub label: String,
}

/// Lines of a text, or a rung.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Lines {
    /// The first: lines count from 1, rungs as in their editor.
    pub first: u32,
    /// The last.
    pub last: u32,
}

/// The kind of a part of a project.
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
