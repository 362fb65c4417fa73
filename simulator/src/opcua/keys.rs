//! The folder with the certificate and the private key of a server.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use opcua::crypto::{CertificateStore, X509Data};
use sha2::{Digest, Sha256};
use tagbridge_system::make_private;
use tempfile::TempDir;

/// The paths in the folder.
pub(super) const CERTIFICATE: &str = "own/cert.der";
pub(super) const PRIVATE_KEY: &str = "private/private.pem";
const BITS: u32 = 2048;
const DAYS: u32 = 365;

/// A folder with the certificate and the private key of a server.
#[derive(Clone)]
pub(super) enum Keys {
    /// A folder that the user provides; it is kept.
    Kept(PathBuf),
    /// A temporary folder, deleted with the last clone.
    Passing(Arc<TempDir>),
}

/// The subject of a certificate.
#[derive(Clone)]
pub(super) struct Owner {
    /// The URI of the application.
    pub(super) uri: String,
    pub(super) host: String,
}

impl Keys {
    /// Opens the given folder, or creates a temporary one.
    pub(super) fn open(kept: Option<&Path>) -> io::Result<Self> {
        match kept {
            Some(folder) => {
                fs::create_dir_all(folder)?;
                Ok(Self::Kept(folder.to_owned()))
            }
            None => Ok(Self::Passing(Arc::new(TempDir::with_prefix("tagbridge-codesys-")?))),
        }
    }

    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Kept(it) => it,
            Self::Passing(it) => it.path(),
        }
    }

    /// Creates a certificate if it does not exist. Blocks for a while then.
    pub(super) fn fill(&self, owner: &Owner) -> io::Result<()> {
        let [certificate, key] = self.files();
        if !certificate.exists() && !key.exists() {
            return self.renew(owner);
        }
        let unreadable = |file: &Path, why: String| {
            let why = format!("cannot read {}: {why}", file.display());
            io::Error::new(io::ErrorKind::InvalidData, why)
        };
        CertificateStore::read_cert(&certificate).map_err(|why| unreadable(&certificate, why))?;
        CertificateStore::read_pkey(&key).map_err(|why| unreadable(&key, why))?;
        Ok(())
    }

    /// Replaces the certificate. Blocks for a while.
    pub(super) fn renew(&self, owner: &Owner) -> io::Result<()> {
        let [certificate, key] = self.files();
        CertificateStore::create_certificate_and_key(&description(owner), true, &certificate, &key)
            .map_err(io::Error::other)?;
        make_private(&key)
    }

    /// The SHA-256 of the certificate for comparison: `4F:0A:…`. `None` if it does not exist.
    pub(super) fn fingerprint(&self) -> Option<String> {
        let [certificate, _] = self.files();
        let digest = Sha256::digest(fs::read(certificate).ok()?);
        let bytes: Vec<String> = digest.iter().map(|it| format!("{it:02X}")).collect();
        Some(bytes.join(":"))
    }

    fn files(&self) -> [PathBuf; 2] {
        [CERTIFICATE, PRIVATE_KEY].map(|it| self.path().join(it))
    }
}

fn description(owner: &Owner) -> X509Data {
    let hosts = Some(vec![owner.host.clone()]);
    X509Data {
        key_size: BITS,
        common_name: "Virtual CODESYS controller".to_owned(),
        organization: "Tagbridge".to_owned(),
        organizational_unit: "Simulator".to_owned(),
        country: "DE".to_owned(),
        state: "BY".to_owned(),
        alt_host_names: X509Data::alt_host_names(&owner.uri, hosts, true, false, false),
        certificate_duration_days: DAYS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_stays_in_its_folder_until_it_is_renewed() {
        let folder = TempDir::new().expect("a folder");
        let inner = folder.path().join("pki");
        let owner = Owner { uri: "urn:test".to_owned(), host: "127.0.0.1".to_owned() };
        let filled = || {
            let keys = Keys::open(Some(&inner)).expect("a folder that can be made");
            keys.fill(&owner).map(|()| keys.fingerprint())
        };
        assert_eq!(Keys::open(Some(&inner)).expect("a folder").fingerprint(), None);
        let first = filled().expect("it is made").expect("it is there");
        assert_eq!(first.len(), 32 * 3 - 1, "{first}");
        assert_eq!(filled().expect("it is kept"), Some(first.clone()));
        Keys::Kept(inner.clone()).renew(&owner).expect("it is made again");
        let second = filled().expect("it is kept");
        assert_ne!(second, Some(first));

        // One missing file of the two is an error: the other may be needed.
        fs::write(inner.join(PRIVATE_KEY), b"no key").expect("it can be spoiled");
        for _ in 0..2 {
            let error = filled().expect_err("the key is no key").to_string();
            assert!(error.contains("private.pem"), "{error}");
            drop(fs::remove_file(inner.join(PRIVATE_KEY)));
        }
    }
}
