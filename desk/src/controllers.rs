//! Selection of controllers.

use std::time::Duration;

use futures::future::join_all;
use tagbridge_driver::{Endpoint as Address, Keyring, LinkOptions};
use tagbridge_drivers::{ServerCertificate, TrustError, TrustStatus};
use tagbridge_texts::{Coded, Message};
use tokio::time::timeout;
use url::Url;

use crate::{
    connection::address_of,
    desk::Desk,
    platform::controller,
    problem::{Problem, Remedy},
    time::millis,
    view::{
        Certificate, Controller, Controllers, Endpoint, Failure, FindControllers, KnownController,
        Trust,
    },
};

/// How long responses are collected.
const LOOK: Duration = Duration::from_secs(2);

impl Desk {
    pub(crate) async fn controllers(
        &self,
        controllers: FindControllers,
    ) -> Result<Controllers, Failure> {
        let known = self.known(controllers.project.as_deref());
        if !controllers.look {
            return Ok(Controllers { found: Vec::new(), known, trouble: None });
        }
        let (network, demo) =
            tokio::join!(tagbridge_drivers::discover(LOOK), ask(&self.0.options.demo));
        let (mut network, trouble) = match network {
            Ok(network) => (network, None),
            Err(error) => (Vec::new(), Some(Message::all([error.message(), error.remedy()]))),
        };
        network.sort_by(|a, b| a.endpoint.cmp(&b.endpoint));
        let network = network.iter().map(|it| controller(&it.endpoint, &it.identity));
        Ok(Controllers { found: demo.into_iter().chain(network).collect(), known, trouble })
    }

    /// Previously used controllers, the latest first; those of the project before others.
    pub(crate) fn known(&self, project: Option<&str>) -> Vec<KnownController> {
        let all = self.0.keeper.read(|it| it.controllers.clone());
        all.into_iter().filter(|it| project.is_none_or(|project| it.project == project)).collect()
    }

    /// The certificate of a server; `None` if its protocol has none, or the server has no security.
    /// The driver decides whether the server may be read without it.
    pub(crate) async fn certificate(&self, at: &Endpoint) -> Result<Option<Certificate>, Failure> {
        let Some(certificate) = Server::of(&at.endpoint)?.certificate(self).await? else {
            return Ok(None);
        };
        Ok(Some(Certificate {
            is_secured: certificate.is_secured,
            is_needed: certificate.is_needed,
            is_trusted: certificate.standing == TrustStatus::Trusted,
            replaces: match certificate.standing {
                TrustStatus::Changed { trusted } => Some(trusted),
                TrustStatus::Unknown | TrustStatus::Trusted => None,
            },
            subject: certificate.subject,
            fingerprint: certificate.fingerprint,
            valid_from: millis(certificate.valid_from.into()),
            valid_until: millis(certificate.valid_to.into()),
        }))
    }

    /// Trusts the certificate that the user confirmed, if the server still has it.
    pub(crate) async fn trust(&self, trust: &Trust) -> Result<(), Failure> {
        let server = Server::of(&trust.endpoint)?;
        let shown = server.certificate(self).await?.ok_or(TrustError::NoCertificate)?;
        if shown.fingerprint != trust.fingerprint {
            let remedy = &Remedy::LookAgain;
            return Err(Failure::new("refused", &Problem::AnotherCertificate, remedy));
        }
        match server {
            Server::Service(url) => {
                tagbridge_bridge::trust_service(&url, &shown, self.0.options.pki.as_deref())?;
                self.examine_service().await;
            }
            Server::Controller(endpoint) => {
                tagbridge_drivers::trust(&endpoint, &shown, &self.keyring())?;
            }
        }
        Ok(())
    }

    /// The credentials of this installation, which an endpoint must not contain.
    pub(crate) fn keyring(&self) -> Keyring {
        tagbridge_drivers::keyring(self.0.options.pki.as_deref())
    }
}

/// The protocols with certificates that a person can trust.
enum Server {
    Service(Url),
    Controller(Address),
}

impl Server {
    fn of(address: &str) -> Result<Self, Failure> {
        if address.trim_start().starts_with("https://") {
            return Ok(Self::Service(address_of(address)?));
        }
        Ok(Self::Controller(address.parse()?))
    }

    /// Its certificate; `None` if its protocol has none, or it has no security.
    async fn certificate(&self, desk: &Desk) -> Result<Option<ServerCertificate>, Failure> {
        let endpoint = match self {
            Self::Service(url) => {
                let pki = desk.0.options.pki.as_deref();
                return Ok(Some(tagbridge_bridge::service_certificate(url, pki).await?));
            }
            Self::Controller(endpoint) => endpoint,
        };
        if !tagbridge_drivers::of(endpoint).is_some_and(|it| it.shows_certificate) {
            return Ok(None);
        }
        let (options, keyring) = (LinkOptions::default(), desk.keyring());
        match tagbridge_drivers::server_certificate(endpoint, &options, &keyring).await {
            Err(TrustError::NoCertificate) => Ok(None),
            shown => Ok(Some(shown?)),
        }
    }
}

/// The controllers that respond, in the same order.
async fn ask(endpoints: &[String]) -> Vec<Controller> {
    let asking = endpoints.iter().map(|it| async move {
        let endpoint: Address = it.parse().ok()?;
        let driver = tagbridge_drivers::driver(&endpoint, &LinkOptions::default()).ok()?;
        let connection = timeout(LOOK, driver.connect()).await.ok()?.ok()?;
        let found = controller(it, connection.identity());
        connection.close().await;
        Some(found)
    });
    join_all(asking).await.into_iter().flatten().collect()
}
