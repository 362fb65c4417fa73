//! Moves all data of a folder to PostgreSQL and back: it is the same, with any interruption.

use std::{
    collections::BTreeMap,
    env, fs,
    hash::{DefaultHasher, Hasher as _},
    panic::AssertUnwindSafe,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rand::{Rng as _, RngExt as _};
use rusqlite::{Connection, ToSql, types::Value};
use tagbridge_store::{
    CopyReport, CopyStep, DataPlace, Files, Org, Postgres, Sqlite, Store, StoreError,
};

use crate::{
    server::{Stores, TestServer, skipped},
    suite::{at, job, read, write},
};

/// The source and the destination of the killed process.
const FROM: &str = "TAGBRIDGE_TEST_COPY_FROM";
const TO: &str = "TAGBRIDGE_TEST_COPY_TO";
/// Number of MB to copy, if it is set.
const SIZE: &str = "TAGBRIDGE_TEST_COPY_MB";
/// Boolean columns in databases with that type.
const TRUTHS: &[&str] = &["ended", "cut", "is_complete"];
/// Tables about the database only.
const OF_THE_DATABASE: &[&str] = &["tagbridge_schema", "instances", "copying"];

/// A table of the embedded file, and its columns: name, type, whether it is nullable.
type Columns = Vec<(String, String, bool)>;

fn tables(db: &Connection) -> BTreeMap<String, Columns> {
    let mut names = db
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .unwrap();
    let names: Vec<String> =
        names.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let columns = |name: &str| {
        let mut columns = db
            .prepare("SELECT name, type, \"notnull\" + pk = 0 FROM pragma_table_info(?1)")
            .unwrap();
        let columns =
            columns.query_map([name], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
        columns.map(Result::unwrap).collect()
    };
    let names = names.into_iter().filter(|name| !OF_THE_DATABASE.contains(&name.as_str()));
    names.map(|name| (name.clone(), columns(&name))).collect()
}

/// A folder with this number of rows in each existing table, about this number of bytes, and files.
fn fill(folder: &Path, rows: i64, bytes: usize) {
    drop(Sqlite::open(folder).unwrap());
    let mut db = Connection::open(folder.join("service.sqlite")).unwrap();
    let (tables, mut random) = (tables(&db), rand::rng());
    // A blob has half of the maximum size on average; a third of the nullable ones is null.
    let blobs = tables.values().flatten().filter(|column| column.1 == "BLOB");
    let thirds: usize = blobs.map(|column| if column.2 { 2 } else { 3 }).sum();
    let mut block = vec![0; 6 * bytes / thirds / usize::try_from(rows).unwrap()];
    random.fill_bytes(&mut block);
    let transaction = db.transaction().unwrap();
    for (table, columns) in &tables {
        let names: Vec<_> = columns.iter().map(|column| &*column.0).collect();
        let places: Vec<_> = (1..=names.len()).map(|no| format!("?{no}")).collect();
        let (names, places) = (names.join(", "), places.join(", "));
        let mut insert = transaction
            .prepare(&format!("INSERT INTO {table} ({names}) VALUES ({places})"))
            .unwrap();
        // Numbers with gaps, and keys that are not in the order of insertion.
        for no in (1..=rows).map(|no| no * 7919 % (rows + 1)) {
            let row = columns.iter().map(|(name, kind, may_be_missing)| {
                if *may_be_missing && no % 3 == 0 {
                    return Value::Null;
                }
                match kind.as_str() {
                    "INTEGER" if TRUTHS.contains(&name.as_str()) => Value::Integer(no % 2),
                    "INTEGER" => Value::Integer(no * 3),
                    "BLOB" => {
                        let mut blob = block[..random.random_range(0..=block.len())].to_vec();
                        let begin = blob.len().min(16);
                        random.fill_bytes(&mut blob[..begin]);
                        Value::Blob(blob)
                    }
                    _ if name == "resource" => Value::Text(format!("{{ \"{table}\":  {no} }}")),
                    _ => Value::Text(format!("{table} {name} Motor Ä\0 {no}")),
                }
            });
            let row: Vec<Value> = row.collect();
            let row: Vec<&dyn ToSql> = row.iter().map(|value| value as &dyn ToSql).collect();
            insert.execute(&row[..]).unwrap();
        }
    }
    transaction.commit().unwrap();
    drop(db);
    for files in [Files::in_folder(folder), Files::made_in_folder(folder)] {
        for no in 0..7 {
            let mut file = vec![no; 3000];
            random.fill_bytes(&mut file[..1000]);
            files.put(&file).unwrap();
        }
    }
}

/// The content of the tables, by table and row, read with the database's own library.
fn dump(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let db = Connection::open(folder.join("service.sqlite")).unwrap();
    let rows = |(table, columns): (String, Columns)| {
        let mut names: Vec<_> = columns.into_iter().map(|column| column.0).collect();
        if ["keys", "idempotency"].contains(&table.as_str()) {
            names.push("rowid".to_owned());
        }
        let mut select = db.prepare(&format!("SELECT {} FROM {table}", names.join(", "))).unwrap();
        let rows = select.query_map([], |row| {
            let values = (0..names.len()).map(|at| match row.get(at).unwrap() {
                Value::Blob(bytes) => Value::Text(hashed(&bytes)),
                other => other,
            });
            let values: Vec<_> = values.collect();
            Ok(format!("{values:?}").replace("\\0", "\u{2400}"))
        });
        let mut rows: Vec<_> = rows.unwrap().map(Result::unwrap).collect();
        rows.sort();
        (table, rows)
    };
    tables(&db).into_iter().map(rows).collect()
}

/// A small replacement for gigabytes of data.
fn hashed(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{} bytes, {:016x}", bytes.len(), hasher.finish())
}

/// A folder whose data is in a schema of the server.
fn elsewhere(server: &TestServer, folder: &Path, schema: &str) -> PathBuf {
    let data = folder.join(schema);
    fs::create_dir_all(&data).unwrap();
    let toml = format!("[store]\npostgres = \"{}\"\n", server.connection(schema));
    fs::write(data.join("store.toml"), toml).unwrap();
    data
}

fn copy(from: &Path, to: &Path) -> Result<CopyReport, StoreError> {
    DataPlace::transfer(&DataPlace::of(from)?, &DataPlace::of(to)?, &mut |_| {})
}

fn size() -> usize {
    env::var(SIZE).map_or(4, |size| size.parse::<usize>().unwrap()) << 20
}

#[test]
fn there_and_back_all_is_the_same() {
    let Some(server) = TestServer::start() else { return skipped() };
    let folder = tempfile::tempdir().unwrap();
    let [from, back] = ["from", "back"].map(|name| folder.path().join(name));
    fill(&from, 600, size());
    let there = elsewhere(&server, folder.path(), "there");
    let begun = Instant::now();
    let went = copy(&from, &there).unwrap();
    println!("there: {} MB in {:?}", size() >> 20, begun.elapsed());
    let begun = Instant::now();
    let came = copy(&there, &back).unwrap();
    println!("back: {:?}", begun.elapsed());
    assert_eq!(went, came, "each table has the same rows and the same hash both ways");
    assert_eq!(went.files, 14);
    assert_eq!(dump(&from), dump(&back), "another reader says so, too");
    assert_eq!(names_beneath(&from), names_beneath(&back));

    // Each table of either database is among them.
    let named: Vec<_> = went.tables.iter().map(|table| table.name.clone()).collect();
    let db = Connection::open(from.join("service.sqlite")).unwrap();
    assert_eq!(named, tables(&db).into_keys().collect::<Vec<_>>());
    let found = server.query(
        "there",
        "SELECT relname FROM pg_class WHERE relnamespace = 'there'::regnamespace
         AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname COLLATE \"C\"",
    );
    let found: Vec<_> = found.lines().filter(|it| !OF_THE_DATABASE.contains(it)).collect();
    assert_eq!(named, found);
    assert!(went.tables.iter().all(|table| table.rows == 600), "{went:?}");

    // The next record gets a new number.
    let store = DataPlace::of(&there).unwrap().open().unwrap();
    let numbers = "SELECT max(no) FROM jobs";
    let before: i64 = server.query("there", numbers).parse().unwrap();
    write(&store, |tx| tx.add_job(&job("next"), at(5)));
    assert_eq!(server.query("there", numbers), (before + 1).to_string());
    let counted = server.query(
        "there",
        "SELECT table_name, column_name FROM information_schema.columns
         WHERE table_schema = 'there' AND is_identity = 'YES'",
    );
    for counted in counted.lines() {
        let (table, column) = counted.split_once('|').unwrap();
        let (largest, next) = (
            server.query("there", &format!("SELECT max({column}) FROM {table}")),
            server.query(
                "there",
                &format!("SELECT nextval(pg_get_serial_sequence('{table}', '{column}'))"),
            ),
        );
        let [largest, next] = [largest, next].map(|number| number.parse::<i64>().unwrap());
        assert_eq!(next, largest + 1, "{table}");
    }
}

/// The files of a service, except for incomplete files of a crash, which a sweep deletes.
fn names_beneath(folder: &Path) -> Vec<PathBuf> {
    let mut names = Vec::new();
    for of in ["files", "exports"] {
        for fan in fs::read_dir(folder.join(of)).unwrap().map(Result::unwrap) {
            if fan.file_name() == "incoming" {
                continue;
            }
            for file in fs::read_dir(fan.path()).unwrap() {
                names.push(file.unwrap().path().strip_prefix(folder).unwrap().to_owned());
            }
        }
    }
    names.sort();
    names
}

#[test]
fn nothing_is_mixed() {
    let Some(server) = TestServer::start() else { return skipped() };
    let folder = tempfile::tempdir().unwrap();
    let [from, other, back] = ["from", "other", "back"].map(|name| folder.path().join(name));
    fill(&from, 40, 1 << 16);
    fill(&other, 3, 1 << 10);
    let there = elsewhere(&server, folder.path(), "mixed");
    let refused = |from: &Path, to: &Path, words: &str| {
        let error = copy(from, to).unwrap_err().to_string();
        assert!(error.contains(words), "{words}: {error}");
    };
    refused(&from, &from, "source and destination are the same");
    refused(&folder.path().join("none"), &there, "contains no data of a service");
    refused(&from, &other, "already contains data");
    assert!(!folder.path().join("none").exists(), "nothing was made of it");

    // An interrupted copy is not served, and accepts no other data.
    let stopped = std::panic::catch_unwind(|| {
        let places = [&from, &there].map(|place| DataPlace::of(place).unwrap());
        DataPlace::transfer(&places[0], &places[1], &mut |step| {
            assert!(!matches!(step, CopyStep::Files(_)), "on purpose");
        })
    });
    assert!(stopped.is_err());
    let error = DataPlace::of(&there).unwrap().open().unwrap_err().to_string();
    assert!(error.contains("tagbridge store copy"), "{error}");
    refused(&other, &there, "was started");
    refused(&there, &back, "tagbridge store copy");
    let serve = |until: i64| {
        server.query(
            "mixed",
            &format!(
                "CREATE TABLE IF NOT EXISTS instances
                     (id text, name text, files text, lease_until bigint);
                 DELETE FROM instances;
                 INSERT INTO instances (id, name, files, lease_until)
                     VALUES ('i', 'process 4711', '', {until})"
            ),
        )
    };
    serve(i64::MAX);
    refused(&from, &there, "process 4711 uses the data");
    // It was killed some time ago.
    serve(5);
    let went = copy(&from, &there).unwrap();
    refused(&from, &there, "already contains data");
    refused(&other, &there, "already contains data");
    drop(DataPlace::of(&there).unwrap().open().unwrap());
    assert_eq!(copy(&there, &back).unwrap(), went);
    assert!(!back.join("copying").exists());
}

#[test]
fn each_file_that_a_version_names_must_be_there() {
    let Some(server) = TestServer::start() else { return skipped() };
    let folder = tempfile::tempdir().unwrap();
    let from = folder.path().join("from");
    fill(&from, 3, 1 << 10);
    let there = elsewhere(&server, folder.path(), "named");
    let name = |hash: &str| {
        let db = Connection::open(from.join("service.sqlite")).unwrap();
        let sql = "UPDATE versions SET hash = ?1 WHERE number = 3";
        assert_eq!(db.execute(sql, [hash]).unwrap(), 1);
    };
    let missing = "0123456789abcdef".repeat(4);
    name(&missing);
    let error = copy(&from, &there).unwrap_err().to_string();
    assert!(error.contains(&missing), "{error}");
    name(Files::in_folder(&from).put(b"a project").unwrap().as_str());
    // Its row was copied before the file existed, and has changed since.
    let error = copy(&from, &there).unwrap_err().to_string();
    assert!(error.contains("the table versions "), "{error}");
    assert_eq!(copy(&from, &there).unwrap().files, 15);
}

#[test]
fn the_number_of_a_deleted_project_is_not_given_again() {
    let Some(server) = TestServer::start() else { return skipped() };
    let folder = tempfile::tempdir().unwrap();
    let from = folder.path().join("from");
    fill(&from, 3, 1 << 10);
    let db = Connection::open(from.join("service.sqlite")).unwrap();
    let newest = "(SELECT max(project) FROM deleted_projects)";
    db.execute(&format!("UPDATE deleted_projects SET project = 99 WHERE project = {newest}"), [])
        .unwrap();
    drop(db);
    copy(&from, &elsewhere(&server, folder.path(), "deleted")).unwrap();
    let next = "SELECT nextval(pg_get_serial_sequence('projects', 'no'))";
    assert_eq!(server.query("deleted", next), "100");
}

#[test]
fn what_changed_meanwhile_is_found_and_the_next_run_starts_over() {
    let Some(server) = TestServer::start() else { return skipped() };
    let folder = tempfile::tempdir().unwrap();
    let from = folder.path().join("from");
    fill(&from, 40, 1 << 16);
    let there = elsewhere(&server, folder.path(), "changed");
    let places = || [&from, &there].map(|place| DataPlace::of(place).unwrap());
    let change = |sql: &str| {
        server.query("changed", sql);
    };
    // As after a disk fault, or a change during the copy.
    for sql in [
        "UPDATE history SET sealed = sealed || '\\x00' WHERE no = (SELECT max(no) FROM history)",
        "DELETE FROM stored WHERE first = (SELECT max(first) FROM stored)",
        "UPDATE keys SET name = name || ' ' WHERE id = (SELECT max(id) FROM keys)",
    ] {
        let [source, target] = places();
        let error = DataPlace::transfer(&source, &target, &mut |step| {
            if step == CopyStep::Files(1) {
                change(sql);
            }
        })
        .unwrap_err()
        .to_string();
        let table = sql.split(' ').find(|it| ["history", "stored", "keys"].contains(it)).unwrap();
        assert!(error.contains(&format!("the table {table} ")), "{error}");
    }
    // A row that was added before the position of the copy.
    let [source, target] = places();
    let stopped = std::panic::catch_unwind(AssertUnwindSafe(|| {
        DataPlace::transfer(&source, &target, &mut |step| {
            assert!(!matches!(step, CopyStep::Rows("tags", _)), "on purpose");
        })
    }));
    assert!(stopped.is_err());
    let store = Store::on(Sqlite::open(&from).unwrap());
    let entry = tagbridge_store::AuditEntry {
        at: at(1),
        actor: "owner".to_owned(),
        action: "test".to_owned(),
        subject: "none".to_owned(),
        detail: "late".to_owned(),
    };
    let db = Connection::open(from.join("service.sqlite")).unwrap();
    db.execute("DELETE FROM audit WHERE no = (SELECT min(no) FROM audit)", []).unwrap();
    drop(db);
    write(&store, |tx| tx.add_audit(&Org::of_id("late"), &entry, 9));
    drop(store);
    let error = copy(&from, &there).unwrap_err().to_string();
    assert!(error.contains("the table audit "), "{error}");
    copy(&from, &there).unwrap();
    let copied = DataPlace::of(&there).unwrap().open().unwrap();
    assert_eq!(read(&copied, |tx| tx.audit(&Org::of_id("late"), 9)), [entry]);
}

#[test]
fn a_damaged_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
    fill(&from, 3, 1 << 10);
    let damaged = from.join(&names_beneath(&from)[0]);
    let sound = fs::read(&damaged).unwrap();
    fs::write(&damaged, [&b"?"[..], &sound[1..]].concat()).unwrap();
    let error = copy(&from, &to).unwrap_err().to_string();
    assert!(error.contains(&damaged.display().to_string()), "{error}");
    assert!(!DataPlace::is_in(&to), "it is not taken for a whole one");
    fs::write(&damaged, sound).unwrap();
    copy(&from, &to).unwrap();
    assert_eq!(dump(&from), dump(&to));
    let names = names_beneath(&to);
    assert!(names_beneath(&from).iter().all(|name| names.contains(name)));
}

/// The process that gets killed. Does nothing unless the other test starts it.
#[test]
fn child() {
    let (Ok(from), Ok(to)) = (env::var(FROM), env::var(TO)) else { return };
    copy(Path::new(&from), Path::new(&to)).unwrap();
}

#[test]
fn a_copy_that_is_killed_goes_on_where_it_was() {
    let Some(server) = TestServer::start() else { return skipped() };
    let folder = tempfile::tempdir().unwrap();
    let [from, back] = ["from", "back"].map(|name| folder.path().join(name));
    fill(&from, 1500, size());
    let there = elsewhere(&server, folder.path(), "killed");
    for (from, to) in [(&from, &there), (&there, &back)] {
        let mut kills = 0;
        let mut patience = Duration::from_millis(80);
        // Each run has more time, until one is complete.
        loop {
            let mut child = Command::new(env::current_exe().unwrap())
                .args(["--exact", "moving::child"])
                .envs([(FROM, from), (TO, to)])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let end = Instant::now() + patience;
            let ended = loop {
                if let Some(status) = child.try_wait().unwrap() {
                    break Some(status);
                }
                if Instant::now() > end {
                    break None;
                }
                thread::sleep(Duration::from_millis(2));
            };
            match ended {
                Some(status) => {
                    assert!(status.success());
                    break;
                }
                None => child.kill().unwrap(),
            }
            child.wait().unwrap();
            kills += 1;
            patience = patience * 8 / 5;
        }
        println!("killed {kills} times");
        assert!(kills > 2, "it was never in the midst of it");
    }
    assert_eq!(dump(&from), dump(&back));
    assert_eq!(names_beneath(&from), names_beneath(&back));
    drop(Postgres::open(&server.address("killed")).unwrap());
}
