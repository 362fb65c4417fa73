//! Message router requests to the controller, with or without a connection.

use std::time::Duration;

use bytes::Bytes;
use tagbridge_client::protocol;
use tagbridge_driver::{Identity, LinkError, LinkStep};
use tagbridge_texts::{Coded, Message};
use tokio::time::{Instant, timeout};

use super::{
    answer_cache::AnswerCache,
    target::Route,
    wire::{Verdict, Wire},
};
use crate::{
    codec::{
        Command, DecodeError, EPath, Frame, Reply, Service, Status,
        changes::Mark,
        connection_manager::{ForwardClose, RequestTimeout, Triad, UnconnectedSend},
        cpf::{Packet, SendData},
    },
    plan::Limits,
};

/// Maximum size of an unconnected message that every device accepts, in bytes.
const UNCONNECTED_MAX: usize = 504;

/// A connection that was idle for this time is used before the controller closes it.
const IDLE_MAX: Duration = Duration::from_secs(12);

/// Time-out of a proper disconnect.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The link to the controller's message router.
pub(super) struct Link {
    pub(super) wire: Wire,
    pub(super) route: Route,
    /// Each has one request at a time; empty: requests are sent unconnected.
    pub(super) connections: Vec<Opened>,
    /// Number of requests that were answered so far.
    pub(super) round_trips: u32,
    /// Why it does not accept packets of requests, if it refused one.
    pub(super) refuses_packets: Option<Status>,
    /// Whether its tags are only read by name, although its list has instances.
    pub(super) by_name: bool,
    /// The cached answers of this and other connections.
    recall: Option<(AnswerCache, Identity)>,
    /// Whether its program is the one of the cached answers.
    is_recalled: bool,
    /// The response to a request that was sent without a connection.
    answered: Option<(usize, Bytes)>,
}

/// A connection of transport class 3.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) o_t_connection_id: u32,
    pub(super) t_o_connection_id: u32,
    pub(super) triad: Triad,
    pub(super) path: EPath,
    pub(super) size: u16,
    pub(super) sequence: u16,
    /// When it was last used for a request.
    pub(super) used: Instant,
    /// The request that is not answered yet.
    pub(super) under_way: Option<PendingRequest>,
}

/// A request that is not answered yet.
#[derive(Debug)]
pub(super) struct PendingRequest {
    /// The caller's number of the request.
    ticket: usize,
    service: Option<u8>,
    deadline: Instant,
}

impl Opened {
    /// cpppo returns the identifier of the request, which belongs to this connection as well.
    fn has_id(&self, id: u32) -> bool {
        id == self.t_o_connection_id || id == self.o_t_connection_id
    }
}

impl Link {
    pub(super) fn new(wire: Wire, route: Route) -> Self {
        Self {
            wire,
            route,
            connections: Vec::new(),
            round_trips: 0,
            refuses_packets: None,
            by_name: false,
            recall: None,
            is_recalled: false,
            answered: None,
        }
    }

    /// Sets the cached answers of the controller with this identity.
    pub(super) fn recall(&mut self, recall: AnswerCache, identity: &Identity) {
        self.recall = Some((recall, identity.clone()));
    }

    /// Sets the controller's current change mark. Without one, cached answers are not used.
    pub(super) fn confirm(&mut self, mark: Option<&Mark>) {
        self.is_recalled = false;
        if let (Some((recall, identity)), Some(mark)) = (&self.recall, mark) {
            recall.confirm(identity, mark);
            self.is_recalled = true;
        }
    }

    /// The cached response to a request about its program.
    pub(super) fn recalled(&self, question: &[u8]) -> Option<Bytes> {
        self.recall.as_ref().filter(|_| self.is_recalled)?.0.answer(question)
    }

    /// Caches the response to a request about its program.
    pub(super) fn keep(&self, question: Vec<u8>, reply: &Bytes) {
        if let Some((recall, _)) = self.recall.as_ref().filter(|_| self.is_recalled) {
            recall.keep(question, reply);
        }
    }

    /// Drops a cached answer that was wrong or is outdated.
    pub(super) fn forget(&mut self) {
        if let Some((recall, _)) = self.recall.as_ref().filter(|_| self.is_recalled) {
            recall.forget();
        }
        self.is_recalled = false;
    }

    /// Maximum sizes of requests and responses, in bytes.
    pub(super) fn limits(&self) -> Limits {
        match self.connections.first() {
            Some(connection) => Limits::connected(connection.size),
            None if self.route.path.is_empty() => {
                Limits { request: UNCONNECTED_MAX, reply: UNCONNECTED_MAX }
            }
            None => Limits {
                // One for the padding of an odd message.
                request: UNCONNECTED_MAX - UnconnectedSend::overhead(&self.route.path) - 1,
                reply: UNCONNECTED_MAX,
            },
        }
    }

    /// Sends a request. The response has the requested service, with any status.
    pub(super) async fn ask(
        &mut self,
        doing: LinkStep,
        message: &[u8],
    ) -> Result<Bytes, LinkError> {
        let reply = self.try_ask(doing, message).await?;
        reply.map_err(|status| self.refused(doing, &status))
    }

    /// Sends a request to the controller. Returns a status if the route failed.
    pub(super) async fn try_ask(
        &mut self,
        doing: LinkStep,
        message: &[u8],
    ) -> Result<Result<Bytes, Status>, LinkError> {
        if !self.connections.is_empty() {
            if !self.wire.is_idle() {
                return Err(LinkError::Closed { doing });
            }
            self.post(doing, 0, message).await?;
            return self.take(doing).await.map(|(_, reply)| Ok(reply));
        }
        self.try_ask_unconnected(doing, message).await
    }

    async fn try_ask_unconnected(
        &mut self,
        doing: LinkStep,
        message: &[u8],
    ) -> Result<Result<Bytes, Status>, LinkError> {
        if self.route.path.is_empty() {
            return self.ask_device(doing, message).await.map(Ok);
        }
        let send = UnconnectedSend {
            patience: RequestTimeout::ONE_SECOND,
            message,
            route: self.route.path.clone(),
        };
        let reply = self.send_unconnected(doing, &send.request().to_bytes()).await?;
        // A device on the route may answer in its own name.
        match Reply::decode(&reply).map_err(|error| protocol(doing, error))? {
            own if own.answers(Service::UNCONNECTED_SEND)
                && (message.first() != Some(&Service::UNCONNECTED_SEND.code())
                    || own.status.general == Status::CONNECTION_FAILURE) =>
            {
                Ok(Err(own.status))
            }
            _ => check_service(doing, message.first().copied(), reply).map(Ok),
        }
    }

    /// Whether another request can be [posted](Self::post) now.
    pub(super) fn has_room(&self) -> bool {
        match self.connections.len() {
            0 => self.answered.is_none(),
            _ => self.connections.iter().any(|it| it.under_way.is_none()),
        }
    }

    /// Whether every request is answered.
    pub(super) fn is_idle(&self) -> bool {
        self.answered.is_none() && self.wire.is_idle()
    }

    /// Sends a request over the connection that was idle for the longest time. The response is
    /// [received](Self::take) with the request's ticket.
    pub(super) async fn post(
        &mut self,
        doing: LinkStep,
        ticket: usize,
        message: &[u8],
    ) -> Result<(), LinkError> {
        if self.connections.is_empty() {
            let reply = self.try_ask_unconnected(doing, message).await?;
            let reply = reply.map_err(|status| self.refused(doing, &status))?;
            self.answered = Some((ticket, reply));
            return Ok(());
        }
        let free = self.connections.iter_mut().filter(|it| it.under_way.is_none());
        let connection = free.min_by_key(|it| it.used).ok_or(LinkError::Closed { doing })?;
        connection.sequence = connection.sequence.wrapping_add(1);
        let packet = Packet::Connected {
            connection_id: connection.o_t_connection_id,
            sequence: connection.sequence,
            message,
        };
        let data = SendData { timeout: 0, packet }.encode();
        let deadline = self.wire.post(doing, Command::SEND_UNIT_DATA, data.into()).await?;
        connection.used = Instant::now();
        let service = message.first().copied();
        connection.under_way = Some(PendingRequest { ticket, service, deadline });
        Ok(())
    }

    /// Waits for the next response to any request, and returns its ticket and the response. The
    /// response has the requested service, with any status.
    pub(super) async fn take(&mut self, doing: LinkStep) -> Result<(usize, Bytes), LinkError> {
        if let Some(answered) = self.answered.take() {
            return Ok(answered);
        }
        let connections = &mut self.connections;
        let deadlines = connections.iter().filter_map(|it| Some(it.under_way.as_ref()?.deadline));
        let deadline = deadlines.min().ok_or(LinkError::Closed { doing })?;
        let judge = |frame: &Frame| match SendData::decode(&frame.data)?.packet {
            Packet::Connected { connection_id, sequence, message } => {
                let asked = connections
                    .iter_mut()
                    .find(|it| it.has_id(connection_id) && it.sequence == sequence);
                Ok(match asked.and_then(|it| it.under_way.take()) {
                    Some(it) => Verdict::Ours((it, frame.data.slice_ref(message))),
                    None => Verdict::Stale,
                })
            }
            Packet::Unconnected { .. } => Err(other_item_kind("a connected message")),
        };
        let (asked, reply) =
            self.wire.take(doing, Command::SEND_UNIT_DATA, deadline, judge).await?;
        self.round_trips += 1;
        Ok((asked.ticket, check_service(doing, asked.service, reply)?))
    }

    /// Whether a connection was idle for a time after which the controller may soon close it.
    pub(super) fn has_idle_connection(&self) -> bool {
        self.connections.iter().any(|it| it.used.elapsed() >= IDLE_MAX)
    }

    /// Sends a request to the device at the port itself, without a route.
    pub(super) async fn ask_device(
        &mut self,
        doing: LinkStep,
        message: &[u8],
    ) -> Result<Bytes, LinkError> {
        let reply = self.send_unconnected(doing, message).await?;
        check_service(doing, message.first().copied(), reply)
    }

    async fn send_unconnected(
        &mut self,
        doing: LinkStep,
        message: &[u8],
    ) -> Result<Bytes, LinkError> {
        let data = SendData { timeout: 0, packet: Packet::Unconnected { message } };
        let judge = |frame: &Frame| match SendData::decode(&frame.data)?.packet {
            Packet::Unconnected { message } => Ok(Verdict::Ours(frame.data.slice_ref(message))),
            Packet::Connected { .. } => Err(other_item_kind("an unconnected message")),
        };
        let data = data.encode().into();
        let reply = self.wire.exchange(doing, Command::SEND_RR_DATA, data, judge).await?;
        self.round_trips += 1;
        Ok(reply)
    }

    /// The error if the controller, or a device on the route, refused the request.
    pub(super) fn refused(&self, doing: LinkStep, status: &Status) -> LinkError {
        let why = match self.route.text.as_str() {
            "" => Refused::Directly { status: status.message() },
            route => Refused::ByRoute { status: status.message(), route: route.to_owned() },
        };
        let remedy = status.remedy().as_ref().map(Coded::message);
        LinkError::Refused { doing, why: why.message(), remedy }
    }

    /// Disconnects properly, within a time limit.
    pub(super) async fn close(self) {
        if let Some((recall, _)) = &self.recall {
            recall.save().await;
        }
        if timeout(CLOSE_TIMEOUT, self.disconnect()).await.is_err() {
            tracing::debug!("the controller did not disconnect in time");
        }
    }

    /// Closes the connections first, then the session, then the socket.
    async fn disconnect(mut self) {
        for connection in std::mem::take(&mut self.connections) {
            let close = ForwardClose {
                patience: RequestTimeout::ONE_SECOND,
                triad: connection.triad,
                path: connection.path,
            };
            match self.ask_device(LinkStep::CloseConnection, &close.request().to_bytes()).await {
                Ok(reply) => tracing::debug!(reply = ?Reply::decode(&reply), "connection closed"),
                Err(error) => tracing::debug!(%error, "connection not closed in order"),
            }
        }
        if let Err(error) = self.wire.close().await {
            tracing::debug!(%error, "session not closed in order");
        }
    }
}

/// The refusing device, by the route.
#[derive(Debug, Coded)]
#[coded(prefix = "cip-refused")]
pub(super) enum Refused {
    Directly { status: Message },
    ByRoute { status: Message, route: String },
}

fn check_service(doing: LinkStep, asked: Option<u8>, reply: Bytes) -> Result<Bytes, LinkError> {
    let found = Reply::decode(&reply).map_err(|error| protocol(doing, error))?.service;
    match asked {
        Some(asked) if asked == found => Ok(reply),
        asked => {
            let expected = format!("a reply to service {asked:#04x?}");
            let found = format!("one to {found:#04x}");
            Err(protocol(doing, DecodeError::new("reply service", 0, expected, found)))
        }
    }
}

fn other_item_kind(expected: &'static str) -> DecodeError {
    DecodeError::new("items", 6, expected, "the other kind")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        catalogue::UploadError,
        codec::{
            Remedy,
            epath::RouteError,
            tag_name::{NameError, Problem},
        },
        messages::{Encapsulation, NoDefinition, Refusal, Why},
    };

    #[test]
    fn each_code_has_its_sentences() {
        let codes = [
            crate::log_message::LogMessage::CODES,
            Refused::CODES,
            UploadError::CODES,
            Remedy::CODES,
            Status::CODES,
            Encapsulation::CODES,
            Why::CODES,
            NoDefinition::CODES,
            Refusal::CODES,
            NameError::CODES,
            Problem::CODES,
            RouteError::CODES,
            crate::client::halving_connection::Why::CODES,
            crate::plan::Planned::CODES,
        ];
        tagbridge_texts::assert_complete("cip", &codes);
    }
}
