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

/// Information that is missing in a project's file, entered by a person. It is stored with the
/// project on this computer, and sessions use it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct Supplement {
    /// Numbers of Siemens data blocks by name, 1 to 65535.
    pub block_numbers: BTreeMap<String, u16>,
    /// The prefix before the application in a CODESYS server's node ids; null: it is read from the
    /// server.
    pub prefix: Option<String>,
}

/// How far a preflight is. The pushes of topic `preflight`.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PreflightProgress {
    /// The controller's address, as given.
    pub endpoint: String,
    /// The current step.
    pub step: PreflightStep,
    /// Tags that are done in this step.
    pub done: u32,
    /// The total number; 0: not known.
    pub total: u32,
}

/// The steps of a preflight, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum PreflightStep {
    /// Reach the controller and learn who it is.
    Reach,
    /// Read its own list of tags.
    List,
    /// Try every tag once.
    Try,
    /// Measure a scan.
    Measure,
}

/// The result.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Preflight {
    /// The device.
    pub controller: Controller,
    /// Whether it fits the project, as a whole.
    pub fit: Fit,
    /// Whether another controller responded than the project's, and not the project's with
    /// differences.
    pub is_another_controller: bool,
    /// Why: vendor, name, identity, tag list.
    pub facts: Vec<Fact>,
    /// The differences between the controller and the project, at most 1000.
    pub differences: Vec<Difference>,
    /// Where the names of tags come from.
    pub source: ProjectSource,
    /// The additions to the project's file.
    pub supplement: Supplement,
    /// Tags that were tried.
    pub tags: u32,
    /// Number of tags that were not checked, because a session has a maximum.
    pub untried: u32,
    /// The first 1000 of these.
    pub left_out: Vec<String>,
    /// Of them, those that can be read.
    pub readable: u32,
    /// Those that a session without configured tags reads: the first that fit into one push.
    pub fitting: u32,
    /// Why the others cannot, the most frequent reason first.
    pub unreadable: Vec<Unreadable>,
    /// An action that makes more of them readable.
    pub proposals: Vec<Proposal>,
    /// The cost of a scan of the readable ones.
    pub forecast: Forecast,
    /// How long the preflight took.
    pub took_ms: f64,
}

/// Whether something is as the project has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Fit {
    /// It is.
    Matches,
    /// It is not.
    Differs,
    /// There is nothing to compare it with.
    Unknown,
}

/// One thing that was compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Fact {
    /// The subject: `platform`, `name`, `model`, `serial`, `device`, `tags`, `types`, `blocks`.
    pub subject: String,
    /// Its state.
    pub fit: Fit,
    /// The value in the controller.
    pub text: Message,
}

/// One thing that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// The subject: a tag, a type, a block.
    pub subject: String,
    /// How.
    pub text: Message,
}

/// Tags that cannot be read for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Unreadable {
    /// The stable code: `access_denied`.
    pub reason: String,
    /// With the controller's error.
    pub text: Message,
    /// The advice.
    pub remedy: Message,
    /// How many tags.
    pub count: u32,
    /// Some of them, at most 200.
    pub tags: Vec<String>,
}

/// An action that makes more of a project's tags readable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Proposal {
    /// Tags are in Siemens data blocks with optimised access: the controller's OPC UA server reads
    /// them by name, if it is enabled.
    OpcUa {
        /// How many.
        tags: u32,
        /// Its standard address: a preflight with it is the next step.
        endpoint: String,
        /// Whether one answers there.
        answers: bool,
    },
    /// The file does not contain the numbers of Siemens data blocks: enter them in a `supplement`.
    BlockNumbers {
        /// Which.
        blocks: Vec<Unnumbered>,
    },
}

/// A Siemens data block without a known number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Unnumbered {
    /// Its name, as a `supplement` wants it.
    pub name: String,
    /// Tags that lie in it.
    pub tags: u32,
}

/// The cost of a scan.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// Tags that are read.
    pub tags: u32,
    /// Requests that it takes.
    pub requests: u32,
    /// Requests that it would take after the controller's own list of tags was read; null: no fewer,
    /// or nothing is known of it.
    pub requests_by_list: Option<u32>,
    /// Requests that reading that list takes, once for each connection; null where the former is.
    pub upload_requests: Option<u32>,
    /// How long it takes, as measured.
    pub scan_ms: f64,
}
