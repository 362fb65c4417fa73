//! Fetches a session's project, and tells how the controller fits it.

use std::{path::Path, sync::Arc, time::Duration};

use tagbridge_project::Source;
use tokio::{sync::watch, time::sleep};

use super::{SourceConfig, SourceError, SourceView, cache::Cache};
use crate::{
    config::SessionConfig,
    named::{Fit, Names, Naming, Supplement},
    status::Line,
    uplink::{Client, UplinkError},
};

/// How long until the service is asked again when it could not be reached.
const AGAIN: Duration = Duration::from_secs(30);
/// How often a project is fetched that is being replaced.
const ATTEMPTS: usize = 3;
/// Differences that the status names.
const NAMED: usize = 20;

/// Keeps a session's names.
pub(crate) struct Keeper {
    client: Client,
    project: String,
    cache: Cache,
    scheme: String,
    supplement: Supplement,
    publish: watch::Sender<Naming>,
    status: Line,
}

/// Why there are no names from the service.
#[derive(Debug, thiserror::Error)]
enum Lack {
    #[error("the service has no file of this project")]
    File,
    #[error(
        "the project was replaced again and again while it was fetched; start the session anew"
    )]
    Restless,
    #[error("the project's file cannot be read: reading it broke down; report it with the file")]
    Broken,
    #[error(transparent)]
    Service(#[from] UplinkError),
    #[error(transparent)]
    Source(#[from] SourceError),
}

impl Lack {
    fn passes(&self) -> bool {
        matches!(self, Self::Service(error) if error.passes())
    }
}

impl Keeper {
    /// Takes what can be had at once, without the service.
    pub(crate) fn begin(
        it: &SessionConfig,
        client: Client,
        data: &Path,
        publish: watch::Sender<Naming>,
        status: Line,
    ) -> Result<Self, SourceError> {
        let keeper = Self {
            client,
            project: it.project.clone(),
            cache: Cache::new(data, &it.project),
            scheme: it.endpoint.scheme().to_owned(),
            supplement: it.supplement.clone(),
            publish,
            status,
        };
        match &it.source {
            SourceConfig::File(path) => {
                let names = Names::open(path, &keeper.scheme, keeper.supplement.clone())?;
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                keeper.settle(names, &file, None);
            }
            SourceConfig::Controller => {
                keeper.publish.send_replace(Naming::Controllers);
            }
            SourceConfig::Service => {}
        }
        Ok(keeper)
    }

    /// Fetches what is still to be fetched; then tells for ever how the controller fits.
    pub(crate) async fn run(self, mut fit: watch::Receiver<Fit>) {
        let is_pending = matches!(*self.publish.borrow(), Naming::Pending);
        if is_pending {
            self.fetch_in_the_end().await;
        }
        while fit.changed().await.is_ok() {
            let fit = fit.borrow_and_update().clone();
            self.tell(&fit);
        }
    }

    /// As soon as the service lets it be had; the copy of the last time meanwhile.
    async fn fetch_in_the_end(&self) {
        loop {
            let Err(lack) = self.fetch().await else { return };
            if lack.passes() && self.load_copy().await {
                return;
            }
            self.without(&lack);
            if !lack.passes() {
                return;
            }
            sleep(AGAIN).await;
        }
    }

    async fn fetch(&self) -> Result<(), Lack> {
        let mut project = self.client.project(&self.project).await?;
        for _ in 0..ATTEMPTS {
            let Some(file_name) = &project.original_filename else { return Err(Lack::File) };
            let version = &project.current_version_id;
            let copy = self.cache.load().filter(|(label, _)| label.version_id == *version);
            if let Some((_, bytes)) = copy {
                return self.take(file_name, version, bytes).await;
            }
            let bytes = self.client.source(&self.project).await?;
            // What came may be of a version that was put in meanwhile.
            let after = self.client.project(&self.project).await?;
            if after.current_version_id != *version {
                project = after;
                continue;
            }
            if let Err(error) = self.cache.keep(version, file_name, &bytes) {
                tracing::warn!(%error, "the project's file cannot be kept for later");
            }
            return self.take(file_name, version, bytes).await;
        }
        Err(Lack::Restless)
    }

    async fn take(&self, file_name: &str, version: &str, bytes: Vec<u8>) -> Result<(), Lack> {
        let names = self.read(file_name.to_owned(), bytes).await?;
        self.settle(names, file_name, Some(version.to_owned()));
        Ok(())
    }

    async fn load_copy(&self) -> bool {
        let Some((label, bytes)) = self.cache.load() else { return false };
        match self.read(label.file_name.clone(), bytes).await {
            Ok(names) => {
                tracing::info!(version = label.version_id, "the project is read from its copy");
                self.settle(names, &label.file_name, Some(label.version_id));
                true
            }
            Err(error) => {
                tracing::warn!(%error, "the copy of the project is of no use");
                false
            }
        }
    }

    /// On a thread of its own: a large project takes a second.
    async fn read(&self, file_name: String, bytes: Vec<u8>) -> Result<Names, Lack> {
        let (scheme, supplement) = (self.scheme.clone(), self.supplement.clone());
        let read = tokio::task::spawn_blocking(move || {
            Names::of_source(&Source::of_bytes(file_name, bytes)?, &scheme, supplement)
        });
        match read.await {
            Ok(names) => Ok(names?),
            // The session goes on by the controller's own names, and says why.
            Err(_) => Err(Lack::Broken),
        }
    }

    fn settle(&self, names: Names, file: &str, version_id: Option<String>) {
        let view = SourceView::of(&names, file, version_id);
        tracing::info!(project = view.project, tags = view.tags, "tags are named by the project");
        self.status.update(|it| it.source = Some(view));
        self.publish.send_replace(Naming::Project(Arc::new(names)));
    }

    fn without(&self, lack: &Lack) {
        tracing::info!(why = %lack, "tags are named by the controller alone");
        let problem = Some(lack.to_string());
        self.status.update(|it| it.source = Some(SourceView { problem, ..SourceView::default() }));
        self.publish.send_replace(Naming::Controllers);
    }

    fn tell(&self, fit: &Fit) {
        if let Some(first) = fit.differences.first() {
            let differing = fit.differences.len();
            tracing::warn!(differing, first, "the controller differs from the project");
        }
        self.status.update(|it| {
            if let Some(source) = &mut it.source {
                source.differences = fit.differences.iter().take(NAMED).cloned().collect();
                source.differing = fit.differences.len();
            }
        });
    }
}
