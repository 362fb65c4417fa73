//! Decides which server is accepted as the service: its certificate was issued by an authority that
//! this computer trusts or by one in the folder `authorities/`, or a person trusted the
//! certificate.

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
use tagbridge_drivers::{ServerCertificate, TrustError, TrustStatus};
use tagbridge_texts::Coded;
use url::{Host, Url};

use super::{BadAnswer, CONNECT_TIMEOUT, UplinkError};

/// Why the server is not accepted as the service.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "untrusted")]
pub enum Untrusted {
    /// This computer does not know the authority that issued the certificate.
    Authority {
        /// The authority.
        issuer: String,
        /// SHA-256 of the certificate.
        shown: String,
    },
    /// The certificate is self-signed, and no person has trusted it yet.
    Own {
        /// SHA-256 of the certificate.
        shown: String,
    },
    /// A person trusted another certificate at this address.
    Changed {
        /// SHA-256 of the trusted certificate.
        trusted: String,
        /// SHA-256 of the certificate that the server presents now.
        shown: String,
    },
}

/// Returns the certificate that a server presents, and whether it is trusted. The request carries no key.
pub async fn service_certificate(
    service: &Url,
    pki: Option<&Path>,
) -> Result<ServerCertificate, UplinkError> {
    install_crypto();
    let known = ServiceVerifier::new(service, pki).map_err(|source| UplinkError::Incompatible {
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

/// Trusts this certificate as the service's. It replaces a certificate that was trusted at this
/// address before. Must be called only after a person has confirmed it.
pub fn trust_service(
    service: &Url,
    shown: &ServerCertificate,
    pki: Option<&Path>,
) -> Result<(), TrustError> {
    let Place { host, port, pki, .. } = Place::of(service, pki);
    tagbridge_drivers::trust_service(&host, port, shown, pki.as_deref())
}

/// The TLS configuration of a client of the service at this address.
pub(super) fn config(service: &Url, pki: Option<&Path>) -> Result<ClientConfig, rustls::Error> {
    install_crypto();
    Ok(with(Arc::new(ServiceVerifier::new(service, pki)?)))
}

/// Why the server of a failed request is not trusted; `None`: the request failed for another reason.
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

/// Whether a key that is sent to this address cannot be read in transit: over TLS, or within this computer.
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
        // An error means that the program has already chosen a provider, which is sufficient.
        let _chosen = rustls::crypto::ring::default_provider().install_default();
    });
}

fn with(verifier: Arc<dyn ServerCertVerifier>) -> ClientConfig {
    ClientConfig::builder()
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth()
}

/// The folder with certificate authorities, in the folder of the trusted certificates.
pub const AUTHORITIES: &str = "authorities";

/// The address of a service, and the folder of the trusted certificates.
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

    /// The certificate authorities that were given to this installation, as PEM files.
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

    fn certificate_info(&self, der: &[u8]) -> Option<ServerCertificate> {
        ServerCertificate::of_service(&self.url, &self.host, self.port, der, self.pki.as_deref())
    }
}

/// Verifies the certificate of the service. It reads the trusted certificates at each connection,
/// so that a change takes effect at once.
struct ServiceVerifier {
    authorities: Verifier,
    place: Place,
    /// The certificate that the service presented last.
    shown: Mutex<Option<ServerCertificate>>,
}

impl ServiceVerifier {
    fn new(service: &Url, pki: Option<&Path>) -> Result<Self, rustls::Error> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let place = Place::of(service, pki);
        let given = place.authorities()?;
        // On Windows the verifier creates a certificate store for the further authorities; Wine
        // cannot do that.
        let authorities = if given.is_empty() {
            Verifier::new(provider)?
        } else {
            Verifier::new_with_extra_roots(given, provider)?
        };
        Ok(Self { authorities, place, shown: Mutex::default() })
    }
}

impl fmt::Debug for ServiceVerifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceVerifier").field("place", &self.place).finish_non_exhaustive()
    }
}

impl ServerCertVerifier for ServiceVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        // A proxy on the way presents a certificate, too.
        let is_service = server_name.to_str().eq_ignore_ascii_case(&self.place.host);
        let shown = self.place.certificate_info(end_entity).filter(|_| is_service);
        if shown.is_some() {
            self.shown.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&shown);
        }
        if shown.as_ref().is_some_and(|it| it.standing == TrustStatus::Trusted) {
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
            (Some(shown @ ServerCertificate { standing: TrustStatus::Changed { .. }, .. }), _) => {
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
        TrustStatus::Changed { trusted } => Untrusted::Changed { trusted, shown: fingerprint },
        _ if shown.issuer == shown.subject => Untrusted::Own { shown: fingerprint },
        _ => {
            // The last certificate of the chain is the nearest to the unknown authority.
            let last = intermediates.last().and_then(|der| place.certificate_info(der));
            let issuer = last.map_or(shown.issuer, |it| it.issuer);
            Untrusted::Authority { issuer, shown: fingerprint }
        }
    };
    CertificateError::Other(OtherError(Arc::new(why))).into()
}
