//! What a person configures. `default.toml` is the manual of it.

pub(crate) mod error;
mod file;
mod groups;
mod key;
mod mqtt;
mod quantity;
mod recording;
mod session;

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    time::Duration,
};

use tagbridge_driver::{Endpoint, Keyring, LinkOptions};
use tagbridge_recording::{RecordingLimits, Trigger};
use url::Url;

pub use self::{
    error::ConfigError,
    key::{Closing, KeySource, PasswordSource, Secret, SecretError, SecretLocation, SecretPlace},
    mqtt::{MqttConfig, MqttFormat},
};
use tagbridge_naming::Supplement;

use crate::{outbox::Limits, source::SourceConfig};

/// The commented default, which is the manual.
pub const DEFAULT: &str = include_str!("config/default.toml");

/// Everything that a bridge follows.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where outboxes and the device's id are kept.
    pub data: PathBuf,
    /// Who this installation is to the service. `None`: made up once and kept in `data`.
    pub device_id: Option<String>,
    /// Where values go.
    pub service: ServiceConfig,
    /// How much waits when they cannot.
    pub outbox: OutboxConfig,
    /// How much is recorded of what sessions read; `None`: nothing is.
    pub recording: Option<RecordingLimits>,
    /// The broker that is told beside the service; `None`: none is.
    pub mqtt: Option<MqttConfig>,
    /// What is read; at least one.
    pub sessions: Vec<SessionConfig>,
}

/// Where values go.
#[derive(Debug, Clone)]
pub struct ServiceConfig {
    /// Its base address; https, or on this machine.
    pub url: Url,
    /// Where the key is.
    pub key: KeySource,
    /// Where the certificates are that a person trusted. `None`: in this user's own place.
    pub pki: Option<PathBuf>,
    /// From one push to the next.
    pub push_interval: Duration,
}

/// How much waits when it cannot be delivered.
#[derive(Debug, Clone, Copy)]
pub struct OutboxConfig {
    /// In bytes, for each session.
    pub max_size: u64,
    /// Since the scan.
    pub max_age: Duration,
}

/// One controller, and the project that its values belong to.
#[derive(Debug, Clone)]
pub struct SessionConfig {
    /// Unique; part of a file's name.
    pub name: String,
    /// The service's project; each has one session.
    pub project: String,
    /// The controller.
    pub endpoint: Endpoint,
    /// Where the password is for the user that the endpoint names. `None`: where this user's
    /// environment has one.
    pub password: Option<PasswordSource>,
    /// From the start of one scan to the start of the next.
    pub interval: Duration,
    /// What is read always.
    pub tags: Vec<String>,
    /// What is read at other rates, and at which consumers may ask for tags.
    pub groups: Vec<GroupConfig>,
    /// By how much a number may differ from what was told of it last and counts as unchanged.
    pub deadband: BTreeMap<String, f64>,
    /// What makes an incident of its recording.
    pub triggers: Vec<Trigger>,
    /// Tags beyond this number are answered without being read.
    pub max_tags: usize,
    /// The most requests that the controller is asked in a second.
    pub max_requests_per_second: Option<f64>,
    /// How long to wait for the controller, and how values come.
    pub link: LinkOptions,
    /// Where certificates are kept. `None`: in this user's own place.
    pub pki: Option<PathBuf>,
    /// Where the names of tags come from.
    pub source: SourceConfig,
    /// What the project's file does not tell.
    pub supplement: Supplement,
    /// Whether to end another device's session on the project.
    pub take_over: bool,
    /// Whether another device at the same address is read without asking.
    pub accept_replaced_controller: bool,
    /// Whether a controller is read that is not the project's by its name, serial number or platform.
    pub accept_other_controller: bool,
    /// Whether a newer version of the project is used as soon as the controller matches it.
    pub follow_project: bool,
}

/// Tags that are read at a rate of their own, over a connection of their own, so that no group waits
/// for another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupConfig {
    /// How consumers call it.
    pub name: String,
    /// From the start of one scan to the start of the next.
    pub interval: Duration,
    /// What is read in it always.
    pub tags: Vec<String>,
}

impl GroupConfig {
    /// The group of a session's own tags and interval.
    pub const NORMAL: &str = "normal";

    /// Those that there are without being configured; there is no connection for one without tags.
    pub fn usual() -> Vec<Self> {
        let group = |name: &str, interval| Self { name: name.into(), interval, tags: Vec::new() };
        vec![group("fast", Duration::from_millis(200)), group("slow", Duration::from_secs(10))]
    }
}

impl Config {
    /// Reads a configuration. `path` is where the text came from: it is named in errors, and
    /// relative paths start at its folder.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigError> {
        file::parse(text, path)
    }

    /// Reads a configuration file.
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        Self::parse(&read(path)?, path)
    }

    /// Where the bridge of a configuration file keeps its data; of one that cannot be used too, as
    /// far as it can be told.
    pub fn data_of(path: &Path) -> Option<PathBuf> {
        file::data_of(&read(path).ok()?, path)
    }

    /// Reads a configuration file, and the projects, the key and the passwords in files that it
    /// names: all that is wrong with them. A session whose project cannot be read is run nevertheless, by the controller's
    /// own names, so that this is for a person who wants to know beforehand.
    pub fn check(path: &Path) -> Result<Self, Vec<ConfigError>> {
        let text = read(path).map_err(|error| vec![error])?;
        let config = Self::parse(&text, path).map_err(|error| vec![error])?;
        let errors = file::look_at_files(&text, path, &config);
        if errors.is_empty() { Ok(config) } else { Err(errors) }
    }
}

/// More than a person writes, in bytes.
const LENGTH_MAX: u64 = 16 << 20;

fn read(path: &Path) -> Result<String, ConfigError> {
    read_file(path, LENGTH_MAX).map_err(|error| ConfigError::unreadable(path, &error))
}

/// The text of a file, UTF-8 or the UTF-16 that a redirection in PowerShell writes, or what comes through a pipe, which is waited for; `FileTooLarge` after so
/// many bytes: a device might never end.
fn read_file(path: &Path, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    let read = File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if read as u64 > most {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    // Without the bytes, which may be a secret.
    let text = tagbridge_project::decode_surely(&bytes)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "neither UTF-8 nor UTF-16"))?;
    Ok(text.into_owned())
}

impl Default for OutboxConfig {
    fn default() -> Self {
        Self { max_size: 1 << 30, max_age: Duration::from_hours(720) }
    }
}

impl From<OutboxConfig> for Limits {
    fn from(config: OutboxConfig) -> Self {
        Self { max_bytes: config.max_size, max_age: config.max_age }
    }
}

impl ServiceConfig {
    /// How often to push unless told.
    pub const PUSH_INTERVAL: Duration = Duration::from_secs(1);
}

impl SessionConfig {
    /// The most tags that a session may have: more would not fit into one push, which is 4.5 MB.
    /// Whether so many do depends on their names and types; a preflight tells.
    pub const MAX_TAGS: usize = 40_000;

    /// How many a session has at most, unless told.
    pub const TAGS: usize = 20_000;

    /// A session with the defaults.
    pub fn new(name: &str, project: &str, endpoint: Endpoint) -> Self {
        Self {
            name: name.to_owned(),
            project: project.to_owned(),
            endpoint,
            password: None,
            interval: Duration::from_secs(1),
            tags: Vec::new(),
            groups: GroupConfig::usual(),
            deadband: BTreeMap::new(),
            triggers: Vec::new(),
            max_tags: Self::TAGS,
            max_requests_per_second: None,
            link: LinkOptions::default(),
            pki: None,
            source: SourceConfig::default(),
            supplement: Supplement::default(),
            take_over: false,
            accept_replaced_controller: false,
            accept_other_controller: false,
            follow_project: true,
        }
    }

    /// Reads the tags of its triggers, too.
    pub fn read_triggers(&mut self) {
        for trigger in &self.triggers {
            let is_in = |tags: &[String]| tags.contains(&trigger.tag);
            if !is_in(&self.tags) && !self.groups.iter().any(|it| is_in(&it.tags)) {
                self.tags.push(trigger.tag.clone());
            }
        }
    }

    /// The group of its own tags.
    pub(crate) fn normal(&self) -> GroupConfig {
        let name = GroupConfig::NORMAL.to_owned();
        GroupConfig { name, interval: self.interval, tags: self.tags.clone() }
    }

    /// What this installation knows that an endpoint must not hold.
    pub fn keyring(&self) -> Result<Keyring, SecretError> {
        let mut keyring = tagbridge_drivers::keyring(self.pki.as_deref());
        if let Some(source) = &self.password {
            keyring.password = Some(source.read()?);
        }
        Ok(keyring)
    }
}
