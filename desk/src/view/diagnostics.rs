use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

/// The requests that may be sent to a session's controller, and those that were.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Statement {
    /// The session.
    pub session: String,
    /// Its protocol: `logix`.
    pub protocol: String,
    /// Every kind of request that can be sent; there is no other.
    pub kinds: Vec<RequestKind>,
    /// Write requests that were sent: there is no form for them, so 0.
    pub writes: f64,
    /// Frames that were refused just before the network, because they were not on the list.
    pub refused: f64,
    /// The promise, in English.
    pub promise: String,
    /// The same, as a message.
    pub said: Message,
}

/// One kind of request.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RequestKind {
    /// In English: `Read Tag`.
    pub name: String,
    /// The same, as a message.
    pub said: Message,
    /// As the protocol counts: `0x4C`.
    pub code: String,
    /// How many were sent since the session began.
    pub sent: f64,
}

/// Counters of a session since it began.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Counters {
    /// The session.
    pub session: String,
    /// Since when.
    pub since: f64,
    /// Scans that took place.
    pub scans: f64,
    /// Scans that did not when they should have.
    pub missed: f64,
    /// Connections that were made after the first.
    pub reconnects: f64,
    /// Pushes that the service took.
    pub pushes: f64,
    /// Pushes that came to nothing and were made again.
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

/// A wire trace to switch on for a while.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SwitchTrace {
    /// The session.
    pub session: String,
    /// For how long, at most 600; 0: off now.
    pub seconds: u32,
}

/// A wire trace: every frame to and from a controller, kept in memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Trace {
    /// When it ends; null: it is off.
    pub until: Option<f64>,
    /// Frames that it holds.
    pub frames: u32,
    /// Their bytes.
    pub bytes: f64,
    /// Older frames that had to go.
    pub dropped: u32,
}

/// A support bundle to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MakeBundle {
    /// Tag names become `tag-1`, `tag-2`, …
    pub pseudonyms: bool,
    /// The wire traces go with it; tag values and names are in them, so that this is of no effect
    /// together with pseudonyms.
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
    /// Bytes of all files together.
    pub bytes: f64,
}

/// A file of a support bundle.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BundleFile {
    /// Its name in the archive.
    pub name: String,
    /// Its description in plain words.
    pub about: String,
    /// The same, as a message.
    pub said: Message,
    /// Its size.
    pub bytes: f64,
    /// Its text, up to 64 KiB.
    pub text: String,
}

/// Something that a bundle does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Removed {
    /// The name.
    pub what: String,
    /// How often it was found.
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
    /// Where to: a path that a dialog named; null: the bytes come back as the answer.
    pub path: Option<String>,
}

/// A file that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MadeFile {
    /// A name for it.
    pub name: String,
    /// Its bytes in base64; null: it was saved on the computer of the desk.
    pub bytes: Option<String>,
}

/// The result of a check of the connections to the service and the controllers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// The subject of the check: `service: key`, `line-3: controller`.
    pub subject: Message,
    /// `fine`, `doubtful`, `unusable`, `unreachable`, `refused`.
    pub verdict: String,
    /// The result.
    pub detail: Message,
    /// The advice, if there is any.
    pub remedy: Option<Message>,
}
