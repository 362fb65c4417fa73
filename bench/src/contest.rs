//! Runs the clients in turn with the same controller, and collects their measurements.

use std::{env, process::Command, time::Duration};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::{
    client::{Hello, Turn},
    suite::{Entrant, Suite, Workload},
    worker::Worker,
};

/// Snapshots that do not count, before each turn: a client may have dropped its connection.
const WARM: &str = "warm 3";
/// Times the length of a turn where snapshots are taken at a given pace, and are few.
const PACED: u32 = 4;

/// The length of the comparison.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules {
    /// Turns of each client at each workload.
    pub(crate) rounds: usize,
    /// Length of a turn.
    pub(crate) turn: Duration,
}

/// The result of a client with a workload.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    Measured(Measurement),
    /// The client failed, with this reason.
    Failed(String),
}

/// Medians over all turns; latencies over all snapshots.
#[derive(Debug, Clone, Default)]
pub(crate) struct Measurement {
    pub(crate) version: String,
    /// Replies of the controller for each snapshot, as the controller counts.
    pub(crate) round_trips: f64,
    pub(crate) per_second: f64,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    /// Of the client, for 1,000 snapshots.
    pub(crate) cpu: f64,
    /// Of the controller, for 1,000 snapshots.
    pub(crate) server_cpu: f64,
    /// Requests that a controller would refuse, or that would have written.
    pub(crate) faux_pas: u64,
}

impl Measurement {
    /// The part of a core that the client needs.
    pub(crate) fn core(&self) -> f64 {
        self.cpu / 1000.0 * self.per_second
    }

    /// The part of a core that the controller needs.
    pub(crate) fn server_core(&self) -> f64 {
        self.server_cpu / 1000.0 * self.per_second
    }
}

/// The counters of the controller's process since its start.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct Served {
    pub(crate) port: u16,
    pub(crate) replies: u64,
    /// Number of malformed requests and of write requests.
    pub(crate) faux_pas: u64,
    /// CPU seconds.
    pub(crate) cpu: f64,
}

/// The outcomes by workload and entrant.
pub(crate) fn run(suite: &Suite, rules: Rules) -> Result<Vec<Vec<Outcome>>> {
    suite.workloads.iter().map(|workload| round_robin(suite, workload, rules)).collect()
}

fn round_robin(suite: &Suite, workload: &Workload, rules: Rules) -> Result<Vec<Outcome>> {
    eprintln!("{}: {}", suite.protocol, workload.title);
    let mut server = Command::new(env::current_exe().context("cannot find this program")?);
    let mut server = Worker::start(server.args(["serve", suite.protocol, workload.variant]))?;
    let turn = if workload.core.is_some() { rules.turn * PACED } else { rules.turn };
    let port = server.ask::<Served>("").context("the virtual controller does not start")?.port;
    let mut contenders: Vec<Contender> =
        suite.entrants.iter().map(|entrant| Contender::invite(entrant, workload, port)).collect();
    for round in 1..=rules.rounds {
        eprintln!("  round {round} of {}", rules.rounds);
        for contender in &mut contenders {
            contender.take_turn(&mut server, turn);
        }
    }
    Ok(contenders.into_iter().map(Contender::outcome).collect())
}

/// A client with what it has measured so far, or why it is out.
struct Contender {
    worker: Result<(Worker, Hello)>,
    turns: Vec<(Turn, Served)>,
}

impl Contender {
    fn invite(entrant: &Entrant, workload: &Workload, port: u16) -> Self {
        let invite = || {
            let mut worker = Worker::start(&mut (entrant.command)())?;
            let mut job = workload.job.clone();
            job["port"] = port.into();
            let hello: Hello = worker.ask(&job.to_string())?;
            let (expected, sum) = (workload.sum, hello.sum);
            ensure!(
                sum.to_bits() == expected.to_bits(),
                "read {sum} in all where {expected} is right"
            );
            Ok((worker, hello))
        };
        let worker = invite().inspect_err(|error| eprintln!("  {}: {error:#}", entrant.name));
        Self { worker, turns: Vec::new() }
    }

    fn take_turn(&mut self, server: &mut Worker, length: Duration) {
        let Ok((worker, _)) = &mut self.worker else { return };
        let mut turn = || -> Result<(Turn, Served)> {
            worker.ask::<serde_json::Value>(WARM)?;
            let before: Served = server.ask("")?;
            let turn: Turn = worker.ask(&format!("run {}", length.as_millis()))?;
            let after: Served = server.ask("")?;
            let in_turn = Served {
                port: after.port,
                replies: after.replies - before.replies,
                faux_pas: after.faux_pas - before.faux_pas,
                cpu: after.cpu - before.cpu,
            };
            Ok((turn, in_turn))
        };
        match turn() {
            Ok(turn) => self.turns.push(turn),
            Err(error) => self.worker = Err(error),
        }
    }

    fn outcome(self) -> Outcome {
        match self.worker {
            Ok((_, hello)) => Outcome::Measured(measurement(hello.version, &self.turns)),
            Err(error) => Outcome::Failed(format!("{error:#}")),
        }
    }
}

fn measurement(version: String, turns: &[(Turn, Served)]) -> Measurement {
    let count = |turn: &Turn| as_f64(turn.latencies.len());
    let snapshots: f64 = turns.iter().map(|(turn, _)| count(turn)).sum();
    let replies: u64 = turns.iter().map(|(_, served)| served.replies).sum();
    let over_turns = |of: &dyn Fn(&(Turn, Served)) -> f64| quantile(turns.iter().map(of), 0.5);
    let latencies = || turns.iter().flat_map(|(turn, _)| turn.latencies.iter().copied());
    Measurement {
        version,
        round_trips: as_f64(replies.try_into().unwrap_or(usize::MAX)) / snapshots,
        per_second: over_turns(&|(turn, _)| count(turn) / turn.seconds),
        p50: quantile(latencies(), 0.5),
        p99: quantile(latencies(), 0.99),
        cpu: over_turns(&|(turn, _)| turn.cpu / count(turn) * 1000.0),
        server_cpu: over_turns(&|(turn, served)| served.cpu / count(turn) * 1000.0),
        faux_pas: turns.iter().map(|(_, served)| served.faux_pas).sum(),
    }
}

/// Returns the quantile of the values (nearest rank); 0 without values.
fn quantile(values: impl Iterator<Item = f64>, part: f64) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place in a list"
    )]
    let rank = (part * as_f64(values.len())).ceil() as usize;
    values.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

#[expect(clippy::cast_precision_loss, reason = "counts of a bench are far below 2^52")]
fn as_f64(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_occurred() {
        for (values, part, expected) in [
            (&[3.0, 1.0, 2.0][..], 0.5, 2.0),
            (&[4.0, 1.0, 2.0, 3.0], 0.5, 2.0),
            (&[4.0, 1.0, 2.0, 3.0], 0.99, 4.0),
            (&[7.0], 0.01, 7.0),
            (&[], 0.5, 0.0),
        ] {
            let got = quantile(values.iter().copied(), part);
            assert_eq!(got.to_bits(), f64::to_bits(expected), "{part} of {values:?}");
        }
    }

    #[test]
    fn turns_are_summed_up() {
        let turn = |seconds, latencies: &[f64], replies| {
            let turn = Turn { seconds, cpu: 0.5, latencies: latencies.to_vec() };
            (turn, Served { port: 0, replies, faux_pas: 1, cpu: 0.25 })
        };
        let turns = [turn(1.0, &[0.1, 0.9], 4), turn(1.0, &[0.2], 2), turn(0.5, &[0.3, 0.2], 4)];
        let it = measurement("1".into(), &turns);
        let got = [it.round_trips, it.per_second, it.p50, it.p99, it.cpu, it.server_cpu];
        assert_eq!(got.map(f64::to_bits), [2.0, 2.0, 0.2, 0.9, 250.0, 125.0].map(f64::to_bits));
        assert_eq!(it.faux_pas, 3);
    }
}
