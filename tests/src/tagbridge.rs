//! The headless binary, as a user runs it.

use std::{
    ffi::OsStr,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

use crate::process::Process;

/// A call of `tagbridge`.
pub struct Tagbridge(Command);

impl Tagbridge {
    /// A call with these arguments, in an environment without our variables.
    pub fn new<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Self {
        let mut command = Command::new(binary());
        command.args(arguments.into_iter().map(|it| it.as_ref().to_owned()));
        for variable in ["TAGBRIDGE_KEY", "TAGBRIDGE_LOG", "TAGBRIDGE_PASSWORD"] {
            command.env_remove(variable);
        }
        // Tests read English texts, in any environment.
        command.env("LC_ALL", "C");
        Self(command)
    }

    /// Starts a virtual controller with these arguments of `simulate`. Returns its endpoint, too.
    pub fn simulate(arguments: &[&str]) -> (Process, String) {
        let line = [&["simulate", "--json", "--listen", "127.0.0.1:0"], arguments].concat();
        let simulator = Self::new(line).start();
        let started: Value = serde_json::from_str(&simulator.next_line()).expect("JSON");
        let endpoint = started["endpoint"].as_str().expect("an endpoint").to_owned();
        (simulator, endpoint)
    }

    /// Adds arguments.
    pub fn arguments(mut self, arguments: &[&str]) -> Self {
        self.0.args(arguments);
        self
    }

    /// Adds an environment variable.
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.0.env(name, value);
        self
    }

    /// Writing beyond the file size limit is an error, and does not kill it.
    pub fn deaf_to_file_limits(self) -> Self {
        self.after("trap '' XFSZ")
    }

    /// Runs in a shell that executes this command first.
    pub fn after(self, command: &str) -> Self {
        let Self(tagbridge) = self;
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("{command}; exec \"$0\" \"$@\""));
        shell.arg(tagbridge.get_program()).args(tagbridge.get_args());
        for (name, value) in tagbridge.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        Self(shell)
    }

    /// Runs it until it ends.
    pub fn output(mut self) -> Outcome {
        Outcome(self.0.output().expect("tagbridge starts"))
    }

    /// Starts it, with its output redirected.
    pub fn start_into(mut self, stdout: Stdio, stderr: Stdio) -> Process {
        Process::start_into(self.0.stdout(stdout).stderr(stderr))
    }

    /// Starts it.
    pub fn start(mut self) -> Process {
        Process::start(&mut self.0)
    }
}

/// The result of a call.
pub struct Outcome(Output);

impl Outcome {
    /// The exit code.
    pub fn code(&self) -> i32 {
        self.0.status.code().unwrap_or_else(|| panic!("ended by a signal: {}", self.stderr()))
    }

    /// The standard output.
    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    /// The standard error output.
    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    /// Checks the exit code, and returns the printed JSON document.
    pub fn json(&self, code: i32) -> Value {
        assert_eq!(self.code(), code, "{}{}", self.stdout(), self.stderr());
        let stdout = self.stdout();
        serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}"))
    }
}

/// From `TAGBRIDGE_BINARY`, or built next to the tests: `target/debug/deps/this-test` →
/// `target/debug/tagbridge`.
pub fn binary() -> PathBuf {
    if let Some(binary) = std::env::var_os("TAGBRIDGE_BINARY") {
        return binary.into();
    }
    let this = std::env::current_exe().expect("a program knows its own path");
    let folder = this.parent().expect("it lies in a folder");
    let folder = if folder.ends_with("deps") { folder.parent().unwrap_or(folder) } else { folder };
    let binary = folder.join(format!("tagbridge{}", std::env::consts::EXE_SUFFIX));
    assert!(binary.exists(), "{} is missing: `cargo build` first", binary.display());
    binary
}
