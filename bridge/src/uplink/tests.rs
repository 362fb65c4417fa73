mod proxy;
mod slow_uplink;

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
    time::Duration,
};

use tagbridge_api::{
    Timestamp,
    hmi::{
        Controller, Quality, TagValue,
        push::{Push, Snapshot},
    },
};
use tempfile::TempDir;
use tokio::{
    sync::{Notify, mpsc, watch},
    task::JoinHandle,
    time::timeout,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{Places, Uploader, Waits};
use crate::{
    client::Client,
    config::{KeySource, SecretPlace},
    fake::{Reply, Service},
    outbox::{Limits, LossCause, Outbox, OutboxStatus, Quarantine},
    secret::Key,
    session::Command,
    snapshot::{Draft, Holds, LiveView, SnapshotPlace},
    status::{BridgeStatus, Line, ServiceState, ServiceTrouble, SessionView},
};

/// Whatever a test waits for comes sooner than this.
const PATIENCE: Duration = Duration::from_mins(2);

struct Fixture {
    service: Service,
    outbox: Outbox,
    values: watch::Sender<Option<Arc<LiveView>>>,
    commands: mpsc::Receiver<Command>,
    status: watch::Receiver<BridgeStatus>,
    stop: CancellationToken,
    task: JoinHandle<()>,
    folder: TempDir,
    known_run: Arc<OnceLock<Uuid>>,
}

/// What is appended before the uploader sets out.
async fn start(drafts: Vec<Draft>, replies: Vec<Reply>, always: Option<Reply>) -> Fixture {
    let service = Service::start().await;
    service.replies(replies);
    service.always(always);
    start_with(service, tempfile::tempdir().unwrap(), test_key(), drafts).await
}

fn test_key() -> KeySource {
    KeySource::Given(Key::new("tb_test").unwrap())
}

/// On the outbox of a folder, which may be there already.
async fn start_with(
    service: Service,
    folder: TempDir,
    key: KeySource,
    drafts: Vec<Draft>,
) -> Fixture {
    // Whoever hears nothing need not wait long; an answer that comes has all the time it needs.
    let timeout = if service.will_hang() { Duration::from_secs(1) } else { PATIENCE };
    start_at(service, folder, key, drafts, timeout).await
}

/// Where no request may take longer than this.
async fn start_at(
    service: Service,
    folder: TempDir,
    key: KeySource,
    drafts: Vec<Draft>,
    timeout: Duration,
) -> Fixture {
    start_paced(service, folder, key, drafts, (timeout, Duration::from_millis(50))).await
}

/// Where no request may take longer than the first, and pushes follow each other by the second.
async fn start_paced(
    service: Service,
    folder: TempDir,
    key: KeySource,
    drafts: Vec<Draft>,
    (timeout, interval): (Duration, Duration),
) -> Fixture {
    let limits = Limits { max_bytes: 1 << 30, max_age: Duration::from_hours(1) };
    let outbox = Outbox::open(&folder.path().join("outbox"), "p", limits).expect("it opens");
    let (publish, values) = watch::channel(None);
    for draft in drafts {
        let tags = draft.view.tags.clone();
        let place = outbox.append(draft).await.expect("it appends").place;
        publish.send_replace(Some(Arc::new(view(place, tags))));
    }
    let key_now = key.read().expect("a key");
    let client = Client::with_timeout(&service.url, &key_now, None, timeout).expect("a client");
    let board =
        watch::Sender::new(BridgeStatus { device_id: "d".into(), ..BridgeStatus::default() });
    let (session, commands) = mpsc::channel(16);
    let waits = Waits {
        conflict: Duration::from_millis(60),
        refused: Duration::from_millis(90),
        passing: Duration::from_millis(30),
        unmeasured: timeout,
    };
    let known_run = Arc::default();
    let uploader = Uploader {
        client,
        key,
        project: "p".into(),
        places: Places { device: None, runs: folder.path().join("runs") },
        take_over: true,
        known_run: Arc::clone(&known_run),
        interval,
        waits,
        seed: 1,
        outbox: outbox.clone(),
        values,
        session,
        status: Line::new(board.clone(), SessionView::default()),
    };
    let stop = CancellationToken::new();
    let task = tokio::spawn(uploader.run(stop.clone()));
    Fixture {
        service,
        outbox,
        values: publish,
        commands,
        status: board.subscribe(),
        stop,
        task,
        folder,
        known_run,
    }
}

fn view(place: SnapshotPlace, tags: tagbridge_api::hmi::GroupedTags) -> LiveView {
    LiveView {
        place: Some(place),
        timestamp: Timestamp::from_millis(0).unwrap(),
        duration_ms: 0.5,
        controller: Controller::default(),
        tags,
        holds: Holds::default(),
    }
}

/// A snapshot of one tag whose text is so long.
fn draft(value: u64, length: usize) -> Draft {
    let timestamp = Timestamp::from_millis(0).unwrap();
    let value = TagValue {
        value: format!("{value} {}", "x".repeat(length)).into(),
        type_name: "STRING".into(),
        quality: Quality::Good,
        reason: None,
        timestamp,
    };
    let view = LiveView {
        place: None,
        timestamp,
        duration_ms: 0.5,
        controller: Controller::default(),
        tags: [("A".to_owned(), value)].into_iter().collect(),
        holds: Holds::default(),
    };
    Draft { view: Arc::new(view), changed: Some(vec![0]) }
}

fn drafts(count: u64) -> Vec<Draft> {
    (1..=count).map(|it| draft(it, 4)).collect()
}

impl Fixture {
    async fn drained(&self) {
        let mut status = self.outbox.status();
        timeout(PATIENCE, status.wait_for(|it| it.depth == 0)).await.expect("it drains").unwrap();
    }

    async fn until(&mut self, condition: impl Fn(&ServiceState) -> bool) -> ServiceState {
        let board = self.status.wait_for(|it| condition(&it.sessions[0].service.state));
        let board = timeout(PATIENCE, board).await.expect("it comes to that").unwrap();
        board.sessions[0].service.state.clone()
    }

    /// Waits until so many polls have ended: each shows something, and none more than this.
    async fn polled(&mut self, times: usize) {
        const MOST_SHOWN: usize = 3;
        for _ in 0..times * MOST_SHOWN {
            timeout(PATIENCE, self.status.changed()).await.expect("it polls").unwrap();
        }
    }

    async fn end(self) -> Service {
        self.end_keeping().await.0
    }

    /// The outbox's folder stays.
    async fn end_keeping(self) -> (Service, TempDir) {
        self.stop.cancel();
        timeout(PATIENCE, self.task).await.expect("it ends").unwrap();
        self.outbox.close().await;
        (self.service, self.folder)
    }
}

#[tokio::test]
async fn a_snapshot_that_no_push_has_room_for_goes_in_parts_between_the_others() {
    let mut view = (*draft(2, 3_000_000).view).clone();
    let value = view.tags["A"].clone();
    view.tags = ["A", "B", "C"].map(|name| (name.to_owned(), value.clone())).into_iter().collect();
    let large = Draft::complete(Arc::new(view));
    let it = start(vec![draft(1, 4), large.clone(), draft(3, 4)], Vec::new(), None).await;
    it.drained().await;
    assert_eq!(it.outbox.status().borrow().lost, 0);
    let stored = it.end().await.stored();
    assert_eq!(stored.keys().copied().collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(stored[&2], large.numbered(2));
}

fn refuse(status: u16, code: &'static str) -> Reply {
    Reply::Refuse(status, code, "so it is", None)
}

/// Ten snapshots, and a service that does this before all goes well: each arrives once, as it
/// was, in order, and nothing is lost.
async fn check(replies: Vec<Reply>) -> Service {
    let given = drafts(10);
    let it = start(given.clone(), replies, None).await;
    it.drained().await;
    assert_eq!(it.outbox.status().borrow().lost, 0);
    let service = it.end().await;
    let stored = service.stored();
    assert_eq!(stored.keys().copied().collect::<Vec<_>>(), (1..=10).collect::<Vec<_>>());
    for (snapshot, draft) in stored.into_values().zip(given) {
        // What went ahead as the newest is complete, and says the same.
        let expected = draft.numbered(snapshot.sequence);
        assert_eq!(snapshot, Snapshot { complete: snapshot.complete, ..expected });
    }
    let mut keys = HashMap::new();
    for it in service.requests() {
        let body = serde_json::to_string(&it.push).unwrap();
        let sequences: Vec<u64> = it.push.snapshots.iter().map(|it| it.sequence).collect();
        assert!(sequences.is_sorted(), "{sequences:?}");
        let known = keys.entry(it.idempotency_key).or_insert_with(|| body.clone());
        assert_eq!(*known, body, "a key stands for the same bytes");
    }
    service
}

#[tokio::test]
async fn what_is_stored_is_delivered_once_in_one_push() {
    let service = check(vec![]).await;
    assert_eq!(service.requests()[0].push.snapshots.len(), 10);
    assert_eq!(service.requests()[0].push.device_id, "d");
}

#[tokio::test]
async fn faults_that_pass_lose_and_double_nothing() {
    for reply in [
        refuse(500, "internal_error"),
        refuse(503, "service_unavailable"),
        refuse(409, "idempotency_in_progress"),
        Reply::CutAfterCommit,
        Reply::Hang,
    ] {
        check(vec![reply]).await;
    }
    check(vec![Reply::CutAfterCommit, refuse(500, "x"), Reply::CutAfterCommit, Reply::Hang]).await;
}

#[tokio::test]
async fn whatever_happens_in_whatever_order_each_arrives_once() {
    let faults = [
        refuse(500, "internal_error"),
        refuse(401, "unauthorized"),
        refuse(409, "session_conflict"),
        refuse(422, "idempotency_conflict"),
        Reply::CutAfterCommit,
        Reply::AtMost(4),
        Reply::Html,
        Reply::Well,
    ];
    for _ in 0..4 {
        let any = || faults[rand::random_range(0..faults.len())].clone();
        check((0..12).map(|_| any()).collect()).await;
    }
}

#[tokio::test]
async fn a_newest_that_displeases_does_not_hold_up_the_backlog() {
    let given = (1..=20).map(|it| draft(it, 600_000)).collect();
    let displeased = Reply::Offended { sequence: 20, named: true };
    let it = start(given, vec![displeased], None).await;
    it.drained().await;
    assert_eq!(it.outbox.status().borrow().lost, 0);
    assert_eq!(it.end().await.stored().len(), 20);
}

#[tokio::test]
async fn a_taken_key_is_replaced() {
    let service = check(vec![refuse(422, "idempotency_conflict")]).await;
    let requests = service.requests();
    assert_ne!(requests[0].idempotency_key, requests[1].idempotency_key);
}

#[tokio::test]
async fn no_request_comes_before_retry_after() {
    for status in [429, 503] {
        let wait = Reply::Refuse(status, "rate_limited", "slowly", Some("1"));
        let service = check(vec![wait]).await;
        let requests = service.requests();
        let pause = requests[1].at - requests[0].at;
        assert!(pause >= Duration::from_secs(1), "{pause:?}");
        assert!(pause < Duration::from_secs(10), "{pause:?}");
    }
}

#[tokio::test]
async fn what_is_too_large_is_halved() {
    let at_most = vec![Reply::AtMost(3); 12];
    let service = check(at_most).await;
    let sizes: Vec<usize> =
        service.requests().iter().map(|it| it.push.snapshots.len()).take(4).collect();
    assert_eq!(sizes, [10, 5, 2, 4], "half, half again, and more again after a success");
}

#[tokio::test]
async fn a_refusal_that_a_person_must_mend_keeps_everything_and_asks() {
    for (reply, trouble) in [
        (refuse(401, "unauthorized"), ServiceTrouble::Unauthorized),
        (refuse(403, "permission_denied"), ServiceTrouble::Forbidden),
        (refuse(404, "not_found"), ServiceTrouble::Forbidden),
        (refuse(409, "session_conflict"), ServiceTrouble::Conflict),
        (Reply::Redirect, ServiceTrouble::Incompatible),
        (Reply::Html, ServiceTrouble::Incompatible),
        (refuse(405, "method_not_allowed"), ServiceTrouble::Incompatible),
        (refuse(400, "bad_request"), ServiceTrouble::Incompatible),
    ] {
        let mut it = start(drafts(3), vec![], Some(reply.clone())).await;
        let state = it
            .until(|it| matches!(it, ServiceState::Waiting { trouble: t, .. } if *t == trouble))
            .await;
        let ServiceState::Waiting { cause, remedy, .. } = state else { unreachable!() };
        assert!(!cause.is_empty() && !remedy.is_empty(), "{reply:?}");
        if trouble == ServiceTrouble::Conflict {
            assert!(cause.to_string().contains("laptop-7"), "{cause}");
        }
        assert_eq!((it.outbox.status().borrow().depth, it.outbox.status().borrow().lost), (3, 0));
        it.service.always(None);
        it.drained().await;
        it.until(|it| *it == ServiceState::Ok).await;
        assert_eq!(it.end().await.stored().len(), 3, "{reply:?}");
    }
}

/// No clock goes as far as this interval, whose next push cannot be told.
#[tokio::test]
async fn a_fault_of_ours_is_told_and_delivery_goes_on() {
    let (service, folder) = (Service::start().await, tempfile::tempdir().unwrap());
    let pace = (PATIENCE, Duration::MAX);
    let mut it = start_paced(service, folder, test_key(), drafts(3), pace).await;
    let is_told = |it: &ServiceState| {
        matches!(it, ServiceState::Waiting { trouble: ServiceTrouble::Failing, cause, .. }
            if cause.code() == "session-broken-off")
    };
    it.until(is_told).await;
    it.drained().await;
    let later = it.outbox.append(drafts(1).remove(0)).await.expect("it appends");
    it.drained().await;
    let service = it.end().await;
    assert_eq!(service.stored().len(), 4, "{later:?}");
}

#[tokio::test]
async fn the_offending_snapshot_alone_goes_to_the_quarantine_and_can_be_sent_again() {
    for reply in [Reply::Offended { sequence: 4, named: true }, Reply::Except(4)] {
        let it = start(drafts(7), vec![], Some(reply.clone())).await;
        it.drained().await;
        let status = it.outbox.status().borrow().clone();
        assert_eq!(status.lost, 1, "{reply:?}");
        let loss = status.losses[0];
        assert_eq!((loss.gap.from, loss.gap.to, loss.cause), (4, 4, LossCause::Rejected));
        assert_eq!(status.quarantined, 1, "{reply:?}");
        let stored = it.service.stored();
        assert_eq!(stored.keys().copied().collect::<Vec<_>>(), [1, 2, 3, 5, 6, 7], "{reply:?}");
        let file = Quarantine::of(&it.folder.path().join("outbox")).files().unwrap().remove(0);
        let quarantined = file.read().expect("it can be read");
        assert_eq!(quarantined.refusal.error, "bad_request");
        assert_eq!(quarantined.snapshot, draft(4, 4).numbered(4));
        it.service.always(None);
        file.send_again().expect("it is marked");
        let is_back = |it: &OutboxStatus| (it.quarantined, it.lost, it.depth) == (0, 0, 0);
        let mut status = it.outbox.status();
        timeout(PATIENCE, status.wait_for(is_back)).await.expect("it is sent again").unwrap();
        assert_eq!(it.end().await.stored()[&4], quarantined.snapshot, "{reply:?}");
    }
}

#[tokio::test]
async fn a_refusal_that_names_no_snapshot_or_is_not_the_services_own_gives_up_nothing() {
    let named = r#"{"error":"bad_request","message":"snapshots[0].tags.A","isRetryable":false}"#;
    let blocked = r#"{"error":"blocked","message":"the request was blocked","isRetryable":false}"#;
    for reply in [
        Reply::Offended { sequence: 4, named: false },
        Reply::Foreign(400, named.into()),
        Reply::Foreign(400, blocked.into()),
        Reply::Foreign(400, "<html>blocked</html>".into()),
        Reply::Foreign(403, named.into()),
        Reply::Foreign(409, named.into()),
        Reply::Foreign(422, named.into()),
    ] {
        let mut it = start(vec![], vec![], None).await;
        it.until(|it| *it == ServiceState::Ok).await;
        it.service.always(Some(reply.clone()));
        for draft in drafts(7) {
            it.outbox.append(draft).await.expect("it appends");
        }
        let is_told = |it: &ServiceState| {
            matches!(it, ServiceState::Waiting { trouble: ServiceTrouble::Incompatible, .. })
        };
        it.until(is_told).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(it.outbox.status().borrow().lost, 0, "{reply:?}");
        it.service.always(None);
        it.drained().await;
        assert_eq!(it.end().await.stored().len(), 7, "{reply:?}");
    }
}

#[tokio::test]
async fn only_what_the_receipt_covers_leaves_the_outbox() {
    let mut it = start(drafts(3), vec![], None).await;
    it.drained().await;
    for reply in [Reply::Covers { through: 3, newest: 3 }, Reply::EarlierReceipt] {
        let before = it.outbox.status().borrow().next_sequence;
        it.service.always(Some(reply.clone()));
        it.outbox.append(draft(before, 4)).await.expect("it appends");
        let is_told = |it: &ServiceState| {
            matches!(it, ServiceState::Waiting { trouble: ServiceTrouble::Incompatible, .. })
        };
        it.until(is_told).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        let status = it.outbox.status().borrow().clone();
        assert_eq!((status.depth, status.lost), (1, 0), "{reply:?}");
        it.service.always(None);
        it.drained().await;
        it.until(|it| *it == ServiceState::Ok).await;
    }
    assert_eq!(it.end().await.stored().len(), 5);
}

/// A service that stores 25 snapshots a second, a backlog and new snapshots.
#[tokio::test]
async fn a_slow_service_is_pushed_to_once_at_a_time_under_one_key_for_the_same_bytes() {
    let slow = Reply::Slow(Duration::from_millis(40));
    let it = start(drafts(150), vec![], Some(slow)).await;
    it.drained().await;
    let requests = it.end().await.requests();
    let mut times = HashMap::new();
    for sequence in requests.iter().flat_map(|it| &it.push.snapshots).map(|it| it.sequence) {
        *times.entry(sequence).or_insert(0) += 1;
    }
    assert_eq!(times.len(), 150);
    assert!(times.values().all(|it| *it == 1), "{times:?}");
}

#[tokio::test]
async fn an_outage_sends_the_same_bytes_again_and_packs_nothing() {
    let mut it = start(vec![], vec![], None).await;
    it.until(|it| *it == ServiceState::Ok).await;
    it.service.always(Some(refuse(503, "service_unavailable")));
    it.outbox.append(draft(1, 4)).await.expect("it appends");
    let with_snapshots = |it: &Fixture| -> Vec<String> {
        let requests = it.service.requests().into_iter();
        let pushes = requests.filter(|it| !it.push.snapshots.is_empty());
        pushes.map(|it| it.idempotency_key).collect()
    };
    while with_snapshots(&it).len() < 13 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let keys = with_snapshots(&it);
    let different: std::collections::HashSet<_> = keys.iter().collect();
    assert!(different.len() <= keys.len().div_ceil(4), "each is sent four times: {keys:?}");
    it.service.always(None);
    it.drained().await;
    it.end().await;
}

#[tokio::test]
async fn after_an_outage_the_newest_goes_before_the_push_that_failed() {
    let mut it = start(vec![], vec![], None).await;
    it.until(|it| *it == ServiceState::Ok).await;
    it.service.always(Some(refuse(503, "service_unavailable")));
    let pushes = |it: &Fixture| -> Vec<(u16, Vec<u64>, String)> {
        let requests = it.service.requests().into_iter();
        let pushes = requests.filter(|it| !it.push.snapshots.is_empty());
        let sequences = |it: &Push| it.snapshots.iter().map(|it| it.sequence).collect();
        pushes.map(|it| (it.status, sequences(&it.push), it.idempotency_key)).collect()
    };
    for value in 1..=3 {
        let draft = draft(value, 4);
        let tags = draft.view.tags.clone();
        let place = it.outbox.append(draft).await.expect("it appends").place;
        it.values.send_replace(Some(Arc::new(view(place, tags))));
        while !pushes(&it)
            .iter()
            .any(|(status, sequences, _)| *status == 503 && sequences.last() == Some(&value))
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    it.service.always(None);
    it.drained().await;
    let all = pushes(&it);
    let stored: Vec<_> = all.iter().filter(|it| it.0 == 200).collect();
    assert_eq!(stored[0].1.last(), Some(&3), "{all:?}");
    let by_key: HashMap<_, _> = all.iter().map(|it| (&it.2, &it.1)).collect();
    assert!(all.iter().all(|it| by_key[&it.2] == &it.1), "{all:?}");
    assert!(by_key.len() < all.len(), "what failed is sent again as it is: {all:?}");
    it.end().await;
}

#[tokio::test]
async fn a_backlog_keeps_the_live_view_true() {
    // Twenty snapshots of 600 kB: six or seven fill a push.
    let given = (1..=20).map(|it| draft(it, 600_000)).collect();
    let it = start(given, vec![], None).await;
    it.drained().await;
    let service = it.end().await;
    assert_eq!(service.stored().len(), 20);
    let pushes: Vec<Vec<(u64, bool)>> = service
        .requests()
        .iter()
        .map(|it| it.push.snapshots.iter().map(|it| (it.sequence, it.complete)).collect())
        .filter(|it: &Vec<_>| !it.is_empty())
        .collect();
    assert!(pushes.len() >= 3, "{pushes:?}");
    assert_eq!(pushes[0], [(20, true)], "the newest goes first, complete");
    assert_eq!(pushes[1].first(), Some(&(1, false)));
    let newest = pushes.iter().flatten().filter(|it| it.0 == 20).count();
    assert_eq!(newest, 1, "and once");
    let old: Vec<u64> = pushes.iter().flatten().map(|it| it.0).filter(|it| *it < 20).collect();
    assert_eq!(old, (1..20).collect::<Vec<_>>(), "oldest first, each once");
}

#[tokio::test]
async fn requested_names_reach_the_session_when_they_change() {
    let mut it = start(vec![], vec![], None).await;
    let mut heard = async || match timeout(PATIENCE, it.commands.recv()).await.unwrap() {
        Some(Command::Requested(asked)) => asked.names,
        other => panic!("{other:?}"),
    };
    assert!(heard().await.is_empty());
    it.service.request(&["A", "B"]);
    assert_eq!(heard().await, ["A", "B"]);
    it.polled(5).await;
    let looks = it.end().await.looks();
    assert_eq!(looks, [200, 200], "the receipts tell when there is something to see");
}

#[tokio::test]
async fn the_end_is_told_after_what_was_left() {
    let mut it = start(vec![], vec![], None).await;
    it.until(|it| *it == ServiceState::Ok).await;
    for value in 0..3 {
        it.outbox.append(draft(value, 4)).await.unwrap();
    }
    let requests = it.end().await.requests();
    let last = requests.last().expect("there were requests");
    assert!(last.push.ended && last.push.snapshots.is_empty());
    let before: usize = requests.iter().map(|it| it.push.snapshots.len()).sum();
    assert_eq!(before, 3);
    let keys: std::collections::HashSet<_> =
        requests.iter().map(|it| &it.idempotency_key).collect();
    assert_eq!(keys.len(), requests.len(), "a heartbeat is always a new one");
}

#[tokio::test]
async fn nothing_is_called_live_while_what_is_read_cannot_be_stored() {
    let mut it = start(drafts(1), vec![], None).await;
    it.drained().await;
    it.until(|it| *it == ServiceState::Ok).await;
    let stored = it.values.borrow().clone().expect("it was published");
    let unstored = LiveView { place: None, ..LiveView::clone(&stored) };
    it.values.send_replace(Some(Arc::new(unstored)));
    // A push may be under way; after that there are none, for many polls.
    it.polled(2).await;
    let before = it.service.requests().len();
    it.polled(5).await;
    assert_eq!(it.service.requests().len(), before);
    it.values.send_replace(Some(stored));
    timeout(PATIENCE, async {
        while it.service.requests().len() == before {
            tokio::task::yield_now().await;
        }
    })
    .await
    .expect("it goes on when there is room again");
    it.values.send_modify(|it| {
        let unstored = it.as_deref().map(|it| LiveView { place: None, ..it.clone() });
        *it = unstored.map(Arc::new);
    });
    let requests = it.end().await.requests();
    assert!(
        requests.last().expect("there were requests").push.ended,
        "the end is told nevertheless"
    );
}

#[tokio::test]
async fn a_service_that_is_back_at_the_end_gets_what_was_left() {
    let mut it = start(drafts(3), vec![], Some(refuse(401, "unauthorized"))).await;
    it.until(|it| matches!(it, ServiceState::Waiting { .. })).await;
    it.service.always(None);
    let service = it.end().await;
    assert_eq!(service.stored().len(), 3);
    assert!(service.requests().last().expect("there were requests").push.ended);
}

#[tokio::test]
async fn a_session_is_taken_over_once() {
    let mut it = start(vec![], vec![refuse(500, "internal_error")], None).await;
    it.until(|it| *it == ServiceState::Ok).await;
    let requests = it.end().await.requests();
    let taking: Vec<bool> = requests.iter().map(|it| it.push.take_over).collect();
    assert_eq!(taking[..2], [true, true], "until it got through");
    assert!(taking[2..].iter().all(|it| !it), "two devices must not chase each other");
}

#[tokio::test]
async fn an_unreachable_service_is_named() {
    let mut it = start(drafts(1), vec![], None).await;
    it.drained().await;
    it.service.go_away();
    it.values.send_replace(None);
    let waiting = |it: &ServiceState| {
        matches!(it, ServiceState::Waiting { trouble: ServiceTrouble::Unreachable, .. })
    };
    let state = it.until(waiting).await;
    let ServiceState::Waiting { cause, .. } = state else { unreachable!() };
    assert!(cause.to_string().contains("cannot reach the service at http://127.0.0.1"), "{cause}");
    it.end().await;
}

#[tokio::test]
async fn a_copy_of_an_outbox_that_went_on_begins_a_new_stream() {
    // So many are appended after the copy was made; then it is put back, and so many are appended
    // while the service is away, and so many when it is there again.
    for (went_on, away, back) in [(5, 0, 2), (1, 0, 9), (2, 8, 1), (3, 1, 0)] {
        let it = start(drafts(3), vec![], None).await;
        it.drained().await;
        let (service, folder) = it.end_keeping().await;
        let path = |name: &str| folder.path().join(name);
        for file in ["outbox", "outbox-mark"] {
            std::fs::copy(path(file), path(&format!("{file}.copy"))).unwrap();
        }
        let it = start_with(service, folder, test_key(), drafts(went_on)).await;
        it.drained().await;
        let (service, folder) = it.end_keeping().await;
        let before = service.stored();
        assert_eq!(before.len() as u64, 3 + went_on);
        for file in ["outbox", "outbox-mark"] {
            let file = folder.path().join(file);
            std::fs::rename(file.with_added_extension("copy"), file).unwrap();
        }

        service.always(Some(refuse(503, "service_unavailable")));
        let mut it = start_with(service, folder, test_key(), drafts(away)).await;
        it.until(|it| matches!(it, ServiceState::Waiting { .. })).await;
        let (service, folder) = it.end_keeping().await;
        service.always(None);
        let mut it = start_with(service, folder, test_key(), drafts(back)).await;
        it.until(|it| *it == ServiceState::Ok).await;
        it.drained().await;
        let told = timeout(PATIENCE, async {
            loop {
                if let Some(Command::RequireComplete) = it.commands.recv().await {
                    break;
                }
            }
        });
        told.await.expect("the session is told");
        let status = it.outbox.status().borrow().clone();
        assert!(status.left_stream.is_some_and(|it| it != status.stream_id), "{status:?}");
        assert_eq!((status.lost, status.next_sequence), (0, away + back + 1));
        let mut streams = it.end().await.streams();
        let fresh = streams.remove(&status.stream_id).unwrap_or_default();
        let appended: Vec<Draft> = [drafts(away), drafts(back)].concat();
        let expected: Vec<_> = (1..).zip(appended).map(|(at, it)| it.numbered(at)).collect();
        assert_eq!(fresh.into_values().collect::<Vec<_>>(), expected);
        assert_eq!(streams.into_values().next(), Some(before), "nothing there has changed");
    }
}

#[tokio::test]
async fn what_a_broker_brings_during_a_push_is_not_taken_for_a_copys() {
    let [there, answer] = [(); 2].map(|()| Arc::new(Notify::new()));
    let brought =
        Reply::Brought { sequence: 2, there: Arc::clone(&there), answer: Arc::clone(&answer) };
    let it = start(drafts(1), vec![brought], None).await;
    timeout(PATIENCE, there.notified()).await.expect("it pushes");
    it.outbox.append(draft(2, 1)).await.expect("it appends");
    answer.notify_one();
    it.drained().await;
    let status = it.outbox.status().borrow().clone();
    assert_eq!((status.left_stream, status.lost), (None, 0));
    assert_eq!(it.end().await.stored().len(), 2);
}

#[tokio::test]
async fn a_broker_is_told_of_this_run_once_the_service_has_answered_it() {
    let it = start(drafts(1), vec![], None).await;
    it.drained().await;
    let (service, folder) = it.end_keeping().await;
    service.always(Some(Reply::CutAfterCommit));
    let mut it = start_with(service, folder, test_key(), drafts(1)).await;
    it.until(|it| matches!(it, ServiceState::Waiting { .. })).await;
    assert_eq!(it.known_run.get(), None, "nothing of it may be brought yet");
    it.service.always(None);
    it.drained().await;
    let run = *it.known_run.get().expect("it is known");
    let requests = it.end().await.requests();
    assert_eq!(requests.last().and_then(|it| it.push.runs.last().copied()), Some(run));
}

#[tokio::test]
async fn a_restart_goes_on_in_its_stream() {
    for lost_answer in [false, true] {
        let replies = if lost_answer { vec![Reply::CutAfterCommit; 50] } else { vec![] };
        let mut it = start(drafts(3), replies, None).await;
        if lost_answer {
            it.until(|it| matches!(it, ServiceState::Waiting { .. })).await;
        } else {
            it.drained().await;
        }
        let (service, folder) = it.end_keeping().await;
        service.forget_replies();
        let it = start_with(service, folder, test_key(), drafts(2)).await;
        it.drained().await;
        let status = it.outbox.status().borrow().clone();
        assert_eq!((status.left_stream, status.lost), (None, 0));
        assert_eq!(it.end().await.stored().len(), 5);
    }
}

#[tokio::test]
async fn the_session_is_told_when_a_snapshot_is_given_up() {
    for reply in [Reply::Offended { sequence: 2, named: true }, Reply::Except(2)] {
        let mut it = start(drafts(3), vec![], Some(reply)).await;
        it.drained().await;
        let told =
            async { while !matches!(it.commands.recv().await, Some(Command::RequireComplete)) {} };
        timeout(PATIENCE, told).await.expect("it is told");
        it.end().await;
    }
}

#[tokio::test]
async fn a_replaced_key_file_is_read_without_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    let write = |key: &str| {
        std::fs::write(&path, key).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        }
    };
    write("tb_old");
    let service = Service::start().await;
    service.replace_key("tb_new");
    let key = KeySource::Kept(SecretPlace::File(path.clone()));
    let mut it = start_with(service, folder, key, drafts(2)).await;
    let refused = |it: &ServiceState| {
        matches!(it, ServiceState::Waiting { trouble: ServiceTrouble::Unauthorized, .. })
    };
    it.until(refused).await;
    write("tb_new");
    it.drained().await;
    assert_eq!(it.end().await.stored().len(), 2);
}

#[tokio::test]
async fn a_list_beyond_every_budget_reaches_the_session_whole() {
    let mut it = start(vec![], vec![], None).await;
    let names: Vec<String> = (0..20_001).map(|it| format!("t{it}")).collect();
    it.service.request(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let heard = async {
        loop {
            if let Some(Command::Requested(heard)) = it.commands.recv().await
                && !heard.names.is_empty()
            {
                break heard.names;
            }
        }
    };
    assert_eq!(timeout(PATIENCE, heard).await.expect("it is told"), names);
    it.end().await;
}

#[tokio::test]
async fn a_full_disk_holds_delivery_up_only_until_there_is_room() {
    let mut it = start(vec![], vec![], None).await;
    it.until(|it| *it == ServiceState::Ok).await;
    // Nothing gets through until the disk is full.
    it.service.always(Some(refuse(503, "service_unavailable")));
    it.outbox.append(draft(1, 4)).await.unwrap();
    it.outbox.append(draft(2, 4)).await.unwrap();
    it.outbox.execute("PRAGMA query_only = 1").await;
    it.service.always(None);
    let here = |it: &ServiceState| {
        matches!(it, ServiceState::Waiting { trouble: ServiceTrouble::Outbox, .. })
    };
    it.until(here).await;
    it.outbox.execute("PRAGMA query_only = 0").await;
    it.drained().await;
    it.until(|it| *it == ServiceState::Ok).await;
    assert_eq!(it.outbox.status().borrow().lost, 0);
    assert_eq!(it.end().await.stored().len(), 2);
}
