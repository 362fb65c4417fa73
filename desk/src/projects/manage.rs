//! Manages the service's projects: names, the archive, older versions, deletion.

use base64::{Engine, prelude::BASE64_STANDARD};
use tagbridge_api::project::{self, ProjectChange};
use tagbridge_bridge::UplinkError;
use tagbridge_texts::Message;

use crate::{
    desk::Desk,
    failures::{invalid, not_found},
    lock::lock,
    log_message::{LogMessage, event},
    problem::{MissingThing, Problem, Remedy},
    time::millis,
    view::{
        ChangeProject, DeleteProject, Failure, MadeFile, ProjectDetail, ProjectId, ProjectVersion,
        UseVersion,
    },
};

/// The service's error for a project that is not archived, or that a session streams.
const IN_USE: &str = "project_in_use";

impl Desk {
    pub(crate) async fn change_project(
        &self,
        change: ChangeProject,
    ) -> Result<ProjectDetail, Failure> {
        let ChangeProject { project, name, archived } = change;
        let (client, ..) = self.connected()?;
        let changed = client.change_project(&project, &ProjectChange { name, archived }).await?;
        let shown = super::name(changed);
        for room in self.rooms().values_mut().filter(|it| it.start.project == project) {
            room.project_name.clone_from(&shown);
        }
        self.tell();
        self.project(ProjectId { project }).await
    }

    /// Also deletes its data on this computer. Refused if its name was not entered, it is not
    /// archived, or a session streams it.
    pub(crate) async fn delete_project(&self, delete: DeleteProject) -> Result<(), Failure> {
        let DeleteProject { project: id, name } = delete;
        let (client, library) = self.library()?;
        let project = client.project(&id).await?;
        let is_archived = project.archived_at.is_some();
        if super::name(project) != name.trim() {
            return Err(invalid(&Problem::OtherName, &Remedy::WriteName));
        }
        if !is_archived {
            return Err(Failure::new(IN_USE, &Problem::NotArchived, &Remedy::ArchiveFirst));
        }
        client.delete_project(&id).await.map_err(|error| match error {
            UplinkError::Conflict(error) if error.error == IN_USE => {
                Failure::new(IN_USE, &Problem::ProjectStreamed, &Remedy::EndSessionFirst)
            }
            error => error.into(),
        })?;
        if let Err(error) = library.forget(&id) {
            event!(warn, LogMessage::CopyStays, project = id, error = ?Message::system(&error));
        }
        self.forget_project_data(&id);
        lock(&self.0.projects.held).retain(|it| it.project != id);
        self.rooms().retain(|_, it| it.is_running() || it.is_configured || it.start.project != id);
        self.0.keeper.change(|kept| kept.forget_project(&id))?;
        self.tell();
        Ok(())
    }

    pub(crate) async fn versions(&self, id: ProjectId) -> Result<Vec<ProjectVersion>, Failure> {
        let (client, ..) = self.connected()?;
        let versions = client.versions(&id.project).await?.versions.into_iter();
        let mut requests = self.project_data(&id.project).requests;
        Ok(versions
            .map(|it| ProjectVersion {
                number: it.version_number,
                file_name: it.file_name,
                created_at: millis(it.created_at),
                is_current: it.current,
                request: requests.remove(&it.version_number),
            })
            .collect())
    }

    /// A version's file, for the user interface to save.
    pub(crate) async fn version_file(&self, version: UseVersion) -> Result<MadeFile, Failure> {
        let (client, ..) = self.connected()?;
        let asked = self.version(&version.project, version.number).await?;
        let bytes = client.source(&version.project, Some(&asked.version_id)).await?;
        Ok(MadeFile { name: asked.file_name, bytes: Some(BASE64_STANDARD.encode(bytes)) })
    }

    /// A version by its number.
    pub(crate) async fn version(
        &self,
        project: &str,
        number: u32,
    ) -> Result<project::ProjectVersion, Failure> {
        let (client, ..) = self.connected()?;
        let all = client.versions(project).await?.versions;
        let asked = all.into_iter().find(|it| it.version_number == number);
        asked.ok_or_else(|| {
            not_found(MissingThing::Version, &number.to_string(), &Remedy::LookAgain)
        })
    }

    pub(crate) async fn use_version(&self, version: UseVersion) -> Result<ProjectDetail, Failure> {
        let (client, ..) = self.connected()?;
        client.use_version(&version.project, version.number).await?;
        self.tell();
        self.project(ProjectId { project: version.project }).await
    }
}
