//! The commands of a user interface, by name.

use serde::de::DeserializeOwned;
use serde_json::Value;

#[cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "commands speak of every view")
)]
use crate::view::*;
use crate::{
    failures::{invalid, not_found},
    problem::{Problem, Remedy, Thing},
    screen::Screen,
};

/// Lists commands with their arguments and answers, for the user interfaces and for the bindings.
/// `now` commands answer immediately, `later` commands take time, and so do `desk` commands, whose
/// answer is the same for all screens.
macro_rules! commands {
    ($($(#[doc = $doc:literal])+ $when:ident $name:ident($arguments:ty) -> $answer:ty;)+) => {
        /// The names of all commands.
        pub const COMMANDS: &[&str] = &[$(stringify!($name)),+];

        impl Screen {
            /// Executes a command by its name, with its arguments and its answer as JSON.
            pub async fn call(&self, command: &str, arguments: Value) -> Result<Value, Failure> {
                match command {
                    $(stringify!($name) => {
                        let arguments: $arguments = read(arguments)?;
                        let answer: $answer = $when!(self, $name, arguments)?;
                        serde_json::to_value(answer).map_err(|error| cannot_tell(&error))
                    })+
                    _ => Err(not_found(Thing::Command, command, &Remedy::ReloadScreen)),
                }
            }
        }

        #[cfg(test)]
        pub(crate) fn described(cfg: &ts_rs::Config, seen: &mut impl ts_rs::TypeVisitor) -> String {
            use std::fmt::Write;
            let mut text = String::from("export interface Commands {\n");
            $(
                seen.visit::<$arguments>();
                seen.visit::<$answer>();
                let doc = concat!($($doc),+).trim();
                let arguments = <$arguments as ts_rs::TS>::name(cfg);
                let answer = <$answer as ts_rs::TS>::name(cfg);
                writeln!(
                    text,
                    "/** {doc} */\n{}: {{ arguments: {arguments}, answer: {answer} }},",
                    stringify!($name)
                )
                .expect("text takes text");
            )+
            text + "}\n"
        }
    };
}

macro_rules! now {
    ($screen:expr, $name:ident, $arguments:ident) => {
        $screen.$name($arguments)
    };
}

macro_rules! later {
    ($screen:expr, $name:ident, $arguments:ident) => {
        $screen.$name($arguments).await
    };
}

macro_rules! desk {
    ($screen:expr, $name:ident, $arguments:ident) => {
        $screen.desk.$name($arguments).await
    };
}

commands! {
    /// The first data of a user interface.
    now overview(()) -> Overview;
    /// Whether a service answers to this key, and what the key may do; nothing is kept.
    desk check_service(CheckService) -> ServiceConnection;
    /// Chooses the service. Refused when it does not answer to the key.
    desk use_service(UseService) -> ServiceConnection;
    /// The service's projects and those that were opened from files.
    desk projects(ListProjects) -> ProjectPage;
    /// A project, looked at closely.
    desk project(ProjectId) -> ProjectDetail;
    /// Opens a project file.
    later open_project(OpenProject) -> ProjectDetail;
    /// Another name for one of the service's projects, into the archive, or out of it.
    desk change_project(ChangeProject) -> ProjectDetail;
    /// Deletes an archived project with its versions, values and history, permanently.
    desk delete_project(DeleteProject) -> ();
    /// A project's versions, the newest first.
    desk versions(ProjectId) -> Vec<ProjectVersion>;
    /// A version's file; its bytes come back as the answer.
    desk version_file(UseVersion) -> MadeFile;
    /// The differences between two versions of a project, or between two projects.
    later compare_code(CompareCode) -> CodeChanges;
    /// Makes a copy of an older version the current version.
    desk use_version(UseVersion) -> ProjectDetail;
    /// Controllers to choose from.
    desk controllers(FindControllers) -> Controllers;
    /// An address in the fields of its protocol.
    now read_address(ReadAddress) -> AddressForm;
    /// The endpoint that fields make, as its driver takes it.
    now write_address(AddressFields) -> Endpoint;
    /// The certificate that a server shows; null where its protocol or the server has none.
    later certificate(Endpoint) -> Option<Certificate>;
    /// Trusts a server's certificate from now on.
    later trust(Trust) -> ();
    /// How one logs in at a controller; null where its protocol knows no users.
    now login(Endpoint) -> Option<Login>;
    /// Logs in once, and keeps the password where that went well. Sessions that need it begin
    /// again with it.
    desk log_in(LogIn) -> Login;
    /// Forgets a password. A session that runs has it until it ends.
    now forget_login(Endpoint) -> Login;
    /// Looks at a controller before anything is polled. A second call ends the first.
    later preflight(StartPreflight) -> Preflight;
    /// Ends a preflight that is under way.
    now cancel_preflight(()) -> ();
    /// Asks a question about a project. A second call ends the first.
    later ask(AskQuestion) -> AskAnswer;
    /// Listens to the answer no more.
    now cancel_ask(()) -> ();
    /// The code at a place of a citation.
    later cited_place(OpenCited) -> CitedPlace;
    /// The current values next to an answer.
    later answer_values(AnswerTags) -> AnswerValues;
    /// Starts a session; the answer names it.
    desk start_session(StartSession) -> SessionName;
    /// The tags that a session always reads, and their rates.
    now reading(SessionName) -> SessionReading;
    /// Changes it. A session that runs begins again.
    desk change_reading(ChangeReading) -> ();
    /// Leaves a session's controller alone.
    desk pause(SessionName) -> ();
    /// Goes on reading.
    desk resume(SessionName) -> ();
    /// Tries a controller now instead of waiting any longer.
    desk try_now(SessionName) -> ();
    /// Ends a session in order. It stays in the status as stopped.
    desk stop_session(SessionName) -> ();
    /// Starts a session that was stopped, as it was.
    desk start_again(SessionName) -> ();
    /// Takes a stopped session out of the status.
    now forget_session(SessionName) -> ();
    /// Reads the other device that answers at the session's address.
    desk accept_controller(SessionName) -> ();
    /// Ends the other device's session on the project, and streams from here.
    desk take_over(SessionName) -> ();
    /// Opens or changes the window of the tag table.
    now rows(OpenRows) -> RowsOpened;
    /// The names between two rows of the window.
    now row_names(RowsBetween) -> RowNames;
    /// A frame was drawn: the next may come.
    now ack(Ack) -> ();
    /// A tag or a part of one, looked at closely.
    now inspect(OneTag) -> Inspection;
    /// The values of a tag or a part of it in the last minutes.
    later changes(OneTag) -> TagChanges;
    /// The tree of a project: programs, blocks, types.
    later outline(ProjectId) -> Outline;
    /// The findings of the last analysis; null: there was none since the program started.
    later findings(ProjectId) -> Option<CodeFindings>;
    /// Analyses a project.
    later analyse(ProjectId) -> CodeFindings;
    /// Puts findings into the baseline, or takes them out.
    desk change_baseline(ChangeBaseline) -> CodeFindings;
    /// Findings as a file.
    desk save_findings(SaveFindings) -> MadeFile;
    /// Plans a change of a project, and checks it.
    later propose(ProposeChange) -> CodeProposal;
    /// Stores a proposal as a file, or as a new version of its project.
    desk save_proposal(SaveProposal) -> SavedProposal;
    /// A report of a project as a PDF.
    later make_report(MakeReport) -> MadeFile;
    /// What was recorded of a project, with its incidents and triggers.
    desk project_history(ProjectId) -> ProjectHistory;
    /// Sets the note of an incident.
    desk note_incident(NoteIncident) -> ();
    /// An incident as one file.
    later save_incident(OneIncident) -> MadeFile;
    /// Keeps an exported recording as an incident.
    desk import_incident(ImportIncident) -> IncidentView;
    /// Deletes an incident, permanently.
    desk delete_incident(OneIncident) -> ();
    /// Sets the triggers of a session. One that runs begins again.
    desk change_triggers(ChangeTriggers) -> ();
    /// The recorded values of a tag.
    later tag_history(HistoryOf) -> TagHistory;
    /// The recorded values of a tag as CSV.
    later save_history(HistoryOf) -> MadeFile;
    /// The groups of a project's tags.
    later tag_tree(OpenTagTree) -> TagTree;
    /// The tags of a group.
    later tags_of_group(TagsOfGroup) -> DeclaredTags;
    /// The watch lists and trends of a project.
    now saved_views(ProjectId) -> SavedViews;
    /// Sets them.
    now save_views(SaveViews) -> SavedViews;
    /// Ends long work that is under way.
    now stop_work(StopWork) -> ();
    /// Tags of a project by a part of their name or comment.
    later find_names(FindNames) -> FoundNames;
    /// A routine, drawn, with the values of now.
    later routine(OpenRoutine) -> DrawnRoutine;
    /// Asks the service for tags that are shown and not read, for a minute.
    later ask_for_tags(AskForTags) -> ();
    /// Where a project's code uses a name.
    later uses(UsesOf) -> Uses;
    /// The values of tags at each second of the last minute.
    now last_minute(LastMinuteOf) -> LastMinute;
    /// What was recorded of a session.
    later time_line(SessionName) -> TimeLine;
    /// Shows a moment of the past instead of now, or now again.
    later look_at(LookAt) -> PastMoment;
    /// The next or previous change of a tag, or the next or previous incident.
    later step_in_time(StepInTime) -> SteppedTo;
    /// Why a tag is as it is, followed to the inputs.
    later why(AskWhy) -> WhyNow;
    /// What changed first before a tag's last change.
    later first_cause(FindCause) -> FirstCause;
    /// Pins a tag, or lets it go; kept for the project.
    now pin(Pin) -> ();
    /// Rows with their whole values: to copy, or to export.
    now take_rows(TakeRows) -> TakenRows;
    /// Opens or changes the trend.
    later trend(OpenTrend) -> Trend;
    /// The stored values of a tag before a time, page by page.
    later older_trend(ReadOlder) -> OlderPoints;
    /// The values of a trend, to be saved.
    now export_trend(ExportTrend) -> Vec<SavedLane>;
    /// Events, oldest first.
    now log(ReadLog) -> Vec<LogEvent>;
    /// The requests that may be sent to a session's controller and those that were, its counters,
    /// its wire trace.
    now diagnostics(SessionName) -> Diagnostics;
    /// Switches a session's wire trace on for a while, or off.
    now trace(SwitchTrace) -> Trace;
    /// Frames of the communication log.
    now frames(ListFrames) -> Frames;
    /// A frame of it, looked at closely.
    now one_frame(OneFrame) -> FrameDetail;
    /// The recorded frames as a file that Wireshark opens.
    now save_frames(SaveFrames) -> MadeFile;
    /// Checks what usually goes wrong on the way to the service and the controllers.
    later doctor(()) -> Vec<Finding>;
    /// The contents of a support bundle.
    now bundle(MakeBundle) -> Bundle;
    /// Creates a support bundle.
    now save_bundle(SaveBundle) -> MadeFile;
    /// The user has seen the sessions that failed.
    now seen_alerts(SeenAlerts) -> ();
    /// The user's settings.
    now settings(()) -> Settings;
    /// Sets it; the answer is what is kept.
    now save_settings(Settings) -> Settings;
}

/// Parses arguments: no arguments may be `null`, an empty object, or absent.
fn read<T: DeserializeOwned>(arguments: Value) -> Result<T, Failure> {
    let is_nothing = arguments.as_object().is_some_and(serde_json::Map::is_empty);
    if is_nothing && let Ok(nothing) = serde_json::from_value(Value::Null) {
        return Ok(nothing);
    }
    serde_path_to_error::deserialize(arguments).map_err(|error| {
        let (path, why) = (error.path().to_string(), error.inner().to_string());
        invalid(&Problem::Argument { path, why }, &Remedy::ReloadOldScreen)
    })
}

fn cannot_tell(error: &serde_json::Error) -> Failure {
    Failure::new("internal", &Problem::Answer { why: error.to_string() }, &Remedy::Report)
}

#[cfg(test)]
mod tests;
