//! The state that is stored between two runs; never a secret.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::Mutex,
};

use serde::{Deserialize, Serialize};
use tagbridge_system::write_whole;

use crate::view::{Failure, KeyPlace, KnownController, Settings, StartSession, Supplement};
use crate::{
    lock::lock,
    log_message::{LogMessage, event},
    problem::{Problem, Remedy},
};

/// Maximum number of stored controllers.
const CONTROLLERS_MAX: usize = 50;

/// The stored state.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct StoredState {
    pub(crate) settings: Settings,
    pub(crate) service: Option<SelectedService>,
    /// The latest first.
    pub(crate) controllers: Vec<KnownController>,
    /// Pinned tags by project.
    pub(crate) pins: BTreeMap<String, Vec<String>>,
    /// The user's additions to a project's file, by project.
    pub(crate) supplements: BTreeMap<String, Supplement>,
    /// Project files that were opened here, by the project's id.
    pub(crate) files: BTreeMap<String, PathBuf>,
    /// The location of controllers' passwords, by account: an address with the user.
    pub(crate) logins: BTreeMap<String, KeyPlace>,
    /// The sessions that were running.
    pub(crate) sessions: Vec<StartSession>,
}

/// The selected service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum SelectedService {
    BuiltIn,
    Remote { url: String, key_place: KeyPlace },
}

impl SelectedService {
    /// Its address; `None`: it is the built-in one.
    pub(crate) fn url(&self) -> Option<&str> {
        match self {
            Self::BuiltIn => None,
            Self::Remote { url, .. } => Some(url),
        }
    }
}

impl StoredState {
    /// The location of the key for the service at this address, if it is the selected one.
    pub(crate) fn key_place_of(&self, url: &str) -> Option<KeyPlace> {
        match &self.service {
            Some(SelectedService::Remote { url: own, key_place }) if own == url => Some(*key_place),
            _ => None,
        }
    }

    /// Removes a project.
    pub(crate) fn forget_project(&mut self, project: &str) {
        self.controllers.retain(|it| it.project != project);
        self.sessions.retain(|it| it.project != project);
        self.pins.remove(project);
        self.supplements.remove(project);
    }

    /// Records a controller as the last used one.
    pub(crate) fn used(&mut self, controller: KnownController) {
        let same = |it: &KnownController| {
            (&it.endpoint, &it.project) == (&controller.endpoint, &controller.project)
        };
        self.controllers.retain(|it| !same(it));
        self.controllers.insert(0, controller);
        self.controllers.truncate(CONTROLLERS_MAX);
    }
}

/// The file with the stored state.
pub(crate) struct StateFile {
    path: PathBuf,
    kept: Mutex<StoredState>,
}

impl StateFile {
    /// Reads the file; a missing one is empty, and a damaged one is set aside.
    pub(crate) fn open(path: PathBuf) -> Self {
        let kept = match fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text).unwrap_or_else(|error| {
                let aside = path.with_extension("broken");
                let moved = fs::rename(&path, &aside).is_ok();
                event!(warn, LogMessage::SettingsUnreadable, %error, moved);
                StoredState::default()
            }),
            Err(error) => {
                if error.kind() != io::ErrorKind::NotFound {
                    event!(warn, LogMessage::SettingsUnreadable, %error);
                }
                StoredState::default()
            }
        };
        Self { path, kept: Mutex::new(kept) }
    }

    pub(crate) fn read<T>(&self, look: impl FnOnce(&StoredState) -> T) -> T {
        look(&lock(&self.kept))
    }

    /// Changes the stored state, first on disk, then in memory.
    pub(crate) fn change(&self, change: impl FnOnce(&mut StoredState)) -> Result<(), Failure> {
        let mut kept = lock(&self.kept);
        let mut next = kept.clone();
        change(&mut next);
        if next != *kept {
            write(&self.path, &next).map_err(|why| {
                let folder = self.path.clone();
                let problem = &Problem::SettingsNotKept { folder, why };
                Failure::new("disk", problem, &Remedy::FolderAndSpace)
            })?;
            *kept = next;
        }
        Ok(())
    }
}

fn write(path: &Path, kept: &StoredState) -> io::Result<()> {
    write_whole(path, toml::to_string(kept).map_err(io::Error::other)?.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Vendor;

    fn controller(endpoint: &str) -> KnownController {
        KnownController {
            endpoint: endpoint.into(),
            platform: Vendor::AllenBradley,
            project: "p".into(),
            product: "1756-L83E".into(),
            name: None,
            serial: "1".into(),
            used_at: 1.0,
        }
    }

    #[test]
    fn what_is_kept_is_there_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("below/settings.toml");
        let keeper = StateFile::open(path.clone());
        let service = SelectedService::Remote {
            url: "https://a.example/api/v1".into(),
            key_place: KeyPlace::Keychain,
        };
        keeper
            .change(|it| {
                it.service = Some(service);
                it.settings.large_targets = true;
                it.used(controller("logix://10.0.0.5/1,0"));
                it.used(controller("logix://10.0.0.6/1,0"));
                it.used(controller("logix://10.0.0.5/1,0"));
                it.pins.insert("p".into(), vec!["Speed".into()]);
            })
            .expect("it is kept");
        let again = StateFile::open(path.clone());
        assert_eq!(again.read(StoredState::clone), keeper.read(StoredState::clone));
        let endpoints = again.read(|it| it.controllers.len());
        assert_eq!(endpoints, 2, "each controller once");
        fs::write(&path, "what = [").unwrap();
        assert_eq!(StateFile::open(path.clone()).read(StoredState::clone), StoredState::default());
        assert!(path.with_extension("broken").exists(), "the broken one is set aside");
    }

    #[test]
    fn what_cannot_be_kept_is_said() {
        let keeper = StateFile::open("/proc/no/settings.toml".into());
        let error = keeper.change(|it| it.settings.large_targets = true).unwrap_err();
        assert!(error.message.to_string().contains("/proc/no/settings.toml"), "{error}");
        assert!(!keeper.read(|it| it.settings.large_targets), "nothing is half kept");
    }
}
