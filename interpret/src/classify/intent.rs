//! The classes of the classifier.

macro_rules! intents {
    ($($(#[$about:meta])* $name:ident = $label:literal,)*) => {
        /// The intent of a sentence, by its words.
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
    /// All uses of an object.
    Used = "used",
    /// Reads of its value.
    Read = "read",
    /// Writes of its value.
    Written = "written",
    /// The code that turns it on.
    On = "on",
    /// The code that turns it off.
    Off = "off",
    /// Why it is off.
    WhyOff = "why_off",
    /// Why it is on.
    WhyOn = "why_on",
    /// Its current value.
    Value = "value",
    /// The callers of a block or a routine.
    Callers = "callers",
    /// The calls in it.
    Calls = "calls",
    /// The task that executes it, and its interval.
    Tasks = "tasks",
    /// Its contents.
    Contents = "contents",
    /// Its function and purpose.
    Explain = "explain",
    /// Its description.
    WhatIs = "what_is",
    /// Its presets, limits and comparisons.
    Limits = "limits",
    /// The states of a sequence.
    States = "states",
    /// Its dependencies.
    Depends = "depends",
    /// The objects that depend on it.
    Affects = "affects",
    /// The outputs of the controller that depend on it.
    Outputs = "outputs",
    /// How one thing influences another.
    Path = "path",
    /// The differences between two objects.
    Compare = "compare",
    /// The changes since another version.
    Changed = "changed",
    /// Objects with a similar name or comment.
    Find = "find",
    /// The objects of one kind.
    Inventory = "inventory",
    /// Declared, but unused.
    Unused = "unused",
    /// Read, but never written.
    NeverWritten = "never_written",
    /// Written, but never read.
    NeverRead = "never_read",
    /// Written in several places.
    Twice = "twice",
    /// Unexecuted code.
    Unreachable = "unreachable",
    /// All suspicious findings.
    Findings = "findings",
    /// A change of the project.
    Change = "change",
    /// Not about a project.
    Other = "other",
}

impl Intent {
    /// Whether it needs a subject with a name.
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

    /// Whether it asks for faults of the code.
    pub(crate) fn is_fault(self) -> bool {
        matches!(
            self,
            Self::Unused
                | Self::NeverWritten
                | Self::NeverRead
                | Self::Twice
                | Self::Unreachable
                | Self::Findings
        )
    }

    /// Whether the subject is preferably a block or a routine, before a tag with the same name.
    pub(crate) fn is_about_code(self) -> bool {
        matches!(self, Self::Callers | Self::Calls | Self::Tasks | Self::Contents | Self::Explain)
    }
}
