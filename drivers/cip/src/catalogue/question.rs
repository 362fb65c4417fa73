//! A question that learns something of the controller, before it is sent.

use crate::codec::{
    Reply, Request,
    template::{ATTRIBUTES_REPLY_SIZE, HANDLE_REPLY_SIZE, attributes_request, handle_request},
};

/// A request, and the space that its response needs in a packet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Question {
    pub(crate) request: Request,
    /// Bytes of the reply, header included.
    pub(crate) reply: usize,
}

impl Question {
    /// A request whose response takes a whole packet.
    pub(crate) fn alone(request: Request) -> Self {
        Self { request, reply: usize::MAX }
    }

    /// How large a template is.
    pub(super) fn attributes(template: u16) -> Self {
        Self { request: attributes_request(template), reply: ATTRIBUTES_REPLY_SIZE }
    }

    /// Which handle a template has.
    pub(super) fn handle(template: u16) -> Self {
        Self { request: handle_request(template), reply: HANDLE_REPLY_SIZE }
    }

    /// A request with so many bytes of data in its reply.
    pub(super) fn of(request: Request, data: usize) -> Self {
        Self { request, reply: Reply::HEADER_SIZE.saturating_add(data) }
    }
}
