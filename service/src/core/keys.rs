//! Keys: shown once, stored as a hash, compared in constant time.

use std::{
    collections::HashMap,
    fmt, mem,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tagbridge_api::{Permission, Timestamp};
use tagbridge_store::{KeyHash, KeyInfo, Org, StoreError, Transaction};
use tagbridge_texts::Coded;
use uuid::Uuid;

use super::{
    Core,
    audit::{self, OWNER},
};

use crate::log_message::{LogMessage, event};

/// The prefix of a key's text.
const PREFIX: &str = "tb_";

/// The properties of a new key.
#[derive(Debug, Clone, Default)]
pub struct NewKey {
    /// Its name.
    pub name: String,
    /// Its permissions.
    pub permissions: Vec<Permission>,
    /// The ids of the projects that it may access; `None`: all.
    pub projects: Option<Vec<String>>,
    /// The device for which it may push; `None`: any.
    pub device: Option<String>,
    /// The lifetime of the key; `None`: it does not expire.
    pub lifetime: Option<Duration>,
}

/// The text of a key, `tb_ID_SECRET` with 256 random bits, or of a code. It is not stored.
pub struct KeySecret(String);

impl KeySecret {
    pub(super) fn of(text: String) -> Self {
        Self(text)
    }

    /// Returns the text, to be shown once.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for KeySecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeySecret(…)")
    }
}

/// Why a key was not created.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "service-key")]
pub enum KeyError {
    /// A project in its scope does not exist.
    UnknownProject {
        /// The unknown id.
        id: String,
    },
    /// The key could not be stored.
    Store(#[from] StoreError),
}

/// The last use of each key, until it is stored: storing it at once would make every request a
/// write.
#[derive(Debug, Default)]
pub(super) struct KeyUses(Mutex<HashMap<String, Timestamp>>);

impl KeyUses {
    pub(super) fn note(&self, id: &str, now: Timestamp) {
        let mut uses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = uses.get_mut(id) {
            *at = now;
        } else {
            uses.insert(id.to_owned(), now);
        }
    }
}

/// Stores when keys were last used. Blocks.
pub(super) fn store_uses(core: &Core) {
    let uses = mem::take(&mut *core.0.uses.0.lock().unwrap_or_else(PoisonError::into_inner));
    if uses.is_empty() {
        return;
    }
    let stored = core.store().write(|tx| uses.iter().try_for_each(|(id, at)| tx.use_key(id, *at)));
    if let Err(error) = stored {
        event!(warn, LogMessage::KeyUseNotStored, %error);
    }
}

/// Creates a key of an organization. Its scope must name existing projects.
pub(crate) fn create(
    core: &Core,
    org: &Org,
    new: NewKey,
) -> Result<(KeyInfo, KeySecret), KeyError> {
    let now = core.now();
    let expires_at = new.lifetime.map(|lifetime| now.saturating_add(lifetime));
    let key = KeyInfo {
        id: fresh_id(),
        org: org.clone(),
        name: new.name,
        permissions: new.permissions,
        projects: new.projects,
        device: new.device,
        expires_at,
        last_used_at: None,
        created_at: now,
        revoked_at: None,
    };
    add(core, key, "key_created", |_| Ok(()))
}

/// Creates a key with the same permissions and a new secret, and lets the old one expire after a
/// time in which both are valid. `None`: the old key does not exist or is not valid.
pub(crate) fn rotate(
    core: &Core,
    org: &Org,
    id: &str,
    both_valid: Duration,
) -> Result<Option<(KeyInfo, KeySecret)>, KeyError> {
    let now = core.now();
    let known = core.store_of(org).read(|tx| tx.key(id))?.map(|(key, _)| key);
    let Some(old) = known.filter(|key| key.org == *org && is_valid(key, now)) else {
        return Ok(None);
    };
    // The new key has the lifetime of the old one.
    let lifetime = old.expires_at.map(|at| at.get().duration_since(old.created_at.get()));
    let expires_at = lifetime.map(|lifetime| now.saturating_add(lifetime.unsigned_abs()));
    let key =
        KeyInfo { id: fresh_id(), created_at: now, last_used_at: None, expires_at, ..old.clone() };
    let ends = now.saturating_add(both_valid);
    add(core, key, "key_rotated", |tx| tx.expire_key(&old.org, &old.id, ends).map(drop)).map(Some)
}

pub(super) fn fresh_id() -> String {
    Uuid::new_v4().simple().to_string()[..12].to_owned()
}

fn add(
    core: &Core,
    key: KeyInfo,
    action: &str,
    beside: impl Fn(&Transaction<'_>) -> Result<(), StoreError>,
) -> Result<(KeyInfo, KeySecret), KeyError> {
    let random: [u8; 32] = rand::random();
    let secret = KeySecret(text_of(&key.id, &hex(&random)));
    core.store_of(&key.org).write(|tx| {
        check_projects(tx, &key.org, key.projects.as_deref())?;
        audit::note(tx, (&key.org, key.created_at), (OWNER, action), &key.id, key.name.clone())?;
        beside(tx)?;
        Ok::<_, KeyError>(tx.add_key(&key, &hash(secret.reveal()))?)
    })?;
    Ok((key, secret))
}

/// The text of a key.
pub(super) fn text_of(id: &str, secret: &str) -> String {
    format!("{PREFIX}{id}_{secret}")
}

/// Checks that the projects of a scope exist.
pub(super) fn check_projects(
    tx: &Transaction<'_>,
    org: &Org,
    projects: Option<&[String]>,
) -> Result<(), KeyError> {
    for id in projects.into_iter().flatten() {
        if tx.find_project(org, id)?.is_none() {
            return Err(KeyError::UnknownProject { id: id.clone() });
        }
    }
    Ok(())
}

/// All keys of an organization, the oldest first.
pub(crate) fn list(core: &Core, org: &Org) -> Result<Vec<KeyInfo>, StoreError> {
    core.store_of(org).read(|tx| tx.keys(org))
}

/// Revokes a key. False if it does not exist.
pub(crate) fn revoke(core: &Core, org: &Org, id: &str) -> Result<bool, StoreError> {
    core.store_of(org).write(|tx| {
        let now = core.now();
        let known = tx.revoke_key(org, id, now)?;
        if known {
            audit::note(tx, (org, now), (OWNER, "key_revoked"), id, String::new())?;
        }
        Ok(known)
    })
}

/// The valid key with this text.
pub(super) fn authenticate(
    tx: &Transaction<'_>,
    text: &str,
    now: Timestamp,
) -> Result<Option<KeyInfo>, StoreError> {
    let id = text.strip_prefix(PREFIX).and_then(|rest| rest.split_once('_')).map(|(id, _)| id);
    // An unknown id is compared as well, so that the response time reveals nothing.
    let (key, expected) =
        tx.key(id.unwrap_or_default())?.map_or((None, [0; 32]), |(key, hash)| (Some(key), hash));
    let equal: bool = expected.ct_eq(&hash(text)).into();
    Ok(key.filter(|key| equal && is_valid(key, now)))
}

pub(super) fn is_valid(key: &KeyInfo, now: Timestamp) -> bool {
    key.revoked_at.is_none() && key.expires_at.is_none_or(|at| now < at)
}

pub(super) fn hash(text: &str) -> KeyHash {
    Sha256::digest(text).into()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
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
            ..NewKey::default()
        };
        let (key, secret) = create(&core, &Org::local(), new).unwrap();
        let known =
            |text: &str| core.store().read(|tx| authenticate(tx, text, core.now())).unwrap();
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

        assert!(revoke(&core, &Org::local(), &key.id).unwrap());
        assert!(!revoke(&core, &Org::local(), "nobody").unwrap());
        assert_eq!(known(text), None);
        let listed = list(&core, &Org::local()).unwrap();
        assert!(listed[0].revoked_at.is_some());
        assert_eq!(listed, [KeyInfo { revoked_at: listed[0].revoked_at, ..key }]);
    }

    #[test]
    fn a_rotated_key_is_valid_for_a_while_beside_the_one_that_takes_its_place() {
        let (_folder, core) = opened();
        let lifetime = Some(Duration::from_hours(24));
        let (old, first) =
            create(&core, &Org::local(), NewKey { lifetime, ..NewKey::default() }).unwrap();
        let (new, second) =
            rotate(&core, &Org::local(), &old.id, Duration::from_mins(5)).unwrap().unwrap();
        let is_known = |secret: &KeySecret, minutes: u64| {
            let now = core.now().saturating_add(Duration::from_mins(minutes));
            core.store().read(|tx| authenticate(tx, secret.reveal(), now)).unwrap().is_some()
        };
        assert!(is_known(&first, 4) && is_known(&second, 4));
        assert!(!is_known(&first, 5) && is_known(&second, 5));
        assert!(is_known(&second, 24 * 60 - 1) && !is_known(&second, 24 * 60 + 1));
        assert_eq!((&new.name, &new.permissions), (&old.name, &old.permissions));
        revoke(&core, &Org::local(), &new.id).unwrap();
        assert!(
            rotate(&core, &Org::local(), &new.id, Duration::ZERO).unwrap().is_none(),
            "it is not valid"
        );
        let actions: Vec<_> =
            core.audit(&Org::local(), 9).unwrap().into_iter().map(|it| it.action).collect();
        assert_eq!(actions, ["key_revoked", "key_rotated", "key_created"]);
    }

    #[test]
    fn a_key_is_scoped_to_projects_that_are_there() {
        let (_folder, core) = opened();
        let new = NewKey { projects: Some(vec!["gone".to_owned()]), ..NewKey::default() };
        let error = create(&core, &Org::local(), new).expect_err("gone");
        assert!(error.to_string().contains("project `gone` does not exist"), "{error}");
        assert_eq!(list(&core, &Org::local()).unwrap(), []);
    }

    #[test]
    fn the_secret_is_neither_shown_by_debug_nor_stored() {
        let (folder, core) = opened();
        let (_, secret) = create(&core, &Org::local(), NewKey::default()).unwrap();
        let random = secret.reveal().rsplit('_').next().unwrap();
        assert!(!format!("{secret:?}").contains(random));
        for file in std::fs::read_dir(folder.path()).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            assert!(!bytes.windows(random.len()).any(|it| it == random.as_bytes()));
        }
    }
}
