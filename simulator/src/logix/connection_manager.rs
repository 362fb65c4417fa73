//! The Connection Manager: opens and closes connections, and forwards messages along a route.
//!
//! Source: CIP Networks Library volume 1, chapter 3-5.

use std::{ops::Range, time::Instant};

use tagbridge_cip::codec::{
    EPath, Incoming, Segment, Status, class,
    connection_manager::{
        ForwardClose, ForwardCloseReply, ForwardOpen, ForwardOpenReply, Triad, UnconnectedSend,
        Unsuccessful,
    },
};

use super::{
    answer::Answer,
    connections,
    controller::{Controller, INVALID_PARAMETER_VALUE, RequestPath},
    fault::Fault,
};

/// Extended status: a route begins with a port that does not exist.
const NO_SUCH_PORT: u16 = 0x0315;
/// Position of the three reserved bytes of a Forward Open.
const RESERVED: Range<usize> = 19..22;

impl Controller {
    /// Unconnected Send: returns the reply to the embedded message.
    pub(super) fn unconnected_send(&mut self, request: &Incoming<'_>, room: usize) -> Vec<u8> {
        self.counters.count(request.service, class::CONNECTION_MANAGER);
        let refuse = |extended, remaining: usize| {
            let words = u8::try_from(remaining / 2).unwrap_or(u8::MAX);
            Answer {
                status: Status::with(Status::CONNECTION_FAILURE, extended),
                data: vec![words, 0],
            }
            .encode(request.service, room)
        };
        let Ok(send) = UnconnectedSend::decode(request.data) else {
            self.counters.malformed += 1;
            return refuse(0x0205, 0);
        };
        let route = match send.route.0.first() {
            Some(_) if self.faults.contains(&Fault::NoRoute) => Err(NO_SUCH_PORT),
            _ => connections::check_route(&send.route.0),
        };
        if let Err(extended) = route {
            return refuse(extended, send.route.size());
        }
        self.message(send.message, room, RequestPath::Routed).unwrap_or_else(|| refuse(0x0205, 0))
    }

    pub(super) fn forward_open(
        &mut self,
        data: &[u8],
        large: bool,
        session: u32,
        now: Instant,
    ) -> Answer {
        let request = match ForwardOpen::decode(data, large) {
            Ok(request) if data[RESERVED] == [0; 3] => request,
            Ok(_) => return Answer::refused(INVALID_PARAMETER_VALUE),
            Err(_) => return Answer::refused(Status::NOT_ENOUGH_DATA),
        };
        let is_routed = matches!(request.path.0.first(), Some(Segment::Port { .. }));
        if is_routed && self.faults.contains(&Fault::NoRoute) {
            let status = Status::with(Status::CONNECTION_FAILURE, NO_SUCH_PORT);
            return unsuccessful(status, request.triad, &request.path);
        }
        match self.own.connections.open(&request, session, now) {
            Ok(id) => {
                self.counters.connections_opened += 1;
                let reply = ForwardOpenReply {
                    o_t_connection_id: id,
                    t_o_connection_id: request.t_o_connection_id,
                    triad: request.triad,
                    o_t_api_us: request.o_t_rpi_us,
                    t_o_api_us: request.t_o_rpi_us,
                };
                Answer::good(reply.encode())
            }
            Err(status) => unsuccessful(status, request.triad, &request.path),
        }
    }

    pub(super) fn forward_close(&mut self, data: &[u8]) -> Answer {
        let Ok(request) = ForwardClose::decode(data) else {
            return Answer::refused(Status::NOT_ENOUGH_DATA);
        };
        if let Err(status) = connections::check_path(&request.path) {
            return unsuccessful(status, request.triad, &request.path);
        }
        if !self.own.connections.close(request.triad) {
            let status = Status::with(Status::CONNECTION_FAILURE, 0x0107);
            return unsuccessful(status, request.triad, &request.path);
        }
        self.counters.connections_closed += 1;
        let reply = ForwardCloseReply { triad: request.triad };
        Answer::good(reply.encode())
    }
}

fn unsuccessful(status: Status, triad: Triad, path: &EPath) -> Answer {
    // The remaining path is the whole path, because the request is refused before the first hop.
    let remaining_path = u8::try_from(path.size() / 2).unwrap_or(u8::MAX);
    let data = Unsuccessful { triad, remaining_path }.encode();
    Answer { status, data }
}
