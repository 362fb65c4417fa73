//! What the tray says.

use tagbridge_desk::view::{Language, Session, SessionState};

/// One language.
pub(super) struct Texts {
    pub(super) none: &'static str,
    pub(super) open: &'static str,
    pub(super) quit: &'static str,
    pub(super) stay: &'static str,
    pub(super) pause: &'static str,
    resume: &'static str,
    live: &'static str,
    connecting: &'static str,
    waiting: &'static str,
    paused: &'static str,
    fault: &'static str,
    stopped: &'static str,
    stops: &'static str,
    kept: &'static str,
}

static EN: Texts = Texts {
    none: "No session",
    open: "Open Tagbridge",
    quit: "Quit",
    stay: "Keep streaming",
    pause: "Pause",
    resume: "Resume",
    live: "live",
    connecting: "connecting",
    waiting: "waiting",
    paused: "paused",
    fault: "stopped by a fault",
    stopped: "stopped",
    stops: "These sessions will stop:",
    kept: "What is not delivered yet is kept, and delivered when Tagbridge runs again.",
};

static DE: Texts = Texts {
    none: "Keine Sitzung",
    open: "Tagbridge öffnen",
    quit: "Beenden",
    stay: "Weiter übertragen",
    pause: "Anhalten",
    resume: "Fortsetzen",
    live: "live",
    connecting: "verbindet",
    waiting: "wartet",
    paused: "angehalten",
    fault: "durch einen Fehler gestoppt",
    stopped: "gestoppt",
    stops: "Diese Sitzungen werden gestoppt:",
    kept: "Was noch nicht übertragen ist, bleibt erhalten und wird beim nächsten Start übertragen.",
};

/// The texts of a language; `None`: of the system's.
pub(super) fn of(language: Option<Language>) -> &'static Texts {
    match language {
        Some(Language::De) => &DE,
        None if is_german() => &DE,
        Some(Language::En) | None => &EN,
    }
}

impl Texts {
    /// All sessions in one line.
    pub(super) fn summary(&self, sessions: &[Session]) -> String {
        if sessions.is_empty() {
            return self.none.into();
        }
        let parts: Vec<_> = sessions.iter().map(|it| self.line(it)).collect();
        parts.join(", ")
    }

    /// What the next click on pause does.
    pub(super) fn pause_or_resume(&self, sessions: &[Session]) -> &'static str {
        if super::all_paused(sessions) { self.resume } else { self.pause }
    }

    /// What stops when the program ends.
    pub(super) fn what_stops(&self, running: &[Session]) -> String {
        let lines: Vec<_> = running.iter().map(|it| format!("  {}", self.line(it))).collect();
        format!("{}\n{}\n\n{}", self.stops, lines.join("\n"), self.kept)
    }

    fn line(&self, session: &Session) -> String {
        let state = match session.state {
            SessionState::Connecting { .. } => self.connecting,
            SessionState::Live { .. } => self.live,
            SessionState::Waiting { .. } => self.waiting,
            SessionState::Paused { .. } => self.paused,
            SessionState::Fault { .. } => self.fault,
            SessionState::Stopped { .. } => self.stopped,
        };
        format!("{}: {state}", session.project_name)
    }
}

fn is_german() -> bool {
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|it| std::env::var(it).ok().filter(|it| !it.is_empty()))
        .is_some_and(|it| it.starts_with("de"))
}
