//! One scan: sends the packets of a plan and gathers what each read brought.

use std::time::Instant;

use bytes::Bytes;
use tagbridge_driver::{LinkError, RunMode, Value};

use super::{link::Link, wire::protocol};
use crate::{
    codec::{
        DecodeError, Reply, Status,
        identity::DeviceStatus,
        multiple_service,
        read_tag::{TagType, TypedData, read_tag_fragmented},
    },
    plan::{Knowledge, Limits, Parcel, Plan, Read, mode_request},
};

const DOING: &str = "read tags";

/// Bytes of one read that are gathered at most when its type does not tell: 65535 STRINGs fit.
const MAX_GATHERED: usize = 8 << 20;

/// A plan with its packets as bytes, so that a scan need not make them again.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) plan: Plan,
    requests: Vec<Vec<u8>>,
    /// The request of the parcel that takes the mode along, with it.
    with_mode: Option<Vec<u8>>,
}

/// What became of one read.
#[derive(Debug, Clone)]
pub(super) struct Outcome {
    pub(super) arrived: Instant,
    pub(super) result: Result<Elements, Failure>,
}

/// The values of a read.
#[derive(Debug, Clone)]
pub(super) struct Elements {
    pub(super) kind: TagType,
    pub(super) values: Vec<Value>,
}

/// Why a read brought nothing. The others are not concerned.
#[derive(Debug, Clone)]
pub(super) enum Failure {
    Status(Status),
    Bytes(DecodeError),
}

/// What one scan brought.
pub(super) struct Gathered {
    /// One per read of the plan.
    pub(super) outcomes: Vec<Outcome>,
    /// The mode, if it was asked for.
    pub(super) mode: Option<Told>,
}

/// What a controller says when it is asked for its mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// Its mode.
    Mode(RunMode),
    /// That it does not tell.
    Nothing,
}

impl Prepared {
    pub(super) fn new(names: &[String], known: &Knowledge, limits: Limits) -> Self {
        let plan = Plan::new(names, known, limits);
        let members = |parcel: &Parcel| -> Vec<Vec<u8>> {
            let request = |&i: &usize| plan.reads[i].request().to_bytes();
            match parcel {
                Parcel::Together(members) => members.iter().map(request).collect(),
                Parcel::Alone(one) | Parcel::InParts(one) => vec![request(one)],
            }
        };
        let requests = plan
            .parcels
            .iter()
            .map(|parcel| match (parcel, members(parcel)) {
                (Parcel::Together(_), members) => multiple_service::request(&members).to_bytes(),
                (_, mut members) => members.swap_remove(0),
            })
            .collect();
        let with_mode = plan.mode_parcel.map(|i| {
            let mut members = members(&plan.parcels[i]);
            members.push(mode_request().to_bytes());
            multiple_service::request(&members).to_bytes()
        });
        Self { plan, requests, with_mode }
    }
}

/// Runs the plan once. Teaches `known` what replies look like.
pub(super) async fn run(
    link: &mut Link,
    prepared: &Prepared,
    known: &mut Knowledge,
    wants_mode: bool,
) -> Result<Gathered, LinkError> {
    let plan = &prepared.plan;
    let mut scan = Scan {
        link,
        reads: &plan.reads,
        known,
        outcomes: vec![None; plan.reads.len()],
        unfinished: Vec::new(),
    };
    let mut mode = None;
    for (i, parcel) in plan.parcels.iter().enumerate() {
        let takes_mode = wants_mode && plan.mode_parcel == Some(i);
        match (parcel, prepared.with_mode.as_ref().filter(|_| takes_mode)) {
            (Parcel::InParts(one), _) => scan.unfinished.push(Unfinished::start(*one)),
            (Parcel::Alone(one), None) => scan.alone(*one, &prepared.requests[i]).await?,
            (Parcel::Together(members), None) => {
                scan.together(members, &prepared.requests[i], false).await?;
            }
            (Parcel::Alone(one), Some(request)) => {
                mode = scan.together(&[*one], request, true).await?;
            }
            (Parcel::Together(members), Some(request)) => {
                mode = scan.together(members, request, true).await?;
            }
        }
    }
    while let Some(unfinished) = scan.unfinished.pop() {
        scan.in_parts(unfinished).await?;
    }
    let lost = || DecodeError::new("reply", 0, "an answer to every read", "one less");
    let outcomes =
        scan.outcomes.into_iter().collect::<Option<_>>().ok_or_else(|| protocol(DOING, lost()))?;
    if wants_mode && mode.is_none() {
        mode = Some(ask_mode(link).await?);
    }
    Ok(Gathered { outcomes, mode })
}

/// Asks for the mode by itself.
pub(super) async fn ask_mode(link: &mut Link) -> Result<Told, LinkError> {
    const DOING: &str = "tell its mode";
    let reply = link.ask(DOING, &mode_request().to_bytes()).await?;
    Ok(mode_of(&reply))
}

fn mode_of(reply: &[u8]) -> Told {
    Reply::decode(reply)
        .ok()
        .filter(|it| it.status.is_success())
        .and_then(|it| DeviceStatus::decode(it.data).ok())
        .map_or(Told::Nothing, |it| Told::Mode(it.mode()))
}

/// A read whose data does not come at once.
struct Unfinished {
    read: usize,
    kind: Option<TagType>,
    bytes: Vec<u8>,
}

impl Unfinished {
    fn start(read: usize) -> Self {
        Self { read, kind: None, bytes: Vec::new() }
    }
}

struct Scan<'a> {
    link: &'a mut Link,
    reads: &'a [Read],
    known: &'a mut Knowledge,
    outcomes: Vec<Option<Outcome>>,
    unfinished: Vec<Unfinished>,
}

impl Scan<'_> {
    async fn alone(&mut self, read: usize, request: &[u8]) -> Result<(), LinkError> {
        let reply = self.link.ask(DOING, request).await?;
        self.settle(read, &reply, Instant::now());
        Ok(())
    }

    /// Sends one packet for several reads, and perhaps the mode, which then comes back.
    async fn together(
        &mut self,
        members: &[usize],
        request: &[u8],
        takes_mode: bool,
    ) -> Result<Option<Told>, LinkError> {
        let bytes = self.link.ask(DOING, request).await?;
        let arrived = Instant::now();
        let reply = Reply::decode(&bytes).map_err(|error| protocol(DOING, error))?;
        if !matches!(reply.status.general, Status::SUCCESS | Status::EMBEDDED_SERVICE_ERROR) {
            tracing::debug!(status = %reply.status, "a packet was refused, its reads go one by one");
            for &read in members {
                let request = self.reads[read].request().to_bytes();
                self.alone(read, &request).await?;
            }
            return Ok(None);
        }
        let replies =
            multiple_service::split(reply.data).map_err(|error| protocol(DOING, error))?;
        let expected = members.len() + usize::from(takes_mode);
        if replies.len() != expected {
            let found = replies.len().to_string();
            let error = DecodeError::new("number of services", 4, expected.to_string(), found);
            return Err(protocol(DOING, error));
        }
        for (&read, reply) in members.iter().zip(&replies) {
            self.settle(read, reply, arrived);
        }
        Ok(replies.last().filter(|_| takes_mode).map(|it| mode_of(it)))
    }

    /// Takes the reply to one read: its values, why there are none, or that there is more.
    fn settle(&mut self, read: usize, reply: &[u8], arrived: Instant) {
        let result = match Reply::decode(reply) {
            Err(error) => Err(Failure::Bytes(error)),
            Ok(reply) => match reply.status.general {
                Status::SUCCESS => self.elements(read, reply.data),
                Status::PARTIAL_TRANSFER => match TypedData::decode(reply.data) {
                    Err(error) => Err(Failure::Bytes(error)),
                    Ok(TypedData { kind, bytes }) => {
                        let (kind, bytes) = (Some(kind), bytes.to_vec());
                        return self.unfinished.push(Unfinished { read, kind, bytes });
                    }
                },
                Status::REPLY_TOO_LARGE => return self.unfinished.push(Unfinished::start(read)),
                _ => Err(Failure::Status(reply.status)),
            },
        };
        self.outcomes[read] = Some(Outcome { arrived, result });
    }

    fn elements(&mut self, read: usize, data: &[u8]) -> Result<Elements, Failure> {
        let data = TypedData::decode(data).map_err(Failure::Bytes)?;
        let elements = usize::from(self.reads[read].elements);
        self.known.learn(&self.reads[read], data);
        let values = data.values(elements).map_err(Failure::Bytes)?;
        Ok(Elements { kind: data.resolved(elements), values })
    }

    /// Goes on with Read Tag Fragmented until all is there.
    async fn in_parts(&mut self, mut part: Unfinished) -> Result<(), LinkError> {
        let read = &self.reads[part.read];
        loop {
            let offset = u32::try_from(part.bytes.len()).unwrap_or(u32::MAX);
            let request = read_tag_fragmented(read.path.clone(), read.elements, offset);
            let reply: Bytes = self.link.ask(DOING, &request.to_bytes()).await?;
            let arrived = Instant::now();
            let is_last = match append(&mut part, read, &reply) {
                Ok(is_last) => is_last,
                Err(failure) => {
                    self.outcomes[part.read] = Some(Outcome { arrived, result: Err(failure) });
                    return Ok(());
                }
            };
            if is_last {
                let mut data = Vec::with_capacity(part.bytes.len() + 4);
                if let Some(kind) = part.kind {
                    TypedData { kind, bytes: &part.bytes }.encode(&mut data);
                }
                let result = self.elements(part.read, &data);
                self.outcomes[part.read] = Some(Outcome { arrived, result });
                return Ok(());
            }
        }
    }
}

/// Adds what a fragment brought. Whether it was the last one.
fn append(part: &mut Unfinished, read: &Read, reply: &[u8]) -> Result<bool, Failure> {
    let reply = Reply::decode(reply).map_err(Failure::Bytes)?;
    let is_last = match reply.status.general {
        Status::SUCCESS => true,
        Status::PARTIAL_TRANSFER => false,
        _ => return Err(Failure::Status(reply.status)),
    };
    let data = TypedData::decode(reply.data).map_err(Failure::Bytes)?;
    let disagrees = |expected: String, found: String| {
        let offset = part.bytes.len();
        Failure::Bytes(DecodeError::new("fragment", offset, expected, found))
    };
    if let Some(kind) = part.kind.filter(|&it| it != data.kind) {
        return Err(disagrees(format!("more {kind}"), data.kind.to_string()));
    }
    if data.bytes.is_empty() && !is_last {
        return Err(disagrees("more bytes".into(), "none".into()));
    }
    let size = data.kind.element_size();
    let most = size.map_or(MAX_GATHERED, |it| it.max(8) * usize::from(read.elements));
    let total = part.bytes.len() + data.bytes.len();
    // One for a pad.
    if total > most + 1 {
        return Err(disagrees(format!("at most {most} bytes in all"), total.to_string()));
    }
    part.kind = Some(data.kind);
    part.bytes.extend_from_slice(data.bytes);
    Ok(is_last)
}
