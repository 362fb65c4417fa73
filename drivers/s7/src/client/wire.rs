//! The socket: sends packets that the guard allows, and matches each response to its request.
//!
//! The negotiated number of requests is in progress at a time. After any error (a time-out, a
//! dropped future, an unexpected byte) the socket cannot be used any longer: a late response could
//! be taken for the response to another request.

use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::BytesMut;
use tagbridge_client::{Socket, protocol, until, within};
use tagbridge_driver::{LinkError, LinkOptions, LinkStep, Traffic};

use super::refusal::Disconnected;
use super::target::Target;
use crate::{
    codec::{
        DecodeError,
        cotp::{self, Assembler, Tpdu},
        pdu::Pdu,
        tpkt,
    },
    guard,
    log_message::{LogMessage, event},
};

/// The offset of the reference in a packet: after TPKT, COTP and four bytes of S7 header.
const REFERENCE_AT: usize = 4 + 3 + 4;

/// A TCP connection.
pub(super) struct Wire {
    socket: Socket,
    assembler: Assembler,
    request_timeout: Duration,
    /// Maximum number of requests in progress at a time.
    pub(super) jobs: usize,
    reference: u16,
    /// Number of requests that were answered so far.
    pub(super) round_trips: u32,
    /// False from the sending of a request until its response.
    usable: bool,
}

/// A request as a complete packet; its reference is set when it is sent.
#[derive(Debug, Clone)]
pub(super) struct Request(BytesMut);

impl Request {
    pub(super) fn new(pdu: &Pdu) -> Self {
        let mut packet = BytesMut::new();
        cotp::encode_data(&pdu.encode(), &mut packet);
        Self(packet)
    }
}

/// A response, and its time.
pub(super) struct Reply {
    pub(super) pdu: Pdu,
    pub(super) arrived: Instant,
}

impl Wire {
    /// Connects, without sending a request.
    pub(super) async fn dial(
        target: &Target,
        options: LinkOptions,
        traffic: Arc<Traffic>,
    ) -> Result<Self, LinkError> {
        let socket = Socket::dial(&target.host, target.port, options.connect_timeout, traffic);
        Ok(Self {
            socket: socket.await?,
            assembler: Assembler::default(),
            request_timeout: options.request_timeout,
            jobs: 1,
            reference: 0,
            round_trips: 0,
            usable: true,
        })
    }

    /// The remote address.
    pub(super) fn peer(&self) -> Option<SocketAddr> {
        self.socket.peer()
    }

    /// Requests the transport connection and returns the response.
    pub(super) async fn open(
        &mut self,
        doing: LinkStep,
        request: &Tpdu,
    ) -> Result<Tpdu, LinkError> {
        self.begin(doing)?;
        let after = self.request_timeout;
        let answer = async {
            request.encode(&mut self.socket.outbox);
            self.admit(doing, 0)?;
            self.socket.flush(doing).await?;
            self.tpdu(doing).await
        };
        let answer = within(doing, after, answer).await?;
        self.usable = true;
        Ok(answer)
    }

    /// Sends all requests, with the negotiated number at a time, and returns their responses in the
    /// same order. Each response must be complete within the request's time-out after the previous
    /// one.
    pub(super) async fn exchange(
        &mut self,
        doing: LinkStep,
        requests: &[&Request],
    ) -> Result<Vec<Reply>, LinkError> {
        self.begin(doing)?;
        let after = self.request_timeout;
        let mut replies: Vec<Option<Reply>> = requests.iter().map(|_| None).collect();
        // Reference and index of each request in progress.
        let mut under_way: VecDeque<(u16, usize)> = VecDeque::with_capacity(self.jobs);
        let mut waiting = requests.iter().enumerate();
        loop {
            for (place, request) in waiting.by_ref().take(self.jobs - under_way.len()) {
                under_way.push_back((self.put(doing, request)?, place));
            }
            if under_way.is_empty() {
                break;
            }
            let deadline = tokio::time::Instant::now() + after;
            let answer = async {
                self.socket.flush(doing).await?;
                self.answer(doing, &mut under_way).await
            };
            let (place, pdu) = until(doing, deadline, after, answer).await?;
            replies[place] = Some(Reply { pdu, arrived: Instant::now() });
            self.round_trips += 1;
        }
        self.usable = true;
        Ok(replies.into_iter().flatten().collect())
    }

    /// Sends one request and returns its response.
    pub(super) async fn ask(&mut self, doing: LinkStep, pdu: &Pdu) -> Result<Pdu, LinkError> {
        let replies = self.exchange(doing, &[&Request::new(pdu)]).await?;
        replies.into_iter().next().map(|it| it.pdu).ok_or(LinkError::Closed { doing })
    }

    /// Closes the connection: class 0 has no other way than to close the socket.
    pub(super) async fn close(mut self) {
        if let Err(error) = self.socket.shutdown().await {
            tracing::debug!(%error, "the socket was closed already");
        }
    }

    fn begin(&mut self, doing: LinkStep) -> Result<(), LinkError> {
        self.socket.outbox.clear();
        if std::mem::replace(&mut self.usable, false) {
            Ok(())
        } else {
            Err(LinkError::Closed { doing })
        }
    }

    /// Puts a request into the outgoing bytes, with a new reference.
    fn put(&mut self, doing: LinkStep, request: &Request) -> Result<u16, LinkError> {
        self.reference = self.reference.wrapping_add(1);
        let outbox = &mut self.socket.outbox;
        let start = outbox.len();
        outbox.extend_from_slice(&request.0);
        outbox[start + REFERENCE_AT..][..2].copy_from_slice(&self.reference.to_be_bytes());
        self.admit(doing, start)?;
        Ok(self.reference)
    }

    /// Checks the last outgoing packet with the guard; no bytes are sent without this.
    fn admit(&self, doing: LinkStep, start: usize) -> Result<(), LinkError> {
        self.socket.admit(doing, start, |packet, traffic| {
            guard::inspect(packet).map(|kind| traffic.count(kind as usize))
        })
    }

    async fn answer(
        &mut self,
        doing: LinkStep,
        under_way: &mut VecDeque<(u16, usize)>,
    ) -> Result<(usize, Pdu), LinkError> {
        loop {
            let (last, payload) = match self.tpdu(doing).await? {
                Tpdu::Data { last, payload } => (last, payload),
                Tpdu::Disconnect { reason } => {
                    let why = Disconnected::by(reason);
                    return Err(LinkError::Refused { doing, why, remedy: None });
                }
                other => return Err(protocol(doing, unexpected(&other))),
            };
            let message =
                self.assembler.add(last, payload).map_err(|error| protocol(doing, error))?;
            let Some(message) = message else { continue };
            let pdu = Pdu::decode(&message).map_err(|error| protocol(doing, error))?;
            if let Some(at) = under_way.iter().position(|it| it.0 == pdu.reference)
                && let Some((_, place)) = under_way.remove(at)
            {
                return Ok((place, pdu));
            }
            event!(warn, LogMessage::OtherAnswer, %doing);
        }
    }

    async fn tpdu(&mut self, doing: LinkStep) -> Result<Tpdu, LinkError> {
        loop {
            if let Some(packet) =
                tpkt::decode(&mut self.socket.inbox).map_err(|error| protocol(doing, error))?
            {
                return Tpdu::decode(&packet).map_err(|error| protocol(doing, error));
            }
            self.socket.receive(doing).await?;
        }
    }
}

/// The error of a TPDU at an unexpected position.
pub(super) fn unexpected(tpdu: &Tpdu) -> DecodeError {
    let found = match tpdu {
        Tpdu::ConnectRequest(_) => "a connect request",
        Tpdu::ConnectConfirm(_) => "a connect confirm",
        Tpdu::Disconnect { .. } => "a disconnect",
        Tpdu::Data { .. } => "data",
        Tpdu::Error { .. } => "an error",
    };
    DecodeError::new("TPDU code", 1, "the answer to what was asked", found)
}
