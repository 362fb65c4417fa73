//! The requests that a session sends once a second: its values, and the list of requested tags.

use std::time::Duration;

use bytes::Bytes;
use reqwest::{
    Method, StatusCode,
    header::{CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH},
};
use tagbridge_api::{
    IDEMPOTENCY_KEY_HEADER,
    hmi::push::{REQUESTS_PATH, Receipt, RequestedTags, VALUES_PATH},
};
use tokio::time::Instant;
use uuid::Uuid;

use super::{Client, UplinkError};

/// Maximum duration of a push. The delivery decides when a response is late.
const TIMEOUT: Duration = Duration::from_mins(10);

/// The body of a push.
#[derive(Debug, Clone)]
pub(crate) struct WireBody {
    pub(crate) bytes: Bytes,
    pub(crate) gzip: bool,
    /// The idempotency key: the same bytes are always sent with the same key.
    pub(crate) key: Uuid,
}

impl Client {
    /// `POST hmi/values`: pushes snapshots, or a heartbeat. The caller must have called
    /// [`turn`](Self::turn).
    pub(crate) async fn push(
        &self,
        project: &str,
        body: &WireBody,
    ) -> Result<Receipt, UplinkError> {
        let mut request = self
            .request(Method::POST, self.below(project, VALUES_PATH))
            .timeout(TIMEOUT)
            .header(IDEMPOTENCY_KEY_HEADER, body.key.to_string())
            .header(CONTENT_TYPE, "application/json")
            .body(body.bytes.clone());
        if body.gzip {
            request = request.header(CONTENT_ENCODING, "gzip");
        }
        let answer = self.answer(self.send_now(request).await?).await;
        answer.map_err(|error| error.of_service(self.base.as_str()))
    }

    /// Whether the service's address responds within this time. Returns true without a request
    /// while the rate limit does not allow one.
    pub(crate) async fn is_answering(&self, timeout: Duration) -> bool {
        let now = Instant::now().into_std();
        if self.gate(|gate| gate.held_until() > now || gate.reserve(now) > now) {
            return true;
        }
        let request = self.request(Method::GET, self.url(&["health"])).timeout(timeout);
        self.send_now(request).await.is_ok()
    }

    /// `GET hmi/request-tags`: returns the requested names and the `ETag` of the list; `None` if
    /// the list is still the one with the `ETag` `known`.
    pub async fn requested_tags(
        &self,
        project: &str,
        known: Option<&str>,
    ) -> Result<Option<(RequestedTags, Option<String>)>, UplinkError> {
        let mut request = self.request(Method::GET, self.below(project, REQUESTS_PATH));
        if let Some(known) = known {
            request = request.header(IF_NONE_MATCH, known);
        }
        let response = self.send(request).await?;
        if response.status() == StatusCode::NOT_MODIFIED {
            return Ok(None);
        }
        let tag = response.headers().get(ETAG).and_then(|it| it.to_str().ok()).map(str::to_owned);
        Ok(Some((self.answer(response).await?, tag)))
    }
}
