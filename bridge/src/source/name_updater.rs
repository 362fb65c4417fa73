//! Downloads a session's project, follows its versions, and reports whether the controller matches it.
//!
//! A newer version is compared with the controller before it is used. Until the controller matches
//! it, the session uses the former version.

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, SystemTime},
};

use tagbridge_api::Timestamp;
use tagbridge_naming::{
    ExpectedController, Named, Names, Naming, ProjectDifferences, SourceError, Supplement, Trial,
};
use tagbridge_texts::{Coded, Message};
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

use super::{DownloadedFile, Library, ProjectFileError, SourceConfig, SourceView, causes};
use crate::{
    client::{Client, UplinkError},
    config::{CauseSet, SessionConfig},
    log_message::{LogMessage, event},
    status::{NewerVersion, SessionStatusEntry, VersionUsed},
};

/// Minimum time between two checks for a newer version.
const EVERY: Duration = Duration::from_secs(10);
/// The same after the service was unreachable, and if the key may not read the file.
const AGAIN: Duration = Duration::from_secs(30);
const FORBIDDEN: Duration = Duration::from_mins(5);
/// Maximum number of differences in the status.
const NAMED: usize = 20;

/// Keeps the names of a session up to date.
pub(crate) struct NameUpdater {
    source: SourceConfig,
    library: Library,
    project: String,
    scheme: String,
    supplement: Supplement,
    cause_set: CauseSet,
    /// The tags that explain others, by the version in use.
    causes: watch::Sender<Arc<[String]>>,
    /// Whether a newer version is used as soon as the controller matches it.
    follows: bool,
    every: Duration,
    publish: watch::Sender<Naming>,
    status: SessionStatusEntry,
    /// The version that was checked last.
    seen: Option<Version>,
    /// The version in use.
    used: Option<LoadedVersion>,
    /// A newer version that is being compared with the controller.
    candidate: Option<LoadedVersion>,
    /// Why there are no names, as shown.
    lack: Option<Message>,
}

/// The identity of a version of a project's file.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Version {
    /// The service's id of the version.
    Service(String),
    /// Length and modification time of the file.
    File(Option<(u64, Option<SystemTime>)>),
}

/// A version of the project.
#[derive(Debug, Clone)]
struct LoadedVersion {
    names: Arc<Names>,
    causes: Arc<[String]>,
    file: String,
    version_id: Option<String>,
}

impl NameUpdater {
    pub(crate) fn new(
        config: &SessionConfig,
        (client, push_interval): (Client, Duration),
        data: &Path,
        publish: watch::Sender<Naming>,
        status: SessionStatusEntry,
    ) -> Self {
        Self {
            source: config.source.clone(),
            library: Library::new(client, data),
            project: config.project.clone(),
            scheme: config.endpoint.scheme().to_owned(),
            supplement: config.supplement.clone(),
            cause_set: config.cause_set.clone(),
            causes: watch::Sender::default(),
            follows: config.follow_project,
            // Sessions that share a key check less often, as they also push less often.
            every: EVERY.max(push_interval),
            publish,
            status,
            seen: None,
            used: None,
            candidate: None,
            lack: None,
        }
    }

    /// The tags that explain others, always the latest.
    pub(crate) fn causes(&self) -> watch::Receiver<Arc<[String]>> {
        self.causes.subscribe()
    }

    /// Reads the names from their source, looks for newer versions of them, and reports whether the controller
    /// matches them. Runs until it is dropped.
    pub(crate) async fn run(mut self, named: Arc<Named>) {
        let (mut fit, mut trial) = (named.fit(), named.trial());
        let mut next = Instant::now();
        loop {
            tokio::select! {
                () = sleep_until(next) => next = self.look(&named).await,
                Ok(()) = fit.changed() => {
                    let fit = fit.borrow_and_update().clone();
                    self.tell(&fit);
                }
                Ok(()) = trial.changed() => {
                    let trial = trial.borrow_and_update().clone();
                    self.decide(trial.as_ref(), &named);
                }
            }
        }
    }

    /// Checks the project once; returns when to check again.
    async fn look(&mut self, named: &Named) -> Instant {
        let wait = match self.newer().await {
            Ok(None) => self.every,
            Ok(Some(loaded)) => {
                self.take(loaded, named);
                self.every
            }
            Err(lack) => {
                let wait = match &lack {
                    ProjectFileError::Service(UplinkError::Forbidden(_)) => FORBIDDEN,
                    lack if lack.is_open() => AGAIN,
                    _ => self.every,
                };
                self.miss(&lack).await;
                wait
            }
        };
        Instant::now() + wait
    }

    /// Reads the project's file; `None`: the version is still the one that was checked last.
    async fn newer(&mut self) -> Result<Option<LoadedVersion>, ProjectFileError> {
        if let SourceConfig::File(path) = &self.source {
            let stamp = std::fs::metadata(path).ok().map(|it| (it.len(), it.modified().ok()));
            let version = Some(Version::File(stamp));
            if self.seen == version {
                return Ok(None);
            }
            self.seen = version;
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let (path, scheme, supplement) =
                (path.clone(), self.scheme.clone(), self.supplement.clone());
            let open = move || Names::open(&path, &scheme, supplement);
            return self.load(open, file, None).await.map(Some);
        }
        if let Some(Version::Service(seen)) = &self.seen
            && self.library.version_id(&self.project).await? == *seen
        {
            return Ok(None);
        }
        let fetched = self.library.current(&self.project).await?;
        self.seen = Some(Version::Service(fetched.version_id.clone()));
        self.read(fetched).await.map(Some)
    }

    async fn read(&self, fetched: DownloadedFile) -> Result<LoadedVersion, ProjectFileError> {
        let DownloadedFile { file_name: file, version_id, bytes } = fetched;
        let (name, scheme, supplement) =
            (file.clone(), self.scheme.clone(), self.supplement.clone());
        let open = move || Names::of_bytes(name, bytes, &scheme, supplement);
        self.load(open, file, Some(version_id)).await
    }

    /// Reads a project on a separate thread, because a large one takes a second. If this fails, the
    /// session continues with the controller's own names and reports the reason.
    async fn load(
        &self,
        open: impl FnOnce() -> Result<Names, SourceError> + Send + 'static,
        file: String,
        version_id: Option<String>,
    ) -> Result<LoadedVersion, ProjectFileError> {
        let of = self.cause_set.clone();
        let read = move || open().map(|names| (causes(&names, &of), names));
        let read = tokio::task::spawn_blocking(read).await.map_err(|_| ProjectFileError::Broken)?;
        let (causes, names) = read?;
        Ok(LoadedVersion { names: Arc::new(names), causes: causes.into(), file, version_id })
    }

    /// Uses a version if it is the first one, or if its content is the same. Otherwise compares it first.
    fn take(&mut self, loaded: LoadedVersion, named: &Named) {
        let hash = |it: &LoadedVersion| it.names.symbols.project().hash.clone();
        let is_known = self.used.as_ref().is_none_or(|it| hash(it) == hash(&loaded));
        if is_known || self.source == SourceConfig::Controller {
            named.compare_with(None);
            return self.adopt(loaded);
        }
        let file = loaded.file.clone();
        let newer = if self.follows {
            named.compare_with(Some(Arc::clone(&loaded.names)));
            self.candidate = Some(loaded);
            NewerVersion::Compared { file }
        } else {
            NewerVersion::Ask { file }
        };
        self.show_newer(newer.message());
    }

    /// Uses the newer version if the controller matches it. Otherwise shows why not.
    fn decide(&mut self, trial: Option<&Trial>, named: &Named) {
        let Some(trial) = trial else { return };
        let is_it = |it: &mut LoadedVersion| Arc::ptr_eq(&it.names, &trial.names);
        let Some(candidate) = self.candidate.take_if(is_it) else { return };
        match &trial.mismatch {
            None => {
                named.accept_program();
                let (file, at) = (candidate.file.clone(), Timestamp::now().to_string());
                event!(info, LogMessage::ProjectVersionUsed, file);
                named.compare_with(None);
                self.adopt(candidate);
                let note = if trial.is_shown {
                    VersionUsed::Matched { file, at }.message()
                } else {
                    VersionUsed::TagsAlike { file, at }.message()
                };
                self.status.update(|it| {
                    it.notes.retain(|it| !it.is_of::<VersionUsed>());
                    it.notes.push(note);
                });
            }
            Some(why) => {
                let (file, why) = (candidate.file.clone(), why.clone());
                self.candidate = Some(candidate);
                self.show_newer(NewerVersion::Differs { file, why }.message());
            }
        }
    }

    /// Uses this version from now on. If the session uses the names in the controller, the version
    /// only determines the expected controller.
    fn adopt(&mut self, loaded: LoadedVersion) {
        (self.candidate, self.lack) = (None, None);
        let names = Arc::clone(&loaded.names);
        if self.source == SourceConfig::Controller {
            let whose = ExpectedController::Project(names);
            self.publish.send_replace(Naming::Controllers(whose));
        } else {
            let view = SourceView::of(&names, &loaded.file, loaded.version_id.clone());
            for remark in &view.remarks {
                event!(warn, LogMessage::RemarkOnConfiguration, ?remark);
            }
            event!(info, LogMessage::NamedByProject, project = view.project, tags = view.tags);
            self.status.update(|it| it.source = Some(view));
            self.publish.send_replace(Naming::Project(names));
            self.causes.send_replace(Arc::clone(&loaded.causes));
        }
        self.used = Some(loaded);
    }

    /// Handles a version that cannot be downloaded or used.
    async fn miss(&mut self, lack: &ProjectFileError) {
        if self.used.is_some() {
            // The version in use stays; a failed download is repeated.
            if let ProjectFileError::Source(error) = lack {
                let why = error.message();
                self.show_newer(NewerVersion::Unreadable { why }.message());
            }
        } else if self.source == SourceConfig::Controller {
            self.publish.send_replace(Naming::Controllers(whose(lack)));
        } else if !lack.is_open() || !self.load_copy().await {
            self.without(lack);
        }
    }

    /// Uses the stored copy.
    async fn load_copy(&mut self) -> bool {
        let copy = self.library.copy(&self.project);
        let Some(copy) = copy.filter(|_| self.source == SourceConfig::Service) else {
            return false;
        };
        let version_id = copy.version_id.clone();
        match self.read(copy).await {
            Ok(loaded) => {
                event!(info, LogMessage::ProjectFromCopy, version = version_id);
                self.seen = Some(Version::Service(version_id));
                self.adopt(loaded);
                true
            }
            Err(error) => {
                event!(warn, LogMessage::CopyUseless, error = ?Message::from(&error));
                false
            }
        }
    }

    fn without(&mut self, lack: &ProjectFileError) {
        let problem = Some(match lack {
            ProjectFileError::Source(error) => Message::all([error.message(), error.remedy()]),
            lack => lack.message(),
        });
        if self.lack == problem {
            return;
        }
        event!(info, LogMessage::NamedByController, why = ?Message::from(lack));
        self.lack.clone_from(&problem);
        self.status.update(|it| it.source = Some(SourceView { problem, ..SourceView::default() }));
        self.publish.send_replace(Naming::Controllers(whose(lack)));
    }

    /// Shows that there is a newer version that is not used.
    fn show_newer(&self, newer: Message) {
        let Some(used) = &self.used else { return };
        let mut view = SourceView::of(&used.names, &used.file, used.version_id.clone());
        view.remarks.push(newer);
        self.status.update(|it| {
            if let Some(source) = &mut it.source {
                source.remarks = view.remarks;
            }
        });
    }

    fn tell(&self, fit: &ProjectDifferences) {
        if let Some(first) = fit.differences.first() {
            let differing = fit.differences.len();
            event!(warn, LogMessage::ControllerDiffers, differing, ?first);
        }
        self.status.update(|it| {
            if let Some(source) = &mut it.source {
                source.differences = fit.differences.iter().take(NAMED).cloned().collect();
                source.differing = fit.differences.len();
            }
        });
    }
}

/// The expected controller, for a project whose file has no usable names.
fn whose(lack: &ProjectFileError) -> ExpectedController {
    match lack {
        ProjectFileError::Source(SourceError::Platform(other)) => {
            ExpectedController::OtherPlatform(other.clone())
        }
        _ => ExpectedController::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use axum::{Json, Router, http::StatusCode, routing::get};
    use serde_json::json;

    use tagbridge_driver::{Connection, Driver, Reading, TagSet};

    use super::*;
    use crate::{
        fake::Controller,
        secret::Key,
        source::cache::Cache,
        status::{BridgeStatus, SessionView},
    };

    /// A controller with tags of the type DINT.
    fn named(naming: watch::Receiver<Naming>) -> Arc<Named> {
        Arc::new(Named::new(Arc::new(Controller::default()), naming))
    }

    /// A project with one tag of this type.
    fn project(type_name: &str, comment: &str) -> String {
        format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" TargetName="conveyor" TargetType="Controller">
<Controller Use="Target" Name="conveyor" ProcessorType="PLC-1"><Tags>
<Tag Name="Speed" TagType="Base" DataType="{type_name}" ExternalAccess="Read/Write">
<Description>{comment}</Description></Tag></Tags></Controller></RSLogix5000Content>"#
        )
    }

    async fn is_good(connection: &mut Box<dyn Connection>) -> bool {
        let scan = connection.read(&TagSet::new(["Speed"])).await.expect("it reads");
        matches!(scan.answers[0].reading, Reading::Good(_))
    }

    /// Versions of a file and the expected results: whether the value is good, and the shown text.
    async fn check_versions(follows: bool, versions: &[(&str, bool, Option<&str>)]) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("line.L5X");
        std::fs::write(&path, project(versions[0].0, "first")).unwrap();
        let (publish, naming) = watch::channel(Naming::default());
        let (board, status) = watch::channel(BridgeStatus::default());
        let url = "http://127.0.0.1:1/api/v1".parse().unwrap();
        let client = Client::new(&url, &Key::new("tb_1").unwrap(), None).unwrap();
        let mut session = SessionConfig::new("a", "p", "logix://10.0.0.5".parse().unwrap());
        session.source = SourceConfig::File(path.clone());
        session.follow_project = follows;
        let line = SessionStatusEntry::new(board, SessionView::default());
        let keeper = NameUpdater::new(&session, (client, EVERY), folder.path(), publish, line);
        let named = named(naming);
        let keeping = tokio::spawn(keeper.run(Arc::clone(&named)));
        let mut connection = named.connect().await.expect("it connects");
        for (place, (type_name, good, said)) in versions.iter().enumerate() {
            if place > 0 {
                let comment = "x".repeat(place);
                std::fs::write(&path, project(type_name, &comment)).unwrap();
            }
            let mut was_good = Vec::new();
            for _ in 0..25 {
                was_good.push(is_good(&mut connection).await);
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            assert_eq!(was_good.last(), Some(good), "{versions:?} at {place}: {was_good:?}");
            let was_fine = place > 0 && versions[place - 1].1;
            assert!(!was_fine || was_good.iter().all(|it| it == good), "{was_good:?}");
            let view = status.borrow().sessions[0].clone();
            let source = view.source.expect("it is told");
            let all = Message::all(source.remarks.into_iter().chain(view.notes)).to_string();
            match said {
                Some(said) => assert!(all.contains(said), "{versions:?} at {place}: {all}"),
                None => assert_eq!(all, "", "{versions:?} at {place}"),
            }
        }
        keeping.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn a_newer_version_is_used_as_soon_as_the_controller_matches_it() {
        let used = Some("uses a newer version");
        let waits = Some("the controller does not match it: Speed");
        check_versions(true, &[("DINT", true, None)]).await;
        // The controller was changed first, then the file.
        check_versions(true, &[("REAL", false, None), ("DINT", true, used)]).await;
        // The file was changed first: the former version stays in use.
        check_versions(true, &[("DINT", true, None), ("REAL", true, waits)]).await;
        check_versions(true, &[("DINT", true, None), ("REAL", true, waits), ("DINT", true, used)])
            .await;
        let asks = Some("start the session again");
        check_versions(false, &[("REAL", false, None), ("DINT", false, asks)]).await;
    }

    /// A service whose project is replaced during the download of its file.
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
        let client = Client::new(&url, &Key::new("tb_1").unwrap(), None).unwrap();
        let session = SessionConfig::new("a", "p", "s7://10.0.0.6".parse().unwrap());
        let line = SessionStatusEntry::new(board, SessionView::default());
        let named = named(naming.clone());
        let mut keeper = NameUpdater::new(&session, (client, EVERY), folder.path(), publish, line);
        keeper.look(&named).await;
        server.abort();
        let copy = keeper.library.copy("p").expect("it was kept");
        assert_eq!(copy.version_id, "v2");
        assert!(String::from_utf8_lossy(&copy.bytes).contains("Level2"));
        assert!(matches!(*naming.borrow(), Naming::Project(_)));
        let source = status.borrow().sessions[0].source.clone().expect("it is told");
        assert_eq!(source.version_id.as_deref(), Some("v2"));
    }

    /// For example after the key was replaced, or in a network that requires a login.
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
            let line = SessionStatusEntry::new(board, SessionView::default());
            let session = SessionConfig::new("a", "p", "s7://10.0.0.6".parse().unwrap());
            let named = named(naming.clone());
            let mut keeper =
                NameUpdater::new(&session, (client, EVERY), folder.path(), publish, line);
            keeper.look(&named).await;
            server.abort();
            assert!(matches!(*naming.borrow(), Naming::Project(_)), "after {status}");
        }
    }

    /// A project on a disk that is mounted later.
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
        let line = SessionStatusEntry::new(board, SessionView::default());
        let keeper = NameUpdater::new(&session, (client, EVERY), folder.path(), publish, line);
        let named = named(naming.clone());
        let keeping = tokio::spawn(keeper.run(named));
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
