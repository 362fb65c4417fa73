//! Fetches a session's project, and tells how the controller fits it.

use std::{path::Path, sync::Arc, time::Duration};

use tagbridge_project::Source;
use tokio::{sync::watch, time::sleep};

use super::{Fetched, Lack, Library, SourceConfig, SourceError, SourceView};
use crate::{
    config::SessionConfig,
    named::{Fit, Names, Naming, Supplement},
    status::Line,
    uplink::Client,
};

/// How long until the service is asked again when it could not be reached.
const AGAIN: Duration = Duration::from_secs(30);
/// Differences that the status names.
const NAMED: usize = 20;

/// Keeps a session's names.
pub(crate) struct Keeper {
    library: Library,
    project: String,
    scheme: String,
    supplement: Supplement,
    publish: watch::Sender<Naming>,
    status: Line,
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
            library: Library::new(client, data),
            project: it.project.clone(),
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
        let Fetched { file_name, version_id, bytes } = self.library.current(&self.project).await?;
        let names = self.read(file_name.clone(), bytes).await?;
        self.settle(names, &file_name, Some(version_id));
        Ok(())
    }

    async fn load_copy(&self) -> bool {
        let Some(copy) = self.library.copy(&self.project) else { return false };
        let Fetched { file_name, version_id, bytes } = copy;
        match self.read(file_name.clone(), bytes).await {
            Ok(names) => {
                tracing::info!(version = version_id, "the project is read from its copy");
                self.settle(names, &file_name, Some(version_id));
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use axum::{Json, Router, routing::get};
    use serde_json::json;

    use super::*;
    use crate::{
        secret::Key,
        status::{BridgeStatus, SessionView},
    };

    /// A service whose project is replaced while its file is fetched.
    #[tokio::test]
    async fn a_file_is_never_kept_as_another_version() {
        let version = Arc::new(Mutex::new(1));
        let project = {
            let version = Arc::clone(&version);
            async move || {
                let version = *version.lock().unwrap();
                Json(json!({
                    "project_id": "p", "identity_id": "i", "name": "Line",
                    "current_version_id": format!("v{version}"), "version_number": version,
                    "original_filename": "line.scl",
                    "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z",
                }))
            }
        };
        let source = async move || {
            let mut version = version.lock().unwrap();
            *version = 2;
            let level = format!("STRUCT Level{version} : Real; END_STRUCT;");
            format!("DATA_BLOCK \"Tank\"\n{level}\nBEGIN\nEND_DATA_BLOCK\n")
        };
        let router = Router::new()
            .route("/api/v1/projects/{id}", get(project))
            .route("/api/v1/projects/{id}/source", get(source));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/api/v1", listener.local_addr().unwrap()).parse().unwrap();
        let server = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let folder = tempfile::tempdir().unwrap();
        let (publish, naming) = watch::channel(Naming::default());
        let (board, status) = watch::channel(BridgeStatus::default());
        let keeper = Keeper {
            library: Library::new(
                Client::new(&url, &Key::new("tb_1").unwrap()).unwrap(),
                folder.path(),
            ),
            project: "p".to_owned(),
            scheme: "s7".to_owned(),
            supplement: Supplement::default(),
            publish,
            status: Line::new(board, SessionView::default()),
        };
        keeper.fetch().await.unwrap();
        server.abort();
        let copy = keeper.library.copy("p").expect("it was kept");
        assert_eq!(copy.version_id, "v2");
        assert!(String::from_utf8_lossy(&copy.bytes).contains("Level2"));
        assert!(matches!(*naming.borrow(), Naming::Project(_)));
        let source = status.borrow().sessions[0].source.clone().expect("it is told");
        assert_eq!(source.version_id.as_deref(), Some("v2"));
    }
}
