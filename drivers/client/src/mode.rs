//! The mode of a controller, as it told last.

use std::time::{Duration, Instant};

use tagbridge_driver::RunMode;

use crate::logged::{Logged, event};

/// How long the mode that a controller told last is good enough.
const GOOD_FOR: Duration = Duration::from_secs(2);

/// The mode that a controller told last, and when.
#[derive(Debug)]
pub struct Mode {
    now: RunMode,
    /// `None` when the controller does not tell it.
    told: Option<Instant>,
}

impl Mode {
    /// As it was when the connection was opened. One that did not tell it then is not asked again.
    pub fn new(now: RunMode, is_told: bool) -> Self {
        Self { now, told: is_told.then(Instant::now) }
    }

    /// The mode.
    pub fn now(&self) -> RunMode {
        self.now
    }

    /// Whether the controller tells it.
    pub fn is_told(&self) -> bool {
        self.told.is_some()
    }

    /// Whether it is time to ask the controller again.
    pub fn is_due(&self) -> bool {
        self.told.is_some_and(|it| it.elapsed() >= GOOD_FOR)
    }

    /// Takes what the controller answered; `None`: it does not tell, and is not asked again.
    pub fn keep(&mut self, answer: Option<RunMode>) {
        if answer.is_none() && self.told.is_some() {
            event!(info, Logged::ModeUnknown);
        }
        self.now = answer.unwrap_or(RunMode::Unknown);
        self.told = answer.map(|_| Instant::now());
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
    fn who_does_not_tell_is_not_asked_again() {
        let mut mode = Mode::new(RunMode::Run, true);
        assert!(!mode.is_due(), "it was told just now");
        mode.keep(Some(RunMode::Stop));
        assert_eq!((mode.now(), mode.is_told()), (RunMode::Stop, true));
        mode.keep(None);
        assert_eq!((mode.now(), mode.is_told(), mode.is_due()), (RunMode::Unknown, false, false));
    }
}
