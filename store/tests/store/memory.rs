//! A store in memory. Simple before all: a transaction works on a copy of everything.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, PoisonError},
};

use tagbridge_api::{
    Timestamp,
    hmi::{TagValue, history::HistoryEntry, push::Snapshot},
    project::{Project, Vendor},
};
use tagbridge_store::{
    Analyses, Artifact, Audit, AuditEntry, Backend, BodyHash, Conversation, Done, EndedExport,
    EndedRun, EntryPlace, Exports, FileHash, Finish, HistoryRange, Job, Jobs, KeptHistory, KeyHash,
    KeyInfo, Keys, LiveTag, NewJob, Once, Org, ProjectPage, ProjectRef, Projects, Ranges,
    Remembered, RequestedTag, Requests, Secrets, Session, SigningSecret, StagedFile, Staging,
    StoreError, StoredExport, StoredRun, Stream, StreamNo, Streams, Transaction, Turn, TurnEvent,
    TurnState, TurnUse, Turns, Values, Version, Versions, WriteId, newest_first,
};
use uuid::Uuid;

#[derive(Debug, Default)]
pub(crate) struct Memory(Mutex<State>);

/// Its id, and what people call it.
type Device = (String, Option<String>);

#[derive(Debug, Default, Clone)]
struct State {
    keys: Vec<(KeyInfo, KeyHash)>,
    projects: Vec<(Org, Project)>,
    versions: Vec<(i64, Version)>,
    streams: Vec<(i64, Stream)>,
    /// Numbers of projects that are gone.
    deleted: BTreeSet<i64>,
    sessions: BTreeMap<i64, (Device, StreamNo, bool)>,
    stored: BTreeMap<StreamNo, Ranges>,
    live: BTreeMap<StreamNo, Live>,
    history: BTreeMap<(i64, String), Vec<(EntryPlace, HistoryEntry)>>,
    /// Of each project.
    cut_at: BTreeMap<i64, Timestamp>,
    requests: BTreeMap<i64, Vec<(RequestedTag, Timestamp)>>,
    revisions: BTreeMap<i64, u64>,
    /// Done: with an answer.
    writes: BTreeMap<WriteId, (BodyHash, Timestamp, Option<Done>)>,
    jobs: Vec<(Job, Option<Timestamp>)>,
    audit: Vec<(Org, AuditEntry)>,
    /// With their project's number, and when the last turn was.
    conversations: Vec<(Org, i64, Timestamp, Conversation)>,
    /// With when they ended.
    turns: Vec<(Turn, Option<Timestamp>)>,
    events: BTreeMap<String, Vec<TurnEvent>>,
    uses: Vec<(Org, TurnUse)>,
    /// With their project's number.
    exports: Vec<(Org, i64, StoredExport)>,
    /// The same, with their results.
    runs: Vec<(Org, i64, StoredRun, Option<String>)>,
    secrets: Vec<SigningSecret>,
    staged: Vec<(Org, StagedFile)>,
}

#[derive(Debug, Default, Clone)]
struct Live {
    listed: Vec<String>,
    tags: BTreeMap<String, (u64, TagValue)>,
}

impl Backend for Memory {
    fn read(&self, work: &mut dyn FnMut(&dyn Transaction)) -> Result<(), StoreError> {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        work(&MemoryTransaction(RefCell::new(state)));
        Ok(())
    }

    fn write(&self, work: &mut dyn FnMut(&dyn Transaction) -> Finish) -> Result<(), StoreError> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // What a database may ask for: the work runs again, and only the last run counts.
        work(&MemoryTransaction(RefCell::new(state.clone())));
        let transaction = MemoryTransaction(RefCell::new(state.clone()));
        if work(&transaction) == Finish::Commit {
            *state = transaction.0.into_inner();
        }
        Ok(())
    }
}

struct MemoryTransaction(RefCell<State>);

impl MemoryTransaction {
    #[expect(clippy::unnecessary_wraps, reason = "it answers as a store does, which may fail")]
    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> Result<T, StoreError> {
        Ok(work(&mut self.0.borrow_mut()))
    }
}

fn index(project: &ProjectRef) -> usize {
    usize::try_from(project.no).unwrap()
}

impl Keys for MemoryTransaction {
    fn add_key(&self, key: &KeyInfo, hash: &KeyHash) -> Result<(), StoreError> {
        self.with(|state| state.keys.push((key.clone(), *hash)))
    }

    fn key(&self, id: &str) -> Result<Option<(KeyInfo, KeyHash)>, StoreError> {
        self.with(|state| state.keys.iter().find(|(key, _)| key.id == id).cloned())
    }

    fn keys(&self, org: &Org) -> Result<Vec<KeyInfo>, StoreError> {
        self.with(|state| {
            let own = state.keys.iter().map(|(key, _)| key).filter(|key| key.org == *org);
            own.cloned().collect()
        })
    }

    fn expire_key(&self, org: &Org, id: &str, at: Timestamp) -> Result<bool, StoreError> {
        self.with(|state| {
            let found = state.keys.iter_mut().find(|(key, _)| key.id == id && key.org == *org);
            found
                .map(|(key, _)| {
                    key.expires_at = Some(key.expires_at.map_or(at, |own| own.min(at)));
                })
                .is_some()
        })
    }

    fn use_key(&self, id: &str, at: Timestamp) -> Result<(), StoreError> {
        self.with(|state| {
            for (key, _) in state.keys.iter_mut().filter(|(key, _)| key.id == id) {
                key.last_used_at = Some(key.last_used_at.map_or(at, |own| own.max(at)));
            }
        })
    }

    fn revoke_key(&self, org: &Org, id: &str, now: Timestamp) -> Result<bool, StoreError> {
        self.with(|state| {
            let found = state.keys.iter_mut().find(|(key, _)| key.id == id && key.org == *org);
            found.map(|(key, _)| key.revoked_at.get_or_insert(now)).is_some()
        })
    }
}

impl Projects for MemoryTransaction {
    fn add_project(&self, org: &Org, project: &Project) -> Result<ProjectRef, StoreError> {
        self.with(|state| {
            state.projects.push((org.clone(), project.clone()));
            let no = i64::try_from(state.projects.len() - 1).unwrap();
            ProjectRef { no, id: project.project_id.clone() }
        })
    }

    fn find_project(&self, org: &Org, id: &str) -> Result<Option<ProjectRef>, StoreError> {
        self.with(|state| {
            let mut projects = (0..).zip(&state.projects);
            let found = projects.find(|(no, (own, it))| {
                own == org && it.project_id == id && !state.deleted.contains(no)
            });
            found.map(|(no, _)| ProjectRef { no, id: id.to_owned() })
        })
    }

    fn delete_project(&self, project: &ProjectRef) -> Result<(), StoreError> {
        self.with(|state| {
            state.deleted.insert(project.no);
            state.versions.retain(|(no, _)| *no != project.no);
            state.sessions.remove(&project.no);
            let exports = state.exports.extract_if(.., |(_, no, _)| *no == project.no);
            let mut gone: Vec<String> = exports.map(|(.., it)| it.id).collect();
            let runs = state.runs.extract_if(.., |(_, no, ..)| *no == project.no);
            gone.extend(runs.map(|(_, _, it, _)| it.id));
            state.jobs.retain(|(job, _)| !gone.contains(&job.id));
        })
    }

    fn sweep_deleted(&self, _rows: u32) -> Result<bool, StoreError> {
        Ok(false)
    }

    fn project(&self, project: &ProjectRef) -> Result<Project, StoreError> {
        self.with(|state| state.projects[index(project)].1.clone())
    }

    fn save_project(&self, project: &ProjectRef, changed: &Project) -> Result<(), StoreError> {
        self.with(|state| state.projects[index(project)].1 = changed.clone())
    }

    fn projects(
        &self,
        org: &Org,
        scope: Option<&[String]>,
        archived: bool,
        after: Option<ProjectPage>,
        limit: u32,
    ) -> Result<(Vec<Project>, Option<ProjectPage>), StoreError> {
        self.with(|state| {
            let mut found: Vec<_> = (0..)
                .zip(&state.projects)
                .filter(|(no, (own, it))| {
                    own == org
                        && !state.deleted.contains(no)
                        && it.archived_at.is_some() == archived
                        && scope.is_none_or(|ids| ids.contains(&it.project_id))
                })
                .map(|(no, (_, it))| (it.updated_at.as_millis(), no, it))
                .filter(|&(touched, no, _)| {
                    after.is_none_or(|after| (touched, no) < (after.touched, after.no))
                })
                .collect();
            found.sort_by_key(|&(touched, no, _)| std::cmp::Reverse((touched, no)));
            let is_last = found.len() <= limit as usize;
            found.truncate(limit as usize);
            let last = found.last().map(|&(touched, no, _)| ProjectPage { touched, no });
            let page = found.into_iter().map(|(.., project)| project.clone()).collect();
            (page, last.filter(|_| !is_last))
        })
    }
}

impl Versions for MemoryTransaction {
    fn add_version(&self, project: &ProjectRef, version: &Version) -> Result<(), StoreError> {
        self.with(|state| state.versions.push((project.no, version.clone())))
    }

    fn current_version(&self, project: &ProjectRef) -> Result<Option<Version>, StoreError> {
        self.with(|state| {
            let own = state.versions.iter().filter(|(no, _)| *no == project.no);
            own.map(|(_, version)| version).max_by_key(|version| version.number).cloned()
        })
    }

    fn versions(&self, project: &ProjectRef) -> Result<Vec<Version>, StoreError> {
        self.with(|state| {
            let own = state.versions.iter().filter(|(no, _)| *no == project.no);
            let mut own: Vec<_> = own.map(|(_, version)| version.clone()).collect();
            own.sort_by_key(|version| std::cmp::Reverse(version.number));
            own
        })
    }

    fn version_numbered(
        &self,
        project: &ProjectRef,
        number: u32,
    ) -> Result<Option<Version>, StoreError> {
        self.with(|state| {
            let own = state.versions.iter().filter(|(no, _)| *no == project.no);
            own.map(|(_, version)| version).find(|it| it.number == number).cloned()
        })
    }

    fn drop_version(&self, project: &ProjectRef, number: u32) -> Result<(), StoreError> {
        self.with(|state| {
            state.versions.retain(|(no, it)| (*no, it.number) != (project.no, number));
        })
    }

    fn projects_called(
        &self,
        org: &Org,
        vendor: Vendor,
        own_name: &str,
    ) -> Result<Vec<ProjectRef>, StoreError> {
        let (all, _) = self.projects(org, None, false, None, u32::MAX)?;
        let mut found = Vec::new();
        for project in all.iter().filter(|project| project.vendor == Some(vendor)) {
            let reference = self.find_project(org, &project.project_id)?.unwrap();
            let current = self.current_version(&reference)?;
            if current.is_some_and(|version| version.own_name == own_name) {
                found.push(reference);
            }
        }
        Ok(found)
    }

    fn is_file_used(&self, hash: &FileHash) -> Result<bool, StoreError> {
        self.with(|state| {
            state.versions.iter().any(|(_, version)| version.hash == *hash)
                || state.exports.iter().any(|(.., export)| export.file == *hash)
                || state.jobs.iter().any(|(job, _)| job.input.contains(hash.as_str()))
        })
    }
}

impl Streams for MemoryTransaction {
    fn session(&self, project: &ProjectRef) -> Result<Option<Session>, StoreError> {
        self.with(|state| {
            let ((device_id, device_name), no, ended) = state.sessions.get(&project.no)?.clone();
            let (_, stream) = state.streams.iter().find(|(_, stream)| stream.no == no)?;
            Some(Session { device_id, device_name, stream: stream.clone(), ended })
        })
    }

    fn save_session(
        &self,
        project: &ProjectRef,
        (device_id, device_name): (&str, Option<&str>),
        stream: StreamNo,
        ended: bool,
    ) -> Result<(), StoreError> {
        let device = (device_id.to_owned(), device_name.map(str::to_owned));
        let session = (device, stream, ended);
        self.with(|state| drop(state.sessions.insert(project.no, session)))
    }

    fn find_stream(&self, project: &ProjectRef, id: Uuid) -> Result<Option<Stream>, StoreError> {
        self.with(|state| {
            let mut streams = state.streams.iter();
            let found = streams.find(|(no, stream)| *no == project.no && stream.id == id);
            found.map(|(_, stream)| stream.clone())
        })
    }

    fn add_stream(
        &self,
        project: &ProjectRef,
        id: Uuid,
        now: Timestamp,
    ) -> Result<Stream, StoreError> {
        self.with(|state| {
            let stream = Stream {
                no: i64::try_from(state.streams.len()).unwrap(),
                id,
                last_push_at: now,
                interval_ms: None,
                skew_ms: None,
                run: None,
                backlog_at: None,
                base: 0,
                head: None,
            };
            state.streams.push((project.no, stream.clone()));
            stream
        })
    }

    fn save_stream(&self, stream: &Stream) -> Result<(), StoreError> {
        self.with(|state| {
            let place = usize::try_from(stream.no).unwrap();
            state.streams[place].1 = stream.clone();
        })
    }

    fn stored(&self, stream: StreamNo) -> Result<Ranges, StoreError> {
        self.with(|state| state.stored.get(&stream).cloned().unwrap_or_default())
    }

    fn save_stored(
        &self,
        stream: StreamNo,
        before: &Ranges,
        after: &Ranges,
    ) -> Result<(), StoreError> {
        assert_eq!(self.stored(stream)?, *before, "what was read before");
        self.with(|state| drop(state.stored.insert(stream, after.clone())))
    }
}

impl Values for MemoryTransaction {
    fn add_snapshots(
        &self,
        project: &ProjectRef,
        stream: &Stream,
        snapshots: &[&Snapshot],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.with(|state| {
            let live = state.live.entry(stream.no).or_default();
            for snapshot in snapshots {
                let sequence = snapshot.sequence;
                let at = snapshot.timestamp.min(now).as_millis();
                let place = EntryPlace { stream: stream.no, sequence, at };
                if snapshot.complete && sequence == stream.base {
                    live.listed = snapshot.tags.keys().cloned().collect();
                    live.tags.retain(|_, (carried, _)| *carried >= sequence);
                }
                for (name, value) in &snapshot.tags {
                    let entry = HistoryEntry {
                        value: value.value.clone(),
                        timestamp: value.timestamp,
                        sequence,
                        quality: Some(value.quality),
                        reason: value.reason,
                    };
                    let key = (project.no, name.clone());
                    state.history.entry(key).or_default().push((place, entry));
                    let known = live.tags.get(name).map_or(0, |(carried, _)| *carried);
                    if sequence >= stream.base && sequence > known {
                        live.tags.insert(name.clone(), (sequence, value.clone()));
                    }
                }
            }
        })
    }

    fn live(&self, stream: StreamNo) -> Result<Vec<LiveTag>, StoreError> {
        self.with(|state| {
            let Live { listed, tags } = state.live.get(&stream).cloned().unwrap_or_default();
            let known: BTreeSet<&String> = listed.iter().collect();
            let others = tags.keys().filter(|name| !known.contains(name));
            let names = listed.iter().chain(others).filter_map(|name| {
                let (sequence, value) = tags.get(name)?.clone();
                Some(LiveTag { name: name.clone(), sequence, value })
            });
            names.collect()
        })
    }

    fn forget_live(&self, project: &ProjectRef, before: Timestamp) -> Result<(), StoreError> {
        self.with(|state| {
            for (_, stream) in state
                .streams
                .iter()
                .filter(|(no, stream)| *no == project.no && stream.last_push_at < before)
            {
                state.live.remove(&stream.no);
            }
        })
    }

    fn history(
        &self,
        project: &ProjectRef,
        tag: &str,
        range: &HistoryRange,
    ) -> Result<KeptHistory, StoreError> {
        self.with(|state| {
            let key = (project.no, tag.to_owned());
            let mut entries = state.history.get(&key).cloned().unwrap_or_default();
            newest_first(&mut entries, |(place, _)| *place);
            let is_wanted = |it: &HistoryEntry| range.before.is_none_or(|at| it.timestamp < at);
            let entries = entries.into_iter().map(|(_, entry)| entry).filter(is_wanted);
            let cut_at = state.cut_at.get(&project.no).copied();
            KeptHistory { entries: entries.take(range.limit as usize).collect(), cut_at }
        })
    }

    fn cut_history(&self, project: &ProjectRef, before: Timestamp) -> Result<bool, StoreError> {
        self.with(|state| {
            for ((_, _), entries) in
                state.history.iter_mut().filter(|((no, _), _)| *no == project.no)
            {
                newest_first(entries, |(place, _)| *place);
                let mut old = 0;
                entries.retain(|(place, _)| {
                    let is_old = place.at < before.as_millis();
                    old += u32::from(is_old);
                    !is_old || old <= tagbridge_api::limits::HISTORY_MAX
                });
                if old > 0 {
                    state.cut_at.insert(project.no, before);
                }
            }
            false
        })
    }

    /// Memory looks at all names at once.
    fn forget_tags(
        &self,
        project: &ProjectRef,
        before: Timestamp,
        _behind: i64,
    ) -> Result<Option<i64>, StoreError> {
        self.with(|state| {
            let streams = state.streams.iter().filter(|(no, _)| *no == project.no);
            let mut used: BTreeSet<String> = BTreeSet::new();
            for live in streams.filter_map(|(_, it)| state.live.get(&it.no)) {
                used.extend(live.tags.keys().cloned());
            }
            let asked = state.requests.get(&project.no).into_iter().flatten();
            used.extend(asked.map(|(tag, _)| tag.name.clone()));
            state.history.retain(|(no, name), entries| {
                *no != project.no
                    || used.contains(name)
                    || entries.iter().any(|(place, _)| place.at >= before.as_millis())
            });
            None
        })
    }

    /// Memory has no budget.
    fn history_fits_from(
        &self,
        _project: &ProjectRef,
        _bytes: u64,
    ) -> Result<Option<Timestamp>, StoreError> {
        Ok(None)
    }
}

impl Requests for MemoryTransaction {
    fn request_tags(
        &self,
        project: &ProjectRef,
        names: &[String],
        group: Option<&str>,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let group = group.map(str::to_owned);
        self.with(|state| {
            let list = state.requests.entry(project.no).or_default();
            let mut changed = false;
            for name in names {
                if let Some((own, expires_at)) = list.iter_mut().find(|(own, _)| own.name == *name)
                {
                    *expires_at = until.max(*expires_at);
                    if group.is_some() && own.group != group {
                        own.group.clone_from(&group);
                        changed = true;
                    }
                } else {
                    let tag = RequestedTag { name: name.clone(), group: group.clone() };
                    list.push((tag, until));
                    changed = true;
                }
            }
            changed
        })
    }

    fn has_expired_requests(
        &self,
        project: &ProjectRef,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.with(|state| {
            let list = state.requests.get(&project.no).into_iter().flatten();
            list.into_iter().any(|(_, expires_at)| *expires_at <= now)
        })
    }

    fn expire_requests(&self, project: &ProjectRef, now: Timestamp) -> Result<bool, StoreError> {
        self.with(|state| {
            let list = state.requests.entry(project.no).or_default();
            let before = list.len();
            list.retain(|(_, expires_at)| *expires_at > now);
            list.len() < before
        })
    }

    fn requested_tags(&self, project: &ProjectRef) -> Result<Vec<RequestedTag>, StoreError> {
        self.with(|state| {
            let list = state.requests.get(&project.no).into_iter().flatten();
            list.map(|(tag, _)| tag.clone()).collect()
        })
    }

    fn count_requested_tags(&self, project: &ProjectRef) -> Result<usize, StoreError> {
        self.requested_tags(project).map(|names| names.len())
    }

    fn requests_revision(&self, project: &ProjectRef) -> Result<u64, StoreError> {
        self.with(|state| state.revisions.get(&project.no).copied().unwrap_or(0))
    }

    fn revise_requests(&self, project: &ProjectRef) -> Result<(), StoreError> {
        self.with(|state| *state.revisions.entry(project.no).or_default() += 1)
    }
}

impl Once for MemoryTransaction {
    fn recall(
        &self,
        write: &WriteId,
        body: &BodyHash,
        now: Timestamp,
    ) -> Result<Option<Remembered>, StoreError> {
        self.with(|state| {
            let (known, until, done) = state.writes.get(write).filter(|it| it.1 > now)?;
            Some(match done {
                _ if known != body => Remembered::Different,
                None => Remembered::Running { until: *until },
                Some(done) => Remembered::Done(done.clone()),
            })
        })
    }

    fn reserve(
        &self,
        write: &WriteId,
        body: &BodyHash,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        let reserved = (*body, until, None);
        self.with(|state| drop(state.writes.insert(write.clone(), reserved)))
    }

    fn extend(&self, write: &WriteId, until: Timestamp) -> Result<bool, StoreError> {
        self.with(|state| {
            let Some((_, lease, None)) = state.writes.get_mut(write) else {
                return false;
            };
            *lease = until;
            true
        })
    }

    fn complete(
        &self,
        write: &WriteId,
        body: &BodyHash,
        done: &Done,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        self.with(|state| {
            state.writes.retain(|_, (_, until, _)| *until > now);
            state.writes.insert(write.clone(), (*body, until, Some(done.clone())));
        })
    }

    fn release(&self, write: &WriteId) -> Result<(), StoreError> {
        self.with(|state| {
            if matches!(state.writes.get(write), Some((.., None))) {
                state.writes.remove(write);
            }
        })
    }
}

impl Jobs for MemoryTransaction {
    fn add_job(&self, job: &NewJob, _: Timestamp) -> Result<(), StoreError> {
        let NewJob { id, org, kind, input } = job.clone();
        self.with(|state| {
            if !state.jobs.iter().any(|(job, _)| job.id == id) {
                state.jobs.push((Job { id, org, kind, input, attempt: 0 }, None));
            }
        })
    }

    fn take_job(
        &self,
        kinds: &[&str],
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<Job>, StoreError> {
        self.with(|state| {
            let mut jobs = state.jobs.iter_mut();
            let (job, lease) = jobs.find(|(job, lease)| {
                kinds.contains(&&*job.kind) && lease.is_none_or(|lease| lease <= now)
            })?;
            job.attempt += 1;
            *lease = Some(until);
            Some(job.clone())
        })
    }

    fn job_taken_until(&self, id: &str) -> Result<Option<Timestamp>, StoreError> {
        self.with(|state| state.jobs.iter().find(|(job, _)| job.id == id)?.1)
    }

    fn return_job(&self, id: &str, attempt: u32) -> Result<(), StoreError> {
        self.with(|state| {
            let mut jobs = state.jobs.iter_mut();
            if let Some((job, lease)) = jobs.find(|(job, _)| job.id == id && job.attempt == attempt)
            {
                job.attempt -= 1;
                *lease = None;
            }
        })
    }

    fn free_jobs(&self) -> Result<(), StoreError> {
        self.with(|state| state.jobs.iter_mut().for_each(|(_, lease)| *lease = None))
    }

    fn extend_job(&self, id: &str, attempt: u32, until: Timestamp) -> Result<bool, StoreError> {
        self.with(|state| {
            let mut jobs = state.jobs.iter_mut();
            let found = jobs.find(|(job, _)| job.id == id && job.attempt == attempt);
            found.map(|(_, lease)| *lease = Some(until)).is_some()
        })
    }

    fn end_job(&self, id: &str, attempt: u32) -> Result<bool, StoreError> {
        self.with(|state| {
            let before = state.jobs.len();
            state.jobs.retain(|(job, _)| job.id != id || job.attempt != attempt);
            state.jobs.len() < before
        })
    }

    fn count_jobs(&self) -> Result<u64, StoreError> {
        self.with(|state| state.jobs.len() as u64)
    }
}

impl Exports for MemoryTransaction {
    fn add_export(
        &self,
        org: &Org,
        project: &ProjectRef,
        export: &StoredExport,
    ) -> Result<(), StoreError> {
        self.with(|state| state.exports.push((org.clone(), project.no, export.clone())))
    }

    fn export(
        &self,
        org: &Org,
        id: &str,
    ) -> Result<Option<(ProjectRef, StoredExport)>, StoreError> {
        self.with(|state| {
            let mut all = state.exports.iter();
            let (_, no, export) = all.find(|(own, _, it)| own == org && it.id == id)?;
            Some((state.reference(*no), export.clone()))
        })
    }

    fn end_export(&self, id: &str, ended: &EndedExport) -> Result<bool, StoreError> {
        self.with(|state| {
            let mut all = state.exports.iter_mut().map(|(.., it)| it);
            let found = all.find(|it| it.id == id && it.ended.is_none());
            found.map(|it| it.ended = Some(ended.clone())).is_some()
        })
    }

    fn artifact_of(&self, made_of: &str) -> Result<Option<FileHash>, StoreError> {
        self.with(|state| {
            let mut all = state.artifacts().rev();
            all.find(|it| it.made_of == made_of).map(|it| it.hash.clone())
        })
    }

    fn is_artifact_used(&self, hash: &FileHash) -> Result<bool, StoreError> {
        self.with(|state| state.artifacts().any(|it| it.hash == *hash))
    }

    fn forget_exports(&self, before: Timestamp) -> Result<usize, StoreError> {
        self.with(|state| {
            let all = state.exports.len();
            state.exports.retain(|(.., it)| it.ended.as_ref().is_none_or(|it| it.at >= before));
            all - state.exports.len()
        })
    }
}

impl Secrets for MemoryTransaction {
    fn secrets(&self) -> Result<Vec<SigningSecret>, StoreError> {
        self.with(|state| {
            let mut secrets: Vec<_> = state.secrets.iter().rev().cloned().collect();
            secrets.sort_by_key(|secret| std::cmp::Reverse(secret.created_at));
            secrets
        })
    }

    fn add_secret(&self, secret: &SigningSecret) -> Result<(), StoreError> {
        self.with(|state| state.secrets.push(secret.clone()))
    }

    fn forget_secrets(&self, before: Timestamp) -> Result<(), StoreError> {
        self.with(|state| state.secrets.retain(|secret| secret.created_at >= before))
    }
}

impl Staging for MemoryTransaction {
    fn stage(&self, org: &Org, file: &StagedFile) -> Result<bool, StoreError> {
        self.with(|state| {
            let is_new = state.staged.iter().all(|(_, it)| it.id != file.id);
            if is_new {
                state.staged.push((org.clone(), file.clone()));
            }
            is_new
        })
    }

    fn staged(&self, org: &Org, id: &str) -> Result<Option<StagedFile>, StoreError> {
        self.with(|state| {
            let found = state.staged.iter().find(|(own, it)| own == org && it.id == id);
            found.map(|(_, file)| file.clone())
        })
    }

    fn forget_staged(&self, before: Timestamp) -> Result<usize, StoreError> {
        self.with(|state| {
            let all = state.staged.len();
            state.staged.retain(|(_, it)| it.created_at >= before);
            all - state.staged.len()
        })
    }
}

impl State {
    fn reference(&self, no: i64) -> ProjectRef {
        let (_, project) = &self.projects[usize::try_from(no).unwrap()];
        ProjectRef { no, id: project.project_id.clone() }
    }

    fn artifacts(&self) -> impl DoubleEndedIterator<Item = &Artifact> {
        let ended = self.exports.iter().filter_map(|(.., it)| it.ended.as_ref());
        ended.filter_map(|it| it.result.as_ref().ok())
    }
}

impl Analyses for MemoryTransaction {
    fn add_run(&self, org: &Org, project: &ProjectRef, run: &StoredRun) -> Result<(), StoreError> {
        self.with(|state| {
            let mut all = state.runs.iter().map(|(_, _, it, _)| it);
            if all.any(|it| it.version == run.version && it.ended.is_none()) {
                let doing = tagbridge_texts::Message::verbatim("testing");
                return Err(StoreError::conflict(doing, "another one runs"));
            }
            state.runs.push((org.clone(), project.no, run.clone(), None));
            Ok(())
        })?
    }

    fn run(&self, org: &Org, id: &str) -> Result<Option<(ProjectRef, StoredRun)>, StoreError> {
        self.with(|state| {
            let mut all = state.runs.iter();
            let (_, no, run, _) = all.find(|(own, _, it, _)| own == org && it.id == id)?;
            Some((state.reference(*no), run.clone()))
        })
    }

    fn newest_run(&self, version: &str) -> Result<Option<StoredRun>, StoreError> {
        self.with(|state| {
            let mut all = state.runs.iter().rev().map(|(_, _, it, _)| it);
            all.find(|it| it.version == version).cloned()
        })
    }

    fn newest_complete_run(
        &self,
        project: &ProjectRef,
        version: Option<&str>,
    ) -> Result<Option<StoredRun>, StoreError> {
        self.with(|state| {
            let mut all = state.runs.iter().rev().filter(|(_, no, ..)| *no == project.no);
            let found = all.find(|(_, _, it, _)| {
                let is_complete = it.ended.as_ref().is_some_and(|it| it.is_complete);
                is_complete && version.is_none_or(|version| version == it.version)
            });
            found.map(|(_, _, it, _)| it.clone())
        })
    }

    fn end_run(
        &self,
        id: &str,
        ended: &EndedRun,
        results: Option<&str>,
    ) -> Result<bool, StoreError> {
        self.with(|state| {
            let mut all = state.runs.iter_mut();
            let found = all.find(|(_, _, it, _)| it.id == id && it.ended.is_none());
            found
                .map(|(_, _, it, own)| {
                    it.ended = Some(ended.clone());
                    *own = results.map(ToOwned::to_owned);
                })
                .is_some()
        })
    }

    fn results(&self, id: &str) -> Result<Option<String>, StoreError> {
        self.with(|state| state.runs.iter().find(|(_, _, it, _)| it.id == id)?.3.clone())
    }

    fn keep_results(
        &self,
        project: &ProjectRef,
        versions: u32,
        runs: u32,
    ) -> Result<(), StoreError> {
        self.with(|state| {
            // Of each version, how many of its runs were met, the newest first.
            let mut met: Vec<(String, u32)> = Vec::new();
            for (_, no, run, results) in state.runs.iter_mut().rev() {
                if *no != project.no || !run.ended.as_ref().is_some_and(|it| it.is_complete) {
                    continue;
                }
                let known = met.iter().position(|(version, _)| *version == run.version);
                let place = known.unwrap_or_else(|| {
                    met.push((run.version.clone(), 0));
                    met.len() - 1
                });
                met[place].1 += 1;
                if place >= versions as usize || met[place].1 > runs {
                    *results = None;
                }
            }
        })
    }
}

impl Audit for MemoryTransaction {
    fn add_audit(&self, org: &Org, entry: &AuditEntry, kept: u32) -> Result<(), StoreError> {
        self.with(|state| {
            state.audit.push((org.clone(), entry.clone()));
            while state.audit.iter().filter(|(own, _)| own == org).count() > kept as usize {
                let oldest = state.audit.iter().position(|(own, _)| own == org);
                state.audit.remove(oldest.unwrap());
            }
        })
    }

    fn audit(&self, org: &Org, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        self.with(|state| {
            let own = state.audit.iter().rev().filter(|(own, _)| own == org);
            own.map(|(_, entry)| entry.clone()).take(limit as usize).collect()
        })
    }
}

impl Turns for MemoryTransaction {
    fn add_conversation(
        &self,
        org: &Org,
        project: &ProjectRef,
        conversation: &Conversation,
    ) -> Result<(), StoreError> {
        let (org, at) = (org.clone(), conversation.created_at);
        self.with(|state| {
            state.conversations.push((org, project.no, at, conversation.clone()));
        })
    }

    fn conversation(
        &self,
        org: &Org,
        id: &str,
    ) -> Result<Option<(ProjectRef, Conversation)>, StoreError> {
        self.with(|state| {
            let mut all = state.conversations.iter();
            let (_, no, _, found) = all.find(|(own, .., it)| own == org && it.id == id)?;
            let (_, project) = state.projects.get(usize::try_from(*no).ok()?)?;
            let project = ProjectRef { no: *no, id: project.project_id.clone() };
            Some((project, found.clone()))
        })
    }

    fn add_turn(&self, turn: &Turn) -> Result<(), StoreError> {
        self.with(|state| {
            for (.., at, it) in &mut state.conversations {
                if it.id == turn.conversation {
                    *at = turn.created_at;
                }
            }
            state.turns.push((turn.clone(), None));
        })
    }

    fn last_turns(&self, conversation: &str, limit: u32) -> Result<Vec<Turn>, StoreError> {
        self.with(|state| {
            let own = state.turns.iter().rev().map(|(turn, _)| turn);
            let own = own.filter(|turn| turn.conversation == conversation);
            own.take(limit as usize).cloned().collect()
        })
    }

    fn turn(&self, id: &str) -> Result<Option<Turn>, StoreError> {
        self.with(|state| {
            let mut all = state.turns.iter().map(|(turn, _)| turn);
            all.find(|turn| turn.id == id).cloned()
        })
    }

    fn turn_of(&self, write: &WriteId) -> Result<Option<Turn>, StoreError> {
        self.with(|state| {
            let mut newest = state.turns.iter().rev().map(|(turn, _)| turn);
            newest.find(|turn| turn.write == *write).cloned()
        })
    }

    fn end_turn(
        &self,
        id: &str,
        to: TurnState,
        outcome: Option<&str>,
        memory: Option<&str>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.with(|state| {
            let mut running = state.turns.iter_mut().filter(|(_, ended)| ended.is_none());
            let Some((turn, ended)) = running.find(|(turn, _)| turn.id == id) else {
                return false;
            };
            (turn.state, *ended) = (to, Some(now));
            (turn.outcome, turn.memory) = (outcome.map(str::to_owned), memory.map(str::to_owned));
            true
        })
    }

    fn running_turns(&self) -> Result<Vec<Turn>, StoreError> {
        self.with(|state| {
            let running = state.turns.iter().filter(|(_, ended)| ended.is_none());
            running.map(|(turn, _)| turn.clone()).collect()
        })
    }

    fn add_events(&self, turn: &str, events: &[(&str, String)]) -> Result<u32, StoreError> {
        self.with(|state| {
            let all = state.events.entry(turn.to_owned()).or_default();
            for (event, data) in events {
                let number = u32::try_from(all.len()).unwrap() + 1;
                let (event, data) = ((*event).to_owned(), data.clone());
                all.push(TurnEvent { number, event, data });
            }
            u32::try_from(all.len()).unwrap()
        })
    }

    fn events(&self, turn: &str, after: u32) -> Result<Vec<TurnEvent>, StoreError> {
        self.with(|state| {
            let all = state.events.get(turn).into_iter().flatten();
            all.filter(|event| event.number > after).cloned().collect()
        })
    }

    fn forget_turns(
        &self,
        events_before: Timestamp,
        conversations_before: Timestamp,
    ) -> Result<(), StoreError> {
        self.with(|state| {
            state.conversations.retain(|(_, _, at, _)| *at >= conversations_before);
            let kept: BTreeSet<&str> =
                state.conversations.iter().map(|(.., it)| it.id.as_str()).collect();
            state.turns.retain(|(turn, _)| kept.contains(turn.conversation.as_str()));
            let turns = &state.turns;
            state.events.retain(|id, _| {
                turns.iter().any(|(turn, ended)| {
                    turn.id == *id && ended.is_none_or(|ended| ended >= events_before)
                })
            });
        })
    }

    fn add_use(&self, org: &Org, used: &TurnUse) -> Result<(), StoreError> {
        self.with(|state| state.uses.push((org.clone(), used.clone())))
    }

    fn used_since(&self, org: &Org, since: Timestamp) -> Result<(u64, u64), StoreError> {
        self.with(|state| {
            let own = state.uses.iter().filter(|(own, used)| own == org && used.at >= since);
            own.fold((0, 0), |(input, output), (_, used)| {
                (input + used.input_tokens, output + used.output_tokens)
            })
        })
    }

    fn uses(&self, org: &Org, limit: u32) -> Result<Vec<TurnUse>, StoreError> {
        self.with(|state| {
            let own = state.uses.iter().rev().filter(|(own, _)| own == org);
            own.map(|(_, used)| used.clone()).take(limit as usize).collect()
        })
    }
}
