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
    /// All sessions, when anything about them changed; at most four times a second.
    Status(Status),
    /// Sessions that drop out, the newest first, when anything about them changed.
    Alerts(Vec<Alert>),
    /// Rows of the window that `rows` opened.
    Values(Frame),
    /// The points to add to the trend that `trend` opened.
    Trend(TrendFrame),
    /// New events, oldest first.
    Log(Vec<LogEvent>),
    /// The service, when anything about it changed.
    Service(ServiceConnection),
    /// How far the preflight is that was asked for.
    Preflight(PreflightProgress),
    /// A part of the answer to the current question.
    Ask(AskHeard),
    /// How far long work is.
    Work(WorkProgress),
}

/// All sessions.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The current time where the sessions run: the reference for countdowns and ages.
    pub now: f64,
    /// In the order in which they were started.
    pub sessions: Vec<Session>,
}
