//! Cells of tables, and parts of lines.

use std::fmt::Display;

use tagbridge_texts::{Coded, Message};

/// A cell of a table, or a part of a line.
#[derive(Coded)]
#[coded(prefix = "cli-word")]
pub(crate) enum TableWord<'a> {
    AcceptedFinding { severity: &'a str },
    AcceptedSince { reason: &'a str },
    Current,
    Error,
    KnownFinding { severity: &'a str },
    Remark,
    Warning,
    ToBeSent { why: &'a str },
    More { count: usize },
    AndMore { names: &'a str, count: usize },
    ListAndMore { names: &'a str, count: usize },
    Times { count: usize },
    Snapshots { count: u64 },
    Tags { count: usize },
    DataTypes { count: usize },
    Blocks { count: usize },
    Programs { count: usize },
    Routines { count: usize },
    ReadWrite,
    ReadOnly,
    NoAccess,
    UnknownAccess,
    ScanTook { ms: &'a str },
    StoredThrough { sequence: u64 },
    KeyAt { mode: Message, key: &'a dyn Display },
    Run,
    Test,
    Program,
    Stop,
    Fault,
    Unknown,
    AllProjects,
    AnyDevice,
    Revoked { at: &'a dyn Display },
    UpTo { sequence: u64 },
    Running,
    NotRunning,
    LessThan { ms: &'a str },
    About { ms: &'a str },
    Good,
    Uncertain { cause: Message },
    Bad { cause: Message },
    ControllerStands,
    NoValue,
    Was { value: &'a str, seconds: u64 },
    UntoldTypes,
    UntoldNumbers,
    ByName,
    AliasOf { name: &'a str },
    Protected,
    Absent,
    Every { ms: &'a str },
    OnTrigger { trigger: &'a str },
    Priority { priority: &'a str },
    Watchdog { ms: &'a str },
    Inhibited,
    Safety,
    OnModule { parent: &'a str },
    AtAddress { address: &'a str },
    NotInFile,
    ControllerLabel,
    HashLabel,
    TaskLabel,
    ModuleLabel,
    CallsLabel,
    ServerLabel,
    CertificateLabel,
    FingerprintLabel,
    ValidLabel,
    OffersLabel,
    TrustedLabel,
    ValidFromTo { from: &'a dyn Display, to: &'a dyn Display },
}

/// The compared properties of a controller and its project.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "cli-compared")]
pub(crate) enum Compared {
    Platform,
    Name,
    Model,
    Revision,
    Serial,
    Tags,
    Types,
    Blocks,
}

impl Compared {
    /// The property with the stable name of a fact.
    pub(crate) fn of(subject: &str) -> Option<Self> {
        let all = [
            ("platform", Self::Platform),
            ("name", Self::Name),
            ("model", Self::Model),
            ("revision", Self::Revision),
            ("serial", Self::Serial),
            ("tags", Self::Tags),
            ("types", Self::Types),
            ("blocks", Self::Blocks),
        ];
        all.iter().find(|it| it.0 == subject).map(|it| it.1)
    }
}
