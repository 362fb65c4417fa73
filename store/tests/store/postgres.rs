//! The store in PostgreSQL: all guarantees, and the cases of an unreachable server and of several
//! programs.

use std::thread;

use tagbridge_api::hmi::push::Snapshot;
use tagbridge_store::{HistoryRange, Org, Postgres, Store, StoreError};
use uuid::Uuid;

use crate::{
    PROMISES,
    server::{Stores, TestServer, skipped},
    suite::{add_project, at, job, project, read, snapshot, write},
};

/// On one server, in this order: all guarantees, each in its own schema; then those of PostgreSQL
/// only.
#[test]
fn every_promise_is_kept() {
    let Some(server) = TestServer::start() else {
        return skipped();
    };
    for (no, (name, promise)) in PROMISES.iter().enumerate() {
        println!("{name}");
        promise(&Store::on(server.store(&format!("promise_{no}"))));
    }
    jobs_are_taken_once_by_several_programs(&server);
    what_another_program_changed_about_a_name_is_noticed(&server);
    a_server_that_is_away_is_asked_anew(&server);
}

fn jobs_are_taken_once_by_several_programs(server: &TestServer) {
    const JOBS: usize = 60;
    let address = server.address("several");
    let mut programs = Vec::new();
    // They start at the same time, and one of them creates the tables.
    thread::scope(|scope| {
        let open = || Store::on(Postgres::open(&address).unwrap());
        let begun: Vec<_> = (0..3).map(|_| scope.spawn(open)).collect();
        programs.extend(begun.into_iter().map(|it| it.join().unwrap()));
    });
    write(&programs[0], |tx| (0..JOBS).try_for_each(|no| tx.add_job(&job(&no.to_string()), at(0))));
    let mut taken = Vec::new();
    thread::scope(|scope| {
        let workers: Vec<_> = programs
            .iter()
            .map(|store| {
                scope.spawn(move || {
                    let take = || write(store, |tx| tx.take_job(&["upload"], at(1), at(9)));
                    std::iter::from_fn(take).map(|job| job.id).collect::<Vec<_>>()
                })
            })
            .collect();
        taken.extend(workers.into_iter().flat_map(|it| it.join().unwrap()));
    });
    assert_eq!(taken.len(), JOBS, "each once");
    taken.sort();
    taken.dedup();
    assert_eq!(taken.len(), JOBS, "each once");
}

fn what_another_program_changed_about_a_name_is_noticed(server: &TestServer) {
    let address = server.address("names");
    let [one, other] = [(); 2].map(|()| Store::on(Postgres::open(&address).unwrap()));
    let project = add_project(&one, "a");
    let [one, other] = [one, other].map(|store| store.of_project(&project));
    let mut stream = write(&one, |tx| tx.add_stream(&project, Uuid::from_u128(1), at(1)));
    let no = stream.no;
    let mut carry = |by: &Store, snapshot: Snapshot| {
        stream.base = snapshot.sequence;
        write(by, |tx| tx.add_snapshots(&project, &stream, &[&snapshot], at(1 << 40)));
    };
    let of_type = |sequence, type_name: &str| {
        let mut snapshot = snapshot(sequence, true, &["kept", "old"]);
        for tag in snapshot.tags.values_mut() {
            tag.type_name = type_name.into();
        }
        snapshot
    };
    let types = || {
        let live = read(&one, |tx| tx.live(no));
        live.into_iter().map(|tag| tag.value.type_name.to_string()).collect::<Vec<_>>()
    };
    carry(&one, of_type(1, "DINT"));
    carry(&other, of_type(2, "REAL"));
    assert_eq!(types(), ["REAL", "REAL"]);
    carry(&one, of_type(3, "DINT"));
    assert_eq!(types(), ["DINT", "DINT"], "the other one had changed it");
    // This one has cached the name that the other one deletes.
    carry(&other, snapshot(4, true, &["kept", "old"]));
    carry(&other, snapshot(5, true, &["kept"]));
    write(&one, |tx| tx.forget_tags(&project, at(1 << 40), 0));
    for (sequence, by) in [(6, &other), (7, &one)] {
        carry(by, snapshot(sequence, true, &["kept", "old"]));
    }
    let range = HistoryRange { limit: 9, before: None };
    for (name, count) in [("kept", 7), ("old", 2)] {
        let history = read(&other, |tx| tx.history(&project, name, &range));
        assert_eq!(history.entries.len(), count, "{name}");
    }
}

fn a_server_that_is_away_is_asked_anew(server: &TestServer) {
    let store = Store::on(server.store("away"));
    let count = || store.read(|tx| tx.count_jobs());
    write(&store, |tx| tx.add_job(&job("a"), at(0)));
    server.end();
    for _ in 0..3 {
        assert!(matches!(count(), Err(StoreError::Unavailable(_))));
        let refused = store.write(|tx| tx.add_job(&job("b"), at(0)));
        assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    }
    server.begin();
    assert_eq!(count().unwrap(), 1, "at once, and what was stored is there");
    // A connection that is lost between two transactions has no effect.
    server.end();
    server.begin();
    let added = project("b", tagbridge_api::project::Vendor::Codesys, 1);
    write(&store, |tx| tx.add_project(&Org::local(), &added));
    assert_eq!(read(&store, |tx| tx.count_jobs()), 1);
}
