//! Misbehaviour on command.

use crate::rig::fault::faults;

faults! {
    /// A way in which a virtual controller misbehaves. Sessions are always registered in order: only
    /// CIP messages, connected or not, are affected.
    ///
    /// `every` counts the replies of one TCP connection: 1 is each of them, 3 each third.
    spared 0;
    /// The connected reply carries another sequence count: `sequence=3`.
    WrongSequence { every } = every "sequence" "sequence=3",
    /// In place of the reply the one before is sent again: `stale=3`.
    Stale { every } = every "stale" "stale=3",
    /// Requests inside of a Multiple Service Packet fail, counted in each packet: `members=3`.
    FailMembers { every } = every "members" "members=3",
    /// Fragmented reads never come to an end: `endless`.
    EndlessFragments = bare "endless" "endless",
    /// Large Forward Open is a service that it does not know: `no-large`.
    RefuseLarge = bare "no-large" "no-large",
    /// The tag list is a service that it does not know: `no-list`.
    NoList = bare "no-list" "no-list",
    /// The change attributes are an object that it does not have, as old controllers: `no-changes`.
    NoChanges = bare "no-changes" "no-changes",
    /// Multiple Service Packet is a service that it does not know, as in a Micro800: `no-packets`.
    NoPackets = bare "no-packets" "no-packets",
    /// It has no backplane that a route could lead through, as a Micro800: `no-route`.
    NoRoute = bare "no-route" "no-route",
    /// Tags have names alone, as in a Micro800 and in Logix before version 21: `no-instances`.
    NoInstances = bare "no-instances" "no-instances",
    /// So many times the change attributes are not told for lack of resources: `busy-changes=3`.
    BusyChanges { times } = every "busy-changes" "busy-changes=3",
}
