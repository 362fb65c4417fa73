use serde::Serialize;
use ts_rs::TS;

use super::{
    Alert, AskHeard, Frame, LogEvent, PreflightProgress, ServiceConnection, Session, TrendFrame,
    WorkProgress,
};

/// The messages that the desk sends without a request.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "topic", content = "data", rename_all = "camelCase")]
pub enum Push {
    /// All sessions after a change; at most four times per second.
    Status(Status),
    /// The alerts, the newest first, after a change.
    Alerts(Vec<Alert>),
    /// Rows of the window that `rows` opened.
    Values(Frame),
    /// The points to add to the trend that `trend` opened.
    Trend(TrendFrame),
    /// New events, oldest first.
    Log(Vec<LogEvent>),
    /// The service after a change.
    Service(ServiceConnection),
    /// The progress of the preflight.
    Preflight(PreflightProgress),
    /// A part of the answer to the current question.
    Ask(AskHeard),
    /// The progress of long work.
    Work(WorkProgress),
}

/// All sessions.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The current time of the computer that runs the sessions: the reference for countdowns and
    /// ages.
    pub now: f64,
    /// The sessions in the order of their start.
    pub sessions: Vec<Session>,
}
