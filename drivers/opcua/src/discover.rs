//! Finds the server at a host, before a login.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use opcua::types::{ApplicationDescription, ApplicationType, EndpointDescription};
use tagbridge_driver::{
    Discovered, Endpoint, Identity, Keyring, LinkError, LinkOptions, LinkStep, RunMode, Traffic,
};
use tagbridge_texts::Coded;

use crate::{
    client::{PORT, Target, UserIdentity},
    guard,
    log_message::{LogMessage, event},
    refusal::Refusal,
    security::{self, ServerCertificate, TrustError},
    session::{self, ServerAddress},
};

const SHOW: LinkStep = LinkStep::ShowCertificate;

/// Requests the list of servers that the server at an endpoint knows, including itself
/// (`FindServers`), within `wait`.
pub async fn identify(endpoint: &Endpoint, wait: Duration) -> Result<Vec<Discovered>, LinkError> {
    let place = Target::of(endpoint)
        .map_err(|error| LinkError::Refused {
            doing: LinkStep::SayWho,
            why: error.message(),
            remedy: None,
        })?
        .place;
    let options =
        LinkOptions { connect_timeout: wait, request_timeout: wait, ..LinkOptions::DEFAULT };
    let asked = tokio::time::timeout(wait, session::servers(&place, options, &uncounted())).await;
    let late = LinkError::Timeout { doing: LinkStep::SayWho, after: wait };
    let (servers, peer) = asked.unwrap_or(Err(late))?;
    Ok(servers
        .into_iter()
        .filter(|it| it.application_type != ApplicationType::Client)
        .map(|it| discovered(it, &place, peer))
        .collect())
}

/// The certificate of a server, and its trust status.
pub async fn server_certificate(
    endpoint: &Endpoint,
    options: LinkOptions,
    keyring: &Keyring,
) -> Result<ServerCertificate, TrustError> {
    let Target { place, who, .. } = Target::of(endpoint)?;
    let offered = session::endpoints(&place, options, &uncounted()).await?;
    let has_one = |it: &&EndpointDescription| !it.server_certificate.is_null_or_empty();
    let shown = offered.iter().filter(has_one).find(|it| security::is_secured(it));
    let shown = shown.or_else(|| offered.iter().find(has_one)).ok_or(TrustError::NoCertificate)?;
    let (der, pki) = (shown.server_certificate.as_ref(), keyring.pki.as_deref());
    let logs_in = who != UserIdentity::Anybody;
    ServerCertificate::new(&place, der, pki, &offered, logs_in).ok_or_else(|| {
        TrustError::Link(LinkError::Refused {
            doing: SHOW,
            why: Refusal::Unreadable.message(),
            remedy: Some(TrustError::switch_on()),
        })
    })
}

/// Trusts a certificate at this endpoint from now on, instead of the one that was trusted there
/// before.
pub fn trust(
    endpoint: &Endpoint,
    certificate: &ServerCertificate,
    keyring: &Keyring,
) -> Result<(), TrustError> {
    let place = Target::of(endpoint)?.place;
    let pki = keyring.pki.as_deref().ok_or(TrustError::NoFolder)?;
    security::remember(pki, &place, &certificate.der)?;
    event!(info, LogMessage::CertificateTrusted, place = place.url(), certificate.fingerprint);
    Ok(())
}

/// Discovery does not record its traffic.
fn uncounted() -> Arc<Traffic> {
    Arc::new(Traffic::new(guard::KINDS))
}

fn discovered(
    application: ApplicationDescription,
    place: &ServerAddress,
    peer: SocketAddr,
) -> Discovered {
    let name = application.application_name.text.as_ref().to_owned();
    // A server in another server's list has its own address.
    let urls = application.discovery_urls.unwrap_or_default();
    let own = urls.iter().map(AsRef::<str>::as_ref).find(|it| it.starts_with("opc.tcp://"));
    let endpoint = match own {
        Some(url) if urls.len() == 1 && !same_port(url, place.port) => url.to_owned(),
        _ => place.url(),
    };
    Discovered {
        endpoint,
        identity: Identity {
            vendor: String::new(),
            product: if name.is_empty() { "OPC UA server".to_owned() } else { name.clone() },
            revision: String::new(),
            serial: application.application_uri.as_ref().to_owned(),
            name: Some(name).filter(|it| !it.is_empty()),
            address: peer,
            mode: RunMode::Unknown,
            keyswitch: None,
        },
    }
}

fn same_port(url: &str, port: u16) -> bool {
    url::Url::parse(url).is_ok_and(|it| it.port().unwrap_or(PORT) == port)
}
