//! Errors of a configuration: what is wrong, where, and what to do.

use std::{fmt, io, path::Path};

use tagbridge_texts::{Coded, Message};

/// An error of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// The file.
    pub path: Box<Path>,
    /// The line in it, from 1.
    pub line: Option<usize>,
    /// The path of the setting: `session[0].interval`.
    pub key: Option<String>,
    /// What is wrong.
    pub what: Message,
    /// What to do about it.
    pub remedy: Box<Message>,
}

impl std::error::Error for ConfigError {}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl ConfigError {
    /// The whole error as one sentence.
    pub fn message(&self) -> Message {
        let line = self.line.map(|line| format!(":{line}")).unwrap_or_default();
        let key = self.key.as_ref().map(|key| format!(": {key}")).unwrap_or_default();
        let place = format!("{}{line}{key}", self.path.display());
        Mistakes::At { place, what: self.what.clone(), remedy: (*self.remedy).clone() }.message()
    }

    pub(super) fn unreadable(path: &Path, error: &io::Error) -> Self {
        let (what, remedy) = match error.kind() {
            io::ErrorKind::FileTooLarge => {
                (Unreadable::TooLong { mib: super::LENGTH_MAX >> 20 }, Advice::NameIt)
            }
            io::ErrorKind::InvalidData => (Unreadable::NoText, Advice::SaveAsText),
            _ => (Unreadable::File { why: Message::system(error) }, Advice::Init),
        };
        let (what, remedy) = (what.message(), Box::new(remedy.message()));
        Self { path: path.into(), line: None, key: None, what, remedy }
    }
}

/// An error with its place.
#[derive(Debug, Coded)]
#[coded(prefix = "config-mistakes")]
pub(crate) enum Mistakes {
    At { place: String, what: Message, remedy: Message },
}

/// Why a file cannot be read as a configuration.
#[derive(Debug, Coded)]
#[coded(prefix = "config-unreadable")]
pub(crate) enum Unreadable {
    TooLong { mib: u64 },
    NoText,
    File { why: Message },
}

/// What is wrong with a setting.
#[derive(Debug, Coded)]
#[coded(prefix = "config-mistake")]
pub(crate) enum Mistake<'a> {
    ControlCharacter,
    DeviceName { name: &'a str },
    UnknownSetting { name: &'a str },
    MissingSetting { name: &'a str },
    NoAddress,
    HoldsLogin,
    ClearText,
    HoldsSecret,
    NoSecretPlace,
    NoSize { text: &'a str },
    UsedTwice,
    OutOfRange,
    DurationOutOfRange { text: &'a str },
    NoDuration { text: &'a str },
    TagLength { most: usize },
    NoFileName,
    Empty,
    NoSession,
    NamesNoProject,
    NoUser,
    NoBlockNumber,
    BlockNumberTaken { other: &'a str, number: u16 },
    SendsNothing { scheme: &'a str },
    NoMode,
    NoListMode,
    NoMeaning { scheme: &'a str },
    OwnGroup,
    NoGroupName,
    NoInterval,
    TagPlacedTwice { tag: &'a str },
    TooManyGroups { most: usize },
    NoWidth,
    NoCondition { text: &'a str },
    NoBroker,
    PasswordInClear,
    NoSuchChoice,
    ReservedInTopic,
}

/// What to do about an error.
#[derive(Debug, Clone, Coded)]
#[coded(prefix = "config-advice")]
pub(crate) enum Advice<'a> {
    NameIt,
    AnotherName,
    SingleQuotes,
    SaveAsText,
    Init,
    Examples,
    CorrectLine,
    DoubleBrackets,
    MoveToTop { name: &'a str },
    DidYouMean { name: &'a str },
    WriteAddress,
    GiveKey,
    UseHttps,
    WriteSecretPlace { variable: &'a str },
    WriteSize,
    OwnName,
    OneSession,
    WriteDuration,
    DurationRange { from: &'a str, to: &'a str },
    NumberRange { from: usize, to: usize },
    RequestRate,
    OwnTagName,
    PasswordFile,
    KeyFile,
    AddSession,
    NameFolder,
    NameInstallation,
    PasswordSetting,
    FileLetters,
    ProjectId,
    PutProjectId,
    NameUser { endpoints: &'a [String] },
    WriteSource,
    BlockNumber,
    OneBlockEach,
    LeavePrefixOut,
    Poll,
    PollOrSubscribe,
    ListMode,
    LeaveOut { schemes: &'a [String] },
    SessionItself,
    GroupWord,
    AddInterval,
    OneGroup,
    AnotherGroup,
    Width,
    WriteCondition,
    WriteBroker,
    UseMqtts,
    CertificateAndKey,
    MqttVersion,
    MqttFormat,
    PlainTopic,
}
