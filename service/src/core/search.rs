//! Searches pieces of a project.
//!
//! The index is derived from a version's file. It is created after the version is committed, and
//! again if it is missing. While it is created, the response is empty and says so; results never
//! belong to another version.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tagbridge_api::{
    Permission,
    limits::{SEARCH_DEFAULT, SEARCH_MAX, SEARCH_QUERY_CHARS_MAX, Tier},
    search::{Chunk, FoundChunk, Route, SearchContext, SearchQuery},
    upload::Uploaded,
};
use tagbridge_interpret::search::{Piece, Sought, pieces, sought};
use tagbridge_store::{
    FileHash, Org, ProjectRef, SearchEntry, SearchHit, SearchIndex, SearchTerms, Version,
};
use tagbridge_texts::{Coded, Language};
use tokio::{sync::Notify, time};

use super::{
    AccessRequirement, Core, Refusal, TechnicalReason, arguments::check_limit, once::Answer,
};
use crate::log_message::{LogMessage, event};

pub(crate) const NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Poll, Permission::CodeRead);

/// How long a client waits for an index that is being created.
const WAIT: Duration = Duration::from_secs(2);

/// The indexes that are being created.
#[derive(Debug, Default)]
pub(super) struct Indexing {
    versions: Mutex<HashSet<String>>,
    ended: Notify,
}

impl Indexing {
    fn versions(&self) -> MutexGuard<'_, HashSet<String>> {
        self.versions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An index that is being created; dropping it ends the state.
struct IndexBuild {
    core: Core,
    version: String,
}

impl Drop for IndexBuild {
    fn drop(&mut self) {
        let indexing = &self.core.0.indexing;
        indexing.versions().remove(&self.version);
        indexing.ended.notify_waiters();
    }
}

/// The results of a query, from the project's current version.
pub(crate) async fn read(
    core: &Core,
    project: ProjectRef,
    query: SearchQuery,
) -> Result<SearchContext, Refusal> {
    let limit = check(&query)?;
    let sought = sought(&query.query);
    let project_id = project.id.clone();
    let version = core
        .blocking(move |core| {
            core.store_of_project(&project).read(|tx| tx.current_version(&project))
        })
        .await?;
    let mut answer = SearchContext {
        project_id,
        version_id: version.as_ref().map(|version| version.id.clone()),
        query: query.query,
        route: Route::Words,
        count: 0,
        truncated: false,
        chunks: Vec::new(),
        message: None,
    };
    let Some(version) = version else {
        answer.message = Some(message_text(&TechnicalReason::NoFileYet { id: &answer.project_id }));
        return Ok(answer);
    };
    match core.look(&version, &sought, limit).await {
        Some((route, mut chunks)) => {
            answer.truncated = chunks.len() > limit as usize;
            chunks.truncate(limit as usize);
            answer.count = u32::try_from(chunks.len()).unwrap_or(u32::MAX);
            (answer.route, answer.chunks) = (route, chunks);
        }
        None => answer.message = Some(message_text(&TechnicalReason::IndexBeingMade)),
    }
    Ok(answer)
}

fn check(query: &SearchQuery) -> Result<u32, Refusal> {
    let length = query.query.chars().count();
    if query.query.trim().is_empty() || length > SEARCH_QUERY_CHARS_MAX {
        let why =
            TechnicalReason::Characters { low: 1, high: SEARCH_QUERY_CHARS_MAX, found: length };
        return Err(Refusal::bad_field("query", &why));
    }
    if let (Some(limit), Some(top_k)) = (query.limit, query.top_k)
        && limit != top_k
    {
        return Err(Refusal::bad_field("top_k", &TechnicalReason::TwoLimits { limit, top_k }));
    }
    check_limit(query.limit.or(query.top_k), SEARCH_DEFAULT, 1..=SEARCH_MAX)
}

fn message_text(why: &TechnicalReason<'_>) -> String {
    why.message().in_language(Language::English)
}

impl Core {
    /// The results and the kind of search; one result more than the limit if there are more.
    /// `None`: the index is being created.
    pub(super) async fn look(
        &self,
        version: &Version,
        sought: &Sought,
        limit: u32,
    ) -> Option<(Route, Vec<FoundChunk>)> {
        // An unreadable index is created once more.
        for _ in 0..2 {
            let index = self.index(version).await?;
            let id = version.id.clone();
            let sought = SearchTerms {
                called: sought.called.clone(),
                address: sought.address.clone(),
                fragment: sought.fragment.clone(),
                words: sought.words.clone(),
            };
            let found = self.blocking(move |core| {
                let found = index.look(&sought, limit + 1);
                if let Err(error) = &found {
                    event!(warn, LogMessage::IndexNotRead, version = id, %error);
                    core.0.search.remove(&id);
                }
                found
            });
            if let Ok((route, hits)) = found.await {
                return Some((route, hits.iter().filter_map(chunk).collect()));
            }
        }
        None
    }

    /// The index of a version, if it is available within the waiting time.
    async fn index(&self, version: &Version) -> Option<Arc<SearchIndex>> {
        let find = async || {
            let id = version.id.clone();
            self.blocking(move |core| core.0.search.find(&id)).await
        };
        let made = async {
            if let Some(index) = find().await {
                return Some(index);
            }
            self.index_soon(version);
            loop {
                let mut ended = std::pin::pin!(self.0.indexing.ended.notified());
                ended.as_mut().enable();
                // After a failed creation, it is not retried endlessly.
                if !self.0.indexing.versions().contains(&version.id) {
                    return find().await;
                }
                ended.await;
            }
        };
        time::timeout(WAIT, made).await.ok().flatten()
    }

    /// Starts the creation of a version's index, unless it is already being created.
    fn index_soon(&self, version: &Version) {
        if !self.0.indexing.versions().insert(version.id.clone()) {
            return;
        }
        let making = IndexBuild { core: self.clone(), version: version.id.clone() };
        let version = version.clone();
        tokio::spawn(async move {
            if let Err(refusal) = making.core.make_index(&version).await {
                event!(warn, LogMessage::IndexNotMade, version = version.id, error = %refusal);
            }
        });
    }

    /// Deletes the index of a version. Blocks.
    pub(super) fn forget_index(&self, version: &str) {
        self.0.search.remove(version);
    }

    async fn make_index(&self, version: &Version) -> Result<(), Refusal> {
        let facts = self.facts(version).await?;
        let id = version.id.clone();
        self.blocking(move |core| {
            let entries: Vec<SearchEntry> = pieces(&facts).into_iter().filter_map(entry).collect();
            core.0.search.build(&id, &entries)?;
            Ok(())
        })
        .await
    }

    /// Starts the creation of the index of a new version.
    pub(super) fn index_uploaded(&self, org: &Org, answer: &Answer) {
        let uploaded: Option<Uploaded> = serde_json::from_str(&answer.response).ok();
        let Some(uploaded) = uploaded.filter(|it| it.version_id.is_some()) else { return };
        let (core, org) = (self.clone(), org.clone());
        tokio::spawn(async move {
            let version = core.blocking(move |core| {
                core.store_of(&org).read(|tx| {
                    let project = tx.find_project(&org, &uploaded.project_id)?;
                    project.map_or(Ok(None), |project| tx.current_version(&project))
                })
            });
            if let Ok(Some(version)) = version.await {
                core.index_soon(&version);
            }
        });
    }
}

fn entry(piece: Piece) -> Option<SearchEntry> {
    let number = piece.chunk.lines.map_or(0, |lines| lines.first);
    Some(SearchEntry {
        shown: serde_json::to_string(&piece.chunk).ok()?,
        order: (piece.chunk.citation.path, number),
        comment: piece.comment,
        names: piece.names,
        descriptions: piece.descriptions,
        code: piece.code,
        called: piece.called,
        addresses: piece.addresses,
    })
}

fn chunk(hit: &SearchHit) -> Option<FoundChunk> {
    let chunk: Chunk = serde_json::from_str(&hit.shown).ok()?;
    let first = chunk.lines.map_or(0, |lines| lines.first);
    let named = format!("{:?} {} {first}", chunk.kind, chunk.citation.path);
    let hash = FileHash::of(named.as_bytes());
    Some(FoundChunk { chunk_id: format!("c_{}", &hash.as_str()[..16]), score: hit.score, chunk })
}
