//! One scan over the wire: the plan's requests out, what became of each read back.

use std::time::Instant;

use tagbridge_driver::LinkError;

use super::wire::{Reply, Request, Wire, protocol};
use crate::{
    address::Range,
    codec::{
        DecodeError,
        item::Item,
        pdu::{Pdu, Rosctr},
        read::{self, ItemReply},
        szl::{self, Szl},
        userdata,
    },
    narrow::{Failure, Outcome},
    plan::{Limits, Plan, bytes, pack_ranges},
};

const READ: &str = "read variables";

/// A plan with its requests as they go on the wire.
pub(super) struct Prepared {
    pub(super) plan: Plan,
    requests: Vec<Request>,
    /// Asks for the operating mode.
    mode: Request,
}

/// What a scan brought back.
pub(super) struct Gathered {
    /// One for each read of the plan.
    pub(super) outcomes: Vec<Outcome>,
    /// When the reply to each read arrived.
    pub(super) arrived: Vec<Instant>,
    /// What was said about the mode, if it was asked for.
    pub(super) mode: Option<Told>,
}

/// Whether a controller tells its mode.
pub(super) enum Told {
    /// The list that tells it.
    List(Szl),
    /// It does not tell.
    Nothing,
}

impl Prepared {
    pub(super) fn new(plan: Plan) -> Self {
        let requests = plan.items().map(|it| request(&it)).collect();
        Self { plan, requests, mode: Request::new(&szl::request(szl::id::MODE, 0).into_pdu(0)) }
    }
}

/// Reads all that a plan holds, and the mode where it is wanted.
pub(super) async fn run(
    wire: &mut Wire,
    prepared: &Prepared,
    wants_mode: bool,
) -> Result<Gathered, LinkError> {
    let Prepared { plan, requests, mode } = prepared;
    let all: Vec<&Request> = requests.iter().chain(wants_mode.then_some(mode)).collect();
    let mut replies = wire.exchange(READ, &all).await?;
    let mode = match replies.pop_if(|_| wants_mode) {
        Some(reply) => Some(mode_of(&reply.pdu)?),
        None => None,
    };
    let mut outcomes = vec![Err(Failure::Item(0)); plan.reads.len()];
    let mut arrived = vec![Instant::now(); plan.reads.len()];
    for (members, reply) in plan.requests.iter().zip(&replies) {
        let ranges: Vec<Range> = members.iter().map(|&it| plan.reads[it].range).collect();
        for (&read, outcome) in members.iter().zip(outcomes_of(reply, &ranges)?) {
            outcomes[read] = outcome;
            arrived[read] = reply.arrived;
        }
    }
    Ok(Gathered { outcomes, arrived, mode })
}

/// Reads ranges that are in no plan.
pub(super) async fn read_ranges(
    wire: &mut Wire,
    ranges: &[(Range, bool)],
    limits: Limits,
) -> Result<Vec<Outcome>, LinkError> {
    let packed = pack_ranges(ranges, limits);
    let range = |&place: &usize| ranges[place].0;
    let requests: Vec<Request> = packed
        .iter()
        .map(|it| request(&it.iter().map(|it| range(it).item()).collect::<Vec<_>>()))
        .collect();
    let replies = wire.exchange(READ, &requests.iter().collect::<Vec<_>>()).await?;
    let mut outcomes = Vec::with_capacity(ranges.len());
    for (members, reply) in packed.iter().zip(&replies) {
        outcomes.extend(outcomes_of(reply, &members.iter().map(range).collect::<Vec<_>>())?);
    }
    Ok(outcomes)
}

fn request(items: &[Item]) -> Request {
    Request::new(&Pdu::job(0, read::encode_request(items)))
}

/// What a reply says about each range that was asked for.
fn outcomes_of(reply: &Reply, ranges: &[Range]) -> Result<Vec<Outcome>, LinkError> {
    let Pdu { rosctr, error, parameters, data, .. } = &reply.pdu;
    if *error != 0 {
        return Ok(vec![Err(Failure::Message(*error)); ranges.len()]);
    }
    let items = match rosctr {
        Rosctr::AckData => read::decode_reply(parameters, data),
        other => Err(DecodeError::new("ROSCTR", 1, "3", other.code().to_string())),
    }
    .and_then(|items| {
        if items.len() == ranges.len() {
            return Ok(items);
        }
        let (asked, came) = (ranges.len().to_string(), items.len().to_string());
        Err(DecodeError::new("item count", 1, asked, came))
    })
    .map_err(|error| protocol(READ, error))?;
    Ok(items.into_iter().zip(ranges).map(|(item, range)| outcome_of(item, range)).collect())
}

fn outcome_of(item: ItemReply, range: &Range) -> Outcome {
    match item {
        ItemReply::Failed(code) => Err(Failure::Item(code)),
        ItemReply::Data { bytes: data, .. } if data.len() == bytes(range.len()) => Ok(data),
        ItemReply::Data { bytes: data, .. } => {
            Err(Failure::Length { asked: range.len(), came: data.len() })
        }
    }
}

/// The list that tells the mode, which always comes in one part.
fn mode_of(pdu: &Pdu) -> Result<Told, LinkError> {
    if pdu.rosctr != Rosctr::UserData {
        return Ok(Told::Nothing);
    }
    let reply = userdata::Reply::decode(pdu).map_err(|error| protocol(READ, error))?;
    match (reply.error, &reply.data) {
        (0, Ok(part)) => Szl::decode(part).map(Told::List).map_err(|error| protocol(READ, error)),
        _ => Ok(Told::Nothing),
    }
}
