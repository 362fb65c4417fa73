//! `GET /projects/{id}/source`: a project's file.

use std::time::Duration;

use reqwest::Method;
use tagbridge_api::source::SourceFormat;
use url::Url;

use super::{Client, UplinkError};

/// Maximum size of a project's file, in bytes.
const BYTES_MAX: usize = 256 << 20;
/// Longer than for other requests, because the file may be large.
const TIMEOUT: Duration = Duration::from_mins(5);

impl Client {
    /// Returns the original file of this version, or of the current version.
    pub async fn source(
        &self,
        project: &str,
        version_id: Option<&str>,
    ) -> Result<Vec<u8>, UplinkError> {
        let mut url = self.raw_source(project);
        if let Some(id) = version_id {
            url.query_pairs_mut().append_pair("version_id", id);
        }
        let request = self.request(Method::GET, url).timeout(TIMEOUT);
        let response = self.accepted(self.send(request).await?).await?;
        self.body(response, BYTES_MAX).await
    }

    /// Checks whether the file could be downloaded, without downloading it.
    pub async fn may_read_source(&self, project: &str) -> Result<(), UplinkError> {
        let response = self.send(self.request(Method::GET, self.raw_source(project))).await?;
        self.accepted(response).await.map(drop)
    }

    fn raw_source(&self, project: &str) -> Url {
        let mut url = self.url(&["projects", project, "source"]);
        url.query_pairs_mut().append_pair("format", SourceFormat::Raw.as_str());
        url
    }
}
