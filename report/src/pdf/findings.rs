//! What analyses found: one sentence where none was run.

use super::Report;
use crate::says::Says;

impl Report<'_> {
    pub(super) fn findings(&mut self) {
        self.chapter(&Says::Findings);
        self.sentence(&Says::NoAnalysis);
    }
}
