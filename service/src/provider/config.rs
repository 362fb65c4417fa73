//! The configuration of a provider.

use std::{
    env, fs,
    num::NonZeroU32,
    path::{Path, PathBuf},
};

use reqwest::Url;
use serde::Deserialize;
use tagbridge_store::{ServiceSecret, without_its_line};
use tagbridge_texts::{Coded, Message};

use super::Provider;

/// The table `[provider]` of a configuration. It never contains the key.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderConfig {
    /// Its API.
    pub wire: ProviderWire,
    /// The prefix of its paths: `http://127.0.0.1:11434/v1`.
    pub base_url: String,
    /// The model's name.
    pub model: String,
    /// The location of its key, if it needs one.
    #[serde(default)]
    pub key: Option<ServiceSecret>,
    /// The maximum duration of a turn, in seconds.
    #[serde(default = "timeout_s")]
    pub timeout_s: NonZeroU32,
    /// Cost of a million input tokens, in cents.
    #[serde(default)]
    pub input_cents_per_million: f64,
    /// Cost of a million output tokens, in cents.
    #[serde(default)]
    pub output_cents_per_million: f64,
    /// The spending limit.
    #[serde(default)]
    pub spend: Option<Spend>,
}

/// The API of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProviderWire {
    /// Chat completions.
    Openai,
    /// Messages.
    Anthropic,
}

/// The spending limit of a calendar month (UTC), over all projects.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spend {
    /// The limit in cents.
    pub limit_cents_per_month: u64,
    /// The behaviour at the limit.
    #[serde(default)]
    pub when_reached: LimitBehaviour,
}

/// The behaviour when the limit is reached.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LimitBehaviour {
    /// Questions are answered without the model, and answers say so.
    #[default]
    Pause,
    /// The limit is ignored.
    Continue,
}

/// Why the configuration of a provider is invalid.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "service-provider")]
pub enum ProviderConfigError {
    /// The file with the configuration cannot be read.
    NoConfiguration {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        why: Message,
    },
    /// It is malformed.
    Malformed {
        /// The file.
        path: PathBuf,
        /// The location, and the reason.
        why: String,
    },
    /// The environment variable with the key is missing.
    NoVariable {
        /// Its name.
        name: String,
    },
    /// The file with the key cannot be read.
    NoKeyFile {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        why: Message,
    },
    /// The key is missing.
    NoKey,
    /// The address is not valid.
    NoAddress,
    /// The key would be sent unencrypted.
    OpenNetwork,
    /// The HTTP client cannot be created.
    NoClient {
        /// The reason.
        why: String,
    },
}

/// The file; its other tables belong to other features.
#[derive(Deserialize)]
struct File {
    provider: ProviderConfig,
}

impl Provider {
    /// Reads the table `[provider]` of a TOML file. The path of a key file is relative to the
    /// folder of the file.
    pub fn of_file(path: &Path) -> Result<Self, ProviderConfigError> {
        let text = fs::read_to_string(path).map_err(|error| {
            let why = Message::system(&error);
            ProviderConfigError::NoConfiguration { path: path.to_owned(), why }
        })?;
        let File { mut provider } =
            toml::from_str(&text).map_err(|error| ProviderConfigError::Malformed {
                path: path.to_owned(),
                why: without_its_line(&text, &error),
            })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        provider.key = provider.key.map(|key| key.in_folder(folder));
        provider.open()
    }
}

impl ProviderConfig {
    /// Reads its key.
    pub fn open(self) -> Result<Provider, ProviderConfigError> {
        let key = match &self.key {
            None => None,
            Some(ServiceSecret::Env(name)) => {
                let found = env::var(name);
                Some(found.map_err(|_| ProviderConfigError::NoVariable { name: name.clone() })?)
            }
            Some(ServiceSecret::File(path)) => Some(fs::read_to_string(path).map_err(|error| {
                let why = Message::system(&error);
                ProviderConfigError::NoKeyFile { path: path.clone(), why }
            })?),
        };
        let key = key.map(|key| key.trim().to_owned());
        if key.as_deref().is_some_and(|key| {
            key.is_empty() || key.contains(|char: char| char.is_control() || !char.is_ascii())
        }) {
            return Err(ProviderConfigError::NoKey);
        }
        let url = Url::parse(&self.base_url).ok().filter(Url::has_host);
        let url = url.ok_or(ProviderConfigError::NoAddress)?;
        let is_here = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if key.is_some() && url.scheme() != "https" && !is_here {
            return Err(ProviderConfigError::OpenNetwork);
        }
        let failed =
            |error: reqwest::Error| ProviderConfigError::NoClient { why: error.to_string() };
        Provider::new(self, key).map_err(failed)
    }

    pub(super) fn url(&self, below: &str) -> String {
        format!("{}/{below}", self.base_url.trim_end_matches('/'))
    }

    #[expect(clippy::cast_precision_loss, reason = "a cost is no exact number of tokens")]
    pub(super) fn cents(&self, input_tokens: u64, output_tokens: u64) -> f64 {
        (input_tokens as f64 * self.input_cents_per_million
            + output_tokens as f64 * self.output_cents_per_million)
            / 1e6
    }

    pub(super) fn pauses_at(&self) -> Option<u64> {
        let spend = self.spend.filter(|it| it.when_reached == LimitBehaviour::Pause)?;
        Some(spend.limit_cents_per_month)
    }
}

fn timeout_s() -> NonZeroU32 {
    const { NonZeroU32::new(60).unwrap() }
}
