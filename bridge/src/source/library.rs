//! The service's project files, and the copies of them on this computer.

use std::path::{Path, PathBuf};

use tagbridge_naming::SourceError;

use tagbridge_texts::{Coded, Message};

use super::cache::{Cache, Label};
use crate::{
    client::{BadAnswer, Client, UplinkError},
    logged::{Logged, event},
};

/// How often a project is fetched that is being replaced.
const ATTEMPTS: usize = 3;

/// The service's project files, and the copies of them on this computer.
#[derive(Debug, Clone)]
pub struct Library {
    client: Client,
    data: PathBuf,
}

/// A project's file as the service has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// The file's name.
    pub file_name: String,
    /// Which version of the project it is.
    pub version_id: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Why there is no file from the service.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "lack")]
pub enum Lack {
    /// The project has none.
    File,
    /// It is another one each time.
    Restless,
    /// Reading it broke down.
    Broken,
    /// The service does not give it.
    #[coded(transparent)]
    Service(#[from] UplinkError),
    /// It is no project for the controller.
    #[coded(transparent)]
    Source(#[from] SourceError),
}

impl Lack {
    /// Whether it passes by itself.
    pub fn passes(&self) -> bool {
        matches!(self, Self::Service(error) if error.passes())
    }

    /// Whether nothing is known of the project by it: it passes by itself, the key may be replaced, or
    /// something else answered in the service's place, as the page does that asks for a login to a network.
    pub(crate) fn is_open(&self) -> bool {
        use BadAnswer::{SendsAway, SendsTo, Unreadable};
        let is_another = matches!(
            self,
            Self::Service(
                UplinkError::Unauthorized(_)
                    | UplinkError::Incompatible {
                        what: Unreadable { .. } | SendsTo { .. } | SendsAway,
                        ..
                    }
            )
        );
        is_another || self.passes()
    }
}

impl Library {
    /// With copies below a bridge's data folder.
    pub fn new(client: Client, data: &Path) -> Self {
        Self { client, data: data.to_owned() }
    }

    /// The id of a project's current version.
    pub(super) async fn version_id(&self, project: &str) -> Result<String, Lack> {
        Ok(self.client.project(project).await?.current_version_id)
    }

    /// The current version of a project, kept as a copy from now on.
    pub async fn current(&self, project: &str) -> Result<Fetched, Lack> {
        let cache = Cache::new(&self.data, project);
        let mut now = self.client.project(project).await?;
        for _ in 0..ATTEMPTS {
            let Some(file_name) = now.original_filename else { return Err(Lack::File) };
            let version_id = now.current_version_id;
            let copy = cache.load().filter(|(label, _)| label.version_id == version_id);
            if let Some((_, bytes)) = copy {
                return Ok(Fetched { file_name, version_id, bytes });
            }
            let bytes = self.client.source(project, None).await?;
            // What came may be of a version that was put in meanwhile.
            let after = self.client.project(project).await?;
            if after.current_version_id != version_id {
                now = after;
                continue;
            }
            if let Err(error) = cache.keep(&version_id, &file_name, &bytes) {
                event!(warn, Logged::FileNotKept, error = ?Message::system(&error));
            }
            return Ok(Fetched { file_name, version_id, bytes });
        }
        Err(Lack::Restless)
    }

    /// All copies below a bridge's data folder.
    pub fn copies(data: &Path) -> Vec<Fetched> {
        let all = Cache::all(data).into_iter().filter_map(|it| it.load());
        all.map(|(label, bytes)| fetched(label, bytes)).collect()
    }

    /// Keeps no copy of a project any more.
    pub fn forget(&self, project: &str) -> std::io::Result<()> {
        Cache::new(&self.data, project).remove()
    }

    /// The copy of the last time, without asking the service.
    pub fn copy(&self, project: &str) -> Option<Fetched> {
        Self::copy_in(&self.data, project)
    }

    /// The same below a bridge's data folder.
    pub fn copy_in(data: &Path, project: &str) -> Option<Fetched> {
        let (label, bytes) = Cache::new(data, project).load()?;
        Some(fetched(label, bytes))
    }
}

fn fetched(label: Label, bytes: Vec<u8>) -> Fetched {
    Fetched { file_name: label.file_name, version_id: label.version_id, bytes }
}
