//! Writes the chapter of a phase.

use std::collections::HashMap;

use sha2::{Digest, Sha256};
use tagbridge_texts::Coded;

use crate::{
    analysis::{Figure, Finding, Site},
    budget::Budget,
    facts::Facts,
    rule::{Confidence, Rule},
    rules,
};

/// Maximum number of locations of a finding.
const CITATIONS_MAX: usize = 25;
/// Maximum number of listed findings of one rule; further ones are only counted.
const FINDINGS_MAX: usize = 200;
/// Size of a finding without its texts, in bytes.
const FINDING_SIZE: usize = 400;

/// Writes the chapter of a phase.
pub(crate) struct ChapterWriter<'a> {
    facts: &'a Facts<'a>,
    budget: &'a Budget<'a>,
    pub(crate) figures: Vec<Figure>,
    pub(crate) findings: Vec<Finding>,
    /// The last listed finding of each rule, and the number of all.
    by_rule: HashMap<&'static str, (usize, usize)>,
    ids: HashMap<String, u32>,
}

impl<'a> ChapterWriter<'a> {
    pub(crate) fn new(facts: &'a Facts<'a>, budget: &'a Budget<'a>) -> Self {
        let (figures, findings) = (Vec::new(), Vec::new());
        Self { facts, budget, figures, findings, by_rule: HashMap::new(), ids: HashMap::new() }
    }

    /// Ends the phase if its time limit is exceeded; to be called for each unit, and for each tag.
    pub(crate) fn check(&self) {
        self.budget.check();
    }

    /// The budget of the phase.
    pub(crate) fn budget(&self) -> &'a Budget<'a> {
        self.budget
    }

    /// Adds a count.
    pub(crate) fn figure(&mut self, what: &impl Coded, value: usize) {
        self.figures.push(Figure { what: what.message(), value });
    }

    /// Adds a finding with the confidence of its rule. `rule` is its number without `TB-`; the
    /// subject, a tag or a routine, distinguishes findings at one location.
    pub(crate) fn find(
        &mut self,
        rule: &'static str,
        subject: &str,
        message: &impl Coded,
        at: Vec<Site>,
    ) {
        self.find_as(rule, Confidence::Certain, subject, message, at);
    }

    /// Adds a finding with at most this confidence.
    pub(crate) fn find_as(
        &mut self,
        rule: &'static str,
        confidence: Confidence,
        subject: &str,
        message: &impl Coded,
        mut at: Vec<Site>,
    ) {
        let Some(rule) = rules::row(rule) else { return };
        if !rule.vendors.contains(&self.facts.project.vendor) {
            return;
        }
        let id = self.id(rule, subject, at.first());
        let (last, count) =
            self.by_rule.entry(rule.id).and_modify(|it| it.1 += 1).or_insert((0, 1));
        if *count > FINDINGS_MAX {
            self.findings[*last].count += 1;
            return;
        }
        *last = self.findings.len();
        let citations_total = at.len();
        at.truncate(CITATIONS_MAX);
        let paths = at.iter().map(|it| it.citation.path.len() + 150).sum::<usize>();
        self.budget.take(FINDING_SIZE + paths + subject.len());
        self.findings.push(Finding {
            id,
            rule,
            severity: rule.severity,
            confidence: confidence.min(rule.confidence),
            message: message.message(),
            citations: at,
            citations_total,
            count: 1,
        });
    }

    /// The stable id of a finding: from the rule, the routine or the declaration, the subject, and
    /// the text of the rung or line.
    fn id(&mut self, rule: &Rule, subject: &str, site: Option<&Site>) -> String {
        let mut hash = Sha256::new();
        let mut add = |text: &str| {
            hash.update(text.as_bytes());
            hash.update([0]);
        };
        add(rule.id);
        add(&subject.to_lowercase());
        if let Some(site) = site {
            add(&site.citation.path.to_lowercase());
            if let Some(unit) = site.unit {
                let text = self.facts.logic.text(unit);
                let line = |line: u32| text.lines().nth(line as usize - 1).unwrap_or_default();
                let text = site.line.map_or(text, line);
                add(&text.split_whitespace().collect::<String>());
            }
        }
        let digest = hash.finalize();
        let head = digest[..8].iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        let id = format!("{head:016x}");
        // Repetitions in one routine are distinguished by their order.
        let seen = self.ids.entry(id.clone()).or_default();
        *seen += 1;
        if *seen == 1 { format!("f_{id}") } else { format!("f_{id}_{seen}") }
    }
}
