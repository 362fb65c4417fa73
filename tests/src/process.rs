//! A program that runs next to a test and ends with it.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

/// Time-out of waiting.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A running program, killed when it is dropped. Its stdout can be waited on line by line.
pub struct Process {
    name: String,
    child: Child,
    lines: Receiver<String>,
}

impl Process {
    /// Starts the command.
    pub fn start(command: &mut Command) -> Self {
        Self::start_into(command.stdout(Stdio::piped()))
    }

    /// Starts the command without redirecting its standard output.
    pub(crate) fn start_into(command: &mut Command) -> Self {
        let name = format!("{command:?}");
        let mut child = command
            .stdin(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {name}: {error}"));
        let (sender, lines) = mpsc::channel();
        let Some(stdout) = child.stdout.take() else { return Self { name, child, lines } };
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { name, child, lines }
    }

    /// The next line of its output.
    pub fn next_line(&self) -> String {
        self.next_line_within(PATIENCE)
    }

    /// The next line of a program that is slow.
    pub(crate) fn next_line_within(&self, patience: Duration) -> String {
        self.lines.recv_timeout(patience).unwrap_or_else(|why| match why {
            RecvTimeoutError::Timeout => {
                panic!("{} printed no further line in {patience:?}", self.name)
            }
            RecvTimeoutError::Disconnected => panic!("{} ended", self.name),
        })
    }

    /// The next line of its output; `None`: it has ended.
    pub fn says(&self) -> Option<String> {
        self.lines.recv_timeout(PATIENCE).ok()
    }

    /// The last line of its output so far; earlier lines are skipped.
    pub fn latest_line(&self) -> String {
        self.lines.try_iter().last().unwrap_or_default()
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for a matching line; other lines are skipped.
    pub fn wait_for_line(&self, fits: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let line = self.next_line();
            if fits(&line) {
                return line;
            }
            assert!(Instant::now() < deadline, "{} never printed what was awaited", self.name);
        }
    }

    /// The lines since the last call.
    pub fn lines(&self) -> Vec<String> {
        self.lines.try_iter().collect()
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|it| it.is_some())
    }

    /// Closes its standard input.
    pub fn close_stdin(&mut self) {
        drop(self.child.stdin.take());
    }

    /// Its standard input.
    pub fn stdin(&mut self) -> &mut ChildStdin {
        self.child.stdin.as_mut().expect("stdin is piped")
    }

    /// `kill -9`: it cannot print or save data.
    pub fn kill_dead(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it has ended");
    }

    /// Waits for its end.
    pub fn end(mut self) -> ExitStatus {
        self.child.wait().expect("it has ended")
    }

    /// Sends SIGTERM, and waits for its end.
    pub fn terminate(self) -> ExitStatus {
        self.ask_to_end();
        self.end()
    }

    /// Sends SIGTERM, without waiting.
    pub fn ask_to_end(&self) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &pid]).status().expect("kill runs");
        assert!(sent.success(), "{} was gone already", self.name);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself, which is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Repeats it until it succeeds.
pub fn patiently<T>(what: &str, mut attempt: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(it) = attempt() {
            return it;
        }
        assert!(Instant::now() < deadline, "never saw {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The Python interpreter with the third-party servers and clients.
pub fn python() -> PathBuf {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv/bin/python");
    let python = std::env::var_os("TAGBRIDGE_PYTHON").map_or(default, PathBuf::from);
    assert!(
        python.exists(),
        "{} is missing: run `cargo xtask setup`, which installs it",
        python.display()
    );
    python
}
