//! The proxy between clients and the server: it counts requests and applies faults.
//!
//! The server of the library listens on its own port on the loopback interface; clients connect to
//! the proxy. The proxy parses the frames of OPC UA's TCP (Part 6 §7.1.2), but not encrypted
//! content.

use std::{future::pending, io, net::SocketAddr, time::Instant};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::{
        mpsc::{self, UnboundedReceiver, UnboundedSender},
        watch,
    },
    time::sleep_until,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::{controller::Controller, counters::Counters, fault::Fault, services};
use crate::rig::{
    delivery::{Delivery, ReplyDelivery},
    server::{self, Shared},
};

/// Size of a chunk header in bytes: type, whether it is the last chunk, and size.
const HEADER: usize = 8;
/// Maximum size of a chunk in bytes; the server negotiates less.
const MAX_CHUNK: usize = 1 << 24;

/// What the proxy needs to serve clients.
#[derive(Clone)]
pub(super) struct ProxyContext {
    /// The address of the library's server.
    pub(super) server: SocketAddr,
    pub(super) shared: Shared<Controller>,
    /// While it is true, requests are held back.
    pub(super) held: watch::Receiver<bool>,
    /// Closes the connections that are open at the time of the change.
    pub(super) cut: watch::Receiver<u64>,
}

impl ProxyContext {
    /// Serves clients until `stop` is cancelled.
    pub(super) fn spawn(self, tcp: TcpListener, stop: &CancellationToken, tasks: &TaskTracker) {
        let accepting = server::accept(tcp, stop.clone(), tasks.clone(), move |client| {
            self.clone().serve(client)
        });
        tasks.spawn(stop.clone().run_until_cancelled_owned(accepting));
    }

    async fn serve(mut self, client: TcpStream) -> io::Result<()> {
        let _open = CountedConnection::new(&self.shared);
        self.cut.mark_unchanged();
        let server = TcpStream::connect(self.server).await?;
        client.set_nodelay(true)?;
        server.set_nodelay(true)?;
        let ((from_client, to_client), (from_server, to_server)) =
            (client.into_split(), server.into_split());
        let (sender, queue) = mpsc::unbounded_channel();
        let shared = self.shared.clone();
        // The connection ends when the client closes it, or the server after its last reply is
        // sent.
        tokio::select! {
            end = requests(from_client, to_server, self.held, &shared) => end,
            end = deliver(to_client, queue) => end,
            () = replies(from_server, sender, &shared) => Ok(()),
            _ = self.cut.changed() => Ok(()),
        }
    }
}

/// Counts a connection while it is open.
struct CountedConnection<'a>(&'a Shared<Controller>);

impl<'a> CountedConnection<'a> {
    fn new(shared: &'a Shared<Controller>) -> Self {
        let counters = &mut shared.lock().counters;
        counters.connections += 1;
        counters.open_connections += 1;
        Self(shared)
    }
}

impl Drop for CountedConnection<'_> {
    fn drop(&mut self) {
        self.0.lock().counters.open_connections -= 1;
    }
}

/// A reply to be sent.
struct Outgoing {
    bytes: Vec<u8>,
    due: Instant,
    manner: ReplyDelivery,
}

async fn requests(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut held: watch::Receiver<bool>,
    shared: &Shared<Controller>,
) -> io::Result<()> {
    let mut chunk = Vec::new();
    let mut is_first = true;
    loop {
        chunk.clear();
        read_chunk(&mut from, &mut chunk).await?;
        if is_message(&chunk) {
            if is_first {
                count(&chunk, shared);
            }
            is_first = is_last(&chunk);
        }
        // An error means that the controller and this task are ending.
        let _ = held.wait_for(|held| !held).await;
        if to.write_all(&chunk).await.is_err() {
            // The server has closed the connection; its last replies are still being sent.
            pending::<()>().await;
        }
    }
}

fn count(message: &[u8], shared: &Shared<Controller>) {
    let counters = &mut shared.lock().counters;
    match services::of(message) {
        Some(service) => {
            counters.count(service);
            if services::is_writing(service) {
                counters.writes += 1;
            }
        }
        None => counters.count(Counters::ENCRYPTED),
    }
}

/// Never returns: the end of the queue ends the connection.
async fn replies(from: OwnedReadHalf, to: UnboundedSender<Outgoing>, shared: &Shared<Controller>) {
    let end = queue_replies(from, to, shared).await;
    tracing::debug!(?end, "the server left");
    pending::<()>().await;
}

async fn queue_replies(
    mut from: OwnedReadHalf,
    to: UnboundedSender<Outgoing>,
    shared: &Shared<Controller>,
) -> io::Result<()> {
    let mut sent = 0;
    loop {
        let mut bytes = Vec::new();
        let mut delivery = Delivery::AT_ONCE;
        read_chunk(&mut from, &mut bytes).await?;
        if is_message(&bytes) {
            let mut at = 0;
            while !is_last(&bytes[at..]) {
                at = bytes.len();
                read_chunk(&mut from, &mut bytes).await?;
            }
            sent += 1;
            delivery = Fault::delivery(&shared.lock().faults, sent);
        }
        let due = Instant::now() + delivery.after;
        let outgoing = Outgoing { bytes, due, manner: delivery.manner };
        if to.send(outgoing).is_err() {
            return Ok(());
        }
    }
}

/// Returns at the end of the connection, or after a torn reply.
async fn deliver(mut to: OwnedWriteHalf, mut queue: UnboundedReceiver<Outgoing>) -> io::Result<()> {
    while let Some(reply) = queue.recv().await {
        if reply.due > Instant::now() {
            sleep_until(reply.due.into()).await;
        }
        reply.manner.write(&reply.bytes, &mut to).await?;
        if reply.manner == ReplyDelivery::Torn {
            return Ok(());
        }
    }
    Ok(())
}

/// Appends a chunk with its header.
async fn read_chunk(from: &mut OwnedReadHalf, into: &mut Vec<u8>) -> io::Result<()> {
    let mut header = [0; HEADER];
    from.read_exact(&mut header).await?;
    let size = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
    if !(HEADER..=MAX_CHUNK).contains(&size) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "no chunk has this size"));
    }
    let start = into.len();
    into.extend(header);
    into.resize(start + size, 0);
    from.read_exact(&mut into[start + HEADER..]).await?;
    Ok(())
}

/// Whether the chunk belongs to a request or a reply, not to the secure channel itself.
fn is_message(chunk: &[u8]) -> bool {
    chunk.starts_with(b"MSG")
}

/// Whether the chunk is the last one of its message, or aborts it.
fn is_last(chunk: &[u8]) -> bool {
    chunk.get(3) != Some(&b'C')
}
