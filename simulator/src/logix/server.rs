//! The network: TCP for sessions, UDP for `ListIdentity`.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, SocketAddrV4},
    time::{Duration, Instant},
};

use bytes::BytesMut;
use tagbridge_cip::codec::Frame;
use tokio::{
    io::AsyncReadExt,
    net::{TcpListener, TcpStream, UdpSocket},
    time::sleep,
};

use super::{
    controller::Controller,
    session::{self, Action, Session},
    virtual_logix::RunningController,
};
use crate::rig::{
    delivery::{Delivery, ReplyDelivery},
    server::Shared,
};

/// Number of attempts to find a port that is free for both TCP and UDP.
const PORT_ATTEMPTS: usize = 16;

/// Sockets that are bound to the same port.
pub(super) struct Sockets {
    tcp: TcpListener,
    udp: UdpSocket,
    pub(super) addr: SocketAddr,
}

impl Sockets {
    /// Binds TCP and UDP; port 0 selects a port that is free for both.
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

/// Serves clients until the controller is stopped.
pub(super) fn serve(running: &RunningController, sockets: Sockets) {
    let Sockets { tcp, udp, .. } = sockets;
    let shared = running.shared.clone();
    let mut next_handle = shared.lock().own.first_handle;
    running.spawn(answer_datagrams(udp, shared.clone()));
    running.serve(tcp, move |stream| {
        let handle = next_handle.max(1);
        next_handle = next_handle.wrapping_add(1);
        talk(stream, handle, shared.clone())
    });
}

async fn talk(mut stream: TcpStream, handle: u32, shared: Shared<Controller>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let local = ipv4(stream.local_addr()?);
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
            Action::Reply(reply, delivery) => {
                reply.encode(&mut out);
                send(&mut stream, &out, delivery).await?;
                out.clear();
            }
            Action::Silence => {}
            Action::Close => return Ok(()),
        }
    }
}

async fn send(stream: &mut TcpStream, bytes: &[u8], delivery: Delivery) -> io::Result<()> {
    if delivery.after > Duration::ZERO {
        sleep(delivery.after).await;
    }
    delivery.manner.write(bytes, stream).await?;
    if delivery.manner == ReplyDelivery::Torn {
        // Closing resets the connection: the client loses data that it has not read.
        stream.set_zero_linger()?;
        return Err(io::ErrorKind::ConnectionReset.into());
    }
    Ok(())
}

/// Answers `ListIdentity` and the other lists; ignores all other datagrams.
async fn answer_datagrams(udp: UdpSocket, shared: Shared<Controller>) {
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

fn ipv4(addr: SocketAddr) -> SocketAddrV4 {
    match addr {
        SocketAddr::V4(addr) => addr,
        SocketAddr::V6(addr) => {
            let ip = addr.ip().to_ipv4_mapped().unwrap_or(Ipv4Addr::UNSPECIFIED);
            SocketAddrV4::new(ip, addr.port())
        }
    }
}
