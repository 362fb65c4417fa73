mod fixture;
mod proxy;
mod slow_uplink;

use std::{
    collections::{HashMap, HashSet},
    fs,
    sync::{Arc, OnceLock},
    time::Duration,
};

use tagbridge_api::{
    Timestamp,
    hmi::{Controller, Quality, TagValue, push::Snapshot},
};
use tagbridge_texts::Message;
use tempfile::TempDir;
use tokio::{
    sync::{Notify, mpsc, watch},
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use self::fixture::{
    PATIENCE, Pushed, append, draft, draft_of, drafts, pushes, start, start_paced, start_with,
    stored, streaming, test_key,
};
use super::{UplinkFiles, Uploader, Waits};
use crate::{
    client::Client,
    config::{KeySource, SecretPlace},
    fake::{Reply, Service},
    outbox::{Limits, LossCause, Outbox, OutboxStatus, Quarantine},
    secret::Key,
    session::Command,
    snapshot::{LiveView, SnapshotDraft, ViewValidity},
    status::{BridgeStatus, ServiceState, ServiceTrouble, SessionStatusEntry, SessionView},
};

fn refuse(status: u16, code: &'static str) -> Reply {
    Reply::Refuse(status, code, "so it is", None)
}

/// A fault of the service.
fn away() -> Reply {
    refuse(503, "service_unavailable")
}

/// Ten snapshots, and a service with these faults before it works: each snapshot arrives once,
/// unchanged and in order.
async fn check(replies: Vec<Reply>) -> Service {
    let given = drafts(10);
    let service = start(given.clone(), replies, None).await.delivered().await;
    assert_eq!(stored(&service), (1..=10).collect::<Vec<_>>());
    for (snapshot, draft) in service.stored().into_values().zip(given) {
        // A snapshot that was sent first as the newest is complete, and has the same values.
        let expected = draft.numbered(snapshot.sequence);
        assert_eq!(snapshot, Snapshot { complete: snapshot.complete, ..expected });
    }
    let mut keys = HashMap::new();
    for it in service.requests() {
        let body = serde_json::to_string(&it.push).unwrap();
        let known = keys.entry(it.idempotency_key).or_insert_with(|| body.clone());
        assert_eq!(*known, body, "a key stands for the same bytes");
    }
    for it in pushes(&service) {
        assert!(it.sequences.is_sorted(), "{it:?}");
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
async fn a_snapshot_that_no_push_has_room_for_goes_in_parts_between_the_others() {
    let large = SnapshotDraft::complete(draft_of(vec!["x".repeat(3_000_000); 3]).view);
    let given = vec![draft(1, 4), large.clone(), draft(3, 4)];
    let service = start(given, vec![], None).await.delivered().await;
    assert_eq!(stored(&service), [1, 2, 3]);
    assert_eq!(service.stored()[&2], large.numbered(2));
}

#[tokio::test]
async fn a_newest_that_displeases_does_not_hold_up_the_backlog() {
    let given = (1..=20).map(|it| draft(it, 600_000)).collect();
    let displeased = Reply::Offended { sequence: 20, named: true };
    let service = start(given, vec![displeased], None).await.delivered().await;
    assert_eq!(stored(&service).len(), 20);
}

#[tokio::test]
async fn a_taken_key_is_replaced() {
    let requests = check(vec![refuse(422, "idempotency_conflict")]).await.requests();
    assert_ne!(requests[0].idempotency_key, requests[1].idempotency_key);
}

#[tokio::test]
async fn no_request_comes_before_retry_after() {
    for status in [429, 503] {
        let wait = Reply::Refuse(status, "rate_limited", "slowly", Some("1"));
        let requests = check(vec![wait]).await.requests();
        let pause = (requests[1].at - requests[0].at).as_secs_f64();
        assert!((1.0..10.0).contains(&pause), "{pause:?}");
    }
}

#[tokio::test]
async fn what_is_too_large_is_halved() {
    let service = check(vec![Reply::AtMost(3); 12]).await;
    let requests = service.requests().into_iter().take(4);
    let sizes: Vec<usize> = requests.map(|it| it.push.snapshots.len()).collect();
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
        let (cause, remedy) = it.waits(Some(trouble)).await;
        assert!(!cause.is_empty() && !remedy.is_empty(), "{reply:?}");
        if trouble == ServiceTrouble::Conflict {
            assert!(cause.to_string().contains("laptop-7"), "{cause}");
        }
        let status = it.outbox.status().borrow().clone();
        assert_eq!((status.depth, status.lost), (3, 0), "{reply:?}");
        it.service.always(None);
        it.drained().await;
        it.streams().await;
        assert_eq!(stored(&it.end().await), [1, 2, 3], "{reply:?}");
    }
}

/// This interval exceeds the range of the clock, so the time of the next push cannot be computed.
#[tokio::test]
async fn a_fault_of_ours_is_told_and_delivery_goes_on() {
    let (service, folder) = (Service::start().await, tempfile::tempdir().unwrap());
    let pace = (PATIENCE, Duration::MAX);
    let mut it = start_paced(service, folder, test_key(), drafts(3), pace).await;
    let (cause, _) = it.waits(Some(ServiceTrouble::Failing)).await;
    assert_eq!(cause.code(), "session-broken-off");
    it.drained().await;
    it.append(draft(4, 4)).await;
    assert_eq!(stored(&it.delivered().await).len(), 4);
}

#[tokio::test]
async fn the_offending_snapshot_alone_goes_to_the_quarantine_and_can_be_sent_again() {
    for reply in [Reply::Offended { sequence: 4, named: true }, Reply::Except(4)] {
        let mut it = start(drafts(7), vec![], Some(reply.clone())).await;
        it.drained().await;
        it.told_to_be_complete().await;
        let status = it.outbox.status().borrow().clone();
        assert_eq!((status.lost, status.quarantined), (1, 1), "{reply:?}");
        let loss = status.losses[0];
        assert_eq!((loss.gap.from, loss.gap.to, loss.cause), (4, 4, LossCause::Rejected));
        assert_eq!(stored(&it.service), [1, 2, 3, 5, 6, 7], "{reply:?}");
        let file = Quarantine::of(&it.folder.path().join("outbox")).files().unwrap().remove(0);
        let quarantined = file.read().expect("it can be read");
        assert_eq!(quarantined.refusal.error, "bad_request");
        assert_eq!(quarantined.snapshot, draft(4, 4).numbered(4));
        it.service.always(None);
        file.send_again().expect("it is marked");
        it.outbox_until(|it| (it.quarantined, it.lost, it.depth) == (0, 0, 0)).await;
        assert_eq!(it.end().await.stored()[&4], quarantined.snapshot, "{reply:?}");
    }
}

#[tokio::test]
async fn what_is_not_named_or_not_covered_stays_in_the_outbox() {
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
        // The receipts of other pushes.
        Reply::Covers { through: 1, newest: 1 },
        Reply::EarlierReceipt,
    ] {
        let mut it = start(drafts(1), vec![], None).await;
        it.drained().await;
        it.service.always(Some(reply.clone()));
        for draft in drafts(6) {
            it.append(draft).await;
        }
        it.waits(Some(ServiceTrouble::Incompatible)).await;
        sleep(Duration::from_millis(500)).await;
        let status = it.outbox.status().borrow().clone();
        // Snapshots that cannot be the refused one may have been stored.
        assert!(status.lost == 0 && status.depth > 0, "{reply:?}: {status:?}");
        it.service.always(None);
        assert_eq!(stored(&it.delivered().await).len(), 7, "{reply:?}");
    }
}

/// A service that stores 25 snapshots a second, a backlog and new snapshots.
#[tokio::test]
async fn a_slow_service_is_pushed_to_once_at_a_time_under_one_key_for_the_same_bytes() {
    let slow = Reply::Slow(Duration::from_millis(40));
    let service = start(drafts(150), vec![], Some(slow)).await.delivered().await;
    let mut sent: Vec<u64> = pushes(&service).into_iter().flat_map(|it| it.sequences).collect();
    sent.sort_unstable();
    assert_eq!(sent, (1..=150).collect::<Vec<_>>(), "each once");
}

#[tokio::test]
async fn an_outage_sends_the_same_bytes_again_and_packs_nothing() {
    let it = streaming().await;
    it.service.always(Some(away()));
    it.append(draft(1, 4)).await;
    while pushes(&it.service).len() < 13 {
        sleep(Duration::from_millis(20)).await;
    }
    let all = pushes(&it.service);
    let different: HashSet<_> = all.iter().map(|it| &it.key).collect();
    assert!(different.len() <= all.len().div_ceil(4), "each is sent four times: {all:?}");
    it.service.always(None);
    it.delivered().await;
}

#[tokio::test]
async fn after_an_outage_the_newest_goes_before_the_push_that_failed() {
    let it = streaming().await;
    it.service.always(Some(away()));
    for value in 1..=3 {
        it.append(draft(value, 4)).await;
        let failed = |it: &Pushed| it.status == 503 && it.sequences.last() == Some(&value);
        while !pushes(&it.service).iter().any(failed) {
            sleep(Duration::from_millis(10)).await;
        }
    }
    it.service.always(None);
    let all = pushes(&it.delivered().await);
    let first = all.iter().find(|it| it.status == 200).expect("one is stored");
    assert_eq!(first.sequences.last(), Some(&3), "{all:?}");
    let by_key: HashMap<_, _> = all.iter().map(|it| (&it.key, &it.sequences)).collect();
    assert!(all.iter().all(|it| by_key[&it.key] == &it.sequences), "{all:?}");
    assert!(by_key.len() < all.len(), "what failed is sent again as it is: {all:?}");
}

#[tokio::test]
async fn a_backlog_keeps_the_live_view_true() {
    // Twenty snapshots of 600 kB: six or seven fill a push.
    let given = (1..=20).map(|it| draft(it, 600_000)).collect();
    let service = start(given, vec![], None).await.delivered().await;
    let pushes: Vec<Vec<u64>> = pushes(&service).into_iter().map(|it| it.sequences).collect();
    assert!(pushes.len() >= 3, "{pushes:?}");
    assert_eq!(pushes[0], [20], "the newest goes first");
    assert_eq!(pushes.concat()[1..], (1..20).collect::<Vec<_>>(), "then the oldest, each once");
    let complete = service.stored().into_values().filter(|it| it.complete);
    assert_eq!(complete.map(|it| it.sequence).collect::<Vec<_>>(), [20]);
}

#[tokio::test]
async fn requested_names_reach_the_session_when_they_change() {
    let mut it = start(vec![], vec![], None).await;
    let names = |it| match it {
        Command::Requested(asked) => Some(asked.names),
        other => panic!("{other:?}"),
    };
    assert!(it.told(names).await.is_empty());
    it.service.request(&["A", "B"]);
    assert_eq!(it.told(names).await, ["A", "B"]);
    it.polled(5).await;
    let looks = it.service.looks();
    assert_eq!(looks, [200, 200], "the receipts tell when there is something to see");
    // A list that exceeds every limit.
    let many: Vec<String> = (0..20_001).map(|it| format!("t{it}")).collect();
    it.service.request(&many.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(it.told(names).await, many);
    it.end().await;
}

#[tokio::test]
async fn the_end_is_told_after_what_was_left() {
    let it = streaming().await;
    for draft in drafts(3) {
        it.append(draft).await;
    }
    let service = it.end().await;
    let requests = service.requests();
    let last = requests.last().expect("there were requests");
    assert!(last.push.ended && last.push.snapshots.is_empty());
    let before: usize = pushes(&service).iter().map(|it| it.sequences.len()).sum();
    assert_eq!(before, 3);
    let keys: HashSet<_> = requests.iter().map(|it| &it.idempotency_key).collect();
    assert_eq!(keys.len(), requests.len(), "a heartbeat is always a new one");
}

#[tokio::test]
async fn nothing_is_called_live_while_what_is_read_cannot_be_stored() {
    let mut it = start(drafts(1), vec![], None).await;
    it.drained().await;
    it.streams().await;
    let stored = it.values.borrow().clone().expect("it was published");
    let unstored = Arc::new(LiveView { place: None, ..LiveView::clone(&stored) });
    it.values.send_replace(Some(Arc::clone(&unstored)));
    // A push may be under way; after that there is no push during many polls.
    it.polled(2).await;
    let before = it.service.requests().len();
    it.polled(5).await;
    assert_eq!(it.service.requests().len(), before);
    it.values.send_replace(Some(stored));
    let goes_on = async {
        while it.service.requests().len() == before {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, goes_on).await.expect("it goes on when there is room again");
    it.values.send_replace(Some(unstored));
    let requests = it.end().await.requests();
    let last = requests.last().expect("there were requests");
    assert!(last.push.ended, "the end is told nevertheless");
}

#[tokio::test]
async fn a_service_that_is_back_at_the_end_gets_what_was_left() {
    let mut it = start(drafts(3), vec![], Some(refuse(401, "unauthorized"))).await;
    it.waits(None).await;
    it.service.always(None);
    let service = it.end().await;
    assert_eq!(stored(&service), [1, 2, 3]);
    assert!(service.requests().last().expect("there were requests").push.ended);
}

#[tokio::test]
async fn a_session_is_taken_over_once() {
    let mut it = start(vec![], vec![refuse(500, "internal_error")], None).await;
    it.streams().await;
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
    let (cause, _) = it.waits(Some(ServiceTrouble::Unreachable)).await;
    assert!(cause.to_string().contains("cannot reach the service at http://127.0.0.1"), "{cause}");
    it.end().await;
}

#[tokio::test]
async fn a_copy_of_an_outbox_that_went_on_begins_a_new_stream() {
    // The numbers of snapshots that are appended after the copy was made, after it was restored
    // while the service is away, and after the service is back.
    for (went_on, away_for, back) in [(5, 0, 2), (1, 0, 9), (2, 8, 1), (3, 1, 0)] {
        let it = start(drafts(3), vec![], None).await;
        it.drained().await;
        let (service, folder) = it.end_keeping().await;
        let files = ["outbox", "outbox-mark"].map(|it| folder.path().join(it));
        for file in &files {
            fs::copy(file, file.with_added_extension("copy")).unwrap();
        }
        let it = start_with(service, folder, test_key(), drafts(went_on)).await;
        it.drained().await;
        let (service, folder) = it.end_keeping().await;
        let before = service.stored();
        assert_eq!(before.len() as u64, 3 + went_on);
        for file in &files {
            fs::rename(file.with_added_extension("copy"), file).unwrap();
        }

        service.always(Some(away()));
        let mut it = start_with(service, folder, test_key(), drafts(away_for)).await;
        it.waits(None).await;
        let (service, folder) = it.end_keeping().await;
        service.always(None);
        let mut it = start_with(service, folder, test_key(), drafts(back)).await;
        it.streams().await;
        it.drained().await;
        it.told_to_be_complete().await;
        let status = it.outbox.status().borrow().clone();
        assert!(status.left_stream.is_some_and(|it| it != status.stream_id), "{status:?}");
        assert_eq!((status.lost, status.next_sequence), (0, away_for + back + 1));
        let mut streams = it.end().await.streams();
        let fresh = streams.remove(&status.stream_id).unwrap_or_default();
        let appended: Vec<SnapshotDraft> = [drafts(away_for), drafts(back)].concat();
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
    assert_eq!(it.outbox.status().borrow().left_stream, None);
    assert_eq!(stored(&it.delivered().await), [1, 2]);
}

#[tokio::test]
async fn a_broker_is_told_of_this_run_once_the_service_has_answered_it() {
    let it = start(drafts(1), vec![], None).await;
    it.drained().await;
    let (service, folder) = it.end_keeping().await;
    service.always(Some(Reply::CutAfterCommit));
    let mut it = start_with(service, folder, test_key(), drafts(1)).await;
    it.waits(None).await;
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
            it.waits(None).await;
        } else {
            it.drained().await;
        }
        let (service, folder) = it.end_keeping().await;
        service.forget_replies();
        let it = start_with(service, folder, test_key(), drafts(2)).await;
        it.drained().await;
        assert_eq!(it.outbox.status().borrow().left_stream, None);
        assert_eq!(stored(&it.delivered().await).len(), 5);
    }
}

#[tokio::test]
async fn a_replaced_key_file_is_read_without_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    let write = |key: &str| {
        fs::write(&path, key).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        }
    };
    write("tb_old");
    let service = Service::start().await;
    service.replace_key("tb_new");
    let key = KeySource::Kept(SecretPlace::File(path.clone()));
    let mut it = start_with(service, folder, key, drafts(2)).await;
    it.waits(Some(ServiceTrouble::Unauthorized)).await;
    write("tb_new");
    assert_eq!(stored(&it.delivered().await), [1, 2]);
}

#[tokio::test]
async fn a_full_disk_holds_delivery_up_only_until_there_is_room() {
    let mut it = streaming().await;
    // No push succeeds until the disk is full.
    it.service.always(Some(away()));
    for draft in drafts(2) {
        it.append(draft).await;
    }
    it.outbox.execute("PRAGMA query_only = 1").await;
    it.service.always(None);
    it.waits(Some(ServiceTrouble::Outbox)).await;
    it.outbox.execute("PRAGMA query_only = 0").await;
    it.drained().await;
    it.streams().await;
    assert_eq!(stored(&it.delivered().await), [1, 2]);
}
