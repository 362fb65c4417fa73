//! Another process of the contest, which answers each line that it is sent with a line of JSON.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, bail};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

/// Maximum time of an answer; some clients upload 5,000 tags first.
const PATIENCE: Duration = Duration::from_mins(1);
/// Maximum time of a process to end before it is killed.
const LEAVE: Duration = Duration::from_secs(5);

/// A process that answers requests line by line. Dropping it shuts it down cleanly.
pub(crate) struct Worker {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Worker {
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {command:?}"))?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().context("the process has no output")?;
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let lines = BufReader::new(stdout).lines().map_while(Result::ok);
            lines.map_while(|line| sender.send(line).ok()).for_each(drop);
        });
        Ok(Self { child, stdin, lines })
    }

    /// Sends a line and waits for the answer.
    pub(crate) fn ask<T: DeserializeOwned>(&mut self, line: &str) -> Result<T> {
        let stdin = self.stdin.as_mut().context("the process has no input")?;
        // Where it has ended already, its last line says why.
        let sent = writeln!(stdin, "{line}");
        let answer = match self.lines.recv_timeout(PATIENCE) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => bail!("no answer within {} s", PATIENCE.as_secs()),
            Err(RecvTimeoutError::Disconnected) => {
                sent.context("the process is gone")?;
                bail!("the process ended without an answer");
            }
        };
        let answer: Json = serde_json::from_str(&answer)
            .with_context(|| format!("an answer that is no JSON: {answer}"))?;
        match answer.get("error").and_then(Json::as_str) {
            Some(error) => Err(anyhow!("{error}")),
            None => serde_json::from_value(answer).context("an answer to something else"),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        drop(self.stdin.take());
        let deadline = Instant::now() + LEAVE;
        // Its output ends when it does.
        while self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())).is_ok() {}
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
