//! What a session asks, once a second: its values, and the requested names.

use std::time::Duration;

use reqwest::{
    Method, StatusCode,
    header::{CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH},
};
use tagbridge_api::hmi::push::{REQUESTS_PATH, Receipt, RequestedTags, VALUES_PATH};
use tokio::time::Instant;

use super::Client;
use crate::uplink::{PushBody, UplinkError};

/// Bytes of a push that takes no time to be sent again.
const SMALL: usize = 256 << 10;

impl Client {
    /// How long a push may take.
    pub(in crate::uplink) fn timeout(&self) -> Duration {
        self.timeout
    }

    /// `POST hmi/values`: pushes snapshots, or a heartbeat; the receipt, and how long it took without
    /// the time that it waited for its turn.
    ///
    /// What is small is pushed once more beside the first when that has no answer for a while, and
    /// the first answer counts: a connection may have died without a word. What arrives twice is
    /// stored once.
    pub(in crate::uplink) async fn push(
        &self,
        project: &str,
        body: &PushBody,
    ) -> Result<(Receipt, Duration), UplinkError> {
        if body.bytes.len() > SMALL {
            self.turn().await;
            return self.push_once(project, body).await;
        }
        self.pace.insistently(|| self.turn(), || self.push_once(project, body)).await
    }

    async fn push_once(
        &self,
        project: &str,
        body: &PushBody,
    ) -> Result<(Receipt, Duration), UplinkError> {
        let began = Instant::now();
        let mut request = self
            .once(Method::POST, self.below(project, VALUES_PATH))
            .header(CONTENT_TYPE, "application/json")
            .body(body.bytes.clone());
        if body.gzip {
            request = request.header(CONTENT_ENCODING, "gzip");
        }
        let receipt = self.answer(self.send_now(request).await?).await?;
        Ok((receipt, began.elapsed()))
    }

    /// `GET hmi/request-tags`: the requested names and the list's tag, unless it is still the one
    /// that `known` stands for.
    pub async fn requested_tags(
        &self,
        project: &str,
        known: Option<&str>,
    ) -> Result<Option<(RequestedTags, Option<String>)>, UplinkError> {
        let attempt = || self.requested_tags_once(project, known);
        self.pace.insistently(|| self.turn(), attempt).await
    }

    async fn requested_tags_once(
        &self,
        project: &str,
        known: Option<&str>,
    ) -> Result<Option<(RequestedTags, Option<String>)>, UplinkError> {
        let mut request = self.request(Method::GET, self.below(project, REQUESTS_PATH));
        if let Some(known) = known {
            request = request.header(IF_NONE_MATCH, known);
        }
        let response = self.send_now(request).await?;
        if response.status() == StatusCode::NOT_MODIFIED {
            return Ok(None);
        }
        let tag = response.headers().get(ETAG).and_then(|it| it.to_str().ok()).map(str::to_owned);
        Ok(Some((self.answer(response).await?, tag)))
    }
}
