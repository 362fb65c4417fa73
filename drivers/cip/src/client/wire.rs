//! The socket: frames out, through the guard; frames in, one answer to each.
//!
//! Without connections one request is under way at a time; with them, one for each. Whatever goes
//! wrong with it, a time-out, a dropped future, a byte out of place, the wire is of no more use: an
//! answer that comes late could be taken for that to the next request.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use tagbridge_client::{Socket, protocol, until, within};
use tagbridge_driver::{LinkError, LinkOptions, LinkStep, Traffic};
use tokio::time::Instant;

use super::target::Target;
use crate::why::Encapsulation;
use crate::{
    codec::{
        Command, DecodeError, Frame,
        encapsulation::{RegisterSession, status},
    },
    guard,
    logged::{Logged, event},
};

/// A TCP connection and the session on it.
pub(super) struct Wire {
    socket: Socket,
    request_timeout: Duration,
    session: u32,
    context: u64,
    /// Whether the device gives back the context of a request.
    has_echoed: bool,
    /// Requests that went out and are not answered yet.
    under_way: usize,
}

/// What to do with a frame that arrived.
pub(super) enum Verdict<T> {
    /// It answers the request.
    Ours(T),
    /// It answers another one, long given up: wait on.
    Stale,
}

impl Wire {
    /// Dials, and opens a session.
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

    /// Where the connection ends.
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

    /// Sends one request and waits for its answer, all of it within the request's time-out.
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

    /// Sends one request without waiting for its answer. Until when that may take.
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

    /// Waits for the answer to one of the requests that were [posted](Self::post).
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

    /// Whether nothing is under way, so that nothing can be taken for an answer to something else.
    pub(super) fn is_idle(&self) -> bool {
        self.under_way == 0
    }

    /// Ends the connection as it is.
    pub(super) async fn abandon(&mut self) {
        if let Err(error) = self.socket.shutdown().await {
            tracing::debug!(%error, "the socket was closed already");
        }
    }

    /// Ends the session and the connection.
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

    /// The one place where bytes leave.
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
            // Some devices give back none. What comes late never meets another request here, since a
            // connection is over with its first time-out.
            let has_none = frame.context == [0; 8] && !self.has_echoed;
            let is_stale = command != Command::SEND_UNIT_DATA && !is_ours && !has_none;
            if !is_stale
                && let Verdict::Ours(it) = judge(&frame).map_err(|error| protocol(doing, error))?
            {
                return Ok(it);
            }
            event!(warn, Logged::OtherAnswer, %doing);
        }
    }

    /// Finds out by the first bytes that somebody else answers, since what follows them would be
    /// taken for a length.
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
