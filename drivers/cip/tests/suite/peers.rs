//! Peers that answer incorrectly, late, partially or not at all; and small controllers with unusual
//! behaviour.

pub(crate) mod controller;
mod lists;
mod sessions;
mod strangers;
mod unlisted;
mod values;

use std::{net::SocketAddr, time::Duration};

use tagbridge_cip::Logix;
use tagbridge_driver::{
    Connection, Driver, LinkError, LinkOptions, Reading, Reason, TagSet, Value,
};
use tokio::net::{TcpListener, TcpStream};

/// Time-out for an expected answer, sufficient on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// Time-out for an answer that is never sent.
const SHORT: Duration = Duration::from_secs(1);

async fn connect(address: SocketAddr, rest: &str) -> Result<Box<dyn Connection>, LinkError> {
    connect_within(PATIENCE, address, rest).await
}

async fn connect_within(
    request_timeout: Duration,
    address: SocketAddr,
    rest: &str,
) -> Result<Box<dyn Connection>, LinkError> {
    let endpoint = format!("logix://{address}{rest}");
    let options = LinkOptions { request_timeout, ..LinkOptions::default() };
    Logix::new(&endpoint.parse().expect("a URL"), options).expect("an endpoint").connect().await
}

/// Listens, and calls the function with the first connection.
async fn peer<F>(serve: impl FnOnce(TcpStream) -> F + Send + 'static) -> SocketAddr
where
    F: Future<Output = ()> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("somebody dials");
        serve(stream).await;
    });
    address
}

async fn refusal(address: SocketAddr) -> LinkError {
    connect(address, "").await.err().expect("no controller")
}

/// The error of a peer that never sends a complete answer.
async fn time_out(address: SocketAddr) -> LinkError {
    connect_within(SHORT, address, "").await.err().expect("no controller")
}

async fn read(connection: &mut Box<dyn Connection>, names: &[&str]) -> (Vec<Reading>, u32) {
    let scan = connection.read(&TagSet::new(names.iter().copied())).await.expect("the link holds");
    (scan.answers.into_iter().map(|it| it.reading).collect(), scan.round_trips)
}

fn value(reading: &Reading) -> &Value {
    match reading {
        Reading::Good(it) => &it.value,
        other => panic!("{other:?}"),
    }
}

fn reason(reading: &Reading) -> Reason {
    match reading {
        Reading::Bad(cause) => cause.reason,
        other => panic!("{other:?}"),
    }
}
