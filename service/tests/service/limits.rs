//! The limits for unauthenticated and malicious clients, tested with raw sockets.

use std::{io, net::SocketAddr, time::Duration};

use serde_json::Value;
use tagbridge_service::ConnectionLimits;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    time,
};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::harness::{House, complete};

/// Longer than the duration of any test.
const PATIENCE: Duration = Duration::from_secs(20);

struct Served {
    house: House,
    address: SocketAddr,
    _stop: DropGuard,
}

async fn serve(change: impl FnOnce(&mut ConnectionLimits)) -> Served {
    let house = House::with(|options| {
        options.requests_per_minute = |_| 1_000_000;
        change(&mut options.limits);
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = CancellationToken::new();
    let (service, stopped) = (house.service.clone(), stop.clone());
    tokio::spawn(async move { service.serve(listener, stopped).await });
    Served { house, address, _stop: stop.drop_guard() }
}

impl Served {
    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// The response to these bytes until the service closes the connection.
    async fn ask(&self, bytes: &[u8]) -> String {
        let mut connection = self.connect().await;
        connection.write_all(bytes).await.unwrap();
        rest(&mut connection).await
    }

    /// Whether a client with a key gets its response.
    async fn is_honest_client_served(&self) -> bool {
        let key = &self.house.key;
        let request = format!(
            "GET /api/v1/health HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {key}\r\n\
             connection: close\r\n\r\n"
        );
        self.ask(request.as_bytes()).await.starts_with("HTTP/1.1 200 ")
    }

    fn post(&self, key: &str, length: usize, headers: &str) -> String {
        let path = self.house.path("hmi/request-tags");
        format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {key}\r\n\
             idempotency-key: k\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n{headers}\r\n"
        )
    }
}

async fn rest(connection: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let read = time::timeout(PATIENCE, connection.read_to_end(&mut answer)).await;
    read.expect("the service ends it").unwrap();
    String::from_utf8(answer).unwrap()
}

/// Checks that the response has this status and code, the envelope and the common header.
#[track_caller]
fn check_refused(answer: &str, status: u16, code: &str) {
    assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let body: Value = serde_json::from_str(body).expect("JSON");
    let id = body["request_id"].as_str().expect("the envelope has it");
    assert!(head.contains(&format!("request-id: {id}")), "{answer}");
    assert!(head.contains("connection: close"), "{answer}");
    assert_eq!(body["error"], code, "{answer}");
}

#[tokio::test]
async fn what_is_no_http_has_the_envelope() {
    let served = serve(|_| {}).await;
    let many = "x: y\r\n".repeat(200);
    let (long, longer) = ("x".repeat(100_000), "x".repeat(600_000));
    for (bytes, status) in [
        ("nonsense\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nbad header\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\ncontent-length: x\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nhost: a\r\nhost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nhost: a b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nhost: me@a\r\n\r\n", 400),
        ("GET / HTTP/3.0\r\n\r\n", 400),
        (&format!("GET / HTTP/1.1\r\n{many}\r\n"), 431),
        (&format!("GET / HTTP/1.1\r\nx: {longer}\r\n\r\n"), 431),
        (&format!("GET /{long} HTTP/1.1\r\n\r\n"), 414),
    ] {
        println!("{bytes:.40}");
        check_refused(&served.ask(bytes.as_bytes()).await, status, "bad_request");
    }
    assert!(served.is_honest_client_served().await);
    // HTTP/1.0 needs no Host, and allows at most one.
    let two = served.ask(b"GET / HTTP/1.0\r\nhost: a\r\nHost: b\r\n\r\n").await;
    assert!(two.contains(" 400 ") && two.contains("more than one Host"), "{two}");
    let key = &served.house.key;
    let old = format!("GET /api/v1/health HTTP/1.0\r\nauthorization: Bearer {key}\r\n\r\n");
    assert!(served.ask(old.as_bytes()).await.contains(" 200 "));
}

#[tokio::test]
async fn a_download_that_goes_on_outlives_idle_connections_that_come() {
    const IDLE: usize = 60;
    let served = serve(|limits| limits.all = 20).await;
    let mut large = complete(1, &[("Text", 0)]);
    large["tags"]["Text"]["value"] = "x".repeat(4_000_000).into();
    served.house.push(&[large]).await;
    let (path, key) = (served.house.path("hmi/values"), &served.house.key);
    let ask = format!(
        "GET {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {key}\r\nconnection: close\r\n\r\n"
    );
    // So that the response does not fit in the system's buffers.
    let small = TcpSocket::new_v4().unwrap();
    small.set_recv_buffer_size(4096).unwrap();
    let mut download = small.connect(served.address).await.unwrap();
    download.write_all(ask.as_bytes()).await.unwrap();
    let mut part = vec![0; 64 << 10];
    let mut read = download.read(&mut part).await.unwrap();
    let mut idle = Vec::new();
    for _ in 0..IDLE {
        idle.push(served.connect().await);
        read += time::timeout(PATIENCE, download.read(&mut part)).await.unwrap().unwrap();
    }
    let mut rest = Vec::new();
    time::timeout(PATIENCE, download.read_to_end(&mut rest)).await.unwrap().unwrap();
    assert!(read + rest.len() > 4_000_000, "{read} and {} bytes", rest.len());
}

#[tokio::test]
async fn an_answer_that_gives_way_is_seen_to_be_cut() {
    let served = serve(|limits| limits.all = 1).await;
    let mut large = complete(1, &[("Text", 0)]);
    large["tags"]["Text"]["value"] = "x".repeat(4_000_000).into();
    served.house.push(&[large]).await;
    let (path, key) = (served.house.path("hmi/values"), &served.house.key);
    let ask = format!("GET {path} HTTP/1.0\r\nauthorization: Bearer {key}\r\n\r\n");
    let small = TcpSocket::new_v4().unwrap();
    small.set_recv_buffer_size(4096).unwrap();
    let mut download = small.connect(served.address).await.unwrap();
    download.write_all(ask.as_bytes()).await.unwrap();
    download.read_exact(&mut [0; 512]).await.unwrap();
    assert!(served.is_honest_client_served().await);
    let mut rest = Vec::new();
    let ended = time::timeout(PATIENCE, download.read_to_end(&mut rest)).await.unwrap();
    let cut = ended.expect_err("a cut that cannot be taken for an end");
    assert_eq!(cut.kind(), io::ErrorKind::ConnectionReset);
}

#[tokio::test]
async fn who_is_refused_while_still_sending_reads_why_and_the_connection_ends() {
    let served = serve(|_| {}).await;
    let body = vec![b' '; 3_000_000];
    for (key, length, status, code) in [
        ("nobody", body.len(), 401, "unauthorized"),
        (&*served.house.key.clone(), 6_000_000, 413, "payload_too_large"),
    ] {
        let mut connection = served.connect().await;
        let head = served.post(key, length, "");
        connection.write_all(head.as_bytes()).await.unwrap();
        let (mut reading, mut writing) = connection.split();
        let mut answer = String::new();
        let sent = async { writing.write_all(&body).await };
        let (sent, read) = tokio::join!(sent, reading.read_to_string(&mut answer));
        println!("{sent:?}");
        read.unwrap();
        check_refused(&answer, status, code);
    }
    // Without a body the connection stays open.
    let get = "GET /api/v1/health HTTP/1.1\r\nhost: x\r\n\r\n";
    let twice = format!("{get}GET /nope HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    let answers = served.ask(twice.as_bytes()).await;
    assert!(answers.starts_with("HTTP/1.1 401 ") && answers.contains("HTTP/1.1 404 "), "{answers}");
}

#[tokio::test]
async fn who_sends_no_head_or_no_body_in_time_is_given_up() {
    let short = Duration::from_millis(300);
    let served = serve(|limits| (limits.head, limits.body) = (short, short)).await;
    for bytes in ["", "GET / HT", "GET / HTTP/1.1\r\nhost: x\r\n"] {
        let answer = served.ask(bytes.as_bytes()).await;
        if !answer.is_empty() {
            check_refused(&answer, 408, "request_timeout");
        }
    }
    let begun = served.post(&served.house.key, 19, "") + "{\"tags\":";
    check_refused(&served.ask(begun.as_bytes()).await, 408, "request_timeout");
    assert!(served.is_honest_client_served().await);
}

#[tokio::test]
async fn at_the_ceiling_those_give_way_that_do_nothing() {
    let served = serve(|limits| limits.all = 20).await;
    let mut idle = Vec::new();
    for i in 0..80 {
        let mut connection = served.connect().await;
        if i % 2 == 0 {
            connection.write_all(b"GET / HTTP/1.1\r\nhost:").await.unwrap();
        }
        idle.push(connection);
        if i % 10 == 0 {
            assert!(served.is_honest_client_served().await, "with {i} that do nothing");
        }
    }
    assert!(served.is_honest_client_served().await);
    assert_eq!(rest(&mut idle[0]).await, "", "the first had to go");
    let last = time::timeout(Duration::from_millis(50), idle[79].read_u8()).await;
    assert!(last.is_err(), "the last is still open");
}

#[tokio::test]
async fn where_all_are_busy_another_one_is_turned_away() {
    let served = serve(|limits| limits.all = 1).await;
    let mut busy = served.connect().await;
    let body = r#"{"tags": ["Speed"]}"#;
    let head = served.post(&served.house.key, body.len(), "expect: 100-continue\r\n");
    busy.write_all(head.as_bytes()).await.unwrap();
    let mut asked = [0; 25];
    busy.read_exact(&mut asked).await.unwrap();
    assert_eq!(&asked, b"HTTP/1.1 100 Continue\r\n\r\n");

    let mut another = served.connect().await;
    let answer = rest(&mut another).await;
    check_refused(&answer, 503, "service_unavailable");
    assert!(answer.contains("retry-after: 1\r\n"), "{answer}");
    busy.write_all(body.as_bytes()).await.unwrap();
    busy.read_exact(&mut asked[..15]).await.unwrap();
    assert_eq!(&asked[..15], b"HTTP/1.1 200 OK");
}

#[tokio::test]
async fn who_takes_nothing_of_an_answer_is_given_up() {
    let served = serve(|limits| limits.stalled = Duration::from_millis(300)).await;
    let mut large = complete(1, &[("Text", 0)]);
    large["tags"]["Text"]["value"] = "x".repeat(4_000_000).into();
    served.house.push(&[large]).await;
    let mut connection = served.connect().await;
    let (path, key) = (served.house.path("hmi/values"), &served.house.key);
    let ask = format!("GET {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {key}\r\n\r\n");
    let ask = ask.repeat(20);
    // The service also stops reading requests if its responses are not read.
    let asked = time::timeout(PATIENCE, connection.write_all(ask.as_bytes())).await;
    println!("{asked:?}");
    // Its end is detected without reading the response: a later write fails.
    let ended = async {
        let is_open = |sent: io::Result<usize>| {
            sent.is_ok() || sent.is_err_and(|it| it.kind() == io::ErrorKind::WouldBlock)
        };
        while is_open(connection.try_write(b" ")) {
            time::sleep(Duration::from_millis(50)).await;
        }
    };
    time::timeout(PATIENCE * 6, ended).await.expect("the service has ended it");
    let mut answers = Vec::new();
    connection.read_to_end(&mut answers).await.ok();
    assert!(answers.len() < 20 * 4_000_000, "not all were sent: {}", answers.len());
    assert!(served.is_honest_client_served().await);
}
