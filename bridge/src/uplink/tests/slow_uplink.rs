//! A backlog over a slow network, and a newest snapshot that hardly fits next to it.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy},
    net::{TcpSocket, TcpStream},
    time::{Instant, sleep_until},
};
use url::Url;

use super::*;

/// A relay to a service with a limit of bytes per second for all its connections together.
fn slow_way(service: &Url, bytes_a_second: u32) -> Url {
    let to: SocketAddr = service.socket_addrs(|| None).unwrap()[0];
    let socket = TcpSocket::new_v4().unwrap();
    // Bytes of an abandoned request are still transferred.
    socket.set_recv_buffer_size(16 << 10).unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(64).unwrap();
    let mut way = service.clone();
    way.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
    let free_at = Arc::new(tokio::sync::Mutex::new(Instant::now()));
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (mut from_client, mut to_client) = client.into_split();
            let (mut from_service, mut to_service) =
                TcpStream::connect(to).await.unwrap().into_split();
            let free_at = Arc::clone(&free_at);
            tokio::spawn(async move { copy(&mut from_service, &mut to_client).await });
            tokio::spawn(async move {
                let mut piece = [0; 4096];
                while let Ok(read @ 1..) = from_client.read(&mut piece).await {
                    let mut free_at = free_at.lock().await;
                    let bytes = u32::try_from(read).unwrap();
                    *free_at = (*free_at).max(Instant::now())
                        + Duration::from_secs(1) * bytes / bytes_a_second;
                    sleep_until(*free_at).await;
                    drop(free_at);
                    if to_service.write_all(&piece[..read]).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    way
}

/// Creates a snapshot with a number of tags of random bytes, which cannot be compressed.
fn noise(tags: usize, length: usize) -> SnapshotDraft {
    let noise = || (0..length).map(|_| char::from(rand::random_range(b'0'..=b'z'))).collect();
    draft_of((0..tags).map(|_| noise()).collect())
}

/// Creates a snapshot with a number of tags of 500 kB.
fn large(tags: usize) -> SnapshotDraft {
    draft_of(vec!["x".repeat(500_000); tags])
}

#[tokio::test]
async fn a_backlog_drains_over_a_way_that_is_slower_than_any_push_may_be() {
    // Many snapshots, for which a full push exceeds the time-out; and one large snapshot that is
    // sent in parts.
    for (given, bytes_a_second, seconds) in [
        ((0..30).map(|_| noise(1, 100_000)).collect::<Vec<_>>(), 600_000, 2),
        (vec![noise(10, 100_000), noise(1, 10)], 400_000, 1),
    ] {
        let mut service = Service::start().await;
        service.url = slow_way(&service.url, bytes_a_second);
        let pace = (Duration::from_secs(seconds), Duration::from_millis(50));
        let folder = tempfile::tempdir().unwrap();
        let it = start_paced(service, folder, test_key(), given.clone(), pace).await;
        let service = it.delivered().await;
        let stored = service.stored();
        assert_eq!(stored.len(), given.len());
        assert_eq!(stored[&1].tags, given[0].numbered(1).tags);
        let first = pushes(&service).swap_remove(0).sequences;
        assert_eq!(first, [given.len() as u64], "the newest goes first");
    }
}

/// Returns the contents of the pushes of a backlog: a number of snapshots of 600 kB, and a newest
/// one.
async fn pushes_before(newest: SnapshotDraft) -> Vec<Vec<u64>> {
    let mut given: Vec<SnapshotDraft> = (1..20).map(|it| draft(it, 600_000)).collect();
    given.push(newest.clone());
    let service = start(given, vec![], None).await.delivered().await;
    let stored = service.stored();
    assert_eq!(stored.len(), 20);
    assert_eq!(stored[&20].tags, newest.numbered(20).tags);
    pushes(&service).into_iter().map(|it| it.sequences).collect()
}

#[tokio::test]
async fn a_newest_that_fills_a_push_goes_before_a_backlog() {
    for (tags, times) in [(5, 1), (10, 2)] {
        let pushes = pushes_before(large(tags)).await;
        assert!(pushes[..times].iter().all(|it| **it == [20]), "{pushes:?}");
        let all = pushes.iter().flatten().filter(|it| **it == 20).count();
        assert_eq!(all, times, "once, or once in each part: {pushes:?}");
        assert_eq!(pushes[times].first(), Some(&1), "{pushes:?}");
    }
}

#[tokio::test]
async fn a_large_newest_goes_between_the_batches_of_a_backlog() {
    let mut given: Vec<SnapshotDraft> = (1..40).map(|it| draft(it, 600_000)).collect();
    given.push(large(5));
    let it = start(given, vec![], None).await;
    // A few times: a scan after each push that the service accepted.
    let (outbox, values) = (it.outbox.clone(), it.values.clone());
    let mut status = outbox.status();
    let mut waiting = status.borrow_and_update().depth;
    let scans = tokio::spawn(async move {
        let mut left = 6;
        while left > 0 && status.changed().await.is_ok() {
            let waited = std::mem::replace(&mut waiting, status.borrow_and_update().depth);
            if waiting < waited {
                left -= 1;
                append(&outbox, &values, SnapshotDraft { changed: Some(vec![]), ..large(5) }).await;
            }
        }
    });
    it.drained().await;
    scans.abort();
    let pushes = pushes(&it.end().await);
    let of_backlog = |it: &Pushed| it.sequences.iter().any(|it| *it < 40);
    let first = pushes.iter().position(of_backlog).expect("the backlog was pushed");
    let last = pushes.iter().rposition(of_backlog).expect("the backlog was pushed");
    let drain = &pushes[first..=last];
    assert!(drain.iter().any(|it| !of_backlog(it)), "the newest goes between: {pushes:?}");
    let two = drain.windows(2).any(|it| !of_backlog(&it[0]) && !of_backlog(&it[1]));
    assert!(!two, "each lets a batch go before the next one: {pushes:?}");
}
