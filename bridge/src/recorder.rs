//! Records what a session reads, in a thread for which the session never waits. Scans that the
//! thread cannot accept are dropped, and the recording has a gap for them.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use tagbridge_api::Timestamp;
use tagbridge_recording::{
    Incident, NewScan, ProjectFile, RecordedSession, RecordingError, RecordingLimits,
    RecordingWriter, Trigger,
};
use tagbridge_texts::{Coded, Message};

use crate::{
    log_message::{LogMessage, event},
    snapshot::{LiveView, ViewValidity},
};

/// The suffix of the names of recordings' folders.
const EXTENSION: &str = ".recording";
/// Maximum number of scans that wait for the disk.
const QUEUE: usize = 256;

/// The recording of a session in a bridge's data folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordingFolder {
    /// Its session.
    pub session: String,
    /// Its path.
    pub path: PathBuf,
}

impl RecordingFolder {
    /// The recording of a session. It may not exist.
    pub fn of(data: &Path, session: &str) -> Self {
        let path = data.join(format!("{session}{EXTENSION}"));
        Self { session: session.to_owned(), path }
    }

    /// All recordings in a data folder, by session name.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn all(data: &Path) -> io::Result<Vec<Self>> {
        let mut sessions = Vec::new();
        for entry in fs::read_dir(data)? {
            let name = entry?.file_name();
            sessions
                .extend(name.to_str().and_then(|it| it.strip_suffix(EXTENSION)).map(str::to_owned));
        }
        sessions.sort();
        Ok(sessions.iter().map(|it| Self::of(data, it)).collect())
    }
}

/// Reads the project's file that the session uses; `None`: there is no such file.
pub(crate) type ReadProject = Box<dyn Fn() -> Option<ProjectFile> + Send>;
/// Reports why recording fails, or that it works again.
pub(crate) type Report = Box<dyn Fn(Option<Message>) + Send>;

/// Passes scans to the recorder of a session. Dropping the feed ends the recorder, as a crash of
/// the program would.
#[derive(Debug)]
pub(crate) struct RecorderFeed {
    queue: mpsc::SyncSender<Arc<LiveView>>,
    has_dropped: Arc<AtomicBool>,
}

impl RecorderFeed {
    /// Records a scan. Never waits.
    pub(crate) fn offer(&self, view: &Arc<LiveView>) {
        if self.queue.try_send(Arc::clone(view)).is_err() {
            self.has_dropped.store(true, Ordering::Relaxed);
        }
    }
}

/// The recorder of a session.
#[derive(Debug)]
pub(crate) struct SessionRecorder {
    ended: Arc<AtomicBool>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl SessionRecorder {
    /// Starts a recorder; `None`: its folder or thread cannot be created, which is reported.
    pub(crate) fn start(
        folder: &Path,
        of: RecordedSession,
        (limits, triggers): (RecordingLimits, Vec<Trigger>),
        project: ReadProject,
        report: Report,
    ) -> Option<(Self, RecorderFeed)> {
        let writer = match RecordingWriter::open(folder, of, limits, triggers) {
            Ok(writer) => writer,
            Err(error) => {
                report(Some(error.message()));
                return None;
            }
        };
        let (queue, inbox) = mpsc::sync_channel(QUEUE);
        let (ended, has_dropped) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let recorder = Recorder {
            writer,
            report,
            project,
            ended: Arc::clone(&ended),
            has_dropped: Arc::clone(&has_dropped),
        };
        let span = tracing::Span::current();
        let thread = thread::Builder::new()
            .name("recorder".into())
            .spawn(move || span.in_scope(|| recorder.serve(&inbox)))
            .ok()?;
        let it = Self { ended, thread: Mutex::new(Some(thread)) };
        Some((it, RecorderFeed { queue, has_dropped }))
    }

    /// Waits until everything is written, after an orderly end of the session that dropped the feed.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Release);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread
            && thread.join().is_err()
        {
            event!(error, LogMessage::RecorderBroken);
        }
    }
}

struct Recorder {
    writer: RecordingWriter,
    report: Report,
    project: ReadProject,
    ended: Arc<AtomicBool>,
    has_dropped: Arc<AtomicBool>,
}

impl Recorder {
    fn serve(mut self, inbox: &mpsc::Receiver<Arc<LiveView>>) {
        let mut is_failing = false;
        while let Ok(view) = inbox.recv() {
            if self.has_dropped.swap(false, Ordering::Relaxed) {
                self.writer.dropped();
            }
            let outcome = self.add(&view);
            match &outcome {
                Ok(incidents) => {
                    for it in incidents {
                        event!(info, LogMessage::IncidentKept, number = it.number, name = it.name);
                    }
                }
                Err(error) if !is_failing => {
                    event!(error, LogMessage::RecordingNotWritten, error = ?error.message());
                }
                Err(_) => {}
            }
            if is_failing != outcome.is_err() {
                is_failing = outcome.is_err();
                (self.report)(outcome.as_ref().err().map(Coded::message));
            }
        }
        // The end of the session is reported shortly after its feed is dropped.
        let was_ended = (0..100).any(|_| {
            let is_it = self.ended.load(Ordering::Acquire);
            if !is_it {
                thread::sleep(Duration::from_millis(10));
            }
            is_it
        });
        let ended = if was_ended {
            self.writer.end(Timestamp::now(), &self.project)
        } else {
            self.writer.flush()
        };
        if let Err(error) = ended {
            event!(error, LogMessage::RecordingNotWritten, error = ?error.message());
        }
    }

    fn add(&mut self, view: &LiveView) -> Result<Vec<Incident>, RecordingError> {
        let every = match view.holds {
            ViewValidity::Then { every, .. } => every,
            ViewValidity::UntilNext => Duration::ZERO,
        };
        let scan = NewScan {
            at: view.timestamp,
            duration_ms: view.duration_ms,
            controller: &view.controller,
            every,
            tags: &view.tags,
        };
        self.writer.add(&scan, &self.project)
    }
}
