//! The network: TCP for sessions.
//!
//! Each connection has a task that reads and a task that writes, so that all jobs in flight are
//! delayed at the same time, as on a slow network.

use std::{
    io,
    sync::atomic::{AtomicUsize, Ordering},
    time::Instant,
};

use bytes::BytesMut;
use tagbridge_s7::codec::{
    DecodeError,
    cotp::{self, Assembler, Tpdu},
    pdu::Pdu,
    tpkt,
};
use tokio::{
    io::AsyncReadExt,
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::mpsc::{self, UnboundedReceiver, UnboundedSender},
    time::sleep_until,
};

use super::{
    controller::Controller,
    session::{Action, OutgoingAnswer, Session},
    virtual_s7::RunningS7,
};
use crate::rig::{
    delivery::{Delivery, ReplyDelivery},
    server::Shared,
};

/// Size of a COTP fragment in bytes, if replies are fragmented.
const FRAGMENT: usize = 64;

/// Serves clients until the controller is stopped.
pub(super) fn serve(running: &RunningS7, tcp: TcpListener) {
    let shared = running.shared.clone();
    running.serve(tcp, move |stream| talk(stream, shared.clone()));
}

/// A packet to be sent.
struct Outgoing {
    bytes: BytesMut,
    due: Instant,
    manner: ReplyDelivery,
    /// Whether it answers a job in flight.
    is_answer: bool,
}

async fn talk(stream: TcpStream, shared: Shared<Controller>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let (from, to) = stream.into_split();
    let (sender, queue) = mpsc::unbounded_channel();
    let in_flight = AtomicUsize::new(0);
    let mut connection = OpenConnection { shared: &shared, session: Session::default() };
    // Each task ends the other: the reader by dropping its sender, the writer by an error.
    tokio::select! {
        end = write(to, queue, &in_flight) => end,
        end = async {
            let end = read(from, sender, &mut connection, &in_flight).await;
            if end.is_ok() {
                // The remaining answers are still sent.
                std::future::pending::<()>().await;
            }
            end
        } => end,
    }
}

/// A session that always releases its transport connection at its end.
struct OpenConnection<'a> {
    shared: &'a Shared<Controller>,
    session: Session,
}

impl Drop for OpenConnection<'_> {
    fn drop(&mut self) {
        if self.session.is_open() {
            self.shared.lock().own.open_connections -= 1;
        }
    }
}

async fn read(
    mut from: OwnedReadHalf,
    sender: UnboundedSender<Outgoing>,
    connection: &mut OpenConnection<'_>,
    in_flight: &AtomicUsize,
) -> io::Result<()> {
    let OpenConnection { shared, session } = connection;
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
            Action::Reply(all) => {
                let last = all.len() - 1;
                for (at, sent) in all.iter().enumerate() {
                    send(&sender, packet(sent), sent.delivery, at == last);
                }
            }
            Action::Grant(connect) => {
                let mut bytes = BytesMut::new();
                Tpdu::ConnectConfirm(connect).encode(&mut bytes);
                send(&sender, bytes, Delivery::AT_ONCE, false);
            }
            Action::Refuse(reason) => {
                let mut bytes = BytesMut::new();
                Tpdu::Disconnect { reason }.encode(&mut bytes);
                send(&sender, bytes, Delivery::AT_ONCE, false);
                return Ok(());
            }
            Action::Close => return Ok(()),
        }
    }
}

enum Next {
    Message(Pdu),
    Control(Tpdu),
}

/// Returns the next complete message or control packet from the received bytes.
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

fn packet(sent: &OutgoingAnswer) -> BytesMut {
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
    // An error means that the writer and thus the connection have ended.
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
        outgoing.manner.write(&outgoing.bytes, &mut to).await?;
        if outgoing.manner == ReplyDelivery::Torn {
            // Closing resets the connection: the client loses data that it has not read.
            to.as_ref().set_zero_linger()?;
            to.forget();
            return Err(io::ErrorKind::ConnectionReset.into());
        }
    }
    Ok(())
}
