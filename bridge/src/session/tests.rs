mod controller_check;
mod faults;
mod groups;

use std::{sync::Arc, time::Duration};

use tagbridge_api::hmi::{Quality, Reason, push::Snapshot};
use tagbridge_driver::Driver;
use tagbridge_naming::Naming;
use tempfile::TempDir;
use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
    time::Instant,
};
use tokio_util::sync::CancellationToken;

use super::{Command, ControllerCheck, Lanes, Session, SessionOutputs, What};
use crate::{
    config::GroupConfig,
    deadband::Deadband,
    fake::{Controller, FakeResponse},
    last_read::LastRead,
    outbox::{Limits, Outbox},
    sequencer::{Pace, Sequencer},
    snapshot::LiveView,
    status::{BridgeStatus, SessionStatus, SessionStatusEntry, SessionView},
    tag_list::{TagList, TagRequests, tests::normal},
};

struct Fixture {
    controller: Controller,
    outbox: Outbox,
    status: watch::Receiver<BridgeStatus>,
    values: watch::Receiver<Option<Arc<LiveView>>>,
    commands: mpsc::Sender<Command>,
    stop: CancellationToken,
    task: JoinHandle<()>,
    _folder: TempDir,
}

/// Starts a session that scans once a second of virtual time.
fn start(controller: &Controller, tags: &[&str], max_tags: usize) -> Fixture {
    start_with(controller, normal(tags), GroupConfig::usual(), max_tags)
}

fn start_with(
    controller: &Controller,
    normal: GroupConfig,
    groups: Vec<GroupConfig>,
    max_tags: usize,
) -> Fixture {
    let (session, outbox, values, board, folder) = build_with(controller, normal, groups, max_tags);
    begin(controller, session, outbox, values, &board, folder)
}

fn begin(
    controller: &Controller,
    session: Session,
    outbox: Outbox,
    values: Values,
    board: &watch::Sender<BridgeStatus>,
    folder: TempDir,
) -> Fixture {
    let (commands, inbox) = mpsc::channel(16);
    let stop = CancellationToken::new();
    let task = tokio::spawn(session.run(inbox, stop.clone()));
    Fixture {
        controller: controller.clone(),
        outbox,
        status: board.subscribe(),
        values,
        commands,
        stop,
        task,
        _folder: folder,
    }
}

type Values = watch::Receiver<Option<Arc<LiveView>>>;

fn build(
    controller: &Controller,
    tags: &[&str],
    max_tags: usize,
) -> (Session, Outbox, Values, watch::Sender<BridgeStatus>, TempDir) {
    build_with(controller, normal(tags), GroupConfig::usual(), max_tags)
}

fn build_with(
    controller: &Controller,
    normal: GroupConfig,
    groups: Vec<GroupConfig>,
    max_tags: usize,
) -> (Session, Outbox, Values, watch::Sender<BridgeStatus>, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { max_bytes: 1 << 30, max_age: Duration::from_hours(1) };
    let outbox = Outbox::open(&folder.path().join("outbox"), "p", limits).expect("it opens");
    let board =
        watch::Sender::new(BridgeStatus { device_id: "d".into(), ..BridgeStatus::default() });
    let link = tagbridge_driver::LinkOptions::default();
    let pace =
        Pace { interval: normal.interval, max_requests_per_second: None, accept_replaced: false };
    let now = Instant::now().into_std();
    let (publish, values) = watch::channel(None);
    let driver: Arc<dyn Driver> = Arc::new(controller.clone());
    let lanes = Lanes::new(&driver, &link, &pace, &groups);
    let tags = TagList::new(normal, groups, max_tags);
    let last_read = LastRead::of(folder.path(), "line", String::new());
    let whose = ControllerCheck::new(watch::Sender::new(Naming::default()).subscribe(), false);
    let deadband = [("Deaf".to_owned(), 4.0)].into();
    let causes = watch::Sender::default().subscribe();
    let session = Session::new(
        driver,
        link,
        Sequencer::new(pace, tags.set().is_empty(), 1, now),
        What { tags, lanes, deadband: Deadband::new(deadband), last_read, whose, causes },
        outbox.clone(),
        SessionOutputs {
            values: publish,
            requested: watch::Sender::new(Arc::default()),
            status: SessionStatusEntry::new(board.clone(), SessionView::default()),
            mirrored: None,
            recorded: None,
        },
    );
    (session, outbox, values, board, folder)
}

impl Fixture {
    async fn until(&mut self, condition: impl Fn(&SessionView) -> bool) -> SessionView {
        let board = self.status.wait_for(|it| condition(&it.sessions[0])).await.unwrap();
        board.sessions[0].clone()
    }

    /// Waits until this number of snapshots is stored.
    async fn stored(&mut self, count: u64) {
        self.outbox.status().wait_for(|it| it.next_sequence > count).await.unwrap();
    }

    /// Ends the session; returns the stored snapshots and the requests to the controller.
    async fn end(self) -> (Vec<Snapshot>, Vec<String>) {
        self.stop.cancel();
        self.task.await.unwrap();
        let oldest = self.outbox.oldest(usize::MAX, usize::MAX).await.unwrap();
        let snapshots = oldest.entries.iter().map(|it| it.packed.unpack(it.sequence).unwrap());
        let snapshots: Vec<Snapshot> = snapshots.collect();
        // Snapshots that could not be stored have sequences, too, and are reported as lost.
        let losses = self.outbox.status().borrow().losses.clone();
        let mut next = 1;
        for it in &snapshots {
            let named = |sequence| {
                losses.iter().any(|loss| (loss.gap.from..=loss.gap.to).contains(&sequence))
            };
            assert!((next..it.sequence).all(named), "{next} to {} of {losses:?}", it.sequence);
            next = it.sequence + 1;
            it.tags.values().for_each(|it| it.check().expect("it keeps the contract"));
        }
        (snapshots, self.controller.log())
    }
}

/// A snapshot in short: `*` if complete, then each tag with its value or reason.
fn short(snapshot: &Snapshot) -> String {
    let tags = snapshot.tags.iter().map(|(name, it)| match it.reason {
        Some(reason) if it.quality == Quality::Bad => format!("{name}:{}", reason.as_str()),
        Some(reason) => format!("{name}={}?{}", it.value, reason.as_str()),
        None => format!("{name}={}", it.value),
    });
    let tags: Vec<String> = tags.collect();
    format!("{}{}", if snapshot.complete { "*" } else { "" }, tags.join(" "))
}

fn shorts(snapshots: &[Snapshot]) -> Vec<String> {
    snapshots.iter().map(short).collect()
}

#[tokio::test(start_paused = true)]
async fn scans_become_snapshots_and_it_leaves_in_order() {
    let mut it = start(&Controller::default(), &["A", "Still", "Nope"], 10);
    it.stored(3).await;
    let view = it.until(|it| it.scan.round_trips == 1).await;
    assert!(matches!(view.status, SessionStatus::Live { .. }), "{view:?}");
    assert_eq!((view.tags.good, view.tags.bad), (2, 1));
    assert_eq!(view.controller.unwrap().serial, "1");
    let newest = it.values.borrow().clone().expect("there are values");
    assert_eq!(newest.tags.len(), 3, "the live view is always whole");
    let (snapshots, log) = it.end().await;
    assert_eq!(shorts(&snapshots[..3]), ["*A=1 Still=7 Nope:unknown_tag", "A=2", "A=3"]);
    assert_eq!(snapshots[0].controller.ip_address, "10.0.0.5");
    assert_eq!(log.last().map(String::as_str), Some("close"));
}

#[tokio::test(start_paused = true)]
async fn a_lost_connection_is_one_snapshot_without_values() {
    let controller = Controller::default();
    controller.reading([FakeResponse::Well, FakeResponse::Well, FakeResponse::Fail]);
    controller.set_connect_results([
        FakeResponse::Well,
        FakeResponse::Fail,
        FakeResponse::Hang,
        FakeResponse::Fail,
    ]);
    let mut it = start(&controller, &["A", "Still"], 10);
    let view = it.until(|it| matches!(it.status, SessionStatus::Waiting { .. })).await;
    let SessionStatus::Waiting { cause, remedy, .. } = view.status else { unreachable!() };
    assert!(cause.to_string().contains("closed"), "{cause}");
    assert!(
        remedy.to_string().contains("retried automatically"),
        "it was well until then: {remedy}"
    );
    it.stored(4).await;
    let (snapshots, log) = it.end().await;
    assert_eq!(
        shorts(&snapshots[..4]),
        ["*A=1 Still=7", "A=2", "*A:not_connected Still:not_connected", "*A=3 Still=7"]
    );
    assert_eq!(log.iter().filter(|it| *it == "connect").count(), 5);
}

#[tokio::test(start_paused = true)]
async fn who_is_not_let_in_says_so_and_is_not_tried_again_soon() {
    let controller = Controller::default();
    controller.set_connect_results([FakeResponse::Refuse]);
    let began = Instant::now();
    let mut it = start(&controller, &["A"], 10);
    let view = it.until(|it| matches!(it.status, SessionStatus::Waiting { .. })).await;
    let SessionStatus::Waiting { wants_login, cause, .. } = view.status else { unreachable!() };
    assert!(wants_login && cause.to_string().contains("refused to log in"), "{cause}");
    it.until(|it| matches!(it.status, SessionStatus::Live { .. })).await;
    assert!(began.elapsed() >= Duration::from_mins(10), "{:?}", began.elapsed());
    it.end().await;
}

#[tokio::test(start_paused = true)]
async fn who_meets_the_password_with_silence_again_is_not_tried_again_soon() {
    let controller = Controller::default();
    controller.set_connect_results([FakeResponse::HangUp, FakeResponse::HangUp]);
    let began = Instant::now();
    let mut it = start(&controller, &["A"], 10);
    let is_wanted =
        |it: &SessionView| matches!(it.status, SessionStatus::Waiting { wants_login: true, .. });
    let view = it.until(is_wanted).await;
    let SessionStatus::Waiting { attempt, remedy, .. } = view.status else { unreachable!() };
    assert!(
        attempt == 3 && remedy.to_string().contains("check the user and the password"),
        "{remedy}"
    );
    assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());
    it.until(|it| matches!(it.status, SessionStatus::Live { .. })).await;
    assert!(began.elapsed() >= Duration::from_mins(10), "{:?}", began.elapsed());
    it.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_controller_that_never_answers_is_told_once() {
    let controller = Controller::default();
    controller.set_connect_results(vec![FakeResponse::Fail; 5]);
    let mut it = start(&controller, &["A"], 10);
    it.stored(2).await;
    let (snapshots, _) = it.end().await;
    assert_eq!(shorts(&snapshots[..2]), ["*A:not_connected", "*A=1"]);
    assert_eq!(snapshots[0].controller.status, "unknown");
}

#[tokio::test(start_paused = true)]
async fn a_silent_controller_is_left_at_the_outer_deadline() {
    let controller = Controller::default();
    controller.reading([FakeResponse::Hang]);
    let mut it = start(&controller, &["A"], 10);
    let began = Instant::now();
    it.stored(2).await;
    assert!(began.elapsed() >= super::time_limit::SCAN_LIMIT);
    let (snapshots, _) = it.end().await;
    assert_eq!(shorts(&snapshots[..2]), ["*A:not_connected", "*A=1"]);
}

#[tokio::test(start_paused = true)]
async fn requested_names_join_the_next_scan_and_each_gets_an_answer() {
    let mut it = start(&Controller::default(), &["A"], 3);
    it.stored(1).await;
    let names = ["Nope", "A", "Still", "B", "B"].map(String::from).to_vec();
    it.commands.send(Command::Requested(names.into())).await.unwrap();
    it.until(|it| it.requested == 5).await;
    let before = it.outbox.status().borrow().next_sequence;
    it.stored(before).await;
    it.commands.send(Command::Requested(TagRequests::default())).await.unwrap();
    it.until(|it| it.requested == 0).await;
    let after = it.outbox.status().borrow().next_sequence;
    it.stored(after).await;
    let (snapshots, log) = it.end().await;
    let all = shorts(&snapshots);
    let joined = all.iter().find(|it| it.contains("Nope")).expect("it is answered");
    assert!(joined.ends_with("Nope:unknown_tag Still=7 B:over_budget"), "{joined}");
    assert!(joined.starts_with('*'));
    assert!(log.contains(&"read A Nope Still".to_owned()), "{log:?}");
    assert!(all.last().unwrap().starts_with('A') || all.last().unwrap().starts_with("*A"));
    assert!(!all.last().unwrap().contains("Nope"));
}

#[tokio::test(start_paused = true)]
async fn a_request_while_there_is_no_connection_is_answered_too() {
    let controller = Controller::default();
    controller.set_connect_results(vec![FakeResponse::Fail; 8]);
    let mut it = start(&controller, &["A"], 10);
    it.stored(1).await;
    it.commands.send(Command::Requested(vec!["B".into()].into())).await.unwrap();
    it.stored(2).await;
    let (snapshots, _) = it.end().await;
    assert_eq!(shorts(&snapshots[..2]), ["*A:not_connected", "*A:not_connected B:not_connected"]);
}

#[tokio::test(start_paused = true)]
async fn values_of_a_stopped_controller_are_uncertain() {
    let controller = Controller::default();
    controller.reading([FakeResponse::Well, FakeResponse::Standstill, FakeResponse::Well]);
    let mut it = start(&controller, &["Still"], 10);
    it.stored(3).await;
    let (snapshots, _) = it.end().await;
    assert_eq!(shorts(&snapshots[..3]), ["*Still=7", "Still=7?controller_stopped", "Still=7"]);
    assert_eq!(snapshots[1].controller.status, "program");
    assert_eq!(snapshots[1].tags["Still"].reason, Some(Reason::ControllerStopped));
}

#[tokio::test(start_paused = true)]
async fn a_paused_session_shows_no_values() {
    let mut it = start(&Controller::default(), &["A"], 10);
    it.stored(1).await;
    it.commands.send(Command::Pause).await.unwrap();
    it.until(|it| it.status == SessionStatus::Idle).await;
    let last = it.values.borrow().clone().unwrap();
    assert_eq!(last.tags["A"].reason, Some(Reason::NotConnected));
    let stored = it.outbox.status().borrow().next_sequence;
    it.commands.send(Command::Resume).await.unwrap();
    it.stored(stored).await;
    let (snapshots, log) = it.end().await;
    assert!(short(snapshots.last().unwrap()).contains("A="), "{snapshots:?}");
    assert_eq!(log.iter().filter(|it| *it == "close").count(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_pause_is_obeyed_where_scans_last_a_little_longer_than_their_interval() {
    let normal = GroupConfig { interval: Duration::from_millis(4990), ..normal(&["Sluggish"]) };
    let mut it = start_with(&Controller::default(), normal, GroupConfig::usual(), 10);
    it.stored(2).await;
    let began = Instant::now();
    it.commands.send(Command::Pause).await.unwrap();
    it.until(|it| it.status == SessionStatus::Idle).await;
    assert!(began.elapsed() < Duration::from_secs(11), "{:?}", began.elapsed());
    it.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_full_disk_is_told_and_it_goes_on_when_there_is_room() {
    let mut it = start(&Controller::default(), &["A", "Still"], 10);
    it.stored(1).await;
    it.outbox.execute("PRAGMA query_only = 1").await;
    let view = it.until(|it| it.outbox_error.is_some() && it.scan.unstored >= 2).await;
    assert!(view.outbox_error.unwrap().to_string().contains("cannot store"));
    // The first stored snapshot may exist before the test continues.
    let before = it.outbox.status().borrow().next_sequence;
    it.outbox.execute("PRAGMA query_only = 0").await;
    it.stored(before).await;
    it.until(|it| it.outbox_error.is_none()).await;
    let (snapshots, _) = it.end().await;
    let next = snapshots.iter().find(|it| it.sequence >= before).unwrap();
    assert!(next.complete && next.tags.len() == 2, "{next:?}");
}

#[tokio::test(start_paused = true)]
async fn with_nothing_to_read_it_keeps_the_connection_alive() {
    let mut it = start(&Controller::default(), &[], 10);
    it.until(|it| matches!(it.status, SessionStatus::Live { .. })).await;
    tokio::time::sleep(Duration::from_secs(25)).await;
    it.commands.send(Command::Requested(vec!["A".into()].into())).await.unwrap();
    it.stored(2).await;
    let (snapshots, log) = it.end().await;
    assert_eq!(short(&snapshots[0]), "*", "that it is there, and reads nothing");
    assert_eq!(short(&snapshots[1]), "*A=1");
    assert_eq!(log[..4], ["connect", "keep alive", "keep alive", "read A"]);
}

#[tokio::test(start_paused = true)]
async fn after_a_snapshot_that_is_given_up_the_next_has_all_tags() {
    let mut it = start(&Controller::default(), &["A", "Still"], 10);
    it.stored(2).await;
    it.commands.send(Command::RequireComplete).await.unwrap();
    it.stored(5).await;
    let (snapshots, _) = it.end().await;
    let complete: Vec<u64> =
        snapshots.iter().filter(|it| it.complete).map(|it| it.sequence).collect();
    assert!(complete.len() == 2 && complete[1] <= 4, "{complete:?}");
}

#[tokio::test(start_paused = true)]
async fn counts_and_state_are_shown_together() {
    let controller = Controller::default();
    controller.reading([FakeResponse::Well, FakeResponse::Fail]);
    let (mut session, _outbox, _values, board, _folder) = build(&controller, &["A"], 10);
    let stop = CancellationToken::new();
    let shown = || {
        let it = board.borrow().sessions[0].clone();
        (matches!(it.status, SessionStatus::Live { .. }), it.tags.good, it.tags.bad)
    };
    session.connect(1, &stop).await;
    session.show_waiting(Instant::now());
    assert!(!shown().0, "there are no values yet");
    session.scan(&stop).await;
    assert_eq!(shown(), (true, 1, 0));
    session.scan(&stop).await;
    assert_eq!(shown(), (false, 0, 1), "the loss and what it means come together");
    session.connect(2, &stop).await;
    session.show_waiting(Instant::now());
    assert_eq!(shown(), (false, 0, 1), "connected, and not read yet");
    session.scan(&stop).await;
    assert_eq!(shown(), (true, 1, 0));
}

#[tokio::test(start_paused = true)]
async fn configured_tags_without_a_value_are_named_and_requested_ones_are_not() {
    let (mut session, _outbox, _values, board, _folder) =
        build(&Controller::default(), &["A", "Nope1", "Nope2", "Nope3", "Nope4"], 10);
    let stop = CancellationToken::new();
    let attention = || board.borrow().sessions[0].attention.clone();
    session.connect(1, &stop).await;
    assert_eq!(attention(), [], "nothing was read yet");
    session.scan(&stop).await;
    let told = attention()[0].to_string();
    assert!(told.starts_with("4 of 5 tags cannot be read: Nope1, Nope2, Nope3, …;"), "{told}");
    assert_eq!(session.unreadable_logged, 4);
    session.tags = TagList::new(normal(&["A"]), Vec::new(), 10);
    session.obey(Command::Requested(vec!["Nope".to_owned()].into())).await;
    session.scan(&stop).await;
    assert_eq!(board.borrow().sessions[0].tags.bad, 1);
    assert_eq!(attention(), [], "a consumer may request any name");
}

#[tokio::test(start_paused = true)]
async fn a_snapshot_that_can_never_be_delivered_is_told() {
    let names: Vec<String> = (0..9_500).map(|it| format!("{it:06500}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (mut session, _outbox, _values, board, _folder) =
        build(&Controller::default(), &names, names.len());
    let stop = CancellationToken::new();
    session.connect(1, &stop).await;
    session.scan(&stop).await;
    let oversize = board.borrow().sessions[0].oversize.expect("it is told");
    assert!(oversize.bytes > oversize.most && oversize.to_string().contains("fewer tags"));
    session.obey(Command::Requested(TagRequests::default())).await;
    session.tags = TagList::new(normal(&["A"]), Vec::new(), 10);
    session.recorder.require_complete();
    session.scan(&stop).await;
    assert_eq!(board.borrow().sessions[0].oversize, None);
}
