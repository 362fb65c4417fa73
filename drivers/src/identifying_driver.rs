//! Identifies a device that does not use the expected protocol.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use futures::{StreamExt, stream::FuturesUnordered};
use tagbridge_driver::{Connection, Driver, Endpoint, LinkError, LinkStep, Traffic};

use crate::protocol::{PROTOCOLS, Protocol};

/// Time-out for the other protocols.
const WAIT: Duration = Duration::from_secs(1);

/// A driver that identifies the device once, if the device does not use its protocol.
pub(crate) struct IdentifyingDriver {
    driver: Box<dyn Driver>,
    protocol: &'static Protocol,
    endpoint: Endpoint,
    /// Whether the device used its protocol, or the others were tried.
    is_settled: AtomicBool,
}

impl IdentifyingDriver {
    pub(crate) fn over(
        driver: Box<dyn Driver>,
        protocol: &'static Protocol,
        endpoint: &Endpoint,
    ) -> Self {
        Self { driver, protocol, endpoint: endpoint.clone(), is_settled: AtomicBool::new(false) }
    }

    /// The error with the other protocol, if the device uses one.
    async fn another(&self) -> Option<LinkError> {
        let host = self.endpoint.host();
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        let port = self.endpoint.port().unwrap_or(self.protocol.default_port);
        let place = format!("{host}:{port}");
        let others = PROTOCOLS.iter().filter(|it| it.scheme != self.protocol.scheme);
        let mut asked: FuturesUnordered<_> =
            others.map(|it| (it.identify)(place.clone(), WAIT)).collect();
        while let Some(answer) = asked.next().await {
            if let Ok(found) = answer
                && let Some(found) = found.into_iter().next()
            {
                return Some(LinkError::AnotherProtocol {
                    asked: self.protocol.scheme.to_owned(),
                    product: found.identity.product,
                    endpoint: found.endpoint,
                });
            }
        }
        None
    }
}

#[async_trait]
impl Driver for IdentifyingDriver {
    async fn connect(&self) -> Result<Box<dyn Connection>, LinkError> {
        let outcome = self.driver.connect().await;
        let is_strange = match &outcome {
            Ok(_) => false,
            Err(error) => is_strange(error),
        };
        if !is_strange {
            self.is_settled.fetch_or(outcome.is_ok(), Ordering::Relaxed);
            return outcome;
        }
        if self.is_settled.swap(true, Ordering::Relaxed) {
            return outcome;
        }
        match self.another().await {
            Some(another) => Err(another),
            None => outcome,
        }
    }

    fn traffic(&self) -> Option<Arc<Traffic>> {
        self.driver.traffic()
    }
}

/// Whether a connection was accepted, but without our protocol.
fn is_strange(error: &LinkError) -> bool {
    match error {
        LinkError::Closed { .. } | LinkError::Protocol { .. } => !error.is_unanswered_login(),
        LinkError::Timeout { doing, .. } => {
            *doing != LinkStep::Connect && !error.is_unanswered_login()
        }
        _ => false,
    }
}
