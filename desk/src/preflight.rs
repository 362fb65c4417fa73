//! What is found out about a controller before anything is polled.

use std::{collections::HashMap, time::Instant};

use tagbridge_api::hmi::Quality;
use tagbridge_bridge::{Reader, ScanReport, config::SessionConfig};
use tagbridge_driver::{Endpoint, Identity, LinkError, LinkOptions, Listing, TagInfo, TagSet};

use crate::{
    desk::{Desk, lock},
    platform::{controller, platform},
    time::small,
    view::{
        Controller, Fact, Failure, Fit, Forecast, Preflight, PreflightProgress, PreflightStep,
        StartPreflight, Unreadable, Vendor,
    },
};

/// Tags that are tried at a time.
const PORTION: usize = 500;
/// Tags that are named for each reason.
const NAMED: usize = 200;
/// Preflights whose results are remembered.
const REMEMBERED: usize = 20;

/// What a preflight could read.
pub(crate) struct Readable {
    project: String,
    pub(crate) endpoint: String,
    pub(crate) controller: Controller,
    tags: Vec<String>,
}

impl Desk {
    /// Looks at a controller, and tells each step.
    pub(crate) async fn preflight(
        &self,
        it: &StartPreflight,
        tell: &(dyn Fn(PreflightProgress) + Send + Sync),
    ) -> Result<Preflight, Failure> {
        let began = Instant::now();
        let endpoint: Endpoint = it.endpoint.parse()?;
        let progress = |step, done, total| {
            let (done, total) = (small(done), small(total));
            tell(PreflightProgress { endpoint: it.endpoint.clone(), step, done, total });
        };
        progress(PreflightStep::Reach, 0, 0);
        let mut reader = Reader::connect(&endpoint, &LinkOptions::default()).await?;
        let outcome = self.examine_controller(it, &mut reader, &progress).await;
        let identity = reader.identity().clone();
        reader.close().await;
        let Examined { listed, tried, scan } = outcome?;
        let seen = controller(&it.endpoint, &identity);
        let facts = self.facts(it, &endpoint, &identity, listed.as_deref(), &tried).await;
        let readable = tried.readable();
        self.remember_readable(it, seen.clone(), readable.clone());
        Ok(Preflight {
            controller: seen,
            fit: worst(&facts),
            facts,
            tags: small(tried.all),
            readable: small(readable.len()),
            unreadable: tried.unreadable(),
            forecast: Forecast {
                tags: small(readable.len()),
                requests: scan.as_ref().map_or(0, |it| it.round_trips),
                scan_ms: scan.as_ref().map_or(0.0, |it| it.duration_ms),
            },
            took_ms: began.elapsed().as_secs_f64() * 1000.0,
        })
    }

    /// The tags that a session reads which was told none: those that the latest preflight could.
    pub(crate) async fn readable_tags(
        &self,
        project: &str,
        endpoint: &str,
    ) -> Result<Vec<String>, Failure> {
        if let Some(tags) = self.remembered(project, endpoint) {
            return Ok(tags);
        }
        let it = StartPreflight { project: project.to_owned(), endpoint: endpoint.to_owned() };
        self.preflight(&it, &|_| {}).await?;
        Ok(self.remembered(project, endpoint).unwrap_or_default())
    }

    fn remembered(&self, project: &str, endpoint: &str) -> Option<Vec<String>> {
        let all = lock(&self.0.readable);
        all.iter()
            .find(|it| (it.project.as_str(), it.endpoint.as_str()) == (project, endpoint))
            .map(|it| it.tags.clone())
    }

    fn remember_readable(&self, it: &StartPreflight, controller: Controller, tags: Vec<String>) {
        let mut all = lock(&self.0.readable);
        all.retain(|old| (&old.project, &old.endpoint) != (&it.project, &it.endpoint));
        let (project, endpoint) = (it.project.clone(), it.endpoint.clone());
        all.insert(0, Readable { project, endpoint, controller, tags });
        all.truncate(REMEMBERED);
    }

    async fn examine_controller(
        &self,
        it: &StartPreflight,
        reader: &mut Reader,
        progress: &(impl Fn(PreflightStep, usize, usize) + Sync),
    ) -> Result<Examined, Failure> {
        progress(PreflightStep::List, 0, 0);
        let listed = list(reader, progress).await?;
        let of_file = self.file_tags(&it.project);
        let names = of_file.unwrap_or_else(|| listed.iter().flatten().map(name).collect());
        let names: Vec<String> = names.into_iter().take(SessionConfig::MAX_TAGS).collect();
        let mut tried = Tried { all: names.len(), ..Tried::default() };
        for (portion, names) in names.chunks(PORTION).enumerate() {
            progress(PreflightStep::Try, portion * PORTION, tried.all);
            tried.add(reader.scan(&TagSet::new(names)).await?);
        }
        progress(PreflightStep::Measure, 0, 0);
        let readable = tried.readable();
        let scan = if readable.is_empty() {
            None
        } else {
            let set = TagSet::new(readable);
            // The first of a set learns what the others profit from.
            reader.scan(&set).await?;
            Some(reader.scan(&set).await?)
        };
        Ok(Examined { listed, tried, scan })
    }

    async fn facts(
        &self,
        it: &StartPreflight,
        endpoint: &Endpoint,
        identity: &Identity,
        listed: Option<&[TagInfo]>,
        tried: &Tried,
    ) -> Vec<Fact> {
        let fact = |subject: &str, fit, text| Fact { subject: subject.to_owned(), fit, text };
        let project = self.vendor_of(&it.project).await;
        let fits = match project {
            Vendor::Unknown => Fit::Unknown,
            vendor if vendor == platform(endpoint.scheme()) => Fit::Matches,
            _ => Fit::Differs,
        };
        let mut facts = vec![fact("vendor", fits, identity.vendor.clone())];
        let name = identity.name.clone().unwrap_or_else(|| "tells no name".to_owned());
        facts.push(fact("name", Fit::Unknown, name));
        let known = self
            .known(Some(&it.project))
            .into_iter()
            .find(|known| known.endpoint == it.endpoint && !known.serial.is_empty());
        let serial = format!("{}, serial {}", identity.product, identity.serial);
        facts.push(match known {
            Some(known) if known.serial == identity.serial => {
                fact("identity", Fit::Matches, format!("{serial}, the same device as before"))
            }
            Some(known) => {
                let text = format!("{serial}; before it was serial {}", known.serial);
                fact("identity", Fit::Differs, text)
            }
            None => fact("identity", Fit::Unknown, serial),
        });
        if self.file_tags(&it.project).is_some() {
            let missing = tried.count("unknown_tag");
            let text = format!("{} of {} names found", tried.all - missing, tried.all);
            let fit = match missing {
                0 => Fit::Matches,
                some if some * 2 > tried.all => Fit::Differs,
                _ => Fit::Doubtful,
            };
            facts.push(fact("tags", fit, text));
        } else if let Some(listed) = listed {
            let text = format!("{} tags in the controller's own list", listed.len());
            facts.push(fact("tags", Fit::Unknown, text));
        }
        facts
    }

    async fn vendor_of(&self, project: &str) -> Vendor {
        let id = crate::view::ProjectId { project: project.to_owned() };
        self.project(id).await.map_or(Vendor::Unknown, |it| it.vendor)
    }
}

struct Examined {
    /// `None`: the controller keeps no list.
    listed: Option<Vec<TagInfo>>,
    tried: Tried,
    scan: Option<ScanReport>,
}

/// What became of the tags that were tried.
#[derive(Default)]
struct Tried {
    all: usize,
    good: Vec<String>,
    /// By reason and words: the names.
    bad: HashMap<(&'static str, String), Vec<String>>,
}

impl Tried {
    fn add(&mut self, report: ScanReport) {
        for (name, value) in report.tags {
            match value.reason {
                Some(reason) if value.quality == Quality::Bad => {
                    let words = report.causes.get(&name).cloned().unwrap_or_default();
                    self.bad.entry((reason.as_str(), words)).or_default().push(name);
                }
                _ => self.good.push(name),
            }
        }
    }

    fn readable(&self) -> Vec<String> {
        self.good.clone()
    }

    fn count(&self, reason: &str) -> usize {
        let of_reason = self.bad.iter().filter(|((it, _), _)| *it == reason);
        of_reason.map(|(_, names)| names.len()).sum()
    }

    fn unreadable(&self) -> Vec<Unreadable> {
        let mut groups: Vec<Unreadable> = self
            .bad
            .iter()
            .map(|((reason, words), names)| Unreadable {
                reason: (*reason).to_owned(),
                text: words.clone(),
                remedy: remedy(reason).to_owned(),
                count: small(names.len()),
                tags: names.iter().take(NAMED).cloned().collect(),
            })
            .collect();
        groups.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.text.cmp(&b.text)));
        groups
    }
}

/// What to do about tags that cannot be read.
fn remedy(reason: &str) -> &'static str {
    match reason {
        "access_denied" => "have the programmer allow reading from outside for these tags",
        "unknown_tag" => "download the project's version to the controller, or choose that version",
        "no_address" => "have the programmer publish them, or give the block a fixed layout",
        "type_mismatch" | "decode_error" => "read the members that you need by name",
        "out_of_range" => "correct the index or the offset",
        "over_budget" => "read fewer tags in this session",
        _ => "look up what the controller said in its manual",
    }
}

/// The controller's own list; `None`: it keeps none.
async fn list(
    reader: &mut Reader,
    progress: &(impl Fn(PreflightStep, usize, usize) + Sync),
) -> Result<Option<Vec<TagInfo>>, LinkError> {
    let mut tags = Vec::new();
    let mut sink = |listing: Listing| match listing {
        Listing::Tags(more) => tags.extend(more.into_iter().filter(|it| !it.is_system)),
        Listing::Anew => tags.clear(),
    };
    match reader.browse(&mut sink).await {
        Ok(()) => {
            progress(PreflightStep::List, tags.len(), tags.len());
            Ok(Some(tags))
        }
        Err(LinkError::Refused { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

fn name(it: &TagInfo) -> String {
    it.name.clone()
}

fn worst(facts: &[Fact]) -> Fit {
    let any = |fit| facts.iter().any(|it| it.fit == fit);
    [Fit::Differs, Fit::Doubtful, Fit::Matches]
        .into_iter()
        .find(|it| any(*it))
        .unwrap_or(Fit::Unknown)
}
