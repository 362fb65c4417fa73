//! The cached facts of projects, by their file.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use tagbridge_interpret::Facts;
use tagbridge_store::{FileHash, Version};

use super::{Core, Refusal};

/// Maximum number of cached facts.
const KEPT_MAX: usize = 8;

/// The cached facts, the last used first. Equal files of several versions share them.
#[derive(Debug, Default)]
pub(super) struct FactsCache(Mutex<VecDeque<(FileHash, Arc<Facts>)>>);

impl FactsCache {
    fn find(&self, file: &FileHash) -> Option<Arc<Facts>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|(hash, _)| hash == file)?;
        let found = kept.remove(place)?;
        let facts = found.1.clone();
        kept.push_front(found);
        Some(facts)
    }

    fn keep(&self, file: FileHash, facts: Arc<Facts>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(hash, _)| *hash != file);
        kept.push_front((file, facts));
        kept.truncate(KEPT_MAX);
    }
}

impl Core {
    /// Returns the facts of a version. Its code is parsed on the first question.
    pub(super) async fn facts(&self, version: &Version) -> Result<Arc<Facts>, Refusal> {
        self.facts_of(&version.hash, &version.file_name).await
    }

    /// Returns the facts of a file, by its hash and its name.
    pub(super) async fn facts_of(
        &self,
        file: &FileHash,
        name: &str,
    ) -> Result<Arc<Facts>, Refusal> {
        let known = &self.0.known;
        if let Some(facts) = known.find(file) {
            return Ok(facts);
        }
        let model = self.model_of(file, name).await?;
        let _slot = self.slot().await?;
        // Another request may have parsed it in the meantime.
        if let Some(facts) = known.find(file) {
            return Ok(facts);
        }
        let hash = file.clone();
        self.blocking(move |core| {
            let facts = Arc::new(Facts::new(model));
            core.0.known.keep(hash, facts.clone());
            Ok(facts)
        })
        .await
    }
}
