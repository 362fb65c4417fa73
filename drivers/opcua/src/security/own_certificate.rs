//! Our own certificate and its key: created once, and renewed before it expires.
//!
//! It contains the name of this machine and our application URI, which a server compares with our
//! client description (OPC UA Part 6 §6.2.2).

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use jiff::Timestamp;
use opcua::crypto::{CertificateStore, PrivateKey, X509, X509Data};
use tagbridge_driver::{LinkError, LinkStep};
use tagbridge_system::make_private;
use tagbridge_texts::{Coded, Message};

use crate::{
    log_message::{LogMessage, event},
    refusal::{Refusal, Remedy},
};

const DOING: LinkStep = LinkStep::UseOwnCertificate;
const FOLDER: &str = "own";
const CERTIFICATE: &str = "certificate.der";
const KEY: &str = "key.pem";
const BITS: u32 = 2048;
const DAYS: u32 = 5 * 365;
/// It is renewed this time before it expires.
const RENEWED_BEFORE: Duration = Duration::from_hours(30 * 24);

/// Our own certificate and its key.
#[derive(Clone)]
pub(crate) struct OwnCertificate {
    pub(crate) certificate: X509,
    pub(crate) key: PrivateKey,
    pub(crate) uri: String,
    pki: PathBuf,
}

/// Our application URI, which identifies this installation: `urn:HOST:Tagbridge`.
pub(crate) fn application_uri() -> String {
    format!("urn:{}:Tagbridge", host())
}

impl OwnCertificate {
    /// Reads the certificate in the folder, or creates a new one if it is missing, expires soon, or
    /// has the name of another machine. Creating it takes a second or two, and blocks.
    pub(crate) fn of(pki: &Path, now: Timestamp) -> Result<Self, LinkError> {
        let unusable = |error: &io::Error| LinkError::Refused {
            doing: DOING,
            why: Refusal::File { path: pki.display().to_string(), why: Message::system(error) }
                .message(),
            remedy: Some(Remedy::WritableFolder.message()),
        };
        // The library needs both folders, even if no certificate is trusted.
        for folder in ["trusted", "rejected", "pinned"] {
            fs::create_dir_all(pki.join(folder)).map_err(|error| unusable(&error))?;
        }
        if let Some(own) = Self::read(pki).filter(|it| it.is_good(now)) {
            return Ok(own);
        }
        make(pki, now).map_err(|error| unusable(&error))?;
        Self::read(pki)
            .ok_or_else(|| unusable(&io::Error::other("it was made, but cannot be read back")))
    }

    /// The library's store with our certificate and the trusted ones.
    pub(crate) fn store(&self) -> CertificateStore {
        let (mut store, ..) = CertificateStore::new_with_x509_data::<X509Data>(
            &self.pki,
            false,
            Some(&Path::new(FOLDER).join(CERTIFICATE)),
            Some(&Path::new(FOLDER).join(KEY)),
            None,
        );
        // Controllers are addressed by IP address and their clocks may be wrong: it is only
        // required that a user trusted this certificate, which the store still checks.
        store.set_skip_verify_certs(true);
        store
    }

    fn read(pki: &Path) -> Option<Self> {
        let folder = pki.join(FOLDER);
        Some(Self {
            certificate: CertificateStore::read_cert(&folder.join(CERTIFICATE)).ok()?,
            key: CertificateStore::read_pkey(&folder.join(KEY)).ok()?,
            uri: application_uri(),
            pki: pki.to_owned(),
        })
    }

    fn is_good(&self, now: Timestamp) -> bool {
        let expires = self.certificate.not_after().map_or(0, |it| it.timestamp());
        let is_lasting = Timestamp::from_second(expires)
            .is_ok_and(|it| now.checked_add(RENEWED_BEFORE).is_ok_and(|soon| soon < it));
        is_lasting && self.certificate.is_application_uri_valid(&self.uri).is_ok()
    }
}

/// Creates it in a temporary folder and renames that: of two concurrent programs, one uses the
/// certificate of the other.
fn make(pki: &Path, now: Timestamp) -> io::Result<()> {
    let folder = pki.join(FOLDER);
    let draft = tempfile::Builder::new().prefix("own-").tempdir_in(pki)?;
    let key = draft.path().join(KEY);
    CertificateStore::create_certificate_and_key(
        &description(),
        true,
        &draft.path().join(CERTIFICATE),
        &key,
    )
    .map_err(io::Error::other)?;
    make_private(&key)?;
    if folder.exists() {
        fs::rename(&folder, pki.join(format!("own-until-{}", now.as_second())))?;
        event!(info, LogMessage::CertificateRenewed);
    }
    let draft = draft.keep();
    match fs::rename(&draft, &folder) {
        // Another process was faster.
        Err(_) if folder.join(KEY).exists() => fs::remove_dir_all(&draft),
        outcome => outcome,
    }
}

fn description() -> X509Data {
    let names =
        X509Data::alt_host_names(&application_uri(), Some(vec![host()]), false, false, false);
    X509Data {
        key_size: BITS,
        common_name: format!("Tagbridge on {}", host()),
        organization: "Tagbridge".to_owned(),
        organizational_unit: String::new(),
        country: String::new(),
        state: String::new(),
        alt_host_names: names,
        certificate_duration_days: DAYS,
    }
}

/// This computer's name, in characters that are valid in a URN and in a certificate.
fn host() -> String {
    let name = X509Data::computer_hostnames().into_iter().next().unwrap_or_default();
    let plain: String =
        name.chars().filter(|it| it.is_ascii_alphanumeric() || "-._".contains(*it)).collect();
    if plain.is_empty() { "localhost".to_owned() } else { plain }
}

#[cfg(test)]
mod tests {
    use tagbridge_system::is_open_to_all;

    use super::*;

    #[test]
    fn it_is_made_once_and_renewed_before_it_expires() {
        let folder = tempfile::tempdir().unwrap();
        let now = Timestamp::now();
        let first = OwnCertificate::of(folder.path(), now).expect("it is made");
        let der = first.certificate.to_der().unwrap();
        assert!(first.certificate.is_application_uri_valid(&application_uri()).is_ok());
        assert!(first.certificate.is_hostname_valid(&host()).is_ok());
        assert!(first.certificate.key_length().unwrap() >= 2048);
        assert!(!is_open_to_all(&folder.path().join("own/key.pem")).unwrap());
        let again = OwnCertificate::of(folder.path(), now).expect("it is there");
        assert_eq!(again.certificate.to_der().unwrap(), der);
        let late = now + Duration::from_hours(24 * (u64::from(DAYS) - 29));
        let renewed = OwnCertificate::of(folder.path(), late).expect("it is renewed");
        assert_ne!(renewed.certificate.to_der().unwrap(), der);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error =
            OwnCertificate::of(file.path(), Timestamp::now()).err().expect("a file is no folder");
        assert!(error.to_string().contains(&file.path().display().to_string()), "{error}");
    }
}
