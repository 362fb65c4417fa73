//! The last known mode of a controller.

use std::time::{Duration, Instant};

use tagbridge_driver::RunMode;

use crate::log_message::{LogMessage, event};

/// How long a reported mode is valid.
const GOOD_FOR: Duration = Duration::from_secs(2);
/// After this number of questions without an answer the mode is unknown …
const MISSES: u32 = 2;
/// … and requested again after this time.
const AGAIN: Duration = Duration::from_secs(30);

/// The last mode that a controller reported, and the time of it.
#[derive(Debug)]
pub struct Mode {
    now: RunMode,
    /// Time of the last question, and number of questions since the last answer; `None` if the
    /// controller does not report its mode.
    asked: Option<(Instant, u32)>,
}

impl Mode {
    /// Starts with the mode at the time of the connect. A controller that did not report it then is
    /// not asked again.
    pub fn new(now: RunMode, is_told: bool) -> Self {
        Self { now, asked: is_told.then(|| (Instant::now(), 0)) }
    }

    /// The current mode.
    pub fn now(&self) -> RunMode {
        self.now
    }

    /// Whether the controller reports its mode.
    pub fn is_told(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether it is time to ask the controller again.
    pub fn is_due(&self) -> bool {
        let wait = |misses| if misses < MISSES { GOOD_FOR } else { AGAIN };
        self.asked.is_some_and(|(at, misses)| at.elapsed() >= wait(misses))
    }

    /// Records the controller's answer; `None`: no answer this time, as the controller may be busy.
    /// After a second question without an answer the mode is unknown, and is requested less often.
    pub fn keep(&mut self, answer: Option<RunMode>) {
        if self.asked.is_none() && answer.is_none() {
            return;
        }
        let misses = self.asked.map_or(0, |it| it.1);
        let misses = if answer.is_none() { misses.saturating_add(1) } else { 0 };
        if misses == MISSES {
            event!(info, LogMessage::ModeUnknown);
        }
        if answer.is_some() || misses >= MISSES {
            self.now = answer.unwrap_or(RunMode::Unknown);
        }
        self.asked = Some((Instant::now(), misses));
    }

    /// Records a mode that the controller sent unasked; this does not delay the next question.
    pub fn note(&mut self, mode: RunMode) {
        self.now = mode;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_not_tell_once_is_asked_again() {
        let ago = |mode: &mut Mode, time| {
            mode.asked = mode.asked.and_then(|(at, misses)| Some((at.checked_sub(time)?, misses)));
        };
        let mut mode = Mode::new(RunMode::Run, true);
        assert!(!mode.is_due(), "it was told just now");
        mode.keep(Some(RunMode::Stop));
        assert_eq!((mode.now(), mode.is_told()), (RunMode::Stop, true));
        mode.keep(None);
        assert_eq!(mode.now(), RunMode::Stop, "it may have been busy");
        ago(&mut mode, GOOD_FOR);
        assert!(mode.is_due());
        mode.keep(None);
        assert_eq!(mode.now(), RunMode::Unknown);
        ago(&mut mode, GOOD_FOR);
        assert!(!mode.is_due());
        ago(&mut mode, AGAIN);
        assert!(mode.is_due() && mode.is_told());
        mode.keep(Some(RunMode::Run));
        assert_eq!(mode.now(), RunMode::Run);
        let mut mode = Mode::new(RunMode::Unknown, false);
        mode.keep(None);
        assert!(!mode.is_due() && !mode.is_told(), "it never told");
    }
}
