//! A bridge that pushes, and what benches tell of times.

use std::{
    fmt::Write as _,
    time::{Duration, Instant},
};

use tagbridge_api::Timestamp;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    time,
};
use uuid::Uuid;

/// One that pushes a complete snapshot each second, in which every value has changed.
pub(crate) struct Bridge {
    pub(crate) address: String,
    pub(crate) key: String,
    pub(crate) project: String,
    pub(crate) tags: usize,
}

impl Bridge {
    /// Pushes each second, a push that is late at once after the one before it.
    pub(crate) async fn run(self, begin: Instant, end: Instant) -> Vec<Duration> {
        let mut connection = BufReader::new(TcpStream::connect(&self.address).await.unwrap());
        let stream = Uuid::new_v4();
        let (mut due, mut took) = (begin, Vec::new());
        for sequence in 1.. {
            if due >= end {
                break;
            }
            time::sleep_until(due.into()).await;
            let body = self.push(stream, sequence);
            let request = format!(
                "POST /api/v1/projects/{}/hmi/values HTTP/1.1\r\nhost: bench\r\n\
                 authorization: Bearer {}\r\ncontent-type: application/json\r\n\
                 idempotency-key: {}\r\ncontent-length: {}\r\n\r\n{body}",
                self.project,
                self.key,
                Uuid::new_v4(),
                body.len()
            );
            ask(&mut connection, &request).await;
            // From when it was due: what waits for others counts.
            took.push(due.elapsed());
            due += Duration::from_secs(1);
        }
        took
    }

    fn push(&self, stream: Uuid, sequence: u64) -> String {
        let now = Timestamp::now();
        let mut tags = String::new();
        for no in 0..self.tags {
            let comma = if no == 0 { "" } else { "," };
            // A REAL, as bridges write it.
            let value = (sequence * 31 + no as u64 * 17) as f32 / 7.0;
            write!(
                tags,
                "{comma}\"Line4.Station{no:03}.Speed\":{{\"value\":{value},\"type\":\"REAL\",\
                 \"quality\":\"good\",\"timestamp\":\"{now}\"}}"
            )
            .unwrap();
        }
        format!(
            "{{\"device_id\":\"{stream}\",\"stream_id\":\"{stream}\",\"sent_at\":\"{now}\",\
             \"interval_ms\":1000,\"skew_least_ms\":0,\"newest\":{{\"sequence\":{sequence},\
             \"age_ms\":5}},\"snapshots\":[{{\"sequence\":{sequence},\"timestamp\":\"{now}\",\
             \"duration_ms\":5,\"controller\":{{\"name\":\"PLC_1\",\"type\":\"\",\"status\":\"run\",\
             \"ipAddress\":\"10.0.0.5\"}},\"complete\":true,\"tags\":{{{tags}}}}}]}}"
        )
    }
}

/// Sends a request, and reads its answer, which must be good.
pub(crate) async fn ask(connection: &mut BufReader<TcpStream>, request: &str) {
    let (status, body) = answer(connection, request).await;
    assert_eq!(status, 200, "{body}");
}

/// The status of the answer to a request, and its body.
pub(crate) async fn answer(connection: &mut BufReader<TcpStream>, request: &str) -> (u16, String) {
    connection.get_mut().write_all(request.as_bytes()).await.unwrap();
    let (mut length, mut line) = (0, String::new());
    let mut status = None;
    loop {
        line.clear();
        connection.read_line(&mut line).await.unwrap();
        if status.is_none() {
            status = Some(line.split(' ').nth(1).unwrap().parse().unwrap());
        }
        if line.trim().is_empty() {
            break;
        }
        if let Some(told) = line.to_lowercase().strip_prefix("content-length:") {
            length = told.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    connection.read_exact(&mut body).await.unwrap();
    (status.unwrap(), String::from_utf8(body).unwrap())
}

/// In milliseconds; `took` is sorted.
pub(crate) fn at(took: &[Duration], share: f64) -> f64 {
    took[((took.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0
}

pub(crate) fn met(is_met: bool) -> &'static str {
    if is_met { "met" } else { "missed" }
}
