//! Findings as SARIF 2.1.0 (OASIS): one run, with one result per finding.

use std::{collections::BTreeMap, path::Path};

use serde_json::{Value, json};
use tagbridge_analysis::{Analysis, Finding, PlaceText, Site, place, rules};
use tagbridge_texts::{Coded, Language, Message};
use url::Url;

use super::{FindingState, FindingWithState};

/// The address of the published schema.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// An analysis to be written.
pub struct Sarif<'a> {
    /// The project's file.
    pub file: &'a Path,
    /// Its SHA-256.
    pub hash: &'a str,
    /// The analysis.
    pub analysis: &'a Analysis,
    /// Its findings.
    pub rated: &'a [FindingWithState<'a>],
    /// Whether they were compared with a baseline.
    pub has_baseline: bool,
    /// The language of the sentences.
    pub language: Language,
}

impl Sarif<'_> {
    fn said(&self, message: impl Into<Message>) -> String {
        message.into().in_language(self.language)
    }
}

/// The whole document.
pub fn sarif(analysed: &Sarif<'_>) -> Value {
    let artifacts = Artifacts::of(analysed);
    let result = |it: &FindingWithState<'_>| result(analysed, it, &artifacts);
    let results: Vec<Value> = analysed.rated.iter().map(result).collect();
    let rule = |it| rule(analysed, it);
    let is_whole = analysed.analysis.failed_phases.is_empty();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Tagbridge",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "language": analysed.language.tag(),
                "rules": rules().iter().map(rule).collect::<Vec<_>>(),
                "notifications": [{ "id": "failed-phase" }, { "id": "unread" }],
            }},
            "invocations": [{
                "executionSuccessful": is_whole,
                "toolExecutionNotifications": notifications(analysed, &artifacts),
            }],
            "artifacts": artifacts.list,
            "language": analysed.language.tag(),
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(analysed: &Sarif<'_>, rule: &tagbridge_analysis::Rule) -> Value {
    let references: Vec<Value> =
        rule.references.iter().map(|it| json!({ "standard": it.standard, "id": it.id })).collect();
    json!({
        "id": rule.id,
        "shortDescription": { "text": analysed.said(rule.title()) },
        "help": { "text": analysed.said(rule.remedy()) },
        "defaultConfiguration": { "level": rule.severity.name() },
        "properties": {
            "phase": rule.phase.name(),
            "precision": rule.confidence.name(),
            "references": references,
        },
    })
}

fn result(analysed: &Sarif<'_>, rated: &FindingWithState<'_>, artifacts: &Artifacts) -> Value {
    let finding: &Finding = rated.finding;
    let mut sites = finding.citations.iter().map(|it| artifacts.location(analysed, it));
    let mut result = json!({
        "ruleId": finding.rule.id,
        "level": finding.severity.name(),
        "message": { "text": analysed.said(finding.message.clone()) },
        "partialFingerprints": { "tagbridge/v1": finding.id },
        "locations": sites.next().into_iter().collect::<Vec<_>>(),
        "properties": {
            "confidence": finding.confidence.name(),
            "remedy": analysed.said(finding.remedy()),
            "citationsTotal": finding.citations_total,
        },
    });
    if finding.count > 1 {
        result["occurrenceCount"] = finding.count.into();
    }
    let related: Vec<Value> = sites.collect();
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    if analysed.has_baseline {
        let is_known = rated.standing == FindingState::Known;
        result["baselineState"] = if is_known { "unchanged" } else { "new" }.into();
    }
    if let FindingState::Accepted { reason, in_code } = &rated.standing {
        let kind = if *in_code { "inSource" } else { "external" };
        result["suppressions"] =
            json!([{ "kind": kind, "status": "accepted", "justification": reason }]);
    }
    result
}

/// Failed phases, and code that could not be read.
fn notifications(analysed: &Sarif<'_>, artifacts: &Artifacts) -> Vec<Value> {
    let failed = analysed.analysis.failed_phases.iter().map(|failed| {
        json!({
            "descriptor": { "id": "failed-phase" },
            "level": "error",
            "message": { "text": analysed.said(&failed.why) },
            "properties": { "phase": failed.phase.name() },
        })
    });
    let mut unread: Vec<&Site> =
        analysed.analysis.chapters.iter().flat_map(|it| &it.unread).collect();
    let by_place = |it: &&Site| (it.citation.path.clone(), it.citation.rung);
    unread.sort_by_key(by_place);
    unread.dedup_by_key(|it| by_place(it));
    let unread = unread.into_iter().map(|site| {
        json!({
            "descriptor": { "id": "unread" },
            "level": "note",
            "message": { "text": analysed.said(PlaceText::NotRead.message()) },
            "locations": [artifacts.location(analysed, site)],
        })
    });
    failed.chain(unread).collect()
}

/// The project's file, and the files in it if it is a folder or an archive.
struct Artifacts {
    list: Vec<Value>,
    inside: BTreeMap<String, usize>,
}

impl Artifacts {
    fn of(analysed: &Sarif<'_>) -> Self {
        let hash = analysed.hash;
        let mut list = vec![json!({
            "location": { "uri": uri(analysed.file) },
            "hashes": { "sha-256": hash },
        })];
        let name = analysed.file.file_name().unwrap_or_default().to_string_lossy();
        let mut inside = BTreeMap::new();
        let cited = analysed.rated.iter().flat_map(|it| &it.finding.citations);
        let unread = analysed.analysis.chapters.iter().flat_map(|it| &it.unread);
        for origin in cited.chain(unread).filter_map(|it| it.origin.as_ref()) {
            if origin.file != name {
                inside.entry(origin.file.clone()).or_insert(0);
            }
        }
        for (file, at) in &mut inside {
            *at = list.len();
            list.push(json!({ "location": { "uri": relative(file) }, "parentIndex": 0 }));
        }
        Self { list, inside }
    }

    fn location(&self, analysed: &Sarif<'_>, site: &Site) -> Value {
        let citation = &site.citation;
        let kind = serde_json::to_value(citation.location_kind).unwrap_or_default();
        let name = citation
            .rung
            .map_or_else(|| citation.path.clone(), |rung| format!("{}:{rung}", citation.path));
        let mut properties = json!({ "location_kind": kind, "path": citation.path });
        if let Some(rung) = citation.rung {
            properties["rung"] = rung.into();
        }
        if let Some(line) = site.line {
            properties["line"] = line.into();
        }
        let at =
            site.origin.as_ref().and_then(|it| self.inside.get(&it.file)).copied().unwrap_or(0);
        let mut physical = json!({ "artifactLocation": { "index": at } });
        physical["artifactLocation"]["uri"] = self.list[at]["location"]["uri"].clone();
        if let Some(origin) = &site.origin {
            physical["region"] = json!({ "startLine": origin.line, "startColumn": origin.column });
        }
        json!({
            "physicalLocation": physical,
            "logicalLocations": [{ "fullyQualifiedName": name }],
            "message": { "text": analysed.said(place(citation, site.line)) },
            "properties": properties,
        })
    }
}

/// A path as a URI: relative if it is given so.
fn uri(path: &Path) -> String {
    Url::from_file_path(path).map_or_else(|()| relative(&path.to_string_lossy()), String::from)
}

fn relative(path: &str) -> String {
    let encoded = |part: &str| {
        if matches!(part, "." | "..") {
            return part.to_owned();
        }
        let mut url = Url::parse("file:///").expect("a URL");
        url.path_segments_mut().expect("it has a path").push(part);
        url.path().trim_start_matches('/').to_owned()
    };
    path.split(['/', '\\']).map(encoded).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_uri() {
        for (path, is) in [
            ("Line 4.L5X", "Line%204.L5X"),
            ("../plants/Mühle.zip", "../plants/M%C3%BChle.zip"),
            ("/plants/50%.L5X", "file:///plants/50%25.L5X"),
        ] {
            assert_eq!(uri(Path::new(path)), is);
        }
    }
}
