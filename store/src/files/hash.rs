//! The hash of a file, which is its name.

use std::{
    fmt,
    fs::File,
    io::{self, Read},
};

use sha2::{Digest, Sha256};

use super::PART;

/// The SHA-256 of a file's bytes, as 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileHash(String);

impl FileHash {
    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self::of_digest(&Sha256::digest(bytes))
    }

    pub(super) fn of_digest(digest: &[u8]) -> Self {
        Self(digest.iter().fold(String::new(), |digits, byte| digits + &format!("{byte:02x}")))
    }

    /// The hash of the rest of a file. Blocks.
    pub(super) fn of_file(file: &mut File) -> io::Result<Self> {
        let (mut digest, mut part) = (Sha256::new(), vec![0; PART]);
        loop {
            match file.read(&mut part)? {
                0 => return Ok(Self::of_digest(&digest.finalize())),
                count => digest.update(&part[..count]),
            }
        }
    }

    /// From its digits; `None`: it is not a hash.
    pub fn parse(digits: &str) -> Option<Self> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (digits.len() == 64 && digits.bytes().all(is_digit)).then(|| Self(digits.to_owned()))
    }

    /// Its digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FileHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
