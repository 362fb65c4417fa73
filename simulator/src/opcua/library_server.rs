//! The server of the library, created from a controller and its settings at each start.

use std::{
    collections::BTreeMap,
    io,
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use opcua::{
    server::{
        Limits as LibraryLimits, OperationalLimits, ServerBuilder, ServerHandle,
        SubscriptionLimits,
        authenticator::DefaultAuthenticator,
        diagnostics::DiagnosticsNodeManagerBuilder,
        node_manager::{
            ServerContext,
            memory::{CoreNodeManagerBuilder, InMemoryNodeManagerBuilder},
        },
    },
    types::{BuildInfo, DateTime, ServerState, VariableId, Variant},
};
use tokio::{
    net::{TcpListener, TcpSocket},
    task::JoinHandle,
    time,
};

use super::{
    controller::Controller,
    identity::Mode,
    keys::{self, Keys, Owner},
    reported_limits::ReportedLimits,
    security::{Authenticator, Security, User},
    space::SAMPLING_MS,
    variables::{self, Manager},
};
use crate::{
    log_message::{LogMessage, event},
    rig::server::Shared,
};

/// Time-out for the disconnection of the clients.
const LEAVE: Duration = Duration::from_secs(1);
/// Maximum number of clients that wait to be accepted.
const BACKLOG: u32 = 128;
/// Maximum size of a message, array, string and byte string in bytes, in each direction.
const MAX_MESSAGE: usize = 16 << 20;

/// The limits of one request and of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServerLimits {
    pub nodes_per_read: usize,
    pub nodes_per_browse: usize,
    pub nodes_per_register: usize,
    pub nodes_per_translate: usize,
    pub monitored_items_per_call: usize,
    /// References of a node in one response; continuation points return the rest.
    pub references_per_node: usize,
    pub sessions: usize,
    pub subscriptions_per_session: usize,
}

impl Default for ServerLimits {
    /// 100 each per request, like a CODESYS runtime.
    fn default() -> Self {
        Self {
            nodes_per_read: 100,
            nodes_per_browse: 100,
            nodes_per_register: 100,
            nodes_per_translate: 100,
            monitored_items_per_call: 100,
            references_per_node: 1000,
            sessions: 100,
            subscriptions_per_session: 10,
        }
    }
}

/// The settings of a server, in addition to its controller.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) securities: Vec<Security>,
    pub(super) users: Vec<User>,
    pub(super) limits: ServerLimits,
    pub(super) session_timeout: Duration,
    /// Clients connect to the server itself.
    pub(super) is_direct: bool,
    /// The folder of the certificate. `None`: a temporary folder.
    pub(super) pki: Option<PathBuf>,
}

impl Settings {
    /// Whether the server needs a certificate.
    fn needs_certificate(&self) -> bool {
        self.securities.iter().any(|it| *it != Security::None)
    }
}

/// The certificate at the start of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Certificate {
    /// The certificate in the folder, or a new one if it does not exist.
    Kept,
    /// Always a new certificate.
    Renewed,
}

/// Returns the folder of the certificate, with a certificate if it is needed. The address is the
/// one that clients use.
pub(super) async fn keys(
    shared: &Shared<Controller>,
    told: SocketAddr,
    certificate: Certificate,
) -> io::Result<Keys> {
    let settings = shared.lock().own.settings.clone();
    let keys = Keys::open(settings.pki.as_deref())?;
    if settings.needs_certificate() {
        let (inside, owner) =
            (keys.clone(), Owner { uri: application_uri(shared), host: host(told) });
        let made = tokio::task::spawn_blocking(move || match certificate {
            Certificate::Kept => inside.fill(&owner),
            Certificate::Renewed => inside.renew(&owner),
        });
        made.await.map_err(io::Error::other)??;
    }
    Ok(keys)
}

/// A running server.
pub(super) struct RunningServer {
    pub(super) addr: SocketAddr,
    handle: ServerHandle,
    running: JoinHandle<()>,
    /// Contains the certificate if it is needed.
    keys: Keys,
}

impl RunningServer {
    /// Starts a server whose endpoints have the address of `outside`. Returns `outside`, unless
    /// clients connect to the server itself.
    pub(super) async fn start(
        shared: &Shared<Controller>,
        outside: TcpListener,
        keys: Keys,
    ) -> io::Result<(Self, Option<TcpListener>)> {
        let told = outside.local_addr()?;
        let settings = shared.lock().own.settings.clone();
        let (server, handle) = builder(&settings, shared, told, keys.path().to_owned())?
            .build()
            .map_err(io::Error::other)?;
        let (tcp, outside) = if settings.is_direct {
            (outside, None)
        } else {
            (bind((Ipv4Addr::LOCALHOST, 0).into())?, Some(outside))
        };
        let addr = tcp.local_addr()?;
        let running = tokio::spawn(async move {
            if let Err(error) = server.run_with(tcp).await {
                event!(error, LogMessage::CodesysEnded, error);
            }
        });
        let site = Self { addr, handle, running, keys };
        // The library sets the port just before the server begins to accept.
        while site.handle.info().port.load(Ordering::Relaxed) == 0 {
            if site.running.is_finished() {
                return Err(io::Error::other("the server ended before it began"));
            }
            time::sleep(Duration::from_millis(1)).await;
        }
        site.handle.info().port.store(told.port(), Ordering::Relaxed);
        site.set_mode(shared.lock().mode);
        Ok((site, outside))
    }

    pub(super) fn keys(&self) -> &Keys {
        &self.keys
    }

    pub(super) fn set_mode(&self, mode: Mode) {
        self.handle.set_server_state(match mode {
            Mode::Run => ServerState::Running,
            Mode::Stop => ServerState::Suspended,
        });
    }

    /// Returns a number of the server's diagnostics (Part 5 §12.9).
    pub(super) fn diagnostics(&self, id: VariableId) -> u32 {
        match self.handle.info().diagnostics.get(id).and_then(|it| it.value) {
            Some(Variant::UInt32(it)) => it,
            _ => 0,
        }
    }

    /// Notifies the subscriptions that one variable, or all of them, may have changed.
    pub(super) fn notify(&self, only: Option<&str>) {
        let subscriptions =
            VariableId::Server_ServerDiagnostics_ServerDiagnosticsSummary_CurrentSubscriptionCount;
        if self.diagnostics(subscriptions) == 0 {
            return;
        }
        if let Some(manager) = self.manager() {
            variables::notify(&manager, self.handle.subscriptions(), only);
        }
    }

    /// Removes the nodes of a variable.
    pub(super) fn remove(&self, variable: &str) {
        if let Some(manager) = self.manager() {
            variables::remove(&manager, variable);
        }
    }

    /// Restores the nodes of a variable.
    pub(super) fn restore(&self, variable: &str) {
        if let Some(manager) = self.manager() {
            variables::restore(&manager, variable);
        }
    }

    /// Disconnects the clients, and aborts the server after a time-out.
    pub(super) async fn stop(mut self) {
        self.handle.cancel();
        if time::timeout(LEAVE, &mut self.running).await.is_err() {
            self.running.abort();
        }
    }

    fn manager(&self) -> Option<Arc<Manager>> {
        self.handle.node_managers().get_by_name("variables")
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        self.handle.cancel();
    }
}

/// Listens with `TCP_NODELAY`, which the library does not set.
pub(super) fn bind(addr: SocketAddr) -> io::Result<TcpListener> {
    let socket = if addr.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A restart uses the same port.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.set_nodelay(true)?;
    socket.bind(addr)?;
    socket.listen(BACKLOG)
}

/// Distinguishes controllers, like the URI of a runtime.
fn application_uri(shared: &Shared<Controller>) -> String {
    format!("urn:tagbridge:virtual-codesys:{}", shared.lock().identity.serial)
}

/// The host in the endpoints: the address on which it listens, if it is a single one.
fn host(told: SocketAddr) -> String {
    if told.ip().is_unspecified() { "localhost".to_owned() } else { told.ip().to_string() }
}

fn builder(
    settings: &Settings,
    shared: &Shared<Controller>,
    told: SocketAddr,
    keys: PathBuf,
) -> io::Result<ServerBuilder> {
    let host = match told {
        SocketAddr::V6(_) if !told.ip().is_unspecified() => format!("[{}]", told.ip()),
        _ => host(told),
    };
    let identity = shared.lock().identity.clone();
    let mut builder = ServerBuilder::new()
        .without_node_managers()
        .application_name("Virtual CODESYS controller")
        .application_uri(application_uri(shared))
        .product_uri("urn:tagbridge:simulator")
        .build_info(BuildInfo {
            product_uri: "urn:tagbridge:simulator".into(),
            manufacturer_name: identity.manufacturer.into(),
            product_name: identity.model.into(),
            software_version: identity.revision.into(),
            build_number: "1".into(),
            build_date: DateTime::now(),
        })
        .create_sample_keypair(false)
        .pki_dir(keys)
        .certificate_path(keys::CERTIFICATE)
        .private_key_path(keys::PRIVATE_KEY)
        .trust_client_certs(true)
        .discovery_urls(vec![format!("opc.tcp://{host}:{}/", told.port())])
        .host(host)
        .port(told.port())
        .limits(limits(&settings.limits))
        .max_session_timeout_ms(
            u64::try_from(settings.session_timeout.as_millis()).unwrap_or(u64::MAX),
        )
        .diagnostics_enabled(true);
    let mut tokens = BTreeMap::new();
    let mut ids = Vec::new();
    for (nth, user) in settings.users.iter().enumerate() {
        let id = user.id(nth);
        if let Some(token) = user.token().map_err(io::Error::other)? {
            builder = builder.add_user_token(&id, token.clone());
            tokens.insert(id.clone(), token);
        }
        ids.push(id);
    }
    builder =
        builder.with_authenticator(Arc::new(Authenticator(DefaultAuthenticator::new(tokens))));
    for security in &settings.securities {
        builder = builder.add_endpoint(security.to_string(), security.endpoint(&ids));
    }
    let told_limits = shared.clone();
    Ok(builder
        .with_node_manager(move |context: ServerContext| ReportedLimits::new(told_limits, &context))
        .with_node_manager(InMemoryNodeManagerBuilder::new(CoreNodeManagerBuilder))
        .with_node_manager(DiagnosticsNodeManagerBuilder)
        .with_node_manager(variables::builder(shared.clone())))
}

fn limits(limits: &ServerLimits) -> LibraryLimits {
    LibraryLimits {
        max_array_length: MAX_MESSAGE,
        max_string_length: MAX_MESSAGE,
        max_byte_string_length: MAX_MESSAGE,
        max_message_size: MAX_MESSAGE,
        max_chunk_count: 0,
        max_sessions: limits.sessions,
        subscriptions: SubscriptionLimits {
            max_subscriptions_per_session: limits.subscriptions_per_session,
            max_monitored_items_per_sub: 0,
            min_sampling_interval_ms: SAMPLING_MS,
            ..SubscriptionLimits::default()
        },
        operational: OperationalLimits {
            max_nodes_per_read: limits.nodes_per_read,
            max_nodes_per_browse: limits.nodes_per_browse,
            max_nodes_per_register_nodes: limits.nodes_per_register,
            max_nodes_per_translate_browse_paths_to_node_ids: limits.nodes_per_translate,
            max_monitored_items_per_call: limits.monitored_items_per_call,
            max_references_per_browse_node: limits.references_per_node,
            ..OperationalLimits::default()
        },
        ..LibraryLimits::default()
    }
}
