//! Provoked faults of a PostgreSQL server: concurrent writes, lost responses, killed servers, and a
//! schema of a newer program.

use std::{
    collections::BTreeMap,
    env,
    io::Write,
    process::Stdio,
    sync::{
        atomic::{AtomicBool, AtomicU32, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use tagbridge_store::{
    AuditEntry, BodyHash, Done, KeyInfo, Org, Postgres, Sqlite, Store, StoreError, Transaction,
    WriteId, WriteState,
};

use crate::{
    proxy::{Next, Proxy},
    server::{Stores, TestServer, skipped},
    suite::{at, read, write},
};

/// Number of times that a server is killed, if it is set.
const KILLS: &str = "TAGBRIDGE_TEST_KILLS";
const BODY: BodyHash = [7; 32];

fn key(id: &str) -> KeyInfo {
    KeyInfo {
        id: id.to_owned(),
        org: Org::local(),
        name: "name".to_owned(),
        permissions: Vec::new(),
        projects: None,
        device: None,
        expires_at: None,
        last_used_at: None,
        created_at: at(1),
        revoked_at: None,
    }
}

fn entry(detail: &str) -> AuditEntry {
    let [actor, action, subject] = ["owner", "test", "none"].map(str::to_owned);
    AuditEntry { at: at(1), actor, action, subject, detail: detail.to_owned() }
}

/// An effect that must exist exactly once, with its key.
fn add(tx: &Transaction<'_>, name: &str) -> Result<bool, StoreError> {
    let write = WriteId {
        caller: "key".to_owned(),
        endpoint: "POST /test".to_owned(),
        idempotency_key: name.to_owned(),
    };
    if let Some(known) = tx.recall(&write, &BODY, at(2))? {
        assert!(matches!(known, WriteState::Done(_)), "{known:?}");
        return Ok(false);
    }
    tx.add_audit(&Org::local(), &entry(name), u32::MAX)?;
    let done = Done { created: true, response: "{}".to_owned() };
    tx.complete(&Org::local(), &write, &BODY, &done, at(2), at(1 << 40))?;
    Ok(true)
}

fn details(store: &Store) -> Vec<String> {
    read(store, |tx| tx.audit(&Org::local(), u32::MAX >> 1))
        .into_iter()
        .map(|entry| entry.detail)
        .collect()
}

/// Makes each of the first `fails` entries of the audit log fail with this code, and all others
/// succeed: immediately, or at the commit.
fn fail(server: &TestServer, schema: &str, code: &str, fails: u32, when: &str) {
    let kind = if when.is_empty() { "TRIGGER" } else { "CONSTRAINT TRIGGER" };
    server.query(
        schema,
        &format!(
            "CREATE SEQUENCE attempts;
             CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 IF nextval('attempts') <= {fails} THEN
                     RAISE EXCEPTION 'somebody else was quicker' USING ERRCODE = '{code}';
                 END IF;
                 RETURN NULL;
             END $$;
             CREATE {kind} fail AFTER INSERT ON audit {when} FOR EACH ROW EXECUTE FUNCTION fail()"
        ),
    );
}

#[test]
fn who_meets_another_runs_again_as_a_whole_up_to_a_limit() {
    let Some(server) = TestServer::start() else { return skipped() };
    let deferred = "DEFERRABLE INITIALLY DEFERRED";
    let mut no = 0;
    for code in ["40001", "40P01"] {
        for when in ["", deferred] {
            for (fails, runs) in [(1, 2), (3, 4), (u32::MAX, 4)] {
                no += 1;
                let schema = format!("met_{no}");
                let store = Store::on(server.store(&schema));
                fail(&server, &schema, code, fails, when);
                let count = AtomicU32::new(0);
                let done = store.write(|tx| {
                    count.fetch_add(1, Ordering::SeqCst);
                    // Earlier statements are repeated, too.
                    tx.add_key(&key("a"), &[7; 32])?;
                    tx.add_audit(&Org::local(), &entry("once"), 9)
                });
                assert_eq!(count.load(Ordering::SeqCst), runs, "{code} {when} {fails}");
                let is_there = read(&store, |tx| tx.key("a")).is_some();
                if fails == u32::MAX {
                    let error = done.expect_err("always");
                    assert!(matches!(error, StoreError::Conflict(_)), "{error:?}");
                    assert!(error.to_string().contains(code), "{error}");
                    assert!(!is_there && details(&store).is_empty(), "without a trace");
                    server.query(&schema, "DROP TRIGGER fail ON audit");
                } else {
                    done.unwrap();
                    assert!(is_there);
                    assert_eq!(details(&store), ["once"]);
                }
                // The store continues to work.
                write(&store, |tx| add(tx, "later"));
            }
        }
    }
}

#[test]
fn two_that_wait_for_each_other_both_end() {
    let Some(server) = TestServer::start() else { return skipped() };
    let store = Store::on(server.store("deadlock"));
    write(&store, |tx| ["a", "b"].iter().try_for_each(|id| tx.add_key(&key(id), &[7; 32])));
    let mut other =
        server.psql("deadlock").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut asked, answers) = (other.stdin.take().unwrap(), other.stdout.take().unwrap());
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        for line in std::io::BufRead::lines(std::io::BufReader::new(answers)) {
            drop(tell.send(line.unwrap()));
        }
    });
    // The server stops another connection than this one.
    writeln!(
        asked,
        "SET deadlock_timeout = '1min'; BEGIN; UPDATE keys SET name = 'other' WHERE id = 'a'; \
         SELECT 'has a';"
    )
    .unwrap();
    assert_eq!(told.recv_timeout(Duration::from_secs(9)).unwrap(), "has a");
    let (runs, asked) = (AtomicU32::new(0), std::sync::Mutex::new(asked));
    store
        .write(|tx| {
            let is_first = runs.fetch_add(1, Ordering::SeqCst) == 0;
            tx.use_key("b", at(5))?;
            if is_first {
                let mut asked = asked.lock().unwrap();
                writeln!(
                    asked,
                    "UPDATE keys SET name = 'other' WHERE id = 'b'; COMMIT; SELECT 'done';"
                )
                .unwrap();
            }
            tx.use_key("a", at(5))
        })
        .unwrap();
    assert_eq!(runs.load(Ordering::SeqCst), 2);
    assert_eq!(told.recv_timeout(Duration::from_secs(9)).unwrap(), "done");
    drop(asked);
    assert!(other.wait().unwrap().success());
    for id in ["a", "b"] {
        let key = read(&store, |tx| tx.key(id)).unwrap().0;
        assert_eq!((key.name.as_str(), key.last_used_at), ("other", Some(at(5))), "both");
    }
}

#[test]
fn a_write_whose_answer_was_lost_is_found_again() {
    let Some(server) = TestServer::start() else { return skipped() };
    drop(server.store("lost"));
    let proxy = Proxy::before(server.socket());
    let address = format!(
        "host=127.0.0.1 port={} user=tagbridge dbname=postgres options='-c search_path=lost' \
         sslmode=disable",
        proxy.port
    );
    let store = Store::on(Postgres::open(&address.parse().unwrap()).unwrap());
    for (no, (next, is_stored)) in
        [(Next::LoseAnswer, true), (Next::LoseCommit, false), (Next::Pass, true)].iter().enumerate()
    {
        let name = format!("write {no}");
        proxy.next(*next);
        let (runs, done) = (AtomicU32::new(0), |tx: &Transaction<'_>| add(tx, &name));
        let answered = store.write(|tx| {
            runs.fetch_add(1, Ordering::SeqCst);
            done(tx)
        });
        assert_eq!(runs.load(Ordering::SeqCst), 1, "what may be stored is not done again");
        if *next == Next::Pass {
            assert!(answered.unwrap());
        } else {
            let error = answered.expect_err("there was no answer");
            assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
            assert!(error.to_string().contains("idempotency key"), "{error}");
        }
        assert_eq!(details(&store).contains(&name), *is_stored, "{next:?}");
        // A client without a confirmation sends the write again.
        assert_eq!(store.write(done).unwrap(), !is_stored, "{next:?}");
        assert_eq!(details(&store).iter().filter(|it| **it == name).count(), 1);
    }
}

#[test]
fn what_was_acknowledged_outlives_a_server_that_is_killed() {
    const WRITERS: u32 = 4;
    let Some(server) = TestServer::start_durable() else {
        return skipped();
    };
    let kills: u32 = env::var(KILLS).map_or(10, |count| count.parse().unwrap());
    let store = Store::on(server.store("killed"));
    let (stop, acknowledged) = (AtomicBool::new(false), AtomicU32::new(0));
    let mut slowest = Duration::ZERO;
    let (mut expected, mut refused) = (BTreeMap::new(), 0);
    thread::scope(|scope| {
        let write = |writer: u32| {
            let (mut done, mut refused) = (Vec::new(), 0);
            for no in 0.. {
                if stop.load(Ordering::SeqCst) {
                    break;
                }
                let name = format!("{writer} {no}");
                // Repeated until it is known to be stored.
                while let Err(error) = store.write(|tx| add(tx, &name)) {
                    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
                    refused += 1;
                    thread::sleep(Duration::from_millis(50));
                }
                acknowledged.fetch_add(1, Ordering::SeqCst);
                done.push(name);
            }
            (done, refused)
        };
        let writers: Vec<_> =
            (0..WRITERS).map(|writer| scope.spawn(move || write(writer))).collect();
        for kill in 0..kills {
            let before = acknowledged.load(Ordering::SeqCst);
            // At a different point each time.
            while acknowledged.load(Ordering::SeqCst) < before + 20 + kill * 7 % 30 {
                thread::sleep(Duration::from_millis(1));
            }
            server.kill();
            let begun = Instant::now();
            while !server.try_begin() {
                assert!(begun.elapsed() < Duration::from_mins(1), "it does not begin again");
                thread::sleep(Duration::from_millis(50));
            }
            let (back, count) = (Instant::now(), acknowledged.load(Ordering::SeqCst));
            while acknowledged.load(Ordering::SeqCst) == count {
                assert!(back.elapsed() < Duration::from_mins(1), "the store does not come back");
                thread::sleep(Duration::from_millis(1));
            }
            slowest = slowest.max(back.elapsed());
        }
        stop.store(true, Ordering::SeqCst);
        for writer in writers {
            let (done, errors) = writer.join().unwrap();
            refused += errors;
            for name in done {
                *expected.entry(name).or_insert(0) += 1;
            }
        }
    });
    let mut found = BTreeMap::new();
    for name in details(&store) {
        *found.entry(name).or_insert(0) += 1;
    }
    println!(
        "{} writes, {refused} refused, killed {kills} times, back after {slowest:?} at the most",
        expected.len()
    );
    assert!(refused > 0, "it was never away");
    assert_eq!(found, expected, "each once, and no other");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}

#[test]
fn what_a_newer_program_wrote_is_refused() {
    let check = |error: StoreError, place: &str| {
        assert!(matches!(error, StoreError::Broken(_)), "{error:?}");
        let said = error.to_string();
        for words in [place, "schema is version 999", "use the version that wrote it"] {
            assert!(said.contains(words), "{words}: {said}");
        }
    };
    let folder = tempfile::tempdir().unwrap();
    drop(Sqlite::open(folder.path()).unwrap());
    let file = folder.path().join("service.sqlite");
    let db = rusqlite::Connection::open(&file).unwrap();
    db.pragma_update(None, "user_version", 999).unwrap();
    // Otherwise only the number would be wrong.
    db.execute_batch("CREATE TABLE later (no INTEGER PRIMARY KEY) STRICT").unwrap();
    drop(db);
    check(Sqlite::open(folder.path()).unwrap_err(), &file.display().to_string());

    let Some(server) = TestServer::start() else { return skipped() };
    let address = server.address("newer");
    let store = Store::on(server.store("newer"));
    write(&store, |tx| add(tx, "before"));
    server.query("newer", "INSERT INTO tagbridge_schema (version) VALUES (999)");
    check(Postgres::open(&address).unwrap_err(), &address.name());
    let left = server.query("newer", "SELECT count(*) FROM audit");
    assert_eq!(left, "1", "nothing was changed");
}
