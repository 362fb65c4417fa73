//! A PostgreSQL for tests: in a folder of its own, on a socket in it, and on a port of this machine where a
//! test wants one.
#![expect(clippy::unwrap_used, reason = "in a test that is how it fails")]

use std::{
    fs::{self, OpenOptions},
    io::Write,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tempfile::TempDir;

/// Where Debian has the programs of each version.
const PROGRAMS: &str = "/usr/lib/postgresql";
/// The user that runs it, because root may not: `nobody`.
#[cfg(unix)]
const NOBODY: u32 = 65534;

/// It ends when this is dropped.
pub struct Postgres {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
    settings: &'static str,
}

/// What is lost with the machine is of no concern here.
const IN_A_HURRY: &str = "-c fsync=off -c listen_addresses=";

impl Postgres {
    /// `None`: PostgreSQL is not installed.
    pub fn start() -> Option<Self> {
        Self::start_with(IN_A_HURRY)
    }

    /// One that can be reached over the network of this machine, where it wants a password.
    pub fn start_listening() -> Option<Self> {
        Self::start_with("-c fsync=off -c listen_addresses=127.0.0.1")
    }

    /// One that keeps what it said it keeps.
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
        // Free a moment ago: no other program uses so many ports.
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

    /// The same; whether it did, which it does not while the processes of one that was killed go on.
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

    /// As if the machine had lost its power.
    pub fn end(&self) {
        self.run("pg_ctl", &["stop", "-w", "-s", "-m", "immediate"]);
    }

    /// Kills the process that all others of the server are children of; those end by themselves.
    pub fn kill(&self) {
        let pid = fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        let pid = pid.lines().next().unwrap().to_owned();
        assert!(Command::new("kill").args(["-9", &pid]).status().unwrap().success());
    }

    /// The port on which it listens, where it does.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The socket on which it listens.
    pub fn socket(&self) -> PathBuf {
        self.folder.path().join(format!(".s.PGSQL.{}", self.port))
    }

    /// Puts a file among its own, for its eyes only.
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

    /// Another setting from the next start on.
    pub fn set(&self, setting: &str) {
        let path = self.data().join("postgresql.conf");
        writeln!(OpenOptions::new().append(true).open(path).unwrap(), "{setting}").unwrap();
    }

    /// Has statements run by its own program, in this schema; what they find, columns divided by `|`.
    pub fn query(&self, schema: &str, sql: &str) -> String {
        let done = self.psql(schema).arg("-c").arg(sql).output().unwrap();
        assert!(done.status.success(), "{sql}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    }

    /// Its own program, in this schema.
    pub fn psql(&self, schema: &str) -> Command {
        let (folder, port) = (self.folder.path().display().to_string(), self.port.to_string());
        let mut psql = self.program("psql");
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"]);
        psql.args(["-h", &folder, "-p", &port, "-U", "tagbridge", "-d", "postgres"]);
        psql.env("PGOPTIONS", format!("-c search_path={schema}"));
        psql
    }

    /// How a file says where a schema is, which is made where it is missing.
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

/// Whether the owner of this is root.
#[cfg(unix)]
fn is_root(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|meta| std::os::unix::fs::MetadataExt::uid(&meta) == 0)
}
