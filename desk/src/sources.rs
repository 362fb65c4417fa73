//! The source of a project's tag names: a file that was opened here, or the service's.

use std::time::Duration;

use tagbridge_bridge::{DownloadedFile, ProjectFileError, UplinkError};
use tagbridge_drivers::AddressFailure;
use tagbridge_project::Source;
use tokio::time::timeout;

use crate::{
    desk::Desk,
    failures::{uplink_code as code, uplink_remedy},
    lock::lock,
    parsed_project::{CachedVersion, ParsedProject},
    problem::Remedy,
    projects::{blocking, refused},
    view::{Failure, ProjectSource},
};

/// Maximum number of the service's projects whose files are cached in memory.
const HELD: usize = 8;
/// Time-out for identifying the device at an address.
const ANSWERS: Duration = Duration::from_secs(2);
/// Time-out for a project's file when the project is displayed.
const PATIENCE: Duration = Duration::from_secs(3);

impl Desk {
    /// The project's file and its source, or the reason why it is not available.
    pub(crate) async fn source_of(&self, project: &str) -> (Option<ParsedProject>, ProjectSource) {
        if let Some(local) = self.local(project).await {
            return (Some(local.book), ProjectSource::Computer);
        }
        if let Some(proposed) = self.proposed(project) {
            return (Some(proposed.book), ProjectSource::Computer);
        }
        match self.fetched(project).await {
            Ok(found) => found,
            Err(Failure { error, message, remedy }) => {
                (None, ProjectSource::Controller { error, message, remedy })
            }
        }
    }

    /// A version of a project; without a number, the current one.
    pub(crate) async fn book_of(
        &self,
        project: &str,
        number: Option<u32>,
    ) -> Result<ParsedProject, Failure> {
        let Some(number) = number else { return self.book(project).await };
        let of = self.version(project, number).await?;
        self.book_of_version(project, of.version_id, of.file_name).await
    }

    /// The version that the project's running session uses, which is the one that the controller has; without a
    /// session the current version.
    pub(crate) async fn book_in_use(&self, project: &str) -> Result<ParsedProject, Failure> {
        let used = self
            .rooms()
            .values()
            .filter(|it| it.is_running() && it.start.project == project)
            .find_map(|it| it.last.source.as_ref())
            .and_then(|it| Some((it.version_id.clone()?, it.file.clone())));
        if let Some((version_id, file_name)) = used
            && let Ok(book) = self.book_of_version(project, version_id, file_name).await
        {
            return Ok(book);
        }
        self.book(project).await
    }

    async fn book_of_version(
        &self,
        project: &str,
        version_id: String,
        file_name: String,
    ) -> Result<ParsedProject, Failure> {
        let _turn = self.0.projects.fetching.lock().await;
        if let Some(book) = self.held(project, &version_id) {
            return Ok(book);
        }
        let (client, ..) = self.connected()?;
        let bytes = client.source(project, Some(&version_id)).await?;
        self.read(project, DownloadedFile { file_name, version_id, bytes }).await
    }

    /// The complete endpoint of an entered one: an address is that of the project's kind of
    /// controller, or of the device that responds there.
    pub(crate) async fn whole_endpoint(
        &self,
        typed: &str,
        project: &str,
    ) -> Result<String, Failure> {
        if typed.contains("://") {
            return Ok(typed.to_owned());
        }
        let book = self.source_of(project).await.0;
        let vendor = book.map(|it| it.symbols.project().vendor);
        match tagbridge_drivers::find(typed, vendor, ANSWERS).await {
            Ok(endpoint) => Ok(endpoint.to_string()),
            Err(AddressFailure::Endpoint(error)) => Err(error.into()),
            Err(AddressFailure::Link(error)) => Err(error.into()),
        }
    }

    /// The same as [`source_of`](Self::source_of), without waiting: a large file is downloaded in
    /// the background.
    pub(crate) async fn source_so_far(
        &self,
        project: &str,
    ) -> (Option<ParsedProject>, ProjectSource) {
        let (desk, project) = (self.clone(), project.to_owned());
        let fetching = tokio::spawn(async move { desk.source_of(&project).await });
        match timeout(PATIENCE, fetching).await {
            Ok(Ok(found)) => found,
            _ => (None, ProjectSource::Pending),
        }
    }

    async fn fetched(
        &self,
        project: &str,
    ) -> Result<(Option<ParsedProject>, ProjectSource), Failure> {
        let (client, library) = self.library()?;
        // One download at a time: a concurrent caller then finds the file in the cache.
        let _turn = self.0.projects.fetching.lock().await;
        if let Ok(now) = client.project(project).await
            && let Some(book) = self.held(project, &now.current_version_id)
        {
            return Ok((Some(book), ProjectSource::Service));
        }
        match library.current(project).await {
            Ok(fetched) => Ok((Some(self.read(project, fetched).await?), ProjectSource::Service)),
            Err(lack) => match library.copy(project).filter(|_| lack.passes()) {
                Some(copy) => {
                    let book = self.read(project, copy).await?;
                    Ok((Some(book), ProjectSource::Copy { message: (&lack).into() }))
                }
                None => Err(failure(&lack)),
            },
        }
    }

    /// Parses it, unless it is cached.
    async fn read(&self, project: &str, fetched: DownloadedFile) -> Result<ParsedProject, Failure> {
        let DownloadedFile { file_name, version_id, bytes } = fetched;
        if let Some(book) = self.held(project, &version_id) {
            return Ok(book);
        }
        let book = blocking(move || {
            let source = Source::of_bytes(file_name, bytes).map_err(|error| refused(&error))?;
            Ok(ParsedProject::of(
                tagbridge_project::read(&source).map_err(|error| refused(&error))?,
            ))
        });
        let book = book.await?;
        let mut all = lock(&self.0.projects.held);
        // Two of a project, so that they can be compared.
        let mut others = 0;
        all.retain(|it| {
            others += usize::from(it.project == project);
            it.project != project || others < 2
        });
        all.insert(
            0,
            CachedVersion { project: project.to_owned(), version_id, book: book.clone() },
        );
        all.truncate(HELD);
        Ok(book)
    }

    fn held(&self, project: &str, version_id: &str) -> Option<ParsedProject> {
        let all = lock(&self.0.projects.held);
        let held = all.iter().find(|it| it.project == project && it.version_id == version_id);
        held.map(|it| it.book.clone())
    }
}

/// Returns the reason why there is no file, and that the session continues without it.
pub(crate) fn failure(lack: &ProjectFileError) -> Failure {
    match lack {
        ProjectFileError::File => Failure::new("no_file", lack, &Remedy::PutFile),
        ProjectFileError::Service(UplinkError::Forbidden(error)) => {
            Failure::new(error.error.clone(), lack, &Remedy::CodeRead)
        }
        ProjectFileError::Service(error) => {
            Failure::new(code(error), lack, &Remedy::UntilThen { remedy: uplink_remedy(error) })
        }
        ProjectFileError::Restless | ProjectFileError::Broken | ProjectFileError::Source(_) => {
            Failure::new("invalid", lack, &Remedy::LookAtFile)
        }
    }
}
