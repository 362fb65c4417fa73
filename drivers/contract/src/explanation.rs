//! Explains how a set of tags is read.

use tagbridge_texts::Message;

/// The planned requests for a set of tags, with the current knowledge.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Explanation {
    /// One per round trip, in the order of sending.
    pub requests: Vec<PlannedRequest>,
    /// Tags that are answered without a request, and the reasons.
    pub not_asked: Vec<(String, Message)>,
    /// The cost with the controller's own tag list, if the list was read but is not to be used.
    pub by_list: Option<ListCost>,
}

/// The cost of reading with the controller's own tag list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListCost {
    /// Number of requests for the set.
    pub requests: usize,
    /// Number of requests for the list, once for each connection and each change of the program.
    pub upload: usize,
}

/// One round trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedRequest {
    /// The items, and how they are read: `120 tags by symbol instance`, `Count[0..499] in one run`.
    pub reads: Vec<Message>,
    /// Size of the request as the protocol's limit counts it, in bytes.
    pub request_bytes: usize,
    /// Size of the expected response, counted in the same way.
    pub reply_bytes: usize,
    /// The limit for both, in bytes.
    pub limit_bytes: usize,
    /// Why it is a separate request, and why it reads its items that way.
    pub why: Message,
}
