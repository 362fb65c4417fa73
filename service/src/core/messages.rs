//! The messages of refusals, as codes: `texts/en/service-refusals.ftl` has the sentences.

use std::fmt::Display;

use tagbridge_api::hmi::{InvalidValue, Quality};
use tagbridge_texts::{Coded, Message};

/// The technical reason of a refusal: for programs and their authors.
#[derive(Coded)]
#[coded(prefix = "service-refused")]
pub(crate) enum TechnicalReason<'a> {
    StreamCopied,
    NothingToChange,
    NoVersion { number: u64 },
    ProjectNotArchived,
    ProjectStreamed,
    Fault,
    NoData,
    BodyTooLarge { limit: usize },
    BodyTooSlow { seconds: u64 },
    BodyUnreadable { why: &'a str },
    NoObject,
    Malformed { why: &'a str },
    Field { field: &'a str, why: Message },
    Encoding { encoding: &'a str },
    MediaType { found: &'a str },
    HeadersTooLarge,
    PathTooLong,
    NoHttp,
    NoHost,
    TwoHosts,
    BadHost,
    Transport { why: &'a str },
    NoRoom,
    DiskFull { mib: u64 },
    NoSpace,
    NoIdempotencyKey,
    BadIdempotencyKey { most: usize },
    NoUtf8,
    LastEventNoAscii,
    NoPath { path: &'a str },
    NoMethod { method: &'a str, path: &'a str },
    PathNoUtf8 { path: &'a str },
    Status { reason: &'a str },
    NoAuthorization,
    BadAuthorization,
    UnknownKey,
    NumberOutside { low: u64, high: u64, found: u64 },
    Characters { low: usize, high: usize, found: usize },
    FewerCharacters { high: usize, found: usize },
    TooManyRequests { limit: u64 },
    NoProject { id: &'a str },
    OutOfScope { id: &'a str },
    NoKeyOfDevice { device: &'a str },
    ForeignTopic { topic: &'a str, device: &'a str },
    ForeignDevice { own: &'a str, device: &'a str },
    NoPermission { permission: &'a str },
    SessionConflict { device: &'a str, at: &'a dyn Display },
    InProgress,
    KeyTaken,
    NoCursor,
    ModelTooLarge { bytes: usize, most: usize },
    NoSource { id: &'a str },
    FileTooLarge { most: usize },
    UnpacksTooLarge { mib: u64 },
    NoBase64 { why: &'a str },
    BadLink,
    LinkExpired,
    ForeignBlob,
    BlobOfAnother,
    NothingPut,
    UploadTaken,
    NoLength,
    EmptyFile,
    StagedTooLarge { mib: u64 },
    FileCut,
    UnknownToken,
    TokenExpired,
    TokenOfEndedKey,
    NotForTokens,
    ForeignOrigin { origin: &'a str },
    OneFile,
    NoNames,
    TooManyNames { names: usize, allowed: usize },
    ControlCharacters,
    TooManySnapshots { most: usize, found: usize },
    Name { name: &'a str, why: Message },
    NegativeTime { found: &'a dyn Display },
    NoConversation,
    UnknownConversation { id: &'a str },
    TurnRuns { id: &'a str },
    NoSuchQuestion { id: &'a str },
    NoSuchOption { options: usize },
    LastEventBeyond { last: u64, number: u64 },
    ForeignEvent,
    NoFileYet { id: &'a str },
    NoCode { id: &'a str },
    NoPrompt,
    ApproveNoConversation,
    NoPendingPlan,
    SpendLimitReached,
    BillingNotSetUp,
    BillingNotAcknowledged,
    TooManyAnswers { most: usize, found: usize },
    AnsweredTwice { id: &'a str },
    OneAnswer,
    OtherVendor { found: &'a str, expected: &'a str },
    NoProjectInScope,
    ServiceEnded,
    NobodyListens,
    IndexBeingMade,
    NoVersionId { id: &'a str },
    NoAnalysis { id: &'a str },
    NoExport { id: &'a str },
    ExportNotReady { id: &'a str },
    ExportFailed { why: Message },
    RangeBeyond { bytes: u64 },
    TwoLimits { limit: u32, top_k: u32 },
}

/// The message for a user.
#[derive(Coded)]
#[coded(prefix = "service-told")]
pub(crate) enum UserMessage<'a> {
    FolderCopied,
    NoVersion,
    ProjectInUse,
    Mistake,
    NoData,
    Busy,
    DiskFull,
    KeyNotValid,
    TooManyRequests,
    NoProject,
    OutOfScope,
    ForeignDevice,
    NoPermission,
    SessionConflict { device: &'a str, at: &'a dyn Display },
    NoSource,
    FileUnreadable,
    NoProjectFile { why: Message },
    FileNotFetched,
    FileTooLarge,
    BadLink,
    OtherPlatform,
    NoNewProject,
    TurnRuns,
    NoConversation,
    NoPendingPlan,
    SpendLimitReached,
    BillingNotSetUp,
    BillingNotAcknowledged { cents: u32, currency: &'a str, count: u64 },
    NoFileYet,
    NoCode,
    NoAnalysis,
    NoExport,
    ExportNotReady,
    ExportFailed { why: Message },
}

/// The remedy of a refusal.
#[derive(Clone, Copy, Coded)]
#[coded(prefix = "service-advice")]
pub(crate) enum Advice<'a> {
    BeginStream,
    ListVersions,
    ArchiveFirst,
    EndSessionFirst,
    Report,
    CheckDisk,
    SendLess,
    SmallerParts,
    InAMoment,
    FreeDisk,
    SendKey,
    Wait { seconds: u64 },
    CheckProjectId,
    KeyForProject,
    OwnKey,
    KeyWith { permission: &'a str },
    EndOrTakeOver,
    SendAgain,
    SendSame,
    FreshKey,
    AskRaw,
    AddVersion,
    AddVersionWithCode,
    StageUpload,
    PutFirst,
    PutAgain,
    FreshLink,
    FreshToken,
    AskWithKey,
    ConfigureOrigin,
    AddInstead,
    AskFewer,
    SamePlatform,
    KeyForAll,
    WaitForAnswer,
    AskWithout,
    AskForPlan,
    RaiseLimit,
    SetUpBilling,
    AcknowledgeBilling,
    SendWithout,
    StartAnalysis,
    StartExport,
    AskAll,
}

/// The operation on the data.
#[derive(Coded)]
#[coded(prefix = "service-doing")]
pub(crate) enum DataOperation {
    ReadingVersion,
    AddingProject,
    EndingTurn,
}

/// How a value contradicts itself.
#[derive(Coded)]
#[coded(prefix = "service-value")]
pub(crate) enum BadValue {
    NullNotBad,
    BadNotNull,
    ReasonWithGood,
    NoReason,
    Inexact,
}

impl From<InvalidValue> for BadValue {
    fn from(invalid: InvalidValue) -> Self {
        match invalid {
            InvalidValue::Value { quality: Quality::Bad } => Self::BadNotNull,
            InvalidValue::Value { .. } => Self::NullNotBad,
            InvalidValue::Reason { quality: Quality::Good } => Self::ReasonWithGood,
            InvalidValue::Reason { .. } => Self::NoReason,
            InvalidValue::Integer => Self::Inexact,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        claim::{ClaimAdvice, ClaimError, Holder},
        core::{
            analyses::RunStatus, exports::Progress, job_outcome::FailureReason, keys::KeyError,
            turns::values::NoValue, uploads::AddError,
        },
    };

    #[test]
    fn each_code_has_its_sentences() {
        let codes = [
            TechnicalReason::CODES,
            UserMessage::CODES,
            Advice::CODES,
            ClaimError::CODES,
            Holder::CODES,
            ClaimAdvice::CODES,
            crate::TransferError::CODES,
            KeyError::CODES,
            crate::OrgError::CODES,
            AddError::CODES,
            crate::ProviderConfigError::CODES,
            crate::SubscriptionError::CODES,
            DataOperation::CODES,
            BadValue::CODES,
            FailureReason::CODES,
            Progress::CODES,
            RunStatus::CODES,
            NoValue::CODES,
            crate::mcp::LocalFileProblem::CODES,
        ];
        tagbridge_texts::assert_complete("service-refusals", &codes);
    }
}
