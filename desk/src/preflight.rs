//! The check of a controller before it is polled.

use tagbridge_bridge::{
    Names,
    config::{CauseSet, SessionConfig},
    preflight::{self as bridge, PreflightQuestion, Verdict, preflight},
};
use tagbridge_driver::{Endpoint, LinkOptions};
use tagbridge_texts::Coded;

use crate::{
    desk::Desk,
    failures::invalid,
    lock::lock,
    platform::{platform, protocol},
    problem::Remedy,
    running::CheckedTags,
    time::small,
    view::{
        Controller, Difference, Fact, Failure, Fit, Forecast, Preflight, PreflightProgress,
        PreflightStep, Proposal, StartPreflight, Unnumbered, Unreadable,
    },
};

/// Maximum number of stored preflight results.
const REMEMBERED: usize = 20;
/// Maximum number of listed names of tags that are not read.
const LEFT_OUT_MAX: usize = 1000;

impl Desk {
    /// Checks a controller, and reports each step.
    pub(crate) async fn preflight(
        &self,
        start: &StartPreflight,
        tell: &(dyn Fn(PreflightProgress) + Send + Sync),
    ) -> Result<Preflight, Failure> {
        let whole = self.whole_endpoint(&start.endpoint, &start.project).await?;
        let start = &StartPreflight { endpoint: whole, ..start.clone() };
        let endpoint: Endpoint = start.endpoint.parse()?;
        let (book, source) = self.source_of(&start.project).await;
        let supplement =
            self.supplement(&start.project, start.supplement.clone(), book.as_ref())?;
        let names = match book {
            Some(book) => {
                let names = Names::new(book.symbols, endpoint.scheme(), (&supplement).into());
                Some(names.map_err(|error| invalid(&error, &Remedy::ProjectsPlatform))?)
            }
            None => None,
        };
        let keyring = self.keyring_for(&endpoint)?;
        let question = PreflightQuestion {
            endpoint,
            link: LinkOptions::default(),
            keyring,
            names,
            tags: None,
            max_tags: SessionConfig::MAX_TAGS,
            cause_set: CauseSet::Off,
        };
        let found = preflight(question, &|step| tell(progress(&start.endpoint, step))).await?;
        self.keep_check(start, &found);
        let mut facts: Vec<Fact> = found.facts.iter().map(fact).collect();
        facts.extend(self.same_as_before(start, &found.controller.serial));
        let seen = controller(&start.endpoint, &found.controller);
        let is_another_controller = found.is_another_controller();
        let (mut taken, fitting) = (found.readable, found.forecast.fitting);
        taken.truncate(fitting);
        // Each of the project's tags has a value or a reason.
        taken.extend(found.unread);
        self.remember_checked(start, seen.clone(), taken);
        Ok(Preflight {
            controller: seen,
            fit: fit(found.verdict),
            is_another_controller,
            facts,
            differences: found.differences.into_iter().map(difference).collect(),
            source,
            supplement,
            tags: small(found.tags),
            untried: small(found.untried),
            left_out: found.left_out.into_iter().take(LEFT_OUT_MAX).collect(),
            readable: small(found.readable_count),
            fitting: small(fitting),
            unreadable: found.unreadable.into_iter().map(unreadable).collect(),
            proposals: found.proposals.into_iter().map(proposal).collect(),
            forecast: Forecast {
                tags: small(found.forecast.tags),
                requests: small(found.forecast.requests),
                requests_by_list: found.forecast.requests_by_list.map(small),
                upload_requests: found.forecast.upload_requests.map(small),
                scan_ms: found.forecast.scan_ms,
            },
            took_ms: found.took_ms,
        })
    }

    /// The tags of a session without configured tags: those of the latest preflight, readable or not.
    pub(crate) async fn checked_tags(
        &self,
        project: &str,
        endpoint: &str,
    ) -> Result<Vec<String>, Failure> {
        if let Some(tags) = self.remembered(project, endpoint) {
            return Ok(tags);
        }
        let (project_id, address) = (project.to_owned(), endpoint.to_owned());
        let it = StartPreflight { project: project_id, endpoint: address, supplement: None };
        self.preflight(&it, &|_| {}).await?;
        Ok(self.remembered(project, endpoint).unwrap_or_default())
    }

    /// The tags of the latest preflight of this run, the readable ones first.
    pub(crate) fn remembered(&self, project: &str, endpoint: &str) -> Option<Vec<String>> {
        let all = lock(&self.0.sessions.checked);
        all.iter()
            .find(|it| (it.project.as_str(), it.endpoint.as_str()) == (project, endpoint))
            .map(|it| it.tags.clone())
    }

    fn remember_checked(
        &self,
        preflight: &StartPreflight,
        controller: Controller,
        tags: Vec<String>,
    ) {
        let mut all = lock(&self.0.sessions.checked);
        all.retain(|old| {
            (&old.project, &old.endpoint) != (&preflight.project, &preflight.endpoint)
        });
        let (project, endpoint) = (preflight.project.clone(), preflight.endpoint.clone());
        all.insert(0, CheckedTags { project, endpoint, controller, tags });
        all.truncate(REMEMBERED);
    }

    /// Whether it is the device that was read at this address before.
    fn same_as_before(&self, preflight: &StartPreflight, serial: &str) -> Option<Fact> {
        let known = self.known(Some(&preflight.project)).into_iter();
        let known = known.filter(|known| known.endpoint == preflight.endpoint);
        let before = known.map(|it| it.serial).find(|it| !it.is_empty())?;
        let serial = serial.to_owned();
        let (fit, seen) = if before == serial {
            (Fit::Matches, Device::Same { serial })
        } else {
            (Fit::Differs, Device::Another { serial, before })
        };
        Some(Fact { subject: "device".to_owned(), fit, text: seen.message() })
    }
}

/// The device, compared with the one that was read before.
#[derive(Debug, Coded)]
#[coded(prefix = "desk-device")]
pub(crate) enum Device {
    Same { serial: String },
    Another { serial: String, before: String },
}

fn progress(endpoint: &str, step: bridge::PreflightStep) -> PreflightProgress {
    let (step, done, total) = match step {
        bridge::PreflightStep::Reach => (PreflightStep::Reach, 0, 0),
        bridge::PreflightStep::List(tags) => (PreflightStep::List, tags, 0),
        bridge::PreflightStep::Try { done, all } => (PreflightStep::Try, done, all),
        bridge::PreflightStep::Measure => (PreflightStep::Measure, 0, 0),
    };
    PreflightProgress {
        endpoint: endpoint.to_owned(),
        step,
        done: small(done),
        total: small(total),
    }
}

fn fit(verdict: Verdict) -> Fit {
    match verdict {
        Verdict::Matches => Fit::Matches,
        Verdict::Differs => Fit::Differs,
        Verdict::CannotTell => Fit::Unknown,
    }
}

fn fact(fact: &bridge::Fact) -> Fact {
    Fact { subject: fact.subject.to_owned(), fit: fit(fact.verdict), text: fact.text.clone() }
}

fn difference(difference: bridge::Difference) -> Difference {
    Difference { subject: difference.subject, text: difference.text }
}

fn unreadable(unreadable: bridge::Unreadable) -> Unreadable {
    let bridge::Unreadable { reason, text, remedy, count, tags } = unreadable;
    Unreadable { reason, text, remedy, count: small(count), tags }
}

fn proposal(proposal: bridge::Proposal) -> Proposal {
    match proposal {
        bridge::Proposal::ByName { tags, endpoint, answers } => {
            Proposal::OpcUa { tags: small(tags), endpoint, answers }
        }
        bridge::Proposal::BlockNumbers { blocks } => {
            let blocks = blocks.into_iter();
            let block = |it: bridge::Unnumbered| Unnumbered { name: it.name, tags: small(it.tags) };
            Proposal::BlockNumbers { blocks: blocks.map(block).collect() }
        }
    }
}

fn controller(endpoint: &str, view: &tagbridge_bridge::status::ControllerView) -> Controller {
    Controller {
        endpoint: endpoint.to_owned(),
        platform: platform(protocol(endpoint)),
        vendor: view.vendor.clone(),
        product: view.product.clone(),
        revision: view.revision.clone(),
        serial: view.serial.clone(),
        name: view.name.clone(),
        mode: view.mode.clone(),
    }
}
