//! The reply to one request.

use tagbridge_cip::codec::{Reply, Status};

use super::location::PathFault;

/// A status and the data of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) status: Status,
    pub(super) data: Vec<u8>,
}

impl Answer {
    pub(super) fn good(data: Vec<u8>) -> Self {
        Self { status: Status::of(Status::SUCCESS), data }
    }

    /// The first part of data that is larger than the reply.
    pub(super) fn partial(data: Vec<u8>) -> Self {
        Self { status: Status::of(Status::PARTIAL_TRANSFER), data }
    }

    pub(super) fn refused(general: u8) -> Self {
        Self::from(Status::of(general))
    }

    /// Returns the bytes of the reply, or of an error reply if they exceed the limit.
    pub(super) fn encode(&self, service: u8, room: usize) -> Vec<u8> {
        let whole =
            Reply { service: service & 0x7F, status: self.status.clone(), data: &self.data }
                .to_bytes();
        if whole.len() <= room {
            return whole;
        }
        Reply { service: service & 0x7F, status: Status::of(Status::REPLY_TOO_LARGE), data: &[] }
            .to_bytes()
    }
}

impl From<Status> for Answer {
    fn from(status: Status) -> Self {
        Self { status, data: Vec::new() }
    }
}

/// The statuses that Logix controllers send (Rockwell 1756-PM020, "Read Tag Service", error codes;
/// a CompactLogix 5380 sends an extended status of zero).
impl From<PathFault> for Answer {
    fn from(fault: PathFault) -> Self {
        Self::from(match fault {
            PathFault::Unknown => Status::with(Status::PATH_SEGMENT_ERROR, 0),
            PathFault::UnknownInstance => Status::with(Status::PATH_DESTINATION_UNKNOWN, 0),
            PathFault::OutOfRange => Status::with(Status::GENERAL_ERROR, 0x2105),
        })
    }
}

/// Refuses data of a service that does not have exactly this number of bytes.
pub(super) fn exactly<const N: usize>(data: &[u8]) -> Result<[u8; N], Answer> {
    data.try_into().map_err(|_| {
        Answer::refused(if data.len() < N {
            Status::NOT_ENOUGH_DATA
        } else {
            Status::TOO_MUCH_DATA
        })
    })
}
