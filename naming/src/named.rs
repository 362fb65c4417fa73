//! A controller read by the names of its project.
//!
//! [`Named`] implements the driver contract in front of another driver: it translates the project's
//! names to addresses, and combines the answers with the project's types. Names that cannot be
//! translated get a reason. A name that is not in the project is passed to the controller
//! unchanged.
//!
//! A value whose type in the controller differs from the project's is never returned.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use async_trait::async_trait;
use tagbridge_driver::{
    AnswerCount, Connection, Declarations, Driver, Explanation, Identity, LinkError, LinkStep,
    Listing, ProgramMark, Reading, Reason, RunMode, Scan, TagSet, Traffic,
};
use tagbridge_texts::{Coded, Message};
use tokio::sync::watch;

use crate::{
    Names, Naming, Trial, declared,
    program::{LayoutProblem, MarkSchedule, Program},
    translation::Translation,
    trial::{NotDownloaded, Trials, VersionTrial, added},
};

/// How long a connection attempt waits for a project that is being downloaded.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// Whether the read values match the project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProjectDifferences {
    /// The differences, in the order of the tags.
    pub differences: Vec<Message>,
}

/// A driver that is used with the names of a project.
pub struct Named {
    inner: Arc<dyn Driver>,
    naming: watch::Receiver<Naming>,
    fit: watch::Sender<ProjectDifferences>,
    program: Arc<Program>,
    trials: Trials,
}

impl Named {
    /// Uses the naming as soon as it is known.
    pub fn new(inner: Arc<dyn Driver>, naming: watch::Receiver<Naming>) -> Self {
        let (fit, program, trials) = Default::default();
        Self { inner, naming, fit, program, trials }
    }

    /// The same for further connections, which read only a part of the tags.
    #[must_use]
    pub fn beside(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            naming: self.naming.clone(),
            fit: watch::Sender::default(),
            program: Arc::clone(&self.program),
            trials: Trials::default(),
        }
    }

    /// Uses the names of a project.
    pub fn by(inner: Arc<dyn Driver>, names: Names) -> Self {
        Self::new(inner, watch::Sender::new(Naming::Project(Arc::new(names))).subscribe())
    }

    /// Whether the values that were read last match the project.
    pub fn fit(&self) -> watch::Receiver<ProjectDifferences> {
        self.fit.subscribe()
    }

    /// Sets another version of the project to compare with the controller; `None` ends the
    /// comparison. That version's names are not used.
    pub fn compare_with(&self, names: Option<Arc<Names>>) {
        self.trials.candidate.send_replace(names);
    }

    /// The result of the latest comparison.
    pub fn trial(&self) -> watch::Receiver<Option<Trial>> {
        self.trials.result.subscribe()
    }

    /// Accepts the controller's current program, whichever program it had at first.
    pub fn accept_program(&self) {
        self.program.accept();
    }
}

#[async_trait]
impl Driver for Named {
    async fn connect(&self) -> Result<Box<dyn Connection>, LinkError> {
        let mut naming = self.naming.clone();
        let settled = naming.wait_for(|it| !matches!(it, Naming::Pending));
        // Without an answer the controller's own names are used until the project is known.
        drop(tokio::time::timeout(PATIENCE, settled).await);
        Ok(Box::new(NamedConnection {
            inner: self.inner.connect().await?,
            naming: self.naming.clone(),
            fit: self.fit.clone(),
            translation: None,
            declared: None,
            program: Arc::clone(&self.program),
            rhythm: MarkSchedule::default(),
            tried: VersionTrial::new(self.trials.clone()),
        }))
    }

    fn traffic(&self) -> Option<Arc<Traffic>> {
        self.inner.traffic()
    }
}

struct NamedConnection {
    inner: Box<dyn Connection>,
    naming: watch::Receiver<Naming>,
    fit: watch::Sender<ProjectDifferences>,
    /// The names of the tag set that was read last.
    translation: Option<Translation>,
    /// The names that were passed to the driver.
    declared: Option<Arc<Names>>,
    program: Arc<Program>,
    rhythm: MarkSchedule,
    tried: VersionTrial,
}

impl NamedConnection {
    /// `None`: without a project, the names are the controller's.
    async fn translate(&mut self, tags: &TagSet) -> Option<&Translation> {
        let names = self.naming.borrow().names().cloned();
        self.declare(names.as_ref());
        let Some(names) = names else {
            self.translation = None;
            return None;
        };
        let translation = match self.translation.take() {
            Some(it) if it.is_of(tags, &names) => it,
            _ => translated(tags, names).await,
        };
        Some(self.translation.insert(translation))
    }

    /// Passes the project's declarations to the driver, once.
    fn declare(&mut self, names: Option<&Arc<Names>>) {
        let is_told = match (names, &self.declared) {
            (Some(names), Some(told)) => Arc::ptr_eq(names, told),
            (None, None) => true,
            _ => false,
        };
        if !is_told {
            self.declared = names.cloned();
            let project = names.map(|it| declared::Project::new(Arc::clone(it)));
            self.inner.declare(project.map(|it| Arc::new(it) as Arc<dyn Declarations>));
        }
    }

    /// Compares another version of the project with the controller, if there is one. Returns the
    /// number of requests.
    async fn try_candidate(&mut self, tags: &TagSet) -> Result<u32, LinkError> {
        let (fit, doubt) = (self.fit.borrow().clone(), self.program.doubt());
        let Some(names) = self.tried.due(&fit, doubt, Instant::now()) else { return Ok(0) };
        let own = self.naming.borrow().names().cloned();
        let added = blocking({
            let (names, own) = (Arc::clone(&names), own.clone());
            move || added(&names, own.as_deref())
        });
        let mut tags = tags.names().to_vec();
        let added_from = tags.len();
        tags.extend(added.await);
        let translation = translated(&TagSet::new(&tags), Arc::clone(&names)).await;
        self.declare(Some(&names));
        let read = if translation.asked.is_empty() {
            Ok(None)
        } else {
            self.inner.read(&translation.asked).await.map(Some)
        };
        self.declare(own.as_ref());
        let scan = read?;
        let requests = scan.as_ref().map_or(0, |it| it.round_trips.saturating_add(it.learning));
        let whole = scan.filter(|it| it.answers.len() == translation.asked.len());
        let answered = whole.map(|it| translation.answer(it, None));
        let (answers, then) = answered.map(|(it, then)| (it.answers, then)).unwrap_or_default();
        let mut of_added = tags.iter().zip(&answers).skip(added_from);
        let lacks = of_added.find_map(|(tag, it)| match &it.reading {
            Reading::Bad(cause) if cause.reason == Reason::UnknownTag => {
                Some(NotDownloaded::Lacks { tag: tag.clone() })
            }
            _ => None,
        });
        let other = names.other_controller(self.inner.identity()).map(|it| it.message());
        // Equal lengths of blocks do not show which of two programs the controller has.
        let is_loaded = !translation.is_laid_out() || doubt == Some(LayoutProblem::Changed);
        let unknown = || (!is_loaded).then_some(NotDownloaded::Unknown);
        let first = other.or_else(|| lacks.or_else(unknown).map(|it| it.message()));
        let is_shown = doubt == Some(LayoutProblem::Changed) || tags.len() > added_from;
        self.tried.tell(names, (&fit, &then), first, is_shown);
        Ok(requests)
    }

    /// Requests the identity of the controller's program. Returns the number of requests.
    async fn look(&mut self) -> Result<u32, LinkError> {
        let mark = self.inner.program_mark().await?;
        self.program.tell(mark);
        Ok(u32::from(mark.is_some()))
    }
}

#[async_trait]
impl Connection for NamedConnection {
    fn identity(&self) -> &Identity {
        self.inner.identity()
    }

    fn connections(&self) -> u8 {
        self.inner.connections()
    }

    async fn read(&mut self, tags: &TagSet) -> Result<Scan, LinkError> {
        let Some(translation) = self.translate(tags).await else {
            return self.inner.read(tags).await;
        };
        let asked = translation.asked.clone();
        let is_laid_out = translation.is_laid_out();
        let mut learning = 0;
        if is_laid_out && !self.program.is_told() {
            learning += self.look().await?;
        }
        // Values that are read while another program is loaded belong to that program, even if the
        // first program is loaded again before the next check.
        let doubt = self.program.doubt();
        let mut scan = self.inner.read(&asked).await?;
        if scan.answers.len() != asked.len() {
            let why = AnswerCount { answers: scan.answers.len(), tags: asked.len() }.message();
            return Err(LinkError::Protocol { doing: LinkStep::Read, why });
        }
        if is_laid_out && self.rhythm.is_due(Instant::now()) {
            learning += self.look().await?;
        }
        scan.learning += learning;
        let Some(translation) = &self.translation else { return Ok(scan) };
        let (mut scan, fit) = translation.answer(scan, self.program.doubt().or(doubt));
        self.fit.send_if_modified(|it| {
            let is_news = *it != fit;
            *it = fit;
            is_news
        });
        scan.learning += self.try_candidate(tags).await?;
        Ok(scan)
    }

    async fn explain(&mut self, tags: &TagSet) -> Result<Explanation, LinkError> {
        let Some(translation) = self.translate(tags).await else {
            return self.inner.explain(tags).await;
        };
        let not_asked = translation.not_asked(tags);
        let asked = translation.asked.clone();
        let mut explanation = self.inner.explain(&asked).await?;
        explanation.not_asked.extend(not_asked);
        Ok(explanation)
    }

    async fn browse(&mut self, sink: &mut (dyn FnMut(Listing) + Send)) -> Result<(), LinkError> {
        self.inner.browse(sink).await
    }

    async fn program_mark(&mut self) -> Result<Option<ProgramMark>, LinkError> {
        self.inner.program_mark().await
    }

    async fn keep_alive(&mut self) -> Result<RunMode, LinkError> {
        let mode = self.inner.keep_alive().await?;
        self.try_candidate(&TagSet::new([""; 0])).await?;
        Ok(mode)
    }

    async fn close(self: Box<Self>) {
        self.inner.close().await;
    }
}

async fn translated(tags: &TagSet, names: Arc<Names>) -> Translation {
    let tags = tags.clone();
    blocking(move || Translation::new(&tags, names)).await
}

/// Runs on its own thread: thousands of names take some time.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(broken) => std::panic::resume_unwind(broken.into_panic()),
    }
}
