//! The socket of a client: a guard checks every outgoing byte, and errors name the failed step.

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

/// Number of bytes to read at a time.
const USUAL: usize = 8 * 1024;

/// A TCP connection with its received bytes and its outgoing bytes.
#[derive(Debug)]
pub struct Socket {
    stream: TcpStream,
    /// Received bytes that were not processed yet.
    pub inbox: BytesMut,
    /// Bytes to send next.
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

    /// The remote address.
    pub fn peer(&self) -> Option<SocketAddr> {
        self.stream.peer_addr().ok()
    }

    /// Lets the guard check the outgoing bytes from `start` on, and counts them. The guard counts
    /// the allowed requests.
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

    /// Sends the outgoing bytes, all of which were [admitted](Self::admit).
    pub async fn flush(&mut self, doing: LinkStep) -> Result<(), LinkError> {
        let written = self.stream.write_all(&self.outbox).await;
        self.outbox.clear();
        written.map_err(|error| closed(doing, &error))
    }

    /// Waits for more bytes, appends them to the received bytes, and records them.
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

    /// Closes both directions.
    pub async fn shutdown(&mut self) -> io::Result<()> {
        self.stream.shutdown().await
    }
}

/// The two addresses of a connection, for its record; `None`: it is already closed.
pub fn ends(stream: &TcpStream, traffic: &Traffic) -> Option<WireEnds> {
    Some(traffic.connected(stream.local_addr().ok()?, stream.peer_addr().ok()?))
}

/// Resolves a host name.
pub async fn resolve(host: &str, port: u16) -> Result<Vec<SocketAddr>, LinkError> {
    let unresolved = |source| LinkError::Unresolved { host: host.to_owned(), source };
    let found: Vec<SocketAddr> = lookup_host((host, port)).await.map_err(unresolved)?.collect();
    if found.is_empty() {
        let nothing = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
        return Err(unresolved(nothing));
    }
    Ok(found)
}

/// Returns the result of a future, or a time-out.
pub async fn within<T>(
    doing: LinkStep,
    after: Duration,
    answer: impl Future<Output = Result<T, LinkError>>,
) -> Result<T, LinkError> {
    until(doing, Instant::now() + after, after, answer).await
}

/// Returns the result of a future before the deadline, or a time-out of `after`.
pub async fn until<T>(
    doing: LinkStep,
    deadline: Instant,
    after: Duration,
    answer: impl Future<Output = Result<T, LinkError>>,
) -> Result<T, LinkError> {
    timeout_at(deadline, answer).await.map_err(|_| LinkError::Timeout { doing, after })?
}

/// The socket cannot be used any longer.
fn closed(doing: LinkStep, error: &dyn Display) -> LinkError {
    tracing::debug!(%doing, %error, "the socket failed");
    LinkError::Closed { doing }
}

/// Bytes that do not follow the protocol.
#[expect(clippy::needless_pass_by_value, reason = "what went wrong is used up by saying it")]
pub fn protocol(doing: LinkStep, why: impl Coded) -> LinkError {
    LinkError::Protocol { doing, why: why.message() }
}
