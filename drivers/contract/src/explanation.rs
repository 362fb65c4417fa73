//! Why a set of tags is read the way it is.

use tagbridge_texts::Message;

/// The requests that read a set of tags, as planned with what is known by now.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Explanation {
    /// One per round trip, in the order in which they are sent.
    pub requests: Vec<PlannedRequest>,
    /// Tags that are answered without being asked for, and why.
    pub not_asked: Vec<(String, Message)>,
    /// What it would cost by the controller's own list of tags, where that has been browsed but is
    /// not to be used.
    pub by_list: Option<ByList>,
}

/// What reading by the controller's own list of tags costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByList {
    /// Requests that read the set.
    pub requests: usize,
    /// Requests that read the list, once for each connection and each change of the program.
    pub upload: usize,
}

/// One round trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedRequest {
    /// What it reads, and how: `120 tags by symbol instance`, `Count[0..499] in one run`.
    pub reads: Vec<Message>,
    /// Size on the wire as the protocol's limit counts it, in bytes.
    pub request_bytes: usize,
    /// Size of the expected reply, counted alike.
    pub reply_bytes: usize,
    /// The limit that both keep to, in bytes.
    pub limit_bytes: usize,
    /// Why it is a request of its own, and why it reads what it reads that way.
    pub why: Message,
}
