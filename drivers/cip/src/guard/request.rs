//! A message router request: single, in a packet of several, or forwarded by another device.

use super::{
    Kind, Refused,
    allowed::check_read,
    target::{Target, target},
};
use crate::codec::{
    EPath, Incoming, Segment, Service, class,
    connection_manager::{ForwardClose, ForwardOpen, UnconnectedSend},
    multiple_service,
};

/// How a request is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Carrier {
    /// In its own frame, without a connection.
    Unconnected,
    /// In its own frame, over a connection.
    Connected,
    /// Inside of an Unconnected Send.
    Routed,
    /// Inside of a Multiple Service Packet.
    Member,
}

/// A request, borrowed from the frame.
pub(super) struct Request<'a> {
    service: u8,
    path: &'a [u8],
    pub(super) data: &'a [u8],
}

impl Request<'_> {
    pub(super) fn is(&self, service: Service) -> bool {
        self.service == service.code()
    }

    /// The error that it must not be sent.
    pub(super) fn refused(&self) -> Refused {
        match EPath::decode(self.path) {
            Ok(path) => Refused::Service { service: self.service, path },
            Err(error) => error.into(),
        }
    }
}

/// Allows a request that only reads, and reports the kind of each one in it.
pub(super) fn check_request(
    message: &[u8],
    carrier: Carrier,
    seen: &mut dyn FnMut(Kind),
) -> Result<(), Refused> {
    let (service, path, data) = Incoming::split(message)?;
    let request = Request { service, path, data };
    match target(request.path)? {
        Some(Target::ConnectionManager) if carrier == Carrier::Unconnected => {
            check_connection_manager(&request, seen)
        }
        Some(Target::MessageRouter)
            if carrier != Carrier::Member && request.is(Service::MULTIPLE_SERVICE_PACKET) =>
        {
            let members = multiple_service::split(request.data)?;
            members.into_iter().try_for_each(|it| check_request(it, Carrier::Member, seen))
        }
        Some(target) => check_read(&request, target, seen),
        None => Err(request.refused()),
    }
}

fn check_connection_manager(
    request: &Request<'_>,
    seen: &mut dyn FnMut(Kind),
) -> Result<(), Refused> {
    if request.is(Service::FORWARD_OPEN) || request.is(Service::LARGE_FORWARD_OPEN) {
        let large = request.is(Service::LARGE_FORWARD_OPEN);
        let open = ForwardOpen::decode(request.data, large)?;
        let end: Vec<&Segment> = open.path.0.iter().filter(|it| !is_port(it)).collect();
        let to_router = [&Segment::Class(class::MESSAGE_ROUTER), &Segment::Instance(1)];
        if open.transport_class() == 3 && end == to_router {
            seen(Kind::Connection);
            return Ok(());
        }
        return Err(request.refused());
    }
    if request.is(Service::FORWARD_CLOSE) {
        seen(Kind::Connection);
        return Ok(ForwardClose::decode(request.data).map(drop)?);
    }
    if request.is(Service::UNCONNECTED_SEND) {
        let send = UnconnectedSend::decode(request.data)?;
        if !send.route.is_empty() && send.route.0.iter().all(is_port) {
            return check_request(send.message, Carrier::Routed, seen);
        }
        return Err(request.refused());
    }
    check_read(request, Target::Object, seen)
}

fn is_port(segment: &Segment) -> bool {
    matches!(segment, Segment::Port { .. })
}
