//! Misbehaviour on command.

use std::{str::FromStr, time::Duration};

use crate::{
    delivery::{Delivery, Manner},
    fault::{Written, hits},
};

/// A way in which a virtual controller misbehaves. Sessions are always registered in order: only
/// CIP messages, connected or not, are affected.
///
/// `every` counts the replies of one TCP connection: 1 is each of them, 3 each third.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Replies come this much later: `delay=200ms`.
    Delay(Duration),
    /// The reply is never sent: `drop=3`.
    Drop { every: u32 },
    /// Half of the reply is sent, then the TCP connection is reset: `reset=3`.
    Reset { every: u32 },
    /// The connected reply carries another sequence count: `sequence=3`.
    WrongSequence { every: u32 },
    /// In place of the reply the one before is sent again: `stale=3`.
    Stale { every: u32 },
    /// Replies are sent byte by byte, this far apart: `drip=1ms`.
    Drip(Duration),
    /// Fragmented reads never come to an end: `endless`.
    EndlessFragments,
    /// Large Forward Open is a service that it does not know: `no-large`.
    RefuseLarge,
    /// The tag list is a service that it does not know: `no-list`.
    NoList,
    /// The change attributes are an object that it does not have, as old controllers: `no-changes`.
    NoChanges,
    /// So many times the change attributes are not told for lack of resources: `busy-changes=3`.
    BusyChanges { times: u32 },
    /// Requests inside of a Multiple Service Packet fail, counted in each packet: `members=3`.
    FailMembers { every: u32 },
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
            "sequence" => it.every().map(|every| Self::WrongSequence { every }),
            "stale" => it.every().map(|every| Self::Stale { every }),
            "drip" => it.span().map(Self::Drip),
            "endless" if it.is_bare() => Some(Self::EndlessFragments),
            "no-large" if it.is_bare() => Some(Self::RefuseLarge),
            "no-list" if it.is_bare() => Some(Self::NoList),
            "no-changes" if it.is_bare() => Some(Self::NoChanges),
            "busy-changes" => it.every().map(|times| Self::BusyChanges { times }),
            "members" => it.every().map(|every| Self::FailMembers { every }),
            _ => None,
        };
        fault.ok_or_else(|| FaultError { text: text.to_owned() })
    }
}

/// What is wrong with a fault as a person wrote it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no fault is called `{text}`; there are delay=200ms, drip=1ms, endless, no-large, no-list, \
     no-changes, and with a number for every so many: drop=3, reset=3, sequence=3, stale=3, \
     members=3; and so many times: busy-changes=3"
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
            ("sequence=2", Fault::WrongSequence { every: 2 }),
            ("stale=2", Fault::Stale { every: 2 }),
            ("endless", Fault::EndlessFragments),
            ("no-large", Fault::RefuseLarge),
            ("no-list", Fault::NoList),
            ("no-changes", Fault::NoChanges),
            ("members=4", Fault::FailMembers { every: 4 }),
            ("busy-changes=2", Fault::BusyChanges { times: 2 }),
        ] {
            assert_eq!(text.parse(), Ok(fault));
        }
        for text in ["", "delay", "delay=2", "drop=0", "drop=x", "endless=1", "explode"] {
            let error = text.parse::<Fault>().expect_err(text).to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
    }

    #[test]
    fn every_third_is_each_third() {
        let dropped: Vec<u64> = (1..=7)
            .filter(|nth| delivery(&[Fault::Drop { every: 3 }], *nth).manner == Manner::Never)
            .collect();
        assert_eq!(dropped, [3, 6]);
        assert_eq!(delivery(&[], 1), Delivery::AT_ONCE);
    }
}
