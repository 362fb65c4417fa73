//! A request for information about the controller's program, before it is sent.

use crate::codec::{
    Reply, Request,
    template::{ATTRIBUTES_REPLY_SIZE, HANDLE_REPLY_SIZE, attributes_request, handle_request},
};

/// A request, and the space that its response needs in a packet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Question {
    pub(crate) request: Request,
    /// Size of the response, with its header, in bytes.
    pub(crate) reply: usize,
}

impl Question {
    /// A request whose response takes a whole packet.
    pub(crate) fn alone(request: Request) -> Self {
        Self { request, reply: usize::MAX }
    }

    /// Requests the size of a template.
    pub(super) fn attributes(template: u16) -> Self {
        Self { request: attributes_request(template), reply: ATTRIBUTES_REPLY_SIZE }
    }

    /// Requests the handle of a template.
    pub(super) fn handle(template: u16) -> Self {
        Self { request: handle_request(template), reply: HANDLE_REPLY_SIZE }
    }

    /// A request with this number of data bytes in its response.
    pub(super) fn of(request: Request, data: usize) -> Self {
        Self { request, reply: Reply::HEADER_SIZE.saturating_add(data) }
    }
}
