//! A controller read by the names of its project.
//!
//! [`Named`] stands before a driver and speaks the same contract: what is asked for by the
//! project's names is asked of the driver by addresses, what comes back is put together by the
//! project's types, and what the project cannot tell is answered with its reason. A name that the
//! project does not have is asked of the controller as it stands.
//!
//! A value whose type in the controller is not the project's is never handed on.

mod assembly;
mod declared;
mod ends;
mod program;
mod translation;
mod types;

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use async_trait::async_trait;
use tagbridge_driver::{
    Connection, Declarations, Driver, Explanation, Identity, LinkError, Listing, ProgramMark,
    RunMode, Scan, TagSet, Traffic,
};
use tagbridge_project::{Symbols, Target, Vendor};
use tokio::sync::watch;

pub(crate) use self::{
    ends::{Compared, compare_ends, ends_of, sized},
    types::differing_type,
};
use self::{
    program::{Program, Rhythm},
    translation::Translation,
};

/// How long connecting waits for a project that is being fetched.
const PATIENCE: Duration = Duration::from_secs(5);

/// A project, and over which protocol its tags are read.
#[derive(Debug, Clone)]
pub struct Names {
    /// The project's tags.
    pub symbols: Arc<Symbols>,
    /// How they are asked for.
    pub target: Target,
}

/// What a project's file does not tell, and a person does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Supplement {
    /// Numbers of S7 data blocks by name.
    pub block_numbers: BTreeMap<String, u16>,
    /// What stands before the application in a CODESYS runtime's node ids. `None`: it is learned
    /// from the server.
    pub prefix: Option<String>,
}

/// A project whose platform does not speak an endpoint's protocol.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the project is for {vendor}, which is not read over {scheme}://")]
pub struct OtherPlatform {
    vendor: Vendor,
    scheme: String,
}

impl Names {
    /// The names of a project over the protocol of an endpoint.
    pub fn new(
        symbols: Arc<Symbols>,
        scheme: &str,
        supplement: Supplement,
    ) -> Result<Self, OtherPlatform> {
        let vendor = symbols.project().vendor;
        let target = match (vendor, scheme) {
            (Vendor::AllenBradley, "logix") => Target::Logix,
            (Vendor::Siemens, "s7") => Target::S7 { numbers: supplement.block_numbers },
            (Vendor::Siemens | Vendor::Codesys, "opc.tcp") => {
                Target::OpcUa { prefix: supplement.prefix }
            }
            _ => return Err(OtherPlatform { vendor, scheme: scheme.to_owned() }),
        };
        Ok(Self { symbols, target })
    }
}

/// By whose names a controller is read.
#[derive(Debug, Clone, Default)]
pub enum Naming {
    /// That is being found out; connecting waits for it, for a while.
    #[default]
    Pending,
    /// The controller's own.
    Controllers,
    /// A project's.
    Project(Arc<Names>),
}

impl Naming {
    /// The project's names, once they are there.
    pub fn names(&self) -> Option<&Arc<Names>> {
        match self {
            Self::Project(names) => Some(names),
            Self::Pending | Self::Controllers => None,
        }
    }
}

/// How what was read fits the project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fit {
    /// What differs, one plain fragment each, in the order of the tags.
    pub(crate) differences: Vec<String>,
}

/// A driver that is asked by the names of a project.
pub(crate) struct Named {
    inner: Arc<dyn Driver>,
    naming: watch::Receiver<Naming>,
    fit: watch::Sender<Fit>,
    program: Arc<Program>,
}

impl Named {
    /// Follows the naming as it becomes known.
    pub(crate) fn new(inner: Arc<dyn Driver>, naming: watch::Receiver<Naming>) -> Self {
        Self { inner, naming, fit: watch::Sender::default(), program: Arc::default() }
    }

    /// By the names of a project.
    pub(crate) fn by(inner: Arc<dyn Driver>, names: Names) -> Self {
        Self::new(inner, watch::Sender::new(Naming::Project(Arc::new(names))).subscribe())
    }

    /// How what was read last fits the project.
    pub(crate) fn fit(&self) -> watch::Receiver<Fit> {
        self.fit.subscribe()
    }

    /// The program that the controller has now is welcome, whichever it had when it was first read.
    pub(crate) fn accept_program(&self) {
        self.program.accept();
    }
}

#[async_trait]
impl Driver for Named {
    async fn connect(&self) -> Result<Box<dyn Connection>, LinkError> {
        let mut naming = self.naming.clone();
        let settled = naming.wait_for(|it| !matches!(it, Naming::Pending));
        // Without an answer it goes by the controller's own names until there is one.
        drop(tokio::time::timeout(PATIENCE, settled).await);
        Ok(Box::new(NamedConnection {
            inner: self.inner.connect().await?,
            naming: self.naming.clone(),
            fit: self.fit.clone(),
            translation: None,
            declared: None,
            program: Arc::clone(&self.program),
            rhythm: Rhythm::default(),
        }))
    }

    fn traffic(&self) -> Option<Arc<Traffic>> {
        self.inner.traffic()
    }
}

struct NamedConnection {
    inner: Box<dyn Connection>,
    naming: watch::Receiver<Naming>,
    fit: watch::Sender<Fit>,
    /// Of the set that was read last.
    translation: Option<Translation>,
    /// The names that the driver was told of.
    declared: Option<Arc<Names>>,
    program: Arc<Program>,
    rhythm: Rhythm,
}

impl NamedConnection {
    /// `None`: there is no project, and names are the controller's.
    async fn translate(&mut self, tags: &TagSet) -> Option<&Translation> {
        let names = self.naming.borrow().names().cloned();
        self.declare(names.as_ref());
        let Some(names) = names else {
            self.translation = None;
            return None;
        };
        let translation = match self.translation.take() {
            Some(it) if it.is_of(tags, &names) => it,
            _ => {
                // On a thread of its own: thousands of names take a while.
                let tags = tags.clone();
                match tokio::task::spawn_blocking(move || Translation::new(&tags, names)).await {
                    Ok(translation) => translation,
                    Err(broken) => std::panic::resume_unwind(broken.into_panic()),
                }
            }
        };
        Some(self.translation.insert(translation))
    }

    /// Tells the driver what the project declares, once.
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

    /// Asks the controller for its program; the requests that it took.
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
        // What is read while another program is there is of that one, also when the former one is
        // back as soon as it is asked for.
        let doubt = self.program.doubt();
        let mut scan = self.inner.read(&asked).await?;
        if scan.answers.len() != asked.len() {
            let why = format!("{} answers for {} tags", scan.answers.len(), asked.len());
            return Err(LinkError::Protocol { doing: "read", source: why.into() });
        }
        if is_laid_out && self.rhythm.is_due(Instant::now()) {
            learning += self.look().await?;
        }
        scan.learning += learning;
        let Some(translation) = &self.translation else { return Ok(scan) };
        let (scan, fit) = translation.answer(scan, self.program.doubt().or(doubt));
        self.fit.send_if_modified(|it| {
            let is_news = *it != fit;
            *it = fit;
            is_news
        });
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
        self.inner.keep_alive().await
    }

    async fn close(self: Box<Self>) {
        self.inner.close().await;
    }
}

#[cfg(test)]
mod downloads;
#[cfg(test)]
pub(crate) mod tests;
