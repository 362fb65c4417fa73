//! A virtual controller without a network: it answers requests that are passed in with the time.

use std::time::Instant;

use tagbridge_cip::codec::{EPath, Incoming, Reply, Service, Status, class, multiple_service};

use super::{
    answer::{Answer, exactly},
    connections::Connections,
    fault::Fault,
    location, read_tag, symbol,
    target::Target,
    template,
    virtual_logix::Logix,
};
use crate::rig::{fault::hits, set_up as rig};

// Codes of the supported services.
const GET_ATTRIBUTES_ALL: u8 = Service::GET_ATTRIBUTES_ALL.code();
const GET_ATTRIBUTE_LIST: u8 = Service::GET_ATTRIBUTE_LIST.code();
const GET_ATTRIBUTE_SINGLE: u8 = Service::GET_ATTRIBUTE_SINGLE.code();
const MULTIPLE_SERVICE: u8 = Service::MULTIPLE_SERVICE_PACKET.code();
const READ_TAG: u8 = Service::READ_TAG.code();
const READ_TAG_FRAGMENTED: u8 = Service::READ_TAG_FRAGMENTED.code();
const FORWARD_OPEN: u8 = Service::FORWARD_OPEN.code();
const LARGE_FORWARD_OPEN: u8 = Service::LARGE_FORWARD_OPEN.code();
const FORWARD_CLOSE: u8 = Service::FORWARD_CLOSE.code();

/// Class of the object that holds the name of the project.
const PROGRAM_NAME: u32 = 0x64;
/// Class of the object that shows whether the project has changed.
const CHANGES: u32 = 0xAC;

/// Extended status: an offset after the last byte.
const BEYOND_THE_END: u16 = 0x2104;
/// General status: the value of a parameter is invalid.
pub(super) const INVALID_PARAMETER_VALUE: u8 = 0x03;
/// General status: the request is too large to be forwarded.
const REQUEST_TOO_LARGE: u8 = 0x1A;
/// General status: the size of the path does not match its bytes.
const PATH_SIZE_INVALID: u8 = 0x26;

/// Largest unconnected request or reply, in bytes.
pub(super) const UNCONNECTED_SIZE: usize = 504;
/// Bytes of the sequence count before a connected message.
const SEQUENCE: usize = 2;

/// The controller that the server drives.
pub(super) type Controller = rig::Controller<Logix>;

/// State that only Logix controllers have.
pub struct LogixState {
    pub(super) connections: Connections,
    /// Number of downloads; clients compare it to detect them.
    downloads: u32,
    /// Distinguishes the downloads of this run from those of other runs.
    run: u32,
    /// How often a client has read that number.
    changes_asked: u32,
    /// The first session handle.
    pub(super) first_handle: u32,
}

impl LogixState {
    /// Allows this number of connections. Numbering starts at `first`, so that clients do not
    /// confuse this run with an earlier one.
    pub(super) fn new(connections: usize, first: u32) -> Self {
        let connections = Connections::new(connections, first);
        Self { connections, downloads: 0, run: first, changes_asked: 0, first_handle: first >> 1 }
    }
}

/// How a request arrived; it decides which services are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RequestPath {
    /// Directly, in this session.
    Unconnected { session: u32, now: Instant },
    /// In an Unconnected Send.
    Routed,
    /// Over a connection.
    Connected,
    /// In a Multiple Service Packet.
    Embedded,
}

impl Controller {
    /// Answers an unconnected message. `None` if the message is too damaged to be answered.
    pub(super) fn unconnected(
        &mut self,
        session: u32,
        message: &[u8],
        now: Instant,
    ) -> Option<Vec<u8>> {
        self.own.connections.remove_timed_out(now, &mut self.counters);
        self.message(message, UNCONNECTED_SIZE, RequestPath::Unconnected { session, now })
    }

    /// Answers a connected message: returns the connection identifier for the reply, and the reply.
    /// `None` if the connection does not exist, or the message is too damaged to be answered.
    pub(super) fn connected(
        &mut self,
        session: u32,
        connection_id: u32,
        sequence: u16,
        message: &[u8],
        now: Instant,
    ) -> Option<(u32, Vec<u8>)> {
        self.own.connections.remove_timed_out(now, &mut self.counters);
        let Some(connection) = self.own.connections.used(connection_id, session, now) else {
            self.counters.unknown_connection += 1;
            return None;
        };
        let t_o_id = connection.t_o_id;
        if let Some((last, reply)) = &connection.last
            && *last == sequence
        {
            self.counters.duplicates += 1;
            return Some((t_o_id, reply.clone()));
        }
        let room = usize::from(connection.t_o_size) - SEQUENCE;
        let reply = if message.len() + SEQUENCE > usize::from(connection.o_t_size) {
            self.counters.malformed += 1;
            let service = *message.first()?;
            Answer::refused(Status::TOO_MUCH_DATA).encode(service, room)
        } else {
            self.message(message, room, RequestPath::Connected)?
        };
        if let Some(connection) = self.own.connections.used(connection_id, session, now) {
            connection.last = Some((sequence, reply.clone()));
        }
        Some((t_o_id, reply))
    }

    /// Replaces the project, like a download: new tags, a new program, new symbol instances, and
    /// new numbers by which clients detect the download.
    pub(super) fn download(&mut self, other: Self) {
        self.edit(other);
        self.memory.renumber(1 + self.own.downloads % 1000 * 1000);
    }

    /// Replaces the project, like an online edit. Symbols are numbered from the first instance
    /// again, so that an instance can belong to another tag than before.
    pub(super) fn edit(&mut self, other: Self) {
        self.own.downloads = self.own.downloads.wrapping_add(1);
        (self.memory, self.program) = (other.memory, other.program);
    }

    pub(super) fn message(
        &mut self,
        message: &[u8],
        room: usize,
        way: RequestPath,
    ) -> Option<Vec<u8>> {
        let [service @ 0..0x80, words, ..] = *message else {
            self.counters.malformed += 1;
            return None;
        };
        let answer = match Incoming::decode(message) {
            Ok(request) if is_unconnected_send(&request, way) => {
                return Some(self.unconnected_send(&request, room));
            }
            Ok(request) => self.request(&request, message.len(), room, way),
            Err(error) => {
                tracing::debug!(%error, "malformed request");
                self.counters.malformed += 1;
                Answer::refused(if message.len() < 2 + usize::from(words) * 2 {
                    PATH_SIZE_INVALID
                } else {
                    Status::PATH_SEGMENT_ERROR
                })
            }
        };
        Some(answer.encode(service, room))
    }

    fn request(
        &mut self,
        request: &Incoming<'_>,
        size: usize,
        room: usize,
        way: RequestPath,
    ) -> Answer {
        let Some(target) = Target::of(&request.path) else {
            self.counters.malformed += 1;
            return Answer::refused(Status::PATH_SEGMENT_ERROR);
        };
        self.counters.count(request.service, target.class());
        if writes(request.service, target.class()) {
            self.counters.writes += 1;
            return Answer::refused(Status::SERVICE_NOT_SUPPORTED);
        }
        let is_routed = matches!(way, RequestPath::Unconnected { .. } | RequestPath::Routed);
        if is_routed && size > UNCONNECTED_SIZE {
            self.counters.malformed += 1;
            return Answer::refused(REQUEST_TOO_LARGE);
        }
        let answer = match target {
            Target::Tag { program, base, steps } => {
                let location = location::resolve(self.memory.model(), program, base, &steps);
                match (location, request.service) {
                    (Err(fault), _) => Answer::from(fault),
                    (Ok(location), READ_TAG) => {
                        read_tag::read(&self.memory, &location, request.data, room)
                    }
                    (Ok(location), READ_TAG_FRAGMENTED) => {
                        self.read_fragmented(&location, request.data, room)
                    }
                    (Ok(_), _) => Answer::refused(Status::SERVICE_NOT_SUPPORTED),
                }
            }
            Target::Object { class: class::SYMBOL, instance, attribute: None, program } => {
                self.symbol(request, program, instance, room)
            }
            Target::Object { class, instance, attribute, .. } => {
                self.object(request, class, instance, attribute, room, way)
            }
        };
        if is_malformed(&answer.status) {
            self.counters.malformed += 1;
        }
        answer
    }

    /// The symbol class: returns a page of the tag list, or reads a tag by its instance.
    fn symbol(
        &self,
        request: &Incoming<'_>,
        program: Option<&str>,
        instance: u32,
        room: usize,
    ) -> Answer {
        let model = self.memory.model();
        if request.is(Service::INSTANCE_ATTRIBUTE_LIST) {
            if self.faults.contains(&Fault::NoList) {
                return Answer::refused(Status::SERVICE_NOT_SUPPORTED);
            }
            return symbol::list(model, program, instance, request.data, room);
        }
        if self.faults.contains(&Fault::NoInstances) {
            return Answer::refused(Status::PATH_DESTINATION_UNKNOWN);
        }
        let base = location::Base::Instance(instance);
        match (location::resolve(model, program, base, &[]), request.service) {
            (Ok(location), READ_TAG) => read_tag::read(&self.memory, &location, request.data, room),
            (Ok(location), READ_TAG_FRAGMENTED) => {
                self.read_fragmented(&location, request.data, room)
            }
            (Err(fault), READ_TAG | READ_TAG_FRAGMENTED) => Answer::from(fault),
            _ => Answer::refused(Status::SERVICE_NOT_SUPPORTED),
        }
    }

    /// Read Tag Fragmented. With the fault `endless`, it restarts from the beginning at the end.
    fn read_fragmented(&self, location: &location::Location, data: &[u8], room: usize) -> Answer {
        let answer = read_tag::read_fragmented(&self.memory, location, data, room);
        if !self.faults.contains(&Fault::EndlessFragments) {
            return answer;
        }
        let answer = match answer.status.first_extended() {
            Some(BEYOND_THE_END) => read_tag::read(&self.memory, location, &data[..2], room),
            _ => answer,
        };
        match answer.status.general {
            Status::SUCCESS => Answer::partial(answer.data),
            _ => answer,
        }
    }

    fn object(
        &mut self,
        request: &Incoming<'_>,
        class: u32,
        instance: u32,
        attribute: Option<u32>,
        room: usize,
        way: RequestPath,
    ) -> Answer {
        let known_instance = match class {
            class::TEMPLATE => instance != 0,
            class::IDENTITY
            | class::MESSAGE_ROUTER
            | class::CONNECTION_MANAGER
            | PROGRAM_NAME
            | CHANGES => {
                instance == 1 && !(class == CHANGES && self.faults.contains(&Fault::NoChanges))
            }
            _ => false,
        };
        if !known_instance {
            return Answer::refused(Status::PATH_DESTINATION_UNKNOWN);
        }
        match (class, request.service, attribute) {
            (class::IDENTITY, GET_ATTRIBUTES_ALL, None) if request.data.is_empty() => {
                let mut all = Vec::new();
                self.identity.object(self.mode).encode(&mut all);
                Answer::good(all)
            }
            (class::IDENTITY, GET_ATTRIBUTE_SINGLE, Some(attribute)) if request.data.is_empty() => {
                match self.identity.attribute(self.mode, attribute) {
                    Some(value) => Answer::good(value),
                    None => Answer::refused(Status::ATTRIBUTE_NOT_SUPPORTED),
                }
            }
            (class::IDENTITY, GET_ATTRIBUTES_ALL, None)
            | (class::IDENTITY, GET_ATTRIBUTE_SINGLE, Some(_)) => {
                Answer::refused(Status::TOO_MUCH_DATA)
            }
            (PROGRAM_NAME, GET_ATTRIBUTES_ALL, None) => match exactly::<0>(request.data) {
                Ok([]) => Answer::good(self.identity.program_name()),
                Err(refusal) => refusal,
            },
            (CHANGES, GET_ATTRIBUTE_LIST, None) => self.changes(request.data),
            (class::TEMPLATE, GET_ATTRIBUTE_LIST, None) => {
                template::attributes(self.memory.model(), instance, request.data)
            }
            (class::TEMPLATE, READ_TAG, None) => {
                template::read(self.memory.model(), instance, request.data, room)
            }
            (class::MESSAGE_ROUTER, MULTIPLE_SERVICE, None)
                if way != RequestPath::Embedded && !self.faults.contains(&Fault::NoPackets) =>
            {
                self.several(request.data, room)
            }
            (class::CONNECTION_MANAGER, service, None) => match (service, way) {
                (FORWARD_OPEN, RequestPath::Unconnected { session, now }) => {
                    self.forward_open(request.data, false, session, now)
                }
                (LARGE_FORWARD_OPEN, RequestPath::Unconnected { session, now })
                    if !self.faults.contains(&Fault::RefuseLarge) =>
                {
                    self.forward_open(request.data, true, session, now)
                }
                (FORWARD_CLOSE, RequestPath::Unconnected { .. }) => {
                    self.forward_close(request.data)
                }
                _ => Answer::refused(Status::SERVICE_NOT_SUPPORTED),
            },
            _ => Answer::refused(Status::SERVICE_NOT_SUPPORTED),
        }
    }

    /// Multiple Service Packet: answers each request in order, until the reply is full.
    fn several(&mut self, data: &[u8], room: usize) -> Answer {
        let members = match multiple_service::split(data) {
            Ok(members) if !members.is_empty() => members,
            _ => return Answer::refused(Status::NOT_ENOUGH_DATA),
        };
        let heads =
            multiple_service::REPLY_OVERHEAD + members.len() * multiple_service::MEMBER_OVERHEAD;
        let Some(mut space) =
            room.checked_sub(heads).filter(|space| *space >= members.len() * Reply::HEADER_SIZE)
        else {
            return Answer::refused(Status::REPLY_TOO_LARGE);
        };
        let mut replies = Vec::with_capacity(members.len());
        for (place, member) in members.iter().enumerate() {
            // Leaves space for the headers of the other replies, with the status "full".
            let behind = (members.len() - place - 1) * Reply::HEADER_SIZE;
            let refuse = |status| Answer::refused(status).encode(member[0], space - behind);
            let reply = if self.fails_member(place) {
                refuse(Status::RESOURCE_UNAVAILABLE)
            } else {
                self.message(member, space - behind, RequestPath::Embedded)
                    .unwrap_or_else(|| refuse(Status::NOT_ENOUGH_DATA))
            };
            space -= reply.len();
            replies.push(reply);
        }
        let failed = replies.iter().any(|reply| reply[2] != Status::SUCCESS);
        Answer {
            status: Status::of(if failed {
                Status::EMBEDDED_SERVICE_ERROR
            } else {
                Status::SUCCESS
            }),
            data: multiple_service::join(&replies),
        }
    }

    /// Whether a fault makes the request at this place fail.
    fn fails_member(&self, place: usize) -> bool {
        self.faults.iter().any(|fault| match fault {
            Fault::FailMembers { every } => hits(*every, place as u64 + 1),
            _ => false,
        })
    }

    /// Numbers that change with every download (1756-PM020, "Determine whether the tag list
    /// changed": class 0xAC, attributes 1, 2, 3, 4 and 10).
    fn changes(&mut self, data: &[u8]) -> Answer {
        self.own.changes_asked = self.own.changes_asked.saturating_add(1);
        let asked = self.own.changes_asked;
        if self
            .faults
            .iter()
            .any(|it| matches!(it, Fault::BusyChanges { times } if asked <= *times))
        {
            return Answer::refused(Status::RESOURCE_UNAVAILABLE);
        }
        let attributes = match symbol::attribute_list(data) {
            Ok(attributes) => attributes,
            Err(refusal) => return refusal,
        };
        let mut reply = u16::try_from(attributes.len()).unwrap_or(u16::MAX).to_le_bytes().to_vec();
        for attribute in attributes {
            reply.extend(attribute.to_le_bytes());
            reply.extend([0, 0]);
            match attribute {
                1 | 2 => reply.extend([5, 0]),
                3 | 4 | 10 => {
                    let number = self.own.downloads.wrapping_mul(0x9E37_79B9) ^ self.own.run;
                    reply.extend(number.wrapping_add(attribute.into()).to_le_bytes());
                }
                _ => return Answer::refused(Status::ATTRIBUTE_NOT_SUPPORTED),
            }
        }
        Answer::good(reply)
    }
}

fn is_unconnected_send(request: &Incoming<'_>, way: RequestPath) -> bool {
    request.is(Service::UNCONNECTED_SEND)
        && matches!(way, RequestPath::Unconnected { .. })
        && request.path == EPath::object(class::CONNECTION_MANAGER, 1)
}

/// Whether the service would change something: set, reset, start, stop, create, delete, and the
/// write services of tags (in the Connection Manager, 0x4E closes a connection).
fn writes(service: u8, class: u32) -> bool {
    match service {
        0x02 | 0x04..=0x09 | 0x10 | 0x4B | 0x4D | 0x53 => true,
        FORWARD_CLOSE => class != class::CONNECTION_MANAGER,
        _ => false,
    }
}

/// Whether the refusal is due to bytes that no correct client sends.
fn is_malformed(status: &Status) -> bool {
    matches!(
        status.general,
        Status::NOT_ENOUGH_DATA | Status::TOO_MUCH_DATA | INVALID_PARAMETER_VALUE
    )
}
