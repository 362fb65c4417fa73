//! The commands that a face may give, by name.

#[cfg(test)]
use crate::view::*;

/// Lists commands with their arguments and answers, for the faces and for the bindings.
macro_rules! commands {
    ($($(#[doc = $doc:literal])+ $name:ident($arguments:ty) -> $answer:ty;)+) => {
        /// The names of all commands.
        pub const COMMANDS: &[&str] = &[$(stringify!($name)),+];

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

commands! {
    /// What a face shows first.
    overview(()) -> Overview;
    /// Whether a service answers to this key, and what the key may do; nothing is kept.
    check_service(CheckService) -> ServiceConnection;
    /// Chooses the service. Refused when it does not answer to the key.
    use_service(UseService) -> ServiceConnection;
    /// The service's projects and those that were opened from files.
    projects(ListProjects) -> ProjectPage;
    /// A project, looked at closely.
    project(ProjectId) -> ProjectDetail;
    /// Opens a project file.
    open_project(OpenProject) -> ProjectDetail;
    /// Controllers to choose from.
    controllers(FindControllers) -> Controllers;
    /// The certificate that a server shows; null where its protocol has none.
    certificate(Endpoint) -> Option<Certificate>;
    /// Trusts a server's certificate from now on.
    trust(Trust) -> ();
    /// Looks at a controller before anything is polled. A second call ends the first.
    preflight(StartPreflight) -> Preflight;
    /// Ends a preflight that is under way.
    cancel_preflight(()) -> ();
    /// Starts a session; the answer names it.
    start_session(StartSession) -> SessionName;
    /// Leaves a session's controller alone.
    pause(SessionName) -> ();
    /// Goes on reading.
    resume(SessionName) -> ();
    /// Tries a controller now instead of waiting any longer.
    try_now(SessionName) -> ();
    /// Ends a session in order. It stays in the status as stopped.
    stop_session(SessionName) -> ();
    /// Starts a session that was stopped, as it was.
    start_again(SessionName) -> ();
    /// Takes a stopped session out of the status.
    forget_session(SessionName) -> ();
    /// Reads the other device that answers at the session's address.
    accept_controller(SessionName) -> ();
    /// Ends the other device's session on the project, and streams from here.
    take_over(SessionName) -> ();
    /// Opens or changes the window of the tag table.
    rows(OpenRows) -> RowsOpened;
    /// A frame was drawn: the next may come.
    ack(Ack) -> ();
    /// A tag's value, uncut.
    value(OneTag) -> WholeValue;
    /// Pins a tag, or lets it go; kept for the project.
    pin(Pin) -> ();
    /// Rows as text that pastes into a spreadsheet: tabs and lines, with a header.
    copy_rows(CopyRows) -> String;
    /// Opens or changes the trend.
    trend(OpenTrend) -> Trend;
    /// A trend as CSV.
    export_trend(ExportTrend) -> String;
    /// Events, oldest first.
    log(ReadLog) -> Vec<LogEvent>;
    /// What may be sent to a session's controller and what was, its counters, its wire trace.
    diagnostics(SessionName) -> Diagnostics;
    /// Switches a session's wire trace on for a while, or off.
    trace(SwitchTrace) -> Trace;
    /// Checks what usually goes wrong on the way to the service and the controllers.
    doctor(()) -> Vec<Finding>;
    /// What a support bundle would hold.
    bundle(MakeBundle) -> Bundle;
    /// Makes a support bundle.
    save_bundle(SaveBundle) -> MadeFile;
    /// What a person can set.
    settings(()) -> Settings;
    /// Sets it; the answer is what is kept.
    save_settings(Settings) -> Settings;
}

#[cfg(test)]
mod tests;
