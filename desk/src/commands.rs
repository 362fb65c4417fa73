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
    problem::{MissingThing, Problem, Remedy},
    screen::Screen,
};

/// Lists commands with their arguments and answers, for the user interfaces and for the bindings.
/// `now` commands answer immediately. `later` commands and `desk` commands take time; the answer of
/// a
/// `desk` command is the same for all screens.
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
                    _ => Err(not_found(MissingThing::Command, command, &Remedy::ReloadScreen)),
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
    /// Checks whether a service accepts this key, and the key's permissions. Stores nothing.
    desk check_service(CheckService) -> ServiceConnection;
    /// Sets the service. Refused if the service does not accept the key.
    desk use_service(UseService) -> ServiceConnection;
    /// The projects of the service, and the projects that were opened from files.
    desk projects(ListProjects) -> ProjectPage;
    /// The details of a project.
    desk project(ProjectId) -> ProjectDetail;
    /// Opens a project file.
    later open_project(OpenProject) -> ProjectDetail;
    /// Renames, archives or restores a project of the service.
    desk change_project(ChangeProject) -> ProjectDetail;
    /// Deletes an archived project with its versions, values and history, permanently.
    desk delete_project(DeleteProject) -> ();
    /// A project's versions, the newest first.
    desk versions(ProjectId) -> Vec<ProjectVersion>;
    /// The file of a version.
    desk version_file(UseVersion) -> MadeFile;
    /// The differences between two versions of a project, or between two projects.
    later compare_code(CompareCode) -> CodeChanges;
    /// Makes a copy of an older version the current version.
    desk use_version(UseVersion) -> ProjectDetail;
    /// Controllers to choose from.
    desk controllers(FindControllers) -> Controllers;
    /// Converts an address into the fields of its protocol.
    now read_address(ReadAddress) -> AddressForm;
    /// Converts the fields of an address into an endpoint.
    now write_address(AddressFields) -> Endpoint;
    /// A server's certificate; null: its protocol or the server has no certificate.
    later certificate(Endpoint) -> Option<Certificate>;
    /// Trusts a server's certificate from now on.
    later trust(Trust) -> ();
    /// The login at a controller; null: its protocol has no users.
    now login(Endpoint) -> Option<Login>;
    /// Logs in once, and stores the password if the login was successful. Sessions that need it
    /// restart.
    desk log_in(LogIn) -> Login;
    /// Deletes a password. A running session keeps it until the session ends.
    now forget_login(Endpoint) -> Login;
    /// Checks a controller before polling. A second call ends the first.
    later preflight(StartPreflight) -> Preflight;
    /// Ends the running preflight.
    now cancel_preflight(()) -> ();
    /// Asks a question about a project. A second call ends the first.
    later ask(AskQuestion) -> AskAnswer;
    /// Cancels the current question.
    now cancel_ask(()) -> ();
    /// The code at a place of a citation.
    later cited_place(OpenCited) -> CitedPlace;
    /// The current values next to an answer.
    later answer_values(AnswerTags) -> AnswerValues;
    /// Starts a session, and returns its name.
    desk start_session(StartSession) -> SessionName;
    /// The tags that a session always reads, and their rates.
    now reading(SessionName) -> SessionReading;
    /// Changes the tags and rates of a session. A running session restarts.
    desk change_reading(ChangeReading) -> ();
    /// Pauses reading.
    desk pause(SessionName) -> ();
    /// Resumes reading.
    desk resume(SessionName) -> ();
    /// Connects to the controller now instead of waiting.
    desk try_now(SessionName) -> ();
    /// Stops a session in order. It stays in the list of sessions.
    desk stop_session(SessionName) -> ();
    /// Starts a stopped session again, unchanged.
    desk start_again(SessionName) -> ();
    /// Removes a stopped session from the list.
    now forget_session(SessionName) -> ();
    /// Accepts the other device that answers at the session's address.
    desk accept_controller(SessionName) -> ();
    /// Ends the other device's session on the project, and streams from this computer.
    desk take_over(SessionName) -> ();
    /// Opens or changes the window of the tag table.
    now rows(OpenRows) -> RowsOpened;
    /// The names between two rows of the window.
    now row_names(RowsBetween) -> RowNames;
    /// Confirms that a frame was drawn, and requests the next one.
    now ack(Ack) -> ();
    /// The details of a tag, or of a part of a tag.
    now inspect(InspectTag) -> Inspection;
    /// The values of a tag or a part of it in the last minutes.
    later changes(OneTag) -> TagChanges;
    /// The tree of a project: programs, blocks, types.
    later outline(OpenOutline) -> Outline;
    /// The findings of the last analysis; null: no analysis since the program started.
    later findings(ProjectId) -> Option<CodeFindings>;
    /// Analyses a project.
    later analyse(ProjectId) -> CodeFindings;
    /// Adds findings to the baseline, or removes them.
    desk change_baseline(ChangeBaseline) -> CodeFindings;
    /// Findings as a file.
    desk save_findings(SaveFindings) -> MadeFile;
    /// Plans a change of a project, and checks it.
    later propose(ProposeChange) -> CodeProposal;
    /// Stores a proposal as a file, or as a new version of its project.
    desk save_proposal(SaveProposal) -> SavedProposal;
    /// A report of a project as a PDF.
    later make_report(MakeReport) -> MadeFile;
    /// The recordings of a project, with incidents and triggers.
    desk project_history(ProjectId) -> ProjectHistory;
    /// Sets the note of an incident.
    desk note_incident(NoteIncident) -> ();
    /// An incident as one file.
    later save_incident(OneIncident) -> MadeFile;
    /// Stores an exported recording as an incident.
    desk import_incident(ImportIncident) -> IncidentView;
    /// Deletes an incident, permanently.
    desk delete_incident(OneIncident) -> ();
    /// Keeps a moment of the recording as an incident.
    desk keep_moment(KeepMoment) -> IncidentView;
    /// Sets the triggers of a session. A running session restarts.
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
    /// Sets the watch lists and trends of a project.
    now save_views(SaveViews) -> SavedViews;
    /// Ends running long work.
    now stop_work(StopWork) -> ();
    /// Finds tags of a project by a part of their name, address or comment.
    later find_names(FindNames) -> FoundNames;
    /// A routine, drawn, with the current values.
    later routine(OpenRoutine) -> DrawnRoutine;
    /// Requests tags that are shown and not read from the service, for a minute.
    later ask_for_tags(AskForTags) -> ();
    /// The uses of a name in a project's code.
    later uses(UsesOf) -> Uses;
    /// The values of tags at each second of the last minute.
    now last_minute(LastMinuteOf) -> LastMinute;
    /// The recording of a session.
    later time_line(SessionName) -> TimeLine;
    /// Shows a past moment, or the current values again.
    later look_at(LookAt) -> PastMoment;
    /// The next or previous change of a tag, or the next or previous incident.
    later step_in_time(StepInTime) -> SteppedTo;
    /// Why a tag has its state, traced to the inputs.
    later why(AskWhy) -> WhyNow;
    /// The input that changed first before a tag's last change.
    later first_cause(FindCause) -> FirstCause;
    /// Pins or unpins a tag; stored for the project.
    now pin(Pin) -> ();
    /// Rows with their complete values, to copy or to export.
    now take_rows(TakeRows) -> TakenRows;
    /// Opens or changes the trend.
    later trend(OpenTrend) -> Trend;
    /// The stored values of a tag before a time, page by page.
    later older_trend(ReadOlder) -> OlderPoints;
    /// The values of a trend, to save.
    now export_trend(ExportTrend) -> Vec<SavedLane>;
    /// Events, oldest first.
    now log(ReadLog) -> Vec<LogEvent>;
    /// The allowed and the sent requests of a session, its counters and its wire trace.
    now diagnostics(SessionName) -> Diagnostics;
    /// Switches a session's wire trace on for some time, or off.
    now trace(SwitchTrace) -> Trace;
    /// Frames of the communication log.
    now frames(ListFrames) -> Frames;
    /// The details of a frame.
    now one_frame(OneFrame) -> FrameDetail;
    /// The recorded frames as a file that Wireshark opens.
    now save_frames(SaveFrames) -> MadeFile;
    /// Checks the connections to the service and the controllers for common problems.
    later doctor(()) -> Vec<Finding>;
    /// The contents of a support bundle.
    now bundle(MakeBundle) -> Bundle;
    /// Creates a support bundle.
    now save_bundle(SaveBundle) -> MadeFile;
    /// Records that the user has seen the alerts.
    now seen_alerts(SeenAlerts) -> ();
    /// The user's settings.
    now settings(()) -> Settings;
    /// Sets the user's settings, and returns the stored ones.
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
