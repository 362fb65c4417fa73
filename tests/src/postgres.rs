//! A PostgreSQL of a test's own: in a folder, on a socket in it, without a port.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use tempfile::TempDir;

/// Where Debian has the programs of each version.
const PROGRAMS: &str = "/usr/lib/postgresql";
/// Who runs it where root may not: `nobody`.
#[cfg(unix)]
const NOBODY: u32 = 65534;

/// It ends when this is dropped, and its data goes.
pub struct Postgres {
    folder: TempDir,
    programs: PathBuf,
}

impl Postgres {
    /// Makes and starts one that is safe against the end of its process; against that of the machine it
    /// is not. `None`: none is installed.
    pub fn start() -> Option<Self> {
        let versions = fs::read_dir(PROGRAMS).ok()?.filter_map(Result::ok);
        let programs = versions.map(|version| version.path().join("bin"));
        let programs = programs.filter(|bin| bin.join("initdb").is_file()).max()?;
        let folder = tempfile::Builder::new().prefix("pg").tempdir().expect("a folder");
        #[cfg(unix)]
        if is_root() {
            let owner = Some(NOBODY);
            std::os::unix::fs::chown(folder.path(), owner, owner).expect("root may");
        }
        let server = Self { folder, programs };
        let made = ["--username=tagbridge", "--auth=trust", "--no-sync", "--encoding=UTF8"];
        assert!(server.run("initdb", &[&made[..], &["--locale=C.UTF-8"]].concat()), "initdb");
        assert!(server.begin(), "it starts");
        Some(server)
    }

    /// Starts it, again after [`kill`](Self::kill). False: it does not yet.
    pub fn begin(&self) -> bool {
        let folder = self.folder.path();
        let settings = format!(
            "-c listen_addresses= -k {} -c fsync=off -c max_connections=200",
            folder.display()
        );
        let log = folder.join("log");
        let log = log.to_str().expect("a plain path");
        self.run("pg_ctl", &["start", "-w", "-s", "-l", log, "-o", &settings])
    }

    /// `kill -9` of all of it.
    pub fn kill(&self) {
        let file = self.folder.path().join("data/postmaster.pid");
        let text = fs::read_to_string(file).expect("it runs");
        let pid = text.lines().next().expect("its number").to_owned();
        for (program, arguments) in
            [("pkill", ["-KILL", "-P", &pid]), ("kill", ["-KILL", &pid, ""])]
        {
            let arguments = arguments.iter().filter(|it| !it.is_empty());
            // It may have no children.
            drop(Command::new(program).args(arguments).stderr(Stdio::null()).status());
        }
    }

    /// `host=… user=… dbname=…`.
    pub fn address(&self) -> String {
        format!("host={} user=tagbridge dbname=postgres", self.folder.path().display())
    }

    /// What a query finds, by row; columns are divided by `|`.
    pub fn query(&self, sql: &str) -> Vec<String> {
        let mut psql = Command::new("psql");
        psql.args([
            "-X",
            "-q",
            "-A",
            "-t",
            "-v",
            "ON_ERROR_STOP=1",
            "-d",
            &self.address(),
            "-c",
            sql,
        ]);
        let found = psql.output().expect("psql, which is installed with the server");
        assert!(found.status.success(), "{sql}: {}", String::from_utf8_lossy(&found.stderr));
        String::from_utf8_lossy(&found.stdout).lines().map(str::to_owned).collect()
    }

    fn run(&self, program: &str, arguments: &[&str]) -> bool {
        let mut command = Command::new(self.programs.join(program));
        command.arg("-D").arg(self.folder.path().join("data")).args(arguments);
        command.current_dir(self.folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        #[cfg(unix)]
        if is_root() {
            use std::os::unix::process::CommandExt;
            command.uid(NOBODY).gid(NOBODY);
        }
        command.status().is_ok_and(|status| status.success())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.run("pg_ctl", &["stop", "-w", "-s", "-m", "immediate"]);
    }
}

#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}
