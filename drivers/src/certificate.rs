//! The certificates of servers, and the trusted ones.

use tagbridge_driver::{Endpoint, EndpointError, EndpointProblem, Keyring, LinkOptions};
use tagbridge_opcua::{ServerCertificate, TrustError};

use crate::protocol::{of, schemes_that};

/// The certificate of a server, and whether it is the trusted one. No secret is sent to the server.
pub async fn server_certificate(
    endpoint: &Endpoint,
    options: &LinkOptions,
    keyring: &Keyring,
) -> Result<ServerCertificate, TrustError> {
    check(endpoint)?;
    tagbridge_opcua::server_certificate(endpoint, *options, keyring).await
}

/// Trusts a certificate at this endpoint from now on, instead of the one that was trusted there
/// before. Requires the confirmation of a user.
pub fn trust(
    endpoint: &Endpoint,
    certificate: &ServerCertificate,
    keyring: &Keyring,
) -> Result<(), TrustError> {
    check(endpoint)?;
    tagbridge_opcua::trust(endpoint, certificate, keyring)
}

fn check(endpoint: &Endpoint) -> Result<(), EndpointError> {
    if of(endpoint).is_some_and(|it| it.shows_certificate) {
        return Ok(());
    }
    let schemes = schemes_that(|it| it.shows_certificate);
    Err(endpoint.invalid(&EndpointProblem::NoCertificate { schemes: &schemes }))
}
