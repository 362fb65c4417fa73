//! Whom we take for the service: one with a certificate of an authority that this computer knows, of one
//! whose certificate stands in `authorities/` beside those that a person trusted, or with the very one that
//! a person trusted.

use std::{
    error::Error,
    fmt, fs, io,
    net::IpAddr,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, Once, PoisonError},
};

use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, OtherError, SignatureScheme,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
};
use rustls_platform_verifier::Verifier;
use tagbridge_drivers::{ServerCertificate, Standing, TrustError};
use tagbridge_texts::Coded;
use url::{Host, Url};

use super::{BadAnswer, CONNECT_TIMEOUT, UplinkError};

/// Why what answers is not taken for the service.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "untrusted")]
pub enum Untrusted {
    /// An authority made its certificate that this computer does not know.
    Authority {
        /// The authority.
        issuer: String,
        /// SHA-256 of the certificate.
        shown: String,
    },
    /// It made its certificate itself, and nobody has trusted it yet.
    Own {
        /// SHA-256 of the certificate.
        shown: String,
    },
    /// A person trusted another certificate at this address.
    Changed {
        /// SHA-256 of that one.
        trusted: String,
        /// SHA-256 of the certificate.
        shown: String,
    },
}

/// The certificate that a service shows, and what is known of it. Nothing is said to it but that.
pub async fn service_certificate(
    service: &Url,
    pki: Option<&Path>,
) -> Result<ServerCertificate, UplinkError> {
    install_crypto();
    let known = Known::new(service, pki).map_err(|source| UplinkError::Incompatible {
        service: service.to_string(),
        what: BadAnswer::NoVerifier { error: source.to_string() },
    })?;
    let known = Arc::new(known);
    let outcome = async {
        let http = reqwest::Client::builder()
            .timeout(CONNECT_TIMEOUT)
            .tls_backend_preconfigured(with(known.clone()));
        http.build()?.head(service.clone()).send().await
    };
    let outcome = outcome.await;
    let shown = known.shown.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (shown, outcome) {
        (Some(shown), _) => Ok(shown),
        (None, Err(error)) => Err(UplinkError::Unreachable {
            service: service.to_string(),
            source: error.without_url(),
        }),
        (None, Ok(_)) => Err(UplinkError::Incompatible {
            service: service.to_string(),
            what: BadAnswer::NoCertificate,
        }),
    }
}

/// Takes this certificate for the service's from now on, and none that was trusted there before. A
/// person must have said so.
pub fn trust_service(
    service: &Url,
    shown: &ServerCertificate,
    pki: Option<&Path>,
) -> Result<(), TrustError> {
    let Place { host, port, pki, .. } = Place::of(service, pki);
    tagbridge_drivers::trust_service(&host, port, shown, pki.as_deref())
}

/// How a client speaks TLS with the service at this address.
pub(super) fn config(service: &Url, pki: Option<&Path>) -> Result<ClientConfig, rustls::Error> {
    install_crypto();
    Ok(with(Arc::new(Known::new(service, pki)?)))
}

/// Why the other end of a failed request is not trusted; `None`: it failed for something else.
pub(super) fn why(error: &reqwest::Error) -> Option<Untrusted> {
    let mut cause: Option<&(dyn Error + 'static)> = error.source();
    while let Some(it) = cause {
        if let Some(rustls::Error::InvalidCertificate(CertificateError::Other(other))) =
            it.downcast_ref()
        {
            return other.0.downcast_ref::<Untrusted>().cloned();
        }
        let inner = it.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        cause = inner.map(|it| it as _).or_else(|| it.source());
    }
    None
}

/// Whether a key sent there cannot be read on the way: TLS, or never off this machine.
pub(crate) fn travels_safely(url: &Url) -> bool {
    url.scheme() == "https" || is_this_machine(url)
}

pub(super) fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(it)) => IpAddr::V4(it).is_loopback(),
        Some(Host::Ipv6(it)) => IpAddr::V6(it).is_loopback(),
        None => false,
    }
}

fn install_crypto() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // An error means that the program has chosen a provider already, which is as good.
        let _chosen = rustls::crypto::ring::default_provider().install_default();
    });
}

fn with(verifier: Arc<dyn ServerCertVerifier>) -> ClientConfig {
    ClientConfig::builder()
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth()
}

/// The folder with authorities, beside what a person trusted.
pub const AUTHORITIES: &str = "authorities";

/// Where a service is, and where certificates are kept that a person trusted.
#[derive(Debug)]
struct Place {
    url: String,
    host: String,
    port: u16,
    pki: Option<PathBuf>,
}

impl Place {
    fn of(service: &Url, pki: Option<&Path>) -> Self {
        Self {
            url: service.to_string(),
            host: service.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned(),
            port: service.port_or_known_default().unwrap_or_default(),
            pki: tagbridge_drivers::keyring(pki).pki,
        }
    }

    /// The authorities that this installation was given, each a file in PEM.
    fn authorities(&self) -> Result<Vec<CertificateDer<'static>>, rustls::Error> {
        let Some(folder) = self.pki.as_ref().map(|it| it.join(AUTHORITIES)) else {
            return Ok(Vec::new());
        };
        let unreadable = |path: &Path, error: &dyn fmt::Display| {
            rustls::Error::General(format!("{}: {error}", path.display()))
        };
        let files = match fs::read_dir(&folder) {
            Ok(files) => files,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unreadable(&folder, &error)),
        };
        let mut all = Vec::new();
        for file in files {
            let path = file.map_err(|error| unreadable(&folder, &error))?.path();
            let found = CertificateDer::pem_file_iter(&path)
                .and_then(Iterator::collect::<Result<Vec<_>, _>>)
                .map_err(|error| unreadable(&path, &error))?;
            all.extend(found);
        }
        Ok(all)
    }

    fn shown(&self, der: &[u8]) -> Option<ServerCertificate> {
        ServerCertificate::of_service(&self.url, &self.host, self.port, der, self.pki.as_deref())
    }
}

/// What a person trusted is read with each connection: it counts at once.
struct Known {
    authorities: Verifier,
    place: Place,
    /// What the service showed last.
    shown: Mutex<Option<ServerCertificate>>,
}

impl Known {
    fn new(service: &Url, pki: Option<&Path>) -> Result<Self, rustls::Error> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let place = Place::of(service, pki);
        let given = place.authorities()?;
        // On Windows a store of further authorities is made, which Wine refuses to.
        let authorities = if given.is_empty() {
            Verifier::new(provider)?
        } else {
            Verifier::new_with_extra_roots(given, provider)?
        };
        Ok(Self { authorities, place, shown: Mutex::default() })
    }
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known").field("place", &self.place).finish_non_exhaustive()
    }
}

impl ServerCertVerifier for Known {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        // A proxy on the way has a certificate too.
        let is_service = server_name.to_str().eq_ignore_ascii_case(&self.place.host);
        let shown = self.place.shown(end_entity).filter(|_| is_service);
        if shown.is_some() {
            self.shown.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&shown);
        }
        if shown.as_ref().is_some_and(|it| it.standing == Standing::Trusted) {
            return Ok(ServerCertVerified::assertion());
        }
        let verdict = self.authorities.verify_server_cert(
            end_entity,
            intermediates,
            server_name,
            ocsp_response,
            now,
        );
        verdict.map_err(|error| match (shown, &error) {
            (
                Some(shown),
                rustls::Error::InvalidCertificate(
                    CertificateError::UnknownIssuer | CertificateError::Other(_),
                ),
            ) => untrusted(shown, intermediates, &self.place),
            (Some(shown @ ServerCertificate { standing: Standing::Changed { .. }, .. }), _) => {
                untrusted(shown, intermediates, &self.place)
            }
            _ => error,
        })
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.authorities.verify_tls12_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.authorities.verify_tls13_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.authorities.supported_verify_schemes()
    }
}

fn untrusted(
    shown: ServerCertificate,
    intermediates: &[CertificateDer<'_>],
    place: &Place,
) -> rustls::Error {
    let fingerprint = shown.fingerprint;
    let why = match shown.standing {
        Standing::Changed { trusted } => Untrusted::Changed { trusted, shown: fingerprint },
        _ if shown.issuer == shown.subject => Untrusted::Own { shown: fingerprint },
        _ => {
            // The last one leads furthest towards the authority that is not known.
            let last = intermediates.last().and_then(|der| place.shown(der));
            let issuer = last.map_or(shown.issuer, |it| it.issuer);
            Untrusted::Authority { issuer, shown: fingerprint }
        }
    };
    CertificateError::Other(OtherError(Arc::new(why))).into()
}
