//! Misbehaviour on command.

use crate::rig::fault::faults;

faults! {
    /// A way in which a virtual controller misbehaves. Secure channels and the session are always
    /// opened correctly: the first two replies of a connection have no faults. After a dropped
    /// reply, the sequence numbers of the channel are wrong.
    ///
    /// `every` counts the replies of one TCP connection: 1 means every reply, 3 every third.
    spared 2;
    /// The server reports this maximum number of nodes and monitored items in a request,
    /// independent of the true one: `limits=1000`. 0 reports that there is no limit.
    Limits(u32) = number "limits" "limits=1000",
}

/// The reported limit, if it is not the true one.
pub(super) fn told_limit(faults: &[Fault]) -> Option<u32> {
    faults.iter().find_map(|it| match it {
        Fault::Limits(limit) => Some(*limit),
        _ => None,
    })
}
