//! Many bridges at once: how long a snapshot takes, what it costs and what is written for a value.
//!
//! `cargo xtask bench service`, or with `-- BRIDGES TAGS SECONDS WRITES EVERY_MS AT_A_TIME`. The
//! service runs in its own process. Each bridge keeps a connection and reads a complete snapshot
//! with only changed values, each `EVERY_MS`; it pushes `AT_A_TIME` snapshots together, each bridge
//! at another moment. Consumers read values and history at the same time. For comparison, the disk
//! alone is measured with writes of the same size and a sync. If `TAGBRIDGE_BENCH_POSTGRES` names a
//! server, the same is measured on it in the same run. Then repeated writes are sent to one
//! service, and to two and to four services that share the server.
#![expect(clippy::print_stdout, reason = "a bench says what it found")]
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "figures for people"
)]
#![expect(clippy::unwrap_used, reason = "in a bench that is how it fails")]

mod bridge;
mod replays;

use std::{
    env, fs,
    io::Write as _,
    path::Path,
    process,
    time::{Duration, Instant},
};

use tagbridge_api::{Permission, Timestamp, project::Vendor};
use tagbridge_service::{NewKey, NewProject, Options, Service};
use tokio::{
    io::BufReader,
    net::{TcpListener, TcpStream},
    time,
};
use tokio_util::sync::CancellationToken;

use self::{
    bridge::{Bridge, ask, at, met},
    replays::Replays,
};

/// Number of consumers in addition to the bridges, twice a second each: 1,000 values per second of
/// projects with 100.
const CONSUMERS: usize = 10;
/// The first measurements are listed separately.
const FIRST: Duration = Duration::from_secs(5);

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let arguments: Vec<String> = env::args().skip(1).filter(|it| it != "--bench").collect();
    match &arguments[..] {
        [serve, folder] if serve == "serve" => runtime.block_on(self::serve(Path::new(folder))),
        numbers => {
            let number = |at: usize, otherwise| {
                numbers.get(at).map_or(otherwise, |it: &String| it.parse().unwrap())
            };
            // Long enough that the pushed data of each project is compacted, too.
            let seconds = number(2, 60) as u64;
            let load = |bridges, tags, every, at_a_time| {
                let every = Duration::from_millis(every as u64);
                Load { bridges, tags, seconds, every, at_a_time: at_a_time as u32 }
            };
            let loads = if numbers.is_empty() {
                // One snapshot a second; ten, like a bridge; and single ones.
                vec![load(200, 500, 1000, 1), load(100, 100, 100, 10), load(100, 100, 100, 1)]
            } else {
                vec![load(number(0, 200), number(1, 500), number(4, 1000), number(5, 1))]
            };
            let database = env::var("TAGBRIDGE_BENCH_POSTGRES").ok().map(|address| {
                let files = tempfile::tempdir().unwrap();
                Database { address, files }
            });
            println!("## The service under load\n");
            tell();
            for load in loads {
                load.tell();
                runtime.block_on(load.run(None));
                if database.is_some() {
                    runtime.block_on(load.run(database.as_ref()));
                }
            }
            let replays = Replays { writes: number(3, 10_000) };
            replays.tell();
            runtime.block_on(replays.run(None, 1));
            if database.is_some() {
                for services in [2, 4] {
                    runtime.block_on(replays.run(database.as_ref(), services));
                }
            }
        }
    }
}

/// A PostgreSQL database, and the folder of files of all its services: a killed service keeps its
/// claim for a while.
struct Database {
    address: String,
    files: tempfile::TempDir,
}

/// The load on the service.
struct Load {
    bridges: usize,
    tags: usize,
    seconds: u64,
    /// The scan interval of each bridge.
    every: Duration,
    /// Number of snapshots per push.
    at_a_time: u32,
}

/// Prints the common settings.
fn tell() {
    let build = if cfg!(debug_assertions) { "unoptimised" } else { "release" };
    println!(
        "{}, {build} build. {CONSUMERS} consumers read values and history beside the bridges, twice a \
         second each. A push takes from when it was due; what is due while one is under way goes with \
         the next one. Those of the first {FIRST:?} stand apart: each bridge brings names that the \
         service has never seen, and others wait behind them. The floor is a write of as many bytes \
         as a snapshot's values have, and a wait for the disk, alone.\n",
        Timestamp::now()
    );
}

async fn serve(folder: &Path) {
    let options = Options { requests_per_minute: |_| 1_000_000, ..Options::default() };
    let service = Service::open(folder, options).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("{}", listener.local_addr().unwrap());
    std::io::stdout().flush().unwrap();
    service.serve(listener, CancellationToken::new()).await.unwrap();
}

impl Load {
    fn tell(&self) {
        let Self { bridges, tags, seconds, every, at_a_time } = self;
        let each = *every * *at_a_time;
        println!(
            "### {bridges} bridges, {tags} values every {every:?}, a push every {each:?}\n\n\
             REALs that all change, for {seconds} s.\n"
        );
    }

    /// Runs on an SQLite file, or on this PostgreSQL.
    async fn run(&self, database: Option<&Database>) {
        let Self { bridges, tags, seconds, every, at_a_time } = *self;
        let each = every * at_a_time;
        let folder = tempfile::tempdir().unwrap();
        if let Some(database) = database {
            settle(folder.path(), database);
        }
        let (projects, key) = made(folder.path(), bridges);
        let mut floor = floor(folder.path(), tags);

        let (mut server, address) = start(folder.path());
        let before = used(server.id());
        let database_before = database.map(|_| computed_by_database());
        let (begun, end) = (Instant::now(), Duration::from_secs(seconds));
        let readers: Vec<_> = (0..CONSUMERS)
            .map(|no| {
                let project = projects[no % projects.len()].clone();
                tokio::spawn(consumer(address.clone(), key.clone(), project, begun + end))
            })
            .collect();
        let writers: Vec<_> = projects
            .into_iter()
            .enumerate()
            .map(|(no, project)| {
                let offset = each.mul_f64(no as f64 / bridges as f64);
                let (address, key) = (address.clone(), key.clone());
                let bridge = Bridge { address, key, project, tags, every, at_a_time };
                tokio::spawn(bridge.run(begun + offset, begun + end))
            })
            .collect();
        let (mut first, mut others): (Vec<Duration>, Vec<Duration>) = (Vec::new(), Vec::new());
        let early = FIRST.div_duration_f64(each).ceil() as usize;
        for writer in writers {
            let took = writer.await.unwrap();
            let (early, later) = took.split_at(early.min(took.len()));
            first.extend(early);
            others.extend(later);
        }
        let took = begun.elapsed();
        let mut reads: Vec<Duration> = Vec::new();
        for reader in readers {
            reads.extend(reader.await.unwrap());
        }
        let after = used(server.id());
        let database_after = database.map(|_| computed_by_database());
        server.kill().unwrap();
        server.wait().unwrap();
        let values = ((first.len() + others.len()) * tags * at_a_time as usize) as f64;
        let (cpu, written) = after.for_each(values, &before);
        let place =
            if database.is_some() { "PostgreSQL on this machine" } else { "The embedded file" };
        println!("#### {place}\n");
        println!("| | Count | a second | p50, ms | p99, ms | Longest, ms |");
        println!("|---|--:|--:|--:|--:|--:|");
        println!("| Floor | {} | {}", floor.len(), row(&mut floor, 2.0));
        let rest = took.saturating_sub(FIRST).as_secs_f64();
        println!("| First pushes | {} | {}", first.len(), row(&mut first, FIRST.as_secs_f64()));
        println!("| Pushes | {} | {}", others.len(), row(&mut others, rest));
        println!("| Reads | {} | {}", reads.len(), row(&mut reads, took.as_secs_f64()));
        println!("\n| Goal | | Figure |\n|---|---|---|");
        let p99 = at(&others, 0.99);
        println!("| a push takes less than 100 ms, p99 | {} | {p99:.0} ms |", met(p99 < 100.0));
        if database.is_none() {
            println!(
                "| fewer than 60 bytes are written for a value | {} | {written:.0} |",
                met(written < 60.0)
            );
        } else {
            let stored = values / took.as_secs_f64();
            println!(
                "| 100,000 values are stored a second | {} | {stored:.0} |",
                met(stored >= 99_000.0)
            );
        }
        println!("\nThe service computes {cpu:.2} µs for a value.\n");
        if let (Some(before), Some(after)) = (database_before, database_after) {
            println!(
                "PostgreSQL computes {:.2} µs for a value.\n",
                (after - before) * 1e6 / values
            );
        }
    }
}

/// Configures this folder to use a PostgreSQL database.
fn settle(folder: &Path, Database { address, files }: &Database) {
    let files = files.path().display();
    let toml = format!("[store]\npostgres = \"{address}\"\nfiles = \"{files}\"\n");
    fs::write(folder.join("store.toml"), toml).unwrap();
}

/// Creates this number of projects in this folder; returns their ids, and a key with all
/// permissions.
fn made(folder: &Path, count: usize) -> (Vec<String>, String) {
    let service = Service::open(folder, Options::default()).unwrap();
    let project = |no| {
        let new = NewProject { name: format!("Line {no}"), vendor: Vendor::Siemens };
        service.create_project(new).unwrap().project_id
    };
    let projects = (0..count).map(project).collect();
    let new = NewKey { permissions: Permission::ALL.to_vec(), ..NewKey::default() };
    (projects, service.create_key(new).unwrap().1.reveal().to_owned())
}

/// Starts a service in its own process; returns its address.
fn start(folder: &Path) -> (process::Child, String) {
    let mut server = process::Command::new(env::current_exe().unwrap())
        .args([Path::new("serve"), folder])
        .stdout(process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut told = std::io::BufReader::new(server.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut told, &mut line).unwrap();
    (server, line.trim().to_owned())
}

/// The time of waiting for the disk alone.
fn floor(folder: &Path, tags: usize) -> Vec<Duration> {
    let piece = vec![0x5A; tags * 20];
    let mut file = fs::File::create(folder.join("floor")).unwrap();
    let mut took = Vec::new();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(2) {
        let one = Instant::now();
        file.write_all(&piece).unwrap();
        file.sync_data().unwrap();
        took.push(one.elapsed());
    }
    took
}

struct Used {
    written: f64,
    cpu: f64,
}

impl Used {
    /// The resources per value: microseconds, and bytes.
    fn for_each(&self, values: f64, before: &Self) -> (f64, f64) {
        ((self.cpu - before.cpu) * 1e6 / values, (self.written - before.written) / values)
    }
}

/// Number of bytes that a process wrote, and its processor time in seconds; nothing if the system
/// does not report it.
fn used(process: u32) -> Used {
    let io = fs::read_to_string(format!("/proc/{process}/io")).unwrap_or_default();
    let written = io.lines().find_map(|line| line.strip_prefix("write_bytes: "));
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let ticks: f64 = stat
        .rsplit(')')
        .next()
        .into_iter()
        .flat_map(|rest| rest.split_whitespace().skip(11).take(2))
        .filter_map(|ticks| ticks.parse::<f64>().ok())
        .sum();
    Used { written: written.and_then(|it| it.parse().ok()).unwrap_or_default(), cpu: ticks / 100.0 }
}

/// The processor time in seconds of all PostgreSQL processes on this computer.
fn computed_by_database() -> f64 {
    let is_postgres = |process: &u32| {
        fs::read_to_string(format!("/proc/{process}/comm")).is_ok_and(|it| it.trim() == "postgres")
    };
    let processes = fs::read_dir("/proc").into_iter().flatten();
    let processes = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    processes.filter(is_postgres).map(|process| used(process).cpu).sum()
}

/// The rest of a row: the rate, and the times, which are sorted.
fn row(took: &mut [Duration], seconds: f64) -> String {
    took.sort_unstable();
    let each = took.len() as f64 / seconds;
    format!("{each:.0} | {:.1} | {:.1} | {:.1} |", at(took, 0.5), at(took, 0.99), at(took, 1.0))
}

async fn consumer(address: String, key: String, project: String, end: Instant) -> Vec<Duration> {
    let mut connection = BufReader::new(TcpStream::connect(&address).await.unwrap());
    let mut took = Vec::new();
    for what in ["values", "history?tag=Line4.Station007.Speed&limit=600"].iter().cycle() {
        if Instant::now() >= end {
            break;
        }
        let request = format!(
            "GET /api/v1/projects/{project}/hmi/{what} HTTP/1.1\r\nhost: bench\r\n\
             authorization: Bearer {key}\r\n\r\n"
        );
        let begun = Instant::now();
        ask(&mut connection, &request).await;
        took.push(begun.elapsed());
        time::sleep(Duration::from_millis(500)).await;
    }
    took
}
