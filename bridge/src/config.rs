//! The configuration. `default.toml` is its manual.

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
    key::{
        FileProtection, KeySource, PasswordSource, Secret, SecretError, SecretLocation, SecretPlace,
    },
    mqtt::{MqttConfig, MqttFormat},
};
use tagbridge_naming::Supplement;

use crate::{outbox::Limits, source::SourceConfig};

/// The commented default configuration, which is the manual.
pub const DEFAULT: &str = include_str!("config/default.toml");

/// The configuration of a bridge.
#[derive(Debug, Clone)]
pub struct Config {
    /// The folder of the outboxes and the device id.
    pub data: PathBuf,
    /// The id of this installation at the service. `None`: it is generated once and stored in `data`.
    pub device_id: Option<String>,
    /// Where values are sent.
    pub service: ServiceConfig,
    /// How much is stored while values cannot be delivered.
    pub outbox: OutboxConfig,
    /// The limits of the recordings; `None`: nothing is recorded.
    pub recording: Option<RecordingLimits>,
    /// The MQTT broker that receives the values in addition to the service, if any.
    pub mqtt: Option<MqttConfig>,
    /// The sessions; at least one.
    pub sessions: Vec<SessionConfig>,
}

/// Where values are sent.
#[derive(Debug, Clone)]
pub struct ServiceConfig {
    /// Its base address; https, or on this computer.
    pub url: Url,
    /// Where the key is stored.
    pub key: KeySource,
    /// The folder of the trusted certificates. `None`: the default folder of this user.
    pub pki: Option<PathBuf>,
    /// From one push to the next.
    pub push_interval: Duration,
}

/// How much is stored while values cannot be delivered.
#[derive(Debug, Clone, Copy)]
pub struct OutboxConfig {
    /// Maximum size of each session's outbox, in bytes.
    pub max_size: u64,
    /// Maximum age of a snapshot, since its scan.
    pub max_age: Duration,
}

/// One controller, and the project that its values belong to.
#[derive(Debug, Clone)]
pub struct SessionConfig {
    /// Unique; part of file names.
    pub name: String,
    /// The project at the service. Each project has one session.
    pub project: String,
    /// The controller.
    pub endpoint: Endpoint,
    /// Where the password of the endpoint's user is stored. `None`: in this user's environment, if
    /// it has one.
    pub password: Option<PasswordSource>,
    /// From the start of one scan to the start of the next.
    pub interval: Duration,
    /// The tags that are always read.
    pub tags: Vec<String>,
    /// Groups of tags with their own intervals. Consumers may request tags in them.
    pub groups: Vec<GroupConfig>,
    /// By how much a number may differ from its last sent value and still count as unchanged, for each tag.
    pub deadband: BTreeMap<String, f64>,
    /// The tags whose causes are read in addition, so that the recording can explain them.
    pub cause_set: CauseSet,
    /// The triggers that create incidents from its recording.
    pub triggers: Vec<Trigger>,
    /// Maximum number of tags. Further tags are not read and get a reason.
    pub max_tags: usize,
    /// Maximum number of requests to the controller per second.
    pub max_requests_per_second: Option<f64>,
    /// Time-outs of the connection, and how values are transferred.
    pub link: LinkOptions,
    /// The folder of the certificates. `None`: the default folder of this user.
    pub pki: Option<PathBuf>,
    /// Where the names of tags come from.
    pub source: SourceConfig,
    /// Names that the project's file does not contain.
    pub supplement: Supplement,
    /// Whether to end a session of another device for the same project.
    pub take_over: bool,
    /// Whether another device at the same address is read without confirmation.
    pub accept_replaced_controller: bool,
    /// Whether a controller is read although its name, serial number or platform differs from the
    /// project's.
    pub accept_other_controller: bool,
    /// Whether a newer version of the project is used as soon as the controller matches it.
    pub follow_project: bool,
}

/// The tags whose causes a session reads in addition to the configured and requested tags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum CauseSet {
    /// Of no tag.
    #[default]
    Off,
    /// Of all alarms that the project's code raises.
    Alarms,
    /// Of these tags.
    Of(Vec<String>),
}

/// Tags that are read at a rate of their own, over a connection of their own, so that no group waits
/// for another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupConfig {
    /// Its name, as consumers use it.
    pub name: String,
    /// From the start of one scan to the start of the next.
    pub interval: Duration,
    /// The tags of the group that are always read.
    pub tags: Vec<String>,
}

impl GroupConfig {
    /// The name of the group of a session's own tags and interval.
    pub const NORMAL: &str = "normal";

    /// The groups that exist without configuration. A group without tags has no connection.
    pub fn usual() -> Vec<Self> {
        let group = |name: &str, interval| Self { name: name.into(), interval, tags: Vec::new() };
        vec![group("fast", Duration::from_millis(200)), group("slow", Duration::from_secs(10))]
    }
}

impl Config {
    /// Parses a configuration. `path` is the file of the text: errors name it, and relative paths
    /// start at its folder.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigError> {
        file::parse(text, path)
    }

    /// Reads a configuration file.
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        Self::parse(&read(path)?, path)
    }

    /// Returns the data folder of a configuration file. If the file is invalid, the folder is
    /// returned if it can be determined.
    pub fn data_of(path: &Path) -> Option<PathBuf> {
        file::data_of(&read(path).ok()?, path)
    }

    /// Reads a configuration file, and the files of the projects, the key and the passwords that it
    /// names. Returns all errors. A session runs without its project's file, with the names in the
    /// controller; this check is for a person who wants to know beforehand.
    pub fn check(path: &Path) -> Result<Self, Vec<ConfigError>> {
        let text = read(path).map_err(|error| vec![error])?;
        let config = Self::parse(&text, path).map_err(|error| vec![error])?;
        let errors = file::look_at_files(&text, path, &config);
        if errors.is_empty() { Ok(config) } else { Err(errors) }
    }
}

/// Maximum size of a configuration, in bytes.
const LENGTH_MAX: u64 = 16 << 20;

fn read(path: &Path) -> Result<String, ConfigError> {
    read_file(path, LENGTH_MAX).map_err(|error| ConfigError::unreadable(path, &error))
}

/// Reads a text file, in UTF-8 or in UTF-16 as a redirection in PowerShell writes it. It reads a
/// pipe to its end. Returns `FileTooLarge` after `most` bytes, because a device may have no end.
fn read_file(path: &Path, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    let read = File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if read as u64 > most {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    // The error omits the bytes, which may be a secret.
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
    /// The default interval of pushes.
    pub const PUSH_INTERVAL: Duration = Duration::from_secs(1);
}

impl SessionConfig {
    /// Maximum number of tags of a session: more would not fit into one push of 4.5 MB. Whether
    /// this number fits depends on the names and types; a preflight checks it.
    pub const MAX_TAGS: usize = 40_000;

    /// The default maximum number of tags of a session.
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
            cause_set: CauseSet::Off,
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

    /// Adds the tags of the triggers to the tags that are always read.
    pub fn read_triggers(&mut self) {
        for trigger in &self.triggers {
            let is_in = |tags: &[String]| tags.contains(&trigger.tag);
            if !is_in(&self.tags) && !self.groups.iter().any(|it| is_in(&it.tags)) {
                self.tags.push(trigger.tag.clone());
            }
        }
    }

    /// The group of the session's own tags.
    pub(crate) fn normal(&self) -> GroupConfig {
        let name = GroupConfig::NORMAL.to_owned();
        GroupConfig { name, interval: self.interval, tags: self.tags.clone() }
    }

    /// The certificates and the password, which an endpoint does not contain.
    pub fn keyring(&self) -> Result<Keyring, SecretError> {
        let mut keyring = tagbridge_drivers::keyring(self.pki.as_deref());
        if let Some(source) = &self.password {
            keyring.password = Some(source.read()?);
        }
        Ok(keyring)
    }
}
