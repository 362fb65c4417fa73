//! Why a command failed: the operation, the reason, and the remedy.

use std::{fmt::Display, path::Path};

use tagbridge_texts::{Coded, Message};

/// The failed operation, and its subject.
#[derive(Coded)]
#[coded(prefix = "cli-cannot")]
pub(crate) enum Cannot<'a> {
    Start,
    ReadCommandLine,
    Print,
    Listen {
        #[coded(text)]
        address: &'a dyn Display,
    },
    OpenConsole {
        #[coded(text)]
        address: &'a dyn Display,
    },
    Write {
        file: &'a Path,
    },
    AskService {
        #[coded(text)]
        service: &'a dyn Display,
    },
    ReadAudit,
    CopyData {
        from: &'a Path,
        to: &'a Path,
    },
    ListTags {
        #[coded(text)]
        endpoint: &'a dyn Display,
    },
    ReadFrom {
        #[coded(text)]
        endpoint: &'a dyn Display,
    },
    ConnectTo {
        #[coded(text)]
        endpoint: &'a dyn Display,
    },
    UseEndpoint {
        #[coded(text)]
        endpoint: &'a dyn Display,
    },
    UseThisEndpoint,
    Subscribe {
        #[coded(text)]
        endpoint: &'a dyn Display,
    },
    LogIn {
        #[coded(text)]
        endpoint: &'a dyn Display,
    },
    Analyse {
        file: &'a Path,
    },
    MakeBundle,
    MakeReport {
        file: &'a Path,
    },
    UseFile {
        file: &'a Path,
    },
    UseLine {
        file: &'a Path,
        line: usize,
    },
    SetUpDemo,
    ReachDemo,
    ReadDemoBack,
    AskNetwork,
    AskHost {
        host: &'a str,
    },
    TellBridge,
    LookInto {
        folder: &'a Path,
    },
    MakeKey,
    MakeCode,
    MakeFleetKey {
        file: &'a Path,
    },
    SignFleet {
        file: &'a Path,
    },
    ApplyFleet {
        file: &'a Path,
    },
    RotateKey {
        id: &'a str,
    },
    ListKeys,
    FindOrg {
        id: &'a str,
    },
    MakeOrg {
        id: &'a str,
    },
    ListOrgs,
    SetBilling,
    MakeTeam,
    ListTeams,
    AssignTeam {
        project: &'a str,
    },
    RevokeKey {
        id: &'a str,
    },
    UseOption {
        option: &'a str,
    },
    UseWithoutProject {
        option: &'a str,
    },
    UseNumberFor {
        file: &'a Path,
    },
    UseOptionOver {
        option: &'a str,
        scheme: &'a str,
    },
    UseNumbers,
    ReadProject {
        file: &'a Path,
    },
    UseProject {
        file: &'a Path,
    },
    FindRecording {
        session: &'a str,
    },
    FindCause {
        name: &'a str,
    },
    ChooseRecording,
    ReadRecording,
    FindOutbox {
        session: &'a str,
    },
    ReadOutbox,
    FindQuarantined {
        sequence: u64,
    },
    UseQuarantine {
        session: &'a str,
    },
    AddNamed {
        name: &'a str,
    },
    AddProject {
        file: &'a Path,
    },
    AddAProject,
    ListProjects,
    ManageProject,
    UseValues {
        file: &'a Path,
    },
    OpenScreens,
    StartBridge,
    Serve {
        data: &'a Path,
    },
    ServeOn,
    OpenData {
        data: &'a Path,
    },
    RenewCertificate,
    SetUpController,
    Simulate {
        project: &'a str,
    },
    Misbehave,
    UseOptionOf {
        option: &'a str,
        vendor: &'a str,
    },
    SecureChannels,
    LetIn {
        user: &'a str,
    },
    BeSure,
    Trust {
        #[coded(text)]
        endpoint: &'a dyn Display,
    },
    TrustUnasked,
    ManageBackground {
        name: &'a str,
    },
}

/// Reasons that no other crate defines.
#[derive(Coded)]
#[coded(prefix = "cli-because")]
pub(crate) enum Because<'a> {
    ConsoleIsLocal,
    NoKeyIn { file: &'a Path },
    NoServiceData,
    PriceOfNothing,
    DataAlready,
    SendsNothing { scheme: &'a str },
    NoPasswordFor { user: &'a str },
    Key { key: &'a str, what: Message },
    NoLiveValue,
    NoBridgeData,
    NoValidKey,
    NoCode,
    NoKey,
    NoTeam,
    TellsBeyondFile,
    ForSchemes { schemes: &'a [String] },
    BlockTwice { name: &'a str, one: usize, other: usize },
    NumberTwice { one: &'a str, other: &'a str, number: usize },
    NothingRecorded,
    RecordingsOf { sessions: &'a str },
    MayBe { names: &'a str },
    NoChangeRecorded,
    NotInTheCode,
    RecordedWithoutProject,
    NothingStored,
    NotQuarantined,
    OnlyThatOf { session: &'a str },
    ThoseOf { sessions: &'a str },
    StoredNothingAsNone,
    StoredNothing { stored: Message },
    ConfigurationHas { stored: Message, sessions: &'a str },
    FileMissing,
    VendorMissing,
    NameMissing,
    NoValues,
    NoObject,
    NoJson { line: usize, column: usize },
    InUseBy { other: &'a str },
    NoServer,
    NoAcceptance,
    NoFont,
    NotSecured,
    NoPassword,
    OfFile { file: &'a Path, why: Message },
    OtherFingerprint { shown: &'a str, expected: &'a str },
    NobodySaidSo,
    NoManager,
    BackgroundMissing,
    BackgroundKnown,
    NeedsAdministrator,
    UnitSaysHow,
    EndedAtOnce,
}

/// The remedy.
#[derive(Coded)]
#[coded(prefix = "cli-do")]
pub(crate) enum Do<'a> {
    RunAgain,
    AnotherBackup,
    AnotherAddress { option: &'a str },
    HigherPort { option: &'a str },
    OrScreens,
    OwnAddress { option: &'a str },
    RoomForOutput,
    SeeHelp,
    UseTunnel { address: &'a str },
    AnotherFile,
    NameFont,
    WriteBaseline,
    RoomOnDisk,
    WritableFile,
    WriteKey,
    UseHttps,
    CheckAsked,
    ServedFolder,
    AnotherFolder,
    LeaveOut { option: &'a str },
    SetPassword,
    WriteLike { example: &'a str },
    FreeLoopback,
    GiveLonger,
    LoopbackAndFolder,
    CheckPowered,
    OrNameFolder,
    NameFolder,
    FolderOrConfiguration,
    SeeProjectIds,
    SeeKeyIds,
    SeeOrgIds { data: &'a Path },
    OtherOrgId,
    OtherCurrency,
    PayPerProject,
    SeeTeamIds { data: &'a Path },
    ThenRevoke { id: &'a str },
    NameProject { option: &'a str },
    EachBlockOnce,
    SameUser,
    SameUserAndVersion,
    StartBridge,
    DidYouMean { name: &'a str },
    NameOne,
    NameRecording,
    NameExport,
    ExportRecording,
    SeeIncidents,
    SeeRecordedTags,
    NameProjectFile,
    SeeQuarantine,
    AddFile { data: &'a Path },
    AddVendor { data: &'a Path, name: &'a str, vendors: &'a str },
    AddName { data: &'a Path, vendor: &'a str },
    CheckInto { data: &'a Path },
    CheckProjectId { data: &'a Path },
    ArchiveFirst,
    CheckCertificate,
    CheckProvider,
    CheckSubscription,
    MakeValues,
    UseItsScreens,
    GiveKey,
    CorrectConfiguration,
    NameSessions,
    CheckDataFolder,
    OwnDataFolder,
    CheckDataDisk,
    CheckData,
    CheckFolder,
    CheckStore { file: &'a Path },
    ExportAgain,
    SeeFaults,
    SimulateWithServer { option: &'a str },
    SaySecurity,
    CertificateFolder,
    NamePasswordFile,
    GivePassword,
    FindOutWhich,
    SayYes,
    NamePki,
    TryingAgain { seconds: u64 },
    RunYourself,
    InstallFirst { program: &'a str },
    InstallPackage { name: &'a str },
    UninstallFirst { program: &'a str },
    AsAdministrator,
    WithSudo,
    EditUnit { name: &'a str },
    SeeJournal { name: &'a str },
    SeeLogFolder { folder: &'a Path },
}
