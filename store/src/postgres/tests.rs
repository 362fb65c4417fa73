//! Schemas of earlier versions.

use std::thread;

use tagbridge_tests::Postgres as TestServer;

use super::{Postgres, steps::STEPS};

/// The tables, and the rows that an organization may see and change.
const SHAPE: &str = "
    SELECT table_name, column_name, data_type, is_nullable, column_default IS NULL
    FROM information_schema.columns WHERE table_schema = current_schema()
    UNION ALL
    SELECT tablename, indexname, replace(indexdef, current_schema() || '.', ''), '', true
    FROM pg_indexes WHERE schemaname = current_schema()
    UNION ALL
    SELECT tablename, policyname, qual, '', true
    FROM pg_policies WHERE schemaname = current_schema()
    ORDER BY 1, 2, 3";

#[test]
fn each_step_is_made_once_from_every_version_on_however_many_begin() {
    let Some(server) = TestServer::start() else {
        return tagbridge_needs::skip("a PostgreSQL server");
    };
    let mut shapes = Vec::new();
    for version in 0..=STEPS.len() {
        let schema = format!("version_{version}");
        let address = server.connection(&schema).parse().unwrap();
        let made = (1..).zip(&STEPS[..version]).fold(
            "CREATE TABLE tagbridge_schema (version bigint NOT NULL);".to_owned(),
            |sql, (no, step)| format!("{sql} {step}; INSERT INTO tagbridge_schema VALUES ({no});"),
        );
        server.query(&schema, &made);
        thread::scope(|scope| {
            let begun = [(); 3].map(|()| scope.spawn(|| Postgres::open(&address).unwrap()));
            for it in begun {
                it.join().unwrap();
            }
        });
        let steps: Vec<String> = (1..=STEPS.len()).map(|no| no.to_string()).collect();
        let found = server.query(&schema, "SELECT version FROM tagbridge_schema ORDER BY version");
        assert_eq!(found.lines().collect::<Vec<_>>(), steps, "begun at {version}");
        shapes.push(server.query(&schema, SHAPE));
    }
    assert!(shapes[0].contains("keys_by_device"), "{}", shapes[0]);
    for (version, shape) in shapes.iter().enumerate() {
        assert_eq!(*shape, shapes[0], "begun at {version}");
    }
}
