//! The kind of machine, as far as the program shows it: scored evidence, without a model.

use std::collections::BTreeMap;

use tagbridge_api::turn::LocationKind;
use tagbridge_logic::{Callee, Effect, Logic};
use tagbridge_texts::{Coded, Message};

use crate::analysis::Site;

/// Minimum score of sufficient evidence.
const ENOUGH: f64 = 0.6;
/// Any machine can have fewer controllers and analog alarms than this.
const LEAST_LOOPS: usize = 5;
/// Maximum number of locations of a piece of evidence.
const CITED: usize = 5;

/// The kind of machine, as far as the program shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Industry {
    /// The kind with the best evidence.
    pub value: IndustryKind,
    /// From 0 to 1; for `General`, 1 if no evidence for another kind exists.
    pub confidence: f64,
    /// The evidence for this kind.
    pub evidence: Vec<Evidence>,
}

/// Evidence for a kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// The description.
    pub text: Message,
    /// The locations.
    pub citations: Vec<Site>,
}

/// A kind of machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IndustryKind {
    /// Packaging: `PackML`.
    Packaging,
    /// Batch: phases and recipes.
    Batch,
    /// A machine with guards.
    Machine,
    /// A continuous process.
    Process,
    /// No specific kind.
    General,
}

/// A piece of evidence.
#[derive(Debug, Coded)]
#[coded(prefix = "analysis-clue")]
pub(crate) enum Clue<'a> {
    PackTags { name: &'a str },
    PackNames { names: Vec<String> },
    Phases { count: usize },
    BatchNames { names: Vec<String> },
    SafetyPart { count: usize },
    GuardNames { names: Vec<String> },
    Loops { count: usize },
}

impl IndustryKind {
    /// Its stable name in the interface.
    pub fn name(self) -> &'static str {
        match self {
            Self::Packaging => "packaging",
            Self::Batch => "batch",
            Self::Machine => "machine",
            Self::Process => "process",
            Self::General => "general",
        }
    }
}

impl Industry {
    /// The result for a project that could not be analysed.
    pub(crate) fn unknown() -> Self {
        Self { value: IndustryKind::General, confidence: 0.0, evidence: Vec::new() }
    }
}

#[derive(Default)]
struct Scored {
    /// The probability that it is not this kind.
    against: f64,
    evidence: Vec<Evidence>,
}

/// The kind with the best evidence.
pub(crate) fn detect(logic: Logic<'_>) -> Industry {
    let mut kinds: BTreeMap<IndustryKind, Scored> = BTreeMap::new();
    let mut add = |kind, weight: f64, clue: &Clue<'_>, citations: Vec<Site>| {
        let scored =
            kinds.entry(kind).or_insert_with(|| Scored { against: 1.0, evidence: Vec::new() });
        scored.against *= 1.0 - weight;
        scored.evidence.push(Evidence { text: clue.message(), citations });
    };
    packaging(logic, &mut add);
    batch(logic, &mut add);
    machine(logic, &mut add);
    process(logic, &mut add);
    let best = kinds.into_iter().min_by(|one, other| one.1.against.total_cmp(&other.1.against));
    match best {
        Some((value, scored)) if 1.0 - scored.against >= ENOUGH => {
            let confidence = ((1.0 - scored.against) * 100.0).round() / 100.0;
            Industry { value, confidence, evidence: scored.evidence }
        }
        best => {
            let other = best.map_or(0.0, |best| 1.0 - best.1.against);
            let confidence = ((1.0 - other) * 100.0).round() / 100.0;
            Industry { value: IndustryKind::General, confidence, evidence: Vec::new() }
        }
    }
}

type EvidenceSink<'a> = dyn FnMut(IndustryKind, f64, &Clue<'_>, Vec<Site>) + 'a;

fn packaging(logic: Logic<'_>, add: &mut EvidenceSink<'_>) {
    let is_pack = |name: &str| {
        let name = name.to_lowercase().replace('_', "");
        name.contains("packtag") || name.contains("packml") || name.starts_with("pmlc")
    };
    let types: Vec<&str> = names_of_types(logic).filter(|name| is_pack(name)).collect();
    let tags: Vec<&str> = names_of_tags(logic).filter(|name| is_pack(name)).collect();
    if let Some(name) = types.first().or(tags.first()) {
        let sites = types.iter().map(|name| Site::of_declared(LocationKind::Definition, name));
        let sites = sites.chain(tags.iter().map(|name| Site::of_declared(LocationKind::Tag, name)));
        add(IndustryKind::Packaging, 0.7, &Clue::PackTags { name }, sites.take(CITED).collect());
    }
    let known = [
        "unitmodecurrent",
        "statecurrent",
        "unitmoderequested",
        "staterequested",
        "cntrlcmd",
        "statechangerequest",
        "machspeed",
        "curmachspeed",
        "equipmentinterlock",
    ];
    let (names, sites) = named(logic, |name| known.contains(&name));
    if names.len() >= 2 {
        let weight = if names.len() >= 4 { 0.7 } else { 0.5 };
        add(IndustryKind::Packaging, weight, &Clue::PackNames { names }, sites);
    }
}

fn batch(logic: Logic<'_>, add: &mut EvidenceSink<'_>) {
    let phases: Vec<&str> = names_of_types(logic)
        .chain(logic.project.tags.iter().map(|tag| tag.type_use.name.as_str()))
        .filter(|name| name.eq_ignore_ascii_case("PHASE") || name.eq_ignore_ascii_case("SEQUENCE"))
        .collect();
    if !phases.is_empty() {
        let sites = logic
            .project
            .tags
            .iter()
            .filter(|tag| tag.type_use.name.eq_ignore_ascii_case("PHASE"))
            .map(|tag| Site::of_declared(LocationKind::Tag, &tag.name));
        let clue = Clue::Phases { count: phases.len() };
        add(IndustryKind::Batch, 0.8, &clue, sites.take(CITED).collect());
    }
    let known = [
        "batchid",
        "recipeid",
        "recipestep",
        "unitprocedure",
        "phasestate",
        "batchstate",
        "equipmentphase",
        "unitoperation",
        "campaign",
    ];
    let (names, sites) = named(logic, |name| known.contains(&name));
    if names.len() >= 2 {
        let weight = if names.len() >= 3 { 0.7 } else { 0.5 };
        add(IndustryKind::Batch, weight, &Clue::BatchNames { names }, sites);
    }
}

fn machine(logic: Logic<'_>, add: &mut EvidenceSink<'_>) {
    let project = logic.project;
    let blocks = project.blocks.iter().filter(|it| it.safety).map(|it| it.name.as_str());
    let programs = project.programs.iter().filter(|it| it.safety).map(|it| it.name.as_str());
    let tasks = project.tasks.iter().filter(|it| it.safety).count();
    let found: Vec<&str> = blocks.chain(programs).collect();
    if tasks > 0 || !found.is_empty() {
        let sites = found.iter().map(|name| Site::of_declared(LocationKind::Definition, name));
        let clue = Clue::SafetyPart { count: found.len().max(tasks) };
        add(IndustryKind::Machine, 0.7, &clue, sites.take(CITED).collect());
    }
    let is_guard = |name: &str| {
        [
            "guardlock",
            "twohand",
            "lightcurtain",
            "guarddoor",
            "safetydoor",
            "estop",
            "emergencystop",
        ]
        .iter()
        .any(|known| name.contains(known))
    };
    let (names, sites) = named(logic, is_guard);
    if !names.is_empty() {
        let weight = if names.len() >= 3 { 0.6 } else { 0.4 };
        add(IndustryKind::Machine, weight, &Clue::GuardNames { names }, sites);
    }
}

fn process(logic: Logic<'_>, add: &mut EvidenceSink<'_>) {
    const LOOPS: [&str; 12] = [
        "PID",
        "PIDE",
        "P_PIDE",
        "ALM",
        "ALMA",
        "P_AIN",
        "PAI",
        "PPID",
        "PID_COMPACT",
        "CONT_C",
        "PID_3STEP",
        "PIDCONTL",
    ];
    let index = logic.index;
    let mut count = 0;
    let mut sites = Vec::new();
    for (id, _) in index.units() {
        for (_, statement) in index.statements_of(id) {
            let name = match &statement.effect {
                Effect::Run { spec, .. } => index.names.text(index.specs.name(*spec)),
                Effect::Call { callee: Callee::Unknown(name), .. } => index.names.text(*name),
                _ => continue,
            };
            if LOOPS.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                count += 1;
                if sites.len() < CITED {
                    sites.push(Site::of_code(&logic.cite(id, statement.span)));
                }
            }
        }
    }
    if count >= LEAST_LOOPS {
        let weight = if count >= 2 * LEAST_LOOPS { 0.8 } else { 0.65 };
        add(IndustryKind::Process, weight, &Clue::Loops { count }, sites);
    }
}

/// The names of tags and of members of types for which `is` returns true, compared without case and
/// underscores, and their declarations. Each name is returned once in its spelling.
fn named(logic: Logic<'_>, is: impl Fn(&str) -> bool) -> (Vec<String>, Vec<Site>) {
    let mut found: BTreeMap<String, (String, Site)> = BTreeMap::new();
    let mut note = |name: &str, kind, declared: &str| {
        let bare = name.to_lowercase().replace('_', "");
        if is(&bare) {
            found
                .entry(bare)
                .or_insert_with(|| (name.to_owned(), Site::of_declared(kind, declared)));
        }
    };
    for tag in &logic.project.tags {
        let last = tag.name.rsplit('.').next().unwrap_or(&tag.name).trim_matches('"');
        note(last, LocationKind::Tag, &tag.name);
    }
    for defined in &logic.project.data_types {
        for member in &defined.members {
            note(&member.name, LocationKind::Definition, &defined.name);
        }
    }
    let (names, mut sites): (Vec<_>, Vec<_>) = found.into_values().unzip();
    sites.dedup();
    sites.truncate(CITED);
    (names, sites)
}

fn names_of_types(logic: Logic<'_>) -> impl Iterator<Item = &str> {
    let blocks = logic.project.blocks.iter().map(|it| it.name.as_str());
    logic.project.data_types.iter().map(|it| it.name.as_str()).chain(blocks)
}

fn names_of_tags(logic: Logic<'_>) -> impl Iterator<Item = &str> {
    logic.project.tags.iter().map(|it| it.name.as_str())
}
