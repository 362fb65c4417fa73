//! A PostgreSQL server for tests and benches of the service, in its own folder, on a socket in it,
//! without a TCP port.

use std::{
    fs,
    os::unix::{fs::MetadataExt, process::CommandExt},
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

/// Debian's folder of the programs of each version.
const PROGRAMS: &str = "/usr/lib/postgresql";
/// The id of an unprivileged user. PostgreSQL refuses to run as root.
const NOBODY: u32 = 65534;
/// The server's user.
const ROLE: &str = "service";
/// No TCP port; many tests connect at once.
const SETTINGS: &str = "-c listen_addresses= -c max_connections=300";
/// Settings without durability, which tests do not need.
const UNSAFE: &str =
    "-c fsync=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0";

/// A running server. Dropping it ends the server and deletes its data.
pub(crate) struct Server {
    folder: TempDir,
    programs: PathBuf,
}

impl Server {
    /// Creates and starts a fast server, whose data only survives the end of its process.
    pub(crate) fn start() -> Result<Self> {
        Self::start_with(&format!("{SETTINGS} {UNSAFE}"))
    }

    /// Creates and starts a server with the default settings, which is durable.
    pub(crate) fn start_durable() -> Result<Self> {
        Self::start_with(SETTINGS)
    }

    fn start_with(settings: &str) -> Result<Self> {
        let versions = fs::read_dir(PROGRAMS).with_context(|| format!("cannot read {PROGRAMS}"))?;
        let programs = versions.filter_map(Result::ok).map(|version| version.path().join("bin"));
        let programs = programs.filter(|bin| bin.join("initdb").is_file()).max();
        let programs = programs.with_context(|| format!("no PostgreSQL is in {PROGRAMS}"))?;
        let folder = tempfile::Builder::new().prefix("tagbridge-pg").tempdir()?;
        if is_root() {
            std::os::unix::fs::chown(folder.path(), Some(NOBODY), Some(NOBODY))?;
        }
        let server = Self { folder, programs };
        let made = ["--username=tagbridge", "--auth=trust", "--no-sync", "--no-instructions"];
        server.run("initdb", &[&made[..], &["--encoding=UTF8", "--locale=C.UTF-8"]].concat())?;
        let (folder, log) = (server.folder.path().display(), server.folder.path().join("log"));
        let settings = format!("-k {folder} {settings}");
        let log = log.to_string_lossy();
        server.run("pg_ctl", &["start", "-w", "-s", "-l", &log, "-o", &settings])?;
        server.make_role()?;
        Ok(server)
    }

    /// The connection settings for the tests.
    pub(crate) fn address(&self) -> String {
        format!("host={} user={ROLE} dbname=postgres", self.folder.path().display())
    }

    /// Creates a role like that of a service. A superuser would bypass the row policies.
    fn make_role(&self) -> Result<()> {
        let sql = format!(
            "CREATE ROLE {ROLE} LOGIN; GRANT CREATE ON DATABASE postgres TO {ROLE}; \
             ALTER SCHEMA public OWNER TO {ROLE}"
        );
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["-X", "-q", "-v", "ON_ERROR_STOP=1", "-U", "tagbridge", "-d", "postgres", "-h"]);
        psql.arg(self.folder.path()).args(["-c", &sql]);
        let status = psql.status().context("cannot start psql")?;
        ensure!(status.success(), "the role that serves was not made ({status})");
        Ok(())
    }

    fn run(&self, name: &str, arguments: &[&str]) -> Result<()> {
        let mut command = Command::new(self.programs.join(name));
        command.arg("-D").arg(self.folder.path().join("data")).args(arguments);
        command.current_dir(self.folder.path()).stdout(Stdio::null());
        if is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        let status = command.status().with_context(|| format!("cannot start {name}"))?;
        ensure!(status.success(), "{name} failed ({status})");
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Err(error) = self.run("pg_ctl", &["stop", "-w", "-s", "-m", "immediate"]) {
            eprintln!("the PostgreSQL of the tests does not end: {error:#}");
        }
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}
