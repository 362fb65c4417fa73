//! Misbehaviour on command.

use std::{str::FromStr, time::Duration};

use crate::{
    delivery::{Delivery, Manner},
    fault::{Written, hits},
};

/// A way in which a virtual controller misbehaves. Secure channels are always opened in order, and
/// so is the session: the first two replies of a connection are spared.
///
/// `every` counts the replies of one TCP connection: 1 is each of them, 3 each third.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Replies come this much later, all requests in flight at the same time: `delay=200ms`.
    Delay(Duration),
    /// Replies are sent byte by byte, this far apart: `drip=1ms`.
    Drip(Duration),
    /// The reply is never sent: `drop=3`. What follows it breaks the channel's order.
    Drop { every: u32 },
    /// Half of the reply is sent, then the TCP connection is closed: `reset=3`.
    Reset { every: u32 },
    /// It says that it takes so many nodes and monitored items in a request, whatever it takes:
    /// `limits=1000`. 0 says that there is no limit.
    Limits(u32),
}

/// Replies of a TCP connection that set up the session.
const SPARED: u64 = 2;

/// How the `nth` reply of a TCP connection is sent, the first being 1.
pub(super) fn delivery(faults: &[Fault], nth: u64) -> Delivery {
    let mut it = Delivery::AT_ONCE;
    let Some(nth) = nth.checked_sub(SPARED).filter(|nth| *nth > 0) else { return it };
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

/// The limit that is told, where it is not the true one.
pub(super) fn told_limit(faults: &[Fault]) -> Option<u32> {
    faults.iter().find_map(|it| match it {
        Fault::Limits(limit) => Some(*limit),
        _ => None,
    })
}

impl FromStr for Fault {
    type Err = FaultError;

    fn from_str(text: &str) -> Result<Self, FaultError> {
        let it = Written::new(text);
        let fault = match it.name {
            "delay" => it.span().map(Self::Delay),
            "drip" => it.span().map(Self::Drip),
            "drop" => it.every().map(|every| Self::Drop { every }),
            "reset" => it.every().map(|every| Self::Reset { every }),
            "limits" => it.number().map(Self::Limits),
            _ => None,
        };
        fault.ok_or_else(|| FaultError { text: text.to_owned() })
    }
}

/// What is wrong with a fault as a person wrote it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no fault is called `{text}`; there are delay=200ms, drip=1ms, limits=1000 (told, not kept; 0 \
     tells of none), and with a number for every so many: drop=3, reset=3"
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
            ("limits=1000", Fault::Limits(1000)),
            ("limits=0", Fault::Limits(0)),
        ] {
            assert_eq!(text.parse(), Ok(fault));
        }
        for text in ["", "delay", "delay=2", "drop=0", "limits", "limits=x", "explode"] {
            let error = text.parse::<Fault>().expect_err(text).to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
    }

    #[test]
    fn the_session_is_spared() {
        let faults = [Fault::Drop { every: 2 }];
        let never = (1..=6).filter(|nth| delivery(&faults, *nth).manner == Manner::Never);
        assert_eq!(never.collect::<Vec<_>>(), [4, 6]);
    }
}
