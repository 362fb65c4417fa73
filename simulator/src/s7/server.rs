//! The wire: TCP for sessions, and the clock that drives the program.
//!
//! Each connection has one task that reads and one that writes, so that all jobs in flight are
//! delayed at the same time, as on a slow link.

use std::{
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use bytes::BytesMut;
use tagbridge_s7::codec::{
    DecodeError,
    cotp::{self, Assembler, Tpdu},
    pdu::Pdu,
    tpkt,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::{
        Semaphore,
        mpsc::{self, UnboundedReceiver, UnboundedSender},
    },
    time::{MissedTickBehavior, interval, sleep, sleep_until},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::{
    controller::Controller,
    fault::{Delivery, Manner},
    session::{Sent, Session, Step},
};

/// How often the program is executed.
pub(super) const SCAN_INTERVAL: Duration = Duration::from_millis(20);
/// TCP connections that are served at a time; others wait.
const MAX_SOCKETS: usize = 128;
/// Bytes of a COTP fragment, when replies come in fragments.
const FRAGMENT: usize = 64;

/// What the tasks of a server share.
#[derive(Clone)]
pub(super) struct Shared(Arc<Mutex<Controller>>);

impl Shared {
    pub(super) fn new(controller: Controller) -> Self {
        Self(Arc::new(Mutex::new(controller)))
    }

    /// The controller, for as long as no other task needs it. Nothing that holds it awaits.
    pub(super) fn lock(&self) -> MutexGuard<'_, Controller> {
        // Each request leaves the controller whole, also one that panicked half-way.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts the tasks that serve; they end when `stop` is cancelled.
pub(super) fn spawn(
    tcp: TcpListener,
    shared: &Shared,
    stop: &CancellationToken,
    tasks: &TaskTracker,
) {
    let accepting = accept(tcp, shared.clone(), stop.clone(), tasks.clone());
    tasks.spawn(stop.clone().run_until_cancelled_owned(accepting));
    let running = run_program(shared.clone());
    tasks.spawn(stop.clone().run_until_cancelled_owned(running));
}

async fn accept(tcp: TcpListener, shared: Shared, stop: CancellationToken, tasks: TaskTracker) {
    let places = Arc::new(Semaphore::new(MAX_SOCKETS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        match tcp.accept().await {
            Ok((stream, peer)) => {
                let (shared, stop) = (shared.clone(), stop.clone());
                tasks.spawn(async move {
                    let end = stop.run_until_cancelled(serve(stream, &shared)).await;
                    tracing::debug!(%peer, ?end, "client left");
                    drop(place);
                });
            }
            Err(error) => {
                // Out of file descriptors, most likely: others will be closed.
                tracing::warn!(%error, "cannot accept a client");
                sleep(SCAN_INTERVAL).await;
            }
        }
    }
}

/// A packet on its way out.
struct Outgoing {
    bytes: BytesMut,
    due: Instant,
    manner: Manner,
    /// Whether it answers a job in flight.
    is_answer: bool,
}

async fn serve(stream: TcpStream, shared: &Shared) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let (from, to) = stream.into_split();
    let (sender, queue) = mpsc::unbounded_channel();
    let in_flight = AtomicUsize::new(0);
    let mut place = Place { shared, session: Session::default() };
    // Each of the two ends the other: the reader by dropping its sender, the writer by an error.
    tokio::select! {
        end = write(to, queue, &in_flight) => end,
        end = async {
            let end = read(from, sender, &mut place, &in_flight).await;
            if end.is_ok() {
                // What was answered before the end still goes out.
                std::future::pending::<()>().await;
            }
            end
        } => end,
    }
}

/// A session that gives its transport connection back when it ends, however it ends.
struct Place<'a> {
    shared: &'a Shared,
    session: Session,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if self.session.is_open() {
            self.shared.lock().open_connections -= 1;
        }
    }
}

async fn read(
    mut from: OwnedReadHalf,
    sender: UnboundedSender<Outgoing>,
    place: &mut Place<'_>,
    in_flight: &AtomicUsize,
) -> io::Result<()> {
    let Place { shared, session } = place;
    let mut arrived = BytesMut::new();
    let mut assembler = Assembler::default();
    loop {
        let step = match next(&mut arrived, &mut assembler) {
            Ok(Some(Next::Message(pdu))) => {
                let others = in_flight.fetch_add(1, Ordering::AcqRel);
                session.message(&pdu, others, &mut shared.lock())
            }
            Ok(Some(Next::Control(tpdu))) => session.control(&tpdu, &mut shared.lock()),
            Ok(None) => {
                if from.read_buf(&mut arrived).await? == 0 {
                    return Ok(());
                }
                continue;
            }
            Err(error) => {
                tracing::debug!(%error, "malformed packet");
                shared.lock().counters.malformed += 1;
                return Ok(());
            }
        };
        match step {
            Step::Reply(all) => {
                let last = all.len() - 1;
                for (at, sent) in all.iter().enumerate() {
                    send(&sender, packet(sent), sent.delivery, at == last);
                }
            }
            Step::Grant(connect) => {
                let mut bytes = BytesMut::new();
                Tpdu::ConnectConfirm(connect).encode(&mut bytes);
                send(&sender, bytes, Delivery::AT_ONCE, false);
            }
            Step::Refuse(reason) => {
                let mut bytes = BytesMut::new();
                Tpdu::Disconnect { reason }.encode(&mut bytes);
                send(&sender, bytes, Delivery::AT_ONCE, false);
                return Ok(());
            }
            Step::Close => return Ok(()),
        }
    }
}

enum Next {
    Message(Pdu),
    Control(Tpdu),
}

/// The next whole message or control packet of what arrived.
fn next(arrived: &mut BytesMut, assembler: &mut Assembler) -> Result<Option<Next>, DecodeError> {
    while let Some(packet) = tpkt::decode(arrived)? {
        match Tpdu::decode(&packet)? {
            Tpdu::Data { last, payload } => {
                if let Some(message) = assembler.add(last, payload)? {
                    return Ok(Some(Next::Message(Pdu::decode(&message)?)));
                }
            }
            control => return Ok(Some(Next::Control(control))),
        }
    }
    Ok(None)
}

fn packet(sent: &Sent) -> BytesMut {
    let message = sent.pdu.encode();
    let mut bytes = BytesMut::new();
    if sent.in_fragments {
        let mut parts = message.chunks(FRAGMENT).peekable();
        while let Some(part) = parts.next() {
            let payload = bytes::Bytes::copy_from_slice(part);
            Tpdu::Data { last: parts.peek().is_none(), payload }.encode(&mut bytes);
        }
    } else {
        cotp::encode_data(&message, &mut bytes);
    }
    if sent.is_short {
        let length = u16::from_be_bytes([bytes[2], bytes[3]]) - 2;
        bytes[2..4].copy_from_slice(&length.to_be_bytes());
    }
    bytes
}

fn send(sender: &UnboundedSender<Outgoing>, bytes: BytesMut, delivery: Delivery, is_answer: bool) {
    let due = Instant::now() + delivery.after;
    // Nobody takes it when the writer has ended, and then the connection ends as well.
    let _ = sender.send(Outgoing { bytes, due, manner: delivery.manner, is_answer });
}

async fn write(
    mut to: OwnedWriteHalf,
    mut queue: UnboundedReceiver<Outgoing>,
    in_flight: &AtomicUsize,
) -> io::Result<()> {
    while let Some(outgoing) = queue.recv().await {
        if outgoing.due > Instant::now() {
            sleep_until(outgoing.due.into()).await;
        }
        if outgoing.is_answer {
            in_flight.fetch_sub(1, Ordering::AcqRel);
        }
        let bytes = &outgoing.bytes[..];
        match outgoing.manner {
            Manner::Whole => to.write_all(bytes).await?,
            Manner::Never => {}
            Manner::Dripping(gap) => {
                for byte in bytes {
                    to.write_all(&[*byte]).await?;
                    if gap > Duration::ZERO {
                        sleep(gap).await;
                    }
                }
            }
            Manner::Torn => {
                to.write_all(&bytes[..bytes.len() / 2]).await?;
                // Closing resets: what the client has not read yet is lost to it.
                to.as_ref().set_zero_linger()?;
                to.forget();
                return Err(io::ErrorKind::ConnectionReset.into());
            }
        }
    }
    Ok(())
}

async fn run_program(shared: Shared) {
    let mut ticks = interval(SCAN_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last = Instant::now();
    loop {
        ticks.tick().await;
        let now = Instant::now();
        shared.lock().run(now - last);
        last = now;
    }
}
