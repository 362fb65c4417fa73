//! Misbehaviour on command.

use crate::rig::fault::faults;

faults! {
    /// A way in which a virtual controller misbehaves. Secure channels are always opened in order,
    /// and so is the session: the first two replies of a connection are spared. What follows a reply
    /// that is dropped breaks the channel's order.
    ///
    /// `every` counts the replies of one TCP connection: 1 is each of them, 3 each third.
    spared 2;
    /// It says that it takes so many nodes and monitored items in a request, whatever it takes:
    /// `limits=1000`. 0 says that there is no limit.
    Limits(u32) = number "limits" "limits=1000",
}

/// The limit that is told, where it is not the true one.
pub(super) fn told_limit(faults: &[Fault]) -> Option<u32> {
    faults.iter().find_map(|it| match it {
        Fault::Limits(limit) => Some(*limit),
        _ => None,
    })
}
