//! A PostgreSQL for tests and benches of the service: in a folder of its own, on a socket in it, without a port.

use std::{
    fs,
    os::unix::{fs::MetadataExt, process::CommandExt},
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

/// Where Debian has the programs of each version.
const PROGRAMS: &str = "/usr/lib/postgresql";
/// The user that runs it, because root may not: `nobody`.
const NOBODY: u32 = 65534;
/// The server's user.
const ROLE: &str = "service";
/// No port; many tests connect at once.
const SETTINGS: &str = "-c listen_addresses= -c max_connections=300";
/// What is lost with the machine is of no concern to tests.
const UNSAFE: &str =
    "-c fsync=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0";

/// It ends when this is dropped, and its data goes.
pub(crate) struct Server {
    folder: TempDir,
    programs: PathBuf,
}

impl Server {
    /// Makes and starts one that is quick, and safe against the end of its process alone.
    pub(crate) fn start() -> Result<Self> {
        Self::start_with(&format!("{SETTINGS} {UNSAFE}"))
    }

    /// Makes and starts one as it comes: what it says is stored, is.
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

    /// What the tests call it by.
    pub(crate) fn address(&self) -> String {
        format!("host={} user={ROLE} dbname=postgres", self.folder.path().display())
    }

    /// A role like one that serves: a superuser would pass by the policies of rows.
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
