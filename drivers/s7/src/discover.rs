//! Finds the controller at a host.

use std::time::Duration;

use tagbridge_driver::{
    Discovered, Driver, Endpoint, EndpointError, LinkError, LinkOptions, LinkStep,
};
use tagbridge_texts::Coded;

use crate::S7;

/// Requests the identity of the controller at a host (`HOST` or `HOST:PORT`), at its most common
/// position: rack 0 and slot 1.
pub async fn identify(host: &str, wait: Duration) -> Result<Discovered, LinkError> {
    let refused = |error: EndpointError| LinkError::Refused {
        doing: LinkStep::SayWho,
        why: error.message(),
        remedy: None,
    };
    let endpoint: Endpoint = format!("s7://{host}").parse().map_err(refused)?;
    let options =
        LinkOptions { connect_timeout: wait, request_timeout: wait, ..LinkOptions::DEFAULT };
    let driver = S7::new(&endpoint, options).map_err(refused)?;
    let late = LinkError::Timeout { doing: LinkStep::SayWho, after: wait };
    let connected = tokio::time::timeout(wait, driver.connect()).await;
    let connection = connected.unwrap_or(Err(late))?;
    let identity = connection.identity().clone();
    connection.close().await;
    Ok(Discovered { endpoint: endpoint.to_string(), identity })
}
