//! Selects the service, and determines the permissions of the key.

use std::time::{Duration, Instant};

use tagbridge_api::project::ProjectListQuery;
use tagbridge_bridge::{
    Bridge, Client, Config, Key, Library, UplinkError,
    config::{KeySource, OutboxConfig, ServiceConfig},
};
use tagbridge_recording::RecordingLimits;
use url::Url;

use crate::{
    connection::{BuiltIn, ConnectedService, address_of, none},
    desk::{
        Desk,
        open::{BRIDGE, holder},
    },
    failures::invalid,
    lock::lock,
    problem::{Problem, Remedy},
    stored_state::SelectedService,
    time::now,
    view::{
        CheckService, Failure, KeyPlace, Permission, ServiceConnection, ServiceKind, ServiceState,
        UseService,
    },
};

/// An id that no project has: a key with the permission gets a "not found" error, one without it is
/// refused.
const NOBODYS_PROJECT: &str = "00000000-0000-0000-0000-000000000000";

impl Desk {
    pub(crate) async fn check_service(
        &self,
        service: CheckService,
    ) -> Result<ServiceConnection, Failure> {
        let url = address_of(&service.url)?;
        let (_, key) = self.key_for(&url, service.key)?;
        let client = Client::new(&url, &key, self.0.options.pki.as_deref())
            .map_err(|error| unsafe_address(&error))?;
        let mut seen = self.examine(&client, ServiceKind::Remote, &url, Vec::new()).await;
        seen.key_place = None;
        Ok(seen)
    }

    pub(crate) async fn use_service(
        &self,
        service: UseService,
    ) -> Result<ServiceConnection, Failure> {
        if lock(&self.0.service.connected)
            .as_ref()
            .is_some_and(|it| it.kind == ServiceKind::Configured)
        {
            let remedy = &Remedy::ChangeService;
            return Err(Failure::new("refused", &Problem::ServiceConfigured, remedy));
        }
        if let UseService::Remote { url, key: Some(key), keep } = &service
            && self.is_used(&address_of(url)?)
        {
            return self.renew_key(key, *keep).await;
        }
        if self.rooms().values().any(crate::desk_session::DeskSession::is_running) {
            return Err(Failure::new("refused", &Problem::ServiceInUse, &Remedy::StopSessions));
        }
        match service {
            UseService::BuiltIn => {
                self.use_built_in().await?;
                self.0.keeper.change(|it| it.service = Some(SelectedService::BuiltIn))?;
            }
            UseService::Remote { url, key, keep } => {
                let url = address_of(&url)?;
                let (text, key) = self.key_for(&url, key)?;
                let client = Client::new(&url, &key, self.0.options.pki.as_deref())
                    .map_err(|error| unsafe_address(&error))?;
                client.health().await?;
                self.0.keychain.keep(keep, url.as_str(), text.trim())?;
                self.connect(ServiceKind::Remote, url.clone(), key, Some(keep), None).await?;
                let kept = SelectedService::Remote { url: url.into(), key_place: keep };
                self.0.keeper.change(|it| it.service = Some(kept))?;
            }
        }
        // If this service could not be used at the start of the program, its sessions start now.
        let now = self.0.keeper.read(|it| it.service.clone());
        let now = now.as_ref().map(SelectedService::url);
        let owed = lock(&self.0.service.owes_sessions).take_if(|it| Some(it.url()) == now);
        if owed.is_some() {
            self.go_on();
        }
        Ok(self.0.service.state.borrow().clone())
    }

    /// Whether a remote service at this address is in use.
    fn is_used(&self, url: &Url) -> bool {
        let connected = lock(&self.0.service.connected);
        connected.as_ref().is_some_and(|it| it.kind == ServiceKind::Remote && it.url == *url)
    }

    /// Replaces the key of the service in use; running sessions continue with it.
    async fn renew_key(&self, text: &str, keep: KeyPlace) -> Result<ServiceConnection, Failure> {
        let (client, _, url) = self.connected()?;
        let (text, key) = self.key_for(&url, Some(text.to_owned()))?;
        Client::new(&url, &key, self.0.options.pki.as_deref())
            .map_err(|error| unsafe_address(&error))?
            .health()
            .await?;
        self.0.keychain.keep(keep, url.as_str(), text.trim())?;
        client.use_key(&key);
        if let Some(connected) = lock(&self.0.service.connected).as_mut() {
            connected.key_place = Some(keep);
        }
        let kept = SelectedService::Remote { url: url.into(), key_place: keep };
        self.0.keeper.change(|it| it.service = Some(kept))?;
        self.examine_service().await;
        Ok(self.0.service.state.borrow().clone())
    }

    pub(crate) async fn use_built_in(&self) -> Result<(), Failure> {
        if lock(&self.0.service.connected)
            .as_ref()
            .is_some_and(|it| it.kind == ServiceKind::BuiltIn)
        {
            return Ok(());
        }
        let (built_in, url, secret) =
            BuiltIn::start(&self.0.options.data, self.0.options.built_in).await?;
        let key = Key::new(&secret).ok_or_else(|| no_key("the built-in service's"))?;
        self.connect(ServiceKind::BuiltIn, url, key, None, Some(built_in)).await
    }

    /// Uses the stored service again, with its stored key.
    pub(crate) async fn use_kept(&self, url: &str, place: KeyPlace) -> Result<(), Failure> {
        let address = address_of(url)?;
        let key = self.0.keychain.fetch(place, address.as_str())?;
        let key = key.as_deref().and_then(Key::new).ok_or_else(|| no_key(address.as_str()))?;
        self.connect(ServiceKind::Remote, address, key, Some(place), None).await
    }

    async fn connect(
        &self,
        kind: ServiceKind,
        url: Url,
        key: Key,
        key_place: Option<KeyPlace>,
        built_in: Option<BuiltIn>,
    ) -> Result<(), Failure> {
        let settings = self.0.keeper.read(|it| it.settings.clone());
        let data = self.0.options.data.join(BRIDGE);
        let mut place = self.0.sessions.bridge.lock().await;
        if place.is_none()
            && let Some(other) = holder(&data)
        {
            let problem = &Problem::DataInUse { other };
            return Err(Failure::new("refused", problem, &Remedy::OtherProgram));
        }
        let config = Config {
            data: data.clone(),
            device_id: None,
            service: ServiceConfig {
                url: url.clone(),
                key: KeySource::Given(key),
                pki: self.0.options.pki.clone(),
                push_interval: Duration::from_secs_f64(settings.push_interval_ms / 1000.0),
            },
            outbox: outbox(settings.keep_bytes, settings.keep_hours),
            recording: Some(RecordingLimits::default()),
            mqtt: None,
            sessions: Vec::new(),
        };
        let bridge = Bridge::start(config)?;
        self.keep_journal();
        let client = bridge.client();
        self.watch_bridge(&bridge);
        let before = place.replace(bridge);
        drop(place);
        if let Some(before) = before {
            before.stop().await;
        }
        self.rooms().clear();
        let library = Library::new(client.clone(), &data);
        let before = lock(&self.0.service.connected).take().and_then(|it| it.built_in);
        self.set_connected(ConnectedService { kind, url, client, library, key_place, built_in });
        if let Some(before) = before {
            before.stop().await;
        }
        self.examine_service().await;
        Ok(())
    }

    pub(crate) fn set_connected(&self, connected: ConnectedService) {
        let shown = ServiceConnection {
            kind: connected.kind,
            url: connected.url.to_string(),
            key_place: connected.key_place,
            ..none()
        };
        *lock(&self.0.service.connected) = Some(connected);
        self.0.service.state.send_replace(shown);
        self.tell();
    }

    /// Requests the state of the service, and displays it.
    pub(crate) async fn examine_service(&self) {
        self.show_examined(Vec::new()).await;
    }

    /// Does the same repeatedly: the permissions of the key are only requested again after a
    /// failure.
    pub(crate) async fn look_after_service(&self) {
        let shown = self.0.service.state.borrow().clone();
        let answered = matches!(shown.state, ServiceState::Answers);
        self.show_examined(if answered { shown.permissions } else { Vec::new() }).await;
    }

    async fn show_examined(&self, permissions: Vec<Permission>) {
        let Ok((client, kind, url)) = self.connected() else { return };
        let seen = self.examine(&client, kind, &url, permissions).await;
        let key_place = match lock(&self.0.service.connected).as_ref() {
            Some(it) if it.url == url => it.key_place,
            // The user selected another one in the meantime.
            _ => return,
        };
        self.0.service.state.send_modify(|shown| {
            let before = shown.answered_at.filter(|_| shown.url == seen.url);
            let answered_at = seen.answered_at.or(before);
            *shown = ServiceConnection { answered_at, key_place, ..seen };
        });
        self.tell();
    }

    /// The service in use.
    pub(crate) fn connected(&self) -> Result<(Client, ServiceKind, Url), Failure> {
        let connected = lock(&self.0.service.connected);
        let it = connected.as_ref().ok_or_else(|| self.no_service())?;
        Ok((it.client.clone(), it.kind, it.url.clone()))
    }

    /// The service in use, and the files of its projects.
    pub(crate) fn library(&self) -> Result<(Client, Library), Failure> {
        let connected = lock(&self.0.service.connected);
        let it = connected.as_ref().ok_or_else(|| self.no_service())?;
        Ok((it.client.clone(), it.library.clone()))
    }

    /// Displays that the selected service cannot be used, with the reason.
    pub(crate) fn show_unusable(&self, service: &SelectedService, failure: Failure) {
        let Failure { error, message, remedy } = failure;
        let state = ServiceState::Unusable { error, message, remedy };
        let (kind, url, key_place) = match service {
            SelectedService::BuiltIn => (ServiceKind::BuiltIn, String::new(), None),
            SelectedService::Remote { url, key_place } => {
                (ServiceKind::Remote, url.clone(), Some(*key_place))
            }
        };
        self.0.service.state.send_replace(ServiceConnection {
            kind,
            url,
            state,
            key_place,
            ..none()
        });
        self.tell();
    }

    /// Why there is no service.
    fn no_service(&self) -> Failure {
        let state = self.0.service.state.borrow().state.clone();
        if let ServiceState::Unusable { error, message, remedy } = state {
            return Failure::new(error, message, remedy);
        }
        Failure::new("no_service", &Problem::NoService, &Remedy::AnyService)
    }

    /// `may`: the permissions of its key, if they are known.
    async fn examine(
        &self,
        client: &Client,
        kind: ServiceKind,
        url: &Url,
        may: Vec<Permission>,
    ) -> ServiceConnection {
        let began = Instant::now();
        let health = client.health().await;
        let latency = began.elapsed().as_secs_f64() * 1000.0;
        let it = ServiceConnection {
            kind,
            url: url.to_string(),
            no_keychain: self.0.keychain.trouble(),
            ..none()
        };
        match health {
            Ok(health) => ServiceConnection {
                state: ServiceState::Answers,
                organization: Some(health.organization_id),
                latency_ms: Some(latency),
                answered_at: Some(now()),
                permissions: if may.is_empty() { permissions(client).await } else { may },
                ..it
            },
            Err(error) => {
                let Failure { error, message, remedy } = error.into();
                ServiceConnection { state: ServiceState::Trouble { error, message, remedy }, ..it }
            }
        }
    }

    fn key_for(&self, url: &Url, given: Option<String>) -> Result<(String, Key), Failure> {
        let text = if let Some(text) = given {
            text
        } else {
            let kept = self.0.keychain.fetch(self.key_place_for(url), url.as_str())?;
            kept.ok_or_else(|| no_key(url.as_str()))?
        };
        let key = Key::new(&text).ok_or_else(|| invalid(&Problem::NoKey, &Remedy::CopyKey))?;
        Ok((text, key))
    }

    /// The location of the key for an address. The keychain stores the key of each address; the
    /// file contains the key of the service in use, which must not be sent to another address.
    fn key_place_for(&self, url: &Url) -> KeyPlace {
        let used = lock(&self.0.service.connected)
            .as_ref()
            .filter(|it| it.url == *url || it.key_place == Some(KeyPlace::Keychain))
            .and_then(|it| it.key_place);
        let place = used.or_else(|| self.0.keeper.read(|it| it.key_place_of(url.as_str())));
        place.unwrap_or(KeyPlace::Nowhere)
    }
}

/// The permissions of the key, determined by requests that change no data.
async fn permissions(client: &Client) -> Vec<Permission> {
    let query = ProjectListQuery { limit: Some(1), ..ProjectListQuery::default() };
    let project = client.projects(&query).await.ok().and_then(|it| it.projects.into_iter().next());
    let project = project.map_or_else(|| NOBODYS_PROJECT.to_owned(), |it| it.project_id);
    let view = may(client.live_values(&project).await.err());
    let push = may(client.requested_tags(&project, None).await.err());
    let code = may(client.may_read_source(&project).await.err());
    [("hmi_view", view), ("hmi_push", push), ("code_read", code)]
        .map(|(name, may)| Permission { name: name.to_owned(), may })
        .to_vec()
}

fn may(refusal: Option<UplinkError>) -> Option<bool> {
    match refusal {
        None => Some(true),
        Some(UplinkError::Forbidden(error)) => Some(error.error == "not_found"),
        Some(_) => None,
    }
}

/// The limits of undelivered data.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "settings are checked")]
fn outbox(bytes: f64, hours: f64) -> OutboxConfig {
    OutboxConfig { max_size: bytes as u64, max_age: Duration::from_secs_f64(hours * 3600.0) }
}

fn unsafe_address(error: &tagbridge_bridge::ClientError) -> Failure {
    invalid(error, &Remedy::Https)
}

fn no_key(service: &str) -> Failure {
    let problem = &Problem::NoKeyKept { service: service.to_owned() };
    Failure::new("no_key", problem, &Remedy::EnterGivenKey)
}
