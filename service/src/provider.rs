//! An external model that may word answers: optional, and never trusted.
//!
//! This module does not decide what an answer may contain: [`core`](crate::core) checks a model's
//! text against the data that was read. Pure functions encode and decode the requests, one file for
//! each API. This module sends them, waits, retries once, and pauses a provider that failed
//! repeatedly.

mod anthropic;
mod config;
mod model_message;
mod openai;

pub use config::{LimitBehaviour, ProviderConfig, ProviderConfigError, ProviderWire, Spend};
pub(crate) use model_message::{Call, ModelMessage, Reply, Tool};

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, Once, PoisonError},
    time::Duration,
};

use reqwest::{Client, RequestBuilder, StatusCode, header::RETRY_AFTER, redirect};
use serde_json::Value;
use tokio::time::{self, Instant};

/// Maximum pause before the second attempt; a longer one is not waited for.
const PAUSE_MAX: Duration = Duration::from_secs(5);
/// The pause before the second attempt if the provider does not specify one.
const PAUSE: Duration = Duration::from_millis(500);
/// After this number of failures in a row …
const FAILURES_MAX: u32 = 5;
/// … it is paused for this time.
const REST: Duration = Duration::from_mins(1);
/// Maximum size of an answer in bytes.
const BODY_MAX: usize = 1 << 20;

/// An external model. A clone is the same.
#[derive(Clone)]
pub struct Provider(Arc<Inner>);

struct Inner {
    config: ProviderConfig,
    key: Option<String>,
    client: Client,
    health: Mutex<Health>,
}

#[derive(Debug, Default)]
struct Health {
    failures: u32,
    rests_until: Option<Instant>,
}

/// Why there is no reply.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProviderError {
    /// It failed repeatedly, and is paused.
    #[error("it failed {FAILURES_MAX} times and is left alone")]
    Resting,
    /// It cannot be reached, or the response is incomplete.
    #[error("it cannot be reached")]
    Unreachable(#[source] reqwest::Error),
    /// It responds with an error status.
    #[error("it answers with the status {0}")]
    Status(StatusCode),
    /// Its response is invalid.
    #[error("it answers with what is none: {0}")]
    Nonsense(&'static str),
    /// It took too long.
    #[error("it took too long")]
    Slow,
}

impl Provider {
    pub(crate) fn new(config: ProviderConfig, key: Option<String>) -> Result<Self, reqwest::Error> {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // An error means that the program has already installed one, which is fine.
            let _chosen = rustls::crypto::ring::default_provider().install_default();
        });
        // A key is only sent to its own address.
        let client = Client::builder().redirect(redirect::Policy::none()).build()?;
        let health = Mutex::default();
        Ok(Self(Arc::new(Inner { config, key, client, health })))
    }

    /// The maximum duration of a turn.
    pub(crate) fn timeout(&self) -> Duration {
        Duration::from_secs(self.0.config.timeout_s.get().into())
    }

    /// The cost of this number of tokens, in cents.
    pub(crate) fn cents(&self, input_tokens: u64, output_tokens: u64) -> f64 {
        self.0.config.cents(input_tokens, output_tokens)
    }

    /// The monthly cost at which it is paused.
    pub(crate) fn pauses_at(&self) -> Option<u64> {
        self.0.config.pauses_at()
    }

    /// The model's next message; retried once if that may help.
    pub(crate) async fn ask(
        &self,
        system: &str,
        said: &[ModelMessage],
        tools: &[Tool],
    ) -> Result<Reply, ProviderError> {
        {
            let health = self.health();
            if health.rests_until.is_some_and(|until| Instant::now() < until) {
                return Err(ProviderError::Resting);
            }
        }
        let reply = match self.once(system, said, tools).await {
            Err((_, Some(pause))) if pause <= PAUSE_MAX => {
                time::sleep(pause).await;
                self.once(system, said, tools).await
            }
            reply => reply,
        };
        let reply = reply.map_err(|(trouble, _)| trouble);
        match &reply {
            Ok(_) => self.health().failures = 0,
            Err(_) => self.failed(),
        }
        reply
    }

    /// Counts a failure that only shows in the content or the duration of an answer.
    pub(crate) fn failed(&self) {
        let mut health = self.health();
        health.failures += 1;
        if health.failures >= FAILURES_MAX {
            *health = Health { failures: 0, rests_until: Some(Instant::now() + REST) };
        }
    }

    /// One attempt; after a temporary failure, the pause before the next one.
    async fn once(
        &self,
        system: &str,
        said: &[ModelMessage],
        tools: &[Tool],
    ) -> Result<Reply, (ProviderError, Option<Duration>)> {
        let Inner { config, key, client, .. } = &*self.0;
        let key = key.as_deref();
        let request: RequestBuilder = match config.wire {
            ProviderWire::Openai => {
                let body = openai::request(&config.model, system, said, tools);
                let request = client.post(config.url("chat/completions")).json(&body);
                key.into_iter().fold(request, RequestBuilder::bearer_auth)
            }
            ProviderWire::Anthropic => {
                let body = anthropic::request(&config.model, system, said, tools);
                let request = client.post(config.url("messages")).json(&body);
                let request = request.header("anthropic-version", anthropic::VERSION);
                key.into_iter().fold(request, |request, key| request.header("x-api-key", key))
            }
        };
        let unreachable =
            |error: reqwest::Error| (ProviderError::Unreachable(error.without_url()), Some(PAUSE));
        let mut response = request.send().await.map_err(unreachable)?;
        let status = response.status();
        if !status.is_success() {
            let told = response.headers().get(RETRY_AFTER).and_then(|it| it.to_str().ok());
            let told = told.and_then(|it| it.parse().ok()).map(Duration::from_secs);
            let passes = status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error();
            return Err((ProviderError::Status(status), passes.then_some(told.unwrap_or(PAUSE))));
        }
        let mut body = Vec::new();
        while let Some(part) = response.chunk().await.map_err(unreachable)? {
            body.extend_from_slice(&part);
            if body.len() > BODY_MAX {
                return Err((ProviderError::Nonsense("it is too long"), None));
            }
        }
        let nonsense = |why| (ProviderError::Nonsense(why), None);
        let body: Value = serde_json::from_slice(&body).map_err(|_| nonsense("it is no JSON"))?;
        match config.wire {
            ProviderWire::Openai => openai::reply(&body),
            ProviderWire::Anthropic => anthropic::reply(&body),
        }
        .map_err(nonsense)
    }

    fn health(&self) -> MutexGuard<'_, Health> {
        self.0.health.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Provider").field("config", &self.0.config).finish_non_exhaustive()
    }
}
