//! The side of a client in a contest. Those in other languages do the same.
//!
//! On standard input come the job, a JSON object on one line, and then commands, a line each; every
//! one is answered by a line of JSON, and at the end of the input the client disconnects.
//!
//! | line | does | answer |
//! |---|---|---|
//! | the job | connects and reads one snapshot | `{"version": "1.2.3", "sum": 123.0}` |
//! | `warm 3` | reads so many snapshots | `{}` |
//! | `run 700` | reads for so many ms | `{"seconds": 0.7, "cpu": 0.35, "latencies": [0.0011, …]}` |
//!
//! The response to any error is `{"error": "…"}`, and the program ends.

use std::{
    io::{self, BufRead, Lines, StdinLock},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use cpu_time::ProcessTime;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::json;

/// Reads the same tags over and over.
pub(crate) trait Client {
    type Snapshot;

    /// All values; an error when a single one is missing.
    fn snapshot(&mut self) -> Result<Self::Snapshot>;

    /// The sum of all values, TRUE being 1.
    fn sum(snapshot: &Self::Snapshot) -> Result<f64>;

    /// Disconnects.
    fn close(self);
}

/// A client's introduction.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) version: String,
    pub(crate) sum: f64,
}

/// The measurements of a client in one turn.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Turn {
    /// From the first request to the last answer.
    pub(crate) seconds: f64,
    /// CPU seconds of the whole process in this time.
    pub(crate) cpu: f64,
    /// Of each snapshot, in seconds.
    pub(crate) latencies: Vec<f64>,
}

/// A client's last words.
#[derive(Debug, Serialize)]
pub(crate) struct Failure {
    pub(crate) error: String,
}

/// Takes part until the input ends. `connect` gets the job.
pub(crate) fn take_part<J: DeserializeOwned, C: Client>(
    version: &str,
    connect: impl FnOnce(J) -> Result<C>,
) -> Result<()> {
    let mut lines = io::stdin().lock().lines();
    let job = next(&mut lines)?.context("there is no job on the input")?;
    let mut client = connect(serde_json::from_str(&job).context("cannot understand the job")?)?;
    let sum = C::sum(&client.snapshot()?)?;
    say(&Hello { version: version.to_owned(), sum })?;
    while let Some(line) = next(&mut lines)? {
        match line.split_once(' ').and_then(|(verb, number)| Some((verb, number.parse().ok()?))) {
            Some(("warm", snapshots)) => {
                for _ in 0..snapshots {
                    client.snapshot()?;
                }
                say(&json!({}))?;
            }
            Some(("run", milliseconds)) => {
                say(&turn(&mut client, Duration::from_millis(milliseconds))?)?;
            }
            _ => bail!("`{line}` is no command"),
        }
    }
    client.close();
    Ok(())
}

fn turn<C: Client>(client: &mut C, length: Duration) -> Result<Turn> {
    let mut latencies = Vec::with_capacity(16 * 1024);
    let (began, cpu) = (Instant::now(), ProcessTime::now());
    let mut last = began;
    while last - began < length {
        client.snapshot()?;
        let now = Instant::now();
        latencies.push((now - last).as_secs_f64());
        last = now;
    }
    Ok(Turn { seconds: (last - began).as_secs_f64(), cpu: cpu.elapsed().as_secs_f64(), latencies })
}

fn next(lines: &mut Lines<StdinLock<'_>>) -> Result<Option<String>> {
    lines.next().transpose().context("cannot read the input")
}

/// Answers with a line of JSON.
pub(crate) fn say(answer: &impl Serialize) -> Result<()> {
    println!("{}", serde_json::to_string(answer)?);
    Ok(())
}
