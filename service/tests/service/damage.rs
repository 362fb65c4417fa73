//! A damaged database, for its clients and its owner.

use std::{fs, path::Path};

use rusqlite::Connection;

use crate::harness::{House, complete};

const PAGE: usize = 4096;

/// Overwrites the root page of a table, while no process has the database open.
fn damage(house: &mut House, table: &str) {
    let elsewhere = House::embedded();
    (house.service, house.router) = (elsewhere.service, elsewhere.router);
    damage_file(&house.folder.path().join("service.sqlite"), table);
    house.restart();
}

fn damage_file(path: &Path, table: &str) {
    let db = Connection::open(path).unwrap();
    db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    let root: u32 = db
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = ?1", [table], |row| row.get(0))
        .unwrap();
    let mut bytes = fs::read(path).unwrap();
    bytes[(root as usize - 1) * PAGE..][..PAGE].fill(0xA5);
    fs::write(path, bytes).unwrap();
}

#[tokio::test]
async fn a_service_whose_database_is_damaged_goes_on_and_says_which_file_it_set_aside() {
    let mut house = House::embedded();
    for sequence in 1..=80 {
        house.push(&[complete(sequence, &[("a", 1), ("b", 2)])]).await;
    }
    damage(&mut house, "recent");
    assert_eq!(house.push(&[complete(81, &[("a", 81)])]).await, 81);
    assert_eq!(house.history("a").await[0], 81);
    let told = house.service.audit(9).unwrap();
    let damage = told.iter().find(|entry| entry.action == "damage").expect("it is told");
    assert!(damage.subject.ends_with("service.sqlite.damaged-1"), "{damage:?}");
    assert!(damage.detail.contains("recent 1") && !damage.detail.contains("key"), "{damage:?}");
    assert_eq!(damage.actor, "service");
}

#[tokio::test]
async fn a_service_that_lost_its_keys_lets_nobody_in_and_says_how_to_make_one() {
    let mut house = House::embedded();
    house.push(&[complete(1, &[("a", 1)])]).await;
    damage(&mut house, "keys");
    house.read(&house.path("hmi/values")).await.refused(401, "unauthorized");
    let told = house.service.audit(9).unwrap();
    assert!(told[0].detail.contains("tagbridge key create"), "{told:?}");
    house.key = house.make_key(tagbridge_api::Permission::ALL, None);
    assert_eq!(house.history("a").await, [1]);
}
