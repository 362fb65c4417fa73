//! The owner of the data, who calls within this process and needs no key: a user with access to the
//! folder could create one.

use std::sync::OnceLock;

use subtle::ConstantTimeEq;
use tagbridge_api::Permission;
use tagbridge_store::{KeyInfo, Org};

use super::{Caller, Core, keys::hex};

/// Used instead of a key's id. It differs from the ids of all keys.
const ID: &str = "owner";

/// The owner's credential in this process, and its permissions.
#[derive(Debug, Default)]
pub(super) struct Owner(OnceLock<(Credential, Vec<Permission>)>);

struct Credential(String);

impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Credential(…)")
    }
}

impl Core {
    /// Creates the owner's credential: 256 random bits that no other process knows. The permissions
    /// of the first call are used.
    pub(crate) fn create_owner_credential(&self, permissions: &[Permission]) -> String {
        let fresh = || (Credential(hex(&rand::random::<[u8; 32]>())), permissions.to_vec());
        let (Credential(text), _) = self.0.owner.0.get_or_init(fresh);
        text.clone()
    }

    /// The owner, if the credential is the owner's.
    pub(super) fn owner(&self, credential: &str) -> Option<Caller> {
        let (Credential(text), permissions) = self.0.owner.0.get()?;
        let is_equal: bool = text.as_bytes().ct_eq(credential.as_bytes()).into();
        is_equal.then(|| {
            Caller::of_key(KeyInfo {
                id: ID.to_owned(),
                org: Org::local(),
                name: ID.to_owned(),
                permissions: permissions.clone(),
                projects: None,
                device: None,
                expires_at: None,
                last_used_at: None,
                created_at: self.now(),
                revoked_at: None,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    #[test]
    fn the_owner_is_known_by_what_this_process_alone_knows() {
        let folder = tempfile::tempdir().unwrap();
        let core = Core::open(folder.path(), Options::default()).unwrap();
        assert!(core.owner("").is_none());
        let shown = core.create_owner_credential(&[Permission::CodeRead]);
        let caller = core.owner(&shown).expect("the owner");
        assert!(caller.may(Permission::CodeRead) && !caller.may(Permission::CodeWrite));
        assert!(core.owner(&shown[1..]).is_none() && core.owner("").is_none());
        assert!(!format!("{core:?}").contains(&shown));
        let other = Core::open(folder.path(), Options::default()).unwrap();
        assert!(other.owner(&shown).is_none());
    }
}
