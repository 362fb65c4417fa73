//! Keys: shown once, kept as a hash, compared in constant time.

use std::fmt;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tagbridge_api::Permission;
use tagbridge_store::{Key, KeyHash, Org, StoreError, Transaction};
use uuid::Uuid;

use super::Core;

/// What a key's text begins with.
const PREFIX: &str = "tb_";

/// A key to be made.
#[derive(Debug, Clone, Default)]
pub struct NewKey {
    /// What its owner calls it.
    pub name: String,
    /// What it may do.
    pub permissions: Vec<Permission>,
    /// The ids of the projects that it may touch; none given: all.
    pub projects: Option<Vec<String>>,
}

/// A key's text, `tb_ID_SECRET`: 256 random bits. It is stored nowhere.
pub struct Secret(String);

impl Secret {
    /// The text, to be shown once.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Why a key was not made.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// It was to be scoped to a project that there is not.
    #[error("creating the key: there is no project `{id}`; scope it to one that is there")]
    UnknownProject {
        /// The id that is none.
        id: String,
    },
    /// It was not stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Makes a key of the one organization. Its scope names projects that are there.
pub(crate) fn create(core: &Core, new: NewKey) -> Result<(Key, Secret), KeyError> {
    let id = Uuid::new_v4().simple().to_string()[..12].to_owned();
    let random: [u8; 32] = rand::random();
    let secret = Secret(format!("{PREFIX}{id}_{}", hex(&random)));
    let key = Key {
        id,
        org: Org::local(),
        name: new.name,
        permissions: new.permissions,
        projects: new.projects,
        created_at: core.now(),
        revoked_at: None,
    };
    core.store().write(|tx| {
        for id in key.projects.iter().flatten() {
            if tx.find_project(&key.org, id)?.is_none() {
                return Err(KeyError::UnknownProject { id: id.clone() });
            }
        }
        Ok(tx.add_key(&key, &hash(secret.reveal()))?)
    })?;
    Ok((key, secret))
}

/// All keys, the oldest first.
pub(crate) fn list(core: &Core) -> Result<Vec<Key>, StoreError> {
    core.store().read(|tx| tx.keys(&Org::local()))
}

/// Ends a key's validity. False: there is no such key.
pub(crate) fn revoke(core: &Core, id: &str) -> Result<bool, StoreError> {
    core.store().write(|tx| tx.revoke_key(&Org::local(), id, core.now()))
}

/// The valid key that this text is.
pub(super) fn authenticate(tx: &dyn Transaction, text: &str) -> Result<Option<Key>, StoreError> {
    let id = text.strip_prefix(PREFIX).and_then(|rest| rest.split_once('_')).map(|(id, _)| id);
    // An unknown id is compared as well: how long the answer takes tells nothing.
    let (key, expected) =
        tx.key(id.unwrap_or_default())?.map_or((None, [0; 32]), |(key, hash)| (Some(key), hash));
    let equal: bool = expected.ct_eq(&hash(text)).into();
    Ok(key.filter(|key| equal && key.revoked_at.is_none()))
}

fn hash(text: &str) -> KeyHash {
    Sha256::digest(text).into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    fn opened() -> (tempfile::TempDir, Core) {
        let folder = tempfile::tempdir().unwrap();
        let core = Core::open(folder.path(), Options::default()).unwrap();
        (folder, core)
    }

    #[test]
    fn a_key_is_known_by_its_whole_text_until_it_is_revoked() {
        let (_folder, core) = opened();
        let new = NewKey {
            name: "reader".to_owned(),
            permissions: vec![Permission::HmiView],
            projects: None,
        };
        let (key, secret) = create(&core, new).unwrap();
        let known = |text: &str| core.store().read(|tx| authenticate(tx, text)).unwrap();
        let text = secret.reveal();

        assert_eq!(text.len(), "tb_".len() + 12 + 1 + 64);
        assert_eq!(known(text), Some(key.clone()));
        for wrong in [
            "",
            "tb_",
            "tb__",
            &text[..text.len() - 1],
            &format!("{text}0"),
            &text.to_uppercase(),
            &text.replace(&key.id, "000000000000"),
        ] {
            assert_eq!(known(wrong), None, "{wrong}");
        }

        assert!(revoke(&core, &key.id).unwrap());
        assert!(!revoke(&core, "nobody").unwrap());
        assert_eq!(known(text), None);
        let listed = list(&core).unwrap();
        assert!(listed[0].revoked_at.is_some());
        assert_eq!(listed, [Key { revoked_at: listed[0].revoked_at, ..key }]);
    }

    #[test]
    fn a_key_is_scoped_to_projects_that_are_there() {
        let (_folder, core) = opened();
        let new = NewKey { projects: Some(vec!["gone".to_owned()]), ..NewKey::default() };
        let error = create(&core, new).expect_err("gone");
        assert!(error.to_string().contains("there is no project `gone`"), "{error}");
        assert_eq!(list(&core).unwrap(), []);
    }

    #[test]
    fn the_secret_is_neither_shown_by_debug_nor_stored() {
        let (folder, core) = opened();
        let (_, secret) = create(&core, NewKey::default()).unwrap();
        let random = secret.reveal().rsplit('_').next().unwrap();
        assert!(!format!("{secret:?}").contains(random));
        for file in std::fs::read_dir(folder.path()).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            assert!(!bytes.windows(random.len()).any(|it| it == random.as_bytes()));
        }
    }
}
