//! An uploader before a service that fails on request.

use super::*;

/// Maximum time that a test waits for an event.
pub(super) const PATIENCE: Duration = Duration::from_mins(2);

pub(super) struct Fixture {
    pub(super) service: Service,
    pub(super) outbox: Outbox,
    pub(super) values: watch::Sender<Option<Arc<LiveView>>>,
    commands: mpsc::Receiver<Command>,
    status: watch::Receiver<BridgeStatus>,
    stop: CancellationToken,
    task: JoinHandle<()>,
    pub(super) folder: TempDir,
    pub(super) known_run: Arc<OnceLock<Uuid>>,
}

/// The snapshots that are appended before the uploader starts, and the responses of the service.
pub(super) async fn start(
    drafts: Vec<SnapshotDraft>,
    replies: Vec<Reply>,
    always: Option<Reply>,
) -> Fixture {
    let service = Service::start().await;
    service.replies(replies);
    service.always(always);
    start_with(service, tempfile::tempdir().unwrap(), test_key(), drafts).await
}

/// Starts without snapshots; the uploader already pushes.
pub(super) async fn streaming() -> Fixture {
    let mut it = start(vec![], vec![], None).await;
    it.streams().await;
    it
}

pub(super) fn test_key() -> KeySource {
    KeySource::Given(Key::new("tb_test").unwrap())
}

/// Starts with the outbox in a folder, which may already exist.
pub(super) async fn start_with(
    service: Service,
    folder: TempDir,
    key: KeySource,
    drafts: Vec<SnapshotDraft>,
) -> Fixture {
    // If there is no response, a test does not wait long; a response has enough time.
    let timeout = if service.will_hang() { Duration::from_secs(1) } else { PATIENCE };
    start_paced(service, folder, key, drafts, (timeout, Duration::from_millis(50))).await
}

/// Starts with the first duration as the time-out of requests and the second as the push interval.
pub(super) async fn start_paced(
    service: Service,
    folder: TempDir,
    key: KeySource,
    drafts: Vec<SnapshotDraft>,
    (timeout, interval): (Duration, Duration),
) -> Fixture {
    let limits = Limits { max_bytes: 1 << 30, max_age: Duration::from_hours(1) };
    let outbox = Outbox::open(&folder.path().join("outbox"), "p", limits).expect("it opens");
    let (publish, values) = watch::channel(None);
    for draft in drafts {
        append(&outbox, &publish, draft).await;
    }
    let key_now = key.read().expect("a key");
    let client = Client::with_timeout(&service.url, &key_now, None, timeout).expect("a client");
    let board =
        watch::Sender::new(BridgeStatus { device_id: "d".into(), ..BridgeStatus::default() });
    let (session, commands) = mpsc::channel(16);
    let waits = Waits {
        refused: Duration::from_millis(90),
        passing: Duration::from_millis(30),
        unmeasured: timeout,
    };
    let known_run = Arc::default();
    let uploader = Uploader {
        client,
        key,
        project: "p".into(),
        places: UplinkFiles { device: None, runs: folder.path().join("runs") },
        take_over: true,
        known_run: Arc::clone(&known_run),
        interval,
        waits,
        seed: 1,
        outbox: outbox.clone(),
        values,
        session,
        status: SessionStatusEntry::new(board.clone(), SessionView::default()),
    };
    let stop = CancellationToken::new();
    let task = tokio::spawn(uploader.run(stop.clone()));
    let (values, status) = (publish, board.subscribe());
    Fixture { service, outbox, values, commands, status, stop, task, folder, known_run }
}

/// Appends a snapshot, and publishes it as the newest.
pub(super) async fn append(
    outbox: &Outbox,
    values: &watch::Sender<Option<Arc<LiveView>>>,
    draft: SnapshotDraft,
) {
    let seen = Arc::clone(&draft.view);
    let place = Some(outbox.append(draft).await.expect("it appends").place);
    values.send_replace(Some(Arc::new(LiveView { place, ..(*seen).clone() })));
}

/// A snapshot of one tag with a text of this length.
pub(super) fn draft(value: u64, length: usize) -> SnapshotDraft {
    draft_of(vec![format!("{value} {}", "x".repeat(length))])
}

/// A snapshot of a tag for each of these texts.
pub(super) fn draft_of(texts: Vec<String>) -> SnapshotDraft {
    let timestamp = Timestamp::from_millis(0).unwrap();
    let changed = Some((0..texts.len()).collect());
    let tag = |(at, text): (usize, String)| {
        let value = TagValue {
            value: text.into(),
            type_name: "STRING".into(),
            quality: Quality::Good,
            reason: None,
            timestamp,
        };
        (format!("T{at}"), value)
    };
    let view = LiveView {
        place: None,
        timestamp,
        duration_ms: 0.5,
        controller: Controller::default(),
        tags: texts.into_iter().enumerate().map(tag).collect(),
        holds: ViewValidity::default(),
    };
    SnapshotDraft { view: Arc::new(view), changed }
}

pub(super) fn drafts(count: u64) -> Vec<SnapshotDraft> {
    (1..=count).map(|it| draft(it, 4)).collect()
}

/// A received push with snapshots.
#[derive(Debug)]
pub(super) struct Pushed {
    pub(super) status: u16,
    pub(super) sequences: Vec<u64>,
    pub(super) key: String,
}

/// Returns the pushes with snapshots. The first push only asks whether the service has more of the
/// stream.
pub(super) fn pushes(service: &Service) -> Vec<Pushed> {
    let requests = service.requests().into_iter().filter(|it| !it.push.snapshots.is_empty());
    let pushes = requests.map(|it| Pushed {
        status: it.status,
        sequences: it.push.snapshots.iter().map(|it| it.sequence).collect(),
        key: it.idempotency_key,
    });
    pushes.collect()
}

/// The sequences that the service has.
pub(super) fn stored(service: &Service) -> Vec<u64> {
    service.stored().keys().copied().collect()
}

impl Fixture {
    pub(super) async fn append(&self, draft: SnapshotDraft) {
        append(&self.outbox, &self.values, draft).await;
    }

    pub(super) async fn drained(&self) {
        self.outbox_until(|it| it.depth == 0).await;
    }

    pub(super) async fn outbox_until(&self, condition: impl Fn(&OutboxStatus) -> bool) {
        let mut status = self.outbox.status();
        timeout(PATIENCE, status.wait_for(condition)).await.expect("it comes to that").unwrap();
    }

    pub(super) async fn until(&mut self, condition: impl Fn(&ServiceState) -> bool) {
        let board = self.status.wait_for(|it| condition(&it.sessions[0].service.state));
        timeout(PATIENCE, board).await.expect("it comes to that").unwrap();
    }

    /// Waits until the service accepts pushes.
    pub(super) async fn streams(&mut self) {
        self.until(|it| *it == ServiceState::Ok).await;
    }

    /// Waits until pushes fail with this trouble, or any; returns its cause and its remedy.
    pub(super) async fn waits(&mut self, wanted: Option<ServiceTrouble>) -> (Message, Message) {
        let found = std::cell::RefCell::default();
        self.until(|it| match it {
            ServiceState::Waiting { trouble, cause, remedy, .. }
                if wanted.is_none_or(|it| it == *trouble) =>
            {
                *found.borrow_mut() = Some((cause.clone(), remedy.clone()));
                true
            }
            _ => false,
        })
        .await;
        found.into_inner().expect("it waits")
    }

    /// Waits until this number of polls has ended.
    pub(super) async fn polled(&mut self, times: usize) {
        const MOST_SHOWN: usize = 3;
        for _ in 0..times * MOST_SHOWN {
            timeout(PATIENCE, self.status.changed()).await.expect("it polls").unwrap();
        }
    }

    /// Waits until the session receives this command.
    pub(super) async fn told<T>(&mut self, wanted: impl Fn(Command) -> Option<T>) -> T {
        let told = async {
            loop {
                if let Some(it) = wanted(self.commands.recv().await.expect("it runs")) {
                    return it;
                }
            }
        };
        timeout(PATIENCE, told).await.expect("the session is told")
    }

    /// Waits until the session receives the command to send all tags.
    pub(super) async fn told_to_be_complete(&mut self) {
        self.told(|it| matches!(it, Command::RequireComplete).then_some(())).await;
    }

    /// Waits until all snapshots are delivered without a loss, and ends.
    pub(super) async fn delivered(self) -> Service {
        self.drained().await;
        assert_eq!(self.outbox.status().borrow().lost, 0);
        self.end().await
    }

    pub(super) async fn end(self) -> Service {
        self.end_keeping().await.0
    }

    /// Ends without deleting the outbox's folder.
    pub(super) async fn end_keeping(self) -> (Service, TempDir) {
        self.stop.cancel();
        timeout(PATIENCE, self.task).await.expect("it ends").unwrap();
        self.outbox.close().await;
        (self.service, self.folder)
    }
}
