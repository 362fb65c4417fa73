//! Misbehaviour on command.

use std::{str::FromStr, time::Duration};

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
    /// Requests inside of a Multiple Service Packet fail, counted in each packet: `members=3`.
    FailMembers { every: u32 },
}

/// How a reply is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Delivery {
    pub(super) after: Duration,
    pub(super) manner: Manner,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    Whole,
    /// One byte at a time.
    Dripping(Duration),
    /// Half of it, then a reset.
    Torn,
    Never,
}

impl Delivery {
    pub(super) const AT_ONCE: Self = Self { after: Duration::ZERO, manner: Manner::Whole };

    /// How the `nth` reply of a TCP connection is sent, the first being 1.
    pub(super) fn of(faults: &[Fault], nth: u64) -> Self {
        let mut it = Self::AT_ONCE;
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
}

/// Whether the `nth` of something, the first being 1, is one of `every` so many.
pub(super) fn hits(every: u32, nth: u64) -> bool {
    every > 0 && nth.is_multiple_of(every.into())
}

impl FromStr for Fault {
    type Err = FaultError;

    fn from_str(text: &str) -> Result<Self, FaultError> {
        let unknown = || FaultError { text: text.to_owned() };
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let every = || match value {
            "" => Ok(1),
            number => number.parse().ok().filter(|it| *it > 0).ok_or_else(unknown),
        };
        let span = || {
            let milliseconds = value.strip_suffix("ms").and_then(|it| it.parse().ok());
            milliseconds.map(Duration::from_millis).ok_or_else(unknown)
        };
        match name {
            "delay" => Ok(Self::Delay(span()?)),
            "drop" => Ok(Self::Drop { every: every()? }),
            "reset" => Ok(Self::Reset { every: every()? }),
            "sequence" => Ok(Self::WrongSequence { every: every()? }),
            "stale" => Ok(Self::Stale { every: every()? }),
            "drip" => Ok(Self::Drip(span()?)),
            "endless" if value.is_empty() => Ok(Self::EndlessFragments),
            "no-large" if value.is_empty() => Ok(Self::RefuseLarge),
            "no-list" if value.is_empty() => Ok(Self::NoList),
            "no-changes" if value.is_empty() => Ok(Self::NoChanges),
            "members" => Ok(Self::FailMembers { every: every()? }),
            _ => Err(unknown()),
        }
    }
}

/// What is wrong with a fault as a person wrote it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no fault is called `{text}`; there are delay=200ms, drip=1ms, endless, no-large, no-list, \
     no-changes, and with a number for every so many: drop=3, reset=3, sequence=3, stale=3, \
     members=3"
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
            .filter(|nth| Delivery::of(&[Fault::Drop { every: 3 }], *nth).manner == Manner::Never)
            .collect();
        assert_eq!(dropped, [3, 6]);
        assert_eq!(Delivery::of(&[], 1), Delivery::AT_ONCE);
    }
}
