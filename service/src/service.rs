//! The service as its owner holds it: open, serve, and manage projects and keys.

use std::{
    fmt, io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::serve::ListenerExt;
use tagbridge_api::{Timestamp, project::Project, upload::Uploaded};
use tagbridge_project::ProjectError;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::{
    ClaimError, Options,
    claim::Claim,
    http::{self, InFlight, Rates},
    store::{self, KeyInfo, NewKey, NewProject, Secret, Store, StoreError, VersionError},
    upload,
};

/// How long open requests may take to end when the service is told to stop.
const GRACE: Duration = Duration::from_secs(10);

/// The service on one data directory. A clone is the same service.
///
/// Methods that are not `async` block on the disk for a moment.
#[derive(Clone)]
pub struct Service(Arc<Inner>);

struct Inner {
    store: Store,
    data_dir: PathBuf,
    /// While it serves.
    claim: Mutex<Option<Claim>>,
    options: Options,
    rates: Rates,
    in_flight: InFlight,
}

impl Service {
    /// Opens the data directory, making it and the database in it where they are missing. Another
    /// process may have it open as well, to make keys and projects; each sees the other's changes
    /// at once.
    pub fn open(data_dir: &Path, options: Options) -> Result<Self, StoreError> {
        Ok(Self(Arc::new(Inner {
            store: Store::open(data_dir)?,
            data_dir: data_dir.to_owned(),
            claim: Mutex::default(),
            rates: Rates::new(options.requests_per_minute),
            in_flight: InFlight::default(),
            options,
        })))
    }

    /// Whether a service keeps its data in this directory.
    pub fn is_in(data_dir: &Path) -> bool {
        Store::is_in(data_dir)
    }

    /// The API as a router, every path under [`tagbridge_api::PREFIX`].
    pub fn router(&self) -> axum::Router {
        http::router(self.clone())
    }

    /// Takes the data directory for serving it at this address, before anybody is told of that.
    /// Whoever has taken it keeps it until [`serve`](Service::serve) returns.
    pub fn claim(&self, address: SocketAddr) -> Result<(), ClaimError> {
        let mut claim = self.0.claim.lock().unwrap_or_else(PoisonError::into_inner);
        if claim.is_none() {
            let holder = format!("process {}, http://{address}", std::process::id());
            *claim = Some(Claim::take(&self.0.data_dir, &holder)?);
        }
        Ok(())
    }

    /// Serves the API until `stop`; then open requests end, within ten seconds, and it returns.
    /// Refused where another service serves this data directory.
    pub async fn serve(&self, listener: TcpListener, stop: CancellationToken) -> io::Result<()> {
        self.claim(listener.local_addr()?)
            .map_err(|error| io::Error::new(io::ErrorKind::ResourceBusy, error))?;
        let served = self.serve_claimed(listener, stop).await;
        drop(self.0.claim.lock().unwrap_or_else(PoisonError::into_inner).take());
        served
    }

    async fn serve_claimed(
        &self,
        listener: TcpListener,
        stop: CancellationToken,
    ) -> io::Result<()> {
        let listener = listener.tap_io(|connection| {
            if let Err(error) = connection.set_nodelay(true) {
                tracing::debug!(%error, "a connection keeps its delay");
            }
        });
        let overdue = stop.clone();
        let serving = axum::serve(listener, self.router())
            .with_graceful_shutdown(stop.cancelled_owned())
            .into_future();
        tokio::select! {
            result = serving => result,
            () = async { overdue.cancelled().await; tokio::time::sleep(GRACE).await } => {
                tracing::warn!(grace = ?GRACE, "open requests were cut off");
                Ok(())
            }
        }
    }

    /// Makes an empty project.
    pub fn create_project(&self, project: NewProject) -> Result<Project, StoreError> {
        self.store().write(|tx| store::create_project(tx, project, self.now()))
    }

    /// Makes a project of a vendor's file, or the next version of the project that it belongs to,
    /// as `POST /projects` does, but of any size. Without a name it has the one that the file
    /// tells.
    pub fn add_project(
        &self,
        name: Option<String>,
        file_name: &str,
        file: Vec<u8>,
    ) -> Result<Uploaded, AddError> {
        let version = upload::read(name, file_name, file)?;
        let uploaded = self.store().write(|tx| store::ingest(tx, &version, None, self.now()))?;
        Ok(uploaded)
    }

    /// All projects, most recently touched first.
    pub fn projects(&self) -> Result<Vec<Project>, StoreError> {
        self.store().read(store::all_projects)
    }

    /// Makes a key. Its secret is shown this once and stored nowhere.
    pub fn create_key(&self, key: NewKey) -> Result<(KeyInfo, Secret), StoreError> {
        self.store().write(|tx| store::create_key(tx, key, self.now()))
    }

    /// All keys, revoked ones too, the oldest first.
    pub fn list_keys(&self) -> Result<Vec<KeyInfo>, StoreError> {
        self.store().read(store::list_keys)
    }

    /// Ends a key's validity, from the next request on. False: there is no such key.
    pub fn revoke_key(&self, id: &str) -> Result<bool, StoreError> {
        self.store().write(|tx| store::revoke_key(tx, id, self.now()))
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn options(&self) -> &Options {
        &self.0.options
    }

    pub(crate) fn rates(&self) -> &Rates {
        &self.0.rates
    }

    pub(crate) fn in_flight(&self) -> &InFlight {
        &self.0.in_flight
    }

    pub(crate) fn now(&self) -> Timestamp {
        (self.0.options.clock)()
    }
}

/// Why a file became no project.
#[derive(Debug, thiserror::Error)]
pub enum AddError {
    /// It cannot be read as one.
    #[error(transparent)]
    Unreadable(#[from] ProjectError),
    /// It was not stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<VersionError> for AddError {
    fn from(error: VersionError) -> Self {
        // Without a scope and without a project that is named, nothing else can be wrong.
        match error {
            VersionError::Database(error) => Self::Store(error.into()),
            error => Self::Store(StoreError::Database(rusqlite::Error::ToSqlConversionFailure(
                error.into(),
            ))),
        }
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("store", self.store()).finish_non_exhaustive()
    }
}
