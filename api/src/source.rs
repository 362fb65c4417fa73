//! A project's source: `GET /projects/{id}/source`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::project::Vendor;

/// In which form the source is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceFormat {
    /// The vendor-neutral model.
    #[default]
    Parsed,
    /// The original file.
    Raw,
    /// All that is text: structured text, statement lists, sequences.
    Scl,
    /// All that is drawn: ladder, function block diagrams, continuous charts.
    Ladder,
}

impl SourceFormat {
    /// The name in JSON and in queries.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Parsed => "parsed",
            Self::Raw => "raw",
            Self::Scl => "scl",
            Self::Ladder => "ladder",
        }
    }
}

impl fmt::Display for SourceFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for SourceFormat {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        [Self::Parsed, Self::Raw, Self::Scl, Self::Ladder]
            .into_iter()
            .find(|it| it.as_str() == name)
            .ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// A name that is no format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownFormat(String);

impl std::error::Error for UnknownFormat {}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no format; there are parsed, raw, scl and ladder", self.0)
    }
}

/// Query of `GET /projects/{id}/source`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct SourceQuery {
    /// `parsed` (the default), `raw`, `scl` or `ladder`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<SourceFormat>,
    /// The version to read, of this project; without it, the current one. Ours: the specification
    /// reads the current one alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version_id: Option<String>,
}

/// Answer to `GET /projects/{id}/source`, but for `raw`, which is the file itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Source {
    /// As it was asked for.
    #[schema(value_type = String)]
    pub format: SourceFormat,
    /// The platform.
    pub vendor: Vendor,
    /// The vendor-neutral model: `programs`, `routines`, `tags`, `dataTypes` and more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub parsed: Option<serde_json::Value>,
    /// All that is text, each routine under a comment with its name: structured text, statement
    /// lists, and sequences (SFC, GRAPH) by their steps and transitions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scl: Option<String>,
    /// All routines that are drawn: ladder, function block diagrams, continuous charts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<Vec<LadderRoutine>>,
}

/// A routine that is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LadderRoutine {
    /// The program or block that it belongs to.
    pub program: String,
    /// Its name.
    pub routine: String,
    /// What it is written in: `LD`, `FBD` or `CFC`.
    #[serde(default)]
    pub language: String,
    /// Its rungs, networks or sheets, in order.
    pub rungs: Vec<LadderRung>,
}

/// A rung, a network or a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LadderRung {
    /// As the editor counts.
    pub number: u32,
    /// What it is written in, where that is something else than its routine: `ST`, `IL`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// A network's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What its authors say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// As neutral text: `XIC(Start)OTE(Run);`.
    pub text: String,
}
