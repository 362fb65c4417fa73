//! Projects: the service's, and those that were opened from files on this computer.

mod file;
mod manage;
pub(crate) mod open;

use tagbridge_api::project::{AnalysisStatus, Project, ProjectListItem, ProjectListQuery};
use tagbridge_bridge::Client;
use tagbridge_project::Source;
use tagbridge_service::AddError;

pub(crate) use self::file::{LocalProject, refused};
use crate::{
    desk::Desk,
    lock::lock,
    log_message::{LogMessage, event},
    platform::known_as,
    problem::{Problem, Remedy, Step},
    time::{count, millis},
    view::{
        Analysis, Failure, ListProjects, LiveFrom, OpenProject, ProjectDetail, ProjectId,
        ProjectItem, ProjectPage, ProjectSource, Vendor,
    },
    work::WorkHandle,
};

/// Number of projects on a page.
const PAGE: usize = 50;
/// Number of the service's pages that a search reads at a time.
const PAGES_SEARCHED: usize = 10;

impl Desk {
    pub(crate) async fn projects(&self, list: ListProjects) -> Result<ProjectPage, Failure> {
        let (client, ..) = self.connected()?;
        let search = list.search.to_lowercase();
        let mut projects = Vec::new();
        if list.cursor.is_none() && !list.archived {
            let ids = self.0.keeper.read(|it| it.files.keys().cloned().collect::<Vec<_>>());
            for id in &ids {
                projects.extend(self.local(id).await.map(|it| self.local_item(&it)));
            }
        }
        let mut cursor = list.cursor;
        let limit = u32::try_from(PAGE).ok();
        for _ in 0..PAGES_SEARCHED {
            let cursor_now = cursor.take();
            let archived = list.archived.then_some(true);
            let query = ProjectListQuery { limit, cursor: cursor_now, archived, team_id: None };
            let page = client.projects(&query).await?;
            projects.extend(page.projects.iter().map(|it| self.item(it)));
            projects.retain(|it| is_match(it, &search));
            cursor = page.next_cursor;
            if cursor.is_none() || projects.len() >= PAGE {
                break;
            }
        }
        Ok(ProjectPage { projects, next_cursor: cursor })
    }

    pub(crate) async fn project(&self, id: ProjectId) -> Result<ProjectDetail, Failure> {
        if let Some(local) = self.local(&id.project).await {
            return Ok(self.local_detail(&local));
        }
        let (client, ..) = self.connected()?;
        let project = client.project(&id.project).await?;
        let live = self.live_from(&client, &id.project).await;
        let (book, source) = self.source_so_far(&id.project).await;
        Ok(ProjectDetail {
            id: project.project_id.clone(),
            vendor: project.vendor.map_or(Vendor::Unknown, Vendor::from),
            file_type: project.file_type.clone(),
            file_name: project.original_filename.clone(),
            file_bytes: project.file_size_bytes.map(count),
            version: project.version_number,
            updated_at: millis(project.updated_at),
            archived_at: project.archived_at.map(millis),
            analysis: project.analysis_status.map(analysis),
            is_local: false,
            source,
            file: book.map(|it| it.file),
            supplement: self.kept_supplement(&id.project),
            controllers: self.known(Some(&id.project)),
            session: self.session_of(&id.project),
            live,
            name: name(project),
        })
    }

    pub(crate) async fn open_project(
        &self,
        project: OpenProject,
        working: &WorkHandle,
    ) -> Result<ProjectDetail, Failure> {
        let (add, folder) = (project.add, self.0.options.data.join("projects"));
        let steps = 1 + u32::from(add);
        working.step(&Step::ReadFile, 0, steps);
        let local = blocking(move || LocalProject::read(project, &folder)).await?;
        working.step(&Step::Store, 1, steps);
        let id = if add {
            self.add(&local).await?
        } else {
            let (id, path) = (local.id.clone(), local.path.clone());
            lock(&self.0.projects.local).insert(id.clone(), local);
            self.0.keeper.change(|kept| drop(kept.files.insert(id.clone(), path)))?;
            id
        };
        self.tell();
        self.project(ProjectId { project: id }).await
    }

    /// The service's project that receives the values of this one, and its name. A project that was
    /// opened from a file has been added to the built-in service before.
    pub(crate) async fn service_project(&self, id: &str) -> Result<(String, String), Failure> {
        let id = match self.local(id).await {
            Some(local) => &self.take_in(&local).await?,
            None => id,
        };
        let (client, ..) = self.connected()?;
        let project = client.project(id).await?;
        Ok((project.project_id.clone(), name(project)))
    }

    /// The project's file, if one was opened on this computer, in this run or in an earlier one.
    pub(crate) async fn local(&self, id: &str) -> Option<LocalProject> {
        if let Some(local) = lock(&self.0.projects.local).get(id) {
            return Some(local.clone());
        }
        let path = self.0.keeper.read(|it| it.files.get(id).cloned())?;
        let own = id.to_owned();
        match blocking(move || LocalProject::open(own, &path)).await {
            Ok(local) => {
                lock(&self.0.projects.local).insert(id.to_owned(), local.clone());
                Some(local)
            }
            Err(failure) => {
                event!(warn, LogMessage::FileUnreadable, project = id, failure = ?failure.said());
                None
            }
        }
    }

    /// Adds the file to the built-in service; returns its project, which contains the file from now
    /// on.
    async fn add(&self, local: &LocalProject) -> Result<String, Failure> {
        let service = {
            let connected = lock(&self.0.service.connected);
            let built_in = connected.as_ref().and_then(|it| it.built_in.as_ref());
            built_in.map(|it| it.service.clone())
        };
        let service = service.ok_or_else(|| {
            Failure::new("refused", &Problem::ProjectsElsewhere, &Remedy::UploadThere)
        })?;
        let path = local.path.clone();
        let added = blocking(move || {
            let source = Source::open(&path).map_err(|error| refused(&error))?;
            let (name, bytes) = source.into_one_file().map_err(|error| refused(&error))?;
            service.add_project(None, &name, bytes).map_err(|error| match error {
                AddError::Unreadable(error) => refused(&error),
                AddError::Store(error) => error.into(),
                // No project is named.
                error @ (AddError::NoProject { .. } | AddError::OtherVendor { .. }) => {
                    Failure::new("refused", &error, &Remedy::AnotherProject)
                }
            })
        });
        Ok(added.await?.project_id)
    }

    /// Adds a project that was opened from a file to the built-in service, with its stored data.
    async fn take_in(&self, local: &LocalProject) -> Result<String, Failure> {
        let id = self.add(local).await?;
        self.0.keeper.change(|kept| {
            kept.files.remove(&local.id);
            if let Some(told) = kept.supplements.remove(&local.id) {
                kept.supplements.insert(id.clone(), told);
            }
        })?;
        self.move_project_data(&local.id, &id);
        lock(&self.0.projects.local).shift_remove(&local.id);
        Ok(id)
    }

    async fn live_from(&self, client: &Client, project: &str) -> Option<LiveFrom> {
        let values = client.live_values(project).await.ok().filter(|it| it.live)?;
        let id = values.device_id?;
        let device = values.device_name.unwrap_or_else(|| id.clone());
        let is_here = id == self.0.sessions.board.borrow().device_id;
        Some(LiveFrom { is_here, device, last_push: values.last_push_at.map(millis) })
    }

    fn item(&self, item: &ProjectListItem) -> ProjectItem {
        ProjectItem {
            id: item.project_id.clone(),
            name: item.name.clone(),
            vendor: item.vendor.into(),
            file_type: item.file_type.clone(),
            updated_at: millis(item.updated_at),
            is_local: false,
            session: self.session_of(&item.project_id),
            controller: self.last_controller(&item.project_id),
        }
    }

    fn local_item(&self, project: &LocalProject) -> ProjectItem {
        ProjectItem {
            id: project.id.clone(),
            name: project.name.clone(),
            vendor: project.vendor,
            file_type: project.file_type.clone(),
            updated_at: project.opened_at,
            is_local: true,
            session: self.session_of(&project.id),
            controller: self.last_controller(&project.id),
        }
    }

    fn local_detail(&self, project: &LocalProject) -> ProjectDetail {
        ProjectDetail {
            id: project.id.clone(),
            name: project.name.clone(),
            vendor: project.vendor,
            file_type: Some(project.file_type.clone()),
            file_name: Some(project.file_name.clone()),
            file_bytes: Some(count(project.bytes)),
            version: None,
            updated_at: project.opened_at,
            archived_at: None,
            analysis: None,
            is_local: true,
            source: ProjectSource::Computer,
            file: Some(project.book.file.clone()),
            supplement: self.kept_supplement(&project.id),
            controllers: self.known(Some(&project.id)),
            session: self.session_of(&project.id),
            live: None,
        }
    }

    fn session_of(&self, project: &str) -> Option<String> {
        let rooms = self.rooms();
        let running = rooms.iter().find(|(_, it)| it.is_running() && it.start.project == project);
        running.map(|(name, _)| name.clone())
    }

    fn last_controller(&self, project: &str) -> Option<String> {
        let known = self.known(Some(project)).into_iter().next()?;
        Some(known.name.unwrap_or(known.product)).filter(|it| !it.is_empty())
    }
}

/// Reads a file without blocking other tasks.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| Failure::new("internal", &Problem::ReadingFailed, &Remedy::ReportWithFile))?
}

fn is_match(item: &ProjectItem, search: &str) -> bool {
    let controller = item.controller.as_deref().unwrap_or_default();
    let has = |text: &str| text.to_lowercase().contains(search);
    search.is_empty() || has(&item.name) || has(known_as(item.vendor)) || has(controller)
}

fn name(project: Project) -> String {
    project.display_name.unwrap_or(project.name)
}

fn analysis(status: AnalysisStatus) -> Analysis {
    match status {
        AnalysisStatus::Queued => Analysis::Queued,
        AnalysisStatus::Running => Analysis::Running,
        AnalysisStatus::Complete => Analysis::Complete,
        AnalysisStatus::Error => Analysis::Error,
    }
}
