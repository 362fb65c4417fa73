//! The limit of connections, and which one is closed for a new one.
//!
//! A new connection is not authenticated yet. So a connection costs little, may not be silent for
//! long, and can be closed in favour of others. At the limit, the connection without a request for
//! the longest time is closed; if all have requests, the one whose response has made no progress
//! for the longest time. Only if all requests are being handled, the new connection is refused.

use std::{
    collections::HashMap,
    io,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::{Router, body::Body, extract::Request};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tagbridge_texts::Message;
use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt;

use super::{
    activity::{Activity, TrackedBody},
    host,
    wire::{self, Reset, Wire},
};
use crate::{
    ConnectionLimits, Options, Tls,
    log_message::{LogMessage, event},
};

/// Delay after the system refused another connection.
const NO_ROOM: Duration = Duration::from_millis(50);
/// Maximum number of files of the data, the log and the listeners.
const OWN_FILES: usize = 48;
/// Time-out for sending a refusal.
const TURNING_AWAY: Duration = Duration::from_secs(1);

/// The peer, for handlers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The open connections.
#[derive(Debug)]
struct Connections {
    limits: ConnectionLimits,
    open: Mutex<HashMap<u64, Open>>,
}

#[derive(Debug)]
struct Open {
    peer: IpAddr,
    activity: Arc<Activity>,
    /// Cancelling it closes the connection at once.
    end: CancellationToken,
}

/// Serves until `stop`; then waits for open requests.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    options: &Options,
    stop: CancellationToken,
) {
    let (limits, tls) = (options.limits, options.tls.clone());
    let limits = ConnectionLimits { all: limits.all.min(room()), ..limits };
    let connections = Arc::new(Connections { limits, open: Mutex::default() });
    let tasks = TaskTracker::new();
    let mut number = 0;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                number += 1;
                let Some(open) = connections.admit(number, peer.ip()) else {
                    event!(warn, LogMessage::ConnectionTurnedAway, %peer);
                    // A TLS handshake for a refusal would cost too much.
                    if tls.is_none() {
                        tasks.spawn(turn_away(stream));
                    }
                    continue;
                };
                let (connections, router, stop, tls) =
                    (connections.clone(), router.clone(), stop.clone(), tls.clone());
                tasks.spawn(async move {
                    connections.begin(stream, tls, peer, router, open, stop).await;
                    connections.lock().remove(&number);
                });
            }
            Err(error) if is_the_peers(&error) => {}
            Err(error) => {
                // The system refused the connection: an idle one is closed.
                event!(warn, LogMessage::ConnectionNotAccepted, error = ?Message::system(&error));
                connections.end_an_idle_one(None);
                time::sleep(NO_ROOM).await;
            }
        }
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

impl Connections {
    /// Admits a connection; `None` if all connections are busy.
    fn admit(&self, number: u64, peer: IpAddr) -> Option<(Arc<Activity>, CancellationToken)> {
        let of_peer = self.lock().values().filter(|open| open.peer == peer).count();
        if !peer.is_loopback()
            && of_peer >= self.limits.per_peer
            && !self.end_an_idle_one(Some(peer))
        {
            return None;
        }
        let all = self.lock().len();
        if all >= self.limits.all && !self.end_an_idle_one(None) {
            return None;
        }
        let activity = Arc::new(Activity::new());
        let end = CancellationToken::new();
        let open = Open { peer, activity: activity.clone(), end: end.clone() };
        self.lock().insert(number, open);
        Some((activity, end))
    }

    /// Closes the connection with the lowest priority, of one peer or of all. False if no
    /// connection can be closed.
    fn end_an_idle_one(&self, of: Option<IpAddr>) -> bool {
        let mut open = self.lock();
        let idle = open
            .iter()
            .filter(|(_, it)| of.is_none_or(|peer| it.peer == peer))
            .filter_map(|(number, it)| Some((it.activity.gives_way()?, *number)))
            .min();
        let ended = idle.and_then(|(_, number)| open.remove(&number));
        ended.map(|ended| ended.end.cancel()).is_some()
    }

    async fn begin(
        &self,
        stream: TcpStream,
        tls: Option<Tls>,
        peer: SocketAddr,
        router: Router,
        open: (Arc<Activity>, CancellationToken),
        stop: CancellationToken,
    ) {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(error = ?Message::system(&error), "a connection keeps its delay");
        }
        let Some(tls) = tls else { return self.run(stream, peer, router, open, stop).await };
        let secured = tokio::select! {
            secured = time::timeout(self.limits.head, tls.accept(stream)) => secured,
            () = open.1.cancelled() => return,
            () = stop.cancelled() => return,
        };
        match secured {
            Ok(Ok(stream)) => self.run(stream, peer, router, open, stop).await,
            Ok(Err(error)) => tracing::debug!(%peer, %error, "a client does not speak TLS with us"),
            Err(_) => tracing::debug!(%peer, "a client takes too long to begin TLS"),
        }
    }

    async fn run<S: AsyncRead + AsyncWrite + Reset + Unpin>(
        &self,
        stream: S,
        peer: SocketAddr,
        router: Router,
        (activity, end): (Arc<Activity>, CancellationToken),
        stop: CancellationToken,
    ) {
        let wire = Wire::new(stream, self.limits.stalled, activity.clone());
        let asked = activity.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(Peer(peer));
            let (router, activity) = (router.clone(), asked.clone());
            activity.begin();
            async move {
                let answer = match host::refused(&request) {
                    Some(refused) => Ok(refused),
                    None => router.oneshot(request).await,
                };
                let sending = activity.end();
                answer.map(|answer| answer.map(|body| Body::new(TrackedBody::new(body, sending))))
            }
        });
        let mut connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.head)
            .serve_connection(TokioIo::new(wire), service);
        let ended = tokio::select! {
            ended = &mut connection => ended,
            () = end.cancelled() => {
                tracing::debug!(%peer, "a connection gave way to another one");
                // An incomplete response must not look like a complete one.
                if activity.is_sending() {
                    connection.into_parts().io.into_inner().reset();
                }
                return;
            }
            () = stop.cancelled() => {
                Pin::new(&mut connection).graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%peer, %error, "a connection ended");
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn turn_away(mut stream: TcpStream) {
    let answer = wire::turned_away();
    // Errors are ignored.
    drop(time::timeout(TURNING_AWAY, stream.write_all(&answer)).await);
}

/// Maximum number of connections: the system's limit of open files minus the data's own files.
fn room() -> usize {
    tagbridge_system::open_files()
        .map_or(usize::MAX, |it| it.saturating_sub(OWN_FILES).max(OWN_FILES))
}

/// Whether the peer closed a connection before it was accepted.
fn is_the_peers(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(limits: (usize, usize), peers: &[&str], expected: &str) {
        let (all, per_peer) = limits;
        let limits = ConnectionLimits { all, per_peer, ..ConnectionLimits::default() };
        let connections = Connections { limits, open: Mutex::default() };
        let mut kept = Vec::new();
        for (number, peer) in (0..).zip(peers) {
            // A `!` marks the busy ones.
            let address = peer.trim_end_matches('!').parse().unwrap();
            if let Some(open) = connections.admit(number, address) {
                if peer.ends_with('!') {
                    open.0.begin();
                }
                kept.push((number, open));
            }
        }
        let open: String = kept
            .iter()
            .filter(|(_, (_, end))| !end.is_cancelled())
            .map(|(number, _)| number.to_string())
            .collect();
        assert_eq!(open, expected, "{peers:?}");
        assert_eq!(connections.lock().len(), expected.len());
    }

    #[test]
    fn a_peer_has_its_share_and_this_machine_all() {
        let (a, b, own) = ("10.0.0.1", "10.0.0.2", "127.0.0.1");
        check((9, 2), &[a, a, b, a, b], "1234");
        check((9, 2), &["10.0.0.1!", "10.0.0.1!", b, a], "012");
        check((9, 2), &["10.0.0.1!", a, a], "02");
        check((9, 2), &[own, own, own, own], "0123");
        check((3, 2), &[own, own, a, a, own], "234");
        check((2, 9), &["127.0.0.1!", "127.0.0.1!", a], "01");
    }
}
