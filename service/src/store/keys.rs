//! Keys: shown once, kept as a hash, compared in constant time.

use std::fmt;

use rusqlite::{Connection, OptionalExtension, Row, params};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tagbridge_api::{Permission, Timestamp};
use uuid::Uuid;

use super::{StoreError, find_project, json, timestamp, to_json};

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

/// A key, without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyInfo {
    /// Its id, which is part of its secret's text.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// What it may do.
    pub permissions: Vec<Permission>,
    /// The ids of the projects that it may touch; none given: all.
    pub projects: Option<Vec<String>>,
    /// When it was made.
    pub created_at: Timestamp,
    /// Since when it is not valid any more.
    pub revoked_at: Option<Timestamp>,
}

impl KeyInfo {
    /// Whether the key may touch this project.
    pub(crate) fn covers(&self, project_id: &str) -> bool {
        let Some(projects) = &self.projects else {
            return true;
        };
        projects.iter().any(|it| it == project_id)
    }
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

/// Makes a key. Its scope names projects that are there.
pub(crate) fn create_key(
    db: &Connection,
    key: NewKey,
    now: Timestamp,
) -> Result<(KeyInfo, Secret), StoreError> {
    for id in key.projects.iter().flatten() {
        if find_project(db, id)?.is_none() {
            return Err(StoreError::UnknownProject { id: id.clone() });
        }
    }
    let id = Uuid::new_v4().simple().to_string()[..12].to_owned();
    let random: [u8; 32] = rand::random();
    let secret = Secret(format!("{PREFIX}{id}_{}", hex(&random)));
    let info = KeyInfo {
        id,
        name: key.name,
        permissions: key.permissions,
        projects: key.projects,
        created_at: now,
        revoked_at: None,
    };
    db.execute(
        "INSERT INTO keys (id, name, hash, permissions, projects, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            info.id,
            info.name,
            hash(secret.reveal()),
            to_json(&info.permissions)?,
            info.projects.as_ref().map(to_json).transpose()?,
            now.as_millis(),
        ],
    )?;
    Ok((info, secret))
}

/// All keys, the oldest first.
pub(crate) fn list_keys(db: &Connection) -> Result<Vec<KeyInfo>, StoreError> {
    let mut statement = db.prepare(
        "SELECT id, name, permissions, projects, created_at, revoked_at FROM keys
         ORDER BY created_at, rowid",
    )?;
    let keys = statement.query_map([], info)?;
    Ok(keys.collect::<Result<_, _>>()?)
}

/// Ends a key's validity. False: there is no such key.
pub(crate) fn revoke_key(db: &Connection, id: &str, now: Timestamp) -> Result<bool, StoreError> {
    let known = db.execute(
        "UPDATE keys SET revoked_at = coalesce(revoked_at, ?2) WHERE id = ?1",
        params![id, now.as_millis()],
    )?;
    Ok(known == 1)
}

/// The valid key that this text is.
pub(crate) fn authenticate(db: &Connection, text: &str) -> rusqlite::Result<Option<KeyInfo>> {
    let id = text.strip_prefix(PREFIX).and_then(|rest| rest.split_once('_')).map(|(id, _)| id);
    let stored: Option<([u8; 32], KeyInfo)> = db
        .prepare_cached(
            "SELECT id, name, permissions, projects, created_at, revoked_at, hash FROM keys
             WHERE id = ?1",
        )?
        .query_row([id.unwrap_or_default()], |row| Ok((row.get(6)?, info(row)?)))
        .optional()?;
    // An unknown id is compared as well: how long the answer takes tells nothing.
    let (expected, key) = stored.map_or(([0; 32], None), |(hash, key)| (hash, Some(key)));
    let equal: bool = expected.ct_eq(&hash(text)).into();
    Ok(key.filter(|key| equal && key.revoked_at.is_none()))
}

fn info(row: &Row<'_>) -> rusqlite::Result<KeyInfo> {
    let has_projects = row.get_ref(3)? != rusqlite::types::ValueRef::Null;
    let is_revoked = row.get_ref(5)? != rusqlite::types::ValueRef::Null;
    Ok(KeyInfo {
        id: row.get(0)?,
        name: row.get(1)?,
        permissions: json(row, 2)?,
        projects: has_projects.then(|| json(row, 3)).transpose()?,
        created_at: timestamp(row, 4)?,
        revoked_at: is_revoked.then(|| timestamp(row, 5)).transpose()?,
    })
}

fn hash(text: &str) -> [u8; 32] {
    Sha256::digest(text).into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagbridge_api::project::Vendor;

    use crate::store::{NewProject, Store, create_project};

    #[test]
    fn a_key_is_known_by_its_whole_text_until_it_is_revoked() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let now = Timestamp::now();
        let project = NewProject { name: "Line".to_owned(), vendor: Vendor::Siemens };
        let project = store.write(|tx| create_project(tx, project, now)).unwrap().project_id;
        let (info, secret) = store
            .write(|tx| {
                let projects = Some(vec![project.clone()]);
                let permissions = vec![Permission::HmiView];
                create_key(tx, NewKey { name: "reader".to_owned(), permissions, projects }, now)
            })
            .unwrap();
        let known = |text: &str| store.read(|db| authenticate(db, text)).unwrap();
        let text = secret.reveal();

        assert_eq!(text.len(), "tb_".len() + 12 + 1 + 64);
        assert_eq!(known(text), Some(info.clone()));
        assert!(info.covers(&project) && !info.covers("prj_2"));
        for wrong in [
            "",
            "tb_",
            "tb__",
            &text[..text.len() - 1],
            &format!("{text}0"),
            &text.to_uppercase(),
            &text.replace(&info.id, "000000000000"),
        ] {
            assert_eq!(known(wrong), None, "{wrong}");
        }

        assert!(store.write(|tx| revoke_key(tx, &info.id, now)).unwrap());
        assert!(!store.write(|tx| revoke_key(tx, "nobody", now)).unwrap());
        assert_eq!(known(text), None);
        let listed = store.read(list_keys).unwrap();
        assert_eq!(listed, [KeyInfo { revoked_at: Some(now), ..info }]);
    }

    #[test]
    fn a_scope_names_projects_that_are_there() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let key = NewKey { projects: Some(vec!["gone".to_owned()]), ..NewKey::default() };
        let error = store.write(|tx| create_key(tx, key, Timestamp::now())).expect_err("gone");
        assert!(error.to_string().contains("there is no project `gone`"), "{error}");
        assert_eq!(store.read(list_keys).unwrap(), []);
    }

    #[test]
    fn the_secret_is_neither_shown_by_debug_nor_stored() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let (_, secret) =
            store.write(|tx| create_key(tx, NewKey::default(), Timestamp::now())).unwrap();
        let random = secret.reveal().rsplit('_').next().unwrap();
        assert!(!format!("{secret:?}").contains(random));
        for file in std::fs::read_dir(folder.path()).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            assert!(!bytes.windows(random.len()).any(|it| it == random.as_bytes()));
        }
    }
}
