//! Files applied one after another, also after an interruption.

use std::{
    pin::pin,
    task::{Context, Poll, Waker},
};

use tagbridge_api::Timestamp;

use super::*;
use crate::{SigningKey, sign};

const CONFIG: &str = "pki = \"pki\"\n\n[service]\nurl = \"https://localhost:1/api/v1\"\n\
    key = { file = \"service.key\" }\n\n[[session]]\nname = \"line\"\nproject = \"prj_1\"\n\
    endpoint = \"s7://127.0.0.1?rack=0&slot=1\"\ninterval = \"200ms\"\ntags = [\"DB1.DBD0:DINT\"]\n";

/// Two who sign, and an installation that has a key already.
struct Plant {
    folder: tempfile::TempDir,
    keys: [SigningKey; 2],
}

impl Plant {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let keys = ["a.key", "b.key"].map(|it| SigningKey::create(&path(it)).expect("it is made"));
        fs::create_dir(path("laptop")).expect("it is made");
        fs::write(path("laptop/service.key"), "tb_1_2\n").expect("it is written");
        Self { folder, keys }
    }

    fn laptop(&self, name: &str) -> PathBuf {
        self.folder.path().join("laptop").join(name)
    }

    /// The authorities that the installation trusts, with what is in their files.
    fn trusts(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        walk(&self.laptop("pki/authorities"), &mut found).expect("it is there");
        let name = |path: &PathBuf| path.file_name().expect("a name").display().to_string();
        let mut found: Vec<_> = found
            .iter()
            .map(|path| (name(path), fs::read_to_string(path).expect("text")))
            .collect();
        found.sort();
        found
    }

    /// A file that one of the two signed then, with these authorities.
    fn signed(&self, by: usize, at_ms: i64, authorities: &[(&str, &str)]) -> PathBuf {
        let master = tempfile::tempdir_in(self.folder.path()).expect("a folder");
        let config = master.path().join(CONFIGURATION);
        fs::write(&config, CONFIG).expect("it is written");
        let folder = master.path().join("pki/authorities");
        fs::create_dir_all(&folder).expect("it is made");
        for (name, text) in authorities {
            fs::write(folder.join(name), text).expect("it is written");
        }
        let at = Timestamp::from_millis(at_ms).expect("a time");
        let bytes = sign(&config, "West", &self.keys[by], at).expect("it is signed");
        let path = self.folder.path().join(format!("{by}-{at_ms}.fleet"));
        fs::write(&path, bytes).expect("it is written");
        path
    }

    /// Applies it, with the signer named where that is one of the two.
    fn apply(&self, file: &Path, by: Option<usize>) -> Result<AppliedFleet, FleetError> {
        self.apply_as(file, by, false)
    }

    fn apply_as(
        &self,
        file: &Path,
        by: Option<usize>,
        older: bool,
    ) -> Result<AppliedFleet, FleetError> {
        let folder = self.folder.path().join("laptop");
        let signer = by.map(|by| self.keys[by].public());
        let wanted =
            Installation { file, folder: &folder, signer, code: None, sessions: vec![], older };
        // Without a code no service is asked.
        match pin!(apply(wanted)).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(applied) => applied,
            Poll::Pending => unreachable!("nobody is asked"),
        }
    }
}

fn of(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn a_file_that_is_no_part_any_more_is_taken_away_whoever_signs() {
    let plant = Plant::new();
    let first = plant.signed(0, 1_000, &[("old.pem", "a"), ("plant.pem", "a")]);
    plant.apply(&first, Some(0)).expect("it is applied");
    let second = plant.signed(0, 2_000, &[("plant.pem", "a"), ("next.pem", "a")]);
    plant.apply(&second, None).expect("it is applied");
    assert_eq!(plant.trusts(), of(&[("next.pem", "a"), ("plant.pem", "a")]));
    // Another signer, whose clock is behind that.
    let others = plant.signed(1, 500, &[("plant.pem", "b")]);
    let refused = plant.apply(&others, None).expect_err("it was not confirmed");
    assert!(matches!(refused, FleetError::OtherSigner { .. }), "{refused}");
    plant.apply(&others, Some(1)).expect("it is applied");
    assert_eq!(plant.trusts(), of(&[("plant.pem", "b")]));
    let refused = plant.apply(&second, None).expect_err("that signer is over");
    assert!(matches!(refused, FleetError::OtherSigner { .. }), "{refused}");
}

#[test]
fn a_change_of_signer_that_was_ended_halfway_leaves_nothing_either() {
    let plant = Plant::new();
    let first = plant.signed(0, 1_000, &[("old.pem", "a"), ("same.pem", "x"), ("plant.pem", "a")]);
    plant.apply(&first, Some(0)).expect("it is applied");
    let others = plant.signed(1, 1_000, &[("new.pem", "b"), ("same.pem", "x"), ("plant.pem", "b")]);
    // It cannot be put in place: a folder that is not empty is there.
    let wall = plant.laptop("pki/authorities/new.pem");
    fs::create_dir(&wall).expect("it is made");
    fs::write(wall.join("x"), "x").expect("it is written");
    let ended = plant.apply(&others, Some(1)).expect_err("it cannot be written");
    assert!(matches!(ended, FleetError::Unwritable { .. }), "{ended}");
    fs::remove_dir_all(&wall).expect("it is there");
    let trusted = plant.trusts();
    assert!(trusted.iter().all(|(_, text)| text != "a"), "{trusted:?}");
    // The same again needs no signer; the one before, again, takes away what there is of this one.
    plant.apply(&others, None).expect("it is applied");
    assert_eq!(plant.trusts(), of(&[("new.pem", "b"), ("plant.pem", "b"), ("same.pem", "x")]));
    plant.apply(&first, Some(0)).expect("it is applied");
    assert_eq!(plant.trusts(), of(&[("old.pem", "a"), ("plant.pem", "a"), ("same.pem", "x")]));
}

#[test]
fn the_kept_file_counts_whoever_signs_now_and_must_be_whole() {
    let plant = Plant::new();
    let first = plant.signed(0, 1_000, &[("old.pem", "a")]);
    plant.apply(&first, Some(0)).expect("it is applied");
    // Ended between the two: the signer is another already, the kept file is not.
    let others = plant.keys[1].public();
    fs::write(plant.laptop(SIGNER), format!("{others}\n")).expect("it is written");
    plant.apply(&plant.signed(1, 2_000, &[("new.pem", "b")]), None).expect("it is applied");
    assert_eq!(plant.trusts(), of(&[("new.pem", "b")]));
    fs::write(plant.laptop(KEPT), "x").expect("it is written");
    let third = plant.signed(1, 3_000, &[("plant.pem", "b")]);
    let refused = plant.apply(&third, None).expect_err("it is damaged");
    assert!(matches!(refused, FleetError::KeptDamaged { .. }), "{refused}");
    assert_eq!(plant.trusts(), of(&[("new.pem", "b")]), "nothing is changed");
    fs::remove_file(plant.laptop(KEPT)).expect("it is there");
    plant.apply(&third, None).expect("it is applied");
}

#[test]
fn an_older_file_is_applied_only_where_that_is_said() {
    let plant = Plant::new();
    let [older, newer] = [1_000, 2_000].map(|at| {
        let name = format!("{at}.pem");
        plant.signed(0, at, &[(name.as_str(), "a")])
    });
    plant.apply(&newer, Some(0)).expect("it is applied");
    plant.apply(&newer, None).expect("the same again");
    for signer in [None, Some(0)] {
        let refused = plant.apply(&older, signer).expect_err("it is older");
        assert!(matches!(refused, FleetError::Older { .. }), "{refused}");
        assert!(refused.is_refused());
    }
    assert_eq!(plant.trusts(), of(&[("2000.pem", "a")]));
    plant.apply_as(&older, None, true).expect("it is wanted");
    assert_eq!(plant.trusts(), of(&[("1000.pem", "a")]));
}
