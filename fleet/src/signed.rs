//! The format of the file: a line with the format, the signer and the signature, followed by the
//! signed content as JSON.

use std::{collections::BTreeMap, path::Path};

use base64::{Engine, prelude::BASE64_STANDARD as BASE64};
use serde::{Deserialize, Serialize};
use tagbridge_api::Timestamp;

use crate::{CONFIGURATION, FleetError, SignerKey, SigningKey};

/// The prefix of such a file.
const MAGIC: &str = "tagbridge-fleet";
/// The format that this program reads and writes.
pub(crate) const FORMAT: u32 = 1;

/// The contents of a fleet file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fleet {
    /// Its name.
    pub(crate) name: String,
    /// When it was signed.
    pub(crate) signed_at: Timestamp,
    /// By path from the configuration's folder, with `/` on every system.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
}

/// Its text form.
#[derive(Serialize, Deserialize)]
struct FleetText {
    name: String,
    signed_at: Timestamp,
    files: BTreeMap<String, String>,
}

impl Fleet {
    /// The file's bytes.
    pub(crate) fn sign(&self, key: &SigningKey) -> Vec<u8> {
        let files = self.files.iter().map(|(name, bytes)| (name.clone(), BASE64.encode(bytes)));
        let (name, signed_at) = (self.name.clone(), self.signed_at);
        let written = FleetText { name, signed_at, files: files.collect() };
        let body = serde_json::to_vec(&written).unwrap_or_default();
        let signature = BASE64.encode(key.sign(&message(FORMAT, &body)));
        let mut bytes = format!("{MAGIC} {FORMAT} {} {signature}\n", key.public()).into_bytes();
        bytes.extend(body);
        bytes.push(b'\n');
        bytes
    }

    /// The contents of a file, if this signer has signed it. `path` is its path.
    pub(crate) fn read(
        bytes: &[u8],
        expected: &SignerKey,
        path: &Path,
    ) -> Result<Self, FleetError> {
        Ok(Self::open(bytes, Some(expected), path)?.1)
    }

    /// The contents of a file with any signer, and the signer: for a file that was accepted before.
    pub(crate) fn read_of_anybody(
        bytes: &[u8],
        path: &Path,
    ) -> Result<(SignerKey, Self), FleetError> {
        Self::open(bytes, None, path)
    }

    fn open(
        bytes: &[u8],
        expected: Option<&SignerKey>,
        path: &Path,
    ) -> Result<(SignerKey, Self), FleetError> {
        let no_fleet = || FleetError::NoFleet { path: path.to_owned() };
        let altered = || FleetError::Altered { path: path.to_owned() };
        let end = bytes.iter().position(|it| *it == b'\n').ok_or_else(no_fleet)?;
        let line = std::str::from_utf8(&bytes[..end]).map_err(|_| no_fleet())?;
        let mut words = line.trim_end().split(' ');
        let is_one = words.next() == Some(MAGIC);
        let format = words.next().filter(|_| is_one).and_then(|it| it.parse::<u32>().ok());
        let found = format.ok_or_else(no_fleet)?;
        if found > FORMAT {
            return Err(FleetError::Newer { path: path.to_owned(), found, known: FORMAT });
        }
        let signer = words.next().and_then(SignerKey::of_text).ok_or_else(altered)?;
        if let Some(expected) = expected.filter(|it| **it != signer) {
            let (found, expected) = (signer.to_string(), expected.to_string());
            return Err(FleetError::OtherSigner { path: path.to_owned(), found, expected });
        }
        let signature = words.next().and_then(|it| BASE64.decode(it).ok()).ok_or_else(altered)?;
        let body = bytes[end + 1..].strip_suffix(b"\n").ok_or_else(altered)?;
        if words.next().is_some() || !signer.has_signed(&message(found, body), &signature) {
            return Err(altered());
        }
        let written: FleetText = serde_json::from_slice(body).map_err(|_| altered())?;
        let mut files = BTreeMap::new();
        for (name, text) in written.files {
            if !is_beneath(&name) {
                return Err(FleetError::Escapes { name });
            }
            files.insert(name, BASE64.decode(text).map_err(|_| altered())?);
        }
        if !files.contains_key(CONFIGURATION) {
            return Err(no_fleet());
        }
        Ok((signer, Self { name: written.name, signed_at: written.signed_at, files }))
    }

    /// The configuration, with all of its sessions.
    pub(crate) fn configuration(&self) -> String {
        let bytes = self.files.get(CONFIGURATION).map(Vec::as_slice).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    }
}

/// The signed bytes.
fn message(format: u32, body: &[u8]) -> Vec<u8> {
    [format!("{MAGIC} {format}\n").as_bytes(), body].concat()
}

/// Whether it is a path beneath a folder, on any system.
fn is_beneath(name: &str) -> bool {
    let is_plain = |part: &str| {
        !matches!(part, "" | "." | "..")
            && !part.contains(['\\', ':'])
            && !part.contains(char::is_control)
            && !tagbridge_system::is_device_name(part)
    };
    name.split('/').all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fleet(name: &str) -> Fleet {
        let files = [(CONFIGURATION.to_owned(), b"x".to_vec()), (name.to_owned(), vec![0, 255])];
        let signed_at = Timestamp::from_millis(0).expect("a time");
        Fleet { name: "West".to_owned(), signed_at, files: files.into() }
    }

    fn keys() -> [SigningKey; 2] {
        let folder = tempfile::tempdir().expect("a folder");
        ["a", "b"].map(|name| SigningKey::create(&folder.path().join(name)).expect("it is made"))
    }

    #[test]
    fn what_was_signed_is_read_and_nothing_else() {
        let [ours, others] = keys();
        let fleet = fleet("pki/authorities/ca.pem");
        let bytes = fleet.sign(&ours);
        let read = |bytes: &[u8]| Fleet::read(bytes, &ours.public(), Path::new("f"));
        assert_eq!(read(&bytes).expect("it is ours"), fleet);
        let anybody = |bytes: &[u8]| Fleet::read_of_anybody(bytes, Path::new("f"));
        let of_another = anybody(&fleet.sign(&others)).expect("somebody signed it");
        assert_eq!(of_another, (others.public(), fleet.clone()));
        let other = read(&fleet.sign(&others)).expect_err("another's");
        assert!(matches!(other, FleetError::OtherSigner { .. }), "{other}");
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            read(&changed).expect_err("a bit was changed");
            read(&bytes[..at]).expect_err("it is cut off");
        }
        let text = String::from_utf8(bytes.clone()).expect("text");
        // The signature is of the format as well.
        let older = text.replacen("fleet 1 ", "fleet 0 ", 1);
        assert!(matches!(read(older.as_bytes()), Err(FleetError::Altered { .. })));
        let newer = text.replacen("fleet 1 ", "fleet 2 ", 1);
        assert!(matches!(read(newer.as_bytes()), Err(FleetError::Newer { found: 2, .. })));
        assert!(matches!(read(b"[service]\n"), Err(FleetError::NoFleet { .. })));
        // Another's name before a signature of ours, and the other way round.
        let forged = text.replacen(&ours.public().to_string(), &others.public().to_string(), 1);
        assert!(matches!(read(forged.as_bytes()), Err(FleetError::OtherSigner { .. })));
        assert!(matches!(anybody(forged.as_bytes()), Err(FleetError::Altered { .. })));
        let forged = String::from_utf8(fleet.sign(&others)).expect("text");
        let forged = forged.replacen(&others.public().to_string(), &ours.public().to_string(), 1);
        assert!(matches!(read(forged.as_bytes()), Err(FleetError::Altered { .. })));
    }

    #[test]
    fn no_file_is_written_elsewhere() {
        let [ours, _] = keys();
        for name in
            ["/etc/passwd", "../x", "a/../../x", "a//b", "C:\\x", "c:x", "a\\..\\x", "", "nul"]
        {
            let bytes = fleet(name).sign(&ours);
            let error = Fleet::read(&bytes, &ours.public(), Path::new("f")).expect_err(name);
            assert!(matches!(error, FleetError::Escapes { .. }), "{name}: {error}");
        }
    }
}
