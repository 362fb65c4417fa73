//! What a certificate says, for a person.

use jiff::Timestamp;
use opcua::crypto::X509;
use sha2::{Digest, Sha256};
use x509_cert::{Certificate, der::Decode};

/// The SHA-256 of a certificate in DER, as people compare it: `4F:0A:…`.
pub(super) fn fingerprint(der: &[u8]) -> String {
    let bytes: Vec<String> = Sha256::digest(der).iter().map(|it| format!("{it:02X}")).collect();
    bytes.join(":")
}

/// Who it was made for, by whom, and from when to when it is valid.
pub(super) struct Says {
    pub(super) subject: String,
    pub(super) issuer: String,
    pub(super) valid_from: Timestamp,
    pub(super) valid_to: Timestamp,
}

/// `None`: these bytes are no certificate.
pub(super) fn says(der: &[u8]) -> Option<Says> {
    let certificate = X509::from_der(der).ok()?;
    Some(Says {
        subject: certificate.subject_name(),
        issuer: Certificate::from_der(der)
            .ok()?
            .tbs_certificate
            .issuer
            .to_string()
            .replace(';', "/"),
        valid_from: timestamp(certificate.not_before().ok()?.timestamp())?,
        valid_to: timestamp(certificate.not_after().ok()?.timestamp())?,
    })
}

fn timestamp(seconds: i64) -> Option<Timestamp> {
    Timestamp::from_second(seconds).ok()
}
