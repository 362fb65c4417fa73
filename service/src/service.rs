//! The service for its owner: open, serve, and manage projects and keys.

use std::{
    fmt, io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tagbridge_api::{
    Error,
    project::{Project, ProjectChange, VersionList},
    upload::Uploaded,
};
use tagbridge_store::{
    AuditEntry, Billing, DataPlace, Enrolment, KeyInfo, Org, Organization, StoreError, Team,
};
use tagbridge_texts::Language;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpListener,
    task::JoinHandle,
    time,
};
use tokio_util::sync::CancellationToken;

use crate::{
    AddError, ClaimError, Figures, KeyError, KeySecret, NewEnrolment, NewKey, NewProject, Options,
    OrgError,
    claim::Claim,
    core::{Core, enrol, keys, organizations, projects, uploads},
    http,
    log_message::{LogMessage, event},
    mcp,
    mqtt::{Intake, IntakeView},
};

/// Time-out of open requests when the service ends.
const GRACE: Duration = Duration::from_secs(10);
/// Time-out for the disconnection from a broker.
const FAREWELL: Duration = Duration::from_secs(3);

/// The service on one data directory. A clone is the same service.
///
/// Methods that are not `async` block on the disk for a moment.
#[derive(Clone)]
pub struct Service {
    inner: Arc<Inner>,
    /// The organization that it manages.
    org: Org,
}

struct Inner {
    core: Core,
    data_dir: PathBuf,
    intake: Option<Arc<Intake>>,
    /// Claimed while it serves.
    claim: Mutex<Option<Claim>>,
}

impl Service {
    /// Opens the data directory; creates it and its database if they are missing. Another process
    /// may use it at the same time to create keys and projects; each process sees the changes of
    /// the other at once.
    pub fn open(data_dir: &Path, options: Options) -> Result<Self, StoreError> {
        let intake = options.subscription.clone().map(|it| Arc::new(Intake::new(it)));
        let inner = Inner {
            core: Core::open(data_dir, options)?,
            intake,
            data_dir: data_dir.to_owned(),
            claim: Mutex::default(),
        };
        Ok(Self { inner: Arc::new(inner), org: Org::local() })
    }

    /// Whether this directory contains the data of a service.
    pub fn is_in(data_dir: &Path) -> bool {
        DataPlace::is_in(data_dir)
    }

    /// The file in this directory that names the place of the data, if there is one.
    pub fn store_file(data_dir: &Path) -> Option<PathBuf> {
        DataPlace::file_in(data_dir)
    }

    /// Copies the data of one folder to an empty one, consistently while a service uses it; returns
    /// the number of project files. Verifies each byte of the copy. Blocks.
    pub fn copy(from: &Path, to: &Path) -> Result<usize, StoreError> {
        DataPlace::copy(from, to)
    }

    /// The API as a router, every path under [`tagbridge_api::PREFIX`].
    pub fn router(&self) -> axum::Router {
        http::router(self.inner.core.clone())
    }

    /// Claims the data directory for a service at this address, before the address is published.
    /// The claim ends when [`serve`](Service::serve) returns.
    pub fn claim(&self, address: SocketAddr) -> Result<(), ClaimError> {
        let mut claim = self.inner.claim.lock().unwrap_or_else(PoisonError::into_inner);
        if claim.is_none() {
            let holder = format!("process {}, {}://{address}", std::process::id(), self.scheme());
            let taken = Claim::take(&self.inner.data_dir, &holder)?;
            let name = format!("{}, {holder}", gethostname::gethostname().display());
            self.inner.core.join(&name, true)?;
            *claim = Some(taken);
        }
        Ok(())
    }

    /// How clients reach it: `https` or `http`.
    pub fn scheme(&self) -> &'static str {
        if self.inner.core.options().tls.is_some() { "https" } else { "http" }
    }

    /// Serves the API until `stop`; then waits up to ten seconds for open requests. Refused if
    /// another service serves this data directory.
    pub async fn serve(&self, listener: TcpListener, stop: CancellationToken) -> io::Result<()> {
        self.claim(listener.local_addr()?)
            .map_err(|error| io::Error::new(io::ErrorKind::ResourceBusy, error))?;
        self.serve_claimed(listener, stop).await;
        drop(self.inner.claim.lock().unwrap_or_else(PoisonError::into_inner).take());
        Ok(())
    }

    /// Serves an assistant with the agents' tools, one message per line, until it closes its end; a
    /// user with access to the data needs no key. Without `may_write` there are only tools that do
    /// not change data. Another process may use the data at the same time.
    pub async fn serve_assistant(
        &self,
        may_write: bool,
        reads: impl AsyncRead + Send + Unpin + 'static,
        writes: impl AsyncWrite + Send + Unpin + 'static,
    ) -> io::Result<()> {
        let core = self.inner.core.clone();
        let name = format!("process {}, an assistant's", std::process::id());
        let joined = core.blocking(move |core| core.join(&name, false)).await;
        joined.map_err(io::Error::other)?;
        let served = tokio::select! {
            served = mcp::serve_owner(core.clone(), self.router(), may_write, reads, writes) => served,
            () = core.keep_registered() => Ok(()),
        };
        core.blocking(Core::leave).await;
        served
    }

    async fn serve_claimed(&self, listener: TcpListener, stop: CancellationToken) {
        let core = &self.inner.core;
        core.stop(false);
        core.take_over().await;
        let taking = self.take(&stop);
        let serving = http::serve(listener, self.router(), core.options(), stop.clone());
        let over = async {
            stop.cancelled().await;
            core.stop(true);
            time::sleep(GRACE).await;
        };
        tokio::select! {
            () = serving => {}
            () = core.keep_up() => {}
            () = core.keep_registered() => {}
            () = over => event!(warn, LogMessage::RequestsCutOff, grace = ?GRACE),
        }
        core.stop(true);
        if let Some((mut task, stop)) = taking {
            stop.cancel();
            if time::timeout(FAREWELL, &mut task).await.is_err() {
                task.abort();
            }
        }
        core.blocking(Core::leave).await;
    }

    /// Starts the subscription to a broker, if it is configured; returns its task, and how to stop
    /// it.
    fn take(&self, stop: &CancellationToken) -> Option<(JoinHandle<()>, CancellationToken)> {
        let intake = self.inner.intake.clone()?;
        let (core, data, stop) =
            (self.inner.core.clone(), self.inner.data_dir.clone(), stop.child_token());
        let until = stop.clone();
        Some((tokio::spawn(async move { intake.run(core, &data, until).await }), stop))
    }

    /// The status of the subscription to an MQTT broker; `None` if it is not configured.
    pub fn intake(&self) -> Option<IntakeView> {
        Some(self.inner.intake.as_ref()?.view())
    }

    /// Deletes expired data, as a running service does every six hours.
    pub fn tidy(&self) {
        self.inner.core.tidy();
    }

    /// The same service for the manager of this organization's projects, teams and keys; initially,
    /// it manages the default organization.
    pub fn for_org(&self, id: &str) -> Result<Self, OrgError> {
        let org = organizations::find(&self.inner.core, id)?;
        Ok(Self { inner: self.inner.clone(), org })
    }

    /// The contents of the service, over all organizations.
    pub fn figures(&self) -> Result<Figures, StoreError> {
        organizations::figures(&self.inner.core)
    }

    /// Creates an organization, which shares only the service with others.
    pub fn create_org(&self, id: &str, name: &str) -> Result<Organization, OrgError> {
        organizations::create(&self.inner.core, id, name)
    }

    /// All organizations, the oldest first.
    pub fn orgs(&self) -> Result<Vec<Organization>, StoreError> {
        organizations::all(&self.inner.core)
    }

    /// Changes how the organization pays for its projects.
    pub fn set_billing(&self, billing: &Billing) -> Result<(), OrgError> {
        organizations::set_billing(&self.inner.core, &self.org, billing)
    }

    /// Creates a team.
    pub fn create_team(&self, name: &str) -> Result<Team, StoreError> {
        organizations::create_team(&self.inner.core, &self.org, name)
    }

    /// The teams, the oldest first.
    pub fn teams(&self) -> Result<Vec<Team>, StoreError> {
        organizations::teams(&self.inner.core, &self.org)
    }

    /// Assigns a project to a team, or to no team. False if the team does not exist.
    pub fn assign(&self, project: &str, team: Option<&str>) -> Result<bool, Box<Error>> {
        organizations::assign(&self.inner.core, &self.org, project, team)
            .map_err(|refusal| Box::new(refusal.error(Language::English)))
    }

    /// Creates an empty project.
    #[expect(clippy::needless_pass_by_value, reason = "what is to be made is handed over")]
    pub fn create_project(&self, project: NewProject) -> Result<Project, StoreError> {
        projects::create(&self.inner.core, &self.org, &project)
    }

    /// Creates a project from a vendor's file, or the next version of the project that it belongs
    /// to, like `POST /projects`, but without a size limit; the result contains the reason. By
    /// default it has the name in the file.
    pub fn add_project(
        &self,
        name: Option<String>,
        file_name: &str,
        file: Vec<u8>,
    ) -> Result<Uploaded, AddError> {
        uploads::add(&self.inner.core, &self.org, name, None, file_name, file)
    }

    /// Makes a vendor's file the current version of this project, for any name in the file.
    pub fn add_version(
        &self,
        project: &str,
        file_name: &str,
        file: Vec<u8>,
    ) -> Result<Uploaded, AddError> {
        uploads::add(&self.inner.core, &self.org, None, Some(project), file_name, file)
    }

    /// All archived or all other projects, most recently touched first.
    pub fn projects(&self, archived: bool) -> Result<Vec<Project>, StoreError> {
        projects::all(&self.inner.core, &self.org, archived)
    }

    /// Changes a project's name, or whether it is archived.
    pub fn change_project(&self, id: &str, change: &ProjectChange) -> Result<Project, Box<Error>> {
        self.inner
            .core
            .change_project(&self.org, id, change)
            .map_err(|refusal| Box::new(refusal.error(Language::English)))
    }

    /// Deletes an archived project with all its data; returns its last state.
    pub fn delete_project(&self, id: &str) -> Result<Project, Box<Error>> {
        self.inner
            .core
            .delete_project(&self.org, id)
            .map_err(|refusal| Box::new(refusal.error(Language::English)))
    }

    /// A project's versions, the newest first.
    pub fn versions(&self, id: &str) -> Result<VersionList, Box<Error>> {
        self.inner
            .core
            .versions_of(&self.org, id)
            .map_err(|refusal| Box::new(refusal.error(Language::English)))
    }

    /// The name and the bytes of the file of a version; of the current one if no number is given.
    pub fn version_file(
        &self,
        id: &str,
        number: Option<u32>,
    ) -> Result<(String, Vec<u8>), Box<Error>> {
        let found = self.inner.core.version_file(&self.org, id, number);
        found.map_err(|refusal| Box::new(refusal.error(Language::English)))
    }

    /// Makes an older version of a project current again.
    pub fn use_version(&self, id: &str, number: u32) -> Result<Uploaded, Box<Error>> {
        self.inner
            .core
            .use_version(&self.org, id, number)
            .map_err(|refusal| Box::new(refusal.error(Language::English)))
    }

    /// Creates a key. Its secret is returned only now and not stored.
    pub fn create_key(&self, key: NewKey) -> Result<(KeyInfo, KeySecret), KeyError> {
        keys::create(&self.inner.core, &self.org, key)
    }

    /// All keys, with revoked ones, the oldest first.
    pub fn list_keys(&self) -> Result<Vec<KeyInfo>, StoreError> {
        keys::list(&self.inner.core, &self.org)
    }

    /// Creates a key with the same permissions and a new secret, and lets the old one expire after
    /// a time in which both are valid. `None`: the old key does not exist or is not valid.
    pub fn rotate_key(
        &self,
        id: &str,
        both_valid: Duration,
    ) -> Result<Option<(KeyInfo, KeySecret)>, KeyError> {
        keys::rotate(&self.inner.core, &self.org, id, both_valid)
    }

    /// Creates a code with which devices get their own keys. Its text is returned only now.
    pub fn create_enrolment(&self, code: NewEnrolment) -> Result<(Enrolment, KeySecret), KeyError> {
        enrol::create(&self.inner.core, &self.org, code)
    }

    /// All such codes, with revoked ones, the oldest first.
    pub fn list_enrolments(&self) -> Result<Vec<Enrolment>, StoreError> {
        enrol::list(&self.inner.core, &self.org)
    }

    /// Revokes a code; its keys remain valid. False if it does not exist.
    pub fn revoke_enrolment(&self, id: &str) -> Result<bool, StoreError> {
        enrol::revoke(&self.inner.core, &self.org, id)
    }

    /// The audit log, most recent first.
    pub fn audit(&self, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        self.inner.core.audit(&self.org, limit)
    }

    /// Revokes a key, from the next request on. False if it does not exist.
    pub fn revoke_key(&self, id: &str) -> Result<bool, StoreError> {
        keys::revoke(&self.inner.core, &self.org, id)
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("data_dir", &self.inner.data_dir).finish_non_exhaustive()
    }
}
