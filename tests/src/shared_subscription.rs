//! Two services on one PostgreSQL that share a subscription to Mosquitto. The services are killed
//! and the broker is restarted at random while snapshots are published. Missing snapshots are
//! pushed. The stored snapshots are compared with the published ones, and with a copy of each
//! project that only received pushes.

mod plant;

use std::{
    collections::BTreeMap,
    io::Write,
    process::{Command, Stdio},
    sync::atomic::Ordering,
    thread,
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::Value;

use self::plant::{Line, PATIENCE, Plant, SERVICES};
use crate::{Process, patiently};

/// Number of projects, each with its own device.
const LINES: u64 = 4;
/// Number of messages in one call of the broker's own program.
const TOGETHER: usize = 50;
/// The approximate duration of a kill and a start.
const ROUND: Duration = Duration::from_millis(1500);
/// Maximum time to wait for the rest of the broker's messages.
const QUIET: Duration = Duration::from_secs(2);

/// The parameters.
#[derive(Debug, Clone, Copy)]
pub struct Trial {
    /// Number of published snapshots.
    pub snapshots: u64,
    /// Number of kills of services.
    pub kills: usize,
    /// Number of restarts of the broker; every second one is after a kill.
    pub broker_restarts: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The result.
#[derive(Debug, Default)]
pub struct SubscriptionResult {
    /// Number of snapshots to publish.
    pub snapshots: u64,
    /// Number of snapshots received from the broker.
    pub brought: u64,
    /// Number of these that each service has stored since its last start.
    pub by_each: Vec<u64>,
    /// Number of missing snapshots that were pushed.
    pub filled: u64,
    /// Number of snapshots that the services lack at the end.
    pub lost: u64,
    /// Number of snapshots that they have twice.
    pub doubled: u64,
    /// Number of values that differ from the published or the pushed ones.
    pub changed: u64,
    /// Number of refused messages.
    pub refused: u64,
    /// Duration of publishing.
    pub took: Duration,
}

impl SubscriptionResult {
    /// Whether all snapshots are stored once, unchanged, and none was refused.
    pub fn holds(&self) -> bool {
        self.lost + self.doubled + self.changed + self.refused == 0
    }
}

/// Runs the test; `None`: PostgreSQL is not installed.
pub fn run(trial: Trial) -> Option<SubscriptionResult> {
    let plant = Plant::new()?;
    let lines: Vec<Line> = (0..LINES).map(|no| plant.line(no)).collect();
    (0..SERVICES).for_each(|no| plant.start(no));
    Some(plant.run(trial, &lines))
}

impl Plant {
    fn run(&self, trial: Trial, lines: &[Line]) -> SubscriptionResult {
        let mut account = SubscriptionResult::default();
        let each = trial.snapshots / LINES;
        account.snapshots = each * LINES;
        self.wait_until_subscribed();
        let begun = Instant::now();
        thread::scope(|scope| {
            let trouble = scope.spawn(|| self.trouble(trial));
            let publish = |line| scope.spawn(move || self.publish(line, each, trial));
            let publishers: Vec<_> = lines.iter().map(publish).collect();
            for publisher in publishers {
                publisher.join().expect("a publisher");
            }
            trouble.join().expect("nobody else panicked");
        });
        account.took = begun.elapsed();
        self.wait_for_quiet();
        account.by_each = (0..SERVICES).map(|no| self.figure(no, "stored_total")).collect();
        let refused = (0..SERVICES).map(|no| self.all_refused(no)).sum::<u64>();
        account.refused = refused + self.refused.load(Ordering::SeqCst);
        for line in lines {
            let all: Vec<u64> = (1..=each).collect();
            self.push(line, &line.twin, &all);
            let missing = self.missing(line, each);
            account.brought += each - missing.len() as u64;
            account.filled += missing.len() as u64;
            self.push(line, &line.project, &missing);
            for tag in ["a", "b"] {
                self.compare(line, each, tag, &mut account);
            }
        }
        account
    }

    /// Kills services, and restarts the broker.
    fn trouble(&self, trial: Trial) {
        let mut rng = StdRng::seed_from_u64(trial.seed);
        for no in 0..trial.kills.max(trial.broker_restarts) {
            thread::sleep(Duration::from_millis(rng.random_range(400..1500)));
            if no < trial.kills {
                let which = rng.random_range(0..SERVICES);
                self.refused.fetch_add(self.all_refused(which), Ordering::SeqCst);
                let killed = self.services[which].lock().expect("nobody panicked").take();
                killed.into_iter().for_each(Process::kill_dead);
                thread::sleep(Duration::from_millis(rng.random_range(0..500)));
                self.start(which);
            }
            if no < trial.broker_restarts {
                let mut broker = self.broker.lock().expect("nobody panicked");
                if no % 2 == 0 {
                    broker.stop();
                } else {
                    broker.kill();
                }
                thread::sleep(Duration::from_millis(rng.random_range(0..1000)));
                broker.start();
            }
        }
        self.wait_until_subscribed();
        self.is_calm.store(true, Ordering::SeqCst);
    }

    /// Publishes all snapshots of a line with the broker's own program, three quarters of them
    /// while services and the broker are killed. Snapshots that the broker could not accept are
    /// missing.
    fn publish(&self, line: &Line, count: u64, trial: Trial) {
        let mut rng = StdRng::seed_from_u64(trial.seed + line.no);
        self.push(line, &line.project, &[]);
        let topic = format!("tagbridge/{}/line/snapshot", line.device);
        let all: Vec<u64> = (1..=count).collect();
        let chunks = all.chunks(TOGETHER).len();
        let rounds = u32::try_from(trial.kills.max(trial.broker_restarts)).unwrap_or(1);
        let pause = ROUND * rounds / u32::try_from(chunks).unwrap_or(1).max(1);
        for (place, together) in all.chunks(TOGETHER).enumerate() {
            if place >= chunks * 3 / 4 {
                patiently("the trouble is over", || {
                    self.is_calm.load(Ordering::SeqCst).then_some(())
                });
            }
            let mut command = Command::new("mosquitto_pub");
            command.args(["-V", "5", "-h", "127.0.0.1", "-q", "1", "-t", &topic, "-l"]);
            command.arg("-p").arg(self.broker_port.to_string());
            let quiet = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let mut publisher = quiet.spawn().expect("mosquitto-clients is installed");
            let mut stdin = publisher.stdin.take().expect("it is piped");
            for sequence in together {
                // It ends if the broker is stopped.
                if writeln!(stdin, "{}", self.published(line, *sequence)).is_err() {
                    break;
                }
            }
            drop(stdin);
            // A service waits for a lost broker for a long time.
            let ended = Instant::now() + Duration::from_secs(3);
            while publisher.try_wait().expect("it can be asked").is_none() {
                if Instant::now() > ended {
                    let _ = publisher.kill();
                }
                thread::sleep(Duration::from_millis(10));
            }
            thread::sleep(pause.mul_f64(rng.random_range(0.5..1.5)));
            self.push(line, &line.project, &[]);
        }
    }

    /// Waits until no more snapshots arrive.
    fn wait_for_quiet(&self) {
        let brought =
            || (0..SERVICES).map(|no| self.figure(no, "messages_total")).collect::<Vec<_>>();
        let (mut last, mut since) = (brought(), Instant::now());
        let deadline = Instant::now() + PATIENCE;
        while since.elapsed() < QUIET {
            thread::sleep(Duration::from_millis(100));
            let now = brought();
            if now != last {
                (last, since) = (now, Instant::now());
            }
            assert!(Instant::now() < deadline, "it never ends: {last:?}");
        }
    }

    /// The missing sequences, as the services report them.
    fn missing(&self, line: &Line, count: u64) -> Vec<u64> {
        let receipt = self.push(line, &line.project, &[]);
        let (through, newest) = (receipt["stored_through"].as_u64(), receipt["newest"].as_u64());
        let (through, newest) = (through.unwrap_or(0), newest.unwrap_or(0));
        let values = self.read(line, &line.project, "hmi/values");
        let mut missing: Vec<u64> = (newest + 1..=count).collect();
        let of = |gap: &Value, field: &str| gap[field].as_u64().expect("a number");
        let gaps = values["gaps"].as_array().cloned().unwrap_or_default();
        missing.extend(gaps.iter().flat_map(|gap| of(gap, "from")..=of(gap, "to")));
        missing.sort_unstable();
        assert!(missing.first().is_none_or(|it| *it > through), "{receipt} {values}");
        missing
    }

    /// Compares a project's values of a tag with the published ones, and with its copy.
    fn compare(&self, line: &Line, count: u64, tag: &str, account: &mut SubscriptionResult) {
        let [own, twin] = [&line.project, &line.twin].map(|it| self.history(line, it, tag));
        let mut by_sequence: BTreeMap<u64, &Value> = BTreeMap::new();
        for entry in &own {
            let sequence = entry["sequence"].as_u64().expect("a number");
            account.doubled += u64::from(by_sequence.insert(sequence, entry).is_some());
        }
        for sequence in 1..=count {
            let snapshot = self.snapshot(sequence);
            let (expected, found) = (&snapshot["tags"][tag], by_sequence.remove(&sequence));
            match (expected.is_null(), found) {
                (true, None) => {}
                (false, None) => account.lost += 1,
                (true, Some(_)) => account.changed += 1,
                (false, Some(found)) => {
                    let same = ["value", "timestamp"].iter().all(|it| found[it] == expected[it]);
                    account.changed += u64::from(!same);
                }
            }
        }
        account.changed += by_sequence.len() as u64 + u64::from(own != twin);
    }
}
