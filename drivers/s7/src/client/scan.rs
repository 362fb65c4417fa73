//! One scan: sends the plan's requests, and collects the result of each read.

use std::{
    collections::HashMap,
    ops::Range as Places,
    time::{Duration, Instant},
};

use tagbridge_client::protocol;
use tagbridge_driver::{LinkError, LinkStep};

use super::wire::{Reply, Request, Wire};
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
    narrow::Outcome,
    plan::{Failure, Limits, Plan, bytes, pack_ranges},
};

const READ: LinkStep = LinkStep::Read;
/// The interval of the requests that take turns.
const TURN: Duration = Duration::from_secs(1);

/// A plan with its encoded requests.
pub(super) struct Prepared {
    pub(super) plan: Plan,
    requests: Vec<Request>,
    /// The request for the operating mode.
    mode: Request,
    turns: Turns,
}

/// The state of the requests that take turns.
#[derive(Default)]
struct Turns {
    /// Number of requests that had their turn, and the time of the last one.
    last: Option<(usize, Instant)>,
    /// The results of their reads, with the time.
    kept: HashMap<usize, (Outcome, Instant)>,
}

/// The results of a scan.
pub(super) struct ScanResults {
    /// One for each read of the plan.
    pub(super) outcomes: Vec<Outcome>,
    /// When the response to each read arrived.
    pub(super) arrived: Vec<Instant>,
    /// The response about the mode, if it was requested.
    pub(super) mode: Option<ModeAnswer>,
}

/// Whether a controller reports its mode.
pub(super) enum ModeAnswer {
    /// The system status list with the mode.
    List(Szl),
    /// It does not report it.
    Nothing,
}

impl Prepared {
    pub(super) fn new(plan: Plan) -> Self {
        let requests = plan.items().map(|it| request(&it)).collect();
        let mode = Request::new(&szl::request(szl::id::MODE, 0).into_pdu(0));
        Self { plan, requests, mode, turns: Turns::default() }
    }
}

impl Turns {
    /// The requests for the end of this scan: in the first one, all.
    fn take(&mut self, requests: Places<usize>, now: Instant) -> Places<usize> {
        match &mut self.last {
            _ if requests.is_empty() => requests,
            None => {
                self.last = Some((0, now));
                requests
            }
            Some((_, before)) if now.duration_since(*before) < TURN => requests.end..requests.end,
            Some((turn, before)) => {
                let at = requests.start + *turn % requests.len();
                (*turn, *before) = (*turn + 1, now);
                at..at + 1
            }
        }
    }
}

/// Sends all reads of a plan, and the request for the mode if it is needed.
pub(super) async fn run(
    wire: &mut Wire,
    prepared: &mut Prepared,
    wants_mode: bool,
    now: Instant,
) -> Result<ScanResults, LinkError> {
    let Prepared { plan, requests, mode, turns } = prepared;
    let turn = turns.take(plan.always..requests.len(), now);
    let places = (0..plan.always).chain(turn);
    let of_places = places.clone().map(|it| &requests[it]);
    let all: Vec<&Request> = of_places.chain(wants_mode.then_some(&*mode)).collect();
    let mut replies = wire.exchange(READ, &all).await?;
    let mode = match replies.pop_if(|_| wants_mode) {
        Some(reply) => Some(mode_of(&reply.pdu)?),
        None => None,
    };
    let mut outcomes = vec![Err(Failure::Item(0)); plan.reads.len()];
    let mut arrived = vec![Instant::now(); plan.reads.len()];
    for (&read, (outcome, at)) in &turns.kept {
        (outcomes[read], arrived[read]) = (outcome.clone(), *at);
    }
    for (place, reply) in places.zip(&replies) {
        let members = &plan.requests[place];
        let ranges: Vec<Range> = members.iter().map(|&it| plan.reads[it].range).collect();
        for (&read, outcome) in members.iter().zip(outcomes_of(reply, &ranges)?) {
            if place >= plan.always {
                turns.kept.insert(read, (outcome.clone(), reply.arrived));
            }
            outcomes[read] = outcome;
            arrived[read] = reply.arrived;
        }
    }
    Ok(ScanResults { outcomes, arrived, mode })
}

/// Reads ranges without a plan.
pub(super) async fn read_ranges(
    wire: &mut Wire,
    ranges: &[(Range, bool)],
    limits: Limits,
) -> Result<Vec<Outcome>, LinkError> {
    let packed = pack_ranges(ranges, limits);
    let range = |&place: &usize| ranges[place].0;
    let requests: Vec<Request> = packed
        .iter()
        .map(|it| request(&it.iter().map(|it| Item::from(range(it))).collect::<Vec<_>>()))
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

/// The result of each requested range in a response.
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

/// The list with the mode, which always has one part.
fn mode_of(pdu: &Pdu) -> Result<ModeAnswer, LinkError> {
    if pdu.rosctr != Rosctr::UserData {
        return Ok(ModeAnswer::Nothing);
    }
    let reply = userdata::Reply::decode(pdu).map_err(|error| protocol(READ, error))?;
    match (reply.error, &reply.data) {
        (0, Ok(part)) => {
            Szl::decode(part).map(ModeAnswer::List).map_err(|error| protocol(READ, error))
        }
        _ => Ok(ModeAnswer::Nothing),
    }
}
