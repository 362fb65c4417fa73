//! A running session: its tasks, and how they end.

use std::{path::Path, sync::Arc, time::Duration};

use tagbridge_driver::Traffic;
use tagbridge_naming::{Named, Naming};
use tagbridge_recording::{RecordedSession, RecordingLimits};
use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
    time::timeout,
};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::{
    config::SessionConfig,
    log_message::{LogMessage, event},
    outbox::Outbox,
    recorder::{RecorderFeed, RecordingFolder, SessionRecorder},
    session::Command,
    snapshot::LiveView,
    source::project_file,
    status::SessionStatusEntry,
};

/// How long the end of a task may take before the task is aborted.
const END: Duration = Duration::from_secs(8);

pub(super) struct Running {
    pub(super) name: String,
    pub(super) values: watch::Receiver<Option<Arc<LiveView>>>,
    pub(super) requested: watch::Receiver<Arc<[String]>>,
    pub(super) naming: watch::Receiver<Naming>,
    pub(super) named: Arc<Named>,
    pub(super) traffic: Option<Arc<Traffic>>,
    pub(super) commands: mpsc::Sender<Command>,
    pub(super) line: SessionStatusEntry,
    pub(super) outbox: Outbox,
    pub(super) read: Task,
    pub(super) deliver: Task,
    pub(super) recorder: Option<SessionRecorder>,
    /// Keeps the project's names up to date; dropping the session aborts it.
    pub(super) keep: Task,
}

pub(super) struct Task {
    pub(super) stop: CancellationToken,
    pub(super) handle: JoinHandle<()>,
}

impl Running {
    pub(super) async fn end(self) {
        drop(self.keep);
        self.read.end().await;
        if let Some(recorder) = self.recorder {
            // The recorder writes its remaining data.
            let _ended = tokio::task::spawn_blocking(move || recorder.end()).await;
        }
        self.deliver.end().await;
        self.outbox.close().await;
    }
}

impl Task {
    pub(super) fn start(
        span: tracing::Span,
        future: impl Future<Output = ()> + Send + 'static,
        stop: CancellationToken,
    ) -> Self {
        Self { stop, handle: tokio::spawn(future.instrument(span)) }
    }

    async fn end(mut self) {
        self.stop.cancel();
        if timeout(END, &mut self.handle).await.is_err() {
            event!(warn, LogMessage::SessionCutOff);
        }
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.handle.abort();
    }
}

/// Starts the recorder of a session.
pub(super) fn recorder(
    data: &Path,
    config: &SessionConfig,
    limits: RecordingLimits,
    status: SessionStatusEntry,
) -> Option<(SessionRecorder, RecorderFeed)> {
    let folder = RecordingFolder::of(data, &config.name).path;
    let of = RecordedSession { session: config.name.clone(), project: config.project.clone() };
    let (data, read) = (data.to_owned(), config.clone());
    SessionRecorder::start(
        &folder,
        of,
        (limits, config.triggers.clone()),
        Box::new(move || project_file(&data, &read)),
        Box::new(move |error| status.update(|it| it.recording_error = error)),
    )
}
