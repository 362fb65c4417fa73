//! A virtual controller without a network: it answers messages.

use bytes::Bytes;
use tagbridge_s7::{
    address::Area,
    codec::{
        clock,
        item::{self, Item, unit},
        pdu::{Pdu, Rosctr, function},
        read::{self, ItemReply},
        status, szl, userdata,
    },
};

use super::{fault::Fault, status_list, virtual_s7::S7};
use crate::rig::{fault::hits, set_up as rig};

/// Functions of jobs that write, load, start or stop.
const WRITING_JOBS: [u8; 6] = [0x05, 0x1A, 0x1B, 0x1C, 0x28, 0x29];
/// Error of a user data message: the function does not exist.
const NO_FUNCTION: u16 = 0x8104;

/// The state that all connections share.
pub(super) type Controller = rig::Controller<S7>;

/// State that only S7 controllers have.
pub struct S7State {
    /// A hash of the addresses of the program's tags.
    pub(super) layout: u64,
    /// A program that replaces this one after a number of jobs.
    pub(super) coming: Option<(u32, Box<Controller>)>,
    /// The granted limits.
    pub(super) grants: Grants,
    /// Number of open transport connections.
    pub(super) open_connections: usize,
}

impl S7State {
    pub(super) fn new(grants: Grants) -> Self {
        Self { layout: 0, coming: None, grants, open_connections: 0 }
    }
}

/// The limits that a controller grants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Grants {
    pub(super) pdu_size: u16,
    pub(super) jobs: u16,
    pub(super) connections: usize,
    /// Maximum number of items in a request.
    pub(super) items: usize,
    /// Rack and slot that answer; `None`: any.
    pub(super) place: Option<(u8, u8)>,
}

impl Controller {
    /// Replaces the program, like a download.
    pub(super) fn download(&mut self, other: Self) {
        (self.memory, self.program) = (other.memory, other.program);
        self.own.layout = other.own.layout;
        self.own.coming = None;
    }

    /// Answers a job other than setup.
    pub(super) fn job(&mut self, job: &Pdu, pdu_size: u16) -> Pdu {
        match &mut self.own.coming {
            Some((jobs @ 1.., _)) => *jobs -= 1,
            coming => {
                if let Some((_, program)) = coming.take() {
                    self.download(*program);
                }
            }
        }
        let function = job.parameters.first().copied().unwrap_or_default();
        self.counters.count(Rosctr::Job.code(), function, 0);
        if WRITING_JOBS.contains(&function) {
            self.counters.writes += 1;
        }
        if function != function::READ || self.faults.contains(&Fault::NoPutGet) {
            return refused(job, status::error::NOT_AVAILABLE);
        }
        if self.identity.protection >= 3 {
            return refused(job, status::error::PROTECTED);
        }
        let items = match read::decode_request(&job.parameters) {
            Ok(items)
                if (1..=self.own.grants.items).contains(&items.len()) && job.data.is_empty() =>
            {
                items
            }
            _ => {
                self.counters.malformed += 1;
                return refused(job, status::error::WRONG_PDU);
            }
        };
        let replies: Vec<ItemReply> =
            items.iter().enumerate().map(|(at, item)| self.read(at, item)).collect();
        let (parameters, mut data) = read::encode_reply(&replies);
        if self.faults.contains(&Fault::OddPadding)
            && let Some(ItemReply::Data { bytes, .. }) = replies.last()
            && bytes.len() % 2 == 1
        {
            data.push(0xA5);
        }
        let reply = answer(job, parameters.into(), data.into());
        if reply.len() > usize::from(pdu_size).next_multiple_of(2) {
            return refused(job, status::error::WRONG_PDU);
        }
        reply
    }

    fn read(&self, at: usize, item: &Item) -> ItemReply {
        let fails = self.faults.iter().any(|fault| match fault {
            Fault::FailItems { every } => hits(*every, at as u64 + 1),
            _ => false,
        });
        if fails {
            return ItemReply::Failed(status::item::HARDWARE);
        }
        let (area, elements) = match item.area {
            item::area::BLOCKS => (Area::Block(item.block), false),
            item::area::MEMORY => (Area::Memory, false),
            item::area::INPUTS => (Area::Inputs, false),
            item::area::OUTPUTS => (Area::Outputs, false),
            item::area::TIMERS => (Area::Timers, true),
            item::area::COUNTERS => (Area::Counters, true),
            _ => return ItemReply::Failed(status::item::NO_OBJECT),
        };
        let is_element = matches!(item.unit, unit::TIMER | unit::COUNTER);
        let (Some(size), true) = (unit::size(item.unit), elements == is_element) else {
            return ItemReply::Failed(status::item::TYPE_NOT_SUPPORTED);
        };
        let address = usize::try_from(item.address).unwrap_or(usize::MAX);
        let bit = item.address % 8;
        let count = usize::from(item.count);
        if count == 0 || (item.unit == unit::BIT && count != 1) {
            return ItemReply::Failed(status::item::TYPE_MISMATCH);
        }
        if !elements && item.unit != unit::BIT && bit != 0 {
            return ItemReply::Failed(status::item::OUT_OF_RANGE);
        }
        let start = if elements { address * 2 } else { address / 8 };
        match self.memory.bytes(area, start, count * size) {
            Err(code) => ItemReply::Failed(code),
            Ok(bytes) if item.unit == unit::BIT => ItemReply::data(vec![bytes[0] >> bit & 1]),
            Ok(bytes) => ItemReply::Data { bits: !elements, bytes: Bytes::copy_from_slice(bytes) },
        }
    }

    /// Answers a first request of user data with the whole data, which the session splits into
    /// parts.
    pub(super) fn user_data(&mut self, request: &userdata::Request) -> Result<Vec<u8>, (u16, u8)> {
        let (group, function) = (request.group, request.function);
        self.counters.count(Rosctr::UserData.code(), group, function);
        match (group, function) {
            (userdata::GROUP_SZL, userdata::SZL_READ) => {
                let asked = szl::decode_request(&request.data).map_err(|_| {
                    self.counters.malformed += 1;
                    (NO_FUNCTION, status::item::NO_OBJECT)
                })?;
                let is_told =
                    asked.0 != szl::id::PROTECTION || !self.faults.contains(&Fault::NoProtection);
                let program = (self.own.layout, self.memory.outline_hash());
                let list = status_list::of(asked, &self.identity, self.mode, program);
                let none = (status::error::NO_INFORMATION, status::item::NO_OBJECT);
                list.filter(|_| is_told).map(|it| it.encode()).ok_or(none)
            }
            (userdata::GROUP_CLOCK, userdata::CLOCK_READ) => {
                let now = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC);
                Ok(clock::encode(now.datetime()))
            }
            _ => {
                // Setting the clock, passwords, and program changes by programming devices.
                if matches!(group, 0x01 | 0x05 | userdata::GROUP_CLOCK) {
                    self.counters.writes += 1;
                }
                Err((NO_FUNCTION, status::item::NO_OBJECT))
            }
        }
    }
}

/// The answer to a job, with data.
pub(super) fn answer(job: &Pdu, parameters: Bytes, data: Bytes) -> Pdu {
    Pdu { rosctr: Rosctr::AckData, reference: job.reference, error: 0, parameters, data }
}

/// The answer to a job that is refused as a whole.
pub(super) fn refused(job: &Pdu, error: u16) -> Pdu {
    Pdu {
        rosctr: Rosctr::Ack,
        reference: job.reference,
        error,
        parameters: Bytes::new(),
        data: Bytes::new(),
    }
}
