//! A controller's answers about its program, by question: cached for the next connections and, with
//! a folder, for the next runs. They are valid for one controller with one change mark.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use tagbridge_driver::{Endpoint, Identity};

use crate::codec::{Reader, changes::Mark};

/// Maximum size of the cached questions and answers, in bytes.
const MAX_BYTES: usize = 32 << 20;
/// The start of a file, with the number of its format.
const MAGIC: &[u8; 8] = b"tblearn1";

/// The cache; clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct AnswerCache(Arc<Mutex<CachedAnswers>>);

#[derive(Debug, Default)]
struct CachedAnswers {
    file: Option<PathBuf>,
    is_loaded: bool,
    /// The device and its program.
    of: Option<(Vec<u8>, Mark)>,
    answers: HashMap<Vec<u8>, Bytes>,
    bytes: usize,
    /// Whether there are answers that are not in the file.
    is_news: bool,
}

impl AnswerCache {
    /// The cache of the controller at this endpoint, in the folder if there is one.
    pub(super) fn of(endpoint: &Endpoint, folder: Option<&Path>) -> Self {
        let name = format!("{:016x}.learnt", fnv(endpoint.to_string().as_bytes()));
        let file = folder.map(|it| it.join(name));
        Self(Arc::new(Mutex::new(CachedAnswers { file, ..CachedAnswers::default() })))
    }

    /// Sets the current controller and its mark: cached answers of another one are dropped.
    pub(super) fn confirm(&self, identity: &Identity, mark: &Mark) {
        let mut told = self.told();
        told.load();
        let of = (device(identity), mark.clone());
        if told.of.as_ref() != Some(&of) {
            told.forget();
            told.of = Some(of);
        }
    }

    /// The cached answer to a question.
    pub(super) fn answer(&self, question: &[u8]) -> Option<Bytes> {
        self.told().answers.get(question).cloned()
    }

    /// Caches the answer to a question.
    pub(super) fn keep(&self, question: Vec<u8>, answer: &Bytes) {
        let mut told = self.told();
        let bytes = question.len() + answer.len();
        if told.of.is_some() && told.bytes + bytes <= MAX_BYTES {
            // A copy: the answer is a part of a packet.
            let before = told.answers.insert(question, Bytes::copy_from_slice(answer));
            told.bytes += bytes;
            told.is_news |= before.is_none_or(|it| it != *answer);
        }
    }

    /// Drops all answers, because one was wrong.
    pub(super) fn forget(&self) {
        let mut told = self.told();
        told.forget();
        told.is_news = true;
    }

    /// Writes the new answers to the file, if there is one.
    pub(super) async fn save(&self) {
        let (file, bytes) = {
            let mut told = self.told();
            if !std::mem::take(&mut told.is_news) {
                return;
            }
            let Some(file) = told.file.clone() else { return };
            (file, told.encode())
        };
        let written = tokio::task::spawn_blocking(move || write(&file, &bytes)).await;
        if let Ok(Err(error)) = written {
            tracing::debug!(%error, "what was learnt is not kept");
        }
    }

    fn told(&self) -> MutexGuard<'_, CachedAnswers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CachedAnswers {
    fn forget(&mut self) {
        self.of = None;
        self.answers.clear();
        self.bytes = 0;
    }

    fn load(&mut self) {
        if std::mem::replace(&mut self.is_loaded, true) {
            return;
        }
        let bytes = self.file.as_ref().and_then(|it| fs::read(it).ok());
        if let Some((of, answers)) = bytes.as_deref().and_then(decode) {
            self.bytes =
                answers.iter().map(|(question, answer)| question.len() + answer.len()).sum();
            self.answers = answers;
            self.of = Some(of);
        }
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        if let Some((device, mark)) = &self.of {
            put(&mut bytes, device);
            put(&mut bytes, &mark.to_bytes());
        }
        for (question, answer) in &self.answers {
            put(&mut bytes, question);
            put(&mut bytes, answer);
        }
        let sum = fnv(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }
}

/// Decodes a file. `None`: it is not a complete file of this format.
#[expect(clippy::type_complexity, reason = "a pair that its one caller takes apart")]
fn decode(bytes: &[u8]) -> Option<((Vec<u8>, Mark), HashMap<Vec<u8>, Bytes>)> {
    let (bytes, sum) = bytes.split_last_chunk::<8>()?;
    if fnv(bytes) != u64::from_le_bytes(*sum) {
        return None;
    }
    let mut reader = Reader::new(bytes.strip_prefix(MAGIC)?);
    let mut next = || {
        let size = reader.u32("size").ok()?;
        reader.take("bytes", usize::try_from(size).ok()?).ok().map(<[u8]>::to_vec)
    };
    let (device, mark) = (next()?, Mark::of_bytes(&next()?)?);
    let mut answers = HashMap::new();
    while let Some(question) = next() {
        answers.insert(question, next()?.into());
    }
    Some(((device, mark), answers))
}

fn put(to: &mut Vec<u8>, bytes: &[u8]) {
    to.extend(u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes());
    to.extend(bytes);
}

/// Writes a temporary file, then renames it: concurrent readers see the old file.
fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = file.with_extension(format!("{:x}", rand::random::<u32>()));
    fs::write(&beside, bytes)?;
    fs::rename(&beside, file).inspect_err(|_| drop(fs::remove_file(&beside)))
}

fn device(identity: &Identity) -> Vec<u8> {
    let Identity { vendor, product, revision, serial, name, .. } = identity;
    let name = name.as_deref().unwrap_or_default();
    [vendor.as_str(), product, revision, serial, name].join("\n").into_bytes()
}

/// FNV-1a: detects damaged files, and is used in file names.
fn fnv(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}
