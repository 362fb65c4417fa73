//! A PostgreSQL server for tests, in its own folder, on a socket in it, and on a TCP port if a test
//! needs one.
#![expect(clippy::unwrap_used, reason = "in a test that is how it fails")]

use std::{
    fs::{self, OpenOptions},
    io::Write,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tempfile::TempDir;

/// Debian's folder of the programs of each version.
const PROGRAMS: &str = "/usr/lib/postgresql";
/// The id of an unprivileged user. PostgreSQL refuses to run as root.
#[cfg(unix)]
const NOBODY: u32 = 65534;

/// A running server, which ends when this is dropped.
pub struct Postgres {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
    settings: &'static str,
}

/// Settings without durability, which these tests do not need.
const IN_A_HURRY: &str = "-c fsync=off -c listen_addresses=";

impl Postgres {
    /// Starts a server; `None`: PostgreSQL is not installed.
    pub fn start() -> Option<Self> {
        Self::start_with(IN_A_HURRY)
    }

    /// Starts a server that is also reachable over TCP on this machine, with a password.
    pub fn start_listening() -> Option<Self> {
        Self::start_with("-c fsync=off -c listen_addresses=127.0.0.1")
    }

    /// Starts a durable server.
    pub fn start_durable() -> Option<Self> {
        Self::start_with("-c listen_addresses=")
    }

    fn start_with(settings: &'static str) -> Option<Self> {
        let versions = fs::read_dir(PROGRAMS).ok()?.filter_map(Result::ok);
        let programs = versions.map(|version| version.path().join("bin"));
        let programs = programs.filter(|bin| bin.join("initdb").is_file()).max()?;
        let folder = tempfile::Builder::new().prefix("pg").tempdir().unwrap();
        #[cfg(unix)]
        if is_root(folder.path()) {
            std::os::unix::fs::chown(folder.path(), Some(NOBODY), Some(NOBODY)).unwrap();
        }
        // It was free a moment ago.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let server = Self { folder, programs, port, settings };
        server.run(
            "initdb",
            &[
                "--username=tagbridge",
                "--auth-local=trust",
                "--auth-host=scram-sha-256",
                "--no-sync",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
            ],
        );
        server.begin();
        Some(server)
    }

    /// Starts it again, after [`end`](Self::end).
    pub fn begin(&self) {
        assert!(self.try_begin());
    }

    /// The same. Returns false while processes of a killed server still run.
    pub fn try_begin(&self) -> bool {
        let Self { port, settings, .. } = self;
        let settings = format!("{settings} -p {port} -k {}", self.folder.path().display());
        let log = self.folder.path().join("log");
        let log = log.to_str().unwrap();
        self.command("pg_ctl", &["start", "-w", "-s", "-l", log, "-o", &settings])
            .stderr(Stdio::null())
            .status()
            .unwrap()
            .success()
    }

    /// Simulates a loss of power.
    pub fn end(&self) {
        self.run("pg_ctl", &["stop", "-w", "-s", "-m", "immediate"]);
    }

    /// Kills the parent process of the server; its children end by themselves.
    pub fn kill(&self) {
        let pid = fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        let pid = pid.lines().next().unwrap().to_owned();
        assert!(Command::new("kill").args(["-9", &pid]).status().unwrap().success());
    }

    /// Its TCP port, if it has one.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The socket on which it listens.
    pub fn socket(&self) -> PathBuf {
        self.folder.path().join(format!(".s.PGSQL.{}", self.port))
    }

    /// Writes a private file into its folder.
    pub fn put(&self, name: &str, text: &str) {
        let path = self.data().join(name);
        fs::write(&path, text).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::{PermissionsExt, chown};
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
            if is_root(Path::new("/proc/self")) {
                chown(&path, Some(NOBODY), Some(NOBODY)).unwrap();
            }
        }
    }

    /// Changes a setting for the next start.
    pub fn set(&self, setting: &str) {
        let path = self.data().join("postgresql.conf");
        writeln!(OpenOptions::new().append(true).open(path).unwrap(), "{setting}").unwrap();
    }

    /// Executes statements with psql in this schema. Returns the rows, with columns separated by
    /// `|`.
    pub fn query(&self, schema: &str, sql: &str) -> String {
        let done = self.psql(schema).arg("-c").arg(sql).output().unwrap();
        assert!(done.status.success(), "{sql}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    }

    /// A psql command in this schema.
    pub fn psql(&self, schema: &str) -> Command {
        let (folder, port) = (self.folder.path().display().to_string(), self.port.to_string());
        let mut psql = self.program("psql");
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"]);
        psql.args(["-h", &folder, "-p", &port, "-U", "tagbridge", "-d", "postgres"]);
        psql.env("PGOPTIONS", format!("-c search_path={schema}"));
        psql
    }

    /// The connection settings of a schema, which is created if it is missing.
    pub fn connection(&self, schema: &str) -> String {
        self.query("public", &format!("CREATE SCHEMA IF NOT EXISTS {schema}"));
        let (folder, port) = (self.folder.path().display(), self.port);
        format!(
            "host={folder} port={port} user=tagbridge dbname=postgres \
             options='-c search_path={schema}'"
        )
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let status = self.command(program, arguments).status().unwrap();
        assert!(status.success(), "{program} {arguments:?}");
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = self.program(program);
        command.arg("-D").arg(self.data()).args(arguments).stdout(Stdio::null());
        command
    }

    fn program(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(self.folder.path());
        #[cfg(unix)]
        if is_root(Path::new("/proc/self")) {
            use std::os::unix::process::CommandExt;
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.end();
    }
}

/// Whether this process runs as root.
#[cfg(unix)]
fn is_root(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|meta| std::os::unix::fs::MetadataExt::uid(&meta) == 0)
}
