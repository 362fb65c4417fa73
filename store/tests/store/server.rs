//! A PostgreSQL for tests: in a folder of its own, on a socket in it, without a port.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tagbridge_store::{Postgres, Server};
use tempfile::TempDir;

/// Where Debian has the programs of each version.
const PROGRAMS: &str = "/usr/lib/postgresql";
/// Who runs it where root may not: `nobody`.
#[cfg(unix)]
const NOBODY: u32 = 65534;

/// It ends when this is dropped.
pub(crate) struct TestServer {
    folder: TempDir,
    programs: PathBuf,
}

impl TestServer {
    /// `None`: none is installed.
    pub(crate) fn start() -> Option<Self> {
        let versions = fs::read_dir(PROGRAMS).ok()?.filter_map(Result::ok);
        let programs = versions.map(|version| version.path().join("bin"));
        let programs = programs.filter(|bin| bin.join("initdb").is_file()).max()?;
        let folder = tempfile::Builder::new().prefix("pg").tempdir().unwrap();
        #[cfg(unix)]
        if is_root(folder.path()) {
            std::os::unix::fs::chown(folder.path(), Some(NOBODY), Some(NOBODY)).unwrap();
        }
        let server = Self { folder, programs };
        server.run(
            "initdb",
            &[
                "--username=tagbridge",
                "--auth=trust",
                "--no-sync",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
            ],
        );
        server.begin();
        Some(server)
    }

    /// Starts it again, after [`end`](Self::end).
    pub(crate) fn begin(&self) {
        let folder = self.folder.path().display();
        // What is lost with the machine is of no concern here.
        let settings = format!("-c listen_addresses= -k {folder} -c fsync=off");
        let log = self.folder.path().join("log");
        self.run("pg_ctl", &["start", "-w", "-s", "-l", log.to_str().unwrap(), "-o", &settings]);
    }

    /// As if the machine had lost its power.
    pub(crate) fn end(&self) {
        self.run("pg_ctl", &["stop", "-w", "-s", "-m", "immediate"]);
    }

    /// A store with a schema of its own, which is made with it.
    pub(crate) fn store(&self, schema: &str) -> Postgres {
        Postgres::open(&self.address(schema)).unwrap()
    }

    pub(crate) fn address(&self, schema: &str) -> Server {
        let folder = self.folder.path().display();
        self.run_with(
            "psql",
            &["-q", "-h", &folder.to_string(), "-U", "tagbridge", "-d", "postgres", "-c"],
            &format!("CREATE SCHEMA IF NOT EXISTS {schema}"),
        );
        let address = format!(
            "host={folder} user=tagbridge dbname=postgres options='-c search_path={schema}'"
        );
        address.parse().unwrap()
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let data = self.folder.path().join("data");
        self.run_with(program, &[&["-D", data.to_str().unwrap()], arguments].concat(), "");
    }

    fn run_with(&self, program: &str, arguments: &[&str], last: &str) {
        let mut command = Command::new(self.programs.join(program));
        command.args(arguments).current_dir(self.folder.path()).stdout(std::process::Stdio::null());
        if !last.is_empty() {
            command.arg(last);
        }
        #[cfg(unix)]
        if is_root(Path::new("/proc/self")) {
            use std::os::unix::process::CommandExt;
            command.uid(NOBODY).gid(NOBODY);
        }
        assert!(command.status().unwrap().success(), "{program} {arguments:?} {last}");
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.end();
    }
}

/// Whether the owner of this is root.
#[cfg(unix)]
fn is_root(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|meta| std::os::unix::fs::MetadataExt::uid(&meta) == 0)
}
