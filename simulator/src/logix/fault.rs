//! Misbehaviour on command.

use crate::rig::fault::faults;

faults! {
    /// A way in which a virtual controller misbehaves. Sessions are always registered correctly;
    /// only CIP messages, connected or unconnected, are affected.
    ///
    /// `every` counts the replies of one TCP connection: 1 means every reply, 3 every third.
    spared 0;
    /// The connected reply has a wrong sequence count: `sequence=3`.
    WrongSequence { every } = every "sequence" "sequence=3",
    /// The previous reply is sent again instead of the reply: `stale=3`.
    Stale { every } = every "stale" "stale=3",
    /// Requests in a Multiple Service Packet fail, counted in each packet: `members=3`.
    FailMembers { every } = every "members" "members=3",
    /// Fragmented reads never end: `endless`.
    EndlessFragments = bare "endless" "endless",
    /// Large Forward Open is not supported: `no-large`.
    RefuseLarge = bare "no-large" "no-large",
    /// The tag list is not supported: `no-list`.
    NoList = bare "no-list" "no-list",
    /// The object with the change attributes does not exist, as in old controllers: `no-changes`.
    NoChanges = bare "no-changes" "no-changes",
    /// Multiple Service Packet is not supported, as in a Micro800: `no-packets`.
    NoPackets = bare "no-packets" "no-packets",
    /// There is no backplane for a route, as in a Micro800: `no-route`.
    NoRoute = bare "no-route" "no-route",
    /// Tags have no instances, as in a Micro800 and in Logix before version 21: `no-instances`.
    NoInstances = bare "no-instances" "no-instances",
    /// The first reads of the change attributes fail for lack of resources: `busy-changes=3`.
    BusyChanges { times } = every "busy-changes" "busy-changes=3",
}
