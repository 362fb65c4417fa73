//! Misbehaviour on command.

use crate::rig::fault::faults;

faults! {
    /// A way in which a virtual controller misbehaves. Connections are always opened and set up in
    /// order: only what follows is affected, reads and user data alike.
    ///
    /// `every` counts the replies of one TCP connection: 1 is each of them, 3 each third.
    spared 0;
    /// The reply carries another PDU reference: `reference=3`.
    WrongReference { every } = every "reference" "reference=3",
    /// In front of the reply the one before is sent again: `stale=3`.
    Stale { every } = every "stale" "stale=3",
    /// The TPKT says that it is two bytes shorter than it is: `short=3`.
    ShortTpkt { every } = every "short" "short=3",
    /// Items of a read fail with a hardware error, counted in each reply: `items=3`.
    FailItems { every } = every "items" "items=3",
    /// Replies are cut into COTP fragments of 64 bytes: `fragments`.
    Fragments = bare "fragments" "fragments",
    /// The last item, too, is filled up to an even length, and not with zero: `odd`.
    OddPadding = bare "odd" "odd",
    /// PUT/GET is not enabled, so that no variable can be read: `no-put-get`.
    NoPutGet = bare "no-put-get" "no-put-get",
    /// The list of the protection level and of the program's checksums is not told:
    /// `no-protection`.
    NoProtection = bare "no-protection" "no-protection",
}
