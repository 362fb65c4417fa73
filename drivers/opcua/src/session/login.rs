//! Our identity for a server, and the two steps that start a session (OPC UA Part 4 §5.7).

use std::{path::Path, sync::Arc, time::Duration};

use opcua::{
    client::{
        IdentityToken, UARequest,
        services::{ActivateSession, CreateSession},
    },
    crypto::{CertificateStore, PrivateKey, X509},
    sync::RwLock,
    types::{
        ApplicationDescription, ApplicationType, EndpointDescription, Error, NodeId, StatusCode,
    },
};
use tagbridge_driver::{LinkError, LinkStep, Password};
use tagbridge_texts::Coded;
use tokio::time::timeout;

use super::{
    Session,
    channel::Channel,
    fault::{self, Fault, protocol},
};
use crate::{
    refusal::{Refusal, Remedy, UserKind},
    security::{self, OwnCertificate},
    status,
};

const CREATE: LinkStep = LinkStep::CreateSession;
/// The step in which the server accepts or refuses the login. With a password, any failure other
/// than a refusal may be the result of a wrong password, and is named [`LinkStep::LogIn`].
const ACTIVATE: LinkStep = LinkStep::ActivateSession;
/// Session time-out of the server without requests.
const SESSION_MS: f64 = 60_000.0;
/// Maximum size of a response, in bytes.
const ANSWER: u32 = 32 << 20;

/// The user.
#[derive(Clone)]
pub(crate) enum User {
    Anonymous,
    Password { name: String, password: Password },
    Certificate { certificate: Box<X509>, key: Box<PrivateKey> },
}

impl User {
    /// The kind of user, for display.
    pub(crate) fn kind(&self) -> UserKind {
        match self {
            Self::Anonymous => UserKind::Anonymous,
            Self::Password { .. } => UserKind::Password,
            Self::Certificate { .. } => UserKind::Certificate,
        }
    }
}

/// Our identity for a server.
pub(crate) struct Login {
    /// The library's store with our certificate and key.
    pub(super) store: Arc<RwLock<CertificateStore>>,
    own: Option<OwnCertificate>,
    user: User,
    /// The trusted certificate of the server, if there is one.
    pinned: Option<Vec<u8>>,
    /// Whether the endpoint was selected as the server's best.
    is_best: bool,
}

impl Login {
    /// For requests that need neither a session nor security.
    pub(super) fn nobody() -> Self {
        Self::new(None, User::Anonymous, None, false)
    }

    /// Without an own certificate only connections without security are possible.
    pub(crate) fn new(
        own: Option<OwnCertificate>,
        user: User,
        pinned: Option<Vec<u8>>,
        is_best: bool,
    ) -> Self {
        // The library requires a store; without a certificate it is one that cannot be opened.
        let store = own
            .as_ref()
            .map_or_else(|| CertificateStore::new(Path::new("\0")), OwnCertificate::store);
        Self { store: Arc::new(RwLock::new(store)), own, user, pinned, is_best }
    }

    fn application(&self) -> ApplicationDescription {
        let uri = self.own.as_ref().map_or_else(security::application_uri, |it| it.uri.clone());
        ApplicationDescription {
            application_uri: uri.into(),
            product_uri: "urn:tagbridge".into(),
            application_name: "Tagbridge".into(),
            application_type: ApplicationType::Client,
            ..ApplicationDescription::default()
        }
    }
}

impl Session {
    /// Creates the session and activates it.
    pub(super) async fn log_in(
        &mut self,
        endpoint: &EndpointDescription,
        login: Login,
    ) -> Result<(), LinkError> {
        // Longer than for other responses: the server uses its private key for each.
        let limit = self.timeout.max(Duration::from_secs(3));
        let channel = self.channel().map_err(|fault| fault.into_link(CREATE))?;
        let created = {
            let (library, handle) = (channel.library(), channel.handle());
            let (store, application) = (Arc::clone(&login.store), login.application());
            let (endpoint, own) = (endpoint.clone(), login.own.clone());
            supervised(channel, CREATE, limit, async move {
                let request =
                    CreateSession::new_manual(&store, &endpoint, 0, limit, NodeId::null(), handle)
                        .client_description(application)
                        .endpoint_url(endpoint.endpoint_url.clone())
                        .session_name("Tagbridge")
                        .session_timeout(SESSION_MS)
                        .max_response_message_size(ANSWER);
                let request = match own {
                    Some(own) => request.client_certificate(own.certificate),
                    None => request,
                };
                request.send(&library).await
            })
            .await?
        };
        self.token = created.authentication_token;
        let shown = created.server_certificate.as_ref();
        if login.pinned.as_deref().is_some_and(|it| it != shown) {
            return Err(refused(CREATE, &Refusal::AnotherCertificate, Remedy::Changed));
        }
        let offered = created.server_endpoints.unwrap_or_default();
        if login.is_best && security::has_better(&offered, endpoint, &login.user) {
            return Err(refused(CREATE, &Refusal::Weakened, Remedy::Weakened));
        }
        let channel = self.channel().map_err(|fault| fault.into_link(ACTIVATE))?;
        let (library, handle) = (channel.library(), channel.handle());
        let token = self.token.clone();
        let endpoint = security::with_one_token_policy(endpoint, &login.user)?;
        let doing = match &login.user {
            User::Password { .. } => LinkStep::LogIn,
            User::Anonymous | User::Certificate { .. } => ACTIVATE,
        };
        let identity = match login.user {
            User::Anonymous => IdentityToken::Anonymous,
            User::Password { name, password } => {
                IdentityToken::new_user_name(name, password.expose().to_owned())
            }
            User::Certificate { certificate, key } => IdentityToken::X509(certificate, key),
        };
        let activated = supervised(channel, doing, limit, async move {
            let request = ActivateSession::new_manual(endpoint, 0, limit, token, handle)
                .identity_token(identity)
                .locale_id("en");
            let request = match login.own {
                Some(own) => request.private_key(own.key),
                None => request,
            };
            match request.send(&library).await {
                Err(error) if is_about_user(error.status()) => Ok(Err(error.status())),
                outcome => outcome.map(|_| Ok(())),
            }
        });
        let activated = activated.await.map_err(|error| match error {
            LinkError::Refused { why, remedy, .. } => {
                LinkError::Refused { doing: ACTIVATE, why, remedy }
            }
            error => error,
        })?;
        activated.map_err(|code| fault::refused(LinkStep::LogIn, code, None))
    }
}

/// Whether the server refuses the user, and not the session for another reason (OPC UA Part 4
/// §5.7.3.3).
fn is_about_user(code: StatusCode) -> bool {
    matches!(
        status::plain(code),
        StatusCode::BadUserAccessDenied
            | StatusCode::BadIdentityTokenInvalid
            | StatusCode::BadIdentityTokenRejected
            | StatusCode::BadUserSignatureInvalid
    )
}

fn refused(doing: LinkStep, why: &Refusal, remedy: Remedy) -> LinkError {
    LinkError::Refused { doing, why: why.message(), remedy: Some(remedy.message()) }
}

/// Runs work of the library in its own task: a panic in it ends only the connection.
async fn supervised<T: Send + 'static>(
    channel: &Channel,
    doing: LinkStep,
    limit: Duration,
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, LinkError> {
    let mut task = tokio::spawn(work);
    match timeout(limit, &mut task).await {
        Ok(Ok(Ok(done))) => Ok(done),
        Ok(Ok(Err(error))) => Err(match channel.lost(doing, &error, limit) {
            Fault::Link(error) => error,
            fault => fault.into_link(doing),
        }),
        Ok(Err(_)) => Err(protocol(doing, "the answer broke the library")),
        Err(_) => {
            task.abort();
            Err(LinkError::Timeout { doing, after: limit })
        }
    }
}
