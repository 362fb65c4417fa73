//! The service in use.

use std::{
    net::SocketAddr,
    sync::{Mutex, atomic::AtomicBool},
};

use tagbridge_api::{PREFIX, Permission};
use tagbridge_bridge::{Client, Library};
use tagbridge_service::{NewKey, Options, Service};
use tagbridge_texts::Message;
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};
use tokio_util::sync::{CancellationToken, DropGuard};
use url::Url;

use crate::{
    failures::invalid,
    log_message::{LogMessage, event},
    problem::{Problem, Remedy},
    stored_state::SelectedService,
    view::{Failure, KeyPlace, ServiceConnection, ServiceKind, ServiceState},
};

/// The name of the key that a desk creates.
const KEY_NAME: &str = "this computer";

/// The service in use.
pub(crate) struct ConnectedService {
    pub(crate) kind: ServiceKind,
    pub(crate) url: Url,
    pub(crate) client: Client,
    /// The files of its projects.
    pub(crate) library: Library,
    pub(crate) key_place: Option<KeyPlace>,
    pub(crate) built_in: Option<BuiltIn>,
}

/// The configured service, and its state.
pub(crate) struct ServiceInUse {
    /// `None`: no service is used.
    pub(crate) connected: Mutex<Option<ConnectedService>>,
    pub(crate) state: watch::Sender<ServiceConnection>,
    /// Whether its state was requested since a screen was opened.
    pub(crate) is_known: AtomicBool,
    /// The service that sessions of the last run wait for, until it is usable again.
    pub(crate) owes_sessions: Mutex<Option<SelectedService>>,
}

impl ServiceInUse {
    /// Creates the state without a service.
    pub(crate) fn new() -> Self {
        Self {
            connected: Mutex::default(),
            state: watch::Sender::new(none()),
            is_known: AtomicBool::new(false),
            owes_sessions: Mutex::default(),
        }
    }
}

/// The state without a selected service.
pub(crate) fn none() -> ServiceConnection {
    ServiceConnection {
        kind: ServiceKind::None,
        url: String::new(),
        state: ServiceState::Unknown,
        organization: None,
        latency_ms: None,
        answered_at: None,
        permissions: Vec::new(),
        key_place: None,
        no_keychain: None,
    }
}

/// The built-in service, running in this process. Dropping it stops it.
pub(crate) struct BuiltIn {
    pub(crate) service: Service,
    stop: DropGuard,
    serving: JoinHandle<()>,
}

impl BuiltIn {
    /// Opens its data and serves it; returns the address and a key for this run.
    pub(crate) async fn start(
        data: &std::path::Path,
        wanted: SocketAddr,
    ) -> Result<(Self, Url, String), Failure> {
        let service = Service::open(&data.join("service"), Options::default())?;
        let listener = listen(wanted).await?;
        let address = listener.local_addr().map_err(|error| cannot_listen(wanted, error))?;
        service.claim(address)?;
        let secret = new_key(&service)?;
        let stop = CancellationToken::new();
        let (serving, stopper) = (service.clone(), stop.clone());
        let serving = tokio::spawn(async move {
            if let Err(error) = serving.serve(listener, stopper).await {
                event!(error, LogMessage::ServiceEnded, error = ?Message::system(&error));
            }
        });
        let url = address_of(&format!("http://{address}{PREFIX}"))?;
        event!(info, LogMessage::ServiceListens, %address);
        Ok((Self { service, stop: stop.drop_guard(), serving }, url, secret))
    }

    /// Stops it; returns after its data is released.
    pub(crate) async fn stop(self) {
        drop(self.stop);
        if self.serving.await.is_err() {
            event!(error, LogMessage::ServiceBrokeDown);
        }
    }
}

/// Parses the base address of a service that a user entered.
pub(crate) fn address_of(text: &str) -> Result<Url, Failure> {
    let mut url = Url::parse(text.trim())
        .ok()
        .filter(|it| it.has_host() && matches!(it.scheme(), "http" | "https"))
        .ok_or_else(|| invalid(&Problem::ServiceAddress, &Remedy::ServiceAddress))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(invalid(&Problem::ServiceLogin, &Remedy::OwnField));
    }
    url.set_query(None);
    url.set_fragment(None);
    if !url.path().trim_end_matches('/').ends_with(PREFIX) {
        let path = format!("{}{PREFIX}", url.path().trim_end_matches('/'));
        url.set_path(&path);
    }
    Ok(url)
}

/// The preferred port if it is free, so that the address stays the same; another one otherwise.
async fn listen(wanted: SocketAddr) -> Result<TcpListener, Failure> {
    match TcpListener::bind(wanted).await {
        Ok(listener) => Ok(listener),
        Err(error) => {
            event!(info, LogMessage::ServiceOtherPort, %wanted, error = ?Message::system(&error));
            let any = SocketAddr::new(wanted.ip(), 0);
            TcpListener::bind(any).await.map_err(|error| cannot_listen(any, error))
        }
    }
}

fn cannot_listen(address: SocketAddr, why: std::io::Error) -> Failure {
    let address = address.to_string();
    Failure::new("disk", &Problem::NotListening { address, why }, &Remedy::LoopbackPorts)
}

/// Creates a key for this run; those of earlier runs are revoked.
fn new_key(service: &Service) -> Result<String, Failure> {
    for key in service.list_keys()? {
        if key.name == KEY_NAME && key.revoked_at.is_none() {
            service.revoke_key(&key.id)?;
        }
    }
    let (_, secret) = service.create_key(NewKey {
        name: KEY_NAME.into(),
        permissions: Permission::ALL.to_vec(),
        ..NewKey::default()
    })?;
    Ok(secret.reveal().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_completed_and_a_secret_in_it_refused() {
        for (text, expected) in [
            ("https://plant.example", "https://plant.example/api/v1"),
            (" https://plant.example/ ", "https://plant.example/api/v1"),
            ("https://plant.example/dca/api/v1/", "https://plant.example/dca/api/v1/"),
            ("http://127.0.0.1:8750?x=1#y", "http://127.0.0.1:8750/api/v1"),
        ] {
            assert_eq!(address_of(text).expect(text).as_str(), expected);
        }
        for text in ["plant.example", "ftp://plant.example", "https://joe:canary@plant.example"] {
            let error = address_of(text).expect_err(text);
            assert!(!format!("{error:?}").contains("canary"), "{error}");
        }
    }
}
