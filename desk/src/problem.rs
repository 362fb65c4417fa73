//! The errors of commands, and the remedies for a user at a screen.

use std::{io, path::PathBuf};

use tagbridge_texts::{Coded, Message};

/// The problem.
#[derive(Debug, Coded)]
#[coded(prefix = "desk")]
pub(crate) enum Problem {
    /// Four numbers and dots that are no IP address.
    NoIpAddress {
        host: String,
    },
    /// The first answer is not of the protocol.
    OtherProgram {
        why: Message,
    },
    NotThere {
        what: MissingThing,
        name: String,
    },
    Argument {
        path: String,
        why: String,
    },
    Command {
        why: String,
    },
    Answer {
        why: String,
    },
    AnotherCertificate,
    OtherName,
    NotArchived,
    ProjectStreamed,
    FileNotKept {
        why: io::Error,
    },
    FileNotRead {
        why: Message,
    },
    ReadingFailed,
    ProjectsElsewhere,
    StreamedAlready {
        project: String,
        endpoint: String,
    },
    SessionRuns,
    SessionStopped,
    SessionNotRunning,
    SessionConfigured,
    Interval,
    NoChoiceOfTagList {
        scheme: String,
    },
    BlockNumber {
        name: String,
    },
    NoBlock {
        name: String,
    },
    BundleNotPacked {
        why: String,
    },
    BundleNotSaved {
        path: PathBuf,
        why: io::Error,
    },
    FolderNotRead {
        folder: PathBuf,
        why: io::Error,
    },
    SecretFileDamaged {
        what: SecretKind,
        path: PathBuf,
    },
    SecretFileNotRead {
        what: SecretKind,
        path: PathBuf,
        why: io::Error,
    },
    SecretFileNotWritten {
        what: SecretKind,
        path: PathBuf,
        why: io::Error,
    },
    SecretFileNotSetAside {
        what: SecretKind,
        path: PathBuf,
        why: io::Error,
    },
    NoKeychain {
        what: SecretKind,
        why: Message,
    },
    NoUser,
    NoPassword,
    NoUsers {
        scheme: String,
    },
    SettingsNotKept {
        folder: PathBuf,
        why: io::Error,
    },
    OutOfRange {
        what: Setting,
    },
    PreflightEnded,
    AnswerEnded,
    TooManyTags,
    TooManyLines,
    NoPaths,
    NoHome,
    ServiceAddress,
    ServiceLogin,
    NotListening {
        address: String,
        why: io::Error,
    },
    TraceTooLong,
    NoFrames,
    NothingRecorded,
    TooManyGroups {
        most: usize,
    },
    GroupName {
        name: String,
    },
    TagTwice {
        tag: String,
    },
    FramesNotPacked {
        why: String,
    },
    FileNotSaved {
        path: PathBuf,
        why: io::Error,
    },
    ServiceConfigured,
    ServiceInUse,
    DataInUse {
        other: String,
    },
    NoService,
    NoKey,
    NoKeyKept {
        service: String,
    },
    OtherVendors,
    WorkStopped,
    NotAnalysed {
        why: Message,
    },
    NoChapters,
    NoReport {
        why: String,
    },
    OtherVersion,
    TooManyTriggers {
        most: usize,
    },
    NoTriggerTag,
    NoCondition {
        text: String,
    },
    TriggerTime,
}

/// A possible action of the user.
#[derive(Debug, Coded)]
#[coded(prefix = "desk-do")]
pub(crate) enum Remedy {
    IpAddress,
    OtherPort,
    ReloadScreen,
    ReloadOldScreen,
    ReloadPage,
    Report,
    ReportWithFile,
    LookAgain,
    OpenAgain,
    UploadThere,
    StopThatSession,
    StopIt,
    StartAgain,
    AskAgain,
    ChooseService,
    ChangeConfiguration,
    ChooseSession,
    Interval,
    LeaveChoiceOut { schemes: Vec<String> },
    BlockNumber,
    AskedBlock,
    TryAgain,
    AnotherFolder,
    RecordAgain,
    FewerGroups,
    AnotherGroupName,
    OneGroup,
    BridgesFolder,
    FolderAndOwner,
    Keychain { what: SecretKind },
    EnterUser,
    EnterPassword,
    WithoutUser,
    FolderAndSpace,
    Range { low: String, high: String },
    ChooseTag,
    ShownTags,
    SelectFewer,
    SendBytes,
    OpenRows,
    NameFolder { variable: &'static str },
    ServiceAddress,
    OwnField,
    LoopbackPorts,
    ShorterTrace,
    OtherTool,
    ChangeService,
    StopSessions,
    OtherProgram,
    AnyService,
    AnotherProject,
    CopyKey,
    EnterGivenKey,
    Https,
    ProjectsPlatform,
    EndpointLike { examples: String },
    OwnFolder,
    EnterKey,
    CorrectService,
    DataFolder,
    CorrectEndpoint,
    StopSession,
    DataFolderAndSpace,
    KeysProjects,
    PutFile,
    CodeRead,
    LookAtFile,
    UntilThen { remedy: Message },
    LoginHere,
    WriteName,
    ArchiveFirst,
    EndSessionFirst,
    TrustHere,
    TrustChangedHere,
    OneVendor,
    AnalyseFirst,
    ChooseChapter,
    ProposeAgain,
    SaveAndUpload,
    ChooseRecording,
    FewerTriggers,
    ConditionLike,
    TriggerTime,
}

/// The name of something that does not exist.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "desk-thing")]
pub(crate) enum MissingThing {
    Session,
    Tag,
    Command,
    Table,
    Place,
    Version,
    Frame,
    Analysis,
    Proposal,
}

/// A step of long work.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "desk-step")]
pub(crate) enum Step {
    Begin,
    ReadFile,
    ReadCode,
    Store,
    Plan,
    Draw,
    ReadRecording,
}

/// The kind of secret.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "desk-kept")]
pub(crate) enum SecretKind {
    Key,
    Password,
}

/// Why there is no keychain.
#[derive(Debug, Coded)]
#[coded(prefix = "desk-keychain")]
pub(crate) enum NoKeychain {
    NotUsed,
    NoAnswer { why: String },
}

/// A setting with a range.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "desk-setting")]
pub(crate) enum Setting {
    ScanInterval,
    PushInterval,
    KeepHours,
    KeepBytes,
    Requests,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_its_sentences() {
        let codes = [
            crate::asking::PastSentence::CODES,
            crate::bundle::BundleText::CODES,
            crate::diagnostics::ReadOnlyStatement::CODES,
            crate::preflight::Device::CODES,
            NoKeychain::CODES,
            crate::log_message::LogMessage::CODES,
            crate::wire::FrameText::CODES,
            Problem::CODES,
            Remedy::CODES,
            MissingThing::CODES,
            Step::CODES,
            SecretKind::CODES,
            Setting::CODES,
        ];
        tagbridge_texts::assert_complete("desk", &codes);
    }
}
