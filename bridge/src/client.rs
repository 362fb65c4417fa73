//! Requests to the service, with types.

mod error;
mod headers;
mod interpret;
mod manage;
mod push;
mod request_pacer;
mod source;
mod trust;

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use reqwest::{
    Method, RequestBuilder, Response,
    header::{AUTHORIZATION, DATE, HeaderValue},
    redirect::Policy,
};
use serde::{Serialize, de::DeserializeOwned};
use tagbridge_api::{
    Error, IDEMPOTENCY_KEY_HEADER, REQUEST_ID_HEADER,
    enrolment::{ENROLMENTS_PATH, Enrol, Enrolled},
    health::Health,
    hmi::{
        history::{History, HistoryQuery},
        live::LiveValues,
        request::{RequestTags, TagsRequested},
    },
    project::{Project, ProjectList, ProjectListQuery},
};
use tagbridge_texts::Coded;
use tokio::time::{Instant, sleep_until};
use url::Url;
use uuid::Uuid;

#[cfg(test)]
pub(crate) use self::error::{NoAnswer, OtherDevice};
pub(crate) use self::{
    error::UplinkRemedy, push::WireBody, request_pacer::RequestPacer, trust::travels_safely,
};
pub use self::{
    error::{BadAnswer, UplinkError},
    interpret::AnswerPart,
    trust::{AUTHORITIES, Untrusted, service_certificate, trust_service},
};
use self::{
    headers::{date, wait},
    trust::is_this_machine,
};
use crate::secret::Key;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// From the first byte of a request to the last byte of its response.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum size of a response, in bytes.
const ANSWER_BYTES_MAX: usize = 64 << 20;
/// Maximum size of an error response, in bytes.
const REFUSAL_BYTES_MAX: usize = 64 << 10;

/// A client of the service with one key. Clones are cheap, and share the key and its rate limit.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    base: Url,
    key: Arc<Mutex<Key>>,
    gate: Arc<Mutex<RequestPacer>>,
}

/// Why a client cannot be created.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "client")]
pub enum ClientError {
    /// The connection is not encrypted, so that the key could be read in transit.
    ClearText {
        /// The address.
        service: String,
    },
    /// The certificate authorities that this computer trusts cannot be loaded.
    Tls {
        /// The address.
        service: String,
        /// What is wrong.
        #[coded(text)]
        source: rustls::Error,
    },
    /// The settings of the proxy are invalid.
    Setup {
        /// The address.
        service: String,
        /// What is wrong.
        #[coded(text)]
        source: reqwest::Error,
    },
}

impl Client {
    /// Creates a client for the service at this base address, which includes `/api/v1`. `pki` is
    /// the folder of the trusted certificates; `None`: the default folder of this user.
    pub fn new(base: &Url, key: &Key, pki: Option<&Path>) -> Result<Self, ClientError> {
        Self::with_timeout(base, key, pki, REQUEST_TIMEOUT)
    }

    pub(crate) fn with_timeout(
        base: &Url,
        key: &Key,
        pki: Option<&Path>,
        timeout: Duration,
    ) -> Result<Self, ClientError> {
        if !travels_safely(base) {
            return Err(ClientError::ClearText { service: base.to_string() });
        }
        let tls = trust::config(base, pki)
            .map_err(|source| ClientError::Tls { service: base.to_string(), source })?;
        let mut builder = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            // A redirect would send the key to another server.
            .redirect(Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(timeout)
            .user_agent(concat!("tagbridge/", env!("CARGO_PKG_VERSION")));
        if is_this_machine(base) {
            builder = builder.no_proxy();
        }
        let setup = |source| ClientError::Setup { service: base.to_string(), source };
        Ok(Self {
            http: builder.build().map_err(setup)?,
            base: base.clone(),
            key: Arc::new(Mutex::new(key.clone())),
            gate: Arc::new(Mutex::new(RequestPacer::new(Instant::now().into_std()))),
        })
    }

    /// The base address of the service.
    pub(crate) fn service(&self) -> &str {
        self.base.as_str()
    }

    /// Sets the key of this client and of all its clones.
    pub fn use_key(&self, key: &Key) {
        *self.key.lock().unwrap_or_else(PoisonError::into_inner) = key.clone();
    }

    /// The key that requests carry now.
    pub fn key(&self) -> Key {
        self.key.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// `GET /health`: whether the service responds and accepts the key.
    pub async fn health(&self) -> Result<Health, UplinkError> {
        self.get(&["health"], &()).await
    }

    /// The time of the service's clock, if the service responds and its response has a `Date`.
    pub(crate) async fn clock(&self) -> Option<jiff::Timestamp> {
        let request = self.request(Method::GET, self.url(&["health"]));
        date(self.send(request).await.ok()?.headers(), DATE)
    }

    /// `GET /projects`.
    pub async fn projects(&self, query: &ProjectListQuery) -> Result<ProjectList, UplinkError> {
        self.get(&["projects"], query).await
    }

    /// `GET /projects/{id}`.
    pub async fn project(&self, project: &str) -> Result<Project, UplinkError> {
        self.get(&["projects", project], &()).await
    }

    /// `GET hmi/values`.
    pub async fn live_values(&self, project: &str) -> Result<LiveValues, UplinkError> {
        self.get(&["projects", project, "hmi", "values"], &()).await
    }

    /// `GET hmi/history`.
    pub async fn history(
        &self,
        project: &str,
        query: &HistoryQuery,
    ) -> Result<History, UplinkError> {
        self.get(&["projects", project, "hmi", "history"], query).await
    }

    /// `POST hmi/request-tags`: requests more tags from the bridge that streams the project.
    pub async fn request_tags(
        &self,
        project: &str,
        request: &RequestTags,
    ) -> Result<TagsRequested, UplinkError> {
        let url = self.url(&["projects", project, "hmi", "request-tags"]);
        let request = self.once(Method::POST, url).json(request);
        self.answer(self.send(request).await?).await
    }

    /// `POST enrolments`: exchanges the enrolment code, which this client has instead of a key, for
    /// a key.
    pub async fn enrol(&self, asked: &Enrol) -> Result<Enrolled, UplinkError> {
        let request = self.request(Method::POST, self.url(&[ENROLMENTS_PATH])).json(asked);
        self.answer(self.send(request).await?).await
    }

    async fn get<T: DeserializeOwned>(
        &self,
        path: &[&str],
        query: &(impl Serialize + Sync),
    ) -> Result<T, UplinkError> {
        let mut url = self.url(path);
        let pairs = serde_json::to_value(query).unwrap_or_default();
        for (name, value) in pairs.as_object().into_iter().flatten() {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            url.query_pairs_mut().append_pair(name, &text);
        }
        self.answer(self.send(self.request(Method::GET, url)).await?).await
    }

    fn below(&self, project: &str, path: &str) -> Url {
        let path: Vec<&str> = ["projects", project].into_iter().chain(path.split('/')).collect();
        self.url(&path)
    }

    /// Escapes the segments, so that a project id cannot change the path.
    fn url(&self, path: &[&str]) -> Url {
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        url
    }

    fn request(&self, method: Method, url: Url) -> RequestBuilder {
        self.http.request(method, url).header(AUTHORIZATION, authorization(&self.key()))
    }

    /// A request with an idempotency key: the service executes it once, even if it arrives several times.
    fn once(&self, method: Method, url: Url) -> RequestBuilder {
        self.request(method, url).header(IDEMPOTENCY_KEY_HEADER, Uuid::new_v4().to_string())
    }

    async fn send(&self, request: RequestBuilder) -> Result<Response, UplinkError> {
        self.turn().await;
        self.send_now(request).await
    }

    /// Sends a request whose caller has already called [`turn`](Self::turn).
    async fn send_now(&self, request: RequestBuilder) -> Result<Response, UplinkError> {
        request.send().await.map_err(|error| self.unreachable(error))
    }

    /// Waits until the rate limit allows the next request.
    pub(crate) async fn turn(&self) {
        loop {
            let turn = self.gate(|gate| gate.reserve(Instant::now().into_std()));
            sleep_until(Instant::from_std(turn)).await;
            // If the service asked meanwhile for a longer wait, reserve a new place after it.
            if self.gate(|gate| gate.held_until()) <= turn {
                return;
            }
        }
    }

    async fn answer<T: DeserializeOwned>(&self, response: Response) -> Result<T, UplinkError> {
        let response = self.accepted(response).await?;
        let body = self.body(response, ANSWER_BYTES_MAX).await?;
        serde_json::from_slice(&body)
            .map_err(|error| self.incompatible(BadAnswer::Unreadable { error: error.to_string() }))
    }

    /// The response, if its status is a success.
    async fn accepted(&self, response: Response) -> Result<Response, UplinkError> {
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        if status.is_redirection() {
            let to = response.headers().get("location").and_then(|it| it.to_str().ok());
            return Err(self.incompatible(match to {
                Some(place) => BadAnswer::SendsTo { place: place.to_owned() },
                None => BadAnswer::SendsAway,
            }));
        }
        let wait = wait(response.headers(), jiff::Timestamp::now());
        let request_id = response.headers().get(REQUEST_ID_HEADER).cloned();
        if let Some(wait) = wait.filter(|_| status == 429 || status == 503) {
            self.gate(|gate| gate.hold(Instant::now().into_std() + wait));
        }
        let body = self.body(response, REFUSAL_BYTES_MAX).await.unwrap_or_default();
        let mut envelope = serde_json::from_slice::<Error>(&body);
        if let Ok(envelope) = &mut envelope {
            // A request id that differs from that of this response belongs to the envelope of
            // another response.
            envelope
                .request_id
                .take_if(|id| request_id.as_ref().is_none_or(|it| it != id.as_str()));
        }
        if envelope.is_err() && matches!(status.as_u16(), 400..=407 | 409 | 422) {
            // These statuses are about the content of the request, but the response has no envelope
            // of the service.
            return Err(self.incompatible(BadAnswer::NoReason { status: status.to_string() }));
        }
        let envelope = envelope.unwrap_or_else(|_| Error {
            error: format!("http_{}", status.as_u16()),
            message: format!("HTTP {status}"),
            user_message: None,
            suggested_action: None,
            is_retryable: status.is_server_error(),
            request_id: None,
            billing: None,
            elsewhere: None,
        });
        Err(UplinkError::refusal(self.base.as_str(), status.as_u16(), envelope, wait))
    }

    async fn body(&self, mut response: Response, most: usize) -> Result<Vec<u8>, UplinkError> {
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|it| self.unreachable(it))? {
            body.extend_from_slice(&chunk);
            if body.len() > most {
                return Err(self.incompatible(BadAnswer::TooLong { most }));
            }
        }
        Ok(body)
    }

    fn gate<T>(&self, act: impl FnOnce(&mut RequestPacer) -> T) -> T {
        act(&mut self.gate.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn unreachable(&self, source: reqwest::Error) -> UplinkError {
        let service = self.base.to_string();
        match trust::why(&source) {
            Some(why) => UplinkError::Untrusted { service, why },
            None => UplinkError::Unreachable { service, source: source.without_url() },
        }
    }

    pub(crate) fn incompatible(&self, what: BadAnswer) -> UplinkError {
        UplinkError::Incompatible { service: self.base.to_string(), what }
    }
}

fn authorization(key: &Key) -> HeaderValue {
    // A `Key` contains only printable ASCII, which is always a valid header value.
    let mut it = HeaderValue::from_str(&format!("Bearer {}", key.expose()))
        .unwrap_or(HeaderValue::from_static(""));
    it.set_sensitive(true);
    it
}

#[cfg(test)]
mod tests;
