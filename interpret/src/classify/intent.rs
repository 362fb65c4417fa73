//! The classes of the classifier.

macro_rules! intents {
    ($($(#[$about:meta])* $name:ident = $label:literal,)*) => {
        /// What a sentence asks, as far as its words alone tell.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Intent {
            $($(#[$about])* $name,)*
        }

        impl Intent {
            /// All of them, in the order of the weights.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its name in the utterances.
            pub fn label(self) -> &'static str {
                match self {
                    $(Self::$name => $label,)*
                }
            }
        }
    };
}

intents! {
    /// Where something is used at all.
    Used = "used",
    /// Where its value is needed.
    Read = "read",
    /// Where it gets its value.
    Written = "written",
    /// What turns it on.
    On = "on",
    /// What turns it off.
    Off = "off",
    /// Why it is off.
    WhyOff = "why_off",
    /// Why it is on.
    WhyOn = "why_on",
    /// What its value is now.
    Value = "value",
    /// Who calls a block or a routine.
    Callers = "callers",
    /// What it calls.
    Calls = "calls",
    /// Which task executes it, and how often.
    Tasks = "tasks",
    /// What it consists of.
    Contents = "contents",
    /// What it does, and what it is for.
    Explain = "explain",
    /// What it is.
    WhatIs = "what_is",
    /// Its presets, its limits, what it is compared with.
    Limits = "limits",
    /// The states of a sequence.
    States = "states",
    /// What it depends on.
    Depends = "depends",
    /// What depends on it.
    Affects = "affects",
    /// Which outputs of the controller depend on it.
    Outputs = "outputs",
    /// How one thing influences another.
    Path = "path",
    /// What is different between two things.
    Compare = "compare",
    /// What is different since another version.
    Changed = "changed",
    /// What has a name or a comment like this.
    Find = "find",
    /// The things of one kind.
    Inventory = "inventory",
    /// Declared, and not used by any code.
    Unused = "unused",
    /// Read, and not written by any code.
    NeverWritten = "never_written",
    /// Written, and not read by any code.
    NeverRead = "never_read",
    /// Written in more than one place.
    Twice = "twice",
    /// Code that nothing executes.
    Unreachable = "unreachable",
    /// Anything that looks wrong.
    Findings = "findings",
    /// A change of the project.
    Change = "change",
    /// Nothing about a project.
    Other = "other",
}

impl Intent {
    /// Whether it is about something with a name.
    pub(crate) fn has_subject(self) -> bool {
        !matches!(
            self,
            Self::Changed
                | Self::Find
                | Self::Inventory
                | Self::Unused
                | Self::NeverWritten
                | Self::NeverRead
                | Self::Twice
                | Self::Unreachable
                | Self::Findings
                | Self::Change
                | Self::Other
        )
    }

    /// Whether a block or a routine is what is asked about, before any tag of the same name.
    pub(crate) fn is_about_code(self) -> bool {
        matches!(self, Self::Callers | Self::Calls | Self::Tasks | Self::Contents | Self::Explain)
    }
}
