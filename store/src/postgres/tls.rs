//! TLS to the server: its certificate is always verified.

use std::{path::Path, sync::Arc};

use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring::default_provider,
    pki_types::{CertificateDer, pem::PemObject},
};
use rustls_platform_verifier::BuilderVerifierExt;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::{
    StoreError,
    messages::{StoreOperation, UnexpectedState},
};

/// Uses the authorities in this file, or those that this machine trusts.
pub(super) fn connector(authority: Option<&Path>) -> Result<MakeRustlsConnect, StoreError> {
    let broken = |error: rustls::Error| StoreError::broken(&StoreOperation::Using, error);
    let builder = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(broken)?;
    let config = match authority {
        Some(path) => builder.with_root_certificates(roots(path)?),
        None => builder.with_platform_verifier().map_err(broken)?,
    };
    Ok(MakeRustlsConnect::new(config.with_no_client_auth()))
}

fn roots(path: &Path) -> Result<RootCertStore, StoreError> {
    // The error names the file, because it is reported during the connect.
    let broken = |found| StoreError::broken(&StoreOperation::ReadingFile { path }, found);
    let bytes = std::fs::read(path)
        .map_err(|source| broken(UnexpectedState::NoAuthority { path: path.to_owned(), source }))?;
    let mut roots = RootCertStore::empty();
    let certificates = CertificateDer::pem_slice_iter(&bytes).filter_map(Result::ok);
    roots.add_parsable_certificates(certificates);
    if roots.is_empty() {
        return Err(broken(UnexpectedState::NoCertificate { path: path.to_owned() }));
    }
    Ok(roots)
}
