//! Fetches a session's project, and tells how the controller fits it.

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, SystemTime},
};

use tagbridge_naming::{Fit, Names, Naming, SourceError, Supplement, Whose};
use tagbridge_texts::{Coded, Message};
use tokio::{sync::watch, time::sleep};

use super::{Fetched, Lack, Library, SourceConfig, SourceView};
use crate::{
    config::SessionConfig,
    logged::{Logged, event},
    status::Line,
    uplink::Client,
};

/// How long until the service is asked again when it could not be reached.
const AGAIN: Duration = Duration::from_secs(30);
/// Differences that the status names.
const NAMED: usize = 20;

/// Keeps a session's names.
pub(crate) struct Keeper {
    source: SourceConfig,
    library: Library,
    project: String,
    scheme: String,
    supplement: Supplement,
    publish: watch::Sender<Naming>,
    status: Line,
}

impl Keeper {
    pub(crate) fn new(
        config: &SessionConfig,
        client: Client,
        data: &Path,
        publish: watch::Sender<Naming>,
        status: Line,
    ) -> Self {
        Self {
            source: config.source.clone(),
            library: Library::new(client, data),
            project: config.project.clone(),
            scheme: config.endpoint.scheme().to_owned(),
            supplement: config.supplement.clone(),
            publish,
            status,
        }
    }

    /// Gets the names from where they come; then tells for ever how the controller fits.
    pub(crate) async fn run(self, mut fit: watch::Receiver<Fit>) {
        match &self.source {
            SourceConfig::File(path) => self.open_in_the_end(path).await,
            SourceConfig::Service => self.fetch_in_the_end().await,
            SourceConfig::Controller => self.compare_by_service().await,
        }
        while fit.changed().await.is_ok() {
            let fit = fit.borrow_and_update().clone();
            self.tell(&fit);
        }
    }

    /// As soon as the file can be read: it may lie on a disk that is there later, and a person may
    /// mend it. One that has not changed is not read again.
    async fn open_in_the_end(&self, path: &Path) {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let mut tried = None;
        loop {
            let stamp = stamp(path);
            if tried != Some(stamp) {
                let (scheme, supplement) = (self.scheme.clone(), self.supplement.clone());
                let path = path.to_owned();
                let open = move || Names::open(&path, &scheme, supplement);
                match off_thread(open).await {
                    Ok(names) => return self.settle(names, &file, None),
                    Err(lack) => self.without(&lack),
                }
                tried = Some(stamp);
            }
            sleep(AGAIN).await;
        }
    }

    /// As soon as the service lets it be had; the copy of the last time meanwhile.
    async fn fetch_in_the_end(&self) {
        loop {
            let Err(lack) = self.fetch().await else { return };
            if lack.is_open() && self.load_copy().await {
                return;
            }
            self.without(&lack);
            if !lack.is_open() {
                return;
            }
            sleep(AGAIN).await;
        }
    }

    async fn fetch(&self) -> Result<(), Lack> {
        let (names, file_name, version_id) = self.current().await?;
        self.settle(names, &file_name, Some(version_id));
        Ok(())
    }

    /// The service's current version: its names, its file's name, its id.
    async fn current(&self) -> Result<(Names, String, String), Lack> {
        let Fetched { file_name, version_id, bytes } = self.library.current(&self.project).await?;
        let names = self.read(file_name.clone(), bytes).await?;
        Ok((names, file_name, version_id))
    }

    /// Names stay the controller's own; the service's project only says which controller it is for.
    async fn compare_by_service(&self) {
        let whose = match self.current().await {
            Ok((names, ..)) => Whose::Project(Arc::new(names)),
            Err(lack) => whose(&lack),
        };
        self.publish.send_replace(Naming::Controllers(whose));
    }

    async fn load_copy(&self) -> bool {
        let Some(copy) = self.library.copy(&self.project) else { return false };
        let Fetched { file_name, version_id, bytes } = copy;
        match self.read(file_name.clone(), bytes).await {
            Ok(names) => {
                event!(info, Logged::ProjectFromCopy, version = version_id);
                self.settle(names, &file_name, Some(version_id));
                true
            }
            Err(error) => {
                event!(warn, Logged::CopyUseless, error = ?Message::from(&error));
                false
            }
        }
    }

    async fn read(&self, file_name: String, bytes: Vec<u8>) -> Result<Names, Lack> {
        let (scheme, supplement) = (self.scheme.clone(), self.supplement.clone());
        off_thread(move || Names::of_bytes(file_name, bytes, &scheme, supplement)).await
    }

    fn settle(&self, names: Names, file: &str, version_id: Option<String>) {
        let view = SourceView::of(&names, file, version_id);
        for remark in &view.remarks {
            event!(warn, Logged::RemarkOnConfiguration, ?remark);
        }
        event!(info, Logged::NamedByProject, project = view.project, tags = view.tags);
        self.status.update(|it| it.source = Some(view));
        self.publish.send_replace(Naming::Project(Arc::new(names)));
    }

    fn without(&self, lack: &Lack) {
        event!(info, Logged::NamedByController, why = ?Message::from(lack));
        let problem = Some(match lack {
            Lack::Source(error) => Message::all([error.message(), error.remedy()]),
            lack => lack.message(),
        });
        self.status.update(|it| it.source = Some(SourceView { problem, ..SourceView::default() }));
        let whose = whose(lack);
        self.publish.send_replace(Naming::Controllers(whose));
    }

    fn tell(&self, fit: &Fit) {
        if let Some(first) = fit.differences.first() {
            let differing = fit.differences.len();
            event!(warn, Logged::ControllerDiffers, differing, ?first);
        }
        self.status.update(|it| {
            if let Some(source) = &mut it.source {
                source.differences = fit.differences.iter().take(NAMED).cloned().collect();
                source.differing = fit.differences.len();
            }
        });
    }
}

/// What is known of the project whose file gives no names.
fn whose(lack: &Lack) -> Whose {
    match lack {
        Lack::Source(SourceError::Platform(other)) => Whose::OtherPlatform(other.clone()),
        _ => Whose::Unknown,
    }
}

/// Reads a project on a thread of its own: a large one takes a second. Where that breaks down, the
/// session goes on by the controller's own names, and says why.
async fn off_thread(
    read: impl FnOnce() -> Result<Names, SourceError> + Send + 'static,
) -> Result<Names, Lack> {
    match tokio::task::spawn_blocking(read).await {
        Ok(names) => Ok(names?),
        Err(_) => Err(Lack::Broken),
    }
}

/// What changes when somebody changes a file, or puts it there.
fn stamp(path: &Path) -> Option<(u64, Option<SystemTime>)> {
    std::fs::metadata(path).ok().map(|it| (it.len(), it.modified().ok()))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use axum::{Json, Router, http::StatusCode, routing::get};
    use serde_json::json;

    use super::*;
    use crate::{
        secret::Key,
        source::cache::Cache,
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
                Client::new(&url, &Key::new("tb_1").unwrap(), None).unwrap(),
                folder.path(),
            ),
            source: SourceConfig::Service,
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

    /// As where a key is replaced, or a network wants a login first.
    #[tokio::test]
    async fn while_the_service_says_nothing_of_the_project_its_copy_is_used() {
        let refusal = r#"{"error":"unauthorized","message":"no","isRetryable":false}"#;
        for (status, body) in [(401, refusal), (200, "<html>Log in</html>")] {
            let answer = async move || (StatusCode::from_u16(status).unwrap(), body);
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let url = format!("http://{}/api/v1", listener.local_addr().unwrap()).parse().unwrap();
            let router = Router::new().fallback(answer);
            let server = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
            let folder = tempfile::tempdir().unwrap();
            let tank = "DATA_BLOCK \"Tank\"\nSTRUCT a : Real; END_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n";
            let cache = Cache::new(folder.path(), "p");
            cache.keep("v1", "line.scl", tank.as_bytes()).unwrap();
            let client = Client::new(&url, &Key::new("tb_1").unwrap(), None).unwrap();
            let (publish, naming) = watch::channel(Naming::default());
            let (board, _status) = watch::channel(BridgeStatus::default());
            let line = Line::new(board, SessionView::default());
            let session = SessionConfig::new("a", "p", "s7://10.0.0.6".parse().unwrap());
            Keeper::new(&session, client, folder.path(), publish, line).fetch_in_the_end().await;
            server.abort();
            assert!(matches!(*naming.borrow(), Naming::Project(_)), "after {status}");
        }
    }

    /// A project on a disk that is there later.
    #[tokio::test(start_paused = true)]
    async fn a_file_that_comes_later_is_read_then() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("line.scl");
        let (publish, mut naming) = watch::channel(Naming::default());
        let (board, mut status) = watch::channel(BridgeStatus::default());
        let url = "http://127.0.0.1:1/api/v1".parse().unwrap();
        let client = Client::new(&url, &Key::new("tb_1").unwrap(), None).unwrap();
        let mut session = SessionConfig::new("a", "p", "s7://10.0.0.6".parse().unwrap());
        session.source = SourceConfig::File(path.clone());
        session.supplement.block_numbers = [("Tnak".to_owned(), 20)].into();
        let line = Line::new(board, SessionView::default());
        let keeper = Keeper::new(&session, client, folder.path(), publish, line);
        let (_fits, fit) = watch::channel(Fit::default());
        let keeping = tokio::spawn(keeper.run(fit));
        let source = |it: &BridgeStatus| it.sessions[0].source.clone().unwrap_or_default();
        let told = status.wait_for(|it| source(it).problem.is_some()).await.unwrap().clone();
        let problem = source(&told).problem.expect("it is told").to_string();
        assert!(problem.contains("line.scl") && problem.contains("check the path"), "{problem}");
        assert!(matches!(*naming.borrow_and_update(), Naming::Controllers(_)));
        let text = "DATA_BLOCK \"Tank\"\nSTRUCT a : Real; END_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n";
        std::fs::write(&path, text).unwrap();
        naming.wait_for(|it| matches!(it, Naming::Project(_))).await.expect("it is read");
        let told = source(&status.borrow());
        assert_eq!((told.problem, told.tags), (None, 1));
        assert!(
            told.remarks[0].to_string().contains("`Tnak`; did you mean `Tank`?"),
            "{:?}",
            told.remarks
        );
        keeping.abort();
    }
}
