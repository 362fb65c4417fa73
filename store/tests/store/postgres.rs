//! The store in PostgreSQL: all promises, and what a server that is away and several programs are.

use std::thread;

use tagbridge_store::{Org, Postgres, Store, StoreError};

use crate::{
    PROMISES,
    server::{Stores, TestServer, skipped},
    suite::{at, job, project, read, write},
};

/// On one server, in this order: all promises, each in a schema of its own; then what is PostgreSQL's.
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
    a_server_that_is_away_is_asked_anew(&server);
}

fn jobs_are_taken_once_by_several_programs(server: &TestServer) {
    const JOBS: usize = 60;
    let address = server.address("several");
    let mut programs = Vec::new();
    // They begin at once, and one of them makes the tables.
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
    // One whose connection was lost between two transactions does not notice.
    server.end();
    server.begin();
    let added = project("b", tagbridge_api::project::Vendor::Codesys, 1);
    write(&store, |tx| tx.add_project(&Org::local(), &added));
    assert_eq!(read(&store, |tx| tx.count_jobs()), 1);
}
