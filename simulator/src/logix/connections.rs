//! The open connections and their time-outs.
//!
//! Source: CIP Networks Library volume 1, chapter 3-5 (Connection Manager) and 3-4 (time-outs).

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use tagbridge_cip::codec::{
    EPath, Segment, Status, class,
    connection_manager::{ForwardOpen, NetworkParameters, TRANSPORT_CLASS_3, Triad},
    epath::Link,
};

use super::counters::Counters;

/// Largest packet size that a Large Forward Open may request, in bytes, with the sequence count.
pub(super) const LARGE_MAX_SIZE: u16 = 4002;
/// Smallest packet that can contain a message, in bytes.
const MIN_SIZE: u16 = 16;
/// How long a new connection may stay unused, independent of its packet interval.
const FIRST_USE: Duration = Duration::from_secs(10);

/// An open connection of transport class 3.
#[derive(Debug)]
pub(super) struct Connection {
    /// The session that opened the connection; only this session may use it.
    pub(super) session: u32,
    /// The connection identifier of the packets to the originator.
    pub(super) t_o_id: u32,
    /// Largest packet in each direction, in bytes, with the sequence count.
    pub(super) o_t_size: u16,
    pub(super) t_o_size: u16,
    /// The sequence count of the last packet and the reply to it.
    pub(super) last: Option<(u16, Vec<u8>)>,
    triad: Triad,
    timeout: Duration,
    deadline: Instant,
}

/// All open connections.
#[derive(Debug)]
pub(super) struct Connections {
    open: HashMap<u32, Connection>,
    limit: usize,
    next_id: u32,
}

impl Connections {
    pub(super) fn new(limit: usize, first_id: u32) -> Self {
        Self { open: HashMap::new(), limit, next_id: first_id }
    }

    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    /// Removes the connections whose time-out has passed.
    pub(super) fn remove_timed_out(&mut self, now: Instant, counters: &mut Counters) {
        let before = self.open.len();
        self.open.retain(|_, connection| connection.deadline > now);
        counters.connections_timed_out += (before - self.open.len()) as u64;
    }

    /// Opens a connection and returns its identifier, or the status of the refusal.
    pub(super) fn open(
        &mut self,
        request: &ForwardOpen,
        session: u32,
        now: Instant,
    ) -> Result<u32, Status> {
        check(request)?;
        if self.open.values().any(|connection| connection.triad == request.triad) {
            return Err(Status::with(Status::CONNECTION_FAILURE, 0x0100));
        }
        if self.open.len() >= self.limit {
            return Err(Status::with(Status::CONNECTION_FAILURE, 0x0113));
        }
        let multiplier = 4_u32 << request.timeout_multiplier;
        let timeout = Duration::from_micros(request.o_t_rpi_us.into()) * multiplier;
        let id = self.free_id();
        self.open.insert(
            id,
            Connection {
                session,
                t_o_id: request.t_o_connection_id,
                o_t_size: request.o_t.size,
                t_o_size: request.t_o.size,
                last: None,
                triad: request.triad,
                timeout,
                deadline: now + timeout.max(FIRST_USE),
            },
        );
        Ok(id)
    }

    /// Returns the connection with this identifier and session, and restarts its time-out.
    pub(super) fn used(&mut self, id: u32, session: u32, now: Instant) -> Option<&mut Connection> {
        let connection =
            self.open.get_mut(&id).filter(|connection| connection.session == session)?;
        connection.deadline = now + connection.timeout;
        Some(connection)
    }

    /// Closes the connection. Returns whether it was open.
    pub(super) fn close(&mut self, triad: Triad) -> bool {
        let before = self.open.len();
        self.open.retain(|_, connection| connection.triad != triad);
        self.open.len() < before
    }

    fn free_id(&mut self) -> u32 {
        loop {
            self.next_id = self.next_id.wrapping_add(1).max(1);
            if !self.open.contains_key(&self.next_id) {
                return self.next_id;
            }
        }
    }
}

fn check(request: &ForwardOpen) -> Result<(), Status> {
    let refuse = |extended| Err(Status::with(Status::CONNECTION_FAILURE, extended));
    check_path(&request.path)?;
    if request.transport != TRANSPORT_CLASS_3 {
        return refuse(0x0103);
    }
    if request.timeout_multiplier > 7 {
        return refuse(0x0108);
    }
    if request.o_t_rpi_us == 0 || request.t_o_rpi_us == 0 {
        return refuse(0x0111);
    }
    for direction in [request.o_t, request.t_o] {
        if direction.connection_type != NetworkParameters::explicit(0).connection_type
            || direction.redundant_owner
        {
            return refuse(0x0108);
        }
        if !(MIN_SIZE..=LARGE_MAX_SIZE).contains(&direction.size) {
            return Err(Status {
                general: Status::CONNECTION_FAILURE,
                extended: vec![0x0109, LARGE_MAX_SIZE],
            });
        }
    }
    Ok(())
}

/// Checks that a connection ends at the message router of this controller.
pub(super) fn check_path(path: &EPath) -> Result<(), Status> {
    let [route @ .., Segment::Class(class::MESSAGE_ROUTER), Segment::Instance(1)] = &path.0[..]
    else {
        return Err(Status::with(Status::CONNECTION_FAILURE, 0x0315));
    };
    check_route(route).map_err(|extended| Status::with(Status::CONNECTION_FAILURE, extended))
}

/// Checks that a route leads to this controller: it is empty, or slot 0 of the backplane. Otherwise
/// returns the extended status of a connection failure.
pub(super) fn check_route(route: &[Segment]) -> Result<(), u16> {
    match route {
        [] | [Segment::Port { port: 1, link: Link::Number(0) }] => Ok(()),
        [Segment::Port { port: 1, .. }, ..] => Err(0x0312),
        [Segment::Port { .. }, ..] => Err(0x0311),
        _ => Err(0x0315),
    }
}
