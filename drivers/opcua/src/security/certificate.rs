//! Decodes a certificate for display.

use jiff::Timestamp;
use opcua::crypto::X509;
use sha2::{Digest, Sha256};
use x509_cert::{Certificate, der::Decode};

use crate::refusal::Age;

/// The SHA-256 fingerprint of a certificate in DER: `4F:0A:…`.
pub(super) fn fingerprint(der: &[u8]) -> String {
    let bytes: Vec<String> = Sha256::digest(der).iter().map(|it| format!("{it:02X}")).collect();
    bytes.join(":")
}

/// Its subject, its issuer, and its validity.
pub(super) struct CertificateInfo {
    pub(super) subject: String,
    pub(super) issuer: String,
    pub(super) valid_from: Timestamp,
    pub(super) valid_to: Timestamp,
    /// Number of bits of its RSA key; 0 if not known.
    pub(super) key_bits: usize,
    is_signed_with_sha1: bool,
}

/// Minimum key length of the current policies, in bits (Part 7, `Basic256Sha256` and later).
pub(super) const KEY_BITS: usize = 2048;

impl CertificateInfo {
    /// Why it is too old, if it is.
    pub(super) fn age(&self, now: Timestamp) -> Option<Age> {
        if now > self.valid_to {
            Some(Age::Expired)
        } else if now < self.valid_from {
            Some(Age::NotYetValid)
        } else {
            self.is_signed_with_sha1.then_some(Age::OldSignature)
        }
    }
}

/// Decodes a certificate. `None`: the bytes are not a certificate.
pub(super) fn says(der: &[u8]) -> Option<CertificateInfo> {
    /// MD5 and SHA-1, each with RSA (RFC 8017, appendix C).
    const OLD_SIGNATURES: [&str; 2] = ["1.2.840.113549.1.1.4", "1.2.840.113549.1.1.5"];
    let certificate = X509::from_der(der).ok()?;
    let raw = Certificate::from_der(der).ok()?;
    let signature = raw.signature_algorithm.oid.to_string();
    Some(CertificateInfo {
        subject: certificate.subject_name(),
        key_bits: certificate.key_length().unwrap_or_default(),
        is_signed_with_sha1: OLD_SIGNATURES.contains(&signature.as_str()),
        issuer: raw.tbs_certificate.issuer.to_string().replace(';', "/"),
        valid_from: timestamp(certificate.not_before().ok()?.timestamp())?,
        valid_to: timestamp(certificate.not_after().ok()?.timestamp())?,
    })
}

fn timestamp(seconds: i64) -> Option<Timestamp> {
    Timestamp::from_second(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_says_that_it_is_too_old() {
        let now: Timestamp = "2027-01-01T00:00:00Z".parse().expect("a time");
        let before: Timestamp = "2001-01-01T00:00:00Z".parse().expect("a time");
        let good = include_bytes!("certificates/good.der");
        for (der, at, bits, age) in [
            (&good[..], now, 2048, None),
            (good, before, 2048, Some(Age::NotYetValid)),
            (include_bytes!("certificates/short-key.der"), now, 1024, None),
            (include_bytes!("certificates/old-signature.der"), now, 2048, Some(Age::OldSignature)),
            (include_bytes!("certificates/expired.der"), now, 2048, Some(Age::Expired)),
        ] {
            let says = says(der).expect("a certificate");
            assert_eq!((says.key_bits, says.age(at)), (bits, age), "{}", says.subject);
        }
    }
}
