//! A proxy in front of the service that fails like networks and services do.
//!
//! Each request has its own connection to the service, and a fault affects complete requests. At
//! the end of a fault, clients that still wait for a response are disconnected.

use std::{
    collections::HashSet,
    io::{self, BufRead, BufReader, Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{Arc, Mutex, MutexGuard},
    thread,
    time::Duration,
};

use flate2::read::GzDecoder;
use tagbridge_api::hmi::push::Push;

/// The behaviour of the proxy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ProxyBehaviour {
    /// Forwards requests.
    Fair,
    /// Forwards requests, and delays the responses by this time.
    Slow(Duration),
    /// Delays requests by this time, even if the client no longer waits for a response.
    Detained(Duration),
    /// Closes connections immediately.
    Cut,
    /// Accepts requests, and sends no response.
    Silent,
    /// Responds itself, with this status, header lines and body.
    Answer(u16, &'static str, &'static str),
    /// Forwards requests, and closes the connection instead of responding: the client does not know
    /// what was stored.
    LoseAnswer,
    /// Forwards requests, and sends only half of the response.
    HalfAnswer,
    /// Forwards requests, and sends the response byte by byte at this interval.
    Drip(Duration),
    /// Forwards requests, and pushes one after the other, like a service that stores this number of
    /// snapshots per second.
    Capacity(u32),
    /// Responds to pushes of snapshots with the receipt of the last forwarded push.
    EarlierReceipt,
    /// Refuses the first snapshot of each push by name, like the service, and forwards all other
    /// requests.
    Refused,
    /// Responds to pushes of snapshots itself, with this status and body, and forwards all other
    /// requests.
    Blocked(u16, &'static str),
}

impl ProxyBehaviour {
    /// A login page of a guest network.
    pub(super) const CAPTIVE_PORTAL: Self =
        Self::Answer(200, "content-type: text/html", "<html>Welcome! Please log in.</html>");
    /// A network filter that refuses the contents of a push.
    pub(super) const FILTER: Self = Self::Blocked(400, "the request was blocked");
}

/// Counters of the service's responses.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pushes {
    /// Number of pushes with snapshots.
    pub count: u64,
    /// Number of snapshots in them.
    pub snapshots: u64,
    /// Number of snapshots that it had confirmed before.
    pub copies: u64,
}

impl Pushes {
    /// Without those before.
    pub(super) fn since(self, before: Self) -> Self {
        Self {
            count: self.count - before.count,
            snapshots: self.snapshots - before.snapshots,
            copies: self.copies - before.copies,
        }
    }
}

/// The recorded data of the pushes.
#[derive(Debug, Default)]
struct PushRecord {
    pushes: Pushes,
    /// The stream and the sequence of each snapshot.
    seen: HashSet<(String, u64)>,
    /// The answer to the last push.
    receipt: Vec<u8>,
    refusals: u64,
}

/// The shared state of all connections.
#[derive(Debug)]
struct Shared {
    weather: Mutex<ProxyBehaviour>,
    account: Mutex<PushRecord>,
    /// Locked by the push that a service with limited capacity processes.
    turn: Mutex<()>,
}

/// A proxy in front of the service.
pub(super) struct Proxy {
    port: u16,
    shared: Arc<Shared>,
}

impl Proxy {
    /// Listens on its own port, and forwards to this one.
    pub(super) fn before(service: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a loopback port is free");
        let port = listener.local_addr().expect("it is bound").port();
        let shared = Arc::new(Shared {
            weather: Mutex::new(ProxyBehaviour::Fair),
            account: Mutex::default(),
            turn: Mutex::default(),
        });
        let of_all = Arc::clone(&shared);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let shared = Arc::clone(&of_all);
                // A client that disconnects is not a fault of the proxy.
                thread::spawn(move || drop(serve(client, service, &shared)));
            }
        });
        Self { port, shared }
    }

    /// Its address.
    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// Sets the behaviour from the next request on.
    pub(super) fn set(&self, weather: ProxyBehaviour) {
        *self.shared.weather.lock().expect("no thread panicked") = weather;
    }

    /// The counters so far.
    pub(super) fn pushes(&self) -> Pushes {
        self.shared.account().pushes
    }
}

impl Shared {
    fn weather(&self) -> ProxyBehaviour {
        self.weather.lock().expect("no thread panicked").clone()
    }

    fn account(&self) -> MutexGuard<'_, PushRecord> {
        self.account.lock().expect("no thread panicked")
    }

    /// Forwards a request; `push`: its contents.
    fn hand_on(&self, request: &[u8], service: u16, push: Option<&Push>) -> io::Result<Vec<u8>> {
        let answer = forward(request, service)?;
        if let Some(push) = push {
            let mut account = self.account();
            account.add(push);
            if answer.starts_with(b"HTTP/1.1 200") {
                account.receipt.clone_from(&answer);
            }
        }
        Ok(answer)
    }
}

impl PushRecord {
    fn next_refusal(&mut self) -> u64 {
        self.refusals += 1;
        self.refusals
    }

    fn add(&mut self, push: &Push) {
        let stream = push.stream_id.to_string();
        self.pushes.count += 1;
        for snapshot in &push.snapshots {
            self.pushes.snapshots += 1;
            let is_new = self.seen.insert((stream.clone(), snapshot.sequence));
            let is_part = snapshot.part.is_some_and(|part| part > 1);
            self.pushes.copies += u64::from(!is_new && !is_part);
        }
    }
}

/// The push of a request, if it has snapshots.
fn pushed(request: &[u8]) -> Option<Push> {
    let end = request.windows(4).position(|it| it == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&request[..end]).to_ascii_lowercase();
    if !head.starts_with("post ") || !head.contains("/hmi/values") {
        return None;
    }
    let (body, mut plain) = (&request[end..], Vec::new());
    if head.contains("content-encoding: gzip") {
        GzDecoder::new(body).read_to_end(&mut plain).ok()?;
    } else {
        plain.extend_from_slice(body);
    }
    serde_json::from_slice::<Push>(&plain).ok().filter(|it| !it.snapshots.is_empty())
}

fn serve(client: TcpStream, service: u16, shared: &Shared) -> io::Result<()> {
    let mut reader = BufReader::new(client.try_clone()?);
    let mut client = client;
    loop {
        if reader.fill_buf()?.is_empty() || shared.weather() == ProxyBehaviour::Cut {
            return client.shutdown(Shutdown::Both);
        }
        let request = read_request(&mut reader)?;
        let push = pushed(&request);
        let push = push.as_ref();
        match shared.weather() {
            ProxyBehaviour::Cut => return client.shutdown(Shutdown::Both),
            ProxyBehaviour::Silent => return hang(&client),
            ProxyBehaviour::Answer(status, headers, body) => {
                let length = body.len();
                write!(
                    client,
                    "HTTP/1.1 {status} Whatever\r\n{headers}\r\ncontent-length: {length}\r\n\r\n{body}"
                )?;
            }
            ProxyBehaviour::EarlierReceipt if push.is_some() => {
                let receipt = shared.account().receipt.clone();
                return client.write_all(&receipt);
            }
            ProxyBehaviour::Refused if push.is_some() => {
                let id = format!("req_{}", shared.account().next_refusal());
                let body = serde_json::json!({
                    "error": "bad_request", "message": "snapshots[0].tags: refused for a test",
                    "isRetryable": false, "request_id": id,
                })
                .to_string();
                let length = body.len();
                write!(
                    client,
                    "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nrequest-id: {id}\r\n\
                     content-length: {length}\r\n\r\n{body}"
                )?;
            }
            ProxyBehaviour::Blocked(status, body) if push.is_some() => {
                let length = body.len();
                write!(
                    client,
                    "HTTP/1.1 {status} Whatever\r\ncontent-type: text/plain\r\ncontent-length: {length}\r\n\r\n{body}"
                )?;
            }
            ProxyBehaviour::Capacity(a_second) => {
                let _turn = push.map(|push| {
                    let turn = shared.turn.lock().expect("no thread panicked");
                    let snapshots = u32::try_from(push.snapshots.len()).unwrap_or(u32::MAX);
                    thread::sleep(Duration::from_secs(1) * snapshots / a_second);
                    turn
                });
                return client.write_all(&shared.hand_on(&request, service, push)?);
            }
            ProxyBehaviour::Fair
            | ProxyBehaviour::EarlierReceipt
            | ProxyBehaviour::Refused
            | ProxyBehaviour::Blocked(..) => {
                return client.write_all(&shared.hand_on(&request, service, push)?);
            }
            ProxyBehaviour::Slow(delay) => {
                let answer = shared.hand_on(&request, service, push)?;
                thread::sleep(delay);
                return client.write_all(&answer);
            }
            ProxyBehaviour::Detained(delay) => {
                thread::sleep(delay);
                return client.write_all(&shared.hand_on(&request, service, push)?);
            }
            ProxyBehaviour::LoseAnswer => {
                shared.hand_on(&request, service, push)?;
                return client.shutdown(Shutdown::Both);
            }
            ProxyBehaviour::HalfAnswer => {
                let answer = shared.hand_on(&request, service, push)?;
                client.write_all(&answer[..answer.len() - answer.len().min(20)])?;
                return hang(&client);
            }
            ProxyBehaviour::Drip(gap) => {
                for byte in shared.hand_on(&request, service, push)? {
                    client.write_all(&[byte])?;
                    thread::sleep(gap);
                }
                return Ok(());
            }
        }
    }
}

/// Sends nothing until the client disconnects, like a peer without power.
fn hang(mut client: &TcpStream) -> io::Result<()> {
    while client.read(&mut [0; 512])? > 0 {}
    Ok(())
}

/// A request with a body of a known length, which expects one response.
fn read_request(reader: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let (mut head, mut length) = (Vec::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let lower = line.to_ascii_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
        if line == "\r\n" {
            head.extend_from_slice(b"connection: close\r\n\r\n");
            break;
        }
        if !lower.starts_with("connection:") {
            head.extend_from_slice(line.as_bytes());
        }
    }
    let body = head.len();
    head.resize(body + length, 0);
    reader.read_exact(&mut head[body..])?;
    Ok(head)
}

fn forward(request: &[u8], service: u16) -> io::Result<Vec<u8>> {
    let mut service = TcpStream::connect(("127.0.0.1", service))?;
    service.write_all(request)?;
    let mut answer = Vec::new();
    service.read_to_end(&mut answer)?;
    if answer.is_empty() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(answer)
}
