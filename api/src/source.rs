//! A project's source: `GET /projects/{id}/source`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::project::Vendor;

/// The form of the source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceFormat {
    /// The vendor-neutral model.
    #[default]
    Parsed,
    /// The original file.
    Raw,
    /// All textual code: structured text, statement lists, sequences.
    Scl,
    /// All graphical code: ladder, function block diagrams, continuous charts.
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

/// The name is not a format.
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
    /// The version of this project to read; by default the current one. The specification describes
    /// only the current one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version_id: Option<String>,
}

/// Response to `GET /projects/{id}/source`, except for `raw`, which is the file itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Source {
    /// The requested form.
    #[schema(value_type = String)]
    pub format: SourceFormat,
    /// The platform.
    pub vendor: Vendor,
    /// The vendor-neutral model: `programs`, `routines`, `tags`, `dataTypes` and more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub parsed: Option<serde_json::Value>,
    /// All textual code, each routine under a comment with its name: structured text, statement
    /// lists, and sequences (SFC, GRAPH) with their steps and transitions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scl: Option<String>,
    /// All graphical routines: ladder, function block diagrams, continuous charts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<Vec<LadderRoutine>>,
}

/// A graphical routine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LadderRoutine {
    /// The program or block that it belongs to.
    pub program: String,
    /// Its name.
    pub routine: String,
    /// Its language: `LD`, `FBD` or `CFC`.
    #[serde(default)]
    pub language: String,
    /// Its rungs, networks or sheets, in order.
    pub rungs: Vec<LadderRung>,
}

/// A rung, a network or a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LadderRung {
    /// Its number, as in the editor.
    pub number: u32,
    /// Its language, if it differs from the routine's: `ST`, `IL`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// A network's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// As neutral text: `XIC(Start)OTE(Run);`.
    pub text: String,
}
