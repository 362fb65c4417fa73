//! Message router requests to the controller, over a connection or without one.

use std::time::Duration;

use bytes::Bytes;
use tagbridge_driver::LinkError;
use tokio::time::timeout;

use super::{
    target::Route,
    wire::{Verdict, Wire, protocol},
};
use crate::{
    codec::{
        Command, DecodeError, EPath, Frame, Reply, Service, Status,
        connection_manager::{ForwardClose, Patience, Triad, UnconnectedSend},
        cpf::{Packet, SendData},
    },
    plan::Limits,
};

/// Most bytes of an unconnected message that every device takes.
const UNCONNECTED_MAX: usize = 504;

/// How long an orderly leave may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The way to the controller's message router.
pub(super) struct Link {
    pub(super) wire: Wire,
    pub(super) route: Route,
    pub(super) connection: Option<Opened>,
    /// Requests that were answered so far.
    pub(super) round_trips: u32,
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
}

impl Link {
    pub(super) fn new(wire: Wire, route: Route) -> Self {
        Self { wire, route, connection: None, round_trips: 0 }
    }

    /// What requests and replies may have in bytes.
    pub(super) fn limits(&self) -> Limits {
        match &self.connection {
            Some(connection) => Limits::connected(connection.size),
            None if self.route.path.is_empty() => {
                Limits { request: UNCONNECTED_MAX, reply: UNCONNECTED_MAX }
            }
            None => Limits {
                // One for the pad of an odd message.
                request: UNCONNECTED_MAX - UnconnectedSend::overhead(&self.route.path) - 1,
                reply: UNCONNECTED_MAX,
            },
        }
    }

    /// Asks the controller. The reply is of the service that was asked for, whatever its status.
    pub(super) async fn ask(
        &mut self,
        doing: &'static str,
        message: &[u8],
    ) -> Result<Bytes, LinkError> {
        let reply = self.try_ask(doing, message).await?;
        reply.map_err(|status| self.refused(doing, &status))
    }

    /// Asks the controller. A status, when the route there failed.
    pub(super) async fn try_ask(
        &mut self,
        doing: &'static str,
        message: &[u8],
    ) -> Result<Result<Bytes, Status>, LinkError> {
        if let Some(connection) = &mut self.connection {
            connection.sequence = connection.sequence.wrapping_add(1);
            let packet = Packet::Connected {
                connection_id: connection.o_t_connection_id,
                sequence: connection.sequence,
                message,
            };
            let data = SendData { timeout: 0, packet }.encode();
            // cpppo echoes the request's own identifier; it is of this connection as well.
            let ids = [connection.t_o_connection_id, connection.o_t_connection_id];
            let count = connection.sequence;
            let judge = |frame: &Frame| match SendData::decode(&frame.data)?.packet {
                Packet::Connected { connection_id, sequence, message }
                    if ids.contains(&connection_id) && sequence == count =>
                {
                    Ok(Verdict::Ours(frame.data.slice_ref(message)))
                }
                Packet::Connected { .. } => Ok(Verdict::Stale),
                Packet::Unconnected { .. } => Err(mixed("a connected message")),
            };
            let reply =
                self.wire.exchange(doing, Command::SEND_UNIT_DATA, data.into(), judge).await?;
            self.round_trips += 1;
            return check_service(doing, message, reply).map(Ok);
        }
        if self.route.path.is_empty() {
            return self.ask_device(doing, message).await.map(Ok);
        }
        let send = UnconnectedSend {
            patience: Patience::ONE_SECOND,
            message,
            route: self.route.path.clone(),
        };
        let reply = self.send_unconnected(doing, &send.request().to_bytes()).await?;
        // The device that should have passed it on may answer in its own name.
        match Reply::decode(&reply).map_err(|error| protocol(doing, error))? {
            own if own.answers(Service::UNCONNECTED_SEND)
                && (message.first() != Some(&Service::UNCONNECTED_SEND.code())
                    || own.status.general == Status::CONNECTION_FAILURE) =>
            {
                Ok(Err(own.status))
            }
            _ => check_service(doing, message, reply).map(Ok),
        }
    }

    /// Asks the device at the port itself, without a route.
    pub(super) async fn ask_device(
        &mut self,
        doing: &'static str,
        message: &[u8],
    ) -> Result<Bytes, LinkError> {
        let reply = self.send_unconnected(doing, message).await?;
        check_service(doing, message, reply)
    }

    async fn send_unconnected(
        &mut self,
        doing: &'static str,
        message: &[u8],
    ) -> Result<Bytes, LinkError> {
        let data = SendData { timeout: 0, packet: Packet::Unconnected { message } };
        let judge = |frame: &Frame| match SendData::decode(&frame.data)?.packet {
            Packet::Unconnected { message } => Ok(Verdict::Ours(frame.data.slice_ref(message))),
            Packet::Connected { .. } => Err(mixed("an unconnected message")),
        };
        let data = data.encode().into();
        let reply = self.wire.exchange(doing, Command::SEND_RR_DATA, data, judge).await?;
        self.round_trips += 1;
        Ok(reply)
    }

    /// The controller, or something on the way to it, said no.
    pub(super) fn refused(&self, doing: &'static str, status: &Status) -> LinkError {
        let way = match self.route.text.as_str() {
            "" => "without a route".to_owned(),
            route => format!("by route {route}"),
        };
        LinkError::Refused { doing, why: format!("{status}, {way}"), remedy: status.remedy() }
    }

    /// Takes leave in order, if the other side lets it be done in time.
    pub(super) async fn close(self) {
        if timeout(CLOSE_TIMEOUT, self.take_leave()).await.is_err() {
            tracing::debug!("the controller did not take leave in time");
        }
    }

    /// The connection first, then the session, then the socket.
    async fn take_leave(mut self) {
        if let Some(connection) = self.connection.take() {
            let close = ForwardClose {
                patience: Patience::ONE_SECOND,
                triad: connection.triad,
                path: connection.path,
            };
            match self.ask_device("close the connection", &close.request().to_bytes()).await {
                Ok(reply) => tracing::debug!(reply = ?Reply::decode(&reply), "connection closed"),
                Err(error) => tracing::debug!(%error, "connection not closed in order"),
            }
        }
        if let Err(error) = self.wire.close().await {
            tracing::debug!(%error, "session not closed in order");
        }
    }
}

fn check_service(doing: &'static str, request: &[u8], reply: Bytes) -> Result<Bytes, LinkError> {
    let found = Reply::decode(&reply).map_err(|error| protocol(doing, error))?.service;
    match request.first() {
        Some(&asked) if asked == found => Ok(reply),
        asked => {
            let expected = format!("a reply to service {asked:#04x?}");
            let found = format!("one to {found:#04x}");
            Err(protocol(doing, DecodeError::new("reply service", 0, expected, found)))
        }
    }
}

fn mixed(expected: &'static str) -> DecodeError {
    DecodeError::new("items", 6, expected, "the other kind")
}
