//! The place of a secret in a configuration. The secret itself is never in the configuration or in
//! messages.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Value;

/// The place of a secret: `{ file = "…" }` or `{ env = "…" }`. Other text may be the secret itself
/// and is not repeated in errors.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Value")]
pub enum ServiceSecret {
    /// In a file that only its owner can read.
    File(PathBuf),
    /// In an environment variable.
    Env(String),
}

impl ServiceSecret {
    /// Resolves the path of its file relative to this folder.
    #[must_use]
    pub fn in_folder(self, folder: &Path) -> Self {
        match self {
            Self::File(path) => Self::File(folder.join(path)),
            variable @ Self::Env(_) => variable,
        }
    }
}

impl TryFrom<Value> for ServiceSecret {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        let table = value.as_table().filter(|table| table.len() == 1);
        match table.and_then(|table| table.iter().next()) {
            Some((kind, Value::String(place))) if kind == "file" => Ok(Self::File(place.into())),
            Some((kind, Value::String(place))) if kind == "env" => Ok(Self::Env(place.clone())),
            _ => Err("a secret is named by its place: { file = \"…\" } or { env = \"…\" }"),
        }
    }
}

/// An error of a configuration, with its line number but without its text, which may contain a
/// secret.
pub fn without_its_line(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    format!("line {}: {}", before.matches('\n').count() + 1, error.message())
}
