//! How a provider is configured.

use std::{env, fs, num::NonZeroU32, path::PathBuf};

use reqwest::Url;
use serde::Deserialize;

use super::Provider;

/// The table `[provider]` of a configuration. The key is never in it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderConfig {
    /// What it speaks.
    pub wire: Wire,
    /// What its paths begin with: `http://127.0.0.1:11434/v1`.
    pub base_url: String,
    /// The model's name.
    pub model: String,
    /// Where its key is, where it wants one.
    #[serde(default)]
    pub key: Option<KeyPlace>,
    /// How long a turn may take in all, in seconds.
    #[serde(default = "timeout_s")]
    pub timeout_s: NonZeroU32,
    /// What a million tokens that are given cost, in cents.
    #[serde(default)]
    pub input_cents_per_million: f64,
    /// What a million tokens that are made cost, in cents.
    #[serde(default)]
    pub output_cents_per_million: f64,
    /// What may be spent.
    #[serde(default)]
    pub spend: Option<Spend>,
}

/// What a provider speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wire {
    /// Chat completions.
    Openai,
    /// Messages.
    Anthropic,
}

/// Where a key is.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum KeyPlace {
    /// In a file that only its owner can read.
    File(PathBuf),
    /// In an environment variable.
    Env(String),
}

/// What may be spent in a calendar month (UTC), over all projects.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spend {
    /// So many cents.
    pub limit_cents_per_month: u64,
    /// What then happens.
    #[serde(default)]
    pub when_reached: WhenReached,
}

/// What happens when the limit is reached.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WhenReached {
    /// Questions are answered without the model, and answers say so.
    #[default]
    Pause,
    /// Nothing.
    Continue,
}

/// Why a provider cannot be used as it is configured.
#[derive(Debug, thiserror::Error)]
pub enum ProviderConfigError {
    /// The variable is not there.
    #[error("the variable {0} with the provider's key is not set")]
    NoVariable(String),
    /// The file cannot be read.
    #[error("the file {path} with the provider's key cannot be read: {source}")]
    NoFile {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// There is none in it.
    #[error("where the provider's key should be there is none")]
    NoKey,
    /// It is no address.
    #[error("base_url is no web address")]
    NoUrl,
    /// It would go over the network for everybody to read.
    #[error("base_url is http to another machine, and there is a key: use https")]
    Open,
    /// No client can be made.
    #[error("no client for it can be made: {0}")]
    Client(#[from] reqwest::Error),
}

impl ProviderConfig {
    /// Fetches its key.
    pub fn open(self) -> Result<Provider, ProviderConfigError> {
        let key = match &self.key {
            None => None,
            Some(KeyPlace::Env(name)) => {
                let found = env::var(name);
                Some(found.map_err(|_| ProviderConfigError::NoVariable(name.clone()))?)
            }
            Some(KeyPlace::File(path)) => Some(
                fs::read_to_string(path)
                    .map_err(|source| ProviderConfigError::NoFile { path: path.clone(), source })?,
            ),
        };
        let key = key.map(|key| key.trim().to_owned());
        if key.as_deref().is_some_and(|key| {
            key.is_empty() || key.contains(|char: char| char.is_control() || !char.is_ascii())
        }) {
            return Err(ProviderConfigError::NoKey);
        }
        let url = Url::parse(&self.base_url).ok().filter(Url::has_host);
        let url = url.ok_or(ProviderConfigError::NoUrl)?;
        let is_here = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if key.is_some() && url.scheme() != "https" && !is_here {
            return Err(ProviderConfigError::Open);
        }
        Ok(Provider::new(self, key)?)
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
        let spend = self.spend.filter(|it| it.when_reached == WhenReached::Pause)?;
        Some(spend.limit_cents_per_month)
    }
}

fn timeout_s() -> NonZeroU32 {
    const { NonZeroU32::new(60).unwrap() }
}
