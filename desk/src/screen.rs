//! One screen: its window into the table, its trend, and its pushed messages.

mod address;
mod answers;
mod ask;
mod cause;
mod code;
mod frames;
mod inspect;
mod pages;
mod past;
mod push_schedule;
mod pushes;
mod rows;
mod work;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
};

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use self::{past::DisplayedMoment, push_schedule::PushSchedule};
use crate::{
    desk::Desk,
    lock::lock,
    table::{TagMetadata, Window},
    trend::ReadPosition,
    view::{AskHeard, LongWork, PreflightProgress, WorkProgress},
};

/// One screen. Commands may run concurrently; one task receives the pushes.
pub struct Screen {
    pub(crate) desk: Desk,
    state: Mutex<State>,
    /// Notifies of a change of this screen's data.
    changed: Notify,
    pace: tokio::sync::Mutex<PushSchedule>,
    numbers: AtomicU32,
}

#[derive(Default)]
struct State {
    table: Option<Table>,
    trend: Option<OpenedTrend>,
    progress: VecDeque<PreflightProgress>,
    preflight: Option<CancellationToken>,
    heard: VecDeque<AskHeard>,
    asking: Option<CancellationToken>,
    /// Long work that is under way.
    working: BTreeMap<LongWork, CancellationToken>,
    /// How far it is, where the screen does not know that yet.
    worked: BTreeMap<LongWork, WorkProgress>,
    /// The moment of the past that is shown.
    past: Option<DisplayedMoment>,
}

/// The open window, and its frames that the screen has drawn.
struct Table {
    window: Window,
    metadata: TagMetadata,
    /// The sources of the metadata.
    requested: Arc<[String]>,
    frame: u32,
    unacknowledged: bool,
}

/// The open trend, and the points that the screen has received.
struct OpenedTrend {
    number: u32,
    session: String,
    tags: Vec<(String, ReadPosition)>,
    until: f64,
    /// The known data of the session when it was opened.
    known: [bool; 3],
    /// Whether the screen was asked to open it again.
    is_over: bool,
}

impl Desk {
    /// Creates a screen: a window, or a browser's page.
    pub fn screen(&self) -> Screen {
        if !self.0.service.is_known.swap(true, Ordering::Relaxed) {
            tokio::spawn(self.clone().get_to_know());
            self.look_after();
        }
        Screen::new(self.clone())
    }
}

impl Screen {
    fn new(desk: Desk) -> Self {
        let pace = tokio::sync::Mutex::new(PushSchedule::new(&desk));
        Self {
            desk,
            state: Mutex::default(),
            changed: Notify::new(),
            pace,
            numbers: AtomicU32::new(0),
        }
    }

    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let outcome = change(&mut lock(&self.state));
        self.changed.notify_one();
        outcome
    }

    /// The number of a window or a trend: higher than all earlier ones.
    fn next_number(&self) -> u32 {
        self.numbers.fetch_add(1, Ordering::Relaxed) + 1
    }
}
