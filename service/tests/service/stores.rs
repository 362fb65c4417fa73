//! The store of the tests: an SQLite file, or a schema per test on the PostgreSQL that
//! `TAGBRIDGE_TEST_POSTGRES` names, such as `host=/tmp/pg user=tagbridge dbname=postgres`.
//!
//! Not a database per test: it has 7 MB, and dropping it takes longer than creating it.

use std::{
    env, fs,
    path::Path,
    process::{Command, Output},
};

use uuid::Uuid;

const SERVER: &str = "TAGBRIDGE_TEST_POSTGRES";

/// The data of a test. It is deleted with the server.
#[derive(Clone)]
pub(crate) struct Schema {
    server: String,
    name: String,
}

impl Schema {
    /// `None`: the tests use an SQLite file.
    pub(crate) fn fresh() -> Option<Self> {
        let server = env::var(SERVER).ok()?;
        let schema = Self { server, name: format!("t{}", Uuid::new_v4().simple()) };
        schema.query(&format!("CREATE SCHEMA {}", schema.name));
        Some(schema)
    }

    /// Configures this folder to use the schema, with its files in a folder that several services
    /// share.
    pub(crate) fn name_in(&self, folder: &Path, files: &Path) {
        let (Self { server, name }, files) = (self, files.display());
        let address = format!("{server} options='-c search_path={name}'");
        let toml =
            format!("[store]\npostgres = \"{address}\"\nconnections = 4\nfiles = \"{files}\"\n");
        fs::write(folder.join("store.toml"), toml).unwrap();
    }

    /// The rows that a query returns; columns are separated by `|`.
    pub(crate) fn query(&self, sql: &str) -> Vec<String> {
        let found = self.ask(sql);
        assert!(found.status.success(), "{sql}: {}", String::from_utf8_lossy(&found.stderr));
        String::from_utf8(found.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    /// Why a statement is refused.
    pub(crate) fn refusal(&self, sql: &str) -> String {
        let found = self.ask(sql);
        assert!(!found.status.success(), "{sql} was done");
        String::from_utf8(found.stderr).unwrap()
    }

    /// Queries like the service itself, which can see all rows.
    fn ask(&self, sql: &str) -> Output {
        let mut psql = Command::new("psql");
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", &self.server, "-c", sql]);
        psql.env("PGOPTIONS", format!("-c search_path={} -c tagbridge.org=*", self.name));
        psql.output().expect("psql, which is installed with the server")
    }
}
