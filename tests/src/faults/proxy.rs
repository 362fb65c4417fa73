//! A proxy before the service that can fail in the ways that networks and services do.
//!
//! Each request has a connection of its own to the service; what a fault does, it does to whole
//! requests. A fault that is lifted releases whoever hangs in it without an answer.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

/// What the proxy does with requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Weather {
    /// Hands them on.
    Fair,
    /// Hands them on, and the answers so much later.
    Slow(Duration),
    /// Hands them on so much later, whether or not somebody still waits for an answer.
    Detained(Duration),
    /// Closes connections at once.
    Cut,
    /// Takes requests, and says nothing.
    Silent,
    /// Answers itself, with this status, header lines and body.
    Answer(u16, &'static str, &'static str),
    /// Hands them on, and closes instead of answering: what was stored is not known.
    LoseAnswer,
    /// Hands them on, sends half of the answer, and then nothing.
    HalfAnswer,
    /// Hands them on, and the answer byte by byte, so far apart.
    Drip(Duration),
}

impl Weather {
    /// A login page of a guest network.
    pub(super) const CAPTIVE_PORTAL: Self =
        Self::Answer(200, "content-type: text/html", "<html>Welcome! Please log in.</html>");
}

/// See the module.
pub(super) struct Proxy {
    port: u16,
    weather: Arc<Mutex<Weather>>,
}

impl Proxy {
    /// Listens on a port of its own, and hands on to this one.
    pub(super) fn before(service: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a loopback port is free");
        let port = listener.local_addr().expect("it is bound").port();
        let weather = Arc::new(Mutex::new(Weather::Fair));
        let shared = Arc::clone(&weather);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let weather = Arc::clone(&shared);
                // A client that went away is no fault of the proxy.
                thread::spawn(move || drop(serve(client, service, &weather)));
            }
        });
        Self { port, weather }
    }

    /// Where it listens.
    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// From the next request on.
    pub(super) fn set(&self, weather: Weather) {
        *self.weather.lock().expect("no thread panicked") = weather;
    }
}

fn now(weather: &Mutex<Weather>) -> Weather {
    weather.lock().expect("no thread panicked").clone()
}

fn serve(client: TcpStream, service: u16, weather: &Mutex<Weather>) -> io::Result<()> {
    let mut reader = BufReader::new(client.try_clone()?);
    let mut client = client;
    loop {
        if reader.fill_buf()?.is_empty() || now(weather) == Weather::Cut {
            return client.shutdown(Shutdown::Both);
        }
        let request = read_request(&mut reader)?;
        match now(weather) {
            Weather::Cut => return client.shutdown(Shutdown::Both),
            Weather::Silent => return hang(&client),
            Weather::Answer(status, headers, body) => {
                let length = body.len();
                write!(
                    client,
                    "HTTP/1.1 {status} Whatever\r\n{headers}\r\ncontent-length: {length}\r\n\r\n{body}"
                )?;
            }
            Weather::Fair => return client.write_all(&forward(&request, service)?),
            Weather::Slow(delay) => {
                let answer = forward(&request, service)?;
                thread::sleep(delay);
                return client.write_all(&answer);
            }
            Weather::Detained(delay) => {
                thread::sleep(delay);
                return client.write_all(&forward(&request, service)?);
            }
            Weather::LoseAnswer => {
                forward(&request, service)?;
                return client.shutdown(Shutdown::Both);
            }
            Weather::HalfAnswer => {
                let answer = forward(&request, service)?;
                client.write_all(&answer[..answer.len() - answer.len().min(20)])?;
                return hang(&client);
            }
            Weather::Drip(gap) => {
                for byte in forward(&request, service)? {
                    client.write_all(&[byte])?;
                    thread::sleep(gap);
                }
                return Ok(());
            }
        }
    }
}

/// Says nothing until the client gives up, as a peer does that lost its power.
fn hang(mut client: &TcpStream) -> io::Result<()> {
    while client.read(&mut [0; 512])? > 0 {}
    Ok(())
}

/// A request with a body of a known length, as one that wants one answer.
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
