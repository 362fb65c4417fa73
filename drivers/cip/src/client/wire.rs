//! The socket: sends frames that the guard allows, and matches each response to its request.
//!
//! Without connections one request is in progress at a time; with them, one for each. After any
//! error (a time-out, a dropped future, an unexpected byte) the socket cannot be used any longer: a
//! late response could be taken for the response to the next request.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use tagbridge_client::{Socket, protocol, until, within};
use tagbridge_driver::{LinkError, LinkOptions, LinkStep, Traffic};
use tokio::time::Instant;

use super::target::Target;
use crate::messages::Encapsulation;
use crate::{
    codec::{
        Command, DecodeError, Frame,
        encapsulation::{RegisterSession, status},
    },
    guard,
    log_message::{LogMessage, event},
};

/// A TCP connection and its session.
pub(super) struct Wire {
    socket: Socket,
    request_timeout: Duration,
    session: u32,
    context: u64,
    /// Whether the device returns the context of a request.
    has_echoed: bool,
    /// Number of requests that were sent and are not answered yet.
    under_way: usize,
}

/// How to process a received frame.
pub(super) enum Verdict<T> {
    /// It is the response to the request.
    Ours(T),
    /// It is the response to an earlier, abandoned request: continue waiting.
    Stale,
}

impl Wire {
    /// Connects, and opens a session.
    pub(super) async fn connect(
        target: &Target,
        options: LinkOptions,
        traffic: Arc<Traffic>,
    ) -> Result<Self, LinkError> {
        let socket = Socket::dial(&target.host, target.port, options.connect_timeout, traffic);
        let mut wire = Self {
            socket: socket.await?,
            request_timeout: options.request_timeout,
            session: 0,
            // The first one is 0, because a session is registered before any other request.
            context: u64::MAX,
            has_echoed: false,
            under_way: 0,
        };
        wire.register().await?;
        wire.context = rand::random();
        wire.has_echoed = false;
        Ok(wire)
    }

    /// The remote address.
    pub(super) fn peer(&self) -> Option<SocketAddr> {
        self.socket.peer()
    }

    async fn register(&mut self) -> Result<(), LinkError> {
        const DOING: LinkStep = LinkStep::RegisterSession;
        let data = Bytes::copy_from_slice(&RegisterSession::VERSION_1.encode());
        self.session = self
            .exchange(DOING, Command::REGISTER_SESSION, data, |frame| {
                RegisterSession::decode(&frame.data)?;
                match frame.session {
                    0 => Err(DecodeError::new("session handle", 4, "not 0", "0")),
                    session => Ok(Verdict::Ours(session)),
                }
            })
            .await?;
        Ok(())
    }

    /// Sends one request and waits for its response, within the request's time-out.
    pub(super) async fn exchange<T>(
        &mut self,
        doing: LinkStep,
        command: Command,
        data: Bytes,
        judge: impl FnMut(&Frame) -> Result<Verdict<T>, DecodeError>,
    ) -> Result<T, LinkError> {
        if self.under_way > 0 {
            return Err(LinkError::Closed { doing });
        }
        self.under_way = 1;
        let after = self.request_timeout;
        let answer = async {
            self.send(doing, command, data).await?;
            self.answer(doing, command, judge).await
        };
        let answer = within(doing, after, answer).await?;
        self.under_way = 0;
        Ok(answer)
    }

    /// Sends one request without waiting for its response. Returns the deadline of the response.
    pub(super) async fn post(
        &mut self,
        doing: LinkStep,
        command: Command,
        data: Bytes,
    ) -> Result<Instant, LinkError> {
        self.under_way += 1;
        let after = self.request_timeout;
        let deadline = Instant::now() + after;
        until(doing, deadline, after, self.send(doing, command, data)).await?;
        Ok(deadline)
    }

    /// Waits for the response to one of the [posted](Self::post) requests.
    pub(super) async fn take<T>(
        &mut self,
        doing: LinkStep,
        command: Command,
        deadline: Instant,
        judge: impl FnMut(&Frame) -> Result<Verdict<T>, DecodeError>,
    ) -> Result<T, LinkError> {
        let after = self.request_timeout;
        let answer = until(doing, deadline, after, self.answer(doing, command, judge)).await?;
        self.under_way = self.under_way.saturating_sub(1);
        Ok(answer)
    }

    /// Whether no request is in progress, so that no late response can be confused.
    pub(super) fn is_idle(&self) -> bool {
        self.under_way == 0
    }

    /// Closes the connection without a proper disconnect.
    pub(super) async fn close_abruptly(&mut self) {
        if let Err(error) = self.socket.shutdown().await {
            tracing::debug!(%error, "the socket was closed already");
        }
    }

    /// Closes the session and the connection.
    pub(super) async fn close(mut self) -> Result<(), LinkError> {
        const DOING: LinkStep = LinkStep::UnregisterSession;
        if self.is_idle() {
            self.send(DOING, Command::UNREGISTER_SESSION, Bytes::new()).await?;
        }
        self.socket.shutdown().await.map_err(|error| {
            tracing::debug!(%error, "the socket was closed already");
            LinkError::Closed { doing: DOING }
        })
    }

    /// The only function that sends bytes.
    async fn send(
        &mut self,
        doing: LinkStep,
        command: Command,
        data: Bytes,
    ) -> Result<(), LinkError> {
        self.context = self.context.wrapping_add(1);
        self.socket.outbox.clear();
        let context = self.context.to_le_bytes();
        Frame::request(command, self.session, context, data).encode(&mut self.socket.outbox);
        self.socket.admit(doing, 0, |frame, traffic| {
            guard::inspect(frame, &mut |kind| traffic.count(kind as usize))
        })?;
        self.socket.flush(doing).await
    }

    async fn answer<T>(
        &mut self,
        doing: LinkStep,
        command: Command,
        mut judge: impl FnMut(&Frame) -> Result<Verdict<T>, DecodeError>,
    ) -> Result<T, LinkError> {
        loop {
            self.check_command(command).map_err(|error| protocol(doing, error))?;
            let frame =
                Frame::decode(&mut self.socket.inbox).map_err(|error| protocol(doing, error))?;
            let Some(frame) = frame else {
                self.socket.receive(doing).await?;
                continue;
            };
            if frame.status != status::SUCCESS {
                let why = Encapsulation::of(frame.status);
                return Err(LinkError::Refused { doing, why, remedy: None });
            }
            if self.session != 0 && frame.session != self.session {
                let expected = format!("{:#x}", self.session);
                let found = format!("{:#x}", frame.session);
                let error = DecodeError::new("session handle", 4, expected, found);
                return Err(protocol(doing, error));
            }
            // Connected messages are identified by their sequence count instead.
            let is_ours = frame.context == self.context.to_le_bytes();
            self.has_echoed |= is_ours;
            // Some devices return none. A late response cannot be confused with another one, since
            // the connection is closed after the first time-out.
            let has_none = frame.context == [0; 8] && !self.has_echoed;
            let is_stale = command != Command::SEND_UNIT_DATA && !is_ours && !has_none;
            if !is_stale
                && let Verdict::Ours(it) = judge(&frame).map_err(|error| protocol(doing, error))?
            {
                return Ok(it);
            }
            event!(warn, LogMessage::OtherAnswer, %doing);
        }
    }

    /// Detects another protocol from the first bytes, since the next bytes would be taken for a
    /// length.
    fn check_command(&self, expected: Command) -> Result<(), DecodeError> {
        match self.socket.inbox[..] {
            [a, b, ..] if u16::from_le_bytes([a, b]) != expected.0 => {
                let found = format!("{:?}", Command(u16::from_le_bytes([a, b])));
                Err(DecodeError::new("command", 0, format!("{expected:?}"), found))
            }
            _ => Ok(()),
        }
    }
}
