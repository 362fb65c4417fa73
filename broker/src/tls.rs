//! Trusted authorities, and the client certificate.

use std::{fs, path::Path, sync::Arc};

use rustls::{
    ClientConfig, RootCertStore,
    client::danger::ServerCertVerifier,
    crypto::{CryptoProvider, ring},
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use rustls_platform_verifier::Verifier;
use tagbridge_texts::Message;

use crate::{error::BrokerError, options::BrokerTls};

impl BrokerTls {
    /// Whether the files can be used, as they are now.
    pub fn check(&self) -> Result<(), BrokerError> {
        config(self).map(drop)
    }
}

/// How to speak TLS, from the files as they are now.
pub(crate) fn config(tls: &BrokerTls) -> Result<Arc<ClientConfig>, BrokerError> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .map_err(|error| unusable(&error))?;
    let builder = match &tls.authority {
        Some(path) => builder.with_root_certificates(authorities(path)?),
        None => builder.dangerous().with_custom_certificate_verifier(of_the_system(provider)?),
    };
    let config = match &tls.client {
        None => builder.with_no_client_auth(),
        Some((certificate, key)) => builder
            .with_client_auth_cert(certificates(certificate)?, private_key(key)?)
            .map_err(|error| unusable(&error))?,
    };
    Ok(Arc::new(config))
}

fn of_the_system(
    provider: Arc<CryptoProvider>,
) -> Result<Arc<dyn ServerCertVerifier>, BrokerError> {
    Ok(Arc::new(Verifier::new(provider).map_err(|error| unusable(&error))?))
}

fn authorities(path: &Path) -> Result<RootCertStore, BrokerError> {
    let mut store = RootCertStore::empty();
    for certificate in certificates(path)? {
        store.add(certificate).map_err(|error| unusable(&error))?;
    }
    Ok(store)
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, BrokerError> {
    let found = CertificateDer::pem_slice_iter(&read(path)?).flatten().collect::<Vec<_>>();
    if found.is_empty() { Err(BrokerError::Empty { path: path.to_owned() }) } else { Ok(found) }
}

fn private_key(path: &Path) -> Result<PrivateKeyDer<'static>, BrokerError> {
    PrivateKeyDer::from_pem_slice(&read(path)?)
        .map_err(|_| BrokerError::Empty { path: path.to_owned() })
}

fn read(path: &Path) -> Result<Vec<u8>, BrokerError> {
    fs::read(path).map_err(|error| BrokerError::file(path, &error))
}

fn unusable(error: &rustls::Error) -> BrokerError {
    BrokerError::Unusable { why: Message::verbatim(error.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_of_no_use_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let missing = folder.path().join("ca.pem");
        let of =
            |authority: &Path| BrokerTls { authority: Some(authority.to_owned()), client: None };
        let error = config(&of(&missing)).expect_err("there is no such file");
        assert!(matches!(&error, BrokerError::File { path, .. } if *path == missing), "{error}");
        let empty = folder.path().join("empty.pem");
        fs::write(&empty, "no certificate\n").expect("it is written");
        let error = config(&of(&empty)).expect_err("there is nothing in it");
        assert_eq!(error, BrokerError::Empty { path: empty.clone() });
        let client = Some((empty.clone(), empty.clone()));
        let error = config(&BrokerTls { authority: None, client }).expect_err("nor here");
        assert_eq!(error, BrokerError::Empty { path: empty });
    }

    #[test]
    fn the_authorities_of_the_system_are_taken_unless_told() {
        config(&BrokerTls::default()).expect("there are some, or none is needed to begin");
    }
}
