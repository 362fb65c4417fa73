//! Projects as they were read from their files, by version: the last ones that were asked for, up
//! to a size.

use std::{
    collections::VecDeque,
    io::Cursor,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tagbridge_api::ErrorCode;
use tagbridge_project::{Project, ProjectError};
use tagbridge_store::{FileHash, Version};
use zip::ZipArchive;

use super::{Advice, Core, ForUser, Refusal, versions};

/// How many bytes the files of all kept models may have. A model takes some ten times as many.
const FILE_BYTES_MAX: u64 = 24 << 20;

/// Larger files are read one at a time, without other models in parallel.
const LARGE: u64 = 8 << 20;

/// The cached models, the last used first. Equal files of several versions share one.
#[derive(Debug, Default)]
pub(super) struct Models {
    kept: Mutex<VecDeque<CachedModel>>,
    /// Held by who reads a large file.
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

    /// Keeps a model; those that were not used for longest go.
    pub(super) fn keep(&self, file: FileHash, file_bytes: u64, model: Arc<Project>) {
        let mut kept = self.lock();
        kept.retain(|it| it.file != file);
        kept.push_front(CachedModel { file, file_bytes, model });
        let mut sum = 0;
        // One that is larger than all may be is kept alone: reading it is what costs most.
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

/// The bytes of a file once it is unpacked: an archive of one megabyte may have hundreds.
pub(super) fn unpacked(bytes: &[u8]) -> u64 {
    let archive = ZipArchive::new(Cursor::new(bytes)).ok();
    let size = archive.and_then(|archive| archive.decompressed_size());
    size.map_or(bytes.len() as u64, |size| u64::try_from(size).unwrap_or(u64::MAX))
}

impl Core {
    /// The model of a version, read from its file if it is not kept. It is made from the file, so
    /// that it is always this program's.
    pub(super) async fn model(&self, version: &Version) -> Result<Arc<Project>, Refusal> {
        self.model_of(&version.hash, &version.file_name).await
    }

    /// The same of a file, by its hash and its name.
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
        // Somebody else may have read it while we waited for our turn.
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

    /// Reads a file as a project. A large one waits for its turn, and takes the place of all models
    /// that are kept. Blocks.
    pub(super) fn read_file(&self, name: &str, bytes: Vec<u8>) -> Result<Project, ProjectError> {
        let models = &self.0.models;
        let _alone = (unpacked(&bytes) > LARGE).then(|| {
            let alone = models.large.lock().unwrap_or_else(PoisonError::into_inner);
            models.lock().clear();
            alone
        });
        versions::read(name, bytes)
    }

    /// The model of a file, if it is kept.
    pub(super) fn known_model(&self, file: &FileHash) -> Option<Arc<Project>> {
        self.0.models.find(file)
    }

    /// Keeps a model that was just read.
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

/// It could be read when it came.
fn unreadable(error: &ProjectError) -> Refusal {
    Refusal::new(ErrorCode::ProjectUnreadable, error)
        .for_user(&ForUser::FileUnreadable)
        .suggesting(&Advice::AskRaw)
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
