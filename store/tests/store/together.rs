//! The guarantees for services that use the same data at the same time.

use serde_json::json;
use tagbridge_api::hmi::push::Snapshot;
use tagbridge_store::{Instance, Store};
use uuid::Uuid;

use crate::suite::{add_project, at, read, write};

pub(crate) fn who_works_says_so_again_and_again(store: &Store) {
    let instance = |id: &str| {
        let (name, files) = (format!("{id} at a port"), "shared".to_owned());
        Instance { id: id.to_owned(), name, files, serves: id == "a" }
    };
    let renew = |id: &str, now, until| {
        write(store, |tx| tx.renew_instance(&instance(id), at(now), at(until)));
    };
    let working = |now| read(store, |tx| tx.instances(at(now)));
    renew("a", 0, 10);
    renew("b", 1, 11);
    assert_eq!(working(9), [instance("a"), instance("b")]);
    assert_eq!(working(10), [instance("b")], "it was silent");
    renew("b", 9, 19);
    renew("a", 12, 22);
    assert_eq!(working(13), [instance("a"), instance("b")]);
    write(store, |tx| tx.end_instance("b"));
    assert_eq!(working(13), [instance("a")]);
}

fn part(sequence: u64, part: u32, parts: u32) -> Snapshot {
    serde_json::from_value(json!({
        "sequence": sequence, "timestamp": at(0), "duration_ms": 1.0, "controller": {},
        "part": part, "parts": parts, "complete": true,
        "tags": { format!("Tag{part}"): {
            "value": part, "type": "DINT", "quality": "good", "timestamp": at(0) } },
    }))
    .unwrap()
}

pub(crate) fn parts_are_kept_until_the_last_has_come(store: &Store) {
    let (project, other) = (add_project(store, "a"), add_project(store, "b"));
    let keep = |project, stream: u128, snapshot: &Snapshot, now| {
        let stream = Uuid::from_u128(stream);
        let whole = write(store, |tx| tx.keep_part(project, stream, snapshot, at(now)));
        whole.map(|tags| tags.keys().cloned().collect::<Vec<_>>())
    };
    let forget = |before, now, most| write(store, |tx| tx.forget_parts(at(before), at(now), most));
    assert_eq!(keep(&project, 1, &part(7, 2, 2), 0), None);
    assert_eq!(keep(&other, 1, &part(7, 1, 2), 0), None, "another project's");
    assert_eq!(keep(&project, 2, &part(7, 1, 2), 0), None, "another stream's");
    assert_eq!(keep(&project, 1, &part(7, 2, 2), 1), None, "sent again");
    let both = Some(vec!["Tag1".to_owned(), "Tag2".to_owned()]);
    assert_eq!(keep(&project, 1, &part(7, 1, 2), 2), both);
    assert_eq!(keep(&project, 1, &part(7, 1, 2), 3), None, "none was kept");
    assert_eq!(keep(&project, 1, &part(8, 2, 2), 4), None, "it is another snapshot's");
    assert_eq!(keep(&project, 1, &part(8, 2, 3), 5), None, "it is cut otherwise now");
    forget(-1, 5, 9);
    assert_eq!(keep(&project, 2, &part(7, 2, 2), 6), both);
    forget(5, 6, 9);
    assert_eq!(keep(&project, 1, &part(8, 1, 3), 7), None, "too old");
    assert_eq!(keep(&project, 3, &part(1, 1, 2), 8), None);
    forget(6, 8, 1);
    assert_eq!(keep(&project, 3, &part(1, 2, 2), 9), both, "heard of last");
    assert_eq!(keep(&project, 1, &part(8, 3, 3), 10), None, "made room");
    assert_eq!(keep(&project, 3, &part(2, 1, 2), 99), None);
    forget(9, 20, 9);
    assert_eq!(keep(&project, 3, &part(2, 2, 2), 21), None, "the clock was set back since");
    assert_eq!(keep(&other, 3, &part(2, 1, 2), 22), None);
    forget(9, 22, 2);
    assert_eq!(keep(&other, 3, &part(2, 2, 2), 23), both, "the same stream of another project");
}
