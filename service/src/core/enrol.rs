//! Codes with which devices create their own keys: shown once, stored as a hash, valid for a number
//! of keys.

use std::time::Duration;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tagbridge_api::{
    Permission, Timestamp,
    enrolment::{BadCode, Enrol, Enrolled, SECRET_DIGITS},
};
use tagbridge_store::{Enrolment, KeyInfo, Org, StoreError};

use super::{
    Core, Refusal, TechnicalReason, audit,
    keys::{self, KeyError, KeySecret},
    push,
};

/// The prefix of a code's text.
const PREFIX: &str = "tbe_";

/// The properties of a new code.
#[derive(Debug, Clone)]
pub struct NewEnrolment {
    /// Its name, which is also the name of its keys.
    pub name: String,
    /// The permissions of the keys.
    pub permissions: Vec<Permission>,
    /// The ids of the projects that the keys may access; `None`: all.
    pub projects: Option<Vec<String>>,
    /// Number of keys that it can create.
    pub uses: u32,
    /// How long it is valid.
    pub lifetime: Duration,
}

/// Creates a code. Its text is returned only now and not stored.
pub(crate) fn create(
    core: &Core,
    org: &Org,
    new: NewEnrolment,
) -> Result<(Enrolment, KeySecret), KeyError> {
    let now = core.now();
    let enrolment = Enrolment {
        id: keys::fresh_id(),
        org: org.clone(),
        name: new.name,
        permissions: new.permissions,
        projects: new.projects,
        uses: new.uses,
        used: 0,
        expires_at: now.saturating_add(new.lifetime),
        created_at: now,
        revoked_at: None,
    };
    let random: [u8; 16] = rand::random();
    let text = KeySecret::of(format!("{PREFIX}{}_{}", enrolment.id, keys::hex(&random)));
    core.store_of(org).write(|tx| {
        keys::check_projects(tx, &enrolment.org, enrolment.projects.as_deref())?;
        let by = (audit::OWNER, "code_created");
        audit::note(tx, (&enrolment.org, now), by, &enrolment.id, enrolment.name.clone())?;
        Ok::<_, KeyError>(tx.add_enrolment(&enrolment, &keys::hash(text.reveal()))?)
    })?;
    Ok((enrolment, text))
}

/// All codes of an organization, the oldest first.
pub(crate) fn list(core: &Core, org: &Org) -> Result<Vec<Enrolment>, StoreError> {
    core.store_of(org).read(|tx| tx.enrolments(org))
}

/// Revokes a code; its keys remain valid. False if it does not exist.
pub(crate) fn revoke(core: &Core, org: &Org, id: &str) -> Result<bool, StoreError> {
    core.store_of(org).write(|tx| {
        let now = core.now();
        let known = tx.revoke_enrolment(org, id, now)?;
        if known {
            audit::note(tx, (org, now), (audit::OWNER, "code_revoked"), id, String::new())?;
        }
        Ok(known)
    })
}

/// Creates a device's key from a code; returns the same key if the request is repeated. Blocks.
pub(crate) fn redeem(core: &Core, text: &str, asked: &Enrol) -> Result<Enrolled, Refusal> {
    push::check_device("device_id", &asked.device_id)?;
    if let Some(name) = &asked.device_name {
        push::check_device("device_name", name)?;
    }
    let is_digit = |it: u8| it.is_ascii_digit() || (b'a'..=b'f').contains(&it);
    if asked.secret.len() != SECRET_DIGITS || !asked.secret.bytes().all(is_digit) {
        let found = asked.secret.chars().count();
        let why = TechnicalReason::Characters { low: SECRET_DIGITS, high: SECRET_DIGITS, found };
        return Err(Refusal::bad_field("secret", &why));
    }
    let id = text.strip_prefix(PREFIX).and_then(|rest| rest.split_once('_')).map(|(id, _)| id);
    // An unknown id is compared as well, so that the response time reveals nothing. A caller
    // without a code does not block writes.
    let known = core.store().read(|tx| tx.enrolment(id.unwrap_or_default()))?;
    let (enrolment, expected) =
        known.map_or((None, [0; 32]), |(enrolment, hash)| (Some(enrolment), hash));
    let is_its: bool = expected.ct_eq(&keys::hash(text)).into();
    let Some(enrolment) = enrolment.filter(|_| is_its) else {
        return Ok(refused(BadCode::Unknown));
    };
    core.store_of(&enrolment.org).write(|tx| {
        let now = core.now();
        let key = key_of(&enrolment, asked, now);
        let hash = keys::hash(&keys::text_of(&key.id, &asked.secret));
        if let Some((made, _)) = tx.key(&key.id)? {
            return Ok(if keys::is_valid(&made, now) {
                Enrolled::Key { key_id: made.id, projects: made.projects }
            } else {
                refused(BadCode::Revoked)
            });
        }
        // It may have expired since the first check.
        let Some((enrolment, _)) = tx.enrolment(&enrolment.id)? else {
            return Ok(refused(BadCode::Unknown));
        };
        if enrolment.revoked_at.is_some() {
            return Ok(refused(BadCode::Revoked));
        }
        if enrolment.expires_at <= now {
            return Ok(refused(BadCode::Expired { at: enrolment.expires_at }));
        }
        if !tx.use_enrolment(&enrolment.id)? {
            return Ok(refused(BadCode::UsedUp { uses: enrolment.uses }));
        }
        let detail = format!("{} for device {}", key.name, asked.device_id);
        let by = (enrolment.id.as_str(), "key_enrolled");
        audit::note(tx, (&enrolment.org, now), by, &key.id, detail)?;
        tx.add_key(&key, &hash)?;
        Ok(Enrolled::Key { key_id: key.id, projects: key.projects })
    })
}

/// The key of a device from a code: the same one for the same secret.
fn key_of(enrolment: &Enrolment, asked: &Enrol, now: Timestamp) -> KeyInfo {
    let whose = format!("{}_{}_{}", enrolment.id, asked.secret, asked.device_id);
    let device = asked.device_name.as_ref().unwrap_or(&asked.device_id);
    KeyInfo {
        id: keys::hex(&Sha256::digest(whose))[..12].to_owned(),
        org: enrolment.org.clone(),
        name: format!("{}: {device}", enrolment.name),
        permissions: enrolment.permissions.clone(),
        projects: enrolment.projects.clone(),
        device: Some(asked.device_id.clone()),
        expires_at: None,
        last_used_at: None,
        created_at: now,
        revoked_at: None,
    }
}

fn refused(reason: BadCode) -> Enrolled {
    Enrolled::Refused { reason }
}

#[cfg(test)]
mod tests {
    use tagbridge_api::ErrorCode;

    use super::*;
    use crate::Options;

    fn opened() -> (tempfile::TempDir, Core) {
        let folder = tempfile::tempdir().unwrap();
        let core = Core::open(folder.path(), Options::default()).unwrap();
        (folder, core)
    }

    fn new(uses: u32, lifetime: Duration) -> NewEnrolment {
        let permissions = vec![Permission::HmiPush];
        NewEnrolment { name: "plant".to_owned(), permissions, projects: None, uses, lifetime }
    }

    fn asked(device: &str, digit: char) -> Enrol {
        let secret = std::iter::repeat_n(digit, SECRET_DIGITS).collect();
        Enrol { device_id: device.to_owned(), device_name: None, secret }
    }

    fn bad(outcome: Result<Enrolled, Refusal>) -> BadCode {
        match outcome.unwrap() {
            Enrolled::Refused { reason } => reason,
            key @ Enrolled::Key { .. } => panic!("{key:?}"),
        }
    }

    #[test]
    fn a_code_is_good_for_so_many_devices_and_asking_again_costs_nothing() {
        let (folder, core) = opened();
        let (_, text) = create(&core, &Org::local(), new(2, Duration::from_hours(1))).unwrap();
        let redeem = |asked: &Enrol| redeem(&core, text.reveal(), asked);
        let first = redeem(&asked("a", '1')).unwrap();
        assert_eq!(redeem(&asked("a", '1')).unwrap(), first, "the answer was lost");
        let Enrolled::Key { key_id, projects: None } = &first else { panic!("{first:?}") };
        let key = keys::text_of(key_id, &asked("a", '1').secret);
        let known = core.store().read(|tx| keys::authenticate(tx, &key, core.now())).unwrap();
        assert_eq!(known.unwrap().device.as_deref(), Some("a"));
        assert!(matches!(redeem(&asked("b", '2')).unwrap(), Enrolled::Key { .. }));
        assert_eq!(bad(redeem(&asked("c", '3'))), BadCode::UsedUp { uses: 2 });
        assert_eq!(bad(redeem(&asked("d", '1'))), BadCode::UsedUp { uses: 2 }, "another device");
        assert_eq!(redeem(&asked("a", '1')).unwrap(), first);
        keys::revoke(&core, &Org::local(), key_id).unwrap();
        assert_eq!(bad(redeem(&asked("a", '1'))), BadCode::Revoked);
        assert_eq!(list(&core, &Org::local()).unwrap()[0].used, 2);
        let secret = text.reveal().rsplit('_').next().unwrap();
        for file in std::fs::read_dir(folder.path()).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            assert!(!bytes.windows(secret.len()).any(|it| it == secret.as_bytes()));
        }
    }

    #[test]
    fn a_code_that_is_over_or_none_is_refused() {
        let (_folder, core) = opened();
        let (expired, text) = create(&core, &Org::local(), new(1, Duration::ZERO)).unwrap();
        let outcome = redeem(&core, text.reveal(), &asked("a", '1'));
        assert_eq!(bad(outcome), BadCode::Expired { at: expired.expires_at });
        let (revoked, text) =
            create(&core, &Org::local(), new(1, Duration::from_hours(1))).unwrap();
        for wrong in ["", "tbe_", &text.reveal()[..30], &format!("tbe_{}_0", revoked.id)] {
            assert_eq!(bad(redeem(&core, wrong, &asked("a", '1'))), BadCode::Unknown, "{wrong}");
        }
        assert!(revoke(&core, &Org::local(), &revoked.id).unwrap());
        assert!(!revoke(&core, &Org::local(), "nobody").unwrap());
        assert_eq!(bad(redeem(&core, text.reveal(), &asked("a", '1'))), BadCode::Revoked);
        for (asked, field) in [
            (asked("", '1'), "device_id"),
            (asked("a\n", '1'), "device_id"),
            (asked("a", 'X'), "secret"),
            (Enrol { secret: "12".to_owned(), ..asked("a", '1') }, "secret"),
        ] {
            let refusal = redeem(&core, text.reveal(), &asked).unwrap_err();
            assert_eq!(refusal.code(), ErrorCode::BadRequest);
            assert!(refusal.to_string().contains(field), "{refusal}");
        }
        assert_eq!(keys::list(&core, &Org::local()).unwrap(), []);
    }
}
