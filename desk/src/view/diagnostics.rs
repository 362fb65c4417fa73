use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

/// The requests that may be sent to a session's controller, and the sent ones.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Statement {
    /// The session.
    pub session: String,
    /// Its protocol: `logix`.
    pub protocol: String,
    /// All kinds of requests that can be sent.
    pub kinds: Vec<RequestKind>,
    /// The number of sent write requests: always 0, because the program has no write request.
    pub writes: f64,
    /// Number of frames that the guard refused to send, because their kind is not in the list.
    pub refused: f64,
    /// The statement in English.
    pub promise: String,
    /// The same as a message.
    pub said: Message,
}

/// One kind of request.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RequestKind {
    /// The name in English: `Read Tag`.
    pub name: String,
    /// The same as a message.
    pub said: Message,
    /// The protocol's code: `0x4C`.
    pub code: String,
    /// The number of sent requests since the start of the session.
    pub sent: f64,
}

/// Counters of a session since its start.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Counters {
    /// The session.
    pub session: String,
    /// The start of the session.
    pub since: f64,
    /// Number of scans.
    pub scans: f64,
    /// Number of missed scans.
    pub missed: f64,
    /// Number of connections after the first one.
    pub reconnects: f64,
    /// Number of pushes that the service accepted.
    pub pushes: f64,
    /// Number of failed pushes, which were retried.
    pub failed_pushes: f64,
}

/// The answer of `diagnostics`.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostics {
    /// The allowed requests and the sent ones.
    pub statement: Statement,
    /// Counters of the session.
    pub counters: Counters,
    /// The wire trace.
    pub trace: Trace,
}

/// Switches a wire trace on for some time, or off.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SwitchTrace {
    /// The session.
    pub session: String,
    /// Duration in seconds, at most 600; 0: switch off now.
    pub seconds: u32,
}

/// A wire trace: every frame to and from a controller, stored in memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Trace {
    /// When it ends; null: it is off.
    pub until: Option<f64>,
    /// Number of stored frames.
    pub frames: u32,
    /// Size of the stored frames.
    pub bytes: f64,
    /// Number of older frames that were dropped.
    pub dropped: u32,
}

/// A support bundle to create.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MakeBundle {
    /// Whether tag names become `tag-1`, `tag-2`, …
    pub pseudonyms: bool,
    /// Whether to include the wire traces. They contain tag names and values, so they are never
    /// included together with pseudonyms.
    pub trace: bool,
}

/// The contents of a support bundle.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Bundle {
    /// Its files.
    pub files: Vec<BundleFile>,
    /// The kind of the removed data: `keys`, `passwords`, `user names`, `computer names`.
    pub removed: Vec<Removed>,
    /// Total size of the files.
    pub bytes: f64,
    /// Approximate size of the recorded communication, which is only included on request; missing:
    /// nothing is recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub trace_bytes: Option<f64>,
}

/// A file of a support bundle.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BundleFile {
    /// Its name in the archive.
    pub name: String,
    /// Its description.
    pub about: String,
    /// The same as a message.
    pub said: Message,
    /// Its size.
    pub bytes: f64,
    /// Its text, up to 64 KiB.
    pub text: String,
}

/// A kind of data that was removed from a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Removed {
    /// The name.
    pub what: String,
    /// How often it was removed.
    pub count: u32,
}

/// A bundle to save.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SaveBundle {
    /// As in the preview.
    pub pseudonyms: bool,
    /// As in the preview.
    pub trace: bool,
    /// The path from a file dialog; null: the answer contains the bytes.
    pub path: Option<String>,
}

/// A created file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MadeFile {
    /// The suggested file name.
    pub name: String,
    /// The bytes in base64; null: the file was saved on this computer.
    pub bytes: Option<String>,
}

/// The result of a check of the connections to the service and the controllers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// The subject of the check: `service: key`, `line-3: controller`.
    pub subject: Message,
    /// `fine`, `untried`, `doubtful`, `unusable`, `unreachable`, `refused`.
    pub verdict: String,
    /// The result.
    pub detail: Message,
    /// The advice; null: no advice is needed.
    pub remedy: Option<Message>,
}
