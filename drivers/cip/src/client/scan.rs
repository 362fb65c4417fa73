//! One scan: sends the packets of a plan and collects the results of its reads.

mod read_result;
mod there;

use std::{collections::VecDeque, time::Instant};

use bytes::{Bytes, BytesMut};
use tagbridge_client::protocol;
use tagbridge_driver::{LinkError, LinkStep};

use self::read_result::{append, as_expected, data, is_as_listed};
pub(super) use self::there::what_is_there;
use super::{
    link::Link,
    mode::{self, ModeAnswer},
    outcome::{Data, Failure, Mismatch, Outcome},
};
use crate::{
    codec::{
        DecodeError, Reply, Status,
        changes::{self, Mark},
        multiple_service,
        read_tag::{TagType, TypedData, read_tag_fragmented},
    },
    plan::{Packet, Plan, Read, mode_request},
};

const DOING: LinkStep = LinkStep::Read;

/// A plan with the bytes of its packets, so that a scan need not encode them again.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) plan: Plan,
    requests: Vec<Vec<u8>>,
    /// The packet that includes the request for the mode.
    with_mode: Option<Vec<u8>>,
    /// Whether the last packet confirms the earlier ones, so that it is sent after their responses.
    concludes: bool,
}

/// The results of one scan.
pub(super) struct ScanResults {
    /// One per read of the plan.
    pub(super) outcomes: Vec<Outcome>,
    /// The mode, if it was requested.
    pub(super) mode: Option<ModeAnswer>,
}

/// The controller's program is not the one of the plan: no value can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgramChange {
    /// The change mark differs.
    Mark,
    /// A tag differs from the controller's list, and the mark is the same.
    Type,
}

/// The information that the plan is based on.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlanBasis<'a> {
    /// The change mark that the controller must have during the whole scan.
    pub(super) mark: Option<&'a Mark>,
    /// Whether everything was read again since a tag differed: then only that tag fails.
    pub(super) is_confirmed: bool,
    /// Whether the types are from a project, except for the structures' definitions.
    pub(super) is_declared: bool,
}

impl Prepared {
    pub(super) fn new(plan: Plan) -> Self {
        let members = |packet: &Packet| -> Vec<Vec<u8>> {
            packet.members().iter().map(|&i| plan.reads[i].request().to_bytes()).collect()
        };
        let encoded = |packet: &Packet, takes_mode: bool| {
            let mut members = members(packet);
            members.extend(takes_mode.then(|| mode_request().to_bytes()));
            // The mark is last, so that it confirms the values before it.
            members.extend(packet.is_marked().then(|| changes::request().to_bytes()));
            match members.len() {
                1 => members.swap_remove(0),
                _ => multiple_service::request(&members).to_bytes(),
            }
        };
        let requests = plan.packets.iter().map(|it| encoded(it, false)).collect();
        let with_mode = plan.mode_packet.map(|i| encoded(&plan.packets[i], true));
        let concludes = plan.packets.last().is_some_and(Packet::is_marked)
            && !plan.packets.iter().all(Packet::is_marked);
        Self { plan, requests, with_mode, concludes }
    }
}

/// Runs the plan once.
pub(super) async fn run(
    link: &mut Link,
    prepared: &Prepared,
    basis: PlanBasis<'_>,
    wants_mode: bool,
) -> Result<Result<ScanResults, ProgramChange>, LinkError> {
    if !link.is_idle() {
        // A late response to an earlier request could be taken for a response of this scan.
        return Err(LinkError::Closed { doing: DOING });
    }
    let mut scan = Scan::new(prepared, basis, wants_mode);
    if link.refuses_packets.is_some() {
        scan.take_apart();
    }
    loop {
        while link.has_room()
            && let Some(job) = scan.next(link.is_idle())
        {
            let ticket = scan.ticket(job);
            let job = &scan.jobs[ticket];
            match scan.made(job) {
                Some(request) => link.post(DOING, ticket, &request).await?,
                None => link.post(DOING, ticket, scan.prepared(job)).await?,
            }
        }
        if link.is_idle() {
            if !std::mem::take(&mut scan.owes_mark) || scan.changed.is_some() {
                break;
            }
            scan.queue.push_back(Job::Mark);
            continue;
        }
        let (ticket, reply) = link.take(DOING).await?;
        scan.take(ticket, &reply)?;
    }
    if let Some(status) = scan.refused.take() {
        link.refuses_packets = Some(status);
    }
    if let Some(changed) = scan.changed {
        return Ok(Err(changed));
    }
    let lost = || DecodeError::new("reply", 0, "an answer to every read", "one less");
    let outcomes =
        scan.outcomes.into_iter().collect::<Option<_>>().ok_or_else(|| protocol(DOING, lost()))?;
    let mode = match scan.mode {
        None if wants_mode => Some(mode::ask(link).await?),
        mode => mode,
    };
    Ok(Ok(ScanResults { outcomes, mode }))
}

/// One request of a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Job {
    /// A packet of the plan, and whether it includes the request for the mode.
    Packet(usize, bool),
    /// A single read from a packet that was refused.
    Single(usize),
    /// The next part of a read, by its index in the unfinished ones.
    Part(usize),
    /// Only the change mark.
    Mark,
}

/// A read with more than one response.
struct PartialRead {
    read: usize,
    kind: Option<TagType>,
    bytes: BytesMut,
}

struct Scan<'a> {
    from: &'a Prepared,
    basis: PlanBasis<'a>,
    outcomes: Vec<Option<Outcome>>,
    unfinished: Vec<PartialRead>,
    /// The requests that are not sent yet.
    queue: VecDeque<Job>,
    /// The sent requests, by ticket.
    jobs: Vec<Job>,
    mode: Option<ModeAnswer>,
    /// Whether a request was sent after the packet that should have been last.
    owes_mark: bool,
    changed: Option<ProgramChange>,
    /// Why packets are refused, if the controller does not support them at all.
    refused: Option<Status>,
}

impl<'a> Scan<'a> {
    fn new(from: &'a Prepared, basis: PlanBasis<'a>, wants_mode: bool) -> Self {
        let plan = &from.plan;
        let mut scan = Self {
            from,
            basis,
            outcomes: vec![None; plan.reads.len()],
            unfinished: Vec::new(),
            queue: VecDeque::with_capacity(plan.packets.len()),
            jobs: Vec::with_capacity(plan.packets.len()),
            mode: None,
            owes_mark: false,
            changed: None,
            refused: None,
        };
        for (i, packet) in plan.packets.iter().enumerate() {
            let job = match packet {
                Packet::InParts(read) => scan.add_partial_read(*read, None, BytesMut::new()),
                _ => Job::Packet(i, wants_mode && plan.mode_packet == Some(i)),
            };
            scan.queue.push_back(job);
        }
        scan
    }

    /// Requests each read of the packets separately: the controller does not support packets.
    fn take_apart(&mut self) {
        let plan = &self.from.plan;
        for job in std::mem::take(&mut self.queue) {
            match job {
                Job::Packet(i, _) if plan.packets[i].members().len() > 1 => {
                    self.owes_mark |= plan.packets[i].is_marked();
                    self.queue.extend(plan.packets[i].members().iter().map(|&it| Job::Single(it)));
                }
                job => self.queue.push_back(job),
            }
        }
    }

    /// The next request. If the last packet confirms the others, it waits for all responses.
    fn next(&mut self, is_idle: bool) -> Option<Job> {
        let waits = self.from.concludes && self.queue.len() == 1 && !is_idle;
        if waits { None } else { self.queue.pop_front() }
    }

    fn ticket(&mut self, job: Job) -> usize {
        self.jobs.push(job);
        self.jobs.len() - 1
    }

    /// The encoded request of a packet; empty for others.
    fn prepared(&self, job: &Job) -> &'a [u8] {
        match (*job, &self.from.with_mode) {
            (Job::Packet(_, true), Some(request)) => request,
            (Job::Packet(i, _), _) => &self.from.requests[i],
            _ => &[],
        }
    }

    /// Encodes a request that was not prepared.
    fn made(&self, job: &Job) -> Option<Vec<u8>> {
        let request = match *job {
            Job::Packet(..) => return None,
            Job::Single(read) => self.read(read).request(),
            Job::Part(i) => {
                let PartialRead { read, bytes, .. } = &self.unfinished[i];
                let read = self.read(*read);
                let offset = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
                read_tag_fragmented(read.path.clone(), read.elements, offset)
            }
            Job::Mark => changes::request(),
        };
        Some(request.to_bytes())
    }

    fn read(&self, read: usize) -> &'a Read {
        &self.from.plan.reads[read]
    }

    fn take(&mut self, ticket: usize, reply: &Bytes) -> Result<(), LinkError> {
        let arrived = Instant::now();
        match self.jobs[ticket] {
            Job::Packet(i, takes_mode) => self.packet(i, takes_mode, reply, arrived)?,
            Job::Single(read) => self.settle(read, reply, reply, arrived),
            Job::Part(i) => self.part(i, reply, arrived),
            Job::Mark => self.compare(reply),
        }
        if self.changed.is_some() {
            self.queue.clear();
        }
        Ok(())
    }

    fn packet(
        &mut self,
        i: usize,
        takes_mode: bool,
        bytes: &Bytes,
        arrived: Instant,
    ) -> Result<(), LinkError> {
        let packet = &self.from.plan.packets[i];
        let members = packet.members();
        let beside = usize::from(takes_mode) + usize::from(packet.is_marked());
        if members.len() + beside == 1 {
            match members.first() {
                Some(&read) => self.settle(read, bytes, bytes, arrived),
                None => self.compare(bytes),
            }
            return Ok(());
        }
        let reply = Reply::decode(bytes).map_err(|error| protocol(DOING, error))?;
        if !matches!(reply.status.general, Status::SUCCESS | Status::EMBEDDED_SERVICE_ERROR) {
            tracing::debug!(status = %reply.status, "a packet was refused, its reads go one by one");
            if reply.status.general == Status::SERVICE_NOT_SUPPORTED {
                self.refused = Some(reply.status.clone());
            }
            members.iter().rev().for_each(|&it| self.queue.push_front(Job::Single(it)));
            self.owes_mark = self.basis.mark.is_some();
            return Ok(());
        }
        let replies =
            multiple_service::split(reply.data).map_err(|error| protocol(DOING, error))?;
        let expected = members.len() + beside;
        if replies.len() != expected {
            let found = replies.len().to_string();
            let error = DecodeError::new("number of services", 4, expected.to_string(), found);
            return Err(protocol(DOING, error));
        }
        let (values, beside) = replies.split_at(members.len());
        if packet.is_marked() {
            self.compare(beside.last().copied().unwrap_or_default());
        }
        if takes_mode {
            self.mode = beside.first().map(|it| mode::of_reply(it));
        }
        for (&read, reply) in members.iter().zip(values) {
            self.settle(read, bytes, reply, arrived);
        }
        Ok(())
    }

    /// Compares the controller's change mark.
    fn compare(&mut self, reply: &[u8]) {
        let found = Reply::decode(reply).ok().filter(|it| it.status.is_success());
        let found = found.and_then(|it| Mark::decode(it.data).ok());
        if found.as_ref() != self.basis.mark {
            self.changed = Some(ProgramChange::Mark);
        }
    }

    /// Processes the response to one read, or to a part of one: its data, an error, or that more
    /// data follows.
    fn settle(&mut self, read: usize, bytes: &Bytes, reply: &[u8], arrived: Instant) {
        if let Some((kind, Some(len))) = self.read(read).expected
            && let Some(data) = as_expected(reply, kind, len)
        {
            let data = Data { kind, bytes: bytes.slice_ref(data) };
            self.outcomes[read] = Some(Outcome { arrived, result: Ok(data) });
            return;
        }
        let result = match Reply::decode(reply) {
            Err(error) => Err(Failure::from(error)),
            Ok(reply) => match reply.status.general {
                Status::SUCCESS => data(bytes, reply.data),
                Status::PARTIAL_TRANSFER => match TypedData::decode(reply.data) {
                    Err(error) => Err(Failure::from(error)),
                    Ok(it) => {
                        let job = self.add_partial_read(read, Some(it.kind), it.bytes.into());
                        return self.go_on(job);
                    }
                },
                Status::REPLY_TOO_LARGE => {
                    let job = self.add_partial_read(read, None, BytesMut::new());
                    return self.go_on(job);
                }
                _ => Err(Failure::Status(reply.status)),
            },
        };
        self.conclude(read, result, arrived);
    }

    /// Records the result of a read. An unexpected type means that the program may have changed,
    /// unless the list was confirmed.
    fn conclude(&mut self, read: usize, mut result: Result<Data, Failure>, arrived: Instant) {
        if let (Some(listed), Ok(data)) = (self.read(read).expected, &result)
            && !is_as_listed(listed, data)
        {
            let (found, is_declared) = ((data.kind, data.bytes.len()), self.basis.is_declared);
            let mismatch = Mismatch { listed, found, is_declared };
            if mismatch.is_told() && !self.basis.is_confirmed {
                mismatch.log();
                self.changed.get_or_insert(ProgramChange::Type);
            }
            result = Err(Failure::Type(Box::new(mismatch)));
        }
        self.outcomes[read] = Some(Outcome { arrived, result });
    }

    fn add_partial_read(&mut self, read: usize, kind: Option<TagType>, bytes: BytesMut) -> Job {
        self.unfinished.push(PartialRead { read, kind, bytes });
        Job::Part(self.unfinished.len() - 1)
    }

    /// Continues a read whose data did not fit into one response.
    fn go_on(&mut self, job: Job) {
        self.queue.push_front(job);
        self.owes_mark = self.basis.mark.is_some();
    }

    /// Sends Read Tag Fragmented until the data is complete.
    fn part(&mut self, i: usize, reply: &[u8], arrived: Instant) {
        let read = self.unfinished[i].read;
        let wanted = self.read(read);
        let result = match append(&mut self.unfinished[i], wanted, reply) {
            Ok(false) => return self.queue.push_front(Job::Part(i)),
            Ok(true) => {
                let PartialRead { kind, bytes, .. } = &mut self.unfinished[i];
                let lacks = || Failure::from(DecodeError::new("tag type", 0, "a type", "none"));
                kind.ok_or_else(lacks).map(|kind| Data { kind, bytes: bytes.split().freeze() })
            }
            Err(failure) => Err(failure),
        };
        self.conclude(read, result, arrived);
    }
}
