//! Which store the tests are on: the embedded file, or a schema of each test's own on the PostgreSQL that
//! `TAGBRIDGE_TEST_POSTGRES` names, such as `host=/tmp/pg user=tagbridge dbname=postgres`.
//!
//! Not a database of its own: that is 7 MB, and to drop it takes longer than to make it.

use std::{
    env, fs,
    path::Path,
    process::{Command, Output},
};

use uuid::Uuid;

const SERVER: &str = "TAGBRIDGE_TEST_POSTGRES";

/// Where a test's data is. It goes with the server.
#[derive(Clone)]
pub(crate) struct Schema {
    server: String,
    name: String,
}

impl Schema {
    /// `None`: the tests are on the embedded file.
    pub(crate) fn fresh() -> Option<Self> {
        let server = env::var(SERVER).ok()?;
        let schema = Self { server, name: format!("t{}", Uuid::new_v4().simple()) };
        schema.query(&format!("CREATE SCHEMA {}", schema.name));
        Some(schema)
    }

    /// Has the data of this folder in it, its files in a folder that several services share.
    pub(crate) fn name_in(&self, folder: &Path, files: &Path) {
        let (Self { server, name }, files) = (self, files.display());
        let address = format!("{server} options='-c search_path={name}'");
        let toml =
            format!("[store]\npostgres = \"{address}\"\nconnections = 4\nfiles = \"{files}\"\n");
        fs::write(folder.join("store.toml"), toml).unwrap();
    }

    /// What a query finds, by row; columns are divided by `|`.
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

    /// As the service itself, which sees the rows of all.
    fn ask(&self, sql: &str) -> Output {
        let mut psql = Command::new("psql");
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", &self.server, "-c", sql]);
        psql.env("PGOPTIONS", format!("-c search_path={} -c tagbridge.org=*", self.name));
        psql.output().expect("psql, which is installed with the server")
    }
}
