//! A plan in the contract's words.

use tagbridge_driver::{Explanation, PlannedRequest};

use super::{Limits, Parcel, Plan};
use crate::codec::multiple_service::{MEMBER_OVERHEAD, REPLY_OVERHEAD, REQUEST_OVERHEAD};

/// Bytes of the sequence count, which a connection's size includes.
const SEQUENCE: usize = 2;

impl Plan {
    /// The requests of the plan, with their sizes and reasons; `names` are those it was made for.
    pub(crate) fn explanation(&self, names: &[String], limits: Limits) -> Explanation {
        let not_asked = names
            .iter()
            .zip(&self.takes)
            .filter_map(|(name, takes)| Some((name.clone(), takes.as_ref().err()?.to_string())))
            .collect();
        let requests = self.parcels.iter().map(|it| self.request(it, limits)).collect();
        Explanation { requests, not_asked }
    }

    fn request(&self, parcel: &Parcel, limits: Limits) -> PlannedRequest {
        let all = self.reads.len();
        let (members, why) = match parcel {
            Parcel::Together(members) if members.len() == all => {
                (&members[..], "all reads fit into one packet".to_owned())
            }
            Parcel::Together(members) => {
                (&members[..], format!("{} of {all} reads fit into this packet", members.len()))
            }
            Parcel::Alone(one) => {
                let why = if all == 1 { "one read is enough" } else { "nothing fits beside it" };
                (std::slice::from_ref(one), why.to_owned())
            }
            Parcel::InParts(one) => {
                let why = "its reply is larger than a packet and comes in parts";
                (std::slice::from_ref(one), why.to_owned())
            }
        };
        let reads = members.iter().map(|&it| &self.reads[it]);
        let (wrapper, each) = match parcel {
            Parcel::Together(_) => ((REQUEST_OVERHEAD, REPLY_OVERHEAD), MEMBER_OVERHEAD),
            Parcel::Alone(_) | Parcel::InParts(_) => ((0, 0), 0),
        };
        PlannedRequest {
            reads: reads.clone().map(ToString::to_string).collect(),
            request_bytes: SEQUENCE
                + wrapper.0
                + reads.clone().map(|it| it.size.request + each).sum::<usize>(),
            reply_bytes: SEQUENCE + wrapper.1 + reads.map(|it| it.size.reply + each).sum::<usize>(),
            limit_bytes: SEQUENCE + limits.reply,
            why,
        }
    }
}
