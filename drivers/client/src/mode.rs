//! The mode of a controller, as it told last.

use std::time::{Duration, Instant};

use tagbridge_driver::RunMode;

use crate::logged::{Logged, event};

/// How long the mode that a controller told last is good enough.
const GOOD_FOR: Duration = Duration::from_secs(2);
/// After so many questions without an answer it is not known any more …
const MISSES: u32 = 2;
/// … and asked for again after this long.
const AGAIN: Duration = Duration::from_secs(30);

/// The mode that a controller told last, and when.
#[derive(Debug)]
pub struct Mode {
    now: RunMode,
    /// When it was asked last, and how often since it told; `None` when the controller does not tell it.
    asked: Option<(Instant, u32)>,
}

impl Mode {
    /// As it was when the connection was opened. One that did not tell it then is not asked again.
    pub fn new(now: RunMode, is_told: bool) -> Self {
        Self { now, asked: is_told.then(|| (Instant::now(), 0)) }
    }

    /// The mode.
    pub fn now(&self) -> RunMode {
        self.now
    }

    /// Whether the controller tells it.
    pub fn is_told(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether it is time to ask the controller again.
    pub fn is_due(&self) -> bool {
        let wait = |misses| if misses < MISSES { GOOD_FOR } else { AGAIN };
        self.asked.is_some_and(|(at, misses)| at.elapsed() >= wait(misses))
    }

    /// Takes what the controller answered; `None`: it did not tell this time. It may have been busy: only when it does
    /// not tell the next time either, the mode is not known any more, and is asked for more seldom.
    pub fn keep(&mut self, answer: Option<RunMode>) {
        if self.asked.is_none() && answer.is_none() {
            return;
        }
        let misses = self.asked.map_or(0, |it| it.1);
        let misses = if answer.is_none() { misses.saturating_add(1) } else { 0 };
        if misses == MISSES {
            event!(info, Logged::ModeUnknown);
        }
        if answer.is_some() || misses >= MISSES {
            self.now = answer.unwrap_or(RunMode::Unknown);
        }
        self.asked = Some((Instant::now(), misses));
    }

    /// Takes what came by itself, which does not put off the next question.
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
