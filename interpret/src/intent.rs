//! What is asked.

mod change;
mod detect;
mod words;

pub(crate) use self::{change::asks_for_a_change, detect::detect, words::is_common};

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intent {
    /// Where something is used at all.
    Used,
    /// Where its value is needed.
    Read,
    /// Where it gets its value.
    Written,
    /// What turns it on.
    TurnsOn,
    /// What turns it off.
    TurnsOff,
    /// Where it is set and stays on.
    Latched,
    /// Where that ends.
    Unlatched,
    /// Why it is not, or is, what it is now: what it was wanted to be.
    Why {
        /// On or off.
        wanted: bool,
    },
    /// What its value is now.
    Value,
    /// Who calls a block or a routine.
    Callers,
    /// From which task something is executed, and how often.
    Runs,
    /// What a rung, a routine or a block does.
    Explain,
    /// Its presets, its limits, what it is compared with.
    Limits,
    /// As a state machine.
    States,
    /// What it depends on.
    DependsOn,
    /// What depends on it.
    Affects,
    /// What it is.
    WhatIs,
    /// What has a name or a comment like this.
    Find,
    /// Alarms and faults of the project.
    Alarms,
    /// Declared, and not used by any code.
    Unused,
    /// Read, and not written by any code.
    NeverWritten,
    /// Written, and not read by any code.
    NeverRead,
    /// Written in more than one place.
    WrittenTwice,
    /// Code that nothing executes.
    Unreachable,
    /// What is different since another version.
    Changed(Since),
    /// A change of the project: refused here.
    Change,
    /// Nothing that is known.
    Unknown,
}

/// Since when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// The version before the one that is asked.
    Previous,
    /// The version of this number.
    Number(u32),
}

impl Intent {
    /// Whether it is about something with a name.
    pub(crate) fn has_subject(self) -> bool {
        !matches!(
            self,
            Self::Alarms
                | Self::Unused
                | Self::NeverWritten
                | Self::NeverRead
                | Self::WrittenTwice
                | Self::Unreachable
                | Self::Changed(_)
                | Self::Change
                | Self::Unknown
        )
    }

    /// Whether a block or a routine is what is asked about, before any tag of the same name.
    pub(crate) fn is_about_code(self) -> bool {
        matches!(self, Self::Callers | Self::Runs | Self::Explain)
    }
}
