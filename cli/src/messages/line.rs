//! Lines of results, and notes on stderr.

use std::{fmt::Display, path::Path};

use tagbridge_driver::Endpoint;
use tagbridge_texts::{Coded, Message};

/// The output of a command, one line or more.
#[derive(Coded)]
#[coded(prefix = "cli-line")]
pub(crate) enum Line<'a> {
    AcceptedIsGone {
        id: &'a str,
    },
    Analysed {
        errors: usize,
        warnings: usize,
        notes: usize,
        units: usize,
        opaque: usize,
    },
    ConsoleEnded {
        why: Message,
    },
    MetricsEnded {
        why: Message,
    },
    MetricsOn {
        #[coded(text)]
        address: &'a std::net::SocketAddr,
    },
    ConsoleOn {
        url: &'a str,
    },
    CitedOf {
        count: usize,
        total: usize,
    },
    AskAgain,
    ValuesAwaited,
    WatchKeys,
    WatchOld {
        seconds: u64,
    },
    WatchPaused {
        at: &'a str,
    },
    ModelAsked,
    BegunAgain,
    Copied {
        files: usize,
        to: &'a Path,
    },
    StoreCopied {
        tables: usize,
        rows: u64,
        files: u64,
        to: &'a Path,
    },
    CopyingRows {
        table: &'a str,
        rows: u64,
    },
    CopyingFiles {
        files: u64,
    },
    ComparingTable {
        table: &'a str,
    },
    ListedAgain,
    Browsed {
        tags: usize,
        controller: Message,
    },
    BrowsedAndOwn {
        tags: usize,
        own: usize,
        controller: Message,
    },
    Controller {
        kind: &'a str,
        address: &'a str,
        state: Message,
    },
    Bundled {
        file: &'a Path,
        files: usize,
        removed: Message,
    },
    FindingsAccepted {
        count: usize,
    },
    FindingsKnown {
        known: usize,
        new: usize,
    },
    PhaseFailed {
        phase: Message,
        why: Message,
    },
    NotApproved,
    ProposedIn {
        file: &'a Path,
    },
    AnswerWith {
        id: &'a str,
    },
    Reported {
        file: &'a Path,
        bytes: usize,
    },
    NothingSecret,
    TakenOut {
        kinds: &'a str,
    },
    ConfigurationWritten {
        file: &'a Path,
    },
    ConfigurationFine {
        file: &'a Path,
    },
    Configured {
        name: &'a str,
        tags: usize,
        #[coded(text)]
        endpoint: &'a dyn Display,
        project: &'a str,
    },
    ConfiguredWithoutTags {
        name: &'a str,
        #[coded(text)]
        endpoint: &'a dyn Display,
        project: &'a str,
    },
    DemoIntroduced {
        console: &'a str,
        first: &'a str,
        #[coded(text)]
        vendor: &'a dyn Display,
        others: &'a str,
        endpoint: &'a str,
        key: &'a str,
        service: &'a str,
        project: &'a str,
    },
    DemoRead {
        stored: u64,
        tags: usize,
    },
    NobodyAnswered,
    WaitingForAnswers,
    NotAsked {
        name: &'a str,
        why: Message,
    },
    TripsAScan {
        trips: usize,
    },
    Note {
        what: Message,
    },
    NoteOf {
        subject: Message,
        what: Message,
    },
    MoreNotes {
        count: usize,
        file: &'a Path,
    },
    FollowsOf {
        data: &'a Path,
    },
    KeyMade {
        id: &'a str,
    },
    KeyMadeInto {
        id: &'a str,
        file: &'a Path,
    },
    KeyRevoked {
        id: &'a str,
    },
    OrgMade {
        id: &'a str,
    },
    BillingSet {
        billing: &'a str,
    },
    TeamAssigned {
        project: &'a str,
        team: &'a str,
    },
    CodeMade {
        id: &'a str,
        uses: u64,
        #[coded(text)]
        at: &'a dyn Display,
    },
    FleetKeyMade {
        file: &'a Path,
    },
    FleetSigned {
        file: &'a Path,
        signer: &'a str,
    },
    FleetApplied {
        name: &'a str,
        file: &'a Path,
        sessions: u64,
        device: &'a str,
    },
    NoOutbox,
    ExportedTo {
        snapshots: u64,
        file: &'a Path,
    },
    Exported {
        snapshots: u64,
    },
    NothingQuarantined,
    ToBeSent {
        snapshots: u64,
    },
    OfLeftStream {
        snapshots: u64,
    },
    Discarded {
        snapshots: u64,
    },
    DamagedLeftOut {
        snapshots: u64,
    },
    NoHistory {
        tag: &'a str,
    },
    HistoryCut {
        #[coded(text)]
        at: &'a dyn Display,
    },
    ProjectArchived {
        name: &'a str,
    },
    ProjectListed {
        name: &'a str,
    },
    ProjectDeleted {
        name: &'a str,
    },
    VersionUsedAgain {
        number: u64,
        now: u64,
    },
    VersionIsCurrent {
        number: u64,
    },
    VersionIn {
        file: &'a Path,
    },
    ProjectCreated,
    ProjectVersion {
        number: u64,
    },
    ProjectIdentical {
        number: u64,
    },
    ReadAs {
        address: &'a str,
        #[coded(text)]
        endpoint: &'a Endpoint,
    },
    Scanned {
        tags: usize,
        ms: &'a str,
        trips: usize,
        controller: Message,
    },
    PlainHttp,
    OwnCertificate {
        fingerprint: &'a str,
    },
    TakingFrom {
        url: &'a str,
    },
    Serving {
        url: &'a str,
        data: &'a Path,
    },
    Fingerprint {
        fingerprint: &'a str,
    },
    Trusted {
        fingerprint: &'a str,
        endpoint: &'a str,
    },
    TrustAnother,
    TrustThis,
    TrustThisService,
    NotExecuted,
    NotServed {
        count: usize,
        all: usize,
    },
    Matches,
    CannotTell,
    AnotherController,
    Differs {
        places: usize,
    },
    WhatDiffers,
    AndMore {
        count: usize,
    },
    Readable {
        count: usize,
        tags: usize,
    },
    ReadableAndUntried {
        count: usize,
        tags: usize,
        untried: usize,
    },
    NotYetKnown {
        count: usize,
    },
    ToDo {
        remedy: Message,
    },
    Proposal {
        what: Message,
    },
    NothingToRead,
    Forecast {
        tags: usize,
        requests: usize,
        took: Message,
    },
    CauseCost {
        tags: usize,
        requests: usize,
    },
    ForecastByList {
        forecast: Message,
        requests: usize,
        upload: usize,
    },
    Reaching,
    Listing {
        tags: usize,
    },
    Trying {
        done: usize,
        all: usize,
    },
    Measuring,
    RunningSince {
        #[coded(text)]
        since: &'a dyn Display,
        process: u64,
        told: &'a str,
        service: &'a str,
    },
    RunningAndSilent,
    EndedAt {
        #[coded(text)]
        at: &'a dyn Display,
    },
    EndedUnexpectedly {
        #[coded(text)]
        at: &'a dyn Display,
    },
    NeverRan,
    NoSessions,
    InBackground {
        name: &'a str,
        state: Message,
    },
}
