//! Failed logins that must not be repeated soon.

use std::mem;

use crate::LinkError;

/// Observes one user's logins to one controller: servers lock accounts after a few wrong passwords,
/// and some do not report that the password was wrong.
#[derive(Debug, Default)]
pub struct Logins {
    /// Whether the controller did not answer a password since the last successful login.
    was_unanswered: bool,
}

impl Logins {
    /// Records a successful login.
    pub fn accepted(&mut self) {
        *self = Self::default();
    }

    /// Whether this failure counts as a refused login. A missing answer may be a line fault once;
    /// the second time it is not.
    pub fn refused(&mut self, error: &LinkError) -> bool {
        error.is_about_login()
            || (error.is_unanswered_login() && mem::replace(&mut self.was_unanswered, true))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use tagbridge_texts::Message;

    use crate::LinkStep;

    #[test]
    fn a_login_without_an_answer_counts_the_second_time() {
        let doing = LinkStep::LogIn;
        let closed = || LinkError::Closed { doing };
        let late = || LinkError::Timeout { doing, after: Duration::from_secs(3) };
        let said =
            || LinkError::Refused { doing, why: Message::verbatim("no such user"), remedy: None };
        let away = || LinkError::Closed { doing: LinkStep::OpenChannel };
        let halted = || LinkError::Refused {
            doing: LinkStep::ActivateSession,
            why: Message::default(),
            remedy: None,
        };
        for (what, failures, refused) in [
            ("in words", vec![said()], vec![true]),
            ("closed", vec![closed(), closed(), closed()], vec![false, true, true]),
            ("closed, then late", vec![closed(), late()], vec![false, true]),
            ("away between", vec![late(), away(), closed()], vec![false, false, true]),
            ("for other reasons", vec![halted(), halted(), away(), away()], vec![false; 4]),
        ] {
            let mut logins = Logins::default();
            let judged: Vec<bool> = failures.iter().map(|it| logins.refused(it)).collect();
            assert_eq!(judged, refused, "{what}");
        }
        let mut logins = Logins::default();
        assert!(!logins.refused(&closed()));
        logins.accepted();
        assert!(!logins.refused(&closed()), "it let us in between");
    }
}
