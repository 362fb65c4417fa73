//! The socket of a client: every byte that leaves passes a guard, and what is said when it fails.

use std::{
    error::Error, fmt::Display, future::Future, io, net::SocketAddr, sync::Arc, time::Duration,
};

use bytes::BytesMut;
use tagbridge_driver::{LinkError, LinkStep, Traffic, WireEnds};
use tagbridge_texts::{Coded, Message};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpStream, lookup_host},
    time::{Instant, timeout_at},
};

/// Bytes that are expected at a time.
const USUAL: usize = 8 * 1024;

/// A TCP connection, what came over it, and what is to leave.
#[derive(Debug)]
pub struct Socket {
    stream: TcpStream,
    /// What arrived and was not taken yet.
    pub inbox: BytesMut,
    /// What leaves next.
    pub outbox: BytesMut,
    traffic: Arc<Traffic>,
    wire: Option<WireEnds>,
}

impl Socket {
    /// Connects to a host, name resolution included, within this time.
    pub async fn dial(
        host: &str,
        port: u16,
        after: Duration,
        traffic: Arc<Traffic>,
    ) -> Result<Self, LinkError> {
        let endpoint = || format!("{host}:{port}");
        let stream = within(LinkStep::Connect, after, async {
            let stream = TcpStream::connect(resolve(host, port).await?.as_slice()).await;
            stream.map_err(|source| LinkError::Connect { endpoint: endpoint(), source })
        });
        let stream = stream.await?;
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "the socket stays with delayed sending");
        }
        let (inbox, outbox) = (BytesMut::with_capacity(USUAL), BytesMut::with_capacity(USUAL));
        let wire = ends(&stream, &traffic);
        Ok(Self { stream, inbox, outbox, traffic, wire })
    }

    /// Where the connection ends.
    pub fn peer(&self) -> Option<SocketAddr> {
        self.stream.peer_addr().ok()
    }

    /// The guard's look at what is in the outbox from `start` on, and the account of it. The guard
    /// counts the requests that it lets pass.
    pub fn admit<E: Error + Send + Sync + 'static>(
        &self,
        doing: LinkStep,
        start: usize,
        guard: impl FnOnce(&[u8], &Traffic) -> Result<(), E>,
    ) -> Result<(), LinkError> {
        let packet = &self.outbox[start..];
        guard(packet, &self.traffic).map_err(|source| {
            self.traffic.refuse();
            LinkError::Protocol { doing, why: Message::verbatim(source.to_string()) }
        })?;
        self.note(true, packet);
        Ok(())
    }

    /// Sends what is in the outbox, all of which was [admitted](Self::admit).
    pub async fn flush(&mut self, doing: LinkStep) -> Result<(), LinkError> {
        let written = self.stream.write_all(&self.outbox).await;
        self.outbox.clear();
        written.map_err(|error| closed(doing, &error))
    }

    /// Waits for more bytes, adds them to those that are there, and notes them.
    pub async fn receive(&mut self, doing: LinkStep) -> Result<(), LinkError> {
        match self.stream.read_buf(&mut self.inbox).await {
            Ok(0) => Err(LinkError::Closed { doing }),
            Ok(read) => {
                let before = self.inbox.len().saturating_sub(read);
                self.note(false, &self.inbox[before..]);
                Ok(())
            }
            Err(error) => Err(closed(doing, &error)),
        }
    }

    fn note(&self, is_ours: bool, bytes: &[u8]) {
        if let Some(wire) = self.wire {
            self.traffic.note(wire, is_ours, bytes);
        }
    }

    /// Closes it for both sides.
    pub async fn shutdown(&mut self) -> io::Result<()> {
        self.stream.shutdown().await
    }
}

/// The two ends of a connection, for the account of it; `None`: it is over already.
pub fn ends(stream: &TcpStream, traffic: &Traffic) -> Option<WireEnds> {
    Some(traffic.connected(stream.local_addr().ok()?, stream.peer_addr().ok()?))
}

/// The addresses of a host: what its name stands for, or why that is not known.
pub async fn resolve(host: &str, port: u16) -> Result<Vec<SocketAddr>, LinkError> {
    let unresolved = |source| LinkError::Unresolved { host: host.to_owned(), source };
    let found: Vec<SocketAddr> = lookup_host((host, port)).await.map_err(unresolved)?.collect();
    if found.is_empty() {
        let nothing = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
        return Err(unresolved(nothing));
    }
    Ok(found)
}

/// What comes of it within this time.
pub async fn within<T>(
    doing: LinkStep,
    after: Duration,
    answer: impl Future<Output = Result<T, LinkError>>,
) -> Result<T, LinkError> {
    until(doing, Instant::now() + after, after, answer).await
}

/// What comes of it until the deadline, which was `after` so long.
pub async fn until<T>(
    doing: LinkStep,
    deadline: Instant,
    after: Duration,
    answer: impl Future<Output = Result<T, LinkError>>,
) -> Result<T, LinkError> {
    timeout_at(deadline, answer).await.map_err(|_| LinkError::Timeout { doing, after })?
}

/// The socket is of no more use.
fn closed(doing: LinkStep, error: &dyn Display) -> LinkError {
    tracing::debug!(%doing, %error, "the socket failed");
    LinkError::Closed { doing }
}

/// Bytes that do not keep to the protocol.
#[expect(clippy::needless_pass_by_value, reason = "what went wrong is used up by saying it")]
pub fn protocol(doing: LinkStep, why: impl Coded) -> LinkError {
    LinkError::Protocol { doing, why: why.message() }
}
