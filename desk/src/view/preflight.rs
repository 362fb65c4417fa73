use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

use super::{Controller, ProjectSource};

/// The parameters of the check before polling.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct StartPreflight {
    /// As in the list of projects.
    pub project: String,
    /// The controller's address.
    pub endpoint: String,
    /// Additions to the project's file, stored with the project; null: the stored ones.
    #[serde(default)]
    pub supplement: Option<Supplement>,
}

/// Information that the project's file lacks, entered by the user. It is stored with the project on
/// this computer, and sessions use it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct Supplement {
    /// Numbers of Siemens data blocks by name, 1 to 65535.
    pub block_numbers: BTreeMap<String, u16>,
    /// The prefix before the application in a CODESYS server's node ids; null: it is read from the
    /// server.
    pub prefix: Option<String>,
}

/// The progress of a preflight, pushed by topic `preflight`.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PreflightProgress {
    /// The controller's address, as given.
    pub endpoint: String,
    /// The current step.
    pub step: PreflightStep,
    /// Number of finished tags in this step.
    pub done: u32,
    /// The total number; 0: not known.
    pub total: u32,
}

/// The steps of a preflight, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum PreflightStep {
    /// Connect to the controller and read its identity.
    Reach,
    /// Read the controller's tag list.
    List,
    /// Try every tag once.
    Try,
    /// Measure a scan.
    Measure,
}

/// The result of a preflight.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Preflight {
    /// The device.
    pub controller: Controller,
    /// Whether the controller matches the project.
    pub fit: Fit,
    /// Whether the device is another controller than the project's, and not the same controller
    /// with differences.
    pub is_another_controller: bool,
    /// The reasons: vendor, name, identity, tag list.
    pub facts: Vec<Fact>,
    /// The differences between the controller and the project, at most 1000.
    pub differences: Vec<Difference>,
    /// Where the names of tags come from.
    pub source: ProjectSource,
    /// The additions to the project's file.
    pub supplement: Supplement,
    /// Number of checked tags.
    pub tags: u32,
    /// Number of tags that were not checked, because a session has a maximum.
    pub untried: u32,
    /// The first 1000 of these.
    pub left_out: Vec<String>,
    /// Number of checked tags that can be read.
    pub readable: u32,
    /// Number of readable tags that a session without configured tags reads: the first ones that fit
    /// into one push. It also has the tags that cannot be read, each with its reason.
    pub fitting: u32,
    /// Why the other tags cannot be read, the most frequent reason first.
    pub unreadable: Vec<Unreadable>,
    /// Actions that make more tags readable.
    pub proposals: Vec<Proposal>,
    /// The cost of a scan of the readable tags.
    pub forecast: Forecast,
    /// How long the preflight took.
    pub took_ms: f64,
}

/// Whether a property of the controller matches the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Fit {
    /// It matches.
    Matches,
    /// It differs.
    Differs,
    /// It cannot be compared.
    Unknown,
}

/// A compared property.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Fact {
    /// The subject: `platform`, `name`, `model`, `serial`, `device`, `tags`, `types`, `blocks`.
    pub subject: String,
    /// Whether it matches.
    pub fit: Fit,
    /// The value in the controller.
    pub text: Message,
}

/// A difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// The subject: a tag, a type, a block.
    pub subject: String,
    /// The difference as a sentence.
    pub text: Message,
}

/// Tags that cannot be read for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Unreadable {
    /// The stable code: `access_denied`.
    pub reason: String,
    /// The reason, with the controller's error.
    pub text: Message,
    /// The advice.
    pub remedy: Message,
    /// Number of tags.
    pub count: u32,
    /// The first of them, at most 200.
    pub tags: Vec<String>,
}

/// An action that makes more of a project's tags readable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Proposal {
    /// Tags are in Siemens data blocks with optimised access: the controller's OPC UA server reads
    /// them by name, if it is enabled.
    OpcUa {
        /// Number of tags.
        tags: u32,
        /// Its standard address: a preflight with it is the next step.
        endpoint: String,
        /// Whether the server responds there.
        answers: bool,
    },
    /// The file does not contain the numbers of Siemens data blocks: enter them in a `supplement`.
    BlockNumbers {
        /// The data blocks.
        blocks: Vec<Unnumbered>,
    },
}

/// A Siemens data block without a known number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Unnumbered {
    /// Its name, for a `supplement`.
    pub name: String,
    /// Number of tags in it.
    pub tags: u32,
}

/// The cost of a scan.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// Number of read tags.
    pub tags: u32,
    /// Number of requests.
    pub requests: u32,
    /// Number of requests after the controller's tag list was read; null: not fewer, or not known.
    pub requests_by_list: Option<u32>,
    /// Number of requests to read that list, once per connection; null if `requests_by_list` is
    /// null.
    pub upload_requests: Option<u32>,
    /// Measured duration in milliseconds.
    pub scan_ms: f64,
}
