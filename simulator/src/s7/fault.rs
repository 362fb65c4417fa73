//! Misbehaviour on command.

use crate::rig::fault::faults;

faults! {
    /// A way in which a virtual controller misbehaves. Connections are always opened and set up
    /// correctly: only later reads and user data are affected.
    ///
    /// `every` counts the replies of one TCP connection: 1 means every reply, 3 every third.
    spared 0;
    /// The reply has a wrong PDU reference: `reference=3`.
    WrongReference { every } = every "reference" "reference=3",
    /// The previous reply is sent again before the reply: `stale=3`.
    Stale { every } = every "stale" "stale=3",
    /// The length in the TPKT is two bytes too small: `short=3`.
    ShortTpkt { every } = every "short" "short=3",
    /// Items of a read fail with a hardware error, counted in each reply: `items=3`.
    FailItems { every } = every "items" "items=3",
    /// Replies are split into COTP fragments of 64 bytes: `fragments`.
    Fragments = bare "fragments" "fragments",
    /// The last item, too, is padded to an even length, and not with zero: `odd`.
    OddPadding = bare "odd" "odd",
    /// PUT/GET is disabled, so that variables cannot be read: `no-put-get`.
    NoPutGet = bare "no-put-get" "no-put-get",
    /// The list of the protection level and of the program's checksums is not available:
    /// `no-protection`.
    NoProtection = bare "no-protection" "no-protection",
}
