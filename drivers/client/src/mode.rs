//! The mode of a controller, as it told last.

use std::time::{Duration, Instant};

use tagbridge_driver::RunMode;

use crate::logged::{Logged, event};

/// How long the mode that a controller told last is good enough.
const GOOD_FOR: Duration = Duration::from_secs(2);
/// When one that did not answer the question once is asked again.
const AGAIN: Duration = Duration::from_secs(30);

/// The mode that a controller told last, and when.
#[derive(Debug)]
pub struct Mode {
    now: RunMode,
    /// When it was asked last, and whether it told it then; `None` when the controller does not tell it.
    asked: Option<(Instant, bool)>,
}

impl Mode {
    /// As it was when the connection was opened. One that did not tell it then is not asked again.
    pub fn new(now: RunMode, is_told: bool) -> Self {
        Self { now, asked: is_told.then(|| (Instant::now(), true)) }
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
        self.asked.is_some_and(|(at, told)| at.elapsed() >= if told { GOOD_FOR } else { AGAIN })
    }

    /// Takes what the controller answered; `None`: it did not tell this time, and is asked again later. It may have
    /// been busy.
    pub fn keep(&mut self, answer: Option<RunMode>) {
        if answer.is_none() && self.asked.is_some_and(|(_, told)| told) {
            event!(info, Logged::ModeUnknown);
        }
        self.now = answer.unwrap_or(RunMode::Unknown);
        self.asked = Some((Instant::now(), answer.is_some()));
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
    fn who_does_not_tell_once_is_asked_again_later() {
        let mut mode = Mode::new(RunMode::Run, true);
        assert!(!mode.is_due(), "it was told just now");
        mode.keep(Some(RunMode::Stop));
        assert_eq!((mode.now(), mode.is_told()), (RunMode::Stop, true));
        mode.keep(None);
        assert_eq!((mode.now(), mode.is_told(), mode.is_due()), (RunMode::Unknown, true, false));
        mode.asked = mode.asked.and_then(|(at, told)| Some((at.checked_sub(AGAIN)?, told)));
        assert!(mode.is_due());
        assert!(!Mode::new(RunMode::Unknown, false).is_due(), "it never told");
    }
}
