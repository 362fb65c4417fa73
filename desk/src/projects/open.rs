//! The open projects.

use std::sync::Mutex;

use indexmap::IndexMap;

use super::file::LocalProject;
use crate::parsed_project::{AnalysedProject, CachedVersion, PendingProposal};

/// The projects that were opened here, and the cached files of the service's projects.
#[derive(Default)]
pub(crate) struct OpenProjects {
    /// Projects that were opened from files, by id.
    pub(crate) local: Mutex<IndexMap<String, LocalProject>>,
    /// Files of the service's projects, the last used first.
    pub(crate) held: Mutex<Vec<CachedVersion>>,
    /// Analyses, the latest first.
    pub(crate) analysed: Mutex<Vec<AnalysedProject>>,
    /// Proposals that are not stored, the latest first.
    pub(crate) proposals: Mutex<Vec<PendingProposal>>,
    /// The lock for changes of the data that is stored with projects.
    pub(crate) changing: Mutex<()>,
    /// The lock for downloads.
    pub(crate) fetching: tokio::sync::Mutex<()>,
}
