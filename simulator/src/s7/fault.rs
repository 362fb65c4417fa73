//! Misbehaviour on command.

use std::{str::FromStr, time::Duration};

use crate::{
    delivery::{Delivery, Manner},
    fault::{Written, hits},
};

/// A way in which a virtual controller misbehaves. Connections are always opened and set up in
/// order: only what follows is affected, reads and user data alike.
///
/// `every` counts the replies of one TCP connection: 1 is each of them, 3 each third.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Replies come this much later, all jobs in flight at the same time: `delay=200ms`.
    Delay(Duration),
    /// The reply is never sent: `drop=3`.
    Drop { every: u32 },
    /// Half of the reply is sent, then the TCP connection is reset: `reset=3`.
    Reset { every: u32 },
    /// The reply carries another PDU reference: `reference=3`.
    WrongReference { every: u32 },
    /// In front of the reply the one before is sent again: `stale=3`.
    Stale { every: u32 },
    /// The TPKT says that it is two bytes shorter than it is: `short=3`.
    ShortTpkt { every: u32 },
    /// Replies are sent byte by byte, this far apart: `drip=1ms`.
    Drip(Duration),
    /// Replies are cut into COTP fragments of 64 bytes: `fragments`.
    Fragments,
    /// The last item, too, is filled up to an even length, and not with zero: `odd`.
    OddPadding,
    /// Items of a read fail with a hardware error, counted in each reply: `items=3`.
    FailItems { every: u32 },
    /// PUT/GET is not enabled, so that no variable can be read: `no-put-get`.
    NoPutGet,
    /// The list of the protection level and of the program's checksums is not told:
    /// `no-protection`.
    NoProtection,
}

/// How the `nth` reply of a TCP connection is sent, the first being 1.
pub(super) fn delivery(faults: &[Fault], nth: u64) -> Delivery {
    let mut it = Delivery::AT_ONCE;
    for fault in faults {
        match *fault {
            Fault::Delay(delay) => it.after = delay,
            Fault::Drip(gap) => it.manner = Manner::Dripping(gap),
            Fault::Drop { every } if hits(every, nth) => it.manner = Manner::Never,
            Fault::Reset { every } if hits(every, nth) => it.manner = Manner::Torn,
            _ => {}
        }
    }
    it
}

impl FromStr for Fault {
    type Err = FaultError;

    fn from_str(text: &str) -> Result<Self, FaultError> {
        let it = Written::new(text);
        let fault = match it.name {
            "delay" => it.span().map(Self::Delay),
            "drop" => it.every().map(|every| Self::Drop { every }),
            "reset" => it.every().map(|every| Self::Reset { every }),
            "reference" => it.every().map(|every| Self::WrongReference { every }),
            "stale" => it.every().map(|every| Self::Stale { every }),
            "short" => it.every().map(|every| Self::ShortTpkt { every }),
            "drip" => it.span().map(Self::Drip),
            "fragments" if it.is_bare() => Some(Self::Fragments),
            "odd" if it.is_bare() => Some(Self::OddPadding),
            "items" => it.every().map(|every| Self::FailItems { every }),
            "no-put-get" if it.is_bare() => Some(Self::NoPutGet),
            "no-protection" if it.is_bare() => Some(Self::NoProtection),
            _ => None,
        };
        fault.ok_or_else(|| FaultError { text: text.to_owned() })
    }
}

/// What is wrong with a fault as a person wrote it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no fault is called `{text}`; there are delay=200ms, drip=1ms, fragments, odd, no-put-get, \
     no-protection, and with a number for every so many: drop=3, reset=3, reference=3, stale=3, short=3, items=3"
)]
pub struct FaultError {
    text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_a_person_writes() {
        for (text, fault) in [
            ("delay=200ms", Fault::Delay(Duration::from_millis(200))),
            ("drip=1ms", Fault::Drip(Duration::from_millis(1))),
            ("drop", Fault::Drop { every: 1 }),
            ("drop=3", Fault::Drop { every: 3 }),
            ("reset=2", Fault::Reset { every: 2 }),
            ("reference=2", Fault::WrongReference { every: 2 }),
            ("stale=2", Fault::Stale { every: 2 }),
            ("short=2", Fault::ShortTpkt { every: 2 }),
            ("fragments", Fault::Fragments),
            ("odd", Fault::OddPadding),
            ("items=4", Fault::FailItems { every: 4 }),
            ("no-put-get", Fault::NoPutGet),
            ("no-protection", Fault::NoProtection),
        ] {
            assert_eq!(text.parse(), Ok(fault));
        }
        for text in ["", "delay", "delay=2", "drop=0", "drop=x", "odd=1", "explode"] {
            let error = text.parse::<Fault>().expect_err(text).to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
    }
}
