//! The models of projects, by version: the last used ones, up to a size.

use std::{
    collections::VecDeque,
    io::Cursor,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tagbridge_api::ErrorCode;
use tagbridge_project::{Project, ProjectError};
use tagbridge_store::{FileHash, Version};
use zip::ZipArchive;

use super::{Advice, Core, Refusal, UserMessage, versions};

/// Maximum size of the files of all cached models, in bytes. A model needs about ten times as much.
const FILE_BYTES_MAX: u64 = 24 << 20;

/// Larger files are parsed one at a time, without other cached models.
const LARGE: u64 = 8 << 20;

/// The cached models, the last used first. Equal files of several versions share one.
#[derive(Debug, Default)]
pub(super) struct Models {
    kept: Mutex<VecDeque<CachedModel>>,
    /// Locked while a large file is parsed.
    large: Mutex<()>,
}

#[derive(Debug)]
struct CachedModel {
    file: FileHash,
    file_bytes: u64,
    model: Arc<Project>,
}

impl Models {
    fn find(&self, file: &FileHash) -> Option<Arc<Project>> {
        let mut kept = self.lock();
        let place = kept.iter().position(|it| it.file == *file)?;
        let found = kept.remove(place)?;
        let model = found.model.clone();
        kept.push_front(found);
        Some(model)
    }

    /// Caches a model, and drops the least recently used ones.
    pub(super) fn keep(&self, file: FileHash, file_bytes: u64, model: Arc<Project>) {
        let mut kept = self.lock();
        kept.retain(|it| it.file != file);
        kept.push_front(CachedModel { file, file_bytes, model });
        let mut sum = 0;
        // A model above the limit is cached alone, because parsing it is the most expensive.
        let fitting = kept.iter().take_while(|it| {
            sum += it.file_bytes;
            sum <= FILE_BYTES_MAX
        });
        let fitting = fitting.count().max(1);
        kept.truncate(fitting);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<CachedModel>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The size of a file after decompression: an archive of one megabyte can contain hundreds.
pub(super) fn unpacked(bytes: &[u8]) -> u64 {
    let archive = ZipArchive::new(Cursor::new(bytes)).ok();
    let size = archive.and_then(|archive| archive.decompressed_size());
    size.map_or(bytes.len() as u64, |size| u64::try_from(size).unwrap_or(u64::MAX))
}

impl Core {
    /// The model of a version, parsed from its file if it is not cached. It is always created by
    /// the current program.
    pub(super) async fn model(&self, version: &Version) -> Result<Arc<Project>, Refusal> {
        self.model_of(&version.hash, &version.file_name).await
    }

    /// The model of a file, by its hash and its name.
    pub(super) async fn model_of(
        &self,
        file: &FileHash,
        name: &str,
    ) -> Result<Arc<Project>, Refusal> {
        let models = &self.0.models;
        if let Some(model) = models.find(file) {
            return Ok(model);
        }
        let _slot = self.slot().await?;
        // Another request may have parsed it in the meantime.
        if let Some(model) = models.find(file) {
            return Ok(model);
        }
        let (hash, file_name) = (file.clone(), name.to_owned());
        self.blocking(move |core| {
            let bytes = core.files().get(&hash)?;
            let file_bytes = unpacked(&bytes);
            let model = core.read_file(&file_name, bytes).map_err(|error| unreadable(&error))?;
            let model = Arc::new(model);
            core.0.models.keep(hash, file_bytes, model.clone());
            Ok(model)
        })
        .await
    }

    /// Parses a file as a project. A large one waits for its turn, and drops all cached models.
    /// Blocks.
    pub(super) fn read_file(&self, name: &str, bytes: Vec<u8>) -> Result<Project, ProjectError> {
        let models = &self.0.models;
        let _alone = (unpacked(&bytes) > LARGE).then(|| {
            let alone = models.large.lock().unwrap_or_else(PoisonError::into_inner);
            models.lock().clear();
            alone
        });
        versions::read(name, bytes)
    }

    /// The cached model of a file.
    pub(super) fn known_model(&self, file: &FileHash) -> Option<Arc<Project>> {
        self.0.models.find(file)
    }

    /// Caches a model that was just parsed.
    pub(super) fn keep_model(
        &self,
        file: FileHash,
        file_bytes: u64,
        model: Project,
    ) -> Arc<Project> {
        let model = Arc::new(model);
        self.0.models.keep(file, file_bytes, model.clone());
        model
    }
}

/// The file could be parsed when it was uploaded.
fn unreadable(error: &ProjectError) -> Refusal {
    Refusal::new(ErrorCode::ProjectUnreadable, error)
        .for_user(&UserMessage::FileUnreadable)
        .with_remedy(&Advice::AskRaw)
}

#[cfg(test)]
mod tests {
    use super::*;

    const L5X: &str = "<RSLogix5000Content TargetName=\"Line\"><Controller Use=\"Target\" \
                       Name=\"Line\"/></RSLogix5000Content>";

    #[test]
    fn those_that_were_not_used_for_longest_go() {
        let models = Models::default();
        let model = Arc::new(versions::read("Line.L5X", L5X.as_bytes().to_vec()).unwrap());
        let hash = |name: &str| FileHash::of(name.as_bytes());
        let keep = |name: &str, bytes| models.keep(hash(name), bytes, model.clone());
        let kept = |names: [&str; 3]| names.map(|it| models.find(&hash(it)).is_some());
        keep("a", FILE_BYTES_MAX / 2);
        keep("b", FILE_BYTES_MAX / 2);
        assert_eq!(kept(["a", "b", "c"]), [true, true, false]);
        assert!(models.find(&hash("a")).is_some());
        keep("c", 1);
        assert_eq!(kept(["b", "a", "c"]), [false, true, true]);
        keep("d", FILE_BYTES_MAX + 1);
        assert_eq!(kept(["a", "c", "d"]), [false, false, true]);
        keep("d", 1);
        keep("a", 1);
        assert_eq!(kept(["a", "c", "d"]), [true, false, true]);
    }
}
