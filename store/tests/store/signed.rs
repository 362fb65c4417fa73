//! The rules that links and tokens depend on.

use tagbridge_api::Permission;
use tagbridge_store::{
    Billing, Enrolment, FileHash, Org, Organization, Price, SigningSecret, StagedFile, Store,
};

use crate::suite::{at, read, write};

pub(crate) fn secrets_come_newest_first_until_they_are_forgotten(store: &Store) {
    assert_eq!(read(store, |tx| tx.secrets()), []);
    let secret = |id: &str, millis| SigningSecret {
        id: id.to_owned(),
        bytes: [u8::try_from(millis).unwrap(); 32],
        created_at: at(millis),
    };
    let all = [secret("c", 9), secret("b", 5), secret("a", 5)];
    for secret in all.iter().rev() {
        write(store, |tx| tx.add_secret(secret));
    }
    assert_eq!(read(store, |tx| tx.secrets()), all);
    write(store, |tx| tx.forget_secrets(at(9)));
    assert_eq!(read(store, |tx| tx.secrets()), all[..1]);
}

pub(crate) fn what_came_by_a_link_is_taken_once_and_belongs_to_an_organization(store: &Store) {
    let (local, other) = (Org::local(), Org::of_id("other".to_owned()));
    let file = |bytes: &[u8], millis| StagedFile {
        id: "upl_1".to_owned(),
        hash: FileHash::of(bytes),
        created_at: at(millis),
    };
    let first = file(b"one", 5);
    assert!(write(store, |tx| tx.stage(&local, &first)));
    assert!(!write(store, |tx| tx.stage(&local, &file(b"two", 6))), "it stays");
    assert_eq!(read(store, |tx| tx.staged(&local, "upl_1")), Some(first));
    assert_eq!(read(store, |tx| tx.staged(&other, "upl_1")), None);
    assert_eq!(write(store, |tx| tx.forget_staged(at(5))), 0);
    assert_eq!(write(store, |tx| tx.forget_staged(at(6))), 1);
    assert_eq!(read(store, |tx| tx.staged(&local, "upl_1")), None);
}

pub(crate) fn a_code_is_good_for_so_many_keys_until_it_is_revoked(store: &Store) {
    let (local, other) = (Org::local(), Org::of_id("other".to_owned()));
    let code = Enrolment {
        id: "a".to_owned(),
        org: local.clone(),
        name: "plant".to_owned(),
        permissions: vec![Permission::HmiPush],
        projects: Some(vec!["prj_a".to_owned()]),
        uses: 2,
        used: 0,
        expires_at: at(50),
        created_at: at(1),
        revoked_at: None,
    };
    write(store, |tx| tx.add_enrolment(&code, &[7; 32]));
    assert_eq!(read(store, |tx| tx.enrolment("a")), Some((code.clone(), [7; 32])));
    assert_eq!(read(store, |tx| tx.enrolment("b")), None);
    let uses = [(); 3].map(|()| write(store, |tx| tx.use_enrolment("a")));
    assert_eq!(uses, [true, true, false]);
    assert!(!write(store, |tx| tx.revoke_enrolment(&other, "a", at(2))), "another's");
    assert!(write(store, |tx| tx.revoke_enrolment(&local, "a", at(2))));
    assert!(write(store, |tx| tx.revoke_enrolment(&local, "a", at(3))));
    let ended = Enrolment { used: 2, revoked_at: Some(at(2)), ..code };
    assert_eq!(read(store, |tx| tx.enrolments(&local)), [ended]);
    assert_eq!(read(store, |tx| tx.enrolments(&other)), []);
}

pub(crate) fn an_organization_pays_as_was_set_last(store: &Store) {
    let (local, other) = (Org::local(), Org::of_id("other"));
    let made = Organization {
        org: other.clone(),
        name: "Other".to_owned(),
        created_at: at(1),
        billing: Billing::None,
    };
    assert!(write(store, |tx| tx.add_organization(&made)));
    assert_eq!(read(store, |tx| tx.organizations()), std::slice::from_ref(&made));
    let price = |cents, currency: &str| Price { cents, currency: currency.to_owned() };
    for billing in [
        Billing::PerProject(None),
        Billing::PerProject(Some(price(4900, "EUR"))),
        Billing::PerProject(Some(price(u32::MAX, "USD"))),
        Billing::None,
        Billing::PerProject(Some(price(0, "EUR"))),
    ] {
        write(store, |tx| tx.set_billing(&other, &billing));
        assert_eq!(read(store, |tx| tx.billing(&other)), billing);
        let seen = Organization { billing, ..made.clone() };
        assert_eq!(read(store, |tx| tx.organizations()), [seen]);
        assert_eq!(read(store, |tx| tx.billing(&local)), Billing::None);
    }
}
