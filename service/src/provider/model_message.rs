//! Messages to and from a model, independent of the API.

use serde_json::Value;
use tagbridge_api::turn::Usage;

/// A message.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ModelMessage {
    /// From us.
    Us(String),
    /// From the model: a text, and tool calls.
    Model { text: String, calls: Vec<Call> },
    /// The results of the tools, by the id of each call, as JSON.
    Found(Vec<(String, String)>),
}

/// A tool that a model calls.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Call {
    /// The id of the call.
    pub(crate) id: String,
    /// The name of the tool.
    pub(crate) name: String,
    /// Its arguments; null if they are not JSON.
    pub(crate) arguments: Value,
}

/// A model's next message.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Reply {
    pub(crate) text: String,
    pub(crate) calls: Vec<Call>,
    /// It exceeded the maximum length and is incomplete.
    pub(crate) is_cut: bool,
    pub(crate) usage: Usage,
}

/// A tool that a model may call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) description: String,
    /// The JSON schema of its arguments.
    pub(crate) arguments: Value,
}
