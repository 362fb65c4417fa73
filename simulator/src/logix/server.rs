//! The wire: TCP for sessions, UDP for `ListIdentity`, and the clock that drives the program.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, SocketAddrV4},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use bytes::BytesMut;
use tagbridge_cip::codec::Frame;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream, UdpSocket},
    sync::Semaphore,
    time::{MissedTickBehavior, interval, sleep},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::{
    controller::Controller,
    fault::{Delivery, Manner},
    session::{self, Session, Step},
};

/// How often the program is executed.
pub(super) const SCAN_INTERVAL: Duration = Duration::from_millis(20);
/// TCP connections that are served at a time; others wait.
const MAX_SOCKETS: usize = 128;
/// Ports that are tried for TCP and UDP together when any port will do.
const PORT_ATTEMPTS: usize = 16;

/// What the tasks of a server share.
#[derive(Clone)]
pub(super) struct Shared {
    controller: Arc<Mutex<Controller>>,
    next_handle: Arc<AtomicU32>,
}

impl Shared {
    pub(super) fn new(controller: Controller, first_handle: u32) -> Self {
        Self {
            controller: Arc::new(Mutex::new(controller)),
            next_handle: Arc::new(AtomicU32::new(first_handle)),
        }
    }

    /// The controller, for as long as no other task needs it. Nothing that holds it awaits.
    pub(super) fn lock(&self) -> MutexGuard<'_, Controller> {
        // Each request leaves the controller whole, also one that panicked half-way.
        self.controller.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sockets that are bound to the same port.
pub(super) struct Sockets {
    tcp: TcpListener,
    udp: UdpSocket,
    pub(super) addr: SocketAddr,
}

impl Sockets {
    /// Binds TCP and UDP; port 0 takes one that is free in both.
    pub(super) async fn bind(addr: SocketAddr) -> io::Result<Self> {
        let mut attempts = if addr.port() == 0 { PORT_ATTEMPTS } else { 1 };
        loop {
            let tcp = TcpListener::bind(addr).await?;
            let addr = tcp.local_addr()?;
            attempts -= 1;
            match UdpSocket::bind(addr).await {
                Ok(udp) => return Ok(Self { tcp, udp, addr }),
                Err(error) if attempts == 0 => return Err(error),
                Err(_) => {}
            }
        }
    }
}

/// Starts the tasks that serve; they end when `stop` is cancelled.
pub(super) fn spawn(
    sockets: Sockets,
    shared: &Shared,
    stop: &CancellationToken,
    tasks: &TaskTracker,
) {
    let Sockets { tcp, udp, .. } = sockets;
    let accepting = accept(tcp, shared.clone(), stop.clone(), tasks.clone());
    tasks.spawn(stop.clone().run_until_cancelled_owned(accepting));
    let answering = answer_datagrams(udp, shared.clone());
    tasks.spawn(stop.clone().run_until_cancelled_owned(answering));
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
                let shared = shared.clone();
                tasks.spawn(stop.clone().run_until_cancelled_owned(async move {
                    let end = serve(stream, &shared).await;
                    tracing::debug!(%peer, ?end, "client left");
                    drop(place);
                }));
            }
            Err(error) => {
                // Out of file descriptors, most likely: others will be closed.
                tracing::warn!(%error, "cannot accept a client");
                sleep(SCAN_INTERVAL).await;
            }
        }
    }
}

async fn serve(mut stream: TcpStream, shared: &Shared) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let local = ipv4(stream.local_addr()?);
    let handle = shared.next_handle.fetch_add(1, Ordering::Relaxed).max(1);
    let mut session = Session::new(handle, local);
    let mut arrived = BytesMut::new();
    let mut out = BytesMut::new();
    loop {
        let frame = match Frame::decode(&mut arrived) {
            Ok(Some(frame)) => frame,
            Ok(None) => {
                if stream.read_buf(&mut arrived).await? == 0 {
                    return Ok(());
                }
                continue;
            }
            Err(error) => {
                tracing::debug!(%error, "malformed frame");
                shared.lock().counters.malformed += 1;
                return Ok(());
            }
        };
        let step = session.handle(&frame, &mut shared.lock(), Instant::now());
        match step {
            Step::Reply(reply, delivery) => {
                reply.encode(&mut out);
                send(&mut stream, &out, delivery).await?;
                out.clear();
            }
            Step::Silence => {}
            Step::Close => return Ok(()),
        }
    }
}

async fn send(stream: &mut TcpStream, bytes: &[u8], delivery: Delivery) -> io::Result<()> {
    if delivery.after > Duration::ZERO {
        sleep(delivery.after).await;
    }
    match delivery.manner {
        Manner::Whole => stream.write_all(bytes).await,
        Manner::Never => Ok(()),
        Manner::Dripping(gap) => {
            for byte in bytes {
                stream.write_all(&[*byte]).await?;
                if gap > Duration::ZERO {
                    sleep(gap).await;
                }
            }
            Ok(())
        }
        Manner::Torn => {
            stream.write_all(&bytes[..bytes.len() / 2]).await?;
            // Closing resets: what the client has not read yet is lost to it.
            stream.set_zero_linger()?;
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
}

/// Answers `ListIdentity` and the other lists; anything else that arrives by UDP is left alone.
async fn answer_datagrams(udp: UdpSocket, shared: Shared) {
    let Ok(local) = udp.local_addr().map(ipv4) else {
        return;
    };
    let mut buffer = vec![0; 1500];
    loop {
        let Ok((length, peer)) = udp.recv_from(&mut buffer).await else {
            continue;
        };
        let mut datagram = BytesMut::from(&buffer[..length]);
        let Ok(Some(frame)) = Frame::decode(&mut datagram) else {
            continue;
        };
        if frame.options != 0 || frame.status != 0 || !datagram.is_empty() {
            continue;
        }
        let reply = session::list(&frame, &shared.lock(), local);
        if reply.status != 0 {
            continue;
        }
        let mut out = BytesMut::new();
        reply.encode(&mut out);
        if let Err(error) = udp.send_to(&out, peer).await {
            tracing::debug!(%peer, %error, "cannot answer a datagram");
        }
    }
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

fn ipv4(addr: SocketAddr) -> SocketAddrV4 {
    match addr {
        SocketAddr::V4(addr) => addr,
        SocketAddr::V6(addr) => {
            let ip = addr.ip().to_ipv4_mapped().unwrap_or(Ipv4Addr::UNSPECIFIED);
            SocketAddrV4::new(ip, addr.port())
        }
    }
}
