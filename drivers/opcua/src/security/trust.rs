//! The trusted certificates of servers, one for each host and port.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use opcua::{
    crypto::{CertificateStore, X509},
    types::EndpointDescription,
};
use tagbridge_driver::{EndpointError, LinkError};
use tagbridge_texts::{Coded, Message};

use super::{certificate, policy};
use crate::{
    refusal::{Refusal, Remedy},
    session::ServerAddress,
};

/// The certificate of a server, read before any secret is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerCertificate {
    /// The server's endpoint as requested: `opc.tcp://10.0.0.7:4840`.
    pub endpoint: String,
    /// SHA-256 of the certificate: `4F:0A:…`.
    pub fingerprint: String,
    /// Its subject.
    pub subject: String,
    /// Its issuer: the authority, or the server itself.
    pub issuer: String,
    /// Start of its validity.
    pub valid_from: Timestamp,
    /// End of its validity.
    pub valid_to: Timestamp,
    /// Its trust status.
    pub standing: TrustStatus,
    /// The security that the server offers: `Basic256Sha256:SignAndEncrypt`.
    pub offers: Vec<String>,
    /// Whether at least one of them encrypts the communication.
    pub is_secured: bool,
    /// Whether it must be trusted before the server is read: for a secured channel, or to encrypt a
    /// login.
    pub is_needed: bool,
    /// The certificate itself.
    pub der: Vec<u8>,
}

/// The trust status of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrustStatus {
    /// No certificate was trusted yet for this host and port.
    Unknown,
    /// A user has trusted it.
    Trusted,
    /// A user has trusted another one for this host and port.
    Changed {
        /// The SHA-256 of the trusted one.
        trusted: String,
    },
}

/// Why a certificate cannot be shown or trusted.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "trust")]
pub enum TrustError {
    /// The endpoint is not valid.
    #[coded(transparent)]
    Endpoint(#[from] EndpointError),
    /// The server does not respond, or its certificate cannot be read.
    #[coded(transparent)]
    Link(#[from] LinkError),
    /// There is no certificate to trust: the server offers no security.
    NoCertificate,
    /// The trusted certificate cannot be stored.
    Store {
        /// The folder.
        folder: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// There is no folder for it.
    NoFolder,
}

impl TrustError {
    /// The remedy for a server without a readable certificate.
    pub fn switch_on() -> Message {
        Remedy::SwitchOn.message()
    }
}

impl ServerCertificate {
    /// The certificate of a service at its address, `url`, and its trust status. `None`: the bytes
    /// are not a certificate.
    pub fn of_service(
        url: &str,
        host: &str,
        port: u16,
        der: &[u8],
        pki: Option<&Path>,
    ) -> Option<Self> {
        let shown = Self::new(&service_at(host, port), der, pki, &[], true)?;
        Some(Self { endpoint: url.to_owned(), ..shown })
    }

    pub(crate) fn new(
        place: &ServerAddress,
        der: &[u8],
        pki: Option<&Path>,
        offered: &[EndpointDescription],
        logs_in: bool,
    ) -> Option<Self> {
        let says = certificate::says(der)?;
        let is_secured = offered.iter().any(policy::is_secured);
        Some(Self {
            endpoint: place.url(),
            fingerprint: certificate::fingerprint(der),
            subject: says.subject,
            issuer: says.issuer,
            valid_from: says.valid_from,
            valid_to: says.valid_to,
            standing: standing(pki, place, der),
            offers: offered.iter().map(policy::name).collect(),
            is_secured,
            is_needed: is_secured || logs_in,
            der: der.to_owned(),
        })
    }
}

/// The trust status of a server's certificate.
pub(crate) fn standing(pki: Option<&Path>, place: &ServerAddress, der: &[u8]) -> TrustStatus {
    match pki.and_then(|it| pinned(it, place)) {
        None => TrustStatus::Unknown,
        Some(known) if known == der => TrustStatus::Trusted,
        Some(known) => TrustStatus::Changed { trusted: certificate::fingerprint(&known) },
    }
}

/// Trusts the certificate of a service from now on, instead of the one that was trusted there
/// before.
pub fn trust_service(
    host: &str,
    port: u16,
    shown: &ServerCertificate,
    pki: Option<&Path>,
) -> Result<(), TrustError> {
    remember(pki.ok_or(TrustError::NoFolder)?, &service_at(host, port), &shown.der)
}

fn service_at(host: &str, port: u16) -> ServerAddress {
    ServerAddress { host: host.to_owned(), port, path: String::new() }
}

/// The trusted certificate for this host and port.
pub(crate) fn pinned(pki: &Path, place: &ServerAddress) -> Option<Vec<u8>> {
    fs::read(pin(pki, place)).ok()
}

/// Stores the trusted certificate of a host and port; an earlier one is deleted.
pub(crate) fn remember(pki: &Path, place: &ServerAddress, der: &[u8]) -> Result<(), TrustError> {
    let failed = |source| TrustError::Store { folder: pki.to_owned(), source };
    let certificate =
        X509::from_der(der).map_err(|_| failed(io::Error::other("it is no certificate")))?;
    // The library also uses this folder, with its own file name.
    let trusted = pki.join("trusted");
    fs::create_dir_all(&trusted).map_err(failed)?;
    fs::write(trusted.join(CertificateStore::cert_file_name(&certificate)), der).map_err(failed)?;
    let pin = pin(pki, place);
    fs::create_dir_all(pki.join("pinned")).map_err(failed)?;
    fs::write(pin, der).map_err(failed)
}

/// Why a connection is refused. `None`: its certificate is the trusted one.
pub(crate) fn why_not(pki: &Path, place: &ServerAddress, der: &[u8]) -> Option<LinkError> {
    let untrusted = |why: &Refusal, remedy: Remedy| {
        Some(LinkError::Untrusted { why: why.message(), remedy: remedy.message() })
    };
    let Some(says) = certificate::says(der) else {
        return untrusted(&Refusal::NoCertificate, Remedy::AnotherCertificate);
    };
    let day = |it: Timestamp| it.strftime("%Y-%m-%d").to_string();
    let (subject, shown) = (says.subject.clone(), certificate::fingerprint(der));
    let (from, to) = (day(says.valid_from), day(says.valid_to));
    let age = says.age(Timestamp::now());
    if (1..certificate::KEY_BITS).contains(&says.key_bits) {
        let why = Refusal::ShortKey { subject, shown, bits: says.key_bits };
        return untrusted(&why, Remedy::AnotherCertificate);
    }
    match standing(Some(pki), place, der) {
        // A user may have trusted it although it is old.
        TrustStatus::Trusted => None,
        TrustStatus::Unknown if let Some(age) = age => {
            let endpoint = place.url();
            let why = Refusal::UnknownAndOld { age, subject, shown, from, to, endpoint };
            untrusted(&why, Remedy::OldCertificate)
        }
        TrustStatus::Unknown => {
            let endpoint = place.url();
            let why = Refusal::Unknown { subject, shown, from, to, endpoint };
            untrusted(&why, Remedy::Compare)
        }
        TrustStatus::Changed { trusted } => {
            let why = Refusal::Changed { trusted, subject, shown, from, to };
            untrusted(&why, Remedy::Changed)
        }
    }
}

fn pin(pki: &Path, place: &ServerAddress) -> PathBuf {
    let plain = |it: char| if it.is_ascii_alphanumeric() || "-.".contains(it) { it } else { '_' };
    let host: String = place.host.to_ascii_lowercase().chars().map(plain).collect();
    pki.join("pinned").join(format!("{host}_{}.der", place.port))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::security::OwnCertificate;

    #[test]
    fn a_certificate_is_pinned_to_its_place() {
        let (theirs, others, ours) = (
            tempfile::tempdir().unwrap(),
            tempfile::tempdir().unwrap(),
            tempfile::tempdir().unwrap(),
        );
        let der = |folder: &Path| {
            let own = OwnCertificate::of(folder, Timestamp::now()).expect("it is made");
            own.certificate.to_der().unwrap()
        };
        let (first, second) = (der(theirs.path()), der(others.path()));
        let pki = ours.path();
        let place = |port| ServerAddress { host: "PLC.local".into(), port, path: String::new() };
        let says = |port, der| why_not(pki, &place(port), der).map(|it| it.to_string());

        let unknown = says(4840, &first).expect("it is unknown");
        let fingerprint = certificate::fingerprint(&first);
        let begin = "the controller's certificate is not trusted: it is not trusted yet";
        assert!(unknown.starts_with(begin), "{unknown}");
        assert!(unknown.contains(&fingerprint), "{unknown}");
        assert!(unknown.contains("tagbridge trust opc.tcp://PLC.local:4840"), "{unknown}");

        remember(pki, &place(4840), &first).expect("it is kept");
        assert_eq!(says(4840, &first), None);
        assert!(says(4841, &first).is_some(), "another port is another server");
        let changed = says(4840, &second).expect("it is another one");
        assert!(changed.contains(&format!("trusted one (SHA-256 {fingerprint})")), "{changed}");

        remember(pki, &place(4840), &second).expect("it is kept");
        assert_eq!(says(4840, &second), None);
        assert!(says(4840, &first).is_some(), "the old one is forgotten");
        assert!(says(4840, b"no certificate").is_some());
    }

    #[test]
    fn a_certificate_that_is_too_old_is_refused_in_those_words() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = ServerAddress { host: "plc".into(), port: 4840, path: String::new() };
        for (der, says) in [
            (&include_bytes!("certificates/short-key.der")[..], "the key has 1024 bits"),
            (include_bytes!("certificates/old-signature.der"), "it is signed with SHA-1"),
            (include_bytes!("certificates/expired.der"), "too old: it has expired"),
        ] {
            let error = why_not(folder.path(), &place, der).expect("nobody trusts it");
            assert!(error.to_string().contains(says), "{error}");
        }
        // A user may trust an expired one; a key that is too short cannot be used.
        for (der, is_trusted) in [
            (&include_bytes!("certificates/expired.der")[..], true),
            (include_bytes!("certificates/short-key.der"), false),
        ] {
            remember(folder.path(), &place, der).expect("it is kept");
            assert_eq!(why_not(folder.path(), &place, der).is_none(), is_trusted);
        }
    }
}
