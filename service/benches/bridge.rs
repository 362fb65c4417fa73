//! A bridge that pushes, and the benchmarks' report of times.

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

/// Maximum number of snapshots in one push.
const AT_ONCE: u32 = 50;

/// A bridge that pushes complete snapshots in which every value has changed.
pub(crate) struct Bridge {
    pub(crate) address: String,
    pub(crate) key: String,
    pub(crate) project: String,
    pub(crate) tags: usize,
    /// The scan interval.
    pub(crate) every: Duration,
    /// Number of snapshots per push.
    pub(crate) at_a_time: u32,
}

impl Bridge {
    /// Pushes snapshots like a real bridge: snapshots that become due during a push are sent in the
    /// next one. Returns the time from the due time to the end of each push.
    pub(crate) async fn run(self, begin: Instant, end: Instant) -> Vec<Duration> {
        let mut connection = BufReader::new(TcpStream::connect(&self.address).await.unwrap());
        let stream = Uuid::new_v4();
        let mut took = Vec::new();
        let each = self.every * self.at_a_time;
        let at_once = (AT_ONCE / self.at_a_time).max(1) as usize;
        let mut dues = std::iter::successors(Some(begin), |due| Some(*due + each))
            .take_while(|due| *due < end)
            .peekable();
        while let Some(due) = dues.next() {
            time::sleep_until(due.into()).await;
            let mut these = vec![due];
            while these.len() < at_once
                && let Some(due) = dues.next_if(|due| *due <= Instant::now())
            {
                these.push(due);
            }
            let snapshots = |pushes: usize| pushes as u64 * u64::from(self.at_a_time);
            let body = self.push(stream, snapshots(took.len()) + 1, snapshots(these.len()));
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
            took.extend(these.iter().map(Instant::elapsed));
        }
        took
    }

    /// A push with this number of snapshots, starting at this sequence.
    fn push(&self, stream: Uuid, first: u64, count: u64) -> String {
        let (now, interval, last) = (Timestamp::now(), self.every.as_millis(), first + count - 1);
        let snapshots: Vec<String> =
            (first..=last).map(|sequence| self.snapshot(sequence, now)).collect();
        format!(
            "{{\"device_id\":\"{stream}\",\"stream_id\":\"{stream}\",\"sent_at\":\"{now}\",\
             \"interval_ms\":{interval},\"skew_least_ms\":0,\"newest\":{{\"sequence\":{last},\
             \"age_ms\":5}},\"snapshots\":[{}]}}",
            snapshots.join(",")
        )
    }

    fn snapshot(&self, sequence: u64, now: Timestamp) -> String {
        let mut tags = String::new();
        for no in 0..self.tags {
            let comma = if no == 0 { "" } else { "," };
            // A REAL in the format of bridges.
            let value = (sequence * 31 + no as u64 * 17) as f32 / 7.0;
            write!(
                tags,
                "{comma}\"Line4.Station{no:03}.Speed\":{{\"value\":{value},\"type\":\"REAL\",\
                 \"quality\":\"good\",\"timestamp\":\"{now}\"}}"
            )
            .unwrap();
        }
        format!(
            "{{\"sequence\":{sequence},\"timestamp\":\"{now}\",\"duration_ms\":5,\
             \"controller\":{{\"name\":\"PLC_1\",\"type\":\"\",\"status\":\"run\",\
             \"ipAddress\":\"10.0.0.5\"}},\"complete\":true,\"tags\":{{{tags}}}}}"
        )
    }
}

/// Sends a request, and reads its response, which must be a success.
pub(crate) async fn ask(connection: &mut BufReader<TcpStream>, request: &str) {
    let (status, body) = answer(connection, request).await;
    assert_eq!(status, 200, "{body}");
}

/// The status and the body of the response to a request.
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

/// The percentile in milliseconds; `took` is sorted.
pub(crate) fn at(took: &[Duration], share: f64) -> f64 {
    took[((took.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0
}

pub(crate) fn met(is_met: bool) -> &'static str {
    if is_met { "met" } else { "missed" }
}
