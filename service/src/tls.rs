//! TLS: a certificate and its key from files, which are read again when they change, or generated
//! by the service.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant, SystemTime},
};

use rcgen::{CertificateParams, DnType, KeyPair};
use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use sha2::{Digest, Sha256};
use tagbridge_system::write_private;
use tagbridge_texts::Coded;
use tokio::net::TcpStream;
use tokio_rustls::{TlsAcceptor, server::TlsStream};

use crate::log_message::{LogMessage, event};

/// Minimum time between checks of the files.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// The place of the service's own certificate, below its data.
const OWN: &str = "tls";

/// The TLS configuration. Clones share it.
#[derive(Clone)]
pub struct Tls(Arc<Inner>);

struct Inner {
    certificate: PathBuf,
    key: PathBuf,
    current: Mutex<Current>,
}

struct Current {
    acceptor: TlsAcceptor,
    fingerprint: String,
    stamp: Stamp,
    looked_at: Instant,
}

/// The modification times and sizes of the files.
type Stamp = [Option<(SystemTime, u64)>; 2];

/// Why there can be no TLS.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "service-tls")]
pub enum TlsError {
    /// A file cannot be read or written.
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The file does not contain a certificate in PEM.
    NoCertificate {
        /// The file.
        path: PathBuf,
    },
    /// The file does not contain a private key in PEM.
    NoKey {
        /// The file.
        path: PathBuf,
    },
    /// They do not match, or are not supported.
    Mismatch {
        /// The error of the library.
        #[coded(text)]
        source: rustls::Error,
    },
    /// Its own certificate cannot be created.
    NotMade {
        /// The error of the library.
        #[coded(text)]
        source: rcgen::Error,
    },
}

impl Tls {
    /// Loads a certificate, its chain and its key from files, each in PEM.
    pub fn of_files(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let stamp = stamp(certificate, key);
        let (acceptor, fingerprint) = load(certificate, key)?;
        let current = Current { acceptor, fingerprint, stamp, looked_at: Instant::now() };
        Ok(Self(Arc::new(Inner {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            current: Mutex::new(current),
        })))
    }

    /// Uses the service's own self-signed certificate, which is created in its data folder if it is
    /// missing: clients compare its fingerprint. `names` are its host names and addresses.
    pub fn self_made(data: &Path, names: &[String]) -> Result<Self, TlsError> {
        let folder = data.join(OWN);
        let (certificate, key) = (folder.join("certificate.pem"), folder.join("key.pem"));
        if !certificate.exists() {
            make(&folder, &certificate, &key, names)?;
        }
        Self::of_files(&certificate, &key)
    }

    /// SHA-256 of the certificate for comparison: `4F:0A:…`.
    pub fn fingerprint(&self) -> String {
        self.current().fingerprint.clone()
    }

    /// Accepts a TLS connection. The caller is responsible for a time-out.
    pub(crate) async fn accept(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        let tls = self.clone();
        let acceptor = tokio::task::spawn_blocking(move || tls.acceptor()).await;
        acceptor.map_err(io::Error::other)?.accept(stream).await
    }

    /// The configuration from the current files, or the last one if they are invalid. Blocks.
    fn acceptor(&self) -> TlsAcceptor {
        let mut current = self.current();
        if current.looked_at.elapsed() >= LOOK_EVERY {
            current.looked_at = Instant::now();
            let stamp = stamp(&self.0.certificate, &self.0.key);
            if stamp != current.stamp {
                match load(&self.0.certificate, &self.0.key) {
                    Ok((acceptor, fingerprint)) => {
                        event!(info, LogMessage::CertificateRenewed, fingerprint);
                        (current.acceptor, current.fingerprint) = (acceptor, fingerprint);
                    }
                    Err(error) => event!(warn, LogMessage::CertificateNotRenewed, ?error),
                }
                current.stamp = stamp;
            }
        }
        current.acceptor.clone()
    }

    fn current(&self) -> std::sync::MutexGuard<'_, Current> {
        self.0.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").field("certificate", &self.0.certificate).finish_non_exhaustive()
    }
}

/// Copies the generated certificate of a service to another data folder, unless that has one.
pub(crate) fn copy_own(from: &Path, to: &Path) -> io::Result<()> {
    // The certificate last: if it exists, its key exists.
    ["key.pem", "certificate.pem"].iter().try_for_each(|name| {
        let [from, to] = [from, to].map(|data| data.join(OWN).join(name));
        if to.exists() || !from.exists() {
            return Ok(());
        }
        write_private(&to, &fs::read(from)?)
    })
}

fn stamp(certificate: &Path, key: &Path) -> Stamp {
    [certificate, key].map(|path| {
        let meta = fs::metadata(path).ok()?;
        Some((meta.modified().ok()?, meta.len()))
    })
}

fn load(certificate: &Path, key: &Path) -> Result<(TlsAcceptor, String), TlsError> {
    let read = |path: &Path| {
        fs::read(path).map_err(|source| TlsError::File { path: path.to_owned(), source })
    };
    let chain: Vec<_> = CertificateDer::pem_slice_iter(&read(certificate)?)
        .collect::<Result<_, _>>()
        .map_err(|_| TlsError::NoCertificate { path: certificate.to_owned() })?;
    let Some(first) = chain.first() else {
        return Err(TlsError::NoCertificate { path: certificate.to_owned() });
    };
    let fingerprint: Vec<String> =
        Sha256::digest(first).iter().map(|it| format!("{it:02X}")).collect();
    let private = PrivateKeyDer::from_pem_slice(&read(key)?)
        .map_err(|_| TlsError::NoKey { path: key.to_owned() })?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(|config| config.with_no_client_auth().with_single_cert(chain, private))
        .map_err(|source| TlsError::Mismatch { source })?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok((TlsAcceptor::from(Arc::new(config)), fingerprint.join(":")))
}

/// The certificate is written last: if it exists, its key exists.
fn make(folder: &Path, certificate: &Path, key: &Path, names: &[String]) -> Result<(), TlsError> {
    let not_made = |source| TlsError::NotMade { source };
    let mut params = CertificateParams::new(names).map_err(not_made)?;
    params.distinguished_name.push(DnType::CommonName, "Tagbridge service");
    let pair = KeyPair::generate().map_err(not_made)?;
    let made = params.self_signed(&pair).map_err(not_made)?;
    write_private(key, pair.serialize_pem().as_bytes())
        .and_then(|()| fs::write(certificate, made.pem()))
        .map_err(|source| TlsError::File { path: folder.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use tagbridge_system::is_open_to_all;

    use super::*;

    #[test]
    fn a_certificate_of_its_own_is_made_once() {
        let data = tempfile::tempdir().unwrap();
        let names = ["localhost".to_owned(), "127.0.0.1".to_owned()];
        let first = Tls::self_made(data.path(), &names).expect("it is made").fingerprint();
        assert_eq!(first.len(), 32 * 3 - 1);
        assert_eq!(Tls::self_made(data.path(), &names).expect("it is there").fingerprint(), first);
        assert!(!is_open_to_all(&data.path().join("tls/key.pem")).unwrap());
        let other = tempfile::tempdir().unwrap();
        Tls::self_made(other.path(), &names).expect("it is made");
        let key = other.path().join("tls/key.pem");
        let error = Tls::of_files(&data.path().join("tls/certificate.pem"), &key).unwrap_err();
        assert!(matches!(error, TlsError::Mismatch { .. }), "{error}");
        let error = Tls::of_files(&key, &key).unwrap_err();
        assert!(matches!(error, TlsError::NoCertificate { .. }), "{error}");
    }
}
