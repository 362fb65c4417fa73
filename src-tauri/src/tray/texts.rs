//! The texts of the tray.

use tagbridge_desk::view::{DeliveryState, Session, SessionState};
use tagbridge_texts::{Coded, Language};

/// Labels and lines.
#[derive(Debug, Clone, Coded)]
#[coded(prefix = "desktop-tray")]
pub(crate) enum TrayText {
    NoSession,
    Open,
    Quit,
    Stay,
    Pause,
    Resume,
    Session { name: String, state: StateWord },
    Stops,
    Kept,
}

/// The activity of a session.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "desktop-state")]
pub(crate) enum StateWord {
    Live,
    NotDelivered,
    NotStored,
    Connecting,
    Waiting,
    Paused,
    Fault,
    Stopped,
}

impl TrayText {
    /// Returns the text in the chosen language; `None`: in the system's language.
    pub(super) fn said(&self, language: Option<Language>) -> String {
        self.message().in_language(language.unwrap_or_else(Language::of_environment))
    }
}

/// All sessions in one line.
pub(super) fn summary(sessions: &[Session], language: Option<Language>) -> String {
    if sessions.is_empty() {
        return TrayText::NoSession.said(language);
    }
    let parts: Vec<_> = sessions.iter().map(|it| line(it).said(language)).collect();
    parts.join(", ")
}

/// The activities that stop when the program ends.
pub(super) fn what_stops(running: &[Session], language: Option<Language>) -> String {
    let lines: Vec<_> = running.iter().map(|it| format!("  {}", line(it).said(language))).collect();
    let (stops, kept) = (TrayText::Stops.said(language), TrayText::Kept.said(language));
    format!("{stops}\n{}\n\n{kept}", lines.join("\n"))
}

/// A session is live only if values are read, stored and delivered.
fn live(session: &Session) -> StateWord {
    match &session.delivery.state {
        _ if session.outbox.trouble.is_some() => StateWord::NotStored,
        DeliveryState::Waiting { .. } => StateWord::NotDelivered,
        _ => StateWord::Live,
    }
}

fn line(session: &Session) -> TrayText {
    let state = match session.state {
        SessionState::Connecting { .. } => StateWord::Connecting,
        SessionState::Live { .. } => live(session),
        SessionState::Waiting { .. } => StateWord::Waiting,
        SessionState::Paused { .. } => StateWord::Paused,
        SessionState::Fault { .. } => StateWord::Fault,
        SessionState::Stopped { .. } => StateWord::Stopped,
    };
    TrayText::Session { name: session.project_name.clone(), state }
}
