//! What becomes of one request.

use tagbridge_cip::codec::{Reply, Status};

use super::location::PathFault;

/// A status and the service's data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) status: Status,
    pub(super) data: Vec<u8>,
}

impl Answer {
    pub(super) fn good(data: Vec<u8>) -> Self {
        Self { status: Status::of(Status::SUCCESS), data }
    }

    /// There is more than the reply has room for.
    pub(super) fn partial(data: Vec<u8>) -> Self {
        Self { status: Status::of(Status::PARTIAL_TRANSFER), data }
    }

    pub(super) fn refused(general: u8) -> Self {
        Self::from(Status::of(general))
    }

    /// The reply's bytes. One that has no room is replaced by one that says so.
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

/// As Logix controllers answer it (Rockwell 1756-PM020, "Read Tag Service", error codes; the
/// extended status of zero as a CompactLogix 5380 was seen to send it).
impl From<PathFault> for Answer {
    fn from(fault: PathFault) -> Self {
        Self::from(match fault {
            PathFault::Unknown => Status::with(Status::PATH_SEGMENT_ERROR, 0),
            PathFault::UnknownInstance => Status::with(Status::PATH_DESTINATION_UNKNOWN, 0),
            PathFault::OutOfRange => Status::with(Status::GENERAL_ERROR, 0x2105),
        })
    }
}

/// Demands that a service's data has exactly this many bytes.
pub(super) fn exactly<const N: usize>(data: &[u8]) -> Result<[u8; N], Answer> {
    data.try_into().map_err(|_| {
        Answer::refused(if data.len() < N {
            Status::NOT_ENOUGH_DATA
        } else {
            Status::TOO_MUCH_DATA
        })
    })
}
