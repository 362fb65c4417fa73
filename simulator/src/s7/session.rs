//! One TCP connection: open, set up, requests.

use bytes::Bytes;
use tagbridge_s7::codec::{
    cotp::{Connect, Tpdu},
    pdu::{Pdu, Rosctr, function},
    setup::Setup,
    status, userdata,
};

use super::{
    controller::{Controller, Grants, answer, refused},
    fault::Fault,
};
use crate::rig::{delivery::Delivery, fault::hits};

/// Disconnect reasons.
const NO_ROOM: u8 = 1;
const UNKNOWN_PLACE: u8 = 2;

/// Size of user data parameters and of the header of its data in a reply, in bytes.
const USER_DATA_HEAD: usize = 10 + 12 + 4;

/// The state of one TCP connection.
#[derive(Debug, Default)]
pub(super) struct Session {
    is_open: bool,
    agreed: Option<Setup>,
    /// The rest of an answer in parts, and the number that requests it.
    rest: Option<(u8, Bytes)>,
    /// Number of messages that were answered after the setup.
    answered: u64,
    /// The last of these answers, for the fault that repeats it.
    previous: Option<Pdu>,
}

/// The reaction to a packet.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Answers to be sent in order, each in its own manner.
    Reply(Vec<OutgoingAnswer>),
    /// Refuses the transport connection and ends it.
    Refuse(u8),
    /// Grants the transport connection.
    Grant(Connect),
    /// Closes the TCP connection.
    Close,
}

/// An answer to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OutgoingAnswer {
    pub(super) pdu: Pdu,
    pub(super) delivery: Delivery,
    pub(super) is_short: bool,
    pub(super) in_fragments: bool,
}

impl Session {
    /// Maximum number of jobs in flight.
    pub(super) fn jobs(&self) -> usize {
        self.agreed.map_or(1, |it| usize::from(it.calling_jobs))
    }

    /// Whether the transport connection is open and counts.
    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// Answers any packet except data.
    pub(super) fn control(&mut self, tpdu: &Tpdu, controller: &mut Controller) -> Action {
        let Tpdu::ConnectRequest(request) = tpdu else {
            return Action::Close;
        };
        if self.is_open {
            controller.counters.malformed += 1;
            return Action::Close;
        }
        let Grants { connections, place, .. } = controller.own.grants;
        let reason = if !is_place(request.called, place) {
            UNKNOWN_PLACE
        } else if controller.own.open_connections >= connections {
            NO_ROOM
        } else {
            self.is_open = true;
            controller.own.open_connections += 1;
            controller.counters.connections += 1;
            return Action::Grant(Connect {
                destination: request.source,
                source: 1,
                ..request.clone()
            });
        };
        controller.counters.refused_connections += 1;
        Action::Refuse(reason)
    }

    /// Answers a message while `in_flight` others are unanswered.
    pub(super) fn message(
        &mut self,
        pdu: &Pdu,
        in_flight: usize,
        controller: &mut Controller,
    ) -> Action {
        if !self.is_open {
            controller.counters.malformed += 1;
            return Action::Close;
        }
        let is_setup =
            pdu.rosctr == Rosctr::Job && pdu.parameters.first() == Some(&function::SETUP);
        let reply = match (pdu.rosctr, self.agreed) {
            (Rosctr::Job, _) if is_setup => self.set_up(pdu, controller),
            (_, Some(agreed)) if in_flight >= self.jobs() => {
                controller.counters.surplus_jobs += 1;
                tracing::debug!(in_flight, jobs = agreed.calling_jobs, "too many jobs");
                refused(pdu, 0x8302)
            }
            (_, Some(agreed)) if pdu.len() > usize::from(agreed.pdu_size) => {
                controller.counters.malformed += 1;
                refused(pdu, status::error::WRONG_PDU)
            }
            (Rosctr::Job, Some(agreed)) => controller.job(pdu, agreed.pdu_size),
            (Rosctr::UserData, Some(agreed)) => match self.user_data(pdu, agreed, controller) {
                Some(reply) => reply,
                None => return Action::Close,
            },
            _ => {
                controller.counters.malformed += 1;
                return Action::Close;
            }
        };
        controller.counters.replies += 1;
        if is_setup {
            return Action::Reply(vec![OutgoingAnswer::at_once(reply)]);
        }
        Action::Reply(self.misbehave(reply, &controller.faults))
    }

    fn set_up(&mut self, pdu: &Pdu, controller: &mut Controller) -> Pdu {
        controller.counters.count(Rosctr::Job.code(), function::SETUP, 0);
        let Ok(asked) = Setup::decode(&pdu.parameters) else {
            controller.counters.malformed += 1;
            return refused(pdu, status::error::WRONG_PDU);
        };
        let grants = controller.own.grants;
        let agreed = Setup {
            calling_jobs: asked.calling_jobs.min(grants.jobs).max(1),
            called_jobs: asked.called_jobs.min(grants.jobs).max(1),
            pdu_size: asked.pdu_size.min(grants.pdu_size),
        };
        self.agreed = Some(agreed);
        answer(pdu, agreed.encode().into(), Bytes::new())
    }

    fn user_data(&mut self, pdu: &Pdu, agreed: Setup, controller: &mut Controller) -> Option<Pdu> {
        let Ok(request) = userdata::Request::decode(pdu) else {
            controller.counters.malformed += 1;
            return None;
        };
        let whole = match (request.continued, self.rest.take()) {
            (false, _) => controller.user_data(&request).map(Bytes::from),
            (true, Some((sequence, rest))) if sequence == request.sequence => Ok(rest),
            (true, _) => {
                controller.counters.malformed += 1;
                Err((0x8401, status::item::NO_OBJECT))
            }
        };
        let room = usize::from(agreed.pdu_size).saturating_sub(USER_DATA_HEAD).max(1);
        let (error, data, sequence) = match whole {
            Err((error, code)) => (error, Err(code), 0),
            Ok(mut data) if data.len() > room => {
                let rest = data.split_off(room);
                let sequence = request.sequence.wrapping_add(1).max(1);
                self.rest = Some((sequence, rest));
                (0, Ok(data), sequence)
            }
            Ok(data) => (0, Ok(data), request.sequence),
        };
        let reply = userdata::Reply {
            group: request.group,
            function: request.function,
            sequence,
            more: self.rest.is_some(),
            error,
            data,
        };
        Some(reply.into_pdu(pdu.reference))
    }

    /// Applies the faults to a reply.
    fn misbehave(&mut self, mut reply: Pdu, faults: &[Fault]) -> Vec<OutgoingAnswer> {
        self.answered += 1;
        if faults.is_empty() {
            return vec![OutgoingAnswer::at_once(reply)];
        }
        let nth = self.answered;
        let hit = |of: fn(&Fault) -> Option<u32>| {
            faults.iter().filter_map(of).any(|every| hits(every, nth))
        };
        let previous = self.previous.replace(reply.clone());
        if hit(|it| match it {
            Fault::WrongReference { every } => Some(*every),
            _ => None,
        }) {
            reply.reference = reply.reference.wrapping_add(0x5555);
        }
        let stale = hit(|it| match it {
            Fault::Stale { every } => Some(*every),
            _ => None,
        });
        let is_short = hit(|it| match it {
            Fault::ShortTpkt { every } => Some(*every),
            _ => None,
        });
        let in_fragments = faults.contains(&Fault::Fragments);
        let delivery = Fault::delivery(faults, nth);
        let sent = |pdu| OutgoingAnswer { pdu, delivery, is_short, in_fragments };
        previous.filter(|_| stale).into_iter().chain([reply]).map(sent).collect()
    }
}

impl OutgoingAnswer {
    fn at_once(pdu: Pdu) -> Self {
        Self { pdu, delivery: Delivery::AT_ONCE, is_short: false, in_fragments: false }
    }
}

/// Whether the called selector contains the rack and slot of the controller.
fn is_place(called: Option<u16>, place: Option<(u8, u8)>) -> bool {
    let (Some(called), Some((rack, slot))) = (called, place) else {
        return place.is_none();
    };
    let [resource, low] = called.to_be_bytes();
    matches!(resource, 1..=3) && low == rack << 5 | slot
}
