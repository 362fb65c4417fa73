//! Changes of the service's projects: rename, archive, restore an older version, delete.

use reqwest::{Method, RequestBuilder};
use tagbridge_api::{
    project::{Project, ProjectChange, VersionList},
    upload::Uploaded,
};

use super::{Client, UplinkError};

impl Client {
    /// `PATCH /projects/{id}`: renames a project, archives it, or restores it from the archive.
    pub async fn change_project(
        &self,
        project: &str,
        change: &ProjectChange,
    ) -> Result<Project, UplinkError> {
        self.told(self.once(Method::PATCH, self.url(&["projects", project])).json(change)).await
    }

    /// `DELETE /projects/{id}`: deletes a project with its versions, values and history permanently.
    pub async fn delete_project(&self, project: &str) -> Result<Project, UplinkError> {
        self.told(self.once(Method::DELETE, self.url(&["projects", project]))).await
    }

    /// `GET /projects/{id}/versions`: the newest first.
    pub async fn versions(&self, project: &str) -> Result<VersionList, UplinkError> {
        self.get(&["projects", project, "versions"], &()).await
    }

    /// `POST /projects/{id}/versions/{number}/restore`: makes the file of this version the next version.
    pub async fn use_version(&self, project: &str, number: u32) -> Result<Uploaded, UplinkError> {
        let number = number.to_string();
        let url = self.url(&["projects", project, "versions", &number, "restore"]);
        self.told(self.once(Method::POST, url)).await
    }

    async fn told<T: serde::de::DeserializeOwned>(
        &self,
        request: RequestBuilder,
    ) -> Result<T, UplinkError> {
        self.answer(self.send(request).await?).await
    }
}
