//! The faults of a kind of controller, declared once, with their text form.

use std::time::Duration;

use tagbridge_texts::Coded;

/// Whether the `nth` (from 1) is a multiple of `every`.
pub(crate) fn hits(every: u32, nth: u64) -> bool {
    every > 0 && nth.is_multiple_of(every.into())
}

/// The text form of a fault: `endless`, `drop=3`, `delay=200ms`.
pub(crate) struct FaultText<'a> {
    pub(crate) name: &'a str,
    /// The text after the `=`; may be empty.
    value: &'a str,
}

impl<'a> FaultText<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        Self { name, value }
    }

    /// Accepts only a name: `endless`.
    pub(crate) fn bare(&self) -> Option<()> {
        self.value.is_empty().then_some(())
    }

    /// Accepts a number of at least 1; a name alone means 1.
    pub(crate) fn every(&self) -> Option<u32> {
        match self.bare() {
            Some(()) => Some(1),
            None => self.number().filter(|it| *it > 0),
        }
    }

    /// Accepts a number: `limits=1000`.
    pub(crate) fn number(&self) -> Option<u32> {
        self.value.parse().ok()
    }

    /// Accepts a time in milliseconds: `200ms`.
    pub(crate) fn span(&self) -> Option<Duration> {
        let milliseconds = self.value.strip_suffix("ms")?.parse().ok()?;
        Some(Duration::from_millis(milliseconds))
    }
}

/// The text of a fault that is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "simulator-no-fault")]
pub struct FaultError {
    pub(crate) text: String,
    pub(crate) known: Vec<&'static str>,
}

/// Declares the faults of a kind of controller, in addition to the common ones: the enumeration,
/// its text form, the list of all, and the delivery of replies. An example shows the text form of
/// each fault; the first `spared` replies of a TCP connection are always delivered correctly.
macro_rules! faults {
    (
        $(#[$about:meta])*
        spared $spared:literal;
        $( $(#[$doc:meta])* $fault:ident $({ $field:ident })? $(($number:ident))? = $form:ident $name:literal $example:literal, )*
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Fault {
            /// Replies are delayed, all requests in flight at the same time: `delay=200ms`.
            Delay(std::time::Duration),
            /// Replies are sent byte by byte, with this interval: `drip=1ms`.
            Drip(std::time::Duration),
            /// The reply is never sent: `drop=3`.
            Drop { every: u32 },
            /// Half of the reply is sent, then the TCP connection is reset: `reset=3`.
            Reset { every: u32 },
            $( $(#[$doc])* $fault $({ $field: u32 })? $(($number))?, )*
        }

        impl Fault {
            /// All faults, each as an example of its text form.
            pub const EXAMPLES: &'static [&'static str] =
                &["delay=200ms", "drip=1ms", "drop=3", "reset=3", $($example),*];

            /// How the `nth` reply (from 1) of a TCP connection is sent.
            pub(crate) fn delivery(faults: &[Self], nth: u64) -> $crate::rig::delivery::Delivery {
                use $crate::rig::{delivery::{Delivery, ReplyDelivery}, fault::hits};
                let mut it = Delivery::AT_ONCE;
                let Some(nth) = nth.checked_sub($spared).filter(|nth| *nth > 0) else { return it };
                for fault in faults {
                    match *fault {
                        Fault::Delay(delay) => it.after = delay,
                        Fault::Drip(gap) => it.manner = ReplyDelivery::Dripping(gap),
                        Fault::Drop { every } if hits(every, nth) => it.manner = ReplyDelivery::Never,
                        Fault::Reset { every } if hits(every, nth) => it.manner = ReplyDelivery::Torn,
                        _ => {}
                    }
                }
                it
            }
        }

        impl std::str::FromStr for Fault {
            type Err = $crate::rig::fault::FaultError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let it = $crate::rig::fault::FaultText::new(text);
                let fault = match it.name {
                    "delay" => it.span().map(Self::Delay),
                    "drip" => it.span().map(Self::Drip),
                    "drop" => it.every().map(|every| Self::Drop { every }),
                    "reset" => it.every().map(|every| Self::Reset { every }),
                    $( $name => faults!(@made it $form $fault $({ $field })? $(($number))?), )*
                    _ => None,
                };
                fault.ok_or_else(|| $crate::rig::fault::FaultError {
                    text: text.to_owned(),
                    known: Self::EXAMPLES.to_vec(),
                })
            }
        }
    };
    (@made $it:ident $form:ident $fault:ident { $field:ident }) => {
        $it.$form().map(|$field| Self::$fault { $field })
    };
    (@made $it:ident $form:ident $fault:ident ($number:ident)) => {
        $it.$form().map(Self::$fault)
    };
    (@made $it:ident $form:ident $fault:ident) => {
        $it.$form().map(|()| Self::$fault)
    };
}

pub(crate) use faults;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{logix, opcua, rig::delivery::ReplyDelivery, s7};

    #[test]
    fn every_third_is_each_third() {
        let hit: Vec<u64> = (1..=7).filter(|nth| hits(3, *nth)).collect();
        assert_eq!(hit, [3, 6]);
        assert!(!hits(0, 1), "never");
    }

    #[test]
    fn reads_numbers_and_times() {
        for (text, every, milliseconds) in [
            ("it", Some(1), None),
            ("it=", Some(1), None),
            ("it=3", Some(3), None),
            ("it=0", None, None),
            ("it=-1", None, None),
            ("it=200ms", None, Some(200)),
            ("it=0ms", None, Some(0)),
            ("it=ms", None, None),
            ("it=2s", None, None),
        ] {
            let written = FaultText::new(text);
            assert_eq!(written.name, "it");
            assert_eq!(written.every(), every, "{text}");
            assert_eq!(written.span(), milliseconds.map(Duration::from_millis), "{text}");
        }
    }

    #[test]
    fn every_example_is_a_fault_and_is_named_where_another_is_written() {
        fn check<F>(examples: &[&str])
        where
            F: std::str::FromStr<Err = FaultError> + std::fmt::Debug,
        {
            for example in examples {
                assert!(example.parse::<F>().is_ok(), "{example}");
            }
            for text in ["", "delay", "delay=2", "drop=0", "drop=x", "explode"] {
                let error = text.parse::<F>().expect_err(text).to_string();
                assert!(error.contains(&format!("`{text}`")), "{error}");
                assert!(examples.iter().all(|it| error.contains(it)), "{error}");
            }
        }
        check::<logix::Fault>(logix::Fault::EXAMPLES);
        check::<s7::Fault>(s7::Fault::EXAMPLES);
        check::<opcua::Fault>(opcua::Fault::EXAMPLES);
        assert_eq!("members=4".parse(), Ok(logix::Fault::FailMembers { every: 4 }));
        assert_eq!("busy-changes=2".parse(), Ok(logix::Fault::BusyChanges { times: 2 }));
        assert_eq!("items".parse(), Ok(s7::Fault::FailItems { every: 1 }));
        assert_eq!("limits=0".parse(), Ok(opcua::Fault::Limits(0)));
        for text in ["endless=1", "no-list=1"] {
            assert!(text.parse::<logix::Fault>().is_err(), "{text}");
        }
        assert!("limits".parse::<opcua::Fault>().is_err());
    }

    #[test]
    fn replies_that_set_up_a_session_are_spared() {
        let never = |delivery: &dyn Fn(u64) -> ReplyDelivery| {
            (1..=6).filter(|nth| delivery(*nth) == ReplyDelivery::Never).collect::<Vec<_>>()
        };
        let logix = [logix::Fault::Drop { every: 2 }];
        assert_eq!(never(&|nth| logix::Fault::delivery(&logix, nth).manner), [2, 4, 6]);
        let opcua = [opcua::Fault::Drop { every: 2 }];
        assert_eq!(never(&|nth| opcua::Fault::delivery(&opcua, nth).manner), [4, 6]);
    }
}
