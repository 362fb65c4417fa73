use serde::{Deserialize, Serialize};
use tagbridge_texts::Language;
use ts_rs::TS;

use super::AlertRules;

/// The user's settings. `use_service` sets the service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// The language; null: the system's language.
    pub language: Option<Language>,
    /// Light or dark; null: the system's setting.
    pub scheme: Option<Scheme>,
    /// Large touch targets.
    pub large_targets: bool,
    /// The scan interval of new sessions, 10 to 3,600,000.
    pub scan_interval_ms: f64,
    /// The push interval, 100 to 60,000.
    pub push_interval_ms: f64,
    /// Maximum number of requests per second to a controller; null: no limit.
    pub max_requests_per_second: Option<f64>,
    /// How long undelivered snapshots are stored, in hours.
    pub keep_hours: f64,
    /// Maximum size of the undelivered snapshots of a session, in bytes.
    pub keep_bytes: f64,
    /// Whether to start the sessions that ran when the program ended.
    pub resume_sessions: bool,
    /// Whether to start the desktop app when the user logs in.
    pub autostart: bool,
    /// The notifications about failed sessions.
    pub alerts: AlertRules,
}

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Scheme {
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: None,
            scheme: None,
            large_targets: false,
            scan_interval_ms: 1000.0,
            push_interval_ms: 1000.0,
            max_requests_per_second: None,
            keep_hours: 720.0,
            keep_bytes: f64::from(1 << 30),
            resume_sessions: true,
            autostart: false,
            alerts: AlertRules::default(),
        }
    }
}
