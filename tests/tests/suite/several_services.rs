//! Several services on one PostgreSQL, some of which end without a word, and the database too.

use std::path::Path;

use tagbridge_tests::instances::{Trial, run};

#[test]
fn nothing_is_lost_doubled_or_left_hanging_when_services_and_the_database_are_killed() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/constructs/guard.L5X");
    let trial = Trial { services: 3, kills: 8, database_kills: 2, seed: 7 };
    let Some(account) = run(trial, &file) else {
        return tagbridge_needs::skip("a PostgreSQL server");
    };
    println!("{account:#?}");
    assert!(account.snapshots > 20 && account.answers > 2 && account.exports > 1, "{account:?}");
    assert!(account.holds(), "{account:?}");
}
