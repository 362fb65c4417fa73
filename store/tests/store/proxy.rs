//! A proxy between a store and its server that drops the response to a `COMMIT`.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener},
    os::unix::net::UnixStream,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    thread,
};

/// The handling of the next `COMMIT`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// It is forwarded.
    Pass,
    /// It is stored, and the connection is closed before its response.
    LoseAnswer,
    /// The connection is closed before it arrives.
    LoseCommit,
}

pub(crate) struct Proxy {
    pub(crate) port: u16,
    next: Arc<AtomicU8>,
}

/// The end of a transaction in the protocol: a query, its length, its text.
const COMMIT: &[u8] = b"Q\0\0\0\x0bCOMMIT\0";

impl Proxy {
    pub(crate) fn before(socket: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let next = Arc::new(AtomicU8::new(Next::Pass as u8));
        let proxy = Self { port, next: next.clone() };
        thread::spawn(move || {
            for client in listener.incoming() {
                let (client, server) = (client.unwrap(), UnixStream::connect(&socket).unwrap());
                let (mut to_client, mut of_server) =
                    (client.try_clone().unwrap(), server.try_clone().unwrap());
                let answers = Arc::new(AtomicU8::new(Next::Pass as u8));
                let lost = answers.clone();
                thread::spawn(move || {
                    let mut bytes = vec![0; 1 << 16];
                    while let Ok(count @ 1..) = of_server.read(&mut bytes) {
                        if lost.load(Ordering::SeqCst) != Next::Pass as u8
                            || to_client.write_all(&bytes[..count]).is_err()
                        {
                            break;
                        }
                    }
                    drop(to_client.shutdown(Shutdown::Both));
                });
                let next = next.clone();
                thread::spawn(move || {
                    let (mut of_client, mut to_server) = (client, server);
                    let mut bytes = vec![0; 1 << 16];
                    while let Ok(count @ 1..) = of_client.read(&mut bytes) {
                        let asked = &bytes[..count];
                        if asked.windows(COMMIT.len()).any(|it| it == COMMIT) {
                            let fate = next.swap(Next::Pass as u8, Ordering::SeqCst);
                            if fate == Next::LoseCommit as u8 {
                                break;
                            }
                            answers.store(fate, Ordering::SeqCst);
                        }
                        if to_server.write_all(asked).is_err() {
                            break;
                        }
                    }
                    drop(of_client.shutdown(Shutdown::Both));
                    drop(to_server.shutdown(Shutdown::Both));
                });
            }
        });
        proxy
    }

    pub(crate) fn next(&self, next: Next) {
        self.next.store(next as u8, Ordering::SeqCst);
    }
}
