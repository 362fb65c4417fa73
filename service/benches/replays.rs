//! Repeated writes to services that share their data: each write is done once, and has one
//! response.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::{io::BufReader, net::TcpStream, time};

use crate::{
    Database,
    bridge::{answer, at, met},
    made, settle, start,
};

/// How often each write is sent.
const TIMES: usize = 100;
/// Number of senders, each with a connection to every service; each request uses the next service.
const SENDERS: usize = 16;

pub(crate) struct Replays {
    pub(crate) writes: usize,
}

/// The answers by client, and their cost.
#[derive(Default)]
struct Heard {
    answers: BTreeMap<usize, String>,
    differ: usize,
    busy: usize,
    took: Vec<Duration>,
}

impl Replays {
    pub(crate) fn tell(&self) {
        println!(
            "### Sent again\n\n{} conversations are begun, each {TIMES} times under one `Idempotency-Key`, by \
             {SENDERS} senders at once that ask one service after the other. Who meets the first one while it is \
             done is told so (409), and sends it again.\n",
            self.writes
        );
        println!(
            "| Services | Sent | Told to wait | Done | Answers that differ | a second | p50, ms | p99, ms | \
             Each once, one answer |\n|---|--:|--:|--:|--:|--:|--:|--:|---|"
        );
    }

    /// Runs with this number of services, on one PostgreSQL if there are several.
    pub(crate) async fn run(&self, database: Option<&Database>, services: usize) {
        let folder = tempfile::tempdir().unwrap();
        let folders: Vec<_> = (0..services).map(|no| folder.path().join(no.to_string())).collect();
        for data in &folders {
            fs::create_dir(data).unwrap();
            if let Some(database) = database {
                settle(data, database);
            }
        }
        let (projects, key) = made(&folders[0], 1);
        let count = || database.map_or_else(|| in_file(&folders[0]), in_postgres);
        let before = count();
        let (mut servers, addresses): (Vec<_>, Vec<_>) =
            folders.iter().map(|data| start(data)).unzip();
        let next = Arc::new(AtomicUsize::new(0));
        let (begun, writes) = (Instant::now(), self.writes);
        let senders: Vec<_> = (0..SENDERS)
            .map(|_| {
                let (addresses, next) = (addresses.clone(), next.clone());
                let (project, key) = (projects[0].clone(), key.clone());
                tokio::spawn(async move {
                    let mut connections = Vec::new();
                    for address in addresses {
                        let connection = TcpStream::connect(address).await.unwrap();
                        connection.set_nodelay(true).unwrap();
                        connections.push(BufReader::new(connection));
                    }
                    send(&mut connections, &next, writes, (&project, &key)).await
                })
            })
            .collect();
        let mut all = Heard::default();
        for sender in senders {
            let heard = sender.await.unwrap();
            all.busy += heard.busy;
            all.differ += heard.differ;
            all.took.extend(heard.took);
            for (write, body) in heard.answers {
                let first = all.answers.entry(write).or_insert_with(|| body.clone());
                all.differ += usize::from(*first != body);
            }
        }
        let took = begun.elapsed().as_secs_f64();
        let done = count() - before;
        for server in &mut servers {
            server.kill().unwrap();
            server.wait().unwrap();
        }
        all.took.sort_unstable();
        let is_met = done == writes && all.differ == 0 && all.answers.len() == writes;
        let place = if database.is_some() { "on PostgreSQL" } else { "on the embedded file" };
        println!(
            "| {services} {place} | {} | {} | {done} | {} | {:.0} | {:.1} | {:.1} | {} |",
            all.took.len(),
            all.busy,
            all.differ,
            all.took.len() as f64 / took,
            at(&all.took, 0.5),
            at(&all.took, 0.99),
            met(is_met)
        );
    }
}

const COUNT: &str = "SELECT count(*) FROM conversations";

fn in_file(folder: &Path) -> usize {
    let db = rusqlite::Connection::open(folder.join("service.sqlite")).unwrap();
    db.query_row(COUNT, [], |row| row.get::<_, u32>(0)).unwrap() as usize
}

/// Over all organizations.
fn in_postgres(database: &Database) -> usize {
    let mut psql = Command::new("psql");
    psql.args([&*database.address, "-Atc", COUNT]).env("PGOPTIONS", "-c tagbridge.org=*");
    String::from_utf8(psql.output().unwrap().stdout).unwrap().trim().parse().unwrap()
}

/// Sends all writes the required number of times: first each four times in a row, so that they
/// overlap, then all of them again.
async fn send(
    connections: &mut [BufReader<TcpStream>],
    next: &AtomicUsize,
    writes: usize,
    (project, key): (&str, &str),
) -> Heard {
    let mut heard = Heard::default();
    loop {
        let no = next.fetch_add(1, Ordering::Relaxed);
        if no >= writes * TIMES {
            return heard;
        }
        // Four equal writes in a row, the rest later.
        let write = no % (writes * 4) / 4;
        let body = format!("{{\"name\":\"Conversation {write}\"}}");
        let request = format!(
            "POST /api/v1/projects/{project}/conversations HTTP/1.1\r\nhost: bench\r\n\
             authorization: Bearer {key}\r\ncontent-type: application/json\r\n\
             idempotency-key: write-{write}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let begun = Instant::now();
        for attempt in 0.. {
            let at = (no + attempt) % connections.len();
            let (status, body) = answer(&mut connections[at], &request).await;
            if status == 409 {
                heard.busy += 1;
                time::sleep(Duration::from_millis(5)).await;
                continue;
            }
            assert_eq!(status, 201, "{body}");
            let first = heard.answers.entry(write).or_insert_with(|| body.clone());
            heard.differ += usize::from(*first != body);
            break;
        }
        heard.took.push(begun.elapsed());
    }
}
