//! The rules of the service, independent of the interface of the caller.
//!
//! One file for each resource. The permission that a function requires is next to it as a [`AccessRequirement`],
//! and the gate checks it. Callers convert from and to their protocol, such as HTTP.
//!
//! Invariants:
//! - This module does not use HTTP, SQL or the system's clock.
//! - A repeated write is done once ([`once`]); long work runs outside a write transaction, as a job
//!   ([`jobs`]).
//! - A file is parsed once for each version ([`models`]), and only a few at the same time.

pub(crate) mod analyses;
mod arguments;
pub(crate) mod audit;
mod authorization;
mod billing;
mod caller;
mod clock_check;
mod disk_space;
pub(crate) mod embed;
pub(crate) mod enrol;
pub(crate) mod exports;
mod facts;
mod freshness;
pub(crate) mod from_broker;
pub(crate) mod health;
pub(crate) mod history;
mod identity;
mod ignored_fields;
mod instance;
mod job_outcome;
mod jobs;
pub(crate) mod keys;
mod lineage;
pub(crate) mod links;
mod maintenance;
pub(crate) mod manage;
mod messages;
mod models;
pub(crate) mod once;
pub(crate) mod organizations;
mod owner;
mod parts;
mod paseto;
pub(crate) mod projects;
pub(crate) mod push;
mod rates;
mod refusal;
mod replays;
pub(crate) mod requests;
pub(crate) mod result_files;
mod retention;
pub(crate) mod search;
mod secrets;
mod session;
pub(crate) mod source;
pub(crate) mod staging;
pub(crate) mod turns;
pub(crate) mod uploads;
pub(crate) mod values;
mod versions;

pub(crate) use authorization::{AccessRequirement, ShownCredential, unauthorized};
pub(crate) use caller::Caller;
pub(crate) use messages::{Advice, DataOperation, TechnicalReason, UserMessage};
pub(crate) use refusal::Refusal;

use std::{
    panic,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use tagbridge_api::Timestamp;
use tagbridge_store::{DataPlace, Files, Org, ProjectRef, SearchFiles, Store, StoreError};

use self::{
    analyses::Phases,
    audit::RecentRefusals,
    clock_check::ClockCheck,
    disk_space::DiskMonitor,
    facts::FactsCache,
    ignored_fields::IgnoredFields,
    instance::OwnInstance,
    jobs::Workers,
    keys::KeyUses,
    models::Models,
    owner::Owner,
    rates::Rates,
    replays::Replays,
    search::Indexing,
    turns::{ComputeLimit, Running},
};
use crate::Options;

/// The service's rules for its data. A clone is the same core.
#[derive(Debug, Clone)]
pub(crate) struct Core(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    /// The place of the data, which other services may use, too.
    place: DataPlace,
    own: OwnInstance,
    files: Files,
    /// Generated files.
    artifacts: Files,
    options: Options,
    rates: Rates,
    owner: Owner,
    models: Models,
    workers: Workers,
    ignored: IgnoredFields,
    refused: RecentRefusals,
    replays: Replays,
    space: DiskMonitor,
    ages: ClockCheck,
    uses: KeyUses,
    known: FactsCache,
    running: Running,
    phases: Phases,
    thinking: ComputeLimit,
    search: SearchFiles,
    indexing: Indexing,
    /// No more jobs are started, and running work ends if it can.
    stopping: AtomicBool,
}

impl Core {
    /// Opens the data of this folder, which is created if it is missing. Blocks.
    pub(crate) fn open(data: &Path, options: Options) -> Result<Self, StoreError> {
        let place = DataPlace::of(data)?;
        let core = Self(Arc::new(Inner {
            store: place.open()?,
            own: OwnInstance::default(),
            files: place.uploaded(),
            artifacts: place.made(),
            rates: Rates::default(),
            owner: Owner::default(),
            models: Models::default(),
            workers: Workers::default(),
            ignored: IgnoredFields::default(),
            refused: RecentRefusals::default(),
            replays: Replays::default(),
            space: DiskMonitor::of(place.files()),
            ages: ClockCheck::of(data, &options),
            uses: KeyUses::default(),
            known: FactsCache::default(),
            running: Running::default(),
            phases: Phases::default(),
            thinking: ComputeLimit::default(),
            search: SearchFiles::in_folder(data),
            indexing: Indexing::default(),
            stopping: AtomicBool::new(false),
            options,
            place,
        }));
        core.set_clock();
        core.tell_damage();
        Ok(core)
    }

    /// Runs blocking work on a separate thread; the work completes even if the client disconnects.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> T {
        let core = self.clone();
        match tokio::task::spawn_blocking(move || work(&core)).await {
            Ok(result) => result,
            Err(panicked) => panic::resume_unwind(panicked.into_panic()),
        }
    }

    /// The store for the service's own work, for all organizations.
    fn store(&self) -> &Store {
        &self.0.store
    }

    /// The store for a single project.
    fn store_of_project(&self, project: &ProjectRef) -> Store {
        self.0.store.of_project(project)
    }

    /// The store for a caller of an organization.
    fn store_of(&self, org: &Org) -> Store {
        self.0.store.of(org)
    }

    /// Whether other services may work on the same data.
    fn is_shared(&self) -> bool {
        self.0.place.is_shared()
    }

    fn files(&self) -> &Files {
        &self.0.files
    }

    fn artifacts(&self) -> &Files {
        &self.0.artifacts
    }

    pub(crate) fn options(&self) -> &Options {
        &self.0.options
    }

    fn space(&self) -> &DiskMonitor {
        &self.0.space
    }

    fn replays(&self) -> &Replays {
        &self.0.replays
    }

    /// Whether jobs may be started.
    pub(crate) fn stop(&self, stops: bool) {
        self.0.stopping.store(stops, Ordering::Relaxed);
    }

    fn is_stopping(&self) -> bool {
        self.0.stopping.load(Ordering::Relaxed)
    }

    fn now(&self) -> Timestamp {
        match &self.0.options.clock {
            Some(clock) => clock(),
            None => self.0.own.now(),
        }
    }
}
